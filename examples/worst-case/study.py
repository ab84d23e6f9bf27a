#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Uniform and adversarial traffic on small networks of all families, with minimal routing, Valiant and
UGAL, beside bounds: the loads of channels over shortest paths in equal shares, and half of the uniform
bound for paths over a random router.

    examples/worst-case/study.py [--out FOLDER] [--jobs N] [--write | --check] [NETWORK …]

--write puts the table into README.md. --check runs a sample again and compares it with the table. Finished
runs are kept in FOLDER/results.json.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KASURI = os.environ.get("KASURI", str(ROOT / "build" / "kasuri"))
README = HERE / "README.md"
BEGIN, END = "<!-- table by study.py -->\n", "<!-- end -->\n"
SAMPLE = "polarfly"

# Topology, and the adversary of the literature.
NETWORKS = {
    "torus": ("type = 'torus'\nextents = [8, 8]", "tornado"),
    "hypercube": ("type = 'hypercube'\ndimensions = 6", "transpose"),
    "fat-tree": ("type = 'fat-tree'\nradix = 8", "bit reversal"),
    "dragonfly": ("type = 'dragonfly'\nrouters_per_group = 4\nglobal_links = 2\nendpoints_per_router = 2",
                  "next group"),
    "dragonfly-plus": ("type = 'dragonfly-plus'\nleaves = 4\nspines = 4\nglobal_links = 4\n"
                       "endpoints_per_leaf = 4\ngroups = 9", "next group"),
    "hyperx": ("type = 'hyperx'\nextents = [6, 6]\nendpoints_per_router = 6", "next in the row"),
    "slim-fly": ("type = 'slim-fly'\nq = 5\nendpoints_per_router = 4", "two hops away"),
    "polarfly": ("type = 'polarfly'\nq = 7\nendpoints_per_router = 4", "two hops away"),
    "jellyfish": ("type = 'jellyfish'\nrouters = 50\nlinks_per_router = 7\nendpoints_per_router = 4",
                  "two hops away"),
}
ROUTINGS = {"minimal": "type = 'minimal'", "Valiant": "type = 'valiant'\ninner = { type = 'minimal' }",
            "UGAL-L": "type = 'ugal-l'", "UGAL-G": "type = 'ugal-g'"}
# Adaptive routing that the family's authors, or its users, recommend.
OWN = {"torus": "minimal-adaptive", "hypercube": "omniwar", "fat-tree": "adaptive-up-down",
       "dragonfly": "progressive", "dragonfly-plus": "progressive", "hyperx": "omniwar"}


class Graph:
    def __init__(self, exported):
        self.first = [0]
        for router in exported["routers"]:
            self.first.append(self.first[-1] + router["endpoints"])
        self.endpoints = self.first[-1]
        self.router_of = [r for r in range(len(self.first) - 1) for _ in self.at(r)]
        self.coordinates = [router["coordinates"] for router in exported["routers"]]
        self.near = [[] for _ in exported["routers"]]  # once for each channel
        for link in exported["links"]:
            self.near[link["from"]].append(link["to"])
            self.near[link["to"]].append(link["from"])

    def at(self, router):
        return range(self.first[router], self.first[router + 1])

    def largest_load(self, pairs):
        """Of a channel, if each pair of endpoints sends at rate 1 over all shortest paths in equal shares
        (Brandes 2001)."""
        load = collections.Counter()
        demands = collections.defaultdict(collections.Counter)
        for a, b in pairs:
            demands[self.router_of[a]][self.router_of[b]] += 1
        for source, sent in demands.items():
            distance, paths, order = {source: 0}, collections.Counter({source: 1}), [source]
            for r in order:
                for to in self.near[r]:
                    if to not in distance:
                        distance[to] = distance[r] + 1
                        order.append(to)
                    if distance[to] == distance[r] + 1:
                        paths[to] += paths[r]
            carried = collections.Counter(sent)
            for r in reversed(order):
                for to in self.near[r]:
                    if distance[to] == distance[r] + 1:
                        share = carried[to] * paths[r] / paths[to]  # of one of the parallel channels
                        load[r, to] += share / self.near[r].count(to)
                        carried[r] += share
        return max(load.values())


def matching(n, allowed):
    """A permutation of n that takes i to one of allowed(i), by augmenting paths."""
    taken = {}

    def place(i, seen):
        for j in allowed(i):
            if j not in seen:
                seen.add(j)
                if j not in taken or place(taken[j], seen):
                    taken[j] = i
                    return True
        return False
    assert all(place(i, set()) for i in range(n))
    return {i: j for j, i in taken.items()}


def destinations(kind, graph):
    """By endpoint, where it sends."""
    n, coordinates = graph.endpoints, graph.coordinates
    if kind == "bit reversal":
        return {e: int(f"{e:0{n.bit_length() - 1}b}"[::-1], 2) for e in range(n)}
    if kind == "next group":  # the same place there
        groups = collections.defaultdict(list)
        for e in range(n):
            groups[coordinates[graph.router_of[e]][0]].append(e)
        return {e: groups[(g + 1) % len(groups)][i]
                for g, members in groups.items() for i, e in enumerate(members)}
    at = {tuple(c): r for r, c in enumerate(coordinates)}
    if kind == "tornado":  # three of eight, in both dimensions
        to = {r: at[(x + 3) % 8, (y + 3) % 8] for (x, y), r in at.items()}
    elif kind == "transpose":
        to = {r: at[c[3:] + c[:3]] for c, r in at.items()}
    elif kind == "next in the row":
        to = {r: at[(x + 1) % 6, y] for (x, y), r in at.items()}
    else:  # two hops away
        near = [set(all_) for all_ in graph.near]
        far = [sorted(set().union(*(near[b] for b in near[a])) - near[a] - {a}) for a in range(len(near))]
        to = matching(len(near), lambda a: far[a])
    return {e: graph.first[to[r]] + k for r in to for k, e in enumerate(graph.at(r))}


