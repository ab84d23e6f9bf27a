# SPDX-License-Identifier: MIT
"""kasuri predict and calibrate: machines, sizes and algorithms as measurements name them, and mistakes."""
import json

from harness import DONE, USAGE, KasuriTest, main

MACHINE = ('[topology]\ntype = "switch"\nendpoints = 8\n[link]\nrate = "10 GB/s"\n'
           '[mpi]\nlibrary = "open-mpi-4.1"\nsend_overhead = "200 ns"  # assumed\n')
HEADER = "system,nodes,collective,algorithm,bytes,median_us\n"


class Predictions(KasuriTest):
    def setUp(self):
        super().setUp()
        self.write("m.toml", MACHINE)

    def predict(self, *words):
        return self.kasuri("predict", "m.toml", *words)

    def points(self, *words):
        done = self.predict(*words, "--json")
        self.check(done, DONE)
        return json.loads(done.out)["points"]

    def test_sizes_and_bandwidth(self):
        points = self.points("--nodes", "4", "--collective", "allreduce", "--bytes", "1024,64KiB,1 MiB")
        self.assertEqual([p["bytes"] for p in points], [1024, 65536, 1048576])
        for p in points:
            bus = p["bytes"] * 1.5 / p["time_us"] / 1000
            self.assertAlmostEqual(p["busbw_gb_s"], bus, 6)
        self.assertLess(points[0]["time_us"], points[1]["time_us"])

    def test_algorithms_are_the_librarys(self):
        common = ("--nodes", "8", "--collective", "alltoall", "--bytes", "1MiB")
        own = self.points(*common, "--algorithm", "pairwise_ompi")
        self.assertEqual(own, self.points(*common, "--algorithm", "ring"))

    def test_runs_on_every_listed_machine(self):
        for machine in ("marenostrum5", "leonardo", "lumi"):
            self.check(self.kasuri("predict", machine, "--nodes", "4", "--collective", "barrier",
                                   "--bytes", "0"), DONE, "time_us")
        self.check(self.kasuri("predict", "k-computer", "--nodes", "2x2x1", "--collective", "bcast",
                               "--bytes", "8"), DONE, "time_us")

    def test_mistakes(self):
        def refused(*words, **given):
            options = {"nodes": "4", "collective": "allgather", "bytes": "64"} | given
            self.check(self.predict(*[w for k, v in options.items() for w in (f"--{k}", v)]), USAGE,
                       *words)

        refused("the nearest sizes are 64 and 68", bytes="66")
        refused("unknown; did you mean 'allgather'?", collective="allgathr")
        refused("known: bruck,", algorithm="magic")
        refused("a number of nodes, as 16, or a box of them", nodes="4y")
        refused("9 ranks", nodes="9", bytes="9")
        refused("unit", bytes="3 parsecs")
        refused("takes 'extents' on grids alone", nodes="2x2")

    def test_calibration(self):
        rows = ""
        for size in (64, 1024, 16384, 65536, 262144, 1048576):
            time = self.points("--nodes", "8", "--collective", "bcast", "--algorithm", "binomial",
                               "--bytes", str(size), "--set", "mpi.send_overhead=700 ns")[0]["time_us"]
            rows += f"m,8,bcast,binomial_ompi,{size},{time}\n"
        self.write("t.csv", HEADER + rows + "other,8,bcast,binomial,8,1\n")
        done = self.kasuri("calibrate", "m.toml", "t.csv", "--fit", "mpi.send_overhead", "-o", "new.toml")
        self.check(done, DONE, "700 ns")
        self.assertIn('send_overhead = "700 ns"  # fitted to 6 points of t.csv',
                      (self.dir / "new.toml").read_text())
        done = self.kasuri("calibrate", "new.toml", "t.csv", "--check", "--json", "--system", "m")
        point = json.loads(done.out)["points"][0]
        self.assertEqual(point["simulated_algorithm"], "binomial (nearest_first = true, at_once = true)")
        errors = json.loads(done.out)["errors"]
        self.assertLess(errors["all, 64 KiB and more"]["p90_percent"], 0.1)
        self.assertEqual(errors["all, 64 KiB and more"]["points"], 3)

    def test_between_two_ranks(self):
        # By hand: a message of 1 MiB is on its link for 105 us, and 64 of them one after the other.
        done = self.predict("--p2p", "--bytes", "8,1MiB", "--json")
        points = {(p["operation"], p["bytes"]): p for p in json.loads(done.out)["points"]}
        self.assertTrue(104.8 < points["latency", 1 << 20]["time_us"] < 111, points)
        self.assertTrue(9500 < points["bandwidth", 1 << 20]["mb_s"] < 10000, points)
        self.assertTrue(19000 < points["exchange", 1 << 20]["mb_s"] < 20000, points)
        self.assertGreater(points["latency", 8]["time_us"], 0.2)  # its sender's overhead
        self.check(self.predict("--p2p", "--bytes", "8"), DONE, "# Size            Latency (us)")
        ladder = self.points("--nodes", "4", "--collective", "allreduce")
        self.assertEqual([p["bytes"] for p in ladder], [4 << i for i in range(19)])
        self.check(self.predict("--nodes", "4"), USAGE, "or --p2p")

    # A machine as `kasuri new` writes it, with a job; the rates of another one are found from what
    # OSU's programs would print of that one.
    def test_calibrates_by_two_ranks_before_collectives(self):
        self.write("m.toml", MACHINE + '[[jobs]]\nranks = 4\n'
                                       'motif = { type = "stencil", grid = [4], size = "8 B" }\n')
        other = ("--set", "mpi.send_overhead=600 ns", "--set", "nic.link_rate=4 GB/s")
        sizes = ("--bytes", "64,1024,4096,16384,262144", "--json", *other)
        pairs = json.loads(self.predict("--p2p", *sizes).out)["points"]
        rows = {"latency": "", "bandwidth": "", "exchange": ""}
        for p in pairs:
            rows[p["operation"]] += f"{p['bytes']:<10} {p.get('time_us', p.get('mb_s')):>20.3f}\n"
        self.write("lat.txt", "# OSU MPI Latency Test v7.3\n# Size          Latency (us)\n"
                   + rows["latency"] + "524288    oops\n")
        self.write("bw.txt", "# OSU MPI Bandwidth Test v7.3\n# Size      Bandwidth (MB/s)\n"
                   + rows["bandwidth"])
        done = self.kasuri("calibrate", "m.toml", "lat.txt", "bw.txt", "-o", "new.toml")
        self.check(done, DONE, "lat.txt:8:11: left out: 'oops'", "latency, 64 KiB and more")
        self.assertEqual(done.out.count("error of simulated times"), 1)
        self.assertIn('link_rate = "4 GB/s"  # fitted to 10 points of lat.txt, bw.txt',
                      (self.dir / "new.toml").read_text())
        done = self.kasuri("calibrate", "new.toml", "lat.txt", "--check", "--json")
        for p in json.loads(done.out)["points"]:
            self.assertLess(abs(p["simulated_us"] / p["measured_us"] - 1), 0.05)

    def test_flow_level_says_where_packets_would_be(self):
        words = ("--nodes", "8", "--collective", "allreduce", "--bytes", "1048576",
                 "--set", 'topology={type="torus",extents=[4,2]}')
        self.assertNotIn("range", self.points(*words)[0])
        point = self.points(*words, "--set", "fidelity=flow")[0]
        self.assertEqual((point["range"]["from"], point["range"]["share"]), ("level", 0.8))
        self.assertLess(point["range"]["low"], 1.3 * point["time_us"])
        self.assertGreater(point["range"]["high"], 0.7 * point["time_us"])

    def test_placements_are_drawn(self):
        words = ("--nodes", "16", "--collective", "alltoall", "--bytes", "1MiB", "--set",
                 'topology={type="dragonfly",routers_per_group=4,global_links=2,endpoints_per_router=2}')
        plain, = self.points(*words)
        self.assertNotIn("range", plain)
        drawn, = self.points(*words, "--placement", "scheduled")
        self.assertEqual(drawn["range"]["from"], "seeds")
        self.assertLess(drawn["range"]["low"], drawn["time_us"])
        self.assertGreater(drawn["range"]["high"], drawn["time_us"])
        self.assertEqual([drawn], self.points(*words, "--placement", "scheduled", "--threads", "2"))
        one, = self.points(*words, "--placement", "{type='scheduled',occupied=0.5}", "--draws", "1")
        self.assertNotIn("range", one)
        # Of twelve others, most are where ten say that four of five are.
        wide = self.points(*words, "--placement", "scheduled", "--draws", "10")[0]["range"]
        times = [self.points(*words, "--placement", "scheduled", "--draws", "1", "--set",
                             f"run.seed={seed}")[0]["time_us"] for seed in range(20, 32)]
        self.assertGreater(len(set(times)), 6)
        self.assertGreaterEqual(sum(wide["low"] <= t <= wide["high"] for t in times), 7)
        self.check(self.predict(*words, "--placement", "schedulde"), USAGE, "did you mean 'scheduled'")
        self.check(self.predict("--nodes", "2x2", "--collective", "barrier", "--bytes", "0", "--placement",
                                "scheduled"), USAGE, "a box of nodes is placed as a box")

    def test_what_is_called_the_time(self):
        """Along a chain the last rank is through after seven messages, the mean one after about half; calls
        that follow each other overlap."""
        words = ("--nodes", "8", "--collective", "bcast", "--bytes", "1MiB", "--set",
                 "mpi.algorithms.bcast={type='chain',segment='1 MiB'}")
        last, mean, flow = (self.points(*words, "--mode", m)[0]["time_us"]
                            for m in ("last-rank", "mean-rank", "pipelined"))
        # Rank k has it after k messages, and has sent it after k + 1, but for the last one.
        self.assertAlmostEqual(mean / last, (sum(range(1, 8)) + 7) / 8 / 7, delta=0.05)
        self.assertLess(flow, 0.45 * last)
        self.assertGreater(flow, last / 7)
        self.check(self.predict(*words, "--mode", "median"), USAGE, "--mode")

    def test_a_reduce_scatter_is_chosen_as_such(self):
        """Open MPI chooses apart for equal blocks; benchmarks call the general operation."""
        for size, algorithm in (("128KiB", "recursive-halving"), ("512KiB", "ring")):
            point, = self.points("--nodes", "8", "--collective", "reduce_scatter", "--bytes", size)
            self.assertEqual(point["algorithm"].split()[0], algorithm)

    def test_trees_of_a_torus(self):
        """A vector in three parts, each to the root and back by links of its own: the time of a third."""
        words = ["predict", "fugaku", "--nodes", "4x4x4", "--collective", "allreduce", "--bytes", "48MiB",
                 "--packets", "2e5", "--json"]
        for key in ("mpi.reduce_rate", "mpi.reduce_rate_in_memory", "mpi.copy_rate"):
            words += ["--set", key + '="unlimited"']
        bound = 48 * 2**20 / 3 / 6.35e9 * 1e6  # what a network interface sustains
        for both in ("false", "true"):
            done = self.kasuri(*words, "--set", "mpi.algorithms.allreduce={type='torus-trees',"
                               f"extents=[4,4,4],segment='64 KiB',both_directions={both}}}")
            self.check(done, DONE)
            time = json.loads(done.out)["points"][0]["time_us"]
            self.assertGreater(time, bound)
            self.assertLess(time, 1.2 * bound)

    def test_ranks_of_printed_results_are_gpus(self):
        self.write("gpus.toml", MACHINE.replace("open-mpi-4.1", "nccl") + "nccl.gpus_per_server = 4\n")
        self.write("t.txt", "#  size count type redop root time algbw busbw\n"
                            "1048576 262144 float sum -1 100 10 20\n")
        done = self.kasuri("calibrate", "gpus.toml", "t.txt", "--nodes", "2", "--collective", "allreduce",
                           "--check")
        self.check(done, DONE, "allreduce, 64 KiB and more                 1",
                   "nccl (nccl's choice)", "1 point")
        words = ("t.txt", "--nodes", "2", "--collective", "allreduce", "--check")
        self.write("mpi.toml", MACHINE + "nccl.gpus_per_server = 4\n")  # with an MPI library
        self.check(self.kasuri("calibrate", "mpi.toml", *words), DONE,
                   "t.txt:2: not simulated: this is NCCL's time, but", "of MPI: leave out mpi.library")
        self.write("none.toml", MACHINE)
        self.check(self.kasuri("calibrate", "none.toml", *words), DONE,
                   "t.txt:2: not simulated: NCCL is between GPUs, and", "has none")

    def test_calibration_mistakes(self):
        def refused(table, *words, more=()):
            self.write("t.csv", table)
            self.check(self.kasuri("calibrate", "m.toml", "t.csv", *more), USAGE, *words)

        refused("system,nodes\n", "t.csv:1:1: error: column 'collective' is missing")
        refused(HEADER + "m,8,bcast,ring,1,x\n", "t.csv:2:18: error: 'x': microseconds")
        refused(HEADER + "n,8,bcast,binomial,8,1\n", "t.csv:2:1: error: no times of system 'm'",
                "the file has: n")
        refused("", "t.csv:1:1: error: the file is empty")
        refused(HEADER + "m,8,bcast,binomial,8,1\n", "1 measured points cannot determine 7 constants")
        refused(HEADER + "m,8,bcast,binomial,8,1\n", "no constant that can be fitted",
                more=("--fit", "mpi.speed"))

    def test_points_that_cannot_be_simulated_are_named(self):
        self.write("t.csv", HEADER + "m,8,bcast,binomial,8,1\nm,100000,bcast,binomial,8,1\n"
                                     "m,8,bcast,binomal,8,1\nm,100000,bcast,binomial,8,1\n")
        done = self.kasuri("calibrate", "m.toml", "t.csv", "--check")
        self.check(done, DONE, "t.csv:3, and 1 point more: not simulated: 100000 ranks do not fit",
                   "t.csv:4: not simulated: algorithm 'binomal' of bcast: unknown; did you mean 'binomial'")
        done = self.kasuri("predict", "m.toml", "--nodes", "100000", "--collective", "bcast",
                           "--bytes", "8")
        self.check(done, USAGE, "kasuri: error: 100000 ranks do not fit")


if __name__ == "__main__":
    main()
