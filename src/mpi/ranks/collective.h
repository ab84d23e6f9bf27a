// SPDX-License-Identifier: MIT
// Collective operations (MPI 4.1, chapter 6): one file per algorithm, each a component that a
// configuration picks by name (`mpi.algorithms.alltoall = "ring"`).
//
// An algorithm is ordinary blocking code over point-to-point messages, on the collective context of
// a communicator. It runs on a fiber: on the caller's if the rank is a program; on a fiber of the
// pool, for as long as it lasts, if the rank is an operation stream or the call is non-blocking
// (nonblocking.cpp). So each algorithm exists once, and reads like its description.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/config/registry.h"
#include "base/core/guarded.h"
#include "base/core/units.h"
#include "mpi/ranks/datatype.h"
#include "mpi/ranks/intervals.h"
#include "mpi/ranks/nccl.h"
#include "mpi/ranks/request.h"

struct KasuriDatatype;  // only ever a handle

namespace kasuri::mpi {

enum class Collective : std::uint8_t {
  barrier, bcast, reduce, allreduce, gather, gatherv, scatter, scatterv, allgather, allgatherv,
  alltoall, alltoallv, reduce_scatter, reduce_scatter_block, scan, exscan,
  neighbor_allgather, neighbor_allgatherv, neighbor_alltoall, neighbor_alltoallv
};
inline constexpr std::size_t kCollectives = 20;
std::string_view name_of(Collective);  // "bcast"

struct Layout;
struct Neighbours;

// An array of int, or of numbers of 64 bits; or none.
class Numbers {
 public:
  constexpr Numbers() = default;
  constexpr Numbers(std::nullptr_t) {}
  constexpr Numbers(const int* numbers) : narrow_(numbers) {}
  constexpr Numbers(const std::int64_t* numbers) : wide_(numbers) {}
  explicit operator bool() const { return narrow_ || wide_; }
  std::int64_t operator[](std::int64_t i) const { return wide_ ? wide_[i] : narrow_[i]; }

 private:
  const int* narrow_ = nullptr;
  const std::int64_t* wide_ = nullptr;
};

// A buffer as blocks, one a rank or neighbour: all of the same size and behind one another, or of sizes and
// places of their own.
struct Blocks {
  std::int64_t count = 0;    // elements of each, where `counts` is null
  Numbers counts{};          // elements, by rank
  Numbers places{};          // elements, by rank; given whenever counts are
  std::int64_t element = 1;  // bytes

  Bytes bytes(int i) const { return {(counts ? counts[i] : count) * element}; }
  Bytes at(int i) const { return {(places ? places[i] : i * count) * element}; }
};

// A reduction of the program's own (MPI 4.1, section 6.9.5).
struct UserOp {
  void (*function)(void* in, void* inout, int* count, ::KasuriDatatype** type);
  bool commutes;
  bool freed = false;
};

// What a rank passes to a collective. Buffers may be null where only sizes count, and are the same
// for an operation in place.
struct CollectiveCall {
  const void* send = nullptr;
  void* receive = nullptr;  // bcast: the buffer
  std::int64_t count = 0;   // elements that the rank gives (scatter: gets)
  Type type = Type::byte;
  Op op = Op::sum;
  int root = 0;
  Blocks out{};  // of `send`: scatter at the root, alltoall
  Blocks in{};   // of `receive`: gather at the root, allgather, alltoall; of the result: reduce_scatter
  const Neighbours* neighbours = nullptr;  // of neighbourhood collectives; blocks are then theirs
  const UserOp* user = nullptr;  // instead of `op`, on elements of its own datatype
  ::KasuriDatatype* datatype = nullptr;
  std::int64_t user_element = 0;   // bytes of data
  const Layout* layout = nullptr;  // of `datatype`, if it has holes: the buffers have none
  bool gets = false;               // the program has given a buffer for results

