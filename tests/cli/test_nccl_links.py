# SPDX-License-Identifier: MIT
"""NCCL on links between GPUs, with several NICs of a GPU, on part of a server: against what links carry."""
import json
import re

from harness import DONE, KasuriTest, main

MESH = """
[topology]
type = "hierarchy"
servers = {servers}
nics = {nics}
[topology.server]
type = "full-mesh"
routers = {gpus}
[topology.fabric]
type = "switch"
endpoints = {ports}
[link]
rate = "{rate} GB/s"
[link.nic]
rate = "63 GB/s"
[link.uplink]
rate = "25 GB/s"
[router]
output_buffer = "256 KiB"
buffer = "128 KiB"
vcs = 4
[nic]
receive_buffer = "1 MiB"
packet = "4 KiB"
[mpi]
library = "nccl"
"""
SWITCHED = MESH.replace('type = "full-mesh"\nrouters = {gpus}',
                        'type = "nvswitch"\ngpus = {gpus}\nnvls = false')


def job(ranks, size, operation="allreduce"):
    return (f'[[jobs]]\nranks = {ranks}\nmotif = {{ type = "collective", operation = "{operation}", '
            f'size = "{size} B", element = 4, steps = 1 }}\n')


class NcclLinks(KasuriTest):
    def run_of(self, text, *words):
        self.write("config.toml", text)
        self.n = getattr(self, "n", 0) + 1
        done = self.kasuri("run", "config.toml", "--json", "--out", f"out{self.n}", *words)
        self.check(done, DONE)
        return json.loads(done.out)

    # GB/s, 2 (n − 1)/n of the bytes by time.
    def bandwidth(self, machine, ranks, size, *words):
        time = self.run_of(machine + job(ranks, size), *words)["time_ps"]
        return 2 * (ranks - 1) / ranks * size * 1e3 / time

    def points(self, machine, servers, collective, algorithm, sizes, *words):
        done = self.kasuri("predict", machine, "--nodes", str(servers), "--collective", collective,
                           "--algorithm", algorithm, "--bytes", ",".join(map(str, sizes)), "--json",
                           "--packets", "0", "--set", "fidelity=flow", *words)
        self.check(done, DONE)
        return json.loads(done.out)["points"]

    # Each of n GPUs has n − 1 links, and no more than these carry can leave it: rings of which each link
    # serves equally many come near. One ring has one link of each GPU.
    def test_rings_use_all_links(self):
        size = 256 << 20
        for gpus, rate, share in ((4, 100, 0.88), (6, 60, 0.85), (8, 48, 0.9)):
            machine = MESH.format(servers=1, nics=gpus, gpus=gpus, ports=gpus, rate=rate)
            most = (gpus - 1) * rate
            reached = self.bandwidth(machine, gpus, size, "--fidelity", "flow")
            self.assertTrue(share * most < reached < most, (gpus, reached, most))
            one = self.bandwidth(machine, gpus, size, "--fidelity", "flow", "--set", "mpi.nccl.channels=1",
                                 "--set", "mpi.nccl.channel_rate=1000 GB/s")
            self.assertTrue(0.8 * rate < one < rate, (gpus, one))
        packets = self.bandwidth(MESH.format(servers=1, nics=4, gpus=4, ports=4, rate=100), 4, size)
        self.assertTrue(0.8 * 300 < packets < 300, packets)

    # A DGX-1 with V100: six NVLinks of 25 GB/s leave each GPU, two of them to one neighbour in some pairs.
    # And GPUs under PCIe switches, numbered across these: along the tree each link carries each byte once.
    def test_rings_follow_graphs(self):
        def reached(lines):
            self.write("server.net", "".join(f"router g{i} endpoints=1\n" for i in range(8)) + lines)
            machine = MESH.format(servers=1, nics=8, gpus=8, ports=8, rate=25)
            machine = machine.replace('type = "full-mesh"\nrouters = 8',
                                      'type = "graph"\nfile = "server.net"')
            return self.bandwidth(machine, 8, 128 << 20, "--fidelity", "flow", "--set",
                                  "mpi.nccl.algorithm=ring")

        # Two GPUs, links.
        pairs = "011 021 032 042 122 131 152 232 261 371 451 461 472 562 571 672"
        cube = reached("".join(f'link g{a} g{b} rate="{25 * int(n)} GB/s" class=of{n}\n'
                               for a, b, n in pairs.split()))
        self.assertTrue(0.9 * 150 < cube < 150, cube)
        tree = "".join(f"router s{i} endpoints=0\n" for i in range(6)) + "link s4 s5\n"
        tree += "".join(f"link s{i} s{4 + i // 2}\n" for i in range(4))
        tree += "".join(f"link g{gpu} s{i // 2}\n" for i, gpu in enumerate((0, 4, 2, 6, 1, 5, 3, 7)))
        tree = reached(tree)
        self.assertTrue(0.9 * 25 < tree < 25, tree)

    # Between servers the NICs decide: as many channels leave by each as enter.
    def test_rings_between_servers_use_all_nics(self):
        machine = MESH.format(servers=4, nics=4, gpus=4, ports=16, rate=150)
        reached = self.bandwidth(machine, 16, 512 << 20, "--fidelity", "flow", "--set",
                                 "mpi.nccl.algorithm=ring")
        self.assertTrue(0.85 * 100 < reached < 100, reached)

    def test_all_threads_have_the_same_result(self):
        machine = MESH.format(servers=2, nics=4, gpus=4, ports=8, rate=100) + job(8, 1 << 20)
        results = {self.run_of(machine, "--threads", str(n))["result_hash"] for n in (1, 2, 3)}
        self.assertEqual(len(results), 1)

    # Without settings of routers and NICs both levels of fidelity agree, as no message waits behind another
    # whose link is slower. A NIC of 50 GB/s has the blocks of 8 other GPUs to send in an all-to-all.
    def test_levels_agree_on_default_machines(self):
        templates = ("spectrum-x", "hpn", "hpn-dual-plane", "dcn-dual-tor", "dcn-single-tor")
        pods = [f'[topology]\ntype = "gpu-pod"\ntemplate = "{t}"\ngpus = 16\n' for t in templates]
        mesh = ('[topology]\ntype = "hierarchy"\nservers = 1\nnics = 8\n'
                '[topology.server]\ntype = "full-mesh"\nrouters = 8\n'
                '[topology.fabric]\ntype = "switch"\nendpoints = 8\n[mpi]\nlibrary = "nccl"\n')
        alone = '[topology]\ntype = "nvswitch"\ngpus = 16\n'
        sixteen = 16 << 20
        for machine, ranks in [(pod, 16) for pod in pods] + [(mesh, 8), (alone, 16)]:
            for operation in ("allreduce", "alltoall", "allgather"):
                block = sixteen if operation == "allreduce" else sixteen // ranks
                text = machine + job(ranks, block, operation)
                flow, packets = (self.run_of(text, "--fidelity", f)["time_ps"] for f in ("flow", "packet"))
                self.assertTrue(0.9 < flow / packets < 1.1, (machine, operation, flow, packets))
                if machine in pods and operation == "alltoall":
                    least = 8 * block / 50e9 * 1e12
                    self.assertTrue(least < packets < 1.8 * least, (machine, packets, least))

    # Two NICs of 25 GB/s for each GPU, over which its packets are spread.
    def test_several_nics_of_a_gpu(self):
        def reached(nics):
            machine = SWITCHED.format(servers=2, nics=nics, gpus=4, ports=2 * nics, rate=150)
            machine = machine.replace("[link]", '[routing]\ntype = "hierarchy"\n[routing.fabric]\n'
                                      'type = "packet-spraying"\n[link]')
            return self.bandwidth(machine, 8, 256 << 20, "--fidelity", "flow", "--set",
                                  "mpi.nccl.algorithm=ring")

        one, two = reached(4), reached(8)
        self.assertTrue(0.8 * 100 < one < 100, one)
        self.assertTrue(0.75 * 200 < two < 200, two)

    # One GPU of each server has its NIC of 50 GB/s alone; 2 and 4 have as many times that.
    def test_part_of_a_server(self):
        size = 256 << 20
        for gpus in (1, 2, 4):
            point, = self.points("dgx-h100", 4, "allreduce", "nccl-ring", [size], "--ranks-per-node",
                                 str(gpus))
            self.assertTrue(0.7 * 50 * gpus < point["busbw_gb_s"] < 50 * gpus, (gpus, point))
        two, = self.points("dgx-h100", 1, "allreduce", "nccl-ring", [size], "--ranks-per-node", "2")
        # Of two GPUs each waits for the other in each step.
        self.assertTrue(0.65 * 18 * 20.6 < two["busbw_gb_s"] < 18 * 20.6, two)

    def test_nccl_names_the_rings_of_other_operations(self):
        for operation in ("allgather", "reduce_scatter", "bcast", "reduce"):
            by_name, = self.points("dgx-h100", 2, operation, "nccl", [16 << 20])
            ring, = self.points("dgx-h100", 2, operation, "nccl-ring", [16 << 20])
            self.assertEqual(by_name["time_us"], ring["time_us"], operation)

    # Four links of 100 GB/s. With queues at inputs packets wait for each other, which `check` says.
    def test_a_gpu_sends_over_several_links(self):
        gpus = ('[topology]\ntype = "nvswitch"\ngpus = 4\nswitches = 4\ngpu_rate = "400 GB/s"\n'
                '[mpi]\nlibrary = "open-mpi-4.1"\n')
        size, inputs = 16 << 20, ("--set", "router.architecture=input-queued")
        usual = self.run_of(gpus + job(2, size, "bcast"))
        self.assertGreater(size * 1e3 / usual["time_ps"], 0.85 * 400)
        self.assertNotIn("in order", self.kasuri("check", "config.toml").out)
        queued = self.run_of(gpus + job(2, size, "bcast"), *inputs)
        self.assertTrue(2 * 100 < size * 1e3 / queued["time_ps"] < 0.7 * 400, queued["time_ps"])
        self.check(self.kasuri("check", "config.toml", *inputs), DONE, "sends its packets in order")

    # A full mesh as a server: rings of NCCL over all seven links, without a word in the file.
    def test_messages_of_a_gpu_leave_together(self):
        mesh = ('[topology]\ntype = "hierarchy"\nservers = 2\nnics = 8\n'
                '[topology.server]\ntype = "full-mesh"\nrouters = 8\n'
                '[topology.fabric]\ntype = "switch"\nendpoints = 16\n'
                '[link]\nrate = "50 GB/s"\n[mpi]\nlibrary = "nccl"\n' + job(8, 64 << 20))
        busbw = (64 << 20) * 2 * 7 / 8 / (self.run_of(mesh)["time_ps"] / 1e3)
        self.assertGreater(busbw, 0.8 * 7 * 50)

    # By one link at a time where messages leave one after the other.
    def test_check_names_what_uses_links_and_the_servers(self):
        text = MESH.format(servers=2, nics=4, gpus=4, ports=8, rate=100) + job(8, 1 << 20)
        self.write("config.toml", text)
        done = self.kasuri("check", "config.toml")
        self.check(done, DONE, "nccl      servers of 4 GPUs, 4 NICs each")
        self.assertNotIn("sending ", done.out)
        self.check(self.kasuri("check", "config.toml", "--set", "nic.scheduler=first-come"), DONE,
                   "by one of its 3 links; nic.scheduler")
        bare = '[topology]\ntype = "full-mesh"\nrouters = 4\n[mpi]\nlibrary = "nccl"\n' + job(4, 1 << 20)
        self.write("bare.toml", bare)
        self.check(self.kasuri("check", "bare.toml"), DONE, "each endpoint is a server of its own",
                   "mpi.nccl.gpus_per_server = 4")
        self.check(self.kasuri("check", "bare.toml", "--set", "mpi.nccl.gpus_per_server=4"), DONE,
                   "nccl      servers of 4 GPUs, by mpi.nccl.gpus_per_server")


if __name__ == "__main__":
    main()
