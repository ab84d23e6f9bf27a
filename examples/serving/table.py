# SPDX-License-Identifier: MIT
"""Writes the table of README.md: python3 table.py [KASURI]"""
import json, pathlib, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
KASURI = sys.argv[1] if len(sys.argv) > 1 else "kasuri"
FABRICS = {"400G": [], "800G": ['link.rate="100 GB/s"'],
           "NVL72": ["topology.servers=1", "topology.nics=64", 'topology.wiring="packed"',
                     "topology.server.gpus=64", "topology.server.switches=18",
                     "topology.fabric.children=[64]", "topology.fabric.parents=[]"]}
DIVISIONS = {"together": [], "5:3": [5, 3], "4:4": [4, 4], "3:5": [3, 5]}

def run(fabric, division, more):
    text = (HERE / "config.toml").read_text()
    if division:
        text = text.replace("instances = 8", f"prefill = {division[0]}\ndecode = {division[1]}")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "config.toml")
        file.write_text(text)
        command = [KASURI, "run", str(file), "--out", folder + "/out", "--threads", "1"]
        for s in fabric + more:
            command += ["--set", s]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stdout + done.stderr)
        return json.loads(pathlib.Path(folder, "out/summary.json").read_text())["jobs"][0]["serving"]

print("| rate | fabric | prefill : decode | TTFT p50, p99 | TPOT p50, p99 "
      "| wait for keys and values, p99 | goodput |")
print("|---|---|---|---|---|---|---|")
for rate in (60, 120):
    for name, fabric in FABRICS.items():
        for label, division in DIVISIONS.items():
            s = run(fabric, division, [f"jobs.0.motif.rate={rate}.0", "jobs.0.motif.requests=2000"])
            ms = lambda key, p: s[key][p + "_ps"] / 1e9
            print(f"| {rate}/s | {name} | {label} | {ms('ttft', 'p50'):.0f}, {ms('ttft', 'p99'):.0f} ms "
                  f"| {ms('tpot', 'p50'):.1f}, {ms('tpot', 'p99'):.1f} ms "
                  f"| {ms('kv_exposed', 'p99'):.2f} ms "
                  f"| {s['goodput_per_s']:.1f}/s |", flush=True)
