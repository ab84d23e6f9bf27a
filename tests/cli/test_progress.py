# SPDX-License-Identifier: MIT
"""When ranks take in messages (mpi.progress): threads, levels of fidelity, recorded traces, motifs, and
what a run says of code that takes no time. Times by closed forms: src/mpi/api/progress_test.cpp."""
import json

from harness import *

MODES = "in-waits", "in-calls", "on-arrival"
PROGRAM = c_program("""
  MGEN_Request r[64];
  for (int step = 0; step < 3; ++step) {
    for (int k = 1; k < size; ++k)
      MGEN_Irecv(0, 3000, MGEN_BYTE, (rank + k) % size, k, MGEN_COMM_WORLD, &r[k]);
    for (int k = 1; k < size; ++k) {
      COMPUTE
      MGEN_Isend(0, 3000, MGEN_BYTE, (rank + size - k) % size, k, MGEN_COMM_WORLD, &r[size + k - 1]);
    }
    MGEN_Waitall(2 * size - 2, r + 1, MGEN_STATUSES_IGNORE);
    MGEN_Allreduce(0, 0, 100, MGEN_DOUBLE, MGEN_SUM, MGEN_COMM_WORLD);
  }
""", api="MGEN")
HEAD = """[topology]
type = "torus"
extents = [4, 4]
[mpi]
send_overhead = "1 us"
receive_overhead = "0.7 us"
eager_copy_rate = "10 GB/s"
"""


class Progress(KasuriTest):
    def answer(self, *words):
        done = self.kasuri("run", *words, "--json")
        self.check(done, DONE)
        return json.loads(done.out)

    def program(self, compute="MGEN_Comp(0.5e-6 * (rank % 3));"):
        self.write("all.c", PROGRAM.replace("COMPUTE", compute))
        self.write("all.toml", HEAD + '[[jobs]]\nname = "all"\nprogram = "all.c"\n')
        return self.dir / "all.toml"

    def test_modes_differ_and_threads_do_not(self):
        toml = self.program()
        for level in ("packet", "flow"):
            sets = ["--fidelity", level]
            times = set()
            for mode in MODES:
                sets_of_mode = [*sets, "--set", f"mpi.progress={mode}"]
                one = self.answer(toml, *sets_of_mode, "--threads", "1")
                two = self.answer(toml, *sets_of_mode, "--threads", "2")
                self.assertEqual(one["result_hash"], two["result_hash"], (level, mode))
                times.add(one["time_ps"])
                # Whatever the mode, each message is paid for once, by somebody.
                job = one["jobs"][0]
                copied = 3 * 15 * 3000 * 100  # ps, of the program's messages alone
                self.assertGreaterEqual(job["receiving_ps"], 16 * (3 * 15 * 700_000 + copied))
            self.assertEqual(len(times), 3, (level, times))
            default = self.answer(toml, *sets)
            self.assertIn(default["time_ps"], times)

    def test_a_recorded_trace_replays_in_the_same_time(self):
        toml = self.program()
        for mode in MODES:
            sets = ["--set", f"mpi.progress={mode}"]
            for form in "otf2", "dumpi":
                out = self.dir / f"{mode}-{form}"
                ran = self.answer(toml, *sets, "--record", form, "--out", out)
                trace = out / ("all-otf2/all.otf2" if form == "otf2" else "all-dumpi/all.meta")
                self.write("again.toml", HEAD + f'[[jobs]]\ntrace = "{trace}"\n')
                again = self.answer(self.dir / "again.toml", *sets)
                self.assertEqual((again["result_hash"], again["time_ps"]),
                                 (ran["result_hash"], ran["time_ps"]), (mode, form))

    def test_motifs(self):
        self.write("motif.toml", HEAD + '[[jobs]]\nranks = 16\nmotif = { type = "stencil", grid = [4, 4], '
                   'size = "4 KiB", compute = "10 us", steps = 3 }\n')
        times = [self.answer(self.dir / "motif.toml", "--set", f"mpi.progress={mode}")["time_ps"]
                 for mode in MODES]
        self.assertGreaterEqual(times[0], 30_000_000)
        self.assertLessEqual(max(times) - min(times), 3 * 8 * 1_000_000)

    def test_code_that_takes_no_time_is_named(self):
        line = "its code takes no time: non-blocking calls overlap with nothing"
        done = self.kasuri("run", self.program())
        self.check(done, DONE)
        self.assertNotIn(line, done.out)
        done = self.kasuri("run", self.program(compute=""))
        self.check(done, DONE, line)
        job = self.answer(self.program(compute=""))["jobs"][0]
        self.assertEqual((job["completion_calls"], job["computing_ps"]), (3 * 16, 0))
        self.write("all.c", "#include \"mgen.h\"\nint MGEN_Main(int argc, char** argv) {\n"
                            "  MGEN_Init(&argc, &argv);\n  MGEN_Barrier(MGEN_COMM_WORLD);\n"
                            "  MGEN_Finalize();\n  return 0;\n}\n")
        done = self.kasuri("run", self.dir / "all.toml")
        self.check(done, DONE)
        self.assertNotIn(line, done.out)


if __name__ == "__main__":
    unittest.main()
