# SPDX-License-Identifier: MIT
"""mpi.library: each MPI library chooses other algorithms, on any number of threads the same; what the
configuration names comes first."""
import json

from harness import DONE, SOURCE, USAGE, KasuriTest, main

CONFIG = str((SOURCE / "examples" / "every-algorithm" / "config.toml").resolve())
RANKS = "jobs.0.ranks=24"
ALLTOALL = ('[topology]\ntype = "switch"\nendpoints = 16\n[[jobs]]\nranks = 16\n'
            'motif = { type = "collective", operation = "alltoall", size = "200 B", steps = 1 }\n')


class Libraries(KasuriTest):
    def run_with(self, out, *settings, config=CONFIG):
        arguments = [word for s in settings for word in ("--set", s)]
        self.check(self.kasuri("run", config, "--out", out, *arguments), DONE)
        return self.summary(out)["result_hash"]

    def test_each_gives_the_same_on_any_number_of_threads(self):
        kinds = {k["name"]: k for k in json.loads(self.kasuri("list", "--json").out)["kinds"]}
        hashes = [self.run_with("none", RANKS)]
        for name in [c["name"] for c in kinds["library"]["components"]]:
            run = ("run", CONFIG, "--set", RANKS, "--set", f"mpi.library={name}", "--out")
            self.check(self.kasuri(*run, name), DONE, "24 ranks, check sum 12339217922")
            self.check(self.kasuri(*run, name + "-3", "--threads", "3"), DONE)
            hashes.append(self.summary(name)["result_hash"])
            self.assertEqual(self.summary(name + "-3")["result_hash"], hashes[-1])
            # What a run leaves runs again, and names the library, not its algorithms.
            self.assertIn(f'type = "{name}"', (self.dir / name / "config.toml").read_text())
            self.check(self.kasuri("rerun", name), DONE)
        self.assertEqual(len(set(hashes)), len(hashes), hashes)

    def test_what_is_configured_comes_first(self):
        self.write("a.toml", ALLTOALL)
        chosen = self.run_with("a", "mpi.algorithms.alltoall=bruck", config="a.toml")
        self.assertEqual(self.run_with("b", "mpi.library=mpich-4", config="a.toml"), chosen)
        ring = self.run_with("c", "mpi.algorithms.alltoall=ring", config="a.toml")
        self.assertNotEqual(ring, chosen)
        self.assertEqual(self.run_with("d", "mpi.library=mpich-4", "mpi.algorithms.alltoall=ring",
                                       config="a.toml"), ring)
        self.write("a.toml", ALLTOALL + '[[mpi.rules.alltoall]]\nalgorithm = "ring"\n')
        self.assertEqual(self.run_with("e", "mpi.library=mpich-4", config="a.toml"), ring)

    def test_unknown(self):
        self.write("a.toml", ALLTOALL + '[mpi]\nlibrary = "mpich"\n')
        self.check(self.kasuri("check", "a.toml"), USAGE,
                   "a.toml:8:11: error: unknown library 'mpich'; did you mean 'mpich-4'?; "
                   "known: cray-mpich, fujitsu, mpich-4, nccl, open-mpi-4.1")
        self.check(self.kasuri("help", "library", "open-mpi-4.1"), DONE, "Open MPI 4.1")


if __name__ == "__main__":
    main()
