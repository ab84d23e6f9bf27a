// SPDX-License-Identifier: MIT
#include "mpi/ranks/in_flight.h"

#include <fmt/format.h>

#include "mpi/ranks/collective_tag.h"

namespace kasuri::mpi {

void InFlight::suspect(const MatchKey& key) {
  const RankState& me = ranks_[key.rank];
  if (me.in_context == key.context && CollectiveTag::clash(me.in_tag, key.tag)) {
    mistakes_.record(key.rank, CollectiveTag::describe_clash(me.in_tag, key.tag, key.source));
  }
  for (std::uint32_t h = me.helpers; h != kNone; h = helpers_[h].next) {
    const Helper& helper = helpers_[h];
    if (helper.comm->context + 1 != key.context || !CollectiveTag::clash(helper.tag, key.tag)) continue;
    mistakes_.record(ranks_.size() + h,
                     CollectiveTag::describe_clash(helper.tag, key.tag, key.source));
  }
  if (is_stray(key)) mistakes_.record(key.rank, describe_stray(key));
}

// How many the rank has begun on the communicator that has this context for them; -1: it is unknown here.
std::int64_t InFlight::begun_on(std::uint32_t rank, std::uint32_t context) const {
  const Communicator* const comm = ranks_.find(rank, context - 1);
  if (!comm) return -1;
  return comm == &ranks_.world_of(rank) ? ranks_[rank].collectives : comm->collectives;
}

bool InFlight::is_stray(const MatchKey& key) const {
  if (key.tag < 0) return false;
  const RankState& me = ranks_[key.rank];
  const auto is_in = [&](std::int32_t tag) { return tag >> 15 == key.tag >> 15; };
  if (me.in_context == key.context && is_in(me.in_tag)) return false;
  if (me.has_threads && ranks_.objects(key.rank).threads->any_is_in(key)) return false;
  for (std::uint32_t h = me.helpers; h != kNone; h = helpers_[h].next) {
    if (helpers_[h].comm->context + 1 == key.context && is_in(helpers_[h].tag)) return false;
  }
  const std::int64_t begun = begun_on(key.rank, key.context);
  return begun >= 0 && CollectiveTag::number_after(key.tag, static_cast<std::uint32_t>(begun)) < 0;
}

std::string InFlight::describe_stray(const MatchKey& key) const {
  const std::string call = CollectiveTag::describe(key.tag);
  const std::int64_t begun = begun_on(key.rank, key.context);
  if (key.tag < 0 || begun < 0) {
    return fmt::format("mismatched collectives: no rank waits for a message of {} from rank {}", call,
                       key.source);
  }
  const std::int32_t after = CollectiveTag::number_after(key.tag, static_cast<std::uint32_t>(begun));
  const std::string theirs = fmt::format("mismatched collectives: rank {} calls {} as number {} of the "
                                         "communicator", key.source, call, begun + after + 1);
  if (after >= 0) {
    return fmt::format("{}, on which this rank has called only {}", theirs, begun);
  }
  return fmt::format("{}, and this rank did not wait for its message there: it called another one, or "
                     "with another root, operation, datatype or size", theirs);
}

}  // namespace kasuri::mpi
