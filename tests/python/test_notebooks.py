# SPDX-License-Identifier: MIT
"""Every notebook of examples/notebooks runs from its first cell to its last, in a kernel as Jupyter
has it."""
import json
import os
import unittest

import nbformat
from nbclient import NotebookClient

from cases import SOURCE, Case

NOTEBOOKS = sorted((SOURCE / "examples" / "notebooks").glob("*.ipynb"))
FIVE = {"first-run", "comparing-fabrics", "link-sleep", "replaying-a-trace", "own-topology"}


class Notebooks(Case):
    def test_the_five_are_there_and_clean(self):
        self.assertLessEqual(FIVE | {"how-many-vcs"}, {n.stem for n in NOTEBOOKS})
        for notebook in NOTEBOOKS:
            nbformat.validate(nbformat.read(notebook, as_version=4))
            for cell in json.loads(notebook.read_text())["cells"]:
                self.assertFalse(cell.get("outputs"), f"{notebook.name} was saved with its outputs")

    def test_how_many_vcs_takes_fifteen_lines(self):
        cells = json.loads((SOURCE / "examples/notebooks/how-many-vcs.ipynb").read_text())["cells"]
        lines = [
            line
            for c in cells
            if c["cell_type"] == "code"
            for line in "".join(c["source"]).splitlines()
            if line
        ]
        self.assertLessEqual(len(lines), 15)

    def test_they_run(self):
        os.environ["IPYTHONDIR"] = str(self.dir / "ipython")
        os.environ["JUPYTER_RUNTIME_DIR"] = str(self.dir / "runtime")
        for notebook in NOTEBOOKS:
            with self.subTest(notebook.stem):
                content = nbformat.read(notebook, as_version=4)
                client = NotebookClient(
                    content,
                    timeout=None,
                    startup_timeout=600,
                    kernel_name="python3",
                    resources={"metadata": {"path": str(notebook.parent)}},
                )
                client.execute()
                printed = "".join(o.get("text", "") for c in content.cells for o in c.get("outputs", []))
                self.assertTrue(printed or content.cells[-1].outputs, "it shows nothing")


if __name__ == "__main__":
    unittest.main(verbosity=2)
