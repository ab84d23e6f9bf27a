# SPDX-License-Identifier: MIT
"""MPI programs as users have them: mpicc, mpirun, makefiles, globals, mistakes."""
import json
import os
import pathlib
import shutil
import subprocess
import unittest

from harness import DEADLOCK, FAILED, KASURI, SOURCE, USAGE, KasuriTest, c_program, main

BINARY = pathlib.Path(KASURI).resolve()
HELLO = c_program("""
  calls += rank;
  MPI_Barrier(MPI_COMM_WORLD);
  if (calls == rank) printf("rank %d of %d, %s\\n", rank, size, argc > 1 ? argv[1] : "no word");
""", """
static int calls;
""")
MAIN = c_program("""
  %s
""")


class MpiTest(KasuriTest):
    def compile(self, text, name="program.c", *options, verb="mpicc"):
        self.write(name, text)
        out = self.kasuri(verb, "-O2", "-o", "program", name, *options)
        self.check(out, 0)

    def mpirun(self, n, *words, options=()):
        return self.kasuri("mpirun", "-n", str(n), "--out", "out", *options, "./program", *words)

    def body(self, text, n=2, options=()):
        self.compile(MAIN % text)
        return self.mpirun(n, options=options)


class Programs(MpiTest):
    def test_hello_has_globals_of_its_own(self):
        self.compile(HELLO)
        out = self.mpirun(64, "word")
        self.check(out, 0)
        self.assertEqual(sorted(out.out.splitlines()), sorted(f"rank {r} of 64, word" for r in range(64)))
        self.assertIn("of simulated time", out.err)

    def test_threads_and_machines_change_nothing(self):
        self.compile(HELLO)
        torus = '[topology]\ntype = "torus"\nextents = [4, 4]\n'
        self.write("torus.toml", torus)
        for options in (["--threads", "2"], ["--machine", "torus.toml"], ["--ranks-per-node", "4"]):
            shutil.rmtree(self.dir / "out", ignore_errors=True)
            out = self.mpirun(16, options=options)
            self.check(out, 0)
            self.assertEqual(len(out.out.splitlines()), 16)

    def test_runs_directly_as_one_rank(self):
        self.compile(HELLO)
        done = subprocess.run(["./program", "alone"], cwd=self.dir, capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stdout), (0, "rank 0 of 1, alone\n"))

    def test_objects_archives_dependences(self):
        self.write("part.c", "#include <mpi.h>\nint state = 3;\nint part(void) { return ++state; }\n")
        self.check(self.kasuri("mpicc", "-c", "-O1", "-MMD", "-MF", "part.d", "part.c"), 0)
        self.assertIn("mpi.h", (self.dir / "part.d").read_text())
        subprocess.run(["ar", "rcs", "libpart.a", "part.o"], cwd=self.dir, check=True)
        self.compile(MAIN.replace("int main", "int part(void);\nint main") % 'printf("%d\\n", part());',
                     "program.c", "-L.", "-lpart")
        out = self.mpirun(2)
        self.check(out, 0)
        self.assertEqual(out.out, "4\n4\n")

    def test_main_of_an_archive(self):
        self.write("part.c", MAIN % 'printf("in the archive\\n");')
        self.check(self.kasuri("mpicc", "-c", "part.c"), 0)
        subprocess.run(["ar", "rcs", "libpart.a", "part.o"], cwd=self.dir, check=True)
        self.check(self.kasuri("mpicc", "-o", "program", "libpart.a", "-lm"), 0)
        self.check(self.mpirun(2), 0, "in the archive")

    def test_missing_functions_are_noticed_by_the_linker(self):
        self.write("program.c",
                   MAIN.replace("int main", "int MPI_Nothing(void);\nint main") % "MPI_Nothing();")
        self.check(self.kasuri("mpicc", "-o", "program", "program.c"), 1, "MPI_Nothing")

    def test_show_prints_the_command(self):
        out = self.kasuri("mpicc", "-show")
        self.check(out, 0, "-I", "-lkasuri_program")

    def test_own_makefile(self):
        for example, variable in (("mpi-stencil", "CC"), ("mpi-cg", "CXX"), ("mpi-histogram", "CC"),
                                  ("mpi-checkpoint", "CC")):
            shutil.copytree(SOURCE / "examples" / example, self.dir / example)
            verb = "mpicc" if variable == "CC" else "mpicxx"
            subprocess.run(["make", f"{variable}={BINARY} {verb}"], cwd=self.dir / example, check=True,
                           capture_output=True)
        out = self.kasuri("mpirun", "-n", "8", "--out", "a", "mpi-stencil/stencil", "8", "10")
        self.check(out, 0, "8 ranks (2 x 2 x 2), 8^3 points each")
        out = self.kasuri("mpirun", "-n", "8", "--threads", "2", "--out", "b", "mpi-cg/cg", "16", "200")
        # Poisson's equation with 128 unknowns ends after 64 steps: the right side is symmetric.
        self.check(out, 0, "64 products", "129 reductions")
        for how in ("each", "block"):
            out = self.kasuri("mpirun", "-n", "9", "--threads", "2", "--out", how,
                              "mpi-histogram/histogram", "200", "50", how)
            self.check(out, 0, "all samples are counted: T")
        # The file is that of the whole field, whichever ranks and calls write it.
        files = []
        for ranks, how in (("1", "all"), ("12", "all"), ("12", "each")):
            out = self.kasuri("mpirun", "-n", ranks, "--threads", "2", "--out", how + ranks,
                              "mpi-checkpoint/checkpoint", "13", "4", "2", how)
            self.check(out, 0, "2 checkpoints of", "from the checkpoint of step 4: 0 points are wrong")
            files.append((self.dir / "checkpoint.data").read_bytes())
        self.assertEqual(len(files[0]), 4 + 8 * 13 ** 3)
        self.assertEqual(files[1:], files[:1] * 2)

    def test_cxx_statics_constructors_exceptions(self):
        self.compile("""
#include <mpi.h>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
struct Noisy {
  std::map<std::string, int> all{{"one", 1}};
  ~Noisy() { std::cout << "end " + std::to_string(all["rank"]) + "\\n"; }
};
Noisy noisy;
template <class T> struct Counter { static inline T value = 40; };
int next() { static Noisy *local = new Noisy; return ++local->all["one"]; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank; MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  noisy.all["rank"] = rank;
  Counter<int>::value += rank;
  MPI_Barrier(MPI_COMM_WORLD);
  try {
    if (next() != 2) throw 1;
    throw std::runtime_error("caught");
  } catch (const std::runtime_error &e) {
    std::cout << std::string(e.what()) + " " + std::to_string(Counter<int>::value) + "\\n";
  }
  MPI_Finalize();
}
""", "program.cpp", verb="mpicxx")
        out = self.mpirun(3)
        self.check(out, 0)
        self.assertEqual(sorted(out.out.splitlines()),
                         ["caught 40", "caught 41", "caught 42", "end 0", "end 1", "end 2"])

    def test_thread_local_variables_belong_to_ranks(self):
        text = (SOURCE / "tests/cli/programs/mpi/threads.cpp").read_text()
        self.compile(text, "threads.cpp", verb="mpicxx")
        out = self.mpirun(3, options=["--threads", "2"])
        self.check(out, 0)
        self.assertEqual(sorted(out.out.splitlines()),
                         ["end 40", "end 41", "end 42", "good", "good", "good"])

    def test_errno_and_environment_belong_to_ranks(self):
        os.environ["KASURI_TEST"] = "given"
        self.addCleanup(os.environ.pop, "KASURI_TEST")
        self.compile("#include <errno.h>\n" + MAIN % r"""
  char text[] = "KASURI_OTHER=put", number[12];
  sprintf(number, "%d", rank);
  errno = rank + 1;
  printf("%s ", getenv("KASURI_TEST"));
  MPI_Barrier(MPI_COMM_WORLD);
  int kept = errno == rank + 1, set = setenv("KASURI_TEST", number, 0) == 0;
  set &= !strcmp(getenv("KASURI_TEST"), "given") && setenv("KASURI_TEST", number, 1) == 0;
  if (rank == 1) putenv(text);
  MPI_Barrier(MPI_COMM_WORLD);
  set &= atoi(getenv("KASURI_TEST")) == rank && !getenv("KASURI_OTHER") == (rank != 1);
  set &= system("test $KASURI_TEST = given") == 0;
  set &= setenv("", "x", 1) == -1 && errno == EINVAL && setenv("a=b", "x", 1) == -1;
  int gone = unsetenv("KASURI_TEST") == 0 && !getenv("KASURI_TEST") && getenv("PATH");
  gone &= clearenv() == 0 && !getenv("PATH") && setenv("PATH", "x", 0) == 0 && *getenv("PATH") == 'x';
  printf("%d %d %d\n", kept, set, gone);""")
        out = self.mpirun(3)
        self.check(out, 0)
        self.assertEqual(sorted(out.out.split()), ["1"] * 9 + ["given"] * 3)

    def test_functions_within_functions(self):
        self.compile(MAIN.replace("int main", "int apply(int (*f)(int)) { return f(1); }\nint main") % """
  int nested(int x) { return x + rank; }
  int (*volatile f)(int) = nested;
  printf("%d\\n", apply(f) - rank);""")
        out = self.mpirun(3)
        self.check(out, 0)
        self.assertEqual(out.out, "1\n1\n1\n")

    def test_functions_chosen_for_the_processor(self):
        clones = """
__attribute__((target_clones("default", "avx2"))) int scaled(int x) { return 3 * x; }
static int plain(int x) { return x; }
static void *choice(void) { return plain; }
int chosen(int) __attribute__((ifunc("choice")));
int main"""
        self.compile(MAIN.replace("int main", clones) % """
  int (*volatile f)(int) = scaled, (*volatile g)(int) = chosen;
  __builtin_cpu_init();
  printf("%d %d %d\\n", f(1), g(1), __builtin_cpu_supports("sse2") != 0);""")
        out = self.mpirun(2)
        self.check(out, 0)
        self.assertEqual(out.out, "3 1 1\n3 1 1\n")

    def test_profiling_library(self):
        self.compile(MAIN.replace("int main", """
static int barriers;
int MPI_Barrier(MPI_Comm comm) { ++barriers; return PMPI_Barrier(comm); }
int main""") % 'MPI_Barrier(MPI_COMM_WORLD); MPI_Barrier(MPI_COMM_WORLD); printf("%d\\n", barriers);')
        out = self.mpirun(2)
        self.check(out, 0)
        self.assertEqual(out.out, "2\n2\n")

    def test_json(self):
        self.compile(HELLO)
        out = self.mpirun(4, options=["--json"])
        self.check(out, 0)
        self.assertEqual(json.loads(out.out)["jobs"][0]["ranks"], 4)
        self.assertIn("rank 3 of 4", out.err)


