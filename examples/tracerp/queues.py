#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of README.md, Queues: run time over that without sleep, T_s = 10 us, T_w = 17 us, by where
routers have their queues and by how many virtual channels links have.

    examples/tracerp/queues.py [--vcs 1,2,32] [--architectures input-queued,output-queued,cioq]
"""
import argparse
import json
import os
import subprocess
import tempfile

from runs import HERE, KASURI, MACHINES, PROGRAMS, arguments, source

OWN = {"fat-tree": 1, "torus": 2, "dragonfly": 2}  # virtual channels of the machines' files


def run_time(machine, program, architecture, vcs, policy, choice):
    """Picoseconds."""
    settings = [f"jobs.0.program={source(program)}",
                f"jobs.0.args={json.dumps(arguments(program, choice.size, choice.compute, choice.steps))}",
                f"link.rate={choice.link_rate}", f"router.architecture={architecture}", f"router.vcs={vcs}",
                "router.output_buffer=64 KiB", f"power.policy={policy}", "power.t_lt=10 us",
                "power.t_lw=17 us"]
    if architecture == "cioq":
        settings.append("router.speedup=2")
    with tempfile.TemporaryDirectory() as folder:
        command = [KASURI, "run", HERE / f"{machine}.toml", "--json", "--out", f"{folder}/run"]
        for s in settings:
            command += ["--set", s]
        done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)["time_ps"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--architectures", default="input-queued,output-queued,cioq")
    parser.add_argument("--vcs", default="0,8,32", help="of links; 0: those of the machines' files")
    parser.add_argument("--size", type=float, default=0.0625)
    parser.add_argument("--compute", type=int, default=2000)
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--link-rate", default="11.9GB/s")
    choice = parser.parse_args()
    print(f"| | routers | virtual channels | {' | '.join(PROGRAMS)} |")
    print("|" + "---|" * (3 + len(PROGRAMS)))
    for machine in MACHINES:
        for architecture in choice.architectures.split(","):
            for asked in map(int, choice.vcs.split(",")):
                vcs = asked or OWN[machine]
                row = []
                for program in PROGRAMS:
                    asleep, awake = (run_time(machine, program, architecture, vcs, policy, choice)
                                     for policy in ("idle-timer", "always-on"))
                    row.append(f"{asleep / awake:.2f}")
                print(f"| {machine} | `{architecture}` | {vcs} | {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
