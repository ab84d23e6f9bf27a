// SPDX-License-Identifier: MIT
// Switches that drop or trim what does not fit.
#include "network/control/flow_control.h"

namespace kasuri {
namespace {

class NoFlowControl final : public FlowControl {
 public:
  NoFlowControl(const config::NoParams&, FlowControlContext&) {}
  bool pauses() const override { return false; }
};

const config::Register<NoFlowControl> no_flow_control{"none", "nothing pauses"};

}  // namespace
}  // namespace kasuri
