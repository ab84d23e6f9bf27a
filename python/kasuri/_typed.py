# SPDX-License-Identifier: MIT
"""What the typed classes of kasuri.config have in common."""
from __future__ import annotations

import dataclasses
from typing import Any, Dict


class Section:
    """A section of a configuration. Fields that are None are left out, so that their defaults hold."""

    _type = ""  # of a component: its name

    def _kasuri_setting(self) -> Dict[str, Any]:
        table: Dict[str, Any] = {"type": self._type} if self._type else {}
        for f in dataclasses.fields(self):  # type: ignore[arg-type]
            value = getattr(self, f.name)
            if value is None:
                continue
            if f.name == "others":
                table.update(value)
            else:
                table[f.name.rstrip("_")] = value
        return table

    def __repr__(self) -> str:
        values = {k: v for k, v in self._kasuri_setting().items() if k != "type"}
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in values.items())})"
