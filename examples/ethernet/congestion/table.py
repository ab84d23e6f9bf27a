# SPDX-License-Identifier: MIT
# Runs victims alone and beside an incast, on credits and on Ethernets, and prints the table of README.md.
#     python3 examples/ethernet/congestion/table.py [build/kasuri]
import json
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent
KASURI = sys.argv[1] if len(sys.argv) > 1 else "build/kasuri"
ADAPTIVE = "routing.type=adaptive-up-down"
NETWORKS = {
    "credits": [ADAPTIVE],
    "credits, `endpoint`": [ADAPTIVE, "nic.send_control=endpoint"],
    "RoCE, PFC alone": ["ethernet.preset=roce-v2", "nic.send_control={type='window',bytes='100 MB'}"],
    "RoCE, DCQCN": ["ethernet.preset=roce-v2"],
    "RoCE, HPCC": ["ethernet.preset=roce-v2", "nic.send_control=hpcc"],
    "Ultra Ethernet 1.0": ["ethernet.preset=uec-1.0"],
}
STEPS = {"latency": 200, "bandwidth": 10, "allreduce": 100}
IDLE = "jobs.1.motif.size=0 B"


def victims(test, settings):
    """Time of a step, and the 99.9th percentile of messages, in µs; the time of the congestors."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        command = [KASURI, "run", FOLDER / f"{test}.toml", "--machine", FOLDER / "cluster.toml", "--quiet",
                   "--out", out]
        for setting in settings:
            command += ["--set", setting]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        ours, others = json.loads((out / "summary.json").read_text())["jobs"]
    kind = ours["latency"]["classes"]["collective" if test == "allreduce" else "point_to_point"]
    return ours["time_ps"] / STEPS[test] * 1e-6, kind["message"]["p999_ps"] * 1e-6, others["time_ps"] * 1e-6


def gigabits(step):
    return 2 * 256 * 1024 * 8 / step * 1e-3


print("| network | 8 B: step, 99.9 % of messages | with incast | 256 KiB: rate | with incast | allreduce | "
      "with incast | incast |\n|---|---|---|---|---|---|---|---|")
for name, settings in NETWORKS.items():
    alone, beside = ({test: victims(test, settings + more) for test in STEPS} for more in ([IDLE], []))
    cells = [name]
    for run in (alone, beside):
        cells += [f"{run['latency'][0]:.1f}, {run['latency'][1]:,.1f} µs"]
    cells += [f"{gigabits(run['bandwidth'][0]):.1f} Gb/s" for run in (alone, beside)]
    cells += [f"{run['allreduce'][0]:.1f} µs" for run in (alone, beside)]
    print(f"| {' | '.join(cells)} | {beside['bandwidth'][2]:,.0f} µs |", flush=True)
