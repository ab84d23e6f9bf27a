# SPDX-License-Identifier: MIT
"""Habits of other launchers and compilers: their options, programs on PATH, scripts, sanitizers."""
import os

from harness import DONE, USAGE, KasuriTest, c_program, main

PROGRAM = c_program("""
  int per_node;
  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &per_node);
  if (rank == 0) printf("%d ranks, %d on a node, A=%s, B=%s, devices %d\\n", size, per_node,
                        getenv("A"), getenv("B"), MPIX_Query_cuda_support());
""", """
#include <mpi-ext.h>
""")


class Launchers(KasuriTest):
    def setUp(self):
        super().setUp()
        self.write("program.c", PROGRAM)
        self.check(self.kasuri("mpicc", "-o", "program", "program.c"), DONE)

    def mpirun(self, options, program="./program"):
        return self.kasuri("mpirun", "--out", "out", *options.split(), *program.split())

    def test_options_that_hold(self):
        for options in ("-np 4 -ppn 2", "-n 4 -N 2", "--np=4 --npernode 2",
                        "-np 4 -map-by ppr:2:node:PE=3"):
            out = self.mpirun(options + " -x A=x=1 -genv B two")
            self.check(out, DONE)
            self.assertEqual(out.out, "4 ranks, 2 on a node, A=x=1, B=two, devices 0\n")
            self.assertNotIn("ignored", out.err)
        self.assertIn("threads_per_rank = 3", (self.dir / "out" / "config.toml").read_text())
        self.assertRegex(out.err, "of simulated time on a fat-tree.*, hash [0-9a-f]{16}; results in out")

    def test_options_that_are_ignored_are_named_in_one_line(self):
        out = self.mpirun("-np 2 --oversubscribe --bind-to core -host a,b --hostfile=none --mca btl self")
        self.check(out, DONE)
        lines = [line for line in out.err.splitlines() if "ignored" in line]
        self.assertEqual(lines, ["kasuri: ignored, for the machine is simulated: --oversubscribe, "
                                 "--bind-to core, --host a,b, --hostfile none, --mca btl self"])

    def test_programs_on_path_and_what_is_refused(self):
        (self.dir / "bin").mkdir()
        os.rename(self.dir / "program", self.dir / "bin" / "elsewhere")
        path = os.environ["PATH"]
        os.environ["PATH"] = f"{self.dir}/bin:{path}"
        try:
            self.check(self.mpirun("-np 2", "elsewhere"), DONE)
        finally:
            os.environ["PATH"] = path
        self.write("script", "#!/bin/sh\n./program\n")
        self.check(self.mpirun("-np 2", "./script"), USAGE, "is a script", "-x NAME=VALUE")
        self.check(self.mpirun("-np 2", "bin/elsewhere : -np 1 ./other"), USAGE, "[[jobs]]")
        self.check(self.mpirun("-np 2", "bin/elsewhere a : b"), DONE)
        self.check(self.mpirun("-np 2 --frob"), USAGE, "unknown option --frob")
        self.check(self.mpirun("-np 2 --mca btl", ""), USAGE, "--mca needs a value")

    def test_sanitizers(self):
        out = self.kasuri("mpicc", "-fsanitize=address", "-o", "p", "program.c")
        self.check(out, USAGE, "-fsanitize=undefined")
        options = ("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-D_FORTIFY_SOURCE=2",
                   "-fstack-protector-all", "-O1")
        self.check(self.kasuri("mpicc", *options, "-o", "program", "program.c"), DONE)
        self.check(self.mpirun("-np 2"), DONE)


if __name__ == "__main__":
    main()
