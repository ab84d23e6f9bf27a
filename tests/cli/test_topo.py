# SPDX-License-Identifier: MIT
"""kasuri topo: what a network is, without jobs; exports that read back as the same machine."""
import json

from harness import *

DRAGONFLY = ('[topology]\ntype = "dragonfly"\nrouters_per_group = 6\nglobal_links = 3\n'
             'endpoints_per_router = 3\n')


class Topo(KasuriTest):
    def topo(self, text, *args):
        self.write("config.toml", text)
        return self.kasuri("topo", "config.toml", *args)

    def report(self, text):
        outcome = self.topo(text, "--json")
        self.check(outcome, DONE)
        return json.loads(outcome.out)

    def test_dragonfly_of_tracerp(self):
        self.check(self.topo(DRAGONFLY), DONE, "342 at 114 of the routers", "local            285",
                   "global           171", "diameter   3", "114 routers")
        r = self.report(DRAGONFLY)
        self.assertEqual(r["routers"], 114)
        self.assertEqual(r["channels"], 2 * (285 + 171))
        self.assertEqual(r["cost"], {"routers": 114, "routers_by_ports": {"11": 114},
                                     "router_ports": 1254, "cables": 285 + 171 + 342})

    def test_links_with_small_buffers_are_named(self):
        ring = ('[topology]\ntype = "torus"\nextents = [8]\n'
                '[link]\nrate = "25 GB/s"\ncable_latency = "600 ns"\n')
        small = ring + '[router]\nbuffer = "8 KiB"\n'
        words = ('x links carry at most 23 % of 25 GB/s in one virtual channel: its 8.192 kB are full '
                 'before the first credit is back; router.buffer = "36 KiB" would do')
        self.check(self.topo(small), DONE, "credits    " + words)
        jobs = '[[jobs]]\npattern = { type = "neighbour", load = 0.9, duration = "50 us" }\n'
        self.write("run.toml", small + jobs)
        self.check(self.kasuri("check", "run.toml"), DONE, "credits   " + words)
        self.check(self.kasuri("run", "run.toml"), DONE, words, "Credits limited the run: links from NICs")
        limits = self.report(small)["credit_limits"]
        self.assertEqual([(l["key"], l["needed_bytes"]) for l in limits],
                         [("router.buffer", 36864), ("router.buffer", 32768)])
        self.assertAlmostEqual(limits[0]["attainable_ratio"], 4 / (1 + 1.34e-6 * 25e9 / 2048), 6)
        self.assertNotIn("credit_limits", self.report(ring))
        far = small.replace("25 GB/s", "4 TB/s").replace("600 ns", "1 ms")  # 8 GB are on the way
        self.check(self.topo(far), DONE, 'router.buffer = "1048576 KiB", the largest, is good for 13 %')
        self.assertAlmostEqual(self.report(far)["credit_limits"][0]["needed_ratio"], 0.134, 3)
        self.write("default.toml", ring + jobs)
        outcome = self.kasuri("run", "default.toml", "--json")
        self.check(outcome, DONE)
        self.assertLess(json.loads(outcome.out)["time_ps"], 55e6)  # 50 us of 0.9

    # One port of 50 GB/s carries 64 MiB in 1.342 ms.
    def test_pods_carry_a_message_at_the_rate_of_a_port(self):
        self.write("nodes.txt", "0\n8\n")
        for template in ("spectrum-x", "dcn-single-tor"):
            self.write("pod.toml", f'[topology]\ntype = "gpu-pod"\ntemplate = "{template}"\ngpus = 16\n'
                                   '[[jobs]]\nranks = 2\n'
                                   'placement = { type = "file", file = "nodes.txt" }\n'
                                   'motif = { type = "pairs", size = "64 MiB", steps = 1 }\n')
            outcome = self.kasuri("run", "pod.toml", "--json")
            self.check(outcome, DONE)
            self.assertLess(json.loads(outcome.out)["time_ps"], 1.01 * 64 * 2**20 / 50e9 * 1e12, template)

    def test_pruned_tree_of_tracerp(self):
        r = self.report('[topology]\ntype = "pruned-tree"\n')
        self.assertEqual((r["routers"], r["endpoints"]), (60, 288))
        self.assertEqual(r["cost"]["routers_by_ports"], {"24": 60})
        self.assertEqual(r["cost"]["cables"], 864)
        self.assertEqual(r["bisection"]["share_of_half_the_nics"], 1)
        self.assertEqual(r["distance_between_endpoints"]["diameter"], 4)

    def test_torus(self):
        r = self.report('[topology]\ntype = "torus"\nextents = [8, 8, 8]\n')
        self.assertEqual(r["channels"], 3072)
        self.assertEqual(r["distance"]["diameter"], 12)
        self.assertAlmostEqual(r["distance"]["mean"], 6 * 512 / 511)
        self.assertEqual(sum(r["bisection"]["channels"].values()), 128)

    def test_classes_of_links(self):
        r = self.report(DRAGONFLY + '[link]\nrate = "10 GB/s"\n[link.global]\nrate = "4 GB/s"\n'
                        'cable_latency = "50 ns"\n')
        rates = {c["class"]: c["bytes_per_s"] for c in r["links"]}
        self.assertEqual(rates, {"local": 10**10, "global": 4 * 10**9, "terminal": 10**10})
        self.check(self.topo(DRAGONFLY + '[link.lokal]\nrate = "1 GB/s"\n'), USAGE,
                   "config.toml:6:7: error", "unknown link class 'lokal'", "did you mean 'local'")

    def test_classes_are_in_reference_and_schema(self):
        self.check(self.kasuri("help", "link.CLASS"), DONE, "[link.CLASS]", "cable_latency", "buffer")
        link = json.loads(self.kasuri("schema").out)["properties"]["link"]
        self.assertNotIn("CLASS", link["properties"])
        self.assertIn("rate", link["additionalProperties"]["properties"])
        self.assertFalse(link["additionalProperties"]["additionalProperties"])

    def test_other_sections_are_not_looked_at(self):
        self.check(self.topo(SHORT + '[mpi]\nnonsense = 1\n'), DONE, "torus 4x4")
        self.check(self.topo('[topology]\ntype = "torus"\nextents = [4]\n[ruoter]\nvcs = 2\n'), USAGE,
                   "unknown section 'ruoter'")

    def test_exports_read_back(self):
        before = self.report(DRAGONFLY)
        self.check(self.topo(DRAGONFLY, "--export", "a.dot", "--export", "a.net", "--export",
                             "a.json"), DONE)
        for name in ("a.dot", "a.net"):
            after = self.report(f'[topology]\ntype = "graph"\nfile = "{name}"\n')
            for key in ("routers", "endpoints", "channels", "links", "distance", "cost"):
                self.assertEqual(after[key], before[key], (name, key))
        graph = json.loads((self.dir / "a.json").read_text())
        self.assertEqual(len(graph["routers"]), 114)
        self.assertEqual(len(graph["links"]), 285 + 171)

    def test_sizes_are_at_the_top(self):
        for text, routers, degree, diameter in (
                ('type = "slim-fly"\nq = 5', 50, 7, 2), ('type = "polarfly"\nq = 7', 57, 8, 2),
                ('type = "hypercube"\ndimensions = 6', 64, 6, 6),
                ('type = "hyperx"\nextents = [4, 4, 4]', 64, 9, 3),
                ('type = "fat-tree"\nradix = 8', 80, 8, 4)):
            r = self.report(f'[topology]\n{text}\n')
            self.assertEqual((r["routers"], r["degree"], r["diameter"]), (routers, degree, diameter), text)

    def test_bisections_of_irregular_networks(self):
        # A full mesh: the second eigenvalue allows no smaller cut than the one that is found.
        mesh = '[topology]\ntype = "full-mesh"\nrouters = 10\n'
        self.check(self.topo(mesh), DONE, "since the second eigenvalue allows no smaller one")
        cut = self.report(mesh)["bisection"]
        self.assertEqual(cut["exact_bytes_per_s"], cut["at_most_bytes_per_s"])
        random = '[topology]\ntype = "jellyfish"\nrouters = 2000\nlinks_per_router = 8\nseed = 3\n'
        cut = self.report(random)["bisection"]
        self.assertGreater(cut["at_least_bytes_per_s"], 0)
        # Random 8-regular graphs: about n (d / 4 - 0.38 sqrt(d)), by statistical physics.
        channels = cut["channels"]["link"]
        self.assertLess(channels, 2000 * (8 / 4 - 0.38 * 8**0.5) * 1.05)
        self.assertGreater(channels * 5e9, cut["at_least_bytes_per_s"])

    def test_the_worst_permutation(self):
        polar = '[topology]\ntype = "polarfly"\nq = 5\nendpoints_per_router = 3\n'
        self.check(self.topo(polar, "--worst-traffic", "worst.txt"), DONE,
                   "0.167 with the worst permutation")
        worst = self.report(polar)["saturation"]["worst-permutation"]
        self.assertAlmostEqual(worst["share"], 1 / 6)
        self.assertTrue(worst["exact"])
        pairs = [tuple(map(int, line.split())) for line in (self.dir / "worst.txt").read_text().splitlines()
                 if not line.startswith("#")]
        self.assertEqual(len({a for a, _ in pairs}), len(pairs))
        self.assertEqual(len({b for _, b in pairs}), len(pairs))
        self.check(self.run_config(polar + '[[jobs]]\npattern = { type = "table", file = "worst.txt", '
                                   'load = 0.1, duration = "5 us" }\n'), DONE)
        torus = '[topology]\ntype = "torus"\nextents = [60, 60]\n'
        self.check(self.topo(torus, "--worst-traffic", "w.txt"), LIMIT, "networks of 2 to 2,500 routers")

    # Dally & Towles, section 3.3: k / 4 of a mesh's middle channels, half of a torus's rows on one channel.
    def test_saturation_of_the_configured_routing(self):
        def shares(text):
            r = self.report(text)
            return {name: p and p["share"] for name, p in r["routed_saturation"]["patterns"].items()}

        mesh = '[topology]\ntype = "mesh"\nextents = [8, 8]\n'
        torus = '[topology]\ntype = "torus"\nextents = [8, 8]\n'
        routed = shares(mesh)
        for name, right in (("uniform", 0.5 * 63 / 64), ("transpose", 1 / 7), ("bit-complement", 1 / 4),
                            ("tornado", 1 / 3), ("neighbour", 1)):
            self.assertAlmostEqual(routed[name], right, msg=name)
        self.assertAlmostEqual(shares(torus)["transpose"], 1 / 4)
        valiant = torus + '[routing]\ntype = "valiant"\n[router]\nvcs = 4\n'
        self.assertAlmostEqual(shares(valiant)["tornado"], 1 / 2)
        self.check(self.topo(mesh), DONE, "routing dimension order:\n", "uniform 0.492",
                   "all shortest paths in equal shares:\n", "uniform 0.368")
        adaptive = torus + '[routing]\ntype = "minimal-adaptive"\n'
        self.check(self.topo(adaptive), DONE, "raise router.vcs")
        adaptive += '[router]\nvcs = 3\n'
        self.check(self.topo(adaptive), DONE, "selects by the lengths of queues")
        self.assertEqual(set(shares(adaptive).values()), {None})
        self.check(self.topo(torus + '[routing]\ntype = "valian"\n'), USAGE, "config.toml:5:8: error",
                   "did you mean 'valiant'")
        self.check(self.topo(torus + '[router]\nvcs = 0\n'), USAGE, "config.toml:5:7: error", "1 to 32")

    def test_mistakes(self):
        self.check(self.topo(DRAGONFLY, "--export", "a.png"), USAGE, ".dot")
        self.check(self.topo(DRAGONFLY, "--export", "none/a.dot"), LIMIT, "cannot be written")
        self.check(self.topo("[link]\n"), USAGE, "topology")
        self.check(self.topo('[topology]\ntype = "torus"\nextents = [1000, 1000, 1000]\n'), LIMIT,
                   "1000000000 routers")
        self.check(self.topo('[topology]\ntype = "hyperx"\nextents = [200, 200, 200]\n'), LIMIT,
                   "4776000000 channels, more than 400000000")
        self.check(self.topo('[topology]\ntype = "fat-tree"\nradix = 7\n'), USAGE,
                   "config.toml:3:9: error", "6 or 8")


if __name__ == "__main__":
    main()
