#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bounds what grows unseen: functions and members of a class, lines of a function, headers behind a header.
Prints the ten largest of each. What is above a bound is listed in sizes.txt with its size, which may only
shrink. Tests are not counted.

    sizes.py SOURCE_TREE            fails if something grew, or shrank a lot and sizes.txt does not say so
    sizes.py --shrink SOURCE_TREE   writes smaller sizes into sizes.txt, without what is within its bound

Members are counted of types with functions: a struct of settings (fields()), a table row (columns()) and a
struct of results have as many as there are values. Not seen: functions that macros define.
"""
import re
import sys
from bisect import bisect_right
from collections import Counter
from pathlib import Path

from floors import House
from names import ATTRIBUTE, COMMENT_OR_TEXT, DIRECTIVE, without_arguments

BOUNDS = {"functions of a class": 60, "members of a class": 20, "lines of a function": 80,
          "headers behind a header": 60}
TYPE = re.compile(r"(?:typedef )?(?:struct|class|union)\s+(?:alignas\([^)]*\)\s*)?([\w:]+)(?:\s+final)?"
                  r"\s*(?::(?!:)|$)")
NO_MEMBER = re.compile(r"(?:using|friend|typedef|static_assert|enum|struct|class|union|template\s*<>|public"
                       r"|private|protected|static constexpr|constexpr static|inline static constexpr)\b")
SPECIAL = re.compile(r"(?:^|[\s*&])(?:operator\b|~)|=\s*(?:default|delete)$")


def blanked(text):
    """Without comments, texts and directives; every line keeps its number."""
    def lines_of(match):
        return "\n" * match[0].count("\n")

    text = COMMENT_OR_TEXT.sub(lambda m: lines_of(m) if m[0].startswith("/") else '""' + lines_of(m), text)
    return DIRECTIVE.sub(lines_of, text)


class Scope:
    """What a brace opens: a namespace, a type, a function, or anything else (a body's block, a list)."""

    def __init__(self, kind, name, line):
        self.kind, self.name, self.line = kind, name, line
        self.functions, self.members, self.is_table, self.has_logic = 0, 0, False, False


def kind_of(head, around):
    """Of a block, by the declaration before it."""
    if around and around[-1].kind not in ("namespace", "type"):
        return "block", ""
    if re.match(r"(?:inline\s+)?namespace\b", head) or head.startswith('extern ""'):
        return "namespace", ""
    plain = ATTRIBUTE.sub("", without_arguments(head)).strip()
    if found := TYPE.match(plain):
        return "type", found[1]
    if re.match(r"enum\b", plain):
        return "block", ""
    called = re.search(r"([\w:~]+|operator\s*\S+?)\s*\(", plain)
    if called and "=" not in plain.split("(")[0].replace("operator", "").replace("==", ""):
        return "function", called[1]
    return "block", ""


def note_member(owner, head):
    """Counts a declaration of a type's body as a function or a member."""
    head = re.sub(r"\b(?:public|private|protected)\s*:", "", head)
    plain = ATTRIBUTE.sub("", without_arguments(head)).strip()
    if not plain:
        return
    before_value = re.split(r"(?<![=!<>])=(?!=)", plain)[0]
    if "(" in before_value or "operator" in before_value:
        owner.functions += 1
        owner.is_table |= bool(re.match(r"[^(]*\b(?:fields|columns)\s*\(", before_value))
        named_as_type = re.match(rf"(?:explicit |constexpr |inline )*{owner.name}\s*\(", plain)
        owner.has_logic |= not (SPECIAL.search(plain) or plain.startswith("static ") or named_as_type)
    elif not NO_MEMBER.match(plain):
        owner.members += 1 + without_arguments(plain).count(",")


def measured(path):
    """(kind of size, name, value) of every type and function of a file."""
    text = blanked(path.read_text(encoding="utf-8"))
    starts = [0] + [m.end() for m in re.finditer("\n", text)]
    scopes, begin, depth = [], 0, 0
    for at, c in enumerate(text):
        depth += {"(": 1, ")": -1}.get(c, 0)
        if depth or c not in ";{}":
            continue
        raw = text[begin:at]
        head = " ".join(raw.split())
        first = begin + len(raw) - len(raw.lstrip())
        inside_type = scopes and scopes[-1].kind == "type"
        if c == "{":
            kind, name = kind_of(head, scopes)
            if kind == "block" and inside_type and head and not head.startswith("enum"):
                kind = "value"  # int n{3};
            if kind == "function" and inside_type:
                note_member(scopes[-1], head)
            scopes.append(Scope(kind, name, bisect_right(starts, first)))
            begin = begin if kind == "value" else at + 1
        elif c == "}":
            scope = scopes.pop()
            if scope.kind == "function":
                yield "lines of a function", scope.name, bisect_right(starts, at) - scope.line + 1
            elif scope.kind == "type":
                yield "functions of a class", scope.name, scope.functions
                if scope.has_logic and not scope.is_table:
                    yield "members of a class", scope.name, scope.members
            begin = begin if scope.kind == "value" else at + 1
        else:
            if inside_type:
                note_member(scopes[-1], re.sub(r"\{.*\}", "", head))
            begin = at + 1


def headers_behind(house, files):
    """How many of our headers each header includes, directly or not."""
    include = re.compile(r'^\s*#\s*include\s*"([^"]+/[^"]+)"', re.M)
    direct = {name: [i for i in include.findall(path.read_text()) if i in files]
              for name, path in files.items()}
    behind = {}

    def visit(name):
        if name not in behind:
            behind[name] = set()  # no rings: floors.py
            behind[name] = set().union(*({i} | visit(i) for i in direct[name]))
        return behind[name]

    return {name: len(visit(name)) for name in files if name.endswith(".h")}


def is_test(name):
    return name.endswith("_test.cpp") or name.split("/")[-1].startswith("test_")


def sizes_of(house):
    sizes, files = {kind: Counter() for kind in BOUNDS}, {}
    for room in house.floor:
        for path in house.code(room):
            name = f"{room}/{path.relative_to(house.folder(room))}"
            if not is_test(name):
                files[name] = path
                for kind, what, value in measured(path):
                    key = f"{name} {what}"
                    sizes[kind][key] = max(sizes[kind][key], value)
    sizes["headers behind a header"].update(headers_behind(house, files))
    return sizes


def exceptions(file):
    """kind -> name -> size, and name -> reason, of lines `SIZE NAME: REASON` under `## KIND`."""
    listed, reasons, kind = {kind: {} for kind in BOUNDS}, {}, None
    for line in file.read_text().splitlines():
        if line.startswith("## "):
            kind = line[3:]
        elif line and not line.startswith("#"):
            size, rest = line.split(" ", 1)
            name, _, reason = rest.partition(": ")
            listed[kind][name], reasons[name] = int(size), reason
    return listed, reasons


def written(sizes, names_of, reasons):
    out = ["# What is above a bound of sizes.py: its size and why. Sizes only shrink; no line is added."]
    for kind in BOUNDS:
        out += ["", f"## {kind}"]
        for name, size in sizes[kind].most_common():
            if size > BOUNDS[kind] and name in names_of[kind]:
                out.append(f"{min(size, names_of[kind][name])} {name}: {reasons[name]}")
    return "\n".join(out) + "\n"


def complaints(sizes, listed):
    for kind, bound in BOUNDS.items():
        for name, size in sizes[kind].items():
            limit = listed[kind].get(name, bound)
            if size > limit:
                yield f"{name}: {size} {kind}, more than {limit}"
        for name, size in listed[kind].items():
            now = sizes[kind].get(name, 0)
            if now <= bound or now < 0.9 * size:
                yield f"sizes.txt: {name} has {now} {kind} now, not {size}: run sizes.py --shrink"


def main():
    tree = next(a for a in sys.argv[1:] if not a.startswith("-"))
    house, file = House(Path(tree).resolve()), Path(__file__).with_name("sizes.txt")
    sizes, (listed, reasons) = sizes_of(house), exceptions(file)
    if "--shrink" in sys.argv:
        file.write_text(written(sizes, listed, reasons))
        return 0
    for kind, bound in BOUNDS.items():
        print(f"largest {kind} (bound {bound}):")
        for name, size in sizes[kind].most_common(10):
            print(f"  {size:4} {name}")
    found = list(complaints(sizes, listed))
    print("\n".join(found) if found else "nothing has grown")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
