// SPDX-License-Identifier: MIT
// The input-queued wormhole router of text books, flit by flit (Dally & Towles 2004, chapter 16),
// as BookSim 2 models it (Jiang et al., ISPASS 2013, `router = iq`). It works in steps, and has an
// allocator for virtual channels and one for the switch, each an iSLIP matching of
// `router.arbiter`'s iterations.
//
// All links move a flit of `router.flit` bytes in a slot of flit/B; a router makes a step each slot
// of its fastest link, divided by router.speedup. Steps and slots are multiples of their length,
// counted from 0. [t] is the first one that begins at t or later. Of the flits of a packet the last
// may have fewer bytes, but takes a slot.
//
//   route        begins in the first step in which the head is first of its input VC and the router routes
//                no packet; it takes all such heads at once, and T_RC
//   VC           in each step from then on the head requests all VCs of its outputs that no packet
//   holds,
//                whether they have credits or not; outputs are its route and escape, or all that
//                a routing offers (Routing::offers_all). A match holds the VC from this step on
//   switch       in each step from T_VA after that match on, an input VC whose next flit is here
//   and has
//                credit for it requests the output for its port; of several VCs of a port that want
//                one output, the next one in turn. A match at c sends the flit
//   link         head or flit leaves at d = max([c + T_SA + T_ST] of the slots, the slot after the
//   flit
//                before it), and arrives at d + T_cable
//   credit       of each flit: at [c + T_SA] of the slots + T_cable + T_credit
//   release      the VC is free for the step after its tail's match; with
//   router.wait_for_tail_credit once
//                all credits of the VC are back. The packet behind is first of its input VC from that
//                step on
//
// With router.hold_switch an input that has sent a head keeps its output: it sends a flit in each
// step, before the matching, in which it takes no part. It gives the output up after the tail, or
// when it has no flit or no credit. BookSim's internal_speedup is router.speedup: flits wait for
// their links in order, up to router.output_buffer bytes for each output.
//
// Links to NICs have as many VCs to be held as others, but one counter of credits. NICs send flits in
// order, each when it has space (network/nic/flit_bodies.h). Packets may be longer than buffers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "network/net/fabric.h"
#include "network/net/flit_input.h"
#include "network/router/route_selection.h"
#include "network/router/islip_matching.h"
#include "network/router/layout.h"
#include "network/router/router.h"

namespace kasuri {

class FlitInputQueued final : public Routers, RouterBlocks {
 public:
  FlitInputQueued(const config::NoParams&, RouterContext&);

  OutputUse output(std::uint32_t r, std::uint32_t port) const override { return use(r, port); }
  Time stalled(std::uint32_t link_class) const override { return waits_.stalled[link_class]; }
  std::optional<AllocationWaits> allocation_waits() const override { return waits_.allocation; }
  std::vector<BlockedPacket> blocked() const override;
  bool at_rest(std::string& why) override;
  // Credits by output ports; flits behind a head by the ports of inputs, as kFlits + port.
  void take_credit(std::uint32_t r, std::uint32_t port, std::uint16_t vc, std::int32_t bytes,
                   Time at) override;
  void take_notification(const CrossingNotification& n) override { selection_->congestion()->take(n); }

  // Of memory.
  static std::size_t bytes_per_router(const RouterLayout& l) {
    const std::size_t vcs = std::size_t{l.ports} << l.vc_bits;
    return sizeof(Node) + l.ports * (sizeof(PortState) + 2 * sizeof(std::uint16_t)) +
           vcs * (sizeof(InputVc) + sizeof(std::int32_t) + sizeof(Held) + 4) + l.words * sizeof(SetWord);
  }

 private:
  static constexpr std::uint32_t kFlits = kFlitsOfInput;
  static constexpr std::uint16_t kNoVc = UINT16_MAX;

  enum class State : std::uint8_t { idle, in_routing, wants_vc, has_vc };
  struct InputVc {
    Time ready{0};  // from when on its allocator looks at it
    std::uint32_t packet = kNone;
    std::int32_t left = 0;   // bytes of that packet that have not gone on
    std::uint16_t port = 0;  // the output and VC that it holds
    std::uint8_t vc = 0;
    State state = State::idle;
    bool head = false;  // which has not gone on
  };
  enum class Held : std::uint8_t { by_nobody, by_packet, by_credits };
  // A port's input and output.
  struct PortState {
    CreditQueue flits;             // on their path to the input
    Time free{0};                  // from when on the link can take a flit
    std::uint16_t vc_turn = 0;     // the VC of the input that sent last
    std::uint16_t holder = kNoVc;  // the VC of the input that keeps the switch
    bool input_busy = false;       // in this step, with what keeps the switch
    bool output_busy = false;
  };
  struct Node {
    Time next = kNever;      // step; an event with another time has been superseded
    std::uint32_t busy = 0;  // input VCs that are not idle
    Time routing{-1};        // when the last routing began, or begins
  };
  // A router at this step.
  struct Now {
    Time time;
    RouterAt at;
    std::size_t first_vc;  // of vcs_ and the like
    std::size_t first_port;
  };

