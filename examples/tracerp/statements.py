# SPDX-License-Identifier: MIT
"""What TraceRP's paper says in its sections 4.2 to 4.5, statement by statement, and whether measurements
fit. A statement has one verdict: where the paper gives a name and a number, these are two statements. Not
here: what cannot fail, as that sleep saves power."""
from dataclasses import dataclass
from typing import Callable

from runs import MACHINES, PROGRAMS

FITS, NOT, UNDECIDED = "fits", "does not", "cannot be decided"
T_S, T_W = (10, 50, 250, 1250), (5, 10, 15, 20)
PAPER = (600, 17)  # T_s and T_w of Table 2, in µs
# Power saved at these, in points: Figure 2, and the last the bound of section 4.3. What a choice is
# scored by.
SAVED = {("fat-tree", "qbox"): 27, ("fat-tree", "a2a"): 16, ("torus", "stencil4d"): 33,
         ("torus", "a2a"): 25, ("dragonfly", "qbox"): 26, ("dragonfly", "a2a"): 12}
# T_s and T_w of the runs of each figure.
FIGURES = {2: (PAPER,), 3: tuple((t, 17) for t in T_S), 4: tuple((t, 0) for t in (0, *T_S)),
           5: tuple((0, t) for t in (0, *T_W))}
NEAR = 2          # points of power saved that are "about" the paper's
LITTLE = 5        # points within which savings "hardly" differ between T_s or programs
SLOW = 0.5        # share of a slow-down by which ours may differ


class Tables:
    """The measurements of one seed: time, power and link energy over those without sleep."""

    def __init__(self, rows):
        self.rows = rows  # {(t_s, t_w): {(machine, program): {...}}}

    def saved(self, machine, program, times=PAPER):
        return 100 * (1 - self.rows[times][machine, program]["power"])

    def slower(self, machine, program, times=PAPER):
        return 100 * (self.rows[times][machine, program]["time"] - 1)

    def left(self, machine, program, t_w):
        """Percent of the performance, T_s = 0."""
        return 100 / self.rows[0, t_w][machine, program]["time"]

    def energy(self, machine, program, t_s):
        """Percent of the links' energy, T_w = 17 µs."""
        return 100 * self.rows[t_s, 17][machine, program]["link_energy"]

    def rise(self, machine, program):
        """Points that T_s = 1250 µs saves less than T_s = 0, T_w = 0."""
        return self.saved(machine, program, (0, 0)) - self.saved(machine, program, (1250, 0))

    def best(self, machine, program):
        """The T_s with the least energy."""
        return min(T_S, key=lambda t: self.energy(machine, program, t))


def ordered(value, machine, **more):
    """Programs by falling value."""
    return sorted(PROGRAMS, key=lambda p: -value(machine, p, **more))


def spread(values):
    values = list(values)
    return max(values) - min(values)


@dataclass
class Statement:
    """`judge` takes Tables and returns whether they fit, a word and a number; `unit` is the number's."""
    text: str
    paper: str
    judge: Callable
    unit: str = "%"
    chose: bool = False  # whether the choice was made by it


def first(text, machine, program, of, which=0, unit="%"):
    """`program` is in place `which` when programs are ordered by falling value."""
    def judge(t):
        who = ordered(lambda m, p: of(t, m, p), machine)[which]
        return who == program, who, of(t, machine, who)
    return Statement(text, program, judge, unit)


def about(text, machine, program, of, paper, tolerance, chose=False, unit="%"):
    def judge(t):
        value = of(t, machine, program)
        return abs(value - paper) <= tolerance, "", value
    return Statement(text, f"{paper:g} {unit}", judge, unit, chose)


def saves(machine, program):
    paper = SAVED[machine, program]
    return about(f"Figure 2, {machine}: {program} saves", machine, program, Tables.saved, paper, NEAR,
                 True)


def slowed(machine, program, paper):
    yield first(f"Figure 2, {machine}: slowed down most", machine, program, Tables.slower)
    yield about(f"Figure 2, {machine}: {program} is slowed down by", machine, program, Tables.slower,
                paper, SLOW * paper)


