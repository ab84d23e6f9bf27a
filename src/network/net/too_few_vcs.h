// SPDX-License-Identifier: MIT
// What routings throw that need more virtual channels. Where no file sets router.vcs, more are tried.
#pragma once

#include <cstdint>
#include <string>

#include "base/core/errors.h"

namespace kasuri {

class TooFewVcs : public Error {
 public:
  explicit TooFewVcs(const std::string& text) : Error(Exit::usage, text) {}
};

// Makes a routing with `vcs` virtual channels, or else with the fewest up to eight that it takes.
template <class Make>
auto with_enough_vcs(std::uint32_t& vcs, Make make) -> decltype(make(vcs)) {
  constexpr std::uint32_t kMostTried = 8;
  for (std::uint32_t tried = vcs; tried <= kMostTried; ++tried) {
    try {
      auto made = make(tried);
      vcs = tried;
      return made;
    } catch (const TooFewVcs&) {
    }
  }
  return make(vcs);
}

}  // namespace kasuri
