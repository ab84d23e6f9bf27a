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
[link.server-link]
rate = "150 GB/s"
[link.nic]
rate = "63 GB/s"
[router]
vcs = 2
[nic]
link_rate = "450 GB/s"
packet = "4 KiB"
"""

# Every operation on all ranks, on those of every third, and two non-blocking ones at once.
PROGRAM = r"""
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>
static int bad;
static void expect(int is, int should, const char* what) {
  if (is != should && bad++ < 5) printf("%s: %d, not %d\n", what, is, should);
}
static void test(MGEN_Comm comm, int n) {
  int r, p;
  MGEN_Comm_rank(comm, &r);
  MGEN_Comm_size(comm, &p);
  int* a = malloc(sizeof(int) * n * p);
  int* b = malloc(sizeof(int) * n * p);
  int* c = malloc(sizeof(int) * n * p);
  for (int i = 0; i < n * p; ++i) a[i] = r + i, b[i] = c[i] = -1;
  const int sum = p * (p - 1) / 2;
  MGEN_Allreduce(a, b, n, MGEN_INT, MGEN_SUM, comm);
  for (int i = 0; i < n; ++i) expect(b[i], sum + p * i, "allreduce");
  MGEN_Reduce_scatter_block(a, b, n, MGEN_INT, MGEN_SUM, comm);
  for (int i = 0; i < n; ++i) expect(b[i], sum + p * (r * n + i), "reduce_scatter");
  MGEN_Allgather(a, n, MGEN_INT, b, n, MGEN_INT, comm);
  for (int i = 0; i < n * p; ++i) expect(b[i], i / n + i % n, "allgather");
  MGEN_Alltoall(a, n, MGEN_INT, b, n, MGEN_INT, comm);
  for (int i = 0; i < n * p; ++i) expect(b[i], i / n + r * n + i % n, "alltoall");
  for (int i = 0; i < n; ++i) b[i] = r == p - 1 ? 7 * i : -1;
  MGEN_Bcast(b, n, MGEN_INT, p - 1, comm);
  for (int i = 0; i < n; ++i) expect(b[i], 7 * i, "bcast");
  MGEN_Reduce(a, b, n, MGEN_INT, MGEN_MAX, p / 2, comm);
  for (int i = 0; r == p / 2 && i < n; ++i) expect(b[i], p - 1 + i, "reduce");
  MGEN_Request two[2];
  MGEN_Iallreduce(a, b, n, MGEN_INT, MGEN_SUM, comm, &two[0]);
  MGEN_Iallreduce(a, c, n, MGEN_INT, MGEN_MAX, comm, &two[1]);
  MGEN_Waitall(2, two, MGEN_STATUSES_IGNORE);
  for (int i = 0; i < n; ++i) expect(b[i], sum + p * i, "iallreduce");
  for (int i = 0; i < n; ++i) expect(c[i], p - 1 + i, "the second iallreduce");
  MGEN_Allreduce(MGEN_IN_PLACE, a, n, MGEN_INT, MGEN_SUM, comm);
  for (int i = 0; i < n; ++i) expect(a[i], sum + p * i, "in place");
  free(a), free(b), free(c);
}
int MGEN_Main(int argc, char** argv) {
  MGEN_Init(&argc, &argv);
  int r;
  MGEN_Comm_rank(MGEN_COMM_WORLD, &r);
  const int sizes[] = {1, 3, 100, 20000};
  for (int i = 0; i < 4; ++i) test(MGEN_COMM_WORLD, sizes[i]);
  MGEN_Comm third;
  MGEN_Comm_split(MGEN_COMM_WORLD, r % 3, r, &third);
  test(third, 1000);
  int all = bad;
  MGEN_Allreduce(&bad, &all, 1, MGEN_INT, MGEN_SUM, MGEN_COMM_WORLD);
  if (r == 0) printf(all ? "wrong\n" : "all right\n");
  MGEN_Finalize();
  return all != 0;
}
"""


MERGED = r"""#include <mgen.h>
int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  for (int round = 0; round < 20; round++) {
    MGEN_Comm local, inter, merged;
    int merged_size, cut = 1 + round * 5 % (size - 1), side = rank >= cut;
    MGEN_Comp(1e-8 * ((rank * 37 + round * 11) % 200));
    MGEN_Comm_split(MGEN_COMM_WORLD, side, rank, &local);
    MGEN_Intercomm_create(local, 0, MGEN_COMM_WORLD, side ? 0 : cut, 9, &inter);
    MGEN_Intercomm_merge(inter, side, &merged);
    MGEN_Comm_size(merged, &merged_size);
    if (merged_size != size) return 1;
    MGEN_Comm_free(&merged);
    MGEN_Comm_free(&inter);
    MGEN_Comm_free(&local);
  }
  MGEN_Finalize();
  return 0;
}
"""


def job(ranks, more=""):
    return (f'[[jobs]]\nprogram = "p.c"\nranks = {ranks}\ncollectives = "nccl"\nprivate_globals = true\n'
            f'{more}')


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

    def test_collectives_that_make_communicators_keep_their_order(self):
        # The messages of a broadcast by a ring, which follows an allreduce by NVLS with the same tag, took
        # less time and passed those of the allreduce.
        self.write("p.c", MERGED)
        for algorithm in ("nvls", "tree", "ring"):
            done = self.simulate('topology = { type = "torus", extents = [4, 4] }\nrouter = { vcs = 4 }\n'
                                 f'[mpi]\nlibrary = "nccl"\n[mpi.nccl]\nalgorithm = "{algorithm}"\n'
                                 f'[[jobs]]\nprogram = "p.c"\n')
            self.check(done, DONE)

    def test_threads_and_flows(self):
        for more in ((), ("--set", "fidelity=flow")):
            one, three = (self.simulate(MACHINE + allreduce("2 MiB"), "--threads", n, *more)
                          for n in ("1", "3"))
            self.assertEqual(self.hash_of(one), self.hash_of(three))

    def time_of(self, size, ranks=16, **settings):
        text = "[mpi.nccl]\n" + "".join(f'{k} = {json.dumps(v)}\n' for k, v in settings.items())
        self.check(self.simulate(MACHINE + text + allreduce(size, ranks), "--set", "fidelity=flow"), DONE)
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
                   "config.toml:24:12: error", "ll128")
        self.check(self.simulate(MACHINE + allreduce("1 KiB").replace('"nccl"', '"ncl"')), USAGE,
                   "did you mean 'nccl'")
        self.check(self.simulate(MACHINE + '[[jobs]]\ncollectives = "nccl"\npattern = { type = "uniform", '
                                   'load = 0.1, duration = "1 us" }\n'), USAGE, "calls no collective")
        self.check(self.kasuri("predict", "marenostrum5", "--nodes", "8", "--collective", "allreduce",
                               "--ranks-per-node", "3", "--algorithm", "nccl-ring", "--bytes", "64"), USAGE,
                   "have 4 GPUs")


if __name__ == "__main__":
    main()
