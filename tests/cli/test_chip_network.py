# SPDX-License-Identifier: MIT
"""A planned chip as a network that `kasuri run` simulates: clocks and energy of both agree; and a run as
demands of a plan."""
import csv
import json

from harness import *


class ChipNetwork(KasuriTest):
    def chip(self, *args, code=DONE):
        outcome = self.kasuri("chip", *map(str, args))
        self.check(outcome, code)
        return outcome

    def run_exported(self, *settings, base="small.toml"):
        """Plans, exports and runs; the plan's result, the run's summary, both folders."""
        plan, out = self.dir / "plan", self.dir / "out"
        sets = [word for s in settings for word in ("--set", s)]
        chip = json.loads(self.chip(SOURCE / "examples" / "on-chip" / base, *sets, "--export", plan,
                                    "--json").out)
        self.check(self.kasuri("run", str(plan / "config.toml"), "--out", str(out)), DONE)
        return chip, json.loads((out / "summary.json").read_text()), plan

    def test_exported_plans_run(self):
        """The flit clock and `kasuri run`, which share nothing, agree on when all has arrived. Which
        of two packets that come to one output in one clock goes first may differ: hence 8 %."""
        pairs = "demands.pairs=%d"
        for settings in (["wiring=A"], ["wiring=C", pairs % 300], ["servers=5x7", "layers=2"],
                         ["servers=12x12", pairs % 400], ["layers=6", pairs % 500],
                         ["servers=10x10", "demands=all"],
                         ["attachment=dispersed", pairs % 200], ["composition=mixed", pairs % 100],
                         ["composition=mixed", pairs % 4], ["lanes=3", pairs % 150],
                         ["delay.server_links=true", pairs % 200],
                         ["delay.packet_bits=256", pairs % 200],
                         ["delay.hop_clocks=3", "delay.clock=500 ps", pairs % 100],
                         ['planner={type="greedy", circuits="two_way"}', pairs % 200],
                         ['planner={type="greedy", search="per-switch", shared_outputs=true}',
                          pairs % 400]):
            chip, run, plan = self.run_exported(*settings)
            self.assertEqual(run["jobs"][0]["messages"], chip["demands"] - chip["unroutable"], settings)
            period = 500 if any("500 ps" in s for s in settings) else 1000
            self.assertAlmostEqual(run["time_ps"] / period / chip["makespan_clocks"], 1, delta=0.08,
                                   msg=settings)
            self.assertAlmostEqual(
                run["jobs"][0]["mean_message_latency_ps"] / period / chip["mean_latency_clocks"], 1,
                delta=0.08, msg=settings)
            # What is there for the graph's sake alone carries nothing.
            said = (self.dir / "out" / "summary.txt").read_text()
            for kind in ("return", "bridge"):
                if f"{kind} links" in said:
                    self.assertIn(f"{kind} links 0 %", said, settings)

    def test_an_exported_plan_takes_its_energy(self):
        """1 pJ for each unit. Whole flits: 1,024 bits are 64 of 16, 1,000 bits take 63."""
        own = "wiring=C", "demands.bits=1024", "demands.pairs=150"
        for settings, ratio in (([*own], 1), (["wiring=B", "demands.pairs=200"], 63 * 16 / 1000),
                                ([*own, "attachment=dispersed"], 1), ([*own, "lanes=2"], 1),
                                ([*own, "vertical_mm=0.5", "energy.link_per_mm=2", "link_mm=3"], 1),
                                ([*own, 'planner={type="greedy", circuits="two_way"}'], 1),
                                ([*own, 'planner={type="greedy", search="per-switch", '
                                        'shared_outputs=true}'], 1)):
            chip, run, _ = self.run_exported(*settings)
            power = run["power"]
            self.assertAlmostEqual(power["bits_j"] / (1e-12 * ratio * chip["energy"]), 1, delta=1e-9,
                                   msg=settings)
            self.assertEqual(power["energy_j"], power["bits_j"])
        # One unit in each clock of 2 ns is 0.5 mW; the run is a clock longer.
        chip, run, _ = self.run_exported(*own, "delay.clock=2 ns", "energy.static.circuit_switch=0.05",
                                         "energy.static.packet_port=0.02", "energy.static.layer=1.5")
        per_clock = chip["static_energy"] / chip["makespan_clocks"]
        self.assertAlmostEqual(run["power"]["static_j"] / (per_clock * 0.5e-3 * run["time_ps"] * 1e-12), 1,
                               delta=1e-9)
        self.assertGreater(chip["static_energy"], 0)

    def test_one_circuit_by_hand(self):
        """Two packet switches, five columns apart; the circuit goes up, over five and down."""
        self.write("row.txt", "S.....S\nCCCCCCC\n".replace("\n", "\n\n", 1))
        self.write("one.csv", "0,1,1600\n")
        self.write("one.toml", 'structure_file = "row.txt"\nwiring = "A"\nlink_mm = 1.5\n'
                               'vertical_mm = 0.2\n[demands]\ntype = "file"\npath = "one.csv"\n')
        chip = json.loads(self.chip("one.toml", "--export", "plan", "--json").out)
        weight = 2 * 0.98 + 7 * 0.37 + 6 * (0.39 + 0.12 * 1.5) + 2 * (0.39 + 0.12 * 0.2)
        self.assertAlmostEqual(chip["energy"], 1600 * weight, places=5)
        self.check(self.kasuri("run", "plan/config.toml", "--out", "out"), DONE)
        run = json.loads((self.dir / "out" / "summary.json").read_text())
        self.assertAlmostEqual(run["power"]["energy_j"] * 1e12, 1600 * weight, places=5)

    def test_servers_have_one_numbering(self):
        """A chip with servers in layers, and a drawing of it: the same demands take the same energy."""
        self.write("some.csv", "".join(f"{i},{(7 * i + 3) % 30},{1000 + 16 * i}\n" for i in range(30)))
        head = 'link_mm = 1.0\nwiring = "B"\n[demands]\ntype = "file"\npath = "some.csv"\n'
        self.write("drawn.toml", 'servers = "6x5"\nlayers = 3\nattachment = "dispersed"\n' + head)
        drawn = json.loads(self.chip("drawn.toml", "--export", "plan", "--json").out)
        rows = list(csv.DictReader((self.dir / "plan" / "switches.csv").read_text().splitlines()))
        self.assertGreater(len({r["z"] for r in rows if r["server"]}), 1)
        layers = [[["C"] * 6 for _ in range(5)] for _ in range(3)]
        for r in rows:
            if r["server"]:
                layers[int(r["z"])][int(r["y"])][int(r["x"])] = "S"
        self.write("same.txt", "\n\n".join("\n".join(" ".join(y) for y in z) for z in layers) + "\n")
        self.write("same.toml", 'structure_file = "same.txt"\n' + head)
        same = json.loads(self.chip("same.toml", "--export", "again", "--json").out)
        again = list(csv.DictReader((self.dir / "again" / "switches.csv").read_text().splitlines()))
        place = [{r["server"]: (r["x"], r["y"], r["z"]) for r in plan if r["server"]}
                 for plan in (rows, again)]
        self.assertEqual(place[0], place[1])
        self.assertEqual(same["energy"], drawn["energy"])

    def test_a_chip_for_a_program(self):
        """What a run's nodes sent to each other becomes a plan's demands."""
        self.write("all.c", c_program("""
  for (int k = 0; k < 3; ++k)
    MGEN_Sendrecv(0, 100 * (rank + 1), MGEN_BYTE, (rank + 1) % size, 0, 0, 9999,
                  MGEN_BYTE, (rank + size - 1) % size, 0, MGEN_COMM_WORLD, 0);
""", api="MGEN"))
        self.write("run.toml", '[topology]\ntype = "torus"\nextents = [4, 4]\n'
                               '[[jobs]]\nprogram = "all.c"\n')
        for more in ("--threads", "2"), ("--fidelity", "flow"):
            self.check(self.kasuri("run", "run.toml", "--traffic-matrix", "ring.csv", *more), DONE)
            rows = list(csv.reader((self.dir / "ring.csv").read_text().splitlines()))
            self.assertEqual(rows, [["source", "target", "bits"]] +
                             [[str(i), str((i + 1) % 16), str(8 * 3 * 100 * (i + 1))] for i in range(16)])
        measured = (self.dir / "ring.csv").read_text()
        self.check(self.kasuri("run", "run.toml", "--record", "otf2", "--out", "rec"), DONE)
        self.write("replay.toml", '[topology]\ntype = "torus"\nextents = [4, 4]\n'
                                  '[[jobs]]\ntrace = "rec/all-otf2/all.otf2"\n')
        self.check(self.kasuri("run", "replay.toml", "--traffic-matrix", "again.csv"), DONE)
        self.assertEqual((self.dir / "again.csv").read_text(), measured)
        refused = self.kasuri("run", "run.toml", "--traffic-matrix", "all.c/no.csv", "--out", "never")
        self.check(refused, LIMIT, "all.c/no.csv: error: cannot be written")
        self.assertFalse((self.dir / "never").exists())
        for _ in range(2):  # the second replaces the first
            self.check(self.kasuri("run", "run.toml", "--traffic-matrix", "ring.csv", "--out", "same"),
                       DONE)
        self.write("chip.toml", 'servers = "4x4"\n[demands]\ntype = "file"\npath = "ring.csv"\n')
        chip = json.loads(self.chip("chip.toml", "--json").out)
        self.assertEqual((chip["demands"], chip["unroutable"]), (16, 0))
        # The program on the chip that was planned for it takes the plan's energy; of whole flits.
        self.chip("chip.toml", "--export", "plan")
        self.write("job.toml", '[[jobs]]\nprogram = "all.c"\nranks = 16\n')
        self.check(self.kasuri("run", "job.toml", "--machine", "plan/machine.toml", "--out", "chip"), DONE)
        self.assertAlmostEqual(self.summary("chip")["power"]["energy_j"] * 1e12 / chip["energy"], 1,
                               places=9)

    def test_an_exported_server_receives_as_planned(self):
        """Four demands of neighbours: a server's port is held until the first, long one has passed."""
        self.write("to.csv", "1,4,3008\n3,4,160\n5,4,320\n7,4,480\n")
        self.write("to.toml", 'servers = "3x3"\nwiring = "mesh"\n[demands]\ntype = "file"\n'
                              'path = "to.csv"\n')
        for ejection, arrivals in ("free", [188, 10, 20, 30]), ("held", [188, 188, 188, 188]):
            self.chip("to.toml", "--set", f'delay.ejection="{ejection}"', "--export", "plan")
            rows = csv.DictReader((self.dir / "plan" / "demands.csv").read_text().splitlines())
            self.assertEqual([int(r["arrival_clock"]) for r in rows], arrivals)
            self.check(self.kasuri("run", "plan/config.toml", "--out", "out"), DONE)
            run = json.loads((self.dir / "out" / "summary.json").read_text())
            mean = run["jobs"][0]["mean_message_latency_ps"] / 1000
            self.assertAlmostEqual(mean, 189, delta=0.02)  # and so for both: as with "held"
        self.check(self.kasuri("chip", "to.toml", "--set", "delay.server_links=true", "--set",
                               'delay.ejection="held"'), USAGE, "one packet after the other")

    def test_an_exported_demand_takes_its_clocks_exactly(self):
        self.write("one.csv", "0,29,1000\n")
        self.write("one.toml", 'servers = "6x5"\n[demands]\ntype = "file"\npath = "one.csv"\n')
        chip = json.loads(self.chip("one.toml", "--export", "plan", "--json").out)
        self.check(self.kasuri("run", "plan/config.toml", "--out", "out"), DONE)
        run = json.loads((self.dir / "out" / "summary.json").read_text())
        # The last flit comes in clock n, counted from 0, and takes it; a few picoseconds for NICs.
        self.assertLess(abs(run["time_ps"] - 1000 * (chip["makespan_clocks"] + 1)), 20)

    def test_exported_rounds_run(self):
        chip, _, plan = None, None, self.dir / "plan"
        chip = json.loads(self.chip(SOURCE / "examples" / "on-chip" / "small.toml", "--set",
                                    'planner={type="greedy", release=true}', "--export", plan,
                                    "--json").out)
        self.assertGreater(chip["rounds"], 1)
        messages = 0
        for r in range(chip["rounds"]):
            self.check(self.kasuri("run", str(plan / f"round-{r:04}" / "config.toml"), "--out",
                                   f"out{r}"), DONE)
            summary = json.loads((self.dir / f"out{r}" / "summary.json").read_text())
            messages += summary["jobs"][0]["messages"]
        self.assertEqual(messages, chip["demands"])


if __name__ == "__main__":
    unittest.main()
