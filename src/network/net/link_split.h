// SPDX-License-Identifier: MIT
// The bytes that links carry, split in time and in space. Who sends a packet adds it here, inline: this
// happens at every hop. At flow level a message is added when it has left its NIC.
#pragma once

#include <cstdint>
#include <vector>

#include "base/stats/time_split.h"

namespace kasuri {

struct LinkSplit {
  // By link: a cell for each output of a router, then one for each NIC. Else three for each router:
  // what it sends to others, what to its NICs, what these inject.
  bool by_link = false;
  TimeSplit bytes;
  // With by_link, where links may be slower than they are: for how many picoseconds longer they were held.
  TimeSplit slower;
  // All by local numbers.
  std::vector<std::uint32_t> first;   // cell of each router
  std::vector<std::uint32_t> of_nic;  // cell of each NIC

  void sent(std::uint32_t router, std::uint32_t port, bool to_nic, Time head, Time tail,
            std::int64_t size) {
    bytes.add(first[router] + (by_link ? port : std::uint32_t{to_nic}), head, tail, size);
  }
  void slowed(std::uint32_t router, std::uint32_t port, Time head, Time tail, Time longer) {
    if (by_link) slower.add(first[router] + port, head, tail, longer.ps);
  }
  void injected(std::uint32_t nic, Time head, Time tail, std::int64_t size) {
    bytes.add(of_nic[nic], head, tail, size);
  }
};

}  // namespace kasuri
