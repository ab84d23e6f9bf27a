# SPDX-License-Identifier: MIT
"""What a run keeps whatever happens to it: a program that changes the directory, a full disk, an output
that nobody reads, files of the user's in the way, signals, too little memory, ranks that hold the host."""
import json
import os
import re
import resource
import signal
import subprocess
import threading
import time

from harness import *


class Directory(KasuriTest):
    CHANGES = 'if (rank == 0) { extern int chdir(const char*); if (chdir("/")) return 1; }'

    def test_a_program_changes_it(self):
        self.check(self.run_program(self.CHANGES, "--record", "goal", "--verify"), DONE, "results in out",
                   "trace in out/", "verified")
        self.assertEqual(self.summary()["end_reason"], "completed")
        self.assertTrue(list((self.dir / "out").glob("*.goal")))
        self.check(self.kasuri("run", "config.toml"), DONE, "results in runs/")
        self.check(self.kasuri("rerun", "out", "--out", "again"), DONE, "the same result")
        self.check_nothing_left("out", "runs", "again")


class Disk(KasuriTest):
    def limited(self, limit, *args):
        def before():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        self.write("config.toml", SHORT)
        return self.kasuri("run", "config.toml", "--out", "out", *args, preexec_fn=before)

    def test_the_answer_is_printed_first(self):
        self.check(self.limited(100), LIMIT, "The run took", "bottleneck", "result hash",
                   "out.draft/summary.json: error: cannot write", "no results were written")
        self.check_nothing_left()
        outcome = self.limited(100, "--json")
        self.check(outcome, LIMIT, "no results were written")
        self.assertEqual(json.loads(outcome.out)["end_reason"], "completed")
        self.check(self.limited(100, "--format", "nsim"), LIMIT, "no results were written")

    def test_what_could_be_written_is_kept(self):
        self.check(self.limited(8000), LIMIT, "The run took", "results.h5",
                   "these results are incomplete, in out.incomplete: summary.json, "
                   "summary.txt, config.toml")
        kept = self.dir / "out.incomplete"
        self.assertEqual(sorted(p.name for p in kept.iterdir()),
                         ["config.toml", "manifest.json", "summary.json", "summary.txt"])
        manifest = json.loads((kept / "manifest.json").read_text())
        self.assertIs(manifest["complete"], False)
        self.assertEqual(manifest["missing"], ["results.h5"])
        self.assertEqual(self.summary("out.incomplete")["end_reason"], "completed")
        self.check(self.limited(8000), LIMIT, "out.incomplete-2")
        self.check_nothing_left("out.incomplete", "out.incomplete-2")

    def test_an_earlier_run_stays(self):
        self.check(self.run_config(SHORT), DONE)
        before = self.summary()
        self.check(self.limited(8000, "--set", "run.seed=5"), LIMIT, "out.incomplete")
        self.assertEqual(self.summary(), before)
        self.assertEqual(self.summary("out.incomplete")["seed"], 5)


class Streams(KasuriTest):
    """Nobody takes what is printed: the run directory has it."""

    def closed_pipe(self):
        reader, writer = os.pipe()
        os.close(reader)
        self.addCleanup(os.close, writer)
        return writer

    def test_standard_output(self):
        for args in ((), ("--json",), ("--format", "nsim")):
            for to in (lambda: os.open("/dev/full", os.O_WRONLY), self.closed_pipe):
                outcome = self.run_config(SHORT, *args, stdout=to())
                self.assertEqual(outcome.code, LIMIT, outcome.err)
                self.assertIn("cannot write to standard output", outcome.err)
                self.assertEqual(self.summary()["end_reason"], "completed")
                self.check_nothing_left("out")

    def test_standard_error(self):
        for to in (lambda: os.open("/dev/full", os.O_WRONLY), self.closed_pipe):
            outcome = self.run_config(SHORT, "--threads", "2", "--profile", "--progress",
                                      "0.001", stderr=to())
            self.assertEqual(outcome.code, DONE)
            self.assertIn("results in out", outcome.out)
        outcome = self.run_config(SHORT.replace("torus", "tours"), stderr=os.open("/dev/full", os.O_WRONLY))
        self.assertEqual(outcome.code, USAGE)


