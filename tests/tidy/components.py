#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what the sources register with what the program lists: a component that only registers
itself would vanish silently if its object were not linked.

    components.py SOURCE_TREE KASURI
"""
import collections
import json
import re
import subprocess
import sys
from pathlib import Path

REGISTER = re.compile(r'\bconfig::Register<[^;{}]*>\s+\w+\s*\{\s*"([^"]+)"')
SKIPPED = 77  # of ctest


def registered(tree):
    names = collections.Counter()
    for file in [*tree.glob("src/*/*/*.cpp"), *tree.glob("studies/*/*.cpp")]:
        if not file.name.endswith("_test.cpp"):
            code = re.sub(r"//.*", "", file.read_text())
            found = REGISTER.findall(code)
            names.update(found)
            if len(found) != len(re.findall(r"\bconfig::Register<", code)):
                print(f"{file}: a registration that this test cannot read")
                sys.exit(1)
    return names


def main():
    listing = subprocess.run([sys.argv[2], "list", "--json"], capture_output=True, text=True,
                             check=False)
    if listing.returncode != 0:
        print(f"kasuri list --json does not run: {listing.stderr}")
        return SKIPPED
    kinds = json.loads(listing.stdout)["kinds"]
    listed = collections.Counter(c["name"] for kind in kinds for c in kind["components"])
    expected = registered(Path(sys.argv[1]))
    for name in sorted(listed.keys() | expected.keys()):
        if listed[name] != expected[name]:
            print(f"'{name}' is registered {expected[name]} times in the sources, "
                  f"but listed {listed[name]} times")
    print(f"{sum(listed.values())} components of {len(kinds)} kinds listed, "
          f"{sum(expected.values())} registered")
    return 0 if listed == expected and listed else 1


if __name__ == "__main__":
    sys.exit(main())
