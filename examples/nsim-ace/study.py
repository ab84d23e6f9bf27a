#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""NSIM-ACE's experiment (its section 4) by one command: random rings of 2 to 32 processes on 1 to 16
nodes, by puts and by gets, under one switch and under two levels of them; shares of messages within
nodes (its Figure 1), bandwidth of puts and of gets (Figures 2 and 3), and what routing, arbitration and the
order of packets in NICs change (Figure 4); and all rings of up to 8 processes that differ in more than the
names of nodes. What is finished is not run again.

    examples/nsim-ace/study.py [DIRECTORY]               default: runs/nsim-ace
    examples/nsim-ace/study.py [DIRECTORY] --write       only docs/papers/nsim-ace.md, written anew
"""
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KASURI = os.environ.get("KASURI", str(ROOT / "build" / "kasuri"))
HERE = ROOT / "examples" / "nsim-ace"
PROCESSES = (2, 4, 8, 16, 32)
RINGS = 3
LINE = re.compile(r"([0-9.]+) GB/s for each rank, bound ([0-9.]+) GB/s; ([0-9.]+) %")

ONE_SWITCH = ("topology.type=xgft", "topology.children=[16]", "topology.parents=[]")
MACHINES = {  # name: settings on top of config.toml
    "one switch": ONE_SWITCH,
    "two levels, static": ("routing.type=d-mod-k",),
    "two levels, per packet": ("routing.type=random-up-down",),
    "two levels, adaptive": ("routing.type=adaptive-up-down",),
    "two levels of 8, static": ("topology.children=[8,2]", "topology.parents=[8]",
                                "routing.type=d-mod-k"),
}
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
WINDOW = "nic.window=6KiB"
# As InfiniBand's: one virtual lane for data, a switch faster than its links, connections with windows.
LIKE = (WINDOW, "router.vcs=1", "router.speedup=2")
ARBITERS = ("round-robin", "age", "islip", "random")
# A seed for each ring of 8 processes, two a node, but for the names of nodes and of ranks in them.
SHAPES = (3, 4, 15, 27, 1, 9, 6, 44, 20, 2, 19, 98, 28, 110, 70, 14, 129)
# From Table 1 as printed to the machine-like switch, a setting at a time. Table 1 has none of them.
STEPS = {"Table 1 as printed": (), "windows of three packets to each message": (WINDOW,),
         "and one virtual lane": LIKE[:2], "and a switch twice as fast inside": LIKE,
         "and the oldest packet first": (*LIKE, "router.arbiter=age"),
         "Table 1, buffers of whole messages": ("router.buffer=4MiB", "nic.receive_buffer=4MiB")}
LEVELS = ("one switch", "two levels, static", "two levels, adaptive")


@functools.cache
def built():
    """Of what results depend on beside settings: Kasuri, the program, the configuration."""
    digest = hashlib.sha256()
    for file in (KASURI, HERE / "config.toml", HERE.parent / "rdma" / "ring.c"):
        digest.update(pathlib.Path(file).read_bytes())
    return digest.hexdigest()[:12]


def ring(out, how, processes, *settings, exchanges=2, rings=RINGS, seed=1):
    """GB/s for each process, its bound, and the share of messages within nodes in percent."""
    args = json.dumps([how, "2000000", str(rings), "2", "2.8", str(seed), str(exchanges)])
    words = [f"jobs.0.ranks={processes}", f"jobs.0.args={args}", *settings]
    log = out / built() / (re.sub(r"[^A-Za-z0-9.]+", "-", "_".join(words))[:200] + ".txt")
    if not log.exists():
        log.parent.mkdir(exist_ok=True)
        command = [KASURI, "run", str(HERE / "config.toml"), "--out", str(log.with_suffix(""))]
        for w in words:
            command += ["--set", w]
        done = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE)
        log.write_text(done.stdout)
    return tuple(float(x) for x in LINE.search(log.read_text()).groups())


def lines(path, title, curves):
    """GB/s over processes on a scale of powers of two."""
    left, floor, width, height = 50, 300, 420, 250
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="720" height="350" '
             f'font-family="Helvetica, Arial, sans-serif">',
             f'<text x="20" y="24" font-size="14">{title}</text>']
    for g in (0, 1, 2, 3):
        y = floor - height * g / 3
        parts.append(f'<line x1="{left}" y1="{y}" x2="{left + width}" y2="{y}" stroke="#ddd"/>'
                     f'<text x="{left - 8}" y="{y + 4}" font-size="11" text-anchor="end">{g}</text>')
    for i, p in enumerate(PROCESSES):
        parts.append(f'<text x="{left + width * i / 4}" y="{floor + 18}" font-size="11" '
                     f'text-anchor="middle">{p}</text>')
    parts.append(f'<text x="{left}" y="{floor + 38}" font-size="11">processes; GB/s for each</text>')
    for k, (name, values) in enumerate(curves.items()):
        points = [(left + width * i / 4, floor - height * v / 3) for i, v in enumerate(values)]
        dash = ' stroke-dasharray="4 3"' if name == "bound" else ""
        colour = "#666" if name == "bound" else COLOURS[k % len(COLOURS)]
        path_words = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path_words}" fill="none" stroke="{colour}" '
                     f'stroke-width="2"{dash}/>')
        y = 60 + 18 * k
        parts.append(f'<line x1="490" y1="{y}" x2="510" y2="{y}" stroke="{colour}" '
                     f'stroke-width="2"{dash}/><text x="516" y="{y + 4}" font-size="11">{name}</text>')
    path.write_text("\n".join(parts) + "\n</svg>\n")


def bars(path, shares):
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="420" height="260" '
             'font-family="Helvetica, Arial, sans-serif">',
             '<text x="20" y="24" font-size="14">Messages within nodes (dark) and between them, %</text>']
    for i, (p, share) in enumerate(shares.items()):
        x, y = 40 + 70 * i, 220 - 1.7 * share
        parts.append(f'<rect x="{x}" y="50" width="50" height="170" fill="#bbbbbb"/>'
                     f'<rect x="{x}" y="{y:.1f}" width="50" height="{220 - y:.1f}" fill="#0072b2"/>'
                     f'<text x="{x + 25}" y="44" font-size="11" text-anchor="middle">{share:.0f}</text>'
                     f'<text x="{x + 25}" y="238" font-size="11" text-anchor="middle">{p}</text>')
    path.write_text("\n".join(parts) + "\n</svg>\n")


def groups(path, title, table):
    """Bars of percent by (group, colour), from 50 up."""
    names = list(dict.fromkeys(g for g, _ in table))
    kinds = list(dict.fromkeys(k for _, k in table))
    left, floor, height, wide = 50, 300, 250, 15
    step = wide * len(kinds) + 14
    across = left + step * len(names)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{across + 130}" height="370" '
             f'font-family="Helvetica, Arial, sans-serif">',
             f'<text x="20" y="24" font-size="14">{title}</text>']
    for g in range(50, 101, 10):
        y = floor - height * (g - 50) / 50
        parts.append(f'<line x1="{left}" y1="{y}" x2="{across}" y2="{y}" stroke="#ddd"/>'
                     f'<text x="{left - 8}" y="{y + 4}" font-size="11" text-anchor="end">{g}</text>')
    for i, name in enumerate(names):
        x = left + 7 + step * i
        for k, kind in enumerate(kinds):
            high = height * (table[name, kind] - 50) / 50
            parts.append(f'<rect x="{x + wide * k}" y="{floor - high:.1f}" width="{wide - 1}" '
                         f'height="{high:.1f}" fill="{COLOURS[k]}"/>')
        for line, word in enumerate(name.split(", ")):
            parts.append(f'<text x="{x + step / 2 - 7}" y="{floor + 18 + 15 * line}" font-size="11" '
                         f'text-anchor="middle">{word}</text>')
    for k, kind in enumerate(kinds):
        x, y = across + 14, 60 + 18 * k
        parts.append(f'<rect x="{x}" y="{y - 9}" width="12" height="12" fill="{COLOURS[k]}"/>'
                     f'<text x="{x + 18}" y="{y + 1}" font-size="11">{kind}</text>')
    path.write_text("\n".join(parts) + "\n</svg>\n")


def share(row):
    return 100 * row[0] / row[1]


def arbiters(out):
    """Puts on one ring, of the bound, by arbiter, with NICs and switches as configured and LIKE."""
    fabrics = {"one switch": ONE_SWITCH, "static": MACHINES["two levels, static"],
               "adaptive": MACHINES["two levels, adaptive"]}
    figure = {}
    for nics, settings in (("machine-like", LIKE), ("no windows", ())):
        cases = [(p, f) for p in PROCESSES[3:] for f in fabrics if f == "one switch" or settings]
        print(f"\nArbiters, {nics}; puts on one ring, % of the bound")
        print(f"{'':16}" + "".join(f"{f'{p}, {f}':>16}" for p, f in cases))
        for arbiter in ARBITERS:
            choice = f"router.arbiter={arbiter}"
            shares = [share(ring(out, "put", p, *fabrics[f], *settings, choice, rings=1))
                      for p, f in cases]
            print(f"{arbiter:16}" + "".join(f"{s:15.1f}%" for s in shares))
            figure.update({(f"{p}, {f}, {nics}", arbiter): s for (p, f), s in zip(cases, shares)})
    groups(out / "figure-4.svg", "Puts on one ring, % of the bound, from 50 up, by arbiter", figure)


def shapes(out):
    """All rings of 8 processes: the farthest from the bound, and the mean."""
    print("\nAll rings of 8 processes, machine-like; % of the bound: least, mean")
    for arbiter in ("round-robin", "age"):
        for how in ("put", "get"):
            rows = [ring(out, how, 8, *ONE_SWITCH, *LIKE, f"router.arbiter={arbiter}", rings=1, seed=s)
                    for s in SHAPES]
            shares = [share(r) for r in rows]
            print(f"{how + ', ' + arbiter:40}{min(shares):9.1f}{sum(shares) / len(shares):9.1f}")


def statements(out):
    """docs/papers/nsim-ace.md"""
    lines = [
        "# NSIM-ACE, statement by statement", "",
        "Written by `examples/nsim-ace/study.py --write`. The paper prints its bandwidths in figures "
        "without numbers, so what can be compared is causes: how near a ring comes to its bound, what "
        "the busiest node's DMA engine must send. Sections 2 and 3 are on [another page](nsim.md).", "",
        "## Table 1 as printed, and beyond it", "",
        "All 17 rings of 8 processes on four nodes that differ in more than names, under one switch; "
        "bandwidth in percent of the bound: the least of them, and their mean.", "",
        "| | in Table 1 | put: least | mean | get: least | mean |", "|---|---|---|---|---|---|"]
    means, least = {}, {}
    for name, settings in STEPS.items():
        cells = []
        for how in ("put", "get"):
            shares = [share(ring(out, how, 8, *ONE_SWITCH, *settings, rings=1, seed=s)) for s in SHAPES]
            least[name, how], means[name, how] = min(shares), sum(shares) / len(shares)
            cells += [f"{min(shares):.1f}", f"{sum(shares) / len(shares):.1f}"]
        lines.append(f"| {name} | {'no' if settings else 'yes'} | {' | '.join(cells)} |")
    plain, like = "Table 1 as printed", "and a switch twice as fast inside"
    lines += [
        "", f"So the table as printed loses {100 - means[plain, 'put']:.0f} % of the bound by puts, "
        f"{100 - least[plain, 'put']:.0f} % in the worst ring, and "
        f"{100 - share(ring(out, 'put', 8, *ONE_SWITCH)):.0f} % over the three rings that the README's "
        "figures are of: packets for a busy receiver fill the "
        "buffers in front of it, and others wait behind them. The variant that comes to "
        f"{least[like, 'put']:.0f} % and more has three settings, none of which the table has. It has "
        "rates, times of the router's stages, the DMA, no library overhead. It has no number of virtual "
        "channels, no buffers, no packet size, no limit on what a connection has under way, no order of "
        "a NIC's messages and no arbiter. Here these are two virtual channels of four packets each, 2 KiB, "
        "no limit, and turns.", "",
        "## Statements", "", "| statement | paper | Kasuri | command | verdict |", "|---|---|---|---|---|"]
    rows = [[share(ring(out, how, p, *settings)) for p in PROCESSES]
            for how in ("put", "get") for settings in (ONE_SWITCH, MACHINES["two levels, static"])]
    inside = [ring(out, "put", p, *ONE_SWITCH)[2] for p in PROCESSES]
    study, sample = "`examples/nsim-ace/study.py`", "`kasuri run examples/acp-sample/config.toml`"

    def judged(holds):
        return "fits" if holds else "does not"
    printed = subprocess.run([KASURI, "run", str(ROOT / "examples/acp-sample/config.toml"), "--out",
                              str(out / "sample")], check=True, text=True, stdout=subprocess.PIPE)
    words = printed.stdout.splitlines()[0]
    get, put, complete = (float(x) for x in re.findall(r"([0-9.]+) ns", words))
    # Two cables of 0.6 ns; 32 bytes at the DMA's 2.8 GB/s.
    switch = put - 2 * 0.6 - 32 / 2.8
    # Four channels of DDR3-1066, as an E5-2609 has; a long time for a library.
    plain_16, memory, library = (ring(out, "put", 16, *ONE_SWITCH, *more)[0] for more in
                                 ((), ("nic.memory_rate=34GB/s",), ("rdma.overhead=1us",)))
    changes = [100 * (x / plain_16 - 1) for x in (memory, library)]
    facts = [
        ("the sample program runs: get from the left, put to the right, polling, control packet",
         "it does", words, sample, judged(get == complete > put > 0)),
        ("a switch takes 140 ns from port to port", "at most 140 ns", f"{switch:.1f} ns", sample,
         judged(switch <= 140.05)),
        ("Section 4: memory is so fast that infinitely fast does as well (to 2 %)", "it is",
         f"with 34 GB/s {changes[0]:+.1f} % bandwidth at 16 processes", study, judged(abs(changes[0]) < 2)),
        ("Section 4: so does a library without overhead, for 2 MB (to 2 %)", "it does",
         f"with 1 µs for each put {changes[1]:+.1f} %", study, judged(abs(changes[1]) < 2)),
        ("Figure 1: messages within nodes, 2 to 32 processes", "no numbers",
         ", ".join(f"{s:.0f} %" for s in inside), study, "cannot be decided"),
        ("Figures 2, 3: at 2 and 4 processes NICs are all that counts", "simulator = machine",
         f"at least {min(min(r[:2]) for r in rows):.1f} % of the bound", study,
         judged(min(min(r[:2]) for r in rows) > 99)),
        ("Figures 2, 3: the same at 8 processes", "simulator = machine",
         f"Table 1 {means[plain, 'put']:.0f} and {means[plain, 'get']:.0f} % of the bound, machine-like "
         f"{means[like, 'put']:.0f} and {means[like, 'get']:.0f} %", study,
         "cannot be decided"),
        ("Figures 2, 3: from 16 processes on the simulator is below the machine", "it is",
         f"Table 1: {', '.join(f'{r[3]:.0f}' for r in rows)} % of the bound at 16 (put, get; one switch, "
         "two levels)", study, judged(all(r[3] < 95 for r in rows))),
        ("because several switches differ in routing and arbitration", "a guess",
         f"with one switch, too, the bound is missed by {100 - rows[0][3]:.0f} % at 16 processes", study,
         judged(rows[0][3] > 95)),
    ]
    lines += [f"| {' | '.join(f)} |" for f in facts]
    count = {v: sum(f[-1] == v for f in facts) for v in ("fits", "does not", "cannot be decided")}
    lines += [f"| **total** | | | | {count['fits']} fit, {count['does not']} do not, "
              f"{count['cannot be decided']} cannot be decided |", "",
              "Constants chosen by the paper's figures: none. What would decide: the numbers of Figures 2 "
              "and 3, the order of the ring, and the packets that a connection of the real adapter has "
              "under way.", ""]
    papers = ROOT / "docs" / "papers"
    papers.mkdir(exist_ok=True)
    (papers / "nsim-ace.md").write_text("\n".join(lines))


def main():
    words = [a for a in sys.argv[1:] if a != "--write"]
    out = pathlib.Path(words[0] if words else "runs/nsim-ace").resolve()
    out.mkdir(parents=True, exist_ok=True)
    if "--write" in sys.argv:
        statements(out)
        return
    table = {}
    for number, how in ((2, "put"), (3, "get")):
        curves = {}
        for name, settings in MACHINES.items():
            rows = [ring(out, how, p, *settings) for p in PROCESSES]
            curves[name] = [r[0] for r in rows]
            curves["bound"] = [r[1] for r in rows]
            table[how, name] = rows
        for name, settings in (("one switch", ONE_SWITCH), ("two levels, adaptive",
                                                            MACHINES["two levels, adaptive"])):
            rows = [ring(out, how, p, *settings, *LIKE) for p in PROCESSES]
            curves[f"{name}, machine-like"] = [r[0] for r in rows]
            table[how, f"{name}, machine-like"] = rows
        curves["bound"] = curves.pop("bound")
        lines(out / f"figure-{number}.svg", f"Random ring by {how}, 2 processes a node", curves)
    shares = {p: table["put", "one switch"][i][2] for i, p in enumerate(PROCESSES)}
    bars(out / "figure-1.svg", shares)

    print(f"Random rings of 2,000,000 bytes, geometric means over {RINGS}; GB/s for each process")
    print(f"{'processes':40}" + "".join(f"{p:>9}" for p in PROCESSES))
    print(f"{'messages within nodes, %':40}" + "".join(f"{s:9.1f}" for s in shares.values()))
    bound = table["put", "one switch"]
    print(f"{'bound by DMA':40}" + "".join(f"{r[1]:9.4f}" for r in bound))
    for (how, name), rows in table.items():
        print(f"{how + ', ' + name:40}" + "".join(f"{r[0]:9.4f}" for r in rows))
    print("\nWhat NICs do with several messages at once (one switch)")
    for how in ("put", "get"):
        rows = [ring(out, how, p, *ONE_SWITCH, "nic.scheduler=first-come") for p in PROCESSES]
        print(f"{how + ', one after the other':40}" + "".join(f"{r[0]:9.4f}" for r in rows))
    deep = ("router.buffer=4MiB", "nic.receive_buffer=4MiB")
    print("\nWithout blocking at the heads of queues in the switch (buffers of 4 MiB, one switch)")
    for how in ("put", "get"):
        rows = [ring(out, how, p, *ONE_SWITCH, *deep) for p in PROCESSES]
        print(f"{how:40}" + "".join(f"{r[0]:9.4f}" for r in rows))
    arbiters(out)
    print("\nWindows of three packets to each message")
    for how in ("put", "get"):
        for name in LEVELS:
            rows = [ring(out, how, p, *MACHINES[name], WINDOW) for p in PROCESSES]
            print(f"{how + ', ' + name:40}" + "".join(f"{r[0]:9.4f}" for r in rows))
    print("\nThe same with a barrier after each exchange, one switch")
    for how in ("put", "get"):
        rows = [ring(out, how, p, *ONE_SWITCH, WINDOW, exchanges=1) for p in PROCESSES]
        print(f"{how:40}" + "".join(f"{r[0]:9.4f}" for r in rows))
    shapes(out)
    print("\nOf the bound, by put")
    for (how, name), rows in table.items():
        if how == "get":
            continue
        print(f"{name:40}" + "".join(f"{share(r):8.1f}%" for r in rows))


if __name__ == "__main__":
    main()
