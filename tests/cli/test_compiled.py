# SPDX-License-Identifier: MIT
"""Addresses of globals in constants: they are a rank's own, or the program is refused when it is linked."""
import subprocess

from harness import FAILED, USAGE, KasuriTest, c_program, main

EXCHANGE = c_program("""
  for (int i = 0; i < size; i++) {
    x.sc[i] = x.rc[i] = 1;
    x.sd[i] = i;
    x.rd[i] = size - 1 - i;
    x.s[i] = 10 * rank + i;
    x.q[i] = -1;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Alltoallv(x.s, x.sc, x.sd, MPI_DOUBLE, x.q, x.rc, x.rd, MPI_DOUBLE, MPI_COMM_WORLD);
  printf("%d: %g %g %g\\n", rank, x.q[0], x.q[1], x.q[2]);
""", """
struct { double s[16], q[16]; int sc[4], sd[4], rc[4], rd[4]; } x;
""")
MAIN = c_program("""
  counter = 5 + rank;
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%d\\n", add(0));
""", """
int counter, big[10];
int add(int);
""")


class Compiled(KasuriTest):
    def mpicc(self, *words):
        return self.kasuri("mpicc", "-O2", *words)

    def by_another(self, text, *options, name="part.c"):
        """An object that Kasuri has not compiled."""
        self.write(name, text)
        subprocess.run(["cc", "-O2", "-fPIC", *options, "-c", "-o", "part.o", name], cwd=self.dir,
                       check=True)

    def refused(self, *words, source=MAIN, options=(), code=USAGE):
        self.write("program.c", source)
        out = self.mpicc("-o", "program", "program.c", *options)
        self.check(out, code, *words)
        self.assertFalse((self.dir / "program").exists())

    def test_members_of_one_struct_are_arguments(self):
        self.write("program.c", EXCHANGE)
        for level in ("-O0", "-O1", "-O2", "-O3", "-Os"):
            self.check(self.mpicc(level, "-o", "program", "program.c"), 0)
            out = self.kasuri("mpirun", "-n", "3", "--quiet", "--out", "out" + level, "./program")
            self.check(out, 0)
            self.assertEqual(sorted(out.out.splitlines()),
                             [f"{r}: {20 + r} {10 + r} {r}" for r in range(3)])

    def test_a_short_list_of_relocations(self):
        """-z pack-relative-relocs keeps pointers to data in a list of its own."""
        self.write("program.c", c_program("""
  for (int i = 0; i < 4; ++i) if (table[i]) *table[i] = rank + i;
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%d\\n", a[3] + a[5] + a[7] - 3 * rank);
""", """
static int a[100];
static int *table[] = {a + 3, 0, a + 5, a + 7};
"""))
        self.check(self.mpicc("-o", "program", "program.c", "-Wl,-z,pack-relative-relocs"), 0)
        out = self.kasuri("mpirun", "-n", "3", "--quiet", "--out", "out", "./program")
        self.check(out, 0)
        self.assertEqual(out.out, "5\n" * 3)

    def test_code_of_others_that_uses_a_ranks_variable_is_refused(self):
        self.by_another("extern int counter;\nint add(int n) {\n  return counter += n;\n}\n", "-g")
        self.refused("part.c:3: error: function add reaches counter", "Compile all sources",
                     options=["part.o"])

    def test_tables_of_others_with_a_ranks_variable_are_refused(self):
        self.by_another("extern int counter, big[];\nstatic int *const table[] = {big, &counter};\n"
                        "int add(int n) { return *table[n + 1]; }\n")
        self.refused("function add reaches table", options=["part.o"])

    def test_constant_tables_of_others_are_not(self):
        self.by_another('static const char *const words[] = {"one", "two"};\nint add(int n) '
                        '{ return words[n][1]; }\n')
        self.write("program.c", MAIN)
        self.check(self.mpicc("-o", "program", "program.c", "part.o"), 0)
        out = self.kasuri("mpirun", "-n", "2", "--quiet", "--out", "out", "./program")
        self.check(out, 0)
        self.assertEqual(out.out, "110\n" * 2)

    def test_thread_local_variables_of_the_host_are_refused(self):
        self.by_another("static __thread int own;\nint add(int n) { return own += n; }\n",
                        "-ftls-model=initial-exec")
        self.refused("function add reaches own of the host's thread", options=["part.o"])

    def test_assembly_that_names_data_of_another_file_is_refused(self):
        self.write("part.S", ".text\n.globl add\n.type add, @function\nadd:\n  movl counter(%rip), %eax\n  "
                             "ret\n"
                   '.size add, .-add\n.section .note.GNU-stack,"",@progbits\n')
        self.refused("function add reaches counter", "GOTPCREL", options=["part.S"])

    def test_assembly_that_cannot_be_rewritten_is_refused_with_its_line(self):
        self.refused("program.c:2: error:", "stack pointer", code=FAILED,
                     source='static int x __attribute__((used));\nvoid f(void) '
                            '{ __asm__("popq x(%rip)"); }\n')

    def test_addresses_outside_of_all_data_are_refused(self):
        self.refused("(far) holds an address", "outside of all data",
                     source=MAIN + "char *far = (char *)big - 100000000;\nint add(int n) "
                                   "{ return n + !!far; }\n")

    def test_a_stripped_program_has_names_of_unconverted_variables(self):
        self.by_another("static int own;\nint add(int n) { return own += n; }\n")
        self.write("program.c", MAIN)
        self.check(self.mpicc("-s", "-o", "program", "program.c", "part.o"), 0)
        self.check(self.kasuri("mpirun", "-n", "2", "./program"), USAGE, "cannot be private to ranks: own")
        table = subprocess.run(["nm", "program"], cwd=self.dir, capture_output=True, text=True, check=False)
        self.assertIn("no symbols", table.stderr)

    def test_libraries_of_others_that_use_a_ranks_variable_are_refused(self):
        self.by_another("extern int counter;\nint add(int n) { return counter += n; }\n")
        subprocess.run(["cc", "-shared", "-o", "libpart.so", "part.o"], cwd=self.dir, check=True)
        self.write("program.c", MAIN)
        self.check(self.mpicc("-o", "program", "program.c", "-L.", "-lpart", f"-Wl,-rpath,{self.dir}"), 0)
        symbols = subprocess.run(["nm", "-D", "program"], cwd=self.dir, capture_output=True, text=True,
                                 check=True)
        self.assertRegex(symbols.stdout, "[bB] counter")
        self.check(self.kasuri("mpirun", "-n", "2", "./program"), USAGE, "libpart.so", "counter", "mpicc")

    def test_programs_of_an_older_kasuri_are_refused(self):
        self.write("old.c", "const int kasuri_mpi_program_1 = 1;\n")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", "program", "old.c"], cwd=self.dir, check=True)
        self.check(self.kasuri("mpirun", "-n", "2", "./program"), USAGE, "older Kasuri",
                   "compile all of its sources")


if __name__ == "__main__":
    main()
