# SPDX-License-Identifier: MIT
"""Programs that do to their process what they like: it is the simulator's, and goes on. What is wrong is
named by rank, call, function and line."""
from harness import *

CXX = PROGRAM.replace("program.c", "program.cpp")
HEAD = "#include <mgen.h>\n"
MAIN = ("int MGEN_Main(int argc, char** argv) {\n  int rank, size;\n  MGEN_Init(&argc, &argv);\n"
        "  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);\n  MGEN_Comm_size(MGEN_COMM_WORLD, &size);\n")
# The line is right; with GCC the function may be the one that it was inlined into.
THROWN = r"thrown in (solve\(\)|quiet\(\)|MGEN_Main) \(program.cpp:%d\)"
END = "\n  MGEN_Finalize();\n  return 0;\n}\n"


class HostileTest(KasuriTest):
    @classmethod
    def setUpClass(cls):
        """One cache for all: what programs are called does not matter."""
        os.environ.setdefault("XDG_CACHE_HOME", tempfile.mkdtemp(prefix="kasuri-test-cache-"))

    def c(self, body, *args, head="", config=PROGRAM, **options):
        self.write("program.c", "#define _GNU_SOURCE\n" + HEAD + head + MAIN + body + END)
        return self.run_config(config, *args, **options)

    def cxx(self, body, *args, head="", config=CXX, **options):
        self.write("program.cpp", HEAD + head + MAIN + body + END)
        return self.run_config(config, *args, **options)

    def fails(self, outcome, *words):
        self.check(outcome, FAILED, *words)
        self.assertNotIn("bug in Kasuri", outcome.err)
        self.assertEqual(self.summary()["exit_code"], FAILED)
        return outcome


class Stacks(HostileTest):
    # Three ranks whose frames lie one above the other; the middle one's is too large. Each fills its
    # own with its number and looks at it when all have done so.
    PROGRAM = ("#include <alloca.h>\n#include <string.h>\n"
               "#define NOINLINE __attribute__((noinline))\n"
               "NOINLINE static int use(int rank, int n, char *a) {\n"
               "  memset(a, rank + 1, n); MGEN_Barrier(MGEN_COMM_WORLD);\n"
               "  for (int i = 0; i < n; i++) if (a[i] != rank + 1) return 9;\n  return 0; }\n"
               "NOINLINE static int frame(int rank) { char a[FRAME]; return use(rank, FRAME, a); }\n"
               "NOINLINE static int vla(int rank, int n) { char a[n]; return use(rank, n, a); }\n"
               "NOINLINE static int alloc(int rank, int n) { return use(rank, n, (char *)alloca(n)); }\n"
               "static int deep(int rank, int n) { volatile char a[3000]; memset((char *)a, rank, 3000);\n"
               "  return n < 3000 ? use(rank, 3000, (char *)a)\n"
               "                  : deep(rank, n - 3000) + a[1] - rank; }\n")
    BODY = ("int n = rank == 1 ? atoi(argv[2]) : 20000, r = 0;\n"
            "switch (argv[1][0]) {\n"
            "  case 'f': r = rank == 1 ? frame(rank) : vla(rank, n); break;\n"
            "  case 'v': r = vla(rank, n); break;\n  case 'a': r = alloc(rank, n); break;\n"
            "  case 'd': r = deep(rank, n); break;\n}\nif (r) return r;")
    THREE = TORUS + '[[jobs]]\nprogram = "%s"\nranks = 3\nargs = ["%s", "%d"]\n'
    SIZES = (4 << 10, 100_000, 240_000, 258_000, 262_000, 262_144, 300_000, 1 << 20, 5 << 20, 64 << 20)

    def sweep(self, name, compiler, *args, sizes=SIZES, kinds="vad"):
        self.write(name, "#include <stdlib.h>\n" + HEAD + self.PROGRAM + MAIN + self.BODY + END)
        for size in sizes:
            for kind in kinds:
                config = self.THREE % ("program.so", kind, size)
                if kind == "f" or not (self.dir / "program.so").exists():
                    command = self.kasuri(compiler, *args, f"-DFRAME={size}", "-o", "program.so", name)
                    self.assertEqual(command.code, 0, command.err)
                outcome = self.run_config(config)
                with self.subTest(kind=kind, size=size, compiler=compiler, args=args):
                    if size < 250_000 or (size == 258_000 and kind in "vaf"):
                        self.check(outcome, DONE)
                    else:
                        self.fails(outcome, "rank 1, ", "overflowed its stack of 262.1 kB",
                                   f"({name}:", "mpi.stack")
                    self.assertNotIn("SIGSEGV", outcome.err)

    def test_frames_of_every_size(self):
        self.sweep("program.c", "cc", "-O2")
        self.sweep("program.c", "cc", "-O0", sizes=self.SIZES[3:7], kinds="fva")
        self.sweep("program.cpp", "c++", "-O2", sizes=self.SIZES[3:7], kinds="f")

    def test_endless_recursion(self):
        self.fails(self.c("return deep(1 << 30) + rank;",
                          head="static int deep(int n) { volatile char a[512]; a[0] = (char)n;\n"
                               "  return n == 0 ? 0 : deep(n - 1) + a[0] + a[1]; }\n"),
                   "rank 0, ", "overflowed its stack of 262.1 kB, in deep (program.c:")

    def test_of_a_nonblocking_collective(self):
        head = ("static void op(void *in, void *out, int *n, MGEN_Datatype *t) {\n"
                "  volatile char a[300000]; for (int i = 0; i < 300000; i++) a[i] = *n; }\n")
        body = ("MGEN_Op mine; MGEN_Request r; int a = rank, b;\nMGEN_Op_create(op, 1, &mine);\n"
                "MGEN_Iallreduce(&a, &b, 1, MGEN_INT, mine, MGEN_COMM_WORLD, &r);\n"
                "MGEN_Wait(&r, MGEN_STATUS_IGNORE);\n")
        self.fails(self.c(body, head=head, config=PROGRAM + "payload = true\n"),
                   "overflowed its stack", "MGEN_Iallreduce at", "in op (program.c:")


