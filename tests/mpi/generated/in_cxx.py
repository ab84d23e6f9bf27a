# SPDX-License-Identifier: MIT
"""The same for C++: tables of virtual functions, exceptions, variables of templates and inline functions,
pointers to members, objects with constructors. In the form of in_c.py."""
from pool import Variable, SIZES

HEAD = """
#include <mpi.h>
#include <exception>
#include <new>
#include <string>
#include <typeinfo>
#include <initializer_list>
#define NOINLINE __attribute__((noinline))
static unsigned mix(unsigned h, unsigned v) { return (h ^ v) * 2654435761u + (h >> 7); }
extern "C" {
unsigned take7(const int *, const int *, const int *, const int *, const int *, const int *, int *);
unsigned take_some(int n, ...);
}
"""


def variables(random):
    n = [random.choice(SIZES) for _ in range(7)]
    return [
        Variable("stat_@", n[0], f"static int stat_@[{n[0]}];"),
        Variable("anon_@", n[1], f"namespace {{ int anon_@[{n[1]}]; }}"),
        Variable("space_@::v", n[2], f"namespace space_@ {{ int v[{n[2]}] = {{7}}; }}"),
        Variable("Class_@::v", n[3],
            f"struct Class_@ {{ static int v[{n[3]}]; }}; int Class_@::v[{n[3]}];"),
        Variable("inline_@", n[4], f"inline int inline_@[{n[4]}] = {{1, 2}};"),
        Variable("Template_@<3>::v", n[5], f"template <int k> struct Template_@ {{ static int v[{n[5]} + "
                                           f"k]; }};\n"
                 f"template <int k> int Template_@<k>::v[{n[5]} + k] = {{k}};"),
        Variable("thread_@", n[6], f"thread_local int thread_@[{n[6]}];", constant=False),
    ]


def virtual_functions(pool, name):
    return (f"""namespace {{
struct {name}_A {{ int *p; explicit {name}_A(int *q) : p(q) {{}} virtual ~{name}_A() {{}}
  virtual unsigned f() {{ return ++*p; }} virtual unsigned g() {{ return *{pool.address()}; }} }};
struct {name}_V {{ int *w = {pool.address()}; virtual unsigned v() {{ return ++*w; }} virtual ~{name}_V()
  {{}} }};
struct {name}_B : {name}_A, virtual {name}_V {{ using {name}_A::{name}_A; unsigned f() override {{ return
  *{pool.address()}; }} }};
struct {name}_C : {name}_B {{ {name}_C() : {name}_B({pool.address()}) {{}} unsigned v() override {{ return
  3 + *w; }} }};
{name}_B {name}_b({pool.address()});
}}
{name}_A *{name}_t[] = {{&{name}_b, new {name}_C, new {name}_A({pool.address()})}};
{name}_V &{name}_r = {name}_b;""",
            f"""  for ({name}_A *a : {name}_t) {{
    h = mix(mix(h, a->f()), a->g());
    if (auto *v = dynamic_cast<{name}_V *>(a)) h = mix(h, v->v() + (typeid(*a) == typeid({name}_C)));
  }}
  h = mix(h, {name}_r.v());""")


def exceptions(pool, name):
    return (f"""namespace {{
struct {name}_E {{ int *p; virtual ~{name}_E() {{}} }}; struct {name}_F : {name}_E {{}};
struct {name}_P {{ int n; }}; }}
struct {name}_G : std::exception {{ int *p = {pool.address()}; }};
static {name}_P {name}_p;
NOINLINE void {name}_throw(int k) {{
  switch (k) {{
    case 0: {{ {name}_E e; e.p = {pool.address()}; throw e; }}
    case 1: {{ {name}_F f; f.p = {pool.address()}; throw f; }}
    case 2: throw {name}_G();
    case 3: {name}_p.n = *{pool.address()}; throw &{name}_p;
    case 4: throw {pool.address()};
    case 5: throw {name}_P{{*{pool.address()}}};
    case 6: throw std::bad_alloc();
  }}
}}
NOINLINE unsigned {name}_catch(int k) {{
  try {{ {name}_throw(k); }}
  catch ({name}_F &f) {{ return *f.p + 1; }}
  catch ({name}_E &e) {{ return *e.p + 2; }}
  catch ({name}_G &g) {{ return *g.p + 3; }}
  catch ({name}_P *p) {{ return p->n + 4 + (p == &{name}_p); }}
  catch (int *p) {{ return *p + 5; }}
  catch ({name}_P &p) {{ return p.n + 6; }}
  catch (std::exception &) {{ return 7; }}
  return 8;
}}""", f"""  for (int k = 0; k < 8; ++k) h = mix(h, {name}_catch(k));
  try {{
    try {{ {name}_throw(1); }} catch (...) {{ MPI_Barrier(MPI_COMM_WORLD); throw; }}
  }} catch ({name}_E &e) {{ h = mix(h, *e.p); }}""")


