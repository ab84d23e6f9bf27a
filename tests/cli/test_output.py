# SPDX-License-Identifier: MIT
"""What Kasuri writes for people and other tools: new configurations, exports, manual pages,
completions, colour, silence."""
import csv
import json
import os
import pty
import re
import shutil
import sqlite3
import subprocess

from harness import DONE, KASURI, LIMIT, SHORT, SOURCE, USAGE, KasuriTest, main


class New(KasuriTest):
    def test_every_preset_can_be_checked_and_the_small_ones_run(self):
        presets = re.findall(r"^  (\S+)", self.kasuri("new").out, re.M)
        self.assertLessEqual(
            {"torus", "mesh", "fat-tree", "dragonfly", "program", "trace", "energy", "fugaku"},
            set(presets),
        )
        for preset in presets:
            file = f"{preset}/config.toml"
            self.check(self.kasuri("new", preset, "--out", file), DONE, f"{file} written")
            self.check(self.kasuri("check", file), DONE, "no errors")
            if not (SOURCE / "machines" / f"{preset}.toml").exists():
                self.check(self.kasuri("run", file, "--quiet", "--out", f"out-{preset}"), DONE)

    def test_the_schema_line_leads_to_the_schema(self):
        for _ in range(2):
            line = self.kasuri(
                "new", "torus", env=dict(os.environ, XDG_CACHE_HOME=str(self.dir / "c"))
            ).out.splitlines()[0]
            with open(re.fullmatch("#:schema (/.*)", line)[1], encoding="utf-8") as file:
                schema = json.load(file)
            self.assertEqual(schema, json.loads(self.kasuri("schema").out))
        for key in ("fidelity", "plugins", "topology"):
            self.assertIn(key, schema["properties"])

    def test_keys_have_their_meaning_above_them(self):
        text = self.kasuri("new", "torus").out
        self.assertIn("as many as the routing needs (integer,\n# 1 to 32)\nvcs = 2\n", text)
        self.assertIn('# architecture = "input-queued"\n', text)
        self.assertLessEqual(max(map(len, text.splitlines()[1:])), 100)

    def test_nothing_is_overwritten_and_names_are_corrected(self):
        self.write("config.toml", "mine")
        self.check(
            self.kasuri("new", "torus", "--out", "config.toml"),
            USAGE,
            "config.toml: error: is there already",
        )
        self.assertEqual((self.dir / "config.toml").read_text(), "mine")
        self.check(self.kasuri("new", "tours"), USAGE, "unknown preset 'tours'; did you mean 'torus'?")


