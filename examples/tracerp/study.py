#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""TraceRP's study (its section 4) by one command: three machines, five programs of 8,192 ranks, links
that sleep. Runs everything, draws its Figures 2 to 5 and compares its statements one by one. What is
finished is not run again.

    examples/tracerp/study.py [DIRECTORY] [--only 2,3,4,5,search,multi,ten] [--steps N] [--size X] …
"""
import argparse
import concurrent.futures
import hashlib
import json
import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KASURI = os.environ.get("KASURI", str(ROOT / "build" / "kasuri"))
HERE = ROOT / "examples" / "tracerp"
MACHINES = ("fat-tree", "torus", "dragonfly")
PROGRAMS = ("near-neighbor", "permutation", "qbox", "stencil4d", "a2a")
# The machines with ten times the nodes, at least, for ten times the ranks.
TENFOLD = {"fat-tree": ["topology.pods=20"], "torus": ["topology.extents=[16,16,10]"],
           "dragonfly": ["topology.routers_per_group=12", "topology.global_links=5",
                         "topology.endpoints_per_router=4"]}
COLOURS = dict(zip(PROGRAMS, ("#e69f00", "#56b4e9", "#009e73", "#0072b2", "#d55e00")))


def arguments(program, size, compute, steps, ranks=8192):
    """Sizes of the published instances (see the README) times `size`; µs of computing a step. With other
    ranks than 8,192 the last extent of each grid is another."""
    def scaled(n):
        return str(max(8, int(n * size)))

    def last(n):
        return str(n * ranks // 8192)
    tail = [str(compute), str(steps)]
    return {"near-neighbor": ["16", "16", last(32), "6", "20", "3", scaled(32768)] + tail,
            "permutation": [scaled(65536), "1"] + tail,
            "qbox": ["64", last(128), scaled(4096), scaled(65536), scaled(262144)] + tail,
            "stencil4d": ["8", "8", "8", last(16), scaled(65536)] + tail,
            "a2a": ["16", "16", last(32)] + 3 * [scaled(4096)] + tail}[program]


def source(program):
    return HERE / "programs" / f"{program.replace('-', '_')}.c"


class Study:
    def __init__(self, out, choice, jobs):
        self.out, self.choice = out, choice
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        self.running = {}
        (out / "points").mkdir(parents=True, exist_ok=True)

    def start(self, machine, program, **settings):
        """Begins a run: settings of [power] by name, `link_rate`, `size`, `compute`, `steps`."""
        choice = {**self.choice, **settings}
        ranks = 81920 if choice.get("tenfold") else 8192
        args = arguments(program, choice["size"], choice["compute"], choice["steps"], ranks)
        words = [f"jobs.0.program={source(program)}",
                 f"jobs.0.args={json.dumps(args)}", f"link.rate={choice['link_rate']}"]
        words += self.queues()
        if choice.get("tenfold"):
            words += [f"jobs.0.ranks={ranks}", *TENFOLD[machine]]
        # Links that never sleep have no times: the same run serves all T_s and T_w.
        told = ("policy",) if choice["policy"] == "always-on" else ("policy", "t_lt", "t_lw")
        words += [f"power.{k}={choice[k]}" for k in told if k in choice]
        key = json.dumps([machine, words])
        if key not in self.running:
            self.running[key] = self.pool.submit(self.run, machine, program, words, key)
        return self.running[key]

    def run(self, machine, program, words, key):
        name = f"{machine}-{program}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"
        point = self.out / "points" / f"{name}.json"
        if not point.exists():
            command = [KASURI, "run", HERE / f"{machine}.toml", "--json", "--out",
                       self.out / "runs" / name]
            for w in words:
                command += ["--set", w]
            print("$", *command, file=sys.stderr, flush=True)
            done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, text=True)
            if done.returncode:
                raise SystemExit(f"this run failed: {' '.join(map(str, command))}")
            summary = json.loads(done.stdout)
            draft = point.with_suffix(".draft")
            draft.write_text(json.dumps({"time": summary["time_ps"] * 1e-12, "point": key,
                                         "cpu_s": summary["host"]["cpu_s"],
                                         "hash": summary["result_hash"], **summary["power"]}))
            draft.rename(point)
        return json.loads(point.read_text())

    def interference(self, machine, programs, placement, policy):
        """Jobs of equal size at once, as kasuri interference tells it."""
        c, name = self.choice, f"{machine}-{'+'.join(programs)}-{placement}-{policy}"
        folder = self.out / "multi" / name
        if not (folder / "interference.json").exists():
            ranks = 4096 if len(programs) == 2 else 2560
            text = (HERE / f"{machine}.toml").read_text().split("[[jobs]]")[0]
            for p in programs:
                args = arguments(p, c["size"], c["compute"], c["steps"], ranks)
                text += (f'[[jobs]]\nname = "{p}"\nprogram = "{source(p)}"\nranks = {ranks}\n'
                         f'ranks_per_node = 32\nargs = {json.dumps(args)}\n'
                         f'layout = "router-cyclic"\nplacement = "{placement}"\n\n')
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "config.toml").write_text(text)
            command = [KASURI, "interference", folder / "config.toml", "--out", folder, "--set",
                       f"power.policy={policy}", "--set", f"link.rate={c['link_rate']}"]
            for w in self.queues():
                command += ["--set", w]
            print("$", *command, file=sys.stderr, flush=True)
            subprocess.run([str(w) for w in command], check=True, stdout=subprocess.DEVNULL)
        return json.loads((folder / "interference.json").read_text())

    def queues(self):
        return [f"router.vcs={self.choice['vcs']}"] if self.choice["vcs"] else []

    def table(self, programs=PROGRAMS, **settings):
        """For each machine and program: run time, power and energy over those without sleep."""
        started = {(m, p): (self.start(m, p, **settings),
                            self.start(m, p, **{**settings, "policy": "always-on"}))
                   for m in MACHINES for p in programs}
        return {key: ratios(a.result(), b.result()) for key, (a, b) in started.items()}


def ratios(on, base):
    time = on["time"] / base["time"]
    power = on["mean_w"] / base["mean_w"]
    return {"time": time, "power": power, "energy": power * time,
            "link_energy": (1 - on["link_saving_ratio"]) * time, "asleep": on["lpi_ratio"],
            "base_s": base["time"]}


def scale(low, high):
    """Ends of an axis that are whole steps, and the step."""
    for step in (0.05, 0.1, 0.25, 0.5, 1, 2, 5):
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        if last - first <= 5:
            break
    return first * step, last * step, step


def axis(parts, x, y, width, height, low, high, step, title):
    parts.append(f'<text x="{x}" y="{y - 8}" font-size="11">{title}</text>')
    n = round((high - low) / step)
    for i in range(n + 1):
        value, at = low + step * i, y + height - height * i / n
        parts.append(f'<line x1="{x}" y1="{at}" x2="{x + width}" y2="{at}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 4}" y="{at + 3}" font-size="9" text-anchor="end">'
                     f'{value:.2f}</text>')


def legend(parts, y):
    for i, p in enumerate(PROGRAMS):
        parts.append(f'<rect x="{40 + 120 * i}" y="{y}" width="10" height="10" fill="{COLOURS[p]}"/>')
        parts.append(f'<text x="{54 + 120 * i}" y="{y + 9}" font-size="11">{p}</text>')


def save(path, parts, width, height):
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                    f'font-family="Helvetica, Arial, sans-serif">\n' + "\n".join(parts) + "\n</svg>\n")


def bars(path, table):
    """Figure 2: normalised power as bars, run time as points."""
    parts = []
    low, high, step = scale(0.6, max(1.1, max(r["time"] for r in table.values())))
    for m, machine in enumerate(MACHINES):
        x, y, width, height = 50 + 280 * m, 30, 230, 180
        axis(parts, x, y, width, height, low, high, step,
             f"{machine}: power (bars), run time (points)")
        for i, program in enumerate(PROGRAMS):
            r = table[machine, program]
            top, left = height * (r["power"] - low) / (high - low), x + 8 + 45 * i
            parts.append(f'<rect x="{left}" y="{y + height - top:.1f}" width="32" '
                         f'height="{top:.1f}" fill="{COLOURS[program]}"/>')
            at = y + height - height * (r["time"] - low) / (high - low)
            parts.append(f'<circle cx="{left + 16}" cy="{at:.1f}" r="4" stroke="#000" fill="#fff"/>')
    legend(parts, 225)
    save(path, parts, 880, 250)


def lines(path, what, title, xs, tables):
    """Figures 3 to 5: a line for each program over xs, one panel for each machine."""
    parts = []
    values = [t[key][what] if what != "performance" else 1 / t[key]["time"]
              for t in tables for key in t]
    low, high = min(0.6, min(values)), max(1.0, max(values))
    low, high, tick = scale(0 if what == "performance" else low, high)
    for m, machine in enumerate(MACHINES):
        x, y, width, height = 50 + 280 * m, 30, 230, 180
        axis(parts, x, y, width, height, low, high, tick, f"{machine}: {title}")
        step = width / max(1, len(xs) - 1)
        for k, value in enumerate(xs):
            parts.append(f'<text x="{x + k * step:.1f}" y="{y + height + 13}" font-size="9" '
                         f'text-anchor="middle">{value}</text>')
        for program in PROGRAMS:
            points = []
            for k, t in enumerate(tables):
                r = t[machine, program]
                v = 1 / r["time"] if what == "performance" else r[what]
                points.append(f"{x + k * step:.1f},{y + height - height * (v - low) / (high - low):.1f}")
            parts.append(f'<polyline points="{" ".join(points)}" fill="none" '
                         f'stroke="{COLOURS[program]}" stroke-width="2"/>')
    legend(parts, 235)
    save(path, parts, 880, 260)


def percent(x):
    return f"{100 * x:.1f} %"


def show(title, table, *columns):
    print(f"\n{title}\n| machine | program | " + " | ".join(columns) + " |")
    print("|---|---|" + "---|" * len(columns))
    for (machine, program), r in table.items():
        print(f"| {machine} | {program} | " + " | ".join(f"{r[c]:.4g}" for c in columns) + " |")


FITS = []


def statement(text, fits, found):
    FITS.append(bool(fits))
    print(f"| {text} | {'yes' if fits else '**no**'} | {found} |")


def best(table, machine, key, least=True):
    of = {p: table[machine, p][key] for p in PROGRAMS}
    name = (min if least else max)(of, key=of.get)
    return name, of[name]


def figure_2(study):
    table = study.table(t_lt="600us", t_lw="17us")
    show("Figure 2: T_s = 600 us, T_w = 17 us", table, "power", "time", "energy", "asleep", "base_s")
    bars(study.out / "figure-2.svg", table)
    print("\n| the paper | fits | here |\n|---|---|---|")
    for machine, who, saved, slow_who, slow in (("fat-tree", "qbox", 0.27, "stencil4d", 0.012),
                                                ("torus", "stencil4d", 0.33, "stencil4d", 0.04),
                                                ("dragonfly", "qbox", 0.26, "qbox", 0.006)):
        name, power = best(table, machine, "power")
        statement(f"{machine}: {who} saves most, about {percent(saved)}",
                  name == who and abs(1 - power - saved) < 0.05, f"{name}, {percent(1 - power)}")
        name, power = best(table, machine, "power", least=False)
        statement(f"{machine}: a2a saves least", name == "a2a", f"{name}, {percent(1 - power)}")
        name, time = best(table, machine, "time", least=False)
        statement(f"{machine}: {slow_who} is slowed down most, about {percent(slow)}",
                  name == slow_who and abs(time - 1 - slow) < 0.02, f"{name}, {percent(time - 1)}")
    most = max(1 - r["power"] for r in table.values())
    statement("nothing can save more than 39.5 %", most <= 0.3954, percent(most))
    statement("no slow-down over 5 %", all(r["time"] < 1.05 for r in table.values()),
              percent(max(r["time"] for r in table.values()) - 1))
    faster = [f"{m} {p} ({percent(1 - r['time'])})" for (m, p), r in table.items() if r["time"] < 1]
    statement("some programs run faster with sleep", bool(faster), ", ".join(faster) or "none")
    return table


def figure_3(study, xs):
    tables = [study.table(t_lt=f"{x}us", t_lw="17us") for x in xs]
    for x, t in zip(xs, tables):
        show(f"Figure 3: T_s = {x} us, T_w = 17 us", t, "link_energy", "energy", "power", "time")
    lines(study.out / "figure-3.svg", "link_energy", "link energy over T_s (us), T_w = 17 us", xs, tables)
    least = {key: min(zip(xs, tables), key=lambda t: t[1][key]["link_energy"])[0]
             for key in tables[0]}
    print("\n| the paper | fits | here |\n|---|---|---|")

    def at(machine, *but):
        return ", ".join(f"{p} {least[machine, p]} us" for p in PROGRAMS if p not in but)
    statement("fat-tree: T_s = 10 is best for all",
              all(least["fat-tree", p] == 10 for p in PROGRAMS), at("fat-tree"))
    spread = {p: max(t["fat-tree", p]["link_energy"] for t in tables) -
              min(t["fat-tree", p]["link_energy"] for t in tables) for p in PROGRAMS}
    statement("fat-tree: qbox does not depend on T_s", min(spread, key=spread.get) == "qbox",
              ", ".join(f"{p} {v:.3f}" for p, v in spread.items()) + " (most minus least)")
    statement("torus: a2a is best at 50, the others at a small T_s",
              least["torus", "a2a"] == 50 and all(least["torus", p] == 10 for p in PROGRAMS[:-1]),
              at("torus"))
    a, b = tables[0]["torus", "a2a"], tables[1]["torus", "a2a"]
    statement("torus: a2a's run time at 50 is 3.2 points better than at 10, its power 0.6 points worse",
              a["time"] > b["time"] and b["power"] > a["power"],
              f"{100 * (a['time'] - b['time']):.1f} and {100 * (b['power'] - a['power']):.1f} points")
    statement("dragonfly: qbox is best at 50, the others at 10",
              least["dragonfly", "qbox"] == 50 and
              all(least["dragonfly", p] == 10 for p in PROGRAMS if p != "qbox"), at("dragonfly"))
    qbox = min(t["dragonfly", "qbox"]["power"] for t in tables)
    a2a = min(t["dragonfly", "a2a"]["power"] for t in tables)
    statement("dragonfly: qbox saves about 27 %, a2a at most 12 %",
              abs(0.73 - qbox) < 0.05 and a2a > 0.87,
              f"{percent(1 - qbox)} and {percent(1 - a2a)}")


def figure_4(study, xs):
    xs = (0, *xs)
    tables = [study.table(t_lt=f"{x}us", t_lw="0us") for x in xs]
    for x, t in zip(xs, tables):
        show(f"Figure 4: T_s = {x} us, T_w = 0", t, "power", "time")
    lines(study.out / "figure-4.svg", "power", "power over T_s (us), T_w = 0", xs, tables)
    print("\n| the paper | fits | here |\n|---|---|---|")
    name, power = best(tables[0], "fat-tree", "power")
    statement("fat-tree, T_s = 0: near-neighbor saves most", name == "near-neighbor",
              f"{name}, {percent(1 - power)}")
    for machine in ("fat-tree", "dragonfly"):
        rise = {p: tables[-1][machine, p]["power"] - tables[0][machine, p]["power"] for p in PROGRAMS}
        statement(f"{machine}: qbox depends least on T_s", min(rise, key=rise.get) == "qbox",
                  ", ".join(f"{p} {100 * v:.1f}" for p, v in rise.items()) + " points")
    torus = [tables[0]["torus", p]["power"] for p in PROGRAMS]
    statement("torus, T_s = 0: the programs differ little", max(torus) - min(torus) < 0.1,
              f"{100 * (max(torus) - min(torus)):.1f} points")
    rise = {p: tables[-1]["torus", p]["power"] - tables[0]["torus", p]["power"] for p in PROGRAMS}
    statement("torus: only a2a depends on T_s",
              all(rise["a2a"] > 2 * rise[p] for p in PROGRAMS if p != "a2a"),
              ", ".join(f"{p} {100 * v:.1f}" for p, v in rise.items()) + " points")
    if {50, 250} <= set(xs):
        step = (tables[xs.index(250)]["dragonfly", "qbox"]["power"] -
                tables[xs.index(50)]["dragonfly", "qbox"]["power"])
        statement("dragonfly: for qbox, 50 and 250 us hardly differ", abs(step) < 0.01,
                  f"by {100 * step:.1f} points")


def figure_5(study, xs, policy="strict-timer"):
    tables = [study.table(t_lt="0us", t_lw=f"{x}us", policy=policy) for x in xs]
    for x, t in zip(xs, tables):
        show(f"Figure 5: T_s = 0, T_w = {x} us, {policy}", t, "time")
    lines(study.out / f"figure-5{'' if policy == 'strict-timer' else '-' + policy}.svg", "performance",
          "performance over T_w (us), T_s = 0", xs, tables)
    print(f"\n{policy}\n| the paper | fits | here |\n|---|---|---|")

    def loss(t_w, machine, program):
        return 1 - 1 / tables[xs.index(t_w)][machine, program]["time"]
    for program in ("qbox", "stencil4d"):
        statement(f"fat-tree: {program} loses about 90 % at T_w = 5 us",
                  abs(loss(5, "fat-tree", program) - 0.9) < 0.08, percent(loss(5, "fat-tree", program)))
    for machine in ("fat-tree", "dragonfly"):
        least = min(PROGRAMS, key=lambda p: loss(5, machine, p))
        statement(f"{machine}: near-neighbor loses least", least == "near-neighbor",
                  f"{least}, {percent(loss(5, machine, least))}")
    all_at = [loss(5, "torus", p) for p in PROGRAMS]
    statement("torus: all lose about 90 % at 5 us", all(abs(v - 0.9) < 0.08 for v in all_at),
              ", ".join(percent(v) for v in all_at))
    if 20 in xs:
        left = [1 - loss(20, "torus", p) for p in PROGRAMS]
        statement("torus: about 3 % of the performance is left at 20 us",
                  all(abs(v - 0.03) < 0.02 for v in left), ", ".join(percent(v) for v in left))
    if {15, 20} <= set(xs):
        steps = [loss(20, "fat-tree", p) - loss(15, "fat-tree", p) for p in PROGRAMS]
        statement("fat-tree: 15 and 20 us hardly differ", max(steps) < 0.02,
                  f"by {100 * min(steps):.1f} to {100 * max(steps):.1f} points")
    order = sorted(PROGRAMS, key=lambda p: loss(5, "dragonfly", p))
    statement("dragonfly: stencil4d loses second least", order[1] == "stencil4d", ", ".join(order))
    worst = max(PROGRAMS, key=lambda p: loss(5, "dragonfly", p))
    statement("dragonfly: qbox loses most", worst == "qbox", worst)


def search(study, sizes, computes, rates):
    """The paper gives neither message sizes nor times of computing nor the links' rate: which choice comes
    nearest to what it saves at T_s = 600 us, T_w = 17 us."""
    paper = {("fat-tree", "qbox"): 0.27, ("fat-tree", "a2a"): 0.16, ("torus", "stencil4d"): 0.33,
             ("torus", "a2a"): 0.25, ("dragonfly", "qbox"): 0.26, ("dragonfly", "a2a"): 0.12}
    choices = [(size, compute, rate) for rate in rates for size in sizes for compute in computes]
    started = {(c, m, p): study.start(m, p, size=c[0], compute=c[1], link_rate=c[2], t_lt="600us",
                                      t_lw="17us", policy="idle-timer")
               for c in choices for m in MACHINES for p in PROGRAMS}
    print("\nSaved at T_s = 600 us, T_w = 17 us, by size, time of computing a step and rate of links\n"
          "| size | computing | links | machine | " + " | ".join(PROGRAMS) + " |\n|---|---|---|---|" +
          "---|" * len(PROGRAMS))
    apart = {}
    for c in choices:
        for m in MACHINES:
            saved = {p: started[c, m, p].result()["saving_ratio"] for p in PROGRAMS}
            print(f"| x{c[0]:g} | {c[1]} us | {c[2]} | {m} | " +
                  " | ".join(percent(v) for v in saved.values()) + " |")
        apart[c] = sum(abs(started[c, *key].result()["saving_ratio"] - value)
                       for key, value in paper.items()) / len(paper)
    for c, mean in sorted(apart.items(), key=lambda item: item[1]):
        print(f"size x{c[0]:g}, {c[1]} us of computing, {c[2]}: {100 * mean:.1f} points from the paper's "
              f"six figures, in the mean")
    for p in PROGRAMS:  # a program may compute for longer than another
        own = {c: [abs(started[c, m, p].result()["saving_ratio"] - value)
                   for (m, q), value in paper.items() if q == p] for c in choices}
        c = min(choices, key=lambda c: sum(own[c]))
        if own[c]:
            print(f"{p} by itself: size x{c[0]:g}, {c[1]} us, {c[2]}: "
                  f"{100 * sum(own[c]) / len(own[c]):.1f} points")


def several_jobs(study):
    """The paper's future work: savings when two and three jobs run at once."""
    cases = [(m, programs, placement)
             for programs in (("qbox", "a2a"), ("near-neighbor", "qbox", "stencil4d"))
             for placement in ("linear", "random-nodes") for m in MACHINES]
    started = [(case, [study.pool.submit(study.interference, *case, policy)
                       for policy in ("idle-timer", "always-on")]) for case in cases]
    print("\nSeveral jobs at once, T_s = 600 us, T_w = 17 us\n| machine | placement | job | slowed by "
          "the others | slowed by sleep | energy alone | energy beside the others | shared links | "
          "saved on the machine |\n|---|---|---|---|---|---|---|---|---|")
    for (machine, programs, placement), (on, base) in started:
        on, base = on.result(), base.result()
        saved = 1 - on["energy_j"] / on["time_ps"] * base["time_ps"] / base["energy_j"]
        for a, b in zip(on["jobs"], base["jobs"]):
            print(f"| {machine} | {placement} | {a['name']} of {len(programs)} | "
                  f"{percent(b['slowdown'] - 1)} | {percent(a['together_ps'] / b['together_ps'] - 1)} | "
                  f"{a['energy_alone_j']:.2f} J | {a['energy_together_j']:.2f} J | "
                  f"{a['shared_links']} of {a['links']} | {percent(saved)} |")


