# SPDX-License-Identifier: MIT
"""Variables of many kinds, and constant expressions with their addresses, for generated programs.

A name ends with @, which stands for the options that a unit is compiled with: a program has the same unit
once for each of them. `set` gives each integer a value that names rank, variable and index; what a unit
then finds at an address goes into a number (`mix`), which must be the same for all options."""

SIZES = (4, 5, 7, 12, 16, 33)


class Variable:
    def __init__(self, name, size, declaration, cell="{name}[{i}]", first="{name}", constant=True):
        self.name, self.size, self.declaration, self.constant = name, size, declaration, constant
        self._cell, self._first = cell, first

    def cell(self, index):
        return self._cell.format(name=self.name, i=index)

    def first(self):
        return self._first.format(name=self.name)


def c_variables(random):
    """Of a unit in C; those of the second list are defined by another unit."""
    n = [random.choice(SIZES) for _ in range(12)]
    own = [
        Variable("stat_@", n[0], f"static int stat_@[{n[0]}] __attribute__((used));"),
        Variable("glob_@", n[1], f"int glob_@[{n[1]}];"),
        Variable("init_@", n[2], f"int init_@[{n[2]}] = {{5, 6}};"),
        Variable("memb_@", n[3], f"static struct {{ double d[3]; int m[{n[3]}]; char c; }} memb_@;",
                 "{name}.m[{i}]", "{name}.m"),
        Variable("deep_@", n[4], f"struct Deep {{ long l; struct {{ int *p; int m[{n[4]}]; }} in[2]; }} "
                                 f"deep_@;",
                 "{name}.in[1].m[{i}]", "{name}.in[1].m"),
        Variable("weak_@", n[5], f"int weak_@[{n[5]}] __attribute__((weak)) = {{1}};"),
        Variable("hidd_@", n[6], f'int hidd_@[{n[6]}] __attribute__((visibility("hidden")));'),
        Variable("big_@", n[7], f"static int big_@[{40000 + n[7]}] __attribute__((aligned(64)));"),
        Variable("thrd_@", n[8], f"static __thread int thrd_@[{n[8]}];", constant=False),
    ]
    others = [
        Variable("other_@", n[9], f"int other_@[{n[9]}] = {{2, 3}};"),
        Variable("far_@", n[10], f'int far_@[{n[10]}] __attribute__((visibility("hidden")));'),
        Variable("comm_@", n[11], f"int comm_@[{n[11]}];"),
    ]
    return own, others


class Pool:
    def __init__(self, random, variables):
        self.random, self.variables = random, variables
        self.constant = [v for v in variables if v.constant]

    def address(self, variables=None):
        """A constant expression of the type int *; it points at an integer of a variable."""
        v = self.random.choice(variables or self.constant)
        i = self.random.randrange(v.size)
        form = self.random.randrange(4)
        if form == 0:
            return f"&{v.cell(i)}"
        if form == 1:
            return f"({v.first()} + {i})"
        if form == 2:
            return f"(&{v.cell(i // 2)} + {i - i // 2})"
        return f"(int *)((char *){v.first()} + {4 * i})"

    def addresses(self, low, high):
        return [self.address() for _ in range(self.random.randint(low, high))]

    def cell(self):
        v = self.random.choice(self.variables)
        return v.cell(self.random.randrange(v.size))

    def set(self):
        """Statements that give all variables their values, from rank."""
        return "\n".join(f"  for (int i = 0; i < {v.size}; ++i) {v.cell('i')} = rank * 100003 + {k} * 1009 "
                         f"+ i;"
                         for k, v in enumerate(self.variables))
