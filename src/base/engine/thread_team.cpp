// SPDX-License-Identifier: MIT
#include "base/engine/thread_team.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "base/core/allocation.h"

namespace kasuri {

ThreadTeam::ThreadTeam(unsigned members) : errors_(std::max(1u, members)) {
  for (unsigned i = 1; i < members; ++i) threads_.emplace_back([this, i] { work(i); });
}

ThreadTeam::~ThreadTeam() {
  task_ = nullptr;
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void ThreadTeam::attend(unsigned member, const std::function<void(unsigned)>& task) {
  try {
    task(member);
  } catch (...) {
    errors_[member] = std::current_exception();
  }
}

void ThreadTeam::run(const std::function<void(unsigned)>& task) {
  task_ = &task;
  busy_.store(static_cast<std::uint32_t>(threads_.size()), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  attend(0, task);
  for (std::uint32_t n; (n = busy_.load(std::memory_order_acquire)) != 0;) busy_.wait(n);
  std::exception_ptr first;
  for (std::exception_ptr& e : errors_) {
    if (e && !first) first = e;
    e = nullptr;
  }
  if (first) std::rethrow_exception(first);
}

void ThreadTeam::work(unsigned member) {
  for (std::uint32_t seen = 0;; ++seen) {
    round_.wait(seen, std::memory_order_acquire);
    const auto* task = task_;
    if (!task) {
      // The C library would give back what it keeps of a damaged heap for the thread, whose locks are held.
      if (heap_is_damaged) syscall(SYS_exit, 0);
      return;
    }
    attend(member, *task);
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

unsigned available_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) {
    return std::max(1u, std::thread::hardware_concurrency());
  }
  return std::max(1u, static_cast<unsigned>(CPU_COUNT(&set)));
}

}  // namespace kasuri