class Places(HostileTest):
    def test_of_crashes(self):
        head = ("static int divide(int a, int b) {\n  return a / b;\n}\n"
                "static void store(int *p) {\n  *(volatile int *)p = 1;\n}\n")
        self.fails(self.c("if (rank == 1) store((int *)8);", head=head),
                   "rank 1, in program code", "SIGSEGV", "at address 0x8", "in store (program.c:7)")
        self.fails(self.c("if (rank == 1) return divide(rank, atoi(\"0\"));",
                          head="#include <stdlib.h>\n" + head),
                   "rank 1, ", "division", "in divide (program.c:5)")
        # In the C library, and by a call of no code: the program's own line.
        self.fails(self.c("abort();", head="#include <stdlib.h>\n"), "abort()",
                   "in MGEN_Main (program.c:9)")
        self.fails(self.c("void (*volatile f)(void) = 0;\nf();"), "SIGSEGV", "in MGEN_Main (program.c:9)")
        # With globals of its own, and by a thread of the simulator's.
        self.fails(self.c("n = rank;\nif (n == 1) store((int *)8);", "--threads", "2",
                          head="static int n;\n" + head, config=PROGRAM + "private_globals = true\n"),
                   "rank 1, ", "in store (program.c:8)")

    def test_without_the_tool(self):
        self.write("program.c", HEAD + MAIN + "*(volatile int *)8 = 1;" + END)
        self.assertEqual(self.kasuri("cc", "-o", "program.so", "program.c").code, 0)
        outcome = self.run_config(PROGRAM.replace("program.c", "program.so"),
                                  env={**os.environ, "PATH": "/nowhere"})
        self.fails(outcome, "SIGSEGV", "in MGEN_Main")

    def test_c_names_are_no_types(self):
        outcome = self.c("n++; calls += rank;",
                         head="int n, i, d;\nstatic int calls(void) { static int count; return ++count; }\n"
                              .replace("calls(", "counted(") + "static long calls;\n")
        self.check(outcome, USAGE, ": calls, d, i, n;")
        self.assertNotIn("__int128", outcome.err)


