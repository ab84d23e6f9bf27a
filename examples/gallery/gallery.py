#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the gallery and writes its pages: five runs and a chip plan, with an index.

    python3 examples/gallery/gallery.py OUTPUT_FOLDER

KASURI names the program; default: build/kasuri. The page of the viewer must be built (make viewer).
"""
import html
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
KASURI = os.environ.get("KASURI", "build/kasuri")
PAGES = {
    "torus-power": "A torus whose links sleep: watts and sleeping links over time",
    "dragonfly-two-jobs": "Two jobs that share the global links of a dragonfly",
    "fat-tree-alltoall": "All-to-all exchanges on a fat tree",
    "tofu-stencil": "A halo exchange on Tofu, with the calls of its ranks",
    "deadlock": "Packets that wait for each other in a cycle",
    "chip": "Circuits of a chip of four layers",
}
DEADLOCK = 3


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    items = []
    for name, words in PAGES.items():
        config, page = HERE / f"{name}.toml", folder / f"{name}.html"
        of = config
        if name != "chip":
            of = folder / name
            run = subprocess.run([KASURI, "run", config, "--out", of], check=False,
                                 stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True)
            if run.returncode != (DEADLOCK if name == "deadlock" else 0):
                sys.exit(run.stderr)
        subprocess.run([KASURI, "view", of, "-o", page], check=True)
        items.append(f'<li><a href="{name}.html">{html.escape(words)}</a></li>')
    index = folder / "index.html"
    index.write_text('<!doctype html><html lang="en"><meta charset="utf-8">'
                     '<title>Gallery – Kasuri</title>\n'
                     "<h1>Gallery</h1>\n<ul>\n" + "\n".join(items) + "\n</ul></html>\n", encoding="utf-8")
    print(index)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
