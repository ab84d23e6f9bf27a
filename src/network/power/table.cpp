// SPDX-License-Identifier: MIT
// A policy as a table: how long the previous gap was says when a link goes to sleep in this one. The
// idle timer, immediate sleep and simple predictors are such tables; others can be found by search
// (tables of a learned policy, for example) and tried here.
#include <fmt/format.h>

#include <algorithm>

#include "base/config/document.h"
#include "network/power/policy.h"

namespace kasuri {
namespace {

using namespace literals;

struct SleepTableParams {
  std::vector<Time> previous{Time{0}};
  std::vector<Time> sleep_after{kNever};
  std::vector<Time> wake_after;

  static config::Fields<SleepTableParams> fields() {
    using P = SleepTableParams;
    return {
        config::field(
            "previous", &P::previous,
            "ascending lengths of the previous gap, the first one 0; a row holds from its length "
            "to the length of the next row")
            .size(1, 1024)
            .each(0_ps, 1000_ms),
        config::field("sleep_after", &P::sleep_after,
                      "for each of them, idle time until the link goes to sleep; unlimited: it does not")
            .size(1, 1024)
            .each(0_ps, 1000_ms)
            .or_unlimited(),
        config::field(
            "wake_after", &P::wake_after,
            "for each of them, time from the begin of the gap until the link wakes up of its own "
            "accord; unlimited, or no list: it does not")
            .size(0, 1024)
            .each(0_ps, 1000_ms)
            .or_unlimited()};
  }

  static void validate(const SleepTableParams& p, config::Section& section) {
    const std::size_t rows = p.previous.size();
    const auto wrong_size = [&](const std::vector<Time>& list) {
      return fmt::format("the list has {} values, but 'previous' has {}", list.size(), rows);
    };
    if (p.sleep_after.size() != rows)
      section.error(&SleepTableParams::sleep_after, wrong_size(p.sleep_after));
    if (!p.wake_after.empty() && p.wake_after.size() != rows) {
      section.error(&SleepTableParams::wake_after, wrong_size(p.wake_after));
    }
    const bool ascending =
        std::ranges::adjacent_find(p.previous, std::ranges::greater_equal()) == p.previous.end();
    if (p.previous[0] != Time{0} || !ascending) {
      section.error(&SleepTableParams::previous, "the lengths must begin with 0 and ascend");
    }
  }
};

class SleepTable final : public LinkPolicy {
 public:
  SleepTable(const SleepTableParams& p, PolicyContext& c)
      : LinkPolicy(c), previous_(p.previous), row_of_(c.links, 0) {
    for (std::size_t i = 0; i < p.previous.size(); ++i) {
      plans_.push_back({.light = earlier(p.sleep_after[i], kEndless),
                        .deep = kEndless,
                        .wake = p.wake_after.empty() ? kEndless : earlier(p.wake_after[i], kEndless)});
    }
  }

  Time least_gap() const override {
    return std::ranges::min_element(plans_, {}, &SleepPlan::light)->light;
  }
  Rest rest(std::uint32_t link, Time idle, Time want) override {
    const Rest rest = rest_with(plans_[row_of_[link]], idle, want);
    if (want != kEndless) {
      const auto next = std::ranges::upper_bound(previous_, later(want - idle, Time{0}));
      row_of_[link] = static_cast<std::uint16_t>(next - previous_.begin() - 1);
    }
    return rest;
  }

 private:
  std::vector<Time> previous_;
  std::vector<SleepPlan> plans_;       // of each row
  std::vector<std::uint16_t> row_of_;  // of each link, by its previous gap; at first that of 0
};

const config::Register<SleepTable, SleepTableParams> sleep_table{
    "table", "the length of the previous idle gap says when a link goes to sleep, by a table"};

}  // namespace
}  // namespace kasuri
