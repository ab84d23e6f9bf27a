#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tries every block of code in the README, CONTRIBUTING, the manual and the examples' pages.

    blocks.py SOURCE_TREE C++_COMPILER     ($KASURI is the binary)

C and C++ programs are compiled as `kasuri cc` does, and C++ of the simulator itself as a file of src/.
A block of TOML is a configuration, or becomes one with the sections that it lacks. Of each line that
calls kasuri, the verb, the options and the examples' files must exist. A comment `not tried: WHY` before a
block leaves it out.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(sys.argv[1]).resolve()
COMPILER = sys.argv[2]
KASURI = os.environ["KASURI"]
BLOCK = re.compile(r"^(<!-- not tried: .* -->\n)?```(\w*)\n(.*?)^```$", re.M | re.S)

PROGRAM = "#include <mgen.h>\nint MGEN_Main(int argc, char** argv) { return argc == 0 || !argv; }\n"
MACHINES = ['[topology]\ntype = "torus"\nextents = [4, 16]\n',
            '[topology]\ntype = "torus"\nextents = [16, 16, 16]\n',
            '[topology]\ntype = "dragonfly"\nrouters_per_group = 4\nglobal_links = 2\n'
            'endpoints_per_router = 2\n']
JOB = '[[jobs]]\npattern = { type = "uniform", load = 0.1, duration = "10 us" }\n'
FILES = {"ring.c": PROGRAM, "halo.c": PROGRAM, "stencil.goal": "num_ranks 1\n\nrank 0 {\nl1: calc 1\n}\n",
         "machine.net": None}


def run(*command, cwd):
    return subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False)


def pages():
    yield SOURCE / "README.md"
    yield SOURCE / "CONTRIBUTING.md"
    yield from sorted((SOURCE / "docs").rglob("*.md"))
    yield from sorted((SOURCE / "examples").rglob("*.md"))


def sections(text):
    return {re.match(r"\[+([a-z_]+)", line)[1] for line in text.splitlines()
            if re.match(r"\[+[a-z_]+", line)}


def completed(text):
    """The block with a machine and a job, where it has none; the tables of one job join that job."""
    has = sections(text)
    if re.match(r"\[+jobs\.", text):
        text = '[[jobs]]\ntrace = "stencil.goal"\n' + text
    job = "" if "jobs" in has else JOB
    router = "" if "router" in has else "[router]\nvcs = 8\n"
    for machine in [""] if "topology" in has else MACHINES:
        yield machine + router + text + job


def try_toml(text, folder):
    said = ""
    for whole in completed(text):
        (folder / "block.toml").write_text(whole)
        outcome = run(KASURI, "check", "block.toml", cwd=folder)
        if outcome.returncode == 0:
            return ""
        said += outcome.stderr
    return said


def try_program(text, folder, verb, suffix):
    (folder / f"block{suffix}").write_text(text)
    standard = ["-std=c++20"] if "#include <kasuri/" in text else []
    return run(KASURI, verb, *standard, "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter",
               "-o", "block.so", f"block{suffix}", cwd=folder)


def try_component(text, folder):
    """A component, as a file of src/ that includes what topologies do."""
    (folder / "block.cpp").write_text('#include "base/config/registry.h"\n'
                                      '#include "network/net/topology.h"\n'
                                      "#include <fmt/format.h>\nnamespace kasuri {\nnamespace {\n" + text +
                                      "}  // namespace\n}  // namespace kasuri\n")
    return run(COMPILER, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
               f"-I{SOURCE / 'src'}", "block.cpp", cwd=folder)


def try_command(line, help_of):
    words = shlex.split(line, comments=True)
    while words and ("=" in words[0] or words[0] in ("mpirun", "-np", "time") or words[0].isdigit()):
        words = words[1:]
    if not words or words[0] not in ("kasuri", "build/kasuri"):
        return ""
    if len(words) < 2 or words[1].startswith("-"):
        return ""
    verb = words[1].split("|")[0]
    known = help_of(verb)
    if known is None:
        return f"there is no verb '{verb}'"
    if len(words) > 2 and re.search(rf"^ +{re.escape(words[2])} ", known, re.M):  # a verb of a verb
        known += help_of(verb, words[2]) or ""
    for word in words[2:]:
        option = word.strip("[]").split("=")[0]
        if verb in ("cc", "c++"):
            break
        if re.fullmatch(r"--[a-z][a-z-]*", option) and not re.search(rf"{option}\b(?!-)", known):
            return f"kasuri {verb} has no option {option}"
        if word.startswith("examples/") and "*" not in word and not (SOURCE / word).exists():
            return f"{word} does not exist"
    return ""


class Helper:
    """kasuri VERB --help, or that of a verb's verb, asked once each."""

    def __init__(self, folder):
        self.folder, self.known = folder, {}

    def __call__(self, *verbs):
        if verbs not in self.known:
            outcome = run(KASURI, *verbs, "--help", cwd=self.folder)
            self.known[verbs] = outcome.stdout if outcome.returncode == 0 else None
        return self.known[verbs]


def try_block(language, text, folder, help_of):
    """What is wrong with it, or an empty string."""
    if language == "toml":
        return try_toml(text, folder)
    if language == "c":
        outcome = try_program(text, folder, "cc", ".c")
    elif language == "cpp" and "config::" in text:
        outcome = try_component(text, folder)
    elif language == "cpp":
        outcome = try_program(text, folder, "c++", ".cpp")
    elif language == "python":
        compile(text, "block", "exec")
        return ""
    else:
        lines = text.replace("\\\n", " ").splitlines() if "kasuri " in text else []
        return "\n".join(filter(None, (try_command(line, help_of) for line in lines
                                       if line.count('"') % 2 == 0 and line.count("'") % 2 == 0)))
    return outcome.stderr if outcome.returncode else ""


def main():
    tried = wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, text in FILES.items():
            if text is not None:
                (folder / file).write_text(text)
        (folder / "machine.net").write_bytes((SOURCE / "examples/topologies/machine.net").read_bytes())
        help_of = Helper(folder)
        for page in pages():
            text = page.read_text()
            for block in BLOCK.finditer(text):
                if block[1]:
                    continue
                tried += 1
                fault = try_block(block[2], block[3], folder, help_of)
                if fault:
                    wrong += 1
                    line = text.count("\n", 0, block.start()) + 1
                    print(f"{page.relative_to(SOURCE)}:{line}: {fault}")
    print(f"{tried} blocks of code tried, {wrong} wrong")
    return 1 if wrong or tried < 90 else 0


if __name__ == "__main__":
    sys.exit(main())
