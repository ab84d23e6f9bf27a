# SPDX-License-Identifier: MIT
"""Machines and jobs drawn at random, for benchmarks/fidelity: what people simulate, in sizes that take
about a second at packet level. A draw is a function of its number."""
import math
import random

KIB = 1024


def log_uniform(r, low, high):
    return math.exp(r.uniform(math.log(low), math.log(high)))


def lattice(r, n, dimensions, least):
    side = n ** (1 / dimensions)
    return [max(least, round(side * r.uniform(0.7, 1.4))) for _ in range(dimensions)]


# Each gives the settings of [topology] for about n endpoints, and how many they are.
def torus(r, n):
    extents = lattice(r, n, r.choice([2, 3, 3]), 3)
    return f"extents = {extents}", math.prod(extents)


def mesh(r, n):
    extents = lattice(r, n, r.choice([2, 2, 3]), 2)
    return f"extents = {extents}", math.prod(extents)


def tofu(r, n):
    extents = lattice(r, max(8, n / 12), 3, 2)
    extents[r.randrange(3)] = 1
    return f"extents = {extents}", 12 * math.prod(extents)


def k_ary_n_tree(r, n):
    levels = r.choice([2, 3, 3])
    arity = max(3, round(n ** (1 / levels)))
    return f"arity = {arity}\nlevels = {levels}", arity ** levels


def fat_tree(r, n):
    levels = r.choice([2, 3, 3])
    half = max(2, round((n / 2) ** (1 / levels)))
    return f"radix = {2 * half}\nlevels = {levels}", 2 * half ** levels


def dragonfly(r, n):
    h = max(1, round((n / 4) ** 0.25 * r.uniform(0.8, 1.2)))
    p = h if r.random() < 0.7 else h + 1
    return (f"routers_per_group = {2 * h}\nglobal_links = {h}\nendpoints_per_router = {p}",
            2 * h * p * (2 * h * h + 1))


def dragonfly_plus(_, n):
    k = max(2, round(n ** (1 / 3)))
    return (f"leaves = {k}\nspines = {k}\nglobal_links = {k}\nendpoints_per_leaf = {k}\ngroups = {k + 1}",
            k * k * (k + 1))


def hyperx(r, n):
    dimensions, p = r.choice([1, 2, 2, 3]), r.choice([1, 2, 4])
    extents = [max(2, round((n / p) ** (1 / dimensions)))] * dimensions
    return f"extents = {extents}\nendpoints_per_router = {p}", p * math.prod(extents)


def slim_fly(r, n):
    p = r.choice([1, 2, 3])
    q = min((3, 4, 5, 7, 8, 9, 11, 13), key=lambda q: abs(math.log(2 * p * q * q / n)))
    return f"q = {q}\nendpoints_per_router = {p}", 2 * p * q * q


def gpu_pod(r, n):
    template = r.choice(["spectrum-x", "hpn", "hpn-dual-plane", "dcn-dual-tor", "dcn-single-tor"])
    gpus = 8 * max(2, round(n / 8 / r.choice([1, 2])))
    return (f"template = '{template}'\ngpus = {gpus}\nports_down = {r.choice([4, 8, 16])}\n"
            f"spines = {r.choice([4, 8])}", gpus)


def hierarchy(r, n):
    inside = r.choice([2, 4, 8])
    side = max(3, round(max(4, n / inside) ** 0.5))
    fabric = r.choice([f"type = 'k-ary-n-tree', arity = {side}, levels = 2",
                       f"type = 'torus', extents = [{side}, {side}]"])
    server = r.choice([f"type = 'full-mesh', routers = {inside}", f"type = 'switch', endpoints = {inside}"])
    return f"server = {{ {server} }}\nfabric = {{ {fabric} }}", inside * side * side


def switch(_, n):
    return f"endpoints = {round(n)}", round(n)


def full_mesh(r, n):
    p = r.choice([1, 2, 4])
    routers = max(3, round(min(n, 300) / p))
    return f"routers = {routers}\nendpoints_per_router = {p}", p * routers


