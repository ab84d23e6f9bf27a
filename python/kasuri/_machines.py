# SPDX-License-Identifier: MIT
"""kasuri.predict and kasuri.calibrate (docs/machines.md), and kasuri.compare."""
from __future__ import annotations

import json
import os
from typing import Any, Iterable, Optional, Union

from ._binary import call, require_verb
from ._config_files import Settings, overrides

_Name = Union[str, "os.PathLike[str]"]


def predict(
    machine: _Name,
    collective: str,
    sizes: Iterable[Union[int, str]],
    *,
    nodes: Union[int, str],
    ranks_per_node: Optional[int] = None,
    algorithm: Optional[str] = None,
    settings: Settings = None,
    threads: int = 1,
):
    """How long a collective takes on a machine of `kasuri list machines`, or of a file: a DataFrame with
    a row for each size, `time_us` and `busbw_gb_s`."""
    import pandas

    words = [
        "predict",
        os.fspath(machine),
        "--collective",
        collective,
        "--nodes",
        str(nodes),
        "--bytes",
        ",".join(str(s) for s in sizes),
        "--threads",
        str(threads),
        "--json",
        *overrides(settings),
    ]
    if ranks_per_node is not None:
        words += ["--ranks-per-node", str(ranks_per_node)]
    if algorithm:
        words += ["--algorithm", algorithm]
    return pandas.DataFrame(json.loads(call(words).stdout)["points"])


def calibrate(
    machine: _Name,
    measured: _Name,
    *,
    out: Optional[_Name] = None,
    fit: Optional[Iterable[str]] = None,
    only: Iterable[str] = (),
    system: Optional[str] = None,
    nodes: Union[int, str, None] = None,
    ranks_per_node: Optional[int] = None,
    collective: Optional[str] = None,
    algorithm: Optional[str] = None,
    settings: Settings = None,
) -> dict:
    """Fits constants of a machine to measured times, as `kasuri calibrate` does. Without `out` nothing is
    fitted: the machine as it is is compared with all points (--check). `nodes` to `algorithm` are of
    results as benchmarks print them, which do not say that."""
    words = ["calibrate", os.fspath(machine), os.fspath(measured), "--json", *overrides(settings)]
    words += ["--out", os.fspath(out)] if out is not None else ["--check"]
    if fit is not None:
        words += ["--fit", ",".join(fit)]
    said = {"system": system, "nodes": nodes, "ranks-per-node": ranks_per_node, "collective": collective,
            "algorithm": algorithm}
    for name, value in said.items():
        if value is not None:
            words += [f"--{name}", str(value)]
    for condition in only:
        words += ["--only", condition]
    return json.loads(call(words).stdout)


def compare(*runs: Any, **options: Any) -> dict:
    """As `kasuri compare`: runs, their directories or configurations. Raises VerbMissing if the
    program that
    was found has no such verb. An option `key=value` becomes `--key value`, True a flag."""
    require_verb("compare")
    words = ["compare", *(str(getattr(r, "directory", r)) for r in runs), "--json"]
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        words += [flag] if value is True else [flag, str(value)]
    return json.loads(call(words).stdout)
