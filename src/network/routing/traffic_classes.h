// SPDX-License-Identifier: MIT
// Classes of traffic that share links but no virtual channels: each class has the same number of them, and
// the same routing within them, so packets of one class never wait in a buffer behind those of another.
// Class k of n has channels k · V / n to (k + 1) · V / n - 1; a packet's class is told by the one it is in.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "network/net/routing.h"

namespace kasuri {

class TrafficClasses final : public Routing {
 public:
  // `each` routes every class over `vcs` virtual channels.
  TrafficClasses(std::unique_ptr<Routing> each, std::uint32_t vcs, std::uint32_t classes)
      : each_(std::move(each)), vcs_(vcs), classes_(classes) {}

  Route route(const RouteInput& input, RouterId source, RouterId target) const override;
  bool adaptive() const override { return each_->adaptive(); }
  Choice choose(const RouteInput& input, RouterId source, RouterId target, Queues&) const override;
  Candidates candidates(const RouteInput& input, RouterId source, RouterId target) const override;
  std::uint32_t escape_vcs() const override;
  bool counts_packets() const override { return each_->counts_packets(); }
  std::optional<Notifications> notifications() const override { return each_->notifications(); }
  std::uint32_t paths() const override { return each_->paths(); }
  bool avoids_failures() const override { return each_->avoids_failures(); }
  std::uint32_t epochs() const override { return each_->epochs(); }
  std::uint32_t planes() const override { return each_->planes(); }
  Spread spread() const override { return each_->spread(); }
  std::uint32_t path_of(EndpointId source, EndpointId destination, std::uint32_t sequence,
                        std::uint64_t seed) const override {
    return each_->path_of(source, destination, sequence, seed);
  }
  bool sprays() const override { return each_->sprays(); }
  std::string_view inner_name() const override { return each_->inner_name(); }
  bool minimal() const override { return each_->minimal(); }
  std::optional<std::uint32_t> hop_limit() const override { return each_->hop_limit(); }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return each_->deadlock_argument();
  }
  std::string describe() const override;

 private:
  std::uint32_t first_vc(const RouteInput& input) const { return input.vc / vcs_ * vcs_; }
  RouteInput within_class(RouteInput input) const {
    input.vc = static_cast<std::uint16_t>(input.vc % vcs_);
    return input;
  }

  std::unique_ptr<Routing> each_;
  std::uint32_t vcs_;  // of a class
  std::uint32_t classes_;
};

// The virtual channels of one of the classes, as a set.
inline std::uint32_t vcs_of_class(std::uint32_t traffic_class, std::uint32_t vcs) {
  return static_cast<std::uint32_t>(((std::uint64_t{1} << vcs) - 1) << traffic_class * vcs);
}

}  // namespace kasuri
