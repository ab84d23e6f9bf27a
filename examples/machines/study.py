#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Machines beside measurements: fits constants to some of the measured times, compares the machine files
with all of them.

    examples/machines/study.py --fit MACHINE [-o FILE]
                                          fits as the table below says; writes a machine file
    examples/machines/study.py --write    compares; writes simulated.csv, the page and its figures
    examples/machines/study.py --page     the page and the figures from simulated.csv alone
    examples/machines/study.py --check    simulates a sample again: exit code 1 if a time differs from
                                          simulated.csv by more than 0.1 %
"""
import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KASURI = ROOT / "build" / "kasuri"
MEASURED = HERE / "measured.csv"
SIMULATED = HERE / "simulated.csv"
PAGE = ROOT / "docs" / "validation" / "machines.md"

sys.path.insert(0, str(HERE.parent))
from charts import COLOURS  # noqa: E402

# What is fitted, to which points: all others are predictions.
FITS = {
    "fugaku": (["mpi.send_overhead", "mpi.receive_overhead", "nic.cable_latency", "mpi.copy_rate",
                "mpi.copy_rate_in_memory", "mpi.reduce_rate", "mpi.reduce_rate_in_memory"],
               ["nodes=2x2x2"]),
    "lumi": (["mpi.send_overhead", "nic.cable_latency", "mpi.copy_rate", "mpi.reduce_rate",
              "mpi.reduce_rate_in_memory"],
             ["algorithm=recursive_doubling_over,ring_over"]),
    "leonardo": (["mpi.send_overhead", "nic.cable_latency", "mpi.copy_rate", "mpi.copy_rate_in_memory",
                  "mpi.reduce_rate", "mpi.reduce_rate_in_memory", "nic.dma_read_rate"],
                 ["collective=allreduce,bcast,alltoall"]),
    "marenostrum5": (["mpi.send_overhead", "mpi.receive_overhead", "nic.cable_latency",
                      "router.switch_traversal_time", "mpi.copy_rate", "mpi.copy_rate_in_memory",
                      "mpi.reduce_rate_in_memory", "nic.dma_read_rate"],
                     ["collective=allreduce,bcast,alltoall"]),
}
LARGE = 65536
SAMPLE = 7  # of the cheap points every so many are checked


def calibrate(machine, *arguments, measured=MEASURED):
    command = [KASURI, "calibrate", machine, measured, "--system", machine, *arguments]
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def is_fitted(machine, row):
    _, only = FITS[machine]
    for condition in only:
        column, values = condition.split("=")
        if row[column] not in values.split(","):
            return False
    return True


def ranks_of(row):
    return math.prod(int(n) for n in row["nodes"].split("x")) * int(row["tasks_per_node"])


def compare(most_ranks):
    rows = []
    with open(MEASURED, newline="") as f:
        measured = [r for r in csv.DictReader(f) if ranks_of(r) <= most_ranks]
    part = pathlib.Path(tempfile.mkdtemp()) / "measured.csv"
    with open(part, "w", newline="") as out:
        writer = csv.DictWriter(out, measured[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(measured)
    for machine in FITS:
        if not any(r["system"] == machine for r in measured):
            continue
        result = json.loads(calibrate(machine, "--check", "--json", measured=part))
        for p in result["points"]:
            rows.append({"machine": machine, "fitted": int(is_fitted(machine, p)),
                         **{k: p[k] for k in ("nodes", "ranks_per_node", "collective", "algorithm",
                                              "bytes")},
                         "measured_us": p["measured_us"], "simulated_us": round(p["simulated_us"], 3)})
    with open(SIMULATED, "w", newline="") as out:
        writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def read():
    with open(SIMULATED, newline="") as f:
        rows = list(csv.DictReader(f))
    for r in rows:
        r["bytes"] = int(r["bytes"])
        r["measured"], r["simulated"] = float(r["measured_us"]), float(r["simulated_us"])
        r["error"] = abs(math.log(r["simulated"] / r["measured"]))
    return rows


def percent(errors, share):
    errors = sorted(errors)
    return f"{100 * (math.exp(errors[min(len(errors) - 1, int(share * len(errors)))]) - 1):.0f} %"


def line(cells):
    return "| " + " | ".join(str(c) for c in cells) + " |\n"


def table(rows, keys, head):
    groups = {}
    for r in rows:
        groups.setdefault(keys(r), []).append(r["error"])
    text = line([*head, "points", "median", "90 %"]) + "|---" * (len(head) + 3) + "|\n"
    for key in sorted(groups):
        errors = groups[key]
        text += line([*key, len(errors), percent(errors, 0.5), percent(errors, 0.9)])
    return text


def size_of(row):
    return "64 KiB and more" if row["bytes"] >= LARGE else "less than 64 KiB"


def figure(machine, rows):
    """Simulated over measured, both axes logarithmic; a line where they agree."""
    size, left, top = 420, 64, 16
    bottom = top + size
    values = [v for r in rows for v in (r["measured"], r["simulated"])]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))

    def place(value):
        return size * (math.log10(value) - low) / (high - low)

    def text(x, y, words, more=""):
        return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{size + left + 150}" '
           f'height="{size + top + 52}" font-family="sans-serif" font-size="12">'
           '<rect width="100%" height="100%" fill="white"/>']
    for decade in range(low, high + 1):
        at = place(10 ** decade)
        out += [f'<path d="M{left + at:.1f} {top}V{bottom}M{left} {bottom - at:.1f}H{left + size}" '
                'stroke="#ddd"/>',
                text(left + at, bottom + 18, f"{10 ** decade:g}", 'text-anchor="middle"'),
                text(left - 6, bottom - at + 4, f"{10 ** decade:g}", 'text-anchor="end"')]
    out.append(f'<path d="M{left} {bottom}L{left + size} {top}" stroke="#888"/>')
    kinds = sorted({r["collective"] for r in rows})
    colour = dict(zip(kinds, (*COLOURS, "#000000")))
    for r in rows:
        stroke = colour[r["collective"]]
        x, y = left + place(r["measured"]), bottom - place(r["simulated"])
        fill = "none" if r["fitted"] == "1" else stroke
        out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" stroke="{stroke}" fill="{fill}"/>')
    for i, k in enumerate(kinds):
        y = top + 10 + 18 * i
        out += [f'<circle cx="{left + size + 16}" cy="{y}" r="4" fill="{colour[k]}"/>',
                text(left + size + 28, y + 4, k)]
    middle = f'transform="translate(14 {top + size / 2}) rotate(-90)" text-anchor="middle"'
    out += [text(left + size / 2, bottom + 40, "measured, µs", 'text-anchor="middle"'),
            text(0, 0, "simulated, µs", middle), "</svg>\n"]
    (PAGE.parent / f"machine-{machine}.svg").write_text("".join(out))


def machine_part(machine, rows):
    keys, only = FITS[machine]
    names, chosen = ", ".join(f"`{k}`" for k in keys), " and ".join(f"`{o}`" for o in only)
    text = (f"\n## {machine}\n\nFitted: {len(keys)} constants ({names}) to the points with {chosen}."
            f" In the\n"
            f"figure, these are circles, predictions are discs.\n\n"
            f"![simulated and measured times](machine-{machine}.svg)\n\n")
    text += table(rows, lambda r: (r["collective"], r["algorithm"], r["nodes"]),
                  ["operation", "algorithm", "nodes"])
    text += "\nFarthest off:\n\n" + line(["operation", "algorithm", "nodes", "bytes", "measured, µs",
                                          "simulated, µs"]) + "|---" * 6 + "|\n"
    for r in sorted(rows, key=lambda r: -r["error"])[:8]:
        text += line([r["collective"], r["algorithm"], r["nodes"], r["bytes"], r["measured_us"],
                      r["simulated_us"]])
    return text


def page():
    rows = read()
    head = ("# Machines beside measurements\n\n"
            "Made by `examples/machines/study.py --write`. The measured times are public (the PICO data\n"
            "set, "
            "see [the example](../../examples/machines/README.md)). An error is\n"
            "exp |log(simulated / measured)| - 1. "
            "*Fitted* points have decided the constants of the machine file; *predicted* ones have\n"
            "not.\n\n")
    head += ("Only points of up to 64 ranks are here unless `--ranks` says more. Points of algorithms that "
             "Kasuri "
             "does\nnot have are left out.\n\n")
    head += table(rows, lambda r: (r["machine"], "fitted" if r["fitted"] == "1" else "predicted",
                                   size_of(r)), ["machine", "points were", "bytes"])
    text = head
    for machine in FITS:
        own = [r for r in rows if r["machine"] == machine]
        if own:
            figure(machine, own)
            text += machine_part(machine, own)
    PAGE.write_text(text)
    print(head)


def check():
    bad = 0
    cheap = [r for r in read() if r["bytes"] <= 1 << 20 and r["nodes"] in ("2x2x2", "8", "32")]
    for r in cheap[::SAMPLE]:
        got = json.loads(subprocess.run(
            [KASURI, "predict", r["machine"], "--nodes", r["nodes"],
             "--ranks-per-node", r["ranks_per_node"],
             "--collective", r["collective"], "--algorithm", r["algorithm"], "--bytes", str(r["bytes"]),
             "--packets", "1e6", "--json"], capture_output=True, text=True, check=True).stdout)
        now = got["points"][0]["time_us"]
        if abs(now - r["simulated"]) > 0.001 * r["simulated"] + 0.001:
            print(f"{r['machine']} {r['collective']} {r['algorithm']} {r['bytes']} B: {now} us, "
                  f"{SIMULATED.name} has {r['simulated_us']}")
            bad += 1
    print(f"{len(cheap[::SAMPLE])} points simulated again, {bad} differ")
    return bad > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fit", choices=FITS)
    parser.add_argument("-o", default=None)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--ranks", type=int, default=64,
                        help="points of up to so many ranks are simulated (512: all, an hour of CPU time)")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--check", action="store_true")
    a = parser.parse_args()
    if a.fit:
        keys, only = FITS[a.fit]
        print(calibrate(a.fit, "--fit", ",".join(keys), *[x for o in only for x in ("--only", o)],
                        "-o", a.o or f"{a.fit}-calibrated.toml"))
    if a.write:
        compare(a.ranks)
    if a.write or a.page:
        page()
    return check() if a.check else 0


if __name__ == "__main__":
    sys.exit(main())
