// SPDX-License-Identifier: MIT
// Which links are slower than others or make errors, and what has come of it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/units.h"
#include "network/net/topology.h"

namespace kasuri {

// What is different of one link.
struct LinkFault {
  double rate_factor = 1;
  double bit_error_rate = 0;
  Time replay_time{0};

  bool operator==(const LinkFault&) const = default;
};

// Of the links of the whole machine: those between routers by class and by themselves, and those to and
// from NICs.
struct LinkFaultTable {
  std::vector<LinkFault> by_class;  // the topology's, then the terminal links'
  struct Exception {
    PortRef output;
    LinkFault fault;
  };
  std::vector<Exception> exceptions;  // in the order of their outputs

  bool any() const;
};

// Counted for the whole run.
struct LinkErrors {
  std::uint64_t errors = 0;
  Time repeating{0};  // how long links were held by it

  LinkErrors& operator+=(const LinkErrors& o) {
    errors += o.errors;
    repeating += o.repeating;
    return *this;
  }
};
struct LinkErrorRow {
  std::uint32_t router;
  std::uint32_t port;  // of the router's outputs; of a NIC's link to it the same port, `injection`
  bool injection;
  LinkErrors counted;
};

}  // namespace kasuri
