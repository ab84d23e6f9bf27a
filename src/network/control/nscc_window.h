// SPDX-License-Identifier: MIT
// What the windows of NSCC have in common, as of 2024 and of Ultra Ethernet 1.0 (nscc_2024.cpp, nscc.cpp,
// which name their sources).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/core/errors.h"
#include "network/control/send_control.h"

namespace kasuri {

class NsccWindow : public SendControl {
 public:
  std::optional<Bytes> window() const final { return Bytes{window_}; }
  void lost(const SendState&, Bytes n, Time) final { window_ = std::max(window_ - n.n, packet_); }

 protected:
  NsccWindow(std::optional<Bytes> window, Time target, Time base, const SendControlContext& c,
             std::string_view name)
      : packet_(c.packet.n),
        payload_(static_cast<double>((c.packet - c.header).n)),
        rate_(window ? BytesPerSecond{0} : c.rate),
        target_(target),
        scale_(static_cast<double>(c.bandwidth_delay().n) / 150'000),
        base_(base),
        most_(window.value_or(Bytes{c.bandwidth_delay().n * 3 / 2}).n),
        window_(most_) {
    if (c.round_trip == Time{0}) {
      throw Error(Exit::usage, "'" + std::string(name) + "' follows the marks of Ethernet switches: add "
                               "[ethernet], or choose another one");
    }
    if (most_ < packet_) {
      throw Error(Exit::usage, "'window' must hold a whole packet, at least " + to_string(c.packet));
    }
  }

  void count(Bytes n) {
    achieved_ += n.n;
    since_adjust_ += n.n;
    ignored_ += n.n;
  }
  // The queueing delay that an acknowledgement tells.
  Time delay_of(const Acknowledgement& a) {
    if (!a.round_trip) return Time{static_cast<std::int64_t>(average_)};
    lower_base(*a.round_trip);
    const Time delay = *a.round_trip - base_;
    const bool stale = !a.marked && delay > target_;
    average(static_cast<double>(stale ? base_.ps / 4 : delay.ps));
    return delay;
  }
  void lower_base(Time round_trip) {
    if (round_trip >= base_) return;
    base_ = round_trip;
    if (rate_.n == 0) return;
    most_ = SendControlContext{.rate = rate_, .packet = {}, .header = {}, .round_trip = base_}
                .bandwidth_delay().n * 3 / 2;
  }
  void average(double x) { average_ += 0.0125 * (x - average_); }
  void clamp() { window_ = std::clamp(window_, packet_, std::max(most_, packet_)); }
  // If little has arrived in the last round trip, sets the window to that.
  bool adapts(bool due, Bytes in_flight) {
    if (adapt_end_ == Time{0} || !due || achieved_ >= most_ / 8) return false;
    window_ = std::max(achieved_, packet_);
    to_ignore_ = in_flight.n;
    ignored_ = 0;
    trigger_ = false;
    return true;
  }
  // Of marked bytes that waited: once a round trip.
  void shrink(Time delay, Time now) {
    if (delay < target_) return;
    fast_ = false;
    quiet_ = 0;
    const auto target = static_cast<double>(target_.ps);
    if (average_ <= target || now - last_decrease_ <= base_) return;
    const double factor = std::max(1 - 0.8 * (average_ - target) / average_, 0.5);
    window_ = static_cast<std::int64_t>(static_cast<double>(window_) * factor);
    last_decrease_ = now;
  }
  // After a window without any queues, by a part of all bytes. Whether it did.
  bool grows_fast(std::int64_t n, Time delay) {
    if (delay >= Time{1'000'000}) {
      quiet_ = 0;
      fast_ = false;
    } else {
      quiet_ += n;
      fast_ |= quiet_ > window_;
    }
    if (fast_) window_ += static_cast<std::int64_t>(0.25 * scale_ * static_cast<double>(n));
    return fast_;
  }
  // The simulator's sum has 32 bits and wraps.
  void grow(double by) {
    increase_ = static_cast<std::uint32_t>(static_cast<std::uint64_t>(increase_ + by));
  }

  std::int64_t packet_;
  double payload_;
  BytesPerSecond rate_;  // 0: `window` is set, and does not follow the round trip
  Time target_;
  double scale_;
  Time base_;  // the shortest round trip
  std::int64_t most_, window_;
  double average_ = 0;  // queueing delay in ps
  std::uint32_t increase_ = 0;
  std::int64_t achieved_ = 0, since_adjust_ = 0, ignored_ = 0, to_ignore_ = 0, quiet_ = 0;
  Time adapt_end_{0}, last_decrease_{0}, last_adjust_{0};
  bool trigger_ = false, fast_ = false;
};

// The setting that both have.
template <class P>
auto nscc_window_field() {
  return config::field("window", &P::window,
                       "bytes in flight at the start and at most; default: 1.5 bandwidth-delay products")
      .at_least(Bytes{1});
}

}  // namespace kasuri
