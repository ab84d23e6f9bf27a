// SPDX-License-Identifier: MIT
// From the calls of one rank of a DUMPI trace to operations. How long a call took is dropped and
// simulated instead; what is between the end of one and the beginning of the next is computation.
//
// A receive from any rank or with any tag is replayed as what it matched: so the operations of a rank
// are held back until the status of its completion has been read.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "mpi/ranks/op_stream.h"
#include "workload/traces/dumpi_communicators.h"
#include "workload/traces/dumpi_file.h"
#include "workload/traces/dumpi_handles.h"
#include "workload/traces/dumpi_types.h"
#include "workload/traces/replay_params.h"
#include "workload/traces/stored.h"
#include "workload/traces/tally.h"

namespace kasuri::trace {

// What is known of all ranks while they are gone through one after another.
struct DumpiTraceState {
  const ReplayParams& params;
  Summary& summary;
  Tally& tally;
  DumpiCommunicators& communicators;
  bool collected = false;  // what ranks say of communicators and cancelled requests
  // Messages that are sent to a rank, less the receives of which the sender is known. Receives from −1
  // without a status may be from any rank, or from none: MPI libraries that have MPI_PROC_NULL = −1
  // write both alike.
  struct Balance {
    std::int64_t missing = 0, unclear = 0;
    bool from_none = false;  // the unclear ones are from none
  };
  std::vector<Balance> balance;
};

// Thrown where a rank makes communicators or cancels requests, and nobody has collected that.
struct DumpiMustCollect {};

class DumpiRank {
 public:
  enum class Mode : std::uint8_t {
    collect,    // what it says of communicators, and which of its requests are cancelled
    store,      // its operations
    look_again  // for messages that do not match
  };
  DumpiRank(DumpiFile&, int rank, DumpiTraceState&, Mode);

  // `to` is null unless the mode is store. Throws Error, DumpiMustCollect.
  void read_all(StoredFile* to);

 private:
  using Place = DumpiCommunicators::Place;
  static constexpr std::uint64_t kNoItem = UINT64_MAX;
  static constexpr std::size_t kMostHeld = std::size_t{1} << 16;

  // An operation that waits for its turn.
  struct Item {
    mpi::Operation op;
    std::vector<std::uint32_t> requests;
    std::vector<int> out, in;
    bool known = true;
    bool dropped = false;
  };
  // What a send or receive says.
  struct Message {
    std::int64_t comm = 0;  // the handle
    std::int64_t peer = 0, tag = 0, bytes = 0;
    bool sends = false;
    bool sized = true;  // the datatype's size is known
    mpi::SendMode mode = mpi::SendMode::standard;
  };
  struct Request {
    Message message;
    Place place{};
    std::uint32_t number = 0;
    std::uint64_t item = kNoItem;  // the one that is not known yet
    std::uint64_t order = 0;       // which of the rank's requests it is
    bool void_ = false;            // there is no message
    bool cancelling = false;
  };
  struct Slot {
    std::vector<Request> active{};
    std::optional<Message> persistent{};
  };
  struct Frame : InRegion {
    std::uint64_t address = 0;
    RegionUse* use = nullptr;
  };

  // dumpi_rank.cpp
  void take(const DumpiCall&);
  void take_time(const DumpiCall&);
  void compute(Time);
  void add_compute(Time);
  void region(const DumpiCall&);
  Item& add(mpi::Operation::Kind);
  void flush(StoredFile*);
  void finish(StoredFile*);
  std::int64_t bytes_of(std::int64_t count, std::int64_t type, bool* known = nullptr);
  int block_of(std::int64_t count, std::int64_t type);
  void ignore(const std::string& what, std::uint64_t times = 1);
  [[noreturn]] void fail(std::string_view what) const;

  // dumpi_messages.cpp
  bool take_message(const DumpiCall&);
  bool take_completion(const DumpiCall&);
  bool take_persistent(const DumpiCall&);
  Message message(const DumpiCall&, std::size_t first, bool sends);
  void blocking(const Message&, const DumpiStatus*);
  void send_and_receive(const Message& send, const Message& receive, const DumpiStatus*);
  void start(const Message&, std::int64_t request);
  void complete(std::int64_t request, const DumpiStatus*);
  void complete(Request&, const DumpiStatus*);
  void complete_all(const DumpiCall&);
  void complete_some(const DumpiCall&, std::int64_t outcount);
  void abandon(Request&);
  void wait_for_done();
  void poll();
  bool has_peer(const Message&, Place);
  bool is_from_nobody(const Message&, const DumpiStatus*) const;
  void fill(mpi::Operation&, const Message&, Place, const DumpiStatus*);
  void count(const Message&, Place, const DumpiStatus*);
  std::uint32_t peer_in(Place, std::int64_t peer) const;
  std::uint32_t new_number();

  // dumpi_collectives.cpp
  bool take_collective(const DumpiCall&);
  void set_sizes(const DumpiCall&, std::uint8_t count, std::uint8_t type, Item&, bool is_root,
                 std::uint32_t size, std::uint32_t index);
  bool take_making(const DumpiCall&);
  std::vector<int> blocks(const std::vector<std::int32_t>& counts, std::int64_t type);
  std::vector<int> blocks(const std::vector<std::int32_t>& counts,
                          const std::vector<std::int32_t>& types);

  DumpiFile& file_;
  std::uint32_t rank_;
  DumpiTraceState& state_;
  DumpiCommunicators& comms_;
  Mode mode_;
  DumpiTypes types_;
  DumpiHandles handles_;
  std::int64_t at_ = 0;            // of the call that is taken
  std::optional<Time> since_;      // the end of the last call,
  std::uint16_t last_thread_ = 0;  // and who made it
  std::vector<Frame> stack_;
  std::unordered_map<std::uint64_t, std::string> region_names_;
  std::unordered_map<std::int64_t, Slot> requests_;
  struct Numbers {  // of requests
    std::uint64_t begun = 0;
    std::size_t next_cancelled = 0;  // of those that were collected
    std::vector<std::uint32_t> done, free;
    std::uint32_t next = 0;
  } numbers_;
  std::deque<Item> queue_;
  std::uint64_t first_item_ = 0;  // the number of the queue's first
  bool threads_ = false, has_times_ = false;
};

}  // namespace kasuri::trace
