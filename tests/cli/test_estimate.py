# SPDX-License-Identifier: MIT
"""How long a run will take, said before it: against the run itself."""
import json
import re

from harness import *

TORUS = '''topology = { type = "torus", extents = [8, 8, 8] }
[[jobs]]
pattern = { type = "uniform", load = 0.3, message = "2 KiB", duration = "%s" }
'''
HOPS = re.compile(r"estimate .* at packet level.*, ([0-9.]+) (thousand|million) packet-hops")


class Estimate(KasuriTest):
    def hops(self, said):
        found = HOPS.search(said)
        self.assertTrue(found, said)
        return float(found[1]) * {"thousand": 1e3, "million": 1e6}[found[2]]

    def test_hops_are_those_of_the_run(self):
        self.write("long.toml", TORUS % "3 ms")
        said = self.kasuri("check", "long.toml")
        self.check(said, DONE, "estimate  ")
        run = self.kasuri("run", "long.toml", "--json", "--out", "run")
        self.check(run, DONE)
        real = json.loads(run.out)["packet_hops"]
        self.assertTrue(real / 3 < self.hops(said.out) < real * 3, (real, said.out))

    def test_trials_leave_nothing_and_programs_are_not_tried(self):
        self.write("short.toml", TORUS % "10 us")
        said = self.kasuri("check", "short.toml", "--estimate")
        self.check(said, DONE, " at packet level")
        dry = self.kasuri("run", "short.toml", "--dry-run")
        self.check(dry, DONE, "estimate  ", " at packet level")
        self.write("file.c", '#include <stdio.h>\n#include <mgen.h>\nint main(void) {'
                             ' fclose(fopen("left", "w")); return 0; }\n')
        self.write("program.toml", 'topology = { type = "torus", extents = [2, 2] }\n'
                                   '[[jobs]]\nprogram = "file.c"\n')
        self.check(self.kasuri("check", "program.toml"), DONE, "estimate  ", "is known when it runs")
        self.assertEqual({f.name for f in self.dir.iterdir()},
                         {"short.toml", "program.toml", "file.c"})

    def test_a_comparison_says_it_before(self):
        self.write("study.toml", '''endpoints = 32
[tolerance]
samples = 0
[[candidates]]
family = "torus"
[[candidates]]
family = "fat-tree"
[[workloads]]
name = "sum"
jobs = [{ motif = { type = "collective", operation = "allreduce", size = "64 KiB" }, ranks = 32 }]
''')
        self.check(self.kasuri("compare", "study.toml", "--dry-run"), DONE,
                   "estimate: 2 runs: ", " at packet level")
        self.assertEqual([f.name for f in self.dir.iterdir()], ["study.toml"])


if __name__ == "__main__":
    unittest.main()