class Study:
    def __init__(self, out):
        self.out = out
        out.mkdir(parents=True, exist_ok=True)
        self.file = out / "results.json"
        self.known = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.lock = threading.Lock()

    def kasuri(self, *args):
        done = subprocess.run([KASURI, *map(str, args)], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"kasuri {' '.join(map(str, args))}: {done.stdout}{done.stderr}")
        return done.stdout

    def traffics(self, name):
        """Of a network: kinds of traffic with their patterns and their bounds."""
        config = self.out / f"{name}.toml"
        config.write_text(f"[topology]\n{NETWORKS[name][0]}\n")
        worst, exported = self.out / f"{name}-worst.txt", self.out / f"{name}.json"
        self.kasuri("topo", config, "--worst-traffic", worst, "--export", exported)
        graph = Graph(json.loads(exported.read_text()))
        ends = range(graph.endpoints)
        uniform = 1 / graph.largest_load((a, b) for a in ends for b in ends if a != b) * (len(ends) - 1)
        found = [("uniform", "type = 'uniform'", uniform)]
        adversary = self.out / f"{name}-adversary.txt"
        pairs = [(a, b) for a, b in destinations(NETWORKS[name][1], graph).items() if a != b]
        adversary.write_text("".join(f"{a} {b}\n" for a, b in pairs))
        worst_pairs = [tuple(map(int, line.split())) for line in worst.read_text().splitlines()[1:]]
        for kind, file, senders in ((NETWORKS[name][1], adversary, pairs),
                                    ("worst permutation", worst, worst_pairs)):
            found.append((kind, f"type = 'table', file = '{file.name}'", 1 / graph.largest_load(senders)))
        return found

    def measure(self, name, pattern, routing):
        """What is accepted of load 1 by all, and by the slowest source, as shares of the NICs' rate."""
        selected = ROUTINGS.get(routing) or f"type = {routing!r}"
        text = (f"[topology]\n{NETWORKS[name][0]}\n[routing]\n{selected}\n[router]\nvcs = 16\n"
                "buffer = '16 KiB'\n[measure]\ninterval = '20 us'\nprecision = 0.01\n"
                "[statistics.fairness]\n[[jobs]]\n"
                f"pattern = {{ {pattern}, load = 1.0, duration = '1 s' }}\n")
        if text not in self.known:
            label = f"{name}-{pattern.split(chr(39))[-2].removesuffix('.txt')}-{routing}"
            config = self.out / f"{label}.toml"
            config.write_text(text)
            summary = json.loads(self.kasuri("run", config, "--json", "--threads", 1))
            with self.lock:
                accepted, sent = summary["steady_state"]["accepted"], summary["probes"]["fairness"]
                slowest = accepted * sent["min_bytes_per_s"] / sent["mean_bytes_per_s"]
                self.known[text] = {"accepted": accepted, "slowest": slowest}
                self.file.write_text(json.dumps(self.known, indent=1))
        return self.known[text]

    def table(self, names, jobs):
        text = ("| network | traffic | shortest paths | random router | " + " | ".join(ROUTINGS) +
                " | own | |\n|---|---|--:|--:|" + "--:|" * len(ROUTINGS) + "--:|---|\n")
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for name in names:
                traffics = self.traffics(name)
                routings = [*ROUTINGS, *([OWN[name]] if name in OWN else [])]
                runs = [[pool.submit(self.measure, name, pattern, r) for r in routings]
                        for _, pattern, _ in traffics]
                for (kind, _, bound), row in zip(traffics, runs):
                    values = [f"{f.result()['accepted']:.2f} ({f.result()['slowest']:.2f})" for f in row]
                    first = kind == "uniform"
                    own = f"`{OWN[name]}`" if first and name in OWN else ""
                    values += [""] * (len(ROUTINGS) + 1 - len(values)) + [own]
                    text += (f"| {f'`{name}`' if first else ''} | {kind} | {min(1, bound):.2f} | "
                             f"{min(1, traffics[0][2] / 2):.2f} | {' | '.join(values)} |\n")
        return text


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="*", metavar="NETWORK", help=", ".join(NETWORKS))
    parser.add_argument("--out", type=pathlib.Path, help="folder of configurations and results")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at the same time")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    parser.add_argument("--check", action="store_true", help="run a sample, compare it with README.md")
    args = parser.parse_args()
    if unknown := set(args.networks) - set(NETWORKS):
        parser.error(f"no network {unknown.pop()}; there are {', '.join(NETWORKS)}")
    names = [SAMPLE] if args.check else args.networks or list(NETWORKS)
    with tempfile.TemporaryDirectory() as temporary:
        text = Study((args.out or pathlib.Path(temporary)).resolve()).table(names, args.jobs)
    readme = README.read_text() if args.check or args.write else ""
    if args.check:
        if missing := [line for line in text.splitlines()[2:] if line not in readme]:
            sys.exit("README.md does not have:\n" + "\n".join(missing))
    elif args.write and set(names) == set(NETWORKS):
        head, rest = readme.split(BEGIN)
        README.write_text(head + BEGIN + text + END + rest.split(END)[1])
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
