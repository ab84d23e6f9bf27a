# SPDX-License-Identifier: MIT
"""The statements of the papers on NSIM: what they say, commands, and what the outputs come to. RUN in a
command stands for the directory of the run before."""
import re
from dataclasses import dataclass

FITS, NOT, OPEN = "fits", "does not", "cannot be decided"
T = "kasuri run examples/nsim/torus.toml"
GAPS = "kasuri run examples/nsim/line.toml"
UNIFORM = "kasuri run examples/nsim/uniform.toml"
MAIN = "kasuri run examples/alltoall-torus/config.toml"
STAGES, CABLE, DMA, LINK = 140.0, 0.6, 2.8, 4.0  # ns, ns, GB/s, GB/s of torus.toml


@dataclass
class Row:
    says: str
    commands: list
    found: object  # of the outputs: words and verdict


def experiment(words, config=T):
    args = ", ".join(f'"{w}"' for w in words.split())
    return f"{config} --set 'jobs.0.args=[{args}]'"


def fits(holds):
    return FITS if holds else NOT


def numbers(text):
    return [float(x) for x in re.findall(r"-?[0-9]+\.[0-9]+|-?[0-9]+", text)]


def way(hops, bytes_, rate):
    """ns of a message over so many links between routers: cables, routers, bytes at the slowest rate."""
    return (hops + 2) * CABLE + (hops + 1) * STAGES + bytes_ / rate


def near(a, b, by=0.0015):
    return abs(a - b) <= by


def lattices(done):
    torus, mesh = (d.json["channels"] for d in done)
    holds = torus == 2 * 6 * 3**6 and mesh == 2 * 6 * 2 * 3**5
    return f"6 dimensions: {torus:,} channels, 2 n kⁿ; {mesh:,}, 2 n (k − 1) kⁿ⁻¹", fits(holds)


def tofu(done):
    ports = done[0].json["degree"]
    return (f"6 dimensions, {ports} links of a router to others, one each way in x, y, z, b; one in a, c",
            fits(ports == 10))


def fat_tree(done):
    share = done[0].json["bisection"]["share_of_half_the_nics"]
    return f"bisection: {share:g} of what half the NICs send", fits(share == 1)


def nics(done):
    last = [line for line in done[0].out.splitlines() if line.split()[:1] == ["2097152"]][0]
    _, one, _, several, direct = numbers(last)
    return (f"2 MiB by one NIC {one:.1f} µs, by four {several:.1f}, without copies {direct:.1f}",
            fits(one / several > 3.9 and direct < one))


def links(done):
    d = done[0].json
    ends = sum(c["channels"] for c in d["links"] if c["class"] == "terminal")
    return (f"{d['channels']:,} channels between routers, {ends} to and from NICs",
            fits(ends == 2 * d["endpoints"]))


def pipeline(done):
    near_, far = (numbers(d.first)[0] for d in done)
    must = way(1, 2048, DMA), way(2, 2048, DMA)
    return (f"2,048 bytes over one link {near_} ns, over two {far}; by hand {must[0]:.3f}, {must[1]:.3f}",
            fits(near(near_, must[0]) and near(far, must[1])))


def static(done):
    rows = [line.split() for line in done[1].out.splitlines() if re.match(r"\s+\(\d,\d\) to \(", line)]
    used = sorted(" ".join(r[:3]) for r in rows if float(r[4]) > 0)
    return "from (0,0) to (1,1): " + ", ".join(used), fits(used == ["(0,0) to (1,0)", "(1,0) to (1,1)"])


def flits(done):
    times = [(d.summary["time_ps"], d.summary["mean_packet_latency_ps"]) for d in done]
    (t, l), (ft, fl) = times
    return (f"by flits of 16 B run time {100 * (ft / t - 1):+.1f} %, mean latency "
            f"{100 * (fl / l - 1):+.1f} %; no bound is said", OPEN)


def same_hash(done):
    hashes = {d.summary["result_hash"] for d in done}
    same = len(hashes) == 1
    return f"{'the same result' if same else 'other results'} with 1, 2, 3 threads", fits(same)


def large(done):
    return (f"{64 * 64 * 32:,} nodes, {done[0].summary['packets']:,} packets: two seconds of CPU, 0.2 GB "
            "(November 2026); no time is said", OPEN)


