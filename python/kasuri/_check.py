# SPDX-License-Identifier: MIT
"""kasuri.check: everything that can be said of a configuration without running it."""
from __future__ import annotations

from dataclasses import dataclass, field

from ._binary import call
from ._config_files import Configuration, Settings, file_of, overrides
from ._errors import ConfigError, Diagnostic, diagnostics


@dataclass(frozen=True)
class Check:
    """`bool(check)` says whether the configuration can be run."""

    ok: bool
    text: str  # the machine in words, or the messages
    diagnostics: list[Diagnostic] = field(default_factory=list)  # mistakes and notes
    resolved: str = ""  # the whole configuration in TOML, with all defaults

    def __bool__(self):
        return self.ok

    def __str__(self):
        return self.text


def check(config: Configuration, settings: Settings = None, *, raises: bool = True) -> Check:
    """Checks a configuration. Mistakes are raised as one ConfigError, or with `raises=False` returned."""
    try:
        answer = call(["check", file_of(config), "--defaults", *overrides(settings)])
    except ConfigError as error:
        if raises:
            raise
        return Check(False, str(error), error.diagnostics)
    machine, rest = [], answer.stdout.splitlines()
    while rest and rest[0].startswith("#"):
        machine.append(rest.pop(0)[2:])
    return Check(
        True, "\n".join(machine).strip(), diagnostics(answer.stderr), "\n".join(rest).strip() + "\n"
    )
