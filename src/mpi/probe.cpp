// SPDX-License-Identifier: MIT
// Messages that have come and have no receive: probes (MPI 4.1, section 3.8), matched ones too, and
// the withdrawal of receives.
#include "core/check.h"
#include "mpi/world.h"

namespace kasuri::mpi {
namespace {

// Of EarlyMessage::before: a matched probe has taken it out of the order of arrival.
constexpr std::uint32_t kTaken = World::kNone - 1;

}  // namespace

std::uint32_t World::find_early(std::uint32_t rank, const Transfer& t) {
  const MatchKey wanted{rank, t.context(), t.peer, t.tag};
  std::uint32_t i = ranks_[rank].early_first;
  while (i != kNone && !accepts(wanted, early_[i].key)) i = early_[i].after;
  return i;
}

std::uint32_t World::take_early(std::uint32_t rank, const Transfer& t) {
  if (ranks_[rank].early_first == kNone) return kNone;
  const std::uint32_t i = take_early({rank, t.context(), t.peer, t.tag});
  if (i == kNone) return i;
  early_[i].before = kTaken;
  ++taken_;
  return i;
}

Status World::status_of_early(std::uint32_t early) const {
  const EarlyMessage& m = early_[early];
  return {.source = m.key.source, .tag = m.key.tag, .bytes = m.bytes};
}

// Done when a message comes that the probe accepts; which one, find_early() tells.
Handle World::start_probe(std::uint32_t rank, const Transfer& t) {
  Rank& me = ranks_[rank];
  check(me.probe == kNone, "a rank probes for one message at a time");
  const std::uint32_t i = requests_.allocate();
  ++me.requests;
  requests_[i] = {.key = {rank, t.context(), t.peer, t.tag},
                  .links = {},
                  .order = 0,
                  .buffer = nullptr,
                  .bytes = {0},
                  .coroutine = kNone,
                  .state = Request::State::active,
                  .is_send = true,
                  .eager = false,
                  .route = kAnyRoute,
                  .parts = 0,
                  .purpose = Request::Purpose::probe,
                  .packed = false,
                  .cancelled = false,
                  .unowned = false,
                  .keeps = false,
                  .has_data = false};
  me.probe = i;
  return handle_of(i);
}

bool World::is_taken(std::uint32_t early, std::uint32_t rank) const {
  return early < early_.peak() && early_[early].before == kTaken && early_[early].key.rank == rank;
}

Handle World::start_receive_taken(std::uint32_t rank, std::uint32_t early, const Transfer& t) {
  const std::uint32_t i = new_receive(rank, t);
  if (recorder_) [[unlikely]] recorder_->receives(running_, rank, t, handle_of(i));
  early_[early].before = kNone;
  --taken_;
  meet(i, early);
  return handle_of(i);
}

bool World::cancel(Handle h) {
  if (!is_request(h) || is_done(h)) return false;
  const std::uint32_t i = index_of(h);
  Request& r = requests_[i];
  if (r.is_send) return false;
  if (!posted_.remove(i)) {
    Rank& me = ranks_[r.key.rank];
    std::uint32_t before = kNone;
    std::uint32_t at = me.wild_first;
    for (; at != kNone && at != i; at = requests_[at].links.next) before = at;
    if (at == kNone) return false;  // a message has met it, its data are under way
    (before == kNone ? me.wild_first : requests_[before].links.next) = r.links.next;
    if (me.wild_last == i) me.wild_last = before;
  }
  r.cancelled = true;
  complete(r);
  return true;
}

void World::release(Handle h) {
  if (!is_request(h)) return;
  if (is_done(h)) {
    collect(h);
  } else {
    requests_[index_of(h)].unowned = true;
  }
}

}  // namespace kasuri::mpi
