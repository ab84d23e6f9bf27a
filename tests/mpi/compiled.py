# SPDX-License-Identifier: MIT
"""Generated programs in C, C++ and Fortran (generated/). `kasuri mpicc`, `mpicxx` and `mpif90` compile each
unit with many options and link all to one program. The numbers that it prints on several ranks must be the
same for all options, and those of Open MPI.

    compiled.py FIRST_SEED [--seconds N]   one seed, few options; --seconds: as many as fit, all options
"""
import argparse
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "generated"))

from in_c import TAKERS  # noqa: E402
from program import main_text, program  # noqa: E402
from suite import KASURI, OPEN_MPI, run  # noqa: E402

VERB = {".c": "mpicc", ".cpp": "mpicxx", ".f90": "mpif90"}
LEVELS = {"o0": "-O0", "o1": "-O1", "o2": "-O2", "o3": "-O3", "os": "-Os", "og": "-Og", "of": "-Ofast"}
FEW = {"c": ("o1", "o2", "o3", "os"), "x": ("o1", "o2"), "f": ("o1", "o2", "o3")}
MOST_KINDS = 64  # of access in a program
MORE = ["-fPIC", "-fno-plt", "-flto", "-fopenmp-simd", "-g", "-fvisibility=hidden",
        "-fno-omit-frame-pointer",
        "-ffunction-sections", "-fdata-sections", "-fno-jump-tables", "-funroll-loops", "-mno-red-zone",
        "-fstack-protector-strong", "-fno-inline", "-mpreferred-stack-boundary=4", "-fno-tree-vectorize",
        "-fno-toplevel-reorder", "-fno-section-anchors", "-fipa-pta", "-fno-ipa-cp"]
OF_C = ["-fcommon -DCOMMON", "-fno-common", "-fno-common"]
ALWAYS = {".f90": ["-fallow-argument-mismatch", "-ffree-line-length-none", "-w"], ".c": ["-w"],
          ".cpp": ["-w", "-DOMPI_SKIP_MPICXX"]}


def processor_has(name):
    return f" {name} " in pathlib.Path("/proc/cpuinfo").read_text().replace("\n", " ")


class Build:
    """One program in a directory, of units with the options of their tags."""

    def __init__(self, seed, directory, units, tags):
        self.random = random.Random(seed + 1)
        self.directory, self.units, self.tags = directory, units, tags
        more = MORE + (["-mavx2"] if processor_has("avx2") else [])
        self.options = {}
        for letter, names in tags.items():
            for tag in names:
                options = [LEVELS[tag], *self.random.sample(more, self.random.randrange(4))]
                if letter == "c":
                    options += self.random.choice(OF_C).split()
                self.options[letter, tag] = options
        (directory / "takers.c").write_text(TAKERS)
        (directory / "main.c").write_text(main_text(units, tags))
        for (letter, tag) in self.options:
            for name, text in units[letter][1].items():
                (directory / f"{tag}_{name}").write_text(text.replace("@", tag))

    def compile(self, compiler, objects):
        """`compiler` gives the words for a file's extension."""
        jobs = [("takers.c", ["-O1"]), ("main.c", ["-O1"])]
        jobs += [(f"{tag}_{name}", options) for (letter, tag), options in self.options.items()
                 for name in self.units[letter][1]]

        def one(job):
            name, options = job
            extension = pathlib.Path(name).suffix
            if extension == ".f90":  # modules of one name for all options
                options = [*options, f"-J{self.directory / objects}"]
            code, out, err = run(*compiler(extension), *ALWAYS[extension], *options, "-c", "-o",
                                 f"{objects}/{name}.o", name, cwd=self.directory, seconds=200)
            if code != 0:
                raise SystemExit(f"{name} with {options} does not compile:\n{out}{err}")
            return f"{objects}/{name}.o"

        (self.directory / objects).mkdir()
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(one, jobs))


