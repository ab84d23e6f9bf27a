// SPDX-License-Identifier: MIT
// What balancers share: a power of two of entropies, and laps over all of them (the rules of the public UEC
// simulator, htsim, August 2025).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/config/document.h"
#include "base/core/hash.h"
#include "network/control/balancer.h"

namespace kasuri {

struct EntropyParams {
  std::int64_t entropies = 64;

  static config::Fields<EntropyParams> fields() {
    return {config::field("entropies", &EntropyParams::entropies,
                          "different entropies of a connection, a power of two").range(1, 65'536)};
  }
  static void validate(const EntropyParams& p, config::Section& section) {
    if (std::has_single_bit(static_cast<std::uint64_t>(p.entropies))) return;
    section.error(&EntropyParams::entropies, "must be a power of two, as 64 or 128");
  }
};

// All entropies in turn, each lap in another order.
class EntropyLaps {
 public:
  EntropyLaps(const EntropyParams& p, std::uint64_t seed)
      : entropies_(static_cast<std::uint32_t>(p.entropies)), seed_(seed) {}

  std::uint32_t next() {
    const std::uint32_t i = count_++ % entropies_;
    if (i == 0) order_ = static_cast<std::uint32_t>(mix(seed_, count_) >> 32) % entropies_;
    return i ^ order_;
  }
  std::uint32_t entropies() const { return entropies_; }

 private:
  std::uint32_t entropies_;
  std::uint64_t seed_;
  std::uint32_t count_ = 0, order_ = 0;
};

// Laps that pass over entropies with penalties. Each choice takes one off the first that it meets.
class PenalisedEntropies {
 public:
  PenalisedEntropies(const EntropyParams& p, std::uint64_t seed)
      : laps_(p, seed), penalties_(laps_.entropies()) {}

  std::uint32_t next() {
    std::uint32_t e = laps_.next();
    if (penalties_[e] == 0) return e;
    --penalties_[e];
    // If all have penalties, any of them.
    for (std::uint32_t tries = 0; tries < laps_.entropies(); ++tries) {
      e = laps_.next();
      if (penalties_[e] == 0) break;
    }
    return e;
  }
  void heard(std::uint32_t entropy, Balancer::Fate fate) {
    constexpr std::uint8_t kPenalty[] = {0, 1, 4, kMost};
    std::uint8_t& p = penalties_[entropy % laps_.entropies()];
    p = std::min<std::uint8_t>(kMost, p + kPenalty[static_cast<int>(fate)]);
  }

 private:
  static constexpr std::uint8_t kMost = 15;

  EntropyLaps laps_;
  std::vector<std::uint8_t> penalties_;
};

}  // namespace kasuri
