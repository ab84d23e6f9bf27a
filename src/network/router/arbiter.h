// SPDX-License-Identifier: MIT
// Arbiters: which of the packets that wait for an output of a router get it. One is a policy type, from
// which its file makes the routers (input_queued.h):
//
//   struct Policy {
//     Policy(const Params&, const RouterContext&);
//     // Candidates input VCs in its order until one is taken; whether one was.
//     template <class Site, class Take>
//     bool pick(Site& site, Take&& take);
//   };
//
// A Site is an output with those that want it: `site.set()`, a set of input VCs in `site.words()` words,
// `site.turn()`, 16 bits that the policy may keep for the output, `site.packet(input_vc)`, the one at its
// head, `site.vc(input_vc)`, the channel it came by, and `site.router()`, `site.port()`, `site.sent()`,
// which say what is decided: the how many-th packet by which port of which router of the whole machine.
//
// A packet that comes alone to an idle output is granted without being offered. A policy that keeps count
// of grants has also
//     void alone(const Alone&);
// which must leave it as if pick() had been called with this packet only and granted it: which of the two
// happens depends on what else the same thread does at that instant.
//
// A policy that decides for all outputs of a router at once has instead of pick()
//     static constexpr bool kJoint = true;
// and what islip.cpp has.
//
// With queues at the outputs (output_queued.h) policies also choose among the virtual channels of a link,
// which then stand for input VCs, and alone() is not called. A policy that cannot do that, as it goes by
// input ports, has
//     static constexpr bool kNeedsInputs = true;
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/config/registry.h"

namespace kasuri {

class Routers;
struct RouterContext;
struct RouterParams;

struct ArbiterContext {};

// The arbiters that can choose among the virtual channels of a link, for a message.
std::string names_for_links();

// A grant without competition; `router` is a local number.
struct Alone {
  std::uint32_t router, output, input_vc;
  std::uint32_t input_port, vc;  // of input_vc
  std::uint32_t bytes;
};

// What a configuration picks by `router.arbiter`.
class Arbiter {
 public:
  static constexpr std::string_view kKind = "arbiter";
  static constexpr std::string_view kKindMeaning = "selects one of the packets that wait for an output of "
                                                   "a router";
  using Base = Arbiter;
  using Context = ArbiterContext;

  // A parameter that does not fit the routers, or with an empty key the arbiter itself, and why.
  struct Misfit {
    std::string key, why;
  };

  virtual ~Arbiter() = default;
  virtual std::optional<Misfit> misfit(const RouterParams&) const { return std::nullopt; }
  // Whether it can choose among the virtual channels of a link.
  virtual bool for_links() const = 0;
  // Rounds in which inputs and outputs of a router choose each other; 0 if outputs choose one by one.
  virtual std::uint32_t iterations() const { return 0; }
  virtual std::unique_ptr<Routers> input_queued(const RouterContext&) const = 0;
  virtual std::unique_ptr<Routers> output_queued(const RouterContext&) const = 0;
  virtual std::unique_ptr<Routers> cioq(const RouterContext&) const = 0;
};

// A set of input VCs is so many of these, by their index.
using SetWord = std::uint32_t;
inline constexpr std::uint32_t kSetLog = 5, kSetBits = 1 << kSetLog;

// Calls f(index) for each element of a set.
template <class F>
void for_each_in(const SetWord* set, std::uint32_t words, F f) {
  for (std::uint32_t w = 0; w < words; ++w) {
    for (SetWord bits = set[w]; bits; bits &= bits - 1) {
      f(w * kSetBits + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
  }
}

// The index after the last winner comes first (Dally & Towles 2004, section 18.4); the turn is the
// last winner.
struct RoundRobin {
  RoundRobin() = default;
  RoundRobin(const config::NoParams&, const RouterContext&) {}

  // A site may know at a glance of many that they cannot be taken: with_free_inputs() leaves them out of a
  // word of its set.
  template <class Site, class Take>
  bool pick(Site& site, Take&& take) const {
    if constexpr (requires { site.with_free_inputs(SetWord{}, 0u); }) {
      const auto sift = [&](SetWord bits, std::uint32_t word) { return site.with_free_inputs(bits, word); };
      return pick(site.set(), site.words(), site.turn(), take, sift);
    } else {
      return pick(site.set(), site.words(), site.turn(), take);
    }
  }

  static SetWord all(SetWord bits, std::uint32_t) { return bits; }

  template <class Take, class Sift = decltype(&all)>
  static bool pick(const SetWord* words, std::uint32_t n, std::uint16_t& turn, Take&& take,
                   Sift&& sift = all) {
    const std::uint32_t start = turn / kSetBits;
    const SetWord from_turn = ~SetWord{1} << (turn % kSetBits);  // those behind the winner
    if (offer(words[start] & from_turn, start, turn, take, sift)) return true;
    for (std::uint32_t word = start + 1; word < n; ++word) {
      if (offer(words[word], word, turn, take, sift)) return true;
    }
    for (std::uint32_t word = 0; word < start; ++word) {
      if (offer(words[word], word, turn, take, sift)) return true;
    }
    return offer(words[start] & ~from_turn, start, turn, take, sift);
  }

 private:
  template <class Take, class Sift>
  [[gnu::always_inline]] static bool offer(SetWord bits, std::uint32_t word, std::uint16_t& turn,
                                           Take&& take, Sift&& sift) {
    if (!bits) return false;
    for (bits = sift(bits, word); bits; bits &= bits - 1) {
      const std::uint32_t index = word * kSetBits + static_cast<std::uint32_t>(std::countr_zero(bits));
      if (!take(index)) continue;
      turn = static_cast<std::uint16_t>(index);
      return true;
    }
    return false;
  }
};

}  // namespace kasuri
