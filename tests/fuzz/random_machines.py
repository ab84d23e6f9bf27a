# SPDX-License-Identifier: MIT
"""Machines and jobs drawn at random, as configurations: whatever can be set, beside each other. What does
not fit together `kasuri` refuses, and another one is drawn."""
import random

MACHINES = {
    "mesh": ["extents = [4, 3]", "extents = [3, 2, 2]\nwidths = [1, 3, 2]",
             "extents = [6]\nendpoints_per_router = 3"],
    "torus": ["extents = [4, 4]", "extents = [5, 3, 2]", "extents = [4, 3]\nwidths = [2, 3]",
              "extents = [2]", "extents = [3, 2, 2, 1, 2, 2]",
              "extents = [3, 3]\nendpoints_per_router = 2"],
    "tofu": ["extents = [1, 1, 1]", "extents = [3, 2, 1]"],
    "stack": ["extents = [3, 3]\nlayers = 3"],
    "xgft": ["children = [2, 3]\nparents = [2]", "children = [4, 4, 4]\nparents = [4, 4]",
             "children = [2, 2, 3]\nparents = [2, 1]\nparallel = [1, 3]"],
    "fat-tree": ["radix = 4", "radix = 6\nlevels = 2", "radix = 6\ntaper = 2"],
    "k-ary-n-tree": ["arity = 2\nlevels = 3", "arity = 3\nlevels = 2"],
    "pruned-tree": ["radix = 4\npods = 2", "radix = 8\npods = 3"],
    "dragonfly": ["routers_per_group = 4\nglobal_links = 2\nendpoints_per_router = 2",
                  "routers_per_group = 4\nglobal_links = 2\nendpoints_per_router = 1\n"
                  "arrangement = 'relative'",
                  "routers_per_group = 2\nglobal_links = 4\nendpoints_per_router = 2\ngroups = 5",
                  "routers_per_group = 3\nglobal_links = 3\nendpoints_per_router = 1\ngroups = 5\n"
                  "links_per_pair = 2"],
    "switch": ["endpoints = 5"],
    "full-mesh": ["routers = 6", "routers = 4\nendpoints_per_router = 2\nparallel = 3"],
    "shuffle-exchange": ["bits = 3", "bits = 5"],
    "omega": ["stages = 3", "stages = 3\nswitch_size = 3"],
    "rails": ["planes = 2\nplane = { type = 'torus', extents = [4, 3] }"],
    "hypercube": ["dimensions = 3", "dimensions = 2\nendpoints_per_router = 3"],
    "hyperx": ["extents = [4, 3]", "extents = [3, 2, 2]\nwidths = [2, 1, 1]",
               "extents = [5]\nendpoints_per_router = 2"],
    "jellyfish": ["routers = 10\nlinks_per_router = 3",
                  "routers = 8\nlinks_per_router = 4\nendpoints_per_router = 2\nseed = 7"],
    "slim-fly": ["q = 3", "q = 4\nendpoints_per_router = 1"],
    "polarfly": ["q = 2", "q = 3\nendpoints_per_router = 1"],
    "dragonfly-plus": ["leaves = 2\nspines = 2\nglobal_links = 2\nendpoints_per_leaf = 2",
                       "leaves = 3\nspines = 2\nglobal_links = 1\nendpoints_per_leaf = 1\ngroups = 2"],
    "nvswitch": ["", "gpus = 4\nswitches = 2\nlinks = 2", "gpus = 6\nswitches = 3\nnvls = false",
                 "gpus = 8\nswitches = 4\ngpu_rate = '450 GB/s'\nlatency = '300 ns'"],
    "gpu-pod": [f"template = '{name}'\ngpus = {gpus}\nports_down = 8\nspines = 4{more}"
                for name in ("spectrum-x", "hpn", "hpn-dual-plane", "dcn-dual-tor", "dcn-single-tor")
                for gpus, more in ((16, ""), (32, "\nnvswitches = 4"))],
    "hierarchy": [f"{shape}\nserver = {server}\nfabric = {fabric}"
                  for shape in ("nics = 4\nwiring = 'rails'", "nics = 2\nnic_ports = 2\nplanes = 2",
                                "nics = 1", "nics = 2\nnic_links = 'first'")
                  for server in ("{ type = 'nvswitch', gpus = 4, switches = 2 }",
                                 "{ type = 'torus', extents = [2, 2] }",
                                 "{ type = 'mesh', extents = [4] }")
                  for fabric in ("{ type = 'fat-tree', radix = 4 }", "{ type = 'switch', endpoints = 12 }",
                                 "{ type = 'xgft', children = [2, 4], parents = [2] }",
                                 "{ type = 'torus', extents = [3, 2], endpoints_per_router = 2 }")],
}
MOTIFS = {  # with their numbers of ranks
    "collective', operation = 'allreduce', size = '3 KiB', steps = 3": 5,
    "collective', operation = 'alltoall', size = '300 B', steps = 2": 6,
    "stencil', grid = [3, 2], size = '1 KiB', steps = 3": 6,
    "pairs', size = '20 KiB', steps = 3": 4,
    "near-neighbor', grid = [2, 2, 2], most = 7, size = '2 KiB', steps = 2": 8,
    "rows-columns', grid = [2, 3], allreduce = '2 KiB', bcast = '9 KiB', steps = 2": 6,
    "training', layers = 4, hidden = 64, heads = 4, sequence = 32, microbatches = 3, tp = 2, pp = 2, "
    "dp = 2": 8,
    "training', layers = 2, hidden = 64, heads = 4, sequence = 16, experts = 4, ep = 2, dp = 4, "
    "zero = 3": 4,
}
CALLS = ["barrier", "bcast", "reduce", "allreduce", "gather", "gatherv", "scatter", "scatterv", "allgather",
         "allgatherv", "alltoall", "alltoallv", "reduce_scatter", "reduce_scatter_block", "scan", "exscan",
         "neighbor_allgather", "neighbor_allgatherv", "neighbor_alltoall", "neighbor_alltoallv"]


