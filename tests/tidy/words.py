#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Keeps documentation, help texts and messages plain: no words that are hard for readers with another first
language, none for which the glossary (docs/glossary.md) has a term.

    words.py SOURCE_TREE

In pages, code, paths and link targets are ignored. A page that must name such a word says so in a comment
on the line before the paragraph, table or list: `<!-- words: REASON -->`. In sources, the texts are the
string literals of three words or more (neighbouring literals are one text), except in tests.
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

# In help texts and messages also these.
IN_TEXTS = {
    r"circles?": "cycle",
    r"(?:no|has|needs) room": "space, free buffer space",
    r"ways|(?:the|its|their|on|no) way": "path",
    r"at the most": "at most",
    r"stands?": "is",
    r"tells?|told": "report, give",
    r"gives? back": "return, free",
    r"class(?:es)? of (?:links|traffic)": "link class, traffic class",
    r"one another": "each other",
    r"under way": "active, not complete",
    r"beside": "in addition to",
    r"leaves? (?:it|either|one of them) out": "remove",
    r"what (?:is|was|has|they|it|such)": "a noun",
    r"(?:those|that) (?:of|by|from)": "a noun",
    r"whatever|however many|so many|so much": "any, a number",
    r"for so long": "time for which",
}
# Printed by the main job (README.md), whose text stays; and texts for which there is no better word.
KEPT_TEXTS = {
    "Congestion limited the run: links were busy {:.0f} % of the time, and for another {:.0f} % they were "
    "free while a packet wanted them but found no room downstream (buffers, head-of-line blocking). {}{}",
    "<circle cx=\\\"{}\\\" cy=\\\"{}\\\" r=\\\"{}\\\" fill=\\\"{}\\\" stroke=\\\"{}\\\"/>\\n",
}


def compiled(words):
    any_of = "|".join(rf"(?P<w{i}>(?<![\w-])(?:{word})(?![\w-]))" for i, word in enumerate(words))
    return re.compile(any_of, re.I), list(words.values())


IN_PAGES = compiled(WORDS)
IN_SOURCES = compiled(WORDS | IN_TEXTS)

# Comments, raw strings (programs), strings, characters, includes; group 2 is a string's content.
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"((?:[^"\\\n]|\\.)*)"|'(?:[^'\\\n]|\\.)+'"""
                   r"""|\#include[^\n]*""", re.S)

ALLOWED = re.compile(r"^<!-- words: \S.* -->$")


def pages(tree):
    manual = sorted(f"docs/{page.name}" for page in (tree / "docs").glob("*.md"))
    examples = sorted(str(page.relative_to(tree)) for page in (tree / "examples").rglob("*.md"))
    for name in ["README.md", "CONTRIBUTING.md", *manual, *examples]:
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


def complaint(name, line, found, instead):
    return f"{name}:{line}: \"{found[0]}\": write {instead[int(found.lastgroup[1:])]}"


def complaints(name, text):
    """Words are found across the ends of lines."""
    pattern, instead = IN_PAGES
    numbers, joined, starts = [], "", []
    for number, line in prose(text):
        starts.append(len(joined))
        numbers.append(number)
        joined += line + ("\n" if not line.strip() else " ")
    for found in pattern.finditer(joined):
        row = max(i for i, start in enumerate(starts) if start <= found.start())
        yield complaint(name, numbers[row], found, instead)


def texts(source):
    """Line and content of each string literal; literals with nothing between them are one."""
    joined, end = [], None
    for token in TOKEN.finditer(source):
        if token[2] is None:
            end = None
            continue
        if end is not None and not source[end:token.start()].strip():
            joined[-1][1] += token[2]
        else:
            joined.append([source.count("\n", 0, token.start()) + 1, token[2]])
        end = token.end()
    return [(line, text) for line, text in joined if len(re.findall(r"[A-Za-z]{2,}", text)) >= 3]


def text_complaints(name, source):
    pattern, instead = IN_SOURCES
    for line, text in texts(source):
        if text in KEPT_TEXTS:
            continue
        for found in pattern.finditer(re.sub(r"`[^`]*`|'[^' ]*'", "`", text)):
            yield complaint(name, line, found, instead)


def sources(tree):
    return sorted(path for folder in ("src", "studies") for ending in ("cpp", "h")
                  for path in (tree / folder).rglob(f"*.{ending}")
                  if "test" not in path.name and path.name != "toy_machine.h")


def main():
    tree = Path(sys.argv[1]).resolve()
    found = [c for name in pages(tree) for c in complaints(name, (tree / name).read_text(encoding="utf-8"))]
    found += [c for path in sources(tree)
              for c in text_complaints(path.relative_to(tree), path.read_text(encoding="utf-8"))]
    print("\n".join(found) if found else "documentation, help texts and messages are in plain words")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
