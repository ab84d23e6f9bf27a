# SPDX-License-Identifier: MIT
"""kasuri.Network: the network of a simulator in Python. The program simulates it (`kasuri network`)."""
from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
from typing import Any, Callable, Optional, Union

from ._binary import binary
from ._config_files import Configuration, Settings, file_of, overrides
from ._errors import error_of

Callback = Optional[Callable[[], Any]]
NEVER = 2**63 - 1


class Network:
    """A machine without jobs, whose messages and time this program gives. Times are integers in ps."""

    def __init__(
        self,
        config: Configuration,
        settings: Settings = None,
        *,
        out: Union[None, str, "os.PathLike[str]"] = None,
        waiting: int = 0,
    ):
        words = ["network", file_of(config), *overrides(settings), "--waiting", str(waiting)]
        if out is not None:
            words += ["--out", os.fspath(out)]
        self._errors = tempfile.TemporaryFile("w+")
        self._process = subprocess.Popen(
            [binary(), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env=dict(os.environ, NO_COLOR="1"),
        )
        self._callbacks: dict[int, list] = {}
        self._next = 0
        self._now = 0
        self._inside = False
        _, _, nodes, classes = self._answer().split()
        self.nodes, self.classes = int(nodes), int(classes)

    def send(
        self,
        source: int,
        destination: int,
        size: int,
        traffic_class: int = 0,
        on_sent: Callback = None,
        on_delivered: Callback = None,
    ) -> None:
        """Hands over a message of `size` bytes at `now`."""
        calls = bool(on_sent) + 2 * bool(on_delivered)
        number = self._keep(on_sent, on_delivered) if calls else 0
        self._ask(f"send {source:d} {destination:d} {size:d} {traffic_class:d} {calls} {number}")

    def can_send(self, source: int, size: int) -> bool:
        """Whether so much fits into what `waiting` allows; one message always does."""
        self._ask(f"can_send {source:d} {size:d}")
        return self._answer() == "1"

    def schedule(self, time: int, function: Callable[[], Any]) -> None:
        """Calls `function` at `time`, after what the network does at that instant."""
        self._ask(f"schedule {time:d} {self._keep(function)}")

    @property
    def now(self) -> int:
        return self._now

    def next_event(self) -> Optional[int]:
        """Time of what comes next; None if nothing does."""
        self._outside()
        self._ask("next_event")
        time = int(self._answer())
        return None if time == NEVER else time

    def advance(self, until: int) -> None:
        """Handles all events up to `until`, which is `now` then."""
        self._go_on(f"advance {until:d}")

    def run(self) -> None:
        """Until nothing is left to do."""
        self._go_on("run")

    def finish(self) -> dict[str, Any]:
        """The end: what summary.json holds. Writes the run directory."""
        self._outside()
        self._ask("finish")
        summary = json.loads(self._answer())
        self.close()
        return summary

    def close(self) -> None:
        """Ends the program; without finish() there are no results."""
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()  # type: ignore[union-attr]
        self._process.wait()
        self._errors.close()

    def __enter__(self) -> "Network":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    # A callback is forgotten when it has been called.
    def _keep(self, *functions) -> int:
        self._next += 1
        self._callbacks[self._next] = list(functions)
        return self._next

    def _outside(self):
        if self._inside:
            raise RuntimeError("a callback may only send, schedule and ask for the time")

    def _ask(self, line):
        try:
            self._process.stdin.write(line + "\n")
        except (BrokenPipeError, ValueError):
            self._fail()

    def _answer(self) -> str:
        try:
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            self._fail()
        line = self._process.stdout.readline()
        if not line:
            self._fail()
        return line.strip()

    def _fail(self):
        if self._errors.closed:
            raise error_of(2, "the network has finished")
        code = self._process.wait()
        self._errors.seek(0)
        text = self._errors.read()
        self.close()
        raise error_of(code, text)

    def _go_on(self, line):
        self._outside()
        self._ask(line)
        while (words := self._answer().split())[0] == "call":
            self._now = int(words[3])
            functions = self._callbacks[int(words[2])]
            which = words[1] == "delivered"
            function, functions[which] = functions[which], None
            if not any(functions):
                del self._callbacks[int(words[2])]
            self._inside = True
            try:
                function()
            finally:
                self._inside = False
            self._ask("done")
        self._now = int(words[1])
