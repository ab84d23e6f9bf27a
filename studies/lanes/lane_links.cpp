// SPDX-License-Identifier: MIT
#include "studies/lanes/lane_links.h"

#include <algorithm>

namespace kasuri::emu {
namespace {

// Which of the simpler kinds a piece is.
void classify(Piece& p, std::uint32_t lanes) {
  const int first = std::countr_zero(p.from);
  const std::uint32_t offset = p.lane[static_cast<std::size_t>(first)];
  bool same = true, spread = offset < 2;
  for (std::uint64_t l = p.from; l; l &= l - 1) {
    const auto s = static_cast<std::uint32_t>(std::countr_zero(l));
    same &= p.lane[s] == s;
    spread &= p.lane[s] == 2 * (s - static_cast<std::uint32_t>(first)) + offset;
  }
  // In one piece; a narrower one than half of the lanes is not worth a way of its own.
  const std::uint64_t shifted = p.from >> first;
  spread &= (shifted & (shifted + 1)) == 0 && (shifted == 0xffffffff || lanes < kLanes);
  p.kind = same ? Piece::same : spread ? Piece::spread : Piece::scattered;
  p.first = static_cast<std::uint8_t>(first);
  p.offset = static_cast<std::uint8_t>(offset);
}

}  // namespace

template <class Core>
LaneLinks::LaneLinks(const Chip<Core>& chip)
    : stages_(chip.shape().log_pipes), groups_(LaneMap(stages_).groups()) {
  const LaneMap map(stages_);
  std::vector<std::vector<Feeder>> feeders(std::size_t{stages_} * groups_ * 2);
  for (std::uint32_t stage = 0; stage < stages_; ++stage) {
    for (std::uint32_t group = 0; group < groups_; ++group) {
      for (std::uint32_t output = 0; output < 2; ++output) {
        piece_at_.push_back(static_cast<std::uint32_t>(pieces_.size()));
        const auto begin = static_cast<std::ptrdiff_t>(pieces_.size());
        for (std::uint32_t lane = 0; lane < map.lanes(); ++lane) {
          const std::uint32_t target = chip.target(stage, map.pipe(group, lane), output);
          const std::uint32_t to = map.group(target / 2);
          auto p = std::find_if(pieces_.begin() + begin, pieces_.end(), [&](const Piece& piece) {
            return piece.group == to && piece.port == target % 2;
          });
          if (p == pieces_.end()) {
            p = pieces_.insert(p, Piece{.group = to, .port = static_cast<std::uint8_t>(target % 2)});
          }
          p->from |= std::uint64_t{1} << lane;
          p->lane[lane] = static_cast<std::uint8_t>(map.lane(target / 2));
        }
        for (auto p = pieces_.begin() + begin; p != pieces_.end(); ++p) {
          classify(*p, map.lanes());
          auto& f = feeders[(std::size_t{stage} * groups_ + p->group) * 2 + p->port];
          pairs_are_alone_ &= f.empty() || f.front().group / 2 == group / 2;
          f.push_back({group, output, p->from});
        }
      }
    }
  }
  piece_at_.push_back(static_cast<std::uint32_t>(pieces_.size()));
  for (const auto& f : feeders) {
    feeder_at_.push_back(static_cast<std::uint32_t>(feeders_.size()));
    feeders_.insert(feeders_.end(), f.begin(), f.end());
  }
  feeder_at_.push_back(static_cast<std::uint32_t>(feeders_.size()));
}

template LaneLinks::LaneLinks(const Chip<Core8080>&);
template LaneLinks::LaneLinks(const Chip<CoreSh2>&);

}  // namespace kasuri::emu
