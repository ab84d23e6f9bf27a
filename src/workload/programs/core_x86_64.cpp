// SPDX-License-Identifier: MIT
// A generic core of x86-64 servers. Widths and rates are those of Intel's Skylake server core as Agner
// Fog's instruction tables and uops.info give them: four instructions, two loads and one store per cycle,
// two vector units (of 256 bits for code of compilers' defaults), divsd every 4 cycles, a 64-bit division
// in 24 or more. Assumed: the clock rate, a call's cycles, copies, functions, the share of the peak.
#include "workload/programs/target_core.h"

namespace kasuri {
namespace {

constexpr CoreParams kX8664Params{};
using X8664Params = CoreParamsOf<kX8664Params>;

class X8664 final : public TargetCore {
 public:
  X8664(const X8664Params& p, CoreContext&) : TargetCore(p) {}
};

const config::Register<X8664, X8664Params> x86_64{"x86-64",
                                                   "generic server core of x86-64, four instructions wide"};

}  // namespace
}  // namespace kasuri
