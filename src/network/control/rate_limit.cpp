// SPDX-License-Identifier: MIT
// A limit of the rate to a destination: a token bucket, as the rate limiters of RoCE and Ethernet NICs are.
// It fills at the rate and holds a burst; a packet leaves when there are tokens for all of its bytes.
#include <algorithm>

#include "base/core/errors.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace {

using namespace literals;

struct RateLimitParams {
  BytesPerSecond rate{};
  std::optional<Bytes> burst;

  static config::Fields<RateLimitParams> fields() {
    using P = RateLimitParams;
    return {config::field("rate", &P::rate, "largest rate to a destination, headers included")
                .range({1000}, 100'000_GBps)
                .required(),
            config::field("burst", &P::burst,
                          "bytes that may leave at once after a pause; default: the largest packet")
                .at_least(1_B)};
  }
};

class RateLimit final : public SendControl {
 public:
  RateLimit(const RateLimitParams& p, SendControlContext& c)
      : rate_(p.rate), burst_(p.burst.value_or(c.packet)) {
    if (burst_ >= c.packet) return;
    throw Error(Exit::usage, "'burst' must hold a whole packet, at least " + to_string(c.packet));
  }

  Time may_send(const SendState&, Bytes next, Time now) override {
    return later(now, full_at_ - (burst_ - next) / rate_);
  }
  void sent(const SendState&, Bytes n, Time now) override { full_at_ = later(full_at_, now) + n / rate_; }

 private:
  BytesPerSecond rate_;
  Bytes burst_;
  Time full_at_{0};  // the bucket, if nothing more is taken
};

const config::Register<RateLimit, RateLimitParams> rate_limit{
    "rate-limit", "a largest rate to each destination"};

}  // namespace
}  // namespace kasuri
