// SPDX-License-Identifier: MIT
// Who waits for what: the report of a deadlock; and what a rank has left undone at its end.
#include <fmt/format.h>

#include <algorithm>

#include "mpi/ranks/collective_tag.h"
#include "mpi/ranks/collectives.h"
#include "mpi/ranks/one_sided.h"
#include "mpi/ranks/windows.h"
#include "mpi/ranks/world.h"

namespace kasuri::mpi {

std::optional<std::uint32_t> World::only_polling(Time now, Time patience) const {
  std::uint32_t n = 0;
  for (const std::uint32_t i : ranks_.here()) {
    if (coroutines_[i].state != Coroutine::State::asleep) continue;
    if (!polls_.only_polls(ranks_[i], now, patience)) return std::nullopt;
    ++n;
  }
  return n;
}

// What it waits for.
void World::describe_request(const Request& r, BlockedRank& b) const {
  b.receives = !r.is_send || r.purpose == Request::Purpose::probe;
  if (r.purpose == Request::Purpose::collective) b.collective = CollectiveTag::describe(r.key.tag);
  if (r.purpose == Request::Purpose::one_sided) {
    b.one_sided = Windows::is_own(r) ? ranks_.as_written(b.world_rank, Windows::describe(r))
                                     : one_sided_->describe(r);
  }
  if (r.purpose == Request::Purpose::file) b.one_sided = "an operation on a file";
  if (r.purpose == Request::Purpose::general) b.one_sided = "a generalised request of its own";
  b.bytes = r.bytes;
  describe_message(r.key, b);
}

void World::describe_message(const MatchKey& key, BlockedRank& b) const {
  if (key.context == kPutContext) {
    b.one_sided = fmt::format("a put by {}", key.source == kAnySource ? "any rank"
                                                                      : fmt::format("rank {}", key.source));
  }
  b.peer = key.source;
  b.tag = key.tag;
  b.context = key.context - ranks_.world_of(b.world_rank).context;
}

// A rank that has polled lately, and may do something else between its polls.
void World::describe_polling(const Polls::Row& row, BlockedRank& b) const {
  b.polls = true;
  b.pending = 0;
  b.call = ranks_.as_written(b.world_rank, row.call ? row.call : "");
  b.since = row.since;
  const std::uint32_t i = row.what.request;
  b.names_nothing = true;
  if (i != kNone && requests_[i].state == Request::State::active && requests_[i].key.rank == b.world_rank) {
    b.names_nothing = false;
    describe_request(requests_[i], b);
  } else if (row.what.key.rank != kNone) {
    b.names_nothing = false;
    b.receives = true;
    describe_message(row.what.key, b);
  }
}

std::vector<BlockedRank> World::blocked() const {
  std::vector<BlockedRank> all;
  std::vector<std::uint32_t> coroutines(ranks_.here().begin(), ranks_.here().end());
  const std::uint32_t helpers = collectives_->in_flight().peak();
  for (std::uint32_t i = 0; i < helpers; ++i) coroutines.push_back(ranks_.size() + i);
  for (const std::uint32_t i : coroutines) {
    const Coroutine& s = coroutines_[i];
    const Polls::Row* const row = i < ranks_.size() ? polls_.row(ranks_[i]) : nullptr;
    const bool polls =
        s.state == Coroutine::State::asleep && row && (s.polls || row->polls >= Polls::kMany);
    if (!polls && (s.state != Coroutine::State::blocked || s.pending == 0)) continue;
    const RankTable::Job& job = ranks_.job(s.rank);
    BlockedRank b;
    b.world_rank = s.rank;
    b.job = job.spec.name;
    b.rank = static_cast<int>(s.rank - job.first_rank);
    b.call = ranks_.as_written(s.rank, s.call ? s.call : "");
    b.pending = s.pending;
    b.since = s.since;
    b.beside = i >= ranks_.size();
    if (polls) {
      describe_polling(*row, b);
      all.push_back(b);
      continue;
    }
    const std::span<const Handle> handles(s.waits_for, s.waits);
    const auto first = std::ranges::find_if_not(handles, [&](Handle h) { return requests_.is_done(h); });
    if (first != handles.end()) describe_request(requests_[index_of(*first)], b);
    all.push_back(b);
  }
  return all;
}

std::string World::leftovers(std::uint32_t rank) const {
  const RankState& me = ranks_[rank];
  if (std::string left = messages_.leftovers(rank); !left.empty()) return left;
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

std::string describe(const BlockedRank& b) {
  const std::string peer = b.peer == kAnySource ? "any rank" : fmt::format("rank {}", b.peer);
  const std::string tag = b.tag == kAnyTag ? "any tag" : fmt::format("tag {}", b.tag);
  std::string what;
  const char* const does = b.polls ? "polls" : "waits";
  if (b.polls && b.names_nothing) {
    return fmt::format("rank {} of job '{}' polls in {}, which finds nothing, since {}", b.rank, b.job,
                       b.call, to_string(b.since));
  }
  if (!b.one_sided.empty()) {
    return fmt::format("rank {} of job '{}' {} in {} for {}{}, since {}", b.rank, b.job, does, b.call,
                       b.one_sided, b.pending > 1 ? fmt::format(" (and {} more)", b.pending - 1) : "",
                       to_string(b.since));
  }
  if (!b.collective.empty()) {
    what = fmt::format("its non-blocking {}", b.collective);
  } else if (b.context % 2 == 1) {
    what = fmt::format("{} {}, inside the collective", b.receives ? "a message from" : "sending to",
                       peer);
  } else if (b.receives) {
    what = fmt::format("a message from {}, {}", peer, tag);
    if (b.bytes.n > 0 || !b.polls) what += ", of up to " + to_string(b.bytes);
  } else {
    what = fmt::format("{} to receive {}, {}", peer, to_string(b.bytes), tag);
  }
  const std::string comm =
      b.context < 2                ? "the world"
      : b.context >= kFirstDuplicate / 2 ? "a communicator of MGEN_Comm_idup"
                                  : fmt::format("communicator {}", b.context / 2);
  const std::string more = b.pending > 1 ? fmt::format(" (and {} more)", b.pending - 1) : "";
  return fmt::format("rank {} of job '{}' {} in {}{} for {}{}; {}, since {}", b.rank, b.job, does,
                     b.call, b.beside ? " (outside the program)" : "", what, more, comm,
                     to_string(b.since));
}

std::vector<std::string> describe(std::span<const BlockedRank> all, std::size_t most) {
  std::vector<std::string> lines;
  const std::size_t head = all.size() <= most ? all.size() : most / 2;
  const std::size_t tail = all.size() <= most ? 0 : most - head;
  for (const BlockedRank& b : all.first(head)) lines.push_back(describe(b));
  if (tail > 0) lines.push_back(fmt::format("… and {} more ranks …", all.size() - head - tail));
  for (const BlockedRank& b : all.last(tail)) lines.push_back(describe(b));
  return lines;
}

}  // namespace kasuri::mpi
