#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds every #include in src/ and studies/ to src/FLOORS: a room includes only itself, lower floors of
its wing, and the wings that its own may use. Within a room units (NAME.h, NAME-inl.h and NAME.cpp together)
do not include each other in a ring. A wing has a README.

    floors.py SOURCE_TREE
"""
import re
import sys
from pathlib import Path

WING = re.compile(r"(\w+) \(([\w ]*)\): (.*)")


class House:
    """The wings and rooms of src/FLOORS. A room is named as includes name it: wing/room."""

    def __init__(self, tree):
        self.tree, self.uses, self.floor = tree, {}, {}
        for line in (tree / "src/FLOORS").read_text().splitlines():
            if line and not line.startswith("#"):
                wing, uses, floors = WING.fullmatch(line).groups()
                self.uses[wing] = set(uses.split())
                for level, rooms in enumerate(floors.split("|")):
                    self.floor.update((f"{wing}/{room}", level) for room in rooms.split())

    def folder(self, name):
        return self.tree / name if name.startswith("studies") else self.tree / "src" / name

    def code(self, name):
        return sorted(f for f in self.folder(name).rglob("*") if f.suffix in (".h", ".cpp"))

    def may_include(self, room, other):
        wing, other_wing = room.split("/")[0], other.split("/")[0]
        if wing != other_wing:
            return other_wing in self.uses[wing]
        return room == other or self.floor[other] < self.floor[room]


def violations(house):
    for wing in house.uses:
        if not (house.folder(wing) / "README.md").exists():
            yield f"{wing}: a wing without a README.md"
        for path in sorted(p for p in house.folder(wing).iterdir() if p.is_dir()):
            if f"{wing}/{path.name}" not in house.floor:
                yield f"{wing}/{path.name}: on no floor of src/FLOORS"
    for room in house.floor:
        for file in house.code(room):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if include := re.match(r'\s*#\s*include\s*"([^"]+)"', line):
                    if complaint := complaint_of(house, room, include[1]):
                        yield f"{file.relative_to(house.tree)}:{number}: {complaint}"


def complaint_of(house, room, included):
    if "/" not in included:  # what users compile against
        there = (house.tree / "include" / included).exists()
        return None if there else f'"{included}" is neither WING/ROOM/FILE nor in include/'
    other = "/".join(included.split("/")[:2])
    if other not in house.floor:
        return f"'{other}' is no room of src/FLOORS"
    return None if house.may_include(room, other) else f"{room} may not include {other} (src/FLOORS)"


def unit_of(name):
    return re.sub(r"(-inl)?\.(h|cpp)$", "", name)


def units_of(house, room):
    """The units that each unit of a room includes."""
    include = re.compile(rf'^\s*#\s*include\s*"{room}/([^"]+)"', re.MULTILINE)
    included = {}
    for file in house.code(room):
        own = unit_of(str(file.relative_to(house.folder(room))))
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


def rings(house):
    for room in house.floor:
        if ring := ring_in(units_of(house, room)):
            yield f"{room}: include each other in a ring: " + " -> ".join(ring + ring[:1])


def main():
    house = House(Path(sys.argv[1]).resolve())
    found = [*violations(house), *rings(house)]
    print("\n".join(found) if found else "every include leads downstairs or into a wing that may be used")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