def pointers_to_members(pool, name):
    return (f"""struct {name}_S {{
  int a, b, c; int *p; unsigned f() {{ return a + *p; }} unsigned g() {{ return ++b; }}
  virtual unsigned v() {{ return c + *{pool.address()}; }} }};
static int {name}_S::*const {name}_m[] = {{&{name}_S::c, &{name}_S::a, &{name}_S::b}};
static unsigned ({name}_S::*{name}_f[])() = {{&{name}_S::f, &{name}_S::g, &{name}_S::v}};
static {name}_S {name}_s[2];
static {name}_S *const {name}_p[] = {{&{name}_s[1], {name}_s}};""",
            f"""  for ({name}_S *s : {name}_p) {{
    s->p = {pool.address()};
    for (auto m : {name}_m) s->*m += rank + 1;
    for (auto f : {name}_f) h = mix(h, (s->*f)());
  }}""")


def variables_of_functions(pool, name):
    return (f"""struct {name}_S {{
  int *p; unsigned n; explicit {name}_S(int *q) : p(q), n(*q) {{ ++*p; }} ~{name}_S() {{ *p = 0; }} }};
inline unsigned {name}_f() {{ static {name}_S s({pool.address()});
  static int *const t[] = {{{', '.join(pool.addresses(2, 5))}}}; return ++s.n + *t[s.n % 2]; }}
template <class T> unsigned {name}_g(T k) {{ static T n = k;
  static T *last = &n; *last += k; last = {pool.address()};
  return n; }}""",
            f"""  for (int i = 0; i < 4; ++i) h = mix(h, {name}_f());
  int k = rank + 3;
  h = mix(mix(h, {name}_g(k)), {name}_g(k));""")


def constant_tables(pool, name):
    a = pool.addresses(3, 9)
    return (f"static int *const {name}_t[] = {{{', '.join(a)}}};\n"
            f"struct {name}_S {{ const char *text; int &r; int *p; }};\n"
            f"static const {name}_S {name}_s[] = {{{{\"one\", *{pool.address()}, {pool.address()}}}, "
            f"{{\"two\", *{pool.address()}, {pool.address()}}}}};\n"
            f"static int &{name}_r = *{pool.address()};",
            f"  for (int *p : {name}_t) h = mix(h, ++*p);\n"
            f"  for (const auto &s : {name}_s) h = mix(mix(h, s.r), ++*s.p + s.text[1]);\n"
            f"  for (int *p : {{{', '.join(pool.addresses(2, 6))}}}) h = mix(h, *p);\n"
            f"  h = mix(h, ++{name}_r);")


def lambdas(pool, name):
    return (f"static unsigned (*const {name}_t[])(int) = {{"
            f"[](int k) {{ return unsigned(k + *{pool.address()}); }}, "
            f"[](int k) -> unsigned {{ static int n; n += k; return n + *{pool.address()}; }}}};",
            f"  for (int i = 0; i < 4; ++i) h = mix(h, {name}_t[i % 2](i));\n"
            f"  auto all = [&h](auto... p) {{ ((h = mix(h, *p)), ...); }};\n"
            f"  all({', '.join(pool.addresses(3, 9))});")


def objects_of_threads(pool, name):
    return (f"struct {name}_S {{ int *p; std::string text; {name}_S() : p({pool.address()}), "
            f"text(\"a text that is too long for the object\") {{}} }};\n"
            f"thread_local {name}_S {name}_s;\n"
            f"static std::string {name}_g[] = {{\"another text that is too long for it\", \"b\"}};",
            f"  {name}_s.text += char('a' + rank % 9);\n  {name}_g[1] += {name}_s.text.back();\n"
            f"  h = mix(mix(h, ++*{name}_s.p), {name}_s.text.back() + "
            f"{name}_g[1].size() + {name}_g[0].size());\n"
            "  h = mix(h, ++thread_@[1]);")


def many_arguments(pool, name):
    a = [pool.address() for _ in range(7)]
    b = pool.addresses(6, 12)
    return "", f"  h = mix(h, take7({', '.join(a)}));\n  h = mix(h, take_some({len(b)}, {', '.join(b)}));"


KINDS = (virtual_functions, exceptions, pointers_to_members, variables_of_functions,
         constant_tables, lambdas,
         objects_of_threads, many_arguments)
