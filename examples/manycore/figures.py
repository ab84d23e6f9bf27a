#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The many-core paper's Figures 5 to 7, the quantum's error and code sizes, beside the paper's ratios.

    figures.py KASURI [--large]
"""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROCESSORS = ("8080", "sh2")


def run(kasuri, config, **settings):
    sets = [f"--set={key.replace('__', '.')}={value}" for key, value in settings.items()]
    out = subprocess.run([kasuri, "manycore", str(HERE / config), "--json", *sets],
                         check=True, capture_output=True, text=True).stdout
    return json.loads(out)


def table(title, head, rows):
    print(f"\n## {title}\n")
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(x) for x in row) + " |")


def figure5(kasuri):
    rows = []
    for log2 in range(1, 11):
        clocks = {p: run(kasuri, f"barrier-{p}.toml", pipes=2**log2)["barrier_clocks"] for p in PROCESSORS}
        rows.append((2**log2, clocks["8080"], clocks["sh2"], f"{clocks['sh2'] / clocks['8080']:.3f}"))
    table("Figure 5: clocks of a barrier (paper: proportional to log2 of pipes, ratio about 1/5)",
          ("pipes", "8080", "SH-2", "ratio"), rows)


def figure6(kasuri):
    """One wave that is not staggered: ranks 0, L, 2L ... compute, the others only route."""
    pipes, log2, ranks = 64, 6, 25
    rows, totals = [], {}
    for name, processor, layout in (("8080", "8080", "aligned"), ("SH-2 aligned", "sh2", "aligned"),
                                    ("SH-2 packed", "sh2", "packed")):
        r = run(kasuri, f"pde-{processor}.toml", pipes=pipes, ranks=ranks, program__waves=8,
                program__stagger="false", program__layout=layout)
        names = list(r["phase_cycles"])
        for kind, chosen in (("computing", [k for k in range(ranks) if k % log2 == 0]),
                             ("routing only", [k for k in range(ranks) if k % log2])):
            mean = {n: sum(r["phase_cycles_by_rank"][k][i] for k in chosen) / len(chosen) / pipes / 8
                    for i, n in enumerate(names)}
            total = mean["routing"] + mean["calc"] + mean["send"]
            totals[name, kind] = total
            parts = (f"{mean[n]:.0f}" for n in ("routing", "calc", "send"))
            rows.append((name, kind, *parts, f"{total:.0f}"))
    table("Figure 6: clocks of an element for one wave (polls left out)",
          ("processor", "ranks", "routing", "calc", "send", "sum"), rows)
    for name in ("SH-2 aligned", "SH-2 packed"):
        ratio = totals[name, "computing"] / totals["8080", "computing"]
        print(f"\n{name}: computing ranks take {ratio:.3f} of the 8080's clocks (paper: at most "
              f"1/5); routing ranks take {totals[name, 'routing only'] / totals[name, 'computing']:.2f} of "
              "computing ranks (paper: more than 1).")
    ratio = totals["8080", "routing only"] / totals["8080", "computing"]
    print(f"\n8080: routing ranks take {ratio:.2f} of computing ranks (paper: less than 1).")


def figure7(kasuri, large):
    rows = []
    for pipes, ranks in ((16, 16), (32, 32), (64, 64)) + (((256, 256), (1024, 256)) if large else ()):
        for processor in PROCESSORS:
            row = [pipes * ranks, processor]
            for engine in ("quantum", "blocked"):
                r = run(kasuri, f"pde-{processor}.toml", pipes=pipes, ranks=ranks, engine=engine,
                        program__waves=2)
                busy = r["busy_cycles"] / r["host"]["cpu_seconds"] / 1e6
                row += [f"{busy:.0f}", f"{busy * (1 + r['poll_cycles'] / r['busy_cycles']):.0f}"]
            rows.append(row)
    table("Figure 7: emulated MHz per host CPU second (paper: 805 and 112 MHz on 12 threads, polls "
          "included)",
          ("elements", "processor", "quantum: busy", "with polls", "blocked: busy", "with polls"), rows)


def quantum_error(kasuri):
    rows = []
    for processor in PROCESSORS:
        for config in ("barrier", "pde"):
            clocks = {e: run(kasuri, f"{config}-{processor}.toml", engine=e)["clocks"]
                      for e in ("quantum", "blocked")}
            rows.append((processor, config, clocks["blocked"], clocks["quantum"],
                         f"{100 * (clocks['quantum'] / clocks['blocked'] - 1):+.2f} %"))
    table("Error of the paper's quantum (25 and 7 clocks)",
          ("processor", "program", "exact", "quantum", "error"), rows)


def code_sizes(kasuri):
    sizes = {p: run(kasuri, f"pde-{p}.toml")["code_bytes"] for p in PROCESSORS}
    packed = run(kasuri, "pde-sh2.toml", program__layout="packed")["code_bytes"]
    table("Code of the PDE in bytes", ("processor", "ours", "paper"),
          (("8080", sizes["8080"], 468), ("SH-2 aligned", sizes["sh2"], 624), ("SH-2 packed", packed, 624)))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    kasuri = sys.argv[1]
    figure5(kasuri)
    figure6(kasuri)
    figure7(kasuri, "--large" in sys.argv)
    quantum_error(kasuri)
    code_sizes(kasuri)


if __name__ == "__main__":
    main()
