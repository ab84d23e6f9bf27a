// SPDX-License-Identifier: MIT
#include "router/router.h"

namespace kasuri {

config::Fields<RouterParams> RouterParams::fields() {
  using P = RouterParams;
  using namespace literals;
  return {
      config::field("architecture", &P::architecture,
                    "micro-architecture; `kasuri list router` shows all"),
      config::field("routing_time", &P::routing_time, "T_RC: routing computation")
          .range(0_ps, 300_us),
      config::field("vc_allocation_time", &P::vc_allocation_time, "T_VA: virtual-channel allocation")
          .range(0_ps, 300_us),
      config::field("switch_allocation_time", &P::switch_allocation_time, "T_SA: switch allocation")
          .range(0_ps, 300_us),
      config::field("switch_traversal_time", &P::switch_traversal_time,
                    "T_ST: switch traversal, from grant to head departure")
          .range(1_ps, 1_ms),
      config::field("switch_rate", &P::switch_rate, "throughput of the switch per port")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("vcs", &P::vcs, "virtual channels per link, of each class of traffic")
          .range(1, kMaxVcs),
      config::field("classes", &P::classes,
                    "classes of traffic that share no virtual channels; jobs name theirs "
                    "(jobs.traffic_class)")
          .range(1, kMaxVcs),
      config::field("buffer", &P::buffer, "input buffer of each virtual channel")
          .range(1_B, Bytes{1 << 30}),
      config::field("arbiter", &P::arbiter,
                    "which of the packets that wait for an output gets it"),
      config::field("speedup", &P::speedup,
                    "how many times faster than its links the switch passes packets, to buffers at "
                    "its outputs; input-queued with 1: no such buffers")
          .range(1.0, 64.0),
      config::field("output_buffer", &P::output_buffer,
                    "output-queued and cioq: buffer of each virtual channel at each output; input-queued "
                    "with a speed-up: the buffer at each output; at least a packet")
          .range(1_B, Bytes{1 << 30}),
      config::field("output_pool", &P::output_pool,
                    "output-queued and cioq: more buffer at each output, which its virtual channels share")
          .range(0_B, Bytes{1 << 30}),
  };
}

void RouterParams::validate(const RouterParams& p, config::Section& section) {
  if (p.all_vcs() > kMaxVcs) {
    section.error("classes", "a link has 32 virtual channels at the most, not " +
                                 std::to_string(p.classes) + " classes of " + std::to_string(p.vcs));
  }
  if (p.architecture == "output-queued" && p.speedup != 1) {
    section.error("speedup", "the switch of output-queued routers passes all packets at once: leave out "
                             "speedup, or take architecture = \"cioq\"");
  }
  if (p.output_pool.n > 0 && !p.queues_at_outputs()) {
    section.error("output_pool", "virtual channels share a pool at the outputs of output-queued and cioq "
                                 "routers only: leave it out, or set architecture");
  }
  ArbiterContext context;
  if (const auto misfit = p.arbiter.make(context)->misfit(p)) {
    if (misfit->key.empty()) {
      section.error("arbiter", misfit->why);
    } else {
      section.section("arbiter").error(misfit->key, misfit->why);
    }
  }
  if (config::find_component(Routers::kKind, p.architecture)) return;
  std::vector<std::string> names;
  for (const config::Component* c : config::components(Routers::kKind)) names.push_back(c->name);
  section.error("architecture",
                "unknown router architecture '" + p.architecture + "'" +
                    config::did_you_mean(p.architecture, names, ": one of " + config::join(names)));
}

std::string names_for_links() {
  std::vector<std::string> names;
  ArbiterContext context;
  for (const config::Component* c : config::components(Arbiter::kKind)) {
    if (config::Choice<Arbiter>(c->name).make(context)->for_links()) names.push_back(c->name);
  }
  return config::join(names);
}

}  // namespace kasuri
