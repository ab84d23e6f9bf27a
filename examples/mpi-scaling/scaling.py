#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs an MPI program on more and more nodes of two fabrics, a fat tree and a torus with the same links,
and draws the simulated time over the number of nodes.

    scaling.py [--kasuri KASURI] [--nodes 1,2,4,…] [--out DIR] [OPTION of mpirun …] -- PROGRAM ARGUMENTS

OPTIONs, such as --core a64fx, go to `kasuri mpirun`. DIR gets scaling.csv and scaling.svg.
"""
import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FABRICS = {"fat tree": "fat-tree.toml", "torus": "torus.toml"}
COLOURS = ("#1f5fa8", "#c2571a")
WIDTH, HEIGHT, MARGIN = 560, 360, 64


def run(kasuri, machine, nodes, options, program, out):
    command = [kasuri, "mpirun", "-n", str(nodes), "--machine", str(HERE / machine), "--json",
               "--out", str(out / f"{machine.removesuffix('.toml')}-{nodes}"), *options, *program]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} has failed with code {done.returncode}")
    return json.loads(done.stdout)["jobs"][0]["time_ps"] / 1e12


def place(value, least, most, start, end):
    """On a logarithmic axis."""
    if most == least:
        return (start + end) / 2
    return start + (end - start) * math.log(value / least) / math.log(most / least)


def readable(seconds):
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "us")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def drawing(nodes, times, title):
    # A rank that sends nothing and whose code is not counted takes no time: it has no place on this axis.
    everything = [t for line in times.values() for t in line if t > 0]
    if not everything:
        sys.exit("no time passed in any run: try --compute counted")
    least, most = min(everything), max(everything)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           'font-family="sans-serif" font-size="12">',
           f'<text x="{MARGIN}" y="24" font-size="14">{title}</text>']

    def x(n):
        return place(n, nodes[0], nodes[-1], MARGIN, WIDTH - MARGIN)

    def y(t):
        return place(t, least, most, HEIGHT - MARGIN, MARGIN)
    for n in nodes:
        at, bottom = f"{x(n):.1f}", HEIGHT - MARGIN
        out.append(f'<line x1="{at}" y1="{MARGIN}" x2="{at}" y2="{bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{at}" y="{bottom + 18}" text-anchor="middle">{n}</text>')
    for t in sorted({least, most, *(t for t in times[next(iter(times))] if t > 0)}):
        out.append(f'<text x="{MARGIN - 6}" y="{y(t):.1f}" text-anchor="end">{readable(t)}</text>')
    out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 16}" text-anchor="middle">nodes</text>')
    for k, (name, line) in enumerate(times.items()):
        points = " ".join(f"{x(n):.1f},{y(t):.1f}" for n, t in zip(nodes, line) if t > 0)
        out.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[k]}" stroke-width="2"/>')
        out.append(f'<text x="{WIDTH - MARGIN}" y="{24 + 16 * k}" text-anchor="end" '
                   f'fill="{COLOURS[k]}">{name}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    words, program = sys.argv[1:], []
    if "--" in words:
        program = words[words.index("--") + 1:]
        words = words[:words.index("--")]
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasuri", default="kasuri")
    parser.add_argument("--nodes", default="1,2,4,8,16,32,64")
    parser.add_argument("--out", default="runs/scaling", type=pathlib.Path)
    chosen, options = parser.parse_known_args(words)
    if not program:
        parser.error("no program is given after --")
    try:
        nodes = sorted({int(n) for n in chosen.nodes.split(",")})
    except ValueError:
        parser.error(f"--nodes {chosen.nodes}: numbers with commas between them are expected")
    if nodes[0] < 1 or nodes[-1] > 512:
        parser.error(f"--nodes {chosen.nodes}: the machines have 1 to 512 nodes")
    chosen.out.mkdir(parents=True, exist_ok=True)
    times = {name: [run(chosen.kasuri, machine, n, options, program, chosen.out) for n in nodes]
             for name, machine in FABRICS.items()}
    with open(chosen.out / "scaling.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["nodes", *(f"{name}_s" for name in times)])
        table.writerows([n, *(line[i] for line in times.values())] for i, n in enumerate(nodes))
    title = f"{pathlib.Path(program[0]).name} {' '.join(program[1:])}"
    (chosen.out / "scaling.svg").write_text(drawing(nodes, times, title), encoding="utf-8")
    for i, n in enumerate(nodes):
        print(f"{n:5} nodes  " + "  ".join(f"{name} {readable(line[i])}" for name, line in times.items()))


if __name__ == "__main__":
    main()
