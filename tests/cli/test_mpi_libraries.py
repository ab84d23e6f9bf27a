# SPDX-License-Identifier: MIT
"""Shared libraries of MPI programs: their variables belong to ranks, too."""
import subprocess

from harness import USAGE, KasuriTest, c_program, main

STATE = """
static int calls = 0;
int shared_value = 0;
int *place(void) { return &shared_value; }
int call(int x) { calls += x; return calls; }
"""
PROGRAM = c_program("""
  call(rank);
  shared_value = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%d %d %d\\n", call(rank) == 2 * rank, shared_value == rank, place() == &shared_value);
""", """
int call(int);
int *place(void);
extern int shared_value;
""")
# Two libraries and a program: an order of constructors, a name that both keep for themselves, a variable
# of a template that all share, an exception from one to the other.
BASE_H = """
#include <string>
#define API __attribute__((visibility("default")))
API std::string &order();
template <class T> struct API Counted { static inline int count = 0; };
struct API Problem { virtual ~Problem(); int rank; };
API int base(int);
API void fail(int rank);
API int top(int);
"""
BASE = """
#include "base.h"
static int state = 1;
int helper(int x) { return x + state++; }
std::string &order() { static std::string names; return names; }
Problem::~Problem() {}
static struct Start { Start() { order() += "base "; } } start;
int base(int x) { Counted<int>::count++; return helper(x); }
void fail(int rank) { Problem p; p.rank = rank; throw p; }
"""
TOP = """
#include "base.h"
static int state = 100;
int helper(int x) { return x + state++; }
static struct Start { Start() { order() += "top "; } } start;
int top(int x) {
  Counted<int>::count++;
  try {
    fail(x);
  } catch (const Problem &p) {
    return 1000 * base(p.rank) + helper(x);
  }
  return 0;
}
"""
APP = c_program("""
  top(rank);
  MPI_Barrier(MPI_COMM_WORLD);
  int result = top(rank) - 1001 * rank;
  std::printf("%d %d %s\\n", result, Counted<int>::count, order().c_str());
""", """
#include "base.h"
static struct Start { Start() { order() += "app"; } } start;
""")
COUNTER = """
module counter
  integer :: count = 0
contains
  subroutine increase(n)
    integer, intent(in) :: n
    integer, save :: twice = 0
    twice = twice + 2 * n
    count = twice / 2
  end subroutine
end module
"""
FORTRAN = """
program main
  use mpi_f08
  use counter
  integer :: rank
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call increase(rank)
  call MPI_Barrier(MPI_COMM_WORLD)
  call increase(rank)
  if (count /= 2 * rank) print *, 'rank', rank, 'has', count
  call MPI_Finalize()
end program
"""


