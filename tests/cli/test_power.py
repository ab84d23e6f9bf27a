# SPDX-License-Identifier: MIT
"""Power as a user sees it: the forms in which it is given out, each held to its grammar, and sweeps
that are killed and go on."""
import csv
import json
import re
import sqlite3

from harness import *

POWER = """[topology]
type = "torus"
extents = [3, 2, 2]
[power]
preset = "nsimpower-table1"
t_lt = "1 us"
chunk = "5 us"
transient = "links"
[[jobs]]
pattern = { type = "uniform", load = 0.05, duration = "23 us" }
"""
ROUTERS, LINKS = 12, 12 * 4


class Power(KasuriTest):
    def run_power(self, *args):
        outcome = self.run_config(POWER, *args)
        self.check(outcome, DONE)
        return outcome

    def test_summary_and_words(self):
        outcome = self.run_power()
        self.assertIn("power\n  preset               nsimpower-table1; policy idle-timer\n  network ",
                      outcome.out)
        power = self.summary()["power"]
        self.assertAlmostEqual(power["energy_j"],
                               power["static_j"] + power["links_j"] + power["bits_j"])
        self.assertAlmostEqual(power["mean_w"], power["energy_j"] / self.summary()["time_ps"] * 1e12)
        self.assertEqual(power["links"], LINKS)
        self.assertEqual(sum(c["transitions"] for c in power["classes"]), power["transitions"])
        page = (SOURCE / "docs" / "results.md").read_text()
        for key in [*power, *power["classes"][0], *self.summary()["jobs"][0]["power"]]:
            self.assertIn(f"`{key}`", page, "docs/results.md does not explain it")

    def test_without_chunks_there_is_no_peak(self):
        self.check(self.run_config(POWER.replace('transient = "links"', 'transient = "none"')), DONE)
        self.assertNotIn("peak_w", json.dumps(self.summary()))
        self.assertNotIn("peak_router_w", json.dumps(self.summary()))
        self.assertGreater(self.summary()["power"]["mean_w"], 0)
        self.assertNotIn("  peak ", (self.dir / "out/summary.txt").read_text())
        out = self.kasuri("power", "out").out
        self.assertIn("SumAveragePowerConsumption", out)
        self.assertNotIn("PeakPowerConsumption", out)

    def test_without_the_section_there_is_none(self):
        self.run_config(SHORT)
        self.assertNotIn("power", self.summary())
        self.check(self.kasuri("power", "out"), USAGE, "[power]")
        self.check(self.kasuri("run", "config.toml", "--format", "nsimpower"), USAGE, "--power")

    def test_cables_of_the_layout(self):
        layout = "[layout]\npower = true\nnodes_per_rack = 4\n"
        self.write("config.toml", layout + SHORT)
        self.check(self.kasuri("check", "config.toml"), DONE,
                   "'power' has no effect without a section [power]")
        outcome = self.run_config(layout + SHORT, "--power", "--no-link-sleep")
        self.check(outcome, DONE, "cables ")
        power = self.summary()["power"]
        self.assertGreater(power["cables_j"], 0)
        self.assertAlmostEqual(power["cables_j"],
                               sum(c.get("copper_j", 0) + c.get("optical_j", 0) for c in power["classes"]))
        self.assertAlmostEqual(power["energy_j"], power["static_j"] + power["links_j"] + power["bits_j"] +
                               power["cables_j"])

    def test_the_options_of_nsimpower(self):
        self.run_config(SHORT, "--power")
        self.assertEqual(self.summary()["power"]["preset"], "nsimpower-table1")
        self.assertGreater(self.summary()["power"]["transitions"], 0)
        self.run_config(SHORT, "--power=tracerp-table2", "--no-link-sleep")
        self.assertEqual(self.summary()["power"]["preset"], "tracerp-table2")
        self.assertEqual(self.summary()["power"]["transitions"], 0)
        self.check(self.run_config(SHORT, "--power=none"), USAGE, "one of")

    def test_nsimpower_text(self):
        text = self.run_power("--format", "nsimpower").out
        self.assertEqual(text, self.kasuri("power", "out").out)
        summary = self.summary()
        lines = text.splitlines()
        names = ["MaxSimTime", "SumArrivedPackets", "SumArrivedPacketSize", "SumSizeTransfer",
                 "SumNumLinks", "LinkBusyRate", "SumAveragePowerConsumption",
                 "PeakPowerConsumption", "SumEnergyConsumption"]
        value = {}
        for name, line in zip(names, lines):
            found = re.fullmatch(r"(\w+) +([0-9.]+)( \[(?:Ticks|Bytes|%|mW|fJ)\])?", line)
            self.assertTrue(found, line)
            self.assertEqual(found[1], name)
            value[name] = float(found[2])
        self.assertEqual(value["MaxSimTime"], summary["time_ps"])
        self.assertEqual(value["SumNumLinks"], LINKS)
        # The identity of the paper's Figure 3: mean power is energy over time, truncated.
        self.assertAlmostEqual(value["SumEnergyConsumption"] / value["MaxSimTime"],
                               value["SumAveragePowerConsumption"], delta=1)

        log = lines[len(names):]
        self.assertEqual(log[0], "# router " + " ".join(
            f"{x},{y},{z}" for z in range(2) for y in range(2) for x in range(3)))
        ratios, end, i = [], 0, 1
        while i < len(log):
            chunk = re.fullmatch(r"t (\d+) - (\d+)", log[i])
            self.assertTrue(chunk, log[i])
            self.assertEqual(int(chunk[1]), end)
            begin, end = int(chunk[1]), int(chunk[2])
            for line in log[i + 1:i + 1 + ROUTERS]:
                self.assertRegex(line, r"^r (0|1|0\.\d+|\d(\.\d+)?e-\d+)$")
                ratios.append((float(line[2:]), end - begin))
            i += 1 + ROUTERS
        self.assertEqual(end, summary["time_ps"])
        mean = sum(r * t for r, t in ratios) / ROUTERS / end
        self.assertAlmostEqual(mean, summary["power"]["lpi_ratio"], places=5)

    def test_wide_text_sums_to_the_energy(self):
        self.run_power()
        out = self.kasuri("power", "out", "--format", "nsimpower-wide").out
        nj = sum(float(line.split()[3]) for line in out.splitlines() if line.startswith("r "))
        self.assertAlmostEqual(nj * 1e-9 / self.summary()["power"]["energy_j"], 1, places=6)

    def read_table(self, path, key):
        """As Boxfish does: a header of YAML, then rows separated by spaces."""
        head, rows = path.read_text().split("...\n")
        self.assertTrue(head.startswith(f"---\nkey: {key}\n---\n"))
        columns = re.findall(r"^- \[(\w+), (?:int32|int64|float64)\]$", head, re.M)
        self.assertEqual(len(columns), len(head.splitlines()) - 3)
        table = [dict(zip(columns, map(float, row.split(" ")))) for row in rows.splitlines()]
        self.assertTrue(all(len(row) == len(columns) for row in table))
        return table

    def test_boxfish(self):
        self.run_power()
        self.check(self.kasuri("power", "out", "--format", "boxfish", "-o", "fish"), DONE)
        meta = (self.dir / "fish" / "meta.yaml").read_text()
        self.assertTrue(meta.endswith("\n...\n"))
        documents = meta.split("---\n")[1:]
        self.assertIn("dim: {x: 3, y: 2, z: 2}", documents[0])
        self.assertIn("coords: [x, y, z]", documents[0])
        for document in documents[1:]:
            self.assertRegex(document, r"^filetype: (table|projection)\n")
        power = self.summary()["power"]
        chunks = -(-self.summary()["time_ps"] // 5_000_000)
        nodes = self.read_table(self.dir / "fish" / "nodes.yaml", "out")
        self.assertEqual(len(nodes), ROUTERS * chunks)
        self.assertAlmostEqual(sum(n["energy_nj"] for n in nodes) * 1e-9 / power["energy_j"], 1,
                               places=6)
        links = self.read_table(self.dir / "fish" / "links.yaml", "out")
        self.assertEqual(len(links), LINKS * chunks)
        self.assertEqual(sum(l["bytes"] for l in links), self.summary()["transfer_bytes"])
        for row in links:
            apart = sum(row["s" + d] != row["t" + d] for d in "xyz")
            self.assertEqual(apart, 1)
            self.assertLessEqual(row["lpi_ratio"] + row["busy_ratio"], 1 + 1e-9)

    def test_boxfish_folds_tofu_and_refuses_trees(self):
        job = '[power]\npreset = "nsimpower-table1"\ntransient = "links"\n[[jobs]]\npattern = ' \
              '{ type = "uniform", load = 0.1, message = "2 KiB", duration = "5 us" }\n'
        self.write("tofu.toml", '[topology]\ntype = "tofu"\nextents = [2, 1, 3]\n' + job)
        self.check(self.kasuri("run", "tofu.toml", "--out", "tofu"), DONE)
        self.check(self.kasuri("power", "tofu", "--format", "boxfish"), DONE)
        meta = (self.dir / "tofu" / "boxfish" / "meta.yaml").read_text()
        self.assertIn("dim: {x: 4, y: 3, z: 6}", meta)
        nodes = self.read_table(self.dir / "tofu" / "boxfish" / "nodes.yaml", "tofu")
        first = [n for n in nodes if n["chunk"] == 0]
        self.assertEqual(len({(n["x"], n["y"], n["z"]) for n in first}), 72)
        for n in first:  # X, Y, Z, A, B, C
            self.assertEqual([n["x"], n["y"], n["z"]],
                             [2 * n["x0"] + n["x3"], 3 * n["x1"] + n["x4"], 2 * n["x2"] + n["x5"]])
        self.check(self.kasuri("power", "tofu", "--format", "maps-svg", "-o", "p.svg"), DONE, "p.svg")
        corners = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="11.5"',
                             (self.dir / "p.svg").read_text())
        self.assertEqual(len(corners), len(set(corners)))  # none hides another

        for tree in ('type = "fat-tree"\nradix = 4\n', 'type = "full-mesh"\nrouters = 5\n'):
            self.write("tree.toml", "[topology]\n" + tree + job)
            self.check(self.kasuri("run", "tree.toml", "--out", "tree"), DONE)
            self.check(self.kasuri("power", "tree", "--format", "boxfish"), USAGE, "",
                       "Boxfish draws meshes and tori; this run's machine is")
            self.assertFalse((self.dir / "tree" / "boxfish").exists())

    def test_what_is_missing_over_time_is_said(self):
        job = '[topology]\ntype = "torus"\nextents = [3, 3]\n[power]\npreset = "nsimpower-table1"\n' \
              'transient = "%s"\n[[jobs]]\npattern = { type = "uniform", load = 0.1, message = "2 KiB", ' \
              'duration = "5 us" }\n'
        for transient, note in (("routers", "--set power.transient=links"), ("links", "")):
            self.write("config.toml", job % transient)
            self.check(self.kasuri("run", "config.toml", "--out", transient), DONE)
            outcome = self.kasuri("power", transient, "--format", "boxfish")
            self.check(outcome, DONE, "meta.yaml", note)
            self.assertEqual("links.yaml" in outcome.err, transient == "routers")
            links = self.dir / transient / "boxfish" / "links.yaml"
            self.assertEqual(links.exists(), transient == "links")
        self.write("config.toml", job % "none")
        self.check(self.kasuri("run", "config.toml", "--out", "none"), DONE)
        for form in ("boxfish", "time-svg", "maps-svg"):
            self.check(self.kasuri("power", "none", "--format", form), USAGE, "",
                       "no tables over time; run it again with --set power.transient=routers")
        self.check(self.kasuri("power", "none"), DONE, "SumEnergyConsumption")

    def test_pictures(self):
        self.run_power()
        for form in ("time-svg", "maps-svg"):
            self.check(self.kasuri("power", "out", "--format", form, "-o", "p.svg"), DONE, "p.svg")
            picture = (self.dir / "p.svg").read_text()
            self.assertTrue(picture.startswith("<svg ") and picture.endswith("</svg>\n"))
        self.assertGreaterEqual(picture.count("<rect"), ROUTERS * 6)


