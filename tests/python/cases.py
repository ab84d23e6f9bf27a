# SPDX-License-Identifier: MIT
"""What the tests of the Python package have in common: a directory and a cache of their own."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

KASURI = os.environ.get("KASURI", "build/kasuri")
SOURCE = pathlib.Path(os.environ.get("KASURI_SOURCE", ".")).resolve()
BUILD = pathlib.Path(os.environ.get("KASURI_BUILD", SOURCE / "build")).resolve()

TORUS = {
    "topology": {"type": "torus", "extents": [4, 4]},
    "jobs": [{"pattern": {"type": "uniform", "load": 0.3, "duration": "5 us"}}],
}
FILE = """[topology]
type = "torus"
extents = [4, 4]

[[jobs]]
pattern = { type = "uniform", load = 0.3, duration = "5 us" }
"""


class Case(unittest.TestCase):
    def setUp(self):
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="kasuri-python-")).resolve()
        self.addCleanup(shutil.rmtree, self.dir, ignore_errors=True)
        self.environment = dict(os.environ)
        self.addCleanup(self.restore)
        os.environ["XDG_CACHE_HOME"] = str(self.dir / "cache")
        self.before = os.getcwd()
        os.chdir(self.dir)

    def restore(self):
        os.chdir(self.before)
        os.environ.clear()
        os.environ.update(self.environment)

    def write(self, name, text):
        path = self.dir / name
        path.write_text(text)
        return str(path)

    def shell(self, *command, code=0, **options):
        done = subprocess.run(
            [str(c) for c in command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            **options
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done
