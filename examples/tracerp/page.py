# SPDX-License-Identifier: MIT
"""docs/papers/tracerp.md and the figures of TraceRP's study, from measured.csv and search.csv alone."""
import csv
import pathlib
import sys
from collections import defaultdict

from readings import CHECKS, LONG, READINGS, REDUCTIONS
from runs import HERE, MACHINES, PROGRAMS, ROOT
from statements import (FIGURES, FITS, NOT, PAPER, SAVED, STATEMENTS, T_S, T_W, UNDECIDED, Tables, apart,
                        number, verdict)

sys.path.append(str(ROOT / "examples"))
from charts import panels  # noqa: E402

MEASURED, SEARCHED, SEVERAL = (HERE / f"{name}.csv" for name in ("measured", "search", "several"))
PAGE = ROOT / "docs" / "papers" / "tracerp.md"
VALUES = ("time", "power", "link_energy", "base_s")
COLUMNS = ("reading", "seed", "t_s", "t_w", "machine", "program", *VALUES)


HEAD = """# TraceRP, statement by statement

Written by `examples/tracerp/study.py --write` from `search.csv`, `measured.csv` and `several.csv`
beside it, which it measures first (half an hour of one processor; runs that are finished are kept). The
paper prints neither sizes of messages nor iterations, link rate, packets or routing, and the sources of
its programs are not public. Each reading below is one set of choices for all figures.

Runs have 8,192 ranks. Links have 11.9 GB/s, packets 8 KiB, and routers have their queues at the
outputs, as in TraceR's examples. Messages N times as large as the published ones are simulated as
packets N times as large: all rates are divided by N. At T_s = 0 each packet wakes its link, so there such
a packet waits N times for T_w (and qbox and a2a, whose smallest messages are half a packet, have messages
twice and packets N/2 times as large). A seed changes the random numbers of the routing, the pairs of
`permutation`, and takes 8 bytes off each message.

## The search

Power saved (%) with T_s = 600 µs and T_w = 17 µs; one step, no computing, one seed. `adaptive` is
`adaptive-up-down` on the fat-tree and `ugal-l` on the dragonfly; the torus has dimension order. Only qbox
reduces. Choices are scored by the mean distance, in points, from six savings of the paper: five of
Figure 2, and at most 12 % for a2a on the dragonfly, which section 4.3 says of all T_s. The last rows have
a size for each program.
"""
READ = """
## Readings

The same figures, as ranges over the seeds. *Chosen to fit* are the numbers and choices that the six
savings or another statement picked; all readings also have the rates, delays and packets of TraceR's
examples and the published sizes of Chatterbug's programs.
"""
STATED = """## Statements

Commands: `examples/tracerp/study.py --only 2 --reading chosen`, and so on. A number fits within 2
points of power saved, or within half of a slow-down. "Hardly", "little" and "the same" are 5 points, or
2 where two settings are compared. An order fits if the program is in its place. With several seeds a
statement fits if it holds with all of them, does not if it holds with none, and cannot be decided if it
depends on the seed; readings with one seed have no such verdict. That sleep saves power, and that
nothing saves more than 39.5 %, cannot fail and is not counted.
"""
CHECKED = """## Other steps, sizes and packets

Figure 2 of the chosen reading with one thing changed, one seed. "Packets × 100": messages are four times
as large, rates are divided by 100 instead of 400.
"""
VERIFIED = """## Section 3.4: verification

Two nodes send to each other with a period, on the three machines of Table 1. The tests are
`src/experiment/run/tracerp_test.cpp`. They are not in the total.

| statement | paper | Kasuri | verdict |
|---|---|---|---|
| (1): power is P_base + P_dynamic Σ min(1, D ρ_i), on all three machines | it is | to 1 in 10⁹, \
for periods up to T_f + T_sleep and above T_wake + T_sleep + T_f | fits |
| (2): D = T_f / (T_wake + T_sleep + T_f) | at most 1 | at least 1: the reciprocal is what the text \
means and (1) needs; with D as printed, min(1, D ρ) would always be D ρ | does not |
| periods below T_sleep: latency is as without sleep | it is | to the picosecond | fits |
| longer periods: T_wake more for each link that sleeps | it is | to the picosecond | fits |
"""
TOGETHER = """## Several jobs at once

The paper's future work, in the chosen reading (`examples/tracerp/study.py --reading chosen --only multi`):
two jobs of 4,096 ranks, or three of 2,560, in blocks of nodes (`linear`) or on nodes at random; T_s =
600 µs, T_w = 17 µs, one seed. "By the others": run time beside the others over that alone, without sleep.
"By sleep": run time beside the others with sleep over that without. Energy is a job's share with sleep;
saved is the power of the whole machine.
"""
TAIL = """## What it says

- Without computing, one set has the paper's order of qbox and a2a on the fat-tree and the dragonfly,
  and most of Figure 5, which was not used to choose it but for the torus. Adaptive routing makes the
  difference on the dragonfly: with minimal routing the links of idle groups sleep whatever happens.
- Figure 5 needs little: that a link wakes for each packet, and that a packet takes 0.69 µs. It does
  not depend on sizes. It does on computing, which the paper says there is none of (section 4.5).
- The six savings do not decide. The earlier choice with 2 ms of computing is as near to them.
  Figure 5 decides between the two: 9 of its 12 statements hold without computing, 2 with it.
  Recursive doubling is 0.7 points farther than a reduction and a broadcast; seeds move the distance
  by 0.1 points, but four steps or finer packets by 0.8. With adaptive routing no program prefers a
  size of its own.
- The nearest size is the largest that the search tries, and × 800 is nearer still by 0.5 points.
  Messages × 400 are faces of 26 MB, more than a program is likely to send. They fit because phases
  are then long compared with T_s = 600 µs; the paper's programs may have reached that in another
  way.
- Run times of congested runs scatter by more than the slow-downs of 0.6 to 4 % that the paper prints.
  With and without sleep a run is two draws from that scatter, which also makes some programs faster with
  sleep. One run each cannot tell which program is slowed down most.
- The packets that stand for many are an approximation. With packets a quarter as large the savings are
  up to 2.5 points from those of the search, on the dragonfly a2a by 4.
- Not explained: on the torus stencil4d saves most (33 %), is slowed down most (4 %), and a2a costs
  least energy at 50 µs. Here qbox saves most there in all readings without computing. Mapping ranks
  along a Hilbert curve moves a2a to the paper's 25 %, but stencil4d stays at 25 %. Other settings
  do not help it either (one run each, by hand, not in the tables: `jobs.0.mapping` of blocks of
  2×2×2×4 ranks on a node 26 %, random 20 %; `minimal-adaptive` routing 21 %). Nor is it explained
  that near-neighbor saves most at T_s = 0 on the fat-tree, and that qbox on the dragonfly is best
  at 50 µs.

What would decide: the arguments of the five programs (sizes, grids, iterations), the routing and rates in
the paper's network files, the mapping of its ranks, and whether its collectives were those of AMPI. Section
4.3 contradicts itself on a2a (least energy at 50 and at 10 µs), and names a T_s of 5 µs that it did not
run, which is taken as 10 µs here.

## The figures

Of the chosen reading, means over seeds.
"""


