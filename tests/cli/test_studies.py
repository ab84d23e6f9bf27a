# SPDX-License-Identifier: MIT
"""The programs of the studies: found beside kasuri, started with its arguments, asked what they know."""
import json
import os
import re
import signal

from harness import *

STUDIES = {"chip": "kasuri-chip", "manycore": "kasuri-manycore", "cpu": "kasuri-manycore"}
CHIP = str((SOURCE / "examples/on-chip/small.toml").resolve())
# Elements that wait for each other take long enough to be stopped.
MANYCORE = str((SOURCE / "examples/manycore/pde-8080.toml").resolve())


def program(name):
    return str(pathlib.Path(KASURI).resolve().with_name(name))


class Beside(KasuriTest):
    def direct(self, verb, *args):
        out = subprocess.run([program(STUDIES[verb]), verb, *args], capture_output=True, text=True,
                             cwd=self.dir, stdin=subprocess.DEVNULL)
        return Outcome(out.returncode, out.stdout, out.stderr)

    def test_the_same_answer_as_from_the_program_itself(self):
        for verb, *args in (["chip", CHIP], ["chip", CHIP, "--json"], ["chip", "--help"], ["chip"],
                            ["chip", "missing.toml"], ["chip", CHIP, "--set", "no_such=1"],
                            ["chip", CHIP, "--sett"], ["manycore", "--help"], ["manycore", CHIP],
                            ["cpu", "--help"], ["cpu", "z80", "x"]):
            with self.subTest([verb, *args]):
                one, other = self.kasuri(verb, *args), self.direct(verb, *args)
                self.assertEqual((one.code, one.out, one.err), (other.code, other.out, other.err))

    def test_exit_codes(self):
        self.check(self.kasuri("chip", CHIP), DONE, "energy")
        self.check(self.kasuri("chip", CHIP, "--sett"), USAGE, "did you mean '--set'")
        self.check(self.kasuri("chip", ""), USAGE, "is empty")
        with open("/dev/full", "w") as full:
            process = self.start("chip", CHIP, stdout=full)
            err = process.communicate(timeout=300)[1]
        self.check(Outcome(process.returncode, "", err), LIMIT, "cannot write")

    def test_a_signal_ends_the_study(self):
        process = self.start("manycore", MANYCORE, "--set", "program.waves=1048576", "--progress")
        self.assertIn("ranks take", process.stderr.readline())
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)

    def test_all_that_they_have_registered_is_listed(self):
        listed = json.loads(self.kasuri("list", "--json").out)
        kinds = {kind["name"]: kind for kind in listed["kinds"]}
        reference, text = self.kasuri("reference").out, self.kasuri("list").out
        schema = json.loads(self.kasuri("schema").out)["$defs"]
        for name in set(STUDIES.values()):
            said = subprocess.run([program(name), "describe"], capture_output=True, text=True, check=True)
            catalogue = json.loads(said.stdout)["catalogue"]
            self.assertTrue(catalogue["kinds"])
            for kind in catalogue["kinds"]:
                self.assertEqual(kinds[kind["name"]]["components"], kind["components"])
                self.assertIn(f"\n## {kind['name']}\n", reference)
                self.assertEqual(schema[kind["name"]]["oneOf"], kind["schema"]["oneOf"])
                for component in kind["components"]:
                    self.assertRegex(text, rf"(?m)^  {re.escape(component['name'])} ")
                    explained = self.kasuri("help", kind["name"], component["name"])
                    self.check(explained, DONE)
                    self.assertIn(component["summary"], " ".join(explained.out.split()))
            for file in catalogue["files"]:
                self.assertIn(file, [dict(file, **f) for f in listed["files"]])
        # In the order of all kinds.
        self.assertEqual(list(kinds), sorted(kinds))
        self.check(self.kasuri("help", "planner", "greddy"), USAGE, "unknown planner 'greddy'",
                   "did you mean 'greedy'")

    def test_arguments_in_manual_pages_and_completions(self):
        for verb, option in ("chip", "--svg"), ("manycore", "--rom"), ("cpu", "--origin"):
            self.assertIn(option.replace("-", "\\-"), self.kasuri("man", verb).out)
            for shell in "bash", "zsh", "fish":
                self.assertIn(option[2:], self.kasuri("completion", shell).out)
            self.check(self.kasuri(verb, "--help"), DONE, f"kasuri {verb}", option)
        self.check(self.kasuri("help", "cpu"), DONE, "--origin")

    def test_pages(self):
        kasuri = self.program_with_page()
        for file, kind in (CHIP, "chip"), (MANYCORE.replace("pde", "barrier"), "manycore"):
            for more, code, said in (("--set=title=1", USAGE, "unknown key 'title'"),
                                     ("--no-plugins", DONE, kind)):
                out = subprocess.run([kasuri, "view", file, "-o", f"{kind}.html", more], cwd=self.dir,
                                     capture_output=True, text=True)
                self.check(Outcome(out.returncode, out.stdout, out.stderr), code, said)
            self.assertIn(f'"kind":"{kind}"', (self.dir / f"{kind}.html").read_text())


