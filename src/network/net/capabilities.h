// SPDX-License-Identifier: MIT
// What network models can do, and what parts of a configuration need of them. A section states its needs;
// one loop compares them with what the model can (network/model/network_model.h).
#pragma once

#include <string>

namespace kasuri {

struct Capabilities {
  bool routers = false;           // packets pass routers, which probes can watch
  bool waits_for_buffers = false;  // so that routing can deadlock
  bool pauses = false;             // so that routing can deadlock, whatever its virtual channels
  bool sleeping_links = false;
  bool joint_directions = false;  // the directions of a link know of each other
  bool wake_signals = false;      // links are woken ahead of packets
  bool link_rates = false;        // links change their rates
  bool failures = false;
  bool failures_in_run = false;
  bool link_errors = false;
  bool steady_state = false;      // of packets, which [measure] waits for
  bool estimates = false;         // times are approximate, by a share that was measured
  bool leaps = false;             // what is sent may come to any part of the machine next
  bool bypasses_links = false;    // messages take no paths over links
  bool queues = false;            // switches without credits, whose queues a probe can watch
};

struct Need {
  bool Capabilities::*what;
  std::string section, key;  // where it was set
  std::string problem;       // "links do not sleep"
  std::string cure;          // "leave out [power]"
};

}  // namespace kasuri
