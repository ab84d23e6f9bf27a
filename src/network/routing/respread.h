// SPDX-License-Identifier: MIT
// Another routing whose paths are selected in another manner: by flow (ecmp.cpp) or by packet
// (packet_spraying.cpp). Every path that a routing numbers is legal for every packet: nothing else changes.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/config/registry.h"
#include "network/net/routing.h"

namespace kasuri {

struct RespreadParams {
  std::optional<config::Choice<Routing>> inner;

  static config::Fields<RespreadParams> fields() {
    return {config::field("inner", &RespreadParams::inner,
                          "routing algorithm that has the paths; default: random-up-down on trees, else "
                          "the usual one of the topology")};
  }
};

class Respread : public Routing {
 public:
  // `name`: of this path selector, for messages.
  Respread(std::string_view name, const RespreadParams&, RoutingContext&);

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    return inner_->route(input, source, target);
  }
  bool adaptive() const override { return inner_->adaptive(); }
  Choice choose(const RouteInput& input, RouterId source, RouterId target, Queues& queues) const override {
    return inner_->choose(input, source, target, queues);
  }
  Candidates candidates(const RouteInput& input, RouterId source, RouterId target) const override {
    return inner_->candidates(input, source, target);
  }
  std::uint32_t escape_vcs() const override { return inner_->escape_vcs(); }
  bool counts_packets() const override { return inner_->counts_packets(); }
  std::optional<Notifications> notifications() const override { return inner_->notifications(); }
  std::uint32_t paths() const override { return inner_->paths(); }
  bool avoids_failures() const override { return inner_->avoids_failures(); }
  std::uint32_t epochs() const override { return inner_->epochs(); }
  std::uint32_t planes() const override { return inner_->planes(); }
  bool minimal() const override { return inner_->minimal(); }
  std::optional<std::uint32_t> hop_limit() const override { return inner_->hop_limit(); }
  std::optional<DeadlockArgument> deadlock_argument() const override { return inner_->deadlock_argument(); }
  std::string_view inner_name() const override { return inner_name_; }

 protected:
  const Routing& inner() const { return *inner_; }
  std::uint32_t paths_per_epoch() const { return paths() / epochs() / planes(); }

 private:
  std::string inner_name_;
  std::unique_ptr<Routing> inner_;
};

}  // namespace kasuri
