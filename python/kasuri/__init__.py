# SPDX-License-Identifier: MIT
"""Kasuri, a simulator of interconnection networks, from Python.

    import kasuri
    r = kasuri.run("config.toml", {"router.vcs": 4})
    r.time, r.links, r.bottleneck

The package calls the program `kasuri` and reads what that writes. A configuration is a TOML file, a dict of
the same structure, or a `kasuri.config.Config`. docs/python.md explains all of it.
"""
from ._binary import binary, version
from ._check import Check, check
from ._errors import (
    BinaryMissing,
    ConfigError,
    DeadlockError,
    Diagnostic,
    InternalError,
    KasuriError,
    LimitError,
    ProgramError,
    VerbMissing,
)
from ._machines import calibrate, compare, predict
from ._network import Network
from ._run import Run, load, run
from ._sweep import sweep
from ._tables import Table
from ._topology import Topology, topology
from ._trace import Trace, trace
from .components import mapping, paths, pattern, placement, routing_tables, sleep_table

__all__ = [
    "BinaryMissing",
    "Check",
    "ConfigError",
    "DeadlockError",
    "Diagnostic",
    "InternalError",
    "KasuriError",
    "LimitError",
    "Network",
    "ProgramError",
    "Run",
    "Table",
    "Topology",
    "Trace",
    "VerbMissing",
    "binary",
    "calibrate",
    "check",
    "compare",
    "load",
    "mapping",
    "paths",
    "pattern",
    "placement",
    "predict",
    "routing_tables",
    "run",
    "sleep_table",
    "sweep",
    "topology",
    "trace",
    "version",
]


def __getattr__(name):
    # The typed classes are many: read when somebody asks for them.
    if name == "config":
        import importlib

        return importlib.import_module(".config", __name__)
    if name == "__version__":  # the program's, which does the work
        return version()
    raise AttributeError(f"module 'kasuri' has no attribute '{name}'")
