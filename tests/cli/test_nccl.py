# SPDX-License-Identifier: MIT
"""Collectives between GPUs as NCCL has them: results, threads, flows, predictions, bad input."""
import json
import re

from harness import DONE, USAGE, KasuriTest, main

MACHINE = """
[topology]
type = "hierarchy"
servers = 6
nics = 4
[topology.server]
type = "full-mesh"
routers = 4
[topology.fabric]
type = "switch"
endpoints = 24
[link]
rate = "25 GB/s"
[router]
vcs = 2
[nic]
packet = "4 KiB"
"""

# Every operation on all ranks, on those of every third, and two non-blocking ones at once.
PROGRAM = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static int bad;
static void expect(int is, int should, const char* what) {
  if (is != should && bad++ < 5) printf("%s: %d, not %d\n", what, is, should);
}
static void test(MPI_Comm comm, int n) {
  int r, p;
  MPI_Comm_rank(comm, &r);
  MPI_Comm_size(comm, &p);
  int* a = malloc(sizeof(int) * n * p);
  int* b = malloc(sizeof(int) * n * p);
  int* c = malloc(sizeof(int) * n * p);
  for (int i = 0; i < n * p; ++i) a[i] = r + i, b[i] = c[i] = -1;
  const int sum = p * (p - 1) / 2;
  MPI_Allreduce(a, b, n, MPI_INT, MPI_SUM, comm);
  for (int i = 0; i < n; ++i) expect(b[i], sum + p * i, "allreduce");
  MPI_Reduce_scatter_block(a, b, n, MPI_INT, MPI_SUM, comm);
  for (int i = 0; i < n; ++i) expect(b[i], sum + p * (r * n + i), "reduce_scatter");
  MPI_Allgather(a, n, MPI_INT, b, n, MPI_INT, comm);
  for (int i = 0; i < n * p; ++i) expect(b[i], i / n + i % n, "allgather");
  MPI_Alltoall(a, n, MPI_INT, b, n, MPI_INT, comm);
  for (int i = 0; i < n * p; ++i) expect(b[i], i / n + r * n + i % n, "alltoall");
  for (int i = 0; i < n; ++i) b[i] = r == p - 1 ? 7 * i : -1;
  MPI_Bcast(b, n, MPI_INT, p - 1, comm);
  for (int i = 0; i < n; ++i) expect(b[i], 7 * i, "bcast");
  MPI_Reduce(a, b, n, MPI_INT, MPI_MAX, p / 2, comm);
  for (int i = 0; r == p / 2 && i < n; ++i) expect(b[i], p - 1 + i, "reduce");
  MPI_Request two[2];
  MPI_Iallreduce(a, b, n, MPI_INT, MPI_SUM, comm, &two[0]);
  MPI_Iallreduce(a, c, n, MPI_INT, MPI_MAX, comm, &two[1]);
  MPI_Waitall(2, two, MPI_STATUSES_IGNORE);
  for (int i = 0; i < n; ++i) expect(b[i], sum + p * i, "iallreduce");
  for (int i = 0; i < n; ++i) expect(c[i], p - 1 + i, "the second iallreduce");
  MPI_Allreduce(MPI_IN_PLACE, a, n, MPI_INT, MPI_SUM, comm);
  for (int i = 0; i < n; ++i) expect(a[i], sum + p * i, "in place");
  free(a), free(b), free(c);
}
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int r;
  MPI_Comm_rank(MPI_COMM_WORLD, &r);
  const int sizes[] = {1, 3, 100, 20000};
  for (int i = 0; i < 4; ++i) test(MPI_COMM_WORLD, sizes[i]);
  MPI_Comm third;
  MPI_Comm_split(MPI_COMM_WORLD, r % 3, r, &third);
  test(third, 1000);
  int all = bad;
  MPI_Allreduce(&bad, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (r == 0) printf(all ? "wrong\n" : "all right\n");
  MPI_Finalize();
  return all != 0;
}
"""


def job(ranks, more=""):
    return f'[[jobs]]\nprogram = "p.c"\nranks = {ranks}\ncollectives = "nccl"\n{more}'


def allreduce(size, ranks=16, more=""):
    return (f'[[jobs]]\nranks = {ranks}\ncollectives = "nccl"\nmotif = {{ type = "collective", operation = '
            f'"allreduce", size = "{size}", element = 4, steps = 1 }}\n{more}')


class Nccl(KasuriTest):
    def setUp(self):
        super().setUp()
        self.write("p.c", PROGRAM)
        self.runs = 0

    def simulate(self, text, *args):
        self.runs += 1
        self.write("config.toml", text)
        return self.kasuri("run", "config.toml", "--out", f"out{self.runs}", *args)

    def hash_of(self, outcome):
        self.check(outcome, DONE)
        return re.search(r"result hash (\w+)", outcome.out)[1]

    def test_results(self):
        for ranks, settings in ((16, ""), (24, 'algorithm = "ring"\nprotocol = "ll"\n'),
                                (13, 'algorithm = "tree"\nprotocol = "ll128"\nchannels = 3\n'),
                                (24, 'algorithm = "nvls"\n'), (24, 'algorithm = "tree"\n'),
                                (3, 'protocol = "simple"\n'), (1, "")):
            with self.subTest(ranks=ranks, settings=settings):
                done = self.simulate(MACHINE + "[mpi.nccl]\n" + settings + job(ranks))
                self.check(done, DONE, "all right")

    def test_threads_and_flows(self):
        for more in ((), ("--set", "fidelity=flow")):
            one, three = (self.simulate(MACHINE + allreduce("2 MiB"), "--threads", n, *more)
                          for n in ("1", "3"))
            self.assertEqual(self.hash_of(one), self.hash_of(three))

    def time_of(self, size, ranks=16, **settings):
        text = "[mpi.nccl]\n" + "".join(f'{k} = {json.dumps(v)}\n' for k, v in settings.items())
        self.check(self.simulate(MACHINE + text + allreduce(size, ranks)), DONE)
        return self.summary(f"out{self.runs}")["time_ps"]

    def test_scales_as_the_formulas(self):
        # Of long vectors a ring moves 2 (n - 1) / n of each byte; of short ones it takes 2 (n - 1) hops.
        long = {"algorithm": "ring", "protocol": "simple", "proxy_time": "0 ns"}
        ratio = self.time_of("64 MiB", **long) / self.time_of("32 MiB", **long)
        self.assertAlmostEqual(ratio, 2, delta=0.15)
        ratio = self.time_of("64 MiB", 24, **long) / self.time_of("64 MiB", 8, **long)
        self.assertAlmostEqual(ratio, (23 / 24) / (7 / 8), delta=0.2)
        short = {"algorithm": "ring", "protocol": "ll", "proxy_time": "0 ns", "channels": 1}
        base = 6.6e6
        ratio = (self.time_of("4 KiB", 24, **short) - base) / (self.time_of("4 KiB", 12, **short) - base)
        self.assertAlmostEqual(ratio, 46 / 22, delta=0.2)

    def test_predictions(self):
        for algorithm in ("nccl-ring", "nccl-tree"):
            done = self.kasuri("predict", "marenostrum5", "--nodes", "8", "--collective", "allreduce",
                               "--algorithm", algorithm, "--bytes", "16384", "--json")
            self.check(done, DONE)
            point = json.loads(done.out)["points"][0]
            self.assertAlmostEqual(point["busbw_gb_s"], point["algbw_gb_s"] * 2 * 31 / 32, 6)

    def test_bad_input(self):
        self.check(self.simulate(MACHINE + '[mpi.nccl]\nprotocol = "ll256"\n' + allreduce("1 KiB")), USAGE,
                   "config.toml:19:", "ll128")
        self.check(self.simulate(MACHINE + allreduce("1 KiB").replace('"nccl"', '"ncl"')), USAGE,
                   "did you mean 'nccl'")
        self.check(self.simulate(MACHINE + '[[jobs]]\ncollectives = "nccl"\npattern = { type = "uniform", '
                                   'load = 0.1, duration = "1 us" }\n'), USAGE, "calls no collective")
        self.check(self.kasuri("predict", "marenostrum5", "--nodes", "8", "--collective", "allreduce",
                               "--ranks-per-node", "3", "--algorithm", "nccl-ring", "--bytes", "64"), USAGE,
                   "have 4 GPUs")


if __name__ == "__main__":
    main()
