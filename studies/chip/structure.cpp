// SPDX-License-Identifier: MIT
// Links as pairs of channels, and the channels of each switch.
#include "studies/chip/structure.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/check.h"

namespace kasuri::chip {

Structure::Structure(std::vector<Switch> switches, const std::vector<Link>& links,
                     std::vector<SwitchId> servers)
    : switches_(std::move(switches)), servers_(std::move(servers)) {
  for (const SwitchId s : servers_) check(is_packet(s), "a server's switch is a packet switch");
  channels_.reserve(2 * links.size());
  first_out_.assign(switches_.size() + 1, 0);
  for (const Link& l : links) {
    check(l.a != l.b, "a link joins two switches");
    channels_.push_back({l.a, l.b, l.mm});
    channels_.push_back({l.b, l.a, l.mm});
    ++first_out_[l.a.v + 1];
    ++first_out_[l.b.v + 1];
  }
  for (std::size_t s = 0; s < switches_.size(); ++s) first_out_[s + 1] += first_out_[s];
  out_.resize(channels_.size());
  std::vector<std::uint32_t> next(first_out_.begin(), first_out_.end() - 1);
  for (std::uint32_t c = 0; c < channels(); ++c) out_[next[channels_[c].from.v]++] = ChannelId{c};
}

std::string Structure::describe() const {
  const auto packet = std::ranges::count(switches_, SwitchKind::packet, &Switch::kind);
  return fmt::format("{} packet and {} circuit switches, {} links, {} servers", packet,
                     switches() - packet, channels() / 2, servers());
}

}  // namespace kasuri::chip
