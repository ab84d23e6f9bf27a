// SPDX-License-Identifier: MIT
// Lengths of the arrays of functions with large counts, and datatypes that stand for such counts.
#include <string_view>

#include "api/kept.h"
#include "api/large_counts.h"
#include "api/mgen_collectives.h"

namespace kasuri::mpi {

// Those of requests that have ended meanwhile go.
void LargeCounts::hold_for(MGEN_Request request) const {
  Call call(call_);
  auto& all = Kept::of(call).large_counts;
  std::erase_if(all, [&](const auto& held) {
    if (is_persistent(held.first)) return find_persistent(call, held.first) == nullptr;
    return !is_request(held.first) || !call.world().is_valid(held.first, call.rank()) ||
           call.world().is_done(held.first);
  });
  all.emplace_back(request, std::move(held_));
}

int LargeCounts::size(MGEN_Comm comm) const {
  Call call(call_);
  return comm_of(call, comm).peers().size;
}

int LargeCounts::root(MGEN_Comm comm, int root) const {
  Call call(call_);
  const Communicator& c = comm_of(call, comm);
  if (c.between) return root == MGEN_ROOT ? c.remote.size : 0;
  return c.group.index_of(call.rank()) == root ? c.size() : 0;
}

int LargeCounts::in(MGEN_Comm comm) const {
  Call call(call_);
  return static_cast<int>(neighbours_of(call, comm).sources.size());
}

int LargeCounts::out(MGEN_Comm comm) const {
  Call call(call_);
  return static_cast<int>(neighbours_of(call, comm).destinations.size());
}

MGEN_Datatype LargeCounts::contiguous(MGEN_Count count, MGEN_Datatype type) const {
  Call call(call_);
  if (count < 0) call.fail_as(MGEN_ERR_COUNT, fmt::format("count {} is negative", count));
  element_of(call, type, false);
  const Layout one = layout_of(call, type);
  if (one.extent > 0 && count > (std::int64_t{1} << 62) / one.extent) {
    call.fail_as(MGEN_ERR_COUNT, fmt::format("count {} is too large", count));
  }
  const MGEN_Datatype made = keep_layout(call, one.repeat(1, count, 0));
  call.world().objects(call.rank()).datatypes[made_index(made)].committed = true;
  note_contents(call, made, {.combiner = MGEN_COMBINER_CONTIGUOUS, .integers = {count}, .addresses = {},
                             .types = {type}, .is_count = true});
  return made_.emplace_back(made);
}

// Messages under way keep their layouts. Persistent collectives decode their datatypes at each start.
void LargeCounts::free_made() {
  if (std::string_view(call_).ends_with("_init_c")) return;
  if (World* world = current_world()) {
    Call call(call_, Call::Needs::nothing);
    for (const MGEN_Datatype m : made_) world->objects(call.rank()).datatypes[made_index(m)].freed = true;
  }
}

}  // namespace kasuri::mpi
