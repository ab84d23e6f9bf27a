// SPDX-License-Identifier: MIT
// RCCC, the receiver-credit congestion control of Ultra Ethernet 1.0, as in the public UEC simulator
// (htsim, August 2025); this is its sender, receiver_credits.cpp the receiver. A connection begins with a
// window's worth of credit of its own. The first answer takes what is left of it; from then on it sends
// what the receiver grants. Each packet says up to which total it would like grants. With another send
// control (`with`), both must allow a packet.
#include <algorithm>

#include "base/core/errors.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace {

using namespace literals;

struct RcccParams {
  std::optional<Bytes> window;
  std::optional<config::Choice<SendControl>> with;

  static config::Fields<RcccParams> fields() {
    using P = RcccParams;
    return {config::field("window", &P::window,
                          "credit at the start, and the most that a connection holds; default: 1.5 "
                          "bandwidth-delay products")
                .at_least(1_B),
            config::field("with", &P::with,
                          "a send control that must allow each packet, too; default: none")};
  }
};

class Rccc final : public SendControl {
 public:
  Rccc(const RcccParams& p, SendControlContext& c)
      : packet_(c.packet),
        most_(p.window.value_or(Bytes{c.bandwidth_delay().n * 3 / 2})),
        unit_(c.rules == UecRules::v2024 ? 512 : 256),
        credit_(most_),
        granted_(c.granted),
        patience_(c.round_trip * 3) {
    if (c.round_trip == Time{0}) {
      throw Error(Exit::usage, "'rccc' sends by the grants of Ethernet hosts: add [ethernet], or choose "
                               "another one");
    }
    if (most_ < packet_) {
      throw Error(Exit::usage, "'window' must hold a whole packet, at least " + to_string(packet_));
    }
    if (p.with && p.with->name() == "rccc") {
      throw Error(Exit::usage, "'with' is another send control than 'rccc' itself, such as 'nscc'");
    }
    if (p.with) with_ = p.with->make(c);
  }

  std::string_view receiver() const override { return "receiver-credits"; }
  bool marks_at_hosts() const override { return false; }

  Time may_send(const SendState& s, Bytes next, Time now) override {
    if (credit_.n <= 0 && !unheard_) return kNever;
    return with_ ? with_->may_send(s, next, now) : now;
  }
  void sent(const SendState& s, Bytes n, Time now) override {
    credit_ -= n;
    unheard_ = false;
    probe_ = kNever;
    ask(s);
    if (with_) with_->sent(s, n, now);
  }
  bool requests(const SendState& s, Bytes n, bool others, Time now) override {
    if (!others && may_send(s, n, now) <= now) return false;
    ask(s);
    return true;
  }
  Bytes total_granted() const override { return granted_; }
  Bytes demand(const SendState&) const override { return asked_; }
  bool wants_answer(const SendState& s, Bytes size) const override {
    return credit_.n <= 0 || (with_ ? with_->wants_answer(s, size) : s.in_flight + size >= most_);
  }

  void granted(Bytes total, Time) override {
    stop_speculating();
    if (total <= granted_) return;
    credit_ = std::min(credit_ + (total - granted_), most_);
    granted_ = total;
    if (credit_.n > 0) probe_ = kNever;
  }
  void acknowledged(const SendState& s, const Acknowledgement& a, Time now) override {
    stop_speculating();
    unheard_ = s.in_flight.n == 0 && (s.backlog.n == 0 || asked_ <= granted_);
    watch(s, now);
    if (with_) with_->acknowledged(s, a, now);
  }
  // The receiver knows what comes in at its own link, and grants no more than that.
  void refused(const SendState& s, const Refusal& r, Time now) override {
    stop_speculating();
    if (with_ && !r.at_last_hop) with_->refused(s, r, now);
  }
  void lost(const SendState& s, Bytes n, Time now) override {
    watch(s, now);
    if (with_) with_->lost(s, n, now);
  }

  std::optional<Bytes> window() const override { return with_ ? with_->window() : std::nullopt; }
  Time timer() const override { return with_ ? std::min(probe_, with_->timer()) : probe_; }
  void tick(const SendState& s, Time now) override {
    if (now >= probe_) {
      probe_ = kNever;
      unheard_ = true;
      return;
    }
    if (with_) with_->tick(s, now);
  }

 private:
  // Grants may be lost: with nothing in flight whose answer would tell, a packet goes without credit.
  void watch(const SendState& s, Time now) {
    if (credit_.n > 0 || unheard_ || s.in_flight.n > 0 || s.backlog.n == 0) return;
    probe_ = now + patience_;
  }
  void ask(const SendState& s) {
    Bytes wanted = s.backlog;
    if (with_) wanted = std::min(wanted, with_->window().value_or(most_) + packet_);
    wanted = std::min(wanted, most_) - credit_;
    if (speculates_ && s.backlog.n > 0) wanted = std::max(wanted, packet_);
    if (s.others > 1) wanted = {wanted.n / s.others};
    asked_ = {(std::max(granted_ + wanted, granted_).n + unit_ - 1) / unit_ * unit_};
  }
  void stop_speculating() {
    if (!std::exchange(speculates_, false)) return;
    credit_ = std::min(credit_, Bytes{0});
  }

  Bytes packet_, most_;
  std::int64_t unit_;  // of demands
  Bytes credit_;
  Bytes granted_;     // so far
  Bytes asked_{0};    // up to which total
  bool speculates_ = true;
  // The receiver does not know of what is handed over next: one packet may go without credit.
  bool unheard_ = false;
  Time patience_, probe_ = kNever;
  std::unique_ptr<SendControl> with_;
};

const config::Register<Rccc, RcccParams> rccc{
    "rccc", "Ultra Ethernet 1.0's credits, granted by the receiver at the rate of its link"};

}  // namespace
}  // namespace kasuri
