#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/papers/on-chip.md: what the paper on on-chip networks says (Ikeda 2013), statement by
statement, beside what Kasuri finds under each reading of what the paper leaves open.

    examples/on-chip/statements.py          # runs what is missing in runs/on-chip, writes the page
    examples/on-chip/statements.py --seeds 4 --threads 4 --work /tmp/on-chip --out page.md

Each reading is one command, `paper.py --chapter tables`, whose tables.csv is kept in the work folder.
Seeds start at 101: readings were chosen with seeds from 1 on, so nothing here was chosen with the seeds
that it is judged by.
"""
import argparse
import collections
import csv
import datetime
import os
import pathlib
import shlex
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIRST_SEED = 101

# The literal delay: all is routed by Dijkstra's algorithm, and a server's wire is a link as any other.
CLOCK = ["delay.mesh_path=dijkstra", "delay.server_links=true"]
GREEDY = 'planner={type="greedy", %s}'


class Reading:
    def __init__(self, name, words, settings, constants, chose):
        self.name, self.words, self.constants, self.chose = name, words, constants, chose
        self.settings = settings

    def command(self, seeds):
        sets = self.settings + CLOCK + [f"seed={FIRST_SEED}"]
        return ["examples/on-chip/paper.py", *(w for s in sets for w in ("--set", s)), "--out",
                f"runs/on-chip/{self.name}", "--chapter", "tables", "--seeds", str(seeds)]


# `constants`: what was chosen, beside the two of CLOCK; `chose`: statements that it was chosen by.
BY_B = {"T1.B", "T3.B"}
BY_A_AND_B = {"T1.A", "T1.B", "T3.A", "T3.B"}
READINGS = [
    Reading("R0", "4 layers, one-way circuits, search per port (Kasuri's default)", ["layers=4"],
            ["layers = 4", "circuits = one_way"], BY_B),
    Reading("R1", "3 layers, search per switch, shared outputs",
            ["layers=3", GREEDY % 'search="per-switch", shared_outputs=true', "delay.joins=free"],
            ["layers = 3", "circuits = one_way", "search = per-switch", "shared_outputs",
             "joins = free"], BY_A_AND_B),
    Reading("R2", "5 layers, search per switch", ["layers=5", GREEDY % 'search="per-switch"'],
            ["layers = 5", "circuits = one_way", "search = per-switch"], BY_A_AND_B),
    Reading("R3", "5 layers, two-way circuits", ["layers=5", GREEDY % 'circuits="two_way"'],
            ["layers = 5", "circuits = two_way"], BY_A_AND_B),
    Reading("R4", "as R1, demands without a path left out of the structure's sums alone",
            ["layers=3", GREEDY % 'search="per-switch", shared_outputs=true', "delay.joins=free",
             "unroutable=left-out"],
            ["layers = 3", "circuits = one_way", "search = per-switch", "shared_outputs",
             "joins = free", "unroutable = left-out"], BY_A_AND_B),
]
CLOCK_CHOSE = {"T4.A", "T4.B", "T4.C", "T11.m"}

Value = collections.namedtuple("Value", "column paper ours mean least most runs")


def run(reading, options):
    """The tables of a reading: (table, row, statistic, measure) -> values by column."""
    folder = options.work / f"{reading.name}-{options.seeds}"
    table, command = folder / "tables.csv", folder / "command.txt"
    words = reading.command(options.seeds)
    if not (table.exists() and command.exists() and command.read_text() == shlex.join(words)):
        real = [sys.executable, *words, "--threads", str(options.threads)]
        real[real.index("--out") + 1] = str(folder)
        print("running", shlex.join(words), file=sys.stderr, flush=True)
        subprocess.run(real, cwd=ROOT, check=True, env={**os.environ, "KASURI": str(options.kasuri)})
        command.write_text(shlex.join(words))
    found = collections.defaultdict(list)
    with open(table, newline="") as file:
        for r in csv.DictReader(file):
            found[int(r["table"]), r["row"], r["statistic"], r["measure"]].append(
                Value(r["column"], float(r["paper"]), float(r["ours"]), float(r["mean"]),
                      float(r["least"]), float(r["most"]), [float(v) for v in r["runs"].split()]))
    return found


A, B, C = "A adjacent layers", "B packet switch to all", "C both"
ROUNDING = 0.05
CLOSE = 1.0  # points


def within(v):
    return v.least - ROUNDING <= v.paper <= v.most + ROUNDING


def row(table, name, statistic="mean", measure="energy"):
    """A row of a table: all its values."""
    def judge(tables):
        values = tables[table, name, statistic, measure]
        if measure == "energy":
            good = [abs(v.ours - v.paper) <= CLOSE or (statistic == "mean" and within(v))
                    for v in values]
        else:
            good = [within(v) for v in values]
        rms = (sum((v.ours - v.paper) ** 2 for v in values) / len(values)) ** 0.5
        return all(good), f"{sum(good)} of {len(good)} values, rms {rms:.1f}"
    paper = None
    return judge, (table, name, statistic, measure), paper


def says(judge, paper):
    return judge, None, paper


def means(tables, number, name, measure="energy"):
    return [v.mean for v in tables[number, name, "mean", measure]]


def all_of(pairs, words):
    """Holds if each first is below its second."""
    pairs = list(pairs)
    good = sum(a < b for a, b in pairs)
    return good == len(pairs), f"{good} of {len(pairs)} {words}"


ALL_PAIRS = (1, 2)


def below_a_tenth(t):
    least = min(m for n in ALL_PAIRS for w in (A, B, C) for m in means(t, n, w))
    return least > 90, f"at most {100 - least:.1f} % saved"


def fewer_pairs_save_more(t):
    rows = [means(t, 3, w) for w in (A, B, C)]
    return all_of(((a, b) for r in rows for a, b in zip(r, r[1:])), "steps from K to K")


def longer_links_save_less(t):
    pairs = []
    for n in ALL_PAIRS:
        for w in (A, B, C):
            m = means(t, n, w)
            pairs += list(zip(m[:6], m[3:]))
    return all_of(pairs, "steps from 1 to 2 to 3 mm")


def b_below_a(t):
    return all_of((p for n in (1, 2, 3) for p in zip(means(t, n, B), means(t, n, A))), "columns")


def b_as_c(t):
    off = max(abs(b - c) for n in (1, 2, 3) for b, c in zip(means(t, n, B), means(t, n, C)))
    return off <= 0.5, f"at most {off:.1f} points apart"


def larger_chips_save_more(t):
    pairs = []
    for n in ALL_PAIRS:
        for w in (A, B, C):
            m = means(t, n, w)
            pairs += [(m[i + 1], m[i]) for i in (0, 1, 3, 4, 6, 7)]
    return all_of(pairs, "steps from 5x5 to 10x10 to 15x15")


def saves_delay(measure):
    def judge(t):
        rows = {w: means(t, 4, w, measure) for w in (A, B, C)}
        few = max(r[0] for r in rows.values())
        many = max(rows[B][1:])
        return (few <= 60 and many <= 50,
                f"K = 100: {100 - few:.0f} % and more; B, more pairs: {100 - many:.0f} %")
    return judge


def b_less_delay_than_a(t):
    return all_of(zip(means(t, 4, B, "makespan"), means(t, 4, A, "makespan")), "columns (makespan)")


def b_less_delay_than_c(t):
    pairs = list(zip(means(t, 4, B, "makespan"), means(t, 4, C, "makespan")))
    good = sum(b <= c + 0.5 for b, c in pairs)
    return good == len(pairs), f"{good} of {len(pairs)} columns (makespan)"


def concentrated_below_mesh(t):
    most = max(v.most for n in (5, 6) for v in t[n, "concentrated", "mean", "energy"])
    return most < 100, f"at most {most:.1f}"


def dispersed_sometimes_above(t):
    values = [v for n in (5, 6) for v in t[n, "dispersed", "mean", "energy"]]
    above = sum(v.most > 100 for v in values)
    return above > 0, f"most above 100 in {above} of {len(values)} columns"


def dispersed_varies(t):
    spread = max(v.most - v.least for n in (5, 6) for v in t[n, "dispersed", "mean", "energy"])
    return spread >= 19, f"at most {spread:.1f} points from least to most"


def spread_grows(t):
    def span(size):
        values = [v for n in (5, 6) for v in t[n, "concentrated", "mean", "energy"]
                  if v.column.endswith(" " + size)]
        return sum(v.most - v.least for v in values) / len(values)
    spans = [span(s) for s in ("5x5", "10x10", "15x15")]
    return spans[0] < spans[1] and spans[2] > 3, " / ".join(f"{s:.1f}" for s in spans) + " points"


def dispersed_slower(t):
    m = means(t, 8, "dispersed", "makespan")
    return min(m) > 100, f"{min(m):.0f} to {max(m):.0f} (makespan)"


def dispersed_saves_on_pairs(t):
    return all_of(zip(means(t, 7, "dispersed"), means(t, 7, "concentrated")), "columns")


def mixed_above_mesh(t):
    m = [x for n in (9, 10, 11) for x in means(t, n, "mixed")]
    return min(m) > 100, f"{min(m):.0f} to {max(m):.0f}"


def mixed_faster_than_mesh(t):
    m = means(t, 12, "mixed", "makespan")
    return max(m) < 100, f"{min(m):.0f} to {max(m):.0f} (makespan)"


def homogeneous_faster_than_mixed(t):
    return all_of(zip(means(t, 12, "homogeneous", "makespan"),
                      means(t, 12, "mixed", "makespan")), "columns (makespan)")


def best_energy(t):
    best = min(means(t, 3, B))
    return abs(best - 76.1) <= CLOSE, f"{100 - best:.1f} % at K = 10"


def best_delay(t):
    v = t[4, B, "mean", "makespan"][3]
    return within(v), (f"{100 - v.mean:.0f} % at K = 1500 "
                       f"({100 - v.most:.0f} to {100 - v.least:.0f} in single runs)")


def numbers():
    """Rows of tables as statements."""
    found = []
    wirings = (("A", A), ("B", B), ("C", C))
    for n, what in ((1, "energy, all pairs, sigma 20"), (2, "energy, all pairs, sigma 100"),
                    (3, "energy, K pairs")):
        found += [(f"T{n}.{letter}", f"Table {n}, {letter}: {what}", row(n, name))
                  for letter, name in wirings]
    found += [(f"T4.{letter}", f"Table 4, {letter}: delay (makespan), K pairs",
               row(4, name, "mean", "makespan")) for letter, name in wirings]
    for n, sigma in ((5, 20), (6, 100)):
        for who in ("concentrated", "dispersed"):
            for label, statistic in (("", "mean"), (", least", "least"), (", most", "most")):
                found.append((f"T{n}.{who[0]}.{statistic}",
                              f"Table {n}, {who}, {statistic}: energy, sigma {sigma}",
                              row(n, who + label, statistic)))
    return found + [
        ("T7.d", "Table 7, dispersed: energy, K pairs", row(7, "dispersed")),
        ("T8.d", "Table 8, dispersed: delay (makespan)", row(8, "dispersed", "mean", "makespan")),
        ("T9.m", "Table 9, mixed: energy, all pairs, sigma 20", row(9, "mixed")),
        ("T10.m", "Table 10, mixed: energy, all pairs, sigma 100", row(10, "mixed")),
        ("T11.m", "Table 11, mixed: energy, K pairs", row(11, "mixed")),
        ("T12.m", "Table 12, mixed: delay (makespan)", row(12, "mixed", "mean", "makespan"))]


STATEMENTS = numbers() + [
    ("S1", "All pairs: no structure saves a tenth (3.4.1)", says(below_a_tenth, "less than 10 %")),
    ("S2", "The fewer pairs talk, the more is saved (3.4.1)",
     says(fewer_pairs_save_more, "in all steps of Table 3")),
    ("S3", "The longer the links, the less is saved (3.4.1)",
     says(longer_links_save_less, "in all steps of Tables 1, 2")),
    ("S4", "The larger the chip, the more is saved (Tables 1, 2)",
     says(larger_chips_save_more, "in all steps")),
    ("S5", "B takes less energy than A (3.4.1)", says(b_below_a, "in 21 of 22 columns, equal in one")),
    ("S6", "B and C take about the same (3.4.1)", says(b_as_c, "at most 0.4 points apart")),
    ("S7", "Makespan falls by 40 % and more with few pairs, B's by half with many (3.4.1)",
     says(saves_delay("makespan"), "40 % and more; B 52 to 55 %")),
    ("S8", "The same of the mean latency",
     says(saves_delay("mean latency"), "(the paper speaks of the makespan)")),
    ("S9", "B has less delay than A (3.4.1)", says(b_less_delay_than_a, "in 4 of 4 columns")),
    ("S10", "B has no more delay than C (Table 4)", says(b_less_delay_than_c, "in 4 of 4 columns")),
    ("S11", "24 % of the energy saved (abstract)", says(best_energy, "23.9 % at K = 10")),
    ("S12", "55 % of the delay saved (abstract)", says(best_delay, "54.5 % at K = 1500")),
    ("S13", "Servers in one layer: always below the mesh (3.4.2)",
     says(concentrated_below_mesh, "at most 98.3")),
    ("S14", "Dispersed servers: sometimes above the mesh (3.4.2)",
     says(dispersed_sometimes_above, "most above 100 in all 18 columns")),
    ("S15", "Dispersed: least and most are 19 to 41 points apart (Tables 5, 6)",
     says(dispersed_varies, "19 to 41 points")),
    ("S16", "Concentrated: least and most grow apart with the chip (Tables 5, 6)",
     says(spread_grows, "0.5 / 4.0 / 3.7 points (5x5 / 10x10 / 15x15)")),
    ("S17", "Dispersed servers have more delay than the mesh (3.4.2)",
     says(dispersed_slower, "111 to 150")),
    ("S18", "K pairs: dispersed take less energy than concentrated (Table 7)",
     says(dispersed_saves_on_pairs, "in 4 of 4 columns")),
    ("S19", "Mixed layers take more energy than the mesh (3.4.3)",
     says(mixed_above_mesh, "119 to 202")),
    ("S20", "Mixed layers have less delay than the mesh (3.4.3)",
     says(mixed_faster_than_mesh, "47 to 78")),
    ("S21", "Homogeneous layers have less delay than mixed ones (3.4.3)",
     says(homogeneous_faster_than_mixed, "in 4 of 4 columns")),
]


def paper_of(statement, tables):
    judge, key, paper = statement
    if paper is not None:
        return paper
    return " ".join(f"{v.paper:g}" for v in tables[key])


def verdict(fits):
    if all(fits):
        return "fits"
    return "cannot be decided" if any(fits) else "does not"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(r) + " |" for r in rows]) + "\n"


def chose(reading, name):
    return name in reading.chose | CLOCK_CHOSE


def totals(judged):
    rows = []
    for r in READINGS:
        for which, wanted in (("chose it", True), ("it predicted", False)):
            fits = [outcome[r.name][0] for name, _, outcome in judged if chose(r, name) == wanted]
            rows.append([r.name, which, str(len(fits)), str(sum(fits)), str(len(fits) - sum(fits))])
    return table(["reading", "statements that", "number", "fit", "do not"], rows)


def delays(found, options):
    """Table 4: single runs beside the paper's values."""
    text = f"""## Table 4: single runs

The paper defines delay as the time until everything has arrived, and shows one number for each
case. Makespan in
percent of the mesh's: mean (least to most) of {4 * options.seeds} single runs; behind it the mean
latency.

"""
    wirings = (("A", A), ("B", B), ("C", C))
    first = found[READINGS[0].name]
    columns = [v.column for v in first[4, A, "mean", "makespan"]]
    rows = [["paper", letter] + [f"{v.paper:g}" for v in first[4, name, "mean", "makespan"]]
            + ["", ""] for letter, name in wirings]
    for r in READINGS[:4]:
        values = []
        for letter, name in wirings:
            pairs = list(zip(found[r.name][4, name, "mean", "makespan"],
                             found[r.name][4, name, "mean", "mean latency"]))
            values += pairs
            cells = [f"{v.mean:.1f} ({v.least:.0f} to {v.most:.0f}); {m.mean:.1f}"
                     for v, m in pairs]
            rows.append([r.name, letter] + cells + ["", ""])
        off = [(sum((pair[k].mean - pair[k].paper) ** 2 for pair in values) / len(values)) ** 0.5
               for k in (0, 1)]
        rows[-1][-2:] = [f"{sum(within(v) for v, _ in values)} of {len(values)}",
                         f"{off[0]:.1f}; {off[1]:.1f}"]
    return text + table(["reading", "wiring"] + columns
                        + ["paper within single runs", "rms: makespan; mean latency"], rows)


