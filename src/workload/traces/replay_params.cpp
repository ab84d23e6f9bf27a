// SPDX-License-Identifier: MIT
#include "workload/traces/replay_params.h"

#include "base/config/document.h"
#include "base/config/registry.h"

namespace kasuri::trace {
namespace {

const config::Describe<ReplayParams> replay{
    "jobs.replay", "changes to a trace in replay: computation times and message sizes"};
const config::Describe<std::vector<MessageRule>> messages{
    "jobs.replay.messages", "rules that change message sizes; the first rule that matches is used"};
const config::Describe<std::vector<ComputationRule>> computations{
    "jobs.replay.computations",
    "rules that change the length of computations; the first rule that matches is used"};
const config::Describe<mpi::DeviceParams> roofline{
    "jobs.replay.roofline", "the device that executes what a Chakra trace computes"};
const config::Describe<RegionRules> regions{"jobs.replay.regions",
                                            "regions of the program whose computation is changed"};
const config::Describe<RegionRule> region{
    "jobs.replay.regions.NAME", "the computation of one region; `kasuri trace info` shows the names"};

}  // namespace

config::Fields<MessageRule> MessageRule::fields() {
  using P = MessageRule;
  return {
      config::field("of", &P::of, "messages of exactly this size").at_least(Bytes{0}),
      config::field("larger_than", &P::larger_than, "messages larger than this")
          .at_least(Bytes{0}),
      config::field("size", &P::size, "their new size").range(Bytes{0}, Bytes{1ll << 39}).required(),
  };
}

void MessageRule::validate(const MessageRule& p, config::Section& section) {
  if (p.of.has_value() == p.larger_than.has_value()) {
    section.error(p.of ? "larger_than" : "",
                  "a rule for messages needs either 'of' or 'larger_than'" +
                      std::string(p.of ? ", not both" : ""));
  }
}

config::Fields<ComputationRule> ComputationRule::fields() {
  using P = ComputationRule;
  return {
      config::field("longer_than", &P::longer_than, "computations longer than this").at_least(Time{0}),
      config::field("time", &P::time, "their new length").at_least(Time{0}).required(),
  };
}

config::Fields<RegionRule> RegionRule::fields() {
  using P = RegionRule;
  return {
      config::field("time", &P::time,
                    "computation time of each execution of the region, instead of the recorded time")
          .at_least(Time{0}),
      config::field("scale", &P::scale, "factor for its computation, instead of compute_scale")
          .range(0, 1e6),
  };
}

config::Fields<RegionRules> RegionRules::fields() {
  return {config::field("NAME", &RegionRules::by_name, "the computation of one region")};
}

std::optional<Time> RegionRules::enter(const std::string& name, const InRegion* around,
                                       InRegion& in) const {
  if (around) in = *around;
  const auto own = by_name.find(name);
  if (own == by_name.end()) return std::nullopt;
  in.rule = &own->second;
  if (!in.rule->time || in.replaced) return std::nullopt;
  in.replaced = true;
  return in.rule->time;
}

config::Fields<ReplayParams> ReplayParams::fields() {
  using P = ReplayParams;
  return {
      config::field("compute_scale", &P::compute_scale,
                    "factor for the time of all computation").range(0, 1e6),
      config::field("flop_rate", &P::flop_rate,
                    "operations per second of a rank, for traces that count operations instead of time")
          .range(1, 1e18)
          .unit("flop/s"),
      config::field("loop_region", &P::loop_region,
                    "region that jobs.iterations repeats, if the trace has it"),
      config::field("messages", &P::messages, "rules that change message sizes").size(0, 256),
      config::field("computations", &P::computations, "rules that change the length of computations")
          .size(0, 256),
      config::field("regions", &P::regions, "regions whose computation is changed"),
      config::field("roofline", &P::roofline,
                    "computes the time of nodes of Chakra's traces from num_ops and tensor_size"),
      config::field("sends", &P::sends,
                    "how sends of Chakra's traces end. buffered: when their data have left, whether or not "
                    "the receive has begun, as in the libraries that are traced; protocol: messages above "
                    "mpi.eager_limit wait for their receive. Default: buffered; for what --record chakra "
                    "has written, protocol"),
  };
}

}  // namespace kasuri::trace
