// SPDX-License-Identifier: MIT
// Collective operations (MPI 4.1, chapter 6): one file per algorithm, each a component that a
// configuration picks by name (`mpi.algorithms.alltoall = "ring"`).
//
// An algorithm is ordinary blocking code over point-to-point messages, on the collective context of
// a communicator. It runs on a fiber: on the caller's if the rank is a program; on a fiber of the
// pool, for as long as it lasts, if the rank is an operation stream (and, later, beside the program
// if the call is non-blocking). So each algorithm exists once, and reads like its description.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "config/registry.h"
#include "core/units.h"
#include "mpi/datatype.h"
#include "mpi/request.h"

namespace kasuri::mpi {

enum class Collective : std::uint8_t { barrier, bcast, reduce, allreduce, alltoall };

// What a rank passes to a collective. Buffers may be null where only sizes count.
struct CollectiveCall {
  const void* send = nullptr;
  void* receive = nullptr;  // bcast: the buffer
  std::int64_t count = 0;   // elements; alltoall: per pair
  Type type = Type::byte;
  Op op = Op::sum;
  int root = 0;

  Bytes bytes() const { return {count * size_of(type)}; }
};

class World;
struct Communicator;

// An address, or null where there is no payload.
inline const void* offset(const void* base, Bytes by) {
  return base ? static_cast<const std::byte*>(base) + by.n : nullptr;
}
inline void* offset(void* base, Bytes by) {
  return base ? static_cast<std::byte*>(base) + by.n : nullptr;
}

// One rank's view of a communicator while it takes part in a collective.
class Team {
 public:
  Team(World& world, std::uint32_t strand, const Communicator& comm);

  int rank() const { return rank_; }
  int size() const { return size_; }

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

  // These do nothing where only sizes count.
  void copy(const void* from, void* to, Bytes);
  void combine(const CollectiveCall&, const void* in, void* inout);

  // Space until the end of the scope. Data is null where only sizes count.
  class Scratch {
   public:
    Scratch(Team& team, Bytes size, bool always = false);
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch();
    void* data() const { return data_; }

   private:
    World& world_;
    void* data_ = nullptr;
  };
  class Requests : Scratch {
   public:
    Requests(Team& team, int n)
        : Scratch(team, {n * static_cast<std::int64_t>(sizeof(Handle))}, true),
          all_(static_cast<Handle*>(data()), static_cast<std::size_t>(n)) {}
    void add(Handle h) { all_[used_++] = h; }
    std::span<Handle> all() const { return all_.first(used_); }

   private:
    std::span<Handle> all_;
    std::size_t used_ = 0;
  };

 private:
  World& world_;
  std::uint32_t strand_;
  const Communicator& comm_;
  int rank_;
  int size_;
};

// --- Kinds of components ---

struct AlgorithmContext {};

struct Algorithm {
  using Context = AlgorithmContext;
  Algorithm(const config::NoParams&, AlgorithmContext&) {}
  virtual ~Algorithm() = default;
  virtual void run(Team&, const CollectiveCall&) const = 0;
};

struct Barrier : Algorithm {
  static constexpr std::string_view kKind = "barrier";
  static constexpr std::string_view kKindMeaning = "algorithm of the barrier";
  using Base = Barrier;
  using Algorithm::Algorithm;
};

struct Bcast : Algorithm {
  static constexpr std::string_view kKind = "bcast";
  static constexpr std::string_view kKindMeaning = "algorithm of the broadcast";
  using Base = Bcast;
  using Algorithm::Algorithm;
};

struct Reduce : Algorithm {
  static constexpr std::string_view kKind = "reduce";
  static constexpr std::string_view kKindMeaning = "algorithm of the reduction to one rank";
  using Base = Reduce;
  using Algorithm::Algorithm;
};

struct Allreduce : Algorithm {
  static constexpr std::string_view kKind = "allreduce";
  static constexpr std::string_view kKindMeaning = "algorithm of the reduction to all ranks";
  using Base = Allreduce;
  using Algorithm::Algorithm;
};

struct Alltoall : Algorithm {
  static constexpr std::string_view kKind = "alltoall";
  static constexpr std::string_view kKindMeaning = "algorithm of the personalised all-to-all";
  using Base = Alltoall;
  using Algorithm::Algorithm;
};

// mpi.algorithms. The defaults are the algorithms that every MPI library has for small messages;
// for the all-to-all the one that keeps a single message per rank under way.
struct AlgorithmParams {
  config::Choice<Barrier> barrier{"dissemination"};
  config::Choice<Bcast> bcast{"binomial"};
  config::Choice<Reduce> reduce{"binomial"};
  config::Choice<Allreduce> allreduce{"recursive-doubling"};
  config::Choice<Alltoall> alltoall{"pairwise"};

  static config::Fields<AlgorithmParams> fields();
};

}  // namespace kasuri::mpi