  std::int64_t element() const { return user ? user_element : size_of(type); }
  Bytes bytes() const { return {count * element()}; }
};

class World;
struct Algorithm;
enum class Activity : std::uint8_t;
struct Communicator;
struct Transfer;

// An address, or null where there are no data.
inline const void* offset(const void* base, Bytes by) {
  return base ? static_cast<const std::byte*>(base) + by.n : nullptr;
}
inline void* offset(void* base, Bytes by) {
  return base ? static_cast<std::byte*>(base) + by.n : nullptr;
}

// How a message of a lane leaves: after a delay, with so many bytes on the wire.
struct LanePost {
  int lane;
  Time delay{0};
  Bytes wire;
};

// One rank's view of a communicator while it takes part in a collective.
//
// Where data move, any part of them may be missing: some rank has given NULL for it. A team remembers which
// bytes of its buffers have none. What is copied, sent or reduced from them is missing too, and the
// program's buffers stay untouched there. Temporaries take memory when data come; until then
// they are numbers above all addresses, which only Team makes addresses of.
class Team {
 public:
  static constexpr std::uint64_t kTemporaries = std::uint64_t{1} << 63;
  static constexpr std::uint64_t kStandIns = std::uint64_t{3} << 62;  // of the program's buffers

  // `tag` keeps collectives of the communicator apart. `carries`: data moves even where the job only
  // counts sizes, for what the library itself must know.
  Team(World& world, std::uint32_t coroutine, const Communicator& comm, std::int32_t tag,
       bool carries = false);

  // From now on it is the team of another communicator of this rank, with the same temporaries; of one
  // between two groups, `size` is the number of peers.
  void turn_to(const Communicator&);
  const Communicator& comm() const { return *comm_; }
  std::int32_t tag() const { return tag_; }
  int rank() const { return rank_; }
  int size() const { return size_; }
  std::uint32_t coroutine() const { return coroutine_; }
  bool moves() const { return moves_; }  // whether data move
  // Whether parts of a buffer of the program's have got no data.
  bool left_out() const { return left_out_; }

  void send(int to, const void* data, Bytes);
  void receive(int from, void* data, Bytes);
  // Both at once; size zero is a message too.
  void exchange(int to, const void* data, Bytes, int from, void* room, Bytes room_size);
  void exchange(int with, const void* data, void* room, Bytes size) {
    exchange(with, data, size, with, room, size);
  }
  Handle isend(int to, const void* data, Bytes);
  Handle ireceive(int from, void* data, Bytes);
  void wait_all(std::span<Handle>);

  // Until the end of the scope, a team of some of its ranks: every `step`-th of an order from one on. What
  // asks for servers sees all of them still.
  struct Places {
    int first, step, size;
  };
  class Part {
   public:
    Part(Team& team, const ServerOrder& order, Places places, int rank);
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part();

   private:
    Team& team_;
    int rank_, size_;
  };

  // Of messages to a rank that receives from one peer after the other: this rank is the n-th of them
  // (mpi.eager_peers: the buffers that peers have are the receiver's).
  void is_peer(int n) { peers_ = static_cast<std::uint32_t>(n - 1); }
  // What a rank does at the beginning of a call.
  void begin();
  // Messages that the NICs put into memory without a CPU. The other side must have given its place.
  Handle put(int to, const void* data, Bytes, std::uint32_t nic);
  Handle ireceive_put(int from, void* data, Bytes);

  // With what the algorithm takes of the CPU, or without.
  void run(const Algorithm&, const CollectiveCall&);
  // What the algorithm decided by itself, for results to show; a constant.
  void takes_form(std::string_view form) { form_ = form; }
  std::string_view form() const { return form_; }

  // lanes.cpp: for devices beside the CPU.
  void post(int to, const void* data, Bytes, const LanePost&);
  Handle ireceive_on(int lane, int from, void* data, Bytes);
  bool is_done(Handle) const;
  void wait_first(std::span<const Handle>);  // until one is done
  void end(Handle);                          // of a receive that is done: its data are in place
  void pause(Time);
  Time now() const;
  const NcclParams& nccl() const;
  Time& proxy_free();  // of this rank's GPU, for all its collectives
  GpuServers servers() const;
  std::shared_ptr<const ServerOrder> server_order() const;
  bool shares_server(int rank) const;  // with this one
  // Ranks by their nodes; null in a part of a team.
  std::shared_ptr<const ServerOrder> node_order() const;

