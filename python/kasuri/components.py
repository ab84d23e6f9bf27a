# SPDX-License-Identifier: MIT
"""Components written in Python, for experiments: routing tables, paths, placements, mappings, traffic,
power policies. Python computes a table before the run; Kasuri reads it. So a run is as fast as with a
component in C++, and the deadlock check sees the tables. Topologies are in kasuri.topology.

Each function returns a value for the configuration:

    config = {"topology": torus, "routing": kasuri.routing_tables(torus, next_port), …}
"""
from __future__ import annotations

from typing import Any, Callable, Iterable, Mapping, Sequence, Tuple, Union

from ._config_files import kept
from ._topology import Topology


class Component:
    """A table in a file, as a section of a configuration."""

    def __init__(self, kind: str, setting: Any, rows: int):
        self.kind, self.rows = kind, rows
        self._setting = setting

    def _kasuri_setting(self):
        return self._setting

    def __repr__(self):
        return f"<kasuri {self.kind}: {self.rows} rows>"


def _file(lines: Iterable[str], suffix: str) -> Tuple[str, int]:
    found = list(lines)
    return kept("\n".join(found) + "\n", suffix), len(found)


def routing_tables(topology: Topology, next_port: Callable[[int, int], Any]) -> Component:
    """Destination tables: at router `r` a packet for router `t` leaves by next_port(r, t): an output
    port, or
    (port, virtual channel). Routers are numbers; Topology.ports() says which port leads where. None: a
    packet for t never comes to r."""

    def lines():
        targets = [r["id"] for r in topology.routers if r["endpoints"]]
        for router in topology.routers:
            for target in targets:
                if target == router["id"]:
                    continue
                hop = next_port(router["id"], target)
                if hop is not None:
                    words = hop if isinstance(hop, (tuple, list)) else (hop,)
                    yield " ".join(str(int(w)) for w in (router["id"], target, *words))

    path, rows = _file(lines(), ".tables")
    return Component("routing", {"type": "tables", "file": path}, rows)


def paths(routes: Mapping[Tuple[int, int], Sequence[int]], **settings: Any) -> Component:
    """Paths of pairs of routers: {(source, target): [port, port, …]}, the output port of each router on the
    path. Other pairs take shortest paths. `settings` are other keys of the routing `paths`."""
    path, rows = _file(
        (f"{s} {t} " + " ".join(str(int(p)) for p in ports) for (s, t), ports in routes.items()), ".paths"
    )
    return Component("routing", {"type": "paths", "file": path, **settings}, rows)


def placement(
    nodes: Union[Iterable[int], Callable[[Topology], Iterable[int]]], topology: Any = None
) -> Component:
    """The nodes of a job, in the order in which ranks fill them: a list, or a function of the topology."""
    chosen = nodes(topology) if callable(nodes) else nodes
    path, rows = _file((str(int(n)) for n in chosen), ".nodes")
    return Component("placement", {"type": "file", "file": path}, rows)


def mapping(nodes: Union[Sequence[int], Mapping[int, int]]) -> Component:
    """The node of each rank, for `mapping_file`: a list by rank, or {rank: node}."""
    pairs = nodes.items() if isinstance(nodes, Mapping) else enumerate(nodes)
    path, rows = _file((f"{int(rank)} {int(node)}" for rank, node in pairs), ".mapping")
    return Component("mapping", path, rows)


def pattern(traffic: Any, **settings: Any) -> Component:
    """Traffic by a table: a matrix (an array of NumPy or lists; row: source, column: destination, entries:
    whole weights), {source: destination} for a permutation, or {(source, destination): weight}. `settings`
    are those of all patterns: load, message, duration, process."""

    def lines():
        if isinstance(traffic, Mapping):
            for key, value in traffic.items():
                source, target, weight = (*key, value) if isinstance(key, tuple) else (key, value, 1)
                yield f"{int(source)} {int(target)} {int(weight)}"
            return
        for source, row in enumerate(traffic):
            for target, weight in enumerate(row):
                if weight:
                    yield f"{source} {target} {int(weight)}"

    path, rows = _file(lines(), ".traffic")
    return Component("pattern", {"type": "table", "file": path, **settings}, rows)


def sleep_table(rows: Union[Mapping[Any, Any], Iterable[Tuple[Any, Any]]]) -> Component:
    """A link power policy as a table: {previous gap: idle time until the link sleeps}. Keys are the least
    lengths of the previous gap, from "0 s" on; the value None is: do not sleep."""
    pairs = list(rows.items() if isinstance(rows, Mapping) else rows)
    return Component(
        "link policy",
        {
            "type": "table",
            "previous": [_time(g) for g, _ in pairs],
            "sleep_after": ["unlimited" if a is None else _time(a) for _, a in pairs],
        },
        len(pairs),
    )


def _time(value: Any) -> str:
    """A time with its unit; numbers are seconds."""
    return value if isinstance(value, str) else f"{round(float(value) * 1e12)} ps"