def rows_of(file):
    with open(file, newline="", encoding="utf-8") as f:
        return list(csv.DictReader(f))


def write_rows(file, columns, rows):
    with open(file, "w", newline="", encoding="utf-8") as f:
        writer = csv.writer(f, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def measured():
    """Tables of each seed, by reading."""
    found = defaultdict(lambda: defaultdict(lambda: defaultdict(dict)))
    for r in rows_of(MEASURED):
        times = int(r["t_s"]), int(r["t_w"])
        found[r["reading"]][r["seed"]][times][r["machine"], r["program"]] = {v: float(r[v]) for v in VALUES}
    return {name: [Tables(rows) for rows in seeds.values()] for name, seeds in found.items()}


def with_figure(seeds, figure):
    """Those seeds that have all runs of a figure."""
    return [t for t in seeds if all(times in t.rows for times in FIGURES[figure])]


class Search:
    """Power saved in percent by (routing, reduction, size) and (machine, program)."""

    def __init__(self, file=SEARCHED):
        self.saved = {}
        for r in rows_of(file):
            self.saved[r["routing"], r["reduction"], int(r["size"]), r["machine"],
                       r["program"]] = float(r["saved"])
        self.sizes = sorted({size for _, _, size, _, _ in self.saved})

    def of(self, routing, reduction, size, machine, program):
        if program != "qbox":  # no other program reduces
            reduction = REDUCTIONS[0]
        if machine == "torus":
            routing = "static"
        return self.saved[routing, reduction, size, machine, program]

    def common(self):
        """Mean distance from the paper's six, by routing, reduction and one size for all programs."""
        return {(routing, reduction, size):
                sum(abs(self.of(routing, reduction, size, *key) - paper)
                    for key, paper in SAVED.items()) / len(SAVED)
                for routing in ("static", "adaptive") for reduction in REDUCTIONS for size in self.sizes}

    def own(self):
        """The same with a size for each program: distance and sizes, by routing and reduction."""
        found = {}
        for routing in ("static", "adaptive"):
            for reduction in REDUCTIONS:
                total, sizes = 0, {}
                for program in ("qbox", "stencil4d", "a2a"):
                    apart_by = {size: sum(abs(self.of(routing, reduction, size, m, p) - paper)
                                          for (m, p), paper in SAVED.items() if p == program)
                                for size in self.sizes}
                    sizes[program] = min(apart_by, key=apart_by.get)
                    total += apart_by[sizes[program]]
                found[routing, reduction] = (total / len(SAVED), sizes)
        return found

    def document(self):
        keys = " | ".join(f"{m} {p}" for m, p in SAVED)
        yield f"| routing | reduction | sizes | {keys} | mean distance |"
        yield "|---|---|---|" + "---|" * (len(SAVED) + 1)
        yield "| | | the paper | " + " | ".join(map(str, SAVED.values())) + " | |"
        for (routing, reduction, size), distance in self.common().items():
            saved = " | ".join(f"{self.of(routing, reduction, size, *key):.1f}" for key in SAVED)
            yield f"| {routing} | {reduction} | × {size} | {saved} | {distance:.1f} |"
        for (routing, reduction), (distance, sizes) in self.own().items():
            each = ", ".join(f"{p} × {s}" for p, s in sizes.items())
            saved = " | ".join(f"{self.of(routing, reduction, sizes[p], m, p):.1f}" for m, p in SAVED)
            yield f"| {routing} | {reduction} | {each} | {saved} | {distance:.1f} |"


def readings(data):
    keys = " | ".join(f"{m} {p}" for m, p in SAVED)
    yield f"| reading | chosen to fit | {keys} | mean distance |"
    yield "|---|---|" + "---|" * (len(SAVED) + 1)
    yield "| the paper | | " + " | ".join(map(str, SAVED.values())) + " | |"
    for name, reading in READINGS.items():
        seeds = with_figure(data[name], 2)
        saved = " | ".join(number([t.saved(*key) for t in seeds], "").strip() for key in SAVED)
        chosen = f"{len(reading.constants)}: {', '.join(reading.constants)}"
        yield (f"| **{reading.name}**: {reading.title} | {chosen} | {saved} | "
               f"{number([apart(t) for t in seeds], '').strip()} |")


def judged(data):
    """What was found and the verdict, by statement and reading."""
    found = {}
    for s in STATEMENTS:
        figure = int(s.text.split(",")[0].split(":")[0].split()[1])
        for name in READINGS:
            seeds = with_figure(data[name], figure)
            if seeds:
                found[s.text, name] = verdict(s, seeds)
    return found


def statements(data):
    yield "| statement | paper | used to choose | " + " | ".join(r.name for r in READINGS.values()) + " |"
    yield "|---|---|---|" + "---|" * len(READINGS)
    found = judged(data)
    for s in STATEMENTS:
        cells = [": ".join(found[s.text, name]) if (s.text, name) in found else "" for name in READINGS]
        yield f"| {s.text} | {s.paper} | {'yes' if s.chose else 'no'} | {' | '.join(cells)} |"
    yield "| **total** | | | " + " | ".join(total(found, name) for name in READINGS) + " |"


def total(found, name):
    of = [(s, found[s.text, name][1]) for s in STATEMENTS if (s.text, name) in found]
    fit = [s for s, v in of if v == FITS]
    text = (f"{len(fit)} fit, {sum(not s.chose for s in fit)} of them not used to choose; "
            f"{sum(v == NOT for _, v in of)} do not")
    changing = sum(v == UNDECIDED for _, v in of)
    return text + (f"; {changing} cannot be decided" if changing else "")


def scatter(data, name):
    """How far seeds lie apart in power saved and in run time at Table 2's T_s and T_w: most, and mean."""
    seeds = with_figure(data[name], 2)
    apart_by = [[max(v) - min(v) for m in MACHINES for p in PROGRAMS
                 for v in [[of(t, m, p) for t in seeds]]] for of in (Tables.saved, Tables.slower)]
    return [f"{max(a):.1f} points at most, {sum(a) / len(a):.1f} in the mean" for a in apart_by]


def mean(seeds, of):
    values = [of(t) for t in seeds]
    return sum(values) / len(values)


def figures(data, name):
    """The numbers of Figures 2 to 5 of a reading, means over seeds."""
    def table(figure, title, axis, xs, of):
        seeds = with_figure(data[name], figure)
        yield f"**Figure {figure}**: {title}"
        yield ""
        yield f"| machine | {axis} | {' | '.join(PROGRAMS)} |"
        yield "|---|---|" + "---|" * len(PROGRAMS)
        for machine in MACHINES:
            for x in xs:
                row = " | ".join(of(seeds, machine, p, x) for p in PROGRAMS)
                yield f"| {machine} | {x} | {row} |"
        yield ""

    def one(of):
        return lambda seeds, m, p, x: f"{mean(seeds, lambda t: of(t, m, p, x)):.1f}"

    def beside(of, which):
        return lambda seeds, m, p, x: (f"{mean(seeds, lambda t: of(t, m, p, x)):.1f} "
                                       f"({mean(seeds, lambda t: t.slower(m, p, which(x))):+.1f})")
    yield from table(2, "power saved in %, in brackets run time in % over that without sleep", "T_s, T_w",
                     ("600, 17 µs",), beside(lambda t, m, p, x: t.saved(m, p), lambda x: PAPER))
    yield from table(3, "the links' energy in % of that without sleep, in brackets run time; T_w = 17 µs",
                     "T_s, µs", T_S, beside(Tables.energy, lambda x: (x, 17)))
    yield from table(4, "power saved in %, T_w = 0", "T_s, µs", (0, *T_S),
                     one(lambda t, m, p, x: t.saved(m, p, (x, 0))))
    yield from table(5, "performance left in %, T_s = 0", "T_w, µs", (0, *T_W), one(Tables.left))


def pictures(data, name, folder):
    """Figures 2 to 5 of a reading, means over seeds."""
    def series(figure, xs, of):
        seeds = with_figure(data[name], figure)
        return {m: {p: [(i, mean(seeds, lambda t: of(t, m, p, x))) for i, x in enumerate(xs)]
                    for p in PROGRAMS} for m in MACHINES}

    def spots(of):
        seeds = with_figure(data[name], 2)
        return {m: {p: [(i, mean(seeds, lambda t: of(t, m, p)))] for i, p in enumerate(PROGRAMS)}
                for m in MACHINES}
    power = spots(lambda t, m, p: 100 - t.saved(m, p))
    time = spots(lambda t, m, p: 100 + t.slower(m, p))
    blank = {x: "" for x in (-0.6, len(PROGRAMS) - 0.4)}
    panels(folder / "figure-2.svg", "Power (bars) and run time (circles), T_s = 600 µs, T_w = 17 µs", "",
           "% of that without sleep", time, range(60, 106, 10), blank, power)
    panels(folder / "figure-3.svg", "Energy of links over T_s, T_w = 17 µs", "T_s [µs]",
           "% of that without sleep", series(3, T_S, Tables.energy), range(0, 101, 25),
           {i: str(x) for i, x in enumerate(T_S)})
    panels(folder / "figure-4.svg", "Power over T_s, T_w = 0", "T_s [µs]", "% of that without sleep",
           series(4, (0, *T_S), lambda t, m, p, x: 100 - t.saved(m, p, (x, 0))), range(60, 101, 10),
           {i: str(x) for i, x in enumerate((0, *T_S))})
    panels(folder / "figure-5.svg", "Performance over T_w, T_s = 0", "T_w [µs]", "% of that without sleep",
           series(5, (0, *T_W), Tables.left), range(0, 101, 25),
           {i: str(x) for i, x in enumerate((0, *T_W))})


def checks(data):
    """The chosen reading with one thing changed, by Figure 2."""
    first = next(iter(READINGS))
    of_2 = [s for s in STATEMENTS if s.text.startswith("Figure 2")]

    def fitting(seeds):
        return {s.text for s in of_2 if verdict(s, seeds)[1] == FITS}
    keys = " | ".join(f"{m} {p}" for m, p in SAVED)
    yield f"| | {keys} | mean distance | of Figure 2's {len(of_2)} statements fit |"
    yield "|---|" + "---|" * (len(SAVED) + 2)
    names = {first: "as chosen, seed 1"} | {name: name for name in CHECKS if name in data}
    for name, title in names.items():
        seeds = data[name][:1]
        whole = name not in LONG
        saved = " | ".join(f"{seeds[0].saved(*key):.1f}" for key in SAVED)
        yield (f"| {title} | {saved} | {apart(seeds[0]):.1f} | "
               f"{len(fitting(seeds)) if whole else ''} |")
    # Of tables with all programs: the seeds of the chosen reading, and the short checks.
    every = data[first] + [data[name][0] for name in CHECKS if name not in LONG]
    always = set.intersection(*(fitting([t]) for t in every))
    yield ""
    yield (f"With each seed, and with two steps, {len(always)} of them fit: "
           f"{'; '.join(sorted(s.removeprefix('Figure 2, ') for s in always))}.")


def together():
    rows = rows_of(SEVERAL)
    yield ("| jobs | machine | placement | job | slower by the others | by sleep | links shared "
           "| energy alone | together | saved |")
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for r in rows:
        yield (f"| {r['jobs']} | {r['machine']} | {r['placement']} | {r['job']} "
               f"| {r['slower_by_others']} % | {r['slower_by_sleep']} % "
               f"| {r['shared_links']} of {r['links']} | {r['energy_alone_j']} J "
               f"| {r['energy_together_j']} J | {r['saved']} % |")
    yield ""

    def of(column, placement):
        return [float(r[column]) for r in rows if r["placement"] == placement]
    blocks, scattered = of("slower_by_others", "linear"), of("slower_by_others", "random-nodes")
    less = [a - b for a, b in zip(of("saved", "linear"), of("saved", "random-nodes"))]
    yield (f"In blocks the others cost a job {sum(blocks) / len(blocks):.0f} % of time in the mean and "
           f"{max(blocks):.0f} % at most, scattered {sum(scattered) / len(scattered):.0f} and "
           f"{max(scattered):.0f} %, and the machine saves {min(less):.1f} to {max(less):.1f} points less. "
           "These are single congested runs, which scatter as in Figure 2.")


def document():
    data, search = measured(), Search()
    first = next(iter(READINGS))
    power, time = scatter(data, first)
    seeds = len(with_figure(data[first], 2))
    seeded = ", ".join(f"Figure {f} has {len(with_figure(data[first], f))}" for f in FIGURES) + " seeds"
    return "\n".join([HEAD, *search.document(), "", READ, *readings(data), "",
                      f"With {seeds} seeds the chosen reading's power saved lies {power} apart (15 pairs "
                      f"of program and machine), its run time over that without sleep {time}. Its "
                      f"{seeded}.", "", STATED,
                      *statements(data), "", VERIFIED, CHECKED, *checks(data), "",
                      TOGETHER, *together(), "", TAIL,
                      *figures(data, first)])
