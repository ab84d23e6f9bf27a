# SPDX-License-Identifier: MIT
# Written by tools/python-config from `kasuri schema`: do not edit.
"""Typed classes of the sections and components of a configuration, for editors and for `help()`.

    from kasuri.config import Config, Job, TorusTopology, UniformPattern
    config = Config(topology=TorusTopology(extents=[4, 4]), jobs=[Job(pattern=UniformPattern(load=0.3))])

Fields that are not given keep Kasuri's defaults. Times, sizes and rates are text with a unit: "100 ns".
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Literal, Mapping, Optional, Union

from ._typed import Section


class PatternKind(Section):
    """Synthetic traffic instead of a program."""



class MotifKind(Section):
    """Repeated communication patterns, described by operations instead of a program."""



class PlacementKind(Section):
    """Selects the nodes of a job."""



class MappingKind(Section):
    """Assigns each rank a place on the nodes of its job."""



class LibraryKind(Section):
    """MPI library whose choice of algorithms by communicator size and message size holds."""



class CoreKind(Section):
    """Processor core for which the instructions of an MPI program are counted."""



class BarrierKind(Section):
    """Algorithm of the barrier."""



class BcastKind(Section):
    """Algorithm of the broadcast."""



class ReduceKind(Section):
    """Algorithm of the reduction to one rank."""



class AllreduceKind(Section):
    """Algorithm of the reduction to all ranks."""



class GatherKind(Section):
    """Algorithm of the gathering of equal blocks by one rank."""



class GathervKind(Section):
    """Algorithm of the gathering of blocks of any size."""



class ScatterKind(Section):
    """Algorithm of the scattering of equal blocks."""



class ScattervKind(Section):
    """Algorithm of the scattering of blocks of any size."""



class AllgatherKind(Section):
    """Algorithm of the gathering of equal blocks by all."""



class AllgathervKind(Section):
    """Algorithm of the same with blocks of any size."""



class AlltoallKind(Section):
    """Algorithm of the personalised all-to-all."""



class AlltoallvKind(Section):
    """Algorithm of the same with blocks of any size."""



class ReduceScatterKind(Section):
    """Algorithm of the reduction whose result is scattered in blocks of any size."""



class ReduceScatterBlockKind(Section):
    """Algorithm of the same with equal blocks."""



class ScanKind(Section):
    """Algorithm of the inclusive prefix reduction."""



class ExscanKind(Section):
    """Algorithm of the exclusive prefix reduction."""



class NeighborAllgatherKind(Section):
    """Algorithm of the gathering of equal blocks from neighbours."""



class NeighborAllgathervKind(Section):
    """Algorithm of the same with blocks of any size."""



class NeighborAlltoallKind(Section):
    """Algorithm of the personalised exchange with neighbours."""



class NeighborAlltoallvKind(Section):
    """Algorithm of the same with blocks of any size."""



class NetworkKind(Section):
    """Models of whole messages instead of packets in routers."""



class NoiseKind(Section):
    """Operating-system noise: interruptions of computation."""



class LinkPolicyKind(Section):
    """Link power policy."""



class ArbiterKind(Section):
    """Selects one of the packets that wait for an output of a router."""



class RoutingKind(Section):
    """Selects the paths of packets."""



class TopologyKind(Section):
    """How routers and endpoints are connected."""



@dataclass(repr=False)
class Config(Section):
    """A whole configuration.

    plugins: shared objects with components of your own, see docs/library.md (0 to 16 values)
    fidelity: simulate packets in routers (packet), messages that share links (flow), or whole messages
        by the model of [network] (message); default: packet, or message with [network] (string, one of
        "packet", "flow", "message")
    faults: failures of links, routers and NICs; links that are slow or make errors
    flow: with fidelity = "flow": how messages share links
    jobs: jobs of the machine: programs, patterns, motifs and traces
    layout: racks and cables: how long links are, and what follows from that
    link: rates and latencies of all links
    measure: end a run with constant load when its steady state has been measured
    mpi: cost and algorithms of the message-passing library
    network: model of whole messages without routers; default: packets are simulated in routers
    nic: network interfaces of the nodes
    noise: operating-system noise: interruptions of computation
    power: power of the machine and sleep of its links
    rdma: one-sided communication by the NICs
    router: timing and buffers of all routers
    routing: selects the paths of packets
    run: seed, limits and checks
    statistics: measurements beyond the totals of a run
    topology: how routers and endpoints are connected
    """

    plugins: Optional[List[str]] = None
    fidelity: Optional[Literal["packet", "flow", "message"]] = None
    faults: Optional[Union[Faults, Mapping[str, Any]]] = None
    flow: Optional[Union[Flow, Mapping[str, Any]]] = None
    jobs: Optional[List[Union[Job, Mapping[str, Any]]]] = None
    layout: Optional[Union[Layout, Mapping[str, Any]]] = None
    link: Optional[Union[Link, Mapping[str, Any]]] = None
    measure: Optional[Union[Measure, Mapping[str, Any]]] = None
    mpi: Optional[Union[Mpi, Mapping[str, Any]]] = None
    network: Optional[Union[NetworkKind, str, Mapping[str, Any], Any]] = None
    nic: Optional[Union[Nic, Mapping[str, Any]]] = None
    noise: Optional[Union[NoiseKind, str, Mapping[str, Any], Any]] = None
    power: Optional[Union[Power, Mapping[str, Any]]] = None
    rdma: Optional[Union[Rdma, Mapping[str, Any]]] = None
    router: Optional[Union[Router, Mapping[str, Any]]] = None
    routing: Optional[Union[RoutingKind, str, Mapping[str, Any], Any]] = None
    run: Optional[Union[Run, Mapping[str, Any]]] = None
    statistics: Optional[Union[Statistics, Mapping[str, Any]]] = None
    topology: Optional[Union[TopologyKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class Faults(Section):
    """Failures of links, routers and NICs; links that are slow or make errors.

    failures: links, routers and NICs that fail
    degraded: links that are slow or make errors
    reroute_time: time from a failure or repair during the run until NICs send packets over the new
        paths (time, 0 s to 1 s, default "0 s")
    retry_time: time from the arrival of a message with damaged packets until the receiver's NIC
        requests them again (time, 0 s to 1 s, default "1 us")
    unreachable: a job whose nodes cannot all reach each other from the start: refuse it; or run it, let
        messages without a path wait for a repair, and drop and count them if no repair follows (string,
        one of "refuse", "drop", default "refuse")
    seed: seed of the random failures and links of this section; default: run.seed (integer, at least 0)
    """

    failures: Optional[List[Union[FaultsFailure, Mapping[str, Any]]]] = None
    degraded: Optional[List[Union[FaultsDegraded, Mapping[str, Any]]]] = None
    reroute_time: Optional[str] = None
    retry_time: Optional[str] = None
    unreachable: Optional[Literal["refuse", "drop"]] = None
    seed: Optional[int] = None


@dataclass(repr=False)
class FaultsFailure(Section):
    """Links, routers and NICs that fail.

    links: links, by their two routers, "(0,0) (1,0)", or by a router and its port, "(0,0):3"
    random_links: number of further links, drawn at random (integer, 0 to 4294967295, default 0)
    random_link_share: share of all links, drawn at random in addition (number, 0 to 1, default 0.0)
    one_way: only one direction of each link: from the first router to the second, or out of the port;
        of random links, a random direction (boolean, default false)
    at: simulated time of the failure; 0: from the start (time, at least 0 s, default "0 s")
    until: simulated time of the repair; default: never (time, at least 1 ps)
    routers: routers by name or number, with all their links and NICs
    random_routers: number of further routers, drawn at random (integer, 0 to 4294967295, default 0)
    random_router_share: share of all routers, drawn at random in addition (number, 0 to 1, default 0.0)
    nics: NICs, numbered from 0 router by router (each 0 to 4294967295)
    random_nics: number of further NICs, drawn at random (integer, 0 to 4294967295, default 0)
    """

    links: Optional[List[str]] = None
    random_links: Optional[int] = None
    random_link_share: Optional[float] = None
    one_way: Optional[bool] = None
    at: Optional[str] = None
    until: Optional[str] = None
    routers: Optional[List[str]] = None
    random_routers: Optional[int] = None
    random_router_share: Optional[float] = None
    nics: Optional[List[int]] = None
    random_nics: Optional[int] = None


@dataclass(repr=False)
class FaultsDegraded(Section):
    """Links that are slow or make errors.

    links: links, by their two routers, "(0,0) (1,0)", or by a router and its port, "(0,0):3"
    random_links: number of further links, drawn at random (integer, 0 to 4294967295, default 0)
    random_link_share: share of all links, drawn at random in addition (number, 0 to 1, default 0.0)
    one_way: only one direction of each link: from the first router to the second, or out of the port;
        of random links, a random direction (boolean, default false)
    classes: link classes, "terminal" for links to and from NICs; default: all links, unless links are
        named or drawn
    rate_factor: rate, as a share of the normal rate (number, 0.001 to 1)
    bit_error_rate: probability that a bit arrives wrong (number, 0 to 0.0001)
    replay_time: time from a transmission with an error until the link repeats it; default: 500 ns
        (time, 0 s to 1 ms)
    """

    links: Optional[List[str]] = None
    random_links: Optional[int] = None
    random_link_share: Optional[float] = None
    one_way: Optional[bool] = None
    classes: Optional[List[str]] = None
    rate_factor: Optional[float] = None
    bit_error_rate: Optional[float] = None
    replay_time: Optional[str] = None


@dataclass(repr=False)
class Flow(Section):
    """With fidelity = "flow": how messages share links.

    step: shares are computed again at multiples of this time, if flows have begun or ended; default:
        the time of two of the largest packets on a NIC's link (time, 1 ps to 1 ms)
    short_message: messages up to this size on the wire take latency and their NICs' time, and no share
        of links; default: what their path holds, its latency times its rate (size, 0 B to 1 GiB)
    efficiency: share of a link between routers that flows have together if they could fill it; default:
        as benchmarks/fidelity has measured it for the topology and the routing algorithm, else 1
        (number, 0.01 to 1)
    """

    step: Optional[str] = None
    short_message: Optional[str] = None
    efficiency: Optional[float] = None


@dataclass(repr=False)
class Job(Section):
    """Jobs of the machine: programs, patterns, motifs and traces.

    name: name of the job in results; default: name of the program or pattern (string, default "")
    program: C or C++ source, or shared object made by `kasuri cc` or `kasuri c++` (path)
    args: arguments of the program
    pattern: synthetic traffic instead of a program
    motif: repeated communication pattern instead of a program
    trace: trace to replay instead of a program: OTF2, DUMPI, GOAL, or time-independent (SimGrid) (path)
    replay: changes to the trace in replay
    ranks: number of ranks; default: ranks_per_node on every free node (integer, 1 to 1073741824)
    ranks_per_node: ranks on each node, at most (integer, 1 to 4096, default 1)
    placement: selects the job's nodes among the free ones; earlier jobs choose first; default: linear
    layout: order in which ranks fill the nodes: node by node (block), round-robin over the nodes of one
        router after the other as in TraceR (router-cyclic), or round-robin over all nodes of the job
        (cyclic) (string, one of "block", "router-cyclic", "cyclic", default "block")
    mapping: assigns each rank a place on the job's nodes; default: linear
    mapping_file: text file with the node of each rank, instead of placement, layout and mapping: lines
        `rank node`, or one line "(x,y,z)" per rank in order (path)
    collectives: library whose choice of collective algorithms holds for this job, after [mpi.rules];
        default: [mpi.algorithms] and mpi.library
    share_nodes: share nodes with other jobs that also set this (boolean, default false)
    start: simulated time at which the job starts (time, at least 0 s, default "0 s")
    iterations: number of times that each rank runs the program or trace, one after the other (integer,
        1 to 1073741824, default 1)
    traffic_class: traffic class of the job's messages, 0 to router.classes - 1 (integer, 0 to 31,
        default 0)
    payload: whether messages carry the program's data; false: only sizes are simulated, buffers are
        neither read nor written (boolean, default true)
    private_globals: give each rank its own copy of the program's writable globals; false: refuse
        programs that have any (boolean, default false)
    compute: source of the time of an MPI program's own code: the program (declared), its instructions
        on `core` (counted), or this host's clock (measured; not reproducible) (string, one of
        "declared", "counted", "measured", default "declared")
    core: processor core for which instructions are counted; default: x86-64
    compute_factor: counted and measured times are multiplied by this (number, 1e-06 to 1000000, default
        1.0)
    """

    name: Optional[str] = None
    program: Optional[str] = None
    args: Optional[List[str]] = None
    pattern: Optional[Union[PatternKind, str, Mapping[str, Any], Any]] = None
    motif: Optional[Union[MotifKind, str, Mapping[str, Any], Any]] = None
    trace: Optional[str] = None
    replay: Optional[Union[JobReplay, Mapping[str, Any]]] = None
    ranks: Optional[int] = None
    ranks_per_node: Optional[int] = None
    placement: Optional[Union[PlacementKind, str, Mapping[str, Any], Any]] = None
    layout: Optional[Literal["block", "router-cyclic", "cyclic"]] = None
    mapping: Optional[Union[MappingKind, str, Mapping[str, Any], Any]] = None
    mapping_file: Optional[str] = None
    collectives: Optional[Union[LibraryKind, str, Mapping[str, Any], Any]] = None
    share_nodes: Optional[bool] = None
    start: Optional[str] = None
    iterations: Optional[int] = None
    traffic_class: Optional[int] = None
    payload: Optional[bool] = None
    private_globals: Optional[bool] = None
    compute: Optional[Literal["declared", "counted", "measured"]] = None
    core: Optional[Union[CoreKind, str, Mapping[str, Any], Any]] = None
    compute_factor: Optional[float] = None


@dataclass(repr=False)
class BitComplementPattern(PatternKind):
    """Open loop: to rank n - 1 - rank, opposite the centre of the grid.

    load: offered load: bytes on the wire per rank, as a share of its link rate (number, 1e-06 to 4,
        default 0.2)
    message: payload of a message (size, 0 B to 1 GiB, default "2 KiB")
    duration: time for which messages are sent (time, 1 ns to 3600 s, default "100 us")
    process: when a rank sends: at exponential intervals, or in each slot with one probability (string,
        one of "poisson", "bernoulli", default "poisson")
    slot: with process = "bernoulli": length of a slot; default: of a message on the link (time, 1 ps to
        1 ms)
    self: whether messages that a rank would send to itself are sent, and uniform destinations include
        the sender; nic.loopback says where they go (boolean, default false)
    """
    _type = "bit-complement"

    load: Optional[float] = None
    message: Optional[str] = None
    duration: Optional[str] = None
    process: Optional[Literal["poisson", "bernoulli"]] = None
    slot: Optional[str] = None
    self: Optional[bool] = None


@dataclass(repr=False)
class NeighbourPattern(PatternKind):
    """Open loop: to the next rank in every dimension of a grid.

    load: offered load: bytes on the wire per rank, as a share of its link rate (number, 1e-06 to 4,
        default 0.2)
    message: payload of a message (size, 0 B to 1 GiB, default "2 KiB")
    duration: time for which messages are sent (time, 1 ns to 3600 s, default "100 us")
    process: when a rank sends: at exponential intervals, or in each slot with one probability (string,
        one of "poisson", "bernoulli", default "poisson")
    slot: with process = "bernoulli": length of a slot; default: of a message on the link (time, 1 ps to
        1 ms)
    self: whether messages that a rank would send to itself are sent, and uniform destinations include
        the sender; nic.loopback says where they go (boolean, default false)
    grid: extents of the grid of ranks, fastest dimension first; default: endpoints of a router, then
        the extents of a mesh or torus; else one dimension (0 to 16 values, each 1 to 1073741824)
    """
    _type = "neighbour"

    load: Optional[float] = None
    message: Optional[str] = None
    duration: Optional[str] = None
    process: Optional[Literal["poisson", "bernoulli"]] = None
    slot: Optional[str] = None
    self: Optional[bool] = None
    grid: Optional[List[int]] = None


@dataclass(repr=False)
class NextGroupPattern(PatternKind):
    """Open loop: to random ranks of the next group; worst for minimal routing on dragonflies.

    load: offered load: bytes on the wire per rank, as a share of its link rate (number, 1e-06 to 4,
        default 0.2)
    message: payload of a message (size, 0 B to 1 GiB, default "2 KiB")
    duration: time for which messages are sent (time, 1 ns to 3600 s, default "100 us")
    process: when a rank sends: at exponential intervals, or in each slot with one probability (string,
        one of "poisson", "bernoulli", default "poisson")
    slot: with process = "bernoulli": length of a slot; default: of a message on the link (time, 1 ps to
        1 ms)
    self: whether messages that a rank would send to itself are sent, and uniform destinations include
        the sender; nic.loopback says where they go (boolean, default false)
    group: ranks of a group; default: the endpoints of a dragonfly's group (integer, 1 to 4294967295)
    offset: distance to the target group, in groups (integer, 1 to 4294967295, default 1)
    """
    _type = "next-group"

    load: Optional[float] = None
    message: Optional[str] = None
    duration: Optional[str] = None
    process: Optional[Literal["poisson", "bernoulli"]] = None
    slot: Optional[str] = None
    self: Optional[bool] = None
    group: Optional[int] = None
    offset: Optional[int] = None


@dataclass(repr=False)
class TablePattern(PatternKind):
    """Open loop: destinations of each rank from a file, with weights.

    load: offered load: bytes on the wire per rank, as a share of its link rate (number, 1e-06 to 4,
        default 0.2)
    message: payload of a message (size, 0 B to 1 GiB, default "2 KiB")
    duration: time for which messages are sent (time, 1 ns to 3600 s, default "100 us")
    process: when a rank sends: at exponential intervals, or in each slot with one probability (string,
        one of "poisson", "bernoulli", default "poisson")
    slot: with process = "bernoulli": length of a slot; default: of a message on the link (time, 1 ps to
        1 ms)
    self: whether messages that a rank would send to itself are sent, and uniform destinations include
        the sender; nic.loopback says where they go (boolean, default false)
    file: file with lines `SOURCE DESTINATION` or `SOURCE DESTINATION WEIGHT`; a rank's messages are
        distributed over its destinations by their weights, 1 if not given (path)
    """
    _type = "table"

    load: Optional[float] = None
    message: Optional[str] = None
    duration: Optional[str] = None
    process: Optional[Literal["poisson", "bernoulli"]] = None
    slot: Optional[str] = None
    self: Optional[bool] = None
    file: Optional[str] = None


@dataclass(repr=False)
class TornadoPattern(PatternKind):
    """Open loop: one step less than halfway around every ring of a grid, in the same direction for all.

    load: offered load: bytes on the wire per rank, as a share of its link rate (number, 1e-06 to 4,
        default 0.2)
    message: payload of a message (size, 0 B to 1 GiB, default "2 KiB")
    duration: time for which messages are sent (time, 1 ns to 3600 s, default "100 us")
    process: when a rank sends: at exponential intervals, or in each slot with one probability (string,
        one of "poisson", "bernoulli", default "poisson")
    slot: with process = "bernoulli": length of a slot; default: of a message on the link (time, 1 ps to
        1 ms)
    self: whether messages that a rank would send to itself are sent, and uniform destinations include
        the sender; nic.loopback says where they go (boolean, default false)
    grid: extents of the grid of ranks, fastest dimension first; default: endpoints of a router, then
        the extents of a mesh or torus; else one dimension (0 to 16 values, each 1 to 1073741824)
    """
    _type = "tornado"

    load: Optional[float] = None
    message: Optional[str] = None
    duration: Optional[str] = None
    process: Optional[Literal["poisson", "bernoulli"]] = None
    slot: Optional[str] = None
    self: Optional[bool] = None
    grid: Optional[List[int]] = None


@dataclass(repr=False)
class TransposePattern(PatternKind):
    """Open loop: coordinates of a grid rotated by one position; the transpose in two dimensions.

    load: offered load: bytes on the wire per rank, as a share of its link rate (number, 1e-06 to 4,
        default 0.2)
    message: payload of a message (size, 0 B to 1 GiB, default "2 KiB")
    duration: time for which messages are sent (time, 1 ns to 3600 s, default "100 us")
    process: when a rank sends: at exponential intervals, or in each slot with one probability (string,
        one of "poisson", "bernoulli", default "poisson")
    slot: with process = "bernoulli": length of a slot; default: of a message on the link (time, 1 ps to
        1 ms)
    self: whether messages that a rank would send to itself are sent, and uniform destinations include
        the sender; nic.loopback says where they go (boolean, default false)
    grid: extents of the grid of ranks, fastest dimension first; default: endpoints of a router, then
        the extents of a mesh or torus; else one dimension (0 to 16 values, each 1 to 1073741824)
    """
    _type = "transpose"

    load: Optional[float] = None
    message: Optional[str] = None
    duration: Optional[str] = None
    process: Optional[Literal["poisson", "bernoulli"]] = None
    slot: Optional[str] = None
    self: Optional[bool] = None
    grid: Optional[List[int]] = None


@dataclass(repr=False)
class UniformPattern(PatternKind):
    """Open loop: uniform random destinations, exponential intervals.

    load: offered load: bytes on the wire per rank, as a share of its link rate (number, 1e-06 to 4,
        default 0.2)
    message: payload of a message (size, 0 B to 1 GiB, default "2 KiB")
    duration: time for which messages are sent (time, 1 ns to 3600 s, default "100 us")
    process: when a rank sends: at exponential intervals, or in each slot with one probability (string,
        one of "poisson", "bernoulli", default "poisson")
    slot: with process = "bernoulli": length of a slot; default: of a message on the link (time, 1 ps to
        1 ms)
    self: whether messages that a rank would send to itself are sent, and uniform destinations include
        the sender; nic.loopback says where they go (boolean, default false)
    """
    _type = "uniform"

    load: Optional[float] = None
    message: Optional[str] = None
    duration: Optional[str] = None
    process: Optional[Literal["poisson", "bernoulli"]] = None
    slot: Optional[str] = None
    self: Optional[bool] = None


@dataclass(repr=False)
class CollectiveMotif(MotifKind):
    """One collective operation of all ranks, again and again.

    operation: what all ranks call (string, one of "barrier", "bcast", "reduce", "allreduce", "gather",
        "scatter", "allgather", "alltoall", "reduce_scatter_block", "scan", "exscan", default
        "allreduce")
    size: the whole vector of a bcast, reduce, allreduce or scan; else a block: what a rank gives to or
        gets from each other (size, at least 0 B, default "8 B")
    element: bytes of an element: 1, 2, 4, 8 or 16 (integer, 1 to 16, default 8)
    root: of a bcast, reduce, gather or scatter (integer, 0 to 4294967295, default 0)
    compute: computation time of each rank after each step (time, at least 0 s, default "0 s")
    steps: how often (integer, 1 to 1073741824, default 10)
    """
    _type = "collective"

    operation: Optional[Literal["barrier", "bcast", "reduce", "allreduce", "gather", "scatter", "allgather",
        "alltoall", "reduce_scatter_block", "scan", "exscan"]] = None
    size: Optional[str] = None
    element: Optional[int] = None
    root: Optional[int] = None
    compute: Optional[str] = None
    steps: Optional[int] = None


@dataclass(repr=False)
class LinesAlltoallMotif(MotifKind):
    """All-to-all along the lines of a grid, one dimension after the other.

    grid: extents of the periodic grid of ranks, fastest dimension first (1 to 6 values, each 1 to
        1073741824)
    size: bytes for each pair of a line (size, at least 0 B, default "4 KiB")
    compute: computation time of each rank after each step (time, at least 0 s, default "0 s")
    steps: how often (integer, 1 to 1073741824, default 10)
    """
    _type = "lines-alltoall"

    grid: Optional[List[int]] = None
    size: Optional[str] = None
    compute: Optional[str] = None
    steps: Optional[int] = None


@dataclass(repr=False)
class MergedCollectiveMotif(MotifKind):
    """The messages of a ring allreduce or all-to-all, several steps in one.

    operation: an all-to-all or an allreduce, by a ring (string, one of "alltoall", "allreduce", default
        "alltoall")
    size: of an all-to-all's block, or of the allreduce's vector (size, 0 B to 1 TiB, default "64 KiB")
    merge: steps of the algorithm that are simulated as one (integer, 1 to 16777216, default 16)
    step_latency: what ranks wait for each step that is left out; the latency of a short message (time,
        0 s to 1 ms, default "0 s")
    compute: computation time of each rank after each step (time, at least 0 s, default "0 s")
    steps: how often (integer, 1 to 1073741824, default 10)
    """
    _type = "merged-collective"

    operation: Optional[Literal["alltoall", "allreduce"]] = None
    size: Optional[str] = None
    merge: Optional[int] = None
    step_latency: Optional[str] = None
    compute: Optional[str] = None
    steps: Optional[int] = None


@dataclass(repr=False)
class NearNeighborMotif(MotifKind):
    """Unstructured mesh: messages to random ranks nearby on a grid.

    grid: extents of the periodic grid of ranks, fastest dimension first (3 values, each 1 to
        1073741824)
    least: smallest number of neighbours of a rank (integer, 0 to 4096, default 6)
    most: largest number of neighbours of a rank (integer, 0 to 4096, default 19)
    reach: largest distance of a neighbour along a dimension (integer, 0 to 1048576, default 2)
    size: of a message (size, at least 0 B, default "32 KiB")
    compute: computation time of each rank after each step (time, at least 0 s, default "0 s")
    steps: how often (integer, 1 to 1073741824, default 10)
    """
    _type = "near-neighbor"

    grid: Optional[List[int]] = None
    least: Optional[int] = None
    most: Optional[int] = None
    reach: Optional[int] = None
    size: Optional[str] = None
    compute: Optional[str] = None
    steps: Optional[int] = None


@dataclass(repr=False)
class PairsMotif(MotifKind):
    """Ranks exchange messages in pairs, in order or shuffled.

    size: of a message (size, at least 0 B, default "64 KiB")
    shuffle: seed of the random order of ranks; 0: order by rank (integer, 0 to 1073741824, default 1)
    compute: computation time of each rank after each step (time, at least 0 s, default "0 s")
    steps: how often (integer, 1 to 1073741824, default 10)
    """
    _type = "pairs"

    size: Optional[str] = None
    shuffle: Optional[int] = None
    compute: Optional[str] = None
    steps: Optional[int] = None


@dataclass(repr=False)
class RowsColumnsMotif(MotifKind):
    """All-to-all in rows, allreduce and broadcast in columns of a grid.

    grid: extents of the periodic grid of ranks, fastest dimension first (2 values, each 1 to
        1073741824)
    alltoall: bytes for each pair of a row; 0: no all-to-all (size, at least 0 B, default "4 KiB")
    allreduce: of a column; 0: none (size, at least 0 B, default "64 KiB")
    bcast: of a column; 0: none (size, at least 0 B, default "256 KiB")
    compute: computation time of each rank after each step (time, at least 0 s, default "0 s")
    steps: how often (integer, 1 to 1073741824, default 10)
    """
    _type = "rows-columns"

    grid: Optional[List[int]] = None
    alltoall: Optional[str] = None
    allreduce: Optional[str] = None
    bcast: Optional[str] = None
    compute: Optional[str] = None
    steps: Optional[int] = None


@dataclass(repr=False)
class StencilMotif(MotifKind):
    """Exchange of faces with both neighbours along every dimension of a periodic grid.

    grid: extents of the periodic grid of ranks, fastest dimension first (1 to 6 values, each 1 to
        1073741824)
    size: of a face (size, at least 0 B, default "64 KiB")
    compute: computation time of each rank after each step (time, at least 0 s, default "0 s")
    steps: how often (integer, 1 to 1073741824, default 10)
    """
    _type = "stencil"

    grid: Optional[List[int]] = None
    size: Optional[str] = None
    compute: Optional[str] = None
    steps: Optional[int] = None


@dataclass(repr=False)
class TrainingMotif(MotifKind):
    """Steps of training a transformer: tensor, pipeline, data and expert parallelism.

    layers: transformer layers (integer, 1 to 65536)
    hidden: size of a token's vector (integer, 1 to 1048576)
    heads: attention heads (integer, 1 to 1048576)
    kv_heads: heads of keys and values; default: as many as heads (integer, 1 to 1048576)
    ffn: inner size of the feed-forward block, or of an expert; default: 4 × hidden, if gated 8/3 ×
        hidden, rounded up to a multiple of 256 (integer, 1 to 16777216)
    gated: the feed-forward block has three matrices (SwiGLU), not two (boolean, default true)
    vocabulary: tokens: embedding on the first stage, output on the last; 0: without both (integer, 0 to
        16777216, default 0)
    experts: experts of each layer; 0: a dense model (integer, 0 to 65536, default 0)
    experts_per_token: experts that a token goes to (integer, 1 to 65536, default 2)
    sequence: tokens of a sequence (integer, 1 to 67108864)
    microbatch: sequences of a microbatch (integer, 1 to 65536, default 1)
    microbatches: microbatches of each pipeline in a step (integer, 1 to 1048576, default 1)
    causal: tokens attend to earlier ones only: half of the attention's work (boolean, default true)
    recompute: the backward pass repeats the forward pass of its layers (boolean, default false)
    element: bytes of a parameter and of an activation (integer, 1 to 8, default 2)
    gradient_element: bytes of a gradient when it is reduced (integer, 1 to 8, default 2)
    tp: degree of tensor parallelism: consecutive ranks (integer, 1 to 1048576, default 1)
    pp: stages of the pipeline: the outermost division of the ranks (integer, 1 to 1048576, default 1)
    dp: degree of data parallelism: between both (integer, 1 to 1048576, default 1)
    ep: degree of expert parallelism: a part of the data parallelism (integer, 1 to 1048576, default 1)
    interleave: parts of the model on each stage (interleaved 1F1B) (integer, 1 to 65536, default 1)
    stages: even: all have equally many layers; uneven: some have one less, the last and the first
        before others (string, one of "even", "uneven", default "even")
    zero: what data parallelism divides: 0 nothing, 1 optimizer state, 2 gradients, 3 parameters
        (integer, 0 to 3, default 0)
    bucket: gradients and parameters are exchanged in groups of whole layers of at most this size (size,
        1 B to 1 TiB, default "256 MiB")
    overlap: data parallelism communicates while computation goes on (boolean, default true)
    sequence_parallel: tensor parallelism divides activations: all-gather and reduce-scatter (boolean,
        default false)
    merge_inside: a collective of tensor parallelism is one event, by formula: its links carry nothing
        (boolean, default false)
    inside_rate: rate of a device in these, in each direction; default: by type (rate, above zero)
    inside_latency: of each step in these (assumed) (time, 0 s to 1 ms, default "1 us")
    dp_merge: 1: data parallelism calls collectives; more: it sends rings of its own, in which this
        number of steps is one, with any algorithms of the job (integer, 1 to 1048576, default 1)
    dp_step_latency: latency of each ring step that dp_merge leaves out (time, 0 s to 1 ms, default "0
        s")
    steps: training steps (integer, 1 to 1048576, default 1)
    gpu: type of the accelerators: peak rate, memory and link to its neighbours (string, one of "a100",
        "b200", "h100", "v100", default "h100")
    peak_flops: operations per second at most; default: by type (number in flop/s, 1000000 flop/s to
        1e+20 flop/s)
    memory_bandwidth: bandwidth of the device's memory; default: by type (rate, above zero)
    efficiency: share of the peak rate that computation reaches (assumed) (number, 1e-06 to 1, default
        0.6)
    memory_efficiency: share of the memory's bandwidth that it reaches (assumed) (number, 1e-06 to 1,
        default 0.8)
    """
    _type = "training"

    layers: Optional[int] = None
    hidden: Optional[int] = None
    heads: Optional[int] = None
    kv_heads: Optional[int] = None
    ffn: Optional[int] = None
    gated: Optional[bool] = None
    vocabulary: Optional[int] = None
    experts: Optional[int] = None
    experts_per_token: Optional[int] = None
    sequence: Optional[int] = None
    microbatch: Optional[int] = None
    microbatches: Optional[int] = None
    causal: Optional[bool] = None
    recompute: Optional[bool] = None
    element: Optional[int] = None
    gradient_element: Optional[int] = None
    tp: Optional[int] = None
    pp: Optional[int] = None
    dp: Optional[int] = None
    ep: Optional[int] = None
    interleave: Optional[int] = None
    stages: Optional[Literal["even", "uneven"]] = None
    zero: Optional[int] = None
    bucket: Optional[str] = None
    overlap: Optional[bool] = None
    sequence_parallel: Optional[bool] = None
    merge_inside: Optional[bool] = None
    inside_rate: Optional[str] = None
    inside_latency: Optional[str] = None
    dp_merge: Optional[int] = None
    dp_step_latency: Optional[str] = None
    steps: Optional[int] = None
    gpu: Optional[Literal["a100", "b200", "h100", "v100"]] = None
    peak_flops: Optional[str] = None
    memory_bandwidth: Optional[str] = None
    efficiency: Optional[float] = None
    memory_efficiency: Optional[float] = None


@dataclass(repr=False)
class JobReplay(Section):
    """Changes to the trace in replay.

    compute_scale: factor for the time of all computation (number, 0 to 1000000, default 1.0)
    flop_rate: operations per second of a rank, for traces that count operations instead of time (number
        in flop/s, 1 flop/s to 1e+18 flop/s, default "1000000000 flop/s")
    loop_region: region that jobs.iterations repeats, if the trace has it (string, default
        "TRACER_Loop")
    messages: rules that change message sizes (0 to 256 values)
    computations: rules that change the length of computations (0 to 256 values)
    regions: regions whose computation is changed
    roofline: computes the time of nodes of Chakra's traces from num_ops and tensor_size
    sends: how sends of Chakra's traces end. buffered: when their data have left, whether or not the
        receive has begun, as in the libraries that are traced; protocol: messages above mpi.eager_limit
        wait for their receive. Default: buffered; for what --record chakra has written, protocol
        (string, one of "buffered", "protocol")
    """

    compute_scale: Optional[float] = None
    flop_rate: Optional[str] = None
    loop_region: Optional[str] = None
    messages: Optional[List[Union[JobReplayMessage, Mapping[str, Any]]]] = None
    computations: Optional[List[Union[JobReplayComputation, Mapping[str, Any]]]] = None
    regions: Optional[Union[JobReplayRegion, Mapping[str, Any]]] = None
    roofline: Optional[Union[JobReplayRoofline, Mapping[str, Any]]] = None
    sends: Optional[Literal["buffered", "protocol"]] = None


@dataclass(repr=False)
class JobReplayMessage(Section):
    """Rules that change message sizes.

    of: messages of exactly this size (size, at least 0 B)
    larger_than: messages larger than this (size, at least 0 B)
    size: their new size (size, 0 B to 512 GiB)
    """

    of: Optional[str] = None
    larger_than: Optional[str] = None
    size: Optional[str] = None


@dataclass(repr=False)
class JobReplayComputation(Section):
    """Rules that change the length of computations.

    longer_than: computations longer than this (time, at least 0 s, default "0 s")
    time: their new length (time, at least 0 s)
    """

    longer_than: Optional[str] = None
    time: Optional[str] = None


@dataclass(repr=False)
class JobReplayRegion(Section):
    """Regions whose computation is changed.

    others: further keys: sections with names of one's own, and keys whose names are none in Python
    """

    others: Optional[Mapping[str, Any]] = None


@dataclass(repr=False)
class JobReplayRoofline(Section):
    """Computes the time of nodes of Chakra's traces from num_ops and tensor_size.

    gpu: type of the accelerators: peak rate, memory and link to its neighbours (string, one of "a100",
        "b200", "h100", "v100", default "h100")
    peak_flops: operations per second at most; default: by type (number in flop/s, 1000000 flop/s to
        1e+20 flop/s)
    memory_bandwidth: bandwidth of the device's memory; default: by type (rate, above zero)
    efficiency: share of the peak rate that computation reaches (assumed) (number, 1e-06 to 1, default
        0.6)
    memory_efficiency: share of the memory's bandwidth that it reaches (assumed) (number, 1e-06 to 1,
        default 0.8)
    """

    gpu: Optional[Literal["a100", "b200", "h100", "v100"]] = None
    peak_flops: Optional[str] = None
    memory_bandwidth: Optional[str] = None
    efficiency: Optional[float] = None
    memory_efficiency: Optional[float] = None


@dataclass(repr=False)
class BlockedPlacement(PlacementKind):
    """A compact block: the smallest or a given box of a grid; on other topologies whole groups.

    extents: the box of routers along each axis of a grid (Tofu: X, Y, Z as jobs see them); default: the
        smallest that is free (1 to 8 values, each 1 to 1073741823)
    """
    _type = "blocked"

    extents: Optional[List[int]] = None


@dataclass(repr=False)
class FilePlacement(PlacementKind):
    """Nodes listed in a file.

    file: text file with node numbers, ranges such as 8-15, and coordinates such as (1,2,3), in the
        order in which ranks fill the nodes (path)
    """
    _type = "file"

    file: Optional[str] = None


@dataclass(repr=False)
class LinearPlacement(PlacementKind):
    """Free nodes in the order of their numbers."""
    _type = "linear"


@dataclass(repr=False)
class RandomGroupsPlacement(PlacementKind):
    """Free nodes of groups in random order.

    seed: seed of the random order; default: run.seed (integer, at least 0)
    """
    _type = "random-groups"

    seed: Optional[int] = None


@dataclass(repr=False)
class RandomNodesPlacement(PlacementKind):
    """Free nodes in random order.

    seed: seed of the random order; default: run.seed (integer, at least 0)
    """
    _type = "random-nodes"

    seed: Optional[int] = None


@dataclass(repr=False)
class RandomRoutersPlacement(PlacementKind):
    """Free nodes of routers in random order.

    seed: seed of the random order; default: run.seed (integer, at least 0)
    """
    _type = "random-routers"

    seed: Optional[int] = None


@dataclass(repr=False)
class RoundRobinPlacement(PlacementKind):
    """One free node or router of each group in turn.

    unit: unit that each group contributes in its turn (string, one of "node", "router", default "node")
    """
    _type = "round-robin"

    unit: Optional[Literal["node", "router"]] = None


@dataclass(repr=False)
class SpreadGroupsPlacement(PlacementKind):
    """Equal shares of the job on consecutive nodes of each group."""
    _type = "spread-groups"


@dataclass(repr=False)
class BlockedMapping(MappingKind):
    """Blocks of a grid of ranks fill consecutive places.

    grid: extents of the grid of ranks, fastest dimension first (1 to 8 values, each 1 to 1073741824)
    block: ranks of a block along each dimension of the grid (1 to 8 values, each 1 to 1073741824)
    """
    _type = "blocked"

    grid: Optional[List[int]] = None
    block: Optional[List[int]] = None


@dataclass(repr=False)
class HilbertMapping(MappingKind):
    """Ranks along the Hilbert curve through the machine's coordinates.

    grid: extents of the grid of ranks, fastest dimension first; default: one dimension (0 to 8 values,
        each 1 to 1073741824)
    """
    _type = "hilbert"

    grid: Optional[List[int]] = None


@dataclass(repr=False)
class LinearMapping(MappingKind):
    """Ranks in the order of the job's places."""
    _type = "linear"


