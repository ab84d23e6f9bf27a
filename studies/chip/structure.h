// SPDX-License-Identifier: MIT
// A chip of packet and circuit switches (Ikeda, "On-chip network of packet and circuit switches",
// ch. 3): switches on a grid of layers, links between them, servers on packet switches. Plain data,
// without circuits, energy or time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/core/ids.h"

namespace kasuri::chip {

using SwitchId = Id<struct ChipSwitchTag>;
using ChannelId = Id<struct ChipChannelTag>;  // one direction of a link
using ServerId = Id<struct ChipServerTag>;

enum class SwitchKind : std::uint8_t { packet, circuit };

// Column x, row y, layer z.
struct Place {
  std::uint32_t x = 0, y = 0, z = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

struct Switch {
  SwitchKind kind{};
  Place at;
};

struct Link {
  SwitchId a, b;
  double mm = 0;
};

struct Channel {
  SwitchId from, to;
  double mm = 0;
};

// The other direction of the same link: link i is the channels 2i (from a to b) and 2i + 1.
constexpr ChannelId reverse(ChannelId c) { return {c.v ^ 1}; }

class Structure {
 public:
  Structure(std::vector<Switch>, const std::vector<Link>&, std::vector<SwitchId> servers);

  std::uint32_t switches() const { return static_cast<std::uint32_t>(switches_.size()); }
  std::uint32_t channels() const { return static_cast<std::uint32_t>(channels_.size()); }
  std::uint32_t servers() const { return static_cast<std::uint32_t>(servers_.size()); }

  const Switch& operator[](SwitchId s) const { return switches_[s.v]; }
  const Channel& operator[](ChannelId c) const { return channels_[c.v]; }
  bool is_packet(SwitchId s) const { return switches_[s.v].kind == SwitchKind::packet; }
  // The packet switch that a server is attached to.
  SwitchId home(ServerId s) const { return servers_[s.v]; }

  // The channels that leave a switch, in ascending order.
  std::span<const ChannelId> out(SwitchId s) const {
    return {out_.data() + first_out_[s.v], out_.data() + first_out_[s.v + 1]};
  }

  std::string describe() const;  // "225 packet and 675 circuit switches, 2355 links, 225 servers"

 private:
  std::vector<Switch> switches_;
  std::vector<Channel> channels_;
  std::vector<SwitchId> servers_;
  std::vector<std::uint32_t> first_out_;
  std::vector<ChannelId> out_;
};

}  // namespace kasuri::chip
