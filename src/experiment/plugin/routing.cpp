// SPDX-License-Identifier: MIT
// A routing of others: a function of router, input and target, like any routing here. What it returns is
// checked each time, since it is asked during the run.
#include <fmt/format.h>

#include "base/core/errors.h"
#include "network/net/routing.h"
#include "experiment/plugin/kinds.h"
#include "experiment/plugin/view.h"

namespace kasuri::plugin {
namespace {

using MakeRouting = v1::Registry::Make<v1::Routing, const v1::Machine&>;

class OwnRouting final : public Routing {
 public:
  OwnRouting(const Loose& p, RoutingContext& c)
      : topology_(c.topology),
        view_(c.topology, 1, c.vcs),
        any_(static_cast<std::uint32_t>((std::uint64_t{1} << c.vcs) - 1)),
        declared_(*p.declared),
        own_(call<MakeRouting>(p, static_cast<const v1::Machine&>(view_))) {}

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    const v1::At at{input.at.v, input.port == RouteInput::kInjected ? v1::At::kInjected : input.port,
                    input.vc};
    const v1::Hop hop = in_run(declared_, [&] { return own_->next(at, source.v, target.v); });
    const std::uint32_t vcs = hop.vcs & any_;
    if (hop.port >= topology_.degree(input.at) || !vcs) [[unlikely]] refuse(input.at, target, hop);
    return {static_cast<std::uint16_t>(hop.port), vcs};
  }
  std::string describe() const override { return own_->describe(); }

 private:
  [[noreturn]] void refuse(RouterId at, RouterId target, const v1::Hop& hop) const {
    const std::string way =
        fmt::format("from router {} to {}: ", topology_.name(at), topology_.name(target));
    if (hop.port >= topology_.degree(at)) {
      throw error_in_run(declared_, fmt::format("{}there is no port {}, ports are 0 to {}", way, hop.port,
                                                topology_.degree(at) - 1));
    }
    throw error_in_run(declared_, way + "it allows no virtual channel that the links have (router.vcs)");
  }

  const Topology& topology_;
  View view_;
  std::uint32_t any_;
  const Declared& declared_;
  std::unique_ptr<v1::Routing> own_;
};

std::unique_ptr<Routing> make_own_routing(const std::any& params, RoutingContext& c) {
  return std::make_unique<OwnRouting>(std::any_cast<const Loose&>(params), c);
}

}  // namespace

void declare_routing(Declared d) {
  declare(std::move(d), Routing::kKindMeaning, std::any(&make_own_routing));
}

}  // namespace kasuri::plugin
