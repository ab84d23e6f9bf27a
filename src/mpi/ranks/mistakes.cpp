// SPDX-License-Identifier: MIT
// Mistakes of programs that only a message shows, and what is left undone at the end of a rank.
#include <fmt/format.h>

#include "mpi/ranks/collective_tag.h"
#include "mpi/ranks/one_sided.h"
#include "mpi/ranks/windows.h"
#include "mpi/ranks/rank_threads.h"
#include "mpi/ranks/world.h"

namespace kasuri::mpi {
namespace {

bool is_of_collective(const MatchKey& key) { return key.context % 2 == 1; }

std::string describe(const MatchKey& from, Bytes bytes) {
  return fmt::format("a message of {} bytes from rank {} with tag {}", bytes.n, from.source,
                     from.tag);
}

}  // namespace

// A message of a collective that has no receive yet: is this rank in another collective of the same
// number?
void World::suspect(const MatchKey& key) {
  const Rank& me = ranks_[key.rank];
  if (me.in_context == key.context && CollectiveTag::clash(me.in_tag, key.tag)) {
    record_failure(key.rank, CollectiveTag::describe_clash(me.in_tag, key.tag, key.source),
                   Exit::program_failed, 0);
  }
  for (std::uint32_t h = me.helpers; h != kNone; h = helpers_[h].next) {
    const Helper& helper = helpers_[h];
    if (helper.comm->context + 1 != key.context || !CollectiveTag::clash(helper.tag, key.tag)) continue;
    record_failure(ranks() + h, CollectiveTag::describe_clash(helper.tag, key.tag, key.source),
                   Exit::program_failed, 0);
  }
  if (is_stray(key)) record_failure(key.rank, describe_stray(key), Exit::program_failed, 0);
}

// How many the rank has begun on the communicator that has this context for them; -1: it is unknown here.
std::int64_t World::collectives_on(std::uint32_t rank, std::uint32_t context) const {
  if (context == communicators_[ranks_[rank].job].context + 1) return ranks_[rank].collectives;
  if (!has_objects(rank)) return -1;
  const RankObjects& mine = *objects_[rank];
  if (context == mine.self.context + 1) return mine.self.collectives;
  for (const auto& comm : mine.communicators) {
    if (comm && context == comm->context + 1) return comm->collectives;
  }
  return -1;
}

// Whether it belongs to a collective that the rank has left, or has passed by in another: nobody will
// receive it.
bool World::is_stray(const MatchKey& key) const {
  if (key.tag < 0) return false;
  const Rank& me = ranks_[key.rank];
  const auto is_in = [&](std::int32_t tag) { return tag >> 15 == key.tag >> 15; };
  if (me.in_context == key.context && is_in(me.in_tag)) return false;
  if (me.has_threads) {
    const void* const threads = objects_[key.rank]->threads.get();
    if (static_cast<const RankThreads*>(threads)->any_is_in(key)) return false;
  }
  for (std::uint32_t h = me.helpers; h != kNone; h = helpers_[h].next) {
    if (helpers_[h].comm->context + 1 == key.context && is_in(helpers_[h].tag)) return false;
  }
  const std::int64_t begun = collectives_on(key.rank, key.context);
  return begun >= 0 && CollectiveTag::number_after(key.tag, static_cast<std::uint32_t>(begun)) < 0;
}

// A message of a collective that no receive of this rank will take.
std::string World::describe_stray(const MatchKey& key) const {
  const std::string call = CollectiveTag::describe(key.tag);
  const std::int64_t begun = collectives_on(key.rank, key.context);
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

// A message and a receive that do not fit together.
std::string World::describe_misfit(const MatchKey& from, Bytes size, Bytes room) const {
  if (is_of_collective(from)) {
    return fmt::format("mismatched collectives: rank {} sends {} bytes where this rank expects {}, in {}",
                       from.source, size.n, room.n, CollectiveTag::describe(from.tag));
  }
  return fmt::format("message of {} bytes from rank {} with tag {} is truncated: the receive buffer has {} "
                     "bytes", size.n, from.source, from.tag, room.n);
}

void World::fail_too_late(const Message& message, const Envelope& e) {
  record_failure(e.key.rank,
                 is_of_collective(e.key)
                     ? describe_stray(e.key) + ", and it has ended with MGEN_Finalize"
                     : fmt::format("{} arrived after MGEN_Finalize and cannot be received",
                                   describe(e.key, bytes_of(message.user))),
                 Exit::program_failed, 0);
}

void World::fail_not_ready(const Message& message, const Envelope& e) {
  record_failure(e.key.rank,
                 fmt::format("{} was sent in ready mode, but its receive had not begun",
                             describe(e.key, bytes_of(message.user))),
                 Exit::program_failed, 0);
}

std::string World::leftovers(std::uint32_t rank) const {
  const Rank& me = ranks_[rank];
  // Nobody must poll for a put.
  const auto next = [&](std::uint32_t i) {
    while (i != kNone && matching_.early(i).key.context == kPutContext) i = matching_.early(i).after;
    return i;
  };
  if (const std::uint32_t first = next(matching_.first_early(rank)); first != kNone && !runs_again(rank)) {
    const EarlyMessage& m = matching_.early(first);
    if (is_of_collective(m.key)) return describe_stray(m.key);
    std::uint32_t more = 0;
    for (std::uint32_t i = next(m.after); i != kNone; i = next(matching_.early(i).after)) ++more;
    return fmt::format("{}{} was never received", describe(m.key, m.bytes),
                       more ? fmt::format(" (and {} more)", more) : "");
  }
  if (const std::uint32_t taken = matching_.first_taken(rank); taken != kNone) {
    const EarlyMessage& m = matching_.early(taken);
    return fmt::format("{} was matched by a probe and never received", describe(m.key, m.bytes));
  }
  if (std::string left = one_sided_->leftovers(rank); !left.empty()) return left;
  if (std::string left = windows_->leftovers(rank); !left.empty()) return left;
  // Finding them takes a walk over the requests of all ranks, so only if there are any.
  for (std::uint32_t i = 0; me.requests > 0 && i < requests_.peak(); ++i) {
    const Request& r = requests_[i];
    if (r.state != Request::State::active || r.key.rank != rank || r.unowned) continue;
    if (r.purpose == Request::Purpose::collective) {
      return fmt::format("a non-blocking {} is not complete", CollectiveTag::describe(r.key.tag));
    }
    if (r.purpose == Request::Purpose::file) return "a non-blocking operation on a file is not complete";
    const std::string peer = r.key.source == kAnySource ? "any rank"
                                                        : fmt::format("rank {}", r.key.source);
    const std::string tag = r.key.tag == kAnyTag ? "any tag" : fmt::format("tag {}", r.key.tag);
    return r.is_send ? fmt::format("a send of {} bytes to {} with {} is not complete", r.bytes.n,
                                   peer, tag)
                     : fmt::format("a receive from {} with {} has no message", peer, tag);
  }
  return "";
}

}  // namespace kasuri::mpi
