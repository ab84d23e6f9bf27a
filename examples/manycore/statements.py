#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The many-core paper, statement by statement: what it says, what Kasuri gives, by which command, and
whether the two fit.

    statements.py KASURI [--write]

Prints Markdown; --write puts it into docs/papers/many-core.md. About half a minute. A statement that
depends on how the SH-2's program is written is tried with all programs that we have: it fits if it holds
with each of them, does not if it holds with none, and cannot be decided else.
"""
import argparse
import datetime
import pathlib
import shutil
import subprocess
import tempfile

import figures

TREE = figures.HERE.parent.parent
FITS, NOT, OPEN = "fits", "does not", "cannot be decided"
PIPES, LOG2, RANKS = figures.PIPES, figures.LOG2, figures.RANKS
PACKED = {"program__layout": "packed"}
# Name, choices of `program` for the SH-2.
STYLES = [("tight, aligned packets", {}), ("tight, packed", PACKED)] + [
    (f"paper's: addresses by {how}, copies by {copies}, send {send}",
     {"program__style": "paper", "program__addresses": addresses, "program__copies": copies,
      "program__send": send})
    for addresses, how in (("loops", "loops of one-bit shifts"), ("direct", "shifts of 2 and 8"))
    for copies in ("words", "halves", "bytes") for send in ("in-place", "copied")]


class Quiet(figures.Report):
    def __init__(self, kasuri):
        super().__init__(kasuri, None)

    def say(self, text):
        self.lines.append(text)


def waves(report, processor, settings):
    """Busy clocks of an element for one wave, of computing and of routing ranks, and the "
    "program's bytes."""
    r = report.run(f"pde-{processor}.toml", pipes=PIPES, ranks=RANKS, program__waves=8,
                   program__stagger="false", **settings)
    assert r["packets_wrong"] == 0 and r["packets_compared"] > 0, settings
    kinds = [k for k in range(RANKS) if k % LOG2 == 0], [k for k in range(RANKS) if k % LOG2]
    clocks = [sum(sum(r["phase_cycles_by_rank"][k]) for k in chosen) / len(chosen) / PIPES / 8
              for chosen in kinds]
    return clocks, r["code_bytes"]


def verdict_of(holds):
    return FITS if all(holds) else NOT if not any(holds) else OPEN


def cycles_of(kasuri, processor, source):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "one.asm"
        path.write_text(source)
        text = subprocess.run([kasuri, "cpu", processor, path], stdout=subprocess.PIPE, text=True,
                              check=True).stdout
    return int(text.split(" instructions, ")[1].split()[0])


def barrier(report, processor, log2, style="tight"):
    program = "barrier" if processor == "8080" else f'{{type="barrier",style="{style}"}}'
    return report.run(f"barrier-{processor}.toml", pipes=2**log2, program=program)["barrier_clocks"]