def prefix(done):
    return done[0].first, fits("512 ranks" in done[0].first)


def computing(done):
    spent = done[0].summary["jobs"][0]["computing_ps"]
    return f"rank 1 computes for {spent * 1e-9:.0f} ms", fits(spent == 100_000_000_000)


def data(done):
    with_, without = (d.first for d in done)
    return f"the receiver has {with_}; with `payload = false` its own {without}, as NSIM", \
        fits((with_, without) == ("42", "7"))


def dynamic(done):
    idle, busy = (d.first for d in done)
    return f"{idle}; with 64 KiB in its way {busy}", fits(idle != busy)


def overheads(done):
    plain, send, rate = (numbers(d.first)[0] for d in done)
    return (f"{plain} ns; with 1 µs to send {send}; with links of 2 GB/s {rate}",
            fits(near(send - plain, 1000) and near(rate, way(2, 2048, 2.0))))


def allocation(done):
    hops = [d.summary["packet_hops"] for d in done]
    return f"{hops[0]:,} packet-hops, with the file {hops[1]:,}", fits(hops[0] < hops[1])


def report(done):
    names = ("MaxProgramTime", "MeanLinkBandwidth", "LinkEfficiency", "SumSizeTransfer")
    return ", ".join(f"`{n}`" for n in names), fits(all(n in done[1].out for n in names))


def split(done):
    tables = done[1].out
    return "tables by chunk of time, of links, NICs, routers, ranks", \
        fits(all(f"{n}_by_chunk" in tables for n in ("links", "nics")))


def buffers(done):
    used = re.findall(r"\(1,0,0\) port \d VC \d", done[1].out)
    return f"each packet in {len(used)} buffers of router (1,0,0) until 20 µs", fits(bool(used))


def modules(done):
    return ("the same steps: ranks make messages, NICs packets, an event loop for each part of the machine "
            "moves them; a message that arrives lets its rank go on; no numbers", OPEN)


def whole(done):
    s = done[0].summary["power"]
    return f"mean {s['mean_w']:,.0f} W, peak {s['peak_w']:,.0f} W, {s['energy_j']:.3f} J", FITS


def no_log(done):
    return ("with `power.transient = \"none\"` mean and energy, but no peak: chunks are not kept then",
            fits("peak_w" in done[0].summary["power"]))


def power_off(done):
    (on, off) = (d.summary["time_ps"] for d in done)
    return (f"without `--power` {off / 1e6:.1f} µs, with it and `--no-link-sleep` {on / 1e6:.1f} µs",
            fits(on == off))


def constant(done):
    watts = [d.summary["power"]["mean_w"] for d in done]
    must = 64 * (17.80 + 6 * 1.02)
    return f"{watts[0]:.2f} and {watts[1]:.2f} W at loads of 0.1 and 0.4; 64 × 23.92 = {must:.2f}", \
        fits(all(near(w, must, 1e-6) for w in watts))


def gap_times(done):
    """Extra time of packets after gaps of 5, 9, 11, 13.48, 20 µs; T_lt 9, T_ls 4.48, T_lw 2.88 µs."""
    slept, awake = (numbers(d.first) for d in done)
    return [s - a for s, a in zip(slept, awake)]


def thresholds(done):
    late = gap_times(done)
    return f"after 5 and 9 µs {late[0]:g} and {late[1]:g} ns later, after 20 µs {late[4]:g}", \
        fits(late[0] == late[1] == 0 and near(late[4], 2880, 0.1))


def mid_way(done):
    late = gap_times(done)
    return (f"after 11 µs {late[2]:g} ns later: 9,000 + 4,480 − 11,000 + 2,880; after 13.48 µs {late[3]:g}",
            fits(near(late[2], 5360, 0.1) and near(late[3], 2880, 0.1)))


def exchanged(done):
    late = gap_times(done)[4]
    return (f"IEEE 802.3az has T_s 2.88 and T_w 4.48 µs (`eee-10gbase-t`): after 20 µs {late:g} ns later; "
            "the table exchanges them", fits(near(late, 2880, 0.1)))


