// SPDX-License-Identifier: MIT
#include "workload/traces/tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "base/core/check.h"
#include "base/core/hash.h"

namespace kasuri::trace {
namespace {

std::uint64_t hash_of(const MessageKey& k) {
  const auto word = [](auto high, auto low) {
    return std::uint64_t{static_cast<std::uint32_t>(high)} << 32 | static_cast<std::uint32_t>(low);
  };
  return mix(word(k.from, k.to), word(k.comm, k.tag));
}

}  // namespace

std::size_t Tally::Hash::operator()(const MessageKey& k) const { return hash_of(k); }

void Tally::note(Buckets& buckets, const MessageKey& key, std::int64_t difference) {
  const std::uint64_t h = hash_of(key);
  buckets[h % kBuckets] += (mix(h) | 1) * static_cast<std::uint64_t>(difference);
}

bool Tally::messages_match() const {
  const auto zero = [](std::uint64_t b) { return b == 0; };
  return wildcards_ || (std::ranges::all_of(buckets_, zero) && std::ranges::all_of(sizes_, zero));
}

void Tally::look_again(const MessageKey& key, int difference, std::string_view where,
                       std::int64_t bytes) {
  const std::size_t bucket = hash_of(key) % kBuckets;
  if (buckets_[bucket] == 0 && sizes_[bucket] == 0) return;
  Suspect& s = suspects_.try_emplace(key, Suspect{.where = std::string(where)}).first->second;
  s.messages += difference;
  s.bytes += bytes;
  if (s.messages == 0 && s.bytes == 0) suspects_.erase(key);
}

void Tally::refuse_mismatch() const {
  check(!suspects_.empty(), "what does not match is found when the trace is gone through again");
  const auto order = [](const auto& s) {
    return std::tuple(s.first.from, s.first.to, s.first.comm, s.first.tag);
  };
  const auto& [key, found] = *std::ranges::min_element(suspects_, {}, order);
  const std::string what = fmt::format("from rank {} to rank {} with tag {}{}", key.from, key.to, key.tag,
                                       key.comm ? fmt::format(" on communicator {}", key.comm) : "");
  if (found.messages == 0) {
    throw Error(Exit::usage, ErrorPlace(found.where),
                fmt::format("rank {}: of the messages {} {} bytes more are {} than {}",
                            key.from, what, std::abs(found.bytes), found.bytes > 0 ? "sent" : "received",
                            found.bytes > 0 ? "received" : "sent"));
  }
  const auto n = static_cast<std::uint64_t>(std::abs(found.messages));
  throw Error(Exit::usage, ErrorPlace(found.where),
              fmt::format("rank {}: {} message{} {} {} never {}",
                          found.messages > 0 ? key.from : key.to, n, n == 1 ? "" : "s", what,
                          n == 1 ? "is" : "are", found.messages > 0 ? "received" : "sent"));
}

// Each rank's calls on a communicator are one hash; those of its members must be equal.
void Tally::begin_rank(int rank) {
  finish_rank();
  reading_ = rank;
}

void Tally::finish_rank() {
  if (reading_ < 0) return;
  for (const std::uint32_t comm : called_) {
    auto& [mine, first] = calls_[comm];
    ++first.ranks;
    if (first.first_rank < 0) {
      first = {mine.number, mine.hash, mine.first_rank, first.ranks};
    } else if (disagreement_.empty() && (first.hash != mine.hash || first.number != mine.number)) {
      disagreement_ = fmt::format(
          "ranks {} and {} call {} and {} collectives on {}, {}", first.first_rank, reading_,
          first.number, mine.number,
          comm == 0 ? "all ranks" : fmt::format("communicator {}", comm),
          first.number != mine.number ? "not the same number"
                                      : "not the same ones, or with different roots or sizes");
    }
    mine = {};
  }
  called_.clear();
}

void Tally::collective(std::uint32_t comm, mpi::Collective which, int root, Bytes bytes) {
  ++summary_.collectives;
  Calls& mine = calls_[comm].first;
  if (mine.number == 0) called_.push_back(comm);
  mine.first_rank = reading_;
  ++mine.number;
  mine.hash = mix(mine.hash, mix(static_cast<std::uint64_t>(which) << 32 |
                                     static_cast<std::uint32_t>(root),
                                 static_cast<std::uint64_t>(bytes.n)));
}

std::string Tally::collectives_disagree(const Trace::Communicators& communicators) const {
  if (!disagreement_.empty()) return disagreement_;
  std::map<std::uint32_t, std::size_t> callers;  // the first in order is told
  for (const auto& [comm, calls] : calls_) callers[comm] = calls.second.ranks;
  for (const auto& [comm, ranks] : callers) {
    const std::size_t members =
        comm == 0 ? static_cast<std::size_t>(summary_.ranks) : communicators[comm - 1].size();
    if (ranks == members) continue;
    return fmt::format("{} of the {} ranks call collectives on {}, the others none", ranks, members,
                       comm == 0 ? "all ranks" : fmt::format("communicator {}", comm));
  }
  return "";
}

}  // namespace kasuri::trace
