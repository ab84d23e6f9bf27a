#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The many-core paper's experiments: Figures 5, 6 and 7 as SVG, and all numbers beside the paper's.

    figures.py KASURI [-o FOLDER] [--large]

Prints Markdown, and writes it to FOLDER/report.md with the figures beside it. --large adds machines of
one and of 16.8 million elements to Figure 7, and the paper's method on the first clocks of as many as fit:
some minutes, and most of the memory that is free.
"""
import argparse
import json
import math
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PROCESSORS = ("8080", "sh2")
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
           "#000000", "#999999")


class Report:
    def __init__(self, kasuri, folder):
        self.kasuri, self.folder, self.lines, self.ratios = kasuri, folder, [], []

    def run(self, config, **settings):
        sets = [f"--set={key.replace('__', '.')}={value}" for key, value in settings.items()]
        done = subprocess.run([self.kasuri, "manycore", str(HERE / config), "--json", *sets], check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return json.loads(done.stdout)

    def say(self, text):
        print(text)
        self.lines.append(text)

    def table(self, title, head, rows):
        self.say(f"\n## {title}\n\n| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
        for row in rows:
            self.say("| " + " | ".join(str(x) for x in row) + " |")

    def compare(self, what, ours, paper, holds, why=""):
        self.ratios.append((what, ours, paper, "yes" if holds else "**no**", why))


def chart(path, title, x_label, y_label, series, log=False):
    """Lines through (x, y); with `log`, both axes are logarithmic."""
    width, height, left, bottom, top = 560, 340, 70, 50, 30
    scale = math.log10 if log else float
    xs = [scale(x) for points in series.values() for x, _ in points]
    ys = [scale(y) for points in series.values() for _, y in points] + ([] if log else [0.0])
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)

    def place(x, y):
        return (left + (scale(x) - x0) / (x1 - x0 or 1) * (width - left - 130),
                height - bottom - (scale(y) - y0) / (y1 - y0 or 1) * (height - bottom - top))

    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           'font-family="sans-serif" font-size="12">', f'<text x="{left}" y="18">{title}</text>',
           f'<text x="{left}" y="{height - 10}">{x_label}</text>',
           f'<text x="14" y="{height - bottom}" transform="rotate(-90 14 {height - bottom})">'
           f'{y_label}</text>']
    for x in sorted({x for points in series.values() for x, _ in points}):
        px, py = place(x, 10**y0 if log else y0)
        svg.append(f'<text x="{px:.0f}" y="{py + 18:.0f}" text-anchor="middle">{x:,}</text>')
    ticks = [10**k for k in range(math.ceil(y0), math.floor(y1) + 1)] if log else \
        [y0 + k * (y1 - y0) / 4 for k in range(5)]
    for y in ticks:
        px, py = place(10**x0 if log else x0, y)
        svg.append(f'<line x1="{px:.0f}" y1="{py:.0f}" x2="{width - 130}" y2="{py:.0f}" stroke="#ddd"/>'
                   f'<text x="{px - 6:.0f}" y="{py + 4:.0f}" text-anchor="end">{y:,.0f}</text>')
    for i, (name, points) in enumerate(series.items()):
        line = " ".join("{:.1f},{:.1f}".format(*place(x, y)) for x, y in points)
        svg.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[i]}" stroke-width="2"/>'
                   f'<text x="{width - 122}" y="{top + 16 + 18 * i}" fill="{COLOURS[i]}">{name}</text>')
    path.write_text("\n".join(svg + ["</svg>", ""]))


def stacked_bars(path, title, bars, parts):
    """bars: name -> value of each part."""
    width, height, base, top = 90 + 95 * len(bars), 360, 290, 40
    most = max(sum(values) for values in bars.values())
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           f'font-family="sans-serif" font-size="11"><text x="20" y="18" font-size="12">{title}</text>']
    for i, (name, values) in enumerate(bars.items()):
        y = base
        for k, value in enumerate(values):
            h = value / most * (base - top)
            y -= h
            svg.append(f'<rect x="{30 + 95 * i}" y="{y:.1f}" width="60" height="{h:.1f}" '
                       f'fill="{COLOURS[k]}"/>')
        svg.append(f'<text x="{60 + 95 * i}" y="{y - 4:.0f}" text-anchor="middle">'
                   f'{sum(values):.0f}</text>')
        for k, word in enumerate(name):
            svg.append(f'<text x="{60 + 95 * i}" y="{base + 16 + 14 * k}" text-anchor="middle">'
                       f'{word}</text>')
    for k, part in enumerate(parts):
        svg.append(f'<text x="{width - 62}" y="{top + 16 * k}" fill="{COLOURS[k]}">{part}</text>')
    path.write_text("\n".join(svg + ["</svg>", ""]))


def figure5(report):
    rows, series = [], {"8080": [], "SH-2": []}
    for log2 in range(1, 13):
        clocks = [report.run(f"barrier-{p}.toml", pipes=2**log2)["barrier_clocks"] for p in PROCESSORS]
        rows.append((2**log2, *clocks, f"{clocks[1] / clocks[0]:.3f}"))
        for name, value in zip(series, clocks):
            series[name].append((log2, value))
    report.table("Figure 5: clocks of a barrier", ("pipes", "8080", "SH-2", "ratio"), rows)
    chart(report.folder / "figure-5.svg", "Figure 5: barrier over all pipes", "log2 of pipes", "clocks",
          series)
    steps = {b - a for points in series.values() for (_, a), (_, b) in zip(points[1:], points[2:])}
    report.compare("Fig. 5: clocks for one more stage", " and ".join(str(s) for s in sorted(steps)),
                   "a constant each", len(steps) == 2)
    ratio = series["SH-2"][-1][1] / series["8080"][-1][1]
    report.compare("Fig. 5: SH-2 / 8080", f"{ratio:.3f}", "about 1/5", 0.15 <= ratio <= 0.25,
                   "our SH-2 program keeps addresses in registers and gives both outputs in two clocks")


PIPES, LOG2, RANKS = 64, 6, 25
LAYOUTS = (("8080", "8080", "aligned"), ("SH-2 aligned", "sh2", "aligned"),
           ("SH-2 packed", "sh2", "packed"))


def clocks_of_a_wave(report):
    """Busy clocks of an element for one wave: name, kind of rank -> those of routing, calc and send.

    One wave that is not staggered: ranks 0, L, 2L ... compute, the others only route.
    """
    found = {}
    for name, processor, layout in LAYOUTS:
        r = report.run(f"pde-{processor}.toml", pipes=PIPES, ranks=RANKS, program__waves=8,
                       program__stagger="false", program__layout=layout)
        names = list(r["phase_cycles"])
        for kind, chosen in (("computing", [k for k in range(RANKS) if k % LOG2 == 0]),
                             ("routing only", [k for k in range(RANKS) if k % LOG2])):
            mean = {n: sum(r["phase_cycles_by_rank"][k][i] for k in chosen) / len(chosen) / PIPES / 8
                    for i, n in enumerate(names)}
            found[name, kind] = [mean[n] for n in ("routing", "calc", "send")]
    return found


def clocks_of_a_step(waves, name):
    """Of one step of the PDE for one pipe: it takes log2 N ranks, of which one computes."""
    return sum(waves[name, "computing"]) + (LOG2 - 1) * sum(waves[name, "routing only"])


def figure6(report):
    waves = clocks_of_a_wave(report)
    totals = {key: sum(parts) for key, parts in waves.items()}
    rows = [(*key, *(f"{p:.0f}" for p in parts), f"{totals[key]:.0f}") for key, parts in waves.items()]
    report.table("Figure 6: clocks of an element for one wave, polls left out",
                 ("processor", "ranks", "routing", "calc", "send", "sum"), rows)
    stacked_bars(report.folder / "figure-6.svg", "Figure 6: clocks of one wave",
                 {(*name.split(), kind): parts for (name, kind), parts in waves.items()},
                 ("routing", "calc", "send"))
    for name in ("SH-2 aligned", "SH-2 packed"):
        ratio = totals[name, "computing"] / totals["8080", "computing"]
        report.compare(f"Fig. 6: {name} / 8080, computing", f"{ratio:.3f}", "at most 1/5", ratio <= 0.2)
        ratio = totals[name, "routing only"] / totals[name, "computing"]
        report.compare(f"Fig. 6: {name}, routing / computing", f"{ratio:.2f}", "more than 1", ratio > 1,
                       "a computing rank copies three results and takes in three, by the same code")
    ratio = totals["8080", "routing only"] / totals["8080", "computing"]
    report.compare("Fig. 6: 8080, routing / computing", f"{ratio:.2f}", "less than 1", ratio < 1)
    ratio = clocks_of_a_step(waves, "8080") / clocks_of_a_step(waves, "SH-2 aligned")
    report.compare("8080 / SH-2 in clocks of a step: break-even of area", f"{ratio:.1f}", "5",
                   abs(ratio - 5) < 1, "as in Figure 6; areas: hardware.py")


def figure7(report, large):
    """Busy cycles per CPU second of one core; as many waves as fill the machine."""
    machines = [(16, 16, 64), (64, 32, 64), (256, 64, 64)]
    # and the number of machines it is used for
    engines = {"quantum": 3, "blocked": 3, "simd": 9, "translated": 9}
    if large:
        machines += [(1024, 1024, 32), (4096, 4096, 16)]
    rows, series = [], {}
    for processor in PROCESSORS:
        for k, (pipes, ranks, waves) in enumerate(machines):
            row, best = [processor, pipes * ranks], {}
            for engine, most in engines.items():
                if k >= most:
                    row += ["", ""]
                    continue
                if engine == "translated":  # its code is cached from here on
                    report.run(f"pde-{processor}.toml", pipes=64, ranks=8, program__waves=1,
                               engine='{ type = "translated", always = true }')
                r = report.run(f"pde-{processor}.toml", pipes=pipes, ranks=ranks, engine=engine,
                               program__waves=waves)
                busy = r["busy_cycles"] / r["host"]["cpu_seconds"] / 1e6
                best[engine] = busy
                row += [f"{busy:.0f}", f"{busy * (1 + r['poll_cycles'] / r['busy_cycles']):.0f}"]
                series.setdefault(f"{processor} {engine}", []).append((pipes * ranks, max(busy, 1)))
            row += [r["bytes_per_pe"]]
            row += [f"{best[engine] / best['quantum']:.0f}" if "quantum" in best else ""
                    for engine in ("simd", "translated")]
            rows.append(row)
    report.table("Figure 7: emulated MHz per CPU second of one core of this host",
                 ("processor", "elements", "quantum: busy", "with polls", "blocked: busy", "with polls",
                  "simd: busy", "with polls", "translated: busy", "with polls", "bytes per element",
                  "simd / quantum", "translated / quantum"), rows)
    chart(report.folder / "figure-7.svg", "Figure 7: busy cycles emulated", "elements", "MHz per core",
          series, True)
    if large:
        first_clocks(report, {p: series[f"{p} translated"][-1][1] for p in PROCESSORS})
    quantum = {p: series[f"{p} quantum"][-1][1] for p in PROCESSORS}
    ratio = quantum["8080"] / quantum["sh2"]
    report.compare("Fig. 7: 8080 / SH-2 in MHz, the paper's method", f"{ratio:.1f}", "805 / 112 = 7.2",
                   4 < ratio < 12)


def first_clocks(report, translated):
    """The paper's method on a large machine, as far as it gets: as many ranks as fit into memory."""
    rows = []
    for processor, clocks in (("8080", 1000), ("sh2", 300)):
        for ranks in (4096, 2048, 1024, 512, 256):
            try:
                r = report.run(f"pde-{processor}.toml", pipes=4096, ranks=ranks, engine="quantum",
                               clocks=clocks)
            except subprocess.CalledProcessError:
                continue  # it does not fit
            busy = r["busy_cycles"] / r["host"]["cpu_seconds"] / 1e6
            polls = busy * (1 + r["poll_cycles"] / r["busy_cycles"])
            best = translated[processor]
            rows.append((processor, 4096 * ranks, clocks, f"{busy:.0f}", f"{polls:.0f}",
                         f"{best / busy:.0f}", f"{best / polls:.0f}"))
            break
    report.table("The paper's method on the first clocks of a large machine, MHz per CPU second",
                 ("processor", "elements", "clocks", "busy", "with polls", "translated / busy",
                  "translated / with polls"), rows)


