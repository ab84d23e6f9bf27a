#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Latency against offered load: runs the networks of this folder under the patterns and routings below,
each at rising loads until it saturates, and draws a figure for each network and pattern.

    examples/latency-load/curves.py [--out DIRECTORY] [--jobs N] [--pattern PATTERN] [NETWORK …]

Writes curves.csv (all points), saturation.md (a table, with bounds of theory) and NETWORK-PATTERN.svg.
Points that curves.csv has already are not run again.
"""
import argparse
import collections
import concurrent.futures
import csv
import functools
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KASURI = os.environ.get("KASURI", str(ROOT / "build" / "kasuri"))

PERMUTATIONS = ["uniform", "tornado", "transpose", "bit-complement", "neighbour"]
CUBES = ["dimension-order", "valiant", "minimal-adaptive"]
# Network: routings, patterns, step of load.
NETWORKS = {
    "mesh-8x8": (["dimension-order", "minimal-adaptive"], PERMUTATIONS, 0.05),
    "torus-8x8": (CUBES, PERMUTATIONS, 0.1),
    "torus-4x4x4": (CUBES, PERMUTATIONS, 0.1),
    "torus-8x8x8": (CUBES, PERMUTATIONS, 0.1),
    "fat-tree-64": (["d-mod-k", "random-up-down", "adaptive-up-down"], PERMUTATIONS, 0.1),
    "dragonfly-72": (["dragonfly-minimal", "valiant", "ugal-l", "ugal-g", "progressive"],
                     [*PERMUTATIONS, "next-group"], 0.1),
    "flits-1": (["dimension-order"], ["uniform"], 0.05),
    "flits-16": (["dimension-order"], ["uniform"], 0.05),
}
# What a pattern needs besides its name: the transpose of a matrix of 8 × 9 elements, one a node.
SETTINGS = {("dragonfly-72", "transpose"): ["jobs.0.pattern.grid=[8, 9]"]}
# What theory allows, as a share of all nodes' links: with γ_c packets over channel c for each packet of
# every node that sends, no more than their share / max γ_c can be steady (Dally & Towles 2004, section
# 3.3). In order of dimensions γ_c is counted channel by channel, see lattice_bound(). Others:
#   Valiant on a torus: any traffic is twice a uniform one, of k/8 a channel: 8/(2k), with the middle
#   anywhere; on the dragonfly its first halves put 8/9 on each global channel, and so do the second: 9/16.
#   Trees: d-mod-k leads the packets of a shift by channels of their own, and what a leaf's nodes send to
#   numbers of one rest by 4 by the same parent: all four, in the transpose.
#   The dragonfly, minimal: next-group and bit-complement put 8 nodes' packets on one global channel,
#   tornado 5; neighbour leads two groups' borders over the local channel from (8,3) to (8,0).
LATTICES = {"mesh-8x8": ((8, 8), False), "torus-8x8": ((8, 8), True), "torus-4x4x4": ((4, 4, 4), True),
            "torus-8x8x8": ((8, 8, 8), True), "flits-1": ((8, 8), False), "flits-16": ((8, 8), False)}
BOUNDS = {
    ("fat-tree-64", "d-mod-k", "uniform"): 1.0,
    ("fat-tree-64", "d-mod-k", "tornado"): 1.0,
    ("fat-tree-64", "d-mod-k", "neighbour"): 1.0,
    ("fat-tree-64", "d-mod-k", "bit-complement"): 1.0,
    ("fat-tree-64", "d-mod-k", "transpose"): 7 / 8 / 4,
    ("dragonfly-72", "dragonfly-minimal", "next-group"): 1 / 8,
    ("dragonfly-72", "dragonfly-minimal", "bit-complement"): 1 / 8,
    ("dragonfly-72", "dragonfly-minimal", "tornado"): 1 / 5,
    ("dragonfly-72", "dragonfly-minimal", "neighbour"): 1 / 2,
    ("dragonfly-72", "valiant", "next-group"): 9 / 16,
}


def destinations(pattern, extents, x):
    """Where the node at x sends, as src/workload has it; None: anywhere."""
    if pattern == "tornado":
        return tuple((c + (k + 1) // 2 - 1) % k for c, k in zip(x, extents))
    if pattern == "transpose":
        return x[1:] + x[:1]
    if pattern == "bit-complement":
        return tuple(k - 1 - c for c, k in zip(x, extents))
    if pattern == "neighbour":
        return tuple((c + 1) % k for c, k in zip(x, extents))
    return None


@functools.cache
def lattice_bound(network, pattern):
    """The share of senders over the load of the channel that has most, in order of dimensions; ties on
    rings go by the parity of the source's coordinate sum."""
    extents, wrapped = LATTICES[network]
    nodes = list(itertools.product(*map(range, extents)))
    load, senders = collections.Counter(), 0
    for source in nodes:
        one = destinations(pattern, extents, source)
        targets = [t for t in (nodes if one is None else [one]) if t != source]
        senders += bool(targets)
        for target in targets:
            at = list(source)
            for d, k in enumerate(extents):
                ahead = (target[d] - at[d]) % k
                step = 1 if ahead * 2 < k or (ahead * 2 == k and sum(source) % 2 == 0) else -1
                if not wrapped:
                    step = 1 if target[d] > at[d] else -1
                while at[d] != target[d]:
                    load[tuple(at), d, step] += 1 / len(targets)
                    at[d] = (at[d] + step) % k
    return senders / len(nodes) / max(1, *load.values())


