# SPDX-License-Identifier: MIT
"""What can be asked without a run: list, help, schema, reference, check, cc and c++."""
import json
import pathlib
import re
import subprocess

from harness import *


class Verbs(KasuriTest):
    def test_no_verb_is_a_mistake(self):
        self.check(self.kasuri(), USAGE)
        self.check(self.kasuri("rnu"), USAGE)

    def test_basic_settings_come_first(self):
        self.assertRegex(self.kasuri("help", "nic").out, r"(?s)\n  packet .*For experts.*\n  loopback ")
        self.check(self.kasuri("help", "nic.dma_read_rate"), DONE, "expert ")
        self.assertNotIn("expert", self.kasuri("help", "nic.packet").out)
        listed = (SOURCE / "src/experiment/plan/basic_settings.cpp").read_text()
        for section, keys in re.findall(r'\{"(\w+)",\s*\{(.*?)\}\}', listed, re.DOTALL):
            shown = self.kasuri("help", section).out
            for key in re.findall(r'"(\w+)"', keys):
                self.assertIn(f"\n  {key} ", shown.split("For experts")[0], section)

    def test_help_and_version(self):
        self.check(self.kasuri("--help"), DONE, "check", "run", "Exit codes")
        self.check(self.kasuri("help"), DONE, "check", "run")
        self.check(self.kasuri("--version"), DONE, "kasuri 0.")

    def test_help_of_a_component_and_of_a_section(self):
        self.check(self.kasuri("help", "topology"), DONE, "torus")
        self.check(self.kasuri("help", "topology", "torus"), DONE, "extents")
        self.check(self.kasuri("help", "nic"), DONE, "dma_read_rate")
        self.check(self.kasuri("help", "compare"), DONE, "[[candidates]]", "slim-fly",
                   "kasuri compare --help")
        self.check(self.kasuri("help", "compare.candidates.family"), DONE, "networks of one kind")

    def test_help_suggests_names(self):
        self.check(self.kasuri("help", "topolgy"), USAGE, "did you mean 'topology'")
        self.check(self.kasuri("help", "topology", "tours"), USAGE, "did you mean 'torus'")

    def test_help_of_a_setting(self):
        self.check(self.kasuri("help", "link.rate"), DONE, "link.rate: ", "default  ", "GB/s")
        self.check(self.kasuri("help", "topology.extents"), DONE, "of topology torus", "of topology mesh")
        self.check(self.kasuri("help", "jobs.0.pattern.load"), DONE, "of pattern uniform")
        self.check(self.kasuri("help", "jobs.replay"), DONE, "computations")
        self.check(self.kasuri("help", "topology.type"), DONE, "torus", "dragonfly")
        self.check(self.kasuri("help", "link.nic"), DONE, "[link.CLASS]")
        self.check(self.kasuri("help", "link.raet"), USAGE, "did you mean 'link.rate'")

    def test_help_of_a_word(self):
        # A component of any kind, a key of any section, and what speaks of a word.
        self.check(self.kasuri("help", "dragonfly"), DONE, "topology dragonfly: ", "routers_per_group",
                   "kasuri help routing dragonfly-minimal")
        self.check(self.kasuri("help", "greedy"), DONE, "planner greedy: ", "circuits")
        self.check(self.kasuri("help", "cable_latency"), DONE, "link.cable_latency: ",
                   "nic.cable_latency: ")
        self.check(self.kasuri("help", "Sleep"), DONE, "link_policy idle-timer", "power.t_lt", " more")
        self.check(self.kasuri("help", "xyzzy"), USAGE, "unknown kind, section or setting 'xyzzy'")

    def test_help_fits_eighty_columns(self):
        for words in (["help", "mpi"], ["help", "nic"], ["help", "chip"], ["help", "sleep"], ["list"],
                      ["--help"], ["run", "--help"], ["sweep", "--help"], ["list", "machines"]):
            for line in self.kasuri(*words).out.splitlines():
                # A word that is longer than a line stands alone.
                self.assertTrue(len(line) <= 80 or " " not in line.strip(), f"{words}: {line}")

    def test_verbs_come_in_groups(self):
        out = self.kasuri("--help").out
        self.assertLess(out.index("\nSimulate:"), out.index("\n  new "))
        self.assertLess(out.index("\n  run "), out.index("\nLook at a run"))
        for verb in "report", "import", "mpicc", "completion":
            self.assertIn(f"\n  {verb} ", out)

    def test_files_of_other_verbs(self):
        self.check(self.kasuri("help", "chip"), DONE, "packet and circuit", "[delay]", "kasuri chip --help")
        self.check(self.kasuri("help", "manycore"), DONE, "pipes", "engine")
        self.check(self.kasuri("help", "chip.energy.link"), DONE, "chip.energy.link: ", "default")
        self.check(self.kasuri("schema", "chpi"), USAGE, "did you mean 'chip'", "manycore")
        for verb, key in ("chip", "delay"), ("manycore", "pipes"):
            self.assertIn(key, json.loads(self.kasuri("schema", verb).out)["properties"])
            self.assertIn(f"## Files of `kasuri {verb}`", self.kasuri("reference").out)

    def test_help_of_a_verb(self):
        self.check(self.kasuri("help", "sweep"), DONE, "--vary")
        self.check(self.kasuri("help", "run"), DONE, "seed", "kasuri run --help")

    def test_mistyped_verbs_and_options_get_suggestions(self):
        self.check(self.kasuri("rnu"), USAGE, "unknown verb 'rnu'; did you mean 'run'")
        self.check(self.kasuri("swep", "x.toml"), USAGE, "did you mean 'sweep'")
        self.write("config.toml", SHORT)
        for args, word in ((("run", "config.toml", "--thread", "2"), "did you mean '--threads'"),
                           (("run", "config.toml", "--treads=2"), "did you mean '--threads'"),
                           (("check", "config.toml", "--sett", "a=1"), "did you mean '--set'"),
                           (("list", "--jsn"), "did you mean '--json'"),
                           (("--versoin",), "did you mean '--version'")):
            self.check(self.kasuri(*args), USAGE, word)
        self.check(self.kasuri("run", "config.toml", "--quite-another"), USAGE, "--quite-another",
                   "kasuri run --help")

    def test_empty_arguments_are_named(self):
        self.write("config.toml", SHORT)
        for args, word in ((("run", ""), "the value of config is empty"),
                           (("run", "config.toml", "--out", ""), "the value of --out is empty"),
                           (("run", "config.toml", "--out="), "--out"),
                           (("check", "config.toml", "--set", ""), "the value of --set is empty"),
                           (("diff", "", "runs/a"), "the value of "),
                           (("trace", "check", ""), "is empty"),
                           (("sweep", "config.toml", "--vary", "router.vcs=2", "--out", ""), "--out")):
            self.check(self.kasuri(*args), USAGE, word)
        self.check_nothing_left()

    def test_errors_of_the_command_line_name_verb_and_fix(self):
        self.check(self.kasuri("run", "x.toml", "--threads", "0"), USAGE, "kasuri run: error: --threads: ",
                   "; kasuri run --help explains its arguments")
        self.check(self.kasuri("predict"), USAGE, "kasuri predict: error: machine is required")
        self.write("study.toml", "endpoints = 32\n[[candidates]]\nfamily = \"torus\"\n")
        for verb in "run", "check":
            self.check(self.kasuri(verb, "study.toml"), USAGE, "this is a study: kasuri compare study.toml")

    def test_results_go_where_out_says_and_replacing_is_noted(self):
        text = 'topology = { type = "torus", extents = [2, 2] }\n[[jobs]]\npattern = "uniform"\n'
        self.write("c.toml", text.replace('"uniform"', '{ type = "uniform", duration = "1 us" }'))
        for option in "-o", "--out", "--output":
            done = self.kasuri("run", "c.toml", option, "here")
            self.check(done, DONE, "results in here")
            self.assertNotIn("replaces", done.err)
        done = self.kasuri("run", "c.toml", "--set", "run.seed=7", "--out", "here")
        self.check(done, DONE, "kasuri: this replaces the run of another configuration in here")

    def test_list(self):
        self.check(self.kasuri("list"), DONE, "topology", "torus", "[nic]")
        self.check(self.kasuri("list", "pattern"), DONE, "uniform")
        self.check(self.kasuri("list", "paterns"), USAGE, "unknown kind 'paterns'")

    def test_list_as_json(self):
        everything = json.loads(self.kasuri("list", "--json").out)
        kinds = {k["name"]: k for k in everything["kinds"]}
        self.assertIn("torus", [c["name"] for c in kinds["topology"]["components"]])
        torus = [c for c in json.loads(self.kasuri("list", "topology", "--json").out)
                 if c["name"] == "torus"]
        self.assertIn("extents", [f["key"] for f in torus[0]["fields"]])

    def test_schema_is_json(self):
        schema = json.loads(self.kasuri("schema").out)
        self.assertIn("topology", schema["required"])
        self.assertIn("jobs", schema["properties"])

    def test_reference_is_the_committed_page(self):
        page = self.kasuri("reference").out
        committed = (SOURCE / "docs" / "reference.md").read_text()
        self.assertEqual(page, committed,
                         "docs/reference.md is old; build/kasuri reference > docs/reference.md")

    def test_a_full_output_is_an_error(self):
        with open("/dev/full", "w") as full:
            process = subprocess.run([KASURI, "reference"], stdout=full, stderr=subprocess.PIPE,
                                     text=True)
        self.assertEqual(process.returncode, LIMIT)
        self.assertIn("cannot write", process.stderr)


