#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""NsimPower's study (its section 4) by one command: runs everything, draws its Figures 5 to 10 and
compares its statements one by one. What is finished is not run again.

    examples/nsimpower/study.py [DIRECTORY]          default: runs/nsimpower
"""
import csv
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KASURI = os.environ.get("KASURI", str(ROOT / "build" / "kasuri"))
HERE = ROOT / "examples" / "nsimpower"
SPREAD, RING = HERE / "simple-spread-8x8x8.toml", HERE / "ring-4x4x4.toml"
ALGORITHMS = {name: f'["{name}","2048"]' for name in ("simple-spread", "ring", "pairwise")}
FOUND = "3us"  # the receive overhead that fits, see the README


def kasuri(*words):
    print("$ kasuri", *words, flush=True)
    subprocess.run([KASURI, *map(str, words)], check=True)


def sweep(out, config, *words):
    """The rows of a sweep, numbers as numbers."""
    kasuri("sweep", config, "--out", out, "--baseline", "power.policy=always-on", "--show",
           "time_ps", "--show", "power.mean_w", *words)
    with open(out / "sweep.csv", newline="") as f:
        rows = list(csv.DictReader(f))
    for row in rows:
        for key, value in row.items():
            try:
                row[key] = float(value)
            except ValueError:
                pass
    return rows


def relative(rows, key, t_lt, **fixed):
    """A value as a multiple of what it is without sleep."""
    def value(first):
        return next(r[key] for r in rows if r["power.t_lt"] == first
                    and all(r[k.replace("__", ".")] == v for k, v in fixed.items()))
    return value(t_lt) / value("baseline")


def bars(path, title, values):
    """Figure 10 as bars: one colour without sleep, one with."""
    width, top, floor = 90, 50, 300
    most = max(max(pair) for pair in values.values())
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{80 + width * len(values)}" '
             f'height="350" font-family="Helvetica, Arial, sans-serif">',
             f'<text x="20" y="24" font-size="14">{title}</text>']
    for i, (name, pair) in enumerate(values.items()):
        for k, watts in enumerate(pair):
            height = (floor - top) * watts / most
            x = 40 + width * i + 36 * k
            parts.append(f'<rect x="{x}" y="{floor - height:.1f}" width="34" height="{height:.1f}" '
                         f'fill="{("#999999", "#0072b2")[k]}"/>')
            parts.append(f'<text x="{x + 17}" y="{floor - height - 4:.1f}" font-size="9" '
                         f'text-anchor="middle">{watts / 1000:.2f}</text>')
        parts.append(f'<text x="{40 + width * i + 36}" y="318" font-size="11" '
                     f'text-anchor="middle">{name}</text>')
    parts.append('<text x="40" y="340" font-size="11">kW; grey: without sleep</text></svg>')
    path.write_text("\n".join(parts) + "\n")


def main():
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "runs/nsimpower").resolve()
    out.mkdir(parents=True, exist_ok=True)

    # Figures 6, 7 and 10: thresholds, algorithms, and the overhead that the paper does not print.
    overhead = "mpi__receive_overhead"
    rows = sweep(out / "thresholds", SPREAD, "--vary", "power.t_lt=0us:20us:1us", "--vary",
                 "jobs.0.args=" + ",".join(ALGORITHMS.values()), "--vary",
                 f"mpi.receive_overhead=0us,{FOUND}", "--plot", "time_ps", "--plot", "power.mean_w",
                 "--plot", "power.energy_j")
    for number, column in ((6, "time_ps"), (7, "power.mean_w")):
        (out / f"figure-{number}.svg").write_text(
            (out / "thresholds" / f"{column}.svg").read_text())

    # What the 15 % depend on.
    unknowns = sweep(out / "unknowns", SPREAD, "--vary", "power.t_lt=0us,9us", "--vary",
                     "mpi.receive_overhead=0us,1us,3us", "--vary",
                     "mpi.send_overhead=0us,5us", "--vary",
                     'jobs.0.args=["simple-spread","2048"],["simple-spread","2048","1"],'
                     '["simple-spread","8192"]')

    # Figures 5, 8 and 9.
    kasuri("run", RING, "--out", out / "ring-4x4x4")
    kasuri("run", SPREAD, "--set", f"jobs.0.args={ALGORITHMS['ring']}", "--set",
           "power.transient=links", "--out", out / "ring-8x8x8")
    for run, form, figure in (("ring-8x8x8", "maps-svg", 5), ("ring-4x4x4", "time-svg", 8),
                              ("ring-4x4x4", "maps-svg", 9)):
        kasuri("power", out / run, "--format", form, "-o", out / f"figure-{figure}.svg")
    kasuri("power", out / "ring-8x8x8", "--format", "boxfish", "-o", out / "boxfish")

    print("\nThe paper's statements, with a receive overhead of 0 and of", FOUND)
    spread = ALGORITHMS["simple-spread"]
    for o in ("0us", FOUND):
        fixed = {"jobs__0__args": spread, overhead: o}
        power = {t: relative(rows, "power.mean_w", f"{t}us", **fixed) for t in range(21)}
        time = {t: relative(rows, "time_ps", f"{t}us", **fixed) for t in range(21)}
        best = min(power, key=power.get)
        print(f"  Simple Spread, {o}: {100 * (1 - power[9]):.1f} % saved at 9 us (paper: about 15 %), "
              f"run time x{time[9]:.3f}; most at {best} us: {100 * (1 - power[best]):.1f} %; "
              f"run time x{time[0]:.2f} at 0 us, x{time[2]:.2f} at 2 us (paper: severe at small)")
        figure = {}
        for name, args in ALGORITHMS.items():
            fixed = {"jobs__0__args": args, overhead: o}
            watts = {t: relative(rows, "power.mean_w", f"{t}us", **fixed) for t in range(21)}
            least = min(watts, key=watts.get)
            figure[name] = (12247.04, 12247.04 * watts[least])
            slower = relative(rows, "time_ps", f"{least}us", **fixed)
            print(f"    {name}: least power at {least} us, {100 * (1 - watts[least]):.1f} % saved, "
                  f"run time x{slower:.2f}")
        bars(out / f"figure-10{'' if o == FOUND else '-no-overhead'}.svg",
             f"Least mean power, receive overhead {o}", figure)

    print("\nSets with 15 +- 1.5 % at 9 us, and what they cost at 9 us and 0 us:")
    for row in unknowns:
        if row["power.t_lt"] != "9us":
            continue
        fixed = {k: row[k] for k in ("mpi.receive_overhead", "mpi.send_overhead", "jobs.0.args")}
        saved = 1 - relative(unknowns, "power.mean_w", "9us", **fixed)
        if abs(saved - 0.15) <= 0.015:
            slow = [relative(unknowns, "time_ps", t, **fixed) for t in ("9us", "0us")]
            print(f"  {100 * saved:.1f} %  x{slow[0]:.2f}  x{slow[1]:.2f}  "
                  f"{' '.join(map(str, fixed.values()))}")


if __name__ == "__main__":
    main()
