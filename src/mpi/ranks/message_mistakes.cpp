// SPDX-License-Identifier: MIT
// Mistakes of programs that only a message shows, and messages that are left at the end of a rank.
#include <fmt/format.h>

#include "mpi/ranks/collective_tag.h"
#include "mpi/ranks/messages.h"

namespace kasuri::mpi {
namespace {

bool is_of_collective(const MatchKey& key) { return key.context % 2 == 1; }

std::string describe(const MatchKey& from, Bytes bytes) {
  return fmt::format("a message of {} bytes from rank {} with tag {}", bytes.n, from.source,
                     from.tag);
}

}  // namespace

// A message and a receive that do not fit together.
void Messages::fail_misfit(const MatchKey& from, Bytes size, Bytes room) {
  const std::string what =
      is_of_collective(from)
          ? fmt::format("mismatched collectives: rank {} sends {} bytes where this rank expects {}, in {}",
                        from.source, size.n, room.n, CollectiveTag::describe(from.tag))
          : fmt::format("message of {} bytes from rank {} with tag {} is truncated: the receive buffer has "
                        "{} bytes", size.n, from.source, from.tag, room.n);
  mistakes_.fail_at_rank(from.rank, what);
  mistakes_.record(from.rank, what);
}

void Messages::fail_too_late(const Message& message, const Envelope& e) {
  mistakes_.record(e.key.rank,
                   is_of_collective(e.key)
                       ? collectives_.describe_stray(e.key) + ", and it has ended with MGEN_Finalize"
                       : fmt::format("{} arrived after MGEN_Finalize and cannot be received",
                                     describe(e.key, bytes_of(message.user))));
}

void Messages::fail_not_ready(const Message& message, const Envelope& e) {
  mistakes_.record(e.key.rank,
                   fmt::format("{} was sent in ready mode, but its receive had not begun",
                               describe(e.key, bytes_of(message.user))));
}

std::string Messages::leftovers(std::uint32_t rank) const {
  // Nobody must poll for a put.
  const auto next = [&](std::uint32_t i) {
    while (i != kNone && matching_.early(i).key.context == kPutContext) i = matching_.early(i).after;
    return i;
  };
  const std::uint32_t first = next(matching_.first_early(rank));
  if (first != kNone && !ranks_.runs_again(rank)) {
    const EarlyMessage& m = matching_.early(first);
    if (is_of_collective(m.key)) return collectives_.describe_stray(m.key);
    std::uint32_t more = 0;
    for (std::uint32_t i = next(m.after); i != kNone; i = next(matching_.early(i).after)) ++more;
    return fmt::format("{}{} was never received", describe(m.key, m.bytes),
                       more ? fmt::format(" (and {} more)", more) : "");
  }
  if (const std::uint32_t taken = matching_.first_taken(rank); taken != kNone) {
    const EarlyMessage& m = matching_.early(taken);
    return fmt::format("{} was matched by a probe and never received", describe(m.key, m.bytes));
  }
  return "";
}

}  // namespace kasuri::mpi
