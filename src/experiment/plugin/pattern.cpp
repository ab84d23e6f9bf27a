// SPDX-License-Identifier: MIT
// A pattern of others: destinations, for messages at the times of open loops
// (workload/patterns/open_loop.h).
#include <fmt/format.h>

#include "base/core/errors.h"
#include "experiment/plugin/kinds.h"
#include "experiment/plugin/view.h"

namespace kasuri::plugin {
namespace {

using MakePattern = v1::Registry::Make<v1::Pattern, const v1::Machine&, const v1::Job&>;

class OwnPattern final : public OpenLoop {
 public:
  OwnPattern(const Loose& p, PatternContext& c)
      : OpenLoop(p, c), declared_(*p.declared), view_(*c.topology, 1, 0) {
    for (const NodeId n : c.nodes) nodes_.push_back(n.v);
    own_ = call<MakePattern>(p, static_cast<const v1::Machine&>(view_), v1::Job{nodes_, c.seed});
  }

 private:
  std::uint32_t destination(std::uint32_t rank, std::uint64_t bits) const override {
    const std::uint32_t to = in_run(declared_, [&] { return own_->destination(rank, bits); });
    if (to >= ranks()) [[unlikely]] {
      throw error_in_run(declared_, fmt::format("rank {} sends to rank {}; ranks are 0 to {}", rank, to,
                                                ranks() - 1));
    }
    return to;
  }

  const Declared& declared_;
  View view_;
  std::vector<std::uint32_t> nodes_;
  std::unique_ptr<v1::Pattern> own_;
};

std::unique_ptr<Pattern> make_own_pattern(const std::any& params, PatternContext& c) {
  return std::make_unique<OwnPattern>(std::any_cast<const Loose&>(params), c);
}

}  // namespace

void declare_pattern(Declared d) {
  d.open_loop = true;
  declare(std::move(d), Pattern::kKindMeaning, std::any(&make_own_pattern));
}

}  // namespace kasuri::plugin
