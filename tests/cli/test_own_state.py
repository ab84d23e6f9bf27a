# SPDX-License-Identifier: MIT
"""Hidden state of libraries in programs: the C library's, libraries that dlopen() opens, the date."""
import shutil
import subprocess

from harness import DONE, FAILED, USAGE, KasuriTest, c_program, main

TORUS = '[topology]\ntype = "torus"\nextents = [4, 4]\n'
EPOCH = 1767225600  # 2026-01-01T00:00:00Z
# The GNU C library's: rand() after srand(1), and drand48() after srand48(1).
RAND, DRAND48 = (1804289383, 846930886, 1681692777), "0.041630 0.454492"


class Mgen(KasuriTest):
    def run_source(self, name, text, *options):
        self.write(name, text)
        shutil.rmtree(self.dir / "out", ignore_errors=True)
        return self.run_config(f'{TORUS}[[jobs]]\nprogram = "{name}"\nranks = 8\n', *options)

    def test_random_numbers_and_texts_belong_to_ranks(self):
        text = """
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int MGEN_Main(int argc, char **argv) {
  int rank, a[3];
  char words[] = "a b c", name[9], *word;
  double d[2];
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  time_t day = 86400 * (time_t)rank;
  struct tm *date = gmtime(&day);
  sprintf(name, "r%d", rank);
  setenv("MINE", name, 1);
  strtok(words, " ");
  srand48(1);
  for (int i = 0; i < 9; ++i) {
    MGEN_Sendrecv(NULL, rand() % 2000, MGEN_BYTE, (rank + 1) % 8, 0, NULL, 2000, MGEN_BYTE,
                  (rank + 7) % 8, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
  }
  srand(1);
  for (int i = 0; i < 3; ++i) a[i] = rand(), MGEN_Barrier(MGEN_COMM_WORLD);
  d[0] = drand48();
  MGEN_Barrier(MGEN_COMM_WORLD);
  d[1] = drand48();
  word = strtok(NULL, " ");
  printf("%d %d %d %f %f %s %d %s\\n", a[0], a[1], a[2], d[0], d[1], word, date->tm_mday - 1 - rank,
         strcmp(getenv("MINE"), name) ? "other" : "mine");
  return 0;
}
"""
        hashes = set()
        for threads in "123":
            out = self.run_source("random.c", text, "--threads", threads)
            self.check(out, DONE)
            line = f"{RAND[0]} {RAND[1]} {RAND[2]} {DRAND48} b 0 mine"
            self.assertEqual(out.out.splitlines().count(line), 8, out.out)
            hashes.add(self.summary()["result_hash"])
        self.assertEqual(len(hashes), 1)

    def test_clocks_are_simulated_and_begin_at_the_epoch(self):
        text = """
#include <mgen.h>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <sys/time.h>
#include <unistd.h>
int MGEN_Main(int argc, char **argv) {
  timeval v;
  timespec up;
  sleep(2);
  usleep(500000);
  gettimeofday(&v, nullptr);
  clock_gettime(CLOCK_MONOTONIC, &up);
  const auto system = std::chrono::system_clock::now().time_since_epoch();
  const auto steady = std::chrono::steady_clock::now().time_since_epoch();
  std::printf("%ld %ld %ld %ld %ld %ld %.1f\\n", (long)time(nullptr), (long)v.tv_sec, (long)v.tv_usec,
              (long)up.tv_sec, (long)std::chrono::duration_cast<std::chrono::seconds>(system).count(),
              (long)std::chrono::duration_cast<std::chrono::seconds>(steady).count(), MGEN_Wtime());
  return 0;
}
"""
        for options, epoch in (((), EPOCH), (("--set", "run.date=1000"), 1000)):
            out = self.run_source("clocks.cpp", text, *options)
            self.check(out, DONE)
            line = f"{epoch + 2} {epoch + 2} 500000 2 {epoch + 2} 2 2.5"
            self.assertEqual(out.out.splitlines().count(line), 8, out.out)

    def test_variables_of_the_c_library_are_refused(self):
        text = ("#include <mgen.h>\n#include <unistd.h>\nint MGEN_Main(int argc, char **argv) {\n"
                "  return optind;\n}\n")
        self.check(self.run_source("options.c", text), USAGE, "uses opt", "kasuri mpicc")
        plain = "#include <stdlib.h>\nint MGEN_Main(int c, char **v) { return rand() < 0; }\n"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", self.dir / "plain.so", "-x", "c", "-"], check=True,
                       text=True, input=plain)
        out = self.run_config(TORUS + '[[jobs]]\nprogram = "plain.so"\nranks = 2\n')
        self.check(out, USAGE, "rand", "kasuri cc")


