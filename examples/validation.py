#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes all of docs/validation and the tables of docs/validation.md: curves of networks, routers beside
BookSim 2, machines beside measurements. Hours of CPU time; --tables only writes the tables anew.

    examples/validation.py [--tables]
"""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "validation.md"
sys.path.insert(0, str(HERE / "machines"))
import study  # noqa: E402

RUNS = [["latency-load/curves.py", "--out", HERE.parent / "docs" / "validation"],
        ["booksim2/study.py", "--json", HERE.parent / "docs" / "validation" / "booksim2.json"],
        ["machines/study.py", "--write"]]


def machines():
    rows = study.read()
    return ("Points that decided none of the constants, beside a formula with four constants (the null "
            "model):\n\n" +
            study.summary(study.predictions(rows)) +
            "\nThe same, by machine and by number of nodes:\n\n" +
            study.validate.table(study.predictions(rows), lambda r: (r["system"], "all"),
                                 ["machine", "nodes"]) +
            "\n" +
            study.validate.table(study.predictions(rows), lambda r: (r["system"], r["nodes"]),
                                 ["machine", "nodes"]) +
            "\nAll points, with the constants of the machine files:\n\n" +
            study.summary([{**r, "null_us": ""} for r in rows]))


def main():
    if "--tables" not in sys.argv[1:]:
        for script, *arguments in RUNS:
            subprocess.run([sys.executable, HERE / script, *map(str, arguments)], check=True)
    text = PAGE.read_text()
    begin, end = "<!-- machines: made by examples/validation.py -->\n", "<!-- end -->\n"
    PAGE.write_text(re.sub(re.escape(begin) + ".*?" + re.escape(end),
                           lambda _: begin + machines() + end, text, flags=re.DOTALL))
    return 0


if __name__ == "__main__":
    sys.exit(main())
