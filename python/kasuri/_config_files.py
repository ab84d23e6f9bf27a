# SPDX-License-Identifier: MIT
"""Configurations as files: those of the user, and those that dicts are written to."""
from __future__ import annotations

import hashlib
import os
import pathlib
import tempfile
from typing import Any, Mapping, Optional, Union

from . import _toml

Configuration = Union[str, "os.PathLike[str]", Mapping[str, Any], Any]
Settings = Optional[Mapping[str, Any]]


def cache() -> pathlib.Path:
    """Where files are kept that a later call may need again: ~/.cache/kasuri/python."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    folder = (
        pathlib.Path(base if os.path.isabs(base) else os.path.expanduser("~/.cache"))
        / "kasuri"
        / "python"
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    folder = pathlib.Path(tempfile.gettempdir()) / f"kasuri-python-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to another user")
    return folder


def kept(text: str, suffix: str) -> str:
    """A file of this text, named after it: so that the same text is the same file the next time."""
    path = cache() / (hashlib.sha256(text.encode()).hexdigest()[:24] + suffix)
    if not path.exists() or path.read_text() != text:
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.write_text(text)
        os.replace(draft, path)
    return str(path)


def file_of(config: Configuration) -> str:
    """The file of a configuration."""
    if isinstance(config, (str, os.PathLike)):
        return os.fspath(config)
    return kept(_toml.configuration(config), ".toml")


def overrides(settings: Settings) -> list[str]:
    """As arguments of the program."""
    words: list[str] = []
    for key, value in (settings or {}).items():
        words += ["--set", _toml.override(key, value)]
    return words
