// SPDX-License-Identifier: MIT
// A window of a rank (MPI 4.1, chapter 12): its memory, what the rank does to the windows of others, and
// what others do to its own. All of it belongs to the rank; others learn of it by messages only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "mpi/ranks/communicator.h"
#include "mpi/ranks/datatype.h"
#include "mpi/ranks/layout.h"
#include "network/net/message.h"

namespace kasuri::mpi {

enum class WindowFlavour : std::uint8_t { create, allocate, dynamic, shared };

// The memory of all windows that are made together with allocate_shared, one segment behind the other. Its
// ranks are on one node, and so in one part of the machine.
struct SharedSegments {
  std::vector<std::int64_t> sizes;
  std::vector<int> units;
  std::byte* memory = nullptr;

  SharedSegments() = default;
  SharedSegments(const SharedSegments&) = delete;
  SharedSegments& operator=(const SharedSegments&) = delete;
  ~SharedSegments() { std::free(memory); }
  std::byte* segment(int rank);  // all sizes are known
};

struct Window {
  std::uint32_t rank = 0;        // its owner, numbered over all jobs
  Communicator* comm = nullptr;  // of its own
  WindowFlavour flavour = WindowFlavour::create;
  std::byte* base = nullptr;
  std::int64_t size = 0;
  int unit = 1;
  std::byte* allocated = nullptr;  // freed with the window
  std::map<std::uintptr_t, std::int64_t> attached;  // of a dynamic one: address, bytes
  std::shared_ptr<SharedSegments> segments;

  // ---- As origin ----
  struct Open {
    std::int64_t here = 0;   // operations whose buffers are in use
    std::int64_t there = 0;  // operations not complete at the target
  };
  std::map<int, Open> open;  // by target, none with nothing under way
  Open all_open;
  struct Lock {
    bool exclusive;
    bool asked;  // not with MODE_NOCHECK
    bool granted;
    bool by_all;  // lock_all has taken it
  };
  std::map<int, Lock> locks;  // by target, only those held or asked for
  bool fenced = false;        // a fence has begun an epoch
  bool locked_all = false, unchecked_all = false;
  bool started = false;
  Group targets;              // of start
  std::set<int> unposted;     // of them, those that have not posted yet

  // ---- As target ----
  int holders = 0;            // that share its lock
  int exclusive = -1;         // who has it alone
  struct Asking {
    int origin;
    bool exclusive;
  };
  std::deque<Asking> asking;
  std::map<int, int> posts;   // that have come and no start has used, by their rank
  bool posted = false;
  Group origins;              // of post
  int completes = 0;          // that have come
  Bytes answering{0};         // data of large gets that wait to leave
  std::list<Message> held;    // accesses behind them, not yet executed

  // What the rank waits for, at most one thing.
  enum class Wait : std::uint8_t { nothing, here, there, lock, posts, completes };
  static constexpr int kAll = -1;
  struct Waiting {
    Wait what = Wait::nothing;
    int target = kAll;
    std::uint32_t request = 0;
  } waiting;

  bool has(Wait, int target) const;
};

// What an accumulate does with each element; the others are Op's.
enum class WindowOp : std::uint8_t { replace = 100, no_op };

}  // namespace kasuri::mpi
