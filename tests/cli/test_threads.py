# SPDX-License-Identifier: MIT
"""Threads in ranks: OpenMP on one and on several cores, threads that programs make, and crashes that hold
locks."""
import json
import os
import shutil
import signal
import subprocess

from harness import DONE, FAILED, KASURI, SOURCE, USAGE, KasuriTest, c_program, Outcome, main

THREADS = ("1", "2", "3")
MAIN = c_program("""
  MPI_Barrier(MPI_COMM_WORLD);
  %s
""", """
#include <pthread.h>
%s
""")
LIMIT_S = 60


class ThreadsTest(KasuriTest):
    def compile(self, head, body, *options, verb="mpicc", name="program.c"):
        self.write(name, MAIN % (head, body) if body else head)
        self.check(self.kasuri(verb, "-g", "-o", "program", name, *options), DONE)

    def mpirun(self, n, *options, program=("./program",), launcher=()):
        """A run that does not end is killed, and fails."""
        command = [*launcher, KASURI, "mpirun", "-n", str(n), "--out", "out", *options, *program]
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, cwd=self.dir, text=True, start_new_session=True, **pipes) as run:
            try:
                out, err = run.communicate(timeout=LIMIT_S)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)
                out, err = run.communicate()
                self.fail(f"does not end: {out}{err}")
        return Outcome(run.returncode, out, err)

    def result(self):
        return json.loads((self.dir / "out" / "summary.json").read_text())


class OpenMp(ThreadsTest):
    LINE = "run with one thread"

    def test_constructs_are_right_while_ranks_interleave(self):
        text = (SOURCE / "tests/cli/programs/openmp_constructs.c").read_text()
        hashes = set()
        for level in ("-O0", "-O2"):
            self.compile(text, "", level, "-fopenmp")
            for threads in THREADS:
                out = self.mpirun(5, "--threads", threads)
                self.check(out, DONE)
                self.assertEqual(sorted(out.out.splitlines()), [f"rank {r}: 0 wrong" for r in range(5)])
                self.assertEqual(out.err.count(self.LINE), 1, out.err)
                hashes.add(self.result()["result_hash"])
        self.assertEqual(len(hashes), 1)

    def test_fortran_globals_are_those_of_the_rank(self):
        self.write("program.f90", """
program globals
  use mpi
  use omp_lib
  implicit none
  integer :: ierr, rank, i, provided, kept
  real(8), save :: x(100)
  common /block/ kept
  integer, save :: own = 0
  !$omp threadprivate(own)
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = rank
  call omp_set_num_threads(4)
  !$omp parallel do num_threads(2) schedule(dynamic)
  do i = 1, 100
    x(i) = x(i) + i
    if (i == 50) call MPI_Barrier(MPI_COMM_WORLD, ierr)
    kept = rank
  end do
  !$omp parallel
  own = own + rank + 1
  !$omp end parallel
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  print '(5i6)', rank, int(sum(x)), kept, own, omp_get_max_threads()
  call MPI_Finalize(ierr)
end program
""")
        self.check(self.kasuri("mpif90", "-O2", "-fopenmp", "-o", "program", "program.f90"), DONE)
        for threads in THREADS:
            out = self.mpirun(3, "--threads", threads)
            self.check(out, DONE, self.LINE)
            rows = sorted([int(word) for word in line.split()] for line in out.out.splitlines())
            self.assertEqual(rows, [[r, 5050 + 100 * r, r, r + 1, 1] for r in range(3)])

    def test_counted_time_does_not_depend_on_threads_that_are_asked_for(self):
        body = """
  double t = MPI_Wtime();
  #pragma omp parallel for num_threads(argc > 1 ? 4 : 1)
  for (int i = 0; i < 100000; ++i) x[i %% 100] += i;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%%.9f\\n", MPI_Wtime() - t);""".replace("%%", "%")
        self.compile("static double x[100];", body, "-O1", "-fopenmp")
        times = {self.mpirun(2, "--compute", "counted", "--threads", threads, program=program).out
                 for threads in THREADS[:2] for program in (("./program",), ("./program", "more"))}
        self.assertEqual(len(times), 1, times)
        self.assertGreater(float(times.pop()), 1e-5)

    def test_what_is_not_there_is_named(self):
        self.compile("#include <omp.h>", 'omp_display_affinity("%n");', "-fopenmp")
        self.check(self.mpirun(2), USAGE, "omp_display_affinity", "no devices")
        self.write("program.c", "#include <mgen.h>\nint MGEN_Main(int argc, char **argv) {\n  int n = 0;\n"
                   "#pragma omp parallel reduction(+ : n)\n  n++;\n  return 0;\n}\n")
        self.check(self.kasuri("cc", "-fopenmp", "-o", "program.so", "program.c"), DONE)
        self.check(self.run_config('topology = { type = "torus", extents = [4] }\n'
                                   '[[jobs]]\nprogram = "program.so"\nranks = 2\n'), USAGE, "uses OpenMP")


