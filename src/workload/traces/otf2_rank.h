// SPDX-License-Identifier: MIT
// From the events of one rank of an OTF2 archive to operations. A call of MPI is what stands between
// the Enter and the Leave of its region: its events together make the operations (a Waitall waits for
// all at once, a Sendrecv sends and receives at once). What is between calls is computation, of the
// innermost region of the program.
//
// A receive is posted where its request appears, but who sends it, and how much, stands only where it
// is complete: so the operations of a rank are held back until then. What is never complete was
// cancelled or freed, and is left out.
#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <unordered_map>
#include <vector>

#include "mpi/ranks/op_stream.h"
#include "workload/traces/otf2_archive.h"
#include "workload/traces/otf2_sums.h"
#include "workload/traces/replay_params.h"
#include "workload/traces/stored.h"
#include "workload/traces/tally.h"

namespace kasuri::trace {

class Otf2Rank {
 public:
  // What is counted on the way, and where the sums of its collectives go. `look_again`: only to look for
  // messages that do not match.
  Otf2Rank(Otf2Archive&, Otf2Sums& sums, const ReplayParams&, int rank, OTF2_EvtReaderCallbacks*,
           Tally& tally, Summary& summary, bool look_again);

  // Goes through all events of the rank; its operations go to the file, if they are not looked at again.
  void read_all(StoredFile&);

  // Calls that send or receive without an event of a message: to or from MPI_PROC_NULL, if not left out.
  std::uint64_t calls_without_message() const { return without_message_; }
  // MPI_Ibarrier without an event, replayed as barriers of all ranks.
  std::uint64_t assumed_barriers() const { return barriers_.assumed; }

  // How the library tells of events.
  static OTF2_EvtReaderCallbacks* new_callbacks();

 private:
  friend struct Otf2Callbacks;
  friend struct Otf2Events;
  friend struct Otf2RemoteEvents;
  static constexpr std::uint64_t kBatch = 512;

  // An operation that waits for its turn.
  struct Item {
    mpi::Operation op;
    std::vector<std::uint32_t> requests;
    std::vector<int> out, in;
    bool known = true;  // all of it
    bool dropped = false;
    bool by_sums = false;  // its blocks come of the sums of all members, of which this is one
    Otf2Sums::Sum sum;
    enum class Mark : std::uint8_t { none, loop_begins, loop_ends } mark = Mark::none;
  };
  struct Message {
    std::uint32_t peer;
    OTF2_CommRef comm;
    std::uint32_t tag;
    std::uint64_t bytes;
    std::uint64_t request = 0;
  };
  struct Collective {
    OTF2_CollectiveOp op;
    OTF2_CommRef comm;
    std::uint32_t root;
    std::uint64_t sent, received;
  };
  // What our own recordings tell of the next step of one-sided communication.
  struct RemoteDetails {
    std::uint32_t flags = 0;
    std::int32_t source = -1, target = -1, put_from = -1;
    std::int64_t order = 0, put_bytes = 0;
    std::uint64_t request = 0;
  };
  // What our own recordings tell of the next collective (otf2_names.h).
  struct Details {
    std::vector<int> out, in;
    std::int32_t element = 1, making = -1, colour = 0, key = 0;
    bool sizes_told = false;
    RemoteDetails remote;
  };
  // The events of a call of MPI.
  struct Call {
    const Otf2Region* region = nullptr;
    std::vector<Message> sends, receives;
    std::vector<std::uint64_t> done, cancelled;
    std::vector<std::pair<Collective, Details>> collectives;
    bool tested = false, told = false;  // told: there were events of messages
    bool remote = false;                // a step of one-sided communication, which has its own tests
    void clear() {
      region = nullptr;
      sends.clear(), receives.clear(), done.clear(), cancelled.clear(), collectives.clear();
      tested = told = remote = false;
    }
  };
  struct Frame : InRegion {
    const Otf2Region* region = nullptr;
    RegionUse* use = nullptr;
  };

