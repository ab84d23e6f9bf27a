# SPDX-License-Identifier: MIT
"""Writes values and configurations as TOML. What is no plain value says itself what it is written as."""
from __future__ import annotations

import functools
import json
import math
import os
import pathlib
import re
from typing import Any, Mapping

from ._binary import find_built

_BARE = re.compile(r"^[A-Za-z0-9_-]+$")


def _plain(value: Any) -> Any:
    """Numbers and arrays of NumPy, components and typed classes as plain values."""
    if hasattr(value, "_kasuri_setting"):
        return _plain(value._kasuri_setting())
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items() if v is not None}
    if isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, pathlib.PurePath):
        return os.path.abspath(value)
    if hasattr(value, "tolist"):  # NumPy
        return _plain(value.tolist())
    if isinstance(value, (list, tuple, range)):
        return [_plain(v) for v in value]
    raise TypeError(f"a setting cannot be {type(value).__name__}: {value!r}")


def _absolute(key: str, value: Any) -> Any:
    """Paths in a dict start from the working directory, as in a program they would."""
    if isinstance(value, str) and key in _path_keys() and value:
        return os.path.abspath(value)
    if isinstance(value, list):
        return [_absolute(key, v) for v in value]
    if isinstance(value, dict):
        return {k: _absolute(k, v) for k, v in value.items()}
    return value


@functools.cache
def _path_keys() -> frozenset:
    find_built()
    from ._paths import PATH_KEYS

    return PATH_KEYS


def _key(name: str) -> str:
    return name if _BARE.match(name) else json.dumps(name)


def _text(value: str) -> str:
    # JSON's escapes are TOML's, but for what JSON leaves as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def inline(value: Any) -> str:
    """A value as TOML on one line."""
    value = _plain(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"a setting cannot be {value}")
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return "[" + ", ".join(inline(v) for v in value) + "]"
    return "{ " + ", ".join(f"{_key(k)} = {inline(v)}" for k, v in value.items()) + " }"


def override(key: str, value: Any) -> str:
    """KEY=VALUE for --set and --vary. Text is passed as it is typed there."""
    value = _plain(value)
    return f"{key}={value if isinstance(value, str) else inline(value)}"


def _write(table: dict, path: str, lines: list) -> None:
    inner = []
    for key, value in table.items():
        is_tables = isinstance(value, list) and value and all(isinstance(v, dict) for v in value)
        if isinstance(value, dict) or is_tables:
            inner.append((key, value))
        else:
            lines.append(f"{_key(key)} = {inline(value)}")
    for key, value in inner:
        name = f"{path}.{_key(key)}" if path else _key(key)
        for one in value if isinstance(value, list) else [value]:
            lines += ["", f"[[{name}]]" if isinstance(value, list) else f"[{name}]"]
            _write(one, name, lines)


def configuration(config: Any) -> str:
    """A whole configuration as a file."""
    table = _plain(config)
    if not isinstance(table, dict):
        raise TypeError("a configuration is a file, a dict or a kasuri.config.Config")
    lines: list = []
    _write({k: _absolute(k, v) for k, v in table.items()}, "", lines)
    return "\n".join(lines) + "\n"
