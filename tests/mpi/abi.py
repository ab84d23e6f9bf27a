#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs that were compiled earlier find the functions that they call, with the same parameters, and
constants of the same value. abi.txt lists them, with a hash of each signature; this compares it with the
mpi.h of the build, and the functions with what the program exports.

    abi.py              says what differs; exit code 1 if anything does
    abi.py --update     writes abi.txt: for a change that is meant
"""
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import textwrap

KASURI = pathlib.Path(os.environ.get("KASURI", "build/kasuri")).resolve()
LIST = pathlib.Path(__file__).with_name("abi.txt")
HEAD = """# The binary interface of mpi.h: functions and types with a hash of their declarations, constants
# with their values. After a change that is meant: python3 tests/mpi/abi.py --update
"""


def without_names(declaration):
    """Names of parameters and spaces are no part of a signature."""
    text = re.sub(r"(?<=[\w*]) ?\b(?!void\b)\w+(?=(?:\[\w*\])*\s*[,)])", " _",
                  re.sub(r"\s+", " ", declaration))
    return re.sub(r" ?([*,()]) ?", r"\1", text)


def hashed(declaration):
    return hashlib.sha256(without_names(declaration).encode()).hexdigest()[:8]


def interface(header):
    """{kind: {name: hash or value}} of the text of mpi.h."""
    text = re.sub(r"/\*.*?\*/", " ", header, flags=re.S)
    found = {"functions": {}, "types": {}, "constants": {}}
    for name, value in re.findall(r"^#define (MPI_\w+) (.+)$", text, re.M):
        found["constants"][name] = value.removeprefix("(").removesuffix(")").replace(" ", "")
    text = re.sub(r"^#.*$|^extern \"C\" {$", "", text, flags=re.M)
    for declaration in re.findall(r"typedef (?:[^;{]|{[^}]*})+;|[\w* ]+\([^;]*\);", text):
        if declaration.startswith("typedef"):
            name = re.search(r"(\w+)(?:\([^;]*\))?;$", declaration)[1]
            found["types"][name] = hashed(declaration)
        else:
            found["functions"][re.search(r"(\w+)\(", declaration)[1]] = hashed(
                re.sub(r"\bPMPI_", "MPI_", declaration))
    return found


def written(found):
    out = [HEAD]
    for kind, items in found.items():
        out.append(f"## {kind}: {len(items)}\n")
        lines, first = [], None
        for name in sorted(items):
            letter = name.removeprefix("MPI_")[:2]
            if letter != first:
                lines.append([])
                first = letter
            lines[-1].append(f"{name}={items[name]}")
        out += ["\n".join(textwrap.wrap(" ".join(line), 108, subsequent_indent="  ", break_long_words=False,
                                        break_on_hyphens=False)) for line in lines]
        out.append("")
    return "\n".join(out)


def listed(text):
    found, items = {}, {}
    for line in text.splitlines():
        if title := re.match(r"## (\w+)", line):
            items = found.setdefault(title[1], {})
        elif not line.startswith("#"):
            items.update(word.split("=", 1) for word in line.split())
    return found


def differences(before, now):
    for kind, items in now.items():
        for name in sorted({*items, *before.get(kind, {})}):
            old, new = before.get(kind, {}).get(name), items.get(name)
            if old != new:
                changed = f"is {new}, was {old}" if kind == "constants" else "is declared differently"
                yield f"{name}: " + ("is new" if not old else "is gone" if not new else changed)


def main():
    header = (KASURI.parent / "generated/include/mpi.h").read_text()
    now = interface(header)
    twins = {n: h for n, h in now["functions"].items() if n.startswith("PMPI_")}
    now["functions"] = {n: h for n, h in now["functions"].items() if n not in twins}
    if sys.argv[1:] == ["--update"]:
        LIST.write_text(written(now))
        return 0
    found = list(differences(listed(LIST.read_text()), now))
    if found:
        found.append("If this is meant: python3 tests/mpi/abi.py --update, and a line in CHANGELOG.md")
    symbols = subprocess.run(["nm", "-D", "--defined-only", KASURI], capture_output=True, text=True,
                             check=True)
    exported = {line.split()[-1] for line in symbols.stdout.splitlines()}
    found += [f"{n} is declared, but {KASURI.name} has no such function"
              for n in sorted({*now["functions"], *twins} - exported)]
    found += [f"P{n} is not declared like {n}" for n, h in now["functions"].items()
              if n.startswith("MPI_") and twins.get("P" + n) != h]
    print("\n".join(found) if found else f"{sum(map(len, now.values()))} names as before")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