  // These move data where data move, and take the CPU's time (MpiParams) whether they do or not.
  void copy(const void* from, void* to, Bytes);
  // inout[i] = in[i] op inout[i], for call.count elements or for `count`.
  void combine(const CollectiveCall& call, const void* in, void* inout) {
    combine(call, in, inout, call.count);
  }
  void combine(const CollectiveCall&, const void* in, void* inout, std::int64_t count);

  // For stand-ins. Writes data: fill(where) puts them there. Calls drain(memory, offset, bytes) for
  // those that there are. Nothing is known of a range yet.
  template <class Fill>
  void write(void* to, Bytes size, const void* user, const Fill& fill);
  template <class Drain>
  void read(const void* from, Bytes size, const void* user, const Drain& drain);
  void forget(const void* at, Bytes size);

  // Space until the end of the scope. Data is null where only sizes count, and not to be looked at.
  class Scratch {
   public:
    Scratch(Team& team, Bytes size, bool always = false);
    Scratch(Team& team, Bytes size, std::uint64_t address);  // a stand-in
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch();
    void* data() const { return data_; }
    // An array of numbers, there whether data moves or not (constructed with `always`).
    template <class T>
    T* as() const { return static_cast<T*>(data_); }

   private:
    friend class Team;
    void enlist(std::uint64_t address);

    Team& team_;
    void* data_ = nullptr;
    std::byte* memory_ = nullptr;
    std::uint64_t size_;
    Scratch* below_ = nullptr;
    bool listed_ = false;
    bool charged_ = false;
  };
  class Requests : Scratch {
   public:
    Requests(Team& team, int n)
        : Scratch(team, {n * static_cast<std::int64_t>(sizeof(Handle))}, true),
          all_(static_cast<Handle*>(data()), static_cast<std::size_t>(n)) {}
    void add(Handle h) { all_[used_++] = h; }
    std::span<Handle> all() const { return all_.first(used_); }
    void clear() { used_ = 0; }

   private:
    std::span<Handle> all_;
    std::size_t used_ = 0;
  };

 private:
  void begin_step();
  void take(Activity, Time);  // of the CPU
  Bytes reduced(const CollectiveCall&) const;
  int peer(int rank) const {
    return part_of_ ? part_of_->rank(places_.first + rank * places_.step) : rank;
  }
  Transfer outgoing(int to, const void* data, Bytes);
  Transfer incoming(int from, void* data, Bytes) const;
  void finish_receive(Handle);

  // team_data.cpp
  Time fresh_time(Bytes temporary);
  void leave_temporary(Bytes);
  struct Run {
    std::uint64_t at;         // from the beginning
    std::uint64_t bytes;
    std::byte* memory;        // null: there are no data
  };
  std::byte* memory(const void*) const;
  std::byte* writable(void*);
  std::vector<Run> runs(const void* from, Bytes) const;
  void store(void* to, const std::byte* from, std::uint64_t bytes);
  void leave_out(void* to, std::uint64_t bytes);
  std::byte* with_gaps(std::span<const Run>, Bytes) const;
  void combine_present(const CollectiveCall&, const std::byte* in, std::byte* inout, std::int64_t count);
  void call_user(const CollectiveCall&, const std::byte* in, std::byte* inout, std::int64_t count);
  [[noreturn]] void refuse(const void* user, Bytes, bool writes) const;

