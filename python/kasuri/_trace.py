# SPDX-License-Identifier: MIT
"""kasuri.trace: what a trace contains, and whether it can be replayed (docs/traces.md)."""
from __future__ import annotations

import json
import os
from typing import Any, Union

from ._binary import call
from ._errors import KasuriError


class Trace:
    """A trace in any of the formats that Kasuri reads. As a value of jobs.trace it is its file."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]):
        self.path = os.path.abspath(path)
        self.info: dict[str, Any] = json.loads(call(["trace", "info", self.path, "--json"]).stdout)

    @property
    def ranks(self) -> int:
        return self.info["ranks"]

    @property
    def format(self) -> str:
        return self.info["format"]

    @property
    def calls(self):
        """A Series: how often each call occurs."""
        import pandas

        return pandas.Series(self.info["calls"], name="calls", dtype="int64")

    def check(self) -> str:
        """Whether it is complete and its replay ends, in words. What is wrong is raised."""
        return call(["trace", "check", self.path]).stdout

    def replay(self, config: Any, settings: Any = None, **options: Any):
        """Replays the trace on the machine of a configuration, as its only job."""
        from ._run import run

        if isinstance(config, (str, os.PathLike)):
            raise TypeError("replay takes the machine as a dict; a file names its trace itself")
        return run({**dict(config), "jobs": [{"trace": self.path}]}, settings, **options)

    def _kasuri_setting(self):
        return self.path

    def __repr__(self):
        return f"<kasuri trace: {self.format}, {self.ranks} ranks, {self.info['events']} events>"


def trace(path: Union[str, "os.PathLike[str]"]) -> Trace:
    """Opens a trace."""
    if not os.path.exists(path):
        raise KasuriError(f"{os.fspath(path)}: error: cannot be read: there is no such file")
    return Trace(path)
