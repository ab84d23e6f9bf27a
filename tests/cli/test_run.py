# SPDX-License-Identifier: MIT
"""What a run says and leaves behind, also when it is interrupted, killed, or the disk is full."""
import json
import pty
import resource
import select
import subprocess

from harness import *

FILES = ["config.toml", "manifest.json", "results.h5", "summary.json", "summary.txt"]


class Output(KasuriTest):
    def test_words_and_files(self):
        outcome = self.run_config(SHORT)
        self.check(outcome, DONE, "The run took", "bottleneck", "result hash", "results in")
        self.assertEqual(outcome.err, "")
        self.assertEqual(sorted(p.name for p in (self.dir / "out").iterdir()), FILES)
        manifest = json.loads((self.dir / "out" / "manifest.json").read_text())
        self.assertTrue(manifest["complete"])
        self.assertEqual(manifest["result_hash"], self.summary()["result_hash"])
        self.check_nothing_left("out")

    def test_default_names_count_up(self):
        self.write("config.toml", SHORT)
        for n in (1, 2):
            self.check(self.kasuri("run", "config.toml"), DONE, f"-00{n}")
        self.assertEqual(len(list((self.dir / "runs").iterdir())), 2)

    def test_resolved_configuration_gives_the_same_result(self):
        self.run_config(SHORT, "--set", "run.seed=7")
        self.check(self.kasuri("run", "out/config.toml", "--out", "again"), DONE)
        self.assertEqual(self.summary("again")["result_hash"], self.summary()["result_hash"])
        first, again = (json.loads((self.dir / d / "summary.json").read_text())
                        for d in ("out", "again"))
        first.pop("host"), again.pop("host")
        self.assertEqual(first, again)

    def test_json_is_all_of_stdout(self):
        outcome = self.run_program('printf("hello of %d\\n", rank);', "--json")
        self.check(outcome, DONE)
        self.assertEqual(json.loads(outcome.out), self.summary())
        self.assertIn("hello of 1", outcome.err)

    def test_documented_keys(self):
        self.run_config(SHORT)
        summary = self.summary()
        for key in ("time_ps", "packets", "packet_bytes", "packet_hops", "transfer_bytes", "links",
                    "link_busy_ratio", "mean_packet_latency_ps", "max_packet_latency_ps", "events",
                    "result_hash", "end_reason"):
            self.assertIn(key, summary)
        for key in ("wall_s", "cpu_s", "packet_hops_per_cpu_s", "peak_rss_bytes"):
            self.assertIn(key, summary["host"])
        self.assertIn("time_ps", summary["jobs"][0])
        page = (SOURCE / "docs" / "results.md").read_text()
        for key in [*summary, *summary["host"], *summary["jobs"][0]]:
            self.assertIn(f"`{key}`", page, "docs/results.md does not explain it")

    def test_dry_run_leaves_nothing(self):
        self.check(self.run_config(SHORT, "--dry-run"), DONE, "16 routers", "memory")
        self.check_nothing_left()

    def test_threads_change_nothing_but_the_host(self):
        alone = self.run_config(SHORT, "--json")
        four = self.run_config(SHORT, "--threads", "4", "--json")
        self.check(four, DONE, "4 threads: 32 of 64 links are cut")
        self.assertEqual(len(four.err.splitlines()), 1)
        summaries = [json.loads(o.out) for o in (alone, four)]
        for s in summaries:
            del s["host"]
        self.assertEqual(*summaries)
        self.check(self.run_config(SHORT, "--threads", "0"), USAGE)

    def test_verify_compares_another_partitioning(self):
        self.check(self.run_config(SHORT, "--verify"), DONE,
                   "verified: 1 and 2 threads give the same summary")
        self.check(self.run_config(SHORT, "--threads", "3", "--verify"), DONE,
                   "verified: 3 and 1 threads give the same summary")

    def test_profile_tells_of_the_threads(self):
        self.check(self.run_config(SHORT, "--threads", "2", "--profile"), DONE, "windows of",
                   "at the barrier", "part 1 ")

    def test_progress_on_a_terminal(self):
        main_end, terminal = pty.openpty()
        process = self.start_on(terminal)
        os.close(terminal)
        seen = b""
        while select.select([main_end], [], [], 60)[0]:
            try:
                piece = os.read(main_end, 4096)
            except OSError:
                break
            if not piece:
                break
            seen += piece
            if b"%" in seen and process.poll() is None:
                process.send_signal(signal.SIGINT)
                break
        process.communicate()
        os.close(main_end)
        self.assertRegex(seen.decode(), r"\d+ %, .* s left")

    def start_on(self, terminal):
        self.write("config.toml", UNIFORM % "1 s")
        return self.start("run", "config.toml", "--out", "out", stderr=terminal)

    def test_time_limit(self):
        self.check(self.run_config(SHORT, "--set", "run.time_limit=5 us"), LIMIT, "time limit")
        self.assertEqual(self.summary()["end_reason"], "time limit")
        self.assertEqual(self.summary()["time_ps"], 5_000_000)


class Identities(KasuriTest):
    def test_one_packet_for_each_ordered_pair(self):
        summary = json.loads(self.kasuri(
            "run", SOURCE / "examples/alltoall-torus/identity.toml", "--json", "--out", "out").out)
        self.assertEqual(summary["packets"], 512 * 511)
        self.assertEqual(summary["packet_bytes"], 512 * 511 * 48)
        self.assertEqual(summary["links"], 512 * 6)
        self.assertEqual(summary["transfer_bytes"], 512 * 3072 * 48)
        self.assertEqual(summary["packet_hops"], 512 * (3072 + 511))


