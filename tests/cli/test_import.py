# SPDX-License-Identifier: MIT
"""kasuri import FILE: files of other tools as configurations; specimens are in tests/specimens/import."""
import json
import shutil

from harness import DONE, SOURCE, USAGE, KasuriTest, main

# What `kasuri topo` counts of each: routers, nodes, links between routers (both directions).
MACHINES = {
    "fabric.ibnetdiscover": (3, 3, 6), "topology.conf": (4, 6, 8), "blocks.conf": (3, 8, 4),
    "any.booksim": (3, 5, 4), "mesh.booksim": (64, 64, 224),
    # Leaves with two links to each of two spines; pairs of chassis and blades, 3 groups
    "fat-tree.xml": (6, 16, 32), "dragonfly.xml": (18, 36, 60), "torus.xml": (12, 12, 48),
    "flat.xml": (1, 10, 0),
    "three-tiers.topo": (32 + 16 + 2 * 2, 128, 256), "star.ns3": (2, 4, 2),
}


class Import(KasuriTest):
    def imported(self, name):
        done = self.kasuri("import", str(SOURCE / "tests/specimens/import" / name), "-o", "out")
        self.assertEqual(done.code, DONE, done.err)
        return done

    def test_counts_what_each_machine_has(self):
        for name, counts in MACHINES.items():
            with self.subTest(name):
                self.imported(name)
                topo = json.loads(self.kasuri("topo", "out/config.toml", "--json").out)
                self.assertEqual((topo["routers"], topo["endpoints"], topo["channels"]), counts, topo)
                run = self.kasuri("run", "out/config.toml", "--set", "run.time_limit='2 us'", "--out",
                                  "run")
                self.assertIn("time limit", run.out, run.err)
                shutil.rmtree(self.dir / "out")

    def test_servers_of_gpus(self):
        for name, machine in {
                "switches.xml": "nvswitch, 2 GPUs on 2 NVSwitches), 2 NICs each",
                "pairs.xml": "graph of server.net, 7 routers, 4 endpoints), 1 NIC each"}.items():
            with self.subTest(name):
                self.imported(name)
                self.assertIn(machine, self.kasuri("check", "out/config.toml").out)
                done = self.kasuri("run", "out/config.toml", "--out", "run", "--set",
                                   "jobs.0.motif.size='1 MiB'")
                self.assertEqual(done.code, DONE, done.err)
                shutil.rmtree(self.dir / "out")
                shutil.rmtree(self.dir / "run")

    def test_curve_of_booksim(self):
        # examples/booksim2/measured.csv: mean latency 27.87 cycles at 0.2
        self.imported("mesh.booksim")
        run = self.kasuri("run", "out/config.toml", "--json", "--out", "run", "--set", "measure.most=20",
                          "--set", "measure.interval='2 us'")
        steady = json.loads(run.out)["steady_state"]
        self.assertLess(abs(steady["latency_ps"] / 27870 - 1), 0.02)

    def test_rates_and_names(self):
        self.imported("fabric.ibnetdiscover")
        self.assertEqual((self.dir / "out/nodes.txt").read_text(), "0 n1 HCA-1\n1 n2 HCA-1\n2 n3 HCA-1\n")
        self.assertIn('rate="200 Gb/s"', (self.dir / "out/fabric.net").read_text())
        self.imported("topology.conf")
        self.assertEqual((self.dir / "out/nodes.txt").read_text().split("\n")[3:5], ["3 n07", "4 login"])
        # four nodes of 100 Gb/s below a leaf, two spines above it
        self.assertIn('link "spine0" "leaf0" rate="200 Gb/s"', (self.dir / "out/fabric.net").read_text())

    def test_refuses_with_a_place(self):
        for text, place, what in (
                ("SwitchName=a Nodes=n[1-", ":1:24: error", "bracket"),
                ("SwitchName=a Nodes=n1\nSwitchName=b Nodes=n1", ":2:1: error", "another switch"),
                ("SwitchName=a Switches=b\nSwitchName=b Switches=a", ":1:1: error", "below itself"),
                ("topology = fly;", ":1:1: error", "no counterpart"),
                ("topology = mesh;\nk = 0;", ":2:1: error", "from 1 to 4096"),
                ("topology = anynet; network_file = /etc/passwd;", ":1:19: error", "in the folder"),
                ('<platform><cluster bw="1GBps" lat="1us" radical="0-3" topology="TORUS" '
                 'topo_parameters="2,3"/></platform>', ":1:11: error", "radical names 4 hosts"),
                ("<platform><cluster>", ":1:20: error", "no element found"),
                ("Nodes 4\nTiers 2\nTier 0\nRadix_Down x", ":4:12: error", "whole number"),
                ('Switch 4 "a"\n[9] "b"[1]', ":2:1: error", "port 9"),
                ("what is this?", ": error", "ibnetdiscover")):
            with self.subTest(text):
                self.write("f", text)
                done = self.kasuri("import", "f", "-o", "out")
                self.assertEqual(done.code, USAGE, done.out)
                self.assertIn("f" + place, done.err)
                self.assertIn(what, done.err)
        self.check(self.kasuri("import", "none"), USAGE, "none")
        self.check(self.kasuri("import"), USAGE, "no FILE is named")


if __name__ == "__main__":
    main()
