// SPDX-License-Identifier: MIT
// When links go to sleep: one policy a file, registered by name. A policy is asked once for each
// idle gap, when the gap ends, and answers what the link has done meanwhile. So no timer is ever
// posted that would have to be recalled; but a policy must answer from what the link knew at the
// time: from earlier gaps, never from when this one ends (the oracle excepted, which is there to be
// compared with).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/config/registry.h"
#include "network/power/sleep.h"

namespace kasuri {

// What all policies know of the links they govern.
struct PolicyContext {
  Time threshold{0};       // T_lt
  SleepModes modes;
  bool abortable = false;
  std::uint32_t links = 0;  // of this partition, numbered from 0
};

class LinkPolicy {
 public:
  static constexpr std::string_view kKind = "link_policy";
  static constexpr std::string_view kKindMeaning = "link power policy";
  using Base = LinkPolicy;
  using Context = PolicyContext;

  explicit LinkPolicy(const PolicyContext& c) : c_(c) {}
  virtual ~LinkPolicy() = default;

  // The link was last used until `idle` and is wanted at `want` (not later than `idle` if packets
  // queue; kEndless when the run is over). Called once for each gap, in the order of time.
  virtual Rest rest(std::uint32_t link, Time idle, Time want) = 0;

  // Of a policy that does the same in every gap and learns nothing: what. Spares calls of rest().
  virtual std::optional<SleepPlan> always() const { return std::nullopt; }

  // No shorter gap lets a link sleep, or none delays a packet (kEndless).
  virtual Time least_gap() const { return c_.threshold; }

  // Whether rest() must also be asked for packets that queue.
  virtual bool asked_always() const { return scales_rate(); }

  // For policies that let packets gather before a link wakes up. A further packet wants the link at
  // `now`, before it is up; the run is over at `end`. Returns which part of its sleep, as told by
  // rest(), it will not sleep; it is up so much earlier.
  virtual bool gathers() const { return false; }  // whether these must be asked
  virtual Span wanted_again(std::uint32_t /*link*/, Time /*now*/) { return {}; }
  virtual Span cut_off(std::uint32_t /*link*/, Time /*end*/) { return {}; }

  // How long the next packet takes, which takes `full` at the link's full rate.
  virtual Time slowed(std::uint32_t /*link*/, Time full) const { return full; }
  virtual bool scales_rate() const { return false; }

  // Whether the links of a packet's whole way are woken when it is injected.
  virtual bool wakes_ahead() const { return false; }
  // Whether they are woken when a program says that it is about to send.
  virtual bool heeds_hints() const { return wakes_ahead(); }

  // The power of a mode, given that of a link that is up and what the configuration says of the
  // mode, in W.
  virtual double power(std::size_t /*mode*/, double /*active*/, double configured) const {
    return configured;
  }

 protected:
  Rest rest_with(const SleepPlan& plan, Time idle, Time want) const {
    return rest_in(plan, c_.modes, c_.abortable, idle, want);
  }
  // A gap longer than this saves energy if the link goes to sleep at once: transitions cost the
  // power of an active link, so it is just the time that they take.
  Time break_even() const { return c_.modes[0].enter + c_.modes[0].leave; }

  PolicyContext c_;
};

}  // namespace kasuri
