// SPDX-License-Identifier: MIT
// Priority flow control over a shared buffer (IEEE 802.1Q-2018, clause 36), by the rules of the switch of
// HPCC's public ns-3 code. Each input and priority has a small reserve. Beyond it, it may take a share of
// what is free of the shared buffer, which so becomes smaller for all when many take from it; then its
// sender pauses, and what is under way goes to its headroom.
#include <algorithm>
#include <cmath>

#include "base/core/errors.h"
#include "network/control/pause_params.h"

namespace kasuri {
namespace {

using namespace literals;

struct PfcParams : PauseParams {
  Bytes buffer{32 << 20};
  Bytes reserve{4096};
  Bytes resume{3072};
  std::optional<Bytes> headroom;
  std::int64_t shift = 3;

  static config::Fields<PfcParams> fields() {
    using P = PfcParams;
    auto all = PauseParams::fields<P>();
    all.push_back(config::field("buffer", &P::buffer, "of each switch, for all inputs").at_least(1_B));
    all.push_back(config::field("reserve", &P::reserve, "of an input and priority").at_least(0_B));
    all.push_back(config::field("resume", &P::resume,
                                "how far below the threshold an input must be to resume").at_least(0_B));
    all.push_back(
        config::field("headroom", &P::headroom,
                      "of an input and priority, for packets already sent when it pauses; default: "
                      "three times rate and latency of its cable, or twice and two packets and a pause")
            .at_least(0_B));
    all.push_back(config::field("shift", &P::shift,
                                "an input at the rate of hosts may take 1/2^shift of the free shared "
                                "buffer; one less for each doubling of the rate").range(0, 16));
    return all;
  }
};

class Pfc final : public FlowControl {
 public:
  Pfc(const PfcParams& p, FlowControlContext& c)
      : params_(p), shared_(p.buffer), used_(c.inputs.size() * c.priorities), over_(used_.size()) {
    for (const auto& input : c.inputs) {
      const Bytes on_cable{static_cast<std::int64_t>(static_cast<double>(input.rate.n) * 1e-12 *
                                                     static_cast<double>(input.cable.ps))};
      // Until a pause works: the cable there and back, a packet before the pause, and one already begun.
      const Bytes usual = std::max(on_cable * 3, on_cable * 2 + c.packet * 2 + p.frame);
      std::int64_t shift = p.shift;
      for (auto rate = input.rate.n; rate > c.hosts.n && shift > 0; rate /= 2) --shift;
      for (std::uint32_t i = 0; i < c.priorities; ++i) {
        lanes_.push_back({p.headroom.value_or(usual), static_cast<std::uint8_t>(shift)});
        shared_ -= lanes_.back().headroom + p.reserve;
      }
    }
    if (shared_ > Bytes{0}) return;
    throw Error(Exit::usage,
                "'buffer' is smaller than headroom and reserve of all " + std::to_string(c.inputs.size()) +
                    " inputs of a switch" +
                    (c.priorities > 1 ? " in " + std::to_string(c.priorities) + " priorities" : "") + ", " +
                    to_string(p.buffer - shared_) + ": raise it above that");
  }

  bool pauses() const override { return true; }
  Priorities priorities() const override { return params_.priorities; }
  Bytes buffer() const override { return params_.buffer; }
  Bytes frame() const override { return params_.frame; }
  Time watchdog() const override { return params_.watchdog; }

  bool admits(std::uint32_t lane, Bytes size) override {
    const Bytes least = threshold(lane);
    if (over_[lane] + size > lanes_[lane].headroom && size + taken(lane) > least) return false;
    const Bytes now = used_[lane] + size;
    if (now > params_.reserve && now - params_.reserve > least) {
      over_[lane] += size;
    } else {
      used_[lane] = now;
      if (now > params_.reserve) shared_ -= std::min(size, now - params_.reserve);
    }
    return true;
  }
  void leaves(std::uint32_t lane, Bytes size) override {
    const Bytes from_headroom = std::min(over_[lane], size);
    over_[lane] -= from_headroom;
    shared_ += std::min(size - from_headroom, taken(lane));
    used_[lane] -= size - from_headroom;
  }
  bool pause(std::uint32_t lane) const override {
    return over_[lane] > Bytes{0} || taken(lane) >= threshold(lane);
  }
  bool resume(std::uint32_t lane) const override {
    return over_[lane] == Bytes{0} &&
           (taken(lane) == Bytes{0} || taken(lane) + params_.resume <= threshold(lane));
  }

 private:
  struct Lane {
    Bytes headroom;
    std::uint8_t shift;
  };
  Bytes taken(std::uint32_t lane) const { return std::max(used_[lane] - params_.reserve, Bytes{0}); }
  Bytes threshold(std::uint32_t lane) const { return Bytes{shared_.n >> lanes_[lane].shift}; }

  PfcParams params_;
  Bytes shared_;  // that is free
  std::vector<Lane> lanes_;
  std::vector<Bytes> used_, over_;  // without headroom, and in it
};

const config::Register<Pfc, PfcParams> pfc{
    "pfc", "pauses by headroom over a shared buffer with dynamic thresholds"};

}  // namespace
}  // namespace kasuri
