// SPDX-License-Identifier: MIT
// The least simulated time from sending something over a channel to its arrival: how far parts of a
// machine, or single routers, can advance without hearing of each other.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/units.h"
#include "network/net/link.h"

namespace kasuri {

class Lookahead {
 public:
  // Of a machine that is not cut: endless.
  Lookahead() = default;
  // Of channels of the classes `crossing`, among `all` classes of the machine; `pipeline` is
  // T_RC + T_VA + T_SA + T_ST.
  Lookahead(const std::vector<bool>& crossing, std::vector<LinkClass> all, Time pipeline);

  // Where credits return flit by flit, without waiting for a packet: heads and flits take `forward` and
  // T_cable, credits `back`, T_cable and T_credit.
  static Lookahead of_flits(const std::vector<bool>& crossing, const std::vector<LinkClass>& all,
                            Time forward, Time back);
  // The same for whatever is sent.
  static Lookahead constant(Time);

  // While no packet is smaller than this many bytes (UINT32_MAX: there is none). Heads: pipeline +
  // T_cable, since an arrival is an event of its request time. Credits: S/B + T_cable + T_credit, B
  // the rate of the link by which the packet goes on, which may be any.
  Time window(std::uint32_t smallest_packet) const;

 private:
  Time head_ = kNever;
  Time credit_ = kNever;
  std::vector<LinkClass> all_;
};

}  // namespace kasuri