class Teams(ThreadsTest):
    """OpenMP on several cores of each rank. A call of the runtime takes 50 ns, and a region of T threads
    50 ns for each of log2(T) steps at its beginning and at its end."""
    CALL_US = 0.05

    def test_constructs_are_right_for_any_number_of_threads(self):
        text = (SOURCE / "tests/cli/programs/openmp_constructs.c").read_text()
        for level in ("-O0", "-O3"):
            self.compile(text, "", level, "-fopenmp")
            for cores in ("2", "4", "5"):
                hashes = set()
                for threads in THREADS:
                    out = self.mpirun(3, "--threads", threads, "--threads-per-rank", cores)
                    self.check(out, DONE)
                    self.assertEqual(sorted(out.out.splitlines()), [f"rank {r}: 0 wrong" for r in range(3)])
                    self.assertNotIn("one thread", out.err)
                    hashes.add(self.result()["result_hash"])
                self.assertEqual(len(hashes), 1)

    def times(self, body, cores, *options, head=""):
        """What rank 0 says, in us."""
        self.compile("#include <omp.h>\n#define NOW (1e6 * MPI_Wtime())\n" + head,
                     "double t = NOW;" + body +
                     'if (rank == 0) printf("%.9f\\n", NOW - t);', "-O1", "-fopenmp")
        out = self.mpirun(2, "--threads-per-rank", str(cores), *options)
        self.check(out, DONE)
        return [float(line) for line in out.out.splitlines()]

    def test_a_region_takes_as_long_as_its_slowest_thread(self):
        body = "\n#pragma omp parallel\nkasuri_compute(1e-5 * (1 + omp_get_thread_num()));\n"
        for cores, steps in ((1, 0), (2, 1), (4, 2), (5, 3)):
            self.assertAlmostEqual(self.times(body, cores)[0], 10 * cores + 2 * steps * self.CALL_US, 6)

    def test_more_threads_than_cores_share_them(self):
        body = "\n#pragma omp parallel num_threads(8)\nkasuri_compute(1e-5);\n"
        self.assertAlmostEqual(self.times(body, 4)[0], 20 + 2 * 3 * self.CALL_US, 6)

    def test_a_dynamic_loop_is_a_list_schedule(self):
        """Jobs of 1, 2, … 20 us go to the thread that is free first; each fetch of one costs a call, and so
        does the entry of the loop."""
        cores, jobs = 3, range(1, 21)
        free = [2 * self.CALL_US + self.CALL_US] * cores  # the region's two steps, the loop's share
        for us in [*jobs, *[0] * cores]:
            first = free.index(min(free))
            free[first] += self.CALL_US + us if us else 1e9
        body = "\n#pragma omp parallel for schedule(dynamic)\n" \
               "for (int i = 1; i <= 20; ++i) kasuri_compute(1e-6 * i);\n"
        ends = [f - 1e9 + self.CALL_US for f in free]
        self.assertAlmostEqual(self.times(body, cores)[0], max(ends) + 2 * self.CALL_US, 6)

    def test_critical_sections_follow_each_other(self):
        body = "\n#pragma omp parallel\n#pragma omp critical\nkasuri_compute(1e-5);\n"
        took = self.times(body, 4)[0]
        self.assertTrue(40 <= took < 40 + 20 * self.CALL_US, took)

    def test_computation_goes_on_beside_calls_of_another_thread(self):
        body = """
  int x = 0;
  #pragma omp parallel
  {
    if (omp_get_thread_num() == 0 && rank == 0) {
      MPI_Recv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (omp_get_thread_num() == 0 && rank == 1) {
      kasuri_compute(2e-5);
      MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    if (omp_get_thread_num()) kasuri_compute(3e-5);
  }"""
        self.assertAlmostEqual(self.times(body, 3)[0], 30 + 4 * self.CALL_US, 6)

    def test_the_level_of_threads_is_what_was_provided(self):
        self.compile("""#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int provided, asked, mains = 0, wrong = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Query_thread(&asked);
  #pragma omp parallel reduction(+ : mains, wrong)
  {
    int is_main;
    #pragma omp critical
    MPI_Is_thread_main(&is_main);
    mains += is_main;
    #pragma omp master
    wrong += !is_main;
  }
  printf("%d %d %d %d\\n", provided == MPI_THREAD_SERIALIZED, asked == provided, mains, wrong);
  MPI_Finalize();
}
""", "", "-fopenmp")
        self.assertEqual(self.mpirun(2, "--threads-per-rank", "3").out.splitlines(), ["1 1 1 0"] * 2)

    def test_threads_call_while_others_wait_in_calls(self):
        """Rank 0 answers in thread 1 what thread 0 waits for."""
        body = """
  int v = 0, level;
  MPI_Query_thread(&level);
  if (level != MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 3);
  #pragma omp parallel firstprivate(v)
  {
    const int id = omp_get_thread_num();
    if (rank == 0 && id == 0) MPI_Recv(&v, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0 && id == 1) kasuri_compute(1e-5), MPI_Send(&v, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    if (rank == 1 && id == 0) MPI_Recv(&v, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1 && id == 0) MPI_Send(&v, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }"""
        took = self.times(body, 2)[0]
        self.assertTrue(10 < took < 15, took)

    def test_loops_that_wait_for_a_variable_let_others_run(self):
        body = """
  int ready = 0;
  double x = 1.5, y = 0;
  #pragma omp parallel shared(ready)
  if (omp_get_thread_num() == 0) {
    int seen = 0;
    for (double z = x; !seen; x = z) {
      %s
      seen = ready;
    }
    if (x == 1.5) y = 2;
  } else if (omp_get_thread_num() == 1) {
    kasuri_compute(1e-5);
    ready = 1;
    __sync_synchronize();
  }
  if (y != 2) puts("1e9");"""
        for wait in ("\n#pragma omp flush\n", "__builtin_ia32_pause();", "sched_yield();"):
            took = self.times(body % wait, 2, head="#include <sched.h>")[0]
            self.assertTrue(10 < took < 11, took)

    def test_counted_loops_are_faster_by_the_number_of_cores(self):
        body = "\n#pragma omp parallel for\nfor (int i = 0; i < 400000; ++i) x[i % 64] += 3 * x[i % 64];\n"
        one, four = (self.times(body, cores, "--core", "a64fx", head="volatile int x[64];")[0]
                     for cores in (1, 4))
        self.assertAlmostEqual(one / four, 4, delta=0.02)

    def test_mistakes_of_threads_are_named(self):
        cases = {
            "*(volatile int *)8 = 1;": ("SIGSEGV", "in main._omp_fn"),
            "deep(0);": ("overflowed its stack",),
            "\n#pragma omp barrier\n": ("its threads wait for each other",),
            "int q; MPI_Send(&q, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);": ("MPI_Send", "count -1"),
            "exit(5);": ("exit code 5",),
        }
        head = "static int deep(volatile int n) { volatile char b[9999] = {0}; return deep(n + 1) + b[0]; }"
        for text, words in cases.items():
            self.compile(head, "\n#pragma omp parallel\nif (omp_get_thread_num() == 2) { %s }" % text,
                         "-w", "-fopenmp", "-include", "omp.h")
            out = self.mpirun(2, "--threads-per-rank", "3")
            self.assertNotEqual(out.code, 0)
            for word in words:
                self.assertIn(word, out.err)

    def test_a_job_has_the_setting_and_the_command_a_range(self):
        self.compile("#include <omp.h>", 'printf("%d\\n", omp_get_max_threads());', "-fopenmp")
        out = self.run_config('topology = { type = "torus", extents = [4] }\n[[jobs]]\n'
                              'program = "program"\nranks = 2\nthreads_per_rank = 3\niterations = 2\n')
        self.check(out, DONE)
        self.assertEqual(out.out.split().count("3"), 4)
        self.check(self.mpirun(2, "--threads-per-rank", "0"), USAGE, "from 1 to 1024")


