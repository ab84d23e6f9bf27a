#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/tutorial.md as a stranger follows it: its files are saved, its commands typed, and its table is what
they print."""
import json
import re
import shlex
import unittest

from harness import DONE, SOURCE, KasuriTest, main

PAGE = (SOURCE / "docs/tutorial.md").read_text()
BLOCK = re.compile(r"^```(sh|toml)(?: (\S+))?\n(.*?)^```$", re.M | re.S)


def seconds(cell):
    number, unit = re.fullmatch(r"([\d.]+) (µs|ms)", cell).groups()
    return float(number) * {"µs": 1e-6, "ms": 1e-3}[unit]


class Tutorial(KasuriTest):
    def test_all_commands_and_the_table(self):
        said = ""
        for kind, name, text in BLOCK.findall(PAGE):
            if kind == "toml":
                self.write(name, text)
                continue
            for line in text.strip().splitlines():
                program, *words = shlex.split(line)
                self.assertEqual(program, "kasuri")
                outcome = self.kasuri(*words)
                self.check(outcome, DONE)
                said += outcome.out
        self.assertIn("The local links were the busiest part", said)
        found = json.loads((self.dir / "answer/compare.json").read_text())
        rows = re.findall(r"^\| (fat tree|dragonfly) \| (.*?) \| (.*?) \| (.*?) J \|$", PAGE, re.M)
        self.assertEqual(len(rows), 2)
        for (name, *times, joules), candidate in zip(rows, found["candidates"]):
            self.assertEqual(candidate["name"], name.replace(" ", "-"))
            for cell, run in zip(times, candidate["runs"]):
                self.assertAlmostEqual(seconds(cell), run["time_s"], delta=0.004 * run["time_s"])
            self.assertAlmostEqual(float(joules), sum(r["energy_j"] for r in candidate["runs"]), delta=0.01)


if __name__ == "__main__":
    main()
