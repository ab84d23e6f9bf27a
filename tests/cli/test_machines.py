# SPDX-License-Identifier: MIT
"""--machine: jobs of one file on the machine of another; every file of machines/ is a machine."""
import json

from harness import DONE, SOURCE, USAGE, KasuriTest, main

JOBS = ('[[jobs]]\nranks = 8\n'
        'pattern = { type = "uniform", load = 0.05, message = "2 KiB", duration = "2 us" }\n')
RING = '[topology]\ntype = "torus"\nextents = [8]\n[link]\nrate = "3 GB/s"\n[router]\nvcs = 3\n'


class Machines(KasuriTest):
    def setUp(self):
        super().setUp()
        self.write("jobs.toml", JOBS)
        self.write("ring.toml", RING)

    def test_every_machine_takes_a_job(self):
        listed = json.loads(self.kasuri("list", "machines", "--json").out)
        files = sorted(p.stem for p in (SOURCE / "machines").glob("*.toml"))
        self.assertEqual([m["name"] for m in listed], files)
        for machine in listed:
            self.assertTrue(machine["summary"], machine)
            self.check(self.kasuri("check", "jobs.toml", "--machine", machine["name"]), DONE, "no errors")
        self.check(self.kasuri("list", "machines"), DONE, "fugaku", "slingshot-11")

    def test_runs_on_a_machine(self):
        self.check(self.kasuri("run", "jobs.toml", "--machine", "ndr-fat-tree", "--out", "out"), DONE,
                   "result hash")

    def test_keys_of_the_job_come_first(self):
        self.write("jobs.toml", '[router]\nvcs = 4\n' + JOBS)
        self.check(self.kasuri("run", "jobs.toml", "--machine", "ring.toml", "--set", "link.rate=2 GB/s",
                               "--out", "out"), DONE)
        resolved = (self.dir / "out" / "config.toml").read_text()
        for line in ("extents = [8]", "vcs = 4", 'rate = "2 GB/s"'):
            self.assertIn(line, resolved)
        self.check(self.kasuri("rerun", "out"), DONE)

    def test_another_component_takes_the_whole_section(self):
        self.write("ring.toml", RING + '[routing]\ntype = "detour"\ninner = "dimension-order"\n')
        self.write("jobs.toml", '[routing]\ntype = "minimal-adaptive"\n' + JOBS)
        self.check(self.kasuri("check", "jobs.toml", "--machine", "ring.toml"), DONE, "no errors")

    def test_paths_are_those_of_their_file(self):
        (self.dir / "place").mkdir()
        self.write("place/machine.toml", '[topology]\ntype = "graph"\nfile = "net.txt"\n')
        self.check(self.kasuri("check", "jobs.toml", "--machine", "place/machine.toml"), USAGE,
                   "place/net.txt")

    def test_a_sweep_notices_another_machine(self):
        sweep = ("sweep", "jobs.toml", "--machine", "ring.toml", "--vary", "run.seed=1", "--out", "s",
                 "--show", "mean_packet_latency_ps")
        first = self.kasuri(*sweep)
        self.check(first, DONE)
        self.write("ring.toml", RING.replace("3 GB/s", "1 GB/s"))
        second = self.kasuri(*sweep)
        self.check(second, DONE)
        self.assertNotEqual(first.out, second.out)

    def test_servers_of_gpus(self):
        def topo(name):
            return json.loads(self.kasuri("topo", str(SOURCE / "machines" / name), "--json").out)

        pod = topo("dgx-h100.toml")
        self.assertEqual(pod["servers"], {"count": 127, "endpoints": 8, "nics": 8})
        cables = {c["class"]: c["cables"] for c in pod["links"]}
        self.assertEqual(cables["uplink"], 127 * 8)
        self.assertEqual(cables["fabric-level1"], 1024)
        self.assertEqual(cables["server-nvlink"], 127 * 8 * 4)
        rack = topo("gb200-nvl72.toml")
        self.assertEqual(rack["endpoints"], 576)
        rate = {c["class"]: c["bytes_per_s"] for c in rack["links"]}
        self.assertEqual(rate["server-nvlink"] * 18, 900_000_000_000)

        for name, gpus, nvlink, uplink in (("gb300-nvl72", 576, 900e9 / 18, 100e9),
                                           ("vera-rubin-nvl144", 576, 1800e9 / 36, 100e9),
                                           ("mi300x", 1024, 448e9 / 7, 50e9),
                                           ("mi355x", 1024, 537.6e9 / 7, 50e9),
                                           ("roce-400g", 1024, 450e9, 50e9),
                                           ("uec-800g", 1024, 900e9 / 2, 100e9)):
            machine = topo(name + ".toml")
            self.assertEqual(machine["endpoints"], gpus)
            rate = {c["class"]: c["bytes_per_s"] for c in machine["links"]}
            within = rate.get("server-nvlink") or rate["server-link"]
            self.assertEqual((within, rate["uplink"]), (nvlink, uplink), name)

    def test_new_machines_of_gpus_predict_collectives(self):
        """No less than the bytes at the rate of a GPU's links, and no more than 20 times that."""
        for name, rate in (("gb300-nvl72", 900e9), ("vera-rubin-nvl144", 1800e9), ("mi300x", 448e9),
                           ("mi355x", 537.6e9)):
            found = self.kasuri("predict", name, "--nodes", "1", "--collective", "allreduce", "--bytes",
                                "16MiB", "--set", "fidelity=flow", "--json")
            self.check(found, DONE)
            point = json.loads(found.out)["points"][0]
            least = (16 << 20) / rate * 1e6
            self.assertGreater(point["time_us"], least, name)
            self.assertLess(point["time_us"], 20 * least, name)

    def test_a_caveat_is_in_every_summary(self):
        caveat = "Ethernet fabric: lossless, no congestion control"
        pod = ('[topology]\ntype = "gpu-pod"\ntemplate = "dcn-single-tor"\ngpus = 16\nports_down = 8\n'
               '[router]\nvcs = 2\n')
        self.write("pod.toml", pod + JOBS)
        self.check(self.kasuri("run", "pod.toml", "--out", "out"), DONE, caveat)
        self.assertEqual(json.loads((self.dir / "out" / "summary.json").read_text())["caveat"], caveat)
        self.check(self.kasuri("check", "pod.toml"), DONE, caveat)
        self.check(self.kasuri("topo", "pod.toml"), DONE, caveat)
        # With a transport it is no longer true.
        for command in ("check", "topo"):
            done = self.kasuri(command, "pod.toml", "--set", "ethernet.preset=roce-v2")
            self.check(done, DONE, "the links within servers are an Ethernet, too")
            self.assertNotIn("no congestion control", done.out)
        self.write("bad.toml", pod.replace("gpus = 16", "gpus = 12") + JOBS)
        self.check(self.kasuri("check", "bad.toml"), USAGE, "bad.toml:4:8: error: 12 GPUs do not fill")

    def test_mistakes(self):
        def refused(*words, machine):
            self.check(self.kasuri("check", "jobs.toml", "--machine", machine), USAGE, *words)

        self.write("both.toml", RING + JOBS)
        refused("both.toml:8:", "error: a machine has no jobs", machine="both.toml")
        self.write("bad.toml", RING + "buffers = 3\n")
        refused("bad.toml:8:1: error: unknown key 'buffers'", machine="bad.toml")
        refused("unknown machine", "did you mean 'fugaku'", "slingshot-11", machine="fugako")
        refused("none.toml: error: cannot be read", machine="none.toml")
        self.write("jobs.toml", RING + JOBS)
        refused("jobs.toml:1:", "a second [topology]: the machine has one (ring.toml:1)",
                machine="ring.toml")


if __name__ == "__main__":
    main()
