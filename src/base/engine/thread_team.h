// SPDX-License-Identifier: MIT
// A fixed number of threads that work on one thing at a time together. The caller is one of them, so
// a team of one is an ordinary call. What a member does stays on its thread from task to task: memory
// near its core, signal stacks, fibers.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace kasuri {

class ThreadTeam {
 public:
  explicit ThreadTeam(unsigned members);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  unsigned members() const { return static_cast<unsigned>(errors_.size()); }

  // Calls task(0) here and task(1), task(2), … on the other threads, and returns when all have
  // returned. Of what they threw, rethrows that of the lowest number.
  void run(const std::function<void(unsigned)>& task);

 private:
  void attend(unsigned member, const std::function<void(unsigned)>& task);
  void work(unsigned member);

  std::vector<std::thread> threads_;
  std::vector<std::exception_ptr> errors_;
  const std::function<void(unsigned)>* task_ = nullptr;  // null: go home
  std::atomic<std::uint32_t> round_{0};
  std::atomic<std::uint32_t> busy_{0};
};

// Cores that this process may run on.
unsigned available_cores();

}  // namespace kasuri
