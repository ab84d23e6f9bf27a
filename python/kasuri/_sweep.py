# SPDX-License-Identifier: MIT
"""kasuri.sweep: all combinations of some settings, as a DataFrame (docs/sweeps.md)."""
from __future__ import annotations

import hashlib
import os
import pathlib
import warnings
from typing import Any, Iterable, Mapping, Optional, Union

from . import _toml
from ._binary import call
from ._config_files import Configuration, Settings, cache, file_of, overrides
from ._errors import error_of


def _folder(file: str) -> pathlib.Path:
    # A configuration's own folder: interrupted sweeps are found again.
    return cache() / "sweeps" / hashlib.sha256(os.path.abspath(file).encode()).hexdigest()[:24]


def sweep(
    config: Configuration,
    vary: Mapping[str, Iterable[Any]],
    *,
    settings: Settings = None,
    workers: Optional[int] = None,
    resume: bool = True,
    out: Union[None, str, "os.PathLike[str]"] = None,
    reads: Iterable[str] = (),
):
    """Runs `config` with all combinations of the values in `vary` and returns a DataFrame with a row
    for each.

    The columns are the settings that vary, `status`, and every figure of the summary ("time_ps",
    "power.energy_j", "jobs.0.time_ps"). Points that were finished before, here or by `kasuri sweep`,
    are not
    run again unless something that they depend on has changed; `resume=False` forgets them. Points that
    fail have `status` "failed" and are told by a warning. `workers` runs are made at a time, by default as
    many as there are cores. `out` is the directory of the results, by default one in the user's cache.
    """
    import pandas

    file = file_of(config)
    folder = pathlib.Path(out) if out is not None else _folder(file)
    folder.mkdir(parents=True, exist_ok=True)
    if not resume:
        (folder / "sweep.db").unlink(missing_ok=True)
    words = ["sweep", file, *overrides(settings), "--out", str(folder), "--quiet"]
    columns = {}
    for key, values in vary.items():
        words_of = {_toml.override("", value)[1:]: value for value in _values(key, values)}
        columns[key] = words_of
        words += ["--vary", f"{key}={','.join(_listed(word) for word in words_of)}"]
    for name in reads:
        words += ["--reads", os.fspath(name)]
    if workers is not None:
        words += ["--jobs", str(workers)]
    answer = call(words, accept=(0, 1))
    if answer.code and not (folder / "sweep.csv").exists():
        raise error_of(answer.code, answer.stderr)
    frame = pandas.read_csv(folder / "sweep.csv", dtype={key: str for key in columns})
    for key, words_of in columns.items():
        frame[key] = _typed([words_of.get(_unlisted(w), w) for w in frame[key]])
    if answer.code:
        warnings.warn(answer.stderr.strip(), stacklevel=2)
    return frame


def _values(key: str, values: Any) -> list:
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise TypeError(f"the values of '{key}' must be a list, not {type(values).__name__}")
    found = list(values)
    if not found:
        raise ValueError(f"'{key}' has no values")
    return found


def _listed(word: str) -> str:
    # In a list of values, a comma outside brackets and quotes would divide one; a:b:c would be a range.
    if "," in word and word[:1] not in "[{\"'" or word.count(":") == 2 and word[:1] not in "[{\"'":
        return _toml.inline(word)
    return word


def _unlisted(word: str) -> str:
    return (
        word[1:-1] if isinstance(word, str) and word[:1] == word[-1:] == '"' and len(word) > 1 else word
    )


def _typed(values: list) -> list:
    """Numbers of NumPy as plain ones; objects by their names."""
    return [v.tolist() if hasattr(v, "tolist") else v for v in values]