class OwnThreads(ThreadsTest):
    def test_they_see_the_globals_of_their_rank_and_thread_local_variables_of_their_own(self):
        text = MAIN % ("""
#include <thread>
static int global = -1;
static int wrong;
struct Counted {
  int n = 5;
  ~Counted() { __atomic_add_fetch(&ended, 1, __ATOMIC_SEQ_CST); }
  static int ended;
};
int Counted::ended;
thread_local Counted counted;
static void work(int rank, int by) {
  for (int i = 0; i < 1000; ++i) ++counted.n;
  if (global != rank || counted.n != 1005) __atomic_add_fetch(&wrong, 1, __ATOMIC_SEQ_CST);
  std::thread inner([&] { if (global != rank || counted.n != 5) ++wrong; });
  inner.join();
  (void)by;
}
""", """
  global = rank;
  counted.n = 77;
  MPI_Barrier(MPI_COMM_WORLD);
  std::thread a(work, rank, 1), b(work, rank, 2);
  a.join();
  b.join();
  MPI_Barrier(MPI_COMM_WORLD);
  if (counted.n != 77) ++wrong;
  printf("rank %d: %d wrong, %d ended\\n", rank, wrong, Counted::ended);""")
        self.compile(text, "", "-O1", "-pthread", verb="mpicxx", name="program.cpp")
        for threads in THREADS:
            out = self.mpirun(4, "--threads", threads)
            self.check(out, DONE)
            self.assertEqual(sorted(out.out.splitlines()),
                             [f"rank {r}: 0 wrong, 4 ended" for r in range(4)])

    CALL = "static void *f(void *p) { int q; MPI_Comm_rank(MPI_COMM_WORLD, &q); return p; }"

    def test_a_call_of_mpi_from_one_ends_the_run(self):
        self.compile(self.CALL, "pthread_t t; pthread_create(&t, 0, f, 0); "
                     "MPI_Barrier(MPI_COMM_WORLD); pthread_join(t, 0);", "-pthread")
        for ranks in (2, 5):
            for threads in THREADS[:ranks]:
                out = self.mpirun(ranks, "--threads", threads)
                self.check(out, FAILED, "MPI_Comm_rank at", "called from a thread that the program")
                self.assertEqual(self.result()["end_reason"], "program failed")

    def test_a_rank_that_waits_for_such_a_call_ends(self):
        self.compile(self.CALL.replace("MPI_Comm_rank(MPI_COMM_WORLD, &q)",
                                       "MPI_Send(&q, 1, MPI_INT, 1, 0, MPI_COMM_WORLD)"),
                     "int q; pthread_t t; if (rank == 0) pthread_create(&t, 0, f, 0); "
                     "MPI_Recv(&q, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);", "-pthread")
        self.check(self.mpirun(2), FAILED, "rank 0, MPI_Send at", "called from a thread")

    def test_an_exception_or_a_crash_in_one_names_its_rank(self):
        head = """
#include <stdexcept>
#include <thread>
static void fail() {
  %s
}
"""
        body = "if (rank == 2) std::thread(fail).join(); MPI_Barrier(MPI_COMM_WORLD);"
        for what, words in (('throw std::runtime_error("no luck");', ("std::runtime_error", "no luck")),
                            ("*(volatile int *)8 = 1;", ("SIGSEGV", "0x8")),
                            ("abort();", ("SIGABRT",))):
            self.compile(MAIN % (head % what, body), "", "-pthread", verb="mpicxx", name="program.cpp")
            for threads in THREADS[:2]:
                out = self.mpirun(4, "--threads", threads)
                self.check(out, FAILED, "rank 2", "a thread that the program has made", "in fail", *words)
                self.assertEqual(self.result()["end_reason"], "program failed")

    def test_counted_time_refuses_them(self):
        self.compile(self.CALL, "pthread_t t; pthread_create(&t, 0, f, 0);", "-pthread")
        self.check(self.mpirun(2, "--compute", "counted"), FAILED, "pthread_create", 'compute = "declared"')