def asleep(done):
    """ns asleep: of the link from rank 0 what is left of its gaps, of the other all but the beginning."""
    end = done[0].summary["time_ps"] * 1e-3
    at, free, must = 0, 0, end - 13480
    for gap in (5000, 9000, 11000, 13480, 20000):
        for pause in (100e3, 8000, 128 + 409.6 + gap):
            at += pause
            request = at + CABLE + 3 * 4  # of the output, behind a cable and three stages
            idle = request - free
            must += max(0, idle - 13480)
            late = 0 if idle <= 9000 else max(0, 13480 - idle) + 2880
            free = request + late + 128 + 409.6
    must += max(0, end - free - 13480)
    found = done[0].summary["power"]["lpi_ratio"] * 2 * end
    return f"asleep for {found:,.1f} ns on both links; by hand {must:,.1f}", fits(near(found, must, 1))


def by_chunk(links_of):
    """Equation (1) in each chunk and router of the wide log: P = Σ (1.02 (1 − R) + 0.10 R) + 17.80 W."""
    def found(done):
        worst, rows = 0.0, 0
        at = 0
        for line in done[1].out.splitlines():
            if line.startswith("t "):
                at = 0
            if not line.startswith("r "):
                continue
            ratio, mw, _ = (float(x) for x in line.split()[1:])
            n = links_of(at)
            at += 1
            rows += 1
            if n is None:  # of unequal routers: solved for N, which must be whole
                n = round((mw * 1e-3 - 17.80) / (1.02 - 0.92 * ratio))
            worst = max(worst, abs(17.80 + n * (1.02 - 0.92 * ratio) - mw * 1e-3))
        return f"{rows:,} rows, the farthest {worst:.1e} W off", fits(rows > 0 and worst < 1e-4)
    return found


def misprints(done):
    return ("the third term is \"of a link\" there, of a router in section 3.3; of each link it would be "
            "107 W beside an ICC of 28 W. \"P_R_LPI is found by simulation\" means R_LPI", NOT)


def parameters(done):
    text = done[0].out
    names = ("t_ls", "t_lw", "t_lt", "router_static", "port_sleep", "port_active")
    return "`power." + "`, `power.".join(names) + "`, with units", fits(all(n in text for n in names))


def grammar(done):
    lines = done[1].out.splitlines()
    t, r = (sum(x.startswith(c) for x in lines) for c in ("t ", "r "))
    return (f"`# router …`, {t} lines `t`, {r} lines `r`: {r // t} a chunk, without and with power",
            fits(r == 64 * t))


def boxfish(done):
    return "meta.yaml, nodes.yaml, links.yaml, as on [power.md](../power.md#over-time-and-space)", \
        fits("meta.yaml" in done[1].out and "no links.yaml" not in done[1].err)


def one_sided(kind):
    def found(done):
        small = [numbers(x)[0] for x in done[0].out.splitlines()[:2]]
        big = [numbers(x)[0] for x in done[1].out.splitlines()[:2]]
        packets = [2048] * 976 + [1152]
        data_, control = way(1, 32, DMA), way(1, 64, LINK)
        long = way(1, 0, DMA) + sum(p / DMA for p in packets)
        k = 0 if kind == "get" else 1
        return (f"4 bytes {small[k]} ns, 2,000,000 {big[k]}; by hand {data_ + control:.3f} and "
                f"{long + control:.3f}",
                fits(near(small[k], data_ + control) and near(big[k], long + control, 1.0)))
    return found


def at_once(done):
    calls = [numbers(x)[1] for x in done[0].out.splitlines()[:2]]
    return f"the calls take {calls[0]:g} ns (`rdma.overhead` is 0)", fits(calls == [0, 0])


def remote(done):
    line = numbers(done[0].first)[0]
    return f"the owner computes for 0.1 s meanwhile; the get takes {line} ns", fits(line < 1000)


def waits(done):
    return done[0].first, fits(numbers(done[0].first)[0] < 0.01 * numbers(done[0].first)[1])


def polling(done):
    get, put, complete_ = (float(x) for x in re.findall(r"([0-9.]+) ns", done[0].first))
    return (f"data are found after {put} ns, complete is the put after {complete_}",
            fits(put < complete_ == get))


def control(done):
    lines = [d.first for d in done]
    return f"by the program (`rdma.put_ack`) as by the NIC: {lines[1]}", fits(lines[0] == lines[1])


def printed(done):
    return ("`&rank` for `&size`, `size + 1` for `rank + 1`, no communicator in `MGEN_Recv`, `rg` for "
            "`rq`, a missing semicolon, no result: mended in `sample.c`", NOT)


