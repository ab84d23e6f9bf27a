// SPDX-License-Identifier: MIT
#include "workload/programs/target_core.h"

#include <algorithm>
#include <cmath>

namespace kasuri {

double TargetCore::cycles(const BlockWork& block) const {
  const auto of = [&](Work w) { return static_cast<double>(block[static_cast<std::size_t>(w)]); };
  const auto pieces = [&](double bits) { return std::max(1.0, std::ceil(bits / p_.vector_bits)); };
  const double folded = p_.memory_operands ? 0 : of(Work::folded);
  const double vectors = of(Work::scalar) + of(Work::vector128) * pieces(128) +
                         of(Work::vector256) * pieces(256) + of(Work::vector512) * pieces(512);
  const double more = vectors - of(Work::scalar) - of(Work::vector128) - of(Work::vector256) -
                      of(Work::vector512);  // instructions into which longer vectors fall
  const double limits[] = {(of(Work::instructions) + folded + more) / p_.issue,
                           of(Work::integer) / p_.integer,
                           of(Work::loads) / p_.loads,
                           of(Work::stores) / p_.stores,
                           of(Work::branches) / p_.branches,
                           vectors / p_.vector,
                           of(Work::multiplies) * p_.multiply};
  return *std::ranges::max_element(limits) + of(Work::divides) * p_.divide +
         of(Work::square_roots) * p_.float_divide + of(Work::calls) * p_.call;
}

}  // namespace kasuri
