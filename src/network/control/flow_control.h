// SPDX-License-Identifier: MIT
// Decides when a switch has the senders at its inputs pause, so that nothing is lost (IEEE 802.1Q,
// priority-based flow control). One object per switch, one file per component. Networks with credits are
// another model. `lane`: an input and one of its priorities.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/config/registry.h"
#include "base/core/units.h"

namespace kasuri {

struct FlowControlContext {
  struct Input {
    BytesPerSecond rate;
    Time cable;
  };
  BytesPerSecond hosts;  // rate of their links
  std::uint32_t priorities;
  std::vector<Input> inputs;
  Bytes packet{0};  // the largest
};

// Whose queues pause: only data, or control packets, too.
enum class Priorities : std::uint8_t { data, all };
constexpr auto names_of(Priorities) { return name_table("data", "all"); }

class FlowControl {
 public:
  static constexpr std::string_view kKind = "flow-control";
  static constexpr std::string_view kKindMeaning = "when an Ethernet switch has its neighbours pause";
  using Base = FlowControl;
  using Context = FlowControlContext;

  virtual ~FlowControl() = default;
  virtual bool pauses() const = 0;
  virtual Priorities priorities() const { return Priorities::data; }
  // Of the whole switch; 0: unlimited.
  virtual Bytes buffer() const { return Bytes{0}; }
  // Of a pause frame; 0: it takes no time on the link.
  virtual Bytes frame() const { return Bytes{0}; }
  // Pauses of that age end a run, if they wait for each other in a cycle.
  virtual Time watchdog() const { return kNever; }
  // Whether packets leave the buffer when their transmission begins, not when it ends.
  virtual bool leaves_at_start() const { return true; }
  // A packet comes; false: there is no room, and it is dropped.
  virtual bool admits(std::uint32_t /*lane*/, Bytes) { return true; }
  virtual void leaves(std::uint32_t /*lane*/, Bytes) {}
  // Of a lane that does not pause; of one that does.
  virtual bool pause(std::uint32_t /*lane*/) const { return false; }
  virtual bool resume(std::uint32_t /*lane*/) const { return true; }
};

}  // namespace kasuri