def bound_of(network, routing, pattern):
    if network in LATTICES and routing == "dimension-order":
        return lattice_bound(network, pattern)
    if network in LATTICES and routing == "valiant":
        return min(1.0, 4 / LATTICES[network][0][0])
    return BOUNDS.get((network, routing, pattern))


COLUMNS = ["network", "pattern", "routing", "load", "state", "offered", "accepted", "accepted_ci95",
           "latency_ns", "latency_ci95_ns", "intervals", "warm_up_intervals", "result_hash"]


def measure(network, pattern, routing, load):
    """A row of curves.csv."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [KASURI, "run", str(HERE / f"{network}.toml"), "--json", "--out", scratch + "/run",
                   "--set", f"routing.type={routing}", "--set", f"jobs.0.pattern.type={pattern}",
                   "--set", f"jobs.0.pattern.load={load:.4g}"]
        for setting in SETTINGS.get((network, pattern), []):
            command += ["--set", setting]
        done = subprocess.run(command, text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    summary = json.loads(done.stdout)
    s = summary["steady_state"]

    def figure_of(key, factor, digits):  # null: there is none
        return "" if s[key] is None else f"{s[key] * factor:.{digits}f}"

    return {"network": network, "pattern": pattern, "routing": routing, "load": f"{load:.4g}",
            "state": s["state"], "offered": figure_of("offered", 1, 5),
            "accepted": figure_of("accepted", 1, 5), "accepted_ci95": figure_of("accepted_ci95", 1, 5),
            "latency_ns": figure_of("latency_ps", 1e-3, 2),
            "latency_ci95_ns": figure_of("latency_ci95_ps", 1e-3, 2),
            "intervals": s["intervals"], "warm_up_intervals": s["warm_up_intervals"],
            "result_hash": summary["result_hash"]}


def curve(network, pattern, routing, step, known):
    """Points at rising loads until the network saturates, three between the last two, and one at full
    load: what it then accepts is its throughput."""
    rows = []

    def at(load):
        key = (network, pattern, routing, f"{load:.4g}")
        rows.append(known.get(key) or measure(network, pattern, routing, load))
        return rows[-1]["state"] != "saturated"

    load = step / 4
    at(load)
    load = step
    while load < 0.999 and at(load):
        load += step
    if load < 0.999:
        low, high = load - step, load
        for _ in range(3):
            middle = (low + high) / 2
            low, high = (middle, high) if at(middle) else (low, middle)
    at(1.0)
    return rows


def figure(path, title, curves):
    """Latency over offered load, a line for each routing, up to six times the lowest latency."""
    width, height, left, top = 420, 300, 56, 30
    colours = ["#1b6ca8", "#c8553d", "#2e933c", "#8a4fa3", "#b8860b"]
    points = {name: [(float(r["offered"]), float(r["latency_ns"])) for r in rows
                     if r["state"] != "saturated"] for name, rows in curves.items()}
    base = min((l for p in points.values() for _, l in p), default=1)
    most = 6 * base

    def place(load, latency):
        return (left + load * (width - left - 14),
                height - 42 - (latency / most) * (height - 42 - top))
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           'font-family="sans-serif" font-size="11">',
           '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="{left}" y="18" font-size="13">{title}</text>']
    for i in range(6):
        x, _ = place(i / 5, 0)
        svg.append(f'<path d="M{x:.1f} {top}V{height - 42}" stroke="#ddd"/>'
                   f'<text x="{x:.1f}" y="{height - 28}" text-anchor="middle">{i / 5:.1f}</text>')
    for i in range(7):
        _, y = place(0, i * base)
        svg.append(f'<path d="M{left} {y:.1f}H{width - 14}" stroke="#ddd"/>'
                   f'<text x="{left - 4}" y="{y + 4:.1f}" text-anchor="end">{i * base:.0f}</text>')
    svg.append(f'<text x="{width / 2}" y="{height - 12}" text-anchor="middle">offered load, share of a '
               'node\'s link; dashed: accepted at full load</text>'
               f'<text x="12" y="{height / 2}" transform="rotate(-90 12 {height / 2})" '
               'text-anchor="middle">latency, ns</text>')
    for n, (name, rows) in enumerate(curves.items()):
        colour = colours[n % len(colours)]
        drawn = sorted(p for p in points[name] if p[1] <= most)
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*p) for p in drawn))
        svg.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        svg += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.2" fill="{colour}"/>'
                for x, y in (place(*p) for p in drawn)]
        x, _ = place(min(1.0, float(rows[-1]["accepted"])), 0)
        svg.append(f'<path d="M{x:.1f} {top}V{height - 42}" stroke="{colour}" stroke-dasharray="4 3"/>'
                   f'<text x="{left + 8}" y="{top + 14 + 14 * n}" fill="{colour}">{name}</text>')
    path.write_text("\n".join(svg + ["</svg>"]) + "\n")


def table(curves):
    lines = ["| network | pattern | routing | steady up to | not saturated up to | accepted at full load "
             "| bound |", "|---|---|---|---|---|---|---|"]
    for (network, pattern, routing), rows in curves.items():
        steady = max((float(r["offered"]) for r in rows if r["state"] == "steady"), default=0)
        below = max((float(r["offered"]) for r in rows if r["state"] != "saturated"), default=0)
        bound = bound_of(network, routing, pattern)
        lines.append(f"| {network} | {pattern} | {routing} | {steady:.3f} | {below:.3f} | "
                     f"{float(rows[-1]['accepted']):.3f} | "
                     f"{'' if bound is None else f'{bound:.3f}'} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("networks", nargs="*", default=list(NETWORKS),
                        metavar="NETWORK", help=", ".join(NETWORKS))
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("latency-load"))
    parser.add_argument("--pattern", action="append", help="only this one; repeatable")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    for n in arguments.networks:
        if n not in NETWORKS:
            parser.error(f"unknown network '{n}': one of {', '.join(NETWORKS)}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    store = arguments.out / "curves.csv"
    known = {}
    if store.exists():
        with store.open(newline="") as f:
            known = {(r["network"], r["pattern"], r["routing"], r["load"]): r
                     for r in csv.DictReader(f)}
    patterns = {n: [p for p in NETWORKS[n][1] if not arguments.pattern or p in arguments.pattern]
                for n in arguments.networks}
    wanted = [(n, p, r) for n in arguments.networks for p in patterns[n] for r in NETWORKS[n][0]]
    curves = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        waiting = {pool.submit(curve, n, p, r, NETWORKS[n][2], known): (n, p, r) for n, p, r in wanted}
        for done in concurrent.futures.as_completed(waiting):
            curves[waiting[done]] = done.result()
            known.update({(r["network"], r["pattern"], r["routing"], r["load"]): r
                          for r in done.result()})
            with store.open("w", newline="") as f:
                writer = csv.DictWriter(f, COLUMNS)
                writer.writeheader()
                writer.writerows(known[k] for k in sorted(known))
            print(f"{len(curves)} of {len(wanted)} curves: {' '.join(waiting[done])}", flush=True)
    curves = {key: curves[key] for key in wanted}
    (arguments.out / "saturation.md").write_text(table(curves))
    for network in arguments.networks:
        for pattern in patterns[network]:
            figure(arguments.out / f"{network}-{pattern}.svg", f"{network}, {pattern}",
                   {r: curves[network, pattern, r] for r in NETWORKS[network][0]})
    print(f"figures and saturation.md in {arguments.out}")
    for (network, pattern, routing), rows in curves.items():
        bound = bound_of(network, routing, pattern)
        steady = max((float(r["accepted"]) for r in rows if r["state"] == "steady"), default=0)
        if bound is not None and steady > bound * 1.01:
            sys.exit(f"{network}, {pattern}, {routing}: steady at {steady}, above its bound of {bound:.3f}")


if __name__ == "__main__":
    main()
