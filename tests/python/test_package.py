# SPDX-License-Identifier: MIT
"""kasuri.run, check, sweep, trace, predict and what they refuse, against the command line's own answers."""
import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest
import warnings

import kasuri
from kasuri import _toml
from kasuri.config import Config, Job, Router, TorusTopology, UniformPattern

from cases import BUILD, FILE, KASURI, SOURCE, TORUS, Case


class Running(Case):
    def test_a_file_a_dict_and_classes_are_one_configuration(self):
        file = kasuri.run(self.write("config.toml", FILE))
        typed = Config(
            topology=TorusTopology(extents=[4, 4]),
            router=Router(vcs=2),
            jobs=[Job(pattern=UniformPattern(load=0.3, duration="5 us"))],
        )
        self.assertEqual({file.hash, kasuri.run(TORUS).hash, kasuri.run(typed).hash}, {file.hash})

    def test_settings_and_threads_are_those_of_the_command_line(self):
        self.write("config.toml", FILE)
        done = self.shell(
            KASURI, "run", "config.toml", "--out", "cli", "--json", "--set", "jobs.0.pattern.load=0.5"
        )
        run = kasuri.run("config.toml", {"jobs.0.pattern.load": 0.5}, threads=2)
        expected = json.loads(done.stdout)
        self.assertEqual(run.hash, expected["result_hash"])
        self.assertEqual(
            (run.time_ps, run.summary["packets"]), (expected["time_ps"], expected["packets"])
        )

    def test_tables_are_those_of_the_run(self):
        run = kasuri.run(TORUS, {"power.preset": "nsimpower-table1"}, out="kept")
        self.assertEqual(run.links.packets.sum(), run.summary["packet_hops"])
        self.assertEqual(len(run.routers), 16)
        self.assertEqual(list(run.jobs.name), ["uniform"])
        self.assertEqual(run.table("links").units["busy"], "ps")
        self.assertEqual(str(run.links.busy.dtype), "int64")
        self.assertEqual(run.energy, run.summary["power"]["energy_j"])
        self.assertIn("busy", run.bottleneck)
        self.assertEqual(kasuri.load("kept").hash, run.hash)
        self.assertIn(run.hash, run._repr_html_())
        self.assertIn("packets", run.table("links")._repr_html_())
        self.assertTrue(run.picture().startswith("<svg"))
        with self.assertRaisesRegex(AttributeError, "its tables are .*links"):
            run.nothing  # pylint: disable=pointless-statement

    def test_a_network_is_that_of_the_library(self):
        machine = {"topology": {"type": "torus", "extents": [4, 4]}}
        told = []
        with kasuri.Network(machine, {"link.rate": "5 GB/s"}, out="run", waiting=4096) as n:
            self.assertEqual((n.nodes, n.classes, n.next_event()), (16, 1, None))
            n.send(
                0,
                1,
                4096,
                on_sent=lambda: told.append(("sent", n.now)),
                on_delivered=lambda: told.append(("there", n.now)),
            )
            self.assertFalse(n.can_send(0, 1))
            n.schedule(2_000_000, lambda: n.send(1, 0, 0))
            self.assertEqual(n.next_event(), 0)
            n.advance(1_000_000)
            self.assertEqual(n.now, 1_000_000)
            n.run()
            summary = n.finish()
        # 4,096 bytes at 5 GB/s.
        self.assertEqual(told[0], ("sent", 819_200))
        self.assertEqual([what for what, _ in told], ["sent", "there"])
        self.assertEqual(summary["messages"], 2)
        self.assertEqual(kasuri.load("run").hash, summary["result_hash"])
        n = kasuri.Network(machine)
        n.send(0, 16, 1)
        with self.assertRaisesRegex(kasuri.ConfigError, "no node 16: nodes are 0 to 15"):
            n.run()
        with self.assertRaisesRegex(kasuri.ConfigError, r"leave out \[\[jobs\]\]"):
            kasuri.Network(TORUS)

    def test_a_run_without_out_is_gone_with_its_object(self):
        run = kasuri.run(TORUS)
        directory = run.directory
        self.assertTrue(directory.exists())
        kept = run.save("kept")
        del run
        self.assertFalse(directory.exists())
        self.assertEqual(len(kept.links), 80)

    def test_paths_of_a_dict_start_from_the_working_directory(self):
        self.write(
            "ring.c",
            "#include <mgen.h>\n#include <stdio.h>\n"
            "int MGEN_Main(int argc, char** argv) {\n  MGEN_Init(&argc, &argv);\n"
            '  puts("hi");\n  MGEN_Finalize();\n  return argc - 1;\n}\n',
        )
        config = {**TORUS, "jobs": [{"program": "ring.c", "ranks": 4}]}
        run = kasuri.run(config)
        self.assertEqual((run.summary["jobs"][0]["ranks"], run.output), (4, 4 * "hi\n"))
        with self.assertRaises(kasuri.ProgramError) as raised:
            kasuri.run(config, {"jobs.0.args": ["more"]})
        self.assertEqual(raised.exception.exit_code, 1)
        self.assertEqual(raised.exception.run.summary["jobs"][0]["exit_code"], 1)
        self.assertFalse(kasuri.run(config, {"jobs.0.args": ["more"]}, raises=False).complete)

    def test_a_limit_is_raised_with_what_there_is(self):
        with self.assertRaises(kasuri.LimitError) as raised:
            kasuri.run(TORUS, {"run.time_limit": "1 us"})
        self.assertEqual(raised.exception.run.time_ps, 1_000_000)
        self.assertEqual(raised.exception.run.end_reason, "time limit")

    def test_the_module_is_the_program(self):
        done = self.shell(sys.executable, "-m", "kasuri", "--version")
        self.assertEqual(done.stdout, self.shell(KASURI, "--version").stdout)
        self.assertEqual(kasuri.version(), done.stdout.split()[1])


