// SPDX-License-Identifier: MIT
// Messages that have come and have no receive: probes (MPI 4.1, section 3.8), matched ones too, and
// the withdrawal of receives.
#include "base/core/check.h"
#include "mpi/ranks/world.h"

namespace kasuri::mpi {

Status World::status_of_early(std::uint32_t early) const {
  const EarlyMessage& m = matching_.early(early);
  return {.source = m.key.source, .tag = m.key.tag, .bytes = m.bytes};
}

// Done when a message comes that the probe accepts; find_early() tells which one.
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

Handle World::start_receive_taken(std::uint32_t rank, std::uint32_t early, const Transfer& t) {
  const std::uint32_t i = new_receive(rank, t);
  if (recorder()) [[unlikely]] recorder()->receives(running_coroutine(), rank, t, handle_of(i));
  meet(i, matching_.receive_taken(early));
  return handle_of(i);
}

bool World::cancel(Handle h) {
  if (!is_request(h) || is_done(h)) return false;
  const std::uint32_t i = index_of(h);
  Request& r = requests_[i];
  if (r.is_send) return false;
  if (!matching_.withdraw(i)) return false;  // a message has met it, its data are under way
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
