# SPDX-License-Identifier: MIT
"""The future work that TraceRP's paper names: savings while two and three jobs run at once, and on machines
with ten times the ranks."""
import json
import subprocess
import sys

from runs import HERE, KASURI, MACHINES, arguments, fabric, source


def percent(x):
    return f"{100 * x:.1f} %"


def interference(out, choice, machine, programs, placement, policy):
    """Jobs of equal size at once, as kasuri interference reports it."""
    folder = out / "multi" / f"{machine}-{'+'.join(programs)}-{placement}-{policy}"
    if not (folder / "interference.json").exists():
        ranks = 4096 if len(programs) == 2 else 2560
        text = (HERE / f"{machine}.toml").read_text().split("[[jobs]]")[0]
        for p in programs:
            args = arguments(p, *(choice[k] for k in ("size", "compute", "steps")), ranks)
            text += (f'[[jobs]]\nname = "{p}"\nprogram = "{source(p)}"\nranks = {ranks}\n'
                     f'ranks_per_node = 32\nargs = {json.dumps(args)}\n'
                     f'layout = "router-cyclic"\nplacement = "{placement}"\n\n')
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.toml").write_text(text)
        command = [KASURI, "interference", folder / "config.toml", "--out", folder, "--set",
                   f"power.policy={policy}"]
        for w in fabric(choice, machine):
            command += ["--set", w]
        print("$", *command, file=sys.stderr, flush=True)
        subprocess.run([str(w) for w in command], check=True, stdout=subprocess.DEVNULL)
    return json.loads((folder / "interference.json").read_text())


COLUMNS = ("machine", "placement", "jobs", "job", "slower_by_others", "slower_by_sleep", "energy_alone_j",
           "energy_together_j", "shared_links", "links", "saved")


def several_jobs(runs, choice):
    """Rows of several.csv."""
    cases = [(m, programs, placement)
             for programs in (("qbox", "a2a"), ("near-neighbor", "qbox", "stencil4d"))
             for placement in ("linear", "random-nodes") for m in MACHINES]
    started = [(case, [runs.pool.submit(interference, runs.out, choice, *case, policy)
                       for policy in ("idle-timer", "always-on")]) for case in cases]
    for (machine, programs, placement), (on, base) in started:
        on, base = on.result(), base.result()
        saved = 1 - on["energy_j"] / on["time_ps"] * base["time_ps"] / base["energy_j"]
        for a, b in zip(on["jobs"], base["jobs"]):
            yield [machine, placement, len(programs), a["name"], f"{100 * (b['slowdown'] - 1):.1f}",
                   f"{100 * (a['together_ps'] / b['together_ps'] - 1):.1f}", f"{a['energy_alone_j']:.5g}",
                   f"{a['energy_together_j']:.5g}", a["shared_links"], a["links"], f"{100 * saved:.1f}"]


def ten_times(runs, choice, programs):
    """Ten times the size, beside the size of the paper."""
    for tenfold in (False, True):
        print(f"\n{81920 if tenfold else 8192} ranks, T_s = 600 us, T_w = 17 us\n"
              "| machine | program | saved | slowed down by sleep | links asleep |\n|---|---|---|---|---|")
        for (machine, program), r in runs.table({**choice, "tenfold": tenfold}, 600, 17,
                                                programs).items():
            print(f"| {machine} | {program} | {percent(1 - r['power'])} | {percent(r['time'] - 1)} | "
                  f"{percent(r['asleep'])} |")

