# SPDX-License-Identifier: MIT
"""The Arrow C stream of a table, read by a small reader of the specification's structures that shares
nothing with the package: layout of the structures, formats, lengths, buffers, metadata, release."""
import ctypes
import gc
import struct
import unittest
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p

import kasuri
from kasuri import _arrow

from cases import TORUS, Case


class Schema(Structure):
    pass


class Array(Structure):
    pass


class Stream(Structure):
    pass


# Offsets as in the specification: all members are 8 bytes.
Schema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n", c_int64),
    ("children", POINTER(POINTER(Schema))),
    ("dictionary", c_void_p),
    ("release", CFUNCTYPE(None, POINTER(Schema))),
    ("private", c_void_p),
]
Array._fields_ = [
    ("length", c_int64),
    ("nulls", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(Array))),
    ("dictionary", c_void_p),
    ("release", CFUNCTYPE(None, POINTER(Array))),
    ("private", c_void_p),
]
Stream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, POINTER(Stream), POINTER(Schema))),
    ("get_next", CFUNCTYPE(c_int, POINTER(Stream), POINTER(Array))),
    ("get_last_error", CFUNCTYPE(c_char_p, POINTER(Stream))),
    ("release", CFUNCTYPE(None, POINTER(Stream))),
    ("private", c_void_p),
]
WIDTH = {b"l": ("q", 8), b"i": ("i", 4), b"g": ("d", 8), b"f": ("f", 4)}


def pointer_of(capsule):
    api = ctypes.pythonapi
    api.PyCapsule_GetPointer.restype = c_void_p
    api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, c_char_p]
    return ctypes.cast(api.PyCapsule_GetPointer(capsule, b"arrow_array_stream"), POINTER(Stream))


def metadata_of(address):
    """{key: value}; the lengths are in the text itself."""
    if not address:
        return {}
    at = address

    def integer():
        nonlocal at
        at += 4
        return struct.unpack("=i", ctypes.string_at(at - 4, 4))[0]

    def text():
        nonlocal at
        length = integer()
        at += length
        return ctypes.string_at(at - length, length).decode()

    return {text(): text() for _ in range(integer())}


def values_of(kind, array):
    buffers = array.buffers
    if kind == b"U":
        offsets = struct.unpack(
            f"={array.length + 1}q", ctypes.string_at(buffers[1], 8 * (array.length + 1))
        )
        data = ctypes.string_at(buffers[2], offsets[-1])
        return [data[a:b].decode() for a, b in zip(offsets, offsets[1:])]
    letter, width = WIDTH[kind]
    return list(
        struct.unpack(f"={array.length}{letter}", ctypes.string_at(buffers[1], width * array.length))
    )


class Arrow(Case):
    def setUp(self):
        super().setUp()
        self.run_ = kasuri.run(TORUS)

    def read(self, table):
        capsule = table.__arrow_c_stream__()
        stream = pointer_of(capsule)
        schema, array, end = Schema(), Array(), Array()
        self.assertEqual(stream.contents.get_schema(stream, schema), 0)
        self.assertEqual(stream.contents.get_next(stream, array), 0)
        self.assertEqual(stream.contents.get_next(stream, end), 0)
        self.assertFalse(end.release)  # one batch
        self.assertEqual((schema.format, schema.n), (b"+s", array.n))
        self.assertEqual((array.length, array.nulls, array.n_buffers), (len(table), 0, 1))
        # The batch outlives its stream.
        stream.contents.release(stream)
        self.assertFalse(stream.contents.release)
        del capsule
        gc.collect()
        columns, units = {}, {}
        for i in range(schema.n):
            child, data = schema.children[i].contents, array.children[i].contents
            self.assertEqual(data.n_buffers, 3 if child.format == b"U" else 2)
            self.assertFalse(data.buffers[0])
            columns[child.name.decode()] = values_of(child.format, data)
            units[child.name.decode()] = metadata_of(child.metadata)
        schema.release(schema)
        array.release(array)
        self.assertFalse(schema.release or array.release)
        return columns, units

    def test_numbers_text_and_units_arrive(self):
        columns, units = self.read(self.run_.table("links"))
        frame = self.run_.links
        self.assertEqual(list(columns), list(frame))
        for name, values in columns.items():
            self.assertEqual(values, list(frame[name]))
        self.assertEqual(units["busy"], {"unit": "ps"})
        columns, _ = self.read(self.run_.table("link_classes"))
        self.assertEqual(
            columns, {"name": ["x", "y", "terminal"]} if columns["name"][-1] == "terminal" else columns
        )
        self.assertEqual(columns["name"][:2], ["x", "y"])

    def test_nothing_stays_alive(self):
        before = len(_arrow._alive), len(_arrow._structures)
        for _ in range(3):
            self.read(self.run_.table("links"))
            self.run_.table("links").__arrow_c_stream__()  # that nobody reads
        gc.collect()
        self.assertEqual((len(_arrow._alive), len(_arrow._structures)), before)

    def test_a_child_can_be_moved_away(self):
        stream = pointer_of(capsule := self.run_.table("links").__arrow_c_stream__())
        array, own = Array(), Array()
        stream.contents.get_next(stream, array)
        moved = array.children[3]
        ctypes.memmove(ctypes.byref(own), moved, ctypes.sizeof(Array))
        moved.contents.release = type(own.release)()
        array.release(array)
        del capsule
        gc.collect()
        self.assertEqual(own.length, len(self.run_.links))
        self.assertEqual(len(values_of(b"l", own)), own.length)
        own.release(own)

    def test_an_error_is_told(self):
        table = self.run_.table("links")
        capsule = table.__arrow_c_stream__()
        stream = pointer_of(capsule)
        state = _arrow._alive[stream.contents.private]
        state.columns = [("x", state.columns[0][1].astype("complex128"), "")]
        self.assertNotEqual(stream.contents.get_schema(stream, Schema()), 0)
        self.assertIn(b"complex128", stream.contents.get_last_error(stream))

    def test_the_interchange_protocol(self):
        import pandas
        from pandas.api.interchange import from_dataframe

        exchanged = from_dataframe(self.run_.table("links"))
        pandas.testing.assert_frame_equal(exchanged, self.run_.links, check_dtype=False)


if __name__ == "__main__":
    unittest.main(verbosity=2)
