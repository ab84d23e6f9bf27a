# SPDX-License-Identifier: MIT
"""Memory that programs of many ranks take."""
import os
import shutil
import unittest

from harness import DONE, SOURCE, KasuriTest, main

GRID = """network = {{ type = "loggp" }}
[topology]
type = "torus"
extents = [{0}, 64]
[[jobs]]
program = "communicators.c"
args = ["{1}"]
ranks = {2}
payload = true
"""


class Communicators(KasuriTest):
    """Every call that makes a communicator, a group or a topology (programs/communicators.c)."""

    def make(self, ranks, calls, *args):
        shutil.copy(SOURCE / "tests/cli/programs/communicators.c", self.dir)
        self.write("config.toml", GRID.format(ranks // 64, calls, ranks))
        process = self.start("run", "config.toml", "--out", "out", *args)
        with process.stdout, process.stderr:
            out, err = process.stdout.read(), process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, DONE, err)
        self.assertIn(f"made by {ranks} ranks", out)
        self.hash = [line for line in out.splitlines() if line.startswith("result hash")]
        shutil.rmtree(self.dir / "out")
        return usage.ru_maxrss << 10

    @unittest.skipIf(os.environ.get("KASURI_SANITIZE"), "sanitizers take memory of their own")
    def test_memory_grows_with_the_ranks_and_not_with_their_square(self):
        ranks = 131072 if os.environ.get("KASURI_LONG") else 16384
        self.assertLess(self.make(ranks, "gdctw"), (3 << 30) * ranks // 131072)

    def test_threads_change_nothing(self):
        self.make(512, "gdct", "--threads", "1")
        one = self.hash
        self.make(512, "gdct", "--threads", "3")
        self.assertEqual(self.hash, one)


if __name__ == "__main__":
    main()
