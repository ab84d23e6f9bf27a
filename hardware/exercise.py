#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a CP/M exerciser on i8080.v, under the same stub as `kasuri cpu 8080` and with the same totals.

    exercise.py IMAGE.com [CLOCKS]

Icarus Verilog makes some 60,000 clocks a second: for short exercisers.
"""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = pathlib.Path(sys.argv[1]).read_bytes()
    memory = bytearray(65536)
    if 0x100 + len(program) > len(memory):
        sys.exit(f"error: the image's {len(program)} bytes at 0x100 do not fit into 64 KiB")
    memory[0:2] = b"\xd3\x00"      # OUT 0: the end
    memory[5:8] = b"\xd3\x01\xc9"  # OUT 1: a system call; RET
    memory[0x100:0x100 + len(program)] = program
    with tempfile.TemporaryDirectory() as folder:
        image = pathlib.Path(folder, "image")
        image.write_bytes(memory)
        bench = pathlib.Path(folder, "bench")
        subprocess.run(["iverilog", "-g2005", "-o", bench, HERE / "i8080.v", HERE / "i8080_bench.v"],
                       check=True)
        clocks = sys.argv[2] if len(sys.argv) > 2 else "1000000000"
        subprocess.run([bench, "+console", "+start=100", f"+image={image}", f"+clocks={clocks}"],
                       check=True)


if __name__ == "__main__":
    main()
