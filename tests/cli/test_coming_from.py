# SPDX-License-Identifier: MIT
"""docs/coming-from.md: each setting, component and command that it names exists."""
import re

from harness import *


class ComingFrom(KasuriTest):
    def right_columns(self):
        text = (SOURCE / "docs" / "coming-from.md").read_text()
        for line in text.splitlines():
            cells = line.split(" | ")
            if line.startswith("| ") and len(cells) > 1:
                yield " | ".join(cells[1:])

    def test_settings_exist(self):
        keys = {word for cell in self.right_columns()
                for word in re.findall(r"`([a-z]+(?:\.[a-z_]+)+)`", cell) if not word.endswith(".h")}
        self.assertGreater(len(keys), 50)
        for key in sorted(keys):
            self.check(self.kasuri("help", key), DONE, key.split(".")[-1])

    def test_components_and_commands_exist(self):
        listed = set(re.findall(r"^  (\S+)", self.kasuri("list").out, re.M))
        verbs = set(re.findall(r"^  (\S+)", self.kasuri("--help").out, re.M))
        words = {w for cell in self.right_columns()
                 for w in re.findall(r"`([a-z0-9]+(?:-[a-z0-9]+)*)`", cell)}
        # Sections and keys, a word of BookSim, a preset of routers, a form of output.
        used = words - {"type", "load", "message", "process", "power", "jobs", "ethernet", "dor",
                        "booksim2-iq", "nsimpower-wide"}
        self.assertEqual(used - listed, set())
        commands = {w for cell in self.right_columns() for w in re.findall(r"`kasuri ([a-z+]+)", cell)}
        self.assertGreater(len(commands), 6)
        self.assertEqual(commands - verbs, set())


if __name__ == "__main__":
    unittest.main()
