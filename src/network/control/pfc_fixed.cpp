// SPDX-License-Identifier: MIT
// Pauses by two fixed thresholds of each input, in buffers without end (the lossless queues of the public
// UEC simulator, htsim).
#include "base/core/errors.h"
#include "network/control/pause_params.h"

namespace kasuri {
namespace {

using namespace literals;

struct PfcFixedParams : PauseParams {
  Bytes pause{60'000};
  Bytes resume{48'000};

  static config::Fields<PfcFixedParams> fields() {
    using P = PfcFixedParams;
    auto all = PauseParams::fields<P>();
    all.push_back(config::field("pause", &P::pause, "an input pauses with more bytes").at_least(1_B));
    all.push_back(config::field("resume", &P::resume, "and resumes with fewer").at_least(1_B));
    return all;
  }
  static void validate(const PfcFixedParams& p, config::Section& section) {
    if (p.resume <= p.pause) return;
    section.error(&PfcFixedParams::resume,
                  "is above 'pause' (" + to_string(p.pause) + "): set at most as much");
    section.error(&PfcFixedParams::pause,
                  "is below 'resume' (" + to_string(p.resume) + "): set at least as much");
  }
};

class PfcFixed final : public FlowControl {
 public:
  PfcFixed(const PfcFixedParams& p, FlowControlContext& c)
      : params_(p), used_(c.inputs.size() * c.priorities) {}

  bool pauses() const override { return true; }
  Priorities priorities() const override { return params_.priorities; }
  Bytes frame() const override { return params_.frame; }
  Time watchdog() const override { return params_.watchdog; }
  bool leaves_at_start() const override { return false; }
  bool admits(std::uint32_t lane, Bytes size) override {
    used_[lane] += size;
    return true;
  }
  void leaves(std::uint32_t lane, Bytes size) override { used_[lane] -= size; }
  bool pause(std::uint32_t lane) const override { return used_[lane] > params_.pause; }
  bool resume(std::uint32_t lane) const override { return used_[lane] < params_.resume; }

 private:
  PfcFixedParams params_;
  std::vector<Bytes> used_;
};

const config::Register<PfcFixed, PfcFixedParams> pfc_fixed{
    "pfc-fixed", "pauses by fixed thresholds of each input, in unlimited buffers"};

}  // namespace
}  // namespace kasuri