class ForeignFiles(KasuriTest):
    def setUp(self):
        super().setUp()
        self.check(self.run_config(SHORT), DONE)

    def refuse(self, *names):
        self.check(self.run_config(SHORT), USAGE,
                   "out: error: this run directory also has files that Kasuri did not write "
                   "and would delete: " + ", ".join(names))

    def test_are_named_and_stay(self):
        (self.dir / "out" / "thesis.tex").write_text("precious")
        (self.dir / "out" / "notes").mkdir()
        self.refuse("notes", "thesis.tex")
        self.assertEqual((self.dir / "out" / "thesis.tex").read_text(), "precious")
        self.check_nothing_left("out")

    def test_in_folders_of_ours(self):
        self.check(self.kasuri("report", "out", "--csv"), DONE)
        self.check(self.run_config(SHORT), DONE)
        self.check(self.kasuri("report", "out", "--csv"), DONE)
        (self.dir / "out" / "report" / "plot.py").write_text("")
        self.refuse("report")

    def test_an_edited_configuration(self):
        config = self.dir / "out" / "config.toml"
        config.write_text("# my comments\n" + config.read_text())
        self.refuse("config.toml (edited)")

    def test_what_only_looks_like_a_run(self):
        for manifest in ("", "{}", "[]", '{"program": "other"}'):
            (self.dir / "out" / "manifest.json").write_text(manifest)
            self.check(self.run_config(SHORT), USAGE, "this exists and is not a run directory")

    def test_what_verbs_have_made_goes(self):
        self.check(self.kasuri("picture", "out"), DONE)
        self.check(self.run_config(SHORT, "--set", "power.preset=nsimpower-table1"), DONE)
        self.check(self.kasuri("power", "out", "--format", "boxfish"), DONE)
        self.check(self.run_config(SHORT), DONE)
        for format in ("goal", "otf2"):
            body = "MGEN_Barrier(MGEN_COMM_WORLD);"
            self.check(self.run_program(body, "--record", format), DONE)
        self.check(self.run_config(SHORT), DONE)

    def test_that_come_during_the_run(self):
        process = self.start_and_wait()
        (self.dir / "out" / "notes.txt").write_text("precious")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, LIMIT, err)
        self.assertIn("notes.txt", err)
        self.assertIn("the results are in out.kept", err)
        self.assertIn("ended early", out)
        self.assertEqual((self.dir / "out" / "notes.txt").read_text(), "precious")
        self.assertEqual(self.summary("out.kept")["end_reason"], "interrupted")


class Signals(KasuriTest):
    def test_a_hang_up_gives_partial_results(self):
        process = self.start_and_wait()
        process.send_signal(signal.SIGHUP)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + signal.SIGHUP, err)
        self.assertIn("interrupted", out)
        self.assertEqual(self.summary()["exit_code"], 129)
        self.assertGreater(self.summary()["packets"], 0)

    def test_what_batch_systems_send_gives_partial_results(self):
        for number in signal.SIGUSR1, signal.SIGUSR2, signal.SIGXCPU:
            process = self.start_and_wait()
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 128 + number, err)
            self.assertIn("interrupted", out)
            self.assertGreater(self.summary()["packets"], 0)

    def test_nohup(self):
        self.write("config.toml", LONG)
        process = self.start("run", "config.toml", "--out", "out",
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.addCleanup(self.end, process)
        self.wait_for(lambda: (self.dir / "out.draft" / "manifest.json").exists())
        time.sleep(0.3)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 143)


