// SPDX-License-Identifier: MIT
// Blocking calls for code on a fiber, over the world's door: where the strand must give way, the
// fiber suspends, and the call returns when its simulated time has come. A call that needs no
// simulated time costs neither event nor switch.
#pragma once

#include <cstdint>
#include <span>

#include "mpi/world.h"

namespace kasuri::mpi {

class Caller {
 public:
  Caller(World& world, std::uint32_t strand) : world_(world), strand_(strand) {}

  World& world() const { return world_; }
  std::uint32_t strand() const { return strand_; }
  std::uint32_t rank() const { return world_.strand(strand_).rank; }

  void occupy(Time busy) {
    if (world_.occupy(strand_, busy)) world_.give_way();
  }
  void compute(Time t) {
    world_.add_computing(rank(), t);
    occupy(t);
  }

  // Peers may be kProcNull: such a message is not sent, such a receive is complete at once.
  Handle isend(const Transfer& t) {
    if (t.peer == kProcNull) return complete_handle();
    occupy(world_.send_cost(t.bytes));
    return world_.start_send(rank(), t);
  }
  Handle ireceive(const Transfer& t) {
    if (t.peer == kProcNull) return complete_handle();
    return world_.start_receive(rank(), t);
  }

  // Until all are done; they remain to be collected.
  void wait(std::span<const Handle> all) {
    if (world_.await(strand_, all)) world_.give_way();
  }
  // Whether all are done; if not, a poll time later.
  bool poll(std::span<const Handle> all) {
    for (const Handle h : all) {
      if (world_.is_done(h)) continue;
      occupy(world_.params().poll_time);
      return false;
    }
    wait(all);
    return true;
  }

  Status finish(Handle h) {
    wait({&h, 1});
    return world_.collect(h);
  }
  void send(const Transfer& t) { finish(isend(t)); }
  Status receive(const Transfer& t) { return finish(ireceive(t)); }
  // Both at once: neither waits for the other.
  Status exchange(const Transfer& out, const Transfer& in) {
    const Handle receive = ireceive(in);
    const Handle both[] = {receive, isend(out)};
    wait(both);
    world_.collect(both[1]);
    return world_.collect(receive);
  }

 private:
  World& world_;
  std::uint32_t strand_;
};

}  // namespace kasuri::mpi
