# SPDX-License-Identifier: MIT
"""Run directories that were damaged since: whatever reads them says so and why, and never crashes. Damage
is drawn at random from a seed that a failure shows."""
import json
import random
import re
import shutil
import struct

from harness import *

CONFIG = TORUS + """[power]
preset = "nsimpower-table1"
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
OF_TABLES = (["report", "{}", "--html"], ["report", "{}", "--csv", "--no-plots"],
             ["report", "{}", "--tables"], ["picture", "{}"], ["picture", "{}", "--matrix"],
             ["diff", "{}", "whole"], ["export", "{}", "--to", "sqlite", "--out", "e.db"],
             ["export", "{}", "--to", "json", "--out", "e"], ["power", "{}"], ["view", "{}"],
             ["view", "whole", "{}"])
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


def heap_objects(data):
    """Where the texts of an HDF5 file begin: objects of global heaps, each with a head of 16 bytes (HDF5
    File Format Specification 3.0, section III.E)."""
    found = []
    for heap in (m.start() for m in re.finditer(b"GCOL", data)):
        size, at = struct.unpack_from("<Q", data, heap + 8)[0], heap + 16
        while at + 16 <= heap + size:
            found.append(at)
            index, _, _, n = struct.unpack_from("<HHIQ", data, at)
            at += 16 + (n + 7) // 8 * 8 if index else size
    return found


class Damage(KasuriTest):
    @classmethod
    def setUpClass(cls):
        cls.program = cls.program_with_page()

    def start(self, *args, **options):
        return super().start(*args, executable=self.program, **options)

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

    def changed_tables(self, data, verb, what):
        (self.copy_without_hashes() / "results.h5").write_bytes(data)
        self.expect_told(verb, what)

    def test_tables_that_no_checksum_refuses(self):
        """Bytes that HDF5's library trusts: sizes of texts, on which it crashes or never returns."""
        rng = random.Random(47)
        whole = (self.dir / "whole" / "results.h5").read_bytes()
        texts = heap_objects(whole)
        first, free = texts[0], next(at for at in texts if whole[at:at + 2] == b"\0\0")
        for verb in OF_TABLES:
            self.changed_tables(whole[:first + 8] + b"\xff\xff" + whole[first + 10:], verb, "too long")
        self.changed_tables(whole[:free + 8] + bytes(8) + whole[free + 16:], ["report", "{}"], "no size")
        for turn in range(40):
            data = bytearray(whole)
            changed = [rng.choice(texts) + rng.randrange(16) if turn % 2 else rng.randrange(len(data))
                       for _ in range(2)]
            for at in changed:
                data[at] = rng.choice([0, 1, 0x7f, 0xff, rng.randrange(256)])
            self.changed_tables(data, rng.choice(OF_TABLES), (turn, changed))

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