class Exports(KasuriTest):
    def setUp(self):
        super().setUp()
        self.check(self.run_config(SHORT + '[power]\npreset = "nsimpower-table1"\n', "--quiet"), DONE)

    def test_json_csv_and_sqlite_have_the_same(self):
        self.check(self.kasuri("export", "out", "--to", "json"), DONE, "out.json written")
        found = json.loads((self.dir / "out.json").read_text())
        self.assertEqual(found["summary"], self.summary())
        self.assertEqual(found["units"]["links"], {"bytes": "B", "busy": "ps"} | found["units"]["links"])
        self.check(self.kasuri("export", "out", "--to", "sqlite", "--out", "r.db"), DONE)
        with sqlite3.connect(self.dir / "r.db") as db:
            tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            self.assertEqual(tables, set(found["tables"]) | {"summary", "units"})
            self.assertEqual(
                db.execute("SELECT value FROM summary WHERE key = 'result_hash'").fetchone()[0],
                found["summary"]["result_hash"],
            )
            for name, table in found["tables"].items():
                for column, values in table.items():
                    self.assertEqual(
                        [v[0] for v in db.execute(f'SELECT "{column}" FROM "{name}"')], values
                    )
            self.assertEqual(
                db.execute(
                    "SELECT unit FROM units WHERE \"table\" = 'links' AND \"column\" = 'busy'"
                ).fetchone()[0],
                "ps",
            )
            self.assertEqual(db.execute("SELECT typeof(busy) FROM links").fetchone()[0], "integer")
        self.check(self.kasuri("export", "out", "--to", "csv"), DONE)
        for name, table in found["tables"].items():
            with open(self.dir / "out-csv" / f"{name}.csv", newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            for column, values in table.items():
                self.assertEqual([type(v)(r[column]) for r, v in zip(rows, values, strict=True)], values)

    def test_refuses_what_it_cannot_do(self):
        self.write("out.json", "mine")
        self.check(
            self.kasuri("export", "out", "--to", "json"), USAGE, "out.json: error: is there already"
        )
        self.check(self.kasuri("export", "out", "--to", "xml"), USAGE)
        self.check(self.kasuri("export", "nothing", "--to", "csv"), USAGE, "not a run directory")
        self.check(
            self.kasuri("export", "out", "--to", "sqlite", "--out", "no/folder/r.db"),
            LIMIT,
            "cannot be written: No such file or directory",
        )
        self.assertFalse((self.dir / "no").exists())
        with open(self.dir / "out" / "results.h5", "r+b") as file:
            file.seek(4000)
            file.write(b"damage")
        self.check(self.kasuri("export", "out", "--to", "csv"), USAGE, "results.h5")


class Pages(KasuriTest):
    def test_every_verb_has_a_page(self):
        self.check(self.kasuri("man", "--out", "man"), DONE)
        listed = re.findall(r"^  (\S+)  ", self.kasuri("--help").out.split("Simulate:")[1], re.M)
        pages = sorted(p.name for p in (self.dir / "man").iterdir())
        self.assertEqual(pages, sorted(["kasuri.1", *(f"kasuri-{v}.1" for v in listed)]))
        self.assertIn("\\fB\\-\\-vary\\fR \\fIKEY=VALUES\\fR", self.kasuri("man", "sweep").out)
        self.check(self.kasuri("man", "nothing"), USAGE, "there is no verb 'nothing'")
        if shutil.which("man"):
            for page in pages:
                done = subprocess.run(
                    ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", f"man/{page}"],
                    cwd=self.dir,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                self.assertEqual((done.returncode, done.stderr), (0, ""), page)

    def complete(self, *words):
        script = (
            f"source c.bash; COMP_WORDS=({' '.join(words[:-1])} '{words[-1]}'); "
            f"COMP_CWORD={len(words) - 1}; "
            "_kasuri; printf '%s\\n' \"${COMPREPLY[@]}\""
        )
        return subprocess.run(
            ["bash", "-c", script], cwd=self.dir, capture_output=True, text=True, check=True
        ).stdout.split()

    def test_bash_completes(self):
        self.write("c.bash", self.kasuri("completion", "bash").out)
        self.assertEqual(self.complete("kasuri", "sw"), ["sweep"])
        self.assertEqual(self.complete("kasuri", "run", "--form"), ["--format"])
        self.assertEqual(self.complete("kasuri", "run", "--format", "n"), ["nsim", "nsimpower"])
        self.assertEqual(self.complete("kasuri", "run", "--machine", "fu"), ["fugaku"])
        self.assertEqual(self.complete("kasuri", "predict", "fu"), ["fugaku"])
        self.assertEqual(self.complete("kasuri", "run", "--set", "jobs.0.ran"),
                         ["jobs.0.ranks=", "jobs.0.ranks_per_node="])
        self.assertEqual(self.complete("kasuri", "new", "dr"), ["dragonfly"])
        self.assertEqual(self.complete("kasuri", "trace", "in"), ["info"])
        self.write("my config.toml", "")
        self.assertEqual(self.complete("kasuri", "run", "my"), ["my", "config.toml"])

    def test_other_shells_accept_theirs(self):
        for shell, how in (("zsh", ["-n"]), ("fish", ["--no-execute"]), ("bash", ["-n"])):
            self.write("completion", self.kasuri("completion", shell).out)
            self.assertIn("fugaku", (self.dir / "completion").read_text())
            if shutil.which(shell):
                done = subprocess.run(
                    [shell, *how, "completion"], cwd=self.dir, capture_output=True, text=True, check=False
                )
                self.assertEqual((done.returncode, done.stderr), (0, ""), shell)
        self.check(self.kasuri("completion", "csh"), USAGE)

    def test_fish_completes(self):
        if not shutil.which("fish"):
            self.skipTest("fish is not installed")
        self.write("k.fish", self.kasuri("completion", "fish").out)
        done = subprocess.run(
            ["fish", "-c", "source k.fish; complete -C 'kasuri run --format n'; "
                           "complete -C 'kasuri run --set router.vcs'"],
            cwd=self.dir,
            env=dict(os.environ, HOME=str(self.dir)),
            capture_output=True,
            text=True,
            check=True,
        )
        self.assertEqual(
            [line.split("\t")[0] for line in done.stdout.splitlines()],
            ["nsim", "nsimpower", "router.vcs="],
        )


class Terminal(KasuriTest):
    def on_terminal(self, *args, **more):
        """What comes out of a terminal of its own."""
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [KASURI, *args],
            cwd=self.dir,
            stdin=subprocess.DEVNULL,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", "NO_COLOR": "", **more},
        )
        os.close(slave)
        text = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            if not part:
                break
            text += part
        process.wait()
        os.close(master)
        return text.decode()

    def test_errors_are_red_on_terminals_only(self):
        self.write("config.toml", SHORT.replace("load", "laod"))
        self.assertIn(
            "\033[1;31merror:\033[0m unknown key 'laod'", self.on_terminal("check", "config.toml")
        )
        self.assertNotIn("\033", self.on_terminal("check", "config.toml", NO_COLOR="1"))
        self.assertNotIn("\033", self.on_terminal("check", "config.toml", TERM="dumb"))
        self.assertNotIn("\033", self.kasuri("check", "config.toml").err)

    def test_headings_are_bold_on_terminals_only(self):
        self.write("config.toml", SHORT)
        self.assertIn("\033[1mbottleneck\033[0m", self.on_terminal("run", "config.toml", "--out", "a"))
        self.assertNotIn("\033", (self.dir / "a" / "summary.txt").read_text())

    def test_quiet_says_nothing_unless_something_is_wrong(self):
        outcome = self.run_config(SHORT, "--quiet")
        self.assertEqual((outcome.code, outcome.out, outcome.err), (DONE, "", ""))
        self.assertTrue(self.summary()["complete"])
        outcome = self.run_config(SHORT, "--quiet", "--json")
        self.assertEqual(json.loads(outcome.out)["result_hash"], self.summary()["result_hash"])
        self.check(
            self.run_config(SHORT, "--quiet", "--set", "router.vcs=99"), USAGE, "error: 'vcs' is 99"
        )
        outcome = self.kasuri("sweep", "config.toml", "--vary", "router.vcs=2,4", "--out", "s", "--quiet")
        self.assertEqual((outcome.code, outcome.out, outcome.err), (DONE, "", ""))
        flow = SHORT + "[router]\nspeedup = 1\n"  # has no effect at flow level
        outcome = self.run_config(flow, "--quiet", "--fidelity", "flow")
        self.assertEqual((outcome.code, outcome.out, outcome.err), (DONE, "", ""))
        self.assertIn("no effect at flow level", self.run_config(flow, "--fidelity", "flow").err)

    def test_the_version_says_what_it_was_built_with(self):
        first, second = self.kasuri("--version").out.splitlines()
        self.assertRegex(first, r"^kasuri \d+\.\d+\.\d+$")
        self.assertRegex(second, r"^built .* by (GCC|Clang) .*HDF5 1\.\d+\.\d+, SQLite 3\.")


if __name__ == "__main__":
    main()
