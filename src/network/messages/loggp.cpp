// SPDX-License-Identifier: MIT
// LogGP (Alexandrov, Ionescu, Schauser, Scheiman, SPAA 1995): a message of k bytes leaves its node in
// k·G, arrives L later, and the node's next one leaves g + k·G after it began, as in LogGOPSim
// (Hoefler, Schneider, Lumsdaine, LSAP 2010, section 3). A NIC takes what comes in the same way: the
// next message begins to arrive g + k·G after the one before it did, or later. LogGOPSim has that, too.
// The overheads o are those of the ranks: [mpi] send_overhead and receive_overhead. L may grow with the
// number of links on the way.
#include <fmt/format.h>

#include "base/core/errors.h"
#include "network/net/topology.h"
#include "network/messages/message_model.h"

namespace kasuri {
namespace {

using namespace literals;

struct LogGpParams {
  Time latency{1'000'000};
  Time hop_latency{0};
  Time gap{0};
  std::optional<Time> receive_gap;
  std::optional<BytesPerSecond> rate;
  bool serial = true;

  static config::Fields<LogGpParams> fields() {
    using P = LogGpParams;
    return {
        config::field("latency", &P::latency, "L: time from the departure of the last byte to its arrival")
            .at_least(1_ps),
        config::field("hop_latency", &P::hop_latency,
                      "addition to L for each hop of a shortest path")
            .at_least(0_ps),
        config::field("gap", &P::gap, "g: time between two messages that a NIC sends").at_least(0_ps),
        config::field("receive_gap", &P::receive_gap,
                      "g of the receiver: time between two messages that a NIC receives, in addition to "
                      "the time of their bytes; default: gap")
            .at_least(0_ps),
        config::field("rate", &P::rate, "1/G: rate of a NIC; default: nic.link_rate")
            .at_least(BytesPerSecond{1})
            .or_unlimited(),
        config::field("serial", &P::serial,
                      "whether a NIC sends and receives one message after the other; false: all at once, "
                      "without g"),
    };
  }
};

class LogGp final : public MessageModel {
 public:
  LogGp(const LogGpParams& p, MessageModelContext& c)
      : p_(p), topology_(c.topology), rate_(p.rate.value_or(c.link_rate)) {
    const RouterId first{0};
    if (p_.hop_latency > Time{0} && !topology_.distance(first, first)) {
      throw Error(Exit::usage, fmt::format("'hop_latency' needs a topology with known distances; {} has "
                                           "none: remove this key", topology_.describe()));
    }
  }

  Time transmission(Bytes size) const override { return size / rate_; }
  bool serial() const override { return p_.serial; }
  Time port_time(Bytes size) const override { return p_.gap + size / rate_; }
  Time receive_port_time(Bytes size) const override {
    return p_.receive_gap.value_or(p_.gap) + size / rate_;
  }
  Time latency(RouterId from, RouterId to) const override {
    if (p_.hop_latency.ps == 0) return p_.latency;
    return p_.latency + p_.hop_latency * *topology_.distance(from, to);
  }
  Time least_latency() const override { return p_.latency + p_.hop_latency; }

 private:
  LogGpParams p_;
  const Topology& topology_;
  BytesPerSecond rate_;
};

const config::Register<LogGp, LogGpParams> loggp{
    "loggp", "LogGP: overhead, latency, gap and rate, without contention in the network"};

}  // namespace
}  // namespace kasuri
