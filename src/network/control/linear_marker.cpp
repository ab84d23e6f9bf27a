// SPDX-License-Identifier: MIT
// Marks with a probability that rises linearly from one threshold to another, as most switches can (RED's
// curve, Floyd & Jacobson 1993, by the queue of the moment instead of its average).
#include "base/config/document.h"
#include "network/control/marker.h"

namespace kasuri {
namespace {

struct LinearMarkerParams {
  std::optional<Bytes> low, high;
  std::optional<double> most;
  std::optional<MarkAt> at;

  static config::Fields<LinearMarkerParams> fields() {
    using P = LinearMarkerParams;
    using namespace literals;
    return {
        config::field("low", &P::low, "queue above which packets are marked; default: ethernet.mark_low")
            .at_least(0_B),
        config::field("high", &P::high,
                      "queue above which all packets are marked; default: ethernet.mark_high")
            .at_least(0_B),
        config::field("most", &P::most, "probability just below 'high'; default: 1, less with RoCE")
            .range(0.0, 1.0),
        config::field("at", &P::at,
                      "by the queue that a packet leaves behind when its transmission ends (departure) or "
                      "begins (start), or that it finds (arrival); default: departure, start with RoCE")};
  }
  static void validate(const LinearMarkerParams& p, config::Section& section) {
    if (p.low.has_value() != p.high.has_value()) {
      section.error(p.low ? "low" : "high", "'low' and 'high' go together: set both");
    } else if (p.low && *p.low > *p.high) {
      section.error(&LinearMarkerParams::low,
                    "is above 'high' (" + to_string(*p.high) + "): set at most as much");
      section.error(&LinearMarkerParams::high,
                    "is below 'low' (" + to_string(*p.low) + "): set at least as much");
    }
  }
};

class LinearMarker final : public Marker {
 public:
  LinearMarker(const LinearMarkerParams& p, MarkerContext& c)
      : low_(scaled(p.low.value_or(c.low), c.share)),
        high_(scaled(p.high.value_or(c.high), c.share)),
        most_(p.most.value_or(c.most)),
        at_(p.at.value_or(c.at)) {}

  MarkAt when() const override { return at_; }
  bool marks(Bytes queue, Chance& chance) const override {
    if (queue <= low_) return false;
    if (queue > high_) return true;
    return chance.draw() * static_cast<double>((high_ - low_).n) <
           most_ * static_cast<double>((queue - low_).n);
  }

 private:
  static Bytes scaled(Bytes b, double share) {
    return share == 1 ? b : Bytes{static_cast<std::int64_t>(static_cast<double>(b.n) * share)};
  }

  Bytes low_, high_;
  double most_;
  MarkAt at_;
};

const config::Register<LinearMarker, LinearMarkerParams> linear_marker{
    "linear", "a probability that rises from one length of the queue to another"};

}  // namespace
}  // namespace kasuri
