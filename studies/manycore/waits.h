// SPDX-License-Identifier: MIT
// Who waits for whom when a run ends. An element that waits for an input waits for its sender; one
// that waits for an output, for its receiver. So there is one way on from each that waits, and it
// ends at the source (which has no more: that is how a program without an end ends well), at an
// element that has stopped, loops, or still runs, or in a circle.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "studies/manycore/chip.h"

namespace kasuri::emu {

enum class Doing : std::uint8_t { running, looping, stopped, input0, input1, output0, output1 };
constexpr bool waits(Doing d) { return d >= Doing::input0; }
// "waits for input 1"
std::string_view to_string(Doing);

struct Standing {
  Doing doing = Doing::running;
  std::uint32_t pc = 0;
  std::int64_t clock = 0;
};

struct Waits {
  static constexpr std::size_t kShown = 8;

  struct Link {
    std::uint64_t pe = 0;
    Standing standing;
  };
  // Elements that wait, directly or through others, for one that will not let them go on.
  struct Held {
    std::int64_t elements = 0;
    bool circle = false;      // of all that are in the chain
    std::vector<Link> chain;  // the first of these elements, and for whom it waits, to the end
    bool cut = false;         // which is too long to show
  };

  std::int64_t running = 0, looping = 0, stopped = 0, waiting = 0;
  std::int64_t for_source = 0;  // of those waiting
  std::vector<Held> held;       // those that hold up most first; at most kShown
  std::int64_t not_shown = 0;   // elements held up by others

  // Whether more can be said than that the input has come to its end.
  bool is_odd() const { return !held.empty() || running > 0; }
  nlohmann::ordered_json json(Shape) const;
  std::string text(Shape) const;
};

// Ranks are closed in their order, when nothing can reach them any more; what is left at the end
// may wait for ranks on either side.
template <class Core>
class WaitTracer {
 public:
  explicit WaitTracer(const Chip<Core>& chip) : chip_(&chip) {}

  using StandingOf = std::function<Standing(std::uint64_t pe)>;
  // All of a rank alike: waiting for inputs, or stopped. False: to be asked one by one.
  bool close_alike(std::uint32_t rank, bool all_wait, bool all_stopped);
  void close(std::uint32_t rank, const StandingOf&);
  // All ranks from this one on.
  void finish(std::uint32_t rank, const StandingOf&);
  // What ranks before this one did is not known: they are taken for the source.
  void begin_at(std::uint32_t rank) { closed_ = rank; }
  bool is_finished() const { return finished_; }
  // Once closed or finished.
  Waits result() const;

 private:
  static constexpr std::uint64_t kSource = ~std::uint64_t{0};
  enum class Last : std::uint8_t { source, stopped, mixed };
  struct Root {
    std::int64_t elements = 0;
    bool circle = false;
    std::vector<Waits::Link> chain;
    bool cut = false;
  };

  void count(Doing);
  std::uint64_t next(std::uint64_t pe, Doing) const;
  std::uint64_t closed_root(std::uint64_t pe) const;
  Waits::Link link(std::uint64_t pe, const Standing& s) const { return {pe, s}; }
  Root* root(std::uint64_t id);

  const Chip<Core>* chip_;
  Waits totals_;
  std::uint32_t closed_ = 0;              // ranks
  Last last_ = Last::source;              // what the last closed rank was
  std::vector<std::uint64_t> last_root_;  // by pipe, if mixed
  std::vector<Standing> last_standing_;
  std::map<std::uint64_t, Root> roots_;  // the first kMostRoots of them
  std::int64_t beyond_ = 0;              // elements with other roots
  bool finished_ = false;

  static constexpr std::size_t kMostRoots = 4096;
};

}  // namespace kasuri::emu
