#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Curves of BookSim 2 beside Kasuri with router.preset = "booksim2-iq".

    examples/booksim2/study.py [--check] [--json FILE] [--jobs N] [--precision P] [CURVE …]

Runs each point of measured.csv with the configuration of its curve, prints both and the error as a table,
and with --json writes the same to a file (- for the standard output, without the table). With --check only
some points with short runs, against wider bounds: it fails if one of them is beyond its bound.
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
KASURI = os.environ.get("KASURI", str(HERE.parents[1] / "build" / "kasuri"))
CYCLE_PS = 1000

# Of --check: latency may be off by so much, in percent. The runs are short, so that noise is part of it.
CHECKED = {("mesh", "0.001"): 1, ("mesh", "0.3"): 3, ("torus", "0.3"): 3, ("fat-tree", "0.6"): 4,
           ("dragonfly", "0.4"): 2, ("torus-16", "0.2"): 6, ("dragonfly-ugal", "0.2"): 5,
           ("mesh-routing", "0.1"): 3, ("mesh-long", "0.05"): 4, ("mesh-short", "0.3"): 2.5,
           ("mesh-adaptive", "0.05"): 3, ("mesh-adaptive-tail", "0.02"): 3}


def measured():
    lines = [l for l in (HERE / "measured.csv").read_text().splitlines() if not l.startswith("#")]
    return list(csv.DictReader(lines))


def simulate(point, precision, most):
    """The point with what Kasuri makes of it."""
    curve, load = point["curve"], point["load"]
    saturated = point["state"] == "saturated"
    with tempfile.TemporaryDirectory() as scratch:
        settings = [f"jobs.0.pattern.load={load}", f"measure.precision={precision}",
                    f"measure.most={40 if saturated else most}"]
        if float(load) < 0.01:  # as many messages as at higher loads
            settings.append("measure.interval=50 us")
        command = [KASURI, "run", str(HERE / f"{curve}.toml"), "--json", "--out", scratch + "/run"]
        for setting in settings:
            command += ["--set", setting]
        done = subprocess.run(command, text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    steady = json.loads(done.stdout)["steady_state"]
    row = {"curve": curve, "load": float(load), "state": point["state"], "simulated_state": steady["state"],
           "accepted": {"measured": float(point["accepted"]), "simulated": steady["accepted"]}}
    row["accepted"]["error_percent"] = error(row["accepted"])
    if not saturated and steady["latency_ps"] is not None:  # null: saturated here
        latency = {"measured": float(point["latency"]), "simulated": steady["latency_ps"] / CYCLE_PS}
        width = steady["latency_ci95_ps"]  # null: intervals are too few or correlated
        row["latency"] = {**latency, "error_percent": error(latency),
                          "ci95": None if width is None else width / CYCLE_PS}
    return row


def error(pair):
    return 100 * (pair["simulated"] / pair["measured"] - 1)


def line(row):
    latency, accepted = row.get("latency"), row["accepted"]
    text = f"{row['curve']:<15} {row['load']:<6g}"
    if latency:
        text += (f" {latency['measured']:8.2f} {latency['simulated']:8.2f} "
                 f"{latency['error_percent']:+7.2f} %")
    else:
        text += f" {'saturated':>27}"
    return text + (f"   {accepted['measured']:7.4f} {accepted['simulated']:7.4f} "
                   f"{accepted['error_percent']:+7.2f} %  {row['simulated_state']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("curves", nargs="*", metavar="CURVE")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--precision", type=float, default=0.005)
    a = parser.parse_args()
    points = [p for p in measured() if not a.curves or p["curve"] in a.curves]
    if not points:
        parser.error(f"no such curve; there are {', '.join(sorted({p['curve'] for p in measured()}))}")
    precision, most = a.precision, 200
    if a.check:
        points = [p for p in points if (p["curve"], p["load"]) in CHECKED]
        precision, most = 0.03, 60
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        rows = list(pool.map(lambda p: simulate(p, precision, most), points))
    if a.json != "-":
        print(f"{'curve':<15} {'load':<6} {'BookSim':>8} {'Kasuri':>8} {'error':>9}   "
              f"{'BookSim':>7} {'Kasuri':>7} {'error':>9}\n"
              f"{'':<22} {'mean latency, cycles':>27}   {'accepted, flits/node/cycle':>25}")
        print("\n".join(line(r) for r in rows))
    if a.json:
        text = json.dumps({"cycle_ps": CYCLE_PS, "points": rows}, indent=1) + "\n"
        if a.json == "-":
            sys.stdout.write(text)
        else:
            pathlib.Path(a.json).write_text(text)
    if not a.check:
        return
    beyond = [r for r, p in zip(rows, points)
              if "latency" not in r or abs(r["latency"]["error_percent"]) > CHECKED[p["curve"], p["load"]]]
    for r in beyond:
        print(f"beyond its bound: {line(r)}", file=sys.stderr)
    sys.exit(bool(beyond))


if __name__ == "__main__":
    main()
