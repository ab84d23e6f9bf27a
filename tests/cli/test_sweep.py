#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sweeps: rows are of what is there now, whatever was edited between two calls; a point that fails is
marked and the others go on; pictures that nothing is cut off from."""
import csv
import json
import os
import re
import shutil
import sqlite3
import unittest

from harness import (DONE, FAILED, INCLUDE, INTERNAL, KASURI, SHORT, TORUS, USAGE, KasuriTest, c_program,
                     main)

PROGRAM = c_program("""
  MGEN_Comp(AMOUNT * 1e-6);
""", """
#include "amount.h"
""", api="MGEN")
CONFIG = TORUS + '[[jobs]]\nprogram = "a.c"\nranks = 2\n'
GRAPH = "link a b\nlink b c\nlink c a\n"
TRACE = "0 compute 1e6\n1 compute 1e6\n"


class SweepTest(KasuriTest):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.dir / "cache")}

    def sweep(self, vary, *args, config="config.toml", **environment):
        vary = [vary] if isinstance(vary, str) else vary
        return self.kasuri("sweep", config, *[w for v in vary for w in ("--vary", v)], "--out", "s", *args,
                           env={**self.environment, **environment})

    def rows(self):
        with open(self.dir / "s" / "sweep.csv", newline="") as f:
            return list(csv.DictReader(f))

    def times(self):
        return [int(r["time_ps"]) for r in self.rows()]


LOAD = ('[topology]\ntype = "mesh"\nextents = [4, 4]\n[[jobs]]\n'
        'pattern = { type = "uniform", load = 0.2, duration = "20 us" }\n')


class Seeds(SweepTest):
    def test_means_and_ranges(self):
        self.write("config.toml", LOAD)
        self.check(self.sweep("jobs.0.pattern.load=0.1,0.3", "--seeds", "5"), DONE,
                   "means over 5 seeds", "load.offered", "load.latency_ps", " us [", "10 of 10 points")
        rows = self.rows()
        self.assertEqual([r["run.seed"] for r in rows], ["1", "2", "3", "4", "5"] * 2)
        points = json.loads((self.dir / "s/sweep.json").read_text())["points"]
        self.assertEqual([p["settings"] for p in points],
                         [{"jobs.0.pattern.load": "0.1"}, {"jobs.0.pattern.load": "0.3"}])
        for i, p in enumerate(points):
            self.assertEqual(p["seeds"], 5)
            times = sorted(int(r["time_ps"]) for r in rows[5 * i:5 * i + 5])
            found = p["values"]["time_ps"]
            self.assertAlmostEqual(found["mean"], sum(times) / 5, delta=1e-8 * found["mean"])
            self.assertEqual(set(found["range"]), {"low", "high", "share", "from"})
            self.assertEqual((found["range"]["share"], found["range"]["from"]), (0.8, "seeds"))
            # The 10th percentile of five is 0.4 of the way from the least to the next.
            self.assertAlmostEqual(found["range"]["low"], times[0] + 0.4 * (times[1] - times[0]), delta=1)
            self.assertAlmostEqual(found["range"]["high"], times[4] - 0.4 * (times[4] - times[3]), delta=1)
        self.check(self.sweep([], "--seeds", "2"), DONE, "2 of 2 points")

    def test_a_seed_that_fails_is_left_out(self):
        self.write("config.toml", LOAD)
        self.check(self.sweep("jobs.0.pattern.load=0.1,9", "--seeds", "2"), FAILED, "means over 2 seeds")
        points = json.loads((self.dir / "s/sweep.json").read_text())["points"]
        self.assertEqual([p["seeds"] for p in points], [2, 0])

    def test_mistakes(self):
        self.write("config.toml", LOAD)
        self.check(self.sweep([]), USAGE, "--vary KEY=VALUES or --seeds N (2 to 10000) is missing")
        self.check(self.sweep([], "--seeds", "1"), USAGE, "2 to 10000")
        self.check(self.sweep("run.seed=1,2", "--seeds", "2"), USAGE, "leave out one of the two")
        self.check(self.sweep([], "--seeds", "2", "--baseline", "link.rate=1GB/s"), USAGE, "--baseline")


class LoadCurves(SweepTest):
    def curves(self, *args, vary=()):
        self.check(self.sweep(list(vary), "--load-curve", *args), DONE, "saturated")
        found = json.loads((self.dir / "s/load-curve.json").read_text())
        self.assertTrue(found["finished"])
        return found["curves"]

    def test_saturation_is_that_of_the_fullest_channel(self):
        # Four ranks send over one link: it is full at a load of 1/4, and then carries all it can.
        self.write("config.toml", '[topology]\ntype = "mesh"\nextents = [2]\nendpoints_per_router = 4\n'
                   '[[jobs]]\npattern = { type = "bit-complement", load = 0.1 }\n')
        curve, = self.curves("--jobs", "1")
        low, high = curve["stable_load"], curve["saturated_load"]
        self.assertLessEqual(high - low, 0.02)
        self.assertTrue(low <= 0.25 < high, curve)
        loads = [p["load"] for p in curve["points"]]
        self.assertEqual(loads, sorted(loads))
        self.assertNotIn(0.7, loads)
        for p in curve["points"]:
            self.assertEqual(p["saturated"], p["load"] >= high)
            self.assertEqual(p["latency_ps"] is None, p["saturated"])
            self.assertAlmostEqual(p["accepted"], min(p["offered"], 0.25), delta=0.003)
        # The same points however many are run at a time, and in the store.
        shutil.rmtree(self.dir / "s")
        self.assertEqual(self.curves("--jobs", "4"), [curve])
        self.assertEqual(len(self.rows()), len(loads))
        self.check(self.sweep([], "--load-curve"), DONE, "were finished before")

    def test_what_is_too_short_is_not_finished(self):
        self.write("config.toml", LOAD)
        r = self.sweep([], "--load-curve", "--set", "measure.most=20")
        self.check(r, DONE, "not finished: points are missing")
        self.assertFalse(json.loads((self.dir / "s/load-curve.json").read_text())["finished"])

    def test_two_routings(self):
        self.write("config.toml", LOAD + "[router]\nvcs = 4\n")
        r = self.sweep(["routing.type=dimension-order,minimal-adaptive", "jobs.0.pattern.load=0.05,0.1"],
                       "--load-curve")
        self.check(r, DONE, "does not saturate up to 0.10 (dimension-order), 0.10 (minimal-adaptive)",
                   "4 points")
        picture = (self.dir / "s/load-curve.svg").read_text()
        self.assertIn("dimension-order", picture)

    def test_mistakes(self):
        self.write("config.toml", LOAD)
        self.check(self.sweep([], "--load-curve", "--seeds", "3"), USAGE, "--load-curve", "--seeds")
        self.check(self.sweep("jobs.0.pattern.load=0.1,x", "--load-curve"), USAGE, "load x is no number")
        self.write("config.toml", TORUS + '[[jobs]]\nmotif = { type = "pairs", steps = 1 }\n')
        self.check(self.sweep([], "--load-curve"), USAGE, "no job has a pattern with a load")
        two = LOAD + '[[jobs]]\npattern = { type = "uniform" }\n'
        self.write("config.toml", two)
        self.check(self.sweep([], "--load-curve"), USAGE, "name the one that varies", "jobs.0.pattern")


class Stale(SweepTest):
    """What is edited between two calls, and what is said of it."""

    def write_program(self, amount=10):
        self.write("a.c", PROGRAM)
        self.write("amount.h", f"#define AMOUNT {amount}\n")
        self.write("config.toml", CONFIG)

    def test_columns_that_no_run_has(self):
        self.write_program()
        for option in ("--show", "--plot"):
            self.check(self.sweep("link.rate=1 GB/s", option, "time_p"), USAGE,
                       f"{option} time_p: no run has this column; did you mean 'time_ps'?")

    def test_a_folder_whose_name_is_no_utf8(self):
        folder = "x\udcff"
        (self.dir / folder).mkdir()
        (self.dir / folder / "net.txt").write_text(GRAPH)
        (self.dir / folder / "config.toml").write_text(
            'topology = { type = "graph", file = "net.txt" }\nrouter = { vcs = 4 }\n'
            '[[jobs]]\nranks = 2\nmotif = { type = "pairs", steps = 1 }\n')
        for _ in range(2):
            self.check(self.sweep("router.vcs=4", config=f"{folder}/config.toml"), DONE, "1 of 1 points")

    def test_a_header(self):
        self.write_program()
        self.check(self.sweep("jobs.0.ranks=2"), DONE, "1 of 1 points")
        before = self.times()
        self.write("amount.h", "#define AMOUNT 30\n")
        self.check(self.sweep("jobs.0.ranks=2,3"), DONE, "1 of 2 points is stale", "amount.h has changed",
                   "2 of 2 points")
        self.assertEqual(len(set(self.times())), 1)
        self.assertGreater(self.times()[0], 2 * before[0])
        again = self.sweep("jobs.0.ranks=2,3")
        self.check(again, DONE, "2 of 2 points were finished before")
        self.assertNotIn("stale", again.err)
        # What it was before is still known.
        self.write("amount.h", "#define AMOUNT 10\n")
        self.check(self.sweep("jobs.0.ranks=2"), DONE, "1 of 1 point were finished before")
        self.assertEqual(self.times(), before)

    def test_the_source_and_the_compiler(self):
        self.write_program()
        self.check(self.sweep("jobs.0.ranks=2"), DONE)
        self.write("a.c", PROGRAM.replace("1e-6", "2e-6"))
        self.check(self.sweep("jobs.0.ranks=2"), DONE, "a.c has changed")
        self.assertGreater(self.times()[0], 15_000_000)
        other = os.environ.get("CC", "cc") + " -DOTHER"
        self.check(self.sweep("jobs.0.ranks=2", CC=other), DONE,
                   "the compiler or its flags have changed")
        other = self.dir / "other"
        other.mkdir()
        shutil.copy(self.dir / "amount.h", other)
        (self.dir / "amount.h").unlink()
        self.check(self.sweep("jobs.0.ranks=2", CPATH=str(other)), DONE, "amount.h is read now")

    def test_programs_that_vary(self):
        self.write_program()
        self.write("b.c", PROGRAM.replace("1e-6", "5e-6"))
        vary = "jobs.0.program=a.c,b.c"
        self.check(self.sweep(vary), DONE)
        first = self.times()
        self.write("b.c", PROGRAM.replace("1e-6", "9e-6"))
        self.check(self.sweep(vary), DONE, "1 of 2 points is stale", "b.c has changed",
                   "1 of 2 points were finished before")
        self.assertEqual(self.times()[0], first[0])
        self.assertGreater(self.times()[1], first[1])

    def test_a_shared_object_and_its_library(self):
        self.write_program()
        self.write("lib.c", "double amount(void) { return 1e-5; }\n")
        self.write("a.c", PROGRAM.replace('#include "amount.h"', "double amount(void);").replace(
            "AMOUNT * 1e-6", "amount()"))

        def build():
            os.system(f"cd {self.dir} && cc -shared -fPIC -o libamount.so lib.c")

        build()
        self.check(self.kasuri("cc", "a.c", "-o", "a.so", "-L.", "-lamount",
                               f"-Wl,-rpath,{self.dir}"), DONE)
        self.write("config.toml", CONFIG.replace("a.c", "a.so"))
        self.check(self.sweep("jobs.0.ranks=2"), DONE)
        self.write("lib.c", "double amount(void) { return 3e-5; }\n")
        build()
        self.check(self.sweep("jobs.0.ranks=2"), DONE, "libamount.so has changed")
        self.assertGreater(self.times()[0], 25_000_000)

    def test_files_of_settings(self):
        self.write("graph.net", GRAPH)
        self.write("map.txt", "0 0\n1 1\n")
        self.write("places.txt", "0 1\n")
        self.write("trace.txt", TRACE)
        self.write("list.txt", "one.txt\ntwo.txt\n")
        self.write("one.txt", "0 compute 1e6\n")
        self.write("two.txt", "1 compute 1e6\n")
        trace = '[[jobs]]\ntrace = "%s"\n'
        cases = {
            "graph.net": ('[topology]\ntype = "graph"\nfile = "graph.net"\n' + trace % "trace.txt",
                          GRAPH + "link a d\n"),
            "map.txt": (TORUS + trace % "trace.txt" + 'mapping_file = "map.txt"\n', "0 2\n1 3\n"),
            "places.txt": (TORUS + trace % "trace.txt" +
                           'placement = { type = "file", file = "places.txt" }\n', "5 6\n"),
            "trace.txt": (TORUS + trace % "trace.txt", TRACE.replace("1e6", "2e6")),
            "two.txt": (TORUS + trace % "list.txt", "1 compute 5e6\n"),
        }
        for name, (config, text) in cases.items():
            self.write("config.toml", config)
            self.check(self.sweep("run.seed=1"), DONE)
            before = (self.dir / name).read_text()
            self.write(name, text)
            self.check(self.sweep("run.seed=1"), DONE, f"{name} has changed")
            self.write(name, before)

    def test_an_archive(self):
        self.write_program()
        self.check(self.kasuri("run", "config.toml", "--out", "out", "--record", "otf2",
                               env=self.environment), DONE)
        anchor = next((self.dir / "out").rglob("*.otf2"))
        self.write("config.toml", TORUS + f'[[jobs]]\ntrace = "{anchor}"\n')
        self.check(self.sweep("run.seed=1"), DONE)
        self.write("amount.h", "#define AMOUNT 40\n")
        self.write("again.toml", CONFIG)
        self.check(self.kasuri("run", "again.toml", "--out", "other", "--record", "otf2",
                               env=self.environment), DONE)
        events = sorted(p for p in (self.dir / "other").rglob("*.evt"))
        self.assertTrue(events)
        for p in events:
            shutil.copy(p, self.dir / "out" / p.relative_to(self.dir / "other"))
        self.check(self.sweep("run.seed=1"), DONE, "1 of 1 point is stale", "changed")

    def test_the_configuration(self):
        self.write("config.toml", SHORT)
        self.check(self.sweep("run.seed=1,2"), DONE)
        outcome = self.sweep("run.seed=1,2", "--set", "nic.packet=1 KiB")
        self.check(outcome, DONE, "2 of 2 points are stale", "the configuration has another nic.packet")
        self.check(self.sweep("run.seed=1,2"), DONE, "2 of 2 points were finished before")

    def test_what_is_said_otherwise_is_the_same(self):
        self.write("config.toml", SHORT)
        self.check(self.sweep("link.cable_latency=1us,1000ns"), DONE, "2 of 2 points")
        with sqlite3.connect(self.dir / "s" / "sweep.db") as db:
            self.assertEqual(db.execute("SELECT count(*) FROM points").fetchone()[0], 1)
        self.assertEqual(len(self.rows()), 2)

    def test_another_build(self):
        self.write("config.toml", SHORT)
        self.check(self.sweep("run.seed=1"), DONE)
        (self.dir / "bin").mkdir()
        (self.dir / "include").mkdir()
        (self.dir / "include/kasuri").symlink_to(INCLUDE)
        mine = self.dir / "bin" / "kasuri"
        shutil.copy(KASURI, mine)
        with open(mine, "ab") as f:
            f.write(b"another build")
        process = self.start("sweep", "config.toml", "--vary", "run.seed=1", "--out", "s",
                             executable=str(mine), env=self.environment)
        _, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, DONE, err)
        self.assertIn("Kasuri was built again", err)

    def test_files_that_programs_open(self):
        self.write("config.toml", SHORT)
        self.write("data.txt", "1")
        self.check(self.sweep("run.seed=1", "--reads", "data.txt"), DONE)
        self.check(self.sweep("run.seed=1", "--reads", "data.txt"), DONE, "were finished before")
        self.write("data.txt", "2")
        self.check(self.sweep("run.seed=1", "--reads", "data.txt"), DONE, "data.txt has changed")

    def test_an_edit_while_it_runs(self):
        self.write_program()
        slow = "#define AMOUNT 10\n" + "static double spin(void) { volatile double x = 0; " \
            "for (long i = 0; i < 300000000; ++i) x += i; return x; }\n"
        self.write("amount.h", slow)
        self.write("a.c", PROGRAM.replace("MGEN_Comp(", "spin(); MGEN_Comp("))
        process = self.start("sweep", "config.toml", "--vary", "jobs.0.ranks=1,2", "--jobs", "1",
                             "--out", "s", env=self.environment)
        self.addCleanup(self.end, process)
        drafts = lambda: list((self.dir / "s").glob("points/*.draft"))
        self.wait_for(lambda: drafts() or process.poll() is not None)
        self.write("amount.h", "#define AMOUNT 70\nstatic void spin(void) {}\n")
        _, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, DONE, err)
        self.assertIn("changed during the sweep: amount.h has changed", err)
        self.assertEqual(len(set(self.times())), 1)
        self.assertGreater(self.times()[0], 60_000_000)

    def test_a_run_that_is_repeated(self):
        self.write_program()
        self.check(self.kasuri("run", "config.toml", "--out", "out", env=self.environment), DONE)
        self.write("amount.h", "#define AMOUNT 30\n")
        self.check(self.kasuri("rerun", "out", env=self.environment), INTERNAL,
                   "amount.h is newer than the run")

    def test_a_sweep_of_an_older_version(self):
        self.write("config.toml", SHORT)
        (self.dir / "s").mkdir()
        with sqlite3.connect(self.dir / "s" / "sweep.db") as db:
            db.execute("CREATE TABLE sweep (identity TEXT)")
            db.execute("CREATE TABLE points (name TEXT PRIMARY KEY, exit_code INTEGER, summary TEXT)")
            db.execute("INSERT INTO points VALUES ('run.seed=1', 0, '{\"time_ps\": 7}')")
        self.check(self.sweep("run.seed=1"), DONE, "1 of 1 point is stale", "an older version")
        self.assertGreater(self.times()[0], 7)


class Failing(SweepTest):
    FAILS = c_program("""
  if (size == 3) return 9;
