# SPDX-License-Identifier: MIT
"""Runs of TraceRP's study: three machines, five programs of 8,192 ranks, links that sleep. Each finished
run is kept in a folder of points and is not run again."""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KASURI = os.environ.get("KASURI", str(ROOT / "build" / "kasuri"))
HERE = ROOT / "examples" / "tracerp"
MACHINES = ("fat-tree", "torus", "dragonfly")
PROGRAMS = ("near-neighbor", "permutation", "qbox", "stencil4d", "a2a")
RANKS, TENFOLD_RANKS = 8192, 81920
# The machines with ten times the nodes, at least, for ten times the ranks.
TENFOLD = {"fat-tree": ["topology.pods=20"], "torus": ["topology.extents=[16,16,10]"],
           "dragonfly": ["topology.routers_per_group=12", "topology.global_links=5",
                         "topology.endpoints_per_router=4"]}
# Virtual channels that a routing needs at least. On a torus it stays static.
ROUTINGS = {"static": {"fat-tree": ("d-mod-k", 1), "torus": ("dimension-order", 2),
                       "dragonfly": ("dragonfly-minimal", 2)},
            "adaptive": {"fat-tree": ("adaptive-up-down", 1), "torus": ("dimension-order", 2),
                         "dragonfly": ("ugal-l", 3)}}
# Grids of the programs, by which ranks can be mapped along a curve; permutation's pairs are random.
GRIDS = {"near-neighbor": [16, 16, 32], "permutation": [RANKS], "qbox": [64, 128],
         "stencil4d": [8, 8, 8, 16], "a2a": [16, 16, 32]}
# GB/s of TraceR's examples.
RATES = {"link.rate": 11.9, "nic.link_rate": 24, "nic.intra_node_rate": 30, "mpi.eager_copy_rate": 100}
# What a run is made with, unless a reading says otherwise. `size` multiplies the published messages.
# `grain`: one simulated packet stands for so many, because all rates are divided by it; messages are
# `size` × `grain` times as large, at the cost of `size`.
PLAIN = {"size": 1, "grain": 1, "compute": 0, "steps": 1, "routing": "static",
         "reduction": "recursive-doubling", "architecture": "output-queued", "vcs": 0, "seed": 1,
         "mapping": "linear"}


def arguments(program, size, compute, steps, ranks=RANKS, seed=1):
    """Sizes of the published instances (see the README) times `size`; µs of computing a step. With other
    ranks than 8,192 the last extent of each grid is another. Each seed takes 8 bytes off: congestion makes
    that a run of its own."""
    def scaled(n):
        return str(max(8, int(n * size) - 8 * (seed - 1)))

    def last(n):
        return str(n * ranks // RANKS)
    tail = [str(compute), str(steps)]
    return {"near-neighbor": ["16", "16", last(32), "6", "20", "3", scaled(32768)] + tail,
            "permutation": [scaled(65536), str(seed)] + tail,
            "qbox": ["64", last(128), scaled(4096), scaled(65536), scaled(262144)] + tail,
            "stencil4d": ["8", "8", "8", last(16), scaled(65536)] + tail,
            "a2a": ["16", "16", last(32)] + 3 * [scaled(4096)] + tail}[program]


def source(program):
    return HERE / "programs" / f"{program.replace('-', '_')}.c"


def fabric(choice, machine):
    """Settings of routers, links and routing."""
    routing, vcs = ROUTINGS[choice["routing"]][machine]
    words = [f"{key}={rate / choice['grain']:.8g}GB/s" for key, rate in RATES.items()]
    words += [f"routing.type={routing}", f"router.vcs={choice['vcs'] or vcs}",
              f"mpi.algorithms.allreduce={choice['reduction']}",
              f"router.architecture={choice['architecture']}"]
    if choice["architecture"] != "input-queued":
        words.append("router.output_buffer=64KiB")
    return words + [f"run.seed={choice['seed']}"]


def full_packets(choice, program):
    """The same messages in packets that are full. At T_s = 0 each packet waits for its link, and qbox and
    a2a have messages of half a packet."""
    if choice["grain"] == 1 or program not in ("qbox", "a2a"):
        return choice
    return {**choice, "size": 2 * choice["size"], "grain": choice["grain"] // 2}


class Runs:
    """Points in a folder, several at a time."""

    def __init__(self, out, jobs):
        self.out = out
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        self.running = {}
        (out / "points").mkdir(parents=True, exist_ok=True)

    def start(self, machine, program, choice, t_s=None, t_w=None):
        """Begins a run with T_s and T_w in µs; without them links never sleep."""
        ranks = TENFOLD_RANKS if choice.get("tenfold") else RANKS
        args = arguments(program, choice["size"], choice["compute"], choice["steps"], ranks,
                         choice["seed"])
        words = [f"jobs.0.program={source(program)}", f"jobs.0.args={json.dumps(args)}"]
        words += fabric(choice, machine)
        if choice["mapping"] == "hilbert" and machine == "torus":  # the only machine with coordinates
            words.append(f'jobs.0.mapping={{type="hilbert",grid={json.dumps(GRIDS[program])}}}')
        if choice.get("tenfold"):
            words += [f"jobs.0.ranks={ranks}", *TENFOLD[machine]]
        if t_s is None:
            words.append("power.policy=always-on")
        else:
            # At T_s = 0 each packet wakes its link, as the paper's Figure 5 has it; at any other T_s
            # this policy is `idle-timer`. A packet that stands for several then wakes it as often.
            t_w *= choice["grain"] if t_s == 0 else 1
            words += ["power.policy=strict-timer", f"power.t_lt={t_s}us", f"power.t_lw={t_w}us"]
        key = json.dumps([machine, [w.replace(str(HERE), "") for w in words]])
        if key not in self.running:
            self.running[key] = self.pool.submit(self.run, machine, program, words, key)
        return self.running[key]

    def run(self, machine, program, words, key):
        name = f"{machine}-{program}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"
        point = self.out / "points" / f"{name}.json"
        if not point.exists():
            command = [KASURI, "run", HERE / f"{machine}.toml", "--json", "--out",
                       self.out / "runs" / name]
            for w in words:
                command += ["--set", w]
            print("$", *command, file=sys.stderr, flush=True)
            done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, text=True)
            if done.returncode:
                raise SystemExit(f"this run failed: {' '.join(map(str, command))}")
            summary = json.loads(done.stdout)
            draft = point.with_suffix(".draft")
            draft.write_text(json.dumps({"time": summary["time_ps"] * 1e-12, "point": key,
                                         "cpu_s": summary["host"]["cpu_s"],
                                         "hash": summary["result_hash"], **summary["power"]}))
            draft.rename(point)
        return json.loads(point.read_text())

    def pair(self, machine, program, choice, t_s, t_w):
        """Run time, power and energies over those without sleep, when they are asked for."""
        if t_s == 0:
            choice = full_packets(choice, program)
        on, base = (self.start(machine, program, choice, *times) for times in ((t_s, t_w), ()))
        return lambda: ratios(on.result(), base.result())

    def table(self, choice, t_s, t_w, programs=PROGRAMS):
        started = {(m, p): self.pair(m, p, choice, t_s, t_w) for m in MACHINES for p in programs}
        return {key: result() for key, result in started.items()}


def ratios(on, base):
    time = on["time"] / base["time"]
    return {"time": time, "power": on["mean_w"] / base["mean_w"],
            "link_energy": (1 - on["link_saving_ratio"]) * time, "base_s": base["time"],
            "asleep": on["lpi_ratio"]}
