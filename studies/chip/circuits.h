// SPDX-License-Identifier: MIT
// What the circuit switches are set to: each is a partial one-to-one map from input to output
// channels (spec of the paper's ch. 4). Of two-way circuits each map holds in both directions. Where
// outputs may be shared the map is no longer one-to-one: circuits that meet at an output go on as one,
// to one packet switch, as the branches of a tree do.
#pragma once

#include <vector>

#include "studies/chip/energy.h"
#include "studies/chip/structure.h"
#include "base/core/named_enum.h"

namespace kasuri::chip {

enum class Direction : std::uint8_t { one_way, two_way };
constexpr auto names_of(Direction) { return name_table("one_way", "two_way"); }
// Whether an output of a circuit switch serves one input, or as many as want it. Not with two-way circuits.
enum class Outputs : std::uint8_t { exclusive, shared };

class Circuits {
 public:
  Circuits(const Structure& structure, Direction direction, Outputs outputs = Outputs::exclusive);

  Direction direction() const { return direction_; }
  Outputs outputs() const { return outputs_; }
  // Where a circuit switch sends what comes in by a channel, and whence it takes what goes out (of
  // shared outputs: the input that took it last); not valid() if that port is free.
  ChannelId next(ChannelId in) const { return next_[in.v]; }
  ChannelId previous(ChannelId out) const { return previous_[out.v]; }

  // Grows with each setting that is made or released.
  std::uint64_t version() const { return version_; }

  // Whether traffic that enters a switch by `in` may leave it by `out`, perhaps by a new setting.
  bool passes(ChannelId in, ChannelId out) const {
    if (structure_->is_packet((*structure_)[in].to)) return true;
    if (next_[in.v].valid()) return next_[in.v] == out;
    const bool is_free = outputs_ == Outputs::shared || !previous_[out.v].valid();
    return is_free && out != reverse(in);
  }
  bool passes(const Path&) const;

  // Makes all settings of a path that passes; says whether any was new.
  bool set(const Path&);
  // Frees the circuits whose first channel this is, and for two ways its opposite. Not where outputs
  // are shared.
  void release(ChannelId first);

  // The circuits as first channels, in ascending order: channels from a packet switch into a
  // circuit switch that is set. A two-way circuit is counted once, by its lower end.
  std::vector<ChannelId> firsts() const;
  // The channels of the circuit that begins with this one, to the packet switch where it ends.
  Path along(ChannelId first) const;

 private:
  void connect(ChannelId in, ChannelId out);
  void disconnect(ChannelId in);

  const Structure* structure_;
  Direction direction_;
  Outputs outputs_;
  std::uint64_t version_ = 0;
  std::vector<ChannelId> next_, previous_;
};

// The steps of a path from packet switch to packet switch: the first channel of each, and the last.
std::vector<ChannelId> steps_of(const Structure&, const Path&);
std::vector<ChannelId> ends_of_steps(const Structure&, const Path&);

}  // namespace kasuri::chip
