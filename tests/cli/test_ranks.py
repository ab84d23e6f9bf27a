# SPDX-License-Identifier: MIT
"""Memory of the ranks of MPI programs by what they call, and of NCCL's: 100,000 in the long test."""
import os
import shutil
import subprocess
import unittest

from harness import DONE, KASURI, KasuriTest, main

LONG = bool(os.environ.get("KASURI_LONG"))
RANKS = 100000 if LONG else 2000
KB_PER_RANK = 12
BASE = 48 << 20  # of a process without ranks
MOST = 3 << 30
PROGRAM = """#include <mpi.h>
int main(int c, char** v) {
  int rank, n, a[4] = {1, 2, 3, 4}, b[4] = {0}, one[4] = {1, 1, 1, 1}, at[4] = {0, 1, 2, 3};
  MPI_Comm k; MPI_Win w; MPI_File f;
  MPI_Init(&c, &v);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  int extents[2] = {n / 100, 100}, ring[2] = {1, 1}, two = 2;
  int sides[2] = {(rank + 1) %% n, (rank + n - 1) %% n};
  %s
  MPI_Finalize();
  return 0;
}
"""
CART = "MPI_Cart_create(MPI_COMM_WORLD, 2, extents, ring, 0, &k);"
CALLS = {
    "barrier": "MPI_Barrier(MPI_COMM_WORLD);",
    "grid": CART,
    "graph": "MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &two, sides, MPI_UNWEIGHTED, "
             "MPI_INFO_NULL, 0, &k);",
    "window": "MPI_Win_create(a, sizeof a, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w); MPI_Win_free(&w);",
    "split": "MPI_Comm_split(MPI_COMM_WORLD, rank % 100, rank, &k); MPI_Comm_free(&k);",
    "neighbours": CART + "MPI_Neighbor_alltoallv(a, one, at, MPI_INT, b, one, at, MPI_INT, k);"
                         "if (b[0] != 2 || b[1] != 1 || b[2] != 4 || b[3] != 3) return 1;",
    "file": 'MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &f);'
            "MPI_File_write_at_all(f, (MPI_Offset)rank * 4, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);"
            "MPI_File_close(&f);",
}
NETWORK = 'network = { type = "loggp" }\n[topology]\ntype = "torus"\nextents = [%d, 100]\n' % (RANKS // 100)


@unittest.skipIf(os.environ.get("KASURI_SANITIZE"), "sanitizers take memory of their own")
class Ranks(KasuriTest):
    def memory(self, config):
        """The most that the process had, and what `check` estimates in relation to that."""
        self.write("config.toml", config)
        peak = self.peak_memory("run", "config.toml", "--out", "out", "--threads", "1")
        host = self.summary()["host"]["memory"]
        shutil.rmtree(self.dir / "out")
        return peak, host["estimated_bytes"] / (peak - host["program_heap_bytes"])

    def program(self, calls):
        self.write("p.c", PROGRAM % calls)
        subprocess.run([KASURI, "mpicc", "-O1", "p.c", "-o", "p"], cwd=self.dir, check=True, timeout=120)
        used, estimate = self.memory(NETWORK + '[[jobs]]\nprogram = "p"\n')
        self.assertAlmostEqual(estimate, 1, delta=0.2)
        return used

    def test_a_rank_that_meets_a_barrier(self):
        used = self.program(CALLS["barrier"])
        self.assertLess(used, BASE + RANKS * KB_PER_RANK * 1000, f"{used / RANKS:.0f} bytes a rank")

    def test_what_ranks_call(self):
        for name, calls in CALLS.items():
            with self.subTest(name):
                used = self.program(calls)
                self.assertLess(used, BASE + (MOST - BASE) * RANKS // 100000,
                                f"{used / RANKS:.0f} bytes a rank")

    def test_nccl(self):
        used, _ = self.memory(NETWORK + '[mpi]\nlibrary = "nccl"\n[[jobs]]\nranks = %d\nmotif = '
                              '{ type = "collective", operation = "allreduce", size = "8 B", steps = 1 }\n'
                              % RANKS)
        self.assertLess(used, BASE + (MOST - BASE) * RANKS // 100000)


if __name__ == "__main__":
    main()