  World& world_;
  std::uint32_t coroutine_;
  const Communicator* comm_;
  int rank_;
  int size_;
  const ServerOrder* part_of_ = nullptr;
  Places places_{0, 1, 0};
  std::int32_t tag_;
  bool carries_;
  bool moves_;
  bool costs_;  // copies and reductions take time
  bool left_out_ = false;
  int last_peer_ = -1;
  std::string_view form_{};
  std::uint32_t peers_ = 0;  // changes of the peer that it sends to
  Bytes heap_{0}, largest_{0}, touched_{0};  // of temporaries
  Scratch* scratches_ = nullptr;  // the latest
  std::uint64_t next_ = kTemporaries;
  Intervals missing_;
};

template <class Fill>
void Team::write(void* to, Bytes size, const void* user, const Fill& fill) {
  if (size.n == 0) return;
  std::byte* const memory = writable(to);
  if (!without_fault([&] { fill(memory); })) refuse(user, size, false);
  const auto at = reinterpret_cast<std::uint64_t>(to);
  missing_.remove(at, at + static_cast<std::uint64_t>(size.n));
}

template <class Drain>
void Team::read(const void* from, Bytes size, const void* user, const Drain& drain) {
  for (const Run& r : runs(from, size)) {
    if (!r.memory) continue;
    if (!without_fault([&] { drain(r.memory, static_cast<std::int64_t>(r.at),
                                   static_cast<std::int64_t>(r.bytes)); })) {
      refuse(user, size, true);
    }
  }
}

// --- Kinds of components ---

struct AlgorithmContext {};

struct Algorithm {
  using Context = AlgorithmContext;
  Algorithm(const config::NoParams&, AlgorithmContext&) {}
  virtual ~Algorithm() = default;
  virtual void run(Team&, const CollectiveCall&) const = 0;
  // Whether it runs on devices: then the call, its copies and its reductions take none of the CPU's time.
  virtual bool leaves_cpu() const { return false; }
};

// The kind of each collective operation.
#define KASURI_COLLECTIVE_KIND(Name, which, meaning)                   \
  struct Name : Algorithm {                                            \
    static constexpr std::string_view kKind = #which;                  \
    static constexpr std::string_view kKindMeaning = meaning;          \
    static constexpr Collective kCollective = Collective::which;       \
    using Base = Name;                                                 \
    using Algorithm::Algorithm;                                        \
  };
KASURI_COLLECTIVE_KIND(Barrier, barrier, "algorithm of the barrier")
KASURI_COLLECTIVE_KIND(Bcast, bcast, "algorithm of the broadcast")
KASURI_COLLECTIVE_KIND(Reduce, reduce, "algorithm of the reduction to one rank")
KASURI_COLLECTIVE_KIND(Allreduce, allreduce, "algorithm of the reduction to all ranks")
KASURI_COLLECTIVE_KIND(Gather, gather, "algorithm of the gathering of equal blocks by one rank")
KASURI_COLLECTIVE_KIND(Gatherv, gatherv, "algorithm of the gathering of blocks of any size")
KASURI_COLLECTIVE_KIND(Scatter, scatter, "algorithm of the scattering of equal blocks")
KASURI_COLLECTIVE_KIND(Scatterv, scatterv, "algorithm of the scattering of blocks of any size")
KASURI_COLLECTIVE_KIND(Allgather, allgather, "algorithm of the gathering of equal blocks by all")
KASURI_COLLECTIVE_KIND(Allgatherv, allgatherv, "algorithm of the same with blocks of any size")
KASURI_COLLECTIVE_KIND(Alltoall, alltoall, "algorithm of the personalised all-to-all")
KASURI_COLLECTIVE_KIND(Alltoallv, alltoallv, "algorithm of the same with blocks of any size")
KASURI_COLLECTIVE_KIND(ReduceScatter, reduce_scatter,
                       "algorithm of the reduction whose result is scattered in blocks of any size")
KASURI_COLLECTIVE_KIND(ReduceScatterBlock, reduce_scatter_block,
                       "algorithm of the same with equal blocks")
KASURI_COLLECTIVE_KIND(Scan, scan, "algorithm of the inclusive prefix reduction")
KASURI_COLLECTIVE_KIND(Exscan, exscan, "algorithm of the exclusive prefix reduction")
KASURI_COLLECTIVE_KIND(NeighborAllgather, neighbor_allgather,
                       "algorithm of the gathering of equal blocks from neighbours")
KASURI_COLLECTIVE_KIND(NeighborAllgatherv, neighbor_allgatherv,
                       "algorithm of the same with blocks of any size")
KASURI_COLLECTIVE_KIND(NeighborAlltoall, neighbor_alltoall,
                       "algorithm of the personalised exchange with neighbours")
KASURI_COLLECTIVE_KIND(NeighborAlltoallv, neighbor_alltoallv,
                       "algorithm of the same with blocks of any size")
#undef KASURI_COLLECTIVE_KIND

}  // namespace kasuri::mpi
