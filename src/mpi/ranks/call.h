// SPDX-License-Identifier: MIT
// A call of a program into the library: who calls, what for messages to name, and checked
// arguments. The faces (mgen.cpp, later mpi.cpp) decode their handles and leave the rest to this.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/core/guarded.h"
#include "mpi/ranks/caller.h"

namespace kasuri::mpi {

// What a datatype comes to: bytes of data and from one element to the next; its layout if it has
// holes; the predefined type, if it is one.
struct Element {
  std::int64_t size = 1;
  std::int64_t extent = 1;
  const Layout* layout = nullptr;
  bool is_predefined = true;
  Type type = Type::byte;

  Element(Type t) : size(size_of(t)), extent(size), type(t) {
    if (t < Type::f32_i32) [[likely]] return;
    extent = extent_of(t);
    layout = pair_with_holes(t);
  }
  explicit Element(const Layout& l)
      : size(l.size), extent(l.extent), layout(l.is_contiguous() ? nullptr : &l),
        is_predefined(false) {}
};

// MPI_BSEND_OVERHEAD: what a buffered message takes of the buffer besides its data.
inline constexpr Bytes kSendBufferOverhead{512};

class Call : public Caller {
 public:
  // A query of the clock needs nothing, and is counted with the queries before it; like a declared
  // computation, it is not a use of the library.
  enum class Needs : std::uint8_t { nothing, initialised, clock, time };

  explicit Call(const char* name, Needs needs = Needs::initialised)
      : Call(require_world(name), name, needs) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    world().coroutine(coroutine()).call = outer_;
    if (outer_) return;
    if (has_threads()) [[unlikely]] threads::leave(world(), rank());
    else if (world().rank(rank()).computes) [[unlikely]] ranks().globals_of(rank())->end_call(rank());
    if (Recorder* r = world().recorder()) [[unlikely]] r->left(rank(), world().now());
    world().coroutines().returns_to_program();
  }

