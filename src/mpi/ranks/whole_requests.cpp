// SPDX-License-Identifier: MIT
// Requests that are no message of their own: those that the program completes (MPI 4.1, section 13.2), and
// those for a send and a receive together (section 3.10).
#include "mpi/ranks/world.h"

namespace kasuri::mpi {

// A request of the program's own making (MPI 4.1, section 13.2), which it completes itself.
Handle World::start_general(std::uint32_t rank, std::optional<Time> done) {
  const std::uint32_t i = new_one_sided(rank, kAnySource, {0}, 0, false);
  requests_[i].purpose = Request::Purpose::general;
  if (done) partition_.post({*done, coroutines_.next_key(rank), rank, i, 0, timer_kind_});
  return handle_of(i);
}

bool World::is_general(Handle h) const {
  return is_request(h) && requests_[index_of(h)].purpose == Request::Purpose::general;
}

void World::complete_general(Handle h) { complete(requests_[index_of(h)]); }

// Nobody else waits for its parts.
Handle World::join(std::uint32_t rank, Handle send, Handle receive) {
  if (!is_request(send)) return receive;
  if (!is_request(receive)) return send;
  const MatchKey wanted = requests_[index_of(receive)].key;
  const std::uint32_t whole = new_one_sided(rank, wanted.source, {0}, wanted.tag, false);
  Request& w = requests_[whole];
  w.key = wanted;
  w.is_send = false;
  w.purpose = Request::Purpose::message;
  w.order = 2;  // parts that are not done
  for (const Handle h : {send, receive}) {
    requests_[index_of(h)].unowned = true;
    joined_.emplace(index_of(h), whole);
    if (is_done(h)) end_unowned(index_of(h));
  }
  return handle_of(whole);
}

// A request that the program does not hold is done.
void World::end_unowned(std::uint32_t request) {
  const auto at = joined_.find(request);
  if (at == joined_.end()) return end(handle_of(request));
  Request& whole = requests_[at->second];
  const Request& part = requests_[request];
  joined_.erase(at);
  if (!part.is_send) {
    whole.key.source = part.key.source;
    whole.key.tag = part.key.tag;
    whole.bytes = part.bytes;
    whole.error = part.error;
    whole.eager = part.eager || part.packed;
    whole.within = part.within;
    whole.parts = part.parts;
    whole.route = part.route;
  }
  end(handle_of(request));
  if (--whole.order == 0) complete(whole);
}

}  // namespace kasuri::mpi
