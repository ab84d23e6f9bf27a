# SPDX-License-Identifier: MIT
# Repeats runs of lossless Ethernets and prints the errors: incasts on a star under DCQCN, HPCC, TIMELY and
# DCTCP in the public ns-3 code of HPCC's authors, and incasts with PFC alone on a fat tree in htsim.
#     python3 benchmarks/ethernet/roce.py [--case REGEX] [--seeds N] [--bytes N] [--senders N] [--check]
# `--bytes`, `--senders`: only runs with as much at most. --check fails if one does not pass: means within
# 3 %, tails 5 % (HPCC and TIMELY 1 %; tails of DCQCN 10 %, of incasts with PFC alone 15 %), as many pauses
# within a factor of three. Where switches draw what they mark, averages over seeds are compared; under HPCC
# those over starts that differ by some ns, which decides between flows that are alike. `draw`: it does not
# pass, but the reference, a single run, is within two standard deviations of our runs.
import argparse
import csv
import pathlib
import random
import re
import statistics

from compare import simulate

HERE = pathlib.Path(__file__).parent


def goal(senders, bytes_, first, to, ranks, starts=None):
    """`senders` ranks from `first` on send to rank `to`, at once or by `starts` in ns."""
    lines = [f"num_ranks {ranks}"]
    for rank in range(ranks):
        body = []
        if rank == to:
            body = [f"l{i}: recv {bytes_}b from {first + i} tag 1" for i in range(senders)]
        elif first <= rank < first + senders:
            body = [f"l1: send {bytes_}b to {to} tag 1"]
            if starts and starts[rank - first]:
                body += [f"l2: calc {starts[rank - first]}", "l1 requires l2"]
        lines += [f"rank {rank} {{", *body, "}"]
    return "\n".join(lines) + "\n"


def flag(text):
    return "true" if text == "1" else "false"


def star(row, seed):
    senders = int(row["senders"])
    draw = random.Random(seed)
    starts = [draw.randrange(4) if row["cc"] == "hpcc" and seed else 0 for _ in range(senders)]
    control = f"type = '{row['cc']}', variable_window = {flag(row['variable_window'])}"
    if row["window"] == "0":
        control += ", window = '0 B'"
    if row["cc"] == "hpcc":
        control += f", stages = {row['max_stage']}"
    text = (f"[topology]\ntype = 'switch'\nendpoints = {senders + 1}\n"
            "[link]\nrate = '100 Gb/s'\ncable_latency = '1 us'\n[ethernet]\npreset = 'roce-ns3'\n"
            f"flow_control = {{ type = 'pfc', buffer = '{row['buffer_mib']} MiB' }}\n"
            f"[nic]\nsend_control = {{ {control} }}\n[mpi]\neager_limit = '1 GB'\n"
            f"[[jobs]]\nranks = {senders + 1}\ntrace = 'flows.goal'\n")
    return text, goal(senders, row["bytes"], 0, senders, senders + 1, starts)


def tree(row, _):
    senders = int(row["senders"])
    text = ("[topology]\ntype = 'fat-tree'\nradix = 8\nlevels = 3\n"
            f"[link]\nrate = '{row['rate_gbps']} Gb/s'\ncable_latency = '1 us'\n"
            "[ethernet]\npacket = '4064 B'\nmarker = { type = 'none' }\nacknowledgements = 'control'\n"
            "flow_control = { type = 'pfc-fixed', frame = '0 B' }\n"
            "[nic]\nsend_control = { type = 'window', bytes = '1 GiB' }\n"
            "receive_control = { type = 'each-packet' }\n[mpi]\neager_limit = '1 GB'\n"
            "[[jobs]]\nranks = 128\ntrace = 'flows.goal'\n")
    return text, goal(senders, row["bytes"], 128 - senders, 0, 128)


def limits(row):
    if "cc" not in row:
        return 1, 0.05 if row["senders"] == "1" else 0.15
    tight = (0.01, 0.01)
    return {"hpcc": tight, "timely": tight, "dcqcn": (0.03, 0.1)}.get(row["cc"], (0.03, 0.05))


def compare(kasuri, row, seeds):
    found = []
    for seed in range(seeds):
        text, trace = (star if "cc" in row else tree)(row, seed)
        found.append(simulate(kasuri, trace, text, seed + 1))
    for n in found:
        assert n["completed_messages"] == int(row["senders"]) and n["dropped_packets"] == 0, n
    means = [n["completion_ps"] / n["completed_messages"] * 1e-6 for n in found]
    tails = [n["completion_max_ps"] * 1e-6 for n in found]
    pauses = statistics.mean(n["pauses"] for n in found)
    result, words = 2, []
    for what, ours, limit in zip(("mean", "tail"), (means, tails), limits(row)):
        reference = float(row.get(f"fct_{'max' if what == 'tail' else 'mean'}_us", 0))
        if not reference:
            continue
        error = statistics.mean(ours) / reference - 1
        # Theirs is one run.
        spread = 2 * statistics.stdev(ours) * (1 + 1 / seeds)**0.5 / reference if seeds > 1 else 0
        result = min(result, 2 if abs(error) <= limit else 1 if abs(error) <= spread else 0)
        words.append(f"{what} {error:+.2%} (2 sd {spread:.1%})")
    theirs = int(row.get("pauses", -1))
    if theirs >= 0:
        words.append(f"pauses {pauses:.0f}/{theirs}")
        if not (theirs / 3 <= pauses <= 3 * theirs if theirs else pauses <= 3):
            result = 0
    name = " ".join(v for k, v in row.items()
                    if not k.startswith(("fct", "ideal", "pauses", "drops", "finished")))
    print(f"{('FAIL', 'draw', 'pass')[result]} {name:30} {' '.join(words)}", flush=True)
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kasuri", default="build/kasuri")
    parser.add_argument("--case", default="")
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--bytes", type=int, default=10**9)
    parser.add_argument("--senders", type=int, default=1000)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    rows = [r for name in ("roce.csv", "pfc.csv") for r in csv.DictReader(open(HERE / name))]
    results = []
    for row in rows:
        case = " ".join(row.values())
        if int(row["bytes"]) > options.bytes or int(row["senders"]) > options.senders:
            continue
        if not re.search(options.case, row.get("cc", "pfc") + " " + case):
            continue
        draws = row.get("cc", "timely") != "timely" and int(row["senders"]) > 1
        results.append(compare(options.kasuri, row, options.seeds if draws or "cc" not in row else 1))
    print(f"{results.count(2)} of {len(results)} pass, {results.count(1)} within draws")
    if options.check and 0 in results:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