class SharedLibraries(KasuriTest):
    def make(self, *words, verb="mpicc"):
        self.check(self.kasuri(verb, "-O2", *words), 0)

    def mpirun(self, *options):
        return self.kasuri("mpirun", "-n", "4", "--threads", "2", "--out", "none", *options, "./program")

    def link_program(self):
        self.write("program.c", PROGRAM)
        self.make("-o", "program", "program.c", "-L.", "-lstate", f"-Wl,-rpath,{self.dir}")

    def test_variables_belong_to_ranks(self):
        self.write("state.c", STATE)
        self.make("-fPIC", "-shared", "-MMD", "-Wl,-soname,libstate.so", "-o", "libstate.so", "state.c")
        subprocess.run(["strip", "libstate.so"], cwd=self.dir, check=True)
        self.link_program()
        out = self.mpirun()
        self.check(out, 0)
        self.assertEqual(out.out, "1 1 1\n" * 4)
        self.assertNotIn("warning", out.err)

    def test_a_library_of_objects_and_an_archive(self):
        self.write("state.c", STATE)
        self.write("more.c", "int more(void) { static int n; return n++; }\n")
        self.make("-c", "state.c")
        self.make("-c", "more.c")
        subprocess.run(["ar", "rcs", "libmore.a", "more.o"], cwd=self.dir, check=True)
        self.make("-shared", "-olibstate.so.1", "state.o", "-Wl,--whole-archive,./libmore.a",
                  "-Wl,--no-whole-archive", "-lm")
        self.write("program.c", PROGRAM.replace("call(rank);", "call(rank + more());", 1)
                   .replace("int call", "int more(void);\nint call", 1))
        self.make("-o", "program", "program.c", "./libstate.so.1")
        self.check(self.mpirun(), 0, "1 1 1\n" * 4)

    def test_libraries_of_libraries(self):
        for name, text in (("base.h", BASE_H), ("base.cpp", BASE), ("top.cpp", TOP), ("app.cpp", APP)):
            self.write(name, text)
        hidden = ("-fvisibility=hidden", "-fvisibility-inlines-hidden", "-shared")
        self.make(*hidden, "-o", "libbase.so", "base.cpp", verb="mpicxx")
        self.make(*hidden, "-o", "libtop.so", "top.cpp", "-L.", "-lbase", verb="mpicxx")
        self.make("-o", "program", "app.cpp", "-L.", "-ltop", verb="mpicxx")
        self.check(self.mpirun(), 0, "2101 4 base top app\n" * 4)

    def test_fortran(self):
        self.write("counter.f90", COUNTER)
        self.write("program.f90", FORTRAN)
        self.make("-shared", "-o", "libcounter.so", "counter.f90", verb="mpif90")
        self.make("-o", "program", "program.f90", "-L", ".", "-l", "counter", verb="mpif90")
        out = self.mpirun()
        self.check(out, 0)
        self.assertEqual(out.out, "")

    def test_a_script_of_libtool(self):
        self.write("state.c", STATE)
        self.make("-shared", "-o", "libstate.so", "state.c")
        self.link_program()
        (self.dir / ".libs").mkdir()
        (self.dir / "program").rename(self.dir / ".libs" / "program")
        self.write("program", "#! /bin/sh\n\n# program - temporary wrapper script for .libs/program\n"
                              "# Generated by libtool\nexit 1\n")
        self.check(self.mpirun(), 0, "1 1 1\n" * 4)

    def test_a_changed_library_needs_a_new_link(self):
        library = ("-shared", "-o", "libstate.so", "state.c")
        self.write("state.c", STATE)
        self.make(*library)
        self.link_program()
        self.make(*library)  # the same once more
        self.check(self.mpirun(), 0)
        self.write("state.c", STATE.replace("calls = 0", "calls = 7"))
        self.make(*library)
        self.check(self.mpirun(), USAGE, "libstate.so, which has changed since; link it again")
        self.link_program()
        self.check(self.mpirun(), 0, "0 1 1\n")

    def test_a_library_that_another_linker_made(self):
        self.write("state.c", STATE)
        self.make("-c", "-fPIC", "state.c")
        subprocess.run(["cc", "-shared", "-o", "libstate.so", "state.o"], cwd=self.dir, check=True)
        self.link_program()
        self.check(self.mpirun(), USAGE, "libstate.so", "link the library by `kasuri mpicc -shared`")

    def test_variables_of_other_libraries_are_shared_with_a_warning(self):
        self.write("state.c", STATE)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", "libstate.so", "state.c"], cwd=self.dir, check=True)
        self.link_program()
        out = self.mpirun("--quiet")
        self.check(out, 0)
        self.assertEqual(out.err.count("all ranks share the variables of"), 1)
        self.assertIn("libstate.so", out.err)

    def test_opened_at_run_time(self):
        self.write("state.c", STATE)
        self.make("-shared", "-o", "libstate.so", "state.c")
        self.write("program.c", c_program("""
  puts(dlopen("libm.so.6", RTLD_NOW) ? "open" : dlerror());
  puts(dlopen("./libnone.so", RTLD_NOW) ? "open" : "none");
  dlopen("./libstate.so", RTLD_NOW);
""", """
#include <dlfcn.h>
"""))
        self.make("-o", "program", "program.c", "-ldl")
        self.check(self.mpirun(), 1, "open\nnone\n", "libstate.so was compiled by `kasuri mpicc`")

    def test_mistakes(self):
        self.write("state.c", STATE)
        out = self.kasuri("mpicc", "-shared", "-o", "missing/libstate.so", "state.c")
        self.check(out, 1, "missing/libstate.so")
        self.write("broken.c", "int x = ;")
        self.check(self.kasuri("mpicc", "-shared", "-o", "libx.so", "broken.c"), 1, "broken.c")
        self.write("libstate.so", "no library")
        self.write("program.c", PROGRAM)
        self.check(self.kasuri("mpicc", "-o", "program", "program.c", "-L.", "-lstate"), 1)


if __name__ == "__main__":
    main()
