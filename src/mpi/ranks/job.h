// SPDX-License-Identifier: MIT
// What the world is asked to run, and what it tells of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/core/errors.h"
#include "base/core/ids.h"
#include "base/core/units.h"
#include "mpi/ranks/library.h"
#include "mpi/ranks/nccl.h"
#include "mpi/ranks/op_stream.h"
#include "base/stats/histogram.h"

namespace kasuri::mpi {

// MGEN_Main, main, …
using ProgramEntry = int (*)(int argc, char** argv);

// The writable variables of a program of which each rank has a copy of its own. The program knows one
// address of each; what stands there is the copy of the rank that was entered last. Ranks are
// numbered over all jobs.
class PrivateGlobals {
 public:
  virtual ~PrivateGlobals() = default;
  virtual void enter(std::uint32_t rank) = 0;
  // Where data of this rank is now, whoever was entered last.
  virtual std::byte* find(std::uint32_t rank, void* address) = 0;
  // Of an address that the loader knows: that of the rank's own copy.
  virtual void* own_address(std::uint32_t, void* address) { return address; }
  // The rank begins anew, with what all began with.
  virtual void reset(std::uint32_t rank) = 0;
  // Where the time of the program's own code is counted or measured: that of the rank which was entered
  // last, since its last call; and that a call ends. MPI_Pcontrol(0) lets the rank's time pass uncounted.
  virtual Time computed(std::uint32_t) { return Time{0}; }
  virtual void end_call(std::uint32_t) {}
  virtual void count(std::uint32_t, bool) {}
};

// What a rank is to open for a name that it gives dlopen(), or why it cannot.
struct OpenedLibrary {
  std::string file, refusal;
};
using OpenLibrary = std::function<OpenedLibrary(const std::string& name)>;

// Ranks run either a program, each on a fiber, or operation streams.
struct JobSpec {
  std::string name;
  int ranks = 0;
  std::function<NodeId(int rank)> node_of_rank;
  std::function<bool(int rank)> is_here;  // whether the world runs this rank; null: all of them
  std::function<std::uint32_t(int rank)> place_of_rank;  // in the partition; null: it has no places
  ProgramEntry program = nullptr;
  OpStreamFactory streams;
  // Of streams: communicator i + 1 has these ranks of the job, in this order. Null: none but all.
  std::shared_ptr<const std::vector<std::vector<std::uint32_t>>> communicators;
  OpenLibrary open_library;            // of the program
  std::vector<std::string> arguments;  // of the program: argv[0], argv[1], …
  bool payload = false;                // whether bytes move, or are only counted
  bool is_mpi = false;                 // written for mpi.h: messages name its functions
  PrivateGlobals* globals = nullptr;   // of the program; null: ranks share what it has
  bool computes = false;               // its own code takes time
  int threads = 1;                     // of each rank at most (rank_threads.h)
  Time start{0};
  std::int64_t epoch = 0;     // the date at which simulated time begins, in seconds since 1970
  bool meetings = false;      // streams are told when messages meet their receives
  std::uint32_t runs = 1;     // each rank runs so often, the next time as soon as it has ended
  std::uint16_t number = 0;   // see Message::job
  config::Choice<Library> collectives;  // instead of mpi.library; empty: that one
  std::function<std::uint32_t(NodeId)> server_of;  // null: each node is a server
  GpuServers servers{};
};

// What a rank's own thread of control does with its time; a non-blocking collective goes on beside it.
enum class Activity : std::uint8_t {
  computing,  // declared computation
  sending,    // the CPU's overheads and copies of sends, packing
  receiving,  // those of receives
  waiting,    // blocked in a call, the CPU idle
  polling     // tests and probes that found nothing
};
inline constexpr std::size_t kActivities = 5;
std::string_view name_of(Activity);

struct RankStatistics {
  Time computing{0};
  Time sending{0};
  Time receiving{0};
  Time waiting{0};
  Time polling{0};
  // From the call of a blocking collective to its return, whatever the rank did then; that is also
  // counted above.
  Time collectives{0};
  Time waiting_in_collectives{0};
  Time finish{-1};             // when it ended; -1: it has not
  std::uint64_t messages = 0;  // sent, collectives included
  Bytes bytes{0};
  Time noise{0};               // of `computing`, what detours took
  Time slowness{0};            // of `computing`, what it took longer than at rate 1; below 0: shorter
  // Receives, and calls of collectives, with a buffer for which no data came.
  std::uint64_t without_data = 0;
  std::uint64_t completions = 0;  // calls of the program that wait for requests or test them

