# SPDX-License-Identifier: MIT
"""The units of one program, from a seed: texts in which @ stands for the options of a unit."""
import random

import in_c
import in_cxx
import in_fortran
from pool import Pool, c_variables

MAIN = """
#include <mpi.h>
#include <stdio.h>
#include <string.h>
{declarations}
void wait_for_all_(void) {{ MPI_Barrier(MPI_COMM_WORLD); }}
struct {{ const char *name; void (*run)(int, int, unsigned *); int n; }} const units[] = {{{units}}};
int main(int argc, char **argv) {{
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (unsigned k = 0; k < sizeof units / sizeof *units; ++k) {{
    unsigned mine[64] = {{0}}, all[4 * 64];
    units[k].run(rank, size, mine);
    MPI_Gather(mine, 64, MPI_UNSIGNED, all, 64, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
    for (int r = 0; rank == 0 && r < size; ++r) {{
      printf("%s %d", units[k].name, r);
      for (int i = 0; i < units[k].n; ++i) printf(" %u", all[64 * r + i]);
      printf("\\n");
    }}
  }}
  MPI_Finalize();
  return 0;
}}
"""


def shuffled(rng, kinds, most):
    kinds = list(kinds)
    rng.shuffle(kinds)
    return kinds[:most]


def c_like(rng, head, pool, kinds, declarations, letter, before=""):
    texts, calls = [head] + declarations, []
    for i, kind in enumerate(kinds):
        name = f"{letter}{i}_@"
        outside, body = kind(pool, name)
        texts.append(outside)
        texts.append(f"static NOINLINE unsigned {name}(int rank, int size) {{\n  unsigned h = {i} + 0 * "
                     f"size;\n"
                     f"{body}\n  return h + 0 * rank;\n}}")
        calls.append(f"  out[{i}] = {name}(rank, size);\n  MPI_Barrier(MPI_COMM_WORLD);")
    # A shared library is made of the units in C++, which may be compiled with hidden symbols.
    linkage = 'extern "C" __attribute__((visibility("default"))) ' if letter == "x" else ""
    texts.append(f"{linkage}void run_{letter}_@(int rank, int size, unsigned *out) "
                 f"{{\n{pool.set()}\n{before}"
                 "  MPI_Barrier(MPI_COMM_WORLD);\n" + "\n".join(calls) + "\n}")
    return "\n".join(texts) + "\n"


def c_units(rng, most):
    own, others = c_variables(rng)
    kinds = shuffled(rng, in_c.KINDS, most)
    declarations = [v.declaration for v in own] + ["extern " + v.declaration.split(" = ")[0].rstrip(
        ";") + ";"
                                                   for v in others[:2]]
    common = f"#ifndef COMMON\nextern\n#endif\n{others[2].declaration}"
    pool = Pool(rng, own + others)
    text = c_like(rng, in_c.HEAD, pool, kinds, declarations + [common, "void set_other_@(int);"], "c",
                  "  set_other_@(rank);\n")
    other = in_c.HEAD + "\n".join(
        v.declaration for v in others) + "\nvoid set_other_@(int rank) {\n" + Pool(
        rng, others).set() + "\n}\n"
    return [k.__name__ for k in kinds], text, other


def cxx_unit(rng, most):
    variables = in_cxx.variables(rng)
    kinds = shuffled(rng, in_cxx.KINDS, most)
    text = c_like(rng, in_cxx.HEAD, Pool(rng, variables), kinds, [v.declaration for v in variables], "x")
    return [k.__name__ for k in kinds], text


def fortran_unit(rng, most):
    kinds = shuffled(rng, in_fortran.KINDS, most)
    _, text = in_fortran.module(rng)
    calls = []
    for k, kind in enumerate(kinds):
        name = f"f{k}_@"
        lines, body, inside = kind(rng, name)
        head = rng.choice(["  use mpi\n  use data_@\n  implicit none\n",
                           "  use data_@\n  implicit none\n  include 'mpif.h'\n"])
        text += (f"subroutine {name}_run(rank, size, h)\n{head}  integer rank, size, h, i, error\n"
                 + "".join(f"  {line}\n" for line in lines) + f"  h = {k}\n  error = 0; i = 0\n"
                 + "".join(f"  {line}\n" for line in body)
                 + (f"contains\n{inside}\n" if inside else "") + "end subroutine\n")
        calls.append(f"  call {name}_run(rank, size, out({k + 1}))\n  call wait_for_all()\n")
    text += ("subroutine run_f_@(rank, size, out) bind(c)\n  use iso_c_binding\n  implicit none\n"
             "  integer(c_int), value :: rank, size\n  integer(c_int) :: out(64), r, s\n  r = rank; s = "
             "size\n"
             + "".join(calls).replace("rank, size", "r, s") + "end subroutine\n")
    return [k.__name__ for k in kinds], text


def program(seed, most):
    """Of each language: the names of what is in a unit, and the texts of its files."""
    rng = random.Random(seed)
    names, own, other = c_units(rng, most)
    units = {"c": (names, {"own.c": own, "other.c": other})}
    names, text = cxx_unit(rng, most)
    units["x"] = (names, {"unit.cpp": text})
    names, text = fortran_unit(rng, most)
    units["f"] = (names, {"unit.f90": text})
    return units


def main_text(units, tags):
    runs = [(letter, tag) for letter in units for tag in tags[letter]]
    return MAIN.format(
        declarations="\n".join(f"void run_{letter}_{tag}(int, int, unsigned *);" for letter, tag in runs),
        units=", ".join(f'{{"{letter} {tag}", run_{letter}_{tag}, {len(units[letter][0])}}}'
                        for letter, tag in runs))
