#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples/manycore/c: compiled, run on each engine, and compared with the formula.

    c_program.py KASURI SOURCE_TREE

Ends with 77, which ctest takes as skipped, without a compiler for SuperH.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

DIVIDES = """#include "element.h"
static volatile int of[] = {100, 7, -100, 7, 100, -7, -100, -7, 5, 9, 0x7fffffff, 1, 81, 3};
static volatile unsigned wide[] = {0xfffffff0u, 3u, 0xffffffffu, 0x80000001u};
int results[32];
int main(void) {
  int* to = results;
  for (int k = 0; k < 14; k += 2) *to++ = of[k] / of[k + 1], *to++ = of[k] % of[k + 1];
  for (int k = 0; k < 4; k += 2) *to++ = wide[k] / wide[k + 1], *to++ = wide[k] % wide[k + 1];
  unsigned sum = 0;
  for (int k = 0; k < 18; ++k) sum = 3 * sum + (unsigned)results[k];
  *(volatile unsigned*)0x500 = sum;
  return (int)sum;
}
"""


def expected_of_divides():
    values = []
    for a, b in (100, 7), (-100, 7), (100, -7), (-100, -7), (5, 9), (0x7fffffff, 1), (81, 3):
        q = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        values += [q, a - q * b]
    for a, b in (0xfffffff0, 3), (0xffffffff, 0x80000001):
        values += [a // b, a % b]
    total = 0
    for v in values:
        total = (3 * total + v) & 0xffffffff
    return total


def main():
    kasuri, tree = sys.argv[1], pathlib.Path(sys.argv[2])
    if not shutil.which("sh4-linux-gnu-gcc"):
        print("skipped: no sh4-linux-gnu-gcc; apt-get install gcc-sh4-linux-gnu")
        sys.exit(77)

    def make(folder, *words):
        done = subprocess.run(["make", "-C", folder, *words], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout

    def run(folder, *words):
        done = subprocess.run([kasuri, "manycore", folder / "pde.toml", "--json", *words], cwd=folder,
                              stdout=subprocess.PIPE, check=False)
        return done.returncode, json.loads(done.stdout)

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "c"
        shutil.copytree(tree / "examples/manycore/c", folder)
        (folder / "element.h").touch()
        for options in "-O1", "-Os", "-O2":
            make(folder, "clean")
            code, text = make(folder, f"CFLAGS={options}")
            assert code == 0, text
            assert "warning" not in text, text
            hashes = set()
            for engine in "exact", "blocked", "simd", "translated":
                code, report = run(folder, f"--set=engine={engine}", "--set=ranks=14")
                assert code == 0 and report["packets_wrong"] == 0 and report["packets_compared"], options
                assert report["ran_on"] == engine, report["fallback"]
                assert report["oddities"]["write to code"] == 0
                assert report["phase_cycles"]["calc"] > 0 and report["phase_cycles"]["send"] > 0
                hashes.add(report["state_hash"])
            assert len(hashes) == 1, options
        # The wrong formula is noticed.
        code, report = run(folder, '--set=program={type="pde",formula="printed"}')
        assert code != 0 and report["packets_wrong"], "the wrong formula fits"

        # Division, of which the compiler has its own idea; a shift that an SH-2 does not have is an error.
        (folder / "pde.c").write_text(DIVIDES)
        code, text = make(folder)
        assert code == 0, text
        code, report = run(folder, "--set=ends=files", "--set=pipes=2", "--set=ranks=1", "--element=0,1")
        assert report["ran_on"] == "simd", report["fallback"]
        assert report["element"]["registers"]["R0"] == expected_of_divides(), report["element"]
        alone = subprocess.run([kasuri, "cpu", "sh2", folder / "pde.elf"], check=True, text=True,
                               stdout=subprocess.PIPE).stdout
        assert f"{report['clocks']} cycles" in alone, (alone, report["clocks"])
        (folder / "pde.c").write_text("int main(void) { return *(volatile int*)0x500 << 5; }\n")
        code, text = make(folder)
        assert code != 0 and "opcode not valid for this cpu variant" in text, text


if __name__ == "__main__":
    main()
