// SPDX-License-Identifier: MIT
#include "base/core/guarded.h"

#include <csignal>
#include <cstring>

namespace kasuri {
namespace {

// Left as it is, also if another thread writes to it at the same time.
void touch(std::byte* at) {
  __atomic_fetch_or(reinterpret_cast<unsigned char*>(at), static_cast<unsigned char>(0),
                    __ATOMIC_RELAXED);
}

void look_at(const std::byte* at) { (void)*static_cast<const volatile std::byte*>(at); }

constexpr std::size_t kPage = 4096;  // or a part of one
constexpr std::size_t kMost = std::size_t{256} << 10;

// Whether the last byte may lie on another page than the first.
bool is_long(const void* at, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(at);
  return first / kPage != (first + bytes - 1) / kPage;
}

void look_within(const std::byte* at, std::size_t bytes, bool has_holes) {
  for (std::size_t i = kPage; !has_holes && i < bytes && i < kMost; i += kPage) look_at(at + i);
  look_at(at + bytes - 1);
}

}  // namespace

// The handler runs with SA_NODEFER: there is no signal mask to restore.
void leave_guarded_access(int signal) {
  sigjmp_buf* const out = guarded::way_out;
  if (out && (signal == SIGSEGV || signal == SIGBUS)) siglongjmp(*out, 1);
}

bool guarded_copy(void* to, const void* from, std::size_t bytes) {
  return without_fault([=] { std::memcpy(to, from, bytes); });
}

bool can_read(const void* from, std::size_t bytes, bool has_holes) {
  if (bytes == 0) return true;
  const auto* const b = static_cast<const std::byte*>(from);
  return without_fault([=] {
    look_at(b);
    if (is_long(b, bytes)) look_within(b, bytes, has_holes);
  });
}

bool can_write(void* to, std::size_t bytes, bool has_holes) {
  if (bytes == 0) return true;
  auto* const b = static_cast<std::byte*>(to);
  return without_fault([=] {
    touch(b);
    if (!is_long(b, bytes)) return;
    look_within(b, bytes, has_holes);
    touch(b + bytes - 1);
  });
}

}  // namespace kasuri