COUNTED = MAIN.replace("int main", """
static double a[4096];
static double work(long n) {
  double s = 0;
  for (long i = 0; i < n; ++i) s += a[i & 4095] * (double)i;
  return s;
}
static long collatz(long n) {
  long steps = 0;
  for (; n != 1; ++steps) n = n %% 2 ? 3 * n + 1 : n / 2;
  return steps;
}
int main""")


class Counted(MpiTest):
    def seconds(self, text, *options):
        shutil.rmtree(self.dir / "out", ignore_errors=True)
        if text:
            self.compile(COUNTED % text, "program.c", "-lm")
        out = self.mpirun(2, options=["--json", *options])
        self.check(out, 0)
        return json.loads(out.out)

    def test_time_of_instructions(self):
        text = """
  double t = MPI_Wtime(), x = work(1000000);
  MPI_Barrier(MPI_COMM_WORLD);
  t = MPI_Wtime() - t;
  if (collatz(27 + rank) < 0 || x < 0) return 1;
"""
        declared = self.seconds(text)["jobs"][0]
        self.assertEqual((declared["computing_ps"], "compute" in declared), (0, False))
        first = self.seconds(None, "--compute", "counted")
        again = self.seconds(None, "--core", "x86-64", "--threads", "2")
        self.assertEqual(first["jobs"], again["jobs"])
        # A million turns of several instructions: from 1 to 10 cycles of 0.4 ns each, on both ranks.
        self.assertTrue(2 * 0.4e9 < first["jobs"][0]["computing_ps"] < 20 * 0.4e9, first["jobs"][0])
        slower = self.seconds(None, "--core", "u74")["jobs"][0]["computing_ps"]
        self.assertGreater(slower, 2 * first["jobs"][0]["computing_ps"])
        doubled = self.seconds(None, "--core", "x86-64", "--compute-factor", "2")["jobs"][0]["computing_ps"]
        self.assertAlmostEqual(doubled / first["jobs"][0]["computing_ps"], 2, places=3)

    def test_loops_are_counted_by_their_turns(self):
        text = "if (work(%d) < 0) return 1; MPI_Barrier(MPI_COMM_WORLD);"
        few, many = (self.seconds(text % n, "--compute", "counted")["jobs"][0]["computing_ps"]
                     for n in (10000, 1000000))
        self.assertAlmostEqual(many / few, 100, delta=10)

    def test_libraries_are_charged_by_size(self):
        text = """
  char *from = calloc(%d, 1), *to = malloc(%d);
  memcpy(to, from, %d);
  if (to[rank] || strlen(from)) return 1;
  MPI_Barrier(MPI_COMM_WORLD);
"""
        small, large = (self.seconds(text % (n, n, n), "--compute", "counted")["jobs"][0]["computing_ps"]
                        for n in (1 << 10, 1 << 20))
        # 16 bytes in each cycle of 0.4 ns, on two ranks.
        self.assertAlmostEqual((large - small) / (2 * (1 << 20) / 16 * 400), 1, delta=0.01)

    def test_marks(self):
        text = "%s if (work(1000000) < 0) return 1; MPI_Barrier(MPI_COMM_WORLD);"
        self.assertLess(100 * self.seconds(text % "MPI_Pcontrol(0);", "--compute", "counted")
                        ["jobs"][0]["computing_ps"],
                        self.seconds(text % "", "--compute", "counted")["jobs"][0]["computing_ps"])

    def test_measured(self):
        job = self.seconds("if (work(10000000) < 0) return 1; MPI_Barrier(MPI_COMM_WORLD);",
                           "--compute", "measured")["jobs"][0]
        self.assertEqual(job["compute"], "measured")
        self.assertGreater(job["computing_ps"], 1e9)
        out = self.kasuri("report", "out")
        self.check(out, 0)
        self.assertIn("not reproducible", (self.dir / "out" / "summary.txt").read_text())

    def test_mistakes(self):
        self.compile(HELLO)
        self.check(self.mpirun(2, options=["--compute", "guessed"]), USAGE, '"declared", "counted"')
        self.check(self.mpirun(2, options=["--core", "z80"]), USAGE, "x86-64")
        self.check(self.mpirun(2, options=["--compute-factor", "-1"]), USAGE, "above 0")


