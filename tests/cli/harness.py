# SPDX-License-Identifier: MIT
"""Runs the kasuri binary in a directory of its own and looks at what comes of it."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

KASURI = os.environ.get("KASURI", "build/kasuri")
SOURCE = pathlib.Path(os.environ.get("KASURI_SOURCE", "."))
INCLUDE = pathlib.Path(KASURI).resolve().parent / "generated" / "include"  # of simulated programs

TORUS = '[topology]\ntype = "torus"\nextents = [4, 4]\n'
UNIFORM = TORUS + '[[jobs]]\npattern = { type = "uniform", load = 0.2, duration = "%s" }\n'
SHORT = UNIFORM % "20 us"
LONG = UNIFORM % "100 s"
PROGRAM = TORUS + '[[jobs]]\nprogram = "program.c"\nranks = 2\n'

DONE, FAILED, USAGE, DEADLOCK, LIMIT, INTERNAL = range(6)


class Outcome:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err


def gpu_servers(count, server='type = "nvswitch"\ngpus = 4\ngpu_rate = "450 GB/s"', nic="", links=""):
    """Servers of four GPUs with a NIC each, on one switch."""
    return f"""
[topology]
type = "hierarchy"
servers = {count}
nics = 4
[topology.server]
{server}
[topology.fabric]
type = "switch"
endpoints = {4 * count}
[link]
rate = "25 GB/s"
{links}
[link.nic]
rate = "63 GB/s"
[router]
vcs = 2
[nic]
packet = "4 KiB"
{nic}
"""


def c_program(body, head="", api="MPI"):
    """A program of MPI, or of mgen.h, whose main function has this body, with rank and size."""
    name = "main" if api == "MPI" else "MGEN_Main"
    return (f"#include <{api.lower()}.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
            f"{head}int {name}(int argc, char** argv) {{\n  int rank, size;\n"
            f"  {api}_Init(&argc, &argv);\n  {api}_Comm_rank({api}_COMM_WORLD, &rank);\n"
            f"  {api}_Comm_size({api}_COMM_WORLD, &size);\n{body}\n  {api}_Finalize();\n  return 0;\n}}\n")


class KasuriTest(unittest.TestCase):
    def setUp(self):
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="kasuri-test-"))
        self.addCleanup(shutil.rmtree, self.dir, ignore_errors=True)

    @classmethod
    def program_with_page(cls):
        """A copy of the program with a page for the browser, which `make viewer` may not have made."""
        folder = tempfile.TemporaryDirectory(prefix="kasuri-test-program-")
        cls.addClassCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        (root / "bin").mkdir()
        (root / "bin/viewer.html").write_text("<html><!--kasuri-data--></html>")
        (root / "include").mkdir()
        (root / "include/kasuri").symlink_to(INCLUDE)
        for study in "kasuri-chip", "kasuri-manycore":
            shutil.copy2(pathlib.Path(KASURI).with_name(study), root / "bin")
        return shutil.copy2(KASURI, root / "bin")

    def write(self, name, text):
        (self.dir / name).write_text(text)

    def start(self, *args, **options):
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        return subprocess.Popen([KASURI, *args], cwd=self.dir, text=True,
                                stdin=subprocess.DEVNULL, **options)

    def kasuri(self, *args, **options):
        process = self.start(*args, **options)
        out, err = process.communicate(timeout=300)
        return Outcome(process.returncode, out, err)

    def peak_memory(self, *args):
        """Of a run that ends well: the most that its process had, in bytes."""
        process = self.start(*args)
        with process.stdout, process.stderr:
            process.stdout.read()
            err = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, DONE, err)
        return usage.ru_maxrss << 10

    def run_config(self, text, *args, **options):
        self.write("config.toml", text)
        return self.kasuri("run", "config.toml", "--out", "out", *args, **options)

    def run_program(self, body, *args, config=PROGRAM, **options):
        """A C program whose MGEN_Main has this body, with rank and size."""
        self.write("program.c", c_program(body, api="MGEN"))
        return self.run_config(config, *args, **options)

    def summary(self, directory="out"):
        return json.loads((self.dir / directory / "summary.json").read_text())

    def check(self, outcome, code, *words):
        """The exit code, and words that must be in the message."""
        everything = outcome.out + outcome.err
        self.assertEqual(outcome.code, code, everything)
        for word in words:
            self.assertIn(word, everything)

    def check_nothing_left(self, *but):
        """Neither results nor drafts: only what the test itself wrote."""
        names = sorted(p.name for p in self.dir.iterdir())
        allowed = {"config.toml", "program.c", *but}
        self.assertEqual([n for n in names if n not in allowed], [])

    def wait_for(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "waited in vain")
            time.sleep(0.02)

    def start_and_wait(self, config=None, *args):
        """A long run that has begun, as its draft shows."""
        self.write("config.toml", config or LONG)
        process = self.start("run", "config.toml", "--out", "out", *args)
        self.addCleanup(self.end, process)
        self.wait_for(lambda: (self.dir / "out.draft" / "manifest.json").exists())
        time.sleep(0.5)
        return process

    def end(self, process):
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.communicate()


def main():
    unittest.main(verbosity=2)
