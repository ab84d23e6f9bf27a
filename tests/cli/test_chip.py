# SPDX-License-Identifier: MIT
"""The chip verb: its contract, an independent model of docs/on-chip.md, and what it refuses.

The model shares nothing with studies/chip: it builds structures from drawings, searches anew for each
demand, and counts clocks one by one. Energy, circuits and clocks must be the same numbers."""
import heapq
import random
import sys

from harness import *

BILLION = 10**9
PACKET, CIRCUIT = 98 * BILLION // 100, 37 * BILLION // 100


class Model:
    """Rows of letters, layer by layer: S packet switch with server, C circuit switch."""

    def __init__(self, layers, wiring, mm, vertical=0.001, per_switch=False, shared=False):
        self.per_switch, self.shared = per_switch, shared
        height, width = len(layers[0]), len(layers[0][0])
        sites = [(x, y, z) for z in range(len(layers)) for y in range(height) for x in range(width)]
        number = {site: i for i, site in enumerate(sites)}
        kind = [layers[z][y][x] for x, y, z in sites]
        self.packet = [k == "S" for k in kind]
        self.servers = sorted((site for site, k in zip(sites, kind) if k == "S"),
                              key=lambda site: (site[1], site[0], site[2]))
        self.home = [number[site] for site in self.servers]
        self.ends, self.weight = [], []
        self.out = [[] for _ in sites]

        def join(a, b, length):
            for f, t in ((number[a], number[b]), (number[b], number[a])):
                self.out[f].append(len(self.ends))
                self.ends.append((f, t))
                self.weight.append(round((0.39 + 0.12 * length) * BILLION)
                                   + (PACKET if self.packet[t] else CIRCUIT))

        for x, y, z in sites:
            if x + 1 < width:
                join((x, y, z), (x + 1, y, z), mm)
            if y + 1 < height:
                join((x, y, z), (x, y + 1, z), mm)
            for up in range(z + 1, len(layers)):
                unlike = self.packet[number[x, y, z]] != self.packet[number[x, y, up]]
                if wiring in "AC" and up == z + 1 or wiring in "BC" and unlike:
                    join((x, y, z), (x, y, up), vertical * (up - z))
        self.after, self.before = {}, {}

    def path_per_switch(self, source, target):
        """One label a switch: least energy, then fewest hops, then the lowest switch before, then the
        lowest channel; what goes on is what the label's channel allows."""
        label, done, heap = {source: (PACKET, 0, -1, -1)}, set(), [(PACKET, 0, source)]
        while heap:
            cost, hops, here = heapq.heappop(heap)
            if here in done:
                continue
            done.add(here)
            into = label[here][3]
            if self.packet[here]:
                ways = self.out[here]
            elif into in self.after:
                ways = [self.after[into]]
            else:
                ways = [c for c in self.out[here]
                        if (self.shared or c not in self.before) and c != into ^ 1]
            for c in ways:
                there = self.ends[c][1]
                new = (cost + self.weight[c], hops + 1, here, c)
                if there not in label or new < label[there]:
                    label[there] = new
                    heapq.heappush(heap, (*new[:2], there))
        if target not in label:
            return None
        path = []
        while target != source:
            path.insert(0, label[target][3])
            target = label[target][2]
        return path

    def path(self, source, target):
        """Least energy, then fewest hops, then the lowest state before, then the lowest channel."""
        start, goal = (0, source), (0, target)
        length, how, heap = {start: (PACKET, 0)}, {}, [(PACKET, 0, start)]
        while heap:
            cost, hops, here = heapq.heappop(heap)
            if (cost, hops) != length[here]:
                continue
            if here[0] == 0:
                ways = self.out[here[1]]
            elif here[1] in self.after:
                ways = [self.after[here[1]]]
            else:
                back = here[1] ^ 1
                ways = [c for c in self.out[self.ends[here[1]][1]]
                        if (self.shared or c not in self.before) and c != back]
            for c in ways:
                end = self.ends[c][1]
                there = (0, end) if self.packet[end] else (1, c)
                longer = (cost + self.weight[c], hops + 1)
                if there not in length or longer < length[there]:
                    heapq.heappush(heap, (*longer, there))
                elif longer > length[there] or how.get(there, ((-1,),)) <= (here, c):
                    continue
                length[there], how[there] = longer, (here, c)
        if goal not in how:
            return None
        path = []
        while goal != start:
            goal, c = how[goal]
            path.insert(0, c)
        return path

    def plan(self, demands):
        """Paths by demand, the largest first; sizes differ."""
        paths = {}
        for i in sorted(range(len(demands)), key=lambda i: -demands[i][2]):
            source, target, _ = demands[i]
            find = self.path_per_switch if self.per_switch else self.path
            path = find(self.home[source], self.home[target])
            paths[i] = path
            for a, b in zip(path or [], (path or [])[1:]):
                if not self.packet[self.ends[a][1]]:
                    assert self.after.get(a, b) == b
                    assert self.shared or self.before.get(b, a) == a
                    self.after[a], self.before[b] = b, a
        return paths

    def cost(self, path):
        return PACKET + sum(self.weight[c] for c in path)

    def steps(self, path):
        """Circuits that share outputs are one wire at their end."""
        return [c for c in path if self.packet[self.ends[c][1 if self.shared else 0]]]

    def circuits(self):
        return sum(self.packet[self.ends[a][0]] for a in self.after)


