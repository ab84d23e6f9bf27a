// SPDX-License-Identifier: MIT
// The stage of the network between two ranks: a component (`kasuri help wiring`).
#pragma once

#include <cstdint>
#include <string_view>

namespace kasuri::emu {

struct WiringContext {
  std::uint32_t log_pipes;
};

// A one-to-one map from the output ports of a rank to the input ports of the next.
class Wiring {
 public:
  static constexpr std::string_view kKind = "wiring";
  static constexpr std::string_view kKindMeaning =
      "connections between two ranks of a many-core chip";
  using Base = Wiring;
  using Context = WiringContext;

  struct End {
    std::uint32_t pipe;
    std::uint32_t port;
  };

  virtual ~Wiring() = default;
  // Where output `port` of `pipe` in `rank` leads to.
  virtual End target(std::uint32_t rank, std::uint32_t pipe, std::uint32_t port) const = 0;
};

}  // namespace kasuri::emu
