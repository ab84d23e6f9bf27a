# SPDX-License-Identifier: MIT
"""Ethernets as users meet them: what is said of their congestion, of keys without effect, of memory; load
curves; queues over time."""
import re

from harness import *

TREE = '[topology]\ntype = "xgft"\nchildren = [8, 4]\nparents = [8]\n' \
       '[link]\nrate = "400 Gb/s"\ncable_latency = "1 us"\n[ethernet]\n%s\n[mpi]\neager_limit = "1 GB"\n'
JOB = '[[jobs]]\nranks = %d\nmotif = { type = %s }\n'
PAIRS = JOB % (32, '"pairs", size = "4 MB", shuffle = 1, steps = 1')
TRACE = '[[jobs]]\nranks = 32\ntrace = "incast.goal"\n'
# All others send to rank 0.
GOAL = "num_ranks 32\nrank 0 {\n" + \
       "".join(f"l{i}: recv 500000b from {i} tag 1\n" for i in range(1, 32)) + "}\n" + \
       "".join(f"rank {i} {{\nl1: send 500000b to 0 tag 1\n}}\n" for i in range(1, 32))
UNIFORM = '[[jobs]]\npattern = { type = "uniform", load = %s, message = "4 kB", duration = "100 us" }\n'
INCAST = r"Incast: (\d+) % of the data packets were marked, trimmed or dropped at outputs to hosts"
COLLISIONS = r"(\d+) % of the data packets were marked, trimmed or dropped between switches, whose " \
             r"busiest link carried ([\d.]+) times the mean of its class: hashes put flows on "
TIMEOUTS = r"([\d,]+) timeouts paused connections until packets were sent again"


class Ethernet(KasuriTest):
    def bottleneck(self, text):
        self.write("incast.goal", GOAL)
        outcome = self.run_config(text)
        self.check(outcome, DONE)
        shutil.rmtree(self.dir / "out")
        return outcome.out

    def test_the_bottleneck_knows_incast_collisions_and_timeouts(self):
        incast = self.bottleneck(TREE % 'preset = "uec-1.0"' + TRACE)
        self.assertGreater(int(re.search(INCAST, incast)[1]), 30)
        hashed = self.bottleneck(TREE % "" + PAIRS)
        self.assertGreater(float(re.search(COLLISIONS, hashed)[2]), 1.5)
        self.assertNotRegex(hashed, INCAST)
        sprayed = self.bottleneck(TREE % 'preset = "uec-1.0"' + PAIRS)
        self.assertNotRegex(sprayed, COLLISIONS)
        full = self.bottleneck(TREE % 'queue = "41500 B"' + TRACE)
        self.assertGreater(int(re.search(TIMEOUTS, full)[1].replace(",", "")), 10)
        late = "most of which were not lost but acknowledged late"
        self.assertNotIn(late, full)
        # A message of five packets, the second of which is acknowledged with the fifth, three turns later.
        early = '[nic]\nreliability = { type = "selective", timeout = "12 us" }\n'
        motif = '"collective", operation = "alltoall", size = "20 kB", steps = 1'
        turns = self.bottleneck(TREE % "" + early + JOB % (32, motif))
        self.assertIn(late, turns)

    def test_keys_without_effect_are_named(self):
        text = TREE % "" + '[router]\nbuffer = "64 KiB"\n' + JOB % (32, '"pairs"')
        self.check(self.run_config(text), DONE, "'buffer' has no effect in an Ethernet")

    def test_memory_of_all_pairs_is_estimated(self):
        many = TREE.replace("8, 4", "32, 32").replace("[8]", "[32]") % ""
        sizes = []
        for motif in '"pairs"', '"collective", operation = "alltoall"':
            self.write("config.toml", many + JOB % (1024, motif))
            out = self.kasuri("check", "config.toml").out
            number, unit = re.search(r"memory +about ([\d.]+) (MB|GB)", out).groups()
            sizes.append(float(number) * (1000 if unit == "GB" else 1))
        pairs = (sizes[1] - sizes[0]) / 1024 / 1023 * 1e6  # bytes
        self.assertGreater(pairs, 90)
        self.assertLess(pairs, 250)

    def test_loads_are_measured(self):
        outcome = self.run_config(TREE % 'preset = "uec-1.0"' + UNIFORM % 0.4)
        self.check(outcome, DONE)
        load = self.summary()["load"]
        self.assertAlmostEqual(load["offered"], 0.4, delta=0.03)
        self.assertAlmostEqual(load["accepted"], 0.4, delta=0.03)
        curve = self.kasuri("sweep", "config.toml", "--load-curve", "--out", "curve")
        self.check(curve, DONE, "saturates at")

    def test_queues_over_time_are_a_series(self):
        self.check(self.run_config(TREE % "" + PAIRS, "--set", "statistics.link-waits=true"), DONE)
        self.assertIn(b"link_waits", (self.dir / "out/results.h5").read_bytes())


if __name__ == "__main__":
    unittest.main()