def in_c(kasuri):
    """Bytes of the PDE in C and packets compared, or None without a compiler."""
    if not shutil.which("sh4-linux-gnu-gcc"):
        return None
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "c"
        shutil.copytree(figures.HERE / "c", folder)
        subprocess.run(["make", "-s", "-C", folder], check=True)
        r = Quiet(kasuri)
        done = subprocess.run([kasuri, "manycore", folder / "pde.toml", "--json"], cwd=folder, check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        r = figures.json.loads(done.stdout)
        return r["code_bytes"], r["packets_compared"], r["packets_wrong"], r["ran_on"]


def study(kasuri):
    report = Quiet(kasuri)
    rows, styles = [], []

    def add(statement, paper, ours, command, verdict):
        rows.append((statement, paper, ours, f"`{command}`", verdict))

    m = "kasuri manycore examples/manycore/"
    me = "examples/manycore/statements.py"

    base, base_bytes = waves(report, "8080", {})
    base_step = base[0] + (LOG2 - 1) * base[1]
    for name, settings in STYLES:
        clocks, size = waves(report, "sh2", settings)
        styles.append((name, size, clocks, base_step / (clocks[0] + (LOG2 - 1) * clocks[1])))

    def span(values, form="{:.2f}"):
        return f"{form.format(min(values))} to {form.format(max(values))}"

    tight, paper = styles[:2], styles[2:]

    def both(value, form="{:.2f}"):
        return (f"tight {span([value(s) for s in tight], form)}, paper's style "
                f"{span([value(s) for s in paper], form)}")

    # 2.1
    run = report.run("pde-8080.toml", program__waves=LOG2)
    sh2 = report.run("pde-sh2.toml", program__waves=LOG2)
    add("2.1: any pipe is reached in log2 N ranks, by one bit of its number a rank", "yes",
        f"{run['packets_compared']:,} and {sh2['packets_compared']:,} packets at their places "
        "(8080, SH-2), "
        f"{run['packets_wrong'] + sh2['packets_wrong']} not", m + "pde-8080.toml",
        FITS if not run["packets_wrong"] + sh2["packets_wrong"] else NOT)
    add("2.1: 8080: arithmetic from 4 clocks on, the longest instruction 16", "4, 16",
        f"{cycles_of(kasuri, '8080', ' ADD B' + chr(10) + ' HLT' + chr(10)) - 7}, "
        f"{cycles_of(kasuri, '8080', ' XTHL' + chr(10) + ' HLT' + chr(10)) - 7} (XTHL; Intel's manual)",
        "kasuri cpu 8080 FILE.asm", NOT)
    add("2.1: SH-2: one instruction a clock but for branches, multiplications and the like", "yes",
        f"{sh2['busy_cycles'] / sh2['host']['instructions']:.2f} clocks an instruction in the PDE",
        m + "pde-sh2.toml --json", FITS)
    memory = [run["code_bytes"], max(s[1] for s in styles)]
    add("2.1: programs run in 1 KiB (8080), 2 KiB (SH-2), buffers of 256 and 512 bytes among "
        "them", "yes",
        f"code of {memory[0]} and at most {memory[1]} bytes runs in 768 and 1,536", me, FITS)
    c = in_c(kasuri)
    add("2.1: C programs by a linker script", "planned",
        "no compiler here" if not c else
        f"the PDE in C: {c[0]} bytes, {c[1]} packets compared, {c[2]} wrong, on `{c[3]}`",
        "make -C examples/manycore/c", OPEN if not c else FITS if c[1] and not c[2] else NOT)
    every = all(r[list(run["phase_cycles"]).index("calc")] > 0 for r in run["phase_cycles_by_rank"])
    add("3.2: with starts in other ranks, all ranks compute and route, by one program", "yes",
        f"{sum(1 for r in run['phase_cycles_by_rank'] if r[list(run['phase_cycles']).index('calc')])} of "
        f"{run['ranks']} ranks compute", m + "pde-8080.toml --set program.waves=6 --json",
        FITS if every else NOT)
    # 2.2
    for processor, elements, gib in ("8080", 32e6, 36), ("sh2", 16e6, 50):
        held = {e: report.run(f"pde-{processor}.toml", pipes=1024, ranks=16, engine=e,
                              program__waves=1)["bytes_per_pe"] * elements / 2**30
                for e in ("quantum", "simd")}
        add(f"2.2: memory for {elements / 1e6:.0f} million "
            f"{figures.PROCESSORS.index(processor) and 'SH-2' or '8080'}s",
            f"{gib} GiB", f"{held['quantum']:.0f} GiB by the paper's method, {held['simd']:.1f} by "
            f"`simd` if all "
            "are held at once", m + f"pde-{processor}.toml --set engine=quantum --set pipes=1024 --set "
            "ranks=16 --set program.waves=1", FITS if min(held.values()) <= gib else NOT)
    errors = []
    for processor in figures.PROCESSORS:
        for config in "barrier", "pde":
            clocks = [report.run(f"{config}-{processor}.toml", engine=e)["clocks"]
                      for e in ("quantum", "exact")]
            errors.append(100 * (clocks[0] / clocks[1] - 1))
    add("2.2: a quantum of 25 and 7 clocks is about as exact as one clock", "no number",
        "clocks are wrong by " + ", ".join(f"{e:+.1f}" for e in errors) + " % (8080: barrier, PDE; "
        "SH-2)",
        m + "barrier-sh2.toml --set engine=quantum", OPEN)
    # 3.1
    clocks = {p: [barrier(report, p, k) for k in range(2, 13)] for p in figures.PROCESSORS}
    steps = {p: {b - a for a, b in zip(v, v[1:])} for p, v in clocks.items()}
    add("3.1, Figure 5: clocks of a barrier grow in proportion to log2 N", "yes",
        " and ".join(f"{min(s)}" for s in steps.values()) + " clocks more for each doubling up to "
        "4,096 pipes",
        "examples/manycore/figures.py", FITS if all(len(s) == 1 for s in steps.values()) else NOT)
    stage = {s: barrier(report, "sh2", 8, s) - barrier(report, "sh2", 7, s) for s in ("tight", "paper")}
    ratios = [v / min(steps["8080"]) for v in stage.values()]
    add("3.1, Figure 5: the SH-2 takes about 1/5", "0.2",
        f"{ratios[0]:.2f}, with addresses loaded where they are used {ratios[1]:.2f}",
        m + "barrier-sh2.toml", verdict_of([0.15 <= r <= 0.25 for r in ratios]))
    add("3.1: the 8080 takes 5 clocks and more for each access to its bus", ">= 5",
        f"{cycles_of(kasuri, '8080', ' LXI H,0' + chr(10) + ' MOV A,M' + chr(10) + ' HLT' + chr(10)) - 17} "
        "(MOV A,M)", "kasuri cpu 8080 FILE.asm", FITS)
    # 3.2
    add("3.2: formula (2) is (a - 2b + c)/4", "- 2b", "- 2b and + 2b both run and are compared; "
        "only + 2b averages",
        m + "pde-sh2.toml --set program.formula=printed", OPEN)
    add("3.2, Figure 6: the SH-2's computing rank takes at most 1/5", "<= 0.2",
        both(lambda s: s[2][0] / base[0], "{:.3f}"), me,
        verdict_of([s[2][0] / base[0] <= 0.2 for s in styles]))
    add("3.2, Figure 6: 8080: a routing rank takes less than a computing one", "< "
        "1", f"{base[1] / base[0]:.2f}",
        me, FITS if base[1] < base[0] else NOT)
    add("3.2, Figure 6: SH-2: a routing rank takes more than a computing one", "> 1",
        both(lambda s: s[2][1] / s[2][0]), me, verdict_of([s[2][1] > s[2][0] for s in styles]))
    add("3.2: the SH-2's packets are larger", "yes", "14 or 16 bytes, 12 on the 8080", me, FITS)
    add("3.2: the SH-2's program is 33 % longer: 624 to 468 bytes", "+33 %",
        both(lambda s: 100 * (s[1] / base_bytes - 1), "{:+.0f} %") + f", of {base_bytes} bytes", me,
        verdict_of([1.23 <= s[1] / base_bytes <= 1.43 for s in styles]))
    # 3.3
    speed = {}
    for processor, engine in (("8080", "quantum"), ("sh2", "quantum"), ("8080", "simd"), ("sh2", "simd")):
        best = 0
        for _ in range(3):
            r = report.run(f"pde-{processor}.toml", pipes=64, ranks=32, engine=engine, program__waves=32)
            best = max(best, (r["busy_cycles"] + r["poll_cycles"]) / r["host"]["cpu_seconds"] / 1e6)
        speed[processor, engine] = best
    ratio = speed["8080", "quantum"] / speed["sh2", "quantum"]
    add("3.3, Figure 7: by the paper's method the 8080's clocks are emulated 7 times as fast as "
        "the SH-2's",
        "805 / 112 = 7.2", f"{ratio:.1f}", m + "pde-8080.toml --set engine=quantum",
        FITS if 5 <= ratio <= 10 else NOT)
    add("3.3, Figure 7: 805 and 112 MHz on six cores, 12 threads", "134 and 19 MHz a core",
        f"{speed['8080', 'quantum']:.0f} and {speed['sh2', 'quantum']:.0f} by the same method on "
        f"one core of another "
        f"host; `simd` {speed['8080', 'simd']:,.0f} and {speed['sh2', 'simd']:,.0f}, polls included",
        m + "pde-8080.toml --set engine=quantum", OPEN)
    # 3.4, 4
    add("3.4, Table 1: slices grow with the elements, not with the width of the network", "357 to "
        "379 an element of 64",
        "windows are wires and one decoder: no LUTs of the network; ours are not placed and routed",
        "examples/manycore/hardware.py", OPEN)
    add("4: the SH-2 does 5 times as much as the 8080", "5",
        both(lambda s: s[3], "{:.1f}") + " (clocks of a step of the PDE)", me,
        verdict_of([4 <= s[3] <= 6 for s in styles]))
    add("4: the SH-2 is preferable while it costs less than 5 times the 8080", "5, cost not known",
        both(lambda s: s[3], "{:.1f}") + " is the break-even by cores; a core of about 6.5 8080s "
            "is from another "
        "project's experiment", "examples/manycore/hardware.py", OPEN)
    add("4: a MIPS core takes twice the 8080's resources in an FPGA", "2", "no MIPS core was "
        "synthesised",
        "examples/manycore/hardware.py", OPEN)
    return rows, styles, (base, base_bytes)


def page(rows, styles, base):
    clocks8080, bytes8080 = base
    out = ["# The many-core paper, statement by statement", "",
           "Written by `examples/manycore/statements.py --write` "
           f"({datetime.date.today():%-d %B %Y}). H. Tomari and K. Hiraki print Figures 5 to 7 "
           f"without numbers; what "
           "the text says of them is compared.", "",
           "## Which program", "",
           "The paper describes its SH-2 program in a few words: shifts are loops of one bit, "
           "accesses across borders "
           "of 4 bytes are split by software, packets are words of 16 bits. Ours beside it, which "
           "spends few clocks, does "
           "none of that. So the PDE is written a second time as described (`style = \"paper\"`), "
           "with three choices that "
           "the paper leaves open, which makes 12 programs. All compute the same. Clocks of an "
           "element for one "
           f"wave, polls left out, on {PIPES} pipes; the 8080 takes {clocks8080[0]:.0f} "
           f"(computing) and "
           f"{clocks8080[1]:.0f} (routing only), in {bytes8080} bytes:", "",
           "| SH-2 program | bytes | computing | routing | routing / computing | computing / 8080 "
           "| 8080 / SH-2, a step |",
           "|---|---|---|---|---|---|---|"]
    for name, size, clocks, step in styles:
        out.append(f"| {name} | {size} | {clocks[0]:.0f} | {clocks[1]:.0f} | "
            f"{clocks[1] / clocks[0]:.2f} | "
                   f"{clocks[0] / clocks8080[0]:.3f} | {step:.1f} |")
    near = [s for s in styles[2:] if 4 <= s[3] <= 6]
    out += ["", f"Style explains the factor 5: {len(near)} of the 12 programs have 4 to 6, all 12 "
            f"{min(s[3] for s in styles[2:]):.1f} to {max(s[3] for s in styles[2:]):.1f}, the "
            f"tight ones "
            f"{styles[0][3]:.1f} and {styles[1][3]:.1f}. It explains the longer code, too. It does "
            f"not explain the *inversion* "
            "of Figure 6: a computing rank takes in three packets and writes three, each of which "
            "costs nearly as much "
            f"as routing one. The nearest program ({max(s[2][1] / s[2][0] for s in styles):.2f}) "
            f"puts longwords together from "
            "halves by loops, which routing does most. None of the 12 has all of the paper's "
            "ratios. No constant was fitted: the choices are the "
            "paper's words or listed above, and all combinations are shown.", "", "## Statements", "",
            "| statement | paper | Kasuri | command | verdict |", "|---|---|---|---|---|"]
    out += ["| " + " | ".join(str(x) for x in row) + " |" for row in rows]
    count = {v: sum(1 for r in rows if r[4] == v) for v in (FITS, NOT, OPEN)}
    out += [f"| **total: {len(rows)}** | | | | {count[FITS]} fit, {count[NOT]} do not, "
        f"{count[OPEN]} cannot be decided |",
            "", "What would decide: the listings of the paper's two programs, or the numbers of "
            "its Figure 6; the SH-2's "
            "area on the FPGA of Table 1."]
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kasuri")
    parser.add_argument("--write", action="store_true")
    o = parser.parse_args()
    text = page(*study(str(pathlib.Path(o.kasuri).resolve())))
    print(text)
    if o.write:
        target = TREE / "docs/papers/many-core.md"
        target.parent.mkdir(exist_ok=True)
        target.write_text(text)


if __name__ == "__main__":
    main()
