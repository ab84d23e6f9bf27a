// SPDX-License-Identifier: MIT
// Setting, releasing and following circuits.
#include "studies/chip/circuits.h"

#include "base/core/check.h"

namespace kasuri::chip {

Circuits::Circuits(const Structure& structure, Direction direction, Outputs outputs)
    : structure_(&structure), direction_(direction), outputs_(outputs),
      next_(structure.channels()), previous_(structure.channels()) {
  check(direction == Direction::one_way || outputs == Outputs::exclusive,
        "only one-way circuits share outputs");
}

bool Circuits::passes(const Path& path) const {
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    if (!passes(path[i], path[i + 1])) return false;
  }
  return true;
}

bool Circuits::set(const Path& path) {
  bool is_new = false;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const ChannelId in = path[i], out = path[i + 1];
    check(passes(in, out), "a path uses only free or matching settings");
    if (structure_->is_packet((*structure_)[in].to) || next(in) == out) continue;
    connect(in, out);
    if (direction_ == Direction::two_way) connect(reverse(out), reverse(in));
    is_new = true;
  }
  return is_new;
}

void Circuits::release(ChannelId first) {
  check(outputs_ == Outputs::exclusive, "circuits that share outputs are permanent");
  for (ChannelId in = first; next(in).valid();) {
    const ChannelId out = next(in);
    disconnect(in);
    if (direction_ == Direction::two_way) disconnect(reverse(out));
    in = out;
  }
}

std::vector<ChannelId> Circuits::firsts() const {
  std::vector<ChannelId> all;
  for (std::uint32_t i = 0; i < next_.size(); ++i) {
    const ChannelId c{i};
    if (!next(c).valid() || !structure_->is_packet((*structure_)[c].from)) continue;
    if (direction_ == Direction::two_way && reverse(along(c).back()) < c) continue;
    all.push_back(c);
  }
  return all;
}

Path Circuits::along(ChannelId first) const {
  Path path{first};
  while (next(path.back()).valid()) {
    path.push_back(next(path.back()));
    check(path.size() <= next_.size(), "a circuit ends");
  }
  return path;
}

void Circuits::connect(ChannelId in, ChannelId out) {
  next_[in.v] = out;
  previous_[out.v] = in;
  ++version_;
}

void Circuits::disconnect(ChannelId in) {
  previous_[next_[in.v].v] = {};
  next_[in.v] = {};
  ++version_;
}

std::vector<ChannelId> steps_of(const Structure& structure, const Path& path) {
  std::vector<ChannelId> firsts;
  for (const ChannelId c : path) {
    if (structure.is_packet(structure[c].from)) firsts.push_back(c);
  }
  return firsts;
}

std::vector<ChannelId> ends_of_steps(const Structure& structure, const Path& path) {
  std::vector<ChannelId> lasts;
  for (const ChannelId c : path) {
    if (structure.is_packet(structure[c].to)) lasts.push_back(c);
  }
  return lasts;
}

}  // namespace kasuri::chip