class Mistakes(Case):
    def test_messages_and_positions_are_those_of_the_command_line(self):
        path = self.write("config.toml", FILE.replace("extents", "extend").replace("0.3", "70"))
        said = self.shell(KASURI, "check", path, code=2).stderr.strip()
        for call in (kasuri.check, kasuri.run):
            with self.assertRaises(kasuri.ConfigError) as raised:
                call(path)
            self.assertEqual(str(raised.exception), said)
        error = raised.exception
        self.assertEqual((error.file, error.line, error.column), (path, 3, 1))
        self.assertGreaterEqual(len(error.diagnostics), 2)
        self.assertEqual("\n".join(str(d) for d in error.diagnostics), said)
        self.assertEqual(set(said.splitlines()), set(str(error).splitlines()))
        unchecked = kasuri.check(path, raises=False)
        self.assertFalse(unchecked)
        self.assertEqual(unchecked.diagnostics, error.diagnostics)

    def test_a_setting_that_is_wrong_is_named(self):
        with self.assertRaisesRegex(kasuri.ConfigError, "--set #2:12: error: 'vcs' is 400") as raised:
            kasuri.run(TORUS, {"router.buffer": "8 KiB", "router.vcs": 400})
        self.assertEqual(raised.exception.diagnostics[0].column, 12)
        self.assertEqual(raised.exception.file, "--set #2")
        with self.assertRaisesRegex(kasuri.ConfigError, "error: missing key 'extents'"):
            kasuri.topology({"type": "torus"})

    def test_no_file_no_directory_no_program(self):
        with self.assertRaisesRegex(kasuri.ConfigError, "nothing.toml: error: cannot be read"):
            kasuri.run("nothing.toml")
        with self.assertRaisesRegex(kasuri.ConfigError, "not a run directory"):
            kasuri.load("nothing")
        with self.assertRaises(kasuri.KasuriError):
            kasuri.trace("nothing.goal")
        os.environ["KASURI"] = "/nowhere/kasuri"
        with self.assertRaisesRegex(kasuri.BinaryMissing, "/nowhere/kasuri, which is no program"):
            kasuri.run(TORUS)

    def copy_without_build(self):
        """A folder with the package as the source tree has it."""
        alone = self.dir / "alone"
        (alone / "kasuri").mkdir(parents=True)
        for file in (SOURCE / "python" / "kasuri").glob("*.py"):
            (alone / "kasuri" / file.name).write_text(file.read_text())
        return alone

    def test_classes_that_are_not_built_name_the_command(self):
        program = self.write("program", "#!/bin/sh\n")
        pathlib.Path(program).chmod(0o755)
        done = self.shell(
            "/usr/bin/python3",
            "-c",
            "import kasuri.config",
            code=1,
            env={"KASURI": program, "PYTHONPATH": str(self.copy_without_build()), "HOME": str(self.dir)},
        )
        self.assertIn("BinaryMissing", done.stderr)
        self.assertIn("`make build`", done.stderr)
        self.assertIn("kasuri_python", done.stderr)

    @unittest.skipUnless(importlib.util.find_spec("pip") and BUILD == SOURCE / "build", "no pip")
    def test_pip_installs_a_built_tree(self):
        pip = ["/usr/bin/python3", "-m", "pip", "install", "-q", "--no-index", "--target", "site"]
        self.shell(*pip, SOURCE / "python")
        program = ("import kasuri, kasuri.config\n"
                   "print(kasuri.__file__, kasuri.binary(), kasuri.__version__)")
        done = self.shell("/usr/bin/python3", "-B", "-c", program,
                          env={"PYTHONPATH": "site", "HOME": str(self.dir)})
        self.assertIn(f"{self.dir}/site/kasuri/__init__.py {BUILD}/kasuri 0.", done.stdout)

    def test_a_missing_binary_names_the_command(self):
        alone = self.copy_without_build()
        done = self.shell(
            "/usr/bin/python3",
            "-c",
            "import kasuri\nkasuri.run({})",
            code=1,
            env={"PATH": "/nowhere", "PYTHONPATH": str(alone), "HOME": str(self.dir)},
        )
        self.assertIn("BinaryMissing", done.stderr)
        for command in ("make build", "make install", "apt install", "$KASURI"):
            self.assertIn(command, done.stderr)

    def test_compare_says_where_it_is_not_there(self):
        fake = self.write(
            "fake", "#!/bin/sh\n[ \"$1\" = --version ] && echo kasuri 9.9.9 || printf '  run  x\\n'\n"
        )
        os.chmod(fake, 0o755)
        os.environ["KASURI"] = fake
        with self.assertRaisesRegex(kasuri.VerbMissing, "has no verb 'compare'; it is of version 9.9.9"):
            kasuri.compare("a", "b")

    def test_values_that_are_no_settings(self):
        with self.assertRaisesRegex(TypeError, "cannot be object"):
            kasuri.run({**TORUS, "router": {"vcs": object()}})
        with self.assertRaisesRegex(ValueError, "cannot be nan"):
            kasuri.run(TORUS, {"jobs.0.pattern.load": float("nan")})
        with self.assertRaises(TypeError):
            kasuri.sweep(TORUS, {"router.vcs": 4})


    def test_tables_that_a_library_crashes_on(self):
        """A size of a text in HDF5's heap, and no checksum that refuses it."""
        import json
        run = kasuri.run({"topology": {"type": "torus", "extents": [2, 2]}, "jobs": [
            {"pattern": {"type": "uniform", "load": 0.1, "duration": "1 us"}}]})
        manifest = json.loads((run.directory / "manifest.json").read_text())
        del manifest["files"]
        (run.directory / "manifest.json").write_text(json.dumps(manifest))
        data = bytearray((run.directory / "results.h5").read_bytes())
        size = data.index(b"GCOL") + 16 + 8
        data[size:size + 2] = b"\xff\xff"
        (run.directory / "results.h5").write_bytes(data)
        with self.assertRaises(kasuri.ConfigError) as caught:
            kasuri.load(run.directory).tables
        self.assertIn("results.h5: error: ", str(caught.exception))


