# SPDX-License-Identifier: MIT
"""What messages of programs carry, and what is said where they carry nothing."""
from harness import *

# The master gives out task numbers; a task takes 10 us times its number.
FARM = """
  int task = 0;
  if (rank == 0) {
    for (int w = 1; w < size; w++) { task = w; MGEN_Send(&task, 1, MGEN_INT, w, 0, MGEN_COMM_WORLD); }
  } else {
    MGEN_Recv(&task, 1, MGEN_INT, 0, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
    MGEN_Comp(10e-6 * task);
  }
"""
FOUR = PROGRAM.replace("ranks = 2", "ranks = 4")


class Payload(KasuriTest):
    def job(self):
        return json.loads((self.dir / "out" / "summary.json").read_text())["jobs"][0]

    def test_a_program_may_decide_by_what_it_receives(self):
        out = self.run_program(FARM, config=FOUR)
        self.check(out, DONE)
        self.assertGreater(self.job()["time_ps"], 30_000_000)
        self.assertEqual(self.job()["receives_without_data"], 0)
        self.assertNotIn("had a buffer", out.out)

    def test_without_payload_the_summary_says_what_stayed(self):
        self.check(self.run_program(FARM, config=FOUR + "payload = false\n"), DONE,
                   "payload = false: 3 receives had a buffer that stayed as it was")
        self.assertLess(self.job()["time_ps"], 30_000_000)
        self.assertEqual(self.job()["receives_without_data"], 3)

    def test_a_message_from_null_is_counted(self):
        body = """
  int x = 7, all[4] = {0, 0, 0, 0};
  MGEN_Gather(rank == 2 ? NULL : &rank, 1, MGEN_INT, all, 1, MGEN_INT, 0, MGEN_COMM_WORLD);
  if (rank == 1) MGEN_Send(NULL, 1, MGEN_INT, 3, 0, MGEN_COMM_WORLD);
  if (rank == 3) MGEN_Recv(&x, 1, MGEN_INT, 1, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
  if (rank == 0) printf("%d %d %d %d\\n", all[0], all[1], all[2], all[3]);
  if (rank == 3) printf("x = %d\\n", x);
"""
        for threads in "1", "3":
            self.check(self.run_program(body, "--threads", threads, config=FOUR), DONE,
                       "0 1 0 3\n", "x = 7\n", "2 receives had a buffer, but no data came")

    def test_a_bad_buffer_is_refused_by_rank_and_call(self):
        for call, word in (("MGEN_Send((void*)16, 4096, MGEN_BYTE, 0", "read"),
                           ("MGEN_Recv((void*)16, 4096, MGEN_BYTE, 0", "written")):
            last = ", MGEN_STATUS_IGNORE" if "Recv" in call else ""
            body = f"if (rank == 3) {call}, 0, MGEN_COMM_WORLD{last}); else MGEN_Comp(1e-3);"
            self.check(self.run_program(body, config=FOUR), FAILED, "rank 3, " + call[:9],
                       f"the buffer 0x10 (4096 bytes) cannot be {word}")

    def test_holes_of_datatypes_need_not_be_mapped(self):
        self.write("program.c", c_program("""
  int sent[2] = {3, 4}, lengths[2] = {1, 1};
  char *m = mmap(0, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(m + 4096, 4096);
  MGEN_Aint places[2] = {0, 2 * 4096};
  MGEN_Datatype apart;
  MGEN_Type_create_hindexed(2, lengths, places, MGEN_INT, &apart);
  MGEN_Type_commit(&apart);
  if (rank == 0) MGEN_Send(sent, 2, MGEN_INT, 1, 0, MGEN_COMM_WORLD);
  else MGEN_Recv(m, 1, apart, 0, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
  MGEN_Bcast(m, 1, apart, 1, MGEN_COMM_WORLD);
  if (*(int *)m != 3 || *(int *)(m + 2 * 4096) != 4) return 1;
""", "#include <sys/mman.h>\n", api="MGEN"))
        self.check(self.run_config(PROGRAM), DONE)

    def test_a_scatter_in_place_leaves_what_it_sends(self):
        body = """
  static const int table[4] = {5, 6, 7, 8};
  int got = 0;
  MGEN_Scatter(table, 1, MGEN_INT, rank ? (void *)&got : MGEN_IN_PLACE, 1, MGEN_INT, 0, MGEN_COMM_WORLD);
  if (rank && got != 5 + rank) return 1;
"""
        for algorithm in ("linear", "in-turn", "binomial", "chain"):
            toml = FOUR + f'[mpi.algorithms]\nscatter = "{algorithm}"\n'
            self.check(self.run_program(body, config=toml), DONE)

    def test_operations_of_the_programs_own_may_ask_the_library(self):
        self.write("program.c", c_program("""
  int one = 1, sum = 0;
  MGEN_Op op;
  MGEN_Op_create(add, 1, &op);
  MGEN_Allreduce(&one, &sum, 1, MGEN_INT, op, MGEN_COMM_WORLD);
  if (sum != 4) return 1;
""", """
static void add(void *a, void *b, int *n, MGEN_Datatype *type) {
  int size;
  MGEN_Type_size(*type, &size);
  for (int i = 0; i < *n; i++) ((int *)b)[i] += ((int *)a)[i] + (size != 4);
}
""", api="MGEN"))
        self.check(self.run_config(FOUR, "--record", "otf2"), DONE)
        self.check(self.kasuri("trace", "check", "out/program-otf2/program.otf2"), DONE, "complete")

    def test_a_recorded_alltoallw_keeps_its_sizes(self):
        body = """
  int n[4] = {2, 2, 2, 2}, at[4] = {0, 16, 32, 48}, in[16], out[16];
  for (int i = 0; i < 16; i++) in[i] = rank;
  MGEN_Datatype apart, types[4];
  MGEN_Type_vector(1, 1, 2, MGEN_INT, &apart);
  MGEN_Type_create_resized(apart, 0, 8, &apart);
  MGEN_Type_commit(&apart);
  for (int i = 0; i < 4; i++) types[i] = apart;
  MGEN_Alltoallw(in, n, at, types, out, n, at, types, MGEN_COMM_WORLD);
"""
        self.check(self.run_program(body, "--record", "otf2", config=FOUR), DONE)
        self.check(self.kasuri("trace", "info", "out/program-otf2/program.otf2", "--json"), DONE)
        self.check(self.kasuri("trace", "check", "out/program-otf2/program.otf2"), DONE, "complete")

    def test_the_first_program_needs_no_other_header(self):
        self.write("program.c", "#include <mgen.h>\nint MGEN_Main(int c, char** v) {\n"
                   "  MGEN_Init(&c, &v);\n  MGEN_Bcast(NULL, 8, MGEN_BYTE, 0, MGEN_COMM_WORLD);\n"
                   "  MGEN_Finalize();\n  return 0;\n}\n")
        self.check(self.run_config(PROGRAM), DONE)


if __name__ == "__main__":
    unittest.main()
