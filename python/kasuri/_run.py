# SPDX-License-Identifier: MIT
"""kasuri.run, and what is known of a run: its directory, read when asked for (docs/results.md)."""
from __future__ import annotations

import html
import json
import os
import pathlib
import shutil
import tempfile
import weakref
from typing import Any, Optional, Union

from ._binary import call
from ._config_files import Configuration, Settings, file_of, overrides
from ._errors import ConfigError, error_of
from ._tables import Table, Tables


class Run:
    """A finished run. Tables are read from results.h5 when they are asked for."""

    def __init__(self, directory: Union[str, "os.PathLike[str]"]):
        self.directory = pathlib.Path(directory).resolve()
        try:
            self.summary: dict[str, Any] = json.loads((self.directory / "summary.json").read_text())
        except (OSError, json.JSONDecodeError) as error:
            raise ConfigError(f"{directory}: error: not a run directory: {error}") from error
        self._tables = Tables(self.directory / "results.h5")
        self._keep: Any = None  # removes a temporary directory
        self.output = ""  # what simulated programs have printed; of a loaded run nothing is known

    # --- figures ---

    @property
    def time(self) -> float:
        """Simulated time in seconds; `time_ps` is exact."""
        return self.summary["time_ps"] * 1e-12

    @property
    def time_ps(self) -> int:
        return self.summary["time_ps"]

    @property
    def hash(self) -> str:
        """Equal if the same packets arrived at the same times."""
        return self.summary["result_hash"]

    @property
    def complete(self) -> bool:
        return self.summary["complete"]

    @property
    def end_reason(self) -> str:
        return self.summary["end_reason"]

    @property
    def energy(self) -> Optional[float]:
        """Energy of the network in J; None without [power]."""
        return self.summary.get("power", {}).get("energy_j")

    @property
    def text(self) -> str:
        """The summary in words."""
        return (self.directory / "summary.txt").read_text()

    @property
    def bottleneck(self) -> str:
        """What limited the run, in words."""
        lines = self.text.splitlines()
        if "bottleneck" not in lines:
            return ""
        found = []
        for line in lines[lines.index("bottleneck") + 1 :]:
            if not line.startswith("  "):
                break
            found.append(line.strip())
        return " ".join(found)

    @property
    def config(self) -> str:
        """The whole configuration in TOML, with all defaults."""
        return (self.directory / "config.toml").read_text()

    # --- tables ---

    @property
    def tables(self) -> list[str]:
        """Names of the tables of results.h5."""
        return self._tables.names()

    def table(self, name: str) -> Table:
        """A table of results.h5 by its name, see docs/results.md."""
        return self._tables[name]

    def __getattr__(self, name):
        # links, nics, ranks, routers, power_links, …
        if name.startswith("_") or name not in self._tables.names():
            raise AttributeError(
                f"a run has no '{name}'; its tables are {', '.join(self._tables.names())}"
            )
        return self._tables[name].to_pandas()

    def __dir__(self):
        return [*super().__dir__(), *self._tables.names()]

    @property
    def jobs(self):
        """A DataFrame with a row for each job of the summary."""
        import pandas

        flat = [
            {k: v for k, v in job.items() if not isinstance(v, (dict, list))}
            for job in self.summary["jobs"]
        ]
        return pandas.DataFrame(flat)

    # --- files ---

    def save(self, directory: Union[str, "os.PathLike[str]"]) -> "Run":
        """A copy of the run directory, which stays when this object is gone."""
        shutil.copytree(self.directory, directory)
        return Run(directory)

    def export(self, to: str, out: Union[str, "os.PathLike[str]"]) -> pathlib.Path:
        """As `kasuri export`: to "csv", "sqlite" or "json"."""
        call(["export", str(self.directory), "--to", to, "--out", os.fspath(out)])
        return pathlib.Path(out)

    def picture(self) -> str:
        """How busy the links were, as SVG (`kasuri picture`)."""
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "links.svg"
            call(["picture", str(self.directory), "--output", str(out)])
            return out.read_text()

    def __repr__(self):
        return f"<kasuri run: {self.time:.6g} s, {self.end_reason}, hash {self.hash}>"

    def _repr_html_(self):
        rows = [
            ("simulated time", f"{self.time * 1e6:,.3f} µs"),
            ("end", self.end_reason),
            ("packets", f"{self.summary['packets']:,}"),
            ("links busy", f"{100 * self.summary['link_busy_ratio']:.1f} %"),
            ("mean packet latency", f"{self.summary['mean_packet_latency_ps'] * 1e-6:,.3f} µs"),
            *([("energy of the network", f"{self.energy:.6g} J")] if self.energy is not None else []),
            ("bottleneck", self.bottleneck),
            ("result hash", self.hash),
        ]
        cells = "".join(
            f"<tr><th style='text-align:left'>{k}</th><td style='text-align:left'>{html.escape(str(v))}"
            "</td></tr>"
            for k, v in rows
        )
        return f"<table>{cells}</table>"


def load(directory: Union[str, "os.PathLike[str]"]) -> Run:
    """A run from its directory."""
    return Run(directory)


def run(
    config: Configuration,
    settings: Settings = None,
    *,
    out: Union[None, str, "os.PathLike[str]"] = None,
    threads: int = 1,
    fidelity: Optional[str] = None,
    statistics: bool = False,
    raises: bool = True,
) -> Run:
    """Simulates a configuration.

    `settings` override keys, as --set does: {"router.vcs": 4, "jobs.0.pattern.load": 0.3}. `out` is the run
    directory; without it, results are kept as long as the Run exists. A program that fails, a deadlock
    and a
    limit are raised, with the results so far in the exception's `run`; with `raises=False` they are
    returned.
    """
    words = ["run", file_of(config), *overrides(settings), "--quiet", "--threads", str(threads)]
    if fidelity:
        words += ["--fidelity", fidelity]
    if statistics:
        words.append("--statistics")
    parent = tempfile.mkdtemp(prefix="kasuri-") if out is None else None
    target = pathlib.Path(out) if out is not None else pathlib.Path(str(parent)) / "run"
    result = None
    try:
        answer = call([*words, "--out", str(target)], accept=(0, 1, 3, 4))
        if (target / "summary.json").exists():
            result = Run(target)
            result.output = answer.stdout
    finally:
        if parent and result is None:
            shutil.rmtree(parent, ignore_errors=True)
        elif parent and result is not None:
            result._keep = weakref.finalize(result, shutil.rmtree, parent, True)
    if result is None or (answer.code and raises):
        raise error_of(answer.code, answer.stderr or answer.stdout, result)
    return result
