# SPDX-License-Identifier: MIT
"""Mistakes in configurations and mapping files: all of them named, with their place, and exit 2."""
from harness import *


class Configurations(KasuriTest):
    def refuse(self, text, *words, args=(), code=USAGE):
        outcome = self.run_config(text, *args)
        self.check(outcome, code, *words)
        self.assertEqual(outcome.out, "")
        self.check_nothing_left()
        return outcome

    def test_missing_file(self):
        self.check(self.kasuri("run", "none.toml"), USAGE, "none.toml", "No such file")
        self.check(self.kasuri("check", "."), USAGE, "directory")

    def test_broken_toml(self):
        self.refuse('[topology]\ntype = "torus\n', "config.toml:2:", "error")

    def test_empty_file(self):
        self.refuse("", "topology", "jobs")

    def test_units(self):
        self.refuse(SHORT + '[link]\nrate = 5\n', "config.toml:7:8: error", "GB/s")
        self.refuse(SHORT + '[link]\nrate = "5 ns"\n', "config.toml:7:8: error")
        self.refuse(SHORT + '[link]\ncable_latency = "5"\n', "config.toml:7:17: error", "ns")

    def test_negative_and_huge_values(self):
        self.refuse(SHORT + '[link]\nrate = "-5 GB/s"\n', "config.toml:7:8: error")
        self.refuse(SHORT + '[router]\nbuffer = "-1 B"\n', "config.toml:7:10: error")
        self.refuse(SHORT + '[router]\nvcs = 1000000\n', "config.toml:7:7: error", "32")
        self.refuse(SHORT + '[nic]\npacket = "999999999999999999999 B"\n', "config.toml:7:10: error")

    def test_extents(self):
        for extents in ("[-4, 4]", "[0]", "[]", "[2,2,2,2,2,2,2,2,2]", "[4.5]",
                        "[99999999999, 99999999999]", "[65535, 65535, 65535]"):
            self.refuse(SHORT.replace("[4, 4]", extents), "config.toml:3:", "extents")

    def test_unknown_keys_are_named_with_a_suggestion(self):
        self.refuse(SHORT + '[ruoter]\nvcs = 2\n', "unknown section 'ruoter'",
                    "did you mean 'router'")
        self.refuse(SHORT + '[link]\nraet = "5 GB/s"\n', "config.toml:7:1: error",
                    "did you mean 'rate'")
        self.refuse(SHORT.replace("torus", "tours"), "did you mean 'torus'")

    def test_all_mistakes_at_once(self):
        outcome = self.refuse(SHORT + '[link]\nraet = "5 GB/s"\n[nic]\npacket = "5 ns"\n'
                                      '[router]\nvcs = 0\n')
        self.assertEqual(outcome.err.count(": error: "), 3, outcome.err)

    def test_a_former_name_is_read_and_mentioned(self):
        tree = '[topology]\ntype = "fat-tree"\nradix = 4\n[routing]\ntype = "adaptive-up-down"\n' \
               'choices = 2\n[[jobs]]\npattern = "uniform"\n'
        (self.dir / "tree.toml").write_text(tree, encoding="utf-8")
        outcome = self.kasuri("check", "tree.toml", "--defaults")
        self.check(outcome, DONE)
        self.assertEqual(outcome.err, "tree.toml:6:1: note: 'choices' is now called 'candidates'\n")
        self.assertIn("\ncandidates = 2\n", outcome.out)

    def test_overrides(self):
        self.refuse(SHORT, "--set", args=("--set", "router.vsc=2"))
        self.refuse(SHORT, "--set", args=("--set", "router"))
        self.check(self.run_config(SHORT, "--set", "router.vcs=4", "--dry-run"), DONE, "4 VCs")

    def test_a_job_is_a_program_or_a_pattern(self):
        self.refuse(TORUS + "[[jobs]]\nranks = 2\n", "program", "pattern")
        self.refuse(TORUS + "[[jobs]]\nprogram = 'a.c'\npattern = 'uniform'\n", "not several")
        self.refuse(TORUS + "[[jobs]]\nprogram = 'none.c'\n", "none.c", "cannot be read")

    def test_more_ranks_than_nodes(self):
        self.refuse(SHORT + "ranks = 17\n", "17 ranks", "16 nodes", "ranks_per_node = 2")
        self.refuse(SHORT + "ranks = 0\n", "config.toml:6:9: error")
        self.refuse(SHORT + "ranks = 1000000000\n", "1000000000 ranks do not fit")
        self.refuse(TORUS + '[[jobs]]\nprogram = "a.c"\nranks = 1000000000\nmapping_file = "m"\n',
                    "memory", code=LIMIT)

    def test_a_routing_that_can_deadlock(self):
        self.refuse(SHORT + "[router]\nvcs = 1\n", "config.toml:7:7: error", "vcs", "(2,0) → (2,1) vc 0, ",
                    "2 virtual channels")

    def test_a_machine_that_does_not_fit(self):
        self.refuse(SHORT.replace("[4, 4]", "[1000, 1000, 600]"), "memory", code=LIMIT)
        self.refuse(SHORT + '[run]\nmemory_limit = "1 MiB"\n', "run.memory_limit", code=LIMIT)


