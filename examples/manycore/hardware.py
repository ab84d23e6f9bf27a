#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The many-core paper's question: throughput for hardware, 8080 against SH-2.

    hardware.py KASURI [-o FOLDER]

The 8080 and its processing element are ours (hardware/) and synthesised here by yosys; the SH-2 is as
large as published (options below). Clocks are measured by KASURI. Prints Markdown, and writes it to
FOLDER/hardware.md with FOLDER/hardware.svg beside it. Needs Debian's package yosys; half a minute.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from figures import COLOURS, LAYOUTS, LOG2, Report, clocks_of_a_step, clocks_of_a_wave

SOURCES = [pathlib.Path(__file__).resolve().parents[2] / "hardware" / name
           for name in ("i8080.v", "manycore8080.v")]

# A bit of memory in NAND2 gates of four transistors: cells of 6, and of 8 with a second port.
BIT, DUAL_PORT_BIT = 6 / 4, 8 / 4
# Bytes of an element: private (and on chip), and the two buffers with a second port.
MEMORY = {"8080": (768, 256), "SH-2": (1536 + 512, 512)}
# Table 1 of the paper: slices of a Virtex-6 for one element, at N_rank x N_pipe.
PAPER_SLICES = {"2 x 4": 3269 / 8, "2 x 32": 22824 / 64, "16 x 4": 24270 / 64}
PAPER_CLOCKS, PAPER_MIPS = 5, 2


def synthesise(commands):
    """Cells by name, and the transistors of the gates where that is asked for."""
    with tempfile.NamedTemporaryFile() as out:
        script = f"read_verilog {' '.join(map(str, SOURCES))}; {commands}"
        subprocess.run(["yosys", "-q", "-p", script.replace("stat", f"tee -o {out.name} stat")],
                       check=True, stderr=subprocess.DEVNULL)
        text = pathlib.Path(out.name).read_text()
    cells = {name: int(n) for name, n in re.findall(r"^ +(\S+) +(\d+)$", text, re.M)}
    transistors = re.search(r"number of transistors: +(\d+)", text)
    return cells, int(transistors[1]) if transistors else None


def virtex6(top):
    cells, _ = synthesise(f"synth_xilinx -family xc6v -flatten -top {top}; stat")
    return {"LUT6": sum(n for name, n in cells.items() if re.match(r"LUT\d|INV", name)) +
            4 * cells.get("RAM32M", 0),  # the register pairs: four LUTs are a memory of 32 x 8 bits
            "flip-flops": sum(n for name, n in cells.items() if name.startswith("FD")),
            "RAMB18": cells.get("RAMB18E1", 0) + 2 * cells.get("RAMB36E1", 0)}


def ice40(top):
    cells, _ = synthesise(f"synth_ice40 -flatten -top {top}; stat")
    return cells["SB_LUT4"]


def gates(top):
    """In NAND2: transistors of static CMOS over four, flip-flops for the register pairs."""
    _, transistors = synthesise(
        f"synth -flatten -top {top}; dfflegalize -cell $_DFF_P_ x; "
        "abc -g AND,NAND,OR,NOR,XOR,XNOR,MUX,AOI3,OAI3; opt_clean; stat -tech cmos")
    return transistors / 4


def memory_gates(processor):
    single, dual = MEMORY[processor]
    return 8 * (single * BIT + dual * DUAL_PORT_BIT)


def draw(path, core, steps, cores):
    """Area of an SH-2 element over that of an 8080's, against the size of its core; break-evens."""
    width, height, left, right, bottom, top, most_x, most_y = 720, 430, 60, 190, 90, 40, 24, 16

    def x(k):
        return left + k / most_x * (width - left - right)

    def y(ratio):
        return height - bottom - ratio / most_y * (height - bottom - top)

    def text(at_x, at_y, words, colour="#000", anchor="start"):
        return (f'<text x="{at_x:.0f}" y="{at_y:.0f}" fill="{colour}" text-anchor="{anchor}">'
                f'{words}</text>')

    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           'font-family="sans-serif" font-size="12">',
           text(left, 20, "What an SH-2 element costs, in 8080 elements, and what it is worth"),
           text(left, height - 12, "core of the SH-2 over that of the 8080, in area"),
           f'<g transform="rotate(-90 16 {height - bottom})">' +
           text(16, height - bottom, "element of the SH-2 over that of the 8080") + "</g>"]
    for k in range(0, most_x + 1, 4):
        svg.append(text(x(k), height - bottom + 18, k, anchor="middle"))
    for ratio in range(0, most_y + 1, 2):
        svg.append(f'<line x1="{left}" y1="{y(ratio):.0f}" x2="{width - right}" y2="{y(ratio):.0f}" '
                   'stroke="#ddd"/>' + text(left - 6, y(ratio) + 4, ratio, anchor="end"))
    worth = [(name, steps["8080"] / clocks, COLOURS[i]) for i, (name, clocks) in
             enumerate(steps.items()) if name != "8080"] + [("paper", PAPER_CLOCKS, "#777")]
    for name, ratio, colour in worth:
        svg.append(f'<line x1="{left}" y1="{y(ratio):.1f}" x2="{width - right}" y2="{y(ratio):.1f}" '
                   f'stroke="{colour}" stroke-width="2" stroke-dasharray="6 3"/>' +
                   text(width - right + 6, y(ratio) + 4, f"worth: {name}, {ratio:.1f}", colour))
    for words, with_memory, colour in (("cost: cores alone", False, COLOURS[0]),
                                       ("cost: with memory", True, COLOURS[3])):
        end = min(most_x, most_y if not with_memory else most_x)
        points = " ".join(f"{x(k):.1f},{y(element_ratio(core, k, with_memory)):.1f}"
                          for k in (0, end))
        svg.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        svg.append(text(x(end) + 6, y(element_ratio(core, end, with_memory)) - 4, words, colour))
    for k, (words, ratio) in enumerate(cores.items()):
        svg.append(f'<line x1="{x(ratio):.1f}" y1="{height - bottom}" x2="{x(ratio):.1f}" '
                   f'y2="{height - bottom - 8}" stroke="#000" stroke-width="2"/>' +
                   text(x(ratio), height - bottom + 34 + 15 * (k % 2), f"{words}, {ratio:.1f}",
                        anchor="middle"))
    path.write_text("\n".join(svg + ["</svg>", ""]))