@dataclass(repr=False)
class PermutedMapping(MappingKind):
    """Ranks follow the machine's coordinates in another order of dimensions.

    order: one letter per coordinate (x, y, z, a, b, …), and t for the places at one router, fastest
        first: "zyxt" (string)
    """
    _type = "permuted"

    order: Optional[str] = None


@dataclass(repr=False)
class RandomMapping(MappingKind):
    """Random order of the job's places.

    seed: seed of the random order; default: run.seed (integer, at least 0)
    """
    _type = "random"

    seed: Optional[int] = None


@dataclass(repr=False)
class SubToriMapping(MappingKind):
    """Ranks fill one sub-torus of the machine after the other.

    block: routers of a block along each dimension (1 to 16 values, each 1 to 1073741824)
    """
    _type = "sub-tori"

    block: Optional[List[int]] = None


@dataclass(repr=False)
class CrayMpichLibrary(LibraryKind):
    """HPE Cray MPICH: as MPICH, with the limits that are public."""
    _type = "cray-mpich"


@dataclass(repr=False)
class FujitsuLibrary(LibraryKind):
    """Fujitsu MPI: as Open MPI 4.0, on which it is based; assumed."""
    _type = "fujitsu"


@dataclass(repr=False)
class Mpich4Library(LibraryKind):
    """MPICH 4, its generic selection; one rank a node."""
    _type = "mpich-4"