class Exceptions(HostileTest):
    HEAD = "#include <stdexcept>\n#include <vector>\n#include <string>\n"

    def test_name_rank_type_and_text(self):
        head = self.HEAD + ("struct Broken : std::runtime_error { using runtime_error::runtime_error; };\n"
                            "static void solve() {\n  throw Broken(\"no convergence\");\n}\n")
        outcome = self.cxx("MGEN_Comp(1e-6);\nif (rank == 1) solve();", head=head)
        self.fails(outcome, "rank 1, in program code at 1 us: an exception of type Broken left MGEN_Main: "
                            "no convergence, thrown in ")
        self.assertRegex(outcome.out + outcome.err, THROWN % 7)
        self.fails(self.cxx("if (rank == 1) throw 42;"), "rank 1, ",
                   "type int left MGEN_Main: 42, thrown in MGEN_Main (program.cpp:7)")
        self.fails(self.cxx("std::vector<int> v(3); if (rank == 1) v.at(7 + argc) = 1;", head=self.HEAD),
                   "rank 1, ", "std::out_of_range", "_M_range_check", "thrown in MGEN_Main (")
        self.fails(self.cxx("return static_cast<int>(std::string(-2l, 'x').size());", head=self.HEAD),
                   "std::length_error")

    def test_where_nothing_catches(self):
        outcome = self.cxx("if (rank == 1) quiet();",
                           head="static void quiet() noexcept { throw 'c'; }\n")
        self.fails(outcome, "rank 1, ", "type char", "std::terminate()")
        self.assertRegex(outcome.out + outcome.err, THROWN % 2)
        self.fails(self.cxx("if (rank == 1) std::terminate();", head=self.HEAD),
                   "rank 1, ", "std::terminate() was called", "in MGEN_Main (program.cpp:10)")

    def test_from_functions_that_the_library_calls(self):
        head = ("static void op(void *, void *, int *n, MGEN_Datatype *) { if (*n) throw 7L; }\n"
                "static int copy(MGEN_Comm, int, void *, void *, void *, int *) { throw 8L; }\n")
        make = "MGEN_Op mine; MGEN_Request r; int a = rank, b;\nMGEN_Op_create(op, 1, &mine);\n"
        config = CXX + "payload = true\n"
        self.fails(self.cxx(make + "MGEN_Allreduce(&a, &b, 1, MGEN_INT, mine, MGEN_COMM_WORLD);",
                            head=head, config=config),
                   "MGEN_Allreduce at ", "an exception of type long left a function of the program",
                   "thrown in op(", "(program.cpp:2)")
        self.fails(self.cxx(make + "MGEN_Iallreduce(&a, &b, 1, MGEN_INT, mine, MGEN_COMM_WORLD, &r);\n"
                            "MGEN_Wait(&r, MGEN_STATUS_IGNORE);", head=head, config=config),
                   "MGEN_Iallreduce at ", "an exception of type long left a function of the program")
        self.fails(self.cxx("int key; MGEN_Comm c;\nMGEN_Comm_create_keyval(copy, 0, &key, 0);\n"
                            "MGEN_Comm_set_attr(MGEN_COMM_WORLD, key, 0);\n"
                            "MGEN_Comm_dup(MGEN_COMM_WORLD, &c);", head=head),
                   "MGEN_Comm_dup at ", "type long left the attribute's function", "thrown in copy(")

    def test_what_is_caught_is_the_programs(self):
        """Through frames of C, and while the rank waits."""
        head = self.HEAD + ("#include <cstdlib>\n"
                            "static int compare(const void *, const void *) { throw 5; }\n")
        self.check(self.cxx("int a[4] = {3, 1, 2, 0}, caught = 0;\n"
                            "try { std::qsort(a, 4, sizeof(int), compare); }\n"
                            "catch (int i) { MGEN_Barrier(MGEN_COMM_WORLD); caught = i; }\n"
                            "if (caught != 5) return 1;", head=head), DONE)


