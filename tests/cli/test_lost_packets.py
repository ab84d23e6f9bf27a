# SPDX-License-Identifier: MIT
"""Data of MPI programs on Ethernets that lose, trim, repeat and reorder packets, on every link and
however the machine is divided."""
import os
import shutil
import subprocess

from harness import *

# Each rank sends messages of many sizes to the one two places on, all with one tag. They come in their
# order, and whole.
BODY = """
  enum { messages = 12 };
  static const int sizes[messages] = { 1, 30000, 0, 4086, 4087, 50000, 7, 12000, 1, 80000, 300, 8172 };
  int to = (rank + 2) % size, from = (rank + size - 2) % size;
  MGEN_Request requests[messages];
  unsigned char* out = malloc(80000 * messages), *in = malloc(80000);
  for (int m = 0; m < messages; ++m) {
    for (int i = 0; i < sizes[m]; ++i) out[80000 * m + i] = (unsigned char)(rank * 31 + m * 7 + i * 13);
    MGEN_Isend(out + 80000 * m, sizes[m], MGEN_BYTE, to, 0, MGEN_COMM_WORLD, &requests[m]);
  }
  for (int m = 0; m < messages; ++m) {
    MGEN_Status status;
    int n;
    memset(in, 0, 80000);
    MGEN_Recv(in, 80000, MGEN_BYTE, from, 0, MGEN_COMM_WORLD, &status);
    MGEN_Get_count(&status, MGEN_BYTE, &n);
    int wrong = n != sizes[m];
    for (int i = 0; i < sizes[m]; ++i) wrong += in[i] != (unsigned char)(from * 31 + m * 7 + i * 13);
    if (wrong) printf("rank %d, message %d is wrong\\n", rank, m);
  }
  MGEN_Waitall(messages, requests, MGEN_STATUSES_IGNORE);
  if (rank == 0) printf("all is right\\n");
"""
# Two leaf switches with two hosts each, two spines.
MACHINE = """
[topology]
type = "xgft"
children = [2, 2]
parents = [2]
[link]
rate = "400 Gb/s"
cable_latency = "1 us"
[routing]
type = "packet-spraying"
inner = { type = "detour" }
[mpi]
eager_limit = "1 MB"
[[jobs]]
ranks = 4
program = "program.c"
"""
LINKS = [f'links = ["({a},{i}) ({3 - a},{j})"]\none_way = true\n'
         for a in (1, 2) for i in (0, 1) for j in (0, 1)]
ENDS = [f'nics = ["{i}"]\n' for i in range(4)]


class LostPackets(KasuriTest):
    def network(self, config, *args):
        out = self.run_program(BODY, *args, config=config)
        self.check(out, DONE, "all is right")
        self.assertNotIn("is wrong", out.out)
        summary = self.summary()
        return summary["network"], summary["result_hash"]

    # What is on a link at some time is lost: first packets, their answers, answers to later ones.
    def test_on_every_link(self):
        again = dropped = 0
        for where in LINKS + ENDS:
            for at, until in ("1 ps", "3 us"), ("4 us", "7 us"), ("12 us", "14 us"):
                with self.subTest(where=where, at=at):
                    faults = (f'[ethernet]\n[faults]\nreroute_time = "1 s"\n[[faults.failures]]\n'
                              f'at = "{at}"\nuntil = "{until}"\n{where}')
                    n, _ = self.network(MACHINE + faults)
                    again += n["repeated_packets"]
                    dropped += n["dropped_packets"]
        self.assertGreater(dropped, 100)
        self.assertGreater(again, 100)

    # Links down for a while: packets and acknowledgements are lost, and packets come twice.
    FAULTS = ('[ethernet]\ntrimming = true\nqueue = "8300 B"\n[ethernet.balancer]\ntype = "mixed"\n'
              '[nic.send_control]\ntype = "nscc"\n[faults]\nreroute_time = "1 s"\n'
              '[[faults.failures]]\nat = "2 us"\nuntil = "9 us"\n' + ENDS[2] +
              '[[faults.failures]]\nat = "1 ps"\nuntil = "20 us"\n' + LINKS[5])

    def test_on_every_division(self):
        n, alone = self.network(MACHINE + self.FAULTS)
        self.assertGreater(n["trimmed_packets"], 0)
        self.assertGreater(n["timeouts"], 0)
        self.assertGreater(n["dropped_packets"], 0)
        for threads in "2", "3", "4", "6":
            self.assertEqual(self.network(MACHINE + self.FAULTS, "--threads", threads), (n, alone))

    @unittest.skipUnless(shutil.which("mpirun"), "needs Open MPI")
    def test_on_every_process(self):
        n, alone = self.network(MACHINE + self.FAULTS)
        environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                       "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_plm": "isolated",
                       "OMPI_MCA_btl": "self,vader",
                       "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
        for processes in 2, 3:
            done = subprocess.run(["mpirun", "-q", "-np", str(processes), KASURI, "run", "config.toml",
                                   "--out", f"of{processes}"], cwd=self.dir, env=environment,
                                  capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
            summary = self.summary(f"of{processes}")
            self.assertEqual((summary["network"], summary["result_hash"]), (n, alone))


if __name__ == "__main__":
    unittest.main()
