#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A chip planned for a measured program, and that chip as the node of a machine: energy and time of each
step beside what they must be. What is printed stands in README.md.

    examples/chip-node/study.py [DIRECTORY]             default: runs/chip-node
    examples/chip-node/study.py [DIRECTORY] --check     exit code 1 if README.md says something else
"""
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KASURI = os.environ.get("KASURI", str(ROOT / "build" / "kasuri"))
PROGRAM = HERE / "program.toml"
BLOCKS, RING_BITS = 9, 8 * 4096
SWITCH, TORUS = 0.98, 10.0  # pJ for each bit


def kasuri(*words):
    done = subprocess.run([KASURI, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"failed: kasuri {' '.join(map(str, words))}\n{done.stderr}")
    return done.stdout


def ran(out, config, *words):
    """nJ and ns of a run."""
    s = json.loads(kasuri("run", config, "--json", "--out", out, *words))
    return 1e9 * s["power"]["energy_j"], 1e-3 * s["time_ps"]


def planned(out, *words):
    """nJ and clocks of a plan, which is left in `out`. A weight of 1 is 1 pJ for each bit."""
    p = json.loads(kasuri("chip", HERE / "chip.toml", "--export", out, "--json", *words))
    return 1e-3 * p["energy"], p["makespan_clocks"]


def study(out):
    """Lines of the table, and whether all is as it must be."""
    matrix = out / "measured.csv"
    kasuri("run", PROGRAM, "--set", "topology.type=switch", "--set", "topology.endpoints=16",
           "--traffic-matrix", matrix, "--out", out / "measured")
    good = matrix.read_text() == (HERE / "measured.csv").read_text()
    yield f"measured: {'as in measured.csv' if good else 'NOT as in measured.csv'}", good
    yield f"{'':48}{'energy':>12}{'time':>10}", True

    def row(name, energy, clocks, must=None, most=None):
        holds = (must is None or abs(energy / must - 1) < 1e-9) and (most is None or clocks <= most)
        return f"{name:48}{energy:9.3f} nJ{clocks:7.0f} ns{'' if holds else '  WRONG'}", holds
    for name, words in (("planned chip", ()), ("2-D mesh", ("--set", "wiring=mesh", "--set", "layers=1"))):
        plan = out / name.replace(" ", "-").replace("planned-chip", "plan")
        energy, clocks = planned(plan, *words)
        yield row(f"{name}: the plan", energy, clocks)
        # A run counts from the first flit and takes 1 ns more; packets of one clock may change places.
        yield row(f"{name}: its demands as a run", *ran(out / "demands", plan / "config.toml"), energy,
                  1.02 * clocks)
        yield row(f"{name}: the program",
                  *ran(out / "program", PROGRAM, "--machine", plan / "machine.toml"), energy)
    energy = planned(out / "plan")[0]
    node = ["--machine", HERE / "machine.toml"]
    for key, file in (("topology.server.file", "topology.net"), ("routing.server.file", "paths.txt")):
        node += ["--set", f"{key}={out / 'plan' / file}"]
    yield row("one of nine chips in a torus: the program", *ran(out / "node", PROGRAM, *node), energy)
    # A message of the ring leaves one chip by its first switch and enters another by it; between them it
    # crosses h links of the torus, from (x, y) to the next number.
    hops = sum(1 if x < 2 else 2 for y in range(3) for x in range(3))
    must = BLOCKS * energy + 1e-3 * RING_BITS * (BLOCKS * 2 * SWITCH + hops * TORUS)
    yield row("nine chips in a torus: the program, and a ring",
              *ran(out / "machine", PROGRAM, *node, "--set", f"jobs.0.ranks={16 * BLOCKS}"), must)
    yield row("   by hand", must, 0)


def main():
    words = [a for a in sys.argv[1:] if a != "--check"]
    out = pathlib.Path(words[0] if words else ROOT / "runs" / "chip-node").resolve()
    out.mkdir(parents=True, exist_ok=True)
    rows = list(study(out))
    text = "\n".join(line.replace("      0 ns", "").rstrip() for line, _ in rows)
    print(text)
    if "--check" in sys.argv and text not in (HERE / "README.md").read_text():
        print("README.md does not say so")
        return 1
    return 0 if all(good for _, good in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