class Mpi(KasuriTest):
    def mpirun(self, text, *options, ranks=2, compiler=("mpicc",), name="program.c"):
        self.write(name, text)
        self.check(self.kasuri(compiler[0], "-O1", "-o", "program", name, *compiler[1:]), DONE)
        return self.kasuri("mpirun", "-n", str(ranks), "--quiet", *options, "./program")

    def test_the_date_and_random_numbers(self):
        out = self.mpirun(c_program("""
  time_t now = time(NULL);
  struct tm *date = gmtime(&now);
  unsigned short seed[3] = {1, 2, 3}, *before = seed48(seed);
  char state[64];
  initstate(1, state, 64);
  srand((unsigned)now * (unsigned)(rank + 1));
  MPI_Barrier(MPI_COMM_WORLD);
  int a = rand();
  srand(1);
  int b = rand();
  printf("%ld %d %g %d %d\\n", (long)now, date->tm_year, MPI_Wtime() < 1 ? 0.0 : 1.0, a, b);
  (void)before;
""", """
#include <time.h>
"""), "--threads", "2", ranks=4)
        self.check(out, DONE)
        rows = [line.split() for line in out.out.splitlines()]
        self.assertEqual({(int(r[0]), r[1], r[2]) for r in rows}, {(EPOCH, "126", "0")})
        self.assertEqual(len({r[3] for r in rows}), 4)
        self.assertEqual(len({r[4] for r in rows}), 1)

    def test_fortran_has_the_same_clocks_and_random_numbers_of_its_own(self):
        text = """
program clocks
  use mpi
  implicit none
  integer :: ierr, rank, values(8), n
  integer, allocatable :: seed(:)
  integer(8) :: ticks, rate
  real(8) :: x(2), y, z
  character(8) :: date
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call date_and_time(date=date, values=values)
  call system_clock(ticks, rate)
  call random_number(y)
  call random_seed(size=n)
  allocate(seed(n))
  seed = 7
  call random_seed(put=seed)
  call random_number(x(1))
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call random_number(x(2))
  call cpu_time(z)
  print '(a,1x,i0,1x,i0,1x,f12.9,1x,2f12.9,1x,l1)', date, values(1), ticks / rate, y, x, z < 1
  call MPI_Finalize(ierr)
end program
"""
        outputs = set()
        for threads in "12":
            out = self.mpirun(text, "--threads", threads, ranks=4, compiler=("mpif90",), name="program.f90")
            self.check(out, DONE)
            rows = [line.split() for line in out.out.splitlines()]
            self.assertEqual({tuple(r[:3]) for r in rows}, {("20260101", "2026", "0")})
            self.assertEqual(len({r[3] for r in rows}), 4, "each rank begins with another seed")
            self.assertEqual(len({tuple(r[4:]) for r in rows}), 1, "the same seed gives the same numbers")
            outputs.add(tuple(sorted(out.out.splitlines())))
        self.assertEqual(len(outputs), 1)

    OWN = ("static int n;\nint shown = 40;\nint next(void) { return ++n; }\n"
           "int show(void) { return shown; }\n")
    OPENS = c_program("""
  void *h = dlopen("./libown.so", RTLD_NOW);
  int (*next)(void) = h ? (int (*)(void))dlsym(h, "next") : 0;
  int (*show)(void) = h ? (int (*)(void))dlsym(h, "show") : 0;
  int *shown = h ? dlsym(h, "shown") : 0;
  if (shown) *shown += rank;
  MPI_Barrier(MPI_COMM_WORLD);
  if (next) printf("rank %d %d %d\\n", rank, next(), show());
""", """
#include <dlfcn.h>
""")

    def test_a_library_that_dlopen_opens(self):
        self.write("own.c", self.OWN)
        self.check(self.kasuri("mpicc", "-shared", "-fPIC", "own.c", "-o", "libown.so"), DONE)
        out = self.mpirun(self.OPENS, compiler=("mpicc", "-ldl"))
        self.check(out, FAILED, "rank 0, dlopen at", "libown.so was compiled by `kasuri mpicc`",
                   "link the program")
        # The cure that the message gives.
        out = self.mpirun(self.OPENS, "--threads", "2", compiler=("mpicc", "./libown.so"), ranks=3)
        self.check(out, DONE)
        self.assertEqual(sorted(out.out.splitlines()), [f"rank {r} 1 {40 + r}" for r in range(3)])

    def test_a_plain_library_that_dlopen_opens(self):
        self.write("own.c", self.OWN)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", "libown.so", "own.c"], check=True, cwd=self.dir)
        out = self.mpirun(self.OPENS, compiler=("mpicc", "-ldl"), ranks=3)
        self.check(out, DONE)
        self.assertEqual(out.err.count("all ranks share the variables of"), 1, out.err)
        self.assertIn("libown.so", out.err)


if __name__ == "__main__":
    main()
