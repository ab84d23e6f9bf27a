# SPDX-License-Identifier: MIT
"""A table as an Arrow C stream, by ctypes alone: the Arrow C data and C stream interfaces and the PyCapsule
interface of the Arrow specification. There is one batch, a struct array with a child for each column.

Who consumes a structure calls its `release` once; until then the columns live. What a structure needs
is kept in `_alive` under the number in its private_data.
"""
from __future__ import annotations

import ctypes
import itertools
import struct
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from typing import Any, Sequence, Tuple


class ArrowSchema(Structure):
    pass


class ArrowArray(Structure):
    pass


class ArrowArrayStream(Structure):
    pass


RELEASE_SCHEMA = CFUNCTYPE(None, POINTER(ArrowSchema))
RELEASE_ARRAY = CFUNCTYPE(None, POINTER(ArrowArray))
RELEASE_STREAM = CFUNCTYPE(None, POINTER(ArrowArrayStream))
GET_SCHEMA = CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowSchema))
GET_NEXT = CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowArray))
GET_LAST_ERROR = CFUNCTYPE(c_void_p, POINTER(ArrowArrayStream))

ArrowSchema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(ArrowSchema))),
    ("dictionary", POINTER(ArrowSchema)),
    ("release", RELEASE_SCHEMA),
    ("private_data", c_void_p),
]
ArrowArray._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(ArrowArray))),
    ("dictionary", POINTER(ArrowArray)),
    ("release", RELEASE_ARRAY),
    ("private_data", c_void_p),
]
ArrowArrayStream._fields_ = [
    ("get_schema", GET_SCHEMA),
    ("get_next", GET_NEXT),
    ("get_last_error", GET_LAST_ERROR),
    ("release", RELEASE_STREAM),
    ("private_data", c_void_p),
]

Column = Tuple[str, Any, str]  # name, array of NumPy, unit

_alive: dict[int, Any] = {}
_numbers = itertools.count(1)


def _keep(what: Any) -> int:
    number = next(_numbers)
    _alive[number] = what
    return number


def _release(structure) -> None:
    """Of a schema or an array: its children first, those that nobody has moved away."""
    s = structure.contents
    for i in range(s.n_children):
        child = s.children[i]
        if child.contents.release:
            child.contents.release(child)
    _alive.pop(s.private_data, None)
    s.release = type(s.release)()


_release_schema = RELEASE_SCHEMA(_release)
_release_array = RELEASE_ARRAY(_release)


def _format(values) -> bytes:
    if values.dtype.kind == "O":
        return b"U"  # text, with offsets of 64 bits
    return {"int64": b"l", "int32": b"i", "float64": b"g", "float32": b"f"}[str(values.dtype)]


def _metadata(unit: str) -> bytes:
    pairs = [(b"unit", unit.encode())] if unit else []
    text = struct.pack("=i", len(pairs))
    for pair in pairs:
        for word in pair:
            text += struct.pack("=i", len(word)) + word
    return text


def _fill_schema(s, kind: bytes, name: str, unit: str, columns: Sequence[Column] = ()) -> None:
    children = [ArrowSchema() for _ in columns]
    for child, (column, values, its_unit) in zip(children, columns):
        _fill_schema(child, _format(values), column, its_unit)
    pointers = (POINTER(ArrowSchema) * max(len(children), 1))(*[ctypes.pointer(c) for c in children])
    metadata = ctypes.create_string_buffer(_metadata(unit)) if unit else None
    s.format, s.name, s.flags = kind, name.encode(), 0
    s.metadata = ctypes.cast(metadata, c_void_p) if metadata else None
    s.n_children, s.children = len(children), ctypes.cast(pointers, POINTER(POINTER(ArrowSchema)))
    s.dictionary, s.release = None, _release_schema
    s.private_data = _keep((s.format, s.name, metadata, children, pointers))


def _buffers(values) -> list:
    """Without the one of validity: nothing is missing."""
    import numpy

    if values.dtype.kind != "O":
        return [numpy.ascontiguousarray(values)]
    texts = [str(v).encode() for v in values]
    offsets = numpy.zeros(len(texts) + 1, dtype="int64")
    numpy.cumsum([len(t) for t in texts], out=offsets[1:])
    return [offsets, numpy.frombuffer(b"".join(texts) or b"\0", dtype="uint8")]


def _fill_array(a, length: int, data: Sequence[Any], columns: Sequence[Column] = ()) -> None:
    children = [ArrowArray() for _ in columns]
    for child, (_, values, _) in zip(children, columns):
        _fill_array(child, length, _buffers(values))
    pointers = (POINTER(ArrowArray) * max(len(children), 1))(*[ctypes.pointer(c) for c in children])
    buffers = (c_void_p * (1 + len(data)))(None, *[d.ctypes.data for d in data])
    a.length, a.null_count, a.offset = length, 0, 0
    a.n_buffers, a.buffers = 1 + len(data), ctypes.cast(buffers, POINTER(c_void_p))
    a.n_children, a.children = len(children), ctypes.cast(pointers, POINTER(POINTER(ArrowArray)))
    a.dictionary, a.release = None, _release_array
    a.private_data = _keep((children, pointers, buffers, list(data)))


class _State:
    def __init__(self, columns: Sequence[Column], rows: int):
        self.columns, self.rows, self.given, self.error = columns, rows, False, None


def _attempt(stream, step) -> int:
    state = _alive[stream.contents.private_data]
    try:
        step(state)
        return 0
    except Exception as error:  # told by get_last_error
        state.error = ctypes.create_string_buffer(str(error).encode())
        return 5  # EIO


def _get_schema(stream, out) -> int:
    return _attempt(stream, lambda s: _fill_schema(out.contents, b"+s", "", "", s.columns))


def _get_next(stream, out) -> int:
    def step(state):
        if state.given:
            out.contents.release = RELEASE_ARRAY()  # the end
            return
        _fill_array(out.contents, state.rows, [], state.columns)
        state.given = True

    return _attempt(stream, step)


def _get_last_error(stream):
    error = _alive[stream.contents.private_data].error
    return ctypes.addressof(error) if error is not None else None


def _release_of_stream(stream) -> None:
    _alive.pop(stream.contents.private_data, None)
    stream.contents.release = RELEASE_STREAM()  # type: ignore[call-overload]


_CALLBACKS = (
    GET_SCHEMA(_get_schema),
    GET_NEXT(_get_next),
    GET_LAST_ERROR(_get_last_error),
    RELEASE_STREAM(_release_of_stream),
)

_NAME = b"arrow_array_stream"
_api = ctypes.PyDLL(None)  # our own, since others may declare other arguments for ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [c_void_p, c_char_p, c_void_p]
_api.PyCapsule_GetPointer.restype = c_void_p
_api.PyCapsule_GetPointer.argtypes = [c_void_p, c_char_p]


@CFUNCTYPE(None, c_void_p)
def _destroy(capsule) -> None:
    address = _api.PyCapsule_GetPointer(capsule, _NAME)
    stream = ctypes.cast(address, POINTER(ArrowArrayStream))
    if stream.contents.release:
        stream.contents.release(stream)
    _structures.pop(address, None)


_structures: dict[int, ArrowArrayStream] = {}


def stream(columns: Sequence[Column], rows: int):
    """A PyCapsule with an ArrowArrayStream."""
    structure = ArrowArrayStream(*_CALLBACKS, _keep(_State(columns, rows)))
    address = ctypes.addressof(structure)
    _structures[address] = structure
    return _api.PyCapsule_New(address, _NAME, ctypes.cast(_destroy, c_void_p))
