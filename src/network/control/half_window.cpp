// SPDX-License-Identifier: MIT
// Acknowledges after each half of a window, so that the sender does not stall while packets arrive.
#include "network/control/receive_control.h"

namespace kasuri {
namespace {

class HalfWindow final : public ReceiveControl {
 public:
  HalfWindow(const config::NoParams&, ReceiveControlContext& c) : window_(c.window) {}

  void arrived(const Arrival& a, Answers& answers, Time /*now*/) override {
    if (a.asks || a.unanswered * 2 >= window_) answers.acknowledge(a);
  }

 private:
  Bytes window_;
};

const config::Register<HalfWindow> half_window{
    "half-window", "an acknowledgement for each half of the sender's window"};

}  // namespace
}  // namespace kasuri