class Picture(KasuriTest):
    def test_draws_the_links(self):
        self.run_config(SHORT)
        self.check(self.kasuri("picture", "out"), DONE, "out/links.svg")
        self.assertIn("<line", (self.dir / "out" / "links.svg").read_text())

    def test_other_things_are_refused(self):
        self.check(self.kasuri("picture", "."), USAGE, "not a run directory")
        self.run_config(SHORT.replace("[4, 4]", "[2, 2, 2, 2]"))
        self.check(self.kasuri("picture", "out"), USAGE, "three dimensions")


class Places(KasuriTest):
    def test_unwritable(self):
        self.write("file", "")
        self.write("config.toml", SHORT)
        for out in ("file/x", "/proc/x", "/dev/null/x"):
            self.check(self.kasuri("run", "config.toml", "--out", out), LIMIT, out)
        self.check_nothing_left("file")

    def test_something_else_is_in_the_way(self):
        self.write("file", "precious")
        (self.dir / "folder").mkdir()
        self.write("folder/precious", "")
        self.write("config.toml", SHORT)
        for out in ("file", "folder", ".", "/"):
            self.check(self.kasuri("run", "config.toml", "--out", out), USAGE, "not a run directory")
        self.assertEqual((self.dir / "file").read_text(), "precious")
        self.check_nothing_left("file", "folder")

    def test_empty_folder_and_earlier_run_are_replaced(self):
        (self.dir / "out").mkdir()
        self.check(self.run_config(SHORT), DONE)
        self.check(self.run_config(SHORT, "--set", "run.seed=9"), DONE)
        self.assertEqual(self.summary()["seed"], 9)
        self.check_nothing_left("out")

    def test_a_failed_run_keeps_the_earlier_one(self):
        self.check(self.run_config(SHORT), DONE)
        before = self.summary()
        self.check(self.run_config(SHORT, "--set", "router.vcs=0"), USAGE)
        self.assertEqual(self.summary(), before)

    def test_two_runs_into_one_place(self):
        first = self.start_and_wait()
        self.check(self.kasuri("run", "config.toml", "--out", "out"), USAGE, "another run")
        first.send_signal(signal.SIGINT)
        first.communicate()
        self.assertEqual(self.summary()["end_reason"], "interrupted")
        self.check_nothing_left("out")

    def test_default_names_of_two_runs_differ(self):
        self.write("config.toml", SHORT)
        runs = [self.start("run", "config.toml") for _ in range(4)]
        for r in runs:
            r.communicate()
            self.assertEqual(r.returncode, DONE)
        self.assertEqual(len(list((self.dir / "runs").iterdir())), 4)


class Disk(KasuriTest):
    def limited(self, limit):
        def before():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        return self.run_config(SHORT, preexec_fn=before)

    def test_file_size_limits(self):
        for limit in (0, 1, 500, 2000, 4000):
            outcome = self.limited(limit)
            self.check(outcome, LIMIT, "error", "out.draft")
            self.assertFalse((self.dir / "out").exists())
            self.check_nothing_left("out.incomplete")
            shutil.rmtree(self.dir / "out.incomplete", ignore_errors=True)

    def test_full_disk(self):
        (self.dir / "disk").mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", "disk"],
                                 cwd=self.dir, capture_output=True)
        if mounted.returncode:
            self.skipTest("cannot mount a small file system")
        try:
            self.write("config.toml", SHORT)
            self.check(self.kasuri("run", "config.toml", "--out", "disk/out"), LIMIT,
                       "disk/out", "The run took")
            self.assertLessEqual({p.name for p in (self.dir / "disk").iterdir()}, {"out.incomplete"})
        finally:
            subprocess.run(["umount", self.dir / "disk"])


class Signals(KasuriTest):
    def test_interrupt_gives_partial_results(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            process = self.start_and_wait()
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, code, err)
            self.assertIn("interrupted", out)
            summary = self.summary()
            self.assertEqual(summary["end_reason"], "interrupted")
            self.assertEqual(summary["exit_code"], code)
            self.assertGreater(summary["packets"], 0)
            manifest = json.loads((self.dir / "out" / "manifest.json").read_text())
            self.assertFalse(manifest["complete"])
            self.assertIs(summary["complete"], False)
            self.assertIn("hash of the part that was run", out)
            self.assertNotIn("result hash", out)
            self.check(self.kasuri("rerun", "out"), USAGE, "this run was interrupted")
            self.check_nothing_left("out")

    def test_interrupt_while_compiling(self):
        self.write("slow-cc", "#!/bin/sh\nexec sleep 100\n")
        (self.dir / "slow-cc").chmod(0o755)
        self.write("program.c", "")
        self.write("config.toml", PROGRAM)
        process = self.start("run", "config.toml", "--out", "out", start_new_session=True,
                             env=dict(os.environ, CC=str(self.dir / "slow-cc")))
        self.wait_for(lambda: (self.dir / "out.draft").exists())
        time.sleep(0.5)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("interrupted while compiling", err)
        self.check_nothing_left("slow-cc")

    def test_a_killed_run_leaves_no_results_and_no_obstacle(self):
        process = self.start_and_wait()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        self.assertFalse((self.dir / "out").exists())
        self.check(self.run_config(SHORT), DONE)
        self.check_nothing_left("out")


if __name__ == "__main__":
    main()