class Links(KasuriTest):
    """Names that the user has not given: nothing is written through a link that somebody has put there."""

    def setUp(self):
        super().setUp()
        (self.dir / "victim").mkdir()
        self.write("victim/file", "mine\n")
        self.write("config.toml", SHORT)

    def check_untouched(self):
        self.assertEqual([p.name for p in (self.dir / "victim").iterdir()], ["file"])
        self.assertEqual((self.dir / "victim/file").read_text(), "mine\n")

    def run_refused(self, *words):
        self.check(self.kasuri("run", "config.toml", "--out", "out"), *words)
        self.check_untouched()
        self.assertFalse((self.dir / "out").exists())

    def test_a_draft(self):
        os.symlink("victim", self.dir / "out.draft")
        self.run_refused(USAGE, "out.draft: error: a link has the name of the draft",
                         "choose another --out")
        self.assertTrue((self.dir / "out.draft").is_symlink())
        (self.dir / "runs").mkdir()
        os.symlink("../victim", self.dir / "runs/other-001.draft")
        (self.dir / "config.toml").rename(self.dir / "other.toml")
        self.check(self.kasuri("run", "other.toml"), USAGE, "a link has the name of the draft")
        self.check_untouched()

    def test_in_a_draft(self):
        draft = self.dir / "out.draft"
        draft.mkdir()
        os.symlink("../victim/file", draft / "manifest.json")
        self.run_refused(LIMIT, "out.draft/manifest.json: error: cannot write")
        # What a killed run has left, and somebody has added.
        (draft / "manifest.json").unlink()
        self.write("out.draft/manifest.json", "{}\n")
        for name in ("summary.json", "results.h5", "config.toml"):
            os.symlink("../victim/file", draft / name)
        os.symlink("../victim", draft / "report")
        self.check(self.kasuri("run", "config.toml", "--out", "out"), DONE)
        self.check_untouched()
        self.assertFalse(any(p.is_symlink() for p in (self.dir / "out").iterdir()))

    def test_a_folder_that_is_no_draft(self):
        (self.dir / "out.draft").mkdir()
        self.write("out.draft/letter.txt", "dear\n")
        self.run_refused(USAGE, "has the name of the draft, and no run has made it")
        self.assertEqual((self.dir / "out.draft/letter.txt").read_text(), "dear\n")
        shutil.rmtree(self.dir / "out.draft")
        if os.geteuid() == 0:
            (self.dir / "out.draft").mkdir()
            os.chown(self.dir / "out.draft", 12345, 12345)
            self.run_refused(USAGE, "this draft belongs to another user")

    def test_of_other_verbs(self):
        self.check(self.kasuri("run", "config.toml", "--out", "out"), DONE)
        os.symlink("victim/file", self.dir / "out.db.draft")
        self.check(self.kasuri("export", "out", "--to", "sqlite", "--out", "out.db"), DONE)
        self.write("chip.toml", 'engine = "simd"\nelements = "clocks.h5"\ncheckpoint = "state"\n'
                   "checkpoint_every = 0.01\n")
        os.symlink("victim/file", self.dir / "state.part")
        self.kasuri("manycore", "chip.toml")
        self.check_untouched()


