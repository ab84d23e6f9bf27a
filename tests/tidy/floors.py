#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds every #include in src/ to src/FLOORS: a folder includes only itself and lower floors. Within a
folder units (NAME.h, NAME-inl.h and NAME.cpp together) do not include each other in a ring.

    floors.py SOURCE_TREE
"""
import re
import sys
from pathlib import Path


def read_floors(file):
    floor = {}
    for line in file.read_text().splitlines():
        if line and not line.startswith("#"):
            level, *folders = line.split()
            floor.update((folder, int(level)) for folder in folders)
    return floor


def violations(src):
    floor = read_floors(src / "FLOORS")
    for folder in sorted(p.name for p in src.iterdir() if p.is_dir()):
        if folder not in floor:
            yield f"src/{folder}: stands on no floor of src/FLOORS"
    for file in sorted(src.glob("*/**/*")):
        if file.suffix not in (".h", ".cpp") or file.parts[len(src.parts)] not in floor:
            continue
        own = file.parts[len(src.parts)]
        for number, line in enumerate(file.read_text().splitlines(), 1):
            include = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if not include:
                continue
            where = f"src/{file.relative_to(src)}:{number}"
            folder, slash, _ = include[1].partition("/")
            if not slash:  # what users compile against
                if not (src.parent / "include" / folder).exists():
                    yield f'{where}: "{include[1]}" stands neither in src/FOLDER/ nor in include/'
            elif folder not in floor:
                yield f"{where}: '{folder}' is no folder of src/FLOORS"
            elif folder != own and floor[folder] >= floor[own]:
                yield (f"{where}: {own} (floor {floor[own]}) includes {folder} "
                       f"(floor {floor[folder]})")


def unit_of(name):
    return re.sub(r"(-inl)?\.(h|cpp)$", "", name)


def units_of(folder):
    """The units that each unit of a folder includes."""
    include = re.compile(rf'^\s*#\s*include\s*"{folder.name}/([^"]+)"', re.MULTILINE)
    included = {}
    for file in sorted(folder.glob("**/*")):
        if file.suffix not in (".h", ".cpp"):
            continue
        own = unit_of(str(file.relative_to(folder)))
        others = included.setdefault(own, set())
        for name in include.findall(file.read_text()):
            if unit_of(name) != own:
                others.add(unit_of(name))
    return included


def ring_in(included):
    """Some units each of which includes the next, the last the first; empty if there are none."""
    done, path = set(), []

    def visit(unit):
        if unit in path:
            return path[path.index(unit):]
        if unit in done:
            return []
        path.append(unit)
        for other in sorted(included.get(unit, ())):
            if ring := visit(other):
                return ring
        path.pop()
        done.add(unit)
        return []

    for unit in sorted(included):
        if ring := visit(unit):
            return ring
    return []


def rings(src):
    for folder in sorted(p for p in src.iterdir() if p.is_dir()):
        if ring := ring_in(units_of(folder)):
            yield f"src/{folder.name}: include each other in a ring: " + " -> ".join(ring + ring[:1])


def main():
    src = Path(sys.argv[1]).resolve() / "src"
    found = [*violations(src), *rings(src)]
    print("\n".join(found) if found else "every include leads downstairs, and none in a ring")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
