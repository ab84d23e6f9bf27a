// SPDX-License-Identifier: MIT
// Equal-cost multipath: all packets of a flow take one path, drawn by a hash of the flow (RFC 2992,
// Analysis of an Equal-Cost Multi-Path Algorithm). A flow is a pair of endpoints: several connections
// between the same two NICs, which real hashes can tell apart by their ports, count as one. Order in a
// flow is kept; flows that draw the same link share it, however idle the others are.

#include <fmt/format.h>

#include "base/config/registry.h"
#include "network/routing/respread.h"

namespace kasuri {
namespace {

class Ecmp final : public Respread {
 public:
  Ecmp(const RespreadParams& p, RoutingContext& c) : Respread("ecmp", p, c) {}

  Spread spread() const override { return Spread::by_flow; }
  std::string describe() const override {
    return fmt::format("ECMP by flow hash over {} path numbers: {}", paths_per_epoch(), inner().describe());
  }
};

const config::Register<Ecmp, RespreadParams> ecmp{
    "ecmp", "any topology: another routing algorithm, each flow on one of its paths by a hash (ECMP)"};

}  // namespace
}  // namespace kasuri
