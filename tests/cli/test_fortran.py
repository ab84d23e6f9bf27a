# SPDX-License-Identifier: MIT
"""MPI programs in Fortran: mpif.h, mpi and mpi_f08, data of ranks, units, ends."""
import pathlib
import re
import shutil
import subprocess
import unittest

from harness import FAILED, INCLUDE, KASURI, SOURCE, USAGE, KasuriTest, main

BINARY = pathlib.Path(KASURI).resolve()
PROGRAMS = SOURCE / "tests" / "cli" / "programs" / "mpi"


@unittest.skipUnless(shutil.which("gfortran"), "gfortran is not installed")
class Fortran(KasuriTest):
    def build(self, name, *options):
        out = self.kasuri("mpif90", "-O2", "-o", "program", str(PROGRAMS / name), *options)
        self.check(out, 0)

    def mpirun(self, n, *options):
        shutil.rmtree(self.dir / "out", ignore_errors=True)
        return self.kasuri("mpirun", "-n", str(n), "--out", "out", *options, "./program")

    def test_common_blocks_and_mpif_h(self):
        self.build("common.f")
        out = self.mpirun(6, "--threads", "2")
        self.check(out, 3, "STOP 3")  # rank 1 stops with this code
        lines = sorted(out.out.splitlines())
        self.assertEqual([line.split()[:4] for line in lines if "rank" in line],
                         [["rank", str(r), "of", "6"] for r in range(6)])
        self.assertEqual([line for line in lines if line.startswith("part")],
                         [f"part{r:4} end{r:4}" for r in range(6)])
        self.assertEqual(len(lines), 12, out.out)

    def test_modules_types_callbacks_in_f08(self):
        self.build("types.f90")
        out = self.mpirun(5)
        self.check(out, 0)
        self.assertEqual(out.out, "all is well\n")

    def test_attributes_between_languages_and_files(self):
        self.check(self.kasuri("mpicc", "-c", "-o", "in_c.o", str(PROGRAMS / "languages.c")), 0)
        self.build("languages.f90", "in_c.o")
        out = self.mpirun(4, "--threads", "2")
        self.check(out, 0)
        self.assertEqual(out.out, "all is well\n")

    def test_internal_procedures_as_arguments(self):
        self.build("internal.f90")
        out = self.mpirun(4)
        self.check(out, 0)
        self.assertEqual(out.out, "")

    def test_units_belong_to_ranks(self):
        self.build("units.f90")
        out = self.mpirun(4)
        self.check(out, 4)
        self.assertEqual(sorted(out.out.split("\n")), ["", *[" total           6"] * 4])
        for rank in range(4):
            self.assertIn(f" error           {rank}", out.err)

    def test_a_mistake_of_input_ends_the_job(self):
        self.write("end.f90", "program p\nuse mpi\ninteger :: i, e\ncall MPI_Init(e)\n"
                   "open(10, status='scratch')\nrewind(10)\nread(10, *) i\n"
                   "call MPI_Finalize(e)\nend program\n")
        self.check(self.kasuri("mpif90", "-o", "program", "end.f90"), 0)
        self.check(self.mpirun(3), 2, "End of file", "exit(2)")

    def test_every_interface_has_its_function(self):
        names = set()
        for module in ("mpi", "mpi_f08"):
            text = (INCLUDE / "fortran" / f"{module}.f90").read_text()
            names |= {n.lower() + "_" for n in re.findall(r"(?:subroutine|function) (P?MPI_\w+)\(", text)}
        archive = BINARY.parent / "mpi" / "lib" / "libkasuri_fortran.a"
        listed = subprocess.run(["nm", "--defined-only", archive], check=True, capture_output=True,
                                text=True)
        defined = {line.split()[-1] for line in listed.stdout.splitlines() if line.count(" ") >= 2}
        self.assertEqual(names - defined, set())
        self.assertGreater(len(names), 1000)

    def test_one_file_uses_both_modules(self):
        self.write("both.f90", """subroutine add(counts)
  use mpi
  implicit none
  integer :: counts(*), ones(4), places(4), ierr
  ones = 1
  places = [0, 1, 2, 3]
  call MPI_Probe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  call MPI_Alltoallv(MPI_IN_PLACE, 0, 0, MPI_DATATYPE_NULL, counts, ones, places, MPI_INTEGER, &
                     MPI_COMM_WORLD, ierr)
end subroutine
program both
  use mpi_f08
  implicit none
  integer :: rank, given, counts(4)
  type(MPI_Request) :: requests(2)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  counts = rank
  call MPI_Isend(rank, 1, MPI_INTEGER, modulo(rank + 1, 4), 7, MPI_COMM_WORLD, requests(1))
  call add(counts)
  call MPI_Irecv(given, 1, MPI_INTEGER, modulo(rank - 1, 4), 7, MPI_COMM_WORLD, requests(2))
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  call MPI_Recv(given, 0, MPI_INTEGER, MPI_PROC_NULL, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  if (any(counts /= [0, 1, 2, 3])) error stop 3
  call MPI_Finalize()
end program
""")
        self.check(self.kasuri("mpif90", "-o", "program", "both.f90"), 0)
        self.check(self.mpirun(4), 0)

    def test_wrong_arguments_do_not_compile(self):
        self.write("wrong.f90", "program p\nuse mpi_f08\ncall MPI_Barrier(0)\nend program\n")
        self.check(self.kasuri("mpif90", "-c", "wrong.f90"), 1, "mpi_barrier")

    def test_the_example(self):
        shutil.copytree(SOURCE / "examples" / "mpi-fft", self.dir / "fft",
                        ignore=shutil.ignore_patterns("transpose", "*.o"))
        subprocess.run(["make", f"FC={BINARY} mpif90"], cwd=self.dir / "fft", check=True,
                       capture_output=True)
        out = self.kasuri("mpirun", "-n", "8", "--out", "a", "fft/transpose", "64", "1")
        self.check(out, 0, "8 ranks, 64 x 64 points", "back where it began: T")
        script = (SOURCE / "examples" / "mpi-scaling" / "scaling.py").resolve()
        drawn = subprocess.run(["python3", str(script), "--kasuri", str(BINARY), "--nodes", "1,4", "--out",
                                "scaling", "--", "fft/transpose", "64", "1"],
                               cwd=self.dir, check=False, capture_output=True, text=True)
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        self.assertIn("<polyline", (self.dir / "scaling" / "scaling.svg").read_text())

    def test_missing_compiler(self):
        self.write("a.f90", "end\n")
        out = self.kasuri("mpif90", "-c", "a.f90", env={"PATH": str(self.dir), "HOME": str(self.dir)})
        self.check(out, USAGE, "gfortran")


if __name__ == "__main__":
    main()
