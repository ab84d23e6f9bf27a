# SPDX-License-Identifier: MIT
"""Small stacks, small address spaces, and large machines: answered in time, or refused in words."""
import resource
import subprocess

from harness import *

PLAN = '[[jobs]]\npattern = { type = "uniform", load = 0.1, duration = "10 ns" }\n'
JELLYFISH = '[topology]\ntype = "jellyfish"\nrouters = %d\nlinks_per_router = 16\n' + PLAN
MOTIF = ('network = { type = "loggp" }\n[topology]\ntype = "torus"\nextents = [%d, 100]\n[[jobs]]\n'
         'motif = { type = "collective", operation = "allreduce", steps = 1 }\nranks = %d\n')
POD = ('fidelity = "%s"\n[topology]\ntype = "gpu-pod"\ntemplate = "spectrum-x"\ngpus = %d\n[[jobs]]\n'
       'motif = { type = "collective", size = "64 KiB", steps = 1 }\nranks = %d\n')
WITHIN_20_PERCENT = 0.2


def limited(what, size):
    return {"preexec_fn": lambda: resource.setrlimit(what, (size, size))}


class Limits(KasuriTest):
    def test_a_small_stack(self):
        for threads in ("1", "2"):
            self.check(self.run_config(SHORT, "--threads", threads,
                                       **limited(resource.RLIMIT_STACK, 64 << 10)), DONE)

    def test_motifs_share_a_small_address_space(self):
        """20,000 stacks of 256 KiB are 5.6 GB."""
        space = limited(resource.RLIMIT_AS, 3 << 30)
        self.check(self.run_config(MOTIF % (200, 20000), **space), DONE)

    def test_patterns_need_no_stacks(self):
        self.write("config.toml", '[topology]\ntype = "torus"\nextents = [50, 50, 50]\n' + PLAN)
        self.check(self.kasuri("check", "config.toml", **limited(resource.RLIMIT_AS, 3 << 30)), DONE)

    def test_an_address_space_that_is_too_small_is_refused_before_the_run(self):
        self.write("config.toml", MOTIF % (200, 20000))
        outcome = self.kasuri("check", "config.toml", **limited(resource.RLIMIT_AS, 1 << 29))
        self.check(outcome, LIMIT, "of address space", "ulimit -v")


class LargeMachines(KasuriTest):
    def check_quickly(self, text, *args):
        self.write("config.toml", text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        process = self.start("check", "config.toml", *args)
        self.addCleanup(self.end, process)
        out, err = process.communicate(timeout=120)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 10)
        return Outcome(process.returncode, out, err)

    def test_too_few_virtual_channels_are_refused_with_the_diameter(self):
        self.check(self.check_quickly(JELLYFISH % 500, "--set", "router.vcs=2"), USAGE,
                   "needs at least 3 virtual channels", "routing 'minimal' needs 4, the diameter")

    def test_virtual_channels_that_are_not_set_suffice(self):
        self.check(self.check_quickly(JELLYFISH % 500), DONE, "virtual channels by hop, at most 4")

    def test_a_pod_of_gpus(self):
        """At packet level no router has a block of a spine's size."""
        self.write("config.toml", POD % ("packet", 131072, 131072))
        self.check(self.kasuri("check", "config.toml", **limited(resource.RLIMIT_AS, 20 << 30)), DONE,
                   "131,072 nodes")

    def test_a_full_mesh(self):
        self.check(self.check_quickly('[topology]\ntype = "full-mesh"\nrouters = 2000\n' + PLAN), DONE,
                   "free of deadlock", "all 3998000 paths")


class Estimates(KasuriTest):
    def expect_close(self, config):
        """What `check` says before against the peak of the process."""
        self.write("config.toml", config)
        peak = self.peak_memory("run", "config.toml", "--out", "out", "--json")
        host = self.summary()["host"]["memory"]
        shutil.rmtree(self.dir / "out")
        own = peak - host["program_heap_bytes"]
        estimate = host["estimated_bytes"]
        self.assertLess(abs(estimate / own - 1), WITHIN_20_PERCENT,
                        f"{estimate / 1e6:.1f} MB estimated, {own / 1e6:.1f} MB used: {config}")

    def test_motifs(self):
        ranks = 117600 if os.environ.get("KASURI_LONG") else 10000
        for operation in ("allreduce", "bcast", "barrier"):
            self.expect_close((MOTIF % (ranks // 100, ranks)).replace("allreduce", operation))

    def test_pods_of_gpus(self):
        """Each router takes the memory of its own ports: with blocks as large as a spine's, 131,072 GPUs
        would need 330 GB, and 4,096 need 110 MB more."""
        gpus = 131072 if os.environ.get("KASURI_LONG") else 4096
        for level in ("packet", "flow"):
            self.expect_close(POD % (level, gpus, gpus))

    def test_mpi_programs(self):
        calls = ("MPI_Allreduce(&a, &b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);",
                 "MPI_Request r; MPI_Iallreduce(&a, &b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);"
                 "MPI_Wait(&r, MPI_STATUS_IGNORE);")
        sizes = (54000, 100000) if os.environ.get("KASURI_LONG") else (5000,)
        for ranks in sizes:
            for call, words in ((calls[0], 0), (calls[0], 5000), (calls[1], 0)):
                self.write("p.c", f"#include <mpi.h>\nint g[{words} + 1];\nint main(int c, char** v) {{ "
                           "int a = 1, b = 0; MPI_Init(&c, &v); "
                           f"for (int i = 0; i <= {words}; ++i) g[i] = i; {call} "
                           "MPI_Finalize(); return 0; }\n")
                subprocess.run([KASURI, "mpicc", "-O1", "p.c", "-o", "p"], cwd=self.dir, check=True,
                               timeout=120)
                self.expect_close('network = { type = "loggp" }\n[topology]\ntype = "torus"\n'
                                  f'extents = [{ranks // 100}, 100]\n[[jobs]]\nprogram = "p"\n')


if __name__ == "__main__":
    main()
