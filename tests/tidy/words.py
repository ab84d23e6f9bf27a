#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Keeps the documentation plain: no words that are hard for readers with another first language, none for
which the glossary (docs/glossary.md) has a term.

    words.py SOURCE_TREE

Code, paths and link targets are ignored. A page that must name such a word says so in a comment on the line
before the paragraph, table or list: `<!-- words: REASON -->`.
"""
import re
import sys
from pathlib import Path

# Written by programs: reference.md by `kasuri reference`, papers.md by tools/papers.
LEFT_OUT = {"docs/reference.md", "docs/papers.md"}

# A regular expression, and what to write instead.
WORDS = {
    r"anew": "again",
    r"to and fro": "in both directions",
    r"by and by": "gradually",
    r"dear(?:er|est)?": "costly, expensive",
    r"(?:of no|worth no) account": "negligible",
    r"overlooked": "negligible, or missed",
    r"(?:come|comes|came|coming) of": "result of, result from",
    r"what (?:comes|came|becomes|became) of": "the result of, what happens to",
    r"speak(?:s)? of": "describe, mention",
    r"stand(?:s)? (?:in|under|for|below|above|there|here|with|beside|between|at|behind)":
        "is listed in, is in, represents",
    r"rims?": "boundary",
    r"crews?": "thread team",
    r"harvest(?:s|ed)?": "collected results",
    r"strands?": "coroutine",
    r"parcels?": "message batch",
    r"gives? way": "yields",
    r"(?:makes?|find|finds) (?:a |their |its )?way": "compute a path",
    r"ways around": "paths around",
    r"tells? of": "report",
    r"told of": "know of, receive",
    r"whoever|whomever|whence|thence|hence|hereby": "a plain sentence",
    r"thereof|whereof|whereby|therein|wherein": "a plain sentence",
    r"whilst|amongst|albeit|notwithstanding|nought|naught": "while, among, although, nothing",
    r"be it": "even if it is",
    r"for want of": "because there is no",
    r"in vain": "without success",
    r"save for|but for": "except",
    r"(?:all|none|nothing|nobody|everything|everyone|anything) but": "except",
    r"those whose": "a noun",
    r"of who(?:se)? they are|whose it is|whose they are": "a noun",
    r"by who": "a noun",
    r"for ever": "forever, without end",
    r"utili[sz]e[sd]?": "use",
    r"in order to": "to",
    r"at one stroke": "in one step",
    r"goes? without": "has no",
    r"at the most": "at most",
    r"lie(?:s)? (?:within|between|in|near|above|below)": "is within, is between",
}
PATTERN = re.compile("|".join(rf"(?P<w{i}>(?<![\w-])(?:{word})(?![\w-]))"
                              for i, word in enumerate(WORDS)), re.I)
INSTEAD = list(WORDS.values())

ALLOWED = re.compile(r"^<!-- words: \S.* -->$")


def pages(tree):
    manual = sorted(f"docs/{page.name}" for page in (tree / "docs").glob("*.md"))
    for name in ["README.md", "CONTRIBUTING.md", *manual]:
        if name not in LEFT_OUT:
            yield name


def without_code(line):
    line = re.sub(r"`[^`]*`", "`", line)
    line = re.sub(r"\]\([^)]*\)", "]", line)
    return re.sub(r"https?://\S+", "", line)


def prose(text):
    """Number and text of each line, blank where it is code or excused."""
    fenced = excused = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
            yield number, ""
        elif ALLOWED.match(line):
            excused = True
            yield number, ""
        else:
            if not line.strip():
                excused = False
            yield number, "" if fenced or excused else without_code(line)


def complaints(name, text):
    """Words are found across the ends of lines."""
    numbers, joined, starts = [], "", []
    for number, line in prose(text):
        starts.append(len(joined))
        numbers.append(number)
        joined += line + ("\n" if not line.strip() else " ")
    for found in PATTERN.finditer(joined):
        row = max(i for i, start in enumerate(starts) if start <= found.start())
        yield f"{name}:{numbers[row]}: \"{found[0]}\": write {INSTEAD[int(found.lastgroup[1:])]}"


def main():
    tree = Path(sys.argv[1]).resolve()
    found = [c for name in pages(tree) for c in complaints(name, (tree / name).read_text(encoding="utf-8"))]
    print("\n".join(found) if found else "the documentation is in plain words")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
