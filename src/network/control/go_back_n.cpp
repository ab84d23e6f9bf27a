// SPDX-License-Identifier: MIT
// Go-back-N, as NICs of RoCE v2 have it: receivers take packets in order only, and ask for the one that is
// missing (negative acknowledgement); all from there on is sent again. A timeout does the same when the
// last packets are lost, of which no receiver knows.
#include "network/control/reliability.h"

namespace kasuri {
namespace {

using namespace literals;

struct GoBackNParams {
  std::optional<Time> timeout;

  static config::Fields<GoBackNParams> fields() {
    return {config::field("timeout", &GoBackNParams::timeout,
                          "after which a packet without an answer, and all behind it, are sent again; "
                          "default: 15 us plus six times the transmission time of a full switch queue")
                .at_least(1_ps)};
  }
};

class GoBackN final : public Reliability {
 public:
  GoBackN(const GoBackNParams& p, ReliabilityContext& c)
      : timeout_(p.timeout.value_or(15_us + c.queue / c.rate * 6)) {}

  bool takes_any_order() const override { return false; }
  void refused(Outstanding& o, std::uint32_t number) override { go_back(o, number); }
  Time deadline(const Outstanding& o) const override {
    if (o.in_flight() == Bytes{0} || o.first() == o.next()) return kNever;
    const auto& first = o[o.first()];
    return first.state == Outstanding::State::flying ? first.at() + timeout_ : kNever;
  }
  Time timeout() const override { return timeout_; }
  Bytes expired(Outstanding& o, Time now) override {
    return deadline(o) > now ? Bytes{0} : go_back(o, o.first());
  }

 private:
  static Bytes go_back(Outstanding& o, std::uint32_t from) {
    const Bytes before = o.in_flight();
    for (std::uint32_t n = from; n != o.next(); ++n) o.wait(n);
    return before - o.in_flight();
  }

  Time timeout_;
};

const config::Register<GoBackN, GoBackNParams> go_back_n{
    "go-back-n", "sends all again from the first lost packet on; receivers take packets in order only"};

}  // namespace
}  // namespace kasuri
