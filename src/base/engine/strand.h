// SPDX-License-Identifier: MIT
// Further stacks for the code of a fiber: the threads of a simulated rank. Strands of one fiber switch to
// each other; whichever of them suspends the fiber goes on when that is resumed. A stack is borrowed while
// there is code on it, from areas that all fibers of the process share: it has a guard as long as the
// kernel allows (stack_area.h), and its size is that of the first loan of this size.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kasuri {

class Strand {
 public:
  using Entry = void (*)(void*);

  Strand() = default;  // the fiber's own code
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;
  ~Strand() { give_back(); }

  // Code that calls entry(data) when it is first switched to; that does not return.
  void begin(std::size_t stack_bytes, Entry entry, void* data);
  // From this strand, which runs, to another one of its fiber; returns when one of them comes back.
  void switch_to(Strand& next);
  // Of one that is not to go on, after its last switch.
  void give_back();
  // Whether code has left the end of a stack that has no guard.
  bool is_intact() const;
  // The fiber goes on with this one, perhaps on another thread of the host.
  void note_running() const;

  // In a handler of a signal: whether the strand that runs on this thread has left its stack by an access
  // to this address.
  static bool has_overflowed(const void* address, const void* stack_pointer);

 private:
  struct Area;
  struct First;
  Area* area_ = nullptr;  // of its stack; null: the fiber's
  std::uint32_t stack_ = 0;
  void* context_ = nullptr;
  Entry entry_ = nullptr;
  void* data_ = nullptr;
};

}  // namespace kasuri
