# SPDX-License-Identifier: MIT
"""The conformance suite: programs of many small tests (check.h), compiled as any MPI program is, and run on
a torus, a fat tree and a dragonfly by two threads; and with Open MPI on the host as an oracle: what is true
here must be true there.

    suite.py NAME      one program, NAME.c
    suite.py oracle    all of them with Open MPI
    suite.py mistakes  programs that must fail, and what is said of them
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KASURI = str(pathlib.Path(os.environ.get("KASURI", "build/kasuri")).resolve())
PROGRAMS = sorted(p.stem for p in HERE.glob("*.c") if p.stem != "mistakes")
DRAGONFLY = "routers_per_group = 2\nglobal_links = 1\nendpoints_per_router = 1\n"
# A machine, or none for the usual fat tree; ranks.
MACHINES = {"torus": ('[topology]\ntype = "torus"\nextents = [2, 3]\n', 10),
            "fat tree": (None, 10),
            "dragonfly": ('[topology]\ntype = "dragonfly"\n' + DRAGONFLY, 6)}
# Of Open MPI 4.1: its usual ways of one-sided communication fail within a host, some of them by a crash.
OPEN_MPI = ("--allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 --mca osc ^rdma "
            "--mca btl self,tcp -np 4").split()
WARNINGS = ["-Wall", "-Wextra", "-Wno-unused-function"]
# Constants such as MPI_UNWEIGHTED are no arrays: what takes them may not be declared as an array.
OURS = ["-Werror=stringop-overflow", "-Werror=stringop-overread", "-Werror=array-bounds"]


def run(*words, cwd, seconds=1000):
    try:
        done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, errors="replace",
                              timeout=seconds, check=False)
    except subprocess.TimeoutExpired as late:
        out = (late.stdout or b"").decode(errors="replace")
        return None, out, f"{words} did not end within {seconds} s"
    return done.returncode, done.stdout, done.stderr


def run_open_mpi(program, cwd):
    """Open MPI may hang where the program is right, so a run that does not end is tried again."""
    for _ in range(3):
        ran = run("mpirun", *OPEN_MPI, program, cwd=cwd, seconds=240)
        if ran[0] is not None:
            break
    return ran


def compile_program(name, directory, compiler=(KASURI, "mpicc", *OURS)):
    code, out, err = run(*compiler, *WARNINGS, "-O1", "-o", name, HERE / f"{name}.c", cwd=directory)
    if code != 0:
        sys.exit(f"{name}.c does not compile:\n{out}{err}")


def look_at(what, code, out, err):
    """The lines of a run that are no success; also of one that ends early."""
    bad = [line for line in out.splitlines() if not line.startswith("ok ")]
    if code == 0 and len(bad) == 1 and bad[0].endswith(" tests, 0 failed"):
        print(f"{what}: {bad[0]}")
        return True
    print("\n".join([f"{what}: exit code {code}", *bad[:40], err[-2000:]]))
    return False


def conformance(name, directory):
    compile_program(name, directory)
    good = True
    for number, (machine, (text, ranks)) in enumerate(MACHINES.items()):
        options = ["-n", str(ranks), "--ranks-per-node", "2", "--threads", "2", "--out", f"out-{number}"]
        if text:
            (directory / f"{number}.toml").write_text(text)
            options += ["--machine", f"{number}.toml"]
        ran = run(KASURI, "mpirun", *options, f"./{name}", cwd=directory)
        good &= look_at(f"{name} on a {machine}", *ran)
    return good


def oracle(directory):
    compilers = [c for c in (shutil.which("mpicc.openmpi"), shutil.which("mpicc")) if c]
    if not compilers or not shutil.which("mpirun"):
        print("Open MPI is not installed")
        return True
    good = True
    for name in PROGRAMS:
        compile_program(name, directory, (compilers[0],))
        good &= look_at(f"{name} with Open MPI", *run_open_mpi(f"./{name}", directory))
    return good


def mistakes(directory):
    compile_program("mistakes", directory)
    text = (HERE / "mistakes.c").read_text()
    expected = re.findall(r"^/\* (\d): (.*) \*/\nTEST\((\w+)\)", text, re.M)
    if len(expected) != len(re.findall(r"^TEST\(", text, re.M)):
        sys.exit("mistakes.c: a test without its message")
    good = True
    for exit_code, message, name in expected:
        shutil.rmtree(directory / "out", ignore_errors=True)
        code, _, err = run(KASURI, "mpirun", "-n", "4", "--out", "out", "./mistakes", name, cwd=directory)
        if code == int(exit_code) and re.search(message, err):
            continue
        good = False
        print(f"{name}: exit code {code} instead of {exit_code}, or not {message!r}:\n{err[-1500:]}")
    print(f"{len(expected)} mistakes")
    return good


def main():
    what = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="kasuri-mpi-") as name:
        directory = pathlib.Path(name)
        good = {"oracle": oracle, "mistakes": mistakes}.get(what, lambda d: conformance(what, d))(directory)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
