# SPDX-License-Identifier: MIT
"""What is made of a finished run: NSIM's report, held to its grammar, rerun, diff, report, CSV; and that
the figures of different tables agree."""
import csv
import json
import re

from harness import *

TALK = """
  MGEN_Comp(1e-6 * (rank + 1));
  double x = rank, sum;
  MGEN_Allreduce(&x, &sum, 1, MGEN_DOUBLE, MGEN_SUM, MGEN_COMM_WORLD);
  MGEN_Request request;
  MGEN_Ibarrier(MGEN_COMM_WORLD, &request);
  MGEN_Wait(&request, MGEN_STATUS_IGNORE);
  static char block[40000];
  if (rank == 0) MGEN_Send(block, sizeof block, MGEN_BYTE, 1, 7, MGEN_COMM_WORLD);
  if (rank == 1) MGEN_Recv(block, sizeof block, MGEN_BYTE, 0, 7, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
"""
COSTS = """[mpi]
send_overhead = "200 ns"
receive_overhead = "300 ns"
[statistics]
waits = true
"""
PROGRAM_CONFIG = TORUS + COSTS + '[[jobs]]\nprogram = "program.c"\nranks = 8\npayload = true\n' \
    'private_globals = true\n'

NSIM = ["MaxSimTime", "SumArrivedPackets", "SumArrivedPacketSize", "SumSizeTransfer", "SumNumLinks",
        "LinkBusyRate"]
NSIM_POWER = ["SumAveragePowerConsumption", "PeakPowerConsumption", "SumEnergyConsumption"]
UNITS = {"Time": "[Ticks]", "Size": "[Bytes]", "Rate": "[%]", "Efficiency": "[%]",
         "Latency": "[Ticks]", "Bandwidth": "[Bytes/s]", "Transfer": "[Bytes]",
         "PowerConsumption": "[mW]", "EnergyConsumption": "[fJ]"}


