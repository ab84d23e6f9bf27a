# SPDX-License-Identifier: MIT
"""Writes step.RANK.et: a training step of four ranks with data parallelism. The gradients of each layer are
reduced while the backward pass goes on with the layers before it. Times are of no machine."""
import pathlib

RANKS, LAYERS, BYTES = 4, 4, 64 << 20
COMP, COLL = 4, 7
ALL_REDUCE = 0


def varint(n):
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def number(field, n):
    return varint(field << 3) + varint(n)


def data(field, content):
    return varint(field << 3 | 2) + varint(len(content)) + content


def attribute(name, value):
    """int64_val, as PyTorch's traces have it."""
    return data(10, data(1, name.encode()) + number(9, value))


def node(ident, name, kind, after=(), micros=0, **attributes):
    deps = data(5, b"".join(map(varint, after))) if after else b""
    fields = number(1, ident) + data(2, name.encode()) + number(3, kind) + deps + number(7, micros)
    return fields + b"".join(attribute(k, v) for k, v in attributes.items())


def step():
    yield data(1, b"1.0.2-chakra.0.0.4")
    last = ()
    for layer in range(LAYERS):
        yield node(layer, f"forward {layer}", COMP, last, 1500, is_cpu_op=0)
        last = (layer,)
    reductions = []
    for i, layer in enumerate(reversed(range(LAYERS))):
        backward, reduction = LAYERS + 2 * i, LAYERS + 2 * i + 1
        yield node(backward, f"backward {layer}", COMP, last, 3000, is_cpu_op=0)
        yield node(reduction, f"all_reduce {layer}", COLL, (backward,), 0, is_cpu_op=0,
                   comm_type=ALL_REDUCE, comm_size=BYTES)
        last = (backward,)
        reductions.append(reduction)
    yield node(3 * LAYERS, "optimizer", COMP, tuple(reductions), 500, is_cpu_op=0)


if __name__ == "__main__":
    for rank in range(RANKS):
        file = pathlib.Path(__file__).with_name(f"step.{rank}.et")
        file.write_bytes(b"".join(varint(len(m)) + m for m in step()))
