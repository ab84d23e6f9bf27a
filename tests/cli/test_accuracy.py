# SPDX-License-Identifier: MIT
"""[accuracy]: where a measured time would be, from calibrate to predict, run and compare."""
import json
import math

from harness import DONE, USAGE, KasuriTest, main

MACHINE = ('[topology]\ntype = "switch"\nendpoints = 16\n[link]\nrate = "10 GB/s"\n'
           '[mpi]\nlibrary = "open-mpi-4.1"\nsend_overhead = "200 ns"\n')
RING = '[[jobs]]\nranks = 8\nmotif = { type = "collective", operation = "allreduce", size = "1 KiB" }\n'
PATTERN = ('[[jobs]]\nranks = 8\n'
           'pattern = { type = "uniform", load = 0.05, message = "2 KiB", duration = "2 us" }\n')


class Accuracy(KasuriTest):
    def setUp(self):
        super().setUp()
        self.write("m.toml", MACHINE)

    def predicted(self, machine, nodes):
        done = self.kasuri("predict", machine, "--nodes", nodes, "--collective", "allreduce", "--algorithm",
                           "ring", "--bytes", "64,1024,16KiB,64KiB", "--json")
        self.check(done, DONE)
        return json.loads(done.out)["points"]

    def calibrated(self):
        """Fitted to 8 nodes; at 16, everything was measured to take twice as long."""
        rows = ["system,nodes,collective,algorithm,bytes,median_us"]
        for nodes, slower in (("8", 1), ("16", 2)):
            for p in self.predicted("m.toml", nodes):
                rows.append(f"m,{nodes},allreduce,ring,{p['bytes']},{slower * p['time_us']}")
        self.write("m.csv", "\n".join(rows) + "\n")
        self.check(self.kasuri("calibrate", "m.toml", "m.csv", "--fit", "mpi.send_overhead", "--only",
                               "nodes=8", "-o", "new.toml"), DONE)

    def test_predictions_contain_what_was_predicted(self):
        self.calibrated()
        self.assertIn('errors = "new.errors.csv"', (self.dir / "new.toml").read_text())
        for p in self.predicted("new.toml", "8"):
            self.assertEqual(p["range"]["from"], "machine")
            self.assertAlmostEqual(p["range"]["low"] / p["time_us"], 2, 2)
            self.assertAlmostEqual(p["range"]["high"] / p["time_us"], 2, 2)
        self.assertNotIn("range", self.predicted("m.toml", "8")[0])

    def test_another_machine_has_no_range(self):
        self.calibrated()
        done = self.kasuri("predict", "new.toml", "--nodes", "8", "--collective", "allreduce", "--bytes",
                           "64", "--set", "link.rate=1 GB/s", "--json")
        self.check(done, DONE)
        self.assertNotIn("range", json.loads(done.out)["points"][0])

    def test_runs_say_it(self):
        self.calibrated()
        self.write("ring.toml", RING)
        run = self.kasuri("run", "ring.toml", "--machine", "new.toml", "--out", "out")
        self.check(run, DONE, "measured time", "4 measured times of collectives")
        self.assertNotIn("no collectives", run.out)
        summary = json.loads((self.dir / "out" / "summary.json").read_text())
        self.assertAlmostEqual(summary["accuracy"]["range"]["high"] / summary["time_ps"], 2, 2)
        self.write("pattern.toml", PATTERN)
        self.check(self.kasuri("run", "pattern.toml", "--machine", "new.toml", "--out", "other"), DONE,
                   "this run has no collectives")

    def test_a_new_fit_forgets_old_errors(self):
        self.calibrated()
        self.check(self.kasuri("calibrate", "new.toml", "m.csv", "--system", "m", "--fit",
                               "mpi.send_overhead", "-o", "all.toml"), DONE)
        self.assertNotIn("accuracy", (self.dir / "all.toml").read_text())

    def test_skew_is_of_measurements(self):
        """The largest of eight exponential times, in the median; runs have none, and a fit keeps it."""
        self.write("m.toml", MACHINE + '[accuracy]\nskew = "2 us"\n')
        late = self.predicted("m.toml", "8")
        self.calibrated()
        self.assertIn('skew = "2 us"', (self.dir / "new.toml").read_text())
        self.write("m.toml", MACHINE)
        median = -2 * math.log(1 - 0.5 ** (1 / 8))
        for with_skew, without in zip(late, self.predicted("m.toml", "8")):
            self.assertAlmostEqual(with_skew["time_us"] - without["time_us"], median, 3)
        self.write("ring.toml", RING)
        times = []
        for machine in ("new.toml", "m.toml"):
            self.check(self.kasuri("run", "ring.toml", "--machine", machine, "--set",
                                   "mpi.send_overhead=200 ns", "--out", machine + ".out"), DONE)
            summary = self.dir / (machine + ".out") / "summary.json"
            times.append(json.loads(summary.read_text())["time_ps"])
        self.assertEqual(*times)
        drawn = self.kasuri("predict", "new.toml", "--nodes", "8", "--collective", "allreduce", "--bytes",
                            "64", "--draws", "5", "--set", "mpi.send_overhead=200 ns", "--json")
        self.check(drawn, DONE)
        scatter = json.loads(drawn.out)["points"][0]["range"]
        self.assertEqual(scatter["from"], "seeds")
        self.assertGreater(scatter["high"] - scatter["low"], 1)

    def test_caveats_name_what_was_not_measured(self):
        self.calibrated()
        done = self.kasuri("predict", "new.toml", "--nodes", "8", "--ranks-per-node", "2", "--collective",
                           "barrier", "--json")
        self.check(done, DONE)
        operation, ranks = json.loads(done.out)["caveats"]
        self.assertIn("is of barrier; they are of allreduce", operation)
        self.assertIn("with 1 rank a node, not with 2", ranks)
        done = self.kasuri("predict", "new.toml", "--p2p")
        self.check(done, DONE)
        self.assertIn("caveat: no measured time of the machine is of latency", done.err)
        self.assertEqual("", self.kasuri("predict", "new.toml", "--nodes", "8", "--collective", "allreduce",
                                         "--bytes", "64").err)

    def test_mistakes(self):
        self.write("bad.toml", MACHINE + '[accuracy]\nerrors = "none.csv"\n')
        self.write("ring.toml", RING)
        self.check(self.kasuri("check", "ring.toml", "--machine", "bad.toml"), USAGE, "none.csv")
        self.write("none.csv", "nodes\n")
        self.check(self.kasuri("check", "ring.toml", "--machine", "bad.toml"), USAGE,
                   "none.csv:1:1: error:")


if __name__ == "__main__":
    main()
