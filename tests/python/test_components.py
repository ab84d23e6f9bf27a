# SPDX-License-Identifier: MIT
"""Components that are written in Python do what those in C++ do."""
import unittest

import networkx
import numpy

import kasuri

from cases import TORUS, Case

UNIFORM = {"type": "uniform", "load": 0.3, "duration": "10 us"}


class Topologies(Case):
    def test_a_graph_and_back(self):
        graph = networkx.petersen_graph()
        found = kasuri.topology(graph, endpoints=2)
        back = found.to_networkx()
        self.assertTrue(networkx.is_isomorphic(networkx.Graph(back), graph))
        self.assertEqual(found.facts["endpoints"], 20)
        self.assertEqual(
            kasuri.run({"topology": found, "jobs": [{"pattern": UNIFORM}]}).summary["links"], 30
        )

    def test_attributes_of_nodes_and_edges(self):
        graph = networkx.MultiGraph()
        graph.add_node("a", endpoints=3)
        graph.add_node("b", endpoints=0)
        graph.add_node("c d")
        graph.add_edge("a", "b", rate="1 GB/s", **{"class": "up"})
        graph.add_edge("a", "b", rate="1 GB/s", **{"class": "up"})
        graph.add_edge("b", "c d", latency="20 ns")
        found = kasuri.topology(graph)
        self.assertEqual(
            [(r["name"], r["endpoints"]) for r in found.routers], [("a", 3), ("b", 0), ("c d", 1)]
        )
        self.assertEqual(sorted(link["class"] for link in found.links), ["20 ns", "up", "up"])
        with self.assertRaisesRegex(ValueError, "quotes"):
            kasuri.topology(networkx.Graph([('a"', "b")]))

    def test_one_way_channels(self):
        ring = networkx.DiGraph([(0, 1), (1, 2), (2, 0)])
        back = kasuri.topology(ring).to_networkx()
        self.assertTrue(back.is_directed())
        self.assertTrue(networkx.is_isomorphic(networkx.DiGraph(back), ring))

    def test_a_topology_of_kasuri(self):
        torus = kasuri.topology({"type": "torus", "extents": [3, 4]})
        graph = networkx.Graph(torus.to_networkx())
        self.assertTrue(networkx.is_isomorphic(graph, networkx.grid_graph([3, 4], periodic=True)))
        self.assertEqual(networkx.diameter(graph), torus.facts["distance"]["diameter"])
        self.assertEqual(graph.nodes[0]["coordinates"], (0, 0))

    def test_typed_classes_are_topologies_too(self):
        from kasuri.config import Config, TorusTopology

        torus = TorusTopology(extents=[3, 4])
        self.assertEqual(len(kasuri.topology(torus).routers), 12)
        self.assertEqual(len(kasuri.topology(Config(topology=torus)).routers), 12)

    def test_what_kasuri_refuses_is_raised(self):
        two = networkx.Graph([(0, 1), (2, 3)])
        with self.assertRaisesRegex(kasuri.ConfigError, "error: .*path"):
            kasuri.check({"topology": kasuri.topology(two), "jobs": [{"pattern": UNIFORM}]})


def dimension_order(topology):
    """The next port of x-then-y on a mesh, as Kasuri's own."""
    at = {r["id"]: r["coordinates"] for r in topology.routers}
    ports = topology.ports()
    number = {tuple(c): r for r, c in at.items()}

    def next_port(router, target):
        here, there = list(at[router]), at[target]
        d = next(i for i in range(2) if here[i] != there[i])
        here[d] += 1 if there[d] > here[d] else -1
        return ports[router][number[tuple(here)]][0]

    return next_port


