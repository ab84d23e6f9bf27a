// SPDX-License-Identifier: MIT
// Blocking calls for code on a fiber, over the world's door: where the coroutine must give way, the
// fiber suspends, and the call returns when its simulated time has come. A call that needs no
// simulated time costs neither event nor switch.
#pragma once

#include <cstdint>
#include <span>

#include "mpi/ranks/world.h"

namespace kasuri::mpi {

// Calls a function of the program's, out of the library: exceptions must not pass through that.
template <class Function>
auto call_program(World& world, std::uint32_t coroutine, Function function) {
  try {
    return function();
  } catch (...) {
    world.mistakes().fail_with_exception(coroutine, "left a function of the program");
  }
}

// A rank that runs several threads now (rank_threads.h).
namespace threads {
void enter(World&, std::uint32_t rank, bool at_its_clock);
void leave(World&, std::uint32_t rank);
void compute(World&, std::uint32_t rank, Time);
Time clock(World&, std::uint32_t rank);
void wait(World&, std::uint32_t rank, std::span<const Handle>, bool any);
}  // namespace threads

class Caller {
 public:
  Caller(World& world, std::uint32_t coroutine) : world_(world), coroutine_(coroutine) {}

  World& world() const { return world_; }
  std::uint32_t coroutine() const { return coroutine_; }
  std::uint32_t rank() const { return world_.coroutine(coroutine_).rank; }
  RankTable& ranks() const { return world_.ranks(); }
  RankObjects& objects() const { return ranks().objects(rank()); }

  void occupy(Time busy) {
    if (world_.occupy(coroutine_, busy)) world_.yield();
  }
  void spend(Activity what, Time busy) {
    world_.book(coroutine_, what, busy);
    occupy(busy);
  }
  // Of this one, and not a helper of it.
  bool has_threads() const {
    const std::uint32_t r = rank();
    return coroutine_ == r && world_.rank(r).has_threads;
  }
  void compute(Time t) {
    if (has_threads()) [[unlikely]] return threads::compute(world_, coroutine_, t);
    spend(Activity::computing, world_.with_noise(coroutine_, t));
  }

  // Messages that came while the rank was not in the library: the CPU turns to them.
  void take_in() {
    if (coroutine_ == rank()) spend(Activity::receiving, take_owed(world_.rank(rank())));
  }

  // Peers may be kProcNull: such a message is not sent, such a receive is complete at once.
  Handle isend(const Transfer& t) {
    if (t.peer == kProcNull) return complete_handle();
    take_in();
    spend(Activity::sending, world_.messages().send_cost(rank(), t));
    if (t.layout) [[unlikely]] return start_packed_send(t);
    return world_.messages().start_send(rank(), t);
  }
  Handle ireceive(const Transfer& t) {
    if (t.peer == kProcNull) return complete_handle();
    take_in();
    if (t.layout) [[unlikely]] return start_packed_receive(t);
    return world_.messages().start_receive(rank(), t);
  }

  // Of a message that a matched probe has taken.
  Handle ireceive_taken(std::uint32_t early, const Transfer& t) {
    if (t.layout) [[unlikely]] return start_packed_receive(t, early);
    return world_.messages().start_receive_taken(rank(), early, t);
  }

  // Until all are done; they remain to be collected.
  void wait(std::span<const Handle> all) {
    if (has_threads()) [[unlikely]] threads::wait(world_, coroutine_, all, false);
    if (world_.requests().await(coroutine_, all)) world_.yield();
  }
  // Until one is done; which one, and -1 if there is nothing to wait for.
  int wait_any(std::span<const Handle> all) {
    wait_until_one(all);
    return finish_first(all);
  }
  void wait_until_one(std::span<const Handle> all) {
    if (has_threads()) [[unlikely]] threads::wait(world_, coroutine_, all, true);
    if (!world_.requests().await_any(coroutine_, all)) return;
    world_.yield();
    world_.requests().end_any(coroutine_, all);
  }
  // One that is done, the first of the list, or -1.
  int finish_first(std::span<const Handle> all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (is_null(all[i]) || !world_.requests().is_done(all[i])) continue;
      wait(all.subspan(i, 1));
      return static_cast<int>(i);
    }
    return -1;
  }
  // Whether all are done; if not, a poll time later.
  bool poll(std::span<const Handle> all) {
    for (const Handle h : all) {
      if (world_.requests().is_done(h)) continue;
      pass_poll_time(PolledFor{.request = index_of(h)});
      return false;
    }
    wait(all);
    return true;
  }
  // Without finding `what`.
  void pass_poll_time(const PolledFor& what = {}) {
    take_in();
    Coroutine& me = world_.coroutine(coroutine_);
    world_.polls().add(world_.rank(me.rank), world_.now(), me.call, what);
    me.polls = true;
    spend(Activity::polling, world_.params().poll_time);
    world_.coroutine(coroutine_).polls = false;
  }
  void pass_poll_time(const Transfer& t) {  // without finding a message that it would receive
    pass_poll_time(PolledFor{.key = {rank(), t.context(), t.peer, t.tag}});
  }

  // The message that a receive would get next; it stays where it is.
  Status probe(const Transfer& t) {
    std::uint32_t early = world_.messages().find_early(rank(), t);
    while (early == World::kNone) {
      finish(world_.messages().start_probe(rank(), t));
      early = world_.messages().find_early(rank(), t);
    }
    return world_.messages().status_of_early(early);
  }

  Status finish(Handle h) {
    wait({&h, 1});
    return world_.requests().collect(h);
  }
  void send(const Transfer& t) { finish(isend(t)); }
  Status receive(const Transfer& t) { return finish(ireceive(t)); }
  // Both at once: neither waits for the other.
  Status exchange(const Transfer& out, const Transfer& in) {
    const Handle receive = ireceive(in);
    const Handle both[] = {receive, isend(out)};
    wait(both);
    world_.requests().collect(both[1]);
    return world_.requests().collect(receive);
  }

 private:
  Handle start_packed_send(const Transfer&);  // packing.cpp
  Handle start_packed_receive(const Transfer&, std::uint32_t early = World::kNone);

  World& world_;
  std::uint32_t coroutine_;
};

}  // namespace kasuri::mpi