def hypercube(r, n):
    dimensions, p = max(3, round(math.log2(n))), r.choice([1, 2])
    return f"dimensions = {dimensions}\nendpoints_per_router = {p}", p * 2 ** dimensions


def xgft(r, n):
    down = max(2, round(n ** (1 / 3)))
    up = [max(1, round(down * r.uniform(0.4, 1))) for _ in range(2)]
    return f"children = [{down}, {down}, {down}]\nparents = {up}", down ** 3


def polarfly(r, n):
    p = r.choice([1, 2])
    q = min((3, 4, 5, 7, 8, 9, 11, 13, 16), key=lambda q: abs(math.log(p * q * q / n)))
    return f"q = {q}\nendpoints_per_router = {p}", p * (q * q + q + 1)


def nvswitch(r, n):
    gpus = r.choice([4, 8, 8, 16, 36, 72])
    switches, rate = r.choice([2, 4, 18]), r.choice([450, 900])
    return f"gpus = {gpus}\nswitches = {switches}\ngpu_rate = '{rate} GB/s'", gpus


# With the routings that are used with it; None: its own.
TOPOLOGIES = {
    "torus": (torus, ["dimension-order", "dimension-order", "minimal-adaptive", "valiant"]),
    "mesh": (mesh, ["dimension-order", "minimal-adaptive"]),
    "tofu": (tofu, ["dimension-order"]),
    "k-ary-n-tree": (k_ary_n_tree, ["d-mod-k", "random-up-down", "adaptive-up-down", "ecmp"]),
    "fat-tree": (fat_tree, ["d-mod-k", "adaptive-up-down", "packet-spraying"]),
    "dragonfly": (dragonfly, ["dragonfly-minimal", "ugal-l", "ugal-g", "valiant"]),
    "dragonfly-plus": (dragonfly_plus, ["dragonfly-plus-minimal", "dragonfly-plus-adaptive"]),
    "hyperx": (hyperx, ["dimension-order", "dimwar", "ugal-l"]),
    "slim-fly": (slim_fly, ["minimal", "ugal-l"]),
    "gpu-pod": (gpu_pod, [None]),
    "hierarchy": (hierarchy, [None]),
    "switch": (switch, [None]),
    "full-mesh": (full_mesh, [None]),
    "hypercube": (hypercube, [None]),
    "xgft": (xgft, [None]),
    "polarfly": (polarfly, [None]),
    "nvswitch": (nvswitch, [None]),
}
POLICIES = {"idle-timer": "", "dual-mode": "", "strict-timer": "", "perf-bound": "", "oracle": "",
            "adaptive-timer": "least = '5 us'\n"}
PATTERNS = ["uniform"] * 4 + ["tornado", "neighbour", "bit-complement", "transpose"]
MOTIFS = (["alltoall"] * 3 + ["allreduce"] * 3 + ["stencil"] * 3 +
          ["allgather", "bcast", "gather", "reduce_scatter_block"])
TO_ALL = ("alltoall", "allgather", "reduce_scatter_block")
MOST_MESSAGES = 600_000


def pattern(r, ranks, rate, each):
    """`each`: about the bytes of a rank."""
    kind, load = r.choice(PATTERNS), round(r.uniform(0.1, 1.0), 2)
    size = int(min(log_uniform(r, 8 * KIB, 1024 * KIB), max(8 * KIB, each / 6)))
    duration = max(1, round(each / (load * rate) * 1e6))
    return (f"ranks = {ranks}\npattern = {{ type = '{kind}', load = {load}, message = '{size} B', "
            f"duration = '{duration} us' }}\n")


def grid_of(r, n):
    """Two or three extents, as equal as the factors of n allow."""
    grid, p = [1] * r.choice([2, 3]), 2
    while n > 1:
        while n % p:
            p += 1
        grid[grid.index(min(grid))] *= p
        n //= p
    return grid


