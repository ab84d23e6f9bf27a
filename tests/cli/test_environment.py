# SPDX-License-Identifier: MIT
"""Stored results and what is not in the configuration's files: variables of the environment that programs
and plug-ins read, libraries of plug-ins. Rows are of what is there now."""
import shutil
import subprocess

from harness import *
from test_sweep import CONFIG, SweepTest

# Programs that compute for as long as the environment says: in microseconds, 7 if it says nothing.
MGEN = c_program("""
  const char* amount = getenv("AMOUNT");
  MGEN_Comp((amount ? atof(amount) : 7) * 1e-6);
""", api="MGEN")
MPI = "#define _GNU_SOURCE\n" + c_program("""
  setenv("OWN", "3", 1);
  const char* amount = secure_getenv("AMOUNT");
  for (char** v = environ; LIST && *v; ++v) if (!strncmp(*v, "AMOUNT=", 7)) amount = *v + 7;
  kasuri_compute((amount ? atof(amount) : 7) * 1e-6);
""", """
#include <unistd.h>
""")
FORTRAN = """program reads
  use mpi
  implicit none
  integer :: ierror, ios
  double precision :: until
  character(len=20) :: text
  call MPI_Init(ierror)
  call get_environment_variable("AMOUNT", text)
  read (text, *, iostat=ios) until
  if (ios /= 0) until = 7
  do while (MPI_Wtime() < until * 1d-6)
  end do
  call MPI_Finalize(ierror)
end program
"""
PLUGIN = """#include <kasuri/kasuri.h>
#include <cstdlib>
using namespace kasuri::v1;
extern "C" std::uint32_t steps_on();
struct Steps : Pattern {
  std::uint32_t n;
  explicit Steps(std::uint32_t ranks) : n(ranks) {}
  std::uint32_t destination(std::uint32_t rank, std::uint64_t) const override {
    return (rank + steps_on()) % n;
  }
};
KASURI_PLUGIN(registry) {
  registry.pattern("steps", "to the rank some steps on", {},
                   [](const Settings&, const Machine&, const Job& j) {
                     const auto ranks = static_cast<std::uint32_t>(j.nodes.size());
                     return std::make_unique<Steps>(std::getenv("FEWER") ? 2 : ranks);
                   });
}
"""


class Environment(SweepTest):
    def environment_counts(self, program, alone="were finished before"):
        """What a program has read of it, or that it has read nothing, belongs to its result."""
        self.write("config.toml", TORUS + f'[[jobs]]\nprogram = "{program}"\nranks = 2\n')
        vary = "jobs.0.ranks=1,2"
        stale = "2 of 2 points are stale, will be run again: "
        changed = stale + "the environment variable AMOUNT has changed"
        self.check(self.sweep(vary), DONE)
        unset = self.times()
        self.check(self.sweep(vary, AMOUNT="90"), DONE, changed if alone else stale)
        self.assertGreaterEqual(min(self.times()), 90_000_000)
        self.check(self.sweep(vary, AMOUNT="90"), DONE, "2 of 2 points were finished before")
        # Others do not count, and each environment keeps its results.
        self.check(self.sweep(vary, OTHER="1", OWN="9"), DONE, alone or stale)
        self.assertEqual(self.times(), unset)

    def test_the_environment_of_programs(self):
        self.write("a.c", MGEN)
        self.environment_counts("a.c")

    def test_the_environment_of_mpi_programs(self):
        for uses_list in (0, 1):
            self.write("a.c", MPI.replace("LIST", str(uses_list)))
            self.check(self.kasuri("mpicc", "-O1", "a.c", "-o", f"a{uses_list}"), DONE)
        self.environment_counts("a1", alone="")

    def test_the_environment_of_fortran_programs(self):
        if not shutil.which("gfortran"):
            self.skipTest("no gfortran")
        self.write("a.f90", FORTRAN)
        self.check(self.kasuri("mpif90", "a.f90", "-o", "a", env=self.environment), DONE)
        self.environment_counts("a")

    def test_variables_that_are_named(self):
        self.write("config.toml", SHORT)
        named = ("--reads-variable", "AMOUNT")
        self.check(self.sweep("run.seed=1", *named), DONE)
        self.check(self.sweep("run.seed=1", *named), DONE, "were finished before")
        self.check(self.sweep("run.seed=1", *named, AMOUNT="1"), DONE,
                   "1 of 1 point is stale, will be run again: the environment variable AMOUNT has changed")

    def test_a_run_in_another_environment(self):
        self.write("a.c", MGEN)
        self.write("config.toml", CONFIG)
        self.check(self.kasuri("run", "config.toml", "--out", "out", env=self.environment), DONE)
        self.check(self.kasuri("rerun", "out", env={**self.environment, "OTHER": "1"}), DONE)
        self.check(self.kasuri("rerun", "out", env={**self.environment, "AMOUNT": "90"}), INTERNAL,
                   "the environment variable AMOUNT has changed")

    def test_libraries_and_the_environment_of_a_plugin(self):
        self.write("deeper.c", "unsigned deeper(void) { return 1; }\n")
        self.write("step.c", "unsigned deeper(void);\nunsigned steps_on(void) { return deeper(); }\n")
        self.write("plugin.cpp", PLUGIN)
        include = str((SOURCE / "include").resolve())
        def compiled(name, *words):
            language = "c++" if name.endswith("cpp") else "cc"
            standard = "-std=c++20" if language == "c++" else "-std=c11"
            subprocess.run([language, standard, "-shared", "-fPIC", "-I", include, name, *words,
                            "-Wl,-rpath,$ORIGIN", "-L."], cwd=self.dir, check=True, timeout=300)
        compiled("deeper.c", "-o", "libdeeper.so")
        compiled("step.c", "-o", "libstep.so", "-ldeeper")
        compiled("plugin.cpp", "-o", "plugin.so", "-lstep")
        self.write("config.toml", 'plugins = ["plugin.so"]\n' + TORUS +
                   '[[jobs]]\npattern = { type = "steps", load = 0.2, duration = "2 us" }\n')
        hops = lambda: [r["packet_hops"] for r in self.rows()]
        self.check(self.sweep("run.seed=1"), DONE)
        one = hops()
        self.check(self.sweep("run.seed=1", OTHER="1"), DONE, "were finished before")
        self.check(self.sweep("run.seed=1", FEWER="1"), DONE, "the environment variable FEWER has changed")
        self.assertNotEqual(hops(), one)
        self.write("deeper.c", "unsigned deeper(void) { return 2; }\n")
        compiled("deeper.c", "-o", "libdeeper.so")
        self.check(self.sweep("run.seed=1"), DONE, "1 of 1 point is stale", "libdeeper.so has changed")
        self.assertNotEqual(hops(), one)


if __name__ == "__main__":
    main()
