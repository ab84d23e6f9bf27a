# SPDX-License-Identifier: MIT
"""What can go wrong, as exceptions with the text of the command line."""
from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional

_LINE = re.compile(
    r"^(?P<file>[^\n]*?)(?::(?P<line>\d+)(?::(?P<column>\d+))?)?: (?P<kind>error|warning|note): "
    r"(?P<text>.*)$",
    re.M,
)


@dataclass(frozen=True)
class Diagnostic:
    """One message. `file` is a file, or what reports it ("--set #1"); line and column count from 1."""

    file: str
    line: Optional[int]
    column: Optional[int]
    kind: str
    text: str

    def __str__(self):
        place = ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)])
        return f"{place}: {self.kind}: {self.text}"


def diagnostics(text: str) -> list[Diagnostic]:
    """The messages in what the program has printed."""

    def number(word):
        return int(word) if word else None

    found = []
    for m in _LINE.finditer(text):
        line, column = number(m["line"]), number(m["column"])
        if m["file"].startswith("--set #"):  # an override has no lines: its number is a column
            line, column = None, line
        found.append(Diagnostic(m["file"], line, column, m["kind"], m["text"]))
    return found


class KasuriError(Exception):
    """Any failure. `exit_code` is that of the program (docs/errors.md); `run` the results so far, if
    any."""

    def __init__(self, text: str, exit_code: int = 2, run=None):
        super().__init__(text)
        self.exit_code = exit_code
        self.run = run
        self.diagnostics = diagnostics(text)

    def _render_traceback_(self):
        # Notebooks show what the user did wrong, not the frames of this package.
        return [f"{type(self).__name__}:", str(self)]


class ConfigError(KasuriError):
    """A mistake in a configuration, a file that it names, or an argument. `diagnostics` has all of them."""

    @property
    def file(self) -> Optional[str]:
        return self.diagnostics[0].file if self.diagnostics else None

    @property
    def line(self) -> Optional[int]:
        return self.diagnostics[0].line if self.diagnostics else None

    @property
    def column(self) -> Optional[int]:
        return self.diagnostics[0].column if self.diagnostics else None


class ProgramError(KasuriError):
    """The simulated program failed."""


class DeadlockError(KasuriError):
    """The simulated program or network hangs."""


class LimitError(KasuriError):
    """A limit of time, memory or disk."""


class InternalError(KasuriError):
    """A mistake in Kasuri; please report it."""


class BinaryMissing(KasuriError):
    """The program `kasuri` was not found."""


class VerbMissing(KasuriError):
    """The program that was found has no such verb."""


_OF_CODE = {1: ProgramError, 2: ConfigError, 3: DeadlockError, 4: LimitError, 5: InternalError}


def error_of(exit_code: int, text: str, run=None) -> KasuriError:
    """The exception for an exit code of the program."""
    text = text.strip() or f"kasuri ended with exit code {exit_code}"
    return _OF_CODE.get(exit_code, KasuriError)(text, exit_code, run)
