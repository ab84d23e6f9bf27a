#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Machines beside measurements: fits constants to measured times, compares the machine files with all of
them, and predicts times that were left out of a fit.

    examples/machines/study.py --fit MACHINE [-o FILE]
                                          fits as the table below says; writes a machine file
    examples/machines/study.py --write    compares; writes simulated.csv, the page and its figures
    examples/machines/study.py --cross MACHINE
                                          fits to half of the series, predicts the others, and the other way
                                          round; writes what it predicts to simulated.csv
    examples/machines/study.py --page     the page and the figures from simulated.csv alone
    examples/machines/study.py --check    simulates a sample again: exit code 1 if a time differs from
                                          simulated.csv by more than 0.1 %, or if the median error of a
                                          machine is above its bound
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

# What is fitted, to which points. Where a machine was measured at one size alone, the machine file is
# fitted to all points, and `--cross` says how well such fits predict.
FITS = {
    "fugaku": (["mpi.send_overhead", "mpi.receive_overhead", "nic.cable_latency", "mpi.eager_copy_rate",
                "mpi.rendezvous_overhead", "mpi.copy_rate", "mpi.reduce_rate",
                "mpi.reduce_rate_in_memory"], ["nodes=2x2x2"]),
    "lumi": (["mpi.send_overhead", "mpi.call_overhead", "nic.cable_latency", "mpi.rendezvous_overhead",
              "mpi.eager_copy_rate", "mpi.reduce_rate", "mpi.reduce_rate_in_memory"], []),
    "leonardo": (["mpi.send_overhead", "mpi.receive_overhead", "mpi.call_overhead", "nic.cable_latency",
                  "nic.peer_change_time", "mpi.rendezvous_overhead", "mpi.eager_copy_rate",
                  "mpi.reduce_rate"], []),
    "marenostrum5": (["mpi.send_overhead", "mpi.receive_overhead", "mpi.call_overhead",
                      "nic.cable_latency", "mpi.rendezvous_overhead", "mpi.eager_copy_rate",
                      "mpi.reduce_rate_in_memory", "mpi.temporary_rate"], []),
}
BY_HAND = {"leonardo"}  # its machine file; `--cross` fits
LARGE = 65536
SAMPLE = 7  # of the cheap points every so many are checked
PACKETS = "1e5"
FEW_RANKS, MOST_BYTES = 64, 1 << 20  # more ranks with longer messages would take an hour of CPU time
# Median errors above which `--check` fails, of the machine files, in percent: large, small messages.
BOUNDS = {"fugaku": (10, 15), "lumi": (10, 30), "leonardo": (25, 25), "marenostrum5": (12, 20)}


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


def measured_rows(most_ranks, machine=None):
    """What can be simulated of a rank per node: without NCCL, and interfaces of Fugaku used directly."""
    with open(MEASURED, newline="") as f:
        return [r for r in csv.DictReader(f)
                if ranks_of(r) <= most_ranks and "nccl" not in r["algorithm"] and
                "UTOFU" not in r["algorithm"] and "-MPI-" not in r["algorithm"] and
                (ranks_of(r) <= FEW_RANKS or int(r["bytes"]) <= MOST_BYTES) and
                machine in (None, r["system"])]


def table_of(rows):
    part = pathlib.Path(tempfile.mkdtemp()) / "measured.csv"
    with open(part, "w", newline="") as out:
        writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return part


KEYS = ("machine", "nodes", "ranks_per_node", "collective", "algorithm", "bytes", "measured_us")


def key_of(row):
    return tuple(str(row[k]) for k in KEYS[1:6])


def simulate(machine_file, machine, rows):
    command = [KASURI, "calibrate", machine_file, table_of(rows), "--system", machine, "--check", "--json",
               "--packets", PACKETS]
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return [{"machine": machine, **p} for p in json.loads(done.stdout)["points"] if "simulated_us" in p]