class Tables(Case):
    def test_routing_tables_of_python_are_those_of_cpp(self):
        mesh = {"type": "mesh", "extents": [4, 4]}
        found = kasuri.topology(mesh)
        tables = kasuri.routing_tables(found, dimension_order(found))
        self.assertEqual(tables.rows, 16 * 15)
        config = {"topology": mesh, "router": {"vcs": 1}, "jobs": [{"pattern": UNIFORM}]}
        self.assertEqual(
            kasuri.run({**config, "routing": tables}).hash,
            kasuri.run({**config, "routing": "dimension-order"}).hash,
        )

    def test_tables_that_deadlock_are_refused(self):
        ring = kasuri.topology(networkx.cycle_graph(6))
        ports = ring.ports()
        one_way = kasuri.routing_tables(ring, lambda r, t: ports[r][(r + 1) % 6][0])
        with self.assertRaisesRegex(kasuri.ConfigError, "deadlock"):
            kasuri.check({"topology": ring, "routing": one_way, "jobs": [{"pattern": UNIFORM}]})

    def test_paths(self):
        ring = kasuri.topology(networkx.cycle_graph(6))
        ports = ring.ports()
        long_way = kasuri.paths({(0, 1): [ports[r][(r - 1) % 6][0] for r in (0, 5, 4, 3, 2)]})
        config = {
            "topology": ring,
            "router": {"vcs": 4},
            "routing": long_way,
            "jobs": [{"pattern": kasuri.pattern({0: 1}, load=0.1, duration="10 us")}],
        }
        run = kasuri.run(config)
        self.assertEqual(run.summary["packet_hops"], 6 * run.summary["packets"])

    def test_placement_and_mapping(self):
        reverse = kasuri.placement(
            lambda t: reversed(range(t.facts["endpoints"])), kasuri.topology(TORUS)
        )
        shift = {
            "pattern": kasuri.pattern({r: (r + 1) % 16 for r in range(16)}, load=0.2, duration="5 us")
        }
        a = kasuri.run({**TORUS, "jobs": [{**shift, "ranks": 16, "placement": reverse}]})
        b = kasuri.run(
            {**TORUS, "jobs": [{**shift, "ranks": 16, "mapping_file": kasuri.mapping(range(15, -1, -1))}]}
        )
        self.assertEqual(a.hash, b.hash)
        self.assertNotEqual(a.hash, kasuri.run({**TORUS, "jobs": [{**shift, "ranks": 16}]}).hash)

    def test_patterns(self):
        tornado = kasuri.pattern(
            {
                r: (r // 4) * 4 + (r + 1) % 4 if False else (r % 4 + 1) % 4 + ((r // 4 + 1) % 4) * 4
                for r in range(16)
            },
            load=0.3,
            duration="5 us",
        )
        own = kasuri.run({**TORUS, "jobs": [{"pattern": tornado}]})
        same = kasuri.run(
            {
                **TORUS,
                "jobs": [
                    {"pattern": {"type": "tornado", "grid": [4, 4], "load": 0.3, "duration": "5 us"}}
                ],
            }
        )
        self.assertEqual(own.hash, same.hash)
        matrix = numpy.zeros((16, 16), dtype=int)
        matrix[0, 1:] = 1
        run = kasuri.run(
            {**TORUS, "jobs": [{"pattern": kasuri.pattern(matrix, load=0.5, duration="20 us")}]}
        )
        self.assertEqual((run.nics.sent > 0).sum(), 1)

    def test_sleep_tables(self):
        base = {**TORUS, "power": {"policy": "idle-timer", "t_lt": "1 us"}}
        one = {**TORUS, "power": {"policy": kasuri.sleep_table({0: 1e-6})}}
        self.assertEqual(kasuri.run(base).energy, kasuri.run(one).energy)
        never = {**TORUS, "power": {"policy": kasuri.sleep_table([("0 s", None)])}}
        self.assertEqual(kasuri.run(never).summary["power"]["transitions"], 0)

    def test_components_can_vary_and_resume(self):
        graphs = [kasuri.topology(g) for g in (networkx.cycle_graph(6), networkx.complete_graph(6))]
        table = kasuri.sweep({**TORUS, "router": {"vcs": 4}}, {"topology": graphs})
        self.assertIs(table.topology[1], graphs[1])
        self.assertLess(table.mean_packet_latency_ps[1], table.mean_packet_latency_ps[0])


if __name__ == "__main__":
    unittest.main(verbosity=2)
