// SPDX-License-Identifier: MIT
#include "experiment/plan/config.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/config/notes.h"
#include "base/config/top_settings.h"
#include "network/model/network_model.h"
#include "workload/traces/trace.h"
#include "network/placement/mapping.h"
#include "network/placement/placement.h"
#include "workload/motifs/motif.h"
#include "workload/patterns/pattern.h"

namespace kasuri {
namespace {

using namespace literals;

namespace sections {  // common words: no file that is compiled with this one meets them

const config::WholeConfiguration whole{&config::shape_of<Config>};
const config::Describe<config::Choice<Topology>> topology{
    "topology", "how routers and endpoints are connected", true};
const config::Describe<config::Choice<Routing>> routing{"routing", "selects the paths of packets"};
const config::Describe<RouterParams> router{"router", "timing and buffers of all routers"};
const config::Describe<LinkParams> link{"link", "rates and latencies of all links"};
const config::Describe<LinkClassParams> link_class{
    "link.CLASS", "other values for one link class; `kasuri topo` lists the classes"};
const config::Describe<LayoutParams> layout{
    "layout", "racks and cables: how long links are, and what follows from that"};
const config::Describe<NicParams> nic{"nic", "network interfaces of the nodes"};
const config::Describe<MeasureParams> measure{
    "measure", "end a run with constant load when its steady state has been measured"};
const config::Describe<AccuracyParams> accuracy{
    "accuracy", "how far the machine was off on measured times: ranges of results rest on it"};
const config::Describe<config::Choice<mpi::Noise>> noise{
    "noise", "operating-system noise: interruptions of computation"};
const config::Describe<RunParams> run{"run", "seed, limits and checks"};
const config::Describe<std::vector<JobParams>> jobs{
    "jobs", "jobs of the machine: programs, patterns, motifs and traces", true};

}  // namespace sections

}  // namespace

config::Fields<JobParams> JobParams::fields() {
  using P = JobParams;
  return {
      config::field("name", &P::name,
                    "name of the job in results; default: name of the program or pattern"),
      config::field("program", &P::program,
                    "C or C++ source, or shared object made by `kasuri cc` or `kasuri c++`"),
      config::field("args", &P::args, "arguments of the program"),
      config::field("pattern", &P::pattern, "synthetic traffic instead of a program"),
      config::field("motif", &P::motif, "repeated communication pattern instead of a program"),
      config::field("trace", &P::trace,
                    "trace to replay instead of a program: OTF2, DUMPI, GOAL, or time-independent "
                    "(SimGrid)"),
      config::field("replay", &P::replay, "changes to the trace in replay"),
      config::field("ranks", &P::ranks,
                    "number of ranks; default: ranks_per_node on every free node")
          .range(1, 1u << 30),
      config::field("ranks_per_node", &P::ranks_per_node, "ranks on each node, at most")
          .range(1, 4096),
      config::field("placement", &P::placement,
                    "selects the job's nodes among the free ones; earlier jobs choose first; default: "
                    "linear"),
      config::field("layout", &P::layout,
                    "order in which ranks fill the nodes: node by node (block), round-robin over the nodes "
                    "of one router after the other as in TraceR (router-cyclic), or round-robin over all "
                    "nodes of the job (cyclic)"),
      config::field("mapping", &P::mapping,
                    "assigns each rank a place on the job's nodes; default: linear"),
      config::field("mapping_file", &P::mapping_file,
                    "text file with the node of each rank, instead of placement, layout and mapping: lines "
                    "`rank node`, or one line \"(x,y,z)\" per rank in order"),
      config::field("collectives", &P::collectives,
                    "library whose choice of collective algorithms holds for this job, after [mpi.rules]; "
                    "default: [mpi.algorithms] and mpi.library"),
      config::field("share_nodes", &P::share_nodes,
                    "share nodes with other jobs that also set this"),
      config::field("start", &P::start, "simulated time at which the job starts").at_least(0_ps),
      config::field("iterations", &P::iterations,
                    "number of times that each rank runs the program or trace, one after the other")
          .range(1, 1u << 30),
      config::field("traffic_class", &P::traffic_class,
                    "traffic class of the job's messages, 0 to router.classes - 1")
          .range(0, kMaxVcs - 1),
      config::field("payload", &P::payload,
                    "whether messages carry the program's data; false: only sizes are simulated, buffers "
                    "are neither read nor written"),
      config::field("private_globals", &P::private_globals,
                    "give each rank its own copy of the program's writable globals; false: refuse programs "
                    "that have any"),
      config::field("compute", &P::compute,
                    "source of the time of an MPI program's own code: the program (declared), its "
                    "instructions on `core` (counted), or this host's clock (measured; not "
                    "reproducible)"),
      config::field("core", &P::core,
                    "processor core for which instructions are counted; default: x86-64"),
      config::field("compute_factor", &P::compute_factor,
                    "counted and measured times are multiplied by this").range(1e-6, 1e6),
      config::field("threads_per_rank", &P::threads_per_rank,
                    "cores of each rank of an MPI program, for the threads of OpenMP")
          .range(1, 1024),
  };
}

void JobParams::validate(const JobParams& p, config::Section& section) {
  const int kinds = p.program.has_value() + p.pattern.has_value() + p.motif.has_value() +
                    p.trace.has_value();
  if (kinds != 1) {
    section.error(kinds == 0 ? "" : p.trace ? "trace" : p.motif ? "motif" : "pattern",
                  "a job needs either a 'program', a 'pattern', a 'motif' or a 'trace'" +
                      std::string(kinds > 0 ? ", not several" : ""));
  }
  if (!p.program && p.compute != ComputeMode::declared) {
    section.error("compute", "only a job with a 'program' computes; the time of a trace is in 'replay'");
  }
  if (p.core && p.compute != ComputeMode::counted) {
    section.error("core", "only with compute = \"counted\"");
  }
  if (p.pattern && p.iterations > 1) {
    section.error("iterations", "a pattern has no iterations; its own settings define how long it sends");
  }
  if (p.mapping_file) {
    for (const auto& [key, given] :
         {std::pair("placement", p.placement.has_value()), {"mapping", p.mapping.has_value()},
          {"layout", p.layout != RankLayout::block}}) {
      if (given) section.error(key, "not with 'mapping_file', which gives each rank its node");
    }
  }
  if (p.collectives && p.pattern) {
    section.error("collectives", "a pattern calls no collective operations");
  }
  if (p.replay && !p.trace) section.error("replay", "only a job with a 'trace' is replayed");
  if (p.trace && !p.args.empty()) section.error("args", "a trace takes no 'args'");
  if (p.motif && !p.args.empty()) {
    section.error("args", "a motif takes no 'args'; put its settings into its section");
  }
  if (p.pattern && !p.args.empty()) {
    section.error("args", "a pattern takes no 'args'; put its settings into its section");
  }
}

std::string job_name(const JobParams& p) {
  if (!p.name.empty()) return p.name;
  if (p.trace) return p.trace->stem().string();
  if (p.motif) return std::string(p.motif->name());
  return p.program ? p.program->stem().string() : std::string(p.pattern->name());
}

config::Fields<MeasureParams> MeasureParams::fields() {
  using P = MeasureParams;
  return {
      config::field("interval", &P::interval,
                    "simulated time between measurements of load and latency").range(
          1_ns, Time{3'600'000'000'000'000}),
      config::field("precision", &P::precision,
                    "target: half-width of the 95 % confidence interval of the mean latency, divided by "
                    "the mean")
          .range(1e-6, 1.0),
      config::field("most", &P::most, "intervals after which the run ends without a steady state")
          .range(20, 1'000'000),
  };
}

Time MeasureParams::longest() const {
  return interval.ps <= (kNever.ps - 1) / most ? interval * static_cast<std::int64_t>(most) : kNever;
}

config::Fields<RunParams> RunParams::fields() {
  using P = RunParams;
  return {
      config::field("seed", &P::seed, "seed of all random numbers").range(0, INT64_MAX),
      config::field("time_limit", &P::time_limit, "simulated time at which the run stops")
          .at_least(1_ps)
          .or_unlimited(),
      config::field("watchdog", &P::watchdog,
                    "simulated time without progress after which the run ends as a hang")
          .at_least(1_ns)
          .or_unlimited(),
      config::field("deadlock_check", &P::deadlock_check,
                    "refuse routing whose channels can wait for each other in a cycle"),
      config::field("memory_limit", &P::memory_limit,
                    "refuse a run whose memory estimate is larger, and end a run that uses more; default: "
                    "the available memory of the host")
          .at_least(1_B)
          .or_unlimited(),
      config::field("date", &P::epoch,
                    "date at which simulated time begins for programs that ask for it (time() and the "
                    "like), in seconds since 1970-01-01; default: 2026-01-01")
          .range(0, UINT32_MAX),
  };
}

config::Fields<AccuracyParams> AccuracyParams::fields() {
  using namespace literals;
  return {config::field("errors", &AccuracyParams::errors,
                        "table (CSV) of measured and simulated times that decided none of the machine's "
                        "constants, as `kasuri calibrate` writes it"),
          config::field("skew", &AccuracyParams::skew,
                        "mean time by which a rank leaves the barrier before a measured operation late: "
                        "what `kasuri predict` adds until the last one has begun; no part of runs")
              .range(0_ps, 1000_ms)};
}

Config::Config() = default;
Config::Config(const Config&) = default;
Config::Config(Config&&) noexcept = default;
Config& Config::operator=(const Config&) = default;
Config& Config::operator=(Config&&) noexcept = default;
Config::~Config() = default;

config::Fields<Config> Config::fields() {
  using P = Config;
  config::Fields<Config> all{
      config::field("plugins", &P::plugins,
                    "shared objects with components of your own, see docs/library.md")
          .size(0, 16),
      config::field("topology", &P::topology, "how routers and endpoints are connected").required(),
      config::field("routing", &P::routing,
                    "routing algorithm; default: the usual one of the topology"),
      config::field("fidelity", &P::fidelity,
                    "simulate packets in routers (packet), messages that share links (flow), or whole "
                    "messages by the model of [network] (message); default: packet, or message with "
                    "[network]"),
      config::field("router", &P::router, "timing and buffers of all routers"),
      config::field("link", &P::link, "rates and latencies of all links"),
      config::field("layout", &P::layout,
                    "racks and cables: how long links are, and what follows from that"),
      config::field("nic", &P::nic, "network interfaces of the nodes"),
      config::field("mpi", &P::mpi, "costs and algorithms of message passing"),
      config::field("rdma", &P::rdma, "costs of one-sided communication"),
      config::field("power", &P::power, "power of the machine; without this section no link sleeps"),
      config::field("faults", &P::faults,
                    "failures of links, routers and NICs; links that are slow or make errors"),
      config::field("noise", &P::noise, "operating-system noise: interruptions of computation"),
      config::field("compute", &P::compute, "nodes that compute faster or slower than others"),
      config::field("statistics", &P::statistics, "measurements beyond the totals of a run"),
      config::field("run", &P::run, "seed, limits and checks"),
      config::field("measure", &P::measure,
                    "end a run with constant load when its steady state has been measured"),
      config::field("accuracy", &P::accuracy,
                    "how far the machine was off on measured times: ranges of results rest on it"),
      config::field("jobs", &P::jobs, "jobs of the machine: programs, patterns, motifs and traces")
          .size(1, 64)
          .required(),
  };
  add_model_sections(all, &P::models);
  return all;
}

void Config::validate(const Config& c, config::Section& root) {
  if (c.measure) {
    for (const JobParams& job : c.jobs) {
      if (job.pattern) continue;
      root.section("measure").error("", "a steady state needs patterns; programs have no constant load");
      break;
    }
  }
  auto job_sections = root.sections("jobs");
  for (std::size_t i = 0; i < c.jobs.size() && i < job_sections.size(); ++i) {
    if (c.jobs[i].traffic_class < c.router.classes) continue;
    job_sections[i].error("traffic_class",
                          fmt::format("there are {} of them (router.classes), counted from 0",
                                      c.router.classes));
    config::Section router = root.section("router");
    if (router.has("classes")) {
      router.error("classes", fmt::format("job {} has traffic_class {}: raise this above it, or lower that",
                                          i, c.jobs[i].traffic_class));
    }
  }
  if (c.layout && c.layout->power && !c.power) {
    config::Section layout = root.section("layout");
    config::note(layout, "power", "'power' has no effect without a section [power]");
  }
  check_model(c, root);
  config::Section router = root.section("router");
  const Time request = c.router.request_time();
  const Time cable = c.nic.cable_latency.value_or(c.link.cable_latency);
  if (request + cable <= Time{0}) {
    router.error("routing_time",
                 "routing, VC allocation, switch allocation and the cable to the NIC must together "
                 "take at least 1 ps");
  }
}

}  // namespace kasuri
