// SPDX-License-Identifier: MIT
// SiFive U74, a RISC-V core without vectors, from the U74 Core Complex Manual (SiFive): in order, two
// instructions per cycle, one of them a load or store, one a branch, one of floating point; at 1.2 GHz as
// in the first boards with it. Assumed, for the manual gives ranges: a division (34 cycles for integers,
// 30 for doubles); and a call's cycles, copies, functions, the share of the peak.
#include "workload/programs/target_core.h"

namespace kasuri {
namespace {

constexpr CoreParams kU74Params{.frequency = 1.2e9, .issue = 2, .integer = 2, .loads = 1, .stores = 1,
                             .branches = 1, .vector = 1, .vector_bits = 64, .memory_operands = false,
                             .multiply = 1, .divide = 34, .float_divide = 30, .call = 2, .copy = 8,
                             .function = 80, .product = 0.6};
using U74Params = CoreParamsOf<kU74Params>;

class U74 final : public TargetCore {
 public:
  U74(const U74Params& p, CoreContext&) : TargetCore(p) {}
};

const config::Register<U74, U74Params> u74{"u74", "SiFive U74, a RISC-V core without vectors, in order"};

}  // namespace
}  // namespace kasuri
