// SPDX-License-Identifier: MIT
// Steps before a run that may take long on large machines: tables of routes, the search for deadlocks, the
// analysis of a graph. Each says how far it is, and whoever shows progress hears of those that take long.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace kasuri {

class LongStep {
 public:
  // `what` is being done, in words for people; `total` is the number of its parts.
  LongStep(std::string what, std::uint64_t total);
  ~LongStep();
  LongStep(const LongStep&) = delete;
  LongStep& operator=(const LongStep&) = delete;

  // So many parts are done. Looks at the clock, so to be called for parts of a microsecond or more.
  void at(std::uint64_t done);

  const std::string& what() const { return what_; }
  double share() const { return total_ ? static_cast<double>(done_) / static_cast<double>(total_) : 0; }
  double seconds() const;

  // Who is told, on this thread, while it lives: the step, and null at the step's end.
  class Listener {
   public:
    using Hear = std::function<void(const LongStep*)>;
    explicit Listener(Hear);
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

   private:
    friend class LongStep;
    Hear hear_;
    Listener* before_;
  };

 private:
  std::string what_;
  std::uint64_t total_, done_ = 0;
  std::chrono::steady_clock::time_point began_, told_;
  bool was_told_ = false;
};

}  // namespace kasuri
