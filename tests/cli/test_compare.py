# SPDX-License-Identifier: MIT
"""kasuri compare: candidates of one size, their runs, and what is found."""
import json
import os

from harness import *

STUDY = '''endpoints = 32
fidelity = "flow"
[router]
vcs = 4
[tolerance]
samples = 1
[[candidates]]
family = "torus"
[[candidates]]
family = "slim-fly"
[[candidates]]
name = "mesh"
topology = { type = "full-mesh", routers = 8, endpoints_per_router = 4 }
[[workloads]]
name = "sum"
jobs = [{ motif = { type = "collective", operation = "allreduce", size = "64 KiB" }, ranks = 32 }]
[[workloads]]
name = "two"
jobs = [
  { name = "a", motif = { type = "lines-alltoall", grid = [4, 4], size = "16 KiB" } },
  { name = "b", motif = { type = "stencil", grid = [4, 4], size = "16 KiB" } },
]
'''


class Compare(KasuriTest):
    def study(self, text, *args):
        self.write("study.toml", text)
        return self.kasuri("compare", "study.toml", *args)

    def test_runs_all_and_says_what_is_best(self):
        outcome = self.study(STUDY, "--out", "out")
        self.check(outcome, DONE, "torus", "slim-fly", "mesh", "sum: ", "two: ", "fastest",
                   "No other candidate", "where packets would end in 80 % of cases")
        found = json.loads((self.dir / "out/compare.json").read_text())
        self.assertEqual([c["name"] for c in found["candidates"]], ["torus", "slim-fly", "mesh"])
        for c in found["candidates"]:
            self.assertGreaterEqual(c["endpoints"], 32)
            self.assertEqual([r["status"] for r in c["runs"]], ["done", "done"])
            self.assertGreaterEqual(c["runs"][1]["slowdown"], 1)
            self.assertNotIn("slowdown", c["runs"][0])
            level = c["runs"][0]["range"]
            self.assertEqual((level["from"], level["share"]), ("level", 0.8))
            self.assertLess(level["low"], level["high"])
            self.assertIsNone(c["price"])
            self.assertLessEqual(c["links_failed"]["bandwidth"], 1)
        best = min(c["relative_time"] for c in found["candidates"])
        self.assertGreaterEqual(best, 1)
        self.assertIn("<svg", (self.dir / "out/pareto.svg").read_text())
        self.assertEqual(len((self.dir / "out/compare.csv").read_text().splitlines()), 1 + 6)
        # A run by itself has the same time.
        alone = self.kasuri("run", "out/configurations/mesh+sum.toml", "--json", "--out", "alone")
        self.check(alone, DONE)
        time = json.loads(alone.out)["time_ps"]
        self.assertAlmostEqual(found["candidates"][2]["runs"][0]["time_s"], time * 1e-12)

    def test_repeats_random_noise(self):
        study = (STUDY[:STUDY.index('[[workloads]]\nname = "two"')].replace('fidelity = "flow"\n', "") +
                 '[noise]\ntype = "random"\ninterval = "20 us"\nduration = "5 us"\n').replace(
            'motif = { type = "collective", operation = "allreduce", size = "64 KiB" }',
            'motif = { type = "stencil", grid = [4, 8], size = "1 KiB", compute = "50 us" }')
        self.check(self.study(study, "--out", "out"), DONE, "means over 5 seeds", " us [")
        found = json.loads((self.dir / "out/compare.json").read_text())
        for c in found["candidates"]:
            times = []
            for seed in range(1, 6):
                name = f"{c['name']}+sum" + (f"__seed_{seed}" if seed > 1 else "")
                run = self.kasuri("run", f"out/configurations/{name}.toml", "--json", "--out", name)
                self.check(run, DONE)
                times.append(json.loads(run.out)["time_ps"] * 1e-12)
            times.sort()
            run = c["runs"][0]
            self.assertAlmostEqual(run["time_s"], sum(times) / 5)
            self.assertAlmostEqual(run["range"]["low"], times[0] + 0.4 * (times[1] - times[0]))
            self.assertEqual(run["range"]["from"], "seeds")
        self.check(self.study(study, "--out", "out", "--seeds", "1"), DONE)
        found = json.loads((self.dir / "out/compare.json").read_text())
        self.assertNotIn("range", found["candidates"][0]["runs"][0])
        self.check(self.study(study, "--out", "out", "--seeds", "0"), USAGE, "1 to 1000")

    def test_pairs_of_failed_endpoints_are_lost(self):
        # Two of eight routers take 4 endpoints each with them; the others stay connected in a full mesh.
        text = STUDY.replace("[tolerance]", "[tolerance]\nrouters = 0.25\nlinks = 0")
        outcome = self.study(text, "--dry-run", "--json")
        self.check(outcome, DONE)
        mesh = json.loads(outcome.out)["candidates"][2]
        self.assertAlmostEqual(mesh["routers_failed"]["connected"], 24 * 23 / (32 * 31))

    def test_goes_on_where_it_was(self):
        self.check(self.study(STUDY, "--out", "out"), DONE)
        again = self.study(STUDY, "--out", "out")
        self.check(again, DONE, "6 of 6 points were finished before")
        other = self.study(STUDY.replace('size = "64 KiB"', 'size = "128 KiB"'), "--out", "out")
        self.check(other, DONE, "3 of 6 points were finished before")

    def test_sizes_by_ports_and_prices(self):
        text = STUDY.replace("endpoints = 32", "ports = 400") + \
            '[prices]\nrouter = 100\nrouter_port = 10\noptical = 50\n'
        outcome = self.study(text, "--dry-run", "--json")
        self.check(outcome, DONE)
        for c in json.loads(outcome.out)["candidates"]:
            self.assertLessEqual(c["router_ports"], 400)
            self.assertEqual(c["price"], 100 * c["routers"] + 10 * c["router_ports"] +
                             50 * c["cables"]["optical"])

    def test_mistakes_have_a_place(self):
        self.check(self.study(STUDY.replace('"torus"', '"tours"'), "--dry-run"), USAGE,
                   "study.toml:8:10: error", "unknown family 'tours'", "did you mean 'torus'")
        self.check(self.study(STUDY.replace("endpoints = 32\n", ""), "--dry-run"), USAGE,
                   "set 'endpoints' or 'ports'")
        self.check(self.study(STUDY.replace('name = "mesh"\n', 'name = "torus"\n'), "--dry-run"), USAGE,
                   "another candidate is 'torus'")
        self.check(self.study(STUDY + "[prizes]\nrouter = 1\n", "--dry-run"), USAGE, "prizes")
        lost = STUDY.replace('fidelity = "flow"', '[flow]\nstep = "1 us"')
        lost = lost.replace("vcs = 4", 'buffer = "1 KiB"')
        self.check(self.study(lost, "--dry-run"), USAGE,
                   'study.toml:2:2: error: this section is for fidelity = "flow"',
                   "study.toml:5:10: error: virtual cut-through needs space")
        self.check(self.study(STUDY), USAGE, "--out")
        self.check(self.study(STUDY.replace('"slim-fly"', '"slim-fly"\nendpoints = 2'), "--dry-run"), USAGE,
                   "no slim-fly has about 2 endpoints; the nearest: ")

    def test_a_candidate_that_cannot_run_does_not_stop_others(self):
        text = STUDY.replace('family = "slim-fly"', 'family = "slim-fly"\nrouting = { type = "d-mod-k" }')
        outcome = self.study(text, "--out", "out")
        self.assertEqual(outcome.code, 1)
        self.assertIn("sum on slim-fly", outcome.err)
        found = json.loads((self.dir / "out/compare.json").read_text())
        self.assertEqual([r["status"] for r in found["candidates"][1]["runs"]], ["failed", "failed"])
        self.assertIsNone(found["candidates"][1]["relative_time"])
        self.assertIsNotNone(found["candidates"][0]["relative_time"])


if __name__ == "__main__":
    main()
