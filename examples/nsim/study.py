#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the papers say of NSIM, and of the models and tools of NsimPower and NSIM-ACE (their sections 2 and
3): each statement beside what Kasuri does, by the commands that are in the page.

    examples/nsim/study.py              prints it
    examples/nsim/study.py --write      docs/papers/nsim.md
    examples/nsim/study.py --check      exit code 1 if the page says something else
"""
import functools
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

from statements import PARTS

ROOT = pathlib.Path(__file__).resolve().parents[2]
KASURI = os.environ.get("KASURI", str(ROOT / "build" / "kasuri"))
PAGE = ROOT / "docs" / "papers" / "nsim.md"
HEAD = """# NSIM, and the models of NsimPower and NSIM-ACE, statement by statement

Written by `examples/nsim/study.py --write`, which types the commands. NSIM's own paper is known here by
what section 2 of the two others says of it. What their experiments show is on the pages of
[NsimPower](nsimpower.md) and [NSIM-ACE](nsim-ace.md). Nothing is fitted. NSIM is not at hand: a statement
*fits* if Kasuri does what it says, and *cannot be decided* if it compares without a number. RUN is the
directory of the run before.
"""
TAIL = """
What would decide: NSIM's sources or manual, above all how its packets on links are as exact as flits, and
its times for 100,000 nodes.
"""


class Done:
    """What a command printed, and its run directory."""

    def __init__(self, command, folder):
        words = shlex.split(command)[1:]
        self.folder = pathlib.Path(folder)
        if words[0] == "run" and "--out" not in words:
            words += ["--out", str(self.folder / "run")]
        words = [w.replace("RUN", str(self.folder / "run")) for w in words]
        done = subprocess.run([KASURI, *words], cwd=ROOT, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        if done.returncode:
            raise SystemExit(f"failed: {command}\n{done.stderr}")
        self.out, self.err = done.stdout, done.stderr
        self.summary = {}
        if words[0] == "run":
            self.summary = json.loads((self.folder / "run" / "summary.json").read_text())

    @functools.cached_property
    def json(self):
        return json.loads(self.out)

    @property
    def first(self):
        return self.out.splitlines()[0]


def judged(row):
    with tempfile.TemporaryDirectory() as folder:
        return row.found([Done(c, folder) for c in row.commands])


def rows():
    count = {}
    for title, source, part in PARTS:
        yield f"\n## {title}\n\n{source}\n"
        yield "| the paper says | Kasuri | command | verdict |\n|---|---|---|---|"
        for row in part:
            found, verdict = judged(row)
            count[verdict] = count.get(verdict, 0) + 1
            commands = ", then ".join(f"`{c}`" for c in row.commands)
            yield f"| {row.says} | {found} | {commands} | {verdict} |"
    yield (f"\n## Sum\n\n| | | |\n|---|---|---|\n| **total** | | {count['fits']} fit; "
           f"{count.get('does not', 0)} do not; {count.get('cannot be decided', 0)} cannot be decided |")


def main():
    text = HEAD + "\n".join(rows()) + "\n" + TAIL
    if "--check" in sys.argv:
        now, then = text.splitlines(), PAGE.read_text(encoding="utf-8").splitlines()
        wrong = [line for line in now if line not in then]
        print("\n".join(f"the page does not say: {line}" for line in wrong))
        return now != then
    if "--write" in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
