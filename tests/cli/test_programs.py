# SPDX-License-Identifier: MIT
"""Programs that are no programs, and programs that fail in each of the ways a program can."""
from harness import *


class Loading(KasuriTest):
    def refuse(self, text, *words):
        self.write("program.c", text)
        self.check(self.run_config(PROGRAM), USAGE, "program.c", *words)
        self.check_nothing_left()

    def test_the_compilers_own_words(self):
        self.refuse("#include <mgen.h>\nint MGEN_Main(int argc, char** argv) { retrun 0; }\n",
                    "does not compile", "program.c:2:", "retrun")
        self.refuse('#include "none.h"\n', "none.h")

    def test_a_program_for_an_mpi_library_gets_a_hint(self):
        self.refuse('#include <mpi.h>\nint main(void) { return 0; }\n', "kasuri mpicc", "MGEN_Main")

    def test_no_entry(self):
        self.refuse("int main(void) { return 0; }\n", "MGEN_Main")

    def test_writable_globals_are_named(self):
        self.refuse("int MGEN_Main(int c, char** v) { static int calls; return ++calls; }\n"
                    "double table[4] = {1};\n", "writable globals", "calls", "table",
                    "private_globals = true")

    def test_undefined_functions_are_named(self):
        self.refuse("int none(void);\nint MGEN_Main(int c, char** v) { return none(); }\n", "none")

    def test_neither_source_nor_object(self):
        self.write("program.txt", "hello\n")
        self.check(self.run_config(PROGRAM.replace("program.c", "program.txt")), USAGE,
                   "neither C or C++ source")
        self.check(self.run_config(PROGRAM.replace("program.c", ".")), USAGE, "directory")


class WithinNodes(KasuriTest):
    def test_messages_of_protocols_are_not_counted(self):
        """A rendezvous within a node: its request and clearance are none of the program's messages."""
        body = "if (rank) MGEN_Recv(0, 100000, MGEN_BYTE, 0, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);" \
            "else MGEN_Send(0, 100000, MGEN_BYTE, 1, 0, MGEN_COMM_WORLD);"
        config = PROGRAM + "ranks_per_node = 2\n"
        for level in ("packet", "flow", "message"):
            self.check(self.run_program(body, "--set", f"fidelity={level}", config=config), DONE,
                       "within nodes         1 message, 100 kB")
            self.assertEqual(self.summary()["intra_node_messages"], 1)
            self.assertEqual(self.summary()["jobs"][0]["intra_node_messages"], 1)
            self.assertEqual(self.summary()["intra_node_bytes"], 100_000)


class PrivateGlobals(KasuriTest):
    def test_each_rank_has_its_own(self):
        program = ("#include <mgen.h>\n#include <stdio.h>\nstatic int rank, sum;\n"
                   "int MGEN_Main(int c, char** v) {\n"
                   "  MGEN_Init(&c, &v);\n  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);\n"
                   "  MGEN_Barrier(MGEN_COMM_WORLD);\n"
                   "  MGEN_Allreduce(&rank, &sum, 1, MGEN_INT, MGEN_SUM, MGEN_COMM_WORLD);\n"
                   '  printf("rank %d of sum %d\\n", rank, sum);\n'
                   "  MGEN_Finalize();\n  return 0;\n}\n")
        self.write("program.c", program)
        self.check(self.run_config(PROGRAM), USAGE, "writable globals", "rank, sum")
        self.check(self.run_config(PROGRAM + "payload = true\nprivate_globals = true\n"), DONE,
                   "rank 0 of sum 1\n", "rank 1 of sum 1\n")

    def test_threads_compile_nothing(self):
        self.write("program.c", "#include <mgen.h>\nstatic int rank;\n"
                   "int MGEN_Main(int c, char** v) {\n"
                   "  MGEN_Init(&c, &v);\n  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);\n"
                   "  MGEN_Finalize();\n  return 0;\n}\n")
        self.write("compiler", '#!/bin/sh\necho "$*" >> calls\nexec cc "$@"\n')
        (self.dir / "compiler").chmod(0o755)
        self.check(self.run_config(PROGRAM + "private_globals = true\n", "--threads", "4",
                                   env={**os.environ, "CC": str(self.dir / "compiler"),
                                        "XDG_CACHE_HOME": str(self.dir / "cache")}), DONE)
        calls = (self.dir / "calls").read_text().splitlines()
        # What it is and what the source says, the object, and whether the source still says that.
        self.assertEqual(["-E" if " -E " in c else "-o" if " -o " in c else c for c in calls],
                         ["--version", "-E", "-o", "--version", "-E"], calls)


