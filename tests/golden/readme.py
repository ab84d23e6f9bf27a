# SPDX-License-Identifier: MIT
"""What README.md shows of the main job is what the main job prints."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
readme = (ROOT / "README.md").read_text().splitlines()
expected = (ROOT / "examples/alltoall-torus/expected.txt").read_text().splitlines()
first = expected[1:expected.index("")]
missing = [line for line in first if not any(shown.startswith(line) for shown in readme)]
for line in missing:
    print(f"README.md does not show: {line}")
sys.exit(bool(missing))
