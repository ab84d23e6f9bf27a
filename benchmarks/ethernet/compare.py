# SPDX-License-Identifier: MIT
# Repeats runs of htsim (ethernet.csv) and prints the errors.
#     python3 benchmarks/ethernet/compare.py REFERENCE.csv [--case REGEX] [--hops N] [--seeds N]
# Averages over seeds on both sides. A group passes within 0.1 % (single flows), or 2 % (means) and 5 %
# (tails). `draw`: it does not, but both are within two standard deviations of the difference of averages.
# --hops leaves out runs with more switch hops (default: 1,000,000; 0: none, some minutes a seed). --check
# fails if a group does. One entropy is run as `ecmp`. averages.csv here has the averages of htsim's runs
# where there are ten or more: --write FILE makes it.
import argparse
import collections
import csv
import json
import pathlib
import re
import statistics
import subprocess
import tempfile

TREES = {  # children, parents
    "ls8": ([4, 2], [1]), "ls16": ([4, 4], [4]), "ls128": ([16, 8], [16]), "ls1024": ([32, 32], [32]),
    "ls128o4": ([16, 8], [4]), "ls1024o4": ([32, 32], [8])}
FAT_TREES = {"ft128": 8, "ft1024": 16}
PACKET = 4150


def permutation(n):
    p, x = list(range(n)), 1
    for i in range(n - 1, 0, -1):
        x = (6364136223846793005 * x + 1442695040888963407) % 2**64
        j = (x >> 33) % (i + 1)
        p[i], p[j] = p[j], p[i]
    for i in range(n):
        if p[i] == i:
            k = (i + 1) % n
            p[i], p[k] = p[k], p[i]
    return p