class Memory(KasuriTest):
    LIMIT = ("--set", "run.memory_limit=300 MB")

    def end_by_memory(self, body):
        outcome = self.run_program("MGEN_Barrier(MGEN_COMM_WORLD);\n" + body, *self.LIMIT)
        self.check(outcome, LIMIT, "memory limit at ", 'more than run.memory_limit = "300 MB"',
                   "its programs have allocated", "ended early")
        summary = self.summary()
        self.assertEqual(summary["end_reason"], "memory limit")
        self.assertEqual(summary["exit_code"], LIMIT)
        self.assertGreater(summary["packets"], 0)
        self.assertGreater(summary["host"]["memory"]["program_heap_bytes"], 100e6)
        self.check(self.kasuri("rerun", "out"), USAGE, "interrupted")

    def test_programs_that_allocate_without_end(self):
        fill = "volatile char* p = malloc(1 << 20); for (int i = 0; i < 1 << 20; i += 4096) p[i] = 1;"
        self.end_by_memory("for (;;) { %s MGEN_Comp(1e-6); }" % fill)
        self.end_by_memory("for (;;) { %s }" % fill)

    def test_the_programs_heap(self):
        outcome = self.run_program(
            "char* p = malloc(1000000); char* q = calloc(500, 1000); q = realloc(q, 2000000); free(p);\n"
            "MGEN_Barrier(MGEN_COMM_WORLD); void* w; MGEN_Alloc_mem(3000000, MGEN_INFO_NULL, &w);\n"
            "MGEN_Barrier(MGEN_COMM_WORLD); MGEN_Free_mem(w); free(q);")
        self.check(outcome, DONE, "programs allocated 10")
        heap = self.summary()["host"]["memory"]["program_heap_bytes"]
        self.assertAlmostEqual(heap, 2 * 5e6, delta=50e3)

    def test_none_without_programs(self):
        self.check(self.run_config(SHORT), DONE)
        self.assertEqual(self.summary()["host"]["memory"]["program_heap_bytes"], 0)


class Progress(KasuriTest):
    def lines_of(self, config, *args, wanted):
        self.write("config.toml", config)
        process = self.start("run", "config.toml", "--out", "out", "--progress", "0.05", *args)
        self.addCleanup(self.end, process)
        seen = ""
        for line in process.stderr:
            seen += line
            if seen.count("a second") >= 2:
                break
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertRegex(seen, wanted)

    def test_a_pattern(self):
        self.lines_of(UNIFORM % "1 s",
                      wanted=r"kasuri: +\d+ %, .* of 1 s, (\d+ s left|time left unknown), "
                             r".* a second, .* packets")

    def test_a_limit(self):
        self.lines_of(UNIFORM % "1 s", "--set", "run.time_limit=0.5 s",
                      wanted=r"%, .* of 500 ms, (\d+ s left|time left unknown)")

    def test_a_motif(self):
        self.lines_of(TORUS + '[[jobs]]\nranks = 16\nmotif = { type = "stencil", grid = [4, 4], '
                      'steps = 100000000, compute = "1 us" }\n',
                      wanted=r"kasuri: +0 %, [^o]* time left unknown")

    def test_a_program(self):
        self.write("program.c",
                   "#include <mgen.h>\nint MGEN_Main(int c, char** v) {\n  MGEN_Init(&c, &v);\n"
                   "  for (;;) MGEN_Comp(1e-6);\n}\n")
        self.lines_of(PROGRAM, wanted=r"kasuri: .* simulated, .* a second")

    def test_of_all_threads(self):
        """Also if the ranks of the first thread's part have nothing to do, whichever that is."""
        for first in (0, 3):
            self.write("nodes.txt", "\n".join(map(str, range(first, 16, 4))))
            self.write("config.toml", TORUS + '[[jobs]]\nranks = 4\n'
                       'placement = { type = "file", file = "nodes.txt" }\n'
                       'motif = { type = "stencil", grid = [2, 2], steps = 100000000, compute = "1 us" }\n')
            self.times_and_packets_grow("--threads", "2")

    def times_and_packets_grow(self, *args):
        process = self.start("run", "config.toml", "--out", "out", "--progress", "0.05", *args)
        self.addCleanup(self.end, process)
        killer = threading.Timer(20, process.kill)
        killer.start()
        self.addCleanup(killer.cancel)
        seen = []
        for line in process.stderr:
            found = re.search(r"kasuri: +\d+ %, ([\d.]+) (us|ms), time left unknown.*, ([\d.]+) million "
                              "packets", line)
            if found:
                seen.append((float(found[1]) * (1e3 if found[2] == "ms" else 1), float(found[3])))
            if len(seen) == 3:
                break
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(len(seen), 3)
        self.assertEqual(sorted(set(seen)), seen)
        self.assertGreater(seen[0][0], 0)

    def test_none_by_default_in_a_short_run(self):
        self.assertEqual(self.run_config(SHORT).err, "")


