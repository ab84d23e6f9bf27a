// SPDX-License-Identifier: MIT
// DCTCP (Alizadeh et al., SIGCOMM 2010) with a rate and a window that follows it, as in the public ns-3
// code of HPCC's authors: the share of marked packets of each round trip, averaged, is the decrease.
#include "network/control/paced.h"

namespace kasuri {
namespace {

struct DctcpParams : PacedParams {
  DctcpParams() { increase = {125'000'000}; }
  double gain = 1.0 / 256;

  static config::Fields<DctcpParams> fields() {
    using P = DctcpParams;
    auto all = PacedParams::fields<P>();
    all.push_back(config::field("gain", &P::gain, "of the average of marks").range(1e-6, 1.0));
    return all;
  }
};

class Dctcp final : public Paced {
 public:
  Dctcp(const DctcpParams& p, SendControlContext& c) : Paced(p, c, true), gain_(p.gain) {}

  void acknowledged(const SendState& s, const Acknowledgement& a, Time) override {
    marked_ += a.marked;
    const bool first = in_first_round();
    const std::int64_t before = done_;
    done_ += a.bytes.n;
    const bool full = new_round(s, a.bytes);
    if (full && !first) {
      share_ +=
          gain_ * (std::min(1.0, static_cast<double>(marked_) / static_cast<double>(batch_)) - share_);
      marked_ = 0;
    }
    if (full) batch_ = ((first ? done_ : 0) + s.in_flight.n) / packet() + 1;
    if (cut_ && done_ > cut_until_) cut_ = false;
    if (a.marked && !cut_) {
      set_rate(static_cast<double>(rate_) * (1 - share_ / 2), false);
      cut_ = true;
      cut_until_ = done_ + s.in_flight.n;
    }
    if (!cut_ && full && done_ > before) set_rate(static_cast<double>(rate_ + increase_), false);
  }

 private:
  double gain_, share_ = 1;
  std::int64_t marked_ = 0, batch_ = 1;  // packets of a round trip
  std::int64_t done_ = 0, cut_until_ = 0;  // wire bytes
  bool cut_ = false;
};

const config::Register<Dctcp, DctcpParams> dctcp{"dctcp", "a rate by the share of marked packets (DCTCP)"};

}  // namespace
}  // namespace kasuri