def ours(build, how):
    """The output of the program, and what was linked how: objects, an archive, or a shared library."""
    where = build.directory
    objects = build.compile(lambda extension: (KASURI, VERB[extension]), "ours")
    words = ["-lstdc++"]
    units = [o for o in objects if not o.endswith(("main.c.o", "takers.c.o"))]
    objects = [o for o in objects if o not in units]
    if how == "archive":
        subprocess.run(["ar", "rcs", "libunits.a", *units], cwd=where, check=True)
        words = ["-L.", "-lunits", *words]
    elif how == "library":
        cxx = [o for o in units if o.endswith(".cpp.o")]
        code, out, err = run(KASURI, "mpicxx", "-shared", "-o", "libunits.so", *cxx, cwd=where)
        if code != 0:
            raise SystemExit(f"no shared library:\n{out}{err}")
        objects += [o for o in units if o not in cxx]
        words = ["-L.", "-lunits", "-Wl,-rpath,.", *words]
    else:
        objects += units
    code, out, err = run(KASURI, "mpif90", "-o", "program", *objects, *words, cwd=where)
    if code != 0:
        raise SystemExit(f"the program is not linked ({how}):\n{out}{err}")
    return run(KASURI, "mpirun", "--quiet", "-n", "3", "--out", "out", "./program", cwd=where, seconds=200)


def theirs(build):
    """Of Open MPI, which compiles units once."""
    objects = build.compile(lambda extension: (VERB[extension] + ".openmpi",), "theirs")
    code, out, err = run("mpif90.openmpi", "-o", "oracle", *objects, "-lstdc++", cwd=build.directory)
    if code != 0:
        raise SystemExit(f"Open MPI does not link the program:\n{out}{err}")
    words = OPEN_MPI[:-1] + ["3"]
    return run("mpirun", *words, "./oracle", cwd=build.directory, seconds=200)


def numbers(text):
    """By language and rank: of each tag, the numbers."""
    found = {}
    for line in text.splitlines():
        letter, tag, rank, *values = line.split()
        found.setdefault((letter, rank), {})[tag] = values
    return found


def differences(build, text, expected):
    """Lines about what is not as Open MPI has it, or, without it, as the first options."""
    found, right = numbers(text), numbers(expected)
    for (letter, rank), by_tag in found.items():
        of_oracle = right.get((letter, rank), {})
        first = next(iter(of_oracle.values()), None) or next(iter(by_tag.values()))
        for tag, values in by_tag.items():
            for name, value, wanted in zip(build.units[letter][0], values, first):
                if value != wanted:
                    yield (f"{letter} {tag} rank {rank}: {name} gives {value}, not {wanted}; options "
                           f"{' '.join(build.options[letter, tag])}")
    if len(found) != 3 * len(build.units):
        yield f"ranks or languages are missing: {sorted(found)}"


def one_seed(seed, tags, with_oracle):
    with tempfile.TemporaryDirectory(prefix="kasuri-compiled-") as name:
        directory = pathlib.Path(name)
        units = program(seed, MOST_KINDS)
        build = Build(seed, directory, units, tags)
        how = ("objects", "archive", "library")[seed % 3]
        code, out, err = ours(build, how)
        bad = [f"exit code {code}: {err[-1500:]}"] if code != 0 else []
        expected = ""
        if with_oracle:
            (directory / "oracle").mkdir()
            oracle = Build(seed, directory / "oracle", units, {letter: ("o0",) for letter in units})
            code, expected, err = theirs(oracle)
            if code != 0:
                raise SystemExit(f"seed {seed}: Open MPI: exit code {code}\n{err[-1500:]}")
        bad += list(differences(build, out, expected))
        for line in bad[:20]:
            print(f"seed {seed} ({how}): {line}")
        return not bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("--seconds", type=float, default=0)
    wanted = parser.parse_args()
    with_oracle = bool(shutil.which("mpif90.openmpi") and shutil.which("mpirun"))
    end, seed, bad = time.monotonic() + wanted.seconds, wanted.seed, 0
    tags = {letter: tuple(LEVELS) for letter in FEW} if wanted.seconds else FEW
    while True:
        bad += not one_seed(seed, tags, with_oracle)
        seed += 1
        if time.monotonic() >= end:
            break
    print(f"{seed - wanted.seed} programs, {bad} differ" + ("" if with_oracle else "; without Open MPI"))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