def figure_2():
    for machine, most, slow, by in (("fat-tree", "qbox", "stencil4d", 1.2),
                                    ("torus", "stencil4d", "stencil4d", 4),
                                    ("dragonfly", "qbox", "qbox", 0.6)):
        yield first(f"Figure 2, {machine}: saves most", machine, most, Tables.saved)
        yield saves(machine, most)
        if machine != "dragonfly":
            yield first(f"Figure 2, {machine}: saves least", machine, "a2a", Tables.saved, -1)
            yield saves(machine, "a2a")
        yield from slowed(machine, slow, by)
    yield Statement("Figure 2, fat-tree: qbox is hardly slowed down", "hardly",
                    lambda t: (abs(t.slower("fat-tree", "qbox")) <= 1, "", t.slower("fat-tree", "qbox")))

    def faster(t):
        least, who = min((t.slower(m, p), f"{p} on the {m}") for m in MACHINES for p in PROGRAMS)
        return least < 0, who, least
    yield Statement("Figure 2: some programs run faster with sleep", "they do", faster)


def figure_3():
    def all_at_10(t):
        wrong = [p for p in PROGRAMS if t.best("fat-tree", p) != 10]
        return not wrong, ("all" if not wrong else f"not {', '.join(wrong)}"), None
    yield Statement("Figure 3, fat-tree: T_s = 10 µs costs least energy, for all programs", "all",
                    all_at_10)

    def spans(t, program):
        return spread(t.energy("fat-tree", program, x) for x in T_S)
    yield Statement("Figure 3, fat-tree: qbox's energy does not depend on T_s", "the same",
                    lambda t: (spans(t, "qbox") <= LITTLE, "", spans(t, "qbox")), "points")

    def rising(t):
        wrong = [p for p in PROGRAMS if p != "qbox" and
                 any(t.energy("fat-tree", p, a) > t.energy("fat-tree", p, b) for a, b in zip(T_S, T_S[1:]))]
        return not wrong, ("all" if not wrong else f"not {', '.join(wrong)}"), None
    yield Statement("Figure 3, fat-tree: the others' energy rises with T_s", "all", rising)
    yield Statement("Figure 3, torus: T_s of a2a's least energy", "50 µs",
                    lambda t: (t.best("torus", "a2a") == 50, "", t.best("torus", "a2a")), "µs")

    def gained(t):
        return t.slower("torus", "a2a", (10, 17)) - t.slower("torus", "a2a", (50, 17))
    yield Statement("Figure 3, torus: a2a runs faster at 50 µs than at 10, by", "3.2 points",
                    lambda t: (abs(gained(t) - 3.2) <= SLOW * 3.2, "", gained(t)), "points")

    def more(t):
        return t.saved("torus", "a2a", (10, 17)) - t.saved("torus", "a2a", (50, 17))
    yield Statement("Figure 3, torus: and takes more power, by", "0.6 points",
                    lambda t: (abs(more(t) - 0.6) <= 1, "", more(t)), "points")
    yield Statement("Figure 3, dragonfly: T_s of qbox's least energy", "50 µs",
                    lambda t: (t.best("dragonfly", "qbox") == 50, "", t.best("dragonfly", "qbox")), "µs")

    def others(t):
        wrong = [p for p in PROGRAMS if p != "qbox" and t.best("dragonfly", p) != 10]
        return not wrong, ("all" if not wrong else f"not {', '.join(wrong)}"), None
    yield Statement("Figure 3, dragonfly: the others' is at the smallest T_s", "all", others)

    def most(t, machine, program):
        return max(t.saved(machine, program, (x, 17)) for x in T_S)
    yield about("Figure 3, dragonfly: qbox saves, at its best T_s", "dragonfly", "qbox", most, 27, NEAR)
    yield about("Figure 3, dragonfly: a2a saves, at its best T_s", "dragonfly", "a2a", most, 12, NEAR,
                True)


