// SPDX-License-Identifier: MIT
// Open-loop uniform random traffic: every rank sends messages of one size to ranks drawn uniformly
// among all others, at exponentially distributed intervals (a Poisson process), without waiting
// for anything (Dally & Towles 2004, sections 3.2 and 23.1).
#include <algorithm>
#include <numeric>

#include "config/registry.h"
#include "core/logarithm.h"
#include "core/rng.h"
#include "net/fabric.h"
#include "workload/pattern.h"

namespace kasuri {
namespace {

struct UniformParams {
  double load = 0.2;
  Bytes message{2048};
  Time duration{100'000'000};

  static config::Fields<UniformParams> fields() {
    using P = UniformParams;
    using namespace literals;
    return {config::field("load", &P::load,
                          "bytes on the wire offered by a rank, as a fraction of its link's rate")
                .range(1e-6, 4.0),
            config::field("message", &P::message, "payload of a message").range(0_B, Bytes{1 << 30}),
            config::field("duration", &P::duration, "messages are sent until then")
                .range(1_ns, Time{3'600'000'000'000'000})};
  }
};

class Uniform final : public Pattern, public TransportClient {
 public:
  Uniform(const UniformParams& params, PatternContext& context)
      : p_(params), c_(std::move(context)), client_(c_.transport.add_client(*this)) {
    wake_ = c_.partition.add_handler<&Uniform::send>(this);
    c_.partition.set_places(wake_, c_.places.data());
    const Time busy = c_.transport.on_wire(p_.message) / c_.injection_rate;
    mean_interval_ = static_cast<double>(busy.ps) / p_.load;
  }

  void start() override {
    if (c_.nodes.size() < 2) return;
    counters_.assign(c_.here.size(), 0);
    for (std::uint32_t i = 0; i < c_.here.size(); ++i) {
      post(i, Time{0} + interval(draw(i)[0]));
    }
  }

  Time planned_end() const override { return p_.duration; }
  PatternTally tally() const override {
    return {sent_, p_.message * static_cast<std::int64_t>(sent_), pending_, last_,
            std::accumulate(counters_.begin(), counters_.end(), std::uint64_t{0})};
  }

  void on_sent(const Message&) override {}
  void on_arrived(const Message&) override {
    --pending_;
    last_ = std::max(last_, c_.partition.now());
  }

 private:
  // 128 random bits of a rank: a destination and an interval. Ranks go by their place in `here`.
  std::array<std::uint64_t, 2> draw(std::uint32_t i) {
    return random_at(c_.seed, c_.here[i], c_.job, counters_[i]++);
  }
  Time interval(std::uint64_t bits) const {
    return {1 + static_cast<std::int64_t>(-portable_log(unit_interval(bits)) * mean_interval_)};
  }

  void post(std::uint32_t i, Time when) {
    if (when >= p_.duration) return;
    ++pending_;
    const std::uint32_t rank = c_.here[i];
    c_.partition.post({when,
                       order_key(Phase::node, {c_.first_sender + c_.nodes[rank].v},
                                 kRankSequence + rank % (1u << 30)),
                       i, 0, 0, wake_});
  }

  bool send(const Event& e) {
    const std::uint32_t rank = c_.here[e.target];
    const auto bits = draw(e.target);
    auto to = static_cast<std::uint32_t>(below(bits[0], c_.nodes.size() - 1));
    if (to >= rank) ++to;
    ++sent_;
    c_.transport.send({.source = c_.nodes[rank],
                       .destination = c_.nodes[to],
                       .size = p_.message,
                       .client = client_});
    // The wake-up's place in pending_ passes to the message.
    post(e.target, e.time + interval(bits[1]));
    return true;
  }

  UniformParams p_;
  PatternContext c_;
  std::uint8_t client_;
  EventKind wake_{};
  double mean_interval_ = 0;
  std::vector<std::uint32_t> counters_;  // of the random stream of each rank here
  std::uint64_t sent_ = 0;
  std::int64_t pending_ = 0;  // wake-ups posted, messages on their way
  Time last_{0};
};

const config::Register<Uniform, UniformParams> uniform{
    "uniform", "open loop: uniform random destinations, exponential intervals"};

}  // namespace
}  // namespace kasuri
