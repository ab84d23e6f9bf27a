# SPDX-License-Identifier: MIT
"""Which algorithm NCCL's allreduce takes, and what NVLS reaches."""
import json
import math
import os
import unittest

from harness import DONE, USAGE, KasuriTest, main


class NcclChoice(KasuriTest):
    def allreduces(self, machine, servers, algorithm, sizes, *words):
        done = self.kasuri("predict", machine, "--nodes", str(servers), "--collective", "allreduce",
                           "--algorithm", algorithm, "--bytes", ",".join(map(str, sizes)), "--json",
                           "--packets", "0", "--set", "fidelity=flow", *words)
        self.check(done, DONE)
        return {p["bytes"]: p for p in json.loads(done.out)["points"]}

    def expect_good_choices(self, machines, sizes):
        for machine, servers in machines:
            times = [self.allreduces(machine, servers, f"nccl-{a}", sizes, "--set",
                                     f"mpi.nccl.protocol={p}")
                     for a in ("ring", "tree") for p in ("ll", "ll128", "simple")]
            if machine not in ("marenostrum5", "mi300x", "mi355x"):  # no switches, or none that combine
                times.append(self.allreduces(machine, servers, "nccl-nvls", sizes))
            for size, chosen in self.allreduces(machine, servers, "nccl", sizes).items():
                best = min(t[size]["time_us"] for t in times)
                self.assertLessEqual(chosen["time_us"], 1.1 * best,
                                     (machine, servers, size, chosen["form"]))

    # What is chosen takes at most a tenth longer than the best of what could be.
    def test_chooses_what_is_fastest(self):
        self.expect_good_choices([(m, n) for m in ("dgx-h100", "marenostrum5") for n in (1, 2)],
                                 (1 << 10, 1 << 16, 4 << 20, 64 << 20, 1 << 30))
        self.expect_good_choices([("mi355x", 1)], (1 << 10, 4 << 20, 64 << 20, 512 << 20))

    # The wide table (ctest -L long).
    @unittest.skipUnless(os.environ.get("KASURI_LONG"), "long")
    def test_chooses_what_is_fastest_on_all_machines(self):
        sizes = [1 << n for n in range(10, 31, 2)]
        self.expect_good_choices([("dgx-h100", n) for n in (1, 2, 4, 8)], sizes)
        self.expect_good_choices([("dgx-h100", 16)], [s for s in sizes if s <= 1 << 28])
        self.expect_good_choices([("gb200-nvl72", 1)], [s for s in sizes if s <= 1 << 26])
        self.expect_good_choices([("marenostrum5", n) for n in (2, 4, 8)], sizes)
        self.expect_good_choices([("marenostrum5", 16)], [s for s in sizes if s < 1 << 30])
        self.expect_good_choices([("marenostrum5", 1)], sizes)
        self.expect_good_choices([("mi300x", 1), ("mi355x", 1)], sizes)
        self.expect_good_choices([("mi300x", 2), ("mi355x", 2)], [s for s in sizes if s <= 1 << 26])

    # nccl-tests on 8 H100 reach 475 to 480 GB/s with 1 GiB: to this one rate mpi.nccl.nvls_rate is fitted.
    # On 72 B200 they reach 681 to 724 GB/s.
    def test_nvls_has_published_bandwidths(self):
        def bandwidth(machine, size, *words):
            return self.allreduces(machine, 1, "nccl-nvls", [size], *words)[size]["busbw_gb_s"]

        self.assertAlmostEqual(bandwidth("dgx-h100", 1 << 30) / 477.5, 1, delta=0.01)
        self.assertAlmostEqual(bandwidth("gb200-nvl72", 1 << 30) / 702, 1, delta=0.1)
        # Without the blocks' limit, links carry S (1 + 1/g) of S bytes, divided by the efficiency.
        unlimited = bandwidth("dgx-h100", 1 << 30, "--set", "mpi.nccl.nvls_rate=10000 GB/s")
        self.assertAlmostEqual(unlimited / (450 * 0.85 / (1 + 1 / 8) * 2 * 7 / 8), 1, delta=0.06)

    # Of 8 H100, published times up to 16 MiB (docs/validation.md), to which nothing is fitted.
    def test_short_vectors_have_published_times(self):
        published = {128: 19.2, 16384: 20.7, 65536: 23.1, 262144: 24.8, 1 << 20: 32.4, 4 << 20: 59.4,
                     8 << 20: 90.5, 16 << 20: 135.7}
        points = self.allreduces("dgx-h100", 1, "nccl", list(published))
        errors = sorted(abs(points[b]["time_us"] / t - 1) for b, t in published.items())
        self.assertLess(errors[-1], 0.2)
        self.assertLess(errors[len(errors) // 2], 0.13)

    # Two servers of NVLS send what a GPU owns between them: where NICs are slow, they decide.
    def test_nvls_trees_need_nics(self):
        half, whole = (self.allreduces("dgx-h100", 2, "nccl-nvls", [1 << 30], "--set",
                                       f"link.uplink.rate={r} GB/s")[1 << 30]["time_us"] for r in (10, 20))
        self.assertAlmostEqual(half / whole, 2, delta=0.15)
        self.assertGreater(half, (1 << 30) / 8 / 10e3)

    # Of engines of inference: with a shortest vector what NCCL's tuning says, with a long one what links
    # carry (450 GB/s, stores 20.6 of 25 of it; headers of 64 B; queues at switches: + 12 %).
    def test_symmetric_memory_takes_what_links_carry(self):
        for machine, g, first, steps in (("dgx-h100", 8, 4.5, 7.8), ("gb200-nvl72", 72, 11, 19.5)):
            rate, stores, switches = (450e3, 20.6 / 25, 0.85) if g == 8 else (900e3, 40.1 / 50, 0.74)
            for algorithm, latency, bytes_of in (("one-shot", first, (g - 1) / stores),
                                                 ("two-shot", steps, 2 * (g - 1) / g / stores),
                                                 ("multimem", steps, (1 + 1 / g) / switches)):
                sizes = (8, 8 << 20 if g == 8 else 1 << 20)
                times = [p["time_us"] for p in self.allreduces(machine, 1, algorithm, sizes).values()]
                self.assertAlmostEqual(times[0] / latency, 1, delta=0.02, msg=(machine, algorithm))
                links = sizes[1] * bytes_of / rate * 4160 / 4096
                ratio = times[1] / (latency + links)
                self.assertTrue(0.97 < ratio < 1.14, (machine, algorithm, times, ratio))

    def test_symmetric_memory_halves_the_time_of_short_vectors(self):
        sizes = [1 << 10, 1 << 14, 1 << 18, 1 << 20]
        nccl = self.allreduces("dgx-h100", 1, "nccl", sizes)
        for size in sizes:
            best = min(self.allreduces("dgx-h100", 1, a, [size])[size]["time_us"]
                       for a in ("one-shot", "two-shot", "multimem"))
            self.assertLess(best, 0.5 * nccl[size]["time_us"], size)

    def test_symmetric_memory_is_of_one_server(self):
        asked = ("--collective", "allreduce", "--bytes", "8", "--algorithm")
        self.check(self.kasuri("predict", "dgx-h100", "--nodes", "2", *asked, "two-shot"), USAGE,
                   "all must be in one server", "16 ranks, 8 in each")
        self.check(self.kasuri("predict", "mi300x", "--nodes", "1", *asked, "multimem"), USAGE,
                   "NVLS needs")
        self.check(self.kasuri("predict", "fugaku", "--nodes", "8", *asked, "one-shot"), USAGE, "has none")

    # k of E experts on n places: a token goes to one with a chance of 1 - C(E - E/n, k) / C(E, k). Counted
    # are all bytes on the wire, headers of 64 B included; with slow NICs, those on NICs by their time.
    def test_tokens_go_once_to_each_server(self):
        k, experts, servers, gpus, block = 8, 256, 4, 8, 1 << 20

        def copies(n):
            return (1 - math.comb(experts - experts // n, k) / math.comb(experts, k)) * n / k

        def run(*words):
            self.write("alltoall.toml", '[[jobs]]\nranks = 32\nmotif = { type = "collective", '
                       f'operation = "alltoall", size = "{block} B", steps = 1 }}\n')
            done = self.kasuri("run", "alltoall.toml", "--machine", "dgx-h100", "--fidelity", "flow",
                               "--out", "out", *words)
            self.check(done, DONE)
            return self.summary()

        shared = f"mpi.algorithms.alltoall={{type='per-server', experts_per_token={k}, experts={experts}}}"
        found = run("--set", shared)
        by_nic = (servers - 1) * gpus * copies(servers)
        by_nvlink = servers * (gpus - 1) * copies(servers * gpus)
        self.assertAlmostEqual(found["packet_bytes"] / (32 * block * (by_nic + by_nvlink) * 4096 / 4032), 1,
                               delta=0.01)
        slow = run("--set", shared, "--set", "link.uplink.rate=2 GB/s")["time_ps"] * 1e-12
        self.assertAlmostEqual(slow / (by_nic * block / 2e9), 1, delta=0.05)
        # Without k, blocks share nothing.
        alone = run("--set", "mpi.algorithms.alltoall='per-server'", "--set", "link.uplink.rate=2 GB/s")
        self.assertAlmostEqual(slow / (alone["time_ps"] * 1e-12) / copies(servers), 1, delta=0.05)
        self.check(self.kasuri("run", "alltoall.toml", "--machine", "dgx-h100", "--set",
                               "mpi.algorithms.alltoall={type='per-server', experts_per_token=8, "
                               "experts=4}"), USAGE, "4 experts only")


if __name__ == "__main__":
    main()