@dataclass(repr=False)
class NcclLibrary(LibraryKind):
    """NCCL: collectives between GPUs by channels, with protocol and algorithm as it predicts."""
    _type = "nccl"


@dataclass(repr=False)
class OpenMpi41Library(LibraryKind):
    """Open MPI 4.1, the fixed decisions of its component tuned."""
    _type = "open-mpi-4.1"


@dataclass(repr=False)
class A64fxCore(CoreKind):
    """Fujitsu A64FX of Fugaku, 512-bit vectors.

    frequency: clock rate (number in Hz, 1000000 Hz to 100000000000 Hz, default "2200000000 Hz")
    issue: instructions per cycle in all (number, 0.01 to 1000, default 4.0)
    integer: integer instructions per cycle (number, 0.01 to 1000, default 2.0)
    loads: loads per cycle (number, 0.01 to 1000, default 2.0)
    stores: stores per cycle (number, 0.01 to 1000, default 1.0)
    branches: branches per cycle (number, 0.01 to 1000, default 1.0)
    vector: floating-point and vector instructions per cycle (number, 0.01 to 1000, default 2.0)
    vector_bits: width of a vector; longer ones of the program count several times (integer, 64 to 2048,
        default 512)
    memory_operands: whether an instruction that computes may load an operand, as on x86; false: the
        load is another instruction (boolean, default false)
    multiply: cycles of an integer multiplication (number, 0 to 10000, default 1.0)
    divide: cycles of an integer division (number, 0 to 10000, default 40.0)
    float_divide: cycles of a floating-point division or square root (number, 0 to 10000, default 43.0)
    call: further cycles of a call with its return (number, 0 to 10000, default 4.0)
    copy: bytes per cycle of memcpy, memset and the like (number, 0.01 to 1000, default 32.0)
    function: cycles of exp, sin, pow and the like (number, 0 to 10000, default 40.0)
    product: share of the peak of multiply-adds that a product of matrices reaches (number, 0.01 to 1,
        default 0.9)
    """
    _type = "a64fx"

    frequency: Optional[str] = None
    issue: Optional[float] = None
    integer: Optional[float] = None
    loads: Optional[float] = None
    stores: Optional[float] = None
    branches: Optional[float] = None
    vector: Optional[float] = None
    vector_bits: Optional[int] = None
    memory_operands: Optional[bool] = None
    multiply: Optional[float] = None
    divide: Optional[float] = None
    float_divide: Optional[float] = None
    call: Optional[float] = None
    copy: Optional[float] = None
    function: Optional[float] = None
    product: Optional[float] = None


@dataclass(repr=False)
class U74Core(CoreKind):
    """SiFive U74, a RISC-V core without vectors, in order.

    frequency: clock rate (number in Hz, 1000000 Hz to 100000000000 Hz, default "1200000000 Hz")
    issue: instructions per cycle in all (number, 0.01 to 1000, default 2.0)
    integer: integer instructions per cycle (number, 0.01 to 1000, default 2.0)
    loads: loads per cycle (number, 0.01 to 1000, default 1.0)
    stores: stores per cycle (number, 0.01 to 1000, default 1.0)
    branches: branches per cycle (number, 0.01 to 1000, default 1.0)
    vector: floating-point and vector instructions per cycle (number, 0.01 to 1000, default 1.0)
    vector_bits: width of a vector; longer ones of the program count several times (integer, 64 to 2048,
        default 64)
    memory_operands: whether an instruction that computes may load an operand, as on x86; false: the
        load is another instruction (boolean, default false)
    multiply: cycles of an integer multiplication (number, 0 to 10000, default 1.0)
    divide: cycles of an integer division (number, 0 to 10000, default 34.0)
    float_divide: cycles of a floating-point division or square root (number, 0 to 10000, default 30.0)
    call: further cycles of a call with its return (number, 0 to 10000, default 2.0)
    copy: bytes per cycle of memcpy, memset and the like (number, 0.01 to 1000, default 8.0)
    function: cycles of exp, sin, pow and the like (number, 0 to 10000, default 80.0)
    product: share of the peak of multiply-adds that a product of matrices reaches (number, 0.01 to 1,
        default 0.6)
    """
    _type = "u74"

    frequency: Optional[str] = None
    issue: Optional[float] = None
    integer: Optional[float] = None
    loads: Optional[float] = None
    stores: Optional[float] = None
    branches: Optional[float] = None
    vector: Optional[float] = None
    vector_bits: Optional[int] = None
    memory_operands: Optional[bool] = None
    multiply: Optional[float] = None
    divide: Optional[float] = None
    float_divide: Optional[float] = None
    call: Optional[float] = None
    copy: Optional[float] = None
    function: Optional[float] = None
    product: Optional[float] = None


@dataclass(repr=False)
class X8664Core(CoreKind):
    """Generic server core of x86-64, four instructions wide.

    frequency: clock rate (number in Hz, 1000000 Hz to 100000000000 Hz, default "2500000000 Hz")
    issue: instructions per cycle in all (number, 0.01 to 1000, default 4.0)
    integer: integer instructions per cycle (number, 0.01 to 1000, default 4.0)
    loads: loads per cycle (number, 0.01 to 1000, default 2.0)
    stores: stores per cycle (number, 0.01 to 1000, default 1.0)
    branches: branches per cycle (number, 0.01 to 1000, default 1.0)
    vector: floating-point and vector instructions per cycle (number, 0.01 to 1000, default 2.0)
    vector_bits: width of a vector; longer ones of the program count several times (integer, 64 to 2048,
        default 256)
    memory_operands: whether an instruction that computes may load an operand, as on x86; false: the
        load is another instruction (boolean, default true)
    multiply: cycles of an integer multiplication (number, 0 to 10000, default 1.0)
    divide: cycles of an integer division (number, 0 to 10000, default 24.0)
    float_divide: cycles of a floating-point division or square root (number, 0 to 10000, default 4.0)
    call: further cycles of a call with its return (number, 0 to 10000, default 2.0)
    copy: bytes per cycle of memcpy, memset and the like (number, 0.01 to 1000, default 16.0)
    function: cycles of exp, sin, pow and the like (number, 0 to 10000, default 20.0)
    product: share of the peak of multiply-adds that a product of matrices reaches (number, 0.01 to 1,
        default 0.8)
    """
    _type = "x86-64"

    frequency: Optional[str] = None
    issue: Optional[float] = None
    integer: Optional[float] = None
    loads: Optional[float] = None
    stores: Optional[float] = None
    branches: Optional[float] = None
    vector: Optional[float] = None
    vector_bits: Optional[int] = None
    memory_operands: Optional[bool] = None
    multiply: Optional[float] = None
    divide: Optional[float] = None
    float_divide: Optional[float] = None
    call: Optional[float] = None
    copy: Optional[float] = None
    function: Optional[float] = None
    product: Optional[float] = None


@dataclass(repr=False)
class Layout(Section):
    """Racks and cables: how long links are, and what follows from that.

    nodes_per_rack: endpoints (NICs) in a rack, at most (integer, 1 to 1048576, default 64)
    routers_per_rack: routers in a rack, at most (integer, 1 to 1048576, default 32)
    routers_per_chassis: routers of a rack whose links are traces of a backplane; 1: none are (integer,
        1 to 1048576, default 1)
    racks_per_row: racks in a row; 0: a room about as wide as long (integer, 0 to 1048576, default 0)
    rack_width: from rack to rack in a row, in m (number, 0.01 to 100, default 0.6)
    row_pitch: from row to row, in m (number, 0.01 to 100, default 2.4)
    chassis_length: length of a trace in a chassis, in m (number, 0 to 100, default 0.5)
    rack_length: length of a cable within a rack, in m (number, 0 to 100, default 1.5)
    slack: of a cable between racks, up and down at its ends, in m (number, 0 to 100, default 3.0)
    copper_reach: longest copper cable, in m; longer ones are optical (number, 0 to 1000, default 3.0)
    latency: cable latencies between routers follow from the mean length in their class, where
        [link.CLASS] does not set cable_latency (boolean, default false)
    latency_per_metre: of all cables, in ns (number, 0 to 1000, default 5.0)
    power: add the power of copper and optical cables between routers to the energy; needs a section
        [power] (boolean, default false)
    copper_watts: of an end of a copper cable, in W (number, 0 to 1000, default 0.1)
    optical_watts: of an end of an optical cable: its transceiver, in W (number, 0 to 1000, default 1.5)
    """

    nodes_per_rack: Optional[int] = None
    routers_per_rack: Optional[int] = None
    routers_per_chassis: Optional[int] = None
    racks_per_row: Optional[int] = None
    rack_width: Optional[float] = None
    row_pitch: Optional[float] = None
    chassis_length: Optional[float] = None
    rack_length: Optional[float] = None
    slack: Optional[float] = None
    copper_reach: Optional[float] = None
    latency: Optional[bool] = None
    latency_per_metre: Optional[float] = None
    power: Optional[bool] = None
    copper_watts: Optional[float] = None
    optical_watts: Optional[float] = None


@dataclass(repr=False)
class Link(Section):
    """Rates and latencies of all links.

    rate: rate per direction (rate, 1 kB/s to 100 TB/s, default "5 GB/s")
    cable_latency: latency of the cable (time, 0 s to 1 ms, default "600 ps")
    credit_time: T_credit: time from the release of a buffer until the sender can use the credit, in
        addition to the cable (time, 0 s to 1 ms, default "0 s")
    others: further keys: sections with names of one's own, and keys whose names are none in Python
    """

    rate: Optional[str] = None
    cable_latency: Optional[str] = None
    credit_time: Optional[str] = None
    others: Optional[Mapping[str, Any]] = None


@dataclass(repr=False)
class Measure(Section):
    """End a run with constant load when its steady state has been measured.

    interval: simulated time between measurements of load and latency (time, 1 ns to 3600 s, default "5
        us")
    precision: target: half-width of the 95 % confidence interval of the mean latency, divided by the
        mean (number, 1e-06 to 1, default 0.03)
    most: intervals after which the run ends without a steady state (integer, 20 to 1000000, default
        1000)
    """

    interval: Optional[str] = None
    precision: Optional[float] = None
    most: Optional[int] = None


