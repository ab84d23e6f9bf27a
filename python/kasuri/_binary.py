# SPDX-License-Identifier: MIT
"""Finds the program and calls it."""
from __future__ import annotations

import importlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
from typing import Optional, Sequence

from ._errors import BinaryMissing, VerbMissing, error_of

_HERE = pathlib.Path(__file__).resolve().parent


def _candidates():
    if (_HERE / "_tree.py").exists():  # pip install python/
        yield pathlib.Path(importlib.import_module("._tree", __package__).PROGRAM)
    # PREFIX/lib/python3*/dist-packages/kasuri, and python/kasuri of a source tree.
    for up in (4, 3):
        if len(_HERE.parents) > up:
            yield _HERE.parents[up] / "bin" / "kasuri"
    if found := shutil.which("kasuri"):
        yield pathlib.Path(found)
    yield _HERE.parents[1] / "build" / "kasuri"
    yield pathlib.Path("build/kasuri").resolve()


def binary() -> str:
    """The path of the program: $KASURI, beside this package, in PATH, or in build/ of a source tree."""
    given = os.environ.get("KASURI")
    if given:
        found = shutil.which(given)
        if found:
            return str(pathlib.Path(found).resolve())
        raise BinaryMissing(f"kasuri: error: $KASURI names {given}, which is no program")
    for path in _candidates():
        if os.access(path, os.X_OK) and not path.is_dir():
            return str(path)
    raise BinaryMissing(
        "kasuri: error: the program kasuri is not in PATH, nor in build/: run `make build` in the "
        "source tree, `make install`, or `apt install ./kasuri_*.deb`; or set $KASURI to its path"
    )


def find_built() -> None:
    """Makes _classes and _paths, which the build writes, modules of this package: an installed package has
    them, that of a source tree finds them in the folder of $KASURI or in build/."""
    package = sys.modules[__package__].__path__
    if any((pathlib.Path(folder) / "_classes.py").exists() for folder in package):
        return
    given = os.environ.get("KASURI")
    found = given and shutil.which(given)
    for build in ([pathlib.Path(found).resolve().parent] if found else []) + [_HERE.parents[1] / "build"]:
        folder = build / "generated" / "python" / "kasuri"
        if (folder / "_classes.py").exists():
            package.append(str(folder))
            importlib.invalidate_caches()
            return
    binary()  # its message, if nothing is built
    raise BinaryMissing(
        "kasuri: error: the classes of kasuri.config are not built: run `make build` in "
        f"{_HERE.parents[1]}, or the target kasuri_python beside $KASURI"
    )


def version() -> str:
    """Of the program: "0.1.0"."""
    return call(["--version"]).stdout.split()[1]


class Answer:
    """What a call has printed."""

    def __init__(self, code, stdout, stderr):
        self.code, self.stdout, self.stderr = code, stdout, stderr


def call(arguments: Sequence[str], accept: Sequence[int] = (0,), cwd: Optional[str] = None) -> Answer:
    """Runs `kasuri ARGUMENTS`. An exit code that is not in `accept` becomes an exception."""
    environment = dict(os.environ, NO_COLOR="1")
    with subprocess.Popen(
        [binary(), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env=environment,
    ) as process:
        try:
            out, err = process.communicate()
        except BaseException:
            # On a terminal Ctrl-C reaches both processes, elsewhere this one alone.
            try:
                process.wait(timeout=1)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
            process.communicate()
            raise
    if process.returncode < 0:
        raise error_of(
            128 - process.returncode, f"kasuri was ended by signal {-process.returncode}\n{err}"
        )
    if process.returncode not in accept:
        raise error_of(process.returncode, err or out)
    return Answer(process.returncode, out, err)


def require_verb(verb: str) -> None:
    """Raises VerbMissing if the program has no such verb."""
    words = [line.split() for line in call(["--help"]).stdout.splitlines() if line.startswith("  ")]
    if verb not in [w[0] for w in words if w]:
        raise VerbMissing(
            f"kasuri: error: {binary()} has no verb '{verb}'; it is of version {version()}, a later "
            f"one may have it"
        )
