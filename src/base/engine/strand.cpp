// SPDX-License-Identifier: MIT
#include "base/engine/strand.h"

#include <cxxabi.h>

#include <boost/context/detail/fcontext.hpp>
#include <cerrno>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/engine/stack_area.h"

namespace kasuri {
namespace strands {
namespace {

namespace ctx = boost::context::detail;

// As fiber.cpp has them: what a thread of the host keeps for the code that runs.
struct Handled {
  void* caught;
  unsigned int uncaught;
};
[[gnu::noinline]] Handled exchange_handled(Handled with) {
  return std::exchange(*reinterpret_cast<Handled*>(abi::__cxa_get_globals()), with);
}
[[gnu::noinline]] void put_errno(int error) { errno = error; }

struct Running {
  const StackArea* area;
  std::uint32_t stack;
};
thread_local constinit Running running_strand{};

}  // namespace
}  // namespace strands

// Never destroyed: strands of any thread may end last.
struct Strand::Area {
  static constexpr std::uint32_t kMost = 1u << 20;
  std::mutex mutex;
  StackArea stacks;
  std::vector<std::uint32_t> idle;
  explicit Area(std::size_t bytes) : stacks({bytes, kMost}) {}

  static Area& of(std::size_t bytes) {
    static std::mutex& all_mutex = *new std::mutex;
    static auto& all = *new std::map<std::size_t, std::unique_ptr<Area>>;
    const std::lock_guard lock(all_mutex);
    std::unique_ptr<Area>& area = all[bytes];
    if (!area) area = std::make_unique<Area>(bytes);
    return *area;
  }
  std::uint32_t take() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) {
      const std::uint32_t fresh = stacks.prepared();
      stacks.prepare(fresh);
      return fresh;
    }
    const std::uint32_t last = idle.back();
    idle.pop_back();
    return last;
  }
};

struct Strand::First {
  static void frame(strands::ctx::transfer_t from) noexcept {
    Strand* const* const pair = static_cast<Strand**>(from.data);
    Strand& mine = *pair[1];
    pair[0]->context_ = from.fctx;
    strands::put_errno(0);
    mine.entry_(mine.data_);
  }
};

void Strand::begin(std::size_t stack_bytes, Entry entry, void* data) {
  if (!area_) {
    area_ = &Area::of(stack_bytes);
    stack_ = area_->take();
  }
  entry_ = entry;
  data_ = data;
  std::byte* const top = area_->stacks.top(stack_) - stack_ % 16 * 64;  // as fibers have it: other sets
  context_ = strands::ctx::make_fcontext(top, static_cast<std::size_t>(top - area_->stacks.lowest(stack_)),
                                         &First::frame);
}

void Strand::switch_to(Strand& next) {
  const strands::Handled mine = strands::exchange_handled({});
  const int error = errno;
  next.note_running();
  Strand* pair[] = {this, &next};
  const strands::ctx::transfer_t back = strands::ctx::jump_fcontext(next.context_, pair);
  static_cast<Strand**>(back.data)[0]->context_ = back.fctx;
  strands::exchange_handled(mine);
  strands::put_errno(error);
}

void Strand::give_back() {
  if (!area_) return;
  const std::lock_guard lock(area_->mutex);
  area_->idle.push_back(stack_);
  area_ = nullptr;
}

bool Strand::is_intact() const {
  return !area_ || area_->stacks.is_guarded(stack_) || area_->stacks.intact(stack_);
}

void Strand::note_running() const {
  strands::running_strand = {area_ ? &area_->stacks : nullptr, stack_};
}

bool Strand::has_overflowed(const void* address, const void* stack_pointer) {
  const auto [area, stack] = strands::running_strand;
  return area && area->is_overflow(stack, address, stack_pointer);
}

}  // namespace kasuri
