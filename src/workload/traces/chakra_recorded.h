// SPDX-License-Identifier: MIT
// What a recorded Chakra trace is made of: nodes, the process groups of all ranks, and the names and tags
// that they have in files. Names and tags are numbers that no two groups or kinds of messages share,
// counted in the order of the ranks and not in that of the threads that recorded them.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mpi/ranks/group.h"
#include "workload/traces/chakra_node.h"

namespace kasuri::trace {

struct RecordedNode {
  ChakraType type = ChakraType::invalid;
  std::string_view name{};  // a literal
  std::int64_t size = 0;    // bytes of communication, picoseconds of others
  std::int32_t peer = -1;   // or the root of a collective: a rank of the job
  std::int32_t tag = 0;
  std::uint32_t context = 0;    // of a message
  std::int32_t collective = 0;  // as comm_type has it
  std::uint32_t group = 0;      // of RecordedGroups; 0: all ranks
  bool of_cpu = false;          // a computation of the CPU's queue
  std::uint32_t deps = 0;
  std::uint64_t first_dep = 0;

  bool is_message() const { return type == ChakraType::comm_send || type == ChakraType::comm_recv; }
};

// Communicators, by context and members. From any thread.
class RecordedGroups {
 public:
  // What a rank has looked up. A list of members may have gone since, and another may be at its address.
  struct Found {
    mpi::Group group;
    std::uint64_t hash = 0;
    std::uint32_t number = 0;
    bool is(const mpi::Group& g, std::uint64_t h) const { return group == g && hash == h; }
  };
  using Known = std::unordered_map<std::uint32_t, Found>;  // by context

  // From 1 on, in the order of calls.
  std::uint32_t number(std::uint32_t context, const mpi::Group&, Known&);
  const std::vector<std::uint32_t>& members(std::uint32_t number) const { return *members_[number - 1]; }

 private:
  using Key = std::pair<std::uint32_t, std::vector<std::uint32_t>>;
  std::mutex mutex_;
  std::map<Key, std::uint32_t> numbers_;
  std::vector<const std::vector<std::uint32_t>*> members_;
};

// Of one job. Tags of the world's messages below 2^30 stay as they are.
class RecordedNames {
 public:
  explicit RecordedNames(std::uint32_t world) : world_(world) {}

  void add_tag(std::uint32_t context, std::int32_t tag);
  // In the order of the ranks.
  void add_group(std::uint32_t number);
  void finish();

  std::int64_t tag(std::uint32_t context, std::int32_t tag) const;
  const std::string& group(std::uint32_t number) const { return groups_.at(number); }
  const std::map<std::uint32_t, std::string>& groups() const { return groups_; }

 private:
  static constexpr std::int32_t kOwn = 1 << 30;
  bool stays(std::uint32_t context, std::int32_t tag) const {
    return context == world_ && tag >= 0 && tag < kOwn;
  }

  std::uint32_t world_;
  std::map<std::pair<std::uint32_t, std::int32_t>, std::int64_t> tags_;
  std::map<std::uint32_t, std::string> groups_;
};

// The first message of a file; `streams` as kasuri.streams has it, below 0: it does not say.
std::string recorded_head(int streams);
std::string framed(std::uint64_t id, const RecordedNode&, std::span<const std::uint64_t> deps,
                   const RecordedNames&);

}  // namespace kasuri::trace
