// SPDX-License-Identifier: MIT
// Clocks until planned traffic has arrived (the paper's ch. 5): all demands start together, as
// packets of flits; a step from packet switch to packet switch carries one flit per clock, and a
// circuit is one step however long it is; packet switches cut through, each packet waiting as a
// whole for the next step of its path.
//
// A step is granted at g and busy until g + F for a packet of F flits; the head is at the next
// switch at g + hop_clocks and the tail F - 1 clocks later. A free step takes the packet whose head
// came first, of those the one planned first. Waiting packets do not block each other (output
// queues). With limited buffers a step needs room for the whole packet at its end, the room is free
// again when the packet's tail has left, and arrival at the target needs no room.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "studies/chip/demand.h"
#include "studies/chip/structure.h"
#include "base/config/fields.h"
#include "base/core/units.h"

namespace kasuri::chip {

enum class MeshPaths { xy, balanced, dijkstra };
constexpr auto names_of(MeshPaths) { return name_table("xy", "balanced", "dijkstra"); }
// Packets that arrive at one server together: each as if alone, or one after the other, as at the port of a
// router to its NIC, which a packet holds from its head to its tail.
enum class Ejection { free, held };
constexpr auto names_of(Ejection) { return name_table("free", "held"); }
enum class Joins { contend, free };
constexpr auto names_of(Joins) { return name_table("contend", "free"); }

struct DelayParams {
  bool run = true;
  std::int64_t flit_bits = 16;
  std::optional<std::int64_t> packet_bits;     // not set: a demand is one packet
  std::optional<std::uint32_t> buffer_packets;  // per input of a switch; not set: no limit
  std::uint32_t hop_clocks = 1;
  bool server_links = false;
  MeshPaths mesh_path = MeshPaths::xy;
  double mean_gap_clocks = 0;  // 0: all start together
  Time clock{1000};            // a period, for exported networks
  Joins joins = Joins::contend;
  Ejection ejection = Ejection::free;

  static config::Fields<DelayParams> fields();
  static void validate(const DelayParams&, config::Section&);
};

// What one demand sends, over which steps: numbers below `resources`, which limit each other.
struct Flow {
  std::vector<std::uint32_t> steps;
  std::int64_t bits = 0;
  std::uint32_t rank = 0;   // among all, as they were planned; breaks ties
  std::int64_t start = 0;   // clock at which it wants to go
  std::uint32_t target = 0;  // server
};

struct Delays {
  static constexpr std::int64_t kNever = -1;  // of a flow that sends nothing or has no way

  std::vector<std::int64_t> arrival;  // by flow: the clock at which its last flit is there
  std::int64_t makespan = 0;
};

// Decides the steps of a flow only when it starts, and hears when they have been used.
class Controller {
 public:
  virtual ~Controller() = default;
  // Fills in the steps; returns the clocks until the first packet may move.
  virtual std::int64_t route(std::uint32_t flow, Flow&) = 0;
  // The last packet of a flow has left this step. If a time is returned, wake() is called then.
  virtual std::optional<std::int64_t> left(std::uint32_t flow, std::uint32_t step,
                                           std::int64_t now) = 0;
  virtual void wake(std::uint32_t step, std::int64_t now) = 0;
};

// Throws Error(Exit::deadlock) if limited buffers make packets wait for each other for ever.
Delays simulate(std::vector<Flow>, std::uint32_t resources, const DelayParams&,
                Controller* = nullptr);

// One round after the other, each beginning when the one before has arrived; `round` is empty for a
// single one. What starts later than its round starts as it would.
Delays simulate_rounds(std::vector<Flow>, const std::vector<std::uint32_t>& round,
                       std::uint32_t rounds, std::uint32_t resources, const DelayParams&);

}  // namespace kasuri::chip
