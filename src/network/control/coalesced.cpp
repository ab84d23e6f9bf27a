// SPDX-License-Identifier: MIT
// Coalesced acknowledgements, and nothing else.
#include "network/control/receive_control.h"

namespace kasuri {
namespace {

using namespace literals;

struct CoalescedParams {
  Bytes bytes{16'384};

  static config::Fields<CoalescedParams> fields() {
    return {config::field("bytes", &CoalescedParams::bytes,
                          "bytes that come before they are acknowledged unasked").at_least(1_B)};
  }
};

class Coalesced final : public ReceiveControl {
 public:
  Coalesced(const CoalescedParams& p, ReceiveControlContext&) : bytes_(p.bytes) {}

  void arrived(const Arrival& a, Answers& answers, Time /*now*/) override {
    if (due(a, bytes_)) answers.acknowledge(a);
  }

 private:
  Bytes bytes_;
};

const config::Register<Coalesced, CoalescedParams> coalesced{
    "coalesced", "an acknowledgement when asked for, for marks, and else after a number of bytes"};

}  // namespace
}  // namespace kasuri