def ten_times(study, programs):
    """The paper's future work: ten times the size, beside the size of the paper."""
    for tenfold in (False, True):
        table = study.table(programs, t_lt="600us", t_lw="17us", tenfold=tenfold)
        show(f"{81920 if tenfold else 8192} ranks, T_s = 600 us, T_w = 17 us", table, "power", "time",
             "asleep", "base_s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", nargs="?", default="runs/tracerp")
    parser.add_argument("--only", default="2,3,4,5,multi",
                        help="figures; search: sizes; multi: several jobs; ten: ten times the size")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--size", type=float, default=1)
    parser.add_argument("--compute", type=int, default=0)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--link-rate", default="11.9GB/s")
    parser.add_argument("--vcs", type=int, default=32, help="virtual channels of a link, 0: those "
                        "of the machine's file. With few, packets wait behind others that want links "
                        "asleep")
    parser.add_argument("--t-s", default="10,50,250,1250", help="us, of Figures 3 and 4 (and 0)")
    parser.add_argument("--t-w", default="0,5,10,15,20", help="us, of Figure 5; 5 must be among them")
    parser.add_argument("--programs", default=",".join(PROGRAMS), help="that ten runs")
    parser.add_argument("--sizes", default="0.0625,0.25", help="that search tries")
    parser.add_argument("--computes", default="2000,6000", help="us of computing that search tries")
    parser.add_argument("--rates", default="11.9GB/s", help="of links, that search tries")
    a = parser.parse_args()
    choice = {"size": a.size, "compute": a.compute, "steps": a.steps, "link_rate": a.link_rate,
              "policy": "idle-timer", "vcs": a.vcs}
    t_s, t_w = ([int(x) for x in words.split(",")] for words in (a.t_s, a.t_w))
    study = Study(pathlib.Path(a.out).resolve(), choice, a.jobs)
    print("choice:", choice)
    figures = {"2": figure_2, "3": lambda study: figure_3(study, t_s),
               "4": lambda study: figure_4(study, t_s), "5": lambda study: figure_5(study, t_w)}
    for figure, draw in figures.items():
        if figure in a.only.split(","):
            FITS.clear()
            draw(study)
            print(f"\nFigure {figure}: {sum(FITS)} of {len(FITS)} statements fit")
    if "search" in a.only.split(","):
        search(study, [float(x) for x in a.sizes.split(",")],
               [int(x) for x in a.computes.split(",")], a.rates.split(","))
    if "multi" in a.only.split(","):
        several_jobs(study)
    if "ten" in a.only.split(","):
        ten_times(study, a.programs.split(","))


if __name__ == "__main__":
    main()