""", api="MGEN")

    def status(self):
        return [(r["exit_code"], r["status"]) for r in self.rows()]

    def test_the_others_go_on(self):
        self.write("config.toml", SHORT)
        outcome = self.sweep("router.vcs=2,nine,4")
        self.check(outcome, FAILED, "2 of 3 points in s/sweep.csv", "1 of 3 points failed",
                   "router.vcs=nine", "must be an integer")
        self.assertEqual(self.status(), [("0", "done"), ("2", "failed"), ("0", "done")])
        self.assertIn("must be an integer", self.rows()[1]["error"])
        self.check(self.sweep("router.vcs=2,4"), DONE, "2 of 2 points were finished before")

    def test_a_program_that_fails_or_does_not_compile(self):
        self.write("config.toml", CONFIG)
        self.write("a.c", self.FAILS)
        self.write("b.c", "int x = y;\n")
        vary = ["jobs.0.program=a.c,b.c", "jobs.0.ranks=2,3"]
        self.check(self.sweep(vary, "--plot", "time_ps"), FAILED, "1 of 4 points in",
                   "3 of 4 points failed", "does not compile", "see s/points/")
        self.assertEqual(self.status(), [("0", "done"), ("1", "failed"), ("2", "failed"),
                                         ("2", "failed")])
        self.assertTrue((self.dir / "s" / "time_ps.svg").exists())
        # Tried again, and only those.
        self.write("b.c", self.FAILS.replace("return 9", "return 0"))
        self.check(self.sweep(vary), FAILED, "1 of 4 points were finished before", "3 of 4 points in")

    def test_one_that_is_killed(self):
        self.write("config.toml", CONFIG)
        # By the kernel: kill() of a program is answered by the simulator.
        self.write("a.c", "#define _GNU_SOURCE\n#include <signal.h>\n#include <sys/syscall.h>\n"
                   "#include <unistd.h>\n" +
                   self.FAILS.replace("return 9", "syscall(SYS_kill, getpid(), SIGKILL)"))
        self.check(self.sweep("jobs.0.ranks=2,3"), FAILED, "1 of 2 points failed", "signal 9")

    def test_a_limit_of_simulated_time_is_no_failure(self):
        self.write("config.toml", SHORT)
        self.check(self.sweep("run.time_limit=5 us,10 us"), DONE, "2 of 2 points")
        self.assertEqual({r["status"] for r in self.rows()}, {"time limit"})
        self.check(self.sweep("run.time_limit=5 us,10 us"), DONE, "2 of 2 points were finished before")

    def test_equal_values(self):
        self.write("config.toml", SHORT)
        self.check(self.sweep("run.seed=1,1,2"), DONE, "run.seed: 1 value given twice", "2 of 2 points")
        self.check(self.sweep(["run.seed=1", "run.seed=2"]), USAGE, "given twice", "one list")
        # The count is of this call's points.
        self.check(self.sweep("run.seed=2"), DONE, "1 of 1 point were finished before", "1 of 1 points in")

    def test_two_at_once(self):
        self.write("config.toml", SHORT.replace("20 us", "100 s"))
        first = self.start("sweep", "config.toml", "--vary", "run.seed=1", "--out", "s",
                           env=self.environment)
        self.addCleanup(self.end, first)
        self.wait_for(lambda: (self.dir / "s" / "points").exists())
        self.check(self.sweep("run.seed=1"), USAGE, "another command is writing")


class Pictures(SweepTest):
    def texts(self, name):
        return re.findall(r"<text[^>]*>([^<]*)</text>", (self.dir / name).read_text())

    def check_inside(self, name):
        """No text begins or ends outside of the picture."""
        svg = (self.dir / name).read_text()
        width, height = (float(x) for x in re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
        form = r'<text x="([-\d.]+)" y="([-\d.]+)" font-size="([\d.]+)" text-anchor="(\w+)"([^>]*)>([^<]*)<'
        for x, y, size, anchor, more, text in re.findall(form, svg):
            length = 0.44 * float(size) * len(text)
            begin = {"start": 0, "middle": -length / 2, "end": -length}[anchor]
            at, most = (float(y), height) if "rotate(-90" in more else (float(x), width)
            if "rotate(-45" not in more:
                self.assertGreaterEqual(at + begin, 0, text)
                self.assertLessEqual(at + begin + length, most, text)
        return width, height

    def test_reports_and_other_networks(self):
        for topology in ('type = "dragonfly"\nrouters_per_group = 4\nglobal_links = 2\n'
                         'endpoints_per_router = 2',
                         'type = "full-mesh"\nrouters = 5', 'type = "torus"\nextents = [96]',
                         'type = "xgft"\nchildren = [4, 4]\nparents = [2]'):
            config = f"[topology]\n{topology}\n" + SHORT.split("\n", 3)[3]
            self.check(self.run_config(config), DONE)
            self.check(self.kasuri("picture", "out"), DONE)
            width, height = self.check_inside("out/links.svg")
            self.assertLess(max(width / height, height / width), 5, topology)
            self.check(self.kasuri("report", "out"), DONE)
            for name in ("latency", "links"):
                self.check_inside(f"out/report/{name}.svg")
            texts = self.texts("out/report/latency.svg")
            self.assertIn("share that takes longer [%]", texts)
            self.assertTrue(any(re.fullmatch(r"latency \[(ns|µs|ms)\]", t) for t in texts), texts)

    def test_units_and_decades(self):
        self.write("config.toml", SHORT)
        args = ("link.rate=100 MB/s,1 GB/s,10 GB/s", "--plot", "mean_packet_latency_ps")
        self.check(self.sweep(*args), DONE)
        picture = "s/mean_packet_latency_ps.svg"
        texts = self.texts(picture)
        self.assertIn("link.rate [GB/s]", texts)
        self.assertTrue(any(re.fullmatch(r"mean_packet_latency \[(ns|µs|ms)\]", t) for t in texts), texts)
        for decade in ("0.1", "1", "10"):
            self.assertIn(decade, texts)
        self.assertNotIn("mean_packet_latency_ps", "".join(texts))
        self.check_inside(picture)
        self.check(self.sweep(*args, "--log", "none"), DONE)
        self.assertIn("0", self.texts(picture))

    def test_a_large_tree(self):
        config = ('[topology]\ntype = "xgft"\nchildren = [4, 4, 40]\nparents = [4, 8]\n'
                  '[[jobs]]\npattern = { type = "uniform", load = 0.1, duration = "5 us" }\n')
        self.run_config(config)
        self.check(self.kasuri("picture", "out"), DONE)
        svg = (self.dir / "out" / "links.svg").read_text()
        width, height = self.check_inside("out/links.svg")
        self.assertLess(max(width, height) / min(width, height), 2.5)
        self.assertLess(svg.count("<line"), 2000)
        self.assertIn("in 40 pods", self.texts("out/links.svg"))
        self.assertIn("the busiest of the links of a line", self.texts("out/links.svg"))


if __name__ == "__main__":
    main()
