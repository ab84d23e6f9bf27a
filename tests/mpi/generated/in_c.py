# SPDX-License-Identifier: MIT
"""Functions in C. Each reaches variables by their addresses in one of the ways that compilers have: on the
stack, in tables, in constants, in vectors, through switches. A function of this file makes the text before
the function, and its body, in which h is the number and rank the rank."""

HEAD = """
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#define NOINLINE __attribute__((noinline, noclone))
static unsigned mix(unsigned h, unsigned v) { return (h ^ v) * 2654435761u + (h >> 7); }
unsigned take7(const int *, const int *, const int *, const int *, const int *, const int *, int *);
unsigned take12(const int *, int, const int *, const int *, const int *, const int *, const int *, const
  int *,
                long, const int *, const int *, int *);
unsigned take_some(int n, ...);
"""

# Called by all units, and compiled once.
TAKERS = HEAD + """
unsigned take7(const int *a, const int *b, const int *c, const int *d, const int *e, const int *f, int *g) {
  *g += 3;
  return mix(mix(mix(mix(mix(mix(mix(7, *a), *b), *c), *d), *e), *f), *g);
}
unsigned take12(const int *a, int x, const int *b, const int *c, const int *d, const int *e, const int *f,
                const int *g, long y, const int *i, const int *j, int *k) {
  *k += x + (int)y;
  return mix(take7(a, b, c, d, e, f, k), mix(mix(mix(12, *g), *i), *j));
}
unsigned take_some(int n, ...) {
  va_list list;
  unsigned h = 1;
  va_start(list, n);
  for (int i = 0; i < n; ++i) h = mix(h, *va_arg(list, int *));
  va_end(list);
  return h;
}
"""


def many_arguments(pool, name):
    a = [pool.address() for _ in range(17)]
    return "", f"""  h = mix(h, take7({', '.join(a[:7])}));
  h = mix(h, take12({a[7]}, 2, {', '.join(a[8:14])}, 5, {', '.join(a[14:17])}));"""


def variable_arguments(pool, name):
    a = pool.addresses(7, 15)
    return "", f"  h = mix(h, take_some({len(a)}, {', '.join(a)}));"


def constant_table(pool, name):
    a = pool.addresses(3, 11)
    return (f"static int *const {name}_t[] = {{{', '.join(a)}}};",
            f"  for (int i = 0; i < {len(a)}; ++i) h = mix(h, ++*{name}_t[i]);")


def table_of_structs(pool, name):
    rows = ", ".join(f'{{{a}, "{name} {i}", &{name}_f{i % 3}, {i}}}' for i, a in enumerate(pool.addresses(3,
        7)))
    functions = "\n".join(f"static unsigned {name}_f{k}(int *p) {{ *p += {k}; return mix(*p, "
                          f"*{pool.address()}); }}"
                          for k in range(3))
    const = pool.random.choice(["", "const "])
    return (f"{functions}\nstruct {name}_s {{ int *p; const char *text; unsigned (*f)(int *); int k; }};\n"
            f"static {const}struct {name}_s {name}_t[] = {{{rows}}};",
            f"  for (unsigned i = 0; i < sizeof {name}_t / sizeof *{name}_t; ++i)\n"
            f"    h = mix(h, {name}_t[i].f({name}_t[i].p) + {name}_t[i].k + strlen({name}_t[i].text));")


def returned_struct(pool, name):
    return (f"struct {name}_s {{ int *a, *b; }};\n"
            f"NOINLINE struct {name}_s {name}_f(void) "
            f"{{ struct {name}_s s = {{{pool.address()}, {pool.address()}}}; return s; }}",
            f"  struct {name}_s s = {name}_f();\n  h = mix(mix(h, *s.a), ++*s.b);")


def stored_addresses(pool, name):
    a = pool.addresses(2, 9)
    stores = " ".join(f"q[{i}] = {x};" for i, x in enumerate(a))
    return (f"NOINLINE void {name}_f(int **q) {{ {stores} }}",
            f"  int *q[{len(a)}];\n  {name}_f(q);\n  for (int i = 0; i < {len(a)}; ++i) h = mix(h, *q[i]);")


def repeated_address(pool, name):
    return (f"NOINLINE void {name}_f(int **q, int n) {{ for (int i = 0; i < n; ++i) q[i] = "
            f"{pool.address()}; }}",
            f"  int *q[37];\n  {name}_f(q, 37);\n  for (int i = 0; i < 37; ++i) h = mix(h, ++*q[i]);")