def element_ratio(core, ratio, with_memory=True):
    """Area of an SH-2 element over an 8080's, if the SH-2's core is `ratio` times as large."""
    if not with_memory:
        return ratio
    return (ratio * core + memory_gates("SH-2")) / (core + memory_gates("8080"))


def break_even(core, worth):
    """The ratio of cores at which SH-2 elements cost what they are worth."""
    return (worth * (core + memory_gates("8080")) - memory_gates("SH-2")) / core


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kasuri")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("manycore-figures"))
    parser.add_argument("--sh2-luts", type=float, default=2970, metavar="N",
                        help="LUTs of an SH-2 core on a Virtex-6 (%(default)s: an open core, by yosys)")
    parser.add_argument("--sh2-luts4", type=float, default=4300, metavar="N",
                        help="LUTs of 4 inputs of an SH-2 system on an iCE40 (%(default)s: J1 with its "
                        "peripherals and without a multiplier, W. D. Jones on the J-core list, June 2021)")
    o = parser.parse_args()
    if not shutil.which("yosys"):
        print("error: needs yosys (apt-get install yosys)", file=sys.stderr)
        return 77
    o.output.mkdir(parents=True, exist_ok=True)
    report = Report(o.kasuri, o.output)

    core, element = virtex6("i8080"), virtex6("pe8080")
    luts4, core_gates = ice40("i8080"), gates("i8080")
    report.table("An 8080 of our own, by yosys", ("", "core", "element"), [
        *((f"Virtex-6: {what}", core[what], element[what]) for what in core),
        ("iCE40: LUT4", luts4, ""),
        ("gates (NAND2)", f"{core_gates:.0f}", f"{core_gates + memory_gates('8080'):.0f}")])
    report.say("\nThe paper's Table 1 in slices (of four LUTs) for one element: " +
               ", ".join(f"{n:.0f} at {size}" for size, n in PAPER_SLICES.items()) +
               f". Ours is {element['LUT6'] / 4:.0f} if all LUTs of a slice are used; the network is "
               "wires, so it does not grow with ranks and pipes.")

    waves = clocks_of_a_wave(report)
    steps = {name: clocks_of_a_step(waves, name) for name, _, _ in LAYOUTS}
    cores = {"MIPS (paper)": PAPER_MIPS, "SH-2": o.sh2_luts / core["LUT6"],
             "J1 system": o.sh2_luts4 / luts4}
    report.table("Sizes of cores, in 8080s of ours", ("core", "ratio", "elements with memory"), [
        (name, f"{ratio:.1f}", f"{element_ratio(core_gates, ratio):.1f}")
        for name, ratio in cores.items()])

    def products(name, area):
        return f"{steps[name] * area / 1e6:.2f}"

    sh2_gates = core_gates * cores["SH-2"]
    rows = []
    for name, clocks in steps.items():
        kind, luts, logic = (("8080", core["LUT6"], core_gates) if name == "8080" else
                             ("SH-2", o.sh2_luts, sh2_gates))
        total = logic + memory_gates(kind)
        rows.append((name, f"{clocks:.0f}", f"{luts:.0f}", products(name, luts), f"{total:.0f}",
                     f"{memory_gates(kind) / total:.0%}", products(name, total)))
    report.table(f"One step of the PDE for one pipe, over {LOG2} ranks",
                 ("processor", "clocks", "LUTs of the core", "clocks x LUTs, millions",
                  "gates of an element", "of these memory", "clocks x gates, millions"), rows)

    worths = [(name, steps["8080"] / steps[name]) for name in steps if name != "8080"]
    report.table("Break-even: the SH-2 gives more for the same area while its core is smaller than",
                 ("clocks of", "ratio of clocks = of elements", "8080s, cores alone",
                  "8080s, with memory"),
                 [(name, f"{worth:.1f}", f"{worth:.1f}", f"{break_even(core_gates, worth):.0f}")
                  for name, worth in [*worths, ("the paper", PAPER_CLOCKS)]])
    for name, worth in [*worths, ("the paper's clocks", PAPER_CLOCKS)]:
        report.say(f"\n{name}: with a core of {cores['SH-2']:.1f} 8080s the SH-2 does "
                   f"{worth / cores['SH-2']:.1f} times as much for the same LUTs, and "
                   f"{worth / element_ratio(core_gates, cores['SH-2']):.1f} times as much for the same "
                   "gates with memory.")
    draw(o.output / "hardware.svg", core_gates, steps, cores)
    (o.output / "hardware.md").write_text("\n".join(report.lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
