# SPDX-License-Identifier: MIT
"""Holds examples to their expected output.

An expected.txt is a session: lines that begin with "$ kasuri" are commands, run from the root of the
source tree, and what follows is all they print, but for what depends on the host. After an intended
change, tests/golden/update writes the files anew; the difference is to be read before it is committed.
"""
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
KASURI = os.environ.get("KASURI", ROOT / "build" / "kasuri")
PROMPT = "$ kasuri "
HOST_LINES = ("host: ", "results in ")
EVENTS = re.compile(r"((?:result hash|hash of the part that was run) [0-9a-f]+), "
                    r"[0-9,]+ events?(?=$|;)")  # how, not what
# Of a slow machine.
PROGRESS = re.compile(r"kasuri: .*( a second(, .*)?| s so far|is not known before: .*)$")


def session(command):
    """The command, and what it prints."""
    words = shlex.split(command)
    with tempfile.TemporaryDirectory() as scratch:
        if words[0] == "run":
            words += ["--out", scratch + "/out"]
        done = subprocess.run([KASURI, *words], cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = [EVENTS.sub(r"\1", l) for l in done.stdout.splitlines()
             if not l.startswith(HOST_LINES) and not PROGRESS.match(l)]
    if done.returncode:
        lines.append(f"exit code {done.returncode}")
    return [PROMPT + command, *lines, ""]


def replay(file):
    """The session of a file as it is, and as it would be written now."""
    expected = file.read_text().splitlines()
    commands = [l[len(PROMPT):] for l in expected if l.startswith(PROMPT)]
    if not commands:
        sys.exit(f"{file}: no line begins with '{PROMPT}'")
    return expected, [line for c in commands for line in session(c)]


def main():
    update = "--update" in sys.argv
    files = [pathlib.Path(a).resolve() for a in sys.argv[1:] if a != "--update"]
    wrong = 0
    for file in files or sorted(ROOT.glob("examples/**/expected.txt")):
        expected, actual = replay(file)
        name = str(file.relative_to(ROOT))
        if expected == actual:
            print(f"{name}: as expected")
        elif update:
            file.write_text("\n".join(actual) + "\n")
            print(f"{name}: written anew")
        else:
            wrong += 1
            print("\n".join(difflib.unified_diff(expected, actual, name, "now", lineterm="")))
            print(f"if this is intended: tests/golden/update {name}")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