def local_table(pool, name):
    a = pool.addresses(3, 9)
    return (f"NOINLINE int *{name}_f(int **q, unsigned i) {{ return q[i % {len(a)}]; }}",
            f"  int *l[] = {{{', '.join(a)}}};\n"
            f"  for (unsigned i = 0; i < {2 * len(a)}; ++i) h = mix(h, ++*{name}_f(l, i * 3));")


def switch_of_addresses(pool, name):
    a = pool.addresses(5, 9)
    cases = " ".join(f"case {i}: return {x};" for i, x in enumerate(a))
    return (f"NOINLINE int *{name}_f(int i) {{ switch (i) {{ {cases} }} return {pool.address()}; }}",
            f"  for (int i = -1; i < {len(a) + 1}; ++i) h = mix(h, *{name}_f(i));")


def switch_of_calls(pool, name):
    cases = " ".join(f"case {i}: {pool.cell()} += *{pool.address()} & 255; break;" for i in range(7))
    return (f"NOINLINE void {name}_f(int i) {{ switch (i) {{ {cases} default: {pool.cell()} += i; }} }}",
            f"  for (int i = 0; i < 8; ++i) {name}_f(i * 3 % 8);\n  h = mix(h, {pool.cell()});")


def computed_goto(pool, name):
    return (f"""NOINLINE unsigned {name}_f(const int *code) {{
  static const void *const labels[] = {{&&zero, &&one, &&two, &&end}};
  unsigned h = 3;
  goto *labels[*code];
zero: h = mix(h, ++*{pool.address()}); goto *labels[*++code];
one: h = mix(h, *{pool.address()}); goto *labels[*++code];
two: {pool.cell()} += 2; goto *labels[*++code];
end: return h;
}}""", f"  static const int code[] = {{0, 1, 2, 1, 0, 2, 3}};\n  h = mix(h, {name}_f(code));")


def linked_list(pool, name):
    return (f"""struct {name}_s {{ int *p; struct {name}_s *next; }};
extern struct {name}_s {name}_b;
static struct {name}_s {name}_a = {{{pool.address()}, &{name}_b}}, {name}_c = {{{pool.address()}, 0}};
struct {name}_s {name}_b = {{{pool.address()}, &{name}_c}};""",
            f"  for (struct {name}_s *s = &{name}_a; s; s = s->next) h = mix(h, ++*s->p);")


def thread_local_pointer(pool, name):
    return (f"static __thread int *{name}_p = {pool.address()};\n_Thread_local struct {{ int n, *q; }} "
            f"{name}_s = "
            f"{{3, {pool.address()}}};",
            f"  h = mix(mix(h, ++*{name}_p), *{name}_s.q + ++{name}_s.n);\n  {name}_p = {pool.address()};\n"
            f"  h = mix(h, *{name}_p);")


def vector_of_addresses(pool, name):
    n = pool.random.choice([2, 4, 8])
    a = ", ".join(f"(long)({pool.address()})" for _ in range(n))
    return (f"typedef long {name}_v __attribute__((vector_size({8 * n}), aligned(8)));\n"
            f"NOINLINE void {name}_f({name}_v *to) {{ *to = ({name}_v){{{a}}}; }}",
            f"  {name}_v v;\n  {name}_f(&v);\n  for (int i = 0; i < {n}; ++i) h = mix(h, *(int *)v[i]);")


def wide_integer(pool, name):
    return (f"NOINLINE unsigned __int128 {name}_f(void) {{ return (unsigned "
            f"__int128)(uintptr_t){pool.address()} "
            f"<< 64 | (uintptr_t){pool.address()}; }}",
            f"  unsigned __int128 w = {name}_f();\n"
            "  h = mix(mix(h, *(int *)(uintptr_t)(w >> 64)), *(int *)(uintptr_t)w);")


def comparisons(pool, name):
    a, b = pool.address(), pool.address()
    return (f"NOINLINE int {name}_f(const int *p) {{ return p == {a} ? 1 : p == {b} ? 2 : p == 0 ? 3 : 4; "
            f"}}",
            f"  int *volatile p = {a}, *volatile q = {b};\n"
            f"  h = mix(mix(mix(h, {name}_f(p)), {name}_f(q)), {name}_f(0));")


def distances(pool, name):
    v = pool.random.choice(pool.constant)
    i, j = pool.random.randrange(v.size), pool.random.randrange(v.size)
    return (f"NOINLINE long {name}_f(char *p) {{ return p - (char *)&{v.cell(i)}; }}",
            f"  h = mix(h, {name}_f((char *)&{v.cell(j)}));")


