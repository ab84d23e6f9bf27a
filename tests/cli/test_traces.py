# SPDX-License-Identifier: MIT
"""Traces: info, check, replay, recording, import, and what is refused."""
import json
import pathlib
import random
import shutil
import struct

from harness import *

ROOT = pathlib.Path(__file__).resolve().parents[2]
PIPELINE = ROOT / "examples" / "traces" / "pipeline.goal"
SAMPLES = ROOT.parent / "shared" / "traces"

MACHINE = '[topology]\ntype = "torus"\nextents = [4, 4]\n'
PROGRAM = c_program("""
  MGEN_Comp(1e-6 * rank);
  if (rank > 0) MGEN_Recv(0, 40000, MGEN_BYTE, rank - 1, 5, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
  if (rank + 1 < size) MGEN_Send(0, 40000, MGEN_BYTE, rank + 1, 5, MGEN_COMM_WORLD);
  MGEN_Allreduce(0, 0, 100, MGEN_DOUBLE, MGEN_SUM, MGEN_COMM_WORLD);
""", api="MGEN")

MAKES_COMMUNICATORS = """#include "mgen.h"
int MGEN_Main(int argc, char** argv) {
  MGEN_Init(&argc, &argv);
  int me;
  MGEN_Comm copy, half;
  MGEN_Comm_rank(MGEN_COMM_WORLD, &me);
  MGEN_Comp(1e-6 * (me % 5));
  MGEN_Comm_dup(MGEN_COMM_WORLD, &copy);
  MGEN_Comm_split(copy, me % 2, me, &half);
  MGEN_Allreduce(0, 0, 100, MGEN_DOUBLE, MGEN_SUM, half);
  MGEN_Finalize();
  return 0;
}
"""


class TraceTest(KasuriTest):
    def put(self, name, text):
        self.write(name, text)
        return self.dir / name

    def answer(self, *arguments):
        done = self.kasuri(*arguments, "--json")
        self.check(done, DONE)
        return json.loads(done.out)

    def info(self, file):
        return self.answer("trace", "info", file)

    def run_json(self, toml, *more):
        return self.answer("run", toml, *more)