def motif(r, ranks, each):
    kind, steps = r.choice(MOTIFS), r.choice([1, 1, 2, 4])
    compute = f", compute = '{r.choice([5, 20, 100])} us'" if r.random() < 0.3 else ""
    if kind == "stencil":
        grid = grid_of(r, ranks)
        size = int(max(KIB, min(log_uniform(r, 4 * KIB, 1024 * KIB), each / (2 * len(grid)) / steps)))
        return (f"motif = {{ type = 'stencil', grid = {grid}, size = '{size} B', "
                f"steps = {steps}{compute} }}\n")
    if kind in TO_ALL and ranks * ranks * steps > MOST_MESSAGES:
        kind = "allreduce"
    most = each / steps / {"allreduce": 2, "bcast": 1, "gather": 4}.get(kind, ranks)
    size = int(max(KIB, min(most, log_uniform(r, most / 30, most))))
    return (f"ranks = {ranks}\nmotif = {{ type = 'collective', operation = '{kind}', size = '{size} B', "
            f"steps = {steps}{compute} }}\n")


def machine(r, number):
    topology = list(TOPOLOGIES)[number % len(TOPOLOGIES)]
    make, routings = TOPOLOGIES[topology]
    settings, endpoints = make(r, log_uniform(r, 24, 1500))
    routing = routings[number // len(TOPOLOGIES) % len(routings)]
    gpus = topology in ("gpu-pod", "nvswitch")
    rate = 400 if gpus else r.choice([5, 12.5, 25, 50])
    text = f"[run]\nseed = {number + 1}\n[topology]\ntype = '{topology}'\n{settings}\n"
    text += f"[routing]\ntype = '{routing}'\n" if routing else ""
    text += "[router]\nvcs = VCS\n" + ("buffer = '64 KiB'\n" if r.random() < 0.2 else "")
    if topology == "nvswitch":  # so that all links of a GPU work at once
        text += "architecture = 'output-queued'\noutput_buffer = '256 KiB'\n"
    if not gpus:
        text += f"[link]\nrate = '{rate} GB/s'\ncable_latency = '{r.choice([10, 50, 200])} ns'\n"
    text += "[nic]\nsend_overhead = '200 ns'\n" if r.random() < 0.5 else ""
    library = r.choice(["plain", "open-mpi-4.1", "open-mpi-4.1", "mpich-4"])
    text += f"[mpi]\nlibrary = '{'nccl' if gpus and r.random() < 0.6 else library}'\n"
    if r.random() < 0.4:
        text += f"eager_limit = '{r.choice(['1 KiB', '256 KiB', '1 GiB'])}'\n"
    if r.random() < 0.2:
        policy = r.choice(list(POLICIES))
        text += ("[power]\npreset = 'nsimpower-table1'\n"
                 f"[power.policy]\ntype = '{policy}'\n{POLICIES[policy]}")
    return text, endpoints, rate * 1e9


def draw(number):
    """Its configuration, in which VCS stands for the number of virtual channels, and its kind."""
    r = random.Random(number)
    text, endpoints, rate = machine(r, number)
    budget = log_uniform(r, 64, 2048) * KIB * KIB
    apart = "placement = 'random-nodes'\n"
    kind, half = r.random(), endpoints // 2
    if kind < 0.15:  # beside an incast
        ranks = max(2, int(half * r.uniform(0.2, 0.95)))
        size = int(max(KIB, budget / 4 / ranks))
        text += (f"[[jobs]]\n{apart}{motif(r, half, budget / 2 / half)}[[jobs]]\nranks = {ranks}\n{apart}"
                 f"motif = {{ type = 'collective', operation = 'gather', size = '{size} B', steps = 1 }}\n")
    elif kind < 0.3:  # two jobs
        for _ in range(2):
            each = budget / 2 / half
            job = motif(r, half, each) if r.random() < 0.7 else pattern(r, half, rate, each)
            text += f"[[jobs]]\n{apart}{job}"
    else:
        ranks = endpoints if r.random() < 0.7 else half
        job = (pattern(r, ranks, rate, budget / ranks) if kind < 0.6
               else motif(r, ranks, budget / ranks))
        text += f"[[jobs]]\n{apart if r.random() < 0.4 else ''}{job}"
    return {"number": number, "text": text, "jobs": text.count("[[jobs]]"), "sleeps": "[power]" in text}
