// SPDX-License-Identifier: MIT
// The links of one part of the machine asleep and awake: the state machine of NsimPower (section 3.1) and
// TraceRP (section 3.2) with policies, and the account of the time in each state.
//
// Nothing is posted for a link that falls asleep: when a packet wants it, or at the end of the run,
// the policy tells what the link has done in the gap since its last use. A use therefore costs O(1),
// however many chunks of the transient analysis the gap before it spans.
//
// A gap begins with the tail of the last packet and ends with the next request, whether or not
// there is room downstream: waiting for room holds the link awake, and waking overlaps with it.
// Links to and from NICs sleep only if terminal ports count.
//
// Two things need word from another router; it takes as long as a packet's head, T_ST + T_cable:
//   joint directions: each direction tells the other one when it wakes and until when it is used;
//   waking ahead: when a packet is injected, or a program says that it is about to send, a signal runs
//   along the way and wakes its links.
// Such a word comes sooner than packets do, whose arrival is an event of their request time: the
// lookahead of a machine with needs_signals() is T_ST + T_cable at the most, and its parts are not
// swept place by place.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/core/pool.h"
#include "network/net/capabilities.h"
#include "network/net/machine_part.h"
#include "network/power/chunks.h"
#include "network/power/job_use.h"
#include "network/power/params.h"
#include "network/power/results.h"

namespace kasuri {

class PowerModel final : public LinkPower {
 public:
  // Of the routers and NICs of the part, which must outlive the model.
  PowerModel(const PowerSettings&, MachinePart&);
  // Has it counted whose the links are; before anything is sent. If there are several jobs, routers and
  // NICs tell what crosses them.
  void count_jobs(JobUse::Jobs);

  Time wanted(RouterId at, std::uint32_t port, Time idle, Time now) override {
    return wanted(at.v * stride_ + port, idle, now);
  }
  void used(RouterId at, std::uint32_t port, Time head, Time tail, Bytes size) override {
    used(at.v * stride_ + port, head, tail, size);
  }
  Time wanted(EndpointId nic, Time idle, Time now) override {
    return wanted(first_nic_ + nic.v, idle, now);
  }
  void used(EndpointId nic, Time head, Time tail, const Packet&) override;
  void carried(RouterId at, std::uint32_t port, Time from, Time to, Bytes size) override {
    carried(at.v * stride_ + port, {from, to}, size);
  }
  void carried(EndpointId nic, Time from, Time to, Bytes size) override {
    carried(first_nic_ + nic.v, {from, to}, size);
  }
  void expected(EndpointId nic, EndpointId source, EndpointId destination, Time now) override;
  Time slowed(RouterId at, std::uint32_t port, Time full) override {
    return slowed(at.v * stride_ + port, full);
  }
  Time slowed(EndpointId nic, Time full, Bytes) override {
    return slowed(first_nic_ + nic.v, full);
  }

  // When the last tail left by an output of a router, or from a NIC; 0 if none did.
  struct LastUse {
    std::function<Time(RouterId, std::uint32_t port)> output;
    std::function<Time(EndpointId)> nic;
  };
  // Ends the account at `end`, which nothing has come after; once.
  PowerShare collect(Time end, const LastUse&);

  // What it needs of the network.
  static std::vector<Need> needs(const PowerSettings&);
  // Whether routers tell each other of their links.
  static bool needs_signals(const PowerSettings&);
  // Whether links change their rates. LinkPower has the same of a model.
  static bool scales_rate(const PowerSettings&);
  using LinkPower::scales_rate;
  // Whether tables of chunks need one row for each link.
  static bool by_link(const PowerSettings&);
  // Of each link; more if it belongs to one of several jobs.
  static std::size_t bytes_per_link(bool several_jobs) {
    return sizeof(Link) + (several_jobs ? JobUse::bytes_per_link() : 0);
  }

