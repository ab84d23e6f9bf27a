// SPDX-License-Identifier: MIT
#include "workload/patterns/open_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/core/errors.h"
#include "base/core/logarithm.h"
#include "base/core/rng.h"

namespace kasuri {

OpenLoop::OpenLoop(const OpenLoopParams& params, PatternContext& context)
    : p_(params), c_(context), client_(c_.transport.add_client(*this)) {
  wake_ = c_.partition.add_handler<&OpenLoop::send>(this);
  c_.set_places(wake_);
  const Time busy = c_.transport.on_wire(p_.message) / c_.injection_rate;
  mean_interval_ = static_cast<double>(busy.ps) / p_.load;
  if (p_.process != SendProcess::bernoulli) return;
  slot_ = p_.slot.value_or(busy);
  const double probability = static_cast<double>(slot_.ps) / mean_interval_;
  if (probability > 1) {
    throw Error(Exit::usage, fmt::format("a load of {} is more than a message in each slot of {}: lower "
                                         "the load or the slot",
                                         p_.load, to_string(slot_)));
  }
  // ln(1 - p) <= -p, which it is as good as where 1 - p rounds to 1.
  if (probability < 1) log_of_silence_ = std::min(portable_log(1 - probability), -probability);
}

void OpenLoop::start() {
  if (c_.nodes.size() < 2) return;
  counters_.assign(c_.here.size(), 0);
  for (std::uint32_t i = 0; i < c_.here.size(); ++i) {
    if (!sends(c_.here[i])) continue;
    // The first slot may have a message.
    post(i, c_.start + interval(draw(i)[0]) - slot_);
  }
}

PatternTally OpenLoop::tally() const {
  return {sent_, bytes_, pending_, last_,
          std::accumulate(counters_.begin(), counters_.end(), std::uint64_t{0}), wire_};
}

void OpenLoop::on_arrived(const Message&) {
  --pending_;
  last_ = std::max(last_, c_.partition.now());
}

// 128 random bits of a rank: a destination and an interval. Ranks go by their place in `here`.
std::array<std::uint64_t, 2> OpenLoop::draw(std::uint32_t i) {
  return random_at(c_.seed, c_.here[i], c_.job, counters_[i]++);
}

Time OpenLoop::interval(std::uint64_t bits) const {
  if (slot_ > Time{0}) return slot_ * slots(bits);
  return {1 + static_cast<std::int64_t>(-portable_log(unit_interval(bits)) * mean_interval_)};
}

// Until the next message: more than k slots with the probability of k silent ones.
std::int64_t OpenLoop::slots(std::uint64_t bits) const {
  if (log_of_silence_ == 0) return 1;
  const double most = 1e18 / static_cast<double>(slot_.ps);  // longer than any run
  const double silent = portable_log(unit_interval(bits)) / log_of_silence_;
  return 1 + static_cast<std::int64_t>(std::min(silent, most));
}

void OpenLoop::post(std::uint32_t i, Time when) {
  if (when >= planned_end()) return;
  ++pending_;
  const std::uint32_t rank = c_.here[i];
  c_.partition.post({when,
                     order_key(Phase::node, {c_.first_sender + c_.nodes[rank].v},
                               c_.sequence(rank)),
                     i, 0, 0, wake_});
}

bool OpenLoop::send(const Event& e) {
  const std::uint32_t rank = c_.here[e.target];
  const auto bits = draw(e.target);
  const Message m{.source = c_.nodes[rank],
                  .destination = c_.nodes[destination(rank, bits[0])],
                  .size = size(e.target),
                  .client = client_,
                  .job = static_cast<std::uint16_t>(c_.job)};
  ++sent_;
  bytes_ += m.size;
  wire_ += c_.on_network(m);
  c_.transport.send(m);
  // The wake-up's place in pending_ passes to the message.
  post(e.target, e.time + interval(bits[1]));
  return true;
}

}  // namespace kasuri
