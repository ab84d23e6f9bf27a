// SPDX-License-Identifier: MIT
// The receiver of RCCC (rccc.cpp), as in the public UEC simulator (htsim, August 2025). One pacer for each
// NIC grants bytes to its connections in turn, a little slower than the link brings them. Where the uplinks
// of switches are oversubscribed it slows down further, by marks and by packets trimmed on the way.
#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "base/core/hash.h"
#include "network/control/receive_control.h"

namespace kasuri {
namespace {

using namespace literals;

struct ReceiverCreditsParams {
  Bytes bytes{16'384};
  std::optional<Bytes> turn;
  double rate = 0.99;
  std::optional<double> oversubscription;

  static config::Fields<ReceiverCreditsParams> fields() {
    using P = ReceiverCreditsParams;
    return {config::field("bytes", &P::bytes, "bytes that come before they are acknowledged unasked")
                .at_least(1_B),
            config::field("turn", &P::turn,
                          "bytes that a connection is granted at a time; default: 16 KiB; 4 KiB with "
                          "ethernet.preset 'uec-2024', whose grants may exceed the demand")
                .range(1_B, Bytes{1 << 30}),
            config::field("rate", &P::rate, "rate of grants, as a share of the link's").range(0.01, 1.0),
            config::field("oversubscription", &P::oversubscription,
                          "rate of hosts over the rate of their switch's other links; grants slow down by "
                          "marks if it is above 1; default: the machine's, 1 where send controls follow "
                          "marks themselves")
                .range(0.001, 10'000.0)};
  }
};

class ReceiverCredits final : public ReceiveControl {
 public:
  ReceiverCredits(const ReceiverCreditsParams& p, ReceiveControlContext& c)
      : bytes_(p.bytes),
        old_(c.rules == UecRules::v2024),
        turn_(p.turn.value_or(Bytes{old_ ? 4096 : 16'384})),
        ahead_{c.bandwidth_delay.n * 3 / 2},
        rate_{std::max<std::int64_t>(1, std::llround(static_cast<double>(c.rate.n) * p.rate))},
        period_{old_ ? 18'000'000 : c.round_trip.ps * 3 / 2},
        seed_(c.seed) {
    const double over = p.oversubscription.value_or(c.oversubscription);
    if (over > 1) least_ = std::clamp((old_ ? 0.75 : 0.9) / over, 0.01, 1.0);
  }

  void arrived(const Arrival& a, Answers& answers, Time now) override {
    count(a, now);
    ask(a, false, answers, now);
    if (due(a, bytes_)) answers.acknowledge(a);
  }
  void refused(const Arrival& a, Answers& answers, Time now) override {
    count(a, now);
    ask(a, true, answers, now);
  }

  void tick(Answers& answers, Time now) override {
    if (now < next_) return;
    const bool active = !active_.empty();
    std::deque<std::uint32_t>& from = active ? active_ : idle_;
    // What is granted unasked is for messages that are under way.
    if (from.empty() || (!active && !answers.expecting())) {
      paces_ = false;
      return;
    }
    const std::uint32_t i = from.front();
    from.pop_front();
    Flow& f = flows_[i];
    const Bytes n = active && !old_ ? std::clamp(f.asked - f.granted, Bytes{0}, turn_) : turn_;
    f.granted += n;
    if (f.granted < f.asked) {
      f.place = Place::active;
      active_.push_back(i);
    } else if (active || f.granted - f.asked < ahead_) {
      f.place = Place::idle;
      idle_.push_back(i);
    } else {
      f.place = Place::none;
    }
    f.at = now;
    answers.grant(i, f.granted);
    slow_down(now);
    const Time took = (n.n > 0 ? n : kLeast) / rate_;
    next_ = now + Time{std::llround(static_cast<double>(took.ps) / share_)};
    answers.wake(next_);
  }

 private:
  static constexpr Bytes kLeast{1024};

  enum class Place : std::uint8_t { none, active, idle };
  struct Flow {
    Bytes asked{0}, granted{0};  // totals
    Time at{0};                  // of the last grant
    Place place = Place::none;
  };

  // A connection's turn comes when it asks for more, or lost a packet.
  void ask(const Arrival& a, bool lost, Answers& answers, Time now) {
    if (a.connection >= flows_.size()) flows_.resize(a.connection + 1);
    Flow& f = flows_[a.connection];
    // It asks for what it should have got long ago: that grant was lost.
    if (a.asks && a.demand.n > 0 && a.demand <= f.granted && now - f.at >= period_) {
      f.at = now;
      answers.grant(a.connection, f.granted);
    }
    const bool more = a.demand > f.asked;
    f.asked = std::max(f.asked, a.demand);
    if (f.place != Place::active && (lost || (more && f.granted < f.asked))) {
      if (f.place == Place::idle) std::erase(idle_, a.connection);
      f.place = Place::active;
      active_.push_back(a.connection);
    }
    if (paces_ || (active_.empty() && idle_.empty())) return;
    paces_ = true;
    next_ = later(now, next_);
    if (next_ > now) answers.wake(next_);
    else tick(answers, now);
  }

  void count(const Arrival& a, Time now) {
    if (least_ == 1) return;
    round_.all += 1;
    if (a.cut) round_.trimmed += !a.at_last_hop;
    else round_.whole += 1, round_.marked += a.marked;
    slow_down(now);
  }
  // Once in 1.5 round trips or so.
  void slow_down(Time now) {
    if (least_ == 1 || now < adapts_) return;
    const double draw = static_cast<double>(mix(seed_, ++draws_) >> 11) * 0x1p-53;
    adapts_ = now + Time{std::llround(static_cast<double>(period_.ps) * (0.75 + 0.5 * draw))};
    if (draws_ == 1 || round_.all == 0) return;
    marks_ = (marks_ + (round_.whole > 0 ? static_cast<double>(round_.marked) / round_.whole : 0)) / 2;
    const double trims = old_ ? 0 : static_cast<double>(round_.trimmed) / round_.all;
    share_ -= trims;
    if (marks_ > 0.3) share_ *= 1 - (old_ ? 0.75 : 0.5) * (marks_ - 0.3);
    if (marks_ > 0.3 || trims > 0) {
      rounds_ = 0;
    } else if (old_) {
      share_ += 0.05;
    } else {
      share_ += round_.marked == 0 ? 0.01 * std::exp2(std::min(rounds_, 20)) : 0.01;
      rounds_ += 1;
    }
    share_ = std::clamp(share_, least_, 1.0);
    round_ = {};
  }

  Bytes bytes_;
  bool old_;  // the rules of 2024
  Bytes turn_, ahead_;
  BytesPerSecond rate_;
  Time period_;
  std::uint64_t seed_;
  std::vector<Flow> flows_;  // by connection
  std::deque<std::uint32_t> active_, idle_;
  Time next_{0};         // turn
  bool paces_ = false;   // a turn will come
  double share_ = 1;     // of the rate, by congestion on the way
  double least_ = 1;     // of it; 1: the way has room for all
  double marks_ = 0;     // share of marked packets, over several rounds
  Time adapts_{0};
  std::uint64_t draws_ = 0;
  struct {
    std::uint32_t all = 0, whole = 0, marked = 0, trimmed = 0;
  } round_;  // its packets
  int rounds_ = 0;       // since the rate last fell
};

const config::Register<ReceiverCredits, ReceiverCreditsParams> receiver_credits{
    "receiver-credits", "grants at the rate of the link, for 'rccc', and acknowledgements as 'coalesced'"};

}  // namespace
}  // namespace kasuri
