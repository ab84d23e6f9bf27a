# SPDX-License-Identifier: MIT
"""Readings of what TraceRP's paper does not print: each is one set of choices for all its figures."""
from dataclasses import dataclass, field

from runs import PLAIN

ALL, FIGURE_2 = (2, 3, 4, 5), (2,)


@dataclass
class Reading:
    name: str         # above a column
    title: str
    constants: tuple  # numbers and choices that were picked so that it fits
    changes: dict     # against PLAIN
    seeds: dict = field(default_factory=lambda: {1: ALL})  # figures that are measured, by seed

    @property
    def choice(self):
        return {**PLAIN, **self.changes}


# The sizes that the search tries; it has no computing.
SIZES = (4, 40, 400)
REDUCTIONS = ("recursive-doubling", "reduce-bcast")
# The search's nearest, with one size for all programs.
CHOSEN = {"grain": 400, "routing": "adaptive", "reduction": "reduce-bcast"}
SEARCHED = ("routing of the fat-tree", "of the dragonfly", "reduction", "size")
STRICT = "sleep after each packet at T_s = 0 (by Figure 5's torus)"
READINGS = {
    "chosen": Reading("chosen", "no computing, sizes × 400, adaptive routing, reduce then broadcast",
                      (*SEARCHED, STRICT), CHOSEN,
                      {1: ALL, 2: (2, 3), 3: FIGURE_2}),
    "hilbert": Reading("Hilbert mapping",
                       "as chosen; on the torus ranks follow a Hilbert curve through their own grid and "
                       "the machine (tried after the search)",
                       (*SEARCHED, "mapping on the torus", STRICT),
                       {**CHOSEN, "mapping": "hilbert"}, {1: FIGURE_2}),
    "static": Reading("static", "no computing, sizes × 40, static routing, recursive doubling",
                      ("size", STRICT),
                      {"grain": 40}, {1: FIGURE_2}),
    "computing": Reading("computing",
                         "sizes × 1/16, 2 ms of computing after each of two steps, static routing, "
                         "recursive doubling, queues at inputs with 32 virtual channels (the choice of "
                         "this study until 2026-11)", ("size", "computing", STRICT),
                         {"size": 1 / 16, "compute": 2000, "steps": 2, "architecture": "input-queued",
                          "vcs": 32}),
}
# The chosen reading with one thing changed. The long ones are run for what the search is scored by alone.
CHECKS = {
    "two steps": {**CHOSEN, "steps": 2},
    "sizes × 800": {**CHOSEN, "grain": 800},
    "four steps": {**CHOSEN, "steps": 4},
    "sizes × 400 with packets × 100": {**CHOSEN, "size": 4, "grain": 100},
}
LONG = ("sizes × 800", "four steps", "sizes × 400 with packets × 100")