class VirtualChannels(KasuriTest):
    def test_are_as_many_as_the_routing_needs(self):
        # UGAL on a dragonfly: one for each stage within groups, three (Kim et al. 2008, section 4).
        machine = ('[topology]\ntype = "dragonfly"\nrouters_per_group = 4\nglobal_links = 2\n'
                   'endpoints_per_router = 2\n[routing]\ntype = "%s"\n[[jobs]]\n'
                   'motif = { type = "stencil", grid = [8, 9], steps = 1 }\n')
        for routing, vcs in ("ugal-l", 3), ("progressive", 4), ("dragonfly-minimal", 2):
            self.write("config.toml", machine % routing)
            self.check(self.kasuri("check", "config.toml"), DONE, f" {vcs} VCs of ")
            self.check(self.kasuri("check", "config.toml", "--defaults"), DONE, f"\nvcs = {vcs}\n")
        # What is set is not changed.
        self.write("config.toml", machine % "ugal-l")
        self.check(self.kasuri("check", "config.toml", "--set", "router.vcs=2"), USAGE,
                   "needs at least 3 virtual channels")
        self.check(self.kasuri("check", "config.toml", "--set", "router.vcs=5"), DONE, " 5 VCs of ")


class Mappings(KasuriTest):
    def map(self, text, ranks=4):
        self.write("map.txt", text)
        return self.run_config(SHORT + f'ranks = {ranks}\nmapping_file = "map.txt"\n')

    def test_any_order_comments_and_several_ranks_of_a_node(self):
        self.check(self.map("# rank node\n3 15\n2 15\n\n0 1  # the first\n1, 2\n"), DONE)
        self.assertEqual(self.summary()["jobs"][0]["ranks"], 4)

    def test_all_mistakes_at_once(self):
        outcome = self.map("0 1\n0 2\n1 16\n7 3\nabc\n2\n3 4 5\n")
        self.check(outcome, USAGE, "map.txt:2:1: error: rank 0 is already in line 1",
                   "map.txt:3:3: error: node 16 does not exist",
                   "map.txt:4:1: error: rank 7 does not exist", "map.txt:5:1: error",
                   "map.txt:6:2: error", "map.txt:7:5: error",
                   "3 of 4 ranks have no node, the first is rank 1")
        self.check_nothing_left("map.txt")

    def test_holes(self):
        self.check(self.map("0 1\n3 1\n"), USAGE, "2 of 4 ranks have no node", "rank 1")
        self.check(self.map(""), USAGE, "4 of 4 ranks")

    def test_garbage(self):
        (self.dir / "map.txt").write_bytes(bytes(range(256)) * 100)
        self.check(self.run_config(SHORT + 'ranks = 4\nmapping_file = "map.txt"\n'), USAGE,
                   "map.txt:")
        self.check(self.map("-1 2\n0 99999999999999999999999\n"), USAGE, "map.txt:1:1", "map.txt:2:")

    def test_missing_file(self):
        self.check(self.run_config(SHORT + 'mapping_file = "none"\n'), USAGE,
                   "none: error: cannot be read")


if __name__ == "__main__":
    main()
