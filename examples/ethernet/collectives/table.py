# SPDX-License-Identifier: MIT
# Runs both jobs on credits and on Ethernets and prints the table of README.md.
#     python3 examples/ethernet/collectives/table.py [build/kasuri]
import json
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent
KASURI = sys.argv[1] if len(sys.argv) > 1 else "build/kasuri"
NETWORKS = {
    "routers with credits": [],
    "Ethernet that drops, a path for each flow": ["routing.fabric=ecmp", "ethernet.packet=4160 B"],
    "Ultra Ethernet 1.0, NSCC": ["ethernet.preset=uec-1.0", "ethernet.packet=4160 B"],
    "Ultra Ethernet 1.0, RCCC": ["ethernet.preset=uec-1.0", "ethernet.packet=4160 B",
                                 "nic.send_control=rccc"],
}


def run(job, settings):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        command = [KASURI, "run", FOLDER / f"{job}.toml", "--machine", FOLDER / "cluster.toml", "--quiet",
                   "--out", out]
        for setting in ["routing.type=hierarchy", *settings]:
            command += ["--set", setting]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return json.loads((out / "summary.json").read_text())


print("| network | allreduce | experts | packets sent again |\n|---|---|---|---|")
for name, settings in NETWORKS.items():
    runs = [run(job, settings) for job in ("allreduce", "experts")]
    times = [f"{r['time_ps'] * 1e-6:,.0f} µs" for r in runs]
    again = [f"{r['network']['repeated_packets']:,}" if settings else "" for r in runs]
    print(f"| {name} | {' | '.join(times)} | {' and '.join(again) if settings else ''} |")
