// SPDX-License-Identifier: MIT
// An acknowledgement for each packet.
#include "network/control/receive_control.h"

namespace kasuri {
namespace {

class EachPacket final : public ReceiveControl {
 public:
  EachPacket(const config::NoParams&, ReceiveControlContext&) {}
  void arrived(const Arrival& a, Answers& answers, Time) override { answers.acknowledge(a); }
};

const config::Register<EachPacket> each_packet{"each-packet", "an acknowledgement for each packet"};

}  // namespace
}  // namespace kasuri
