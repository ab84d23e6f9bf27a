# SPDX-License-Identifier: MIT
"""mpi.library: each MPI library chooses other algorithms, on any number of threads the same; what the
configuration names comes first."""
import json

from harness import DONE, SOURCE, TORUS, USAGE, KasuriTest, main

CONFIG = str((SOURCE / "examples" / "collectives" / "everything.toml").resolve())
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
        hashes = []
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

    # Without a word the decisions of a real library hold, and every run says which.
    def test_the_default(self):
        self.write("a.toml", ALLTOALL)
        default = self.run_with("default", config="a.toml")
        self.assertEqual(self.run_with("open", "mpi.library=open-mpi-4.1", config="a.toml"), default)
        self.assertIn('type = "open-mpi-4.1"', (self.dir / "default" / "config.toml").read_text())
        large = ("--set", "jobs.0.motif.operation=allreduce", "--set", "jobs.0.motif.size=8 MiB")
        done = self.kasuri("run", "a.toml", "--out", "b", *large)
        self.check(done, DONE, "allreduce by rabenseifner (nearest_first = true); as open-mpi-4.1 chooses")
        ran = self.summary("b")["jobs"][0]["collectives"]["allreduce"]["algorithms"]
        self.assertEqual(ran, [{"name": "rabenseifner (nearest_first = true)", "library": "open-mpi-4.1",
                                "calls": 16, "ranks_least": 16, "ranks_most": 16, "least_bytes": 8 << 20,
                                "most_bytes": 8 << 20}])
        plain = self.kasuri("run", "a.toml", "--out", "c", *large, "--set", "mpi.library=plain")
        self.check(plain, DONE, "allreduce by recursive-doubling; as plain chooses")
        self.assertGreater(self.summary("c")["time_ps"], 1.5 * self.summary("b")["time_ps"])
        own = self.kasuri("run", "a.toml", "--out", "d", "--set", "mpi.algorithms.alltoall=ring")
        self.check(own, DONE, "alltoall by ring\n")
        assumed = self.kasuri("run", "a.toml", "--out", "e", "--set", "mpi.library=fujitsu")
        self.check(assumed, DONE, "; as fujitsu is assumed to choose")

    # The default beside threads, flow level, power, several jobs.
    def test_the_default_beside_its_neighbours(self):
        job = ('[[jobs]]\nranks = 8\nmotif = { type = "collective", operation = "allreduce", '
               'size = "2 MiB", steps = 1 }\n')
        self.write("a.toml", TORUS + job)
        one = self.run_with("one", config="a.toml")
        self.check(self.kasuri("run", "a.toml", "--out", "two", "--threads", "2"), DONE)
        self.assertEqual(self.summary("two")["result_hash"], one)
        self.assertEqual(self.run_with("power", "power={}", config="a.toml"), one)
        for k, setting in enumerate(("fidelity=flow", "power.preset=nsimpower-table1")):
            self.run_with(f"n{k}", setting, config="a.toml")
            ran = self.summary(f"n{k}")["jobs"][0]["collectives"]["allreduce"]["algorithms"][0]
            self.assertEqual((ran["name"], ran["calls"]), ("rabenseifner (nearest_first = true)", 8))
        self.write("b.toml", TORUS + job + job.replace("ranks", 'collectives = "mpich-4"\nranks'))
        self.run_with("jobs", config="b.toml")
        ran = [j["collectives"]["allreduce"]["algorithms"][0] for j in self.summary("jobs")["jobs"]]
        self.assertEqual([a["library"] for a in ran], ["open-mpi-4.1", "mpich-4"])

    def test_unknown(self):
        self.write("a.toml", ALLTOALL + '[mpi]\nlibrary = "mpich"\n')
        self.check(self.kasuri("check", "a.toml"), USAGE,
                   "a.toml:8:11: error: unknown library 'mpich'; did you mean 'mpich-4'?; "
                   "known: cray-mpich, fujitsu, mpich-4, nccl, open-mpi-4.1, plain")
        self.check(self.kasuri("help", "library", "open-mpi-4.1"), DONE, "Open MPI 4.1")


if __name__ == "__main__":
    main()
