// SPDX-License-Identifier: MIT
// Persistent requests (MPI 4.1, section 3.9): what is to be done, kept, and begun by each start. Any
// operation that gives a request can be kept: messages and collectives.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "mpi/ranks/call.h"

namespace kasuri::mpi {

// Handles of persistent requests are numbers above those of the pool.
inline constexpr std::uintptr_t kFirstPersistent = std::uintptr_t{1} << 30;
inline bool is_persistent(Handle h) { return reinterpret_cast<std::uintptr_t>(h) >= kFirstPersistent; }

// Keeps an operation on a communicator; `number` is a collective's.
Handle keep(Call&, Communicator&, std::function<Handle(Call&)> begin,
            std::optional<std::uint32_t> number = {});
// Of the next persistent collective on a communicator.
std::uint32_t number_persistent(Call&, Communicator&);
// Null: the handle is none of this rank's.
PersistentRequest* find_persistent(Call&, Handle);
void start_persistent(Call&, Handle);
void free_persistent(Call&, Handle);

// The requests of a call of the wait or test family: persistent ones by what they have under way, all
// checked.
class Batch {
 public:
  Batch(Call&, std::span<Handle> requests);
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  ~Batch();

  // Null: there is nothing to wait for (no request, or none that was started).
  std::span<const Handle> active() const { return active_; }
  // Ends one that is done: a persistent request can be started again, others become null.
  void end(std::size_t i) {
    call_.world().requests().end(active_[i]);
    if (resolved_ && is_persistent(requests_[i])) rest(i);
    else requests_[i] = null_handle();
  }
  Status collect(std::size_t i) {
    const Status status = call_.world().requests().status_of(active_[i]);
    end(i);
    return status;
  }

 private:
  void rest(std::size_t i);

  Call& call_;
  std::span<Handle> requests_;
  std::span<const Handle> active_;
  Handle* resolved_ = nullptr;  // if there are persistent ones
};

}  // namespace kasuri::mpi
