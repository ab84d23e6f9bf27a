#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a mapping does to a 3-D halo exchange and to an all-to-all: runs both with each mapping, prints a
table and draws mapping.svg.

    examples/mapping/figure.py [DIRECTORY]           default: runs/mapping
"""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KASURI = os.environ.get("KASURI", str(ROOT / "build" / "kasuri"))
HERE = ROOT / "examples" / "mapping"
# Configuration, the ranks' grid, the part of it that fits on a node, a sub-torus of nodes.
WORKLOADS = {"halo3d": ([16, 16, 16], [2, 2, 2], [4, 4, 4]),
             "alltoall": ([8, 8, 8], [2, 2, 2], [2, 2, 2])}


def mappings(grid, brick, block):
    return {"linear": '"linear"',
            "permuted": '{type="permuted",order="zyxt"}',
            "sub-tori": f'{{type="sub-tori",block={block}}}',
            "hilbert": f'{{type="hilbert",grid={grid}}}',
            "blocked": f'{{type="blocked",grid={grid},block={brick}}}',
            "random": '"random"'}


def run(workload, name, mapping, out):
    words = [KASURI, "run", HERE / f"{workload}.toml", "--json", "--set",
             f"jobs.0.mapping={mapping}", "--out", out / f"{workload}-{name}"]
    print("$", *words, file=sys.stderr, flush=True)
    done = subprocess.run([str(w) for w in words], check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def draw(path, table):
    """Bars: run time of each workload and mapping as a multiple of the linear one's."""
    parts = []
    x, floor, scale = 40, 220, 60
    for workload, rows in table.items():
        base = rows["linear"]["time_ps"]
        parts.append(f'<text x="{x}" y="20" font-size="13">{workload}: run time, linear = 1</text>')
        for i, (name, r) in enumerate(rows.items()):
            ratio = r["time_ps"] / base
            height, left = scale * ratio, x + 56 * i
            parts.append(f'<rect x="{left}" y="{floor - height:.1f}" width="44" '
                         f'height="{height:.1f}" fill="#0072b2"/>')
            parts.append(f'<text x="{left + 22}" y="{floor - height - 4:.1f}" font-size="10" '
                         f'text-anchor="middle">{ratio:.2f}</text>')
            parts.append(f'<text x="{left + 22}" y="{floor + 14}" font-size="10" '
                         f'text-anchor="middle">{name}</text>')
        x += 56 * len(rows) + 40
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="{x}" height="250" '
                    f'font-family="Helvetica, Arial, sans-serif">\n' + "\n".join(parts) + "\n</svg>\n")


def main():
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "runs/mapping").resolve()
    table = {}
    for workload, shape in WORKLOADS.items():
        table[workload] = {name: run(workload, name, m, out)
                           for name, m in mappings(*shape).items()}
    print("| workload | mapping | run time | packet-hops | within nodes | links busy |")
    print("|---|---|---|---|---|---|")
    for workload, rows in table.items():
        for name, r in rows.items():
            local = r["intra_node_messages"] / (r["intra_node_messages"] + r["messages"])
            print(f"| {workload} | {name} | {r['time_ps'] / 1e9:.3f} ms | {r['packet_hops']:,} | "
                  f"{100 * local:.0f} % | {100 * r['link_busy_ratio']:.1f} % |")
    draw(out / "mapping.svg", table)
    print(f"drawn: {out / 'mapping.svg'}", file=sys.stderr)


if __name__ == "__main__":
    main()
