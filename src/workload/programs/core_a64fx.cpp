// SPDX-License-Identifier: MIT
// Fujitsu A64FX, from the A64FX Microarchitecture Manual (Fujitsu, version 1.x) and the published
// description of Fugaku: 2.2 GHz, four instructions decoded per cycle, two integer pipelines and two for
// addresses, two loads or one store of a vector per cycle, two floating-point pipelines with 512 bits of
// SVE, a division of doubles that blocks its pipeline for 43 cycles. Assumed: a call's cycles, copies,
// functions, the share of the peak (the cited one for DGEMM is above 0.9), an integer division.
#include "workload/programs/target_core.h"

namespace kasuri {
namespace {

constexpr CoreParams kA64fxParams{.frequency = 2.2e9, .issue = 4, .integer = 2, .loads = 2, .stores = 1,
                             .branches = 1, .vector = 2, .vector_bits = 512, .memory_operands = false,
                             .multiply = 1, .divide = 40, .float_divide = 43, .call = 4, .copy = 32,
                             .function = 40, .product = 0.9};
using A64fxParams = CoreParamsOf<kA64fxParams>;

class A64fx final : public TargetCore {
 public:
  A64fx(const A64fxParams& p, CoreContext&) : TargetCore(p) {}
};

const config::Register<A64fx, A64fxParams> a64fx{"a64fx", "Fujitsu A64FX of Fugaku, 512-bit vectors"};

}  // namespace
}  // namespace kasuri
