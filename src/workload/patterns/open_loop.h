// SPDX-License-Identifier: MIT
// Open-loop traffic: every rank sends messages of one size at random intervals, without waiting for
// anything (Dally & Towles 2004, sections 3.2 and 23.1). Where to is what patterns differ in. Intervals are
// exponential (a Poisson process), or as if each rank drew in every slot whether it sends (a Bernoulli
// process: intervals are geometric, and all ranks send at multiples of a slot).
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/config/fields.h"
#include "workload/patterns/pattern.h"

namespace kasuri {

enum class SendProcess { poisson, bernoulli };
constexpr auto names_of(SendProcess) { return name_table("poisson", "bernoulli"); }

struct OpenLoopParams {
  double load = 0.2;
  Bytes message{2048};
  std::optional<Time> duration;
  SendProcess process = SendProcess::poisson;
  std::optional<Time> slot;
  bool self = false;

  static config::Fields<OpenLoopParams> fields();
};

// The fields that all such patterns have; those of `own` follow.
template <class P>
config::Fields<P> open_loop_fields(config::Fields<P> own = {}) {
  using namespace literals;
  config::Fields<P> all{
      config::field("load", static_cast<double P::*>(&P::load),
                    "offered load: bytes on the wire per rank, as a share of its link rate")
          .range(1e-6, 4.0),
      config::field("message", static_cast<Bytes P::*>(&P::message), "payload of a message")
          .range(0_B, Bytes{1 << 30}),
      config::field("duration", static_cast<std::optional<Time> P::*>(&P::duration),
                    "time for which messages are sent; default: 100 us, or as long as [measure] may take")
          .range(1_ns, Time{3'600'000'000'000'000}),
      config::field("process", static_cast<SendProcess P::*>(&P::process),
                    "when a rank sends: at exponential intervals, or in each slot with one probability"),
      config::field("slot", static_cast<std::optional<Time> P::*>(&P::slot),
                    "with process = \"bernoulli\": length of a slot; default: of a message on the link")
          .range(1_ps, 1_ms),
      config::field("self", static_cast<bool P::*>(&P::self),
                    "whether messages that a rank would send to itself are sent, and uniform "
                    "destinations include the sender; nic.loopback says where they go")};
  all.insert(all.end(), own.begin(), own.end());
  return all;
}
inline config::Fields<OpenLoopParams> OpenLoopParams::fields() {
  return open_loop_fields<OpenLoopParams>();
}

class OpenLoop : public Pattern, public TransportClient {
 public:
  void start() override;
  Time planned_end() const override {
    const Time d = p_.duration.value_or(c_.usual_duration);
    return d < kNever - c_.start ? c_.start + d : kNever;
  }
  PatternTally tally() const override;
  std::uint64_t memory_bytes() const override { return counters_.capacity() * sizeof(std::uint32_t); }
  // Calls `to` with each destination of a rank, except itself, and the share of its messages. False: it is
  // not known.
  using DemandSink = std::function<void(std::uint32_t to, double share)>;
  virtual bool demand(std::uint32_t /*rank*/, const DemandSink&) const { return false; }
  void on_sent(const Message&) override {}
  void on_arrived(const Message&) override;

 protected:
  OpenLoop(const OpenLoopParams&, PatternContext&);

  // Where a message of `rank` goes, by 64 random bits; `rank` itself for a rank that sends nothing.
  // Whether it does so must not depend on the bits.
  virtual std::uint32_t destination(std::uint32_t rank, std::uint64_t bits) const = 0;
  virtual bool sends(std::uint32_t rank) const { return p_.self || destination(rank, 0) != rank; }
  // Of the next message of a rank, by its place among those here; OpenLoopParams::message is the mean.
  virtual Bytes size(std::uint32_t /*i*/) { return p_.message; }
  // 128 random bits.
  std::array<std::uint64_t, 2> draw(std::uint32_t i);
  bool includes_self() const { return p_.self; }
  std::uint32_t ranks() const { return static_cast<std::uint32_t>(c_.nodes.size()); }

 private:
  Time interval(std::uint64_t bits) const;
  std::int64_t slots(std::uint64_t bits) const;
  void post(std::uint32_t i, Time when);
  bool send(const Event&);

  OpenLoopParams p_;
  PatternContext c_;
  std::uint8_t client_;
  EventKind wake_{};
  double mean_interval_ = 0;
  Time slot_{0};               // 0: a Poisson process
  double log_of_silence_ = 0;  // of the probability that a slot passes without a message
  std::vector<std::uint32_t> counters_;  // of the random stream of each rank here
  std::uint64_t sent_ = 0;
  Bytes bytes_{0}, wire_{0};
  std::int64_t pending_ = 0;  // wake-ups posted, messages on their way
  Time last_{0};
};

}  // namespace kasuri