 private:
  enum class State : std::uint8_t {
    open,    // idle since `idle`; whether it sleeps is found out when it is wanted
    wanted,  // by a packet here, which it will be up for at `up`
    called,  // by a signal, for a packet that is on its way; stays up for that
    held,    // up from `up` and held until `idle` by the other direction, then open
  };
  struct alignas(64) Link {
    Time idle;  // since then, or when it was wanted last
    Time up;
    std::array<Time, kSleepModes> asleep;
    Time stall;
    std::uint32_t transitions;
    std::uint8_t link_class;
    bool sleeps;  // else it is always up and the rest is not used
    State state;
    std::uint32_t cell;
  };
  static_assert(sizeof(Link) == 64);

  Time wanted(std::uint32_t link, Time idle, Time now) {
    Link& l = links_[link];
    note_use(l, idle);
    if (l.state == State::open && now - l.idle <= usual_[l.link_class].negligible) {
      l.state = State::wanted;
      l.up = now;
      return now;
    }
    if (l.state == State::wanted && !traits_.gathers) return later(l.up, now);
    return wanted_after_gap(link, l, now);
  }
  Time wanted_after_gap(std::uint32_t link, Link&, Time now);
  void used(std::uint32_t link, Time head, Time tail, Bytes size) {
    Link& l = links_[link];
    note_use(l, tail);
    l.state = State::open;
    tell_use(link, l, head, tail, size);
  }
  static void note_use(Link& l, Time tail) {
    if (tail <= l.idle) return;
    l.idle = tail;
    l.state = State::open;
  }
  void tell_use(std::uint32_t link, Link&, Time head, Time tail, Bytes size);
  void carried(std::uint32_t link, Span, Bytes size);
  Time slowed(std::uint32_t link, Time full);

  bool in_gap(const Link&, Time now) const;
  bool end_gap(std::uint32_t link, Link&, Time now, Time end = kEndless,
               std::array<Span, kSleepModes>* asleep = nullptr);
  void book(std::uint32_t link, Link&, std::size_t mode, Span, int sign);
  void stall(std::uint32_t link, Link&, Time);
  // As JobShare has them.
  std::uint32_t kind(std::uint32_t link) const {
    return links_[link].link_class + std::uint32_t{link >= first_nic_};
  }
  // Whether the link has a share in what routers draw.
  bool counts(std::uint32_t link) const {
    return link >= first_nic_ ? traits_.counts_injections
                              : traits_.counts_terminal || links_[link].link_class != terminal_;
  }

  bool signalled(const Event&);
  std::vector<bool> add_classes(const PowerSettings&, std::uint32_t links);
  void add_links(const std::vector<bool>& sleeps);
  void prepare_calls();
  PortRef peer(RouterId, std::uint32_t port) const;
  bool called_ahead(const Event&);
  void call(std::uint32_t link, Time now);
  void call_from(RouterId origin, EndpointId source, EndpointId destination, Time at,
                 std::uint32_t sequence);
  void send(RouterId to, const Event&);
  void signal_wake(std::uint32_t link, Time now);
  void signal_peer(std::uint32_t link, Time head, Time tail);

  const Topology& topology_;
  MachinePart& f_;
  std::vector<EndpointId> nics_;  // by local number
  std::uint32_t stride_ = 0;     // links of each router, the most that one has
  std::uint32_t first_nic_ = 0;  // links from NICs come behind all others
  LazyArray<Link> links_;
  std::vector<std::unique_ptr<LinkPolicy>> policies_;  // by class
  // By class: what spares calls of rest().
  struct Usual {
    std::optional<SleepPlan> plan;
    SleepModes modes;
    Time negligible;  // gaps up to this long need no rest(); below zero: none does
  };
  std::vector<Usual> usual_;
  std::array<ChunkedTime, kSleepModes> asleep_;
  ChunkedTime busy_, bytes_;
  Time chunk_{0};
  std::optional<JobUse> jobs_;
  std::uint8_t terminal_ = 0;
  struct Traits {
    bool counts_terminal, counts_injections, counts_bits, counts_bytes;
    bool by_link, has_chunks, abortable, joint, ahead, gathers;
  } traits_{};
  struct Calls {
    EventKind signal{}, ahead{};
    std::vector<PortRef> peers;  // of routers' links, if signals run ahead: each asks for two
  } calls_;
};

}  // namespace kasuri