class Mistakes(MpiTest):
    def test_exit_codes(self):
        self.check(self.body("if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 42);"), 42, "rank 1", "MPI_Abort")
        shutil.rmtree(self.dir / "out", ignore_errors=True)
        self.check(self.body("MPI_Finalize(); return rank * 7;"), 7)

    def test_messages_name_the_calls_of_mpi(self):
        self.check(self.body("MPI_Send(&rank, 1, MPI_INT, 5, 0, MPI_COMM_WORLD);"), FAILED,
                   "MPI_Send", "rank 5 does not exist")
        shutil.rmtree(self.dir / "out", ignore_errors=True)
        self.check(self.body("MPI_Recv(&size, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"),
                   DEADLOCK, "MPI_Recv", "rank 0", "rank 1")

    def test_errors_are_returned(self):
        out = self.body("""
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  char text[MPI_MAX_ERROR_STRING];
  int code = MPI_Send(&rank, 1, MPI_INT, 99, 0, MPI_COMM_WORLD), class, length;
  MPI_Error_class(code, &class);
  MPI_Error_string(code, text, &length);
  printf("%d %d %d\\n", class == MPI_ERR_RANK, (int)strlen(text) == length,
         MPI_Send(&rank, -1, MPI_INT, 0, 0, MPI_COMM_WORLD) == MPI_ERR_COUNT);
""")
        self.check(out, 0)
        self.assertEqual(out.out, "1 1 1\n1 1 1\n")

    def test_what_cannot_be_private_is_refused_by_name(self):
        self.write("alien.c", "int alien_state = 3; int alien(void) { return ++alien_state; }\n")
        subprocess.run(["cc", "-fPIC", "-c", "alien.c"], cwd=self.dir, check=True)
        self.compile(MAIN.replace("int main", "int alien(void);\nint main") % "alien();", "program.c",
                     "alien.o")
        self.check(self.mpirun(2), USAGE, "alien_state", "kasuri mpicc")
        self.compile(MAIN.replace("int main", """
static volatile int in_own_section __attribute__((section("table"))) = 3;
int main""") % "in_own_section = rank;")
        self.check(self.mpirun(2), USAGE, "in_own_section", "in a section that the source names")

    def test_executables_of_others_are_refused(self):
        self.write("other.c", "int main(void) { return 0; }\n")
        subprocess.run(["cc", "-o", "program", "other.c"], cwd=self.dir, check=True)
        self.check(self.mpirun(2), USAGE, "kasuri mpicc")

    def test_command_line(self):
        self.check(self.kasuri("mpirun", "./program"), USAGE, "-n is missing")
        self.check(self.kasuri("mpirun", "-n", "0", "./program"), USAGE, "1 to")
        self.check(self.kasuri("mpirun", "-n", "2"), USAGE, "no program")
        self.check(self.kasuri("mpirun", "--ranks", "2", "./program"), USAGE, "unknown option --ranks")
        self.check(self.kasuri("mpirun", "--help"), 0, "--ranks-per-node")


class Faces(unittest.TestCase):
    def test_generated_files_are_up_to_date(self):
        done = subprocess.run([SOURCE / "tools" / "mpi-faces", "--check"], capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""))


if __name__ == "__main__":
    main()