class Crashes(ThreadsTest):
    """In functions that hold locks: the run ends, and its results are there."""
    CASES = {
        "corrupt": ("""char *a[64];
  for (int i = 0; i < 64; ++i) a[i] = malloc(2000);
  memset(a[5] - 16, 0x41, 2100);
  for (int i = 0; i < 64; ++i) free(a[i]);
  for (int i = 0; i < 64; ++i) a[i] = malloc(3000);""", "SIG"),
        "twice, small": ("void *p = malloc(40); free(p); free(p);", "SIGABRT"),
        "twice, large": ("void *p = malloc(100000), *q = malloc(9); free(p); free(p); free(q);", "SIG"),
        "printf": ('printf("%s\\n", (char *)8);', "SIGSEGV"),
        "fprintf": ('FILE *f = fopen("file", "w"); fprintf(f, "%s\\n", (char *)8);', "SIGSEGV"),
    }

    def test_locks_of_the_allocator_and_of_streams(self):
        texts = [text for text, _ in self.CASES.values()]
        cases = "".join(f"if (which == {i}) {{ {text} }}\n" for i, text in enumerate(texts))
        self.compile(f"static __attribute__((noinline)) void spoil(int which) {{ {cases} }}",
                     "printf(\"rank %d\\n\", rank); if (rank == atoi(argv[2])) spoil(atoi(argv[1])); "
                     "MPI_Barrier(MPI_COMM_WORLD);", "-O0", "-w")
        for i, (name, (_, signal_name)) in enumerate(self.CASES.items()):
            for threads, rank in (("1", "1"), ("2", "0"), ("3", "3")):
                with self.subTest(case=name, threads=threads, rank=rank):
                    out = self.mpirun(4, "--threads", threads, program=("./program", str(i), rank))
                    self.check(out, FAILED, "rank ")
                    if "of the simulator has found its memory damaged" not in out.err:
                        self.check(out, FAILED, f"rank {rank}", "crashed with " + signal_name,
                                   "in spoil (program.c")
                    self.assertEqual(self.result()["end_reason"], "program failed")
                    self.assertIn("rank 0\n", out.out)

    def test_kasuri_run_and_two_jobs(self):
        self.compile("", "if (rank == 1) { void *p = malloc(99999), *q = malloc(9); "
                     "free(p); free(p); free(q); }", "-O0", "-w")
        out = self.run_config('topology = { type = "torus", extents = [4] }\n' +
                              '[[jobs]]\nprogram = "program"\nranks = 2\n' * 2)
        self.check(out, FAILED, "rank 1", "crashed with SIG")
        self.assertEqual(self.result()["end_reason"], "program failed")

    def test_several_processes(self):
        launcher = shutil.which("mpirun.openmpi") or shutil.which("mpirun")
        if not launcher:
            self.skipTest("Open MPI is not installed")
        self.compile("static __attribute__((noinline)) void spoil(void) { %s }" % self.CASES["corrupt"][0],
                     "if (rank == 1) spoil(); MPI_Barrier(MPI_COMM_WORLD);", "-O0", "-w")
        out = self.mpirun(4, launcher=(launcher, "--allow-run-as-root", "--oversubscribe", "-np", "2",
                                       "--bind-to", "none"))
        self.check(out, FAILED, "job 'program', rank ")
        self.assertEqual(self.result()["end_reason"], "program failed")

    def test_an_exit_code_of_the_program_is_kept(self):
        self.compile("", "if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 139);")
        self.assertEqual(self.mpirun(2).code, 139)
        self.compile("", "return 5;")
        self.assertEqual(self.mpirun(2).code, 5)


if __name__ == "__main__":
    main()