def clocks(steps, demands):
    """Clock by clock: heads come, then free steps take who came first. Arrivals of the tails."""
    order = sorted(steps, key=lambda i: -demands[i][2])
    rank = {i: r for r, i in enumerate(order)}
    flits = {i: -(-demands[i][2] // 16) for i in steps}
    heads = {0: [(i, 0) for i in order]}
    queues, free, arrived, now = {}, {}, {}, 0
    while len(arrived) < len(steps):
        for i, k in sorted(heads.pop(now, []), key=lambda e: rank[e[0]]):
            if k == len(steps[i]):
                arrived[i] = now + flits[i] - 1
            else:
                queues.setdefault(steps[i][k], []).append((i, k))
        for s in [s for s, q in queues.items() if q and free.get(s, 0) <= now]:
            i, k = queues[s].pop(0)
            free[s] = now + flits[i]
            heads.setdefault(now + 1, []).append((i, k + 1))
        now += 1
    return arrived


def drawing(layers):
    return "\n\n".join("\n".join("".join(row) for row in layer) for layer in layers) + "\n"


def concentrated(size, layers):
    return [["S" * size] * size] + [["C" * size] * size for _ in range(layers - 1)]


def dispersed(size, layers, rng):
    home = [[rng.randrange(layers) for _ in range(size)] for _ in range(size)]
    return [[["S" if home[y][x] == z else "C" for x in range(size)] for y in range(size)]
            for z in range(layers)]


class Chip(KasuriTest):
    def chip(self, *args, code=DONE):
        outcome = self.kasuri("chip", *map(str, args))
        self.check(outcome, code)
        return outcome

    def compare(self, layers, wiring, mm, count, seed, per_switch=False, shared=False,
                dijkstra=False):
        rng = random.Random(seed)
        model = Model(layers, wiring, mm, per_switch=per_switch, shared=shared)
        servers = len(model.servers)
        sizes = rng.sample(range(200, 4000), count)
        demands = [(*rng.sample(range(servers), 2), bits) for bits in sizes]
        paths = model.plan(demands)
        routed = {i: p for i, p in paths.items() if p is not None}
        energy = sum(demands[i][2] * model.cost(p) for i, p in routed.items()) / BILLION
        at = {i: (model.servers[d[0]], model.servers[d[1]]) for i, d in enumerate(demands)}
        apart = {i: abs(a[0] - b[0]) + abs(a[1] - b[1]) for i, (a, b) in at.items()}
        hop = round((0.39 + 0.12 * mm) * BILLION) + PACKET
        mesh_energy = sum(demands[i][2] * (PACKET + apart[i] * hop) for i in routed) / BILLION
        arrived = clocks({i: model.steps(p) for i, p in routed.items()}, demands)

        def along_the_row_first(a, b):
            (x, y, _), (to_x, to_y, _) = a, b
            while (x, y) != (to_x, to_y):
                before = (x, y)
                if x != to_x and (not dijkstra or y <= to_y):
                    x += 1 if x < to_x else -1
                else:
                    y += 1 if y < to_y else -1
                yield before, (x, y)

        on_mesh = clocks({i: list(along_the_row_first(*at[i])) for i in routed}, demands)

        self.write("own.txt", drawing(layers))
        self.write("own.csv", "".join(f"{s},{t},{b}\n" for s, t, b in demands))
        self.write("own.toml", f'structure_file = "own.txt"\nwiring = "{wiring}"\nlink_mm = {mm}\n'
                   '[demands]\ntype = "file"\npath = "own.csv"\n'
                   f'[planner]\ntype = "greedy"\nsearch = "per-{"switch" if per_switch else "port"}"\n'
                   f'shared_outputs = {str(shared).lower()}\n'
                   f'[delay]\nmesh_path = "{"dijkstra" if dijkstra else "xy"}"\n')
        ours = json.loads(self.chip("own.toml", "--json").out)
        case = f"wiring {wiring}, {mm} mm, {len(layers[0])} rows, {len(layers)} layers"
        self.assertAlmostEqual(ours["energy"], energy, delta=1e-6, msg=case)
        self.assertAlmostEqual(ours["mesh"]["energy"], mesh_energy, delta=1e-6, msg=case)
        self.assertEqual(ours["circuits"], model.circuits(), case)
        self.assertEqual(ours["unroutable"], len(demands) - len(routed), case)
        for measured, theirs in ((ours, arrived), (ours["mesh"], on_mesh)):
            self.assertEqual(measured["makespan_clocks"], max(theirs.values()), case)
            self.assertAlmostEqual(measured["mean_latency_clocks"],
                                   sum(theirs.values()) / len(theirs), places=9, msg=case)
        return ours

    def test_other_sizes_agree_with_an_independent_model(self):
        for wiring in "ABC":
            self.compare(concentrated(8, 4), wiring, 1.5, 120, seed=ord(wiring))
        self.compare(concentrated(12, 4), "B", 1.5, 100, seed=12)
        self.compare(concentrated(5, 3), "B", 1, 400, seed=5)

    def test_own_structures_agree_with_an_independent_model(self):
        rng = random.Random(1)
        for wiring in "ABC":
            self.compare(dispersed(6, 3, rng), wiring, 2, 150, seed=ord(wiring))

    def test_readings_agree_with_an_independent_model(self):
        rng = random.Random(2)
        for per_switch in (False, True):
            for shared in (False, True):
                how = {"per_switch": per_switch, "shared": shared, "dijkstra": True}
                for wiring in "ABC":
                    self.compare(concentrated(7, 3), wiring, 2, 150, seed=ord(wiring), **how)
                self.compare(concentrated(11, 4), "B", 1, 120, seed=11, **how)
                self.compare(dispersed(6, 3, rng), "B", 1, 200, seed=6, **how)
                self.compare(dispersed(5, 4, rng), "A", 3, 150, seed=5, **how)

    def test_demands_that_find_no_way_agree_with_an_independent_model(self):
        # Servers around one circuit switch: its ports are soon taken.
        cross = [["CSC", "SCS", "CSC"]]
        ours = self.compare([[list(row) for row in cross[0]]], "A", 2, 12, seed=3)
        self.assertEqual(ours["unroutable"], len(ours["unroutable_demands"]))

    def test_the_contract(self):
        examples = SOURCE / "examples" / "on-chip"
        ratios = {}
        for structure in "abc":
            out = self.chip(examples / f"structure-{structure}.toml", "--set", "servers=15x15",
                            "--set", "demands.pairs=500", "--set", "seed=3", "--json").out
            ours = json.loads(out)
            for key in ("energy", "energy_ratio_percent", "makespan_clocks", "mean_latency_clocks",
                        "makespan_ratio_percent", "mean_latency_ratio_percent", "circuits",
                        "unroutable"):
                self.assertIsInstance(ours[key], (int, float), key)
            self.assertAlmostEqual(ours["energy_ratio_percent"],
                                   100 * ours["energy"] / ours["mesh"]["energy"])
            self.assertEqual(ours["demands"], 500)
            ratios[structure] = ours["energy_ratio_percent"]
            page = (SOURCE / "docs" / "on-chip.md").read_text()
            for key in ours:
                self.assertIn(f"`{key}`", page, "docs/on-chip.md does not explain it")
        # Table 3 of the paper, K = 500: 91.6, 86.0, 86.0.
        self.assertAlmostEqual(ratios["a"], 91.6, delta=2)
        self.assertAlmostEqual(ratios["b"], 86.0, delta=1)
        self.assertAlmostEqual(ratios["c"], 86.0, delta=1)
        everyone = json.loads(self.chip(examples / "structure-b.toml", "--set", "demands=all",
                                        "--set", "link_mm=2", "--set", "seed=3", "--json").out)
        self.assertEqual(everyone["demands"], 225 * 224)
        self.assertAlmostEqual(everyone["energy_ratio_percent"], 91.4, delta=1)  # Table 1

    def test_energy_alone(self):
        small = SOURCE / "examples" / "on-chip" / "small.toml"
        both = json.loads(self.chip(small, "--json").out)
        alone = json.loads(self.chip(small, "--set", "delay.run=false", "--json").out)
        self.assertEqual(alone["energy"], both["energy"])
        self.assertIsNone(alone["makespan_clocks"])
        self.assertNotIn("makespan", self.chip(small, "--set", "delay.run=false").out)

    def test_the_examples_and_a_picture(self):
        examples = SOURCE / "examples" / "on-chip"
        self.assertIn("no plan takes less", self.chip(examples / "own.toml").out)
        self.chip(examples / "small.toml", "--svg", "layers.svg")
        self.assertIn("</svg>", (self.dir / "layers.svg").read_text())

    # Tables 1 to 3 of the paper within the bands of the acceptance test T11, small sizes only.
    def test_the_published_tables(self):
        sys.path.insert(0, str(SOURCE / "examples" / "on-chip"))
        import paper
        batch = paper.Batch(["delay.run=false"], 2)
        for _, _, columns, rows in paper.TABLES[:3]:
            for label, structure, _, published in rows:
                for (column, sets), value in zip(columns.items(), published):
                    if column.startswith("K") or column.endswith(" 5x5"):
                        scattered = column in ("K = 10", "K = 100")
                        ours = paper.mean(batch.values(structure + sets, 12 if scattered else 1))
                        self.assertAlmostEqual(ours, value, msg=(label, column),
                                               delta=2.3 if label[0] == "A" or scattered else 1.0)
        mixed, more = (batch.values([s, 'demands={type="pairs", pairs=500}'], 1)[0]
                       for s in ("composition=mixed", "wiring=A"))
        self.assertGreater(mixed, 100)
        self.assertLess(batch.values(['demands={type="pairs", pairs=500}'], 1)[0], more)

    def test_an_export_is_refused_where_something_else_is(self):
        small = SOURCE / "examples" / "on-chip" / "small.toml"
        (self.dir / "mine").mkdir()
        self.write("mine/notes.txt", "x")
        self.check(self.kasuri("chip", str(small), "--export", "mine"), USAGE,
                   "mine: error: holds files, but no exported plan")
        self.check(self.kasuri("chip", str(small), "--paper", "b", "--seeds", "2"), USAGE, "paper.py --out")

    def test_settings_that_exclude_each_other_are_refused_at_both_places(self):
        def says(text, *words):
            self.write("c.toml", text)
            said = self.kasuri("chip", "c.toml")
            for w in words:
                self.check(said, USAGE, w)

        says('[planner]\ntype = "greedy"\ncircuits = "two_way"\nshared_outputs = true\n',
             "c.toml:3:12: error: 'circuits' and 'shared_outputs' are both set here",
             "c.toml:4:18: error: 'shared_outputs' and 'circuits' exclude each other")
        says('[energy.static]\nlayer = 1.0\n[delay]\nrun = false\n',
             "'static' and 'run' exclude each other",
             "c.toml:4:7: error: 'run' and 'static' are both set here")
        says('wiring = "mesh"\nlanes = 2\n',
             "c.toml:2:9: error: the mesh has no circuit switches: 'lanes' and 'wiring' exclude",
             "c.toml:1:10: error: 'wiring' is set here")
        says('structure_file = "s.txt"\nlayers = 2\n',
             "c.toml:2:10: error: 'structure_file' gives the sites of switches and servers",
             "c.toml:1:18: error: 'structure_file' is set here")

    def test_demands_without_bits_compare_to_nothing(self):
        self.write("s.txt", "S S\n\nC C\n")
        self.write("d.csv", "0,1,0\n1,0,0\n")
        self.write("c.toml", 'structure_file = "s.txt"\n[demands]\ntype = "file"\npath = "d.csv"\n')
        self.assertIn("nothing to compare", self.chip("c.toml").out)
        self.assertNotIn("100.0 %", self.chip("c.toml").out)
        self.assertIsNone(json.loads(self.chip("c.toml", "--json").out)["energy_ratio_percent"])

    def test_bad_input_is_refused_with_its_place(self):
        base = 'structure_file = "s.txt"\n[demands]\ntype = "file"\npath = "d.csv"\n'
        self.write("c.toml", base)
        self.write("d.csv", "0,1,100\n")

        def says(words, drawing="S S\n\nC C\n", demands="0,1,100\n", config=base):
            self.write("s.txt", drawing)
            self.write("d.csv", demands)
            self.write("c.toml", config)
            self.check(self.kasuri("chip", "c.toml"), USAGE, words)

        says("s.txt:2:1: error: this server has no packet switch", "S S C\nserver 2,0,0\n")
        says("s.txt:1:5: error: there is no path from server 0 to server 1", "S . S\n")
        says("d.csv:2:5: error: -5 is negative", demands="0,1,100\n1,0,-5\n")
        says("d.csv:1:3: error: there is no server 2", demands="0,2,100\n")
        says("d.csv:1:3: error: a server sends nothing to itself", demands="1,1,100\n")
        says("d.csv:1:5: error: 'x' is not an integer", demands="0,1,x\n")
        says("d.csv:1:1: error: 2 values", demands="0,1\n")
        says("d.csv:1:1: error: no demands", demands="")
        says("d.csv:2:1: error: no demands", demands="0,0\n0,0\n", config=base + 'format = "matrix"\n')
        says("c.toml:2:10: error: 'structure_file' gives the sites of switches and servers",
             config=base.replace("\n", '\nlayers = 3\n', 1))
        says("c.toml:6:18: error: 'circuit_switch' is -0.4",
             config=base + "[energy]\ncircuit_switch = -0.4\n")


if __name__ == "__main__":
    unittest.main()