class Ends(KasuriTest):
    def test_return_value(self):
        self.check(self.run_program("if (rank == 1) return 7;"), FAILED, "rank 1", "7")
        summary = self.summary()
        self.assertEqual(summary["exit_code"], FAILED)
        self.assertEqual(summary["end_reason"], "program failed")
        self.assertEqual(summary["jobs"][0]["exit_code"], 7)

    def test_exit(self):
        self.check(self.run_program("if (rank == 1) exit(5);"), FAILED, "rank 1", "5")
        self.assertEqual(self.summary()["jobs"][0]["exit_code"], 5)

    def test_abort_of_the_job(self):
        self.check(self.run_program("if (rank == 1) MGEN_Abort(MGEN_COMM_WORLD, 42);\n"
                                    "MGEN_Barrier(MGEN_COMM_WORLD);"),
                   FAILED, "rank 1", "MGEN_Abort", "42")
        self.assertEqual(self.summary()["jobs"][0]["exit_code"], 42)

    def test_crash_names_the_rank(self):
        self.check(self.run_program("if (rank == 1) *(volatile int*)8 = 1;"), FAILED, "rank 1",
                   "SIGSEGV")
        self.check(self.run_program("if (rank == 1) abort();"), FAILED, "rank 1", "abort()")
        self.check(self.run_program("volatile int zero = 0; if (rank == 0) return 10 / zero;"),
                   FAILED, "rank 0", "division")
        self.assertEqual(self.summary()["end_reason"], "program failed")

    def test_endless_recursion(self):
        self.write("program.c", "#include <mgen.h>\n"
                   "static int deep(int n) { volatile char a[512]; a[0] = (char)n;\n"
                   "  return n == 0 ? 0 : deep(n - 1) + a[0] + a[1]; }\n"
                   "int MGEN_Main(int c, char** v) { MGEN_Init(&c, &v); return deep(1 << 30); }\n")
        self.check(self.run_config(PROGRAM), FAILED, "rank 0")

    def test_misuse_names_rank_and_call(self):
        self.check(self.run_program("MGEN_Send(NULL, 8, MGEN_BYTE, 5, 0, MGEN_COMM_WORLD);"),
                   FAILED, "rank 0", "MGEN_Send", "rank 5 does not exist")

    def test_deadlock_names_both_calls(self):
        outcome = self.run_program(
            "MGEN_Recv(NULL, 8, MGEN_BYTE, 1 - rank, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);\n"
            "MGEN_Send(NULL, 8, MGEN_BYTE, 1 - rank, 0, MGEN_COMM_WORLD);")
        self.check(outcome, DEADLOCK, "deadlock", "rank 0 of job 'program' waits in MGEN_Recv",
                   "rank 1 of job 'program' waits in MGEN_Recv")
        summary = self.summary()
        self.assertEqual(summary["end_reason"], "deadlock")
        self.assertEqual(summary["exit_code"], DEADLOCK)
        self.assertTrue(any("rank 1" in line for line in summary["report"]))

    def test_endless_polling_is_a_hang(self):
        outcome = self.run_program(
            "MGEN_Request r; int done = 0;\n"
            "MGEN_Irecv(NULL, 8, MGEN_BYTE, 1 - rank, 0, MGEN_COMM_WORLD, &r);\n"
            "while (!done) MGEN_Test(&r, &done, MGEN_STATUS_IGNORE);",
            "--set", "run.watchdog=1 ms")
        self.check(outcome, DEADLOCK, "hang", "run.watchdog")

    def test_unmatched_messages_are_told(self):
        send = "if (rank == 0) MGEN_Send(NULL, 8, MGEN_BYTE, 1, 5, MGEN_COMM_WORLD);"
        self.check(self.run_program(send + " MGEN_Comp(1);"), FAILED, "rank 1, MGEN_Finalize at 1 s",
                   "a message of 8 bytes from rank 0 with tag 5 was never received")
        self.check(self.run_program(send + " return 0;"), DONE, "1 message never received")

    def test_mismatched_collectives_are_named(self):
        self.check(self.run_program("if (rank) MGEN_Barrier(MGEN_COMM_WORLD);\n"
                                    "MGEN_Comp(1e-3);\n"
                                    "MGEN_Bcast(NULL, 8, MGEN_BYTE, 0, MGEN_COMM_WORLD);"),
                   FAILED, "rank 0, MGEN_Bcast at 1 ms: mismatched collectives: number 1 of the "
                   "communicator is bcast here, but barrier on rank 1")

    def test_output_of_the_program(self):
        outcome = self.run_program('printf("hello of %d\\n", rank);')
        self.check(outcome, DONE, "hello of 0\nhello of 1\n")
        self.assertIn("hello of 0", outcome.out)


if __name__ == "__main__":
    main()
