#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names that only one file of a room (src/WING/ROOM) knows are unique in the folder: names in anonymous
namespaces, static ones, and those of a using at namespace scope. A test has a namespace of its own, named
after its file. For the files of a folder are compiled together (cmake/floors.cmake).

    names.py SOURCE_TREE
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

COMMENT_OR_TEXT = re.compile(
    r'R"(\w*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
NAMESPACE = re.compile(r'(?:inline\s+)?namespace\b\s*([\w:]*)$|(extern\s*"")$')
TYPE = re.compile(r"(?:struct|class|union|enum(?:\s+class)?)\s+(?:\w+\([^)]*\)\s+)?"
                  r"(\w+)(?:\s+final)?\s*(?::|$)")
ALIAS = re.compile(r"(?:using|namespace|concept)\s+(\w+)\s*=")
ATTRIBUTE = re.compile(r"\[\[[^\]]*\]\]|\b(?:alignas|__attribute__|decltype|requires|noexcept)\s*"
                       r"(?:\(\([^()]*\)\)|\([^()]*\))")


def plain(text):
    """Without comments, what stands in quotes, and directives."""
    text = COMMENT_OR_TEXT.sub(lambda m: " " if m[0].startswith("/") else '""', text)
    return DIRECTIVE.sub("", text)


def after_block(text, at):
    """The place after the block in braces that begins at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i + 1
    return len(text)


def declarations(text):
    """(the namespaces around it, the declaration up to its body or end), of all at namespace scope."""
    around, begin, at, depth = [], 0, 0, 0
    while at < len(text):
        c = text[at]
        depth += {"(": 1, ")": -1}.get(c, 0)
        at += 1
        if depth or c not in ";{}":
            continue
        head = " ".join(text[begin:at - 1].split())
        space = NAMESPACE.match(head) if c == "{" else None
        if space:
            around.append(space[1] if space[1] is not None else None)
        elif c == "}":
            around.pop()
        else:
            yield [a for a in around if a is not None], head
            if c == "{":
                at = after_block(text, at - 1)
                if re.match(r"\s*[;,]", text[at:at + 20]):
                    at = text.index(";", at) + 1
        begin = at


def without_arguments(head):
    """Without template parameters and arguments."""
    before = None
    while before != head:
        before, head = head, re.sub(r"<[^<>;{}]*>", "", head)
    template = r"^\s*template\s*(?:requires [^;{]*?\s(?=struct|class|auto|void|bool))?"
    return re.sub(template, "", head).strip()


def name_in(head):
    """What the declaration names; none if it is a member's definition, an operator or no name's."""
    head = ATTRIBUTE.sub("", without_arguments(head)).strip()
    for form in (TYPE, ALIAS):
        if m := form.match(head):
            return m[1]
    if m := re.match(r"using\s+(?!namespace)[\w:]*::(\w+)$", head):
        return m[1]
    if re.match(r"using|static_assert|friend|extern|template", head) or "operator" in head:
        return None
    m = re.search(r"([\w:~]+)\s*(?:\(|\[|=|$)", head)
    return m[1] if m and "::" not in m[1] and " " in head else None


def own_names(path):
    """{(namespaces, name): declarations} that no other file sees."""
    names = defaultdict(set)
    for around, head in declarations(plain(path.read_text(encoding="utf-8"))):
        hidden = "" in around or head.startswith(("static ", "using ", "namespace "))
        name = name_in(head) if hidden else None
        if name:
            names["::".join(a for a in around if a), name].add(head)
    return names


def compiled_alone(tree):
    """The files that the build does not join with others."""
    build = (tree / "CMakeLists.txt").read_text(encoding="utf-8")
    calls = re.findall(r"set_source_files_properties\(([^()]*)\)", build)
    return {word for call in calls if "SKIP_UNITY_BUILD_INCLUSION" in call for word in call.split()}


def same_aliases(declared):
    """Whether all these are aliases of one thing; `using a::b::T` and `using b::T` are."""
    targets = [re.sub(r"^(?:using|namespace) (?:\w+ = )?", "", head) for head in declared]
    shortest = min(targets, key=len)
    return all(head.startswith(("using ", "namespace ")) for head in declared) and all(
        target.endswith(shortest) for target in targets)


def repeated(folder, alone, tree):
    seen = defaultdict(dict)
    for path in sorted(folder.glob("*.cpp")):
        name = path.relative_to(tree).as_posix()
        if not path.stem.endswith("_test") and path.name != "main.cpp" and name not in alone:
            for key, heads in own_names(path).items():
                seen[key][name] = heads
    for (_, name), files in sorted(seen.items()):
        if len(files) > 1 and not same_aliases(set().union(*files.values())):
            yield f"'{name}' is a name of {', '.join(files)}: rename all but one"


def all_in_own_namespace(path):
    text = path.read_text(encoding="utf-8")
    before, begin, rest = text.partition(f"\nnamespace {path.stem} {{\n")
    _, end, after = rest.rpartition(f"\n}}  // namespace {path.stem}\n")
    closed = all(line.startswith("}  // namespace ") for line in after.splitlines())
    return begin and end and closed and all("extern" in head for _, head in declarations(plain(before)))


def tests_in_the_open(folder, alone, tree):
    """Tests that declare something outside their own namespace."""
    for path in sorted(folder.glob("*_test.cpp")):
        name = path.relative_to(tree).as_posix()
        if name not in alone and not all_in_own_namespace(path):
            yield f"{name}: all of it belongs into `namespace {path.stem}`"


def main():
    tree = Path(sys.argv[1])
    alone = compiled_alone(tree)
    folders = sorted(p for p in [*tree.glob("src/*/*"), *tree.glob("studies/*")] if p.is_dir())
    if not any(own_names(p) for folder in folders for p in folder.glob("*.cpp")):
        sys.exit("no names found: does this test still read the sources?")
    complaints = [c for folder in folders
                  for c in (*repeated(folder, alone, tree), *tests_in_the_open(folder, alone, tree))]
    print("\n".join(complaints) or "no name of one file is another's, too")
    sys.exit(bool(complaints))


if __name__ == "__main__":
    main()
