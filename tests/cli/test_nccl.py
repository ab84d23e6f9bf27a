# SPDX-License-Identifier: MIT
"""Collectives between GPUs as NCCL has them: results, threads, flows, predictions, bad input."""
import json
import re

from harness import DONE, USAGE, KasuriTest, c_program, gpu_servers, main

SWITCHED = gpu_servers(6)
MACHINE = gpu_servers(6, 'type = "full-mesh"\nrouters = 4', 'link_rate = "450 GB/s"',
                      '[link.server-link]\nrate = "150 GB/s"')

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


TWO = c_program(r"""
  int in[64] = {0}, out[2][64];
  MGEN_Request requests[2];
  if (!strcmp(argv[1], "broadcasts")) {
    for (int i = 0; i < 4; ++i) MGEN_Bcast(in, 64, MGEN_INT, 0, MGEN_COMM_WORLD);
  } else {
    const int n = strcmp(argv[1], "both") ? 1 : 2;
    for (int i = 0; i < n; ++i) {
      MGEN_Iallreduce(in, out[i], 64, MGEN_INT, MGEN_SUM, MGEN_COMM_WORLD, &requests[i]);
    }
    MGEN_Waitall(n, requests, MGEN_STATUSES_IGNORE);
  }
""", api="MGEN")

MERGED = c_program(r"""
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
""", api="MGEN")

ORDERED = c_program(r"""
  MPI_Op op;
  MPI_Op_create(first, 0, &op);
  int in = 1, out;
  MPI_Allreduce(&in, &out, 1, MPI_INT, op, MPI_COMM_WORLD);
""", r"""
static void first(void* in, void* inout, int* n, MPI_Datatype* type) {
  for (int i = 0; i < *n; ++i) ((int*)inout)[i] = ((int*)in)[i];
}
""")

# NCCL's own formulas (src/graph/tuning.cc) for an allreduce of H100, by (LL, LL128, Simple): us, GB/s.
TREE_SHARES = {16384: (.7, .8, .9), 64 << 20: (1, .9, .8)}  # of a tree's bandwidth, by bytes


