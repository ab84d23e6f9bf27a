# SPDX-License-Identifier: MIT
"""Traces: binary GOAL, profiles of PyTorch, and what `kasuri trace` makes of traces."""
import gzip
import json
import pathlib
import re
import shutil
import struct

from harness import *
from test_traces import MACHINE, PIPELINE, TraceTest


class TraceTools(TraceTest):
    def cut(self, *options):
        """The messages within, and those that cross."""
        done = self.kasuri("trace", "cut", PIPELINE, *options, "--out", self.dir / "-".join(options))
        self.check(done, DONE)
        within, crossing = (int(word) for word in re.findall(r"(\d+) messages?", done.err))
        return within, crossing, pathlib.Path(done.out.strip())

    def test_a_cut_trace_keeps_messages_with_both_sides(self):
        whole = self.cut("--from", "0 s")
        self.assertEqual(whole[:2], (21, 0))
        self.check(self.kasuri("trace", "convert", PIPELINE, "--to", "goal", "--out", self.dir), DONE)
        compared = self.kasuri("trace", "diff", "--times", "--exit-code", whole[2],
                               self.dir / "pipeline.goal")
        self.check(compared, DONE, "all ranks do the same")
        for options in (("--ranks", "0-2"), ("--ranks", "3,4-7")), (("--to", "30 us"), ("--from", "30 us")):
            first, second = (self.cut(*o) for o in options)
            self.assertEqual(first[1], second[1])
            self.assertGreater(min(first[0], second[0], first[1]), 0)
            self.assertEqual(first[0] + second[0] + first[1], 21)
            for part in first, second:
                self.check(self.kasuri("trace", "check", part[2]), DONE, "all ranks end")
        for wrong in (("--ranks", "7-8"), ("--ranks", "x"), ("--from", "2 us", "--to", "1 us"),
                      ("--to", "5")):
            self.check(self.kasuri("trace", "cut", PIPELINE, *wrong, "--out", self.dir / "no"), USAGE)

    def test_diff_names_the_first_difference_of_each_rank(self):
        text = PIPELINE.read_text()
        changed = self.put("changed.goal", text.replace("tag 1", "tag 9"))
        done = self.kasuri("trace", "diff", PIPELINE, changed, "--json")
        self.check(done, DONE)
        found = json.loads(done.out)
        self.assertFalse(found["same"])
        self.assertEqual(found["calls"]["send"], {"calls": [21, 21], "bytes": [21 * 65536] * 2})
        for rank in found["ranks"]:
            self.assertEqual(rank["a"].replace("tag 1", "tag 9"), rank["b"])
        self.check(self.kasuri("trace", "diff", PIPELINE, changed, "--exit-code"), FAILED, "step ")
        self.check(self.kasuri("trace", "diff", PIPELINE, PIPELINE, "--exit-code"), DONE, "all ranks do")

    @staticmethod
    def binary_goal(ranks, edit=None, magic=4223):
        """LogGOPSim's binary schedule, of nodes (kind, peer, amount, tag, requires, irequires)."""
        parts = []
        for nodes in ranks:
            later = [[[n for n, other in enumerate(nodes) if k in other[which]] for which in (4, 5)]
                     for k in range(len(nodes))]
            body, edges = b"", []
            for k, (kind, peer, amount, tag, ends, starts) in enumerate(nodes):
                body += struct.pack("<IBIQIBB", len(ends) + len(starts), kind, peer, amount, tag, 0, 0)
                for targets in later[k]:
                    body += struct.pack("<II", len(targets), len(edges))
                    edges += targets
            roots = [k for k, node in enumerate(nodes) if not node[4] + node[5]]
            parts.append(struct.pack(f"<II{len(roots)}I", len(nodes), len(roots), *roots) + body +
                         struct.pack(f"<{len(edges)}I", *edges))
        at, table = 6 + 16 * len(parts), b""
        for part in parts:
            table += struct.pack("<QQ", at, at + len(part))
            at += len(part)
        return struct.pack("<QIBB", magic, len(parts), 0, 0) + table + b"".join(parts)

    def test_binary_goal_is_the_text(self):
        text = """num_ranks 2
rank 0 {
l0: calc 1000
l1: send 50000b to 1 tag 3
l1 requires l0
l2: calc 700
l2 irequires l1
l3: recv 8b from 1 tag 4
l3 requires l2
l4: calc 90
}
rank 1 {
l0: recv 50000b from -1 tag 3
l2: calc 40
l1: send 8b to 0 tag 4
l1 requires l0
l1 requires l2
}
"""
        ranks = [[(3, 0, 1000, 0, [], []), (1, 1, 50000, 3, [0], []), (3, 0, 700, 0, [], [1]),
                  (2, 1, 8, 4, [2], []), (3, 0, 90, 0, [], [])],
                 [(2, 2**32 - 1, 50000, 3, [], []), (1, 0, 8, 4, [0, 2], []), (3, 0, 40, 0, [], [])]]
        whole = self.binary_goal(ranks)
        binary, plain = self.dir / "t.bin", self.put("t.goal", text)
        binary.write_bytes(whole)
        one, other = self.info(plain), self.info(binary)
        self.assertEqual(one, other)
        ran = []
        for file in plain, binary:
            config = self.put("c.toml", MACHINE + f'[[jobs]]\ntrace = "{file}"\n')
            ran.append(self.run_json(config, "--out", self.dir / (file.suffix[1:] + "-run")))
        self.assertEqual(ran[0]["result_hash"], ran[1]["result_hash"])
        self.assertEqual(ran[0]["time_ps"], ran[1]["time_ps"])
        first = 8 + 6 + 32 + 8 + 8  # node 0 of rank 0, which has two roots
        for change, why in (
                (whole[:20], "truncated"),
                (whole[:-1], "rank 1 is at bytes"),
                (whole[:first + 4] + b"\7" + whole[first + 5:], "node 0: its kind is 7"),
                (whole[:first] + b"\1" + whole[first + 1:], "requires 1 nodes, of which 0 name it"),
                (self.binary_goal(ranks, magic=2342), "has used this schedule up"),
                (self.binary_goal([[(1, 5, 8, 0, [], [])]]), "rank 5 does not exist"),
                (self.binary_goal([[(3, 0, 1, 0, [1], []), (3, 0, 1, 0, [0], [])]]), "cycle")):
            binary.write_bytes(change)
            self.check(self.kasuri("trace", "info", binary), USAGE, "t.bin", why)

    @staticmethod
    def profile(rank, **changes):
        """What torch.profiler writes of two kernels, an allreduce beside the second, and one that waits."""
        events = []

        def launched(number, at, name, stream, begin, duration, **more):
            events.append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": 5e9 + at,
                           "dur": 3, "pid": 9, "tid": 9, "args": {"correlation": number}})
            events.append({"ph": "X", "cat": "kernel", "name": name, "ts": 5e9 + begin, "dur": duration,
                           "pid": rank, "tid": stream,
                           "args": {"stream": stream, "device": rank, "correlation": number, **more}})

        launched(1, 0, "gemm", 7, 10, 100.5)
        launched(2, 5, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 20, 110.5, 400 + rank,
                 **{"Collective name": "allreduce", "In msg nelems": 250000, "Out msg nelems": 250000,
                    "dtype": "Float", "Group size": 2, "Process Group Name": "0",
                    "Process Group Ranks": "[0, 1]", **changes})
        launched(3, 8, "gemm", 7, 110.5, 300)
        launched(4, 9, "gemm", 7, 510.5 + rank, 50)
        launched(5, 900, "gemm", 7, 910 + rank, 7)  # the CPU is late
        return {"schemaVersion": 1, "distributedInfo": {"backend": "nccl", "rank": rank, "world_size": 2},
                "traceEvents": events}

    def test_a_profile_of_pytorch_has_the_dependences_of_its_streams(self):
        def replayed(trace, rate):
            toml = self.put("c.toml", '[topology]\ntype = "switch"\nendpoints = 2\n'
                                      f'[link]\nrate = "{rate}"\n[[jobs]]\ntrace = "{trace}"\n')
            ran = self.run_json(toml, "--out", self.dir / "out")
            shutil.rmtree(self.dir / "out")
            return ran["result_hash"], ran["time_ps"]

        node = {"ctrl_deps": [], "is_cpu_op": False}
        graph = [{**node, "Id": 0, "Name": "a", "NodeType": 4, "kasuri.duration_ps": 100_500_000},
                 {**node, "Id": 1, "Name": "r", "NodeType": 7, "comm_type": 0, "comm_size": 1_000_000,
                  "data_deps": [0]},
                 {**node, "Id": 2, "Name": "b", "NodeType": 4, "kasuri.duration_ps": 300_000_000,
                  "data_deps": [0]},
                 {**node, "Id": 3, "Name": "c", "NodeType": 4, "kasuri.duration_ps": 50_000_000,
                  "data_deps": [1, 2]},
                 {**node, "Id": 4, "Name": "late", "NodeType": 1, "kasuri.duration_ps": 349_500_000,
                  "data_deps": [3]},
                 {**node, "Id": 5, "Name": "d", "NodeType": 4, "kasuri.duration_ps": 7_000_000,
                  "data_deps": [4]}]
        (self.dir / "profiles").mkdir()
        for rank in range(2):
            self.put(f"graph.{rank}.json", json.dumps({"workload_graph": graph}))
            with gzip.open(self.dir / "profiles" / f"host_{rank}.pt.trace.json.gz", "wt") as out:
                json.dump(self.profile(rank), out)
        one = self.put("alone.json", json.dumps(self.profile(0)))
        for rate in "400 Gb/s", "1 Gb/s":  # the allreduce is hidden, or is not
            expected = replayed(self.dir / "graph.0.json", rate)
            for trace in self.dir / "profiles", one:
                self.assertEqual(replayed(trace, rate), expected, f"{trace} at {rate}")
        info = self.info(self.dir / "profiles")
        self.assertEqual((info["format"], info["ranks"], info["collectives"]), ("kineto", 2, 2))
        self.assertEqual(info["calls"], {"allreduce": 2, "kernel": 8})
        self.assertEqual(info["notes"], [])
        self.assertIn("1 of 2 ranks have no profile", self.info(one)["notes"][0])
        for changes, why in (({"dtype": "Quad"}, "'Quad', of unknown size"),
                             ({"In msg nelems": -1}, "is no number of elements"),
                             ({"Process Group Ranks": "[0, 1, ...]"}, "group '0' are not in the file"),
                             ({"Process Group Ranks": "[0, 7]"}, "ranks above 1")):
            wrong = self.put("wrong.json", json.dumps(self.profile(0, **changes)))
            self.check(self.kasuri("trace", "info", wrong), USAGE, "wrong.json: error: ", why)
        one.write_text(one.read_text()[:-30])
        self.check(self.kasuri("trace", "info", one), USAGE, "is not such JSON")


if __name__ == "__main__":
    main()