class Reports(KasuriTest):
    def nsim(self, text):
        """The figures of a report by name; each line `Name value [unit]`, as in NsimPower's Figure 3."""
        values = {}
        for line in text.splitlines():
            found = re.fullmatch(r"([A-Z][A-Za-z]+) +(\d+(?:\.\d+)?)(?: (\[[A-Za-z/%]+\]))?", line)
            self.assertTrue(found, line)
            name, value, unit = found.groups()
            self.assertEqual(line.index(value, len(name)), max(27, len(name) + 1), line)
            expected = [u for word, u in UNITS.items() if name.endswith(word)]
            self.assertEqual([unit] if unit else [], expected[:1], line)
            self.assertNotIn(name, values)
            values[name] = float(value)
        return values

    def test_nsim(self):
        outcome = self.run_config(SHORT, "--format", "nsim")
        self.check(outcome, DONE)
        values = self.nsim(outcome.out)
        self.assertEqual(list(values)[:6], NSIM)
        self.assertNotIn(NSIM_POWER[0], values)
        s = self.summary()
        self.assertEqual(values["MaxSimTime"], s["time_ps"])
        self.assertEqual(values["SumSizeTransfer"], s["transfer_bytes"])
        # The identities of the paper's report.
        self.assertAlmostEqual(values["LinkBusyRate"],
                               s["link_busy_ps"] / values["SumNumLinks"] / values["MaxSimTime"] * 100,
                               places=5)
        mean = values["SumSizeTransfer"] / values["SumNumLinks"] / (values["MaxSimTime"] * 1e-12)
        self.assertAlmostEqual(values["MeanLinkBandwidth"], mean, delta=1)
        self.assertAlmostEqual(values["LinkEfficiency"], mean / 5e9 * 100, places=5)
        self.assertEqual(outcome.out, self.kasuri("report", "out", "--format", "nsim").out)

    def test_nsim_with_power(self):
        values = self.nsim(self.run_config(SHORT, "--format", "nsim", "--power").out)
        self.assertEqual(list(values)[:9], NSIM + NSIM_POWER)
        self.assertAlmostEqual(values["SumEnergyConsumption"] / values["MaxSimTime"],
                               values["SumAveragePowerConsumption"], delta=1)

    def test_rerun(self):
        self.run_config(SHORT, "--set", "run.seed=3")
        self.check(self.kasuri("rerun", "out", "--threads", "2"), DONE, "the same result",
                   self.summary()["result_hash"])
        self.check(self.kasuri("rerun", "out", "--out", "again"), DONE)
        self.assertEqual(self.summary("again")["result_hash"], self.summary()["result_hash"])
        config = self.dir / "out" / "config.toml"
        config.write_text(config.read_text().replace("seed = 3", "seed = 4"))
        self.check(self.kasuri("rerun", "out"), USAGE, "config.toml: error:",
                   "its content differs from the run's output")
        # A run of before there were hashes, or one whose manifest was made to agree.
        manifest = self.dir / "out" / "manifest.json"
        files = json.loads(manifest.read_text())
        del files["files"]["config.toml"]
        manifest.write_text(json.dumps(files))
        self.check(self.kasuri("rerun", "out"), INTERNAL, "gives another result", "result_hash:")

    def test_rerun_of_a_program(self):
        self.check(self.run_program(TALK, config=PROGRAM_CONFIG), DONE)
        self.check(self.kasuri("rerun", "out"), DONE, "the same result")
        self.write("program.c", (self.dir / "program.c").read_text().replace("1e-6", "2e-6"))
        self.check(self.kasuri("rerun", "out"), INTERNAL, "program.c is newer than the run")

    def test_rerun_refuses_what_is_no_run(self):
        self.check(self.kasuri("rerun", "nowhere"), USAGE, "not a run directory")
        self.run_config(SHORT)
        (self.dir / "out" / "summary.json").write_text("[]")
        for verb in (["rerun", "out"], ["report", "out"], ["diff", "out", "out"]):
            self.check(self.kasuri(*verb), USAGE, "error:")

    def test_diff(self):
        self.write("config.toml", SHORT)
        for out, seed, rate in (("a", 1, "5 GB/s"), ("b", 1, "5 GB/s"), ("c", 2, "2 GB/s")):
            self.check(self.kasuri("run", "config.toml", "--set", f"run.seed={seed}", "--set",
                                   f"link.rate={rate}", "--out", out), DONE)
        self.check(self.kasuri("diff", "a", "b", "--exit-code"), DONE, "configurations are the same",
                   "results are the same", "hashes are equal")
        outcome = self.kasuri("diff", "a", "c")
        self.check(outcome, DONE, 'link.rate was "5 GB/s", is "2 GB/s"', "run.seed was 1, is 2",
                   "Links were busy", " points)", "was busy", "hashes differ")
        self.assertEqual(self.kasuri("diff", "a", "c", "--exit-code").code, 1)
        self.assertIn("result_hash: ", self.kasuri("diff", "a", "c", "--all").out)

    def test_partial_runs_say_so(self):
        self.write("config.toml", UNIFORM % "30 us")
        for out, limit in (("whole", "1 s"), ("part", "10 us"), ("same", "10 us")):
            outcome = self.kasuri("run", "config.toml", "--set", f"run.time_limit={limit}",
                                  "--out", out)
            words = "result hash" if out == "whole" else "hash of the part that was run"
            self.check(outcome, DONE if out == "whole" else LIMIT, words)
            self.assertEqual(self.summary(out)["complete"], out == "whole")
        self.check(self.kasuri("diff", "whole", "part"), DONE, "part ended early (time limit)",
                   "complete runs may still be equal")
        self.check(self.kasuri("diff", "part", "same"), DONE, "until both runs ended")
        self.check(self.kasuri("report", "part"), DONE, "ended early (time limit)")
        # A time of the simulation can be met again.
        self.check(self.kasuri("rerun", "part"), DONE, "until the run ended early (time limit)")

    def test_pictures_of_groups_fit_into_their_frame(self):
        for topology in ('type = "polarfly"\nq = 5', 'type = "hyperx"\nextents = [6, 6]',
                         'type = "slim-fly"\nq = 5'):
            self.write("config.toml", f'[topology]\n{topology}\n[[jobs]]\n'
                       'pattern = { type = "uniform", load = 0.1, duration = "2 us" }\n')
            self.check(self.kasuri("run", "config.toml", "--out", "out"), DONE)
            self.check(self.kasuri("picture", "out", "-o", "p.svg"), DONE)
            svg = (self.dir / "p.svg").read_text()
            width, height = map(float, re.search(r'width="(\d+)" height="(\d+)"', svg).groups())
            circles = re.findall(r'<circle cx="([-.\d]+)" cy="([-.\d]+)"', svg)
            self.assertGreater(len(circles), 30)
            for x, y in circles:
                self.assertTrue(0 <= float(x) <= width and 60 <= float(y) <= height, (topology, x, y))

    def test_report(self):
        self.check(self.run_program(TALK, config=PROGRAM_CONFIG), DONE)
        outcome = self.kasuri("report", "out", "--csv")
        self.check(outcome, DONE, "in collectives %", "waited most for", "program, allreduce",
                   "program, barrier", "busiest / mean", "NICs", "99.9 %")
        folder = self.dir / "out" / "report"
        for picture in ("links.svg", "latency.svg"):
            self.assertTrue((folder / picture).read_text().startswith("<svg "), picture)
        with open(folder / "ranks.csv", newline="") as f:
            ranks = list(csv.DictReader(f))
        job = self.summary()["jobs"][0]
        for key in ("computing", "sending", "receiving", "waiting", "polling", "collectives"):
            self.assertEqual(sum(int(r[key]) for r in ranks), job[key + "_ps"], key)
        self.assertEqual(job["computing_ps"], 36_000_000)
        for r in ranks:
            # All of a rank's time has a name.
            spent = sum(int(r[k]) for k in ("computing", "sending", "receiving", "waiting", "polling"))
            self.assertEqual(spent, int(r["finish"]))
        with open(folder / "waits.csv", newline="") as f:
            waits = list(csv.DictReader(f))
        for r in ranks:
            self.assertEqual(sum(int(w["waiting"]) for w in waits if w["rank"] == r["rank"]),
                             int(r["waiting"]))
        # Rank 7 computes longest: who waits, waits for it in the end.
        self.assertEqual(job["collectives"]["allreduce"]["calls"], 8)
        self.assertEqual(job["collectives"]["barrier"]["nonblocking_calls"], 8)
        self.assertEqual(job["collectives"]["allreduce"]["messages"], 24)
        self.assertEqual(job["collectives"]["allreduce"]["bytes"], 24 * 8)

    def test_histograms_agree_with_the_sums(self):
        self.check(self.run_program(TALK, config=PROGRAM_CONFIG), DONE)
        self.check(self.kasuri("report", "out", "--csv", "--no-plots", "-o", "tables"), DONE)
        with open(self.dir / "tables" / "latency.csv", newline="") as f:
            latency = [{k: int(v) for k, v in r.items()} for r in csv.DictReader(f)]
        with open(self.dir / "tables" / "latency_histogram.csv", newline="") as f:
            buckets = [{k: int(v) for k, v in r.items()} for r in csv.DictReader(f)]
        s = self.summary()
        packets = [r for r in latency if r["kind"] == 0]
        self.assertEqual(sum(r["count"] for r in packets), s["packets"])
        self.assertEqual(sum(r["sum"] for r in packets) // s["packets"], s["mean_packet_latency_ps"])
        self.assertEqual(max(r["max"] for r in packets), s["max_packet_latency_ps"])
        self.assertEqual({r["class"] for r in packets}, {1, 2, 3})  # the large message asks first
        for i, r in enumerate(latency):
            mine = [b for b in buckets if b["row"] == i]
            self.assertEqual(sum(b["count"] for b in mine), r["count"])
            self.assertLessEqual(mine[0]["low"], r["min"])
            self.assertGreaterEqual(mine[-1]["high"], r["max"])
            self.assertLessEqual(r["min"], r["p50"])
            self.assertLessEqual(r["p50"], r["p99"])
            self.assertLessEqual(r["p999"], r["max"])

    def test_off(self):
        self.run_config(SHORT, "--set", "statistics.latency=false")
        self.assertNotIn("latency", self.summary())
        self.check(self.kasuri("report", "out"), DONE)
        self.assertFalse((self.dir / "out" / "report" / "latency.svg").exists())

    def test_percentiles_in_sweeps(self):
        self.write("config.toml", SHORT)
        self.check(self.kasuri("sweep", "config.toml", "--vary", "link.rate=2 GB/s,5 GB/s", "--out", "s",
                               "--show", "latency.packet.p99_ps", "--plot", "latency.packet.p99_ps"),
                   DONE, "latency.packet.p99_ps")
        with open(self.dir / "s" / "sweep.csv", newline="") as f:
            rows = list(csv.DictReader(f))
        slow, fast = (int(r["latency.packet.p99_ps"]) for r in rows)
        self.assertGreater(slow, fast)
        self.assertIn("jobs.0.latency.classes.pattern.message.p50_ps", rows[0])

    def table(self, name):
        with open(self.dir / "out" / "report" / (name + ".csv"), newline="") as f:
            return list(csv.DictReader(f))

    def test_split_in_time_and_space(self):
        outcome = self.run_program(TALK, "--statistics", config=PROGRAM_CONFIG)
        self.check(outcome, DONE, "chunks of time for each link and rank: at most")
        self.check(self.kasuri("run", "config.toml", "--statistics", "--dry-run"), DONE,
                   "tables by up to 128 chunks")
        self.check(self.kasuri("report", "out", "--csv"), DONE, "time.svg")
        links, by_chunk = self.table("links"), self.table("links_by_chunk")
        for i, link in enumerate(links):
            mine = [c for c in by_chunk if int(c["link"]) == i]
            for key in ("bytes", "busy"):
                self.assertEqual(sum(int(c[key]) for c in mine), int(link[key]))
        s, chunks = self.summary(), self.table("chunks")
        self.assertEqual(sum(int(c["to_routers"]) for c in chunks), s["transfer_bytes"])
        self.assertEqual(sum(int(c["to_nics"]) for c in chunks), s["packet_bytes"])
        for key in ("computing", "sending", "receiving", "waiting", "polling", "collectives"):
            self.assertEqual(sum(int(c[key]) for c in chunks), s["jobs"][0][key + "_ps"], key)
        self.assertEqual(int(chunks[-1]["end"]), s["time_ps"])
        self.assertTrue(63 <= len(chunks) <= 128, len(chunks))

    def test_large_machines_keep_tables_of_routers(self):
        large = '[topology]\ntype = "torus"\nextents = [40, 40, 20]\n' + SHORT[len(TORUS):]
        self.write("config.toml", large)
        for split, word in (("auto", "each router"), ("links", "each link")):
            outcome = self.kasuri("run", "config.toml", "--dry-run", "--set",
                                  f"statistics.split={split}")
            self.check(outcome, DONE, word + " and rank: at most")

    def test_use_of_buffers(self):
        outcome = self.run_config(SHORT + '[statistics.buffers]\nrouters = [1, 5]\nuntil = "9 us"\n')
        self.check(outcome, DONE)
        self.check(self.kasuri("report", "out", "--csv"), DONE, "buffers of the recorded routers",
                   "buffers.svg")
        rows = self.table("buffer_use")
        self.assertEqual({r["router"] for r in rows}, {"1", "5"})
        for r in rows:
            self.assertLess(int(r["entered"]), 9_000_000)
            self.assertLess(int(r["entered"]), int(r["left"]))

    def test_use_of_buffers_of_named_routers(self):
        rows = []
        for routers in ("[6, 11]", '["(2,1)", "11"]', '["(3,2)", "(2,1)"]'):
            self.check(self.run_config(SHORT + f"[statistics.buffers]\nrouters = {routers}\n"), DONE)
            self.check(self.kasuri("report", "out", "--csv"), DONE, "(2,1) port 4 VC 0", "(3,2) port")
            rows.append(self.table("buffer_use"))
        self.assertEqual({r["router"] for r in rows[0]}, {"6", "11"})
        self.assertEqual(rows[1], rows[0])
        self.assertEqual(rows[2], rows[0])
        self.check(self.run_config(SHORT + '[statistics.buffers]\nrouters = ["(2,9)"]\n'), USAGE,
                   "config.toml:7:11", "(2,9)", "(0,0)")

    def test_timeline(self):
        self.check(self.run_program(TALK, "--timeline", "0us:20us", config=PROGRAM_CONFIG), DONE)
        events = json.loads((self.dir / "out" / "timeline.json").read_text())["traceEvents"]
        names = {e["name"] for e in events}
        self.assertTrue({"allreduce", "computing", "MGEN_Wait: waiting"} <= names, names)
        self.assertIn("rank 7", {e["args"]["name"] for e in events if e["ph"] == "M" and
                                 e["name"] == "thread_name"})
        arrows = [e for e in events if e["ph"] in "sf"]
        self.assertEqual(len({e["id"] for e in arrows}) * 2, len(arrows))
        # A message that was handed over in the window may arrive after it.
        self.assertTrue(all(e["ts"] < 20 for e in events if e["ph"] == "X" and e["cat"] != "message"))
        self.check(self.kasuri("report", "out"), DONE, "timeline.svg")
        self.check(self.kasuri("rerun", "out"), DONE)

    def test_timeline_is_in_chromes_trace_event_format(self):
        """Google's "Trace Event Format": the JSON object form, and what each phase must have. Perfetto
        reads the same."""
        body = ("  MGEN_Comm half; int a = 0, b = 0; MGEN_Request r[2];\n"
                "  if (rank % 4 == 1) MGEN_Comp(30e-6);\n"
                "  MGEN_Comm_split(MGEN_COMM_WORLD, rank / 4, rank, &half);\n"
                "  int me; MGEN_Comm_rank(half, &me);\n"
                "  MGEN_Irecv(&a, 1, MGEN_INT, (me + 3) % 4, 0, half, &r[0]);\n"
                "  MGEN_Isend(&b, 1, MGEN_INT, (me + 1) % 4, 0, half, &r[1]);\n"
                "  MGEN_Waitall(2, r, MGEN_STATUSES_IGNORE);")
        self.check(self.run_program(body, "--timeline", "0us:200us", config=PROGRAM_CONFIG +
                                    '[[jobs]]\npattern = { type = "uniform", load = 0.5, '
                                    'duration = "9 us" }\nranks = 4\n'), DONE)
        text = (self.dir / "out" / "timeline.json").read_text()
        trace = json.loads(text, parse_constant=lambda c: self.fail(f"{c} is no JSON"))
        self.assertLessEqual(set(trace), {"traceEvents", "displayTimeUnit", "otherData", "metadata"})
        self.assertIn(trace["displayTimeUnit"], ("ms", "ns"))
        number = (int, float)
        common = {"name": str, "ph": str, "pid": int, "tid": int}
        timed = {**common, "cat": str, "ts": number}
        phases = {"M": {**common, "args": dict}, "X": {**timed, "dur": number},
                  "s": {**timed, "id": int}, "f": {**timed, "id": int, "bp": str},
                  "b": {**timed, "id": int}, "e": {**timed, "id": int}}
        optional = {"args": dict}
        open_spans, stacks, arrows, slices = {}, {}, {}, {}
        before = {}
        for e in trace["traceEvents"]:
            fields = phases[e["ph"]]
            self.assertLessEqual(set(e), set(fields) | set(optional), e)
            for key, kind in {**fields, **{k: v for k, v in optional.items() if k in e}}.items():
                self.assertIsInstance(e.get(key), kind, e)
                self.assertNotIsInstance(e[key], bool)
            if e["ph"] == "M":
                name, arg = {"process_name": ("name", str), "thread_name": ("name", str),
                             "thread_sort_index": ("sort_index", int)}[e["name"]]
                self.assertIsInstance(e["args"][name], arg)
            else:
                self.assertGreaterEqual(e["ts"], 0)
            if e["ph"] == "X":
                self.assertGreaterEqual(e["dur"], 0)
                begin = round(e["ts"] * 1e6)  # in ps, whole numbers
                span = begin, begin + round(e["dur"] * 1e6)
                slices.setdefault((e["pid"], e["tid"]), []).append(span)
            elif e["ph"] in "be":  # a pair by category and id
                key = (e["cat"], e["id"], e["pid"])
                if e["ph"] == "b":
                    self.assertNotIn(key, open_spans)
                    open_spans[key] = e["ts"]
                else:
                    self.assertLessEqual(open_spans.pop(key), e["ts"])
            elif e["ph"] in "sf":
                # Perfetto binds it to the slice of this thread that was opened last.
                self.assertEqual([before[k] for k in ("ph", "pid", "tid", "ts")],
                                 ["X", e["pid"], e["tid"], e["ts"]])
                arrows.setdefault((e["cat"], e["id"]), {})[e["ph"]] = e
            before = e
        self.assertEqual(open_spans, {})
        computed = {e["dur"] for e in trace["traceEvents"] if e.get("cat") == "computing"}
        self.assertEqual(computed, {30})  # in us
        self.assertEqual({e["ph"] for e in trace["traceEvents"]}, set(phases))
        self.assertGreater(len(arrows), 8)
        for pair in arrows.values():
            self.assertEqual(set(pair), {"s", "f"})
            self.assertLessEqual(pair["s"]["ts"], pair["f"]["ts"])
            for e in pair.values():  # an arrow binds to a slice of its thread at that time
                at = round(e["ts"] * 1e6)
                self.assertTrue(any(a <= at <= b for a, b in slices[e["pid"], e["tid"]]), e)
        # Slices of one thread are nested or apart.
        for all_of_one in slices.values():
            stack = []
            for begin, end in sorted(all_of_one, key=lambda s: (s[0], -s[1])):
                while stack and stack[-1] <= begin:
                    stack.pop()
                self.assertTrue(not stack or end <= stack[-1], (begin, end, stack))
                stack.append(end)
        # Also what came before its receiver had made the communicator is between ranks.
        self.assertFalse([e for e in trace["traceEvents"] if e["ph"] == "b" and
                          e["args"]["class"] != "pattern"])

    def test_bad_input(self):
        for more, words in (('[statistics.timeline]\nfrom = "2 us"\nuntil = "1 us"\n',
                             ("config.toml:", "must be later than 'from' (2 us)")),
                            ('[statistics.timeline]\nfrom = "2 us"\n', ("until",)),
                            ('[statistics.buffers]\nrouters = [3, 16]\n',
                             ("config.toml:", "there is no router '16'", "numbered 0 to 15")),
                            ('[statistics.buffers]\nrouters = []\n', ("routers",)),
                            ('[statistics]\nsplit = "rooters"\n', ('"routers"',)),
                            ('[statistics]\nchunk = "0 ns"\n', ("chunk", "1 ns"))):
            self.check(self.run_config(SHORT + more), USAGE, *words)
        self.check(self.run_config(SHORT, "--timeline", "5us"), USAGE, "FROM:UNTIL")
        self.check(self.run_config(SHORT, "--timeline", "5us:2us"), USAGE, "later than")


if __name__ == "__main__":
    unittest.main()
