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
                    "its outputs; 1: no such buffers")
          .range(1.0, 64.0),
      config::field("output_buffer", &P::output_buffer,
                    "with a speed-up, the buffer at each output; at least a packet")
          .range(1_B, Bytes{1 << 30}),
  };
}

void RouterParams::validate(const RouterParams& p, config::Section& section) {
  if (p.all_vcs() > kMaxVcs) {
    section.error("classes", "a link has 32 virtual channels at the most, not " +
                                 std::to_string(p.classes) + " classes of " + std::to_string(p.vcs));
  }
  ArbiterContext context;
  if (const auto misfit = p.arbiter.make(context)->misfit(p)) {
    section.section("arbiter").error(misfit->key, misfit->why);
  }
  if (config::find_component(Routers::kKind, p.architecture)) return;
  std::vector<std::string> names;
  for (const config::Component* c : config::components(Routers::kKind)) names.push_back(c->name);
  section.error("architecture",
                "unknown router architecture '" + p.architecture + "'" +
                    config::did_you_mean(p.architecture, names, ": one of " + config::join(names)));
}

}  // namespace kasuri
