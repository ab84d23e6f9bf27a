# SPDX-License-Identifier: MIT
"""Several processes under mpirun: the same result as one, one error for all, and no hang."""
import json
import os
import shutil
import signal
import subprocess
import time
import unittest

from harness import *

# Tests may run as root, in containers, on few cores, with no network.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
               "OMPI_MCA_btl": "self,vader", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
               "OMPI_MCA_plm": "isolated"}


@unittest.skipUnless(shutil.which("mpirun"), "needs Open MPI")
class Cluster(KasuriTest):
    def start_processes(self, processes, *args):
        return subprocess.Popen(["mpirun", "-q", "-np", str(processes), KASURI, *args],
                                cwd=self.dir, text=True, env=ENVIRONMENT,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, start_new_session=True)

    def run_processes(self, processes, *args):
        process = self.start_processes(processes, *args)
        try:
            out, err = process.communicate(timeout=300)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        return Outcome(process.returncode, out, err)

    def expect_same(self, text, runs):
        self.check(self.run_config(text), DONE)
        alone = self.summary()
        alone.pop("host")
        for processes, threads in runs:
            out = f"out-{processes}-{threads}"
            self.check(self.run_processes(processes, "run", "config.toml", "--threads",
                                          str(threads), "--out", out), DONE, "processes of")
            summary = self.summary(out)
            self.assertEqual(summary.pop("host")["threads"], processes * threads)
            self.assertEqual(summary, alone, f"{processes} processes of {threads} threads")
            if shutil.which("h5diff"):
                tables = [self.dir / d / "results.h5" for d in ("out", out)]
                subprocess.run(["h5diff", *tables], check=True, stdout=subprocess.DEVNULL)

    def test_patterns_give_the_same_result(self):
        self.expect_same(SHORT + '[link]\ncable_latency = "50 ns"\n', [(2, 1), (3, 1), (2, 2)])

    def test_ethernet_gives_the_same_result(self):
        self.expect_same(SHORT + '[link]\ncable_latency = "50 ns"\n[ethernet]\nqueue = "9 kB"\n',
                         [(2, 1), (3, 2)])

    def test_power_is_put_together(self):
        self.expect_same(SHORT + '[link]\ncable_latency = "50 ns"\n[power]\n'
                         'preset = "nsimpower-table1"\nt_lt = "300 ns"\n'
                         'chunk = "1 us"\ntransient = "links"\n', [(2, 1), (3, 2)])

    def test_faults_noise_and_windows_give_the_same_result(self):
        program = SOURCE.resolve() / "tests" / "specimens" / "program" / "mixed.c"
        self.expect_same(TORUS + '[link]\ncable_latency = "50 ns"\n[router]\nvcs = 8\n'
                         '[nic]\nwindow = "4 KiB"\n[routing]\ntype = "detour"\n'
                         '[noise]\ntype = "random"\ninterval = "2 us"\nduration = "200 ns"\n'
                         '[faults]\nreroute_time = "1 us"\n[[faults.failures]]\nrandom_links = 1\n'
                         '[[faults.failures]]\nat = "6 us"\nrandom_links = 2\n'
                         '[[faults.degraded]]\nbit_error_rate = 1e-6\n'
                         f'[[jobs]]\nprogram = "{program}"\nranks = 6\npayload = true\n[[jobs]]\n'
                         'pattern = { type = "uniform", load = 0.4, message = "6 KiB", '
                         'duration = "20 us" }\n', [(2, 1), (3, 2)])

    def test_communicators_of_any_kind(self):
        """Lists of members go between processes as data, and within one they are shared."""
        program = SOURCE.resolve() / "tests" / "cli" / "programs" / "communicators.c"
        self.expect_same(TORUS + f'[[jobs]]\nprogram = "{program}"\nargs = ["gdct"]\nranks = 64\n'
                         'ranks_per_node = 4\npayload = true\n', [(2, 1), (2, 2)])

    def test_jobs_have_their_own_results(self):
        program = SOURCE / "tests" / "specimens" / "program" / "mixed.c"
        self.expect_same(TORUS + '[link]\ncable_latency = "50 ns"\n[power]\n'
                         'preset = "nsimpower-table1"\nchunk = "5 us"\n' +
                         f'[[jobs]]\nprogram = "{program.resolve()}"\nranks = 6\n'
                         'iterations = 2\npayload = true\n'
                         'placement = "random-nodes"\nmapping = "hilbert"\n[[jobs]]\n'
                         'pattern = { type = "uniform", load = 0.3, duration = "20 us" }\n'
                         'start = "7 us"\nranks = 12\nranks_per_node = 2\nlayout = "cyclic"\n',
                         [(2, 1), (3, 2)])

    def test_links_that_wake_each_other(self):
        for power in ('directions = "joint"', 'policy = "early-wake"'):
            self.expect_same(SHORT + '[link]\ncable_latency = "50 ns"\n[power]\n'
                         'preset = "nsimpower-table1"\nt_lt = "300 ns"\n'
                             f'terminal_ports = true\n{power}\n', [(2, 1), (3, 2)])

    def test_programs_and_their_payload_give_the_same_result(self):
        program = SOURCE.resolve() / "tests" / "specimens" / "program" / "mixed.c"
        self.expect_same('[topology]\ntype = "mesh"\nextents = [4, 2]\n'
                         '[link]\ncable_latency = "500 ns"\ncredit_time = "1 us"\n'
                         f'[[jobs]]\nprogram = "{program}"\npayload = true\n', [(2, 1), (3, 2)])

    def test_rerun_in_several_processes(self):
        self.check(self.run_config(SHORT + '[link]\ncable_latency = "50 ns"\n'), DONE)
        again = self.run_processes(2, "rerun", "out", "--threads", "2", "--out", "again")
        self.check(again, DONE, "the same result")
        self.assertEqual(again.out.count("the same result"), 1)
        self.assertEqual(self.summary("again")["result_hash"], self.summary()["result_hash"])
        config = self.dir / "out" / "config.toml"
        config.write_text(config.read_text().replace("seed = 1", "seed = 4"))
        self.check(self.run_processes(2, "rerun", "out"), USAGE,
                   "its content differs from the run's output")
        manifest = self.dir / "out" / "manifest.json"
        files = json.loads(manifest.read_text())
        del files["files"]["config.toml"]
        manifest.write_text(json.dumps(files))
        other = self.run_processes(2, "rerun", "out")
        self.check(other, INTERNAL, "gives another result")
        self.assertEqual(other.err.count("gives another result"), 1)
        shutil.rmtree(self.dir / "out")
        self.check(self.run_processes(2, "rerun", "out"), USAGE, "not a run directory")

    def test_traces_and_motifs_give_the_same_result(self):
        jobs = ""
        for trace in sorted((SOURCE.resolve() / "tests" / "specimens" / "trace").iterdir()):
            jobs += f'[[jobs]]\nname = "{trace.stem}"\ntrace = "{trace}"\niterations = 3\n'
        jobs += '[[jobs]]\nmotif = { type = "stencil", grid = [2, 2], size = "9 kB", steps = 3 }\n'
        machine = TORUS + '[link]\ncable_latency = "50 ns"\n'
        for network in ("", '[network]\ntype = "loggp"\nlatency = "700 ns"\n'):
            with self.subTest(network=network):
                self.expect_same(machine + network + jobs, [(2, 1), (3, 2)])
                shutil.rmtree(self.dir)
                self.dir.mkdir()

    def test_otf2_archives_give_the_same_result(self):
        # Each process reads the ranks of its own parts, two threads at once from one archive.
        program = SOURCE.resolve() / "tests" / "specimens" / "program" / "mixed.c"
        self.write("recorded.toml", TORUS +
                   f'[[jobs]]\nname = "m"\nprogram = "{program}"\npayload = true\n')
        self.check(self.kasuri("run", "recorded.toml", "--record", "otf2", "--out", "recorded"), DONE)
        trace = self.dir / "recorded" / "m-otf2" / "m.otf2"
        jobs = f'[[jobs]]\nname = "once"\ntrace = "{trace}"\nshare_nodes = true\n'
        jobs += (f'[[jobs]]\nname = "scaled"\ntrace = "{trace}"\nshare_nodes = true\n'
                 'iterations = 2\nstart = "3 us"\n[jobs.replay]\ncompute_scale = 0.5\n')
        self.expect_same(TORUS + '[link]\ncable_latency = "50 ns"\n' + jobs, [(2, 1), (2, 2)])

    def test_payload_crosses_networks_of_whole_messages(self):
        program = SOURCE.resolve() / "tests" / "specimens" / "program" / "mixed.c"
        self.expect_same(TORUS + '[network]\ntype = "loggp"\n' +
                         f'[[jobs]]\nprogram = "{program}"\npayload = true\n', [(2, 1)])

    def test_recording_is_refused(self):
        self.write("config.toml", TORUS + '[[jobs]]\nmotif = { type = "stencil", grid = [2, 2] }\n')
        outcome = self.run_processes(2, "run", "config.toml", "--record", "goal")
        self.check(outcome, USAGE, "--record works in one process only")

    def test_one_error_for_all(self):
        self.write("config.toml", SHORT.replace("torus", "taurus"))
        outcome = self.run_processes(3, "run", "config.toml")
        self.check(outcome, USAGE, "taurus")
        self.assertEqual(outcome.err.count("taurus"), 1)

    def test_a_program_that_does_not_compile_ends_all(self):
        self.write("program.c", "int MGEN_Main(void) { return nothing; }\n")
        self.write("config.toml", PROGRAM)
        outcome = self.run_processes(2, "run", "config.toml")
        self.check(outcome, USAGE, "nothing")

    def test_more_processes_than_routers(self):
        self.write("config.toml", SHORT.replace("[4, 4]", "[2]"))
        outcome = self.run_processes(3, "run", "config.toml")
        self.check(outcome, USAGE, "3 processes for 2 routers")
        self.assertEqual(outcome.err.count("processes for"), 1)

    def test_a_failing_rank_ends_the_run(self):
        body = 'if (rank == 1) MGEN_Abort(MGEN_COMM_WORLD, 7); MGEN_Barrier(MGEN_COMM_WORLD);'
        self.check(self.run_program(body), FAILED, "rank 1")
        alone = self.summary()
        outcome = self.run_processes(2, "run", "config.toml", "--out", "two")
        self.check(outcome, FAILED, "rank 1")
        two = self.summary("two")
        alone.pop("host"), two.pop("host")
        self.assertEqual(two, alone)

    def test_a_killed_process_ends_the_run(self):
        self.write("config.toml", LONG)
        process = self.start_processes(2, "run", "config.toml", "--out", "out")
        self.addCleanup(self.end, process)
        self.wait_for(lambda: (self.dir / "out.draft" / "manifest.json").exists())
        time.sleep(1)
        children = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True,
                                  text=True).stdout.split()
        os.kill(int(children[-1]), signal.SIGKILL)
        self.assertNotEqual(process.wait(timeout=120), 0)


if __name__ == "__main__":
    main()
