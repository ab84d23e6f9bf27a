// SPDX-License-Identifier: MIT
#include "experiment/run/wait_cycle.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace kasuri {
namespace {

std::uint64_t key(RouterId at, std::uint16_t port, std::uint16_t vc) {
  return std::uint64_t{at.v} << 32 | std::uint64_t{port} << 16 | vc;
}

class Search {
 public:
  Search(const Topology& t, std::span<const BlockedPacket> all) : t_(t), all_(all) {
    for (std::size_t i = 0; i < all.size(); ++i) at_[key(all[i].at, all[i].port, all[i].vc)] = i;
    marks_.resize(all.size());
  }

  std::vector<BlockedPacket> run() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (marks_[i] == kNew && follow(i)) return cycle();
    }
    return {};
  }

 private:
  enum Mark : std::uint8_t { kNew, kOnPath, kDone };
  struct Step {
    std::size_t packet;
    std::vector<std::size_t> next;  // those still to be followed
  };

  std::vector<std::size_t> waited_for(const BlockedPacket& b) const {
    std::vector<std::size_t> found;
    const auto add = [&](std::uint16_t port, std::uint32_t vcs) {
      if (port >= t_.degree(b.at)) return;
      const PortRef to = t_.neighbour(b.at, port);
      for (; vcs; vcs &= vcs - 1) {
        const auto holder =
            at_.find(key(to.router, to.port, static_cast<std::uint16_t>(std::countr_zero(vcs))));
        if (holder != at_.end()) found.push_back(holder->second);
      }
    };
    add(b.wanted_port, b.wanted_vcs);
    add(b.other_port, b.other_vcs);
    return found;
  }

  bool follow(std::size_t start) {
    enter(start);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next.empty()) {
        marks_[step.packet] = kDone;
        path_.pop_back();
        continue;
      }
      const std::size_t next = step.next.back();
      step.next.pop_back();
      if (marks_[next] == kOnPath) {
        closes_at_ = next;
        return true;
      }
      if (marks_[next] == kNew) enter(next);
    }
    return false;
  }
  void enter(std::size_t i) {
    marks_[i] = kOnPath;
    path_.push_back({i, waited_for(all_[i])});
  }
  std::vector<BlockedPacket> cycle() const {
    std::vector<BlockedPacket> found;
    for (const Step& s : path_) {
      if (s.packet == closes_at_ || !found.empty()) found.push_back(all_[s.packet]);
    }
    return found;
  }

  const Topology& t_;
  std::span<const BlockedPacket> all_;
  std::unordered_map<std::uint64_t, std::size_t> at_;
  std::vector<Mark> marks_;
  std::vector<Step> path_;
  std::size_t closes_at_ = 0;
};

}  // namespace

std::vector<BlockedPacket> wait_cycle(const Topology& t, std::span<const BlockedPacket> all) {
  return Search(t, all).run();
}

std::vector<std::string> describe_cycle(const Topology& t, std::span<const BlockedPacket> cycle) {
  constexpr std::size_t kShown = 16;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(cycle.size(), kShown); ++i) {
    const BlockedPacket& from = cycle[i];
    const BlockedPacket& to = cycle[(i + 1) % cycle.size()];
    lines.push_back(fmt::format("  {} → {} vc {}: full of {} packet{}, wanted since {}",
                                position(t, from.at), position(t, to.at), to.vc, to.queued,
                                to.queued == 1 ? "" : "s", to_string(from.since)));
  }
  if (cycle.size() > kShown) lines.push_back(fmt::format("  … {} more", cycle.size() - kShown));
  return lines;
}

}  // namespace kasuri
