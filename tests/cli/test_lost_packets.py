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

    # Credits are granted once: if a grant is lost, and no packet is under way, the sender asks again.
    RCCC = '[ethernet]\n[nic.send_control]\ntype = "rccc"\n[mpi]\neager_limit = "%s"\n'

    def test_grants_on_every_link(self):
        machine = MACHINE.replace('[mpi]\neager_limit = "1 MB"\n', self.RCCC % "8 kB")
        self.network(machine)
        for where in LINKS + ENDS:
            for at, until in ("1 ps", "3 us"), ("12 us", "30 us"):
                with self.subTest(where=where, at=at):
                    self.network(machine + '[faults]\nreroute_time = "1 s"\n[[faults.failures]]\n'
                                 f'at = "{at}"\nuntil = "{until}"\n{where}')

    def test_messages_after_short_ones_get_credit(self):
        # The first answer takes the credit; a message that comes before the last answer must ask.
        self.write("three.goal", "num_ranks 2\nrank 0 {\na: send 64b to 1 tag 1\nb: calc 2000\n"
                   "c: send 64b to 1 tag 2\nd: calc 2500\ne: send 100000b to 1 tag 3\nb requires a\n"
                   "c requires b\nd requires c\ne requires d\n}\nrank 1 {\nx: recv 64b from 0 tag 1\n"
                   "y: recv 64b from 0 tag 2\nz: recv 100000b from 0 tag 3\n}\n")
        machine = MACHINE[:MACHINE.index("[mpi]")] + self.RCCC % "1 MB"
        self.check(self.run_config(machine + '[[jobs]]\ntrace = "three.goal"\n'), DONE, "The run took")
        # Collectives by rendezvous, and the same with both controls.
        motif = ('[[jobs]]\nranks = 4\nmotif = { type = "collective", operation = "allreduce", '
                 'size = "200 kB", steps = 2 }\n')
        machine = MACHINE[:MACHINE.index("[mpi]")] + self.RCCC % "16 KiB" + motif
        for more in "", 'nic.send_control.with={type="nscc"}':
            self.check(self.run_config(machine, *(["--set", more] if more else [])), DONE, "The run took")
        self.check(self.run_config(machine, "--set", 'nic.send_control.with={type="rccc"}'), USAGE,
                   "another send control than 'rccc'")

    def test_windows_that_are_set_hold(self):
        # 1 MB in windows of three packets: one window takes a round trip, by which packets wait.
        job = '[[jobs]]\nranks = 2\nmotif = { type = "pairs", size = "1 MB", steps = 1 }\n'
        machine = MACHINE[:MACHINE.index("[mpi]")] + '[mpi]\neager_limit = "2 MB"\n[ethernet]\n' + job
        times = []
        for control in ('nic.window="16 KiB"', 'nic.send_control={type="nscc",window="16 KiB"}',
                        'nic.send_control={type="nscc-2024",window="16 KiB"}'):
            self.check(self.run_config(machine, "--set", control), DONE)
            times.append(self.summary()["time_ps"])
        self.assertAlmostEqual(times[1] / times[0], 1, delta=0.02)
        self.assertGreater(times[2], 0.7 * times[0])  # it may begin one packet more

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
