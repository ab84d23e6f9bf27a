# SPDX-License-Identifier: MIT
"""Several jobs as a user sees them: their results, what is refused, and kasuri interference."""
import json

from harness import *

TWO = """[topology]
type = "mesh"
extents = [4, 4]
[power]
preset = "nsimpower-table1"
chunk = "5 us"
[[jobs]]
name = "left"
pattern = { type = "uniform", load = 0.5, duration = "20 us" }
ranks = 8
placement = "blocked"
[[jobs]]
name = "right"
pattern = { type = "uniform", load = 0.5, duration = "30 us" }
start = "5 us"
"""


class Jobs(KasuriTest):
    def test_each_job_has_its_results(self):
        self.check(self.run_config(TWO), DONE, "left:", "right:", "8 nodes, from 5 us on")
        s = self.summary()
        left, right = s["jobs"]
        for key in ("packets", "packet_bytes", "packet_hops"):
            self.assertEqual(left[key] + right[key], s[key])
        self.assertEqual(left["fabric_messages"] + right["fabric_messages"], s["messages"])
        self.assertEqual((int(left["result_hash"], 16) + int(right["result_hash"], 16)) % 2**64,
                         int(s["result_hash"], 16))
        self.assertEqual(right["start_ps"], 5_000_000)
        self.assertLess(left["time_ps"], right["time_ps"])
        nobody = s["power"]["unassigned"]
        for key in ("energy_j", "nics_j", "hosts_j", "to_solution_j", "transitions", "wake_stall_s"):
            charged = nobody[key] + sum(j["power"][key] for j in s["jobs"])
            self.assertAlmostEqual(charged, s["power"][key], 12, key)
        self.assertEqual(nobody["to_solution_j"], s["power"]["unassigned_j"])
        self.assertGreater(s["power"]["unassigned_j"], 0)
        for power in [j["power"] for j in s["jobs"]] + s["power"]["classes"]:
            self.assertLessEqual(power["mean_w"], power["always_on_mean_w"])
            self.assertGreater(power["peak_w"], 0)
            self.assertTrue(0 <= power["lpi_ratio"] <= 1)
        page = (SOURCE / "docs" / "results.md").read_text()
        for key in [*left, *left["power"], *s["power"]["classes"][0]]:
            self.assertIn(f"`{key}`", page, "docs/results.md does not explain it")

    def test_the_resolved_configuration_is_the_same_run(self):
        self.check(self.run_config(TWO), DONE)
        first = self.summary()["result_hash"]
        self.check(self.kasuri("run", "out/config.toml", "--out", "again"), DONE)
        self.assertEqual(self.summary("again")["result_hash"], first)

    def test_what_does_not_fit_is_refused(self):
        self.check(self.run_config(TWO, "--set", "jobs.0.ranks=16"), USAGE,
                   "config.toml:12:1: error: no free node for this job")
        self.check(self.run_config(TWO, "--set", "jobs.1.ranks=9"), USAGE,
                   "9 ranks do not fit on the 8 of 16 nodes that are free")
        self.write("map.txt", "0 1\n1 1\n2 40\n")
        self.check(self.run_config(TWO, "--set", "jobs.1.mapping_file=map.txt", "--set",
                                   "jobs.1.ranks=3"), USAGE,
                   "map.txt:3:3: error: node 40 does not exist; nodes are 0 to 15")

    def test_interference(self):
        self.write("config.toml", TWO)
        outcome = self.kasuri("interference", "config.toml", "--out", "study", "--json")
        self.check(outcome, DONE)
        told = json.loads(outcome.out)
        self.assertEqual(told, json.loads((self.dir / "study" / "interference.json").read_text()))
        self.assertEqual([j["name"] for j in told["jobs"]], ["left", "right"])
        for j in told["jobs"]:
            # Boxes of a mesh share no link.
            self.assertEqual(j["slowdown"], 1)
            self.assertEqual(j["shared_links"], 0)
            self.assertGreater(j["links"], 0)
        self.assertEqual(told["pairs"], [])
        together = json.loads((self.dir / "study" / "together.json").read_text())
        alone = json.loads((self.dir / "study" / "alone-1.json").read_text())
        self.assertEqual(alone["jobs"][0]["result_hash"], together["jobs"][1]["result_hash"])
        page = (SOURCE / "docs" / "jobs.md").read_text()
        for key in [*told, *told["jobs"][0]]:
            self.assertIn(f"`{key}`", page, "docs/jobs.md does not explain it")

    def test_interference_of_jobs_that_share_links(self):
        self.write("config.toml", TWO.replace('"blocked"', '"random-nodes"'))
        words = self.kasuri("interference", "config.toml", "--set", "power.policy=always-on")
        self.check(words, DONE, "slow-down", "left and right share")
        threads = self.kasuri("interference", "config.toml", "--threads", "3", "--json")
        alone = self.kasuri("interference", "config.toml", "--json")
        self.assertEqual(threads.out, alone.out)

    def test_interference_needs_two_jobs(self):
        self.write("config.toml", SHORT)
        self.check(self.kasuri("interference", "config.toml"), USAGE, "two jobs or more")


if __name__ == "__main__":
    unittest.main()
