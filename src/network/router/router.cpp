// SPDX-License-Identifier: MIT
#include "network/router/router.h"

namespace kasuri {

// Named after what it describes. Keys that a configuration has besides say otherwise, as this field comes
// before theirs.
static void apply_preset(RouterParams& p) {
  using namespace literals;
  if (p.preset != "booksim2-iq") return;
  p.architecture = "flit-input-queued";
  p.arbiter = config::Choice<Arbiter>("islip");  // of one iteration
  p.flit = 16_B;
  p.routing_time = 0_ps;
  p.vc_allocation_time = p.switch_allocation_time = p.switch_traversal_time = 1_ns;
  p.output_buffer = Bytes{1 << 30};  // no limit but credits
}

static auto preset_field() {
  auto field = config::field("preset", &RouterParams::preset,
                             "routers of another simulator: docs/models.md lists its settings; other keys "
                             "of this section replace its values")
                   .one_of({"booksim2-iq"});
  field.set = [set = field.set](void* params, const config::Value& value) {
    set(params, value);
    apply_preset(*static_cast<RouterParams*>(params));
  };
  return field;
}

config::Fields<RouterParams> RouterParams::fields() {
  using P = RouterParams;
  using namespace literals;
  return {
      preset_field(),
      config::field("architecture", &P::architecture,
                    "microarchitecture; `kasuri list router` lists all. Where endpoints have several "
                    "links, as GPUs on NVSwitches, the default is output-queued"),
      config::field("routing_time", &P::routing_time, "T_RC: routing computation")
          .range(0_ps, 300_us),
      config::field("vc_allocation_time", &P::vc_allocation_time, "T_VA: virtual-channel allocation")
          .range(0_ps, 300_us),
      config::field("switch_allocation_time", &P::switch_allocation_time, "T_SA: switch allocation")
          .range(0_ps, 300_us),
      config::field("switch_traversal_time", &P::switch_traversal_time,
                    "T_ST: switch traversal, from grant to head departure")
          .range(1_ps, 1_ms),
      config::field("switch_rate", &P::switch_rate, "rate of the switch per port")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("vcs", &P::vcs, "virtual channels per link and traffic class; default: 2, or as many "
                    "as the routing needs")
          .range(1, kMaxVcs),
      config::field("classes", &P::classes,
                    "traffic classes, each with its own virtual channels, or with [ethernet] queues and "
                    "pauses; jobs.traffic_class selects one")
          .range(1, kMaxVcs),
      config::field("buffer", &P::buffer,
                    "input buffer of each virtual channel; default: 8 KiB, more where a link needs more to "
                    "carry its rate")
          .range(1_B, Bytes{1 << 30}),
      config::field("arbiter", &P::arbiter,
                    "selects one of the packets that wait for an output"),
      config::field("speedup", &P::speedup,
                    "speed of the switch relative to its links; an input-queued router with more than 1 "
                    "has buffers at its outputs")
          .range(1.0, 64.0),
      config::field("output_buffer", &P::output_buffer,
                    "output buffer: of each virtual channel (output-queued and cioq), or of each output "
                    "(input-queued with a speed-up); at least one packet")
          .range(1_B, Bytes{1 << 30}),
      config::field("output_pool", &P::output_pool,
                    "additional buffer at each output, shared by its virtual channels (output-queued and "
                    "cioq)")
          .range(0_B, Bytes{1 << 30}),
      config::field("flit", &P::flit,
                    "flit-input-queued: unit of flow control, of which links send one at a time")
          .range(1_B, Bytes{1 << 23}),
      config::field("hold_switch", &P::hold_switch,
                    "flit-input-queued: whether a packet keeps the switch from its head to its tail as "
                    "long as it has flits and credits"),
      config::field("wait_for_tail_credit", &P::wait_for_tail_credit,
                    "flit-input-queued: whether a virtual channel is given to the next packet only when "
                    "all of the one before has left the buffer behind it"),
      config::field("ejection_vcs", &P::ejection_vcs,
                    "flit-input-queued: which virtual channels of the link to its NIC a packet requests: "
                    "all, or the one of the number by which it came")
          .one_of({"all", "arrival"}),
  };
}

void RouterParams::validate(const RouterParams& p, config::Section& section) {
  if (p.all_vcs() > kMaxVcs) {
    section.error(&RouterParams::classes, "a link has at most 32 virtual channels, not " +
                                 std::to_string(p.classes) + " classes of " + std::to_string(p.vcs));
  }
  if (p.architecture == "output-queued" && p.speedup != 1) {
    section.error(&RouterParams::speedup,
                  "an output-queued router forwards all packets at once: remove speedup, or use "
                  "architecture = \"cioq\"");
  }
  if (p.output_pool.n > 0 && !p.queues_at_outputs()) {
    section.error(&RouterParams::output_pool,
                  "only output-queued and cioq routers have a pool at their outputs: remove this key, or "
                  "set architecture");
  }
  ArbiterContext context;
  if (const auto misfit = p.arbiter.make(context)->misfit(p)) {
    if (misfit->key.empty()) {
      section.error(&RouterParams::arbiter, misfit->why);
    } else {
      section.section("arbiter").error(misfit->key, misfit->why);
    }
  }
  if (config::find_component(Routers::kKind, p.architecture)) return;
  std::vector<std::string> names;
  for (const config::Component* c : config::components(Routers::kKind)) names.push_back(c->name);
  section.error(&RouterParams::architecture,
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
