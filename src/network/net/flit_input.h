// SPDX-License-Identifier: MIT
// Word of the flits behind a head, which reaches routers that take flits as credits do, for a port of
// theirs plus this (CreditTaker::take_credit).
#pragma once

#include <cstdint>

namespace kasuri {

inline constexpr std::uint32_t kFlitsOfInput = 0x8000;

}  // namespace kasuri
