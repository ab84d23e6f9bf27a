// SPDX-License-Identifier: MIT
// Memory that will be needed soon, brought into the cache.
#pragma once

namespace kasuri {

// Fetches the cache line of `at`, which is to be written. GCC takes a function that does nothing but this
// for one without effect, and leaves out calls of it: the empty statement is an effect.
[[gnu::always_inline]] inline void fetch_ahead(const void* at) {
  __builtin_prefetch(at, 1);
  asm volatile("");
}

}  // namespace kasuri