class Traces(TraceTest):
    def recorded(self, form):
        """A program's run, and the trace that it left."""
        self.put("chain.c", PROGRAM)
        toml = self.put("chain.toml", MACHINE + '[[jobs]]\nname = "chain"\nprogram = "chain.c"\n')
        summary = self.run_json(toml, "--record", form, "--out", self.dir / ("ran-" + form))
        name = {"otf2": "chain-otf2/chain.otf2", "dumpi": "chain-dumpi/chain.meta",
                "goal": "chain.goal"}[form]
        return summary, self.dir / ("ran-" + form) / name

    def test_info_and_check(self):
        info = self.info(PIPELINE)
        self.assertEqual(info["format"], "goal")
        self.assertEqual((info["ranks"], info["events"]), (8, 66))
        self.assertEqual((info["sends"], info["receives"], info["collectives"]), (21, 21, 0))
        self.assertEqual(info["bytes"], 21 * 65536)
        self.assertEqual(info["calls"], {"calc": 24, "recv": 21, "send": 21})
        self.check(self.kasuri("trace", "check", PIPELINE), DONE, "complete", "nothing is left out")

    def test_a_recorded_trace_replays_in_the_same_time(self):
        for form in "otf2", "dumpi", "goal":
            summary, trace = self.recorded(form)
            info = self.info(trace)
            self.assertEqual(info["ranks"], 16)
            toml = self.put("again.toml", MACHINE + f'[[jobs]]\ntrace = "{trace}"\n')
            again = self.run_json(toml, "--out", self.dir / ("again-" + form))
            self.assertEqual(again["result_hash"], summary["result_hash"])
            self.assertEqual(again["time_ps"], summary["time_ps"])
            if form != "goal":
                self.assertEqual((info["sends"], info["receives"], info["collectives"]), (15, 15, 16))
                self.assertEqual(info["bytes"], 15 * 40000)
                self.assertEqual(info["calls"]["MPI_Allreduce"], 16)

    def put_dumpi(self, name, calls, ranks=2, tail=b"", index=7):
        """A DUMPI trace, written from the format's documentation: `calls(rank)` gives function, start and
        stop in nanoseconds, and the bytes of the arguments."""
        magic = b"\xff\xaa\xddDUMPI"
        for rank in range(ranks):
            data = bytearray(magic + struct.pack(">ii", 0, 0))
            for function, start, stop, arguments in calls(rank):
                data += struct.pack(">HBH", function, 0x4B, 0)
                for t in start, stop:
                    data += struct.pack(">HI", t // 10**9 % 65536, t % 10**9)
                data += arguments
            data += struct.pack(">H", 293)
            header = len(data)
            data += bytes([0, 6, 7]) + struct.pack(">qHHii", 0, 0, 0, 0, 0)
            sizes = len(data)
            data += struct.pack(">i30i", 30, *([0] * 28), 24, 40)  # of types 28 and 29
            data += magic + struct.pack(">7q", sizes, 0, 0, header, 8, 0, 0)[8 * (7 - index):]
            (self.dir / f"{name}-{rank:04}.bin").write_bytes(data + tail)
        return self.put(name + ".meta", f"hostname=x\nnumprocs={ranks}\nusername=x\nstartime=0\n"
                                        f"fileprefix={name}\nversion=0\nsubversion=6\nsubsubversion=7\n")

    @staticmethod
    def exchange(rank):
        """A send of 3 × 24 bytes, a wildcard receive and an allreduce; the clock goes around."""
        other, second = 1 - rank, 10**9
        yield 12, 0, second, struct.pack(">ihiihi", 9, 28, -1, -1, 2, 5)
        yield 8, 3 * second, 4 * second, struct.pack(">ihiihi", 3, 28, other, 7, 2, 6)
        yield 18, 6 * second, 7 * second, (struct.pack(">iiii", 2, 2, 5, 6) + struct.pack(">i", 2) +
                                           struct.pack(">iibbi", 72, other, 0, 0, 7) + bytes(14))
        yield 65, 64007 * second, 65538 * second, struct.pack(">ihbh", 4, 14, 3, 2)
        yield 125, 65540 * second, 65541 * second, b""

    def test_a_converted_trace_replays_in_the_same_time(self):
        traces = ROOT / "examples" / "traces"

        def replayed(file):
            config = self.put("c.toml", MACHINE + f'[[jobs]]\ntrace = "{file}"\n')
            self.check(self.kasuri("run", config, "--out", self.dir / "run"), DONE)
            summary = json.loads((self.dir / "run" / "summary.json").read_text())
            return summary["result_hash"], summary["time_ps"]

        self.put("made.c", MAKES_COMMUNICATORS)
        toml = self.put("made.toml", MACHINE + '[[jobs]]\nname = "made"\nprogram = "made.c"\n')
        self.check(self.kasuri("run", toml, "--record", "dumpi", "--out", self.dir / "made"), DONE)
        made = self.dir / "made" / "made-dumpi" / "made.meta"
        for source, to in (
            (traces / "halo.meta", "goal"),
            (PIPELINE, "goal"),
            (PIPELINE, "chakra"),
            (traces / "step.0.et", "chakra"),  # what overlaps there overlaps in the copy
            (made, "goal"),
            (made, "chakra"),
        ):
            done = self.kasuri("trace", "convert", source, "--to", to, "--out", self.dir / "out")
            self.check(done, DONE)
            self.assertEqual(replayed(done.out.split()[0]), replayed(source), f"{source} to {to}")
        self.check(self.kasuri("trace", "convert", PIPELINE, "--to", "otf2"), USAGE)

    def test_a_dumpi_trace_of_another_writer(self):
        trace = self.put_dumpi("run", self.exchange)
        info = self.info(trace)
        self.assertEqual((info["format"], info["ranks"], info["events"]), ("dumpi", 2, 10))
        self.assertEqual((info["sends"], info["receives"], info["collectives"]), (2, 2, 2))
        self.assertEqual((info["bytes"], info["ignored"], info["notes"]), (144, {}, []))
        self.assertEqual(info["computing_ps"], 2 * (2 + 2 + 64000 + 2) * 10**12)
        check = self.answer("trace", "check", trace, "--eager-limit", "0 B")
        self.assertTrue(check["ok"])
        two = "".join(f'[[jobs]]\nname = "{n}"\ntrace = "{trace}"\nreplay = {{ compute_scale = 1e-6 }}\n'
                      for n in "ab")
        ran = self.run_json(self.put("two.toml", MACHINE + two), "--out", self.dir / "two")
        self.assertEqual([job["ranks"] for job in ran["jobs"]], [2, 2])

    def test_damaged_dumpi_traces_are_refused(self):
        trace = self.put_dumpi("run", self.exchange)
        first = self.dir / "run-0000.bin"
        whole = first.read_bytes()
        for change, why in (
                (whole[:100], "truncated"),
                (b"other" + whole, "does not begin with"),
                (whole[:-32] + bytes([0, 0, 0, 0, 0, 1, 0, 0]) + whole[-24:], "points to byte 65536"),
                (whole[:16] + b"\1\x90" + whole[18:], "byte 16: rank 0: there is no function 400")):
            first.write_bytes(change)
            self.check(self.kasuri("trace", "info", trace), USAGE, "run-0000.bin: error: byte ", why)
        first.unlink()
        self.check(self.kasuri("trace", "info", trace), USAGE, "run.meta:5:1: error: ",
                   "there is no file of rank 0")
        first.write_bytes(whole)
        self.check(self.kasuri("trace", "info", first), USAGE, "give the .meta file")
        (self.dir / "run-0001.bin").unlink()
        self.check(self.kasuri("trace", "info", trace), USAGE, "no file of rank 1, ", "run-0001.bin")
        self.put("run.meta", "numprocs=1\n")
        self.check(self.kasuri("trace", "info", trace), USAGE, "rank 1 does not exist")

    def test_recorded_archives_open_elsewhere(self):
        """By OTF2's own tools and its reader for Python, of a program that uses most of what there is."""
        self.put("jacobi.c", (pathlib.Path(__file__).parent / "programs" / "jacobi.c").read_text())
        toml = self.put("jacobi.toml", MACHINE + '[[jobs]]\nprogram = "jacobi.c"\npayload = true\n')
        summary = self.run_json(toml, "--record", "otf2", "--out", self.dir / "ran")
        trace = self.dir / "ran" / "jacobi-otf2" / "jacobi.otf2"
        own = self.info(trace)
        if shutil.which("otf2-print"):
            for what in "--silent", "--show-all":  # the first only validates
                shown = subprocess.run(["otf2-print", "--warnings-as-errors", what, trace],
                                       capture_output=True, text=True)
                self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        pythons = [p for p in ("/usr/bin/python3", shutil.which("python3")) if p and subprocess.run(
            [p, "-c", "import otf2"], capture_output=True).returncode == 0]
        if not pythons:
            self.skipTest("python3-otf2 is not installed")
        read = subprocess.run([pythons[0], pathlib.Path(__file__).parent / "otf2_reader.py", trace],
                              capture_output=True, text=True)
        self.assertEqual(read.returncode, 0, read.stderr)
        found = json.loads(read.stdout)
        self.assertEqual((found["locations"], found["resolution"]), (16, 10**12))
        self.assertLessEqual(found["last"], summary["time_ps"])
        self.assertEqual(found["events"]["MpiIsend"], own["sends"])
        self.assertEqual(found["events"]["MpiIrecv"], own["receives"])
        self.assertEqual(found["events"]["MpiCollectiveEnd"], own["collectives"])
        self.assertEqual({k: n for k, n in found["regions"].items() if k in own["calls"]}, own["calls"])

    def test_damaged_traces_are_refused(self):
        text = PIPELINE.read_text()
        for change, why in (
                (text[: text.rindex("}")], "truncated"),
                (text.replace("recv 65536b from 0 tag 1", "calc 1"), "never received"),
                (text.replace("to 1 tag", "to 9 tag"), "rank 9 does not exist")):
            self.check(self.kasuri("trace", "check", self.put("bad.goal", change)), USAGE, "bad.goal:",
                       "rank", why)

    def test_damaged_archives_end_in_an_error_or_a_trace(self):
        _, trace = self.recorded("otf2")
        folder = trace.parent
        files = sorted(p.relative_to(folder) for p in folder.rglob("*") if p.is_file())
        chance = random.Random(1)
        for _ in range(12):
            bad = self.dir / "bad"
            shutil.rmtree(bad, ignore_errors=True)
            shutil.copytree(folder, bad)
            file = bad / chance.choice(files)
            data = bytearray(file.read_bytes())
            if chance.random() < 0.5:
                data = data[: chance.randrange(len(data) + 1)]
            elif data:
                data[chance.randrange(len(data))] = chance.randrange(256)
            file.write_bytes(data)
            done = self.kasuri("trace", "info", bad / trace.name)
            self.assertIn(done.code, (DONE, USAGE), f"{file}: {done.err}")

    def test_flipped_bits_of_an_anchor_end_in_an_error_or_a_trace(self):
        _, trace = self.recorded("otf2")
        whole = trace.read_bytes()
        chance = random.Random(3)
        for _ in range(20):
            at = chance.randrange(8 * min(60, len(whole)))
            data = bytearray(whole)
            data[at // 8] ^= 1 << at % 8
            trace.write_bytes(data)
            done = self.kasuri("trace", "info", trace)
            self.assertIn(done.code, (DONE, USAGE), f"bit {at}: {done.err}")
            if done.code:
                self.assertIn(f"{trace}: error:", done.err)
        trace.write_bytes(whole[:7] + b"\x09" + whole[8:])
        self.check(self.kasuri("trace", "info", trace), USAGE,
                   "byte 7: the anchor file is damaged: its format 9")

    def test_check_finds_messages_larger_than_their_receives(self):
        for size in (100, 50000):  # buffered, and not
            for to in (0, 1):  # whose receive is first
                file = self.put("small.txt", f"{1 - to} send {to} 7 {size}\n{to} recv {1 - to} 7 10\n")
                why = (f"rank {to} receives a message of {size} bytes from rank {1 - to} with tag 7 into a "
                       "buffer of 10 bytes")
                self.check(self.kasuri("trace", "check", file), FAILED, "a replay fails: " + why)
        found = json.loads(self.kasuri("trace", "check", file, "--json").out)
        self.assertEqual((found["ok"], found["truncated"], found["deadlock"]), (False, why, []))
        # Which message a receive from any rank takes depends on times.
        file = self.put("any.txt", "0 send 2 7 100\n1 send 2 7 10\n2 recv -1 7 10\n2 recv -1 7 100\n")
        self.check(self.kasuri("trace", "check", file), DONE, "note: some receives accept any rank")

    def test_check_finds_deadlocks(self):
        """Two ranks that send to each other first: it depends on the eager limit."""
        calls = ("send", "recv")
        exchange = "".join(f"{r} {call} {1 - r} 0 50000\n" for r in (0, 1) for call in calls)
        file = self.put("exchange.txt", exchange)
        done = self.kasuri("trace", "check", file)
        self.check(done, DEADLOCK, "complete", "deadlock in replay: messages up to 16 KiB are buffered",
                   "rank 0 of job 'trace' waits in send for rank 1 to receive 50 kB",
                   "with messages of any size buffered, all ranks end")
        self.check(self.kasuri("trace", "check", file, "--eager-limit", "50 kB"), DONE,
                   "all ranks end in replay")
        self.check(self.kasuri("trace", "check", file, "--eager-limit", "3"), USAGE,
                   "--eager-limit", "no unit")
        done = self.kasuri("trace", "check", file, "--json")
        self.assertEqual(done.code, DEADLOCK)
        found = json.loads(done.out)
        self.assertEqual((found["ok"], found["eager_limit"], found["ends_if_buffered"]),
                         (False, 16384, True))
        self.assertTrue(any("rank 1 of job" in line for line in found["deadlock"]))
        # In no replay does a receive before all sends end; in a run it is the same.
        never = "".join(f"{r} {call} {1 - r} 0 8\n" for r in (0, 1) for call in calls[::-1])
        self.check(self.kasuri("trace", "check", self.put("never.txt", never)), DEADLOCK,
                   "they would wait for each other, too")
        # The root of a broadcast does not wait for the others: no deadlock, though not all have called it.
        bcast = "0 bcast 8\n0 send 1 0 8\n1 recv 0 0 8\n1 bcast 8\n"
        self.check(self.kasuri("trace", "check", self.put("bcast.txt", bcast)), DONE, "all ranks end")

    def test_import_of_each_model(self):
        """What is imported is a configuration that runs; what is not stands on stderr, with its place."""
        models = {
            "torus": ('repetitions="8"; nw-lp="1"; modelnet_torus="1";',
                      'n_dims="3"; dim_length="2,2,2"; link_bandwidth="11.9"; num_vc="1";',
                      "12777527706 B/s", "virtual channel of CODES become 2"),
            "fat-tree": ('repetitions="4"; nw-lp="2"; modelnet_fattree="2"; fattree_switch="3";',
                         'num_levels="3"; switch_count="4"; switch_radix="4"; link_bandwidth="11.9";'
                         'routing="adaptive"; rail_select="adaptive";',
                         "11900000000 B/s", "2:104: warning: rail_select"),
            "dragonfly": ('repetitions="36"; nw-lp="2"; modelnet_dragonfly="2";',
                          'num_routers="4"; routing="prog-adaptive"; chunk_size="256";',
                          'type = "progressive"', "3 virtual channels of CODES become 4"),
            "simplenet": ('repetitions="8"; nw-lp="1"; modelnet_simplenet="1";',
                          'net_startup_ns="1.5"; net_bw_mbps="20000"; message_size="368";',
                          "20971520000 B/s", "warning: message_size is not imported")}
        for name, (group, params, kept, told) in models.items():
            conf = self.put(f"{name}.conf", f"LPGROUPS {{ G {{ {group} }} }}\nPARAMS {{ {params} }}\n")
            toml = self.dir / f"{name}.toml"
            done = self.kasuri("import", "codes", conf, "-o", toml)
            self.check(done, DONE)
            self.assertIn(told, done.err, name)
            self.assertTrue(all(line.startswith(f"{conf}:") for line in done.err.splitlines()), done.err)
            self.assertIn(kept, toml.read_text(), name)
            self.check(self.kasuri("check", toml), DONE)
            run = toml.read_text().replace("100 us", "2 us")
            run = self.put(f"{name}-run.toml", run)
            self.check(self.kasuri("run", run, "--out", self.dir / name), DONE)

    def test_import(self):
        conf = self.put("net.conf", """LPGROUPS { MODELNET_GRP { repetitions="16"; server="2";
            modelnet_torus="1"; } } PARAMS { n_dims="2"; dim_length="4,4"; packet_size="512"; }""")
        self.check(self.kasuri("import", "codes", conf, "-o", self.dir / "net.toml"), DONE)
        self.check(self.kasuri("check", self.dir / "net.toml"), DONE)
        jobs = self.put("jobs", f"NA\n2\n{PIPELINE} NA 8 1\n{PIPELINE} NA 8 1\nM 0 1000 500\n")
        self.check(self.kasuri("import", "tracer", jobs, conf, "-o", self.dir / "study"), DONE)
        summary = self.run_json(self.dir / "study" / "config.toml", "--out", self.dir / "two")
        self.assertEqual([j["message_bytes"] for j in summary["jobs"]], [21 * 500, 21 * 65536])
        self.check(self.kasuri("import", "codes", self.put("no.conf", "x")), USAGE, "no.conf:1:")

    def test_several_networks_and_bigsim_are_refused(self):
        two = """LPGROUPS { FOO { repetitions="12"; node="1"; modelnet_simplenet@foo="1"; }
            FORWARDERS { repetitions="4"; forwarder="1"; modelnet_simplenet@foo="1";
                         modelnet_simplenet="1"; } }
            PARAMS { net_startup_ns="8.0"; net_bw_mbps="5000"; }"""
        self.check(self.kasuri("import", "codes", self.put("two.conf", two)), USAGE,
                   "a second network with nodes")
        conf = self.put("net.conf", """LPGROUPS { G { repetitions="4"; server="1"; modelnet_torus="1"; } }
            PARAMS { n_dims="1"; dim_length="4"; }""")
        (self.dir / "jacobi").mkdir()
        self.put("jacobi/bgTrace", "")
        jobs = self.put("jobs", "NA\n1\njacobi NA 4 1\n")
        self.check(self.kasuri("import", "tracer", jobs, conf, "-o", self.dir / "study"), USAGE,
                   "jobs:3:1: error: jacobi is no file of a trace", "BigSim")
        self.assertFalse((self.dir / "study").exists())

    def test_what_a_receive_enables_starts_in_the_order_of_the_file(self):
        """LogGP with L 2500 ns, o 1500 ns, g 1000 ns, 6 ns a byte: rank 2 has its message at 23 us, rank 3
        at 30 us; rank 2 then computes for 10 us."""
        trace = self.put("fan_out.goal", """num_ranks 4
rank 0 {
a: send 1000b to 1 tag 0
}
rank 1 {
r: recv 1000b from 0 tag 0
s1: send 1000b to 2 tag 0
s2: send 1000b to 3 tag 0
s1 requires r
s2 requires r
}
rank 2 {
q: recv 1000b from 1 tag 0
c: calc 10000 cpu 1
c requires q
}
rank 3 {
q: recv 1000b from 1 tag 0
}
""")
        toml = self.put("fan_out.toml", f"""[topology]
type = "full-mesh"
routers = 4
[network]
type = "loggp"
latency = "2500 ns"
gap = "1000 ns"
rate = "166.667 MB/s"
[mpi]
send_overhead = "1500 ns"
receive_overhead = "1500 ns"
[[jobs]]
trace = "{trace}"
""")
        ran = self.kasuri("run", toml, "--json", "--out", self.dir / "out")
        self.check(ran, DONE)
        self.assertAlmostEqual(json.loads(ran.out)["time_ps"] / 1e6, 33, 3)
        told = "operations on several CPUs of a rank use one CPU in turn"
        self.assertIn("kasuri: trace fan_out.goal: " + told, ran.err)
        self.check(self.kasuri("check", toml), DONE, "trace fan_out.goal: " + told)

    def test_time_independent_traces_of_simgrid(self):
        both = "".join(f"{r} init\n{r} sendRecv 1000 {1 - r} 1000 {1 - r} 6 6\n{r} finalize\n"
                       for r in (0, 1))
        any_of = "0 init\n0 send 1 7 100 6\n0 finalize\n1 init\n1 recv -555 -444 100 6\n1 finalize\n"
        for name, text, messages in ("both.ti", both, 2), ("any.ti", any_of, 1):
            trace = self.put(name, text)
            self.check(self.kasuri("trace", "check", trace), DONE, "nothing is left out", "all ranks end")
            toml = self.put("ti.toml", MACHINE + f'[[jobs]]\ntrace = "{trace}"\n')
            ran = self.run_json(toml, "--out", self.dir / name[:-3])
            self.assertEqual(ran["jobs"][0]["messages"], messages)
        self.check(self.kasuri("trace", "check", self.put("any.ti", "0 init\n0 waitAny 2\n")), USAGE,
                   "any.ti:2:3: error: rank 0: action 'waitAny' cannot be replayed")

    def test_a_recorded_archive_of_puts_and_gets_is_valid_and_replayed(self):
        self.put("put.c", PROGRAM.replace("MGEN_Comp(1e-6 * rank);",
                                          "int next = (rank + 1) % size;"
                                          "MGEN_acp_complete(MGEN_acp_copy(rank, next, 1000000));"
                                          "MGEN_acp_complete(MGEN_acp_copy(next, rank, 1000));"))
        toml = self.put("put.toml", MACHINE + '[[jobs]]\nprogram = "put.c"\n')
        ran = self.run_json(toml, "--record", "otf2", "--out", self.dir / "ran")
        trace = next((self.dir / "ran").glob("*/*.otf2"))
        again = self.run_json(self.put("again.toml", MACHINE + f'[[jobs]]\ntrace = "{trace}"\n'),
                              "--out", self.dir / "again")
        for key in "result_hash", "time_ps":
            self.assertEqual(again[key], ran[key])
        if shutil.which("otf2-print"):
            shown = subprocess.run(["otf2-print", "--warnings-as-errors", "--show-all", trace],
                                   capture_output=True, text=True)
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))
            for event in "RMA_PUT ", "RMA_GET ", "RMA_OP_COMPLETE_BLOCKING":
                self.assertIn(event, shown.stdout)

    def test_a_program_with_rdma_is_not_recorded_elsewhere(self):
        self.put("put.c", PROGRAM.replace("MGEN_Comp(1e-6 * rank);",
                                          "int next = (rank + 1) % size;"
                                          "MGEN_acp_complete(MGEN_acp_copy(rank, next, 1000000));"))
        toml = self.put("put.toml", MACHINE + '[[jobs]]\nprogram = "put.c"\n')
        for form in "goal", "dumpi", "chakra":
            out = self.dir / form
            self.check(self.kasuri("run", toml, "--record", form, "--out", out), FAILED,
                       "MGEN_acp_copy", "traces with one-sided communication cannot be recorded")
            self.assertEqual([f for f in out.iterdir() if form in f.name] if out.exists() else [], [])

    def test_sample_traces(self):
        if not SAMPLES.exists():
            self.skipTest(f"{SAMPLES} is not there")
        otf2 = "stencil4d-otf2/traces-{}/traces.otf2"
        for file, expected in (
                (otf2.format(32), (32, 4324, 512, 512, 96, 67108864)),
                (otf2.format(64), (64, 8644, 1024, 1024, 192, 268435456)),
                ("pingpong-otf2/ping-pong-otf2/traces.otf2", (2, 120, 16, 16, 0, 8355840)),
                ("binary_tree_32.goal", (32, 62, 31, 31, 0, 31)),
                ("ti-mixed/traces.txt", (2, 14, 4, 4, 0, 4000000000)),
                ("ti-collectives/traces.txt", (2, 13, 0, 0, 8, 0))):
            info = self.info(SAMPLES / file)
            keys = "ranks", "events", "sends", "receives", "collectives", "bytes"
            self.assertEqual(tuple(info[k] for k in keys), expected, file)


if __name__ == "__main__":
    unittest.main()
