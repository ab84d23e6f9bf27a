// SPDX-License-Identifier: MIT
// Datatypes that stand for large counts.
#include <string_view>

#include "mpi/api/large_counts.h"

namespace kasuri::mpi {

MPI_Datatype LargeCounts::contiguous(MPI_Count count, MPI_Datatype type) const {
  Call call(call_);
  if (count < 0) call.fail_as(MPI_ERR_COUNT, "count {} is negative", count);
  element_of(call, type, false);
  const Layout one = layout_of(call, type);
  if (one.extent > 0 && count > (std::int64_t{1} << 62) / one.extent) {
    call.fail_as(MPI_ERR_COUNT, "count {} is too large", count);
  }
  const MPI_Datatype made = keep_layout(call, one.repeat(1, count, 0));
  call.objects().datatypes[made_index(made)].committed = true;
  note_contents(call, made, {.combiner = MPI_COMBINER_CONTIGUOUS, .integers = {count}, .addresses = {},
                             .types = {type}, .is_count = true});
  return made_.emplace_back(made);
}

// Messages under way keep their layouts. Persistent collectives decode their datatypes at each start.
void LargeCounts::free_made() {
  if (std::string_view(call_).ends_with("_init_c")) return;
  if (current_world()) {
    Call call(call_, Call::Needs::nothing);
    for (const MPI_Datatype m : made_) call.objects().datatypes[made_index(m)].freed = true;
  }
}

}  // namespace kasuri::mpi
