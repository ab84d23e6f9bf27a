// SPDX-License-Identifier: MIT
#include "mpi/ranks/matching.h"

namespace kasuri::mpi {
namespace {

bool has_wildcard(const MatchKey& k) { return k.source == kAnySource || k.tag == kAnyTag; }

// Counters may wrap around.
bool is_older(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(a - b) < 0; }

}  // namespace

void Matching::post(std::uint32_t i) {
  Request& r = requests_[i];
  if (!has_wildcard(r.key)) return posted_.add(i);
  RankState& me = ranks_[r.key.rank];
  r.links.next = kNone;
  (me.wild_first == kNone ? me.wild_first : requests_[me.wild_last].links.next) = i;
  me.wild_last = i;
}

std::uint32_t Matching::take_posted(const MatchKey& key) {
  const auto exact = posted_.find(key);
  RankState& me = ranks_[key.rank];
  std::uint32_t before = kNone;
  for (std::uint32_t i = me.wild_first; i != kNone; before = i, i = requests_[i].links.next) {
    const Request& wild = requests_[i];
    if (!accepts(wild.key, key)) continue;
    if (exact && is_older(requests_[posted_.at(exact)].order, wild.order)) break;
    (before == kNone ? me.wild_first : requests_[before].links.next) = wild.links.next;
    if (me.wild_last == i) me.wild_last = before;
    return i;
  }
  return exact ? posted_.take(exact) : kNone;
}

bool Matching::withdraw(std::uint32_t i) {
  if (posted_.remove(i)) return true;
  const Request& r = requests_[i];
  RankState& me = ranks_[r.key.rank];
  std::uint32_t before = kNone;
  std::uint32_t at = me.wild_first;
  for (; at != kNone && at != i; at = requests_[at].links.next) before = at;
  if (at == kNone) return false;
  (before == kNone ? me.wild_first : requests_[before].links.next) = r.links.next;
  if (me.wild_last == i) me.wild_last = before;
  return true;
}

void Matching::keep(const EarlyMessage& message) {
  RankState& me = ranks_[message.key.rank];
  const std::uint32_t i = early_.allocate();
  early_[i] = message;
  early_[i].before = me.early_last;
  early_[i].after = kNone;
  (me.early_first == kNone ? me.early_first : early_[me.early_last].after) = i;
  me.early_last = i;
  arrived_.add(i);
}

std::uint32_t Matching::find(const MatchKey& wanted) const {
  std::uint32_t i = ranks_[wanted.rank].early_first;
  while (i != kNone && !accepts(wanted, early_[i].key)) i = early_[i].after;
  return i;
}

std::uint32_t Matching::unlink_first(const MatchKey& wanted) {
  RankState& me = ranks_[wanted.rank];
  if (me.early_first == kNone) return kNone;
  std::uint32_t i = kNone;
  if (!has_wildcard(wanted)) {
    if (const auto place = arrived_.find(wanted)) i = arrived_.take(place);
  } else {
    i = find(wanted);
    if (i != kNone) arrived_.take(arrived_.find(early_[i].key));  // the first of its key
  }
  if (i == kNone) return kNone;
  const EarlyMessage& m = early_[i];
  (m.before == kNone ? me.early_first : early_[m.before].after) = m.after;
  (m.after == kNone ? me.early_last : early_[m.after].before) = m.before;
  return i;
}

std::optional<EarlyMessage> Matching::take_first(const MatchKey& wanted) {
  const std::uint32_t i = unlink_first(wanted);
  if (i == kNone) return std::nullopt;
  const EarlyMessage taken = early_[i];
  early_.free(i);
  return taken;
}

std::uint32_t Matching::take_by_probe(const MatchKey& wanted) {
  const std::uint32_t i = unlink_first(wanted);
  if (i == kNone) return kNone;
  early_[i].before = kTaken;
  ++taken_;
  return i;
}

EarlyMessage Matching::receive_taken(std::uint32_t i) {
  const EarlyMessage taken = early_[i];
  early_[i].before = kNone;
  early_.free(i);
  --taken_;
  return taken;
}

std::uint32_t Matching::first_taken(std::uint32_t rank) const {
  for (std::uint32_t i = 0; taken_ > 0 && i < early_.peak(); ++i) {
    if (is_taken(i, rank)) return i;
  }
  return kNone;
}

}  // namespace kasuri::mpi