def write(rows):
    with open(SIMULATED, "w", newline="") as out:
        names = [*KEYS, "fitted", "simulated_us", "crossed_us"]
        writer = csv.DictWriter(out, names, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


def compare(most_ranks, only=None):
    old = {(r["machine"], key_of(r)): r for r in read()} if SIMULATED.exists() else {}
    rows = []
    for machine in FITS:
        measured = measured_rows(most_ranks, machine)
        if (only and machine != only) or not measured:
            with open(SIMULATED, newline="") as f:
                rows += [r for r in csv.DictReader(f) if r["machine"] == machine]
            continue
        for p in simulate(machine, machine, measured):
            was = old.get((machine, key_of(p)), {})
            rows.append({**p, "fitted": int(is_fitted(machine, p)),
                         "simulated_us": round(p["simulated_us"], 3),
                         "crossed_us": was.get("crossed_us", "")})
    write(rows)


def half_of(rows):
    """0 or 1 for each series and class of sizes: of a series' two classes one is fitted, one predicted."""
    series = sorted({(r["collective"], r["algorithm"]) for r in rows})
    return {(s, large): (i + large) % 2 for i, s in enumerate(series) for large in (False, True)}


def cross(machine, most_ranks):
    measured = measured_rows(most_ranks, machine)
    half = half_of(measured)
    predicted = {}
    for left_out in (0, 1):
        groups = [[], []]
        for r in measured:
            out = half[(r["collective"], r["algorithm"]), int(r["bytes"]) >= LARGE] == left_out
            groups[out].append(r)
        fitted = pathlib.Path(tempfile.mkdtemp()) / f"{machine}.toml"
        calibrate(machine, "--fit", ",".join(FITS[machine][0]), "-o", fitted, "--packets", PACKETS,
                  measured=table_of(groups[0]))
        for p in simulate(fitted, machine, groups[1]):
            predicted[key_of(p)] = round(p["simulated_us"], 3)
    with open(SIMULATED, newline="") as f:
        rows = list(csv.DictReader(f))
    for r in rows:
        if r["machine"] == machine:
            r["crossed_us"] = predicted.get(key_of(r), "")
    write(rows)


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
    names = ", ".join(f"`{k}`" for k in keys)
    chosen = "to the points with " + " and ".join(f"`{o}`" for o in only) if only else "to all points"
    how = "Chosen by hand" if machine in BY_HAND else "Fitted"
    text = (f"\n## {machine}\n\n{how}: {len(keys)} constants ({names}) {chosen}.\n\n"
            f"![simulated and measured times](machine-{machine}.svg)\n\n")
    text += table(rows, lambda r: (r["collective"], r["algorithm"], r["nodes"]),
                  ["operation", "algorithm", "nodes"])
    text += "\nFarthest off:\n\n" + line(["operation", "algorithm", "nodes", "bytes", "measured, µs",
                                          "simulated, µs"]) + "|---" * 6 + "|\n"
    for r in sorted(rows, key=lambda r: -r["error"])[:8]:
        text += line([r["collective"], r["algorithm"], r["nodes"], r["bytes"], r["measured_us"],
                      r["simulated_us"]])
    return text


def predictions(rows):
    """Points with times that no point of their kind has decided."""
    out = []
    for r in rows:
        if FITS[r["machine"]][1]:
            out += [r] if r["fitted"] == "0" else []
        elif r["crossed_us"]:
            out.append({**r, "error": abs(math.log(float(r["crossed_us"]) / r["measured"]))})
    return out


def page():
    rows = read()
    head = ("# Machines beside measurements\n\n"
            "Made by `examples/machines/study.py --write`. The measured times are public (the PICO data "
            "set, see\n[the example](../../examples/machines/README.md)). An error is "
            "exp |log(simulated / measured)| - 1.\n\n")
    head += ("## Predicted\n\nFugaku's constants are fitted to 2x2x2 nodes; these points are of 8x8x8. The "
             "other machines were measured at\none size. Their constants are fitted to half of the points, "
             "and these are the other half, and the other way round:\nof each series, either the messages "
             "of 64 KiB and more are fitted, or the smaller ones (`study.py --cross`).\nWhich rules hold "
             "at 8x8x8 nodes (`mpi.eager_peers`, the broadcast along trees of the torus) was found by "
             "looking at these\npoints. Rules of the other machines, as their eager limits, were chosen "
             "with all points known.\n\n")
    by_size = ["machine", "bytes"]
    head += table(predictions(rows), lambda r: (r["machine"], size_of(r)), by_size)
    head += "\n## The machine files\n\nAll points, with the constants that Kasuri has:\n\n"
    head += table(rows, lambda r: (r["machine"], size_of(r)), by_size)
    head += ("\nLeft out: NCCL, and algorithms that use Fugaku's interfaces by themselves (UTOFU), which "
             "Kasuri does not have.\n")
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
             "--packets", PACKETS, "--json"], capture_output=True, text=True, check=True).stdout)
        now = got["points"][0]["time_us"]
        if abs(now - r["simulated"]) > 0.001 * r["simulated"] + 0.001:
            print(f"{r['machine']} {r['collective']} {r['algorithm']} {r['bytes']} B: {now} us, "
                  f"{SIMULATED.name} has {r['simulated_us']}")
            bad += 1
    print(f"{len(cheap[::SAMPLE])} points simulated again, {bad} differ")
    for machine, bounds in BOUNDS.items():
        for large, bound in zip((True, False), bounds):
            errors = [r["error"] for r in read()
                      if r["machine"] == machine and (r["bytes"] >= LARGE) == large]
            if errors and math.exp(sorted(errors)[len(errors) // 2]) - 1 > bound / 100:
                print(f"{machine}: the median error is above {bound} %")
                bad += 1
    return bad > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fit", choices=FITS)
    parser.add_argument("-o", default=None)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--machine", choices=FITS, help="with --write: only this one is simulated again")
    parser.add_argument("--cross", choices=FITS)
    parser.add_argument("--ranks", type=int, default=512,
                        help="points of up to so many ranks are simulated")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--check", action="store_true")
    a = parser.parse_args()
    if a.fit:
        keys, only = FITS[a.fit]
        print(calibrate(a.fit, "--fit", ",".join(keys), *[x for o in only for x in ("--only", o)],
                        "-o", a.o or f"{a.fit}-calibrated.toml"))
    if a.write:
        compare(a.ranks, a.machine)
    if a.cross:
        cross(a.cross, a.ranks)
    if a.write or a.page or a.cross:
        page()
    return check() if a.check else 0


if __name__ == "__main__":
    sys.exit(main())
