#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""TraceRP's study (its section 4): three machines, five programs of 8,192 ranks, links that sleep. What is
finished is not run again.

    examples/tracerp/study.py [DIRECTORY] --only search      which choice comes nearest to Figure 2
    examples/tracerp/study.py [DIRECTORY] --write            measures all readings; writes measured.csv,
                                                             search.csv, several.csv,
                                                             docs/papers/tracerp.md, figures
    examples/tracerp/study.py --page                         the page and the figures from the tables alone
    examples/tracerp/study.py --check                        exit code 1 if the page says something else
    examples/tracerp/study.py [DIRECTORY] --only multi,ten   several jobs at once (of the first
                                                             reading, into several.csv), ten times the ranks
"""
import argparse
import os
import pathlib
import sys
import tempfile

import page
from readings import CHECKS, CHOSEN, LONG, READINGS, REDUCTIONS, SIZES
from runs import MACHINES, PLAIN, PROGRAMS, Runs
from several import COLUMNS, several_jobs, ten_times
from statements import FIGURES, PAPER, SAVED


def search(runs, sizes):
    """Rows of search.csv."""
    started = {}
    for size in sizes:
        for routing in ("static", "adaptive"):
            for reduction in REDUCTIONS:
                for machine, program in SAVED:
                    if (machine == "torus" and routing != "static") or (
                            program != "qbox" and reduction != REDUCTIONS[0]):
                        continue
                    choice = {**PLAIN, "grain": size, "routing": routing, "reduction": reduction}
                    started[routing, reduction, size, machine, program] = runs.pair(
                        machine, program, choice, *PAPER)
    for key, result in started.items():
        r = result()
        yield [*key, f"{100 * (1 - r['power']):.2f}", f"{100 * (r['time'] - 1):.2f}"]


def plan(name):
    """Seed, choice and figures of the runs of a reading or a check."""
    if name in CHECKS:
        return [(1, {**PLAIN, **CHECKS[name]}, (2,))]
    return [(seed, {**READINGS[name].choice, "seed": seed}, figures)
            for seed, figures in READINGS[name].seeds.items()]


def measure(runs, names, figures):
    """Rows of measured.csv."""
    started = []
    for name in names:
        for seed, choice, its_figures in plan(name):
            times = dict.fromkeys(t for f in figures if f in its_figures for t in FIGURES[f])
            pairs = SAVED if name in LONG else [(m, p) for m in MACHINES for p in PROGRAMS]
            started += [((name, seed, *t, *pair), runs.pair(*pair, choice, *t))
                        for t in times for pair in pairs]
    for key, result in started:
        r = result()
        yield [*key, *(f"{r[v]:.5g}" for v in page.VALUES)]


def checked():
    """Whether page and figures are those that the tables give, and the choice the search's nearest."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = pathlib.Path(folder)
        page.pictures(page.measured(), next(iter(READINGS)), fresh)
        made = {page.HERE / file.name: file.read_text() for file in fresh.iterdir()}
    made[page.PAGE] = page.document()
    wrong = [str(file) for file, text in made.items() if file.read_text(encoding="utf-8") != text]
    for file in wrong:
        print(f"{file} is not what the tables give: examples/tracerp/study.py --page")
    distances = page.Search().common()
    nearest = min(distances, key=distances.get)
    chosen = tuple(CHOSEN[key] for key in ("routing", "reduction", "grain"))
    if nearest != chosen:
        print(f"the search's nearest is {nearest}, the chosen reading has {chosen}")
    return not wrong and nearest == chosen


def write_page():
    page.PAGE.write_text(page.document(), encoding="utf-8")
    page.pictures(page.measured(), next(iter(READINGS)), page.HERE)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("out", nargs="?", default="runs/tracerp")
    parser.add_argument("--write", action="store_true", help="runs everything, writes tables and page")
    parser.add_argument("--page", action="store_true", help="writes the page from the tables")
    parser.add_argument("--check", action="store_true", help="compares the page with the tables")
    parser.add_argument("--only", default="2,3,4,5", help="figures; search; multi: several jobs; ten: ten "
                        "times the ranks")
    parser.add_argument("--reading", default=",".join(READINGS), help="of " + ", ".join(READINGS))
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="that search tries")
    parser.add_argument("--programs", default=",".join(PROGRAMS), help="that ten runs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at once")
    a = parser.parse_args()
    if a.check:
        return 0 if checked() else 1
    if a.page:
        write_page()
        return 0
    runs = Runs(pathlib.Path(a.out).resolve(), a.jobs)
    only, names = a.only.split(","), a.reading.split(",")
    columns = ("routing", "reduction", "size", "machine", "program", "saved", "slower")
    if a.write or "search" in only:
        rows = list(search(runs, [int(s) for s in a.sizes.split(",")]))
        file = page.SEARCHED if a.write else runs.out / "search.csv"
        page.write_rows(file, columns, rows)
        print(*page.Search(file).document(), sep="\n")
    figures = [f for f in FIGURES if a.write or str(f) in only]
    if figures:
        rows = list(measure(runs, [*READINGS, *CHECKS] if a.write else names, figures))
        page.write_rows(page.MEASURED if a.write else runs.out / "measured.csv", page.COLUMNS, rows)
    if a.write or "multi" in only:
        name = next(iter(READINGS)) if a.write else names[0]
        page.write_rows(page.SEVERAL if a.write else runs.out / "several.csv", COLUMNS,
                        several_jobs(runs, READINGS[name].choice))
    if a.write:
        write_page()
    for name in names:
        if "ten" in only:
            ten_times(runs, READINGS[name].choice, a.programs.split(","))
    return 0


if __name__ == "__main__":
    sys.exit(main())
