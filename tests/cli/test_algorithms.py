# SPDX-License-Identifier: MIT
"""A program of 512 ranks with several communicators, non-blocking collectives and persistent requests
gives the same result under every algorithm of every collective."""
import json

from harness import *

CONFIG = SOURCE / "examples" / "collectives" / "everything.toml"


COLLECTIVES = ["barrier", "bcast", "reduce", "allreduce", "gather", "gatherv", "scatter", "scatterv",
               "allgather", "allgatherv", "alltoall", "alltoallv", "reduce_scatter",
               "reduce_scatter_block", "scan", "exscan"]


class EveryAlgorithm(KasuriTest):
    def test_same_result(self):
        known = json.loads(self.kasuri("list", "--json").out)["kinds"]
        # These need servers of GPUs: test_nccl.py.
        of_servers = {"nccl-nvls", "one-shot", "two-shot", "multimem", "per-server"}
        kinds = {k["name"]: [c["name"] for c in k["components"] if c["name"] not in of_servers]
                 for k in known if k["name"] in COLLECTIVES}
        self.assertGreaterEqual(sum(map(len, kinds.values())), 60)
        answers = {}
        for turn in range(max(map(len, kinds.values()))):
            settings = []
            for kind, names in kinds.items():
                settings += ["--set", f"mpi.algorithms.{kind}={names[turn % len(names)]}"]
            out = f"out{turn}"
            outcome = self.kasuri("run", str(CONFIG.resolve()), "--out", out, *settings)
            self.check(outcome, DONE, "512 ranks, check sum")
            answers[turn] = outcome.out.splitlines()[0]
            job = self.summary(out)["jobs"][0]
            for kind in COLLECTIVES:
                self.assertGreater(job["collectives"][kind]["calls"], 0, kind)
        self.assertEqual(len(set(answers.values())), 1, answers)
        # Different algorithms, or nothing would have been shown.
        self.assertEqual(len({self.summary(f"out{t}")["result_hash"] for t in answers}), len(answers))


if __name__ == "__main__":
    main()
