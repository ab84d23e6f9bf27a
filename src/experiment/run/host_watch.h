// SPDX-License-Identifier: MIT
// A thread that looks at the host while a run goes on: whether the process has more memory than it may
// have, and whether a rank holds a thread without coming back, as a loop that calls nothing does. It names
// such a rank, and once the run is to end it takes the thread away from it, so that results are kept.
//
// A rank is left only where its own code is interrupted, or a call of the kernel that waits, or where it
// returns from a call to Kasuri; never elsewhere inside Kasuri or the C library, which may hold locks
// there. It is tried again until that is so.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace kasuri {

class Machine;
namespace mpi {
class World;
}  // namespace mpi

class HostWatch {
 public:
  struct Options {
    // Of this process, in bytes, besides what the host has; INT64_MAX: neither counts.
    std::optional<std::uint64_t> memory_limit{};
    double patience_s = 5;                        // until a rank is named
    std::function<void(const std::string&)> tell{};  // called from the thread; empty: to stderr
  };

  // Of a machine that is about to start, for as long as this lives.
  HostWatch(Machine&, Options);
  ~HostWatch();
  HostWatch(const HostWatch&) = delete;
  HostWatch& operator=(const HostWatch&) = delete;

  // Why it has ended the run: too little memory. Empty if it has not.
  std::string out_of_memory() const;

 private:
  // Of a part of the machine: the coroutine that its thread runs.
  struct Held {
    std::uint64_t switches = 0;
    double since = 0;
    bool named = false;
  };

  void watch();
  void look_at_memory();
  // Returns whether a rank is to be left.
  bool look_at_rank(mpi::World&, Held&);
  void name(const mpi::World&, std::uint32_t coroutine, double held_s);
  void end_run(std::string why);

  Machine& machine_;
  Options options_;
  std::uint64_t reserve_;  // that the host keeps
  std::vector<Held> held_;
  unsigned looks_ = 0, until_host_ = 0;
  bool stopping_ = false;  // told the parts to stop
  mutable std::mutex lock_;
  std::condition_variable ends_;
  bool done_ = false;
  std::string why_;
  std::thread thread_;
};

}  // namespace kasuri
