# SPDX-License-Identifier: MIT
"""What random programs on random machines found (docs/fuzzing.md): settings that met no test together."""
import unittest

from harness import *

EXCHANGE = """  MGEN_Request r[2];
  MGEN_Irecv(NULL, 20000, MGEN_BYTE, 1 - rank, 0, MGEN_COMM_WORLD, &r[0]);
  MGEN_Isend(NULL, 20000, MGEN_BYTE, 1 - rank, 0, MGEN_COMM_WORLD, &r[1]);
  MGEN_Waitall(2, r, MGEN_STATUSES_IGNORE);"""

MACHINE = ('[topology]\ntype = "switch"\nendpoints = %d\n[nic]\nwindow = "4 KiB"\npacket = "300 B"\n'
           'send_overhead = "%s"\n[[jobs]]\nprogram = "program.c"\npayload = false\n')


class Windows(KasuriTest):
    def test_acknowledgements_that_wait_for_their_overhead(self):
        # Both NICs' queues hold only what waits for the other's acknowledgement.
        for overhead in ("0 ns", "100 ns", "2 us"):
            self.check(self.run_program(EXCHANGE, config=MACHINE % (2, overhead)), DONE, "The run took")

    def test_a_new_message_does_not_wait_for_acknowledgements_of_others(self):
        # Rank 1 receives slowly; what rank 0 has for rank 2 later goes at once.
        body = """  MGEN_Request r;
  if (rank == 0) {
    MGEN_Isend_by(NULL, 100000, MGEN_BYTE, 1, 0, MGEN_COMM_WORLD, MGEN_ZERO_COPY, &r);
    MGEN_Comp(5e-6);
    MGEN_Send(NULL, 100, MGEN_BYTE, 2, 0, MGEN_COMM_WORLD);
    MGEN_Wait(&r, MGEN_STATUS_IGNORE);
  } else if (rank == 1) {
    MGEN_Recv(NULL, 100000, MGEN_BYTE, 0, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
  } else {
    MGEN_Recv(NULL, 100, MGEN_BYTE, 0, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
    if (MGEN_Wtime() > 40e-6) MGEN_Abort(MGEN_COMM_WORLD, 7);
  }"""
        config = MACHINE.replace("[nic]", "[link]\ncable_latency = '10 us'\n[nic]") % (3, "0 ns")
        self.check(self.run_program(body, config=config), DONE)


class Threads(KasuriTest):
    def test_adaptive_routing_over_sleeping_links(self):
        # A packet alone at its instant, which depends on the cut, had no escape if its link slept.
        for more in ('policy = "early-wake"', 'policy = "idle-timer"\ndirections = "joint"'):
            config = ('[topology]\ntype = "torus"\nextents = [4, 3]\n[routing]\ntype = "minimal-adaptive"\n'
                      f'[router]\nvcs = 6\n[power]\npreset = "nsimpower-table1"\n'
                      f't_lt = "300 ns"\n{more}\n[[jobs]]\npattern = '
                      '{ type = "uniform", load = 0.2, message = "2 KiB", duration = "50 us" }\n')
            hashes = set()
            for threads in ("1", "2", "3", "4"):
                self.check(self.run_config(config, "--threads", threads), DONE)
                hashes.add(self.summary()["result_hash"])
            self.assertEqual(len(hashes), 1, more)


class Ranges(KasuriTest):
    def test_ranges_without_an_end_are_refused(self):
        self.write("config.toml", SHORT)
        for values in ("nanus:20us:1us", "0us:nanus:1us", "0us:infus:1us", "1us:2us:nanus"):
            self.check(self.kasuri("sweep", "config.toml", "--out", "sweep", "--vary",
                                   f"power.t_lt={values}"), USAGE,
                       "a range is FROM:TO:STEP")


class Nodes(KasuriTest):
    def test_nics_that_do_not_make_nodes_are_refused_before_jobs_are_placed(self):
        for placement in ("blocked", "linear", "random-routers", "spread-groups"):
            config = ('[topology]\ntype = "torus"\nextents = [5, 3, 2]\n[nic]\nper_node = 2\n'
                      f'[[jobs]]\nranks = 8\nplacement = "{placement}"\n'
                      'pattern = { type = "uniform", load = 0.1, duration = "1 us" }\n')
            self.check(self.run_config(config), USAGE, "config.toml:5:12: error: the 2 NICs of a node")


if __name__ == "__main__":
    unittest.main()
