// SPDX-License-Identifier: MIT
// Links that run slower when they have little to do: at full, half or a quarter of their rate. At
// the end of each window a link looks back: was it busier than `high`, it goes one level up, less
// than `low`, one down. A change happens at the border of a packet and takes `switch_time`, during
// which nothing is sent, at full power. The "sleep" modes of the account are the two lower levels.
#pragma once

#include <array>
#include <vector>

#include "base/config/document.h"
#include "network/power/policy.h"

namespace kasuri {

struct ScalingParams {
  Time window{10'000'000};
  Time switch_time{1'000'000};
  double low = 0.3;
  double high = 0.7;

  static config::Fields<ScalingParams> fields();
  static void validate(const ScalingParams&, config::Section&);
};

class Scaling : public LinkPolicy {
 public:
  Scaling(const ScalingParams& p, PolicyContext& c);

  Rest rest(std::uint32_t link, Time idle, Time want) override;
  bool scales_rate() const override { return true; }
  Time slowed(std::uint32_t link, Time full) const override {
    return full * (std::int64_t{1} << levels_[link].level);
  }

 protected:
  // Of level 1 and 2, the rate as a share of the full one.
  static double rate(std::size_t mode) { return mode == 0 ? 0.5 : 0.25; }

 private:
  struct Level {
    int level = 0;     // rate 2^-level
    Time since{0};     // at this level
    Time window{0};    // begin of the window
    Time busy{0};      // in it
    Time wanted{0};    // the last time; the link was busy from then until `idle`
  };

  ScalingParams p_;
  std::vector<Level> levels_;
};

}  // namespace kasuri