def quantum_error(report):
    rows = []
    for processor in PROCESSORS:
        for config in ("barrier", "pde"):
            clocks = {e: report.run(f"{config}-{processor}.toml", engine=e)["clocks"]
                      for e in ("quantum", "exact")}
            rows.append((processor, config, clocks["exact"], clocks["quantum"],
                         f"{100 * (clocks['quantum'] / clocks['exact'] - 1):+.2f} %"))
    report.table("Error of the paper's quantum (25 and 7 clocks)",
                 ("processor", "program", "exact", "quantum", "error"), rows)


def values(report):
    rows = []
    for processor in PROCESSORS:
        for formula in ("plus", "printed"):
            r = report.run(f"pde-{processor}.toml", program__formula=formula, program__amplitude=32767)
            rows.append((processor, formula, r["packets_compared"], r["packets_wrong"]))
    report.table("Values of the PDE against the formula", ("processor", "sign", "packets", "wrong"), rows)


def code_sizes(report):
    sizes = {p: report.run(f"pde-{p}.toml")["code_bytes"] for p in PROCESSORS}
    packed = report.run("pde-sh2.toml", program__layout="packed")["code_bytes"]
    report.table("Code of the PDE in bytes", ("processor", "ours", "paper"),
                 (("8080", sizes["8080"], 468), ("SH-2 aligned", sizes["sh2"], 624),
                  ("SH-2 packed", packed, 624)))
    ratio = sizes["sh2"] / sizes["8080"]
    report.compare("Code: SH-2 / 8080", f"{ratio:.2f}", "624 / 468 = 1.33", abs(ratio - 1.33) < 0.1,
                   "both are ours; the SH-2's constants stay in registers")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kasuri")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("manycore-figures"))
    parser.add_argument("--large", action="store_true")
    o = parser.parse_args()
    o.output.mkdir(parents=True, exist_ok=True)
    report = Report(o.kasuri, o.output)
    figure5(report)
    figure6(report)
    figure7(report, o.large)
    quantum_error(report)
    values(report)
    code_sizes(report)
    report.table("The paper's ratios one by one", ("what", "ours", "paper", "holds", "if not, why"),
                 report.ratios)
    (o.output / "report.md").write_text("\n".join(report.lines) + "\n")


if __name__ == "__main__":
    main()