def figure_4():
    def at_0(t, machine, program):
        return t.saved(machine, program, (0, 0))

    def spread_at(t, machine, t_s):
        return spread(t.saved(machine, p, (t_s, 0)) for p in PROGRAMS)

    yield first("Figure 4, fat-tree: saves most at T_s = 0", "fat-tree", "near-neighbor", at_0)
    yield Statement("Figure 4, fat-tree: programs differ more at T_s = 1250 µs than at 0, by", "more",
                    lambda t: (spread_at(t, "fat-tree", 1250) > spread_at(t, "fat-tree", 0), "",
                               spread_at(t, "fat-tree", 1250) - spread_at(t, "fat-tree", 0)), "points")
    for machine in ("fat-tree", "dragonfly"):
        yield first(f"Figure 4, {machine}: depends least on T_s", machine, "qbox", Tables.rise, -1,
                    "points")
    yield Statement("Figure 4, torus: at T_s = 0 programs differ little, by", "little",
                    lambda t: (spread_at(t, "torus", 0) <= LITTLE, "", spread_at(t, "torus", 0)), "points")
    yield first("Figure 4, torus: depends most on T_s", "torus", "a2a", Tables.rise, 0, "points")

    def rest(t):
        value, who = max((t.rise("torus", p), p) for p in PROGRAMS if p != "a2a")
        return value <= LITTLE, who, value
    yield Statement("Figure 4, torus: the others depend little on it, at most by", "little", rest, "points")

    def step(t):
        return t.saved("dragonfly", "qbox", (50, 0)) - t.saved("dragonfly", "qbox", (250, 0))
    yield Statement("Figure 4, dragonfly: qbox at 50 and 250 µs differs little, by", "little",
                    lambda t: (abs(step(t)) <= NEAR, "", step(t)), "points")


def figure_5():
    def lost(t, machine, program, t_w=5):
        return 100 - t.left(machine, program, t_w)

    for program in ("qbox", "stencil4d"):
        yield about(f"Figure 5, fat-tree: {program} loses at T_w = 5 µs", "fat-tree", program, lost, 90, 5)

    def two(t):
        who = ordered(lambda m, p: lost(t, m, p), "fat-tree")[:2]
        return set(who) == {"qbox", "stencil4d"}, ", ".join(sorted(who)), None
    yield Statement("Figure 5, fat-tree: the two that lose most", "qbox, stencil4d", two)
    for machine in ("fat-tree", "dragonfly"):
        yield first(f"Figure 5, {machine}: loses least", machine, "near-neighbor", lost, -1)
        yield first(f"Figure 5, {machine}: loses most", machine, "qbox", lost)

    def after_15(t):
        value = max(t.left("fat-tree", p, 15) - t.left("fat-tree", p, 20) for p in PROGRAMS)
        return value <= NEAR, "", value
    yield Statement("Figure 5, fat-tree: 15 and 20 µs hardly differ, at most by", "the same", after_15,
                    "points")

    def all_lose(t):
        value, who = max((abs(lost(t, "torus", p) - 90), p) for p in PROGRAMS)
        return value <= 5, who, lost(t, "torus", who)
    yield Statement("Figure 5, torus: all lose at T_w = 5 µs (the farthest from it)", "90 %", all_lose,
                    chose=True)

    def all_left(t):
        value, who = max((abs(t.left("torus", p, 20) - 3), p) for p in PROGRAMS)
        return value <= 1.5, who, t.left("torus", who, 20)
    yield Statement("Figure 5, torus: left at 20 µs (the farthest from it)", "3 %", all_left,
                    chose=True)

    def alike(t):
        value = max(spread(t.left("torus", p, x) for p in PROGRAMS) for x in T_W)
        return value <= LITTLE, "", value
    yield Statement("Figure 5, torus: all programs fall alike, apart at most by", "alike", alike, "points")
    yield first("Figure 5, dragonfly: loses second least", "dragonfly", "stencil4d", lost, -2)


STATEMENTS = [*figure_2(), *figure_3(), *figure_4(), *figure_5()]


def apart(tables):
    """Mean distance from the paper's six savings, in points."""
    return sum(abs(tables.saved(*key) - paper) for key, paper in SAVED.items()) / len(SAVED)


def number(values, unit):
    """A number of several seeds."""
    low, high = (f"{v:.0f}" if unit == "µs" else f"{v:.1f}" for v in (min(values), max(values)))
    return f"{low} {unit}" if low == high else f"{low} to {high} {unit}"


def verdict(statement, seeds):
    """Of measurements with several seeds: what was found, and whether it fits with all of them, with none,
    or with some, which decides nothing."""
    judged = [statement.judge(t) for t in seeds]
    holds = [j[0] for j in judged]
    words = ", or ".join(dict.fromkeys(j[1] for j in judged if j[1]))
    values = [j[2] for j in judged if j[2] is not None]
    found = " ".join(w for w in (words, number(values, statement.unit) if values else "") if w)
    return found, FITS if all(holds) else NOT if not any(holds) else UNDECIDED