def static_locals(pool, name):
    return (f"NOINLINE int *{name}_f(int k) {{ static int n, *last = {pool.address()}; static int *const "
            f"first[2] = "
            f"{{&n, {pool.address()}}}; n += k; int *was = last; last = first[n & 1]; return was; }}",
            f"  for (int i = 0; i < 5; ++i) h = mix(h, *{name}_f(rank + i));")


def function_pointers(pool, name):
    return (f"static unsigned {name}_a(void) {{ return *{pool.address()}; }}\n"
            f"unsigned {name}_b(void) {{ return ++{pool.cell()}; }}\n"
            f"unsigned (*{name}_p)(void) = {name}_a;\nstatic unsigned (*const {name}_t[])(void) = "
            f"{{{name}_a, {name}_b, {name}_a}};",
            f"  for (int i = 0; i < 3; ++i) h = mix(h, {name}_t[i]() + {name}_p());\n  {name}_p = "
            f"{name}_b;\n"
            f"  h = mix(h, {name}_p());")


def strings(pool, name):
    words = ", ".join(f'"{pool.random.randrange(10**6)} {name}"' for _ in range(5))
    cases = " ".join(f'case {i}: return "{i} of {name}";' for i in range(6))
    return (f"static const char *{name}_t[] = {{{words}}};\n"
            f'NOINLINE const char *{name}_f(int i) {{ switch (i) {{ {cases} }} return "none"; }}',
            f"  {name}_t[rank % 5] = {name}_f(rank);\n"
            f"  for (int i = 0; i < 5; ++i) h = mix(h, {name}_t[i][0] + strlen({name}_t[i]) + "
            f"{name}_f(i)[0]);")


def cloned_function(pool, name):
    v = pool.random.choice(pool.constant)
    return (f'__attribute__((target_clones("avx2", "default"))) unsigned {name}_f(int n) '
            f"{{ unsigned s = 0; for (int i = 0; i < n; ++i) s += {v.cell('i')}; return s + "
            f"*{pool.address()}; }}",
            f"  h = mix(h, {name}_f({v.size}));")


def assembly_with_names(pool, name):
    a = next(v for v in pool.variables if v.name == "stat_@")
    i = pool.random.randrange(a.size)
    return "", f"""  int x, *p;
  __asm__ volatile("movl stat_@+{4 * i}(%%rip), %0\\n\\tleaq {4 * i}+stat_@(%%rip), %1" : "=r"(x), "=r"(p)
    :: "memory");
  __asm__ volatile("lock addl $2, stat_@(%%rip)\\n\\tcmpl %0, stat_@(%%rip)" :: "r"(x) : "memory", "cc");
  h = mix(mix(h, x), *p + stat_@[0]);"""


def alias(pool, name):
    return (f'extern int {name}_a[] __attribute__((alias("init_@")));\nextern int {name}_n '
            f'__attribute__((weak));',
            f"  {name}_a[1] += 4;\n  h = mix(mix(h, init_@[1]), &{name}_n ? 1 : 2);")


def exchange(pool, name):
    member = "int to[16], from[16], n[4], at[4], back[4]; int *self"
    return (f"static struct {{ {member}; }} {name}_x = {{.self = {name}_x.to}};\nstruct {{ {member}; }} "
            f"{name}_y;",
            "\n".join(f"""  for (int i = 0; i < size; ++i) {v}.n[i] = 1, {v}.at[i] = i;
  for (int i = 0; i < size; ++i) {v}.back[i] = size - 1 - i, {v}.to[i] = 10 * rank + i + *{pool.address()};
  MPI_Alltoallv({v}.to, {v}.n, {v}.at, MPI_INT, {v}.from, {v}.n, {v}.back, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i) h = mix(h, {v}.from[i]);
  MPI_Sendrecv({v}.to, 1, MPI_INT, (rank + 1) % size, 3, &{v}.from[2], 1, MPI_INT,
               (rank + size - 1) % size, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Allreduce({v}.from, {v}.to + 3, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  h = mix(mix(h, {v}.from[2]), {v}.to[4]);""" for v in (f"{name}_x", f"{name}_y")) +
            f"\n  h = mix(h, *{name}_x.self);")


KINDS = (many_arguments, variable_arguments, constant_table, table_of_structs, returned_struct,
         stored_addresses,
         repeated_address, local_table, switch_of_addresses, switch_of_calls, computed_goto, linked_list,
         thread_local_pointer, vector_of_addresses, wide_integer, comparisons, distances, static_locals,
         function_pointers, strings, cloned_function, assembly_with_names, alias, exchange)
