// SPDX-License-Identifier: MIT
// What a run tells: integers that do not depend on the host, and apart from them what does.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/core/errors.h"
#include "base/core/ids.h"
#include "base/core/units.h"
#include "base/engine/windows.h"
#include "network/net/failures.h"
#include "network/net/link_fault_table.h"
#include "mpi/ranks/job.h"
#include "network/net/delivery.h"
#include "experiment/probe/outcome.h"
#include "network/flow/expected_error.h"
#include "experiment/run/link_table.h"
#include "experiment/run/memory_use.h"
#include "experiment/run/power_run.h"
#include "base/stats/steady_state.h"

namespace kasuri {

namespace trace {
class Recording;
}

// Why a run ended.
enum class End { completed, measured, time_limit, memory_limit, deadlock, program_failed, interrupted };
std::string_view to_string(End);

struct NicRow {
  std::uint32_t endpoint;
  std::uint32_t router;
  NicUse use;
};

struct RankRow {
  std::uint32_t job;
  std::uint32_t rank;
  std::uint32_t node;
  mpi::RankStatistics spent;
};

struct JobRow {
  std::string name;
  std::string kind;  // "program" or the pattern's name
  std::uint32_t ranks = 0;
  std::uint32_t nodes = 0;
  Time start{0};
  std::uint32_t iterations = 1;
  DeliveryStatistics delivered;  // of its messages
  Time time{0};      // from the job's start until its last rank ended or its last message arrived
  std::uint64_t messages = 0;
  Bytes bytes{0};
  mpi::RankStatistics spent;  // sums over the ranks
  bool payload = false;         // whether data moved
  std::string compute;          // how the program's own time came about: "declared", …
  bool finished = false;
  bool crashed = false;  // exit_code is 128 and the number of the signal
  int exit_code = 0;
  std::uint64_t unmatched = 0;  // messages nobody received
  std::uint64_t draws = 0;      // random numbers that its pattern took
};

struct HostFigures {
  double wall_s = 0;    // of the event loop
  double cpu_s = 0;     // user and system, of the event loop
  double setup_cpu_s = 0;
  std::int64_t peak_rss_bytes = 0;
  std::uint64_t estimated_bytes = 0;     // before the run, without what programs allocate
  std::uint64_t program_heap_bytes = 0;  // what programs allocated, the most at one time
  std::uint64_t queue_events = 0;  // taken from the queue, void wake-ups included
  WindowProfile windows;
  MemoryUse memory;
};

// What a run has measured, in integers and shares of the NICs' links.
struct Measured {
  SteadyState::State state = SteadyState::State::unsettled;
  bool stops = true;            // with [measure]: it ends the run
  bool pattern_ended = false;   // before the measurement had
  Time interval{0};
  Time from{0}, until{0};       // of what is not warm-up
  std::uint64_t intervals = 0, warm_up = 0;
  // What has no value is nothing: the latency of a saturated run, an interval of correlated batches.
  std::optional<Time> latency, latency_half_width;  // from creation to memory, per packet
  std::optional<double> offered;                    // as a share of all NICs' link rates
  std::optional<double> accepted, accepted_half_width;

  bool saturated() const { return state == SteadyState::State::saturated; }
};

// What has come of [faults].
struct FaultResults {
  std::vector<Failures::Epoch> epochs;  // none if nothing fails
  std::uint64_t degraded_channels = 0;
  std::vector<LinkErrorRow> errors;     // of all parts, in the order of routers

  LinkErrors all_errors() const;
};

// "3 messages", "3 messages and 1 control message".
std::string describe_dropped(const DeliveryStatistics&);

// A packet of a deadlock's cycle: it is at a router, and the next one's virtual channel has no space.
struct WaitCycleRow {
  std::uint32_t from, to;  // routers
  std::uint32_t vc;        // of the link from one to the other
  std::uint32_t queued;    // packets there
  Time since;
};

// What a network model counts besides links, NICs and deliveries.
// Where the time would be on the machine itself.
struct MachineAccuracy {
  Range time;                    // picoseconds
  std::size_t points = 0;        // measured times, all of collective operations
  // Share of the ranks' time that is not computation, or that is in collectives: only it is off.
  double communication = 1;
  bool has_collectives = false;  // whether the run has any
  std::vector<std::string> caveats{};  // what of the run no measured time is like
};

struct NetworkResults {
  std::uint64_t undelivered = 0;  // packets under way at the end
  std::vector<std::pair<std::string_view, std::uint64_t>> counts;
  std::string text;  // the same for people
  std::vector<CreditLimit> credit_limits{};  // of links that their buffers throttle
  std::optional<MachineAccuracy> accuracy{};  // of machine files that say how far they were off
};

// How a run ended.
struct Ending {
  End end = End::completed;
  Exit exit = Exit::done;
  int signal = 0;                    // that interrupted the run
  std::vector<std::string> report;   // of a deadlock or failure, for people
  std::vector<WaitCycleRow> cycle;   // of a deadlock: packets that wait for each other

  // Whether it went to its end; else all figures are of what had happened until then.
  bool whole() const { return end == End::completed || end == End::measured; }
};

struct Results : Ending {
  // What the ranks did, if that was asked for; to be written by whoever wants it.
  std::shared_ptr<trace::Recording> recording;
  std::string caveat;                // what the model of this machine leaves out (Topology::caveat)
  Time time{0};                      // simulated
  std::uint64_t events = 0;
  std::uint64_t seed = 0;
  DeliveryStatistics delivered;
  NetworkResults network;
  std::vector<JobRow> jobs;
  LinkTable links;
  std::vector<NicRow> nics;
  std::vector<RankRow> ranks;
  std::vector<Outcome> probes;
  std::vector<std::string> link_classes;  // the last one is the terminal links'
  std::vector<BytesPerSecond> link_rates;  // per class
  std::optional<PowerRun> power;
  std::optional<Measured> measured;    // of patterns with an end, and with [measure]
  std::optional<FaultResults> faults;  // with [faults]
  std::optional<FlowFidelity> fidelity;  // at flow level
  HostFigures host;

  // Of the router-to-router links.
  std::uint64_t link_count() const;
  Time link_busy() const;
  double link_busy_ratio() const;
  std::optional<double> link_busy_ratio(std::size_t link_class) const;  // of those that the machine has
  Time link_stall() const;
  Time link_stall(std::size_t link_class) const;
  double link_stall_ratio() const;
  // Mean over links and time, in bytes a second; and as a share of what the links could carry.
  double mean_link_bandwidth() const;
  double link_efficiency() const;
  // packets × router outputs crossed
  std::uint64_t packet_hops() const;
  // Of probes; null if none of them made it.
  const Table* table(std::string_view name) const;

 private:
  double share_of_links(Time sum) const;
};

}  // namespace kasuri
