// SPDX-License-Identifier: MIT
// Rank by rank in the order of the slots.
#include <numeric>

#include "base/config/registry.h"
#include "network/placement/mapping.h"

namespace kasuri {
namespace {

class LinearMapping final : public Mapping {
 public:
  LinearMapping(const config::NoParams&, MappingContext& c) : ranks_(c.slots.size()) {}
  std::vector<std::uint32_t> arrange() const override {
    std::vector<std::uint32_t> slots(ranks_);
    std::iota(slots.begin(), slots.end(), 0u);
    return slots;
  }

 private:
  std::size_t ranks_;
};

const config::Register<LinearMapping> map_linear{
    "linear", "ranks in the order of the job's places"};

}  // namespace
}  // namespace kasuri