class Check(KasuriTest):
    def test_describes_the_machine(self):
        self.write("config.toml", SHORT)
        self.check(self.kasuri("check", "config.toml"), DONE, "no errors", "16 routers",
                   "64 router-to-router links", "memory")
        self.check_nothing_left()

    def test_the_machine_comes_first_and_defaults_on_request(self):
        self.write("config.toml", SHORT)
        out = self.kasuri("check", "config.toml").out
        self.assertTrue(out.startswith("config.toml: no errors\n\nmachine"), out)
        self.assertNotIn("[router]", out)
        self.assertIn("kasuri check config.toml --defaults", out)

    def test_its_defaults_are_a_configuration(self):
        self.write("config.toml", SHORT)
        first = self.kasuri("check", "config.toml", "--defaults").out
        self.assertIn("[router]", first)
        self.write("config.toml", first)
        again = self.kasuri("check", "config.toml", "--defaults")
        self.check(again, DONE)
        without_memory = lambda text: [line for line in text.splitlines() if "memory " not in line]
        self.assertEqual(without_memory(again.out), without_memory(first))


class Compilers(KasuriTest):
    def test_c_and_cxx_make_programs(self):
        for verb, name in (("cc", "program.c"), ("c++", "program.cpp")):
            header = "stddef.h" if verb == "cc" else "vector"
            self.write(name, f"#include <mgen.h>\n#include <{header}>\n"
                       "int MGEN_Main(int argc, char** argv) { return 0; }\n")
            self.check(self.kasuri(verb, "-Wall", "-o", "program.so", name), DONE)
            self.check(self.run_config(PROGRAM.replace("program.c", "program.so")), DONE)

    def test_all_options_are_the_compilers(self):
        self.check(self.kasuri("cc", "--version"), DONE)
        self.assertNotIn("kasuri", self.kasuri("cc", "--help").out.lower())
        self.assertNotEqual(self.kasuri("cc", "run").code, DONE)  # a file that does not exist

    def test_no_compiler(self):
        self.write("program.c", "")
        env = dict(os.environ, CC="no-such-compiler")
        self.check(self.kasuri("cc", "program.c", env=env), USAGE, "no-such-compiler", "CC")


if __name__ == "__main__":
    main()
