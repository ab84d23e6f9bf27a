// SPDX-License-Identifier: MIT
#include "trace/replay_params.h"

#include "config/document.h"
#include "config/registry.h"

namespace kasuri::trace {
namespace {

const config::Describe<ReplayParams> replay{
    "jobs.replay", "how a trace is replayed: computation scaled or replaced, other message sizes"};
const config::Describe<std::vector<MessageRule>> messages{
    "jobs.replay.messages", "messages that get another size; the first rule that fits holds"};
const config::Describe<std::vector<ComputationRule>> computations{
    "jobs.replay.computations",
    "stretches of computation that get another length; the first rule that fits holds"};
const config::Describe<RegionRules> regions{"jobs.replay.regions",
                                            "regions of the program whose computation is replaced"};
const config::Describe<RegionRule> region{
    "jobs.replay.regions.NAME", "the computation of one region; `kasuri trace info` shows the names"};

}  // namespace

config::Fields<MessageRule> MessageRule::fields() {
  using P = MessageRule;
  return {
      config::field("of", &P::of, "messages of exactly this size").at_least(Bytes{0}),
      config::field("larger_than", &P::larger_than, "or messages larger than this")
          .at_least(Bytes{0}),
      config::field("size", &P::size, "what they get").range(Bytes{0}, Bytes{1ll << 39}).required(),
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
      config::field("longer_than", &P::longer_than, "stretches longer than this").at_least(Time{0}),
      config::field("time", &P::time, "what they take instead").at_least(Time{0}).required(),
  };
}

config::Fields<RegionRule> RegionRule::fields() {
  using P = RegionRule;
  return {
      config::field("time", &P::time,
                    "what each passage through it computes, instead of what stands in the trace")
          .at_least(Time{0}),
      config::field("scale", &P::scale, "factor of its computation, instead of compute_scale")
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
      config::field("compute_scale", &P::compute_scale, "factor of all computation").range(0, 1e6),
      config::field("flop_rate", &P::flop_rate,
                    "operations per second of a rank, where a trace counts them and not time")
          .range(1, 1e18)
          .unit("flop/s"),
      config::field("loop_region", &P::loop_region,
                    "the region that a job's iterations repeat, where the trace has it"),
      config::field("messages", &P::messages, "messages that get another size").size(0, 256),
      config::field("computations", &P::computations, "stretches of computation of another length")
          .size(0, 256),
      config::field("regions", &P::regions, "regions whose computation is replaced"),
  };
}

}  // namespace kasuri::trace
