// SPDX-License-Identifier: MIT
// Mistakes of programs that only a message shows, and what is left undone at the end of a rank.
#include <fmt/format.h>

#include "mpi/collective_tag.h"
#include "mpi/one_sided.h"
#include "mpi/world.h"

namespace kasuri::mpi {
namespace {

std::string describe(const MatchKey& from, Bytes bytes) {
  if (from.context % 2 == 1) {
    return fmt::format("a message of {} from rank {}", CollectiveTag::describe(from.tag),
                       from.source);
  }
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
}

void World::fail_too_late(const Message& message, const Envelope& e) {
  record_failure(e.key.rank,
                 fmt::format("{} arrived after MGEN_Finalize: nobody can receive it",
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
    while (i != kNone && early_[i].key.context == kPutContext) i = early_[i].after;
    return i;
  };
  if (const std::uint32_t first = next(me.early_first); first != kNone && !runs_again(rank)) {
    const EarlyMessage& m = early_[first];
    std::uint32_t more = 0;
    for (std::uint32_t i = next(m.after); i != kNone; i = next(early_[i].after)) ++more;
    return fmt::format("{}{} was never received", describe(m.key, m.bytes),
                       more ? fmt::format(" (and {} more)", more) : "");
  }
  if (std::string left = one_sided_->leftovers(rank); !left.empty()) return left;
  // Finding them takes a walk over the requests of all ranks, so only if there are any.
  for (std::uint32_t i = 0; me.requests > 0 && i < requests_.peak(); ++i) {
    const Request& r = requests_[i];
    if (r.state != Request::State::active || r.key.rank != rank || r.unowned) continue;
    if (r.purpose == Request::Purpose::collective) {
      return fmt::format("a non-blocking {} is not complete", CollectiveTag::describe(r.key.tag));
    }
    const std::string peer = r.key.source == kAnySource ? "any rank"
                                                        : fmt::format("rank {}", r.key.source);
    const std::string tag = r.key.tag == kAnyTag ? "any tag" : fmt::format("tag {}", r.key.tag);
    return r.is_send ? fmt::format("a send of {} bytes to {} with {} is not complete", r.bytes.n,
                                   peer, tag)
                     : fmt::format("a receive from {} with {} has met no message", peer, tag);
  }
  return "";
}

}  // namespace kasuri::mpi
