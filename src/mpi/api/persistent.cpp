// SPDX-License-Identifier: MIT
#include "mpi/api/persistent.h"

#include <algorithm>

#include "mpi/ranks/collective_tag.h"

namespace kasuri::mpi {

Handle keep(Call& call, Communicator& comm, std::function<Handle(Call&)> begin,
            std::optional<std::uint32_t> number) {
  auto& all = call.objects().persistent;
  all.push_back(std::make_unique<PersistentRequest>(
      PersistentRequest{.begin = std::move(begin), .comm = &comm, .number = number}));
  ++comm.users;
  return reinterpret_cast<Handle>(kFirstPersistent + all.size() - 1);
}

// The making counts among the collectives of the communicator, too, so that a rank which calls another one
// instead is noticed.
std::uint32_t number_persistent(Call& call, Communicator& comm) {
  World& world = call.world();
  RankObjects& mine = world.ranks().objects(call.rank());
  const bool is_world = &comm == &world.ranks().world_of(call.rank());
  ++(is_world ? world.rank(call.rank()).collectives : comm.collectives);
  const std::uint32_t number = (is_world ? mine.persistent_of_world : comm.persistent)++;
  if (number < CollectiveTag::kMostPersistent) return number;
  for (const auto& p : mine.persistent) {
    if (p && p->comm == &comm && p->number && (*p->number - number) % CollectiveTag::kMostPersistent == 0) {
      call.fail("persistent collective {} of the communicator has not been freed; no number is free for {} "
                "more", *p->number, CollectiveTag::kMostPersistent);
    }
  }
  return number;
}

PersistentRequest* find_persistent(Call& call, Handle h) {
  auto& all = call.objects().persistent;
  const std::uintptr_t i = reinterpret_cast<std::uintptr_t>(h) - kFirstPersistent;
  return is_persistent(h) && i < all.size() ? all[i].get() : nullptr;
}

void start_persistent(Call& call, Handle h) {
  PersistentRequest* p = find_persistent(call, h);
  if (!p) {
    call.fail_as(MPI_ERR_REQUEST, "the request is not a persistent one of this rank, or was freed before");
  }
  if (p->started) call.fail_as(MPI_ERR_REQUEST, "the persistent request is active; wait for it first");
  p->started = true;
  p->active = p->begin(call);
}

void free_persistent(Call& call, Handle h) {
  PersistentRequest* p = find_persistent(call, h);
  if (!p) call.fail_as(MPI_ERR_REQUEST, "the request is not one of this rank, or was freed before");
  if (p->started) call.world().requests().release(p->active);
  call.ranks().release(call.rank(), *p->comm);
  auto& all = call.objects().persistent;
  all[reinterpret_cast<std::uintptr_t>(h) - kFirstPersistent].reset();
}

Batch::Batch(Call& call, std::span<Handle> requests)
    : call_(call), requests_(requests), active_(requests) {
  ++call.world().rank(call.rank()).statistics.completions;
  if (std::ranges::none_of(requests, is_persistent)) {
    call.check_requests(requests);
    return;
  }
  const Bytes size{static_cast<std::int64_t>(requests.size_bytes())};
  resolved_ = reinterpret_cast<Handle*>(call.world().buffers().allocate(size));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    resolved_[i] = requests[i];
    if (!is_persistent(requests[i])) continue;
    const PersistentRequest* p = find_persistent(call, requests[i]);
    if (!p) {
      call.fail_as(MPI_ERR_REQUEST, "the persistent request is not one of this rank, or was freed before");
    }
    resolved_[i] = p->started ? p->active : nullptr;
  }
  active_ = {resolved_, requests.size()};
  call.check_requests(active_);
}

Batch::~Batch() {
  if (resolved_) call_.world().buffers().free(resolved_);
}

void Batch::rest(std::size_t i) {
  resolved_[i] = nullptr;
  PersistentRequest* p = find_persistent(call_, requests_[i]);
  p->started = false;
  p->active = nullptr;
}

}  // namespace kasuri::mpi
