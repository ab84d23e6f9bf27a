// SPDX-License-Identifier: MIT
// FAST TCP (Wei, Jin, Low & Hegde, "FAST TCP: Motivation, Architecture, Algorithms, Performance", IEEE/ACM
// Transactions on Networking 14(6), 2006): a window that follows queueing delay alone. Once a round trip
//   window = min(2 window, (1 - gamma) window + gamma (window * base / round trip + alpha))
// so that each connection comes to rest with alpha bytes in queues, and all share a link equally. A loss
// halves the window, once a round trip, as does a packet that was trimmed.
#include <algorithm>
#include <cmath>

#include "base/core/errors.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace {

using namespace literals;

struct FastParams {
  std::optional<Bytes> alpha, start, window;
  double gamma = 0.5;

  static config::Fields<FastParams> fields() {
    using P = FastParams;
    return {config::field("alpha", &P::alpha,
                          "bytes that a connection keeps in queues; default: two of the largest packets")
                .at_least(1_B),
            config::field("gamma", &P::gamma, "share of the new value in the window, once a round trip")
                .range(0.01, 1.0),
            config::field("start", &P::start, "window at the start; default: one of the largest packets")
                .at_least(1_B),
            config::field("window", &P::window, "largest window; default: 4 bandwidth-delay products")
                .at_least(1_B)};
  }
};

class Fast final : public SendControl {
 public:
  Fast(const FastParams& p, SendControlContext& c)
      : packet_(static_cast<double>(c.packet.n)),
        alpha_(static_cast<double>(p.alpha.value_or(c.packet * 2).n)),
        gamma_(p.gamma),
        most_(static_cast<double>(p.window.value_or(c.bandwidth_delay() * 4).n)),
        window_(std::clamp(static_cast<double>(p.start.value_or(c.packet).n), packet_,
                           std::max(most_, packet_))),
        base_(c.round_trip) {
    if (c.round_trip == Time{0}) {
      throw Error(Exit::usage, "'fast' follows the queues of Ethernet switches: add [ethernet], or choose "
                               "another one");
    }
    if (most_ < packet_) {
      throw Error(Exit::usage, "'window' must hold a whole packet, at least " + to_string(c.packet));
    }
  }

  Time may_send(const SendState& s, Bytes next, Time now) override {
    return (s.in_flight + next).n <= std::llround(window_) ? now : kNever;
  }
  std::optional<Bytes> window() const override { return Bytes{std::llround(window_)}; }
  // Often enough to see its queue, also with few packets in flight.
  bool wants_answer(const SendState& s, Bytes size) const override {
    return (s.in_flight + size * 2).n > std::llround(window_);
  }

  void acknowledged(const SendState&, const Acknowledgement& a, Time now) override {
    if (!a.round_trip) return;
    base_ = earlier(base_, *a.round_trip);
    if (now - updated_ < *a.round_trip) return;
    updated_ = now;
    const double share = static_cast<double>(base_.ps) / static_cast<double>(a.round_trip->ps);
    set(std::min(2 * window_, (1 - gamma_) * window_ + gamma_ * (window_ * share + alpha_)));
  }
  void refused(const SendState&, const Refusal&, Time now) override { halve(now); }
  void lost(const SendState&, Bytes, Time now) override { halve(now); }

 private:
  void set(double window) { window_ = std::clamp(window, packet_, most_); }
  void halve(Time now) {
    if (now - halved_ < base_) return;
    halved_ = updated_ = now;
    set(window_ / 2);
  }

  double packet_, alpha_, gamma_, most_, window_;
  Time base_;  // the shortest round trip
  Time updated_{0}, halved_{-kNever.ps / 2};
};

const config::Register<Fast, FastParams> fast{
    "fast", "FAST TCP's window, by queueing delay alone: each connection keeps alpha bytes in queues"};

}  // namespace
}  // namespace kasuri
