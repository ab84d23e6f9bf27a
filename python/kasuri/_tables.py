# SPDX-License-Identifier: MIT
"""Tables of results.h5: columns of NumPy, DataFrames, and the Arrow C stream for all others."""
from __future__ import annotations

import html
import pathlib
from typing import Any, Iterator

from ._binary import call
from ._errors import BinaryMissing, ConfigError


def _need(module: str, package: str):
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"this needs {module}: apt install {package}") from error


class Table:
    """One table. Columns are read when they are first asked for, and are arrays of NumPy."""

    def __init__(
        self, file: pathlib.Path, name: str, columns: list[str], units: dict[str, str], rows: int
    ):
        self.name, self.columns, self.units = name, columns, units
        self._file, self._rows = file, rows
        self._read: dict[str, Any] = {}

    def __len__(self):
        return self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __getitem__(self, column: str):
        if column not in self.columns:
            raise KeyError(
                f"table '{self.name}' has no column '{column}'; it has {', '.join(self.columns)}"
            )
        if column not in self._read:
            h5py = _need("h5py", "python3-h5py")
            with h5py.File(self._file, "r") as file:
                data = file[self.name][column]
                if h5py.check_string_dtype(data.dtype):
                    self._read[column] = data.asstr()[:].astype(object)
                else:
                    values = data[:]
                    # Sums and products of what is stored in 32 bits may need more.
                    self._read[column] = values.astype("int64") if values.dtype.kind in "iu" else values
        return self._read[column]

    def to_pandas(self):
        """A DataFrame. `attrs["units"]` has the units of its columns."""
        pandas = _need("pandas", "python3-pandas")
        frame = pandas.DataFrame({c: self[c] for c in self.columns})
        frame.attrs.update(name=self.name, units=self.units)
        return frame

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True):
        """The DataFrame interchange protocol."""
        return self.to_pandas().__dataframe__(nan_as_null, allow_copy)

    def __arrow_c_stream__(self, requested_schema: Any = None):
        """The Arrow PyCapsule interface: pyarrow.table(table), polars.DataFrame(table), DuckDB."""
        from ._arrow import stream

        return stream([(c, self[c], self.units.get(c, "")) for c in self.columns], len(self))

    def __repr__(self):
        return f"<table {self.name}: {len(self):,} rows, columns {', '.join(self.columns)}>"

    def _repr_html_(self, rows: int = 10):
        def cell(tag, text):
            return f"<{tag}>{html.escape(str(text))}</{tag}>"

        head = "".join(
            cell("th", c + (f" ({self.units[c]})" if self.units.get(c) else "")) for c in self.columns
        )
        body = "".join(
            "<tr>" + "".join(cell("td", self[c][i]) for c in self.columns) + "</tr>"
            for i in range(min(rows, len(self)))
        )
        more = f"<p>{len(self):,} rows</p>" if len(self) > rows else ""
        return f"<table><tr>{head}</tr>{body}</table>{more}"


class Tables:
    """All tables of a file. The file is read when the first one is asked for."""

    def __init__(self, file: pathlib.Path):
        self._file = file
        self._found: dict[str, Table] = {}

    def _open(self) -> dict[str, Table]:
        if not self._found:
            h5py = _need("h5py", "python3-h5py")
            self._check()
            try:
                with h5py.File(self._file, "r") as file:
                    for name, group in file.items():
                        columns = _in_order(h5py, group)
                        units = {
                            c: str(group[c].attrs["unit"]) for c in columns if "unit" in group[c].attrs
                        }
                        rows = group[columns[0]].shape[0] if columns else 0
                        self._found[name] = Table(self._file, name, columns, units, rows)
            except OSError as error:
                raise ConfigError(
                    f"{self._file}: error: not a readable file of results: {error}"
                ) from error
        return self._found

    def _check(self) -> None:
        """Texts of a damaged file may crash HDF5's library: the program reads them in its own process."""
        try:
            call(["report", str(self._file.parent), "--tables"])
        except BinaryMissing:
            pass

    def names(self) -> list[str]:
        return list(self._open())

    def __getitem__(self, name: str) -> Table:
        found = self._open()
        if name not in found:
            raise KeyError(f"the run has no table '{name}'; it has {', '.join(found)}")
        return found[name]


def _in_order(h5py, group) -> list[str]:
    """Columns as they were written, where the file remembers that."""
    if group.id.get_create_plist().get_link_creation_order() & h5py.h5p.CRT_ORDER_TRACKED:
        names: list[str] = []
        group.id.links.visit(lambda n: names.append(n.decode()), idx_type=h5py.h5.INDEX_CRT_ORDER)
        return names
    return list(group)