@dataclass(repr=False)
class Mpi(Section):
    """Cost and algorithms of the message-passing library.

    eager_limit: largest message sent with the eager protocol; larger ones use rendezvous (size, 0 B to
        1 GiB, default "16 KiB")
    eager_peers: the number of peers of a collective that get messages up to eager_limit at once; those
        after them up to eager_limit_beyond; 0: all (integer, 0 to 16777216, default 0)
    eager_limit_beyond: eager limit beyond eager_peers; default: eager_limit (size, 0 B to 1 GiB)
    control_size: payload of the request and of the clearance in the rendezvous protocol (size, 0 B to
        64 KiB, default "64 B")
    send_overhead: o: CPU time for each message sent, before the NIC gets it (time, 0 s to 1 s, default
        "0 s")
    receive_overhead: o: CPU time for each message received, after its arrival (time, 0 s to 1 s,
        default "0 s")
    eager_copy_rate: rate at which the CPU copies eager messages into and out of the library's buffers
        (rate, 1 kB/s to 100 TB/s or unlimited, default "unlimited")
    rendezvous_overhead: CPU time of a message larger than the eager limit, at each side, in addition to
        send_overhead and receive_overhead (time, 0 s to 1 s, default "0 s")
    registration_rate: rate at which the buffer of such a message is made known to the NIC, at each side
        (rate, 1 kB/s to 100 TB/s or unlimited, default "unlimited")
    nic_choice: the NIC of its node by which a message leaves: destination node or rank, modulo
        nic.per_node (string, one of "by-destination", "by-rank", default "by-destination")
    copy_rate: rate at which the CPU copies data in collective operations (rate, 1 kB/s to 100 TB/s or
        unlimited, default "unlimited")
    copy_rate_in_memory: copy rate for data larger than `cache`; default: copy_rate (rate, 1 kB/s to 100
        TB/s or unlimited)
    temporary_rate: first use of memory for the temporaries of collective operations that do not keep it
        between calls: at least as large as `temporaries_kept`, or together at least 128 KiB and twice
        the largest, as glibc trims its heap; a quarter of the rate then (rate, 1 kB/s to 100 TB/s or
        unlimited, default "unlimited")
    temporaries_kept: temporaries that are smaller keep their memory between calls; default: as glibc
        does (size, 0 B to 1 TiB, default "32 MiB")
    reduce_rate: rate at which the CPU reduces data: bytes of one operand per second (rate, 1 kB/s to
        100 TB/s or unlimited, default "unlimited")
    reduce_rate_in_memory: reduction rate for vectors larger than `cache`; default: reduce_rate (rate, 1
        kB/s to 100 TB/s or unlimited)
    cache: largest vector that the CPU reduces or copies in its cache (size, 0 B to 1 TiB, default "1
        MiB")
    step_overhead: CPU time of a collective operation for each message that it sends, in addition to
        send_overhead (time, 0 s to 1 s, default "0 s")
    call_overhead: CPU time of each rank at the beginning of a collective operation (time, 0 s to 1 s,
        default "0 s")
    poll_time: simulated time of a test or probe that finds nothing, and of each further query of the
        clock after two in a row (time, 1 ps to 1 s, default "100 ns")
    stack: virtual memory for the stack of each rank, a multiple of 4 KiB (size, 16 KiB to 1 GiB,
        default "256 KiB")
    stack_guards: guard page below each stack, so that an overflow cannot damage another rank's stack
        (boolean, default true)
    nonblocking_collectives: largest number of active non-blocking collectives, mean over the ranks
        (integer, 1 to 4096, default 8)
    library: MPI library that chooses the algorithms that neither [mpi.algorithms] nor [mpi.rules] name
    algorithms: algorithms of the collective operations
    rules: tables that select algorithms by size instead
    operations: reduce rates of single operations
    nccl: collectives between GPUs as NCCL has them
    io: accesses to files
    """

    eager_limit: Optional[str] = None
    eager_peers: Optional[int] = None
    eager_limit_beyond: Optional[str] = None
    control_size: Optional[str] = None
    send_overhead: Optional[str] = None
    receive_overhead: Optional[str] = None
    eager_copy_rate: Optional[str] = None
    rendezvous_overhead: Optional[str] = None
    registration_rate: Optional[str] = None
    nic_choice: Optional[Literal["by-destination", "by-rank"]] = None
    copy_rate: Optional[str] = None
    copy_rate_in_memory: Optional[str] = None
    temporary_rate: Optional[str] = None
    temporaries_kept: Optional[str] = None
    reduce_rate: Optional[str] = None
    reduce_rate_in_memory: Optional[str] = None
    cache: Optional[str] = None
    step_overhead: Optional[str] = None
    call_overhead: Optional[str] = None
    poll_time: Optional[str] = None
    stack: Optional[str] = None
    stack_guards: Optional[bool] = None
    nonblocking_collectives: Optional[int] = None
    library: Optional[Union[LibraryKind, str, Mapping[str, Any], Any]] = None
    algorithms: Optional[Union[MpiAlgorithms, Mapping[str, Any]]] = None
    rules: Optional[Union[MpiRules, Mapping[str, Any]]] = None
    operations: Optional[Union[MpiOperations, Mapping[str, Any]]] = None
    nccl: Optional[Union[MpiNccl, Mapping[str, Any]]] = None
    io: Optional[Union[MpiIo, Mapping[str, Any]]] = None


