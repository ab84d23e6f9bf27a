// SPDX-License-Identifier: MIT
#include "sim/config.h"

#include <fmt/format.h>

namespace kasuri {
namespace {

using namespace literals;

namespace sections {  // common words: no file that is compiled with this one meets them

const config::Describe<config::Choice<Topology>> topology{
    "topology", "how routers and endpoints are connected", true};
const config::Describe<config::Choice<Routing>> routing{"routing", "which way packets take"};
const config::Describe<config::Choice<MessageModel>> network{
    "network", "messages as wholes, by a model without routers; without it packets pass routers"};
const config::Describe<RouterParams> router{"router", "timing and buffers of all routers"};
const config::Describe<LinkParams> link{"link", "rates and latencies of all links"};
const config::Describe<LinkClassParams> link_class{
    "link.CLASS", "what is different for the links of one class; `kasuri topo` shows the classes"};
const config::Describe<NicParams> nic{"nic", "network interfaces of the nodes"};
const config::Describe<MeasureParams> measure{
    "measure", "a run under constant load that ends when its steady state is measured"};
const config::Describe<config::Choice<mpi::Noise>> noise{
    "noise", "detours that computation is interrupted by"};
const config::Describe<RunParams> run{"run", "seed, limits and checks"};
const config::Describe<std::vector<JobParams>> jobs{
    "jobs", "what runs on the machine: programs, patterns, motifs and traces", true};

}  // namespace sections

}  // namespace

config::Fields<JobParams> JobParams::fields() {
  using P = JobParams;
  return {
      config::field("name", &P::name, "name in results; default: the program's or pattern's"),
      config::field("program", &P::program,
                    "C or C++ source, or shared object made by `kasuri cc` or `kasuri c++`"),
      config::field("args", &P::args, "arguments of the program"),
      config::field("pattern", &P::pattern, "built-in traffic instead of a program"),
      config::field("motif", &P::motif, "what a program does in steps, instead of the program"),
      config::field("trace", &P::trace,
                    "a trace to replay instead of a program: OTF2, DUMPI, GOAL, "
                    "SimGrid's time-independent"),
      config::field("replay", &P::replay, "how the trace is replayed"),
      config::field("ranks", &P::ranks,
                    "number of ranks; default: ranks_per_node on every node that is free")
          .range(1, 1u << 30),
      config::field("ranks_per_node", &P::ranks_per_node, "places for ranks on each node")
          .range(1, 4096),
      config::field("placement", &P::placement,
                    "which nodes the job gets, of those that jobs before it have left; default: "
                    "linear"),
      config::field("layout", &P::layout,
                    "order of the places: node by node, dealt out over the nodes of one router after "
                    "the other (as TraceR does), or over all nodes of the job")
          .one_of({"block", "router-cyclic", "cyclic"}),
      config::field("mapping", &P::mapping, "which place each rank gets; default: linear"),
      config::field("mapping_file", &P::mapping_file,
                    "file with a line `rank node` for each rank, or a line \"(x,y,z)\" for each in "
                    "turn, instead of placement, layout and mapping"),
      config::field("share_nodes", &P::share_nodes,
                    "whether its nodes may also be those of other jobs that say so"),
      config::field("start", &P::start, "simulated time at which it starts").at_least(0_ps),
      config::field("iterations", &P::iterations,
                    "how often each rank runs the program or trace, one time after the other as in a loop")
          .range(1, 1u << 30),
      config::field("traffic_class", &P::traffic_class,
                    "of all its messages, counted from 0; of router.classes")
          .range(0, kMaxVcs - 1),
      config::field("payload", &P::payload,
                    "whether messages carry data, where programs give them; else only sizes count, and "
                    "buffers are neither read nor written"),
      config::field("private_globals", &P::private_globals,
                    "whether each rank has a copy of the program's writable globals, exchanged at "
                    "each change of rank; else such a program is refused"),
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
  if (p.pattern && p.iterations > 1) {
    section.error("iterations", "a pattern has no iterations; how long it lasts stands in its section");
  }
  if (p.mapping_file) {
    for (const auto& [key, given] :
         {std::pair("placement", p.placement.has_value()), {"mapping", p.mapping.has_value()},
          {"layout", p.layout != "block"}}) {
      if (given) section.error(key, "not with 'mapping_file', which gives each rank its node");
    }
  }
  if (p.replay && !p.trace) section.error("replay", "only a job with a 'trace' is replayed");
  if (p.trace && !p.args.empty()) section.error("args", "a trace takes no 'args'");
  if (p.motif && !p.args.empty()) {
    section.error("args", "a motif takes no 'args'; its settings stand in its section");
  }
  if (p.pattern && !p.args.empty()) {
    section.error("args", "a pattern takes no 'args'; its settings stand in its section");
  }
}

config::Fields<RunParams> RunParams::fields() {
  using P = RunParams;
  return {
      config::field("seed", &P::seed, "of all random streams").range(0, INT64_MAX),
      config::field("time_limit", &P::time_limit, "simulated time at which the run stops")
          .at_least(1_ps)
          .or_unlimited(),
      config::field("watchdog", &P::watchdog,
                    "simulated time without any progress after which the run counts as hung")
          .at_least(1_ns)
          .or_unlimited(),
      config::field("deadlock_check", &P::deadlock_check,
                    "whether channels that can wait for one another in a circle are refused"),
      config::field("memory_limit", &P::memory_limit,
                    "a run that is estimated to need more is refused, and one that comes to have more "
                    "ends; default: what the host has available")
          .at_least(1_B)
          .or_unlimited(),
  };
}

config::Fields<Config> Config::fields() {
  using P = Config;
  return {
      config::field("topology", &P::topology, "how routers and endpoints are connected").required(),
      config::field("routing", &P::routing,
                    "which way packets take; default: the topology's usual one"),
      config::field("network", &P::network,
                    "messages as wholes, by a model without routers; without it packets pass routers"),
      config::field("router", &P::router, "timing and buffers of all routers"),
      config::field("link", &P::link, "rates and latencies of all links"),
      config::field("nic", &P::nic, "network interfaces of the nodes"),
      config::field("mpi", &P::mpi, "what message passing costs"),
      config::field("rdma", &P::rdma, "what one-sided communication costs"),
      config::field("power", &P::power, "what the machine draws; without it nothing sleeps"),
      config::field("faults", &P::faults,
                    "links and routers that fail, and links that are slow or make errors"),
      config::field("noise", &P::noise, "detours that computation is interrupted by"),
      config::field("statistics", &P::statistics, "what is counted beyond the sums of a run"),
      config::field("run", &P::run, "seed, limits and checks"),
      config::field("measure", &P::measure,
                    "a run under constant load that ends when its steady state is measured"),
      config::field("jobs", &P::jobs, "what runs on the machine: programs, patterns, motifs and traces")
          .size(1, 64)
          .required(),
  };
}

void Config::validate(const Config& c, config::Section& root) {
  if (c.measure) {
    for (const JobParams& job : c.jobs) {
      if (job.pattern) continue;
      root.section("measure").error("", "a steady state is measured under patterns; programs do not "
                                        "keep a constant load");
      break;
    }
  }
  auto job_sections = root.sections("jobs");
  for (std::size_t i = 0; i < c.jobs.size() && i < job_sections.size(); ++i) {
    if (c.jobs[i].traffic_class < c.router.classes) continue;
    job_sections[i].error("traffic_class",
                          fmt::format("there are {} of them (router.classes), counted from 0",
                                      c.router.classes));
  }
  if (c.network && c.power) {
    root.section("power").error("", fmt::format("network '{}' has no links that draw power: leave out "
                                                "[power] or [network]", c.network->name()));
  }
  config::Section router = root.section("router");
  if (c.router.buffer < c.nic.packet) {
    router.error("buffer", "virtual cut-through needs room for a whole packet: at least " +
                               to_string(c.nic.packet) + " (nic.packet), not " +
                               to_string(c.router.buffer));
  }
  if ((c.router.speedup > 1 || c.router.queues_at_outputs()) && c.router.output_buffer < c.nic.packet) {
    router.error("output_buffer", "an output holds whole packets: at least " + to_string(c.nic.packet) +
                                      " (nic.packet), not " + to_string(c.router.output_buffer));
  }
  const Time request = c.router.routing_time + c.router.vc_allocation_time +
                       c.router.switch_allocation_time;
  const Time cable = c.nic.cable_latency.value_or(c.link.cable_latency);
  if (request + cable <= Time{0}) {
    router.error("routing_time",
                 "routing, VC allocation, switch allocation and the cable to the NIC must together "
                 "take at least 1 ps");
  }
}

}  // namespace kasuri