class Sweep(KasuriTest):
    VARY = ("--vary", "power.t_lt=0us:4us:1us", "--vary", "run.seed=1,2", "--baseline",
            "power.policy=always-on", "--jobs", "2", "--out")
    POINTS = 12

    def rows(self):
        with open(self.dir / "sweep" / "sweep.csv", newline="") as f:
            return list(csv.DictReader(f))

    def test_table_and_plot(self):
        self.write("config.toml", POWER)
        outcome = self.kasuri("sweep", "config.toml", *self.VARY, "sweep", "--plot", "power.mean_w")
        self.check(outcome, DONE, "12 of 12 points", "power.energy_j", "(1.0000)")
        rows = self.rows()
        self.assertEqual([(r["power.t_lt"], r["run.seed"]) for r in rows],
                         [(t, s) for t in ("baseline", "0us", "1us", "2us", "3us", "4us")
                          for s in ("1", "2")])
        self.assertEqual(len({r["result_hash"] for r in rows if r["run.seed"] == "1"} &
                             {r["result_hash"] for r in rows if r["run.seed"] == "2"}), 0)
        self.assertIn("</svg>", (self.dir / "sweep" / "power.mean_w.svg").read_text())
        # Each point is what a run of its own gives.
        self.check(self.kasuri("run", "config.toml", "--set", "power.t_lt=3us", "--set",
                               "run.seed=2", "--out", "out"), DONE)
        self.assertEqual(rows[9]["result_hash"], self.summary()["result_hash"])

    def test_a_killed_sweep_goes_on(self):
        self.write("config.toml", POWER.replace("23 us", "20 ms"))
        reference = self.kasuri("sweep", "config.toml", *self.VARY, "whole")
        self.check(reference, DONE)
        whole = (self.dir / "whole" / "sweep.csv").read_text()
        process = self.start("sweep", "config.toml", *self.VARY, "sweep")

        def finished():
            try:
                with sqlite3.connect(self.dir / "sweep" / "sweep.db") as db:
                    return db.execute("SELECT count(*) FROM points").fetchone()[0]
            except sqlite3.OperationalError:
                return 0

        self.wait_for(lambda: finished() >= 3 or process.poll() is not None)
        process.kill()
        process.communicate()
        before = finished()
        again = self.kasuri("sweep", "config.toml", *self.VARY, "sweep")
        if before < self.POINTS:
            self.check(again, DONE, f"{before} of 12 points were finished before")
        self.assertEqual((self.dir / "sweep" / "sweep.csv").read_text(), whole)

    def test_refuses_what_it_cannot_do(self):
        self.write("config.toml", POWER)
        self.check(self.kasuri("sweep", "config.toml", "--vary", "a=1:0:1", "--out", "s"), USAGE,
                   "a range goes up")
        self.check(self.kasuri("sweep", "config.toml", "--vary", "router.vcs=nine", "--out", "s"),
                   USAGE, "router.vcs=nine", "must be an integer")
        self.assertFalse((self.dir / "s").exists())
        self.check(self.kasuri("sweep", "config.toml", "--vary", "router.vcs=2,4", "--out", "t",
                               "--plot", "watts"), USAGE, "no run has this")


