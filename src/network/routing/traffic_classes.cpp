// SPDX-License-Identifier: MIT
#include "network/routing/traffic_classes.h"

#include <fmt/format.h>

namespace kasuri {
namespace {

// The queues of one class.
class OfClass final : public Queues {
 public:
  OfClass(Queues& all, std::uint32_t first_vc) : all_(all), first_vc_(first_vc) {}
  std::int64_t at(std::uint32_t port, std::uint32_t vc_mask) override {
    return all_.at(port, vc_mask << first_vc_);
  }
  // Routers tell of all virtual channels together.
  std::int64_t reported(RouterId r, std::uint32_t port) override { return all_.reported(r, port); }

 private:
  Queues& all_;
  std::uint32_t first_vc_;
};

}  // namespace

Route TrafficClasses::route(const RouteInput& input, RouterId source, RouterId target) const {
  Route r = each_->route(within_class(input), source, target);
  r.vc_mask <<= first_vc(input);
  return r;
}

Choice TrafficClasses::choose(const RouteInput& input, RouterId source, RouterId target,
                              Queues& queues) const {
  OfClass own(queues, first_vc(input));
  Choice c = each_->choose(within_class(input), source, target, own);
  c.first.route.vc_mask <<= first_vc(input);
  c.escape.route.vc_mask <<= first_vc(input);
  return c;
}

Candidates TrafficClasses::candidates(const RouteInput& input, RouterId source, RouterId target) const {
  Candidates all = each_->candidates(within_class(input), source, target);
  for (Candidate& o : all.firsts) o.route.vc_mask <<= first_vc(input);
  all.escape.route.vc_mask <<= first_vc(input);
  return all;
}

std::uint32_t TrafficClasses::escape_vcs() const {
  std::uint32_t all = 0;
  for (std::uint32_t k = 0; k < classes_; ++k) all |= each_->escape_vcs() << k * vcs_;
  return all;
}

std::string TrafficClasses::describe() const {
  return fmt::format("{}; {} traffic classes, each with its own virtual channels",
                     each_->describe(), classes_);
}

}  // namespace kasuri