  bool arrive(const Event&);
  bool step(const Event&);
  Now at_router(std::uint32_t r, Time t);
  void settle(const Now&);
  void begin(const Now&, std::uint32_t input_vc, std::uint32_t packet, Time first);
  Time routed(std::uint32_t r, Time first);
  void find_route(const Now&, std::uint32_t input_vc, std::uint32_t packet, Packet&);
  void request_vcs(const Now&, std::uint32_t input_vc, std::uint32_t port, std::uint32_t vcs);
  void request_vcs(const Now&, std::uint32_t input_vc);
  bool allocate_vcs(const Now&);
  bool use_held_switch(const Now&);
  bool allocate_switch(const Now&);
  void request_switch(const Now&, std::uint32_t input_vc);
  bool has_flit_to_send(const Now&, std::uint32_t input_vc);
  void send(const Now&, std::uint32_t input_vc);
  void send_head(const Now&, std::uint32_t input_vc, Time out);
  void send_body(const Now&, const InputVc&, std::int32_t bytes, Time out);
  void finish_packet(const Now&, std::uint32_t input_vc, Time tail_out);
  void release(const Now&, std::uint32_t port, std::uint32_t vc);
  void plan_next_step(const Now&, bool moved);
  void wake(std::uint32_t r, Time when);
  void return_credit(const Now&, std::uint32_t input_vc, std::int32_t bytes);
  void take_flits(std::uint32_t r, std::uint32_t port, std::uint16_t vc, std::int32_t bytes,
                  Time at);
  void note_congestion(std::uint32_t r, Time at) {
    if (selection_ && selection_->congestion()) selection_->changed(r, at);
  }
  static Time up_to(Time t, Time unit) { return Time{(t.ps + unit.ps - 1) / unit.ps * unit.ps}; }

  std::int32_t flit_of(const InputVc& v) const { return std::min(flit_, v.left); }
  std::int32_t& room_of(const Now& n, std::uint32_t port, std::uint32_t vc) {
    return room(n.at, port)[port < header(n.at).degree ? vc : 0];
  }
  std::int32_t full_room(const Now& n, std::uint32_t port) const {
    return port < header(n.at).degree ? buffer_behind(f_, header(n.at).id, port)
                                         : f_.receive_buffer;
  }
  std::uint32_t index_of(std::uint32_t port, std::uint32_t vc) const {
    return port << layout_.vc_bits | vc;
  }

  Fabric& f_;
  Partition& partition_;
  Pool<Packet>& packets_;
  EventKind step_{};
  PathSelector selector_;
  std::uint32_t iterations_;
  bool hold_switch_, wait_for_tail_, eject_as_arrived_;
  std::int32_t flit_, output_buffer_;
  struct {
    Time route, vc, switch_, traversal;
  } time_;
  Time unit_;               // between steps
  std::vector<Time> slot_;  // of a flit, by link class
  std::uint32_t all_vcs_;
  std::size_t vcs_per_router_;
  std::unique_ptr<RouteSelection> selection_;  // if the routing is adaptive
  std::vector<Node> nodes_;
  std::vector<InputVc> vcs_;        // [router, input VC]
  std::vector<Candidates> offers_;  // the same, with Routing::offers_all
  std::vector<std::int32_t> here_;  // the same: bytes of flits that have come and not gone on
  std::vector<SetWord> busy_;       // [router], sets of input VCs that are not idle
  std::vector<Held> held_;          // [router, output VC]
  std::vector<std::uint16_t> input_turns_, output_turns_;            // of VC allocation
  std::vector<std::uint16_t> port_input_turns_, port_output_turns_;  // of switch allocation
  std::vector<PortState> ports_;
  std::vector<std::uint32_t> last_request_;  // for each output, in switch allocation
  IslipMatching vc_matching_, switch_matching_;
  struct {
    std::vector<Time> stalled;  // per link class
    AllocationWaits allocation;
  } waits_;
};

}  // namespace kasuri