  // A mistake of the program. `error` is its class in MPI's list (mpi/api/mpi_constants.txt), for programs
  // to which errors are returned.
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
    fail_as(kOtherError, fmt::format(format, std::forward<Args>(args)...));
  }
  [[noreturn]] void fail_as(int error, const std::string& what) {
    RankTable& ranks = world().ranks();
    if (ranks.has_objects(rank()) && ranks.objects(rank()).kept_by_api) {
      ranks.objects(rank()).kept_by_api->return_error(*this, error);
    }
    world().mistakes().fail(coroutine(), what);
  }
  template <class... Args>
    requires(sizeof...(Args) > 0)
  [[noreturn]] void fail_as(int error, fmt::format_string<Args...> format, Args&&... args) {
    fail_as(error, fmt::format(format, std::forward<Args>(args)...));
  }
  static constexpr int kCountError = 2, kTagError = 4, kRankError = 6, kRequestError = 7, kRootError = 8,
                       kOtherError = 16;
  // Whose error handler is asked: the last handle of a communicator, window or file that was decoded; 0:
  // the handler of MPI_COMM_WORLD.
  std::uintptr_t subject = 0;
  bool is_of_window = false;
  bool is_of_file = false;

  bool payload() const { return world().rank(rank()).payload; }

  // A message of `count` elements. Peers are ranks of the communicator or null, and for a receive
  // also any.
  Transfer outgoing(const Communicator& comm, const void* buffer, int count, const Element& type,
                    int peer, int tag) {
    if (peer != kProcNull && (peer < 0 || peer >= comm.peers().size)) [[unlikely]] bad_peer(comm, peer);
    if (tag < 0) [[unlikely]] bad_tag(tag);
    return transfer(comm, const_cast<void*>(buffer), count, type, peer, tag);
  }
  Transfer incoming(const Communicator& comm, void* buffer, int count, const Element& type,
                    int peer, int tag) {
    const bool is_rank = peer >= kAnySource && peer < comm.peers().size;
    if (!is_rank && peer != kProcNull) [[unlikely]] bad_peer(comm, peer);
    if (tag < kAnyTag) [[unlikely]] bad_tag(tag);
    return transfer(comm, buffer, count, type, peer, tag);
  }

  // The first two queries of the clock without another call between them are free, as are the first
  // 100,000 at one time; each further one is a computation of mpi.poll_time, so that a loop that waits
  // for a time ends.
  Time ask_clock() {
    constexpr std::uint32_t kFreeInARow = 2, kFreeAtOnce = 100'000;
    RankState& me = world().rank(rank());
    if (me.clock_seen != world().now()) me.clock_queries = 0;
    ++me.clock_queries;
    ++me.clock_row;
    me.asked_clock = true;
    if (me.clock_row > kFreeInARow || me.clock_queries > kFreeAtOnce) [[unlikely]] {
      compute(world().params().poll_time);
    }
    me.clock_seen = world().now();
    return has_threads() ? threads::clock(world(), rank()) : me.clock_seen;
  }

  [[noreturn]] void bad_tag(int tag) {
    fail_as(kTagError, fmt::format("tag {} is negative; tags are 0 to {}", tag, INT32_MAX));
  }
  void check_count(int count) {
    if (count < 0) [[unlikely]] fail_as(kCountError, fmt::format("count {} is negative", count));
  }
  void check_buffer(const void* buffer, Bytes size) {
    if (reinterpret_cast<std::uintptr_t>(buffer) > kInPlace || size.n == 0) [[likely]] return;
    if (buffer) fail("this buffer cannot be MGEN_IN_PLACE");
  }
  // Data of `size` bytes lie from `begin` to `end`, seen from the buffer's address.
  void check_access(const void* buffer, std::int64_t begin, std::int64_t end, Bytes size, bool writes) {
    if (!payload()) return;
    const bool has_holes = end - begin != size.n;
    auto* const first = reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(buffer) +
                                                     static_cast<std::uintptr_t>(begin));
    const auto bytes = static_cast<std::size_t>(end - begin);
    if (writes ? can_write(first, bytes, has_holes) : can_read(first, bytes, has_holes)) [[likely]] return;
    world().mistakes().fail_access(rank(), buffer, size, writes);
  }
  void check_rank(const Communicator& comm, int rank) {
    if (rank < 0 || rank >= comm.peers().size) [[unlikely]] bad_peer(comm, rank);
  }
  void check_root(const Communicator& comm, int root) {
    if (root < 0 || root >= comm.peers().size) [[unlikely]] bad_peer(comm, root, kRootError);
  }
  void check_requests(std::span<const Handle> all) {
    for (const Handle h : all) {
      if (is_request(h) && !world().requests().is_valid(h, rank())) [[unlikely]] {
        fail_as(kRequestError, "the request is not one of this rank, or was completed before");
      }
    }
  }

  // A send in buffered mode, and the buffer for such (buffered.cpp).
  void send_buffered(Transfer);
  void attach_buffer(void* address, Bytes size);
  std::pair<void*, Bytes> detach_buffer();

 private:
  Call(World& world, const char* name, Needs needs) : Caller(world, world.running_coroutine()) {
    outer_ = std::exchange(world.coroutine(coroutine()).call, name);
    if (outer_) [[unlikely]] return;
    RankState& me = world.rank(rank());
    if (has_threads()) [[unlikely]] threads::enter(world, rank(), needs < Needs::clock);
    else if (me.computes) [[unlikely]] take_time_of_program();
    if (Recorder* r = world.recorder()) [[unlikely]] r->entered(rank(), name, world.now());
    if (needs != Needs::clock) me.clock_row = 0;
    if (needs == Needs::initialised && (!me.initialised || me.finalised)) [[unlikely]] {
      if (me.finalised) fail("called after MGEN_Finalize");
      me.initialised = true;  // NSIM's programs do without MGEN_Init
    }
  }

  static constexpr std::uintptr_t kInPlace = 1;  // MPI_IN_PLACE
  // The call that runs the program's function that makes this one: an operation or a callback.
  const char* outer_;

  static World& require_world(const char* name);

  // What the program has computed since its last call.
  void take_time_of_program() {
    const Time t = world().ranks().globals_of(rank())->computed(rank());
    if (t == Time{0}) return;
    const char* const name = std::exchange(world().coroutine(coroutine()).call, nullptr);
    compute(t);
    world().coroutine(coroutine()).call = name;
  }

  [[noreturn]] void bad_peer(const Communicator& comm, int peer, int error = kRankError) {
    fail_as(error, fmt::format("rank {} does not exist; the communicator has ranks 0 to {}", peer,
                               comm.peers().size - 1));
  }

  Transfer transfer(const Communicator& comm, void* buffer, int count, const Element& type,
                    int peer, int tag) {
    check_count(count);
    const Bytes size{count * type.size};
    if (size > kLargest) [[unlikely]] fail("{} bytes are too many for a message", size.n);
    if (peer != kProcNull) check_buffer(buffer, size);
    Transfer t{.buffer = buffer, .bytes = size, .peer = peer, .tag = tag, .comm = &comm};
    if (type.layout) [[unlikely]] {
      t.layout = type.layout;
      t.count = count;
    }
    return t;
  }

  static constexpr Bytes kLargest{(std::int64_t{1} << 40) - 1};  // of Envelope
};

}  // namespace kasuri::mpi
