# SPDX-License-Identifier: MIT
"""The estimate of a run's memory against what Kasuri then had for itself: all of the process, less what the
programs had allocated. Within 20 %, for machines and workloads of several kinds."""
import os

from harness import *

SMALL = '[topology]\ntype = "torus"\nextents = [4, 4]\n'
TORUS_3D = '[topology]\ntype = "torus"\nextents = [16, 16, 16]\n'
FAT_TREE = '[topology]\ntype = "fat-tree"\nradix = 16\nlevels = 3\n'
DRAGONFLY = ('[topology]\ntype = "dragonfly"\nrouters_per_group = 8\nglobal_links = 4\n'
             'endpoints_per_router = 4\n[router]\nvcs = 4\n')
LARGE = '[topology]\ntype = "torus"\nextents = [64, 64, 32]\n'
ALL = '[[jobs]]\nprogram = "program.c"\n'
RING = """for (int k = 0; k < 5; ++k) { MGEN_Request r[2];
  MGEN_Irecv(0, 1000, MGEN_BYTE, (rank + size - 1) % size, 0, MGEN_COMM_WORLD, &r[0]);
  MGEN_Isend(0, 1000, MGEN_BYTE, (rank + 1) % size, 0, MGEN_COMM_WORLD, &r[1]);
  MGEN_Waitall(2, r, MGEN_STATUSES_IGNORE); }"""
ALLREDUCE = "for (int k = 0; k < 3; ++k) MGEN_Allreduce(0, 0, 100, MGEN_DOUBLE, MGEN_SUM, MGEN_COMM_WORLD);"
HEAP = "char* mine = malloc(20000); for (int i = 0; i < 20000; ++i) mine[i] = 1; " + ALLREDUCE


class Estimate(KasuriTest):
    def expect_close(self, outcome):
        self.check(outcome, DONE)
        host = self.summary()["host"]
        own = host["peak_rss_bytes"] - host["memory"]["program_heap_bytes"]
        estimate = host["memory"]["estimated_bytes"]
        self.assertLess(abs(estimate / own - 1), 0.2,
                        f"{estimate / 1e6:.1f} MB estimated, {own / 1e6:.1f} MB measured")

    def expect_program(self, machine, body, *args):
        self.expect_close(self.run_program(body, *args, config=machine + ALL))

    def test_small(self):
        self.expect_program(SMALL, RING)
        self.expect_program(SMALL, RING, "--statistics")

    def test_tori(self):
        for body in (RING, ALLREDUCE, HEAP):
            self.expect_program(TORUS_3D, body)
        self.expect_program(TORUS_3D, RING, "--set", "router.vcs=4",
                            "--set", "routing.type=minimal-adaptive")

    def test_fat_tree(self):
        self.expect_program(FAT_TREE, RING)
        self.expect_program(FAT_TREE, ALLREDUCE, "--statistics")
        self.expect_close(self.run_config(FAT_TREE + '[[jobs]]\npattern = { type = "uniform", load = 0.4, '
                                          'duration = "60 us" }\n', "--statistics"))

    def test_dragonfly(self):
        self.expect_program(DRAGONFLY, ALLREDUCE)
        self.expect_program(DRAGONFLY, RING, "--set", "routing.type=ugal-l")

    def test_patterns_and_motifs(self):
        self.expect_close(self.run_config(TORUS_3D + '[[jobs]]\npattern = { type = "uniform", load = 0.2, '
                                          'duration = "3 us" }\n'))
        self.expect_close(self.run_config(TORUS_3D + '[[jobs]]\nranks = 4096\n'
                                          'motif = { type = "stencil", grid = [64, 64], steps = 2 }\n'))

    def test_traces(self):
        self.check(self.run_program(RING, "--record", "goal", config=FAT_TREE + ALL), DONE)
        goal = next((self.dir / "out").glob("*.goal"))
        goal.rename(self.dir / "ring.goal")
        self.expect_close(self.run_config(FAT_TREE + '[[jobs]]\ntrace = "ring.goal"\n'))

    @unittest.skipUnless(os.environ.get("KASURI_LONG"), "a minute; set KASURI_LONG")
    def test_131072_ranks(self):
        for body in (RING, ALLREDUCE):
            self.expect_program(LARGE, body)


class Numbering(KasuriTest):
    def test_a_router_of_many_ports_and_channels(self):
        switch = '[topology]\ntype = "switch"\nendpoints = %d\n[router]\nvcs = 32\n[[jobs]]\nranks = 8\n' \
                 'pattern = { type = "uniform", load = 0.2, duration = "2 us" }\n'
        self.check(self.run_config(switch % 1100), DONE)
        self.check(self.run_config(switch % 2048), DONE)
        self.check(self.run_config(switch % 2049), USAGE, "at most 65,536, not 65568")

    def test_adaptive_routing_is_counted(self):
        # The estimate contains what the process has by then, which varies by a megabyte.
        torus = '[topology]\ntype = "torus"\nextents = [32, 32, 32]\n'

        def estimated(routing):
            self.check(self.run_config(torus + '[[jobs]]\npattern = { type = "uniform", load = 0.1, '
                                       'duration = "10 ns" }\n', "--set", "router.vcs=4", "--set",
                                       "run.deadlock_check=false", "--set",
                                       "routing.type=" + routing), DONE)
            return self.summary()["host"]["memory"]["estimated_bytes"]
        more = estimated("minimal-adaptive") - estimated("dimension-order")
        self.assertAlmostEqual(more / 32768, 7 * 4 * 32, delta=100)  # ports, VCs, a record's bytes


if __name__ == "__main__":
    main()