def formula(algorithm, servers, size, gpus=4, nic=25.0):
    n, times = gpus * servers, []
    for i in range(3):
        if algorithm == "ring":
            steps, inter = 2 * (n - 1), 2 * (servers - 1)
            hop = max((0.6, 1.9, 3.4)[i], (1, 1, 3)[i])
            latency = (6.6, 14, 8.4)[i] + (steps - inter) * hop + inter * (2.7, 4, 14)[i]
            if i == 2 and size / (2 * gpus * n) >= 64:
                latency *= 1.4
            rate = min(gpus * nic * (0.5, 0.92, 1)[i], ((39.0 if servers == 2 else 20.4), 1e9, 1e9)[i])
            rate *= n / steps
        else:
            latency = (6.8, 14, 8.4)[i] + 2 * ((gpus - 1) * (0.6, 1.25, 4)[i] +
                                               (servers.bit_length() - 1) * (5, 8.5, 14)[i])
            rate = gpus * nic * 0.92 / 2 * (1 / 3.8, 120 / 128, 1)[i] * TREE_SHARES[size][i]
        times.append(latency + size / rate / 1000)
    return min(times)


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
                                (24, 'algorithm = "tree"\n'), (3, 'protocol = "simple"\n'), (1, "")):
            with self.subTest(ranks=ranks, settings=settings):
                done = self.simulate(MACHINE + "[mpi.nccl]\n" + settings + job(ranks))
                self.check(done, DONE, "all right")
        done = self.simulate(SWITCHED + '[mpi.nccl]\nalgorithm = "nvls"\n' + job(24))
        self.check(done, DONE, "all right")

    def test_collectives_that_make_communicators_keep_their_order(self):
        # The messages of a broadcast by a ring, which follows an allreduce by NVLS with the same tag, took
        # less time and passed those of the allreduce.
        self.write("p.c", MERGED)
        for algorithm in ("nvls", "tree", "ring"):
            done = self.simulate(SWITCHED + '[mpi]\nlibrary = "nccl"\n'
                                 f'[mpi.nccl]\nalgorithm = "{algorithm}"\n'
                                 '[[jobs]]\nprogram = "p.c"\nranks = 16\n')
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
        # Differences leave out what does not depend on size and ranks.
        long = {"algorithm": "ring", "protocol": "simple", "proxy_time": "0 ns"}
        half, whole, twice = (self.time_of(f"{n} MiB", **long) for n in (64, 128, 256))
        self.assertAlmostEqual((twice - whole) / (whole - half), 2, delta=0.05)
        more, fewer = (self.time_of("256 MiB", n, **long) - self.time_of("128 MiB", n, **long)
                       for n in (24, 8))
        self.assertAlmostEqual(more / fewer, (23 / 24) / (7 / 8), delta=0.02)
        short = {"algorithm": "ring", "protocol": "ll", "proxy_time": "0 ns", "channels": 1}
        three, four, six = (self.time_of("4 KiB", n, **short) for n in (12, 16, 24))
        self.assertAlmostEqual((six - three) / (four - three), 3, delta=0.02)

    # A GPU has one proxy, whichever collective gives it a piece: it takes 1 ms for each.
    def test_collectives_share_the_proxy(self):
        self.write("two.c", TWO)

        def time(how):
            text = (MACHINE + '[mpi.nccl]\nalgorithm = "ring"\nprotocol = "ll"\nchannels = 1\n'
                    'proxy_time = "1 ms"\n[[jobs]]\nprogram = "two.c"\nranks = 8\ncollectives = "nccl"\n'
                    f'args = ["{how}"]\n')
            self.check(self.simulate(text), DONE)
            return self.summary(f"out{self.runs}")["time_ps"]

        one = time("one")
        self.assertGreater(one, 13e9)  # each of two proxies sends 14 pieces
        self.assertGreater(time("both"), 2 * one - 2e9)
        # The root of a broadcast has ended before its proxy has: the next one waits for it.
        self.assertGreater(time("broadcasts"), 4e9)

    # A reduction that must keep the order of ranks is done by the CPU, and pays for the call.
    def test_ordered_reductions_pay_for_the_call(self):
        self.write("ordered.c", ORDERED)
        self.check(self.kasuri("mpicc", "ordered.c", "-o", "ordered"), DONE)

        def time(overhead):
            self.check(self.simulate(
                MACHINE + f'[mpi]\ncall_overhead = "{overhead}"\nalgorithms.allreduce = "nccl"\n'
                '[[jobs]]\nprogram = "ordered"\nranks = 4\n'), DONE)
            return self.summary(f"out{self.runs}")["time_ps"]

        self.assertEqual(time("1 ms") - time("0 ns"), 10**9)

    def test_reports_bandwidths_as_nccl_tests(self):
        text = MACHINE + allreduce("1 MiB").replace("steps = 1", "steps = 3")
        done = self.simulate(text, "--threads", "2")
        self.check(done, DONE, "nccl", "algbw", "busbw")
        summary = self.summary(f"out{self.runs}")
        row, = summary["probes"]["nccl"]
        self.assertEqual((row["job"], row["name"], row["ranks"], row["size_bytes"], row["count"]),
                         (0, "allreduce", 16, 1 << 20, 3))
        self.assertEqual(row["mean_ps"], summary["jobs"][0]["collectives"]["allreduce"]["mean_ps"])
        self.assertAlmostEqual(row["algbw_bytes_per_s"] * row["mean_ps"] * 1e-12, 1 << 20, 3)
        self.assertAlmostEqual(row["busbw_bytes_per_s"] / row["algbw_bytes_per_s"], 2 * 15 / 16, 9)
        self.check(self.simulate(text.replace('collectives = "nccl"\n', "")), DONE)
        self.assertNotIn("nccl", self.summary(f"out{self.runs}").get("probes", {}))

    def test_predictions(self):
        # Of 16 KiB, measured: 116.0 and 35.1 us (docs/validation.md).
        for algorithm, measured in (("nccl-ring", 116.0), ("nccl-tree", 35.1)):
            done = self.kasuri("predict", "marenostrum5", "--nodes", "8", "--collective", "allreduce",
                               "--algorithm", algorithm, "--bytes", "16384", "--json")
            self.check(done, DONE)
            point = json.loads(done.out)["points"][0]
            self.assertAlmostEqual(point["algbw_gb_s"], 16384e-3 / point["time_us"], 6)
            self.assertAlmostEqual(point["busbw_gb_s"], point["algbw_gb_s"] * 2 * 31 / 32, 6)
            self.assertAlmostEqual(point["time_us"] / measured, 1, delta=0.11)

    def test_predictions_without_data_or_partner(self):
        words = ("predict", "dgx-h100", "--nodes", "1", "--collective")
        barrier = self.kasuri(*words, "barrier", "--bytes", "1MiB", "--json")
        self.check(barrier, DONE)
        point = json.loads(barrier.out)["points"][0]
        self.assertEqual((point["busbw_gb_s"], point["algbw_gb_s"]), (0, 0))
        self.assertGreater(point["time_us"], 0)
        self.check(self.kasuri(*words, "sendrecv", "--ranks-per-node", "1", "--bytes", "1MiB"), USAGE,
                   "a rank alone has no other")
        refused = self.kasuri(*words, "allreduce", "--bytes", "1MiB,foo")
        self.check(refused, USAGE, "--bytes")
        self.assertEqual(refused.out, "")

    # Two GPUs exchange data by their NICs: credits of one direction do not wait behind pieces of the other,
    # so both links are full, of packets of 4 KiB with headers of 64 B at 50 GB/s.
    def test_exchanges_have_the_rate_of_nics(self):
        for fidelity in ("packet", "flow"):
            done = self.kasuri("predict", "dgx-h100", "--nodes", "2", "--ranks-per-node", "1",
                               "--collective", "sendrecv", "--bytes", "16MiB,32MiB", "--packets", "0",
                               "--json", "--set", f"fidelity={fidelity}")
            self.check(done, DONE)
            half, whole = (p["time_us"] for p in json.loads(done.out)["points"])
            self.assertAlmostEqual((16 << 20) / (whole - half) / (50e3 * 4032 / 4096), 1, delta=0.005)

    # Constants of the machine were fitted to 8 servers. Elsewhere nothing is measured; but rings of short
    # vectors take a time linear in the servers, trees one in their logarithm, and both stay near NCCL's own
    # formula. That has half the bandwidth for all trees; in one of two servers a byte leaves each once.
    # Trees of 4 servers are 7 % slow at flow level, 1,807 us instead of 1,682 (8 servers: 1,812 and 1,733).
    def test_other_numbers_of_servers_follow_the_formulas(self):
        short, long = 16384, 64 << 20
        for algorithm in ("ring", "tree"):
            times = {}
            for servers in (2, 4, 8, 16, 32):
                done = self.kasuri("predict", "marenostrum5", "--nodes", str(servers), "--collective",
                                   "allreduce", "--algorithm", f"nccl-{algorithm}", "--bytes",
                                   f"{short},{long}", "--json", "--set", "fidelity=flow")
                self.check(done, DONE)
                for point in json.loads(done.out)["points"]:
                    size = point["bytes"]
                    times[servers, size] = point["time_us"]
                    ratio = point["time_us"] / formula(algorithm, servers, size)
                    self.assertTrue(0.5 < ratio < 1.5, (algorithm, servers, size, ratio))
            for n in (2, 4, 8):
                before, after = (times[m * n, short] - times[m // 2 * n, short] for m in (2, 4))
                self.assertAlmostEqual(after / before, 2 if algorithm == "ring" else 1, delta=0.1)
                self.assertLess(times[n, long], 1.05 * times[2 * n, long])

    # A vector twice as long takes twice as long, however many packets it has: larger packets made long ones
    # much slower at flow level. NVLinks reach seven tenths of the 18 times 20.6 GB/s that stores use,
    # which they did not while pieces for NICs kept those for NVLinks waiting.
    def test_long_vectors_keep_their_bandwidth(self):
        def bandwidth(size):
            done = self.kasuri("predict", "dgx-h100", "--nodes", "2", "--collective", "allreduce",
                               "--algorithm", "nccl-ring", "--bytes", size, "--json", "--set",
                               "fidelity=flow", "--set", "mpi.nccl.protocol=simple")
            self.check(done, DONE)
            return json.loads(done.out)["points"][0]["busbw_gb_s"]

        long, longer = bandwidth("1GiB"), bandwidth("2GiB")
        self.assertAlmostEqual(longer / long, 1, delta=0.05)
        self.assertGreater(longer, 0.7 * 18 * 20.6)

    def test_bad_input(self):
        self.check(self.simulate(MACHINE + '[mpi.nccl]\nprotocol = "ll256"\n' + allreduce("1 KiB")), USAGE,
                   "config.toml:24:12: error", "ll128")
        self.check(self.simulate(MACHINE + allreduce("1 KiB").replace('"nccl"', '"ncl"')), USAGE,
                   "did you mean 'nccl'")
        self.check(self.simulate(MACHINE + '[[jobs]]\ncollectives = "nccl"\npattern = { type = "uniform", '
                                   'load = 0.1, duration = "1 us" }\n'), USAGE, "calls no collective")
        self.check(self.kasuri("predict", "marenostrum5", "--nodes", "8", "--collective", "allreduce",
                               "--ranks-per-node", "5", "--algorithm", "nccl-ring", "--bytes", "64"), USAGE,
                   "have 4 GPUs")

    def test_nvls_needs_switches_that_combine(self):
        nvls = '[mpi.nccl]\nalgorithm = "nvls"\n'
        self.check(self.simulate(MACHINE + nvls + allreduce("1 KiB")), USAGE,
                   "config.toml:24:13: error: NVLS needs")
        self.check(self.simulate(MACHINE + '[mpi.algorithms]\nallreduce = "nccl-nvls"\n'
                                 + allreduce("1 KiB").replace('collectives = "nccl"\n', "")), USAGE,
                   "config.toml:24:13: error: NVLS needs")
        self.check(self.simulate(SWITCHED + nvls + 'protocol = "ll"\n' + allreduce("1 KiB")), USAGE,
                   "protocol 'simple' alone")

    def test_says_which_algorithms_nobody_uses(self):
        chosen = MACHINE + '[mpi.algorithms]\nallreduce = "ring"\n'
        self.check(self.simulate(chosen + allreduce("1 KiB")), USAGE,
                   "config.toml:24:13: error: no job uses this",
                   "config.toml:27:15: error: this job does not use [mpi.algorithms]: allreduce")
        other = allreduce("1 KiB", 4).replace('collectives = "nccl"\n', "")
        self.write("config.toml", chosen + allreduce("1 KiB") + other)
        self.check(self.kasuri("check", "config.toml"), DONE)
        self.assertIn("config.toml:24:1: note: some jobs do not use this",
                      self.kasuri("check", "config.toml").err)

    def test_predictions_need_gpus(self):
        asked = ("--nodes", "8", "--collective", "allreduce", "--bytes", "64")
        self.check(self.kasuri("predict", "marenostrum5", "--ranks-per-node", "6", "--algorithm",
                               "nccl-ring", *asked), USAGE, "6 ranks per node", "have 4 GPUs", "1 to 4")
        self.check(self.kasuri("predict", "fugaku", "--algorithm", "nccl-ring", *asked), USAGE,
                   "between GPUs, and", "has none")
        done = self.kasuri("predict", "dgx-h100", "--nodes", "2", "--collective", "reduce_scatter",
                           "--algorithm", "reduce_scatter_nccl_ring", "--bytes", "65536")
        self.check(done, DONE)

    # Also where the operation's algorithm is none of NCCL's.
    def test_nodes_of_gpus_are_servers(self):
        done = self.kasuri("predict", "dgx-h100", "--nodes", "1", "--collective", "alltoall", "--bytes",
                           "1MiB")
        self.check(done, DONE, "over 8 ranks on 1 nodes")
        self.assertGreater(float(done.out.splitlines()[-1].split()[3]), 0)

    # Servers of GPUs run NCCL, with the rates of the machine, unless somebody says what runs.
    def test_machines_of_gpus_run_nccl(self):
        def ask(*words):
            done = self.kasuri("predict", "dgx-h100", "--nodes", "1", "--collective", "allreduce",
                               "--bytes", "1MiB", "--json", *words)
            self.check(done, DONE)
            return json.loads(done.out)["points"][0]

        usual = ask()
        self.assertEqual((usual["algorithm"], usual["library"]), ("nccl", "nccl"))
        self.assertRegex(usual["form"], "^(ring|tree), (ll|ll128|simple)$|^nvls$")
        named = ask("--set", "mpi.library=nccl", "--set", "mpi.nccl.network_rate=50 GB/s", "--set",
                    "mpi.nccl.nvlink_rate=450 GB/s")
        self.assertEqual(usual["time_us"], named["time_us"])
        mpi = ask("--set", "mpi.library=open-mpi-4.1")
        self.assertEqual(mpi["library"], "open-mpi-4.1")
        self.assertNotEqual(mpi["time_us"], usual["time_us"])
        own = ask("--set", "mpi.algorithms.allreduce=ring")
        self.assertEqual(own["algorithm"], "ring")
        self.assertNotIn("library", own)

    # So do runs, of each topology of GPUs.
    def test_runs_on_gpus_run_nccl(self):
        job = ('[[jobs]]\nranks = 16\nmotif = { type = "collective", operation = "allreduce", '
               'size = "4 MiB", steps = 1 }\n')
        pod = '[topology]\ntype = "gpu-pod"\ntemplate = "hpn"\ngpus = 16\n'
        for name, topology in (("pod", pod), ("one", '[topology]\ntype = "nvswitch"\ngpus = 16\n'
                                       'gpu_rate = "450 GB/s"\n'),
                               ("set", '[topology]\ntype = "switch"\nendpoints = 16\n[mpi.nccl]\n'
                                       'gpus_per_server = 8\n')):
            self.write("g.toml", topology + job)
            self.check(self.kasuri("run", "g.toml", "--out", name), DONE, "; as nccl chooses")
            ran = self.summary(name)["jobs"][0]["collectives"]["allreduce"]["algorithms"][0]
            self.assertEqual((ran["name"], ran["library"], ran["calls"]), ("nccl", "nccl", 16))
            self.assertRegex(ran["form"], "^(ring|tree), (ll|ll128|simple)$|^nvls$")
        # The rates are the machine's: two ports of 25 GB/s, NVLinks of 360 GB/s.
        config = (self.dir / "pod" / "config.toml").read_text()
        self.assertIn('network_rate = "50 GB/s"', config)
        self.assertIn('nvlink_rate = "360 GB/s"', config)
        self.assertIn('nvlink_rate = "450 GB/s"', (self.dir / "one" / "config.toml").read_text())
        # Cores of a chip are no GPUs.
        self.write("g.toml", '[topology]\ntype = "hierarchy"\nnic_links = "first"\n'
                   'server = { type = "mesh", extents = [2, 2] }\n'
                   'fabric = { type = "switch", endpoints = 4 }\n' + job)
        self.check(self.kasuri("run", "g.toml", "--out", "chip"), DONE, "; as open-mpi-4.1 chooses")

    def test_unknown_decisions_of_a_library_are_named(self):
        words = ("predict", "fugaku", "--nodes", "2x2x2", "--collective", "allreduce", "--bytes", "16KiB")
        self.check(self.kasuri(*words), DONE, "assumed: the decision of fujitsu is not known")
        point = json.loads(self.kasuri(*words, "--json").out)["points"][0]
        self.assertTrue(point["algorithm_assumed"])
        point = json.loads(self.kasuri(*words, "--algorithm", "ring", "--json").out)["points"][0]
        self.assertNotIn("algorithm_assumed", point)


if __name__ == "__main__":
    main()