class Ends(HostileTest):
    def test_of_a_rank(self):
        for call in ("exit(5)", "_exit(5)", "_Exit(5)", "quick_exit(5)"):
            with self.subTest(call):
                outcome = self.c(f"if (rank == 1) {call};\nprintf(\"rank %d\\n\", rank);",
                                 head="#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n")
                self.fails(outcome, "rank 1: ended with exit code 5", "rank 0\n")
                self.assertEqual(self.summary()["jobs"][0]["exit_code"], 5)

    def test_atexit_is_the_ranks(self):
        head = ("#include <stdio.h>\n#include <stdlib.h>\n"
                "static void late(void) { int r; MGEN_Comm_rank(MGEN_COMM_WORLD, &r);\n"
                "  printf(\"late %d\\n\", r); }\nstatic void again(void) { exit(3); }\n")
        outcome = self.c("atexit(late);", head=head.replace("MGEN_Comm_rank(MGEN_COMM_WORLD, &r)", "r = 1"))
        self.check(outcome, DONE)
        self.assertEqual(outcome.out.count("late 1\n"), 2)
        self.fails(self.c("atexit(again);", head=head), "ended with exit code 3")

    def test_signals_to_itself(self):
        head = "#include <signal.h>\n#include <unistd.h>\n"
        for call in ("raise(SIGUSR1)", "kill(getpid(), SIGUSR1)"):
            self.fails(self.c(f"if (rank == 1) {call};", head=head), "rank 1, ", "SIGUSR1")
        self.fails(self.c("if (rank == 1) kill(getpid(), SIGKILL);", head=head), "rank 1, kill", "SIGKILL")
        self.fails(self.c("if (rank == 1) pthread_kill(pthread_self(), SIGUSR2);",
                          head="#include <pthread.h>\n" + head), "rank 1, ", "SIGUSR2")
        # Handlers are each rank's.
        self.fails(self.c("if (rank) signal(SIGTERM, mine);\nif (rank) raise(SIGTERM);\n"
                          "signal(SIGSEGV, SIG_IGN);\nif (!rank) *(volatile int *)8 = 1;",
                          head=head + "static void mine(int n) { write(1, \"mine\\n\", 5); (void)n; }\n"),
                   "rank 0, ", "SIGSEGV")
        self.check(self.c("if (rank) signal(SIGTERM, mine);\nif (rank) raise(SIGTERM);",
                          head=head + "static void mine(int n) { write(1, \"mine\\n\", 5); (void)n; }\n"),
                   DONE, "mine\n")

    def test_calls_that_mean_the_process(self):
        head = ("#include <pthread.h>\n#include <setjmp.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
                "#include <sys/resource.h>\n#include <unistd.h>\n")
        limit = "struct rlimit l = {1, 1}; "
        for call, name in (("alarm(1)", "alarm"), (limit + "setrlimit(RLIMIT_AS, &l)", "setrlimit"),
                           ("execl(\"/bin/true\", \"true\", (char *)0)", "execl"), ("pause()", "pause"),
                           ("dup2(2, 1)", "dup2"), ("freopen(\"x\", \"w\", stdout)", "freopen"),
                           ("pthread_exit(0)", "pthread_exit"), ("daemon(0, 0)", "daemon")):
            with self.subTest(call):
                self.fails(self.c(f"if (rank == 1) {{ {call}; }}", head=head), f"rank 1, {name} at 0 ps: ")

    def test_jumps(self):
        head = ("#include <setjmp.h>\n#include <stdlib.h>\nstatic int set(jmp_buf *b) {\n"
                "  volatile char a[5000]; a[0] = 0; return setjmp(*b) + a[0]; }\n"
                "static void up(jmp_buf *b) { longjmp(*b, 3); }\n"
                "static void op(void *in, void *out, int *n, MGEN_Datatype *t) {\n"
                "  longjmp(**(jmp_buf **)in, 1); }\n")
        self.check(self.c("jmp_buf b; volatile int r = setjmp(b);\nif (r == 0) up(&b);\n"
                          "MGEN_Barrier(MGEN_COMM_WORLD);\nif (r != 3) return 1;", head=head), DONE)
        self.fails(self.c("jmp_buf b;\nif (set(&b) == 0) up(&b);", head=head),
                   "longjmp at", "a function that has returned")
        # The address of a jmp_buf of rank 0's comes to rank 1 in a message.
        self.fails(self.c("jmp_buf b, *p = &b;\nMGEN_Barrier(MGEN_COMM_WORLD);\nif (setjmp(b) == 0) {\n"
                          "  MGEN_Bcast(&p, sizeof p, MGEN_BYTE, 0, MGEN_COMM_WORLD);\n"
                          "  if (rank) up(p);\n}", head=head, config=PROGRAM + "payload = true\n"),
                   "rank 1, longjmp at", "another rank's stack")
        self.fails(self.c("jmp_buf b, *p = &b, *q; MGEN_Op mine; MGEN_Op_create(op, 1, &mine);\n"
                          "if (setjmp(b) == 0)\n"
                          "  MGEN_Allreduce(&p, &q, 1, MGEN_LONG, mine, MGEN_COMM_WORLD);",
                          head=head, config=PROGRAM + "payload = true\n"),
                   "longjmp at", "MGEN_Allreduce")

    def test_forked_children_are_no_simulators(self):
        head = ("#include <stdio.h>\n#include <stdlib.h>\n#include <sys/wait.h>\n#include <unistd.h>\n")
        body = ("int status = 0; pid_t child;\nprintf(\"before %%d\\n\", rank);\nchild = fork();\n"
                "if (child == 0) { %s }\nwaitpid(child, &status, 0);\n"
                "printf(\"child %%d\\n\", WEXITSTATUS(status));")
        for act, code in (("exit(7);", 7), ("_exit(8);", 8), ("return 9;", 9),
                          ("execl(\"/bin/sh\", \"sh\", \"-c\", \"exit 6\", (char *)0);", 6),
                          ("MGEN_Barrier(MGEN_COMM_WORLD); _exit(0);", 1)):
            with self.subTest(act):
                outcome = self.c(body % act, head=head)
                self.check(outcome, DONE)
                self.assertEqual(outcome.out.count(f"child {code}\n"), 2, outcome.out)
                for rank in (0, 1):
                    self.assertEqual(outcome.out.count(f"before {rank}\n"), 1)
                self.assertEqual(outcome.out.count("results in"), 1)
        self.check(self.c("if (system(\"exit 4\") != 4 << 8) return 1;\n"
                          "pid_t c = vfork(); if (c == 0) _exit(3);\nint s; waitpid(c, &s, 0);\n"
                          "if (WEXITSTATUS(s) != 3) return 2;", head=head), DONE)

    def test_threads_of_programs(self):
        head = ("#include <pthread.h>\nstatic void *sum(void *p) { *(int *)p += 1; return p; }\n"
                "static void *call(void *p) { MGEN_Barrier(MGEN_COMM_WORLD); return p; }\n")
        body = ("pthread_t t; int n = 0;\nif (rank == 1) {\n"
                "  pthread_create(&t, 0, %s, &n); pthread_join(t, 0); }\n"
                "if (rank == 1 && !n) return 1;")
        self.check(self.c(body % "sum", head=head), DONE)
        self.fails(self.c(body % "call", head=head), "rank 1, MGEN_Barrier at",
                   "thread that the program has made")
        self.fails(self.c(body % "call", "--threads", "2", head=head), "rank 1, MGEN_Barrier at", "thread")