class Missing(KasuriTest):
    """kasuri alone, as `make run` builds it."""

    def setUp(self):
        super().setUp()
        self.bin = self.dir / "bin"
        self.bin.mkdir()
        shutil.copy2(KASURI, self.bin)
        (self.dir / "include").mkdir()
        (self.dir / "include/kasuri").symlink_to(INCLUDE)

    def alone(self, *args, **options):
        out = subprocess.run([self.bin / "kasuri", *args], cwd=self.dir, capture_output=True, text=True,
                             **options)
        return Outcome(out.returncode, out.stdout, out.stderr)

    def fake(self, folder, name, text):
        (folder / name).write_text("#!/bin/sh\n" + text)
        (folder / name).chmod(0o755)

    def test_a_missing_one_is_named_with_its_cure(self):
        for verb, name in STUDIES.items():
            for args in [verb, CHIP], [verb, "--help"]:
                self.check(self.alone(*args), USAGE,
                           f"kasuri: error: {self.bin.resolve() / name} is missing",
                           "`make build` builds it")
        self.check(self.alone("--help"), DONE, "chip", "cpu", "manycore")

    def test_what_needs_no_study_says_nothing(self):
        self.write("config.toml", SHORT)
        self.assertEqual(self.alone("run", "config.toml").err, "")
        self.assertEqual(self.alone("check", "config.toml").err, "")

    def test_lists_of_what_there_is(self):
        for args, word in ((["list"], "topology"), (["reference"], "## topology"), (["schema"], "topology"),
                           (["help", "topology"], "torus"), (["man", "run"], "kasuri"),
                           (["completion", "bash"], "topology")):
            outcome = self.alone(*args)
            self.check(outcome, DONE, word)
            for name in set(STUDIES.values()):
                self.assertIn(f"kasuri: note: {self.bin.resolve() / name} is missing", outcome.err)
        self.check(self.alone("help", "planner"), DONE, "is missing", "What mentions 'planner'")

    def test_none_is_taken_from_elsewhere(self):
        self.fake(self.dir, "kasuri-chip", "touch ran")
        env = dict(os.environ, PATH=f"{self.dir}:{os.environ['PATH']}")
        for args in ["chip", CHIP], ["list"], ["view", CHIP]:
            self.alone(*args, env=env)
        self.assertFalse((self.dir / "ran").exists())

    def test_one_of_another_build(self):
        older = json.dumps({"catalogue": {"format": 0}, "verbs": []})
        for answer in "echo no JSON", "exit 1", "echo '{}'", f"echo '{older}'":
            self.fake(self.bin, "kasuri-chip", answer)
            self.check(self.alone("list"), USAGE, "kasuri-chip: error: ", "`make build` builds it again")


if __name__ == "__main__":
    unittest.main()