class Writing(Case):
    def test_toml_survives_any_text(self):
        import tomllib

        for text in ("", 'a"b', "c\\d", "line\nend", "tab\t", "µs 🧵", "\x7f\x01", "'''"):
            config = {
                "a": text,
                "b": [text],
                "c": {"d e": text, "list": [{"x": text}, {"x": 1.5, "y": [True]}]},
            }
            self.assertEqual(tomllib.loads(_toml.configuration(config)), config)

    def test_arrays_of_numpy_are_values(self):
        import numpy

        self.assertEqual(_toml.inline(numpy.array([1, 2])), "[1, 2]")
        self.assertEqual(_toml.inline(numpy.float64(0.5)), "0.5")
        self.assertEqual(_toml.inline(numpy.bool_(True)), "true")
        self.assertEqual(_toml.override("a.b", pathlib.Path("x")), f"a.b={self.dir}/x")

    def test_the_resolved_configuration_is_one(self):
        found = kasuri.check(TORUS)
        self.assertTrue(found)
        self.assertIn("torus 4x4", str(found))
        self.assertEqual(kasuri.run(self.write("all.toml", found.resolved)).hash, kasuri.run(TORUS).hash)


class Sweeping(Case):
    def test_a_sweep_is_a_frame_and_resumes(self):
        import numpy

        vary = {"router.vcs": [2, 4], "jobs.0.pattern.load": np_loads(numpy)}
        table = kasuri.sweep(TORUS, vary, workers=2, out="sweep")
        self.assertEqual(list(table["router.vcs"]), [2, 2, 4, 4])
        self.assertEqual(list(table["jobs.0.pattern.load"]), [0.1, 0.5, 0.1, 0.5])
        self.assertEqual(
            table.time_ps[0], kasuri.run(TORUS, {"jobs.0.pattern.load": 0.1, "router.vcs": 2}).time_ps
        )
        before = os.stat("sweep/sweep.db").st_mtime_ns
        again = kasuri.sweep(TORUS, vary, out="sweep")
        self.assertEqual(os.stat("sweep/sweep.db").st_mtime_ns, before)
        self.assertTrue(table.equals(again))

    def test_an_interrupted_sweep_goes_on(self):
        code = (
            "import kasuri\nconfig = " + repr(TORUS) + "\nprint(len(kasuri.sweep(config, "
            "{'jobs.0.pattern.duration': ['5 us', '6 us', '100 s']}, workers=1)))\n"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.addCleanup(process.kill)
        import sqlite3

        deadline = time.monotonic() + 300
        done = 0
        while done < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
            for db in self.dir.glob("cache/kasuri/python/sweeps/*/sweep.db"):
                try:
                    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as store:
                        done = store.execute("SELECT count(*) FROM points").fetchone()[0]
                except sqlite3.Error:
                    pass
        self.assertGreaterEqual(done, 2)
        process.send_signal(signal.SIGINT)  # as a notebook does: to this process alone
        _, err = process.communicate(timeout=300)
        self.assertIn(b"KeyboardInterrupt", err)
        table = kasuri.sweep(TORUS, {"jobs.0.pattern.duration": ["5 us", "6 us"]}, workers=1)
        self.assertEqual(list(table.status), ["done", "done"])
        with sqlite3.connect(db) as store:
            self.assertEqual(store.execute("SELECT count(*) FROM points").fetchone()[0], done)

    def test_points_that_fail_are_told(self):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            table = kasuri.sweep(
                TORUS, {"topology.extents": [[4, 4], [1 << 20]]}, settings={"run.memory_limit": "64 MiB"}
            )
        self.assertEqual([s == "failed" for s in table.status], [False, True])
        self.assertEqual(list(table["topology.extents"]), [[4, 4], [1 << 20]])
        self.assertIn("failed", str(said[-1].message))
        with self.assertRaises(kasuri.ConfigError):
            kasuri.sweep(TORUS, {"topology.extends": [4]})


def np_loads(numpy):
    return numpy.linspace(0.1, 0.5, 2)


class Others(Case):
    def test_a_trace_and_its_replay(self):
        trace = kasuri.trace(SOURCE / "examples/traces/pipeline.goal")
        self.assertEqual((trace.ranks, trace.format), (8, "goal"))
        self.assertEqual(trace.calls["send"], 21)
        slow = trace.replay({"topology": {"type": "torus", "extents": [8]}}, {"link.rate": "1 GB/s"})
        fast = kasuri.run({"topology": {"type": "torus", "extents": [8]}, "jobs": [{"trace": trace}]})
        self.assertGreater(slow.time, fast.time)

    def test_a_prediction(self):
        table = kasuri.predict("ndr-fat-tree", "allreduce", [8, "1 KiB"], nodes=4)
        self.assertEqual(len(table), 2)
        self.assertGreater(table.time_us[1], 0)

    def test_calibration_finds_the_constant_of_a_prediction(self):
        settings = {"mpi.send_overhead": "3 us"}
        truth = kasuri.predict(
            "ndr-fat-tree",
            "allreduce",
            [8, 256],
            nodes=4,
            algorithm="recursive-doubling",
            settings=settings,
        )
        rows = [
            f"ndr-fat-tree,4,1,x,allreduce,recursive_doubling,{r.bytes},{r.time_us}"
            for r in truth.itertuples()
        ]
        head = "system,nodes,tasks_per_node,library,collective,algorithm,bytes,median_us"
        measured = self.write("measured.csv", "\n".join([head, *rows]) + "\n")
        found = kasuri.calibrate("ndr-fat-tree", measured, fit=["mpi.send_overhead"], out="fitted.toml")
        self.assertEqual(found["constants"][0]["after"], "3 us")
        checked = kasuri.calibrate("fitted.toml", measured, system="ndr-fat-tree")
        self.assertEqual(checked["constants"], [])

    def test_calibration_takes_what_benchmarks_print(self):
        printed = self.write("osu.txt", "# Size  Avg Latency(us)\n8 5.0\n256 6.0\n")
        checked = kasuri.calibrate("ndr-fat-tree", printed, nodes=4, collective="allreduce")
        self.assertEqual([p["bytes"] for p in checked["points"]], [8, 256])

    def test_exports(self):
        run = kasuri.run(TORUS)
        run.export("json", "run.json")
        found = json.loads(pathlib.Path("run.json").read_text())
        self.assertEqual(found["summary"]["result_hash"], run.hash)
        self.assertEqual(found["tables"]["links"]["busy"], list(run.links.busy))


if __name__ == "__main__":
    unittest.main(verbosity=2)
