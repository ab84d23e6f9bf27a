#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks over the source text: licence line, a comment that says what a file is, length and width,
absolute paths, unfinished work, types of one name, scripts that can be run.

    sources.py SOURCE_TREE
"""
import os
import re
import subprocess
import sys
from pathlib import Path

CODE = {".cpp", ".h", ".c", ".py", ".sh", ".v"}
TEXT = CODE | {".cmake", ".toml", ".md", ".txt"}
FOLDERS = ("src", "studies", "include", "tests", "benchmarks", "hardware", "examples", "tools", "cmake",
           "docs", "python")
DATA = ("tests/fuzz/corpus/",)
MOST_LINES = 500
# The style is 100 columns; an overhang of a few is left to the formatter.
MOST_COLUMNS = 108
# A path of the machine it was written on. System paths (/usr, /proc, /tmp) have their uses.
ABSOLUTE = re.compile(r"(?<![\w.$}:/])/(?:home|root|work|repo|Users|mnt)/\w")
# The program's own copy of it, which kasuri_openmpi.so does not know (base/core/environment.h).
ENVIRON = re.compile(r"[ (]environ[,;)\[]")
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|HACK)\b|\bXXX\b")


def files(tree):
    """What is under version control, else what is there."""
    listed = subprocess.run(["git", "-C", tree, "ls-files", *FOLDERS], capture_output=True,
                            text=True, check=False)
    names = (listed.stdout.splitlines() if listed.returncode == 0 else
             [str(p.relative_to(tree)) for f in FOLDERS for p in (tree / f).rglob("*")])
    for name in sorted(names):
        path = tree / name
        if path.suffix in TEXT and path.is_file() and not name.startswith(DATA):
            yield name, path


def says_what_it_is(path, lines):
    """A comment of the file itself near its head, or its header's."""
    if path.suffix == ".cpp" and path.with_suffix(".h").exists():
        return True
    if path.suffix in (".py", ".sh"):
        return any(re.match(r'\s*("""|# )', line) for line in lines[1:6] if "SPDX" not in line)
    return any(re.match(r"// |/\*| \* |! ", line) for line in lines[:25] if "SPDX" not in line)


def complaints(name, path):
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        yield f"{name}: is not UTF-8"
        return
    if lines and lines[0].startswith("#!/") and not os.access(path, os.X_OK):
        yield f"{name}:1: names its interpreter, but cannot be run; chmod +x"
    if path.suffix in CODE:
        if not any("SPDX-License-Identifier: MIT" in line for line in lines[:2]):
            yield f"{name}:1: begins without an SPDX line"
        if not says_what_it_is(path, lines):
            yield f"{name}:2: no comment says what this file is"
        if len(lines) > MOST_LINES:
            yield f"{name}: {len(lines)} lines, more than {MOST_LINES}"
    for number, line in enumerate(lines, 1):
        if path.suffix in CODE and len(line) > MOST_COLUMNS:
            yield f"{name}:{number}: {len(line)} columns, more than {MOST_COLUMNS}"
        if ABSOLUTE.search(line):
            yield f"{name}:{number}: an absolute path: {line.strip()}"
        if name.startswith(("src/", "studies/")) and ENVIRON.search(line):
            yield f"{name}:{number}: environment() of base/core/environment.h instead of environ"
        if path.name != "sources.py" and UNFINISHED.search(line):
            yield f"{name}:{number}: unfinished: {line.strip()}"


NAMESPACE = re.compile(r"(?:inline )?namespace(?: ([\w:]+))? \{")
TYPE = re.compile(r"(?:template <[^;]*> )?(?:struct|class)(?: alignas\(\d+\))? (\w+)(?: final)?\s*"
                  r"(?::[^:]|\{|$)")


def types(name, path):
    """Names of the types that a file defines for all others, with their namespaces."""
    inside = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if opens := NAMESPACE.match(line):
            inside.append(opens[1] or f"(in {name})")
        elif re.match(r"}\s*// namespace", line) and inside:
            inside.pop()
        elif (defined := TYPE.match(line)) and not line.endswith(";"):
            yield "::".join([*inside, defined[1]])


def defined_twice(sources):
    """Two types of one name in one program: the linker keeps the functions of one for both."""
    seen = {}
    for name, path in sources:
        if name.startswith(("src/", "studies/")) and path.suffix in (".h", ".cpp"):
            for t in types(name, path):
                if seen.setdefault(t, name) != name:
                    yield f"{name}: defines {t}, and so does {seen[t]}"


def main():
    tree = Path(sys.argv[1]).resolve()
    sources = list(files(tree))
    found = [c for name, path in sources for c in complaints(name, path)]
    found += defined_twice(sources)
    print("\n".join(found) if found else "all source files are tidy")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
