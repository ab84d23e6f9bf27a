# SPDX-License-Identifier: MIT
"""Topologies as graphs: from and to NetworkX, for calculations and as a `topology` of a configuration."""
from __future__ import annotations

import json
import pathlib
import tempfile
from typing import Any, Iterable, Mapping, Optional

from ._binary import call
from ._config_files import Configuration, Settings, file_of, kept, overrides


def _quoted(name: str) -> str:
    if '"' in name or "\n" in name:
        raise ValueError(f"a router cannot be called {name!r}: names have no quotes and no line ends")
    return f'"{name}"'


def _attributes(data: dict, names: Iterable[str]) -> str:
    return "".join(f" {key}={_quoted(str(data[key]))}" for key in names if data.get(key) is not None)


class Topology:
    """A graph of routers. As the `topology` of a configuration it is the file of an edge list."""

    def __init__(
        self, text: str, description: str, routers: Optional[list] = None, links: Optional[list] = None
    ):
        self._text, self._description = text, description
        self._routers, self._links = routers, links
        self._facts: Optional[dict[str, Any]] = None

    @classmethod
    def from_networkx(cls, graph: Any, endpoints: Optional[int] = None) -> "Topology":
        """Nodes are routers, edges are links; edges of a DiGraph are channels, of a MultiGraph
        parallel links.

        Nodes may have the attribute `endpoints` (NICs); else `endpoints`, or 1, is their number. Edges
        may have `class`, `rate` and `latency`; see docs/fabrics.md.
        """
        lines = []
        for node, data in graph.nodes(data=True):
            count = data.get("endpoints", 1 if endpoints is None else endpoints)
            lines.append(f"router {_quoted(str(node))} endpoints={int(count)}")
        word = "channel" if graph.is_directed() else "link"
        for a, b, data in graph.edges(data=True):
            lines.append(
                f"{word} {_quoted(str(a))} {_quoted(str(b))}"
                + _attributes(data, ("class", "rate", "latency"))
            )
        return cls(
            "\n".join(lines) + "\n",
            f"graph, {graph.number_of_nodes()} routers, {graph.number_of_edges()} links",
        )

    @classmethod
    def of_configuration(cls, config: Configuration, settings: Settings = None) -> "Topology":
        """The graph of a configuration's machine. A `topology` alone will do: {"type": "torus", …}."""
        if hasattr(config, "_kasuri_setting"):
            config = config._kasuri_setting()
        if isinstance(config, Mapping):
            config = dict(config if "topology" in config else {"topology": config})
            config.setdefault("jobs", [{"pattern": {"type": "uniform"}}])
        with tempfile.TemporaryDirectory() as folder:
            graph, edges = pathlib.Path(folder) / "graph.json", pathlib.Path(folder) / "graph.net"
            answer = call(
                [
                    "topo",
                    file_of(config),
                    "--json",
                    "--export",
                    str(graph),
                    "--export",
                    str(edges),
                    *overrides(settings),
                ]
            )
            found = json.loads(graph.read_text())
            facts = json.loads(answer.stdout)
            topology = cls(edges.read_text(), facts["topology"], found["routers"], found["links"])
            topology._facts = facts
            return topology

    def _read(self) -> "Topology":
        if self._facts is None:
            other = Topology.of_configuration({"topology": self})
            self._routers, self._links, self._facts = other._routers, other._links, other._facts
        return self

    @property
    def facts(self) -> dict[str, Any]:
        """Diameter, bisection, cost, …: what `kasuri topo --json` prints."""
        return self._read()._facts or {}

    @property
    def routers(self) -> list[dict]:
        """id, name, coordinates and endpoints of each router."""
        return self._read()._routers or []

    @property
    def links(self) -> list[dict]:
        """from, from_port, to, to_port, both_directions, class, bytes_per_s and latency_ps of each link."""
        return self._read()._links or []

    def to_networkx(self):
        """A MultiGraph; a MultiDiGraph if some channels have no way back. Nodes are the numbers of
        routers."""
        import networkx

        is_directed = not all(link["both_directions"] for link in self.links)
        graph = networkx.MultiDiGraph() if is_directed else networkx.MultiGraph()
        for r in self.routers:
            graph.add_node(
                r["id"], name=r["name"], coordinates=tuple(r["coordinates"]), endpoints=r["endpoints"]
            )
        for link in self.links:
            data = {
                "class": link["class"],
                "rate": f"{link['bytes_per_s']} B/s",
                "latency": f"{link['latency_ps']} ps",
                "ports": (link["from_port"], link["to_port"]),
            }
            graph.add_edge(link["from"], link["to"], **data)
            if is_directed and link["both_directions"]:
                graph.add_edge(link["to"], link["from"], **{**data, "ports": data["ports"][::-1]})
        return graph

    def ports(self) -> dict[int, dict[int, list[int]]]:
        """For each router its neighbours, with the output ports that lead to them."""
        found: dict[int, dict[int, list[int]]] = {r["id"]: {} for r in self.routers}
        for link in self.links:
            found[link["from"]].setdefault(link["to"], []).append(link["from_port"])
            if link["both_directions"]:
                found[link["to"]].setdefault(link["from"], []).append(link["to_port"])
        return found

    def _kasuri_setting(self):
        return {"type": "graph", "file": kept(self._text, ".net")}

    def __repr__(self):
        return f"<kasuri topology: {self._description}>"


def topology(of: Any, settings: Settings = None, *, endpoints: Optional[int] = None) -> Topology:
    """The topology of a NetworkX graph, of a configuration (file, dict, Config), or of its [topology]
    alone."""
    if hasattr(of, "nodes") and hasattr(of, "edges"):
        return Topology.from_networkx(of, endpoints)
    return Topology.of_configuration(of, settings)