@dataclass(repr=False)
class MpiAlgorithms(Section):
    """Algorithms of the collective operations.

    barrier: algorithm of the barrier; default: mpi.library's, else dissemination
    bcast: algorithm of the broadcast; default: mpi.library's, else binomial
    reduce: algorithm of the reduction to one rank; default: mpi.library's, else binomial
    allreduce: algorithm of the reduction to all ranks; default: mpi.library's, else recursive-doubling
    gather: algorithm of the gathering of equal blocks by one rank; default: mpi.library's, else
        binomial
    gatherv: the same with blocks of any size; default: mpi.library's, else linear
    scatter: algorithm of the scattering of equal blocks; default: mpi.library's, else binomial
    scatterv: the same with blocks of any size; default: mpi.library's, else linear
    allgather: algorithm of the gathering of equal blocks by all; default: mpi.library's, else ring
    allgatherv: the same with blocks of any size; default: mpi.library's, else ring
    alltoall: algorithm of the personalised all-to-all; default: mpi.library's, else pairwise
    alltoallv: the same with blocks of any size; default: mpi.library's, else pairwise
    reduce_scatter: algorithm of the reduction whose result is scattered; default: mpi.library's, else
        pairwise
    reduce_scatter_block: the same, equal blocks; default: mpi.library's, else pairwise
    scan: algorithm of the inclusive prefix reduction; default: mpi.library's, else recursive-doubling
    exscan: algorithm of the exclusive prefix reduction; default: mpi.library's, else recursive-doubling
    neighbor_allgather: algorithm of the gathering of equal blocks from neighbours; default:
        mpi.library's, else spread
    neighbor_allgatherv: the same with blocks of any size; default: mpi.library's, else spread
    neighbor_alltoall: algorithm of the personalised exchange with neighbours; default: mpi.library's,
        else spread
    neighbor_alltoallv: the same with blocks of any size; default: mpi.library's, else spread
    """

    barrier: Optional[Union[BarrierKind, str, Mapping[str, Any], Any]] = None
    bcast: Optional[Union[BcastKind, str, Mapping[str, Any], Any]] = None
    reduce: Optional[Union[ReduceKind, str, Mapping[str, Any], Any]] = None
    allreduce: Optional[Union[AllreduceKind, str, Mapping[str, Any], Any]] = None
    gather: Optional[Union[GatherKind, str, Mapping[str, Any], Any]] = None
    gatherv: Optional[Union[GathervKind, str, Mapping[str, Any], Any]] = None
    scatter: Optional[Union[ScatterKind, str, Mapping[str, Any], Any]] = None
    scatterv: Optional[Union[ScattervKind, str, Mapping[str, Any], Any]] = None
    allgather: Optional[Union[AllgatherKind, str, Mapping[str, Any], Any]] = None
    allgatherv: Optional[Union[AllgathervKind, str, Mapping[str, Any], Any]] = None
    alltoall: Optional[Union[AlltoallKind, str, Mapping[str, Any], Any]] = None
    alltoallv: Optional[Union[AlltoallvKind, str, Mapping[str, Any], Any]] = None
    reduce_scatter: Optional[Union[ReduceScatterKind, str, Mapping[str, Any], Any]] = None
    reduce_scatter_block: Optional[Union[ReduceScatterBlockKind, str, Mapping[str, Any], Any]] = None
    scan: Optional[Union[ScanKind, str, Mapping[str, Any], Any]] = None
    exscan: Optional[Union[ExscanKind, str, Mapping[str, Any], Any]] = None
    neighbor_allgather: Optional[Union[NeighborAllgatherKind, str, Mapping[str, Any], Any]] = None
    neighbor_allgatherv: Optional[Union[NeighborAllgathervKind, str, Mapping[str, Any], Any]] = None
    neighbor_alltoall: Optional[Union[NeighborAlltoallKind, str, Mapping[str, Any], Any]] = None
    neighbor_alltoallv: Optional[Union[NeighborAlltoallvKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class BinomialBarrier(BarrierKind):
    """Signals up a binomial tree, then down."""
    _type = "binomial"


@dataclass(repr=False)
class DisseminationBarrier(BarrierKind):
    """Round k: signal rank + 2^k, wait for rank - 2^k; ceil(log2 P) rounds."""
    _type = "dissemination"


@dataclass(repr=False)
class LinearBarrier(BarrierKind):
    """All ranks signal rank 0, which answers them."""
    _type = "linear"


@dataclass(repr=False)
class RecursiveDoublingBarrier(BarrierKind):
    """Round k: exchange signals with rank XOR 2^k."""
    _type = "recursive-doubling"


@dataclass(repr=False)
class RingBarrier(BarrierKind):
    """A token passes twice around a ring."""
    _type = "ring"


@dataclass(repr=False)
class BinomialBcast(BcastKind):
    """Binomial tree, ceil(log2 P) rounds.

    nearest_first: whether the first to get the data are the nearest ranks, not the farthest (boolean,
        default false)
    at_once: whether a rank sends to all its children at once, not to one after the other (boolean,
        default false)
    """
    _type = "binomial"

    nearest_first: Optional[bool] = None
    at_once: Optional[bool] = None


@dataclass(repr=False)
class ChainBcast(BcastKind):
    """From rank to rank in segments (pipeline).

    segment: size of a segment; larger segments wait longer for their data, smaller ones need more
        messages (size, 1 B to 1 GiB, default "8 KiB")
    puts: whether NICs put segments straight into memory, without a CPU (boolean, default false)
    """
    _type = "chain"

    segment: Optional[str] = None
    puts: Optional[bool] = None


@dataclass(repr=False)
class KNomialBcast(BcastKind):
    """K-nomial tree, ceil(log_k P) rounds.

    radix: k: a larger radix needs fewer rounds and more messages per round (integer, 2 to 1024, default
        4)
    """
    _type = "k-nomial"

    radix: Optional[int] = None


@dataclass(repr=False)
class LinearBcast(BcastKind):
    """The root sends to each rank."""
    _type = "linear"


@dataclass(repr=False)
class NcclRingBcast(BcastKind):
    """Between GPUs, along rings of NCCL's channels."""
    _type = "nccl-ring"


@dataclass(repr=False)
class ScatterAllgatherBcast(BcastKind):
    """Scatter along a binomial tree, then ring allgather."""
    _type = "scatter-allgather"


@dataclass(repr=False)
class ScatterAllgatherDoublingBcast(BcastKind):
    """Scatter along a binomial tree, then allgather by recursive doubling."""
    _type = "scatter-allgather-doubling"


@dataclass(repr=False)
class TorusTreesBcast(BcastKind):
    """Trees of a torus that share no channel, each with a part of the message.

    extents: the box of ranks, first axis fastest; default, and for communicators of other sizes: three
        sides that differ least (0 to 6 values, each 1 to 16777216)
    segment: size of a segment (size, 1 B to 1 GiB, default "32 KiB")
    """
    _type = "torus-trees"

    extents: Optional[List[int]] = None
    segment: Optional[str] = None


@dataclass(repr=False)
class BinomialReduce(ReduceKind):
    """Binomial tree, ceil(log2 P) rounds."""
    _type = "binomial"


@dataclass(repr=False)
class ChainReduce(ReduceKind):
    """From rank to rank towards the root in segments (pipeline).

    segment: size of a segment; larger segments wait longer for their data, smaller ones need more
        messages (size, 1 B to 1 GiB, default "8 KiB")
    """
    _type = "chain"

    segment: Optional[str] = None


@dataclass(repr=False)
class LinearReduce(ReduceKind):
    """The root receives from each rank in turn."""
    _type = "linear"


@dataclass(repr=False)
class NcclRingReduce(ReduceKind):
    """Between GPUs, along rings of NCCL's channels."""
    _type = "nccl-ring"


@dataclass(repr=False)
class RabenseifnerReduce(ReduceKind):
    """Reduce-scatter by recursive halving, then a binomial gather.

    nearest_first: whether the largest parts go to the nearest ranks, not to the farthest, as in MPICH
        and Open MPI (boolean, default false)
    """
    _type = "rabenseifner"

    nearest_first: Optional[bool] = None


@dataclass(repr=False)
class NcclAllreduce(AllreduceKind):
    """Between GPUs, by the algorithm that NCCL predicts to be fastest."""
    _type = "nccl"


@dataclass(repr=False)
class NcclNvlsAllreduce(AllreduceKind):
    """Between GPUs, with switches that combine and copy (NVLS)."""
    _type = "nccl-nvls"


@dataclass(repr=False)
class NcclRingAllreduce(AllreduceKind):
    """Between GPUs, by rings of NCCL's channels."""
    _type = "nccl-ring"


@dataclass(repr=False)
class NcclTreeAllreduce(AllreduceKind):
    """Between GPUs, by double binary trees of NCCL's channels."""
    _type = "nccl-tree"


@dataclass(repr=False)
class RabenseifnerAllreduce(AllreduceKind):
    """Reduce-scatter by recursive halving, allgather by recursive doubling.

    nearest_first: whether the largest parts go to the nearest ranks, not to the farthest, as in MPICH
        and Open MPI (boolean, default false)
    """
    _type = "rabenseifner"

    nearest_first: Optional[bool] = None


@dataclass(repr=False)
class RecursiveDoublingAllreduce(AllreduceKind):
    """Round k: exchange with rank XOR 2^k; extra steps if P is not a power of two."""
    _type = "recursive-doubling"


@dataclass(repr=False)
class ReduceBcastAllreduce(AllreduceKind):
    """Reduce to rank 0, then broadcast.

    reduce: reduction to rank 0
    bcast: operation from rank 0
    """
    _type = "reduce-bcast"

    reduce: Optional[Union[ReduceKind, str, Mapping[str, Any], Any]] = None
    bcast: Optional[Union[BcastKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class RingAllreduce(AllreduceKind):
    """Ring reduce-scatter, then ring allgather."""
    _type = "ring"


@dataclass(repr=False)
class SegmentedRingAllreduce(AllreduceKind):
    """As ring, with the reduce-scatter divided into segments.

    segment: size of a segment; larger segments wait longer for their data, smaller ones need more
        messages (size, 1 B to 1 GiB, default "8 KiB")
    """
    _type = "segmented-ring"

    segment: Optional[str] = None


@dataclass(repr=False)
class BinomialGather(GatherKind):
    """Binomial tree, ceil(log2 P) rounds; messages grow towards the root."""
    _type = "binomial"


@dataclass(repr=False)
class ChainGather(GatherKind):
    """From neighbour to neighbour to the root; the message grows by a block per step."""
    _type = "chain"


@dataclass(repr=False)
class InTurnGather(GatherKind):
    """The root requests one block at a time."""
    _type = "in-turn"


@dataclass(repr=False)
class LinearGather(GatherKind):
    """All ranks send to the root at once.

    one_by_one: whether the root receives the blocks one after the other (boolean, default false)
    """
    _type = "linear"

    one_by_one: Optional[bool] = None


@dataclass(repr=False)
class LinearSyncGather(GatherKind):
    """The root calls for the first part of each block in turn.

    first: bytes of the first part of a block (size, at least 0 B, default "1 KiB")
    """
    _type = "linear-sync"

    first: Optional[str] = None


@dataclass(repr=False)
class PutsGather(GatherKind):
    """The root gives the place of its buffer, and all put their blocks there."""
    _type = "puts"


@dataclass(repr=False)
class InTurnGatherv(GathervKind):
    """The root requests one block at a time."""
    _type = "in-turn"


@dataclass(repr=False)
class LinearGatherv(GathervKind):
    """All ranks send to the root at once.

    one_by_one: whether the root receives the blocks one after the other (boolean, default false)
    """
    _type = "linear"

    one_by_one: Optional[bool] = None


@dataclass(repr=False)
class LinearSyncGatherv(GathervKind):
    """The root calls for the first part of each block in turn.

    first: bytes of the first part of a block (size, at least 0 B, default "1 KiB")
    """
    _type = "linear-sync"

    first: Optional[str] = None


@dataclass(repr=False)
class BinomialScatter(ScatterKind):
    """Binomial tree, ceil(log2 P) rounds; messages shrink away from the root."""
    _type = "binomial"


@dataclass(repr=False)
class ChainScatter(ScatterKind):
    """From the root from neighbour to neighbour; the message shrinks by a block per step."""
    _type = "chain"


@dataclass(repr=False)
class InTurnScatter(ScatterKind):
    """The root sends one block after another."""
    _type = "in-turn"


@dataclass(repr=False)
class LinearScatter(ScatterKind):
    """The root sends to all ranks at once."""
    _type = "linear"


@dataclass(repr=False)
class InTurnScatterv(ScattervKind):
    """The root sends one block after another."""
    _type = "in-turn"


@dataclass(repr=False)
class LinearScatterv(ScattervKind):
    """The root sends to all ranks at once."""
    _type = "linear"


@dataclass(repr=False)
class BruckAllgather(AllgatherKind):
    """Round k: all blocks so far to rank - 2^k; ceil(log2 P) rounds."""
    _type = "bruck"


@dataclass(repr=False)
class GatherBcastAllgather(AllgatherKind):
    """Gather to rank 0, then broadcast.

    gather: gather to rank 0
    bcast: operation from rank 0
    """
    _type = "gather-bcast"

    gather: Optional[Union[GatherKind, str, Mapping[str, Any], Any]] = None
    bcast: Optional[Union[BcastKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class KBruckAllgather(AllgatherKind):
    """As bruck, with k - 1 messages a round; ceil(log_k P) rounds.

    radix: k: a larger radix needs fewer rounds and more messages per round (integer, 2 to 1024, default
        4)
    """
    _type = "k-bruck"

    radix: Optional[int] = None


@dataclass(repr=False)
class NcclRingAllgather(AllgatherKind):
    """Between GPUs, by rings of NCCL's channels."""
    _type = "nccl-ring"


@dataclass(repr=False)
class NeighborExchangeAllgather(AllgatherKind):
    """Exchange with the two neighbours in turn, two blocks per step; P / 2 steps."""
    _type = "neighbor-exchange"


@dataclass(repr=False)
class RecursiveDoublingAllgather(AllgatherKind):
    """Round k: exchange all blocks with rank XOR 2^k."""
    _type = "recursive-doubling"


@dataclass(repr=False)
class RingAllgather(AllgatherKind):
    """Blocks pass around from neighbour to neighbour."""
    _type = "ring"


@dataclass(repr=False)
class SparbitAllgather(AllgatherKind):
    """Own block to rank + P/2, then all blocks so far to rank + P/4, …; ceil(log2 P) rounds."""
    _type = "sparbit"


@dataclass(repr=False)
class SpreadAllgather(AllgatherKind):
    """Every rank sends its block to all others at once."""
    _type = "spread"


@dataclass(repr=False)
class BruckAllgatherv(AllgathervKind):
    """Round k: all blocks so far to rank - 2^k; ceil(log2 P) rounds."""
    _type = "bruck"


@dataclass(repr=False)
class KBruckAllgatherv(AllgathervKind):
    """As bruck, with k - 1 messages a round; ceil(log_k P) rounds.

    radix: k: a larger radix needs fewer rounds and more messages per round (integer, 2 to 1024, default
        4)
    """
    _type = "k-bruck"

    radix: Optional[int] = None


@dataclass(repr=False)
class NeighborExchangeAllgatherv(AllgathervKind):
    """Exchange with the two neighbours in turn, two blocks per step; P / 2 steps."""
    _type = "neighbor-exchange"


@dataclass(repr=False)
class RecursiveDoublingAllgatherv(AllgathervKind):
    """Round k: exchange all blocks with rank XOR 2^k."""
    _type = "recursive-doubling"


@dataclass(repr=False)
class RingAllgatherv(AllgathervKind):
    """Blocks pass around from neighbour to neighbour."""
    _type = "ring"


@dataclass(repr=False)
class SparbitAllgatherv(AllgathervKind):
    """Own block to rank + P/2, then all blocks so far to rank + P/4, …; ceil(log2 P) rounds."""
    _type = "sparbit"


@dataclass(repr=False)
class SpreadAllgatherv(AllgathervKind):
    """Every rank sends its block to all others at once."""
    _type = "spread"


@dataclass(repr=False)
class BalancedSpreadAlltoall(AlltoallKind):
    """Post all receives, then all sends to rank + 1, rank - 1, rank + 2, …, then wait."""
    _type = "balanced-spread"


@dataclass(repr=False)
class BruckAlltoall(AlltoallKind):
    """Round k: all blocks whose distance has bit k to rank + 2^k; ceil(log2 P) rounds."""
    _type = "bruck"


@dataclass(repr=False)
class NcclAlltoall(AlltoallKind):
    """Between GPUs, as a group of NCCL's sends and receives."""
    _type = "nccl"


@dataclass(repr=False)
class PairwiseAlltoall(AlltoallKind):
    """Step s: exchange with rank XOR s."""
    _type = "pairwise"


@dataclass(repr=False)
class RingAlltoall(AlltoallKind):
    """Step s: send to rank + s, receive from rank - s."""
    _type = "ring"


@dataclass(repr=False)
class RingSfAlltoall(AlltoallKind):
    """Neighbours only: step s passes P - s blocks on to rank + 1."""
    _type = "ring-sf"


@dataclass(repr=False)
class SimpleSpreadAlltoall(AlltoallKind):
    """Post all receives, then all sends to rank + 1, rank + 2, …, then wait."""
    _type = "simple-spread"


@dataclass(repr=False)
class BalancedSpreadAlltoallv(AlltoallvKind):
    """Post all receives, then all sends to rank + 1, rank - 1, rank + 2, …, then wait."""
    _type = "balanced-spread"


@dataclass(repr=False)
class NcclAlltoallv(AlltoallvKind):
    """Between GPUs, as a group of NCCL's sends and receives."""
    _type = "nccl"


@dataclass(repr=False)
class PairwiseAlltoallv(AlltoallvKind):
    """Step s: exchange with rank XOR s."""
    _type = "pairwise"


@dataclass(repr=False)
class RingAlltoallv(AlltoallvKind):
    """Step s: send to rank + s, receive from rank - s."""
    _type = "ring"


@dataclass(repr=False)
class SimpleSpreadAlltoallv(AlltoallvKind):
    """Post all receives, then all sends to rank + 1, rank + 2, …, then wait."""
    _type = "simple-spread"


@dataclass(repr=False)
class PairwiseReduceScatter(ReduceScatterKind):
    """Step s: send its block to rank + s, reduce the block from rank - s."""
    _type = "pairwise"


@dataclass(repr=False)
class RecursiveHalvingReduceScatter(ReduceScatterKind):
    """Round k: exchange halves with the rank P/2^k away, and reduce."""
    _type = "recursive-halving"


@dataclass(repr=False)
class ReduceScattervReduceScatter(ReduceScatterKind):
    """Reduce to rank 0, then scatter.

    reduce: reduction to rank 0
    scatterv: operation from rank 0
    """
    _type = "reduce-scatterv"

    reduce: Optional[Union[ReduceKind, str, Mapping[str, Any], Any]] = None
    scatterv: Optional[Union[ScattervKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class RingReduceScatter(ReduceScatterKind):
    """Partial results of blocks pass around a ring.

    copies_input: whether each rank copies its whole vector first, as in Open MPI (boolean, default
        false)
    """
    _type = "ring"

    copies_input: Optional[bool] = None


@dataclass(repr=False)
class NcclRingReduceScatterBlock(ReduceScatterBlockKind):
    """Between GPUs, by rings of NCCL's channels."""
    _type = "nccl-ring"


@dataclass(repr=False)
class PairwiseReduceScatterBlock(ReduceScatterBlockKind):
    """Step s: send its block to rank + s, reduce the block from rank - s."""
    _type = "pairwise"


@dataclass(repr=False)
class RecursiveHalvingReduceScatterBlock(ReduceScatterBlockKind):
    """Round k: exchange halves with the rank P/2^k away, and reduce."""
    _type = "recursive-halving"


@dataclass(repr=False)
class ReduceScattervReduceScatterBlock(ReduceScatterBlockKind):
    """Reduce to rank 0, then scatter.

    reduce: reduction to rank 0
    scatterv: operation from rank 0
    """
    _type = "reduce-scatterv"

    reduce: Optional[Union[ReduceKind, str, Mapping[str, Any], Any]] = None
    scatterv: Optional[Union[ScattervKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class RingReduceScatterBlock(ReduceScatterBlockKind):
    """Partial results of blocks pass around a ring.

    copies_input: whether each rank copies its whole vector first, as in Open MPI (boolean, default
        false)
    """
    _type = "ring"

    copies_input: Optional[bool] = None


@dataclass(repr=False)
class ChainScan(ScanKind):
    """Partial results pass from rank to rank."""
    _type = "chain"


@dataclass(repr=False)
class RecursiveDoublingScan(ScanKind):
    """Round k: partial results to rank + 2^k; ceil(log2 P) rounds."""
    _type = "recursive-doubling"


@dataclass(repr=False)
class ChainExscan(ExscanKind):
    """Partial results pass from rank to rank."""
    _type = "chain"


@dataclass(repr=False)
class RecursiveDoublingExscan(ExscanKind):
    """Round k: partial results to rank + 2^k; ceil(log2 P) rounds."""
    _type = "recursive-doubling"


@dataclass(repr=False)
class InTurnNeighborAllgather(NeighborAllgatherKind):
    """Post all receives, then send to one neighbour after the other."""
    _type = "in-turn"


@dataclass(repr=False)
class SpreadNeighborAllgather(NeighborAllgatherKind):
    """Post all receives, then all sends, then wait."""
    _type = "spread"


@dataclass(repr=False)
class InTurnNeighborAllgatherv(NeighborAllgathervKind):
    """Post all receives, then send to one neighbour after the other."""
    _type = "in-turn"


@dataclass(repr=False)
class SpreadNeighborAllgatherv(NeighborAllgathervKind):
    """Post all receives, then all sends, then wait."""
    _type = "spread"


@dataclass(repr=False)
class InTurnNeighborAlltoall(NeighborAlltoallKind):
    """Post all receives, then send to one neighbour after the other."""
    _type = "in-turn"


@dataclass(repr=False)
class SpreadNeighborAlltoall(NeighborAlltoallKind):
    """Post all receives, then all sends, then wait."""
    _type = "spread"


@dataclass(repr=False)
class InTurnNeighborAlltoallv(NeighborAlltoallvKind):
    """Post all receives, then send to one neighbour after the other."""
    _type = "in-turn"


@dataclass(repr=False)
class SpreadNeighborAlltoallv(NeighborAlltoallvKind):
    """Post all receives, then all sends, then wait."""
    _type = "spread"


@dataclass(repr=False)
class MpiRules(Section):
    """Tables that select algorithms by size instead.

    barrier: algorithms by size; the first line that matches is used
    bcast: algorithms by size; the first line that matches is used
    reduce: algorithms by size; the first line that matches is used
    allreduce: algorithms by size; the first line that matches is used
    gather: algorithms by size; the first line that matches is used
    gatherv: algorithms by size; the first line that matches is used
    scatter: algorithms by size; the first line that matches is used
    scatterv: algorithms by size; the first line that matches is used
    allgather: algorithms by size; the first line that matches is used
    allgatherv: algorithms by size; the first line that matches is used
    alltoall: algorithms by size; the first line that matches is used
    alltoallv: algorithms by size; the first line that matches is used
    reduce_scatter: algorithms by size; the first line that matches is used
    reduce_scatter_block: algorithms by size; the first line that matches is used
    scan: algorithms by size; the first line that matches is used
    exscan: algorithms by size; the first line that matches is used
    neighbor_allgather: algorithms by size; the first line that matches is used
    neighbor_allgatherv: algorithms by size; the first line that matches is used
    neighbor_alltoall: algorithms by size; the first line that matches is used
    neighbor_alltoallv: algorithms by size; the first line that matches is used
    """

    barrier: Optional[List[Union[MpiRulesBarrier, Mapping[str, Any]]]] = None
    bcast: Optional[List[Union[MpiRulesBcast, Mapping[str, Any]]]] = None
    reduce: Optional[List[Union[MpiRulesReduce, Mapping[str, Any]]]] = None
    allreduce: Optional[List[Union[MpiRulesAllreduce, Mapping[str, Any]]]] = None
    gather: Optional[List[Union[MpiRulesGather, Mapping[str, Any]]]] = None
    gatherv: Optional[List[Union[MpiRulesGatherv, Mapping[str, Any]]]] = None
    scatter: Optional[List[Union[MpiRulesScatter, Mapping[str, Any]]]] = None
    scatterv: Optional[List[Union[MpiRulesScatterv, Mapping[str, Any]]]] = None
    allgather: Optional[List[Union[MpiRulesAllgather, Mapping[str, Any]]]] = None
    allgatherv: Optional[List[Union[MpiRulesAllgatherv, Mapping[str, Any]]]] = None
    alltoall: Optional[List[Union[MpiRulesAlltoall, Mapping[str, Any]]]] = None
    alltoallv: Optional[List[Union[MpiRulesAlltoallv, Mapping[str, Any]]]] = None
    reduce_scatter: Optional[List[Union[MpiRulesReduceScatter, Mapping[str, Any]]]] = None
    reduce_scatter_block: Optional[List[Union[MpiRulesReduceScatterBlock, Mapping[str, Any]]]] = None
    scan: Optional[List[Union[MpiRulesScan, Mapping[str, Any]]]] = None
    exscan: Optional[List[Union[MpiRulesExscan, Mapping[str, Any]]]] = None
    neighbor_allgather: Optional[List[Union[MpiRulesNeighborAllgather, Mapping[str, Any]]]] = None
    neighbor_allgatherv: Optional[List[Union[MpiRulesNeighborAllgatherv, Mapping[str, Any]]]] = None
    neighbor_alltoall: Optional[List[Union[MpiRulesNeighborAlltoall, Mapping[str, Any]]]] = None
    neighbor_alltoallv: Optional[List[Union[MpiRulesNeighborAlltoallv, Mapping[str, Any]]]] = None


@dataclass(repr=False)
class MpiRulesBarrier(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[BarrierKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesBcast(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[BcastKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesReduce(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[ReduceKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesAllreduce(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[AllreduceKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesGather(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[GatherKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesGatherv(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[GathervKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesScatter(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[ScatterKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesScatterv(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[ScattervKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesAllgather(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[AllgatherKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesAllgatherv(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[AllgathervKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesAlltoall(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[AlltoallKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesAlltoallv(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[AlltoallvKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesReduceScatter(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[ReduceScatterKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesReduceScatterBlock(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[ReduceScatterBlockKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesScan(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[ScanKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesExscan(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[ExscanKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesNeighborAllgather(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[NeighborAllgatherKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesNeighborAllgatherv(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[NeighborAllgathervKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesNeighborAlltoall(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[NeighborAlltoallKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiRulesNeighborAlltoallv(Section):
    """Algorithms by size; the first line that matches is used.

    algorithm: algorithm that matching calls use
    bytes_up_to: largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to each
        rank; allgatherv, reduce_scatter: all blocks together); default: any (size, at least 0 B)
    ranks_up_to: largest communicator; default: any (integer, 1 to 2147483647)
    """

    algorithm: Optional[Union[NeighborAlltoallvKind, str, Mapping[str, Any], Any]] = None
    bytes_up_to: Optional[str] = None
    ranks_up_to: Optional[int] = None


@dataclass(repr=False)
class MpiOperations(Section):
    """Reduce rates of single operations.

    others: further keys: sections with names of one's own, and keys whose names are none in Python
    """

    others: Optional[Mapping[str, Any]] = None


@dataclass(repr=False)
class MpiNccl(Section):
    """Collectives between GPUs as NCCL has them.

    gpu: generation of the GPUs, for NCCL's own prediction (string, one of "v100", "a100", "h100",
        "b200", default "h100")
    amd_host: whether the hosts have processors of AMD, for the same (boolean, default false)
    gpus_per_server: endpoints that are one server, by their numbers; 0: as the topology says (integer,
        0 to 4096, default 0)
    nics_per_server: NICs of a server that channels are spread over; 0: as the topology says, else one
        per GPU (integer, 0 to 4096, default 0)
    algorithm: algorithm of the allreduce; automatic: the one for which NCCL predicts the shortest time
        (string, one of "automatic", "ring", "tree", "nvls", default "automatic")
    protocol: protocol; automatic: the one for which NCCL predicts the shortest time (string, one of
        "automatic", "ll", "ll128", "simple", default "automatic")
    channels: channels at most; 0: two per NIC, within one server 16 (integer, 0 to 64, default 0)
    nvlink_rate: rate of a GPU's links within its server, for NCCL's own prediction; default: by `gpu`
        (rate, 1 kB/s to 100 TB/s)
    network_rate: rate of a NIC, for the same (rate, 1 kB/s to 100 TB/s, default "25 GB/s")
    channel_rate: rate at which a channel's thread block moves data, flags included (rate, 1 kB/s to 100
        TB/s, default "40 GB/s")
    proxy_time: time of a GPU's proxy for each piece that it has the NIC send (time, 0 s to 1 s, default
        "1.4 us")
    proxy_rate: rate of a proxy: if a piece's bytes at this rate and proxy_gap together take longer than
        proxy_time, the proxy takes that long for the piece (rate, 1 kB/s to 100 TB/s or unlimited,
        default "unlimited")
    proxy_gap: time between two pieces at proxy_rate; the default is fitted to measured times of
        MareNostrum 5 (servers of 4 H100 with 4 NICs of 200 Gb/s) (time, 0 s to 1 s, default "400 ns")
    """

    gpu: Optional[Literal["v100", "a100", "h100", "b200"]] = None
    amd_host: Optional[bool] = None
    gpus_per_server: Optional[int] = None
    nics_per_server: Optional[int] = None
    algorithm: Optional[Literal["automatic", "ring", "tree", "nvls"]] = None
    protocol: Optional[Literal["automatic", "ll", "ll128", "simple"]] = None
    channels: Optional[int] = None
    nvlink_rate: Optional[str] = None
    network_rate: Optional[str] = None
    channel_rate: Optional[str] = None
    proxy_time: Optional[str] = None
    proxy_rate: Optional[str] = None
    proxy_gap: Optional[str] = None


@dataclass(repr=False)
class MpiIo(Section):
    """Accesses to files.

    latency: time of each operation on a file, in addition to the transfer of its data and the control
        messages; assumed (time, 0 s to 1 s, default "100 us")
    rank_rate: rate at which one rank reads and writes files; assumed (rate, 1 kB/s to 100 TB/s or
        unlimited, default "2 GB/s")
    rate: rate of the file system, which all ranks of all jobs share; assumed (rate, 1 kB/s to 100 TB/s
        or unlimited, default "100 GB/s")
    """

    latency: Optional[str] = None
    rank_rate: Optional[str] = None
    rate: Optional[str] = None


@dataclass(repr=False)
class LoggpNetwork(NetworkKind):
    """LogGP: overhead, latency, gap and rate, without contention in the network.

    latency: L: time from the departure of the last byte to its arrival (time, at least 1 ps, default "1
        us")
    hop_latency: addition to L for each hop of a shortest path (time, at least 0 s, default "0 s")
    gap: g: time between two messages that a NIC sends (time, at least 0 s, default "0 s")
    receive_gap: g of the receiver: time between two messages that a NIC receives, in addition to the
        time of their bytes; default: gap (time, at least 0 s)
    rate: 1/G: rate of a NIC; default: nic.link_rate (rate, above zero or unlimited)
    serial: whether a NIC sends and receives one message after the other; false: all at once, without g
        (boolean, default true)
    """
    _type = "loggp"

    latency: Optional[str] = None
    hop_latency: Optional[str] = None
    gap: Optional[str] = None
    receive_gap: Optional[str] = None
    rate: Optional[str] = None
    serial: Optional[bool] = None


@dataclass(repr=False)
class Nic(Section):
    """Network interfaces of the nodes.

    per_node: NICs of each node (integer, 1 to 64, default 1)
    packet: largest packet on the wire, header included (MTU) (size, 1 B to 8 MiB, default "2 KiB")
    header: header of each packet (size, 0 B to 64 KiB, default "0 B")
    smallest_packet: smallest packet on the wire (size, 1 B to 64 KiB, default "32 B")
    link_rate: rate of the link to the router; default: link.rate, in servers of a hierarchy as much as
        all links of the router carry; gpu_rate of nvswitch (rate, 1 kB/s to 100 TB/s)
    cable_latency: latency of the cable to the router; default: link.cable_latency (time, 0 s to 1 ms)
    dma_read_rate: rate at which the NIC reads memory (rate, 1 kB/s to 100 TB/s or unlimited, default
        "unlimited")
    dma_write_rate: rate at which the NIC writes memory (rate, 1 kB/s to 100 TB/s or unlimited, default
        "unlimited")
    scheduler: order of sending: one message after the other (first-come), or one packet of each message
        in turn (round-robin) (string, one of "first-come", "round-robin", default "first-come")
    window: largest number of unacknowledged bytes of a message; while a message waits, others can pass
        it; default: no limit (size, at least 1 B)
    forwarding: pass messages through the NICs packet by packet (cut-through), or hold the whole message
        in the sender's and in the receiver's NIC (store-and-forward) (string, one of "cut-through",
        "store-and-forward", default "cut-through")
    dma_engines: one DMA engine each for reads and writes (separate), or one for both (shared) (string,
        one of "separate", "shared", default "separate")
    memory_rate: memory bandwidth of a node, shared by its NICs and by copies within the node (rate, 1
        kB/s to 100 TB/s or unlimited, default "unlimited")
    send_overhead: NIC time for each message sent (time, 0 s to 1 s, default "0 s")
    peer_change_time: more NIC time between two messages to different nodes, as for a connection that is
        set up again (time, 0 s to 1 s, default "0 s")
    receive_overhead: NIC time for each message received (time, 0 s to 1 s, default "0 s")
    receive_buffer: buffer for packets from the fabric, before DMA writes them to memory; with flit-
        input-queued routers for a packet of each virtual channel (size, 1 B to 1 GiB, default "16 KiB")
    intra_node_rate: rate of copies within a node; a node makes one copy at a time (rate, 1 kB/s to 100
        TB/s or unlimited, default "10 GB/s")
    intra_node_latency: latency of messages within a node (time, 0 s to 1 s, default "200 ns")
    loopback: where messages of a node to itself go: from memory to memory, or by a NIC to its router
        and back (string, one of "memory", "router", default "memory")
    """

    per_node: Optional[int] = None
    packet: Optional[str] = None
    header: Optional[str] = None
    smallest_packet: Optional[str] = None
    link_rate: Optional[str] = None
    cable_latency: Optional[str] = None
    dma_read_rate: Optional[str] = None
    dma_write_rate: Optional[str] = None
    scheduler: Optional[Literal["first-come", "round-robin"]] = None
    window: Optional[str] = None
    forwarding: Optional[Literal["cut-through", "store-and-forward"]] = None
    dma_engines: Optional[Literal["separate", "shared"]] = None
    memory_rate: Optional[str] = None
    send_overhead: Optional[str] = None
    peer_change_time: Optional[str] = None
    receive_overhead: Optional[str] = None
    receive_buffer: Optional[str] = None
    intra_node_rate: Optional[str] = None
    intra_node_latency: Optional[str] = None
    loopback: Optional[Literal["memory", "router"]] = None


@dataclass(repr=False)
class PeriodicNoise(NoiseKind):
    """Interruptions at equal intervals, with a random phase on each node.

    period: time from the beginning of an interruption to the beginning of the next (time, 1 ns to 1000
        s, default "1 ms")
    duration: length of each interruption (time, 1 ps to 1000 s, default "10 us")
    together: whether all nodes are interrupted at the same times; false: each node has its own phase
        (boolean, default false)
    """
    _type = "periodic"

    period: Optional[str] = None
    duration: Optional[str] = None
    together: Optional[bool] = None


@dataclass(repr=False)
class RandomNoise(NoiseKind):
    """Interruptions at random times, with equal or exponentially distributed lengths.

    interval: mean time between the beginnings of interruptions (time, 1 ns to 1000 s, default "1 ms")
    duration: mean length of an interruption (time, 1 ps to 1000 s, default "10 us")
    lengths: all interruptions equally long, or exponentially distributed lengths of at most ten times
        the mean (string, one of "equal", "exponential", default "exponential")
    """
    _type = "random"

    interval: Optional[str] = None
    duration: Optional[str] = None
    lengths: Optional[Literal["equal", "exponential"]] = None


@dataclass(repr=False)
class Power(Section):
    """Power of the machine and sleep of its links.

    preset: published values that are the defaults of this section: powers, times, policy,
        terminal_ports (docs/power.md) (string, one of "nsimpower-table1", "eee-10gbase-t",
        "eee-100base-tx", "eee-1000base-t", "eee-10gbase-kr", "eee-100g", "tracerp-table2", "tracerp-
        table2-torus", "slingshot-200g", default "nsimpower-table1")
    policy: link power policy; default: the preset's
    t_lt: T_lt: idle time after which a link may go to sleep (time, 0 s to 1000 s)
    t_ls: T_ls: transition from active to asleep (time, 0 s to 1000 s)
    t_lw: T_lw: transition from asleep to active (time, 0 s to 1000 s)
    deep_t_ls: transition from light to deep sleep (time, 0 s to 1000 s)
    deep_t_lw: transition from deep sleep to active (time, 0 s to 1000 s)
    abortable: whether a request stops the transition of a link to sleep (boolean, default false)
    directions: whether the two directions of a link sleep independently or only together (string, one
        of "independent", "joint", default "independent")
    router_static: P_BASE: static power of a router (number in W, 0 W to 1000000 W)
    port_static: P_base / N_port: static power of a port (number in W, 0 W to 1000000 W)
    port_active: P_ACT, P_dynamic: power of a port whose link is active (number in W, 0 W to 1000000 W)
    port_sleep: P_LPI: power of a port whose link sleeps (number in W, 0 W to 1000000 W)
    port_deep: power of a port whose link is in deep sleep (number in W, 0 W to 1000000 W)
    output_share: share of a port's power that belongs to the outgoing direction; the rest belongs to
        the incoming direction (number, 0 to 1)
    terminal_ports: whether to count the ports to NICs (boolean)
    radix: ports of a router; ports without a link draw port_static and port_sleep; default: no such
        ports (integer, 1 to 4096)
    router_per_bit: energy per bit that a router forwards (number in J/b, 0 J/b to 0.001 J/b)
    link_per_bit: energy per bit that crosses a link (number in J/b, 0 J/b to 0.001 J/b)
    nic_static: static power of a NIC (number in W, 0 W to 1000000 W)
    nic_per_bit: energy per bit that a NIC sends or receives (number in J/b, 0 J/b to 0.001 J/b)
    host_idle: static power of a node (number in W, 0 W to 1000000 W)
    host_busy: additional power of a node for each rank that computes (number in W, 0 W to 1000000 W)
    chunk: interval of time for peak power and for the tables over time (time, 1 ns to 1000 s, default
        "50 us")
    transient: tables of power over time: none, per router, or per router and link (string, one of
        "none", "routers", "links", default "routers")
    classes: other policies for single link classes (0 to 64 values)
    """

    preset: Optional[Literal["nsimpower-table1", "eee-10gbase-t", "eee-100base-tx", "eee-1000base-t",
        "eee-10gbase-kr", "eee-100g", "tracerp-table2", "tracerp-table2-torus", "slingshot-200g"]] = None
    policy: Optional[Union[LinkPolicyKind, str, Mapping[str, Any], Any]] = None
    t_lt: Optional[str] = None
    t_ls: Optional[str] = None
    t_lw: Optional[str] = None
    deep_t_ls: Optional[str] = None
    deep_t_lw: Optional[str] = None
    abortable: Optional[bool] = None
    directions: Optional[Literal["independent", "joint"]] = None
    router_static: Optional[str] = None
    port_static: Optional[str] = None
    port_active: Optional[str] = None
    port_sleep: Optional[str] = None
    port_deep: Optional[str] = None
    output_share: Optional[float] = None
    terminal_ports: Optional[bool] = None
    radix: Optional[int] = None
    router_per_bit: Optional[str] = None
    link_per_bit: Optional[str] = None
    nic_static: Optional[str] = None
    nic_per_bit: Optional[str] = None
    host_idle: Optional[str] = None
    host_busy: Optional[str] = None
    chunk: Optional[str] = None
    transient: Optional[Literal["none", "routers", "links"]] = None
    classes: Optional[List[Union[PowerClass, Mapping[str, Any]]]] = None


@dataclass(repr=False)
class AdaptiveTimerLinkPolicy(LinkPolicyKind):
    """Idle timer whose threshold doubles after a short sleep and halves after a long one.

    least: smallest threshold (time, 1 ps to 1 s, default "100 ns")
    most: largest threshold (time, 1 ps to 1 s, default "1 ms")
    worthwhile: a sleep counts as long if it lasts more than this many times t_ls + t_lw (number, 0 to
        1000, default 2.0)
    """
    _type = "adaptive-timer"

    least: Optional[str] = None
    most: Optional[str] = None
    worthwhile: Optional[float] = None


@dataclass(repr=False)
class AlwaysOnLinkPolicy(LinkPolicyKind):
    """Links never sleep."""
    _type = "always-on"


@dataclass(repr=False)
class CoalescingLinkPolicy(LinkPolicyKind):
    """A sleeping link collects packets up to a number of bytes or a delay, then wakes up.

    delay: longest wait of the first packet (time, 0 s to 1 s, default "10 us")
    bytes: waiting bytes at which the link wakes up (size, 1 B to 1 GiB, default "8 KiB")
    packet: size that is assumed for each waiting packet (size, 1 B to 8 MiB, default "2 KiB")
    """
    _type = "coalescing"

    delay: Optional[str] = None
    bytes: Optional[str] = None
    packet: Optional[str] = None


@dataclass(repr=False)
class DualModeLinkPolicy(LinkPolicyKind):
    """Light sleep after power.t_lt, deep sleep after a longer time (IEEE 802.3bj).

    deep_after: idle time after which light sleep becomes deep sleep (time, 0 s to 1000 s, default "20
        us")
    """
    _type = "dual-mode"

    deep_after: Optional[str] = None


@dataclass(repr=False)
class EarlyWakeLinkPolicy(LinkPolicyKind):
    """Idle timer; a signal ahead of each packet wakes the links of its path."""
    _type = "early-wake"


@dataclass(repr=False)
class HintedWakeLinkPolicy(LinkPolicyKind):
    """Idle timer; MGEN_Expect_send wakes the links of the path before the message is sent."""
    _type = "hinted-wake"


@dataclass(repr=False)
class IdleTimerLinkPolicy(LinkPolicyKind):
    """Idle timer: a link sleeps after power.t_lt without packets (NsimPower, TraceRP)."""
    _type = "idle-timer"


@dataclass(repr=False)
class ImmediateSleepLinkPolicy(LinkPolicyKind):
    """A link sleeps as soon as nothing waits for it (IEEE 802.3az)."""
    _type = "immediate-sleep"


@dataclass(repr=False)
class OracleLinkPolicy(LinkPolicyKind):
    """Upper bound: links sleep through every gap that saves energy and delay no packet."""
    _type = "oracle"


@dataclass(repr=False)
class PerfBoundLinkPolicy(LinkPolicyKind):
    """As much sleep as a given slow-down allows, from a histogram of idle gaps.

    bound: largest delay by wake-ups of a link, as a share of the time (number, 0 to 10, default 0.01)
    learn: idle gaps that a link observes before it uses its histogram (integer, 1 to 1000000, default
        16)
    """
    _type = "perf-bound"

    bound: Optional[float] = None
    learn: Optional[int] = None


@dataclass(repr=False)
class PredictorLinkPolicy(LinkPolicyKind):
    """Predicts idle gaps by the mean of earlier gaps, sleeps at once if it is long enough, and wakes in
    time.

    gain: weight of the latest gap in the mean (number, 0 to 1, default 0.5)
    wake_ahead: whether a link wakes up before the predicted end of the gap (boolean, default true)
    ignore: gaps shorter than this do not change the mean (time, 0 s to 1 s, default "500 ns")
    """
    _type = "predictor"

    gain: Optional[float] = None
    wake_ahead: Optional[bool] = None
    ignore: Optional[str] = None


@dataclass(repr=False)
class RateScalingLinkPolicy(LinkPolicyKind):
    """Links with little traffic run at half or a quarter of their rate or width.

    window: length of the interval over which a link measures its use (time, 1 ns to 1 s, default "10
        us")
    switch_time: time of a rate change; the link sends nothing during it (time, 0 s to 1 s, default "1
        us")
    low: share of the window; a link that is less busy goes one level down (number, 0 to 1, default 0.3)
    high: share of the window; a link that is busier goes one level up (number, 0 to 1, default 0.7)
    """
    _type = "rate-scaling"

    window: Optional[str] = None
    switch_time: Optional[str] = None
    low: Optional[float] = None
    high: Optional[float] = None


@dataclass(repr=False)
class StrictTimerLinkPolicy(LinkPolicyKind):
    """As idle-timer, but with T_lt = 0 the link wakes up for every packet, also for a queued one."""
    _type = "strict-timer"


@dataclass(repr=False)
class TableLinkPolicy(LinkPolicyKind):
    """The length of the previous idle gap says when a link goes to sleep, by a table.

    previous: ascending lengths of the previous gap, the first one 0; a row holds from its length to the
        length of the next row (1 to 1024 values, each 0 s to 1 s)
    sleep_after: for each of them, idle time until the link goes to sleep; unlimited: it does not (1 to
        1024 values, each 0 s to 1 s or unlimited)
    wake_after: for each of them, time from the begin of the gap until the link wakes up of its own
        accord; unlimited, or no list: it does not (0 to 1024 values, each 0 s to 1 s or unlimited)
    """
    _type = "table"

    previous: Optional[List[str]] = None
    sleep_after: Optional[List[str]] = None
    wake_after: Optional[List[str]] = None


@dataclass(repr=False)
class VoltageScalingLinkPolicy(LinkPolicyKind):
    """As rate-scaling; the voltage of a link falls with its rate.

    window: length of the interval over which a link measures its use (time, 1 ns to 1 s, default "10
        us")
    switch_time: time of a rate change; the link sends nothing during it (time, 0 s to 1 s, default "1
        us")
    low: share of the window; a link that is less busy goes one level down (number, 0 to 1, default 0.3)
    high: share of the window; a link that is busier goes one level up (number, 0 to 1, default 0.7)
    """
    _type = "voltage-scaling"

    window: Optional[str] = None
    switch_time: Optional[str] = None
    low: Optional[float] = None
    high: Optional[float] = None


@dataclass(repr=False)
class PowerClass(Section):
    """Other policies for single link classes.

    link_class: link class of the topology; "terminal" for links to NICs (string)
    policy: link power policy of this class; default: power.policy
    t_lt: T_lt: idle time after which a link may go to sleep (time, 0 s to 1000 s)
    t_ls: T_ls: transition from active to asleep (time, 0 s to 1000 s)
    t_lw: T_lw: transition from asleep to active (time, 0 s to 1000 s)
    deep_t_ls: transition from light to deep sleep (time, 0 s to 1000 s)
    deep_t_lw: transition from deep sleep to active (time, 0 s to 1000 s)
    """

    link_class: Optional[str] = None
    policy: Optional[Union[LinkPolicyKind, str, Mapping[str, Any], Any]] = None
    t_lt: Optional[str] = None
    t_ls: Optional[str] = None
    t_lw: Optional[str] = None
    deep_t_ls: Optional[str] = None
    deep_t_lw: Optional[str] = None


@dataclass(repr=False)
class Rdma(Section):
    """One-sided communication by the NICs.

    control_size: payload of control packets: requests of a get, acknowledgements of a put (size, 0 B to
        64 KiB, default "64 B")
    control_first: send control packets before the packets of messages (boolean, default true)
    nics: choice among several NICs: by the destination node's number, by the colour of the ACP address
        (without colour: by the number), in turn, or an equal part of the data for each (string, one of
        "by-destination", "by-colour", "in-turn", "striped", default "by-destination")
    put_ack: who acknowledges a put of MGEN_acp_copy: the NIC of the target, or its program with
        LMGEN_Isend_acp_put_ctrl (string, one of "nic", "program", default "nic")
    strict_order: whether MGEN_acp_complete also waits for all earlier operations, as ACP does (boolean,
        default false)
    overhead: CPU time to begin an operation, before the NIC gets it (time, 0 s to 1 s, default "0 s")
    atomic_time: NIC time for an atomic operation, at the owner of the memory (time, 0 s to 1 ms,
        default "0 s")
    registration_time: CPU time to register memory, for any size (time, 0 s to 1 s, default "0 s")
    registration_rate: rate at which the CPU registers memory, in addition to registration_time (rate, 1
        kB/s to 100 TB/s or unlimited, default "unlimited")
    starter_memory: starter memory of each rank (ACP): other ranks can address it from the start (size,
        8 B to 1 GiB, default "4 KiB")
    """

    control_size: Optional[str] = None
    control_first: Optional[bool] = None
    nics: Optional[Literal["by-destination", "by-colour", "in-turn", "striped"]] = None
    put_ack: Optional[Literal["nic", "program"]] = None
    strict_order: Optional[bool] = None
    overhead: Optional[str] = None
    atomic_time: Optional[str] = None
    registration_time: Optional[str] = None
    registration_rate: Optional[str] = None
    starter_memory: Optional[str] = None


@dataclass(repr=False)
class Router(Section):
    """Timing and buffers of all routers.

    preset: routers of another simulator: docs/models.md lists its settings; other keys of this section
        replace its values (string, one of "booksim2-iq")
    architecture: microarchitecture; `kasuri list router` lists all (string, default "input-queued")
    routing_time: T_RC: routing computation (time, 0 s to 300 us, default "4 ns")
    vc_allocation_time: T_VA: virtual-channel allocation (time, 0 s to 300 us, default "4 ns")
    switch_allocation_time: T_SA: switch allocation (time, 0 s to 300 us, default "4 ns")
    switch_traversal_time: T_ST: switch traversal, from grant to head departure (time, 1 ps to 1 ms,
        default "128 ns")
    switch_rate: rate of the switch per port (rate, 1 kB/s to 100 TB/s or unlimited, default
        "unlimited")
    vcs: virtual channels per link and traffic class (integer, 1 to 32, default 2)
    classes: traffic classes, each with its own virtual channels; jobs.traffic_class selects one
        (integer, 1 to 32, default 1)
    buffer: input buffer of each virtual channel (size, 1 B to 1 GiB, default "8 KiB")
    arbiter: selects one of the packets that wait for an output
    speedup: speed of the switch relative to its links; an input-queued router with more than 1 has
        buffers at its outputs (number, 1 to 64, default 1.0)
    output_buffer: output buffer: of each virtual channel (output-queued and cioq), or of each output
        (input-queued with a speed-up); at least one packet (size, 1 B to 1 GiB, default "8 KiB")
    output_pool: additional buffer at each output, shared by its virtual channels (output-queued and
        cioq) (size, 0 B to 1 GiB, default "0 B")
    flit: flit-input-queued: unit of flow control, of which links send one at a time (size, 1 B to 8
        MiB, default "16 B")
    hold_switch: flit-input-queued: whether a packet keeps the switch from its head to its tail as long
        as it has flits and credits (boolean, default false)
    wait_for_tail_credit: flit-input-queued: whether a virtual channel is given to the next packet only
        when all of the one before has left the buffer behind it (boolean, default false)
    ejection_vcs: flit-input-queued: which virtual channels of the link to its NIC a packet requests:
        all, or the one of the number by which it came (string, one of "all", "arrival", default "all")
    """

    preset: Optional[Literal["booksim2-iq"]] = None
    architecture: Optional[str] = None
    routing_time: Optional[str] = None
    vc_allocation_time: Optional[str] = None
    switch_allocation_time: Optional[str] = None
    switch_traversal_time: Optional[str] = None
    switch_rate: Optional[str] = None
    vcs: Optional[int] = None
    classes: Optional[int] = None
    buffer: Optional[str] = None
    arbiter: Optional[Union[ArbiterKind, str, Mapping[str, Any], Any]] = None
    speedup: Optional[float] = None
    output_buffer: Optional[str] = None
    output_pool: Optional[str] = None
    flit: Optional[str] = None
    hold_switch: Optional[bool] = None
    wait_for_tail_credit: Optional[bool] = None
    ejection_vcs: Optional[Literal["all", "arrival"]] = None


@dataclass(repr=False)
class AgeArbiter(ArbiterKind):
    """The packet that left its NIC first."""
    _type = "age"


@dataclass(repr=False)
class ByPortArbiter(ArbiterKind):
    """Round-robin over input ports, not over their virtual channels."""
    _type = "by-port"


@dataclass(repr=False)
class IslipArbiter(ArbiterKind):
    """Iterative round-robin matching of inputs and outputs (iSLIP).

    iterations: iterations of grants and acceptances per allocation (integer, 1 to 64, default 1)
    """
    _type = "islip"

    iterations: Optional[int] = None


@dataclass(repr=False)
class RandomArbiter(ArbiterKind):
    """A random one of the waiting packets."""
    _type = "random"


@dataclass(repr=False)
class RoundRobinArbiter(ArbiterKind):
    """Round-robin over input virtual channels."""
    _type = "round-robin"


@dataclass(repr=False)
class ThroughFirstArbiter(ArbiterKind):
    """Packets from other routers before injected packets, which may starve."""
    _type = "through-first"


@dataclass(repr=False)
class WeightedArbiter(ArbiterKind):
    """Bandwidth to traffic classes in proportion to their weights.

    weights: weight of each traffic class in order; default: equal weights (each 1 to 1000)
    """
    _type = "weighted"

    weights: Optional[List[int]] = None


@dataclass(repr=False)
class AdaptiveUpDownRouting(RoutingKind):
    """Trees: up over the shortest queue, then down.

    candidates: number of upward links whose queues a router compares for a packet (integer, 1 to 4096,
        default 4)
    others: further keys: sections with names of one's own, and keys whose names are none in Python
    """
    _type = "adaptive-up-down"

    candidates: Optional[int] = None
    others: Optional[Mapping[str, Any]] = None


@dataclass(repr=False)
class BubbleRouting(RoutingKind):
    """Meshes and tori: dimension order with bubble flow control; needs one virtual channel."""
    _type = "bubble"


@dataclass(repr=False)
class DModKRouting(RoutingKind):
    """Trees: up by the destination's number, then down (D-mod-k, deterministic)."""
    _type = "d-mod-k"


@dataclass(repr=False)
class DetourRouting(RoutingKind):
    """Any topology: another routing algorithm, with paths around failed links and routers.

    inner: routing of pairs whose paths have no failure; default: the usual one of the topology
    """
    _type = "detour"

    inner: Optional[Union[RoutingKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class DimensionOrderRouting(RoutingKind):
    """Meshes, tori, HyperX: x, then y, then z, …, each in the shorter direction; datelines on rings.

    dateline: which half of the virtual channels of a ring a packet takes: the high one once it crosses
        the wrap-around channel, or one half all through the dimension (string, one of "crossing",
        "fixed-half", default "crossing")
    ties: direction where both are equally short: by the parity of the source's coordinates, or drawn
        for each packet (string, one of "parity", "drawn", default "parity")
    """
    _type = "dimension-order"

    dateline: Optional[Literal["crossing", "fixed-half"]] = None
    ties: Optional[Literal["parity", "drawn"]] = None


@dataclass(repr=False)
class DimwarRouting(RoutingKind):
    """HyperX: dimension order with one deroute per dimension, by weighted queues.

    bias: advantage, as queue × channels, that a deroute needs over the direct hop (size, 0 B to 1 GiB,
        default "0 B")
    """
    _type = "dimwar"

    bias: Optional[str] = None


@dataclass(repr=False)
class DragonflyMinimalRouting(RoutingKind):
    """Dragonflies: local, global, local, in ascending virtual channels.

    channels: which virtual channels packets take where they could take all, on global links and within
        a group: all, or the half of their stage (string, one of "all", "by-stage", default "all")
    """
    _type = "dragonfly-minimal"

    channels: Optional[Literal["all", "by-stage"]] = None


@dataclass(repr=False)
class DragonflyPlusAdaptiveRouting(RoutingKind):
    """Dragonfly+: links by their queues, minimally or over a random group.

    candidates: links to spines whose queues a leaf compares for a packet (integer, 1 to 4096, default
        4)
    bias: advantage, as queue × channels, that a non-minimal path needs over the minimal one (size, 0 B
        to 1 GiB, default "0 B")
    """
    _type = "dragonfly-plus-adaptive"

    candidates: Optional[int] = None
    bias: Optional[str] = None


@dataclass(repr=False)
class DragonflyPlusMinimalRouting(RoutingKind):
    """Dragonfly+: up, across and down, links drawn for each packet."""
    _type = "dragonfly-plus-minimal"


@dataclass(repr=False)
class EcmpRouting(RoutingKind):
    """Any topology: another routing algorithm, each flow on one of its paths by a hash (ECMP).

    inner: routing algorithm that has the paths; default: random-up-down on trees, else the usual one of
        the topology
    """
    _type = "ecmp"

    inner: Optional[Union[RoutingKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class HierarchyRouting(RoutingKind):
    """Servers under a fabric: another routing algorithm for each level, with PXN.

    pxn: whether packets leave by the NIC that has the number of the destination's, over the server's
        network; false: by their source's; default: true with wiring = "rails" (boolean)
    server: routing algorithm within servers; default: the usual one of their topology
    fabric: routing algorithm of the fabric; default: the usual one of its topology
    """
    _type = "hierarchy"

    pxn: Optional[bool] = None
    server: Optional[Union[RoutingKind, str, Mapping[str, Any], Any]] = None
    fabric: Optional[Union[RoutingKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class MinimalRouting(RoutingKind):
    """Any topology: all shortest paths, with virtual channels by hop while they suffice.

    paths: paths per pair for packets to draw from, if virtual channels are by hop (integer, 1 to 1024,
        default 8)
    """
    _type = "minimal"

    paths: Optional[int] = None


@dataclass(repr=False)
class MinimalAdaptiveRouting(RoutingKind):
    """Meshes and tori: any minimal path, by the shortest queue, with escape channels.

    escape: routing of the escape channels; default: dimension-order
    """
    _type = "minimal-adaptive"

    escape: Optional[Union[RoutingKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class OmniwarRouting(RoutingKind):
    """HyperX: any dimension at each hop, with deroutes, by weighted queues.

    deroutes: deroutes of a packet at most; default: as many as dimensions, or as virtual channels allow
        (integer, 0 to 32)
    bias: advantage, as queue × channels, that a deroute needs over a direct hop (size, 0 B to 1 GiB,
        default "0 B")
    """
    _type = "omniwar"

    deroutes: Optional[int] = None
    bias: Optional[str] = None


@dataclass(repr=False)
class PacketSprayingRouting(RoutingKind):
    """Any topology: another routing algorithm, each packet on one of its paths at random.

    inner: routing algorithm that has the paths; default: random-up-down on trees, else the usual one of
        the topology
    """
    _type = "packet-spraying"

    inner: Optional[Union[RoutingKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class PathsRouting(RoutingKind):
    """Any graph: paths from a file; shortest paths for other pairs.

    file: file with lines `SOURCE TARGET PORT PORT ...`, the output port of each router on the path;
        default: shortest paths for all pairs (path)
    avoid: link classes that paths of other pairs do not use (0 to 16 values)
    balanced: whether paths of other pairs are spread over channels; false: lowest ports (boolean,
        default true)
    """
    _type = "paths"

    file: Optional[str] = None
    avoid: Optional[List[str]] = None
    balanced: Optional[bool] = None


@dataclass(repr=False)
class ProgressiveRouting(RoutingKind):
    """Dragonfly, dragonfly-plus: minimal or over a random group, decided again later.

    bias: advantage, as queue × channels, that a non-minimal path needs over the minimal one (size, 0 B
        to 1 GiB, default "0 B")
    """
    _type = "progressive"

    bias: Optional[str] = None


@dataclass(repr=False)
class RailsRouting(RoutingKind):
    """Several planes, each with another routing algorithm.

    inner: routing algorithm of each plane; default: the usual one of its topology
    """
    _type = "rails"

    inner: Optional[Union[RoutingKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class RandomUpDownRouting(RoutingKind):
    """Trees: up over random links, drawn for each packet, then down."""
    _type = "random-up-down"


@dataclass(repr=False)
class ShortestPathsRouting(RoutingKind):
    """Any graph: one or several shortest paths per pair, in deadlock-free layers.

    paths: number of paths per pair, over which packets are spread (integer, 1 to 128, default 1)
    balanced: whether paths are spread over channels; false: lowest ports (boolean, default true)
    """
    _type = "shortest-paths"

    paths: Optional[int] = None
    balanced: Optional[bool] = None


@dataclass(repr=False)
class TablesRouting(RoutingKind):
    """Any graph: one output port per destination, from a file or by shortest paths.

    file: file with lines `ROUTER DESTINATION PORT`, optionally with a virtual channel; default:
        shortest paths over lowest ports (path)
    """
    _type = "tables"

    file: Optional[str] = None


@dataclass(repr=False)
class UgalGRouting(RoutingKind):
    """Any topology: as ugal-l, with queues of neighbours (dragonflies: of global channels).

    bias: advantage, as queue × channels, that a non-minimal path needs over the minimal one (size, 0 B
        to 1 GiB, default "0 B")
    period: interval of congestion notifications between routers (dragonflies: of a group) (time, 1 ns
        to 1 ms, default "250 ns")
    """
    _type = "ugal-g"

    bias: Optional[str] = None
    period: Optional[str] = None


@dataclass(repr=False)
class UgalLRouting(RoutingKind):
    """Any topology: minimal or over a random router (dragonflies: group), by local queues.

    bias: advantage, as queue × channels, that a non-minimal path needs over the minimal one (size, 0 B
        to 1 GiB, default "0 B")
    """
    _type = "ugal-l"

    bias: Optional[str] = None


@dataclass(repr=False)
class UgalNodeRouting(RoutingKind):
    """Dragonflies: minimal or through the router of a random node, by weighted local queues.

    minimal_weight: of the queue on the minimal path (integer, 0 to 1000, default 1)
    detour_weight: of the queue on the detour (integer, 0 to 1000, default 2)
    bias: by which the weighted queue of the minimal path may exceed the detour's; in BookSim 30 flits
        (size, 0 B to 1 GiB, default "480 B")
    """
    _type = "ugal-node"

    minimal_weight: Optional[int] = None
    detour_weight: Optional[int] = None
    bias: Optional[str] = None


@dataclass(repr=False)
class ValiantRouting(RoutingKind):
    """Any topology: another routing algorithm to a random router, and from there to the target.

    inner: routing algorithm of both halves; default: the usual one of the topology
    """
    _type = "valiant"

    inner: Optional[Union[RoutingKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class Run(Section):
    """Seed, limits and checks.

    seed: seed of all random numbers (integer, at least 0, default 1)
    time_limit: simulated time at which the run stops (time, at least 1 ps or unlimited, default
        "unlimited")
    watchdog: simulated time without progress after which the run ends as a hang (time, at least 1 ns or
        unlimited, default "1 s")
    deadlock_check: refuse routing whose channels can wait for each other in a cycle (boolean, default
        true)
    memory_limit: refuse a run whose memory estimate is larger, and end a run that uses more; default:
        the available memory of the host (size, at least 1 B or unlimited)
    date: date at which simulated time begins for programs that ask for it (time() and the like), in
        seconds since 1970-01-01; default: 2026-01-01 (integer, 0 to 4294967295, default 1767225600)
    """

    seed: Optional[int] = None
    time_limit: Optional[str] = None
    watchdog: Optional[str] = None
    deadlock_check: Optional[bool] = None
    memory_limit: Optional[str] = None
    date: Optional[int] = None


@dataclass(repr=False)
class Statistics(Section):
    """Measurements beyond the totals of a run.

    latency: latency histograms and percentiles by job and traffic class (boolean, default true)
    split: tables over time of NICs, ranks and links (or routers only); auto: links up to 100,000 links,
        else routers (string, one of "none", "auto", "routers", "links", default "none")
    chunk: interval of these tables; default: grows with the run, for 64 to 128 intervals (time, 1 ns to
        3600 s)
    buffers: input buffers of selected routers: every packet that passes
    chunks: what links, NICs, routers and ranks do, by chunks of time
    collectives: calls, times, messages and bytes of collectives, by job; in every run
    fairness: throughput of each source: the minimum, the mean and Jain's index, also over time
    latencies: latency histograms and percentiles by job and traffic class; in every run
    nccl: time, algbw and busbw of NCCL's collectives by operation and size; in every run
    timeline: activity of ranks, messages and links in an interval of time, as timeline.json
    training: steps of training: computation, exposed communication and bubbles; in every run
    waits: time that each rank waited for each other rank
    others: further keys: sections with names of one's own, and keys whose names are none in Python
    """

    latency: Optional[bool] = None
    split: Optional[Literal["none", "auto", "routers", "links"]] = None
    chunk: Optional[str] = None
    buffers: Optional[Union[bool, Union[StatisticsBuffers, Mapping[str, Any]]]] = None
    chunks: Optional[Union[bool, Union[StatisticsChunks, Mapping[str, Any]]]] = None
    collectives: Optional[Union[bool, Union[StatisticsCollectives, Mapping[str, Any]]]] = None
    fairness: Optional[Union[bool, Union[StatisticsFairness, Mapping[str, Any]]]] = None
    latencies: Optional[Union[bool, Union[StatisticsLatencies, Mapping[str, Any]]]] = None
    nccl: Optional[Union[bool, Union[StatisticsNccl, Mapping[str, Any]]]] = None
    timeline: Optional[Union[bool, Union[StatisticsTimeline, Mapping[str, Any]]]] = None
    training: Optional[Union[bool, Union[StatisticsTraining, Mapping[str, Any]]]] = None
    waits: Optional[Union[bool, Union[StatisticsWaits, Mapping[str, Any]]]] = None
    others: Optional[Mapping[str, Any]] = None


@dataclass(repr=False)
class StatisticsBuffers(Section):
    """Buffers.

    routers: numbers of the routers (1 to 100000 values, each 0 to 4294967295)
    from_: first arrival time that is recorded (time, at least 0 s, default "0 s")
    until: end of the recorded arrivals (time, at least 0 s or unlimited, default "unlimited")
    """

    routers: Optional[List[int]] = None
    from_: Optional[str] = None
    until: Optional[str] = None


@dataclass(repr=False)
class StatisticsChunks(Section):
    """Chunks.

    of: tables of links, or of routers only; auto: of links on machines of up to 100,000 links (string,
        one of "auto", "routers", "links", default "auto")
    chunk: length of the chunks; default: it grows with the run, so that there are 64 to 128 of them
        (time, 1 ns to 3600 s)
    """

    of: Optional[Literal["auto", "routers", "links"]] = None
    chunk: Optional[str] = None


@dataclass(repr=False)
class StatisticsCollectives(Section):
    """Collectives."""
    pass


@dataclass(repr=False)
class StatisticsFairness(Section):
    """Fairness.

    chunk: length of the chunks of time; default: it grows with the run, so that there are 64 to 128 of
        them (time, 1 ns to 3600 s)
    """

    chunk: Optional[str] = None


@dataclass(repr=False)
class StatisticsLatencies(Section):
    """Latencies."""
    pass


@dataclass(repr=False)
class StatisticsNccl(Section):
    """Nccl."""
    pass


@dataclass(repr=False)
class StatisticsTimeline(Section):
    """Timeline.

    from_: begin of the interval (time, at least 0 s, default "0 s")
    until: end of the interval (time, at least 1 ps or unlimited)
    ranks: record calls, collectives and computation of ranks (boolean, default true)
    messages: record messages from the send to their arrival (boolean, default true)
    links: record packets on links between routers and to NICs (boolean, default true)
    """

    from_: Optional[str] = None
    until: Optional[str] = None
    ranks: Optional[bool] = None
    messages: Optional[bool] = None
    links: Optional[bool] = None


@dataclass(repr=False)
class StatisticsTraining(Section):
    """Training."""
    pass


@dataclass(repr=False)
class StatisticsWaits(Section):
    """Waits."""
    pass


@dataclass(repr=False)
class DragonflyTopology(TopologyKind):
    """Groups of fully connected routers, with global links between each pair of groups.

    routers_per_group: a: routers of each group, fully connected (integer, 1 to 2048)
    global_links: h: links of each router to other groups (integer, 1 to 2048)
    endpoints_per_router: p: terminal ports (NICs) of each router (integer, 1 to 2048)
    groups: g: groups; g - 1 must divide a*h; default: a*h + 1, the most (integer, 1 to 4294967295)
    arrangement: assignment of global ports to groups (string, one of "absolute", "relative",
        "circulant", default "absolute")
    """
    _type = "dragonfly"

    routers_per_group: Optional[int] = None
    global_links: Optional[int] = None
    endpoints_per_router: Optional[int] = None
    groups: Optional[int] = None
    arrangement: Optional[Literal["absolute", "relative", "circulant"]] = None


@dataclass(repr=False)
class DragonflyPlusTopology(TopologyKind):
    """Groups of leaf and spine routers, each pair of groups joined by links of their spines.

    leaves: leaf routers of each group (integer, 1 to 2048)
    spines: spine routers of each group, each joined to all its leaves (integer, 1 to 2048)
    global_links: links of each spine to other groups (integer, 1 to 2048)
    endpoints_per_leaf: terminal ports (NICs) of each leaf (integer, 1 to 2048)
    groups: groups; groups - 1 must divide spines * global_links; default: global_links + 1, so that
        each spine reaches all groups (integer, 1 to 4194304)
    """
    _type = "dragonfly-plus"

    leaves: Optional[int] = None
    spines: Optional[int] = None
    global_links: Optional[int] = None
    endpoints_per_leaf: Optional[int] = None
    groups: Optional[int] = None


@dataclass(repr=False)
class FatTreeTopology(TopologyKind):
    """Full or tapered fat tree of equal switches (k-port n-tree).

    radix: ports of each switch (integer, 2 to 4096)
    levels: levels of switches (integer, 1 to 12, default 3)
    taper: ratio of ports down to ports up of a leaf switch; 1: full bisection (integer, 1 to 4095,
        default 1)
    """
    _type = "fat-tree"

    radix: Optional[int] = None
    levels: Optional[int] = None
    taper: Optional[int] = None


@dataclass(repr=False)
class FullMeshTopology(TopologyKind):
    """Every router connected to every other router.

    routers: number of routers (integer, 1 to 4097)
    endpoints_per_router: terminal ports (NICs) of each router (integer, 1 to 4096, default 1)
    parallel: links between each pair of routers (integer, 1 to 4096, default 1)
    """
    _type = "full-mesh"

    routers: Optional[int] = None
    endpoints_per_router: Optional[int] = None
    parallel: Optional[int] = None


@dataclass(repr=False)
class GpuPodTopology(TopologyKind):
    """Published fabrics of GPU clusters: rail-optimised, dual-plane and dual-ToR trees.

    template: which published fabric (string, one of "spectrum-x", "hpn", "hpn-dual-plane", "dcn-dual-
        tor", "dcn-single-tor", default "spectrum-x")
    gpus: GPUs, a multiple of 8; default: as in the template (integer, 8 to 1048576)
    ports_down: ports of a leaf to NICs; default: as in the template (integer, 1 to 4096)
    spines: spines of all planes together; default: as in the template (integer, 1 to 4096)
    nvswitches: NVSwitches of a server, which share the 360 GB/s of each GPU (integer, 1 to 64, default
        1)
    """
    _type = "gpu-pod"

    template: Optional[Literal["spectrum-x", "hpn", "hpn-dual-plane", "dcn-dual-tor",
        "dcn-single-tor"]] = None
    gpus: Optional[int] = None
    ports_down: Optional[int] = None
    spines: Optional[int] = None
    nvswitches: Optional[int] = None


@dataclass(repr=False)
class GraphTopology(TopologyKind):
    """Any graph from a file: edge list, GraphML or DOT, with ports, rates and latencies.

    file: edge list, or GraphML (.graphml) or DOT (.dot, .gv); see docs/fabrics.md (path)
    endpoints_per_router: terminal ports (NICs) of a router for which the file gives no number (integer,
        0 to 4096, default 1)
    """
    _type = "graph"

    file: Optional[str] = None
    endpoints_per_router: Optional[int] = None


@dataclass(repr=False)
class HierarchyTopology(TopologyKind):
    """Servers (or chips) with networks of their own, joined by a fabric over NICs.

    nics: NICs of each server, shared evenly by its endpoints (integer, 1 to 1024, default 1)
    nic_ports: ports of each NIC to the fabric; 2 for dual ToR or dual plane (integer, 1 to 16, default
        1)
    planes: separate copies of the fabric, over which the ports of a NIC are spread (integer, 1 to 16,
        default 1)
    wiring: NICs fill the fabric's endpoints in order (packed), or NICs of one number share leaves
        (rails) (string, one of "packed", "rails", default "packed")
    rails: with wiring = "rails": number of rails; NICs whose numbers are equal modulo this share
        leaves; default: each NIC of a server is a rail (integer, 1 to 1024)
    nic_links: whether a NIC has links to the routers of each endpoint that it serves, or of the first
        (string, one of "each", "first", default "each")
    servers: number of servers; default: as many as fit the fabric (integer, 1 to 268435456)
    caveat: a statement that every summary of a run repeats, such as what the model of this machine
        leaves out (string, default "")
    server: topology of the network in each server; its endpoints are the endpoints of the machine
    fabric: topology between servers; its endpoints are ports of NICs
    """
    _type = "hierarchy"

    nics: Optional[int] = None
    nic_ports: Optional[int] = None
    planes: Optional[int] = None
    wiring: Optional[Literal["packed", "rails"]] = None
    rails: Optional[int] = None
    nic_links: Optional[Literal["each", "first"]] = None
    servers: Optional[int] = None
    caveat: Optional[str] = None
    server: Optional[Union[TopologyKind, str, Mapping[str, Any], Any]] = None
    fabric: Optional[Union[TopologyKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class HypercubeTopology(TopologyKind):
    """2^n routers, joined if their numbers differ in one bit.

    dimensions: n: there are 2^n routers with n links each (integer, 1 to 24)
    endpoints_per_router: terminal ports (NICs) of each router (integer, 1 to 4096, default 1)
    """
    _type = "hypercube"

    dimensions: Optional[int] = None
    endpoints_per_router: Optional[int] = None


@dataclass(repr=False)
class HyperxTopology(TopologyKind):
    """Grid in which all routers of each row are joined (flattened butterflies, full meshes).

    extents: routers along each dimension (1 to 24 values, each 1 to 4097)
    widths: parallel links between two routers, per dimension; empty: 1 everywhere (0 to 24 values, each
        1 to 4096)
    endpoints_per_router: terminal ports (NICs) of each router (integer, 1 to 4096, default 1)
    """
    _type = "hyperx"

    extents: Optional[List[int]] = None
    widths: Optional[List[int]] = None
    endpoints_per_router: Optional[int] = None


@dataclass(repr=False)
class JellyfishTopology(TopologyKind):
    """A random graph of routers with equally many links.

    routers: number of routers (integer, 3 to 10000000)
    links_per_router: links of each router to others; routers × links_per_router is even (integer, 2 to
        1024)
    endpoints_per_router: terminal ports (NICs) of each router (integer, 1 to 4096, default 1)
    seed: selects one of the graphs (integer, at least 0, default 1)
    """
    _type = "jellyfish"

    routers: Optional[int] = None
    links_per_router: Optional[int] = None
    endpoints_per_router: Optional[int] = None
    seed: Optional[int] = None


@dataclass(repr=False)
class KAryNTreeTopology(TopologyKind):
    """K^n endpoints, n levels of switches with k ports down and k ports up.

    arity: k: children, and parents, of a switch (integer, 2 to 2048)
    levels: n: levels of switches (integer, 1 to 12)
    """
    _type = "k-ary-n-tree"

    arity: Optional[int] = None
    levels: Optional[int] = None


@dataclass(repr=False)
class MeshTopology(TopologyKind):
    """Grid of 1 to 8 dimensions without wrap-around links.

    extents: routers along each dimension, x first (1 to 8 values, each 1 to 1073741823)
    endpoints_per_router: terminal ports (NICs) of each router (integer, 1 to 4096, default 1)
    widths: parallel links to each neighbour, per dimension; empty: 1 everywhere (0 to 8 values, each 1
        to 16)
    """
    _type = "mesh"

    extents: Optional[List[int]] = None
    endpoints_per_router: Optional[int] = None
    widths: Optional[List[int]] = None


@dataclass(repr=False)
class NvswitchTopology(TopologyKind):
    """GPUs that all have links to the same switches: the NVLink domain of a server or rack.

    gpus: GPUs, each a router with one endpoint (integer, 1 to 4096, default 8)
    switches: switches, each with links to all GPUs (integer, 1 to 4096, default 4)
    links: parallel links between a GPU and a switch (integer, 1 to 4096, default 1)
    gpu_rate: rate of all links of a GPU together, per direction; default: each link has the rate of its
        link class (rate, above zero)
    latency: latency of a link; default: as the link class has it (time, at least 0 s)
    nvls: whether the switches copy and combine messages of collectives (NVLink SHARP) (boolean, default
        true)
    """
    _type = "nvswitch"

    gpus: Optional[int] = None
    switches: Optional[int] = None
    links: Optional[int] = None
    gpu_rate: Optional[str] = None
    latency: Optional[str] = None
    nvls: Optional[bool] = None


@dataclass(repr=False)
class OmegaTopology(TopologyKind):
    """One-way stages of small switches connected by perfect shuffles; first and last stage are the same
    routers.

    stages: n: switches on a path (integer, 3 to 30)
    switch_size: k: inputs and outputs of a switch; there are k^n endpoints (integer, 2 to 1024, default
        2)
    """
    _type = "omega"

    stages: Optional[int] = None
    switch_size: Optional[int] = None


@dataclass(repr=False)
class PolarflyTopology(TopologyKind):
    """Q^2 + q + 1 routers no further apart than two links (Erdos-Renyi polarity graphs).

    q: a prime power; there are q^2 + q + 1 routers with q + 1 links each (integer, 2 to 256)
    endpoints_per_router: terminal ports (NICs) of each router; default: half of q + 1, rounded up
        (integer, 1 to 4096)
    """
    _type = "polarfly"

    q: Optional[int] = None
    endpoints_per_router: Optional[int] = None


@dataclass(repr=False)
class PrunedTreeTopology(TopologyKind):
    """Three-level fat tree with fewer pods and bundled links (TraceR, TraceRP).

    radix: ports of each switch (integer, 2 to 4096, default 24)
    pods: number of pods, each of radix/2 leaf switches; at most the radix (integer, 1 to 4096, default
        2)
    """
    _type = "pruned-tree"

    radix: Optional[int] = None
    pods: Optional[int] = None


@dataclass(repr=False)
class RailsTopology(TopologyKind):
    """Several planes of another network; each node has NICs on all of them.

    planes: number of planes (integer, 1 to 16, default 2)
    plane: topology of each plane
    """
    _type = "rails"

    planes: Optional[int] = None
    plane: Optional[Union[TopologyKind, str, Mapping[str, Any], Any]] = None


@dataclass(repr=False)
class ShuffleExchangeTopology(TopologyKind):
    """2^n routers, connected by one-way shuffle links and by exchange links.

    bits: n: there are 2^n routers (integer, 2 to 29)
    endpoints_per_router: terminal ports (NICs) of each router (integer, 1 to 4096, default 1)
    """
    _type = "shuffle-exchange"

    bits: Optional[int] = None
    endpoints_per_router: Optional[int] = None


@dataclass(repr=False)
class SlimFlyTopology(TopologyKind):
    """2 q^2 routers no further apart than two links (McKay-Miller-Siran graphs).

    q: a prime power 4 w + d, d = -1, 0, 1: 2 q^2 routers with (3 q - d) / 2 links (integer, 3 to 256)
    endpoints_per_router: terminal ports (NICs) of each router; default: half as many as it has links,
        rounded up (integer, 1 to 4096)
    """
    _type = "slim-fly"

    q: Optional[int] = None
    endpoints_per_router: Optional[int] = None


@dataclass(repr=False)
class StackTopology(TopologyKind):
    """Layers of 2-D meshes with vertical links of their own class (3-D chips).

    extents: routers of a layer along x and y (2 values, each 1 to 1073741823)
    layers: layers of the stack (integer, 1 to 1073741823)
    vertical_width: parallel links between a router and the one above it (integer, 1 to 16, default 1)
    endpoints_per_router: terminal ports (NICs) of each router (integer, 1 to 4096, default 1)
    """
    _type = "stack"

    extents: Optional[List[int]] = None
    layers: Optional[int] = None
    vertical_width: Optional[int] = None
    endpoints_per_router: Optional[int] = None


@dataclass(repr=False)
class SwitchTopology(TopologyKind):
    """One router with all endpoints.

    endpoints: terminal ports (NICs) (integer, 1 to 32768)
    """
    _type = "switch"

    endpoints: Optional[int] = None


@dataclass(repr=False)
class TofuTopology(TopologyKind):
    """Tofu and TofuD: units of 2x3x2 routers (A, B, C) in a 3-D torus or mesh (X, Y, Z).

    extents: units along X, Y and Z; each unit is 2x3x2 routers (3 values, each 1 to 89478485)
    wrapped: whether X, Y and Z have wrap-around links (3 values)
    endpoints_per_router: terminal ports (NICs) of each router (integer, 1 to 4096, default 1)
    """
    _type = "tofu"

    extents: Optional[List[int]] = None
    wrapped: Optional[List[bool]] = None
    endpoints_per_router: Optional[int] = None


@dataclass(repr=False)
class TorusTopology(TopologyKind):
    """Grid of 1 to 8 dimensions with wrap-around links (k-ary n-cube).

    extents: routers along each dimension, x first (1 to 8 values, each 1 to 1073741823)
    endpoints_per_router: terminal ports (NICs) of each router (integer, 1 to 4096, default 1)
    widths: parallel links to each neighbour, per dimension; empty: 1 everywhere (0 to 8 values, each 1
        to 16)
    """
    _type = "torus"

    extents: Optional[List[int]] = None
    endpoints_per_router: Optional[int] = None
    widths: Optional[List[int]] = None


@dataclass(repr=False)
class XgftTopology(TopologyKind):
    """Tree of switches with any number of children, parents and parallel links per level.

    children: children of a switch, per level from below; the first are endpoints (1 to 12 values, each
        1 to 4096)
    parents: parents of a switch, per level from below; the top level has none (0 to 11 values, each 1
        to 4096)
    parallel: parallel links to each parent, per level from below; empty: 1 everywhere (0 to 11 values,
        each 1 to 4096)
    """
    _type = "xgft"

    children: Optional[List[int]] = None
    parents: Optional[List[int]] = None
    parallel: Optional[List[int]] = None