class SingleLinks(KasuriTest):
    """Energies and powers of single routers and links, from the file of a graph."""
    NET = """router a endpoints=2 energy="1 pJ/b" power="0.25 W"
router b endpoints=2 energy="2 pJ/b"
link a b class=up energy="3 pJ/b" power="0.125 W"
"""
    CONFIG = """[topology]
type = "graph"
file = "two.net"
[power]
policy = "always-on"
port_static = "0 W"
port_active = "0 W"
port_sleep = "0 W"
port_deep = "0 W"
chunk = "1 us"
[[power.classes]]
link_class = "up"
per_bit = "5 pJ/b"
[[jobs]]
name = "one"
trace = "one.goal"
mapping_file = "one.map"
[[jobs]]
name = "two"
trace = "two.goal"
mapping_file = "two.map"
"""

    def run_two(self, net, **more):
        for name, nodes, size in ("one", (0, 2), 4000), ("two", (1, 3), 12000):
            self.write(f"{name}.goal", f"num_ranks 2\nrank 0 {{\nl1: send {size}b to 1\n}}\n"
                                       f"rank 1 {{\nl1: recv {size}b from 0\n}}\n")
            self.write(f"{name}.map", f"0 {nodes[0]}\n1 {nodes[1]}\n")
        self.write("two.net", net)
        return self.run_config(self.CONFIG, **more)

    def test_bits_and_time(self):
        self.check(self.run_two(self.NET), DONE)
        power, seconds = self.summary()["power"], self.summary()["time_ps"] * 1e-12
        # From a: router 1, link 3, class 5; from b to its NIC: router 2. Packets have no headers.
        self.assertAlmostEqual(power["bits_j"] / (8 * 16000 * 11e-12), 1, delta=1e-9)
        self.assertAlmostEqual(power["static_j"] / ((0.25 + 2 * 0.125) * seconds), 1, delta=1e-9)
        jobs = [job["power"] for job in self.summary()["jobs"]]
        self.assertAlmostEqual(sum(j["energy_j"] for j in jobs) + power["unassigned"]["energy_j"],
                               power["energy_j"], delta=1e-9 * power["energy_j"])
        # Without static power, each job pays for its own bits: the second moved three times as many.
        self.check(self.run_two(re.sub(r' power="[^"]*"', "", self.NET)), DONE)
        one, two = (job["power"]["energy_j"] for job in self.summary()["jobs"])
        self.assertAlmostEqual(one / (8 * 4000 * 11e-12), 1, delta=1e-9)
        self.assertAlmostEqual(two / one, 3, delta=1e-9)
        self.assertEqual(self.summary()["power"]["static_j"], 0)

    def test_mistakes(self):
        for line, text in (
                ('router a endpoints=2 energy="1 W"', "J/b"),
                ('router a endpoints=2 energy="1 J/b"', "an energy is from 0 J/b to 1 mJ/b"),
                ('router a endpoints=2 power="-1 W"', "a power is from 0 W to 1 MW"),
                ('router a endpoints=2 enrgy="1 pJ/b"', "did you mean 'energy'?")):
            done = self.run_two(line + "\n" + self.NET.split("\n", 1)[1])
            self.check(done, USAGE, "two.net:1:8: error: ", text)


if __name__ == "__main__":
    unittest.main()
