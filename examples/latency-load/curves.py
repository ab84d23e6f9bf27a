#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Latency against offered load: runs the networks of this folder under the patterns and routings below,
each at rising loads until it saturates, and draws a figure for each network and pattern.

    examples/latency-load/curves.py [--out DIRECTORY] [--jobs N] [--pattern PATTERN] [NETWORK …]

Writes curves.csv (all points), saturation.md (a table, with bounds of theory) and NETWORK-PATTERN.svg.
Points that curves.csv has already are not run again.
"""
import argparse
import concurrent.futures
import csv
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
    "torus-8x8x8": (CUBES, PERMUTATIONS, 0.15),
    "fat-tree-64": (["d-mod-k", "random-up-down", "adaptive-up-down"], PERMUTATIONS, 0.1),
    "dragonfly-72": (["dragonfly-minimal", "valiant", "ugal-l", "ugal-g", "progressive"],
                     ["uniform", "next-group", "tornado", "bit-complement", "neighbour"], 0.1),
    "flits-1": (["dimension-order"], ["uniform"], 0.05),
    "flits-16": (["dimension-order"], ["uniform"], 0.05),
}
# What theory allows, as a share of a node's link: with γ_c packets over channel c for each packet of every
# node, no more than 1 / max γ_c (Dally & Towles 2004, section 3.3); and at most 1 into and out of a node.
#   8×8 mesh, uniform: 8 channels each way over the bisection, 64/4 · 64/63 packets: 8 / 16.25.
#   tornado on rings of 8: 3 hops a dimension over one channel each way: 1/3. Rings of 4: 1 hop: 1.
#   Valiant on a torus: twice the load of uniform traffic, k/8 a channel: 8/(2k), with the middle anywhere.
#   bit-complement: half of a ring's packets cross its middle, on a torus either middle; neighbour: one
#   packet a channel, on a mesh those from the last to the first go back on the other ones.
#   next-group on the dragonfly, minimal: 8 nodes share one global channel: 1/8. Valiant's first halves put
#   8/9 on each global channel, and so do the second ones: 9/16.
BOUNDS = {
    ("mesh-8x8", "dimension-order", "uniform"): 8 / (16 * 64 / 63),
    ("mesh-8x8", "dimension-order", "bit-complement"): 1 / 4,
    ("mesh-8x8", "dimension-order", "neighbour"): 1.0,
    ("torus-8x8", "dimension-order", "bit-complement"): 1 / 2,
    ("torus-8x8", "dimension-order", "neighbour"): 1.0,
    ("torus-4x4x4", "dimension-order", "bit-complement"): 1.0,
    ("torus-4x4x4", "dimension-order", "neighbour"): 1.0,
    ("torus-8x8", "dimension-order", "uniform"): 63 / 64,
    ("torus-8x8", "dimension-order", "tornado"): 1 / 3,
    ("torus-8x8x8", "dimension-order", "tornado"): 1 / 3,
    ("torus-4x4x4", "dimension-order", "tornado"): 1.0,
    ("torus-8x8", "valiant", "uniform"): 0.5,
    ("torus-8x8", "valiant", "tornado"): 0.5,
    ("torus-8x8x8", "valiant", "uniform"): 0.5,
    ("torus-8x8x8", "valiant", "tornado"): 0.5,
    ("torus-4x4x4", "valiant", "uniform"): 1.0,
    ("fat-tree-64", "d-mod-k", "uniform"): 1.0,
    ("dragonfly-72", "dragonfly-minimal", "next-group"): 1 / 8,
    ("dragonfly-72", "valiant", "next-group"): 9 / 16,
}
COLUMNS = ["network", "pattern", "routing", "load", "state", "offered", "accepted", "accepted_ci95",
           "latency_ns", "latency_ci95_ns", "intervals", "warm_up_intervals", "result_hash"]


def measure(network, pattern, routing, load):
    """A row of curves.csv."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [KASURI, "run", str(HERE / f"{network}.toml"), "--json", "--out", scratch + "/run",
                   "--set", f"routing.type={routing}", "--set", f"jobs.0.pattern.type={pattern}",
                   "--set", f"jobs.0.pattern.load={load:.4g}"]
        done = subprocess.run(command, text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    summary = json.loads(done.stdout)
    s = summary["steady_state"]
    return {"network": network, "pattern": pattern, "routing": routing, "load": f"{load:.4g}",
            "state": s["state"], "offered": f"{s['offered']:.5f}", "accepted": f"{s['accepted']:.5f}",
            "accepted_ci95": f"{s['accepted_ci95']:.5f}",
            "latency_ns": f"{s['latency_ps'] / 1000:.2f}",
            "latency_ci95_ns": f"{s['latency_ci95_ps'] / 1000:.2f}",
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
    lines = ["| network | pattern | routing | steady up to | accepted at full load | bound |",
             "|---|---|---|---|---|---|"]
    for (network, pattern, routing), rows in curves.items():
        steady = max((float(r["offered"]) for r in rows if r["state"] == "steady"), default=0)
        bound = BOUNDS.get((network, routing, pattern))
        lines.append(f"| {network} | {pattern} | {routing} | {steady:.3f} | "
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


if __name__ == "__main__":
    main()
