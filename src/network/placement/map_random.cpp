// SPDX-License-Identifier: MIT
// Ranks over the job's slots at random: what a mapping must beat.
#include <numeric>

#include "base/config/registry.h"
#include "network/placement/mapping.h"
#include "network/placement/placement.h"

namespace kasuri {
namespace {

class RandomMapping final : public Mapping {
 public:
  RandomMapping(const RandomOrderParams& p, MappingContext& c) : p_(p), c_(c) {}
  std::vector<std::uint32_t> arrange() const override {
    std::vector<std::uint32_t> slots(c_.slots.size());
    std::iota(slots.begin(), slots.end(), 0u);
    shuffle(slots, p_.seed ? static_cast<std::uint64_t>(*p_.seed) : c_.seed, c_.job,
            kMappingStream);
    return slots;
  }

 private:
  RandomOrderParams p_;
  const MappingContext& c_;
};

const config::Register<RandomMapping, RandomOrderParams> random{
    "random", "random order of the job's places"};

}  // namespace
}  // namespace kasuri