def flows(row):
    n, count = int(row["hosts"]), int(row["flows"])
    if row["pattern"] == "one":
        return [(0, n - 1)]
    if row["pattern"] == "link":
        return [(i, n // 2 + i) for i in range(count)]
    if row["pattern"] == "incast":
        return [(n - 1 - i, 0) for i in range(count)]
    return list(enumerate(permutation(n)))[:count]


def goal(row):
    sends, receives = collections.defaultdict(list), collections.defaultdict(list)
    for a, b in flows(row):
        sends[a].append(f"send {row['bytes']}b to {b} tag 1")
        receives[b].append(f"recv {row['bytes']}b from {a} tag 1")
    lines = [f"num_ranks {row['hosts']}"]
    for rank in range(int(row["hosts"])):
        body = [f"l{i}: {x}" for i, x in enumerate(sends[rank] + receives[rank], 1)]
        lines += [f"rank {rank} {{", *body, "}"]
    return "\n".join(lines) + "\n"


def configuration(row, trace):
    if row["topology"] in TREES:
        children, parents = TREES[row["topology"]]
        topology = f"type = 'xgft'\nchildren = {children}\nparents = {parents}"
    else:
        topology = f"type = 'fat-tree'\nradix = {FAT_TREES[row['topology']]}\nlevels = 3"
    settings = [f"trimming = {'true' if row['trim'] == '1' else 'false'}"]
    for key, column in (("queue", "queue_pkts"), ("mark_low", "ecn_low_pkts"),
                        ("mark_high", "ecn_high_pkts")):
        if row[column] != "auto":
            settings.append(f"{key} = '{int(row[column]) * PACKET} B'")
    if row["entropies"] != "1":
        settings.append(f"balancer = {{ type = '{row['balancer']}', entropies = {row['entropies']} }}")
    window = "" if row["cwnd_pkts"] == "auto" else f"{int(row['cwnd_pkts']) * PACKET} B"
    control = f"type = '{'window' if row['cc'] == 'const' else row['cc']}'"
    if row["cc"] == "both":
        inner = "type = 'nscc'" + (f", window = '{window}'" if window else "")
        control = f"type = 'rccc', with = {{ {inner} }}"
    if window:
        control += f", {'bytes' if row['cc'] == 'const' else 'window'} = '{window}'"
    routing = "ecmp" if row["entropies"] == "1" else "packet-spraying"
    inner = faults = ""
    if row["other"].endswith("dead"):  # and nobody knows of it
        links = [f"(1,{leaf}) (2,{spine})" for leaf in range(children[1])
                 for spine in range(int(row["degraded_per_leaf"]))]
        inner = "inner = { type = 'detour' }\n"
        faults = f"[faults]\nreroute_time = '1 s'\n[[faults.failures]]\nat = '1 ps'\nlinks = {links}\n"
    elif row["degraded_per_leaf"] != "0":
        links = [f"{leaf} {children[1] + spine}" for leaf in range(children[1])
                 for spine in range(int(row["degraded_per_leaf"]))]
        faults = f"[faults]\ndegraded = [{{ links = {links}, rate_factor = 0.25 }}]\n"
    if row["other"].startswith("-strat"):  # each switch by its queues
        routing, inner = "adaptive-up-down", "candidates = 64\nfirst = 'packet'\n"
        settings = [x for x in settings if not x.startswith("balancer")]
    return (f"[topology]\n{topology}\n[link]\nrate = '{row['rate_gbps']} Gb/s'\ncable_latency = '1 us'\n"
            f"{faults}[ethernet]\n" + "\n".join(settings) + f"\n[routing]\ntype = '{routing}'\n"
            f"{inner}[nic]\nsend_control = {{ {control} }}\n"
            f"[mpi]\neager_limit = '1 GB'\n[[jobs]]\nranks = {row['hosts']}\ntrace = '{trace}'\n")


def simulate(kasuri, goal, configuration, seed):
    """The counts of the network (summary.json) of one run; `configuration` names the trace flows.goal."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "flows.goal").write_text(goal)
        (folder / "run.toml").write_text(configuration)
        done = subprocess.run([kasuri, "run", folder / "run.toml", "--out", folder / "out", "--set",
                               f"run.seed={seed}"], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        return json.loads((folder / "out" / "summary.json").read_text())["network"]


def run(kasuri, row, seed):
    n = simulate(kasuri, goal(row), configuration(row, "flows.goal"), seed)
    assert n["completed_messages"] == int(row["flows"]), n
    return (n["completion_ps"] / n["completed_messages"] * 1e-6, n["completion_max_ps"] * 1e-6,
            n["trimmed_packets"], n["dropped_packets"])


def supported(row):
    return row["other"] != "-sleek"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("reference")
    parser.add_argument("--kasuri", default="build/kasuri")
    parser.add_argument("--case", default="")
    parser.add_argument("--cc", default="", help="congestion controls, separated by commas")
    parser.add_argument("--hops", type=int, default=1_000_000)
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write")
    options = parser.parse_args()
    groups = collections.defaultdict(list)
    with open(options.reference) as file:
        for row in csv.DictReader(file):
            if not supported(row) or not re.search(options.case, row["case"]):
                continue
            if options.cc and row["cc"] not in options.cc.split(","):
                continue
            if options.hops and int(row["switch_hops"]) > options.hops:
                continue
            keys = list(row)[1:row_end(row)]
            groups[row["case"].removesuffix("-seeds"), *(row[k] for k in keys)].append(row)
    if options.write:
        return write(options.write, groups)
    errors = collections.defaultdict(list)
    for key, rows in sorted(groups.items()):
        row, count = rows[0], sum(int(r.get("runs", 1)) for r in rows)
        seeds = 1 if row["pattern"] == "one" else options.seeds
        runs = list(zip(*(run(options.kasuri, row, s + 1) for s in range(seeds))))
        ours = [statistics.mean(x) for x in runs]
        theirs = [statistics.mean(float(r[c]) for r in rows)
                  for c in ("fct_mean_us", "fct_max_us", "trims", "drops")]
        mean, tail = (a / b - 1 for a, b in zip(ours[:2], theirs[:2]))
        limits = (0.001, 0.001) if row["pattern"] == "one" else (0.02, 0.05)
        passes = abs(mean) <= limits[0] and abs(tail) <= limits[1]
        spreads = [2 * statistics.stdev(x) * (1 / seeds + 1 / count)**0.5 / y if seeds > 1 else 0
                   for x, y in zip(runs[:2], theirs)]
        draws = all(abs(e) <= max(s, l) for e, s, l in zip((mean, tail), spreads, limits))
        errors[key[0], row["cc"], row["trim"]].append((abs(mean), abs(tail), passes, passes or draws))
        print(f"{'pass' if passes else 'draw' if draws else 'FAIL'} {key[0]:10} {row['topology']:6} "
              f"{row['rate_gbps']:>3}G {row['flows']:>4} x {row['bytes']:>8} {row['cc']} "
              f"{row['balancer']} {row['entropies']} trim={row['trim']} rows={count} "
              f"mean {mean:+.2%} tail {tail:+.2%} (2 sd {spreads[0]:.1%}, {spreads[1]:.1%}) "
              f"trims {ours[2]:.0f}/{theirs[2]:.0f} drops {ours[3]:.0f}/{theirs[3]:.0f}", flush=True)
    for key, found in errors.items():
        means, tails, passes, draws = zip(*found)
        print(f"{' '.join(key)}: {sum(passes)} of {len(found)} pass, {sum(draws) - sum(passes)} within "
              f"draws; median of means {statistics.median(means):.2%}, of tails "
              f"{statistics.median(tails):.2%}; most {max(means):.2%}, {max(tails):.2%}")
    if options.check and not all(draws for found in errors.values() for *_, draws in found):
        raise SystemExit(1)


# Averages of the groups with ten runs or more.
def write(path, groups):
    averaged = ("fct_mean_us", "fct_max_us", "trims", "drops")
    with open(path, "w", newline="") as file:
        columns = list(next(iter(groups.values()))[0])
        columns = columns[:columns.index("seed") + 1] + [*averaged, "switch_hops", "runs"]
        out = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        out.writeheader()
        for rows in groups.values():
            if len(rows) < 10:
                continue
            means = {c: f"{statistics.mean(float(r[c]) for r in rows):.6g}" for c in averaged}
            out.writerow({**rows[0], **means, "case": rows[0]["case"].removesuffix("-seeds"), "seed": "",
                          "runs": len(rows)})


# Columns from the topology up to what the seed decides.
def row_end(row):
    return list(row).index("seed")


if __name__ == "__main__":
    main()