class Clock(KasuriTest):
    def test_a_loop_that_waits_for_a_time_ends(self):
        self.check(self.run_program("double t = MGEN_Wtime() + 20e-6; while (MGEN_Wtime() < t) {}"), DONE)
        self.assertAlmostEqual(self.summary()["time_ps"], 20e6, delta=0.3e6)

    def test_so_does_one_with_calls_that_take_no_time(self):
        self.check(self.run_program(
            "double t = MGEN_Wtime() + 20e-6;\n"
            "while (MGEN_Wtime() < t) MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);"), DONE)
        self.assertAlmostEqual(self.summary()["time_ps"], 20e6, delta=0.3e6)

    def test_measuring_takes_no_time(self):
        self.check(self.run_program(
            "double begin = MGEN_Wtime(), all = 0;\n"
            "for (int i = 0; i < 1000; ++i) {\n"
            "  double t = MGEN_Wtime(); MGEN_Comp(1e-6); all += MGEN_Wtime() - t; }\n"
            "if (MGEN_Wtime() - begin > all + 1e-12) return 1;"), DONE)
        self.assertEqual(self.summary()["time_ps"], 1_000_000_000)


class RanksThatNeverComeBack(KasuriTest):
    HEAD = ("#define _GNU_SOURCE\n#include <fcntl.h>\n#include <mgen.h>\n#include <signal.h>\n"
            "#include <sys/syscall.h>\n#include <unistd.h>\n")

    def start_program(self, body):
        self.write("program.c", self.HEAD + "__attribute__((noinline)) void relax(void) {\n" + body +
                   "\n}\nint MGEN_Main(int c, char** v) {\n  MGEN_Init(&c, &v);\n"
                   "  MGEN_Barrier(MGEN_COMM_WORLD);\n  close(open(\"there\", O_CREAT | O_WRONLY, 0600));\n"
                   "  relax();\n  return 0;\n}\n")
        process = self.start_and_wait(PROGRAM)
        self.wait_for(lambda: (self.dir / "there").exists())
        time.sleep(0.2)
        self.assertIsNone(process.poll())
        return process

    def end_by_one_signal(self, body):
        process = self.start_program(body)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("ended early", out)
        self.assertEqual(self.summary()["end_reason"], "interrupted")
        self.assertGreater(self.summary()["packets"], 0)
        return err

    def test_are_named_and_left(self):
        process = self.start_program("  volatile int on = 1; while (on) {}")
        timer = threading.Timer(60, process.kill)
        timer.start()
        said = process.stderr.readline()
        timer.cancel()
        self.assertRegex(said, r"job 'program', rank [01] has run on the host for \d+ s without a "
                         r"call that takes simulated "
                         r"time, in relax( \(program.c:8\))?; Ctrl-C ends the run")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(self.summary()["end_reason"], "interrupted")

    def test_ones_that_call_what_takes_no_time(self):
        self.end_by_one_signal("  for (;;) MGEN_Comp(0);")

    def test_ones_that_wait_for_the_host(self):
        self.end_by_one_signal("  for (;;) sleep(1000);")

    def test_one_that_is_named_reads_on(self):
        """A rank that waits in read() is named after some seconds, and reads what comes."""
        outcome = self.run_program('FILE *p = popen("sleep 6.5; echo 42", "r"); char b[9] = "";\n'
                                   'if (!rank && (!fgets(b, 9, p) || b[0] != \'4\')) return 1;\n')
        self.check(outcome, DONE)

    def test_a_second_interrupt_kills(self):
        process = self.start_program("  sigset_t all; sigfillset(&all); sigdelset(&all, SIGINT);\n"
                                     "  syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, 0, 8); for (;;) {}")
        process.send_signal(signal.SIGINT)
        time.sleep(0.7)
        self.assertIsNone(process.poll())  # it cannot be left
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertFalse((self.dir / "out").exists())


if __name__ == "__main__":
    main()
