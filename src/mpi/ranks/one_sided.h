// SPDX-License-Identifier: MIT
// One-sided communication of ranks: what MGEN_acp_* and acp.h stand on. The NICs do the work
// (network/nic/rdma.h); this is the library: addresses and registered memory, handles, order, completion,
// and how a rank learns that others have written to its memory.
//
// Global addresses: network/nic/global_address.h. Tag 0 is a rank's starter memory; the last one says that
// only sizes count (MGEN_acp_copy). The rank in an address is the number that it has had since acp_reset;
// elsewhere ranks are numbered as in the job.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mpi/ranks/communicator.h"
#include "mpi/ranks/op_stream.h"
#include "mpi/ranks/request.h"
#include "network/nic/global_address.h"
#include "network/nic/rdma.h"

namespace kasuri::mpi {

class World;
class Call;
struct Transfer;

inline constexpr std::uint32_t kStarterTag = 0;
inline constexpr std::uint32_t kSizesTag = 255;
inline constexpr std::uint32_t kReplayTag = 254;  // of operations of ACP in streams
inline constexpr std::uint32_t kMostRanks = (1u << 21) - 1;

// When an operation of ACP may start.
inline constexpr std::int64_t kNoOrder = 0;
inline constexpr std::int64_t kAfterAll = -1;
inline constexpr std::int64_t kRightAfter = -2;

class OneSided final : public RdmaUser {
 public:
  OneSided(World&, Transport&, const RdmaParams&, std::uint32_t nics_per_node);
  ~OneSided() override;

  const RdmaParams& params() const { return p_; }
  const AddressFormat& format() const { return format_; }

  // ---- MGEN: operations in which only sizes count, each with a handle that is completed once ----
  std::int64_t begin_sized(Call&, int source, int destination, Bytes);
  void complete_sized(Call&, std::int64_t handle);
  Handle send_control(Call&, std::uint32_t to);
  // Of a receive or a probe for puts.
  Transfer poll(Call&, Bytes, int source);
  Transfer poll(std::uint32_t rank, Bytes, int source);

  // ---- ACP ----
  void enter(Call&);
  void leave(Call&);
  void require_entered(Call&);
  std::int64_t begin(Call&, RdmaOp, const Rdma::Operands&, std::int64_t order);
  std::int64_t begin_replayed(Call&, const Operation&, std::int64_t order);
  // All up to `handle`; kAfterAll: all there are.
  void complete(Call&, std::int64_t handle);
  bool is_complete(Call&, std::int64_t handle);
  // Until another rank has written to this one's memory since the last call.
  void wait_for_write(Call&);
  // An address without an offset, or 0 if there is no tag left.
  GlobalAddress register_memory(Call&, void* address, std::uint64_t size, std::uint32_t colour);
  void pass_registration(Call&, Bytes, bool computes);
  bool unregister_memory(Call&, GlobalAddress);
  GlobalAddress query(Call&, GlobalAddress key, const void* address);
  void* pointer(Call&, GlobalAddress);

  // The number of a rank in ACP: its place in its job until acp_reset gives it another one.
  std::uint32_t number_of(std::uint32_t rank) const;
  // What all ranks of the caller's job asked for in acp_reset; none: their places. Nothing may be under
  // way.
  void renumber(Call&, std::span<const std::int32_t> numbers);

  // What a rank has not completed, in words; "" if nothing.
  std::string leftovers(std::uint32_t rank) const;
  // Of a request of Purpose::one_sided.
  std::string describe(const Request&) const;

  std::uint32_t rank_of(const RdmaOp&, RdmaEnd) const override;
  NodeId node_of(std::uint32_t rank) const override;
  std::uint16_t job_of(std::uint32_t rank) const override;
  RdmaFault check(const RdmaOp&, RdmaEnd) const override;
  std::byte* locate(const RdmaOp&, RdmaEnd) override;
  void on_written(const RdmaOp&) override;
  void on_changed(const RdmaOp&) override;
  void on_complete(const RdmaOp&, RdmaFault, RdmaEnd) override;
  void on_control(std::uint32_t from, std::uint32_t to) override;
  void on_control_sent(std::uint32_t handle) override;

 private:
  static constexpr std::uint32_t kEnded = UINT32_MAX;

  struct Region {
    std::byte* address = nullptr;
    std::uint64_t size = 0;
    bool valid = false;
  };
  // The operations of one face by their handles, which count up from 1: requests, or kEnded.
  struct Operations {
    std::int64_t first = 1;  // of `requests`, past those left out at its front
    std::size_t front = 0;
    std::vector<std::uint32_t> requests;

    std::int64_t next() const {
      return first + static_cast<std::int64_t>(requests.size() - front);
    }
    bool has(std::int64_t h) const { return h >= first && h < next(); }
    std::uint32_t& at(std::int64_t h) { return requests[front + static_cast<std::size_t>(h - first)]; }
    std::uint32_t at(std::int64_t h) const {
      return requests[front + static_cast<std::size_t>(h - first)];
    }
    void trim();
  };
  // An operation that may not start yet: all up to `after` must be complete.
  struct Waiting {
    std::int64_t after;
    RdmaOp op;
    Rdma::Operands operands;
  };
  struct State {
    Operations sized, global;
    std::vector<Waiting> waiting;
    RdmaOp last;                  // the operation of ACP begun last
    bool entered = false;
    std::vector<Region> regions;  // by tag
    std::uint64_t writes = 0, seen = 0;
    std::uint32_t poll = kEnded;  // the request of a rank that waits for a write
  };

  // Of a job whose ranks have other numbers in ACP than in the job; else empty.
  struct Numbers {
    std::vector<std::int32_t> of_place;
    std::vector<std::uint32_t> place;
  };

  AddressParts parts_of(GlobalAddress a) const { return format_.parts(a); }
  State& state(std::uint32_t rank);
  std::byte* starter(std::uint32_t rank);  // allocated when it is first used
  const State* find(std::uint32_t rank) const;
  std::size_t job_index(std::uint32_t rank) const;
  std::uint32_t first_rank_of(std::uint32_t rank) const;
  std::uint32_t index_of(std::uint32_t rank) const { return rank - first_rank_of(rank); }
  std::uint32_t new_request(std::uint32_t rank, const RdmaOp&, bool unowned);
  void refuse_recording(Call&) const;
  void tell(Call&, RemoteStep, const Operation&, std::int64_t handle);
  bool is_global(const RdmaOp&) const;
  void start_waiting(State&);
  void tell_written(std::uint32_t rank);
  void wait_through(Call&, Operations&, std::int64_t handle);
  void check_own_end(Call&, const RdmaOp&, RdmaEnd);
  std::string explain(const RdmaOp&, RdmaFault, RdmaEnd) const;

  World& world_;
  RdmaParams p_;
  AddressFormat format_;
  Rdma rdma_;
  std::vector<std::unique_ptr<State>> states_;  // per rank, null until needed
  std::vector<Communicator> polls_;             // per job
  std::vector<Numbers> numbers_;                // per job, none until acp_reset changes some
};

}  // namespace kasuri::mpi
