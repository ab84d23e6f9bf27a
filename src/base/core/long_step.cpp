// SPDX-License-Identifier: MIT
#include "base/core/long_step.h"

#include <utility>

namespace kasuri {
namespace {

using std::chrono::steady_clock;

constexpr auto kUnheard = std::chrono::seconds(2);  // a step that is shorter is not spoken of
constexpr auto kBetween = std::chrono::milliseconds(200);

thread_local LongStep::Listener* listening = nullptr;

}  // namespace

LongStep::Listener::Listener(Hear hear) : hear_(std::move(hear)), before_(std::exchange(listening, this)) {}

LongStep::Listener::~Listener() { listening = before_; }

LongStep::LongStep(std::string what, std::uint64_t total)
    : what_(std::move(what)), total_(total), began_(steady_clock::now()), told_(began_) {}

LongStep::~LongStep() {
  if (was_told_ && listening) listening->hear_(nullptr);
}

void LongStep::at(std::uint64_t done) {
  if (!listening) return;
  done_ = done;
  const auto now = steady_clock::now();
  if (now - began_ < kUnheard || now - told_ < kBetween) return;
  told_ = now;
  was_told_ = true;
  listening->hear_(this);
}

double LongStep::seconds() const {
  return std::chrono::duration<double>(steady_clock::now() - began_).count();
}

}  // namespace kasuri
