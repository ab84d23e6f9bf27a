# SPDX-License-Identifier: MIT
"""Each rank sends to the next: what `predict --collective sendrecv` says of GPUs and of others."""
import json

from harness import DONE, USAGE, KasuriTest, gpu_servers, main

MACHINE = gpu_servers(4)


class SendRecv(KasuriTest):
    def points(self, machine, nodes, sizes, *words, collective="sendrecv"):
        done = self.kasuri("predict", machine, "--nodes", nodes, "--collective", collective, "--bytes",
                           sizes, "--json", *words)
        self.check(done, DONE)
        return json.loads(done.out)["points"]

    def test_between_gpus_is_a_group_of_nccl(self):
        self.write("m.toml", MACHINE)
        small, middle, large = self.points("m.toml", "1", "128,1MiB,256MiB", "--set", "fidelity=flow")
        self.assertEqual([p["form"] for p in (small, middle, large)], ["ll", "simple", "simple"])
        self.assertEqual(small["algorithm"], "nccl")
        # The kernel's 6.6 us, and a hop of 0.6 us or what the links take.
        self.assertGreater(small["time_us"], 7.2)
        self.assertLess(small["time_us"], 9)
        # Channels of 16 MiB at most, each with 40 GB/s.
        self.assertGreater(large["busbw_gb_s"], 250)
        self.assertLess(large["busbw_gb_s"], 450)
        self.assertAlmostEqual(large["busbw_gb_s"], large["algbw_gb_s"])
        # Between servers by NICs: two channels, which wait for credits at times.
        (between,) = self.points("m.toml", "2", "64MiB", "--ranks-per-node", "1", "--set", "fidelity=flow")
        self.assertGreater(between["busbw_gb_s"], 0.8 * 25)
        self.assertLess(between["busbw_gb_s"], 25)
        (named,) = self.points("m.toml", "1", "1MiB", "--algorithm", "nccl", "--set", "fidelity=flow")
        self.assertEqual(named["time_us"], middle["time_us"])

    # An all-to-all is a group of sends and receives, too: of two GPUs the same one. Each message has
    # several channels, and more GPUs reach most of the rate of their links.
    def test_an_all_to_all_has_the_channels_of_a_group(self):
        for machine in "dgx-h100", "marenostrum5-gpu", "mi300x":
            flow = ("--ranks-per-node", "2", "--set", "fidelity=flow")
            (one,) = self.points(machine, "1", "64MiB", *flow)
            (two,) = self.points(machine, "1", "128MiB", *flow, collective="alltoall")
            self.assertAlmostEqual(two["time_us"] / one["time_us"], 1, delta=0.15, msg=machine)
        for machine, rate in ("dgx-h100", 450), ("marenostrum5-gpu", 450):
            (whole,) = self.points(machine, "1", "1GiB", *flow[2:], collective="alltoall")
            self.assertTrue(0.7 * rate < whole["busbw_gb_s"] < rate, (machine, whole))

    # As with MPI_Sendrecv: one message of each rank, at the rate of the NIC.
    def test_between_nodes_is_a_message_of_each(self):
        (point,) = self.points("fugaku", "2x2x2", "1MiB")
        self.assertEqual(point["algorithm"], "spread")
        self.assertGreater(point["busbw_gb_s"], 5)
        self.assertLess(point["busbw_gb_s"], 6.8)
        self.check(self.kasuri("predict", "fugaku", "--nodes", "2", "--collective", "sendreceive",
                               "--bytes", "8"), USAGE, "sendrecv")

    def test_the_same_with_any_number_of_threads(self):
        job = ('[[jobs]]\nranks = 16\nmotif = { type = "collective", operation = "neighbor_alltoall", '
               'size = "256 KiB", steps = 2 }\n')
        hashes = set()
        for threads in "1", "2", "3":
            self.write("s.toml", MACHINE + job)
            self.check(self.kasuri("run", "s.toml", "--threads", threads, "--out", "o" + threads), DONE)
            hashes.add(self.summary("o" + threads)["result_hash"])
        self.assertEqual(len(hashes), 1)
        jobs = self.summary("o1")["jobs"][0]["collectives"]["neighbor_alltoall"]
        self.assertEqual(jobs["algorithms"][0]["name"], "nccl")


if __name__ == "__main__":
    main()