class Streams(HostileTest):
    HEAD = "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\n"

    def complete(self, outcome):
        self.check(outcome, DONE)
        self.assertIn("\nresults in ", outcome.out)
        self.assertEqual(self.kasuri("report", "out").code, DONE)

    def test_closed_by_the_program(self):
        for call in ("close(0)", "close(1)", "close(2)", "fclose(stdout)", "fclose(stderr)", "closefrom(0)",
                     "for (int f = 0; f < 1000; f++) close(f)"):
            with self.subTest(call):
                outcome = self.c(f'{call};\nint f = open("mine", O_RDWR | O_CREAT, 0666);\n'
                                 'if (f < 3 || write(f, "m", 1) != 1) return 1;\n'
                                 'printf("hello of %d\\n", rank); ', head=self.HEAD)
                self.complete(outcome)
                self.assertEqual(outcome.out.count("hello of"), 2)
                self.assertEqual((self.dir / "mine").read_text(), "m")
        self.complete(self.c('char b[64]; setbuf(stdout, b); printf("x\\n");', head=self.HEAD))

    def test_closed_behind_our_back(self):
        """By a library, whose calls are not ours to answer."""
        self.write("lib.c", self.HEAD + "void shut(void) { close(1); close(2);"
                   " open(\"mine\", O_RDWR | O_CREAT, 0666); open(\"mine\", O_RDWR); }\n"
                   "void shut_stream(void) { fclose(stdout); }\n")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", "lib.so", "lib.c"], cwd=self.dir, check=True)
        for call in ("shut", "shut_stream"):
            self.write("program.c", HEAD + f"void {call}(void);\n" + MAIN + f"if (rank) {call}();" + END)
            built = self.kasuri("cc", "-o", "program.so", "program.c", str(self.dir / "lib.so"))
            self.assertEqual(built.code, 0, built.err)
            self.complete(self.run_config(PROGRAM.replace("program.c", "program.so")))
        self.assertEqual((self.dir / "mine").read_text(), "")

    def test_closed_by_the_caller(self):
        self.write("program.c", HEAD + "#include <stdio.h>\n" + MAIN + 'printf("hello\\n");' + END)
        self.write("config.toml", PROGRAM)
        for closed in (">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
            with self.subTest(closed):
                command = f'"$0" run config.toml --out out {closed}'
                run = subprocess.run(["sh", "-c", command, KASURI], cwd=self.dir, check=False)
                self.assertEqual(run.returncode, DONE)
                self.assertEqual(self.kasuri("report", "out").code, DONE)
                shutil.rmtree(self.dir / "out")


if __name__ == "__main__":
    main()
