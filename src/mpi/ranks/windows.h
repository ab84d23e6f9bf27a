// SPDX-License-Identifier: MIT
// Windows of ranks (MPI 4.1, chapter 12): transfers by the NICs, as in network/nic/rdma.h, and the agents
// of targets.
//
// A put is data and an acknowledgement, a get a command and data; an atomic operation is a command with its
// operands and old values back. A lock, its end, a post and the completion of an epoch are control
// messages. The NIC of the target executes all of them, without its CPU: it is the agent that keeps the
// lock. The sizes and costs are those of [rdma].
//
// Order: what one rank sends to the window of another is executed in the order of the calls, as on a
// reliable connection; messages that overtake are held back. So accumulates are ordered as the standard has
// it by default (section 12.7.2), and more strictly.
//
// A NIC reads memory when the data of a get leave. Here data are copied when a get is executed; so a target
// executes further accesses only when little enough of this waits to leave.
//
// A lock of one window is waited for. lock_all asks each target for a shared lock before the first access
// to it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "base/core/pair_counters.h"
#include "base/core/pool.h"
#include "mpi/ranks/call.h"
#include "mpi/ranks/window.h"
#include "network/net/transport.h"

namespace kasuri {
struct RdmaParams;
}  // namespace kasuri

namespace kasuri::mpi {

// One operation, as a call describes it.
struct Access {
  enum class Kind : std::uint8_t { put, get, accumulate, get_accumulate, compare_and_swap };
  struct Side {
    void* buffer = nullptr;
    std::int64_t count = 0;
    Element type{Type::byte};
    Bytes bytes() const { return {count * type.size}; }
  };
  Kind kind = Kind::put;
  int target = 0;
  std::int64_t displacement = 0;
  Side origin;  // of a get: where data go
  Side result;  // of get_accumulate
  Side there;   // at the target; its buffer is not used
  const void* compare = nullptr;
  std::uint8_t op = 0;  // Op or WindowOp
  Type type = Type::byte;
};

class Windows final : public TransportClient {
 public:
  Windows(World&, Transport&, std::uint32_t nics_per_node);
  ~Windows() override;

  // Makes what all ranks of a communicator make together; `base` is null for memory that the library gives.
  struct Plan {
    WindowFlavour flavour = WindowFlavour::create;
    std::byte* base = nullptr;
    std::int64_t size = 0;
    int unit = 1;
  };
  Window& create(Call&, Communicator&, const Plan&);
  void free(Call&, Window&);
  // The window of another rank on this node; null: there is none here.
  const Window* beside(const Window&, int rank) const;

  // The request is complete when the origin's buffers are free, or have the data.
  Handle begin(Call&, Window&, const Access&, bool wants_request);
  void wait_for(Call&, Window&, Window::Wait, int target);

  void fence(Call&, Window&, bool more);
  void post(Call&, Window&, const Group&, bool checked);
  void start(Call&, Window&, const Group&, bool checked);
  void complete(Call&, Window&);
  void end_exposure(Call&, Window&);
  void lock(Call&, Window&, int target, bool exclusive, bool checked);
  void unlock(Call&, Window&, int target);
  void lock_all(Call&, Window&, bool checked);
  void unlock_all(Call&, Window&);
  void flush(Call&, Window&, int target, Window::Wait);

  const RdmaParams& params() const { return p_; }
  // What a rank has not completed, in words; "" if nothing. Of a request of Purpose::one_sided.
  std::string leftovers(std::uint32_t rank) const;
  static bool is_own(const Request& r) { return r.key.tag >= kFirstWork; }
  static std::string describe(const Request&);

  void on_sent(const Message&) override;
  void on_arrived(const Message&) override;

 private:
  static constexpr std::int32_t kFirstWork = 100;
  // What messages say. Those up to `complete` go to a target, in order.
  enum class Kind : std::uint8_t { put, get, accumulate, get_accumulate, compare_and_swap, lock_shared,
                                   lock_exclusive, unlock, post, complete, done, data, grant, refused };
  struct Envelope {
    std::uint32_t from = 0, to = 0, context = 0, operation = 0;
    std::int64_t displacement = 0;
    Kind kind = Kind::put;
    std::uint16_t number = 0;
    Bytes bytes{0};  // of data
  };
  // What stands in the payload before the layout's loops and pieces and the data.
  struct Head {
    std::int64_t loops, pieces;  // 0, 0: the target's data are contiguous
    std::int64_t block, size, lower, extent, count;
    std::uint8_t op;
    Type type;
    bool has_data;
  };
  // An operation under way, at its origin.
  struct Operation {
    Window* window;
    const char* call;
    int target;
    std::uint32_t request;  // kNone: nobody waits for it
    bool waits_for_data;
    bool left, done;        // its data have left; it is complete at the target
    void* result;           // where data go
    const Layout* layout;
    std::int64_t displacement;
    Bytes bytes;
  };
  struct Pair {
    std::uint32_t from, to;
    std::uint16_t number;
    auto operator<=>(const Pair&) const = default;
  };

  static std::array<std::uint64_t, 4> pack(const Envelope&);
  static Envelope unpack(const Message&);

  void tell(Call&, const Window&, RemoteStep, const mpi::Operation& = {}, Handle = nullptr);
  void tell_group(Call&, const Window&, RemoteStep::Kind, const Group&, bool checked);

  // windows.cpp
  Window* find(std::uint32_t rank, std::uint32_t context);
  std::uint32_t rank_of(const Window& w, int member) const { return w.comm->group.member(member); }
  int index_of(const Window& w, std::uint32_t rank) const { return w.comm->group.index_of(rank); }
  void prepare_access(Call&, Window&, const Access&);
  std::byte* payload_of(Call&, const Access&);
  void look(Window&);
  void barrier(Call&, Window&);
  void send_control(Window&, int target, Kind);

  // window_agent.cpp
  void send(const Envelope&, Bytes size, std::uint8_t ways, Traffic, std::byte* payload, bool wants_sent);
  void send_ordered(Envelope, Bytes size, std::uint8_t ways, Traffic, std::byte* payload,
                    bool wants_sent = false);
  void answer(const Envelope&, Kind, Bytes size, std::uint8_t ways, std::byte* payload,
              std::int64_t why = 0, bool wants_sent = false);
  void answer_held(Window&);
  void execute(const Message&);
  void access(const Envelope&, std::byte* payload, Window&);
  std::byte* locate(const Window&, const Envelope&, Layout::Span) const;
  void ask(Window&, const Window::Asking&);
  void release(Window&, int origin);
  void grant_next(Window&);
  void finish(const Envelope&, std::byte* payload);
  void end_here(Operation&);
  void end_there(std::uint32_t operation);
  void refuse(const Operation&, const Envelope&);

  World& world_;
  Transport& transport_;
  const RdmaParams& p_;  // of one-sided communication
  std::uint32_t nics_;
  std::uint8_t client_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Window>> windows_;  // by rank and context
  std::unordered_map<std::uint32_t, std::vector<Window*>> of_rank_;     // the same
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::weak_ptr<SharedSegments>> segments_;
  Pool<Operation> operations_;
  PairCounters sent_, received_;
  std::map<Pair, Message> overtaken_;
};

}  // namespace kasuri::mpi
