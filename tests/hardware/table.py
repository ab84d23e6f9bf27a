#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples/manycore/hardware.py: areas within reason, products and break-evens that follow from them.

    table.py KASURI SOURCE_TREE

Ends with 77, which ctest takes as skipped, without yosys.
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def cells(text, first):
    """The numbers of the table row that begins with `first`."""
    row = re.search(rf"^\| {re.escape(first)} \|(.*)\|$", text, re.M)
    return [float(x.strip(" %")) for x in row[1].split("|") if x.strip()]


def close(a, b, tolerance):
    assert abs(a - b) <= tolerance * abs(b), f"{a} is not {b}"


def main():
    kasuri, tree = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, "-B", tree / "examples/manycore/hardware.py", kasuri,
                               "-o", folder], stdout=subprocess.PIPE, text=True)
        if done.returncode:
            return done.returncode
        text = pathlib.Path(folder, "hardware.md").read_text()
        assert "</svg>" in pathlib.Path(folder, "hardware.svg").read_text()
    core, element = cells(text, "Virtex-6: LUT6")
    assert 300 < core < 600, core
    assert core - 30 < element < core + 100, element
    assert cells(text, "Virtex-6: RAMB18") == [0, 3]
    core_gates, element_gates = cells(text, "gates (NAND2)")
    # 6 transistors for each of 768 bytes' bits, 8 for each of 256 bytes', over 4 for a gate.
    close(element_gates - core_gates, 8 * (768 * 1.5 + 256 * 2), 0.001)
    clocks = {}
    for name in ("8080", "SH-2 aligned", "SH-2 packed"):
        clocks[name], luts, lut_product, gates, _, gate_product = cells(text, name)[:6]
        close(lut_product, clocks[name] * luts / 1e6, 0.01)
        close(gate_product, clocks[name] * gates / 1e6, 0.01)
    breaks = text[text.index("Break-even"):]
    ratio, alone, _ = cells(breaks, "SH-2 aligned")
    close(ratio, clocks["8080"] / clocks["SH-2 aligned"], 0.01)
    assert alone == ratio
    return 0


if __name__ == "__main__":
    sys.exit(main())
