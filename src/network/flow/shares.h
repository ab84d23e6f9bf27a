// SPDX-License-Identifier: MIT
// Max-min fair shares of links (Bertsekas and Gallager, Data Networks, section 6.5.2): a flow has the
// highest rate up to its bound for which no flow with a lower rate has to give something up. They are
// found by water-filling: the link with the lowest level,
//   (capacity − Σ rates of flows that are settled) / Σ shares of flows that are not,
// settles its flows at that level, and so on. A flow that is split over several paths uses a link with a
// share of each byte.
//
// A full buffer holds back all flows behind it, as packets leave it in the order in which they came. So a
// flow that a link limits fills the buffers before that link, and other flows over the links into these
// buffers get no more than it gets: their level is that of the link in front (FIFO node models of road
// traffic, Daganzo 1995, Tampère et al. 2011). Buffers that take a part of the flow hold nobody back
// while they fill: over all bytes of the flow, its mean rate on the link into them, before its end is
// through, is rate × bytes / (bytes − bytes in buffers). Only what crosses a link with all of a flow holds
// the rest of it back: packets that may take several paths pass each other.
//
// Outputs that serve the virtual channels of their inputs in turn give each the same, however many flows
// wait in it, and these have it in the proportion in which they came into it (part_of): a flow that comes
// from far has a part of a part. So each link has weights of its own. A flow has what the link gives that
// gives it least; the link with the lowest level settles its flows when no other gives one of them less,
// else first that other link. Then a full buffer holds back only those who wait in its virtual channels;
// where all have the same turns, all who wait before the link.
//
// Rates are integers, in bytes per second, rounded down; levels are taken in the order (level, link). So
// the result is a function of the flows, whatever the order in which they came.
//
// Only what a change can reach is computed again: flows are connected by links that they could fill. A
// link whose flows cannot fill it even at their bounds connects nothing.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/core/units.h"
#include "network/flow/level_queue.h"

namespace kasuri {

// Of each byte of a flow, `share` / kWholeFlow crosses this link.
inline constexpr std::uint32_t kWholeFlow = 1u << 16;
// a × b / c without overflow.
inline std::int64_t scaled(std::int64_t a, std::uint64_t b, std::int64_t c) {
  std::int64_t narrow;
  if (!__builtin_mul_overflow(a, b, &narrow)) return narrow / c;
  __extension__ using Signed = __int128;
  return static_cast<std::int64_t>(static_cast<Signed>(a) * static_cast<Signed>(b) / c);
}
struct LinkUse {
  std::uint32_t link;
  std::uint32_t share = kWholeFlow;
  std::uint16_t depth = 0;  // links before it on the path
  std::uint16_t vcs = 1;    // whose buffers, at its end, the flow may use
  // Which virtual channels these are, where outputs serve those of all inputs in turn; 0: the flow has what
  // others have. Of a flow over one path, which is in the order of its links.
  std::uint32_t turns = 0;
};

class Shares {
 public:
  static constexpr std::int64_t kMaxRate = 100'000'000'000'000;  // × kWholeFlow fits into 63 bits

  struct Capacity {
    std::int64_t rate;  // in bytes per second, 1 to kMaxRate
    // What flows that could fill the link have of it together, 1 to `rate`.
    std::int64_t contended;
  };
  // `buffer`: of a virtual channel, at the end of each link.
  explicit Shares(const std::vector<Capacity>& capacities, Bytes buffer = {0});

  // A flow over different links, the first ones first, that could go on at `bound`, which is its rate at
  // once if no link of its path is contended; else it is 0 until solve(). Returns its number, maybe that of
  // one that has ended.
  std::uint32_t start(std::span<const LinkUse>, std::int64_t bound, Time when = {0}, Bytes bytes = {0});
  void end(std::uint32_t flow, Time when = {0});
  // Settles rates after starts and ends. Names the flows whose rates have changed, in the order of their
  // numbers, with their rates before and the last start or end among the flows that contended links
  // connect them with; valid until the next call.
  struct Change {
    std::uint32_t flow;
    std::int64_t before;
    Time since{0};
    friend bool operator==(const Change&, const Change&) = default;
  };
  std::span<const Change> solve();
  // Whether solve() has nothing to do.
  bool settled() const { return new_flows_.empty() && touched_links_.empty(); }

  std::int64_t rate(std::uint32_t flow) const { return flows_[flow].rate; }
  std::int64_t capacity(std::uint32_t link) const { return links_[link].capacity; }
  // What the flows over a link would send at their bounds, as a multiple of its capacity.
  double demand(std::uint32_t link) const {
    const Link& l = links_[link];
    return static_cast<double>(l.demand) / (static_cast<double>(l.capacity) * kWholeFlow);
  }
  // Flows over a link, in no order that means anything.
  std::size_t members(std::uint32_t link) const { return links_[link].members.size(); }
  std::uint32_t member(std::uint32_t link, std::size_t i) const { return links_[link].members[i].flow; }
  struct Use {
    std::uint32_t link, share, position;  // among the link's members
    std::uint16_t depth, vcs;
    std::uint32_t turns;
    std::uint32_t stamp = 0, part = 0;  // of its link's packets (part_of), while solving
    std::uint32_t weight = 0;           // what of the link's level it gets, / kWholeFlow
  };
  // Of a flow that has not ended.
  std::span<const Use> uses(std::uint32_t flow) const { return flows_[flow].uses; }
  std::uint32_t flows() const { return running_; }
  // How often a flow's rate was computed: a measure of the work.
  std::uint64_t computed() const { return computed_; }
  std::uint64_t memory_bytes() const;
  static std::size_t bytes_per_link() { return sizeof(Link) + sizeof(Filling) + sizeof(Marks); }