  Time& of(Activity);
  RankStatistics& operator+=(const RankStatistics&);
};

// Calls of ranks that one algorithm served.
struct AlgorithmUse {
  std::string_view name;       // AlgorithmTable's
  std::string_view form;       // what it decided itself, as NCCL's "tree, simple"; often empty
  std::string_view chosen_by;  // a library, or empty: the configuration
  bool is_assumed = false;     // the library's decision is not known
  std::uint64_t calls = 0;
  int ranks_least = 0, ranks_most = 0;
  Bytes least{0}, most{0};  // common_size()
};

// One collective operation of a job.
struct CollectiveAccount {
  std::uint64_t messages = 0;  // that ranks sent for it
  Bytes bytes{0};              // their payload
  // One time for each call of a rank: to its return, of a non-blocking one to its completion.
  Histogram blocking, nonblocking;
  std::vector<AlgorithmUse> algorithms{};

  std::uint64_t calls() const { return blocking.count() + nonblocking.count(); }
  void served(const AlgorithmUse& one_call);
};

// By the code of a collective's tag (collective_tag.h): the operations, then the makings of
// communicators.
inline constexpr std::size_t kMakings = 7;
using CollectiveAccounts = std::array<CollectiveAccount, kCollectives + kMakings>;
std::string collective_name(std::size_t code);  // "bcast", "comm_split"

// How long a rank waited for another one: the sender or receiver of what it waited for last.
struct Wait {
  std::uint32_t rank;  // numbered over all jobs
  std::int64_t peer;   // the same; -1: a non-blocking collective, or unknown
  Time time{0};
  std::uint64_t times = 0;
};

// A call that devices ran: NCCL's.
struct DeviceCollective {
  Collective which;
  Bytes bytes;  // see whole_buffer()
  int ranks;
  Time begin, end;
};

// Watches ranks; spans come in the order of their ends.
class RankObserver {
 public:
  virtual ~RankObserver() = default;
  // A rank, numbered over all jobs, does something in a call, null in program code. Of waiting, it is
  // told at the end.
  virtual void spent(std::uint32_t rank, Activity, Time from, Time to, const char* call) = 0;
  // A blocking collective has ended.
  virtual void in_collective(std::uint32_t rank, std::size_t code, Time from, Time to) = 0;
  // A rank has ended a step of training.
  virtual void ended_step(std::uint32_t /*rank*/, const StepAccount&) {}
  // A rank that serves a model has ended a request, or all of them.
  virtual void served(std::uint32_t /*rank*/, const ServingReport&) {}
  // Devices have ended a collective of a rank, blocking or not.
  virtual void ended_on_devices(std::uint32_t /*rank*/, const DeviceCollective&) {}
};

// Of the ranks of one world; those of several worlds add up.
struct JobResult {
  int ranks = 0;
  int ended = 0;                // ranks that have ended
  Time start{0};
  Time finish{0};               // when the last of them ended
  RankStatistics total;         // sums over the ranks
  bool payload = false;         // whether data moved
  int exit_code = 0;            // the first that was not zero; at one instant, the lowest rank's
  int failed_rank = -1;         // whose that was
  Time failed_at{0};
  // What was left when the ranks ended: messages nobody received, receives nobody sent to.
  std::uint64_t unmatched_messages = 0;
  std::uint64_t unmatched_receives = 0;

  void note_exit(int code, int rank, Time when) {
    if (code == 0) return;
    if (exit_code != 0 && std::pair(failed_at, failed_rank) < std::pair(when, rank)) return;
    exit_code = code;
    failed_rank = rank;
    failed_at = when;
  }
  JobResult& operator+=(const JobResult&);
};

// Why the run ended before its time; the first mistake counts, at one instant that of the lowest rank.
struct Failure {
  Exit exit = Exit::program_failed;
  std::string job;
  int rank = -1;
  std::uint32_t world_rank = 0;  // numbered over all jobs
  std::string call;     // "MGEN_Send", or "" in program code
  Time time{0};
  int program_code = 0; // of MGEN_Abort
  std::string message;  // the complete line: who, where, when, what

  friend bool operator<(const Failure& a, const Failure& b) {
    return std::pair(a.time, a.world_rank) < std::pair(b.time, b.world_rank);
  }
};

// A rank that waits for what may never come.
struct BlockedRank {
  std::uint32_t world_rank = 0;  // numbered over all jobs
  std::string job;
  int rank = 0;
  std::string call;
  bool polls = false;         // it tests or probes again and again, without finding anything
  bool names_nothing = false; // and its polls do not say for what
  bool beside = false;        // not the program, but a non-blocking collective of the rank
  bool receives = false;      // the first of what it waits for
  std::string collective;     // the non-blocking one that it waits for; empty: a message
  std::string one_sided;      // the operation that it waits for; empty: a message
  std::int32_t peer = 0;      // kAnySource: any
  std::int32_t tag = 0;       // kAnyTag: any
  Bytes bytes{0};
  std::uint32_t context = 0;  // of the communicator, relative to the job's first
  std::uint32_t pending = 0;  // how many requests it still waits for
  Time since{0};
};

std::string describe(const BlockedRank&);
// One line a rank; of more than `most`, the middle is left out and counted.
std::vector<std::string> describe(std::span<const BlockedRank>, std::size_t most = 20);

}  // namespace kasuri::mpi
