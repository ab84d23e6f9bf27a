// SPDX-License-Identifier: MIT
#include "experiment/measured/pool.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <new>
#include <thread>

#include "base/core/errors.h"

namespace kasuri::measured {
namespace {

constexpr std::size_t kErrorText = 1000;

// What processes share: which question is next, and answers.
struct Slot {
  std::atomic<int> state{0};  // 1: answered, 2: failed
  Answer answer;
  std::array<char, kErrorText> error{};
};

class Shared {
 public:
  explicit Shared(std::size_t n)
      : bytes_(sizeof(std::atomic<std::size_t>) + alignof(Slot) + n * sizeof(Slot)) {
    memory_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw Error(Exit::limit, "kasuri: error: no memory for the answers");
    next_ = new (memory_) std::atomic<std::size_t>(0);
    const auto base = reinterpret_cast<std::uintptr_t>(memory_) + sizeof(*next_);
    slots_ = reinterpret_cast<Slot*>((base + alignof(Slot) - 1) / alignof(Slot) * alignof(Slot));
    std::uninitialized_default_construct_n(slots_, n);
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { ::munmap(memory_, bytes_); }

  std::size_t take() { return next_->fetch_add(1); }
  Slot& operator[](std::size_t i) { return slots_[i]; }

 private:
  std::size_t bytes_;
  void* memory_;
  std::atomic<std::size_t>* next_;
  Slot* slots_;
};

// One process: a question after the other until none is left.
void answer_some(std::span<const Question> questions, Shared& shared) {
  for (std::size_t i = shared.take(); i < questions.size(); i = shared.take()) {
    Slot& s = shared[i];
    try {
      s.answer = ask(questions[i]);
      s.state = 1;
    } catch (const std::exception& e) {
      std::strncpy(s.error.data(), e.what(), kErrorText - 1);
      s.state = 2;
    }
  }
}

std::size_t answered(Shared& shared, std::size_t n) {
  std::size_t done = 0;
  for (std::size_t i = 0; i < n; ++i) done += shared[i].state != 0;
  return done;
}

}  // namespace

std::vector<Outcome> ask_all(std::span<const Question> questions, unsigned processes,
                             const std::function<void(std::size_t)>& tell) {
  Shared shared(questions.size());
  std::vector<pid_t> children;
  const pid_t parent = ::getpid();
  std::fflush(nullptr);
  for (unsigned k = 0; k < std::min<std::size_t>(std::max(1u, processes), questions.size()); ++k) {
    const pid_t child = ::fork();
    if (child < 0) break;
    if (child == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::getppid() != parent) ::_exit(1);
      answer_some(questions, shared);
      ::_exit(0);
    }
    children.push_back(child);
  }
  if (children.empty()) answer_some(questions, shared);
  for (std::size_t running = children.size(); running > 0;) {
    for (pid_t& child : children) {
      if (child > 0 && ::waitpid(child, nullptr, WNOHANG) == child) child = 0, --running;
    }
    if (tell) tell(answered(shared, questions.size()));
    if (running > 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  std::vector<Outcome> all(questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (shared[i].state == 1)
      all[i].answer = shared[i].answer;
    else
      all[i].error = shared[i].state == 2 ? shared[i].error.data() : "the process that simulated it ended";
  }
  return all;
}

}  // namespace kasuri::measured