 private:
  struct Flow {
    std::vector<Use> uses;
    std::int64_t bound = 0, rate = 0, bytes = 0;
    bool running = false;
  };
  // Of a flow while solving: apart, since exploring reads little else.
  struct Reach {
    std::uint32_t stamp = 0, component = 0;
    std::uint16_t held = 0;  // links before this depth may be held back,
    std::uint16_t seen = 0;  // and those before this one are reached
    bool fresh = false, open = false;  // its links were not looked at yet; are to be
    bool settled = false;
    std::uint32_t limit = UINT32_MAX;  // the link that gave it what it has, if no buffer behind one did
  };
  struct Member {
    std::uint32_t flow;
    std::uint16_t use;
    std::uint16_t depth;  // 0: only a part of the flow
  };
  struct Link {
    std::int64_t capacity, contended;
    __extension__ __int128 demand = 0;  // Σ bound × share
    std::int64_t shares = 0;            // Σ share
    std::vector<Member> members;
  };
  // Of a link while solving: apart, since solving reads little else and each of these often.
  struct Filling {
    std::int64_t left = 0;    // × kWholeFlow
    std::int64_t weight = 0;  // Σ weights of flows that are not settled
    std::int64_t held_at = 0;  // the level at which what is in front of it holds it back
    std::int64_t next = 0;     // the lowest level at which it is in levels_
    std::uint32_t members = 0, stamp = 0, component = 0;
    std::int64_t gave = 0;    // the highest level at which it has limited flows
    std::uint32_t chain = 0;  // in which it was looked at last
  };
  // Of a link, where they are looked up most.
  struct Marks {
    bool filled = false;  // can_fill()
    bool several = false;  // flows over it
    bool holds = false;   // what is in front of it has limited a flow over it
  };
  // Where rates are to be settled: a flow that has begun, or a link that a flow has left.
  struct Seed {
    std::uint32_t number;
    Time when;
  };

  // What gives a flow the least.
  struct Limit {
    std::int64_t rate;
    std::uint32_t link, use;
    friend auto operator<=>(const Limit&, const Limit&) = default;
  };
  // While solving: flows that are reached, those of them whose links are still to be looked at, and links.
  struct Reached {
    std::vector<std::uint32_t> flows, open, links;
  };
  // Flows in these virtual channels are held back.
  struct Held {
    std::uint32_t turns;
    std::int64_t level;
  };
  struct InTurn {
    std::vector<std::vector<Held>> held;  // by link, while solving
    std::vector<std::uint32_t> kinds;     // of virtual channels
    std::uint32_t chain = 0;
    bool any = false;     // flow has turns
    bool uneven = false;  // while solving: some weights are not shares
  };

  bool can_fill(const Link& l) const;
  template <class Known>
  void explore(std::vector<Seed>& seeds, Known known, void (Shares::*reach)(std::uint32_t));
  void reach_flow(std::uint32_t flow);
  void reach_link(std::uint32_t link);
  void reach_links_of(std::uint32_t flow);
  std::uint32_t part_of(std::uint32_t flow, std::size_t use, std::uint32_t deep);
  bool weigh(std::uint32_t link);
  void fill();
  void fill_in_turn();
  void fill_unevenly();
  bool reweigh();
  void settle_lowest(std::uint32_t link);
  std::int64_t filled_level(std::uint32_t link) const;
  std::int64_t held_level(const Use&) const;
  std::int64_t level_of(std::uint32_t link) const;
  std::int64_t rate_at(const Use&) const;
  void settle_at(const Limit&, std::uint32_t flow);
  Limit limit_of(std::uint32_t flow) const;
  void settle(std::uint32_t flow, std::int64_t rate);
  void settle_all(std::uint32_t link, std::int64_t level);
  void hold_back(const Flow&, const Use& at);
  void push(std::uint32_t link, std::int64_t level);

  std::int64_t buffer_;
  std::vector<Link> links_;
  std::vector<Filling> filling_;  // by link
  std::vector<Marks> marks_;      // by link
  std::vector<Flow> flows_;
  std::vector<Reach> reach_;  // by flow
  std::vector<std::uint32_t> free_;          // numbers of flows that have ended
  std::vector<Seed> new_flows_, touched_links_;
  Reached reached_;
  std::vector<Time> components_;  // the last change of each
  std::vector<Change> changed_;
  LevelQueue levels_;
  InTurn in_turn_;
  std::vector<std::pair<std::int64_t, std::uint32_t>> bounds_;
  std::uint32_t stamp_ = 0, running_ = 0;
  std::size_t unsettled_ = 0;  // of the flows reached
  std::uint64_t computed_ = 0;
};

}  // namespace kasuri
