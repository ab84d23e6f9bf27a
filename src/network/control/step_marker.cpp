// SPDX-License-Identifier: MIT
// Marks what finds more than a threshold in the queue (DCTCP's switches: Alizadeh et al., SIGCOMM 2010).
#include "network/control/marker.h"

namespace kasuri {
namespace {

struct StepMarkerParams {
  std::optional<Bytes> above;
  MarkAt at = MarkAt::arrival;

  static config::Fields<StepMarkerParams> fields() {
    using P = StepMarkerParams;
    using namespace literals;
    return {
        config::field("above", &P::above, "queue; default: ethernet.mark_low").at_least(0_B),
        config::field("at", &P::at,
                      "by the queue that a packet leaves behind when its transmission ends (departure) or "
                      "begins (start), or that it finds (arrival)")};
  }
};

class StepMarker final : public Marker {
 public:
  StepMarker(const StepMarkerParams& p, MarkerContext& c)
      : above_{static_cast<std::int64_t>(static_cast<double>(p.above.value_or(c.low).n) * c.share)},
        at_(p.at) {}

  MarkAt when() const override { return at_; }
  bool marks(Bytes queue, Chance&) const override { return queue > above_; }

 private:
  Bytes above_;
  MarkAt at_;
};

const config::Register<StepMarker, StepMarkerParams> step_marker{
    "step", "all packets that meet more than a threshold in the queue, as for DCTCP"};

}  // namespace
}  // namespace kasuri
