# SPDX-License-Identifier: MIT
"""Run directories that were damaged since: whatever reads them says so and why, and never crashes. Damage
is drawn at random from a seed that a failure shows."""
import json
import random
import shutil

from harness import *

CONFIG = TORUS + """[power]
chunk = "5 us"
transient = "links"
[statistics]
split = "links"
waits = true
[statistics.timeline]
until = "5 us"
[[jobs]]
pattern = { type = "uniform", load = 0.2, duration = "10 us" }
"""
VERBS = (["report", "{}"], ["report", "{}", "--format", "nsim"], ["report", "{}", "--csv"],
         ["diff", "{}", "whole"], ["diff", "whole", "{}"], ["rerun", "{}"], ["power", "{}"],
         ["power", "{}", "--format", "boxfish"], ["power", "{}", "--format", "maps-svg"],
         ["picture", "{}"])
WRONG = [None, "x", -1, 1e300, True, [], {}, 2**70, ["x"], ""]


def leaves(value, path=()):
    if isinstance(value, dict):
        for key, v in value.items():
            yield path + (key,)
            yield from leaves(v, path + (key,))
    elif isinstance(value, list):
        for i, v in enumerate(value):
            yield path + (i,)
            yield from leaves(v, path + (i,))


class Damage(KasuriTest):
    def setUp(self):
        super().setUp()
        self.write("config.toml", CONFIG)
        self.check(self.kasuri("run", "config.toml", "--out", "whole"), DONE)

    def copy(self):
        shutil.rmtree(self.dir / "copy", ignore_errors=True)
        shutil.copytree(self.dir / "whole", self.dir / "copy")
        return self.dir / "copy"

    def copy_without_hashes(self):
        """As of a version that kept none."""
        run = self.copy()
        manifest = json.loads((run / "manifest.json").read_text())
        del manifest["files"]
        (run / "manifest.json").write_text(json.dumps(manifest))
        return run

    def expect_told(self, verb, what, may_pass=True):
        """An answer, or one message of what is wrong; a different result only where it is run again."""
        outcome = self.kasuri(*[word.format("copy") for word in verb])
        allowed = {USAGE} | ({DONE} if may_pass else set())
        if verb[0] == "rerun":
            allowed |= {INTERNAL, LIMIT} if "gives another result" in outcome.err else {LIMIT}
        self.assertIn(outcome.code, allowed, (verb, what, outcome.out, outcome.err))
        if outcome.code:
            self.assertIn("error: ", outcome.err, (verb, what))
            self.assertNotIn("internal error", outcome.err, (verb, what))

    def test_all_is_well_before(self):
        self.copy()
        for verb in VERBS:
            self.check(self.kasuri(*[word.format("copy") for word in verb]), DONE)

    def test_bytes(self):
        rng = random.Random(20261120)
        for turn in range(60):
            name = rng.choice(["config.toml", "summary.json", "manifest.json", "results.h5",
                               "timeline.json"])
            file = self.copy() / name
            data = bytearray(file.read_bytes())
            how = rng.choice(["cut", "flip", "zero", "insert", "empty", "missing"])
            at = rng.randrange(len(data))
            if how == "cut":
                del data[at:]
            elif how == "flip":
                for _ in range(rng.choice([1, 20])):
                    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            elif how == "zero":
                data[at:at + 100] = bytes(len(data[at:at + 100]))
            elif how == "insert":
                data[at:at] = rng.randbytes(9)
            elif how == "empty":
                data.clear()
            file.write_bytes(data)
            if how == "missing":
                file.unlink()
            # What a run wrote is known by a hash; the manifest that tells it may say less.
            same = data == (self.dir / "whole" / name).read_bytes() and how != "missing"
            self.expect_told(rng.choice(VERBS), (turn, name, how, at),
                             may_pass=name == "manifest.json" or same)

    def test_values(self):
        """JSON that is well-formed and wrong, of a run whose manifest has no hashes."""
        rng = random.Random(7)
        for turn in range(120):
            run = self.copy_without_hashes()
            name = rng.choice(["summary.json"] * 4 + ["manifest.json", "timeline.json"])
            value = json.loads((run / name).read_text())
            path = rng.choice(list(leaves(value)))
            at = value
            for key in path[:-1]:
                at = at[key]
            wrong = rng.choice([*WRONG, "gone"])
            if wrong == "gone":
                del at[path[-1]]
            else:
                at[path[-1]] = wrong
            (run / name).write_text(json.dumps(value))
            self.expect_told(rng.choice(VERBS), (turn, name, path, wrong))

    def test_configurations(self):
        rng = random.Random(3)
        for turn in range(20):
            file = self.copy_without_hashes() / "config.toml"
            lines = file.read_text().splitlines()
            how = rng.choice(["cut", "line", "gone", "binary"])
            if how == "cut":
                lines = lines[:rng.randrange(len(lines))]
            elif how == "line":
                lines[rng.randrange(len(lines))] = "= [[ \"\\"
            elif how == "gone":
                del lines[rng.randrange(len(lines))]
            text = "\n".join(lines).encode()
            file.write_bytes(b"\xff\x00" + text if how == "binary" else text)
            self.expect_told(rng.choice([["rerun", "{}"], ["diff", "whole", "{}"]]), (turn, how))


if __name__ == "__main__":
    unittest.main()