class Drawing:
    """A configuration, a function of the seed. `kinds`: the names of the components of each kind. `loses`:
    NICs and routers fail, what has no path is dropped."""

    def __init__(self, seed, kinds, program, count, operations, loses=False):
        self.dice = random.Random(seed)
        self.seed, self.kinds, self.program = seed, kinds, program
        self.count, self.operations, self.loses = count, operations, loses
        self.programs = 0
        self.lines = []
        self.draw()

    def text(self, without=()):
        """Without the lines of these keys."""
        lines = [l for block in self.lines for l in str(block).split("\n")]
        return "\n".join(l for l in lines if l.split(" ")[0] not in without) + "\n"

    def one_in(self, n):
        return self.dice.randrange(n) == 0

    def add(self, *lines):
        self.lines.extend(lines)

    def maybe(self, n, line):
        if self.one_in(n):
            self.add(line)

    def any(self, *values):
        return self.dice.choice(values)

    def kind(self, name, *others):
        return self.dice.choice([k for k in self.kinds[name] if k not in others])

    def draw(self):
        self.level = self.dice.choices(["packet", "flow", "message"], [9, 2, 0 if self.loses else 1])[0]
        if self.level != "packet":
            self.add(f"fidelity = '{self.level}'")
        faulty = self.topology()
        self.router()
        self.link_and_nic()
        self.mpi()
        if self.level != "message" and self.one_in(3):
            self.power()
        if faulty:
            self.faults()
        if self.one_in(4):
            kind = self.kind("noise")
            self.add("[noise]", f"type = '{kind}'", "duration = '300 ns'",
                     ("period" if kind == "periodic" else "interval") + " = '4 us'")
        if self.one_in(3):
            self.statistics()
        self.add("[run]", f"seed = {self.dice.randrange(1, 1000)}")
        self.job(0)
        if self.one_in(4):
            self.job(1)
        if self.one_in(5):
            self.add("[[jobs]]", "share_nodes = true", f"traffic_class = {self.traffic_class()}",
                     f"pattern = {{ type = 'uniform', load = {self.any(0.05, 0.3, 0.8)}, "
                     f"message = '{self.any('100 B', '3 KiB')}', duration = '60 us' }}")
        if self.one_in(6):
            motif, ranks = self.any(*MOTIFS.items())
            self.add("[[jobs]]", "share_nodes = true", f"ranks = {ranks}",
                     f"traffic_class = {self.traffic_class()}", f"motif = {{ type = '{motif} }}")

    def topology(self):
        # Grids in a third of the runs: most routings are theirs.
        name = self.any("torus", "torus", "mesh") if self.one_in(3) else self.dice.choice(list(MACHINES))
        self.add("[topology]", f"type = '{name}'", self.dice.choice(MACHINES[name]))
        faulty = name not in ("rails", "hierarchy", "gpu-pod") and self.one_in(4) or self.loses
        if faulty and name != "rails":
            self.add("[routing]", "type = 'detour'")
            if name in ("torus", "mesh"):
                self.maybe(3, "inner = 'minimal-adaptive'")
        elif self.one_in(3):
            self.add("[routing]", f"type = '{self.kind('routing', 'tables', 'rails')}'")
        return faulty

    def router(self):
        self.classes = 2 if self.one_in(4) else 1
        self.add("[router]", f"vcs = {12 // self.classes}", f"classes = {self.classes}",
                 f"buffer = '{self.any('4 KiB', '6 KiB', '16 KiB')}'")
        architecture = self.kind("router")
        if self.one_in(2):
            self.add(f"architecture = '{architecture}'",
                     f"output_buffer = '{self.any('2 KiB', '4 KiB', '16 KiB')}'")
            if architecture == "flit-input-queued":
                self.add("arbiter = 'islip'", f"flit = '{self.any('16 B', '100 B', '512 B')}'")
                self.maybe(2, "hold_switch = true")
                self.maybe(2, "wait_for_tail_credit = true")
                return
            if architecture != "input-queued":
                self.maybe(2, f"output_pool = '{self.any('700 B', '3 KiB', '64 KiB')}'")
        else:
            architecture = "input-queued"
        if architecture == "output-queued":
            self.add(f"arbiter = '{self.kind('arbiter', 'islip', 'by-port')}'")
        else:
            self.add(f"arbiter = '{self.kind('arbiter')}'")
            self.maybe(3, f"speedup = {self.any(1.5, 2.0, 3.7)}")
        self.maybe(4, f"switch_rate = '{self.any('3 GB/s', '20 GB/s')}'")
        self.maybe(4, f"switch_traversal_time = '{self.any('1 ns', '33 ns', '400 ns')}'")

    def link_and_nic(self):
        self.add("[link]", f"cable_latency = '{self.any('100 ns', '5 ns', '1 us')}'")
        self.maybe(3, f"rate = '{self.any('1 GB/s', '12.5 GB/s', '777 MB/s')}'")
        packet = self.any(2048, 2048, 512, 300)
        self.add("[nic]", f"packet = '{packet} B'")
        for line in [line for line in self.lines if line.startswith("flit = ")]:
            flit = int(line.split("'")[1].split()[0])
            last = (packet - 1) % flit + 1
            least = last + 12 * (packet - last)  # of all virtual channels; with less, runs would deadlock
            self.add(f"receive_buffer = '{self.any(least, 65536)} B'")
        self.maybe(4, "header = '24 B'")
        self.maybe(3, "scheduler = 'round-robin'")
        self.maybe(4, "dma_read_rate = '3 GB/s'")
        self.maybe(4, "dma_write_rate = '2 GB/s'")
        if self.level != "flow":  # has none of these
            self.maybe(3, f"window = '{self.any('700 B', '4 KiB', '64 KiB')}'")
            self.maybe(5, "dma_engines = 'shared'")
            self.maybe(5, "memory_rate = '15 GB/s'")
            self.maybe(5, "forwarding = 'store-and-forward'")
        self.maybe(3, "send_overhead = '100 ns'")
        self.maybe(4, "receive_overhead = '300 ns'")
        self.maybe(4, "intra_node_rate = 'unlimited'")
        self.maybe(6, "loopback = 'router'")
        if self.one_in(6):
            self.add("per_node = 2", "[rdma]",
                     f"nics = '{self.any('by-destination', 'by-colour', 'in-turn', 'striped')}'")
            self.maybe(2, "strict_order = true")
        if self.level == "flow" and self.one_in(2):
            self.add("[flow]", f"step = '{self.any('100 ns', '3 us')}'")
            self.maybe(2, f"short_message = '{self.any('0 B', '10 KiB')}'")
        if self.one_in(8):
            self.add("[layout]", "latency = true", f"nodes_per_rack = {self.any(2, 8)}")

    def mpi(self):
        self.add("[mpi]", f"eager_limit = '{self.any('8 KiB', '0 B', '100 B', '64 KiB')}'")
        self.maybe(3, "send_overhead = '200 ns'")
        self.maybe(3, "receive_overhead = '150 ns'")
        self.maybe(4, "reduce_rate = '2 GB/s'")
        self.maybe(4, "copy_rate = '5 GB/s'")
        self.maybe(4, "step_overhead = '70 ns'")
        self.maybe(6, "nic_choice = 'by-rank'")
        self.maybe(4, f"library = '{self.kind('library')}'")
        if self.one_in(4):
            self.add("[mpi.nccl]", f"algorithm = '{self.any('automatic', 'ring', 'tree', 'nvls')}'",
                     f"protocol = '{self.any('automatic', 'll', 'll128', 'simple')}'",
                     f"channels = {self.any(0, 1, 3)}", f"gpus_per_server = {self.any(0, 0, 4)}")
        self.add("[mpi.algorithms]")
        for call in CALLS:
            if call in self.kinds:
                self.maybe(2, f"{call} = '{self.kind(call)}'")

    def power(self):
        self.add("[power]", f"preset = '{self.any('nsimpower-table1', 'tracerp-table2')}'",
                 f"policy = '{self.kind('link_policy')}'", f"t_lt = '{self.any('300 ns', '2 us', '0 s')}'")
        self.maybe(2, "chunk = '5 us'")
        if self.level != "flow":
            self.maybe(3, "directions = 'joint'")

    def losses(self):
        """At most 16 times at which something fails or is back."""
        self.add("[faults]", "unreachable = 'drop'", f"reroute_time = '{self.any('0 s', '2 us', '50 us')}'",
                 f"retry_time = '{self.any('0 s', '500 ns', '20 us', '2 ms')}'")
        for _ in range(self.any(1, 1, 2, 4)):
            self.add("[[faults.failures]]",
                     self.any("random_nics = 1", "random_nics = 2", "random_routers = 1",
                              "random_nics = 1\nrandom_links = 3", "random_links = 2"))
            at = self.any(0, 3, 8, 20, 60, 200)
            if at:
                self.add(f"at = '{at} us'")
            if self.one_in(3):
                self.add(f"until = '{at + self.any(1, 10, 500, 12000)} us'")

    def faults(self):
        if self.loses:
            self.losses()
        elif self.one_in(2):
            self.add("[faults]", f"reroute_time = '{self.any('0 s', '2 us')}'")
        if not self.loses and self.level != "flow" and self.one_in(2):
            self.add("[[faults.failures]]", f"at = '{self.any('4 us', '20 us')}'",
                     f"until = '{self.any('60 us', '90 us')}'", "random_links = 1")
        if self.one_in(2):
            self.add("[[faults.degraded]]", f"random_links = {self.dice.randrange(1, 4)}",
                     "rate_factor = 0.3")
        if self.level != "flow" and self.one_in(2):
            self.add("[[faults.degraded]]", f"bit_error_rate = {self.any('1e-7', '1e-6', '1e-5')}")

    def statistics(self):
        self.add("[statistics]", f"waits = {self.any('true', 'false')}")
        if self.level != "packet":
            return
        self.maybe(2, "hop-latency = true")
        self.maybe(2, "fairness = true")
        if self.one_in(2):
            self.add(f"split = '{self.any('links', 'routers')}'", "chunk = '3 us'")
        if self.one_in(2):
            self.add("[statistics.timeline]", "from = '1 us'", "until = '30 us'")
        if self.one_in(3):
            self.add("[statistics.buffers]", "routers = [0]", "from = '1 us'", "until = '40 us'")

    def traffic_class(self):
        return self.dice.randrange(self.classes)

    def job(self, number):
        ranks = 1 + self.dice.randrange(24 if self.one_in(4) else 10)
        self.add("[[jobs]]", f"name = 'job{number}'", f"program = '{self.program}'", "payload = true",
                 f"ranks = {ranks}", "share_nodes = true",
                 f"args = ['{self.seed * 4 + number}', '{self.count}', '{self.operations}']")
        self.maybe(2, f"ranks_per_node = {self.dice.randrange(1, 5)}")
        self.maybe(3, f"layout = '{self.any('cyclic', 'router-cyclic', 'block')}'")
        self.maybe(3, f"placement = '{self.kind('placement', 'file')}'")
        self.maybe(4, f"mapping = '{self.any('linear', 'random', 'hilbert', 'permuted')}'")
        self.maybe(6, f"collectives = '{self.kind('library')}'")
        self.add(f"traffic_class = {self.traffic_class()}")
        self.maybe(4, "start = '3 us'")
        self.programs += self.count
