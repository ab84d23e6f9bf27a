#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The experiments of the paper on on-chip networks (Ikeda 2013, chapter 5), run again: Tables 1 to 12
beside the published values, searches over what the paper leaves unstated, sweeps that ask where its
conclusions hold, and planners that it has not. Writes report.md, tables.csv and the figures.

    examples/on-chip/paper.py [--out DIR] [--seeds 10] [--chapter tables]... [--set KEY=VALUE]...
"""
import argparse
import concurrent.futures
import csv
import itertools
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import charts  # noqa: E402

KASURI = os.environ.get("KASURI", HERE.parents[1] / "build" / "kasuri")

# --- What the paper varied, and what it published, in percent of the 2-D mesh ---

A, B, C = ["wiring=A"], ["wiring=B"], ["wiring=C"]
DISPERSED, MIXED = B + ["attachment=dispersed"], B + ["composition=mixed"]
CONTENDERS = {"A": A, "B": B, "C": C, "B, dispersed": DISPERSED, "B, mixed": MIXED}


def pairs(k):
    return ["link_mm=2", "servers=15x15", f'demands={{type="pairs", pairs={k}}}']


def all_pairs(sigma):
    return {f"{mm} mm {size}": [f"link_mm={mm}", f"servers={size}", "delay.run=false",
                                f'demands={{type="all", sigma_bits={sigma}}}']
            for mm in (1, 2, 3) for size in ("5x5", "10x10", "15x15")}


def k_pairs(*counts):
    return {f"K = {k}": pairs(k) for k in counts}


ENERGY_K, DELAY_K = k_pairs(10, 100, 500, 1000), k_pairs(100, 500, 1000, 1500)
WIRINGS = ("A adjacent layers", A), ("B packet switch to all", B), ("C both", C)


def rows(structures, *values):
    """A row a line of values: of each structure its means or, of three lines, mean, least and most."""
    each = len(values) // len(structures)
    return [(name + ("", ", least", ", most")[i % each], structure, ("mean", "least", "most")[i % each],
             [float(v) for v in line.split()])
            for i, line in enumerate(values) for name, structure in [structures[i // each]]]


PLACES, MADE = (("concentrated", B), ("dispersed", DISPERSED)), (("homogeneous", B), ("mixed", MIXED))
B_20, B_100 = "97.6 93.7 90.4 97.8 94.2 91.4 98.0 94.6 91.9", "97.6 93.6 90.6 97.8 94.1 91.3 98.0 94.5 92.0"
B_K, B_DELAY = "76.1 78.1 86.0 88.6", "57.8 48.1 45.7 45.5"
TABLES = [  # title, what was measured, columns, rows
    ("inter-layer wiring: energy, all pairs, sigma 20 bits", "energy", all_pairs(20),
     rows(WIRINGS, "98.0 96.6 94.3 98.4 97.5 95.1 98.7 97.9 95.3", B_20,
          "97.6 93.7 90.8 97.8 94.4 91.6 98.0 94.8 92.3")),
    ("inter-layer wiring: energy, all pairs, sigma 100 bits", "energy", all_pairs(100),
     rows(WIRINGS, "98.0 95.8 94.3 98.2 96.0 94.9 98.5 96.3 95.3",
          "97.6 93.6 90.4 97.8 94.1 91.3 98.0 94.5 91.9", "97.6 93.7 90.8 97.8 94.1 91.6 98.0 94.6 92.3")),
    ("inter-layer wiring: energy, K pairs", "energy", ENERGY_K,
     rows(WIRINGS, "76.1 84.0 91.6 93.2", B_K, "76.1 78.2 86.0 88.6")),
    ("inter-layer wiring: delay, K pairs", "delay", DELAY_K,
     rows(WIRINGS, "59.7 52.8 56.9 67.2", B_DELAY, "57.8 49.1 48.4 58.4")),
    ("where servers attach: energy, all pairs, sigma 20 bits", "energy", all_pairs(20),
     rows(PLACES, B_20, "97.2 90.7 87.4 97.5 91.2 89.5 97.8 92.4 90.0",
          "97.8 94.8 92.7 98.0 95.7 92.6 98.3 95.2 93.1", "99.5 85.8 78.6 99.5 86.8 82.3 100.8 88.5 84.0",
          "94.2 73.5 64.2 94.3 74.1 70.5 95.0 79.2 75.1",
          "126.2 110.9 105.2 127.9 115.5 111.9 128.8 119.4 115.8")),
    ("where servers attach: energy, all pairs, sigma 100 bits", "energy", all_pairs(100),
     rows(PLACES, B_100, "97.4 90.9 87.4 97.6 91.5 89.3 97.8 92.4 90.0",
          "97.8 94.9 91.3 98.0 95.7 92.8 98.2 96.5 93.4", "99.0 84.9 77.9 99.6 86.2 81.4 101.0 88.8 83.5",
          "93.1 71.5 65.4 94.4 73.1 66.8 93.1 79.9 76.4",
          "113.3 105.4 100.2 113.6 106.8 101.3 115.8 107.2 105.1")),
    ("where servers attach: energy, K pairs", "energy", ENERGY_K, rows(PLACES, B_K, "71.6 73.8 76.2 77.8")),
    ("where servers attach: delay, K pairs", "delay", DELAY_K,
     rows(PLACES, B_DELAY, "115.9 110.9 150.3 144.8")),
    ("what a layer is made of: energy, all pairs, sigma 20 bits", "energy", all_pairs(20),
     rows(MADE, B_20, "198.2 171.2 143.4 200.5 172.3 145.5 201.8 173.7 149.4")),
    ("what a layer is made of: energy, all pairs, sigma 100 bits", "energy", all_pairs(100),
     rows(MADE, B_100, "196.5 178.4 149.1 196.7 179.6 151.5 197.0 182.8 153.8")),
    ("what a layer is made of: energy, K pairs", "energy", ENERGY_K,
     rows(MADE, B_K, "119.4 126.7 132.3 137.1")),
    ("what a layer is made of: delay, K pairs", "delay", DELAY_K,
     rows(MADE, B_DELAY, "78.2 48.2 46.7 59.2"))]

# --- Running: each experiment once, some at a time ---


class Batch:
    def __init__(self, base, threads):
        self.base, self.known = base, {}
        self.pool = concurrent.futures.ThreadPoolExecutor(threads)

    def one(self, sets, seed):
        settings = [s for word in [*self.base, *sets] for s in ("--set", word)]
        seed += next((int(s[5:]) for s in reversed(self.base) if s.startswith("seed=")), 1)
        run = subprocess.run([KASURI, "chip", HERE / "paper.toml", *settings, "--set", f"seed={seed}",
                              "--json"], capture_output=True, text=True)
        if run.returncode == 3:  # a deadlock, which is a result
            return None
        if run.returncode:
            raise SystemExit(run.stderr)
        return json.loads(run.stdout)

    def ask(self, sets, seeds):
        for seed in range(seeds):
            key = (*sets, seed)
            if key not in self.known:
                self.known[key] = self.pool.submit(self.one, sets, seed)
        return [self.known[(*sets, seed)] for seed in range(seeds)]

    def values(self, sets, seeds, key="energy"):
        """Percent of the mesh, by seed; None after a deadlock."""
        found = [f.result() for f in self.ask(sets, seeds)]
        online, name = key.startswith("online "), key.removeprefix("online ").replace(" ", "_")
        return None if None in found else [(r["online"] if online else r)[f"{name}_ratio_percent"]
                                           for r in found]


def mean(values):
    return sum(values) / len(values)


def rms(ours, paper):
    return mean([(o - p) ** 2 for o, p in zip(ours, paper)]) ** 0.5


def spread(values):
    return f"**{mean(values):.1f}** ({min(values):.1f} to {max(values):.1f})"


def table(head, lines):
    return "\n".join(f"| {' | '.join(line)} |" for line in
                     [head, ["---", *["--:"] * (len(head) - 1)], *lines]) + "\n"


# --- Chapters ---


def seeds_of(batch, sets):
    """Random pairs spread more, and get more seeds."""
    return batch.seeds if "delay.run=false" in sets else 4 * batch.seeds


def tables_chapter(batch, out):
    for _, _, columns, lines in TABLES:
        for (_, structure, _, _), sets in itertools.product(lines, columns.values()):
            batch.ask(structure + sets, seeds_of(batch, sets))
    text, listed = "\n## Tables 1 to 12\n", []
    for number, (title, what, columns, lines) in enumerate(TABLES, 1):
        cells, curves = [], {}
        for label, structure, statistic, paper in lines:
            of = {"mean": mean, "least": min, "most": max}[statistic]
            for measure in ("energy",) if what == "energy" else ("mean latency", "makespan"):
                runs = [batch.values(structure + sets, seeds_of(batch, sets), measure)
                        for sets in columns.values()]
                listed += [[number, label, statistic, column, measure, f"{p:.1f}",
                            *(f"{f(r):.3f}" for f in (of, mean, min, max)), " ".join(f"{v:.3f}" for v in r)]
                           for column, p, r in zip(columns, paper, runs)]
                cells.append([f"{label}, {measure}", *(spread(r) if of is mean else f"**{of(r):.1f}**"
                                                       for r in runs)])
                within = sum(min(r) - 0.05 <= p <= max(r) + 0.05 for p, r in zip(paper, runs))
                cells.append([f"(paper; {within} of {len(paper)} within single runs, rms "
                              f"{rms([of(r) for r in runs], paper):.1f})", *(f"{p:.1f}" for p in paper)])
                if of is mean and measure != "makespan":
                    curves[f"{label}, {measure}"] = list(enumerate(map(mean, runs)))
            if of is mean:
                curves[f"{label} (paper)"] = list(enumerate(paper))
        text += f"\n### Table {number}: {title}\n\n" + table(["", *columns], cells)
        picture = f"figure-{number + 5:02}.svg"
        charts.lines(out / picture, f"Figure {number + 5} (Table {number}): {title}", "",
                     "% of the 2-D mesh", curves, [100], dict(enumerate(columns)))
        text += f"\n![Figure {number + 5}]({picture})\n"
    with open(out / "tables.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow("table row statistic column measure paper ours mean least most runs".split())
        writer.writerows(listed)
    return text


GREEDY = 'planner={type="greedy", %s}'
ONE_OR_TWO_WAY = {"one-way": [], "two-way": [GREEDY % 'circuits="two_way"']}
LEFT_OUT = {"": [], "unroutable demands cost the mesh alone": ["unroutable=left-out"]}
RULES = {words: [GREEDY % how] if how else [] for words, how in {
    "search per port": "", "search per switch": 'search="per-switch"',
    "search per port, shared outputs": "shared_outputs=true",
    "search per switch, shared outputs": 'search="per-switch", shared_outputs=true',
    "two-way, search per port": 'circuits="two_way"',
    "two-way, search per switch": 'circuits="two_way", search="per-switch"'}.items()}


def options(words, key, *values):
    return {words.format(v): [f"{key}={v}"] for v in values}


def clock(flits, meshes):
    """Flits, packets, buffers, the mesh's paths, and the servers' wires."""
    return [options("flits of {} bits", "delay.flit_bits", *flits), meshes,
            {"": [], "server wires": ["delay.server_links=true"]}]


BALANCED = {"": [], "balanced mesh": ["delay.mesh_path=balanced"]}
PACKETS = [{"": [], **options("packets of {} bits", "delay.packet_bits", 256)},
           {"": [], **options("buffers of {}", "delay.buffer_packets", 8, 2)}]
FLITS = 16, 32, 64, 128, 250, 500, 1000
SPREAD_OUT = [options("wiring {}", "wiring", *"ABC"), options("layers {}", "layers", 2, 3, 4, 5, 6),
              options("lanes {}", "lanes", 1, 2, 3, 4), ONE_OR_TWO_WAY]
MIXTURES = [{"lattice": [], "chain": ["mixed_pattern=chain"]},
            options("spacing {}", "mixed_spacing", 0.5, 0.75, 1.0), options("wiring {}", "wiring", *"AB"),
            options("layers {}", "layers", 1, 2, 3, 4), options("lanes {}", "lanes", 1, 2), ONE_OR_TWO_WAY]


def search(batch, title, wanted, quick, dimensions, finalists=8):
    """All readings on a few `quick` columns; the nearest on all columns of the `wanted` (table, row).
    Returns the text and what the nearest sets. A delay may be each of three measures."""
    aims = [(f"T{t} {label[0]} {column}", structure + sets, p) for t, r in wanted
            for label, structure, _, paper in [TABLES[t - 1][3][r]]
            for (column, sets), p in zip(TABLES[t - 1][2].items(), paper)]
    energy = TABLES[wanted[0][0] - 1][1] == "energy"
    if energy:
        aims = [(name, [*sets, "delay.run=false"], p) for name, sets, p in aims]
    measures = ("energy",) if energy else ("mean latency", "makespan", "p99 latency")
    readings = [(", ".join(filter(None, [o[0] for o in picked])), sum((o[1] for o in picked), []))
                for picked in itertools.product(*(d.items() for d in dimensions))]

    def fits(some, columns, seeds):
        for (_, more), (_, sets, _) in itertools.product(some, columns):
            batch.ask(sets + more, seeds)
        found = []
        for (name, more), m in itertools.product(some, measures):
            ours = [batch.values(sets + more, seeds, m) for _, sets, _ in columns]
            if None not in ours:  # else a deadlock: it is out
                ours = [mean(v) for v in ours]
                found.append((rms(ours, [p for *_, p in columns]), f"{name}, {m}", ours, (name, more)))
        return sorted(found, key=lambda f: f[0])

    best = []
    for _, _, _, reading in fits(readings, [a for a in aims if a[0].endswith(quick)], 2):
        if reading not in best and len(best) < finalists:
            best.append(reading)
    seeds = min(max(batch.seeds // 3, 1), 4)
    nearest = fits(best, aims, seeds)
    text = (f"\n### {title}\n\n{len(readings)} readings tried, {len(best)} of them on all columns with "
            f"{seeds} seeds.\n\n")
    text += table(["reading", "rms", *(a[0] for a in aims)],
                  [["(paper)", "", *(f"{p:.1f}" for *_, p in aims)],
                   *([name, f"{off:.1f}", *(f"{v:.1f}" for v in ours)]
                     for off, name, ours, _ in nearest[:finalists])])
    return text, nearest[0][3]


def wirings_chapter(batch, _):
    three = (0, 1, 2)
    by_wiring, _ = search(batch, "Energy by wiring: layers, search, outputs, direction",
                          [(t, r) for t in (1, 3) for r in three],
                          ("1 mm 5x5", "1 mm 10x10", "K = 100", "K = 500"),
                          [options("layers {}", "layers", 3, 4, 5, 6), RULES])
    dijkstra = {"Dijkstra's mesh": ["delay.mesh_path=dijkstra"]}
    return "\n## Readings of Tables 1, 3 and 4\n" + by_wiring + search(
        batch, "Delay by wiring, the mesh routed by Dijkstra's algorithm", [(4, r) for r in three],
        ("K = 100", "K = 1000"), [*clock(FLITS, dijkstra), *PACKETS], 12)[0]


def readings_chapter(batch, _):
    ends, full = ("K = 100", "K = 1000"), [*clock(FLITS, BALANCED), *PACKETS]
    text = "\n## What the paper leaves unstated\n" + search(
        batch, "Delay by wiring: flits, packets, buffers, paths of the mesh, wires, measure",
        [(4, r) for r in (0, 1, 2)], ends, full, 12)[0]
    for what, wanted, delay, quick, structures in (
            ("Dispersed servers", [(5, 3), (7, 1)], 8, ("mm 5x5", "mm 10x10", "K = 100", "K = 500"),
             SPREAD_OUT),
            ("Mixed layers, all pairs", [(9, 1)], None, ("1 mm 5x5", "3 mm 5x5", "1 mm 10x10"), MIXTURES),
            ("Mixed layers, K pairs", [(11, 1)], 12, ("K = 100", "K = 500"), MIXTURES)):
        more, nearest = search(batch, what, wanted, quick, [*structures, LEFT_OUT])
        text += more
        if delay:
            text += search(batch, f"Delay, {what}: any structure", [(delay, 1)], ends,
                           [*structures, *clock((16, 125, 1000), BALANCED)])[0]
            text += search(batch, f"Delay, {what}: the structure nearest in energy", [(delay, 1)], ends,
                           [dict([nearest]), *full], 4)[0]
    return text


def sweeps_chapter(batch, out):
    few = pairs(500)
    seeds, text = min(max(batch.seeds // 2, 1), 5), "\n## Where the conclusions change\n"
    for title, key, values, others in (
            ("Energy of a circuit switch (a packet switch takes 0.98)", "energy.circuit_switch",
             (0.05, 0.1, 0.2, 0.37, 0.5, 0.7, 0.98), few),
            ("Number of layers", "layers", (2, 3, 4, 5, 6, 8), few),
            ("Circuits side by side on each link", "lanes", (1, 2, 3, 4, 8), few),
            ("Length of links, mm", "link_mm", (0.5, 1, 1.5, 2, 3, 5, 8), few[1:]),
            ("Number of pairs", "demands.pairs", (10, 50, 100, 250, 500, 1000, 2000), few),
            ("Size of the chip, all pairs, 1 mm", "servers",
             ("4x4", "5x5", "8x8", "10x10", "12x12", "15x15", "20x20"), ["link_mm=1", "demands=all"])):
        asked = {name: [own + others + [f"{key}={v}", "delay.run=false"] for v in values]
                 for name, own in CONTENDERS.items()}
        for sets in sum(asked.values(), []):
            batch.ask(sets, seeds)
        curves = {name: [mean(batch.values(s, seeds)) for s in sets] for name, sets in asked.items()}
        least = [min(curves, key=lambda name: curves[name][i]) for i in range(len(values))]
        text += f"\n### {title}\n\n" + table([key, *curves, "least"], [
            [str(v), *(f"{c[i]:.1f}" for c in curves.values()),
             least[i] if curves[least[i]][i] < 100 else "2-D mesh"] for i, v in enumerate(values)])
        charts.lines(out / f"sweep-{key}.svg", title, key, "energy, % of the 2-D mesh",
                     {name: list(enumerate(c)) for name, c in curves.items()}, [100],
                     dict(enumerate(values)))
        text += f"\n![{title}](sweep-{key}.svg)\n"
    return text


def planners_chapter(batch, _):
    seeds, text = min(max(batch.seeds // 2, 1), 5), "\n## Beyond the paper\n"
    both, bound = ("energy", "mean latency"), ["lower_bound=true"]
    cases = {"all pairs, 5x5, 2 mm": ["link_mm=2", "servers=5x5", "demands=all"], **k_pairs(100, 500, 1000)}
    gaps = {f"a demand each {g} clocks" if g else "all at once":
            [*pairs(500), f"delay.mean_gap_clocks={g}"] for g in (0, 1, 10, 100)}
    for title, columns, lines in (
            ("Planners", cases,
             {"greedy (the paper's)": (bound, both), "rip-up and reroute": (["planner=rip_up"], both),
              "simulated annealing": (["planner=annealing"], both),
              "no plan is below": (bound, ("energy lower bound",)),
              "greedy, two-way circuits": (ONE_OR_TWO_WAY["two-way"], both),
              "greedy, circuits released in rounds": ([GREEDY % "release=true"], both)}),
            ("Circuits on line (500 pairs)", gaps,
             {"planned, circuits stay": ([], both),
              **{f"on line, torn down after {clocks} idle clocks":
                 (["online.run=true", f"online.idle_clocks={clocks}"],
                  ("online energy", "online mean latency")) for clocks in (100, 1000, 10000)}})):
        for (own, _), sets in itertools.product(lines.values(), columns.values()):
            batch.ask(sets + own, seeds)
        text += f"\n### {title}: mean (least to most) of {seeds} seeds\n\n" + table(
            ["energy / mean latency", *columns],
            [[name, *(" / ".join(spread(batch.values(sets + own, seeds, m)) for m in measures)
                      for sets in columns.values())] for name, (own, measures) in lines.items()])
    return text


CHAPTERS = {f.__name__.removesuffix("_chapter"): f for f in
            (tables_chapter, wirings_chapter, readings_chapter, sweeps_chapter, planners_chapter)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("on-chip-paper"))
    parser.add_argument("--set", action="append", default=[], help="a setting of all experiments")
    parser.add_argument("--seeds", type=int, default=10,
                        help="runs for all pairs; four times as many for K pairs")
    parser.add_argument("--chapter", action="append", choices=CHAPTERS)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    batch = Batch(options.set, options.threads)
    batch.seeds = options.seeds
    text = ("# The paper's experiments, run again\n\nPercent of the 2-D mesh of packet switches on the same"
            f" demands: mean (least to most) over {batch.seeds} seeds for all pairs and {4 * batch.seeds}"
            " for K pairs.\n")
    for name, chapter in CHAPTERS.items():
        if not options.chapter or name in options.chapter:
            text += chapter(batch, options.out)
            (options.out / "report.md").write_text(text)  # each takes a while: what is done can be read


if __name__ == "__main__":
    main()