OPEN = """
## What stays open

- **Least and most** (Tables 5, 6). With all servers in one layer nothing is random but the sizes of
  demands and the order of equal ones. Ours are some tenths of a point apart at every size; the
  paper's grow from half a point to four. Random demands cannot do that in any of these readings:
  something else differed between its trials.
- **Dispersed servers** (Tables 5 to 8) and **mixed layers** (9, 10, 12): no reading explains them.
- **What would decide**: the number of layers; the program, or what it does when a circuit switch is
  reached by a second input; the paths of one run (`kasuri chip --export` writes ours); what a trial
  was.

## Totals

"""


def page(found, options):
    judged = [(name, (words, st), {r.name: st[0](found[r.name]) for r in READINGS})
              for name, words, st in STATEMENTS]
    today = datetime.date.today().isoformat()
    text = f"""# On-chip network: what the paper says and what Kasuri finds

T. Ikeda, Osaka University, 2013 (in Japanese; sections and tables by its numbers). Written by
[examples/on-chip/statements.py](../../examples/on-chip/statements.py) on {today} with `--seeds
{options.seeds}`:
{options.seeds} runs for all pairs, {4 * options.seeds} for K pairs, seeds from {FIRST_SEED} on,
which chose nothing.
[docs/on-chip.md](../on-chip.md) has the models.

The paper leaves open how many layers there are, what its search tells apart, whether circuits may
meet, and how
flits, wires and the mesh's paths are counted. Several readings fit Tables 1 to 3 equally well. All
are shown.

"""
    text += table(["reading", "what it assumes", "constants chosen", "chosen by"],
                  [[r.name, r.words, f"{len(r.constants)}: " + ", ".join(r.constants),
                    ", ".join(sorted(r.chose))] for r in READINGS])
    text += """
All of them route the mesh as the paper routes everything, by Dijkstra's algorithm with ties by
switch number
(`mesh_path = "dijkstra"`), and count the wire between server and switch (`server_links`): two more
constants, chosen
by Table 4. The geometry of mixed layers (`mixed_pattern`, `mixed_spacing`): two more, chosen by
Table 11.

Commands, from the root of the source tree:

```
"""
    text += "\n".join(shlex.join(r.command(options.seeds)) for r in READINGS) + "\n```\n"
    text += f"""
## Statements

A row of energies fits if each value is within {CLOSE:g} point of the mean, or between the least
and the most of single
runs; rows of least and most, within {CLOSE:g} point. A row of delays fits if each value is between
the least and the
most of single runs, which is a weak test: single runs are 15 to 60 points apart. Verdicts: *fits* or
*does not* in all readings; *cannot be decided*: it fits in some.

"""
    rows = []
    for name, (words, st), outcome in judged:
        cells = [("fits: " if outcome[r.name][0] else "no: ") + outcome[r.name][1]
                 + (" \\*" if chose(r, name) else "") for r in READINGS]
        rows.append([name, words, paper_of(st, found["R0"]), *cells,
                     verdict([outcome[r.name][0] for r in READINGS])])
    text += table(["", "statement", "paper", *[r.name for r in READINGS], "verdict"], rows)
    text += "\n\\* was used to choose this reading; all others are predictions.\n\n"
    text += delays(found, options) + OPEN + totals(judged)
    counts = collections.Counter(verdict([o[r.name][0] for r in READINGS]) for _, _, o in judged)
    return text + (f"\nOf {len(judged)} statements {counts['fits']} fit in all readings, "
                   f"{counts['does not']} in none, and {counts['cannot be decided']} cannot be "
                   f"decided.\n")


def wrapped(text):
    """Prose in lines of one width; tables, lists, headings and code as they are."""
    blocks, code = [], False
    for block in text.split("\n\n"):
        prose = not code and not block.lstrip("\n").startswith(("|", "#", "-", "`"))
        code ^= block.count("```") % 2 == 1
        blocks.append(textwrap.fill(" ".join(block.split()), 110, break_long_words=False,
                                    break_on_hyphens=False) if prose else block)
    return "\n\n".join(blocks) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kasuri", type=pathlib.Path, default=os.environ.get("KASURI", ROOT /
  "build" / "kasuri"))
    parser.add_argument("--seeds", type=int, default=4, 
                        help="runs for all pairs; four times as many for K pairs")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "runs" / "on-chip")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "papers" / "on-chip.md")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    found = {r.name: run(r, options) for r in READINGS}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(wrapped(page(found, options).rstrip("\n")))


if __name__ == "__main__":
    main()
