# SPDX-License-Identifier: MIT
# Repeats results that the Ultra Ethernet Consortium published with htsim (ethernet_published.csv) on 8,192
# hosts and prints the errors of the last completion.
#     python3 benchmarks/ethernet/published.py PUBLISHED.csv [--kind incast] [--packets N]
# --packets leaves out runs with more data packets (default: 3,000,000; 0: all, which takes hours).
import argparse
import collections
import csv
import random
import statistics

from compare import simulate

HOSTS, PER_LEAF, PACKET = 8192, 64, 4150


def flows(row):
    """(source, destination, start in us)"""
    if row["kind"] == "incast":
        return [(int(source), 0, float(start))
                for source, start in (flow.split(":") for flow in row["flows"].split(";"))]
    targets = list(range(HOSTS))
    random.Random(int(row["bytes"])).shuffle(targets)
    for i in range(HOSTS):  # nobody sends to itself, and all receive once
        if targets[i] == i:
            k = (i + 1) % HOSTS
            targets[i], targets[k] = targets[k], targets[i]
    return [(a, b, 0) for a, b in enumerate(targets)]


def goal(row):
    bodies = collections.defaultdict(list)
    for a, b, start in flows(row):
        body = bodies[a]
        n = len(body)
        wait = [f"w{n}: calc {round(start * 1000)}", f"l{n} requires w{n}"] if start else []
        body += wait[:1] + [f"l{n}: send {row['bytes']}b to {b} tag 1"] + wait[1:]
        bodies[b].append(f"r{len(bodies[b])}: recv {row['bytes']}b from {a} tag 1")
    lines = [f"num_ranks {HOSTS}"]
    for rank in range(HOSTS):
        lines += [f"rank {rank} {{", *bodies[rank], "}"]
    return "\n".join(lines) + "\n"


def configuration(row):
    spines = PER_LEAF // int(row["oversubscription"])
    scale = float(row["ecn_scale"]) * PACKET
    low, high = (round(int(row[c]) * scale) for c in ("ecn_low_pkts", "ecn_high_pkts"))
    control = {"nscc": "nscc-2024", "rccc": "rccc"}[row["algorithm"]]
    window = int(row["cwnd_pkts"]) * PACKET
    faults = ""
    if row["degraded_per_leaf"] != "0":
        links = ", ".join(f"'{leaf} {HOSTS // PER_LEAF + spine}'" for leaf in range(HOSTS // PER_LEAF)
                          for spine in range(int(row["degraded_per_leaf"])))
        faults = f"[faults]\ndegraded = [{{ links = [{links}], rate_factor = 0.25 }}]\n"
    return (f"[topology]\ntype = 'xgft'\nchildren = [{PER_LEAF}, {HOSTS // PER_LEAF}]\n"
            f"parents = [{spines}]\n"
            f"[link]\nrate = '{row['rate_gbps']} Gb/s'\ncable_latency = '1 us'\n"
            f"[ethernet]\npreset = 'uec-2024'\nqueue = '{int(row['queue_pkts']) * PACKET} B'\n"
            f"mark_low = '{low} B'\nmark_high = '{high} B'\n"
            f"balancer = {{ type = 'mixed', entropies = {row['paths']} }}\n"
            f"[nic]\nsend_control = {{ type = '{control}', window = '{window} B' }}\n"
            f"{faults}[mpi]\neager_limit = '1 GB'\n[[jobs]]\nranks = {HOSTS}\ntrace = 'flows.goal'\n")


def run(kasuri, row, seed):
    n = simulate(kasuri, goal(row), configuration(row), seed)
    assert n["completed_messages"] == int(row["connections"]), n
    return n["completed_at_ps"] * 1e-6, n["repeated_packets"], n["acknowledgements"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("published")
    parser.add_argument("--kasuri", default="build/kasuri")
    parser.add_argument("--kind", default="")
    parser.add_argument("--packets", type=int, default=3_000_000)
    parser.add_argument("--seeds", type=int, default=1)
    options = parser.parse_args()
    errors = collections.defaultdict(list)
    with open(options.published) as file:
        for row in csv.DictReader(file):
            if options.kind not in row["kind"]:
                continue
            packets = -(-int(row["bytes"]) // (PACKET - 64)) * int(row["connections"])
            if options.packets and packets > options.packets:
                continue
            found = [run(options.kasuri, row, s + 1) for s in range(options.seeds)]
            last, again, acks = (statistics.mean(x) for x in zip(*found))
            error = last / float(row["fct_max_us"]) - 1
            key = (row["kind"], row["algorithm"], f"{row['oversubscription']}:1",
                   "degraded" if row["degraded_per_leaf"] != "0" else "whole")
            errors[key].append(abs(error))
            print(f"{'pass' if abs(error) <= 0.05 else 'FAIL'} {' '.join(key)} {row['rate_gbps']}G "
                  f"{row['connections']} x {row['bytes']} spread {row['start_spread_us']} us paths "
                  f"{row['paths']}: {last:.2f}/{row['fct_max_us']} us {error:+.2%}; again {again:.0f}/"
                  f"{row['retransmitted']} acknowledgements {acks:.0f}/{row['acks']}", flush=True)
    for key, found in errors.items():
        print(f"{' '.join(key)}: {sum(e <= 0.05 for e in found)} of {len(found)} within 5 %; median "
              f"{statistics.median(found):.2%}, most {max(found):.2%}")


if __name__ == "__main__":
    main()
