// SPDX-License-Identifier: MIT
// A policy (arbiter.h) as a component: it makes the routers of every micro-architecture.
#pragma once

#include <memory>
#include <optional>

#include "network/router/granting.h"
#include "network/router/output_queued_inputs.h"
#include "network/router/output_queued_links.h"
#include "network/router/prefetching.h"

namespace kasuri {

template <class Policy, class Params = config::NoParams>
class ArbiterOf final : public Arbiter {
 public:
  ArbiterOf(const Params& p, ArbiterContext&) : params_(p) {}
  std::optional<Misfit> misfit(const RouterParams& routers) const override {
    if (NeedsInputs<Policy> && routers.architecture == "output-queued") {
      return Misfit{"", "output-queued routers need an arbiter of virtual channels; this one selects input "
                        "ports; use one of " + names_for_links()};
    }
    if (routers.moves_flits() && iterations() == 0) {
      return Misfit{"", routers.architecture + " routers match their inputs and outputs: set arbiter = "
                        "\"islip\""};
    }
    if constexpr (requires { params_.misfit(routers); }) return params_.misfit(routers);
    return std::nullopt;
  }
  std::uint32_t iterations() const override {
    if constexpr (requires { params_.iterations; }) return params_.iterations;
    return 0;
  }
  bool for_links() const override { return !NeedsInputs<Policy>; }
  std::unique_ptr<Routers> input_queued(const RouterContext& c) const override {
    return make_input_queued(Policy(params_, c), c);
  }
  std::unique_ptr<Routers> output_queued(const RouterContext& c) const override {
    return with_output_queues<Inputs::open>(c);
  }
  std::unique_ptr<Routers> cioq(const RouterContext& c) const override {
    return with_output_queues<Inputs::queued>(c);
  }

 private:
  template <Inputs kInputs>
  std::unique_ptr<Routers> with_output_queues(const RouterContext& c) const {
    using Made = OutputQueued<Policy, kInputs>;
    if constexpr (NeedsInputs<Policy>) {
      return std::make_unique<Made>(Policy(params_, c), RoundRobin(), c);
    } else {
      return std::make_unique<Made>(Policy(params_, c), Policy(params_, c), c);
    }
  }

  Params params_;
};

}  // namespace kasuri
