// SPDX-License-Identifier: MIT
// Packet spraying: each packet takes a path of its own, drawn at random (Dixit, Prakash, Hu & Kompella,
// "On the Impact of Packet Spraying in Data Center Networks", INFOCOM 2013). Packets of a message may
// overtake each other; NICs put them in place by their number, as Ultra Ethernet does, at no cost.

#include <fmt/format.h>

#include "base/config/registry.h"
#include "network/routing/respread.h"

namespace kasuri {
namespace {

class PacketSpraying final : public Respread {
 public:
  PacketSpraying(const RespreadParams& p, RoutingContext& c) : Respread("packet-spraying", p, c) {}

  Spread spread() const override { return Spread::by_packet; }
  std::string describe() const override {
    return fmt::format("packets sprayed over {} path numbers: {}", paths_per_epoch(), inner().describe());
  }
};

const config::Register<PacketSpraying, RespreadParams> packet_spraying{
    "packet-spraying",
    "any topology: another routing algorithm, each packet on one of its paths at random"};

}  // namespace
}  // namespace kasuri
