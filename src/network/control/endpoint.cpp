// SPDX-License-Identifier: MIT
// Congestion management of endpoints, after what is public of Slingshot (De Sensi et al., SC 2020, II-C):
// where packets of several sources meet at the link to one endpoint, exactly these sources are throttled,
// stiffly and at once; what goes elsewhere, also from the same sources, is not. Its rules are not public.
// Assumed are:
//
// - The edge, here the receiving NIC, counts sources: those with a packet within `calm` times what a packet
//   of each takes, or `congested` times, while it is congested: its link has been busy for longer than
//   `busy` packets take, or was so within that time. Acknowledgements carry their number n and, with at
//   least `senders`, a mark. (6, 1.5 and 5 are those of SST's merlin, whose stand-in counts what is on the
//   way.)
// - A source begins without a rate. A mark sets it to line/n, if that is less than half, else takes an
//   eighth off, once per round trip, but leaves 15/16 of line/n. Without marks 1/32 of line/n is added per
//   round trip; a source that is alone has no rate. So what some do not use goes to others.
// - At most 1.5 rates times the smallest round trip are in flight, 2.25 without a rate.
#include <algorithm>
#include <deque>
#include <vector>

#include "base/config/document.h"
#include "base/core/errors.h"
#include "network/control/receive_control.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace {

using namespace literals;

struct EndpointParams {
  Bytes first{32'768};

  static config::Fields<EndpointParams> fields() {
    return {config::field("first", &EndpointParams::first,
                          "most bytes in flight to an endpoint until its round trip is known")
                .at_least(1_B)};
  }
};

class Endpoint final : public SendControl {
 public:
  Endpoint(const EndpointParams& p, SendControlContext& c)
      : line_(static_cast<double>(c.rate.n)),
        rate_(line_),
        first_(static_cast<double>(p.first.n)) {
    if (c.counts_senders) return;
    throw Error(Exit::usage,
                "'endpoint' goes by counts of senders, which NICs of routers with credits have: remove it, "
                "or [ethernet]");
  }

  std::string_view receiver() const override { return "edge-port"; }
  // What is over the window waits for an acknowledgement, or much longer than that takes: it may be of
  // packets that did not ask.
  Time may_send(const SendState& s, Bytes next, Time now) override {
    if (s.in_flight.n > 0 && static_cast<double>((s.in_flight + next).n) > window_bytes()) {
      return later(now, last_at_ + later(gap_ * 4, earlier(shortest_, 64_us) * 16));
    }
    return rate_ >= line_ ? now : later(now, last_at_ + gap_);
  }
  void sent(const SendState& s, Bytes n, Time now) override {
    last_at_ = now;
    gap_ = Time{static_cast<std::int64_t>(static_cast<double>(n.n) / rate_ * 1e12)};
    unasked_ += n;
    const double window = window_bytes();
    asks_ = rate_ < line_ || static_cast<double>(unasked_.n) * 4 > window ||
            static_cast<double>((s.in_flight + n).n) > window;
    if (asks_) unasked_ = Bytes{0};
  }
  bool wants_answer(const SendState&, Bytes) const override { return asks_; }

  void acknowledged(const SendState&, const Acknowledgement& a, Time now) override {
    if (!a.round_trip) return;
    shortest_ = earlier(shortest_, *a.round_trip);
    const double fair = line_ / std::max(1u, a.senders), least = fair * 15 / 16;
    if (a.marked) {
      if (now - *a.round_trip < changed_at_) return;  // it left before
      rate_ = rate_ > 2 * fair ? fair : std::max(rate_ * 7 / 8, least);
    } else if (a.senders <= 1) {
      rate_ = line_;
      return;
    } else {
      if (rate_ >= line_ || now - changed_at_ < shortest_) return;
      rate_ = std::min(line_, std::max(rate_ + fair / 32, least));
    }
    changed_at_ = now;
  }

 private:
  double window_bytes() const {
    if (shortest_ == kNever) return first_;
    const double of_rate = 1.5 * rate_ * shortest_.seconds();
    return rate_ < line_ ? of_rate : std::max(of_rate * 1.5, first_);
  }

  double line_, rate_;  // B/s
  double first_;
  Time shortest_ = kNever, last_at_{0}, gap_{0}, changed_at_{0};
  Bytes unasked_{0};
  bool asks_ = false;
};

struct EdgePortParams {
  std::uint32_t senders = 6;
  double busy = 6, calm = 1.5, congested = 5;
  Bytes bytes{16'384};

  static config::Fields<EdgePortParams> fields() {
    using P = EdgePortParams;
    return {config::field("senders", &P::senders, "fewest sources that congest an endpoint")
                .range(1, 1u << 20),
            config::field("busy", &P::busy,
                          "for how long its link must have been busy, in times that a packet takes")
                .range(0.0, 1e6),
            config::field("calm", &P::calm,
                          "for how long a source counts after a packet, in times that a packet of each "
                          "source takes")
                .range(0.0, 1e6),
            config::field("congested", &P::congested, "the same while the endpoint is congested")
                .range(0.0, 1e6),
            config::field("bytes", &P::bytes, "bytes that come before they are acknowledged unasked")
                .at_least(1_B)};
  }
};

class EdgePort final : public ReceiveControl {
 public:
  EdgePort(const EdgePortParams& p, ReceiveControlContext& c)
      : p_(p),
        rate_(c.drain.n > 0 ? c.drain : c.rate),
        packet_(c.packet / rate_),
        slower_(static_cast<double>(c.rate.n) / static_cast<double>(rate_.n)) {}

  void arrived(const Arrival& a, Answers& answers, Time now) override {
    if (packets_.size() <= a.connection) packets_.resize(a.connection + std::size_t{1});
    sources_ += packets_[a.connection]++ == 0;
    recent_.push_back({now, a.connection});
    const Time start = now - a.bytes / rate_;
    if (start > last_ + Time{packet_.ps / 2}) busy_since_ = start;
    last_ = now;
    if (now - busy_since_ > times(p_.busy)) congested_until_ = now + times(p_.congested * (sources_ + 1));
    const bool congested = now < congested_until_;
    const Time since = now - times((congested ? p_.congested : p_.calm) * (sources_ + 1));
    while (recent_.front().at < since) {
      sources_ -= --packets_[recent_.front().connection] == 0;
      recent_.pop_front();
    }
    Arrival out = a;
    out.senders = static_cast<std::uint32_t>(sources_ * slower_ + 0.5);
    out.marked = congested && sources_ >= p_.senders;
    if (due(out, p_.bytes)) answers.acknowledge(out);
  }

 private:
  struct Recent {
    Time at;
    std::uint32_t connection;
  };
  Time times(double packets) const {
    return Time{static_cast<std::int64_t>(packets * static_cast<double>(packet_.ps))};
  }

  EdgePortParams p_;
  BytesPerSecond rate_;
  Time packet_;    // that the largest one takes
  double slower_;  // than the link
  std::deque<Recent> recent_;
  std::vector<std::uint32_t> packets_;  // of each connection, in recent_
  std::uint32_t sources_ = 0;
  Time busy_since_{0}, last_{0}, congested_until_{0};
};

const config::Register<Endpoint, EndpointParams> endpoint{
    "endpoint", "throttles the sources that congest an endpoint, as Slingshot does; with credits only"};
const config::Register<EdgePort, EdgePortParams> edge_port{
    "edge-port",
    "counts the sources that meet at an endpoint, and marks their packets while its link is busy"};

}  // namespace
}  // namespace kasuri