  Time time(OTF2_TimeStamp) const;
  void enter(Time, OTF2_RegionRef);
  void leave(Time, OTF2_RegionRef);
  void compute_until(Time);
  void add_compute(Time);
  void mpi_event(Time);     // of an event that stands in no region of MPI
  void end_event(Time);
  void finish_call();
  void finish_silent_call();
  void add_barriers(std::uint64_t most);
  void add_message(const Message&, mpi::Operation::Kind, std::uint32_t request);
  void complete(const Message&);          // of a receive
  void complete(std::uint64_t request);
  void take_detail(const std::string& name, std::int64_t value);
  // One-sided communication (otf2_remote.cpp).
  bool take_remote_detail(const std::string& name, std::int64_t value);
  Item& add_step(mpi::RemoteStep::Kind, OTF2_RmaWinRef);
  void add_transfer(mpi::RemoteStep::Kind, OTF2_RmaWinRef, std::uint32_t peer, std::uint64_t bytes,
                    std::uint64_t id);
  void add_copy(mpi::RemoteStep::Kind, OTF2_RmaWinRef, std::uint32_t peer, std::uint64_t bytes,
                std::uint64_t id);
  void complete_transfer(OTF2_RmaWinRef, std::uint64_t id);
  void end_remote_collective(OTF2_CollectiveOp, OTF2_RmaWinRef);
  void synchronise_group(OTF2_RmaWinRef, OTF2_GroupRef);
  void await_change(OTF2_RmaWinRef);
  bool is_made(OTF2_RmaWinRef) const;
  std::int32_t remote_peer(std::uint32_t peer, std::uint32_t ranks) const;
  std::int32_t window_peer(OTF2_RmaWinRef, std::uint32_t peer) const;
  static void set_remote_callbacks(OTF2_EvtReaderCallbacks*);
  void add_collective(const Collective&, const Details&, mpi::Operation::Kind, std::uint32_t request);
  void complete_collective(const Collective&, std::uint64_t request);
  void fill(Item&, const Collective&, const Details&);
  Item& add(mpi::Operation::Kind);
  std::uint32_t begin_request(std::uint64_t id, Item*);
  bool set_peer(mpi::Operation&, const Message&);
  std::uint32_t place_in(const Otf2Communicator&);
  void store(Item&, StoredFile&);
  void count(const Message&, bool sends);
  void ignore(const std::string& what);
  void read();
  [[noreturn]] void fail(std::string_view what) const;

  Otf2Archive& archive_;
  Otf2Sums& sums_;
  const ReplayParams& params_;
  int rank_;
  Tally& tally_;
  Summary& summary_;
  bool look_again_;
  std::optional<Otf2Archive::Events> events_;
  OTF2_EvtReaderCallbacks* callbacks_;

  std::uint64_t event_ = 0;  // that is being read
  std::exception_ptr failure_;
  bool began_ = false, at_end_ = false;
  Time since_{0};            // when the computation under way began
  std::vector<Frame> stack_;
  int in_mpi_ = 0;
  bool lone_ = false;
  Call call_;
  Details details_;
  std::vector<OTF2_RmaWinRef> windows_;  // that the rank has made
  struct Request {
    std::uint32_t number;
    Item* item;     // that is not known yet, or null
    bool is_copy = false, ordered = false;  // of one-sided communication, with a handle
  };
  std::unordered_map<std::uint64_t, Request> requests_;  // by their ids in the trace
  std::vector<std::uint32_t> free_requests_;
  std::uint32_t next_request_ = 0;
  std::deque<Item> queue_;
  std::unordered_map<std::uint32_t, std::uint32_t> places_;  // of the rank, by communicator
  // Collectives so far that need the sums of all, by communicator.
  std::unordered_map<std::uint32_t, std::uint64_t> by_sums_;
  std::uint64_t without_message_ = 0;
  struct Barriers {
    std::uint64_t open = 0, assumed = 0;
  };
  Barriers barriers_;  // without events: not waited for yet; all
  enum class Loop : std::uint8_t { none, open, over } loop_ = Loop::none;  // the one gone through again
};

}  // namespace kasuri::trace