def arrival(done):
    def first(d):
        return min(d.out.splitlines()[:2], key=lambda x: numbers(x)[1]).split(":")[0]
    early, late = (first(d) for d in done)
    return f"100 ns later, before the far one's request is there: {early} first; 200 ns later: {late}", \
        fits((early, late) == ("rank 1", "rank 2"))


# Title, source, rows.
PARTS = [
    ("NSIM", "Section 2 of NsimPower (P) and of NSIM-ACE (A).", [
        Row("P, A: k-ary n-cubes and meshes, up to six dimensions",
            ["kasuri topo examples/nsim/torus.toml --json --set topology.extents=[3,3,3,3,3,3]",
             "kasuri topo examples/nsim/torus.toml --json --set topology.extents=[3,3,3,3,3,3] "
             "--set topology.type=mesh"], lattices),
        Row("P, A: Tofu, a six-dimensional mesh and torus",
            ["kasuri topo examples/topologies/tofu.toml --json"], tofu),
        Row("P, A: fat trees with full bisection",
            ["kasuri topo examples/topologies/fat-tree.toml --json"], fat_tree),
        Row("A: a node is a processor with one or more NICs. P: several NICs at once, zero copies",
            ["kasuri run examples/several-nics/config.toml"], nics),
        Row("A: routers, and links between routers and to NICs",
            ["kasuri topo examples/nsim/torus.toml --json"], links),
        Row("A: pipelined routers, virtual cut-through",
            [experiment("ping 1 2048"), experiment("ping 5 2048")],
            pipeline),
        Row("A: static routing in the order of dimensions",
            [experiment("ping 5 2048"), "kasuri report RUN"], static),
        Row("P, A: packets on links as exact as flits",
            [UNIFORM + " --set router.arbiter=islip --set nic.receive_buffer=64KiB",
             UNIFORM + " --set router.arbiter=islip --set nic.receive_buffer=64KiB "
             "--set router.architecture=flit-input-queued"], flits),
        Row("P, A: discrete events, in parallel",
            [f"{UNIFORM} --threads {n}" for n in (1, 2, 3)], same_hash),
        Row("P: 100,000 nodes in a realistic time",
            [UNIFORM + " --set topology.extents=[64,64,32] --set jobs.0.pattern.duration=2us"], large),
        Row("A: sizes travel, data do not",
            [experiment("data"), experiment("data") + " --set jobs.0.payload=false"], data),
        Row("P, A: MPI programs with the prefix `MGEN_`", [MAIN], prefix),
        Row("A: `MGEN_Comp(t)` instead of computing", [experiment("get 4")], computing),
        Row("P: programs run in step with the network, so congestion can change what they do",
            [experiment("first"), experiment("first busy")], dynamic),
        Row("P: a file of settings: overheads of MPI, routers, network",
            [experiment("ping 5 2048"), experiment("ping 5 2048") + " --set mpi.send_overhead=1us",
             experiment("ping 5 2048") + " --set link.rate=2GB/s --set router.switch_rate=2GB/s"],
            overheads),
        Row("P: a file of ranks and nodes",
            ["kasuri run examples/mapping/config.toml",
             "kasuri run examples/mapping/config.toml "
             "--set jobs.0.mapping_file=examples/mapping/scattered.txt"], allocation),
        Row("P, A: time of the program, bandwidth and efficiency of links, bytes transferred",
            [experiment("ping 5 2048"), "kasuri report RUN --format nsim"], report),
        Row("P: the same by time and place",
            [UNIFORM + " --statistics", "kasuri report RUN --tables"], split),
        Row("P: packets that pass the buffers of chosen routers in a chosen time",
            [UNIFORM + " --set 'statistics.buffers={routers=[\"(1,0,0)\"], until=\"20 us\"}'",
             "kasuri report RUN"],
            buffers),
        Row("A: modules MGEN, PGEN, SIM, DES, EP", [], modules),
    ]),
    ("NsimPower: model and tool", "Section 3, and the times of Table 1.", [
        Row("a link that is awake draws the same whether or not it carries anything",
            ["kasuri run examples/nsim/uniform.toml --power --no-link-sleep --set jobs.0.pattern.load=0.1",
             "kasuri run examples/nsim/uniform.toml --power --no-link-sleep --set jobs.0.pattern.load=0.4"],
            constant),
        Row("it falls asleep after T_lt; what comes later waits for T_lw",
            [GAPS, GAPS + " --no-link-sleep"],
            thresholds),
        Row("it cannot turn back while it falls asleep, which takes T_ls",
            [GAPS, GAPS + " --no-link-sleep"], mid_way),
        Row("transitions draw what an awake link draws: only a gap without T_lt and T_ls is asleep",
            [GAPS], asleep),
        Row("Table 1: T_lw 2.88 and T_ls 4.48 µs are those of 10GBASE-T",
            [GAPS + " --set power.preset=eee-10gbase-t", GAPS + " --no-link-sleep"], exchanged),
        Row("no refresh, no voltage scaling", [GAPS],
            lambda done: ("neither; `rate-scaling` is a policy of its own", FITS)),
        Row("(1), in each chunk and router",
            ["kasuri run examples/nsim/uniform.toml --power --set power.t_lt=1us",
             "kasuri power RUN --format nsimpower-wide"],
            by_chunk(lambda at: 6)),
        Row("(1) holds for switches of indirect networks, too",
            ["kasuri run examples/topologies/fat-tree.toml --power --set power.t_lt=1us",
             "kasuri power RUN --format nsimpower-wide"], by_chunk(lambda at: 4 if at < 32 else None)),
        Row("(1) as printed: a static mean power of each link; P_R_LPI from the simulation", [], misprints),
        Row("power on and off by `--power`, link shutdown by another option",
            [UNIFORM + " --power --no-link-sleep", UNIFORM], power_off),
        Row("whole-run analysis: mean, peak and energy at the end", [UNIFORM + " --power"], whole),
        Row("and no log of it", [UNIFORM + " --power --set power.transient=none"], no_log),
        Row("transient analysis: share asleep and mean power of each router and chunk",
            ["kasuri run examples/nsim/uniform.toml --power", "kasuri power RUN --format nsimpower-wide"],
            grammar),
        Row("six settings, in ps and mW", ["kasuri help power"], parameters),
        Row("Boxfish shows it in space and time",
            ["kasuri run examples/nsim/uniform.toml --power --set power.transient=links",
             "kasuri power RUN --format boxfish"],
            boxfish),
    ]),
    ("NSIM-ACE: put and get", "Section 3. By hand: (*h* + 2) 0.6 ns + (*h* + 1) 140 ns and the bytes of "
     "the packets, at 2.8 GB/s of data, at 4 GB/s of the control packet of 64.", [
        Row("a put: DMA, packets, DMA, then a control packet back; complete when that is there",
            [experiment("get 4"), experiment("get 2000000")], one_sided("put")),
        Row("a get: a control packet, then DMA, packets, DMA",
            [experiment("get 4"), experiment("get 2000000")],
            one_sided("get")),
        Row("the owner's processor has no part in it", [experiment("get 4")], remote),
        Row("`MGEN_acp_copy` returns at once with a handle", [experiment("get 4")], at_once),
        Row("`MGEN_acp_complete` waits for that handle", [experiment("complete")], waits),
        Row("the receiver of a put polls by `MGEN_Recv` with `ACP_PUT_TAG`",
            ["kasuri run examples/acp-sample/config.toml"], polling),
        Row("`LMGEN_Isend_acp_put_ctrl` sends the control packet, `LMGEN_Wait_ctrl` waits for it",
            ["kasuri run examples/acp-sample/config.toml",
             "kasuri run examples/acp-sample/config.toml --set rdma.put_ack=program"], control),
        Row("the sample program, as printed", ["kasuri run examples/acp-sample/config.toml"], printed),
        Row("outputs are NSIM's",
            ["kasuri run examples/acp-sample/config.toml", "kasuri report RUN --format nsim"], report),
        Row("of two gets from one node that one is served first whose control packet is there first",
            [experiment("order 100"), experiment("order 200")], arrival),
        Row("Δt, the time of a packet over one hop, is enough to keep the order of events",
            [f"{experiment('order 200')} --threads {n}" for n in (1, 2, 3)], same_hash),
        Row("as parallel as NSIM", [], lambda done: ("no number is said", OPEN)),
    ]),
]
