// SPDX-License-Identifier: MIT
// A run as Chakra's execution traces: a node for each computation, message and collective. It depends on what
// the rank had waited for before it began, and on its last computation.
//
// Kasuri's own attributes make replay exact where it can be: kasuri.duration_ps, and kasuri.streams = 0 of the
// whole file, which says that operations were on as many streams as there are. Process groups are in
// NAME.groups.json.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/errors.h"
#include "core/hash.h"
#include "mpi/world.h"
#include "trace/chakra_node.h"
#include "trace/chakra_wire.h"
#include "trace/recording.h"

namespace kasuri::trace {
namespace {

using mpi::Handle;

class ChakraRecording final : public Recording {
 public:
  explicit ChakraRecording(std::vector<RecordedJob> jobs) : Recording(std::move(jobs)), ranks_(all_ranks()) {}

  void computes(std::uint32_t rank, Time length) override {
    if (length.ps > 0) blocks(rank, add_computation(rank, length));
  }
  void computes_beside(std::uint32_t rank, Time length, Handle h) override {
    ranks_[rank].open[h] = {add_computation(rank, length), false, {}, 0, {}};
  }
  void polls(std::uint32_t rank, Time length) override { computes(rank, length); }
  void sends(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (coroutine != rank || t.collective) return;
    Attributes a;
    a.add("comm_size", t.bytes.n);
    a.add("comm_dst", member(rank, t.comm->group, t.peer));
    a.add("comm_tag", tag_of(rank, t.context(), t.tag));
    const std::uint64_t id = add(rank, "send", ChakraType::comm_send, a);
    if (mpi::is_request(h)) ranks_[rank].open[h] = {id, false, {}, 0, {}};
  }
  // Whom a message comes from is known at its end.
  void receives(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (coroutine != rank || t.collective) return;
    Log& log = ranks_[rank];
    log.open[h] = {log.nodes++, true, t.comm->group, t.context(), log.frontier};
  }
  void awaits(std::uint32_t coroutine, std::uint32_t rank, std::span<const Handle> all) override {
    if (coroutine != rank) return;
    Log& log = ranks_[rank];
    for (const Handle h : all) {
      const auto found = mpi::is_request(h) ? log.open.find(h) : log.open.end();
      if (found == log.open.end() || std::ranges::find(log.frontier, found->second.id) != log.frontier.end()) continue;
      log.frontier.push_back(found->second.id);
    }
    constexpr std::size_t kMost = 16;
    if (log.frontier.size() > kMost) blocks(rank, add_computation(rank, Time{0}));
  }
  void ends(std::uint32_t rank, Handle h, const mpi::Status& status, bool) override {
    Log& log = ranks_[rank];
    const auto found = log.open.find(h);
    if (found == log.open.end()) return;
    const Open o = std::move(found->second);
    log.open.erase(found);
    if (!o.receives) return;
    if (status.cancelled) return write_node(log, o.id, "cancelled", ChakraType::comp, {}, o.after);
    Attributes a;
    a.add("comm_size", status.bytes.n);
    a.add("comm_src", member(rank, o.group, status.source));
    a.add("comm_tag", tag_of(rank, o.context, status.tag));
    write_node(log, o.id, "recv", ChakraType::comm_recv, a, o.after);
  }
  void collective(std::uint32_t rank, const mpi::Communicator&, mpi::Collective, const mpi::CollectiveCall&,
                  Handle) override;
  // What making a communicator costs is written as a barrier.
  void makes(std::uint32_t rank, const mpi::Communicator& parent, std::uint32_t, std::int32_t, std::int32_t,
             const mpi::Communicator*) override {
    Attributes a;
    a.add("comm_type", kBarrier);
    a.add_group(group_of(rank, parent));
    blocks(rank, add(rank, "comm_create", ChakraType::comm_coll, a));
  }

  std::vector<std::string> write(const std::filesystem::path& folder) override;

 private:
  static constexpr std::int64_t kBarrier = 9;
  struct Open {
    std::uint64_t id;
    bool receives;
    mpi::Group group;
    std::uint32_t context;
    std::vector<std::uint64_t> after;
  };
  struct Log {
    std::string text;
    std::uint64_t nodes = 0;
    std::vector<std::uint64_t> frontier;  // what the next node depends on
    std::unordered_map<Handle, Open> open;
    std::string refused;                  // a collective that Chakra does not know
  };
  struct Attributes {
    WireWriter all;
    void add(std::string_view name, std::int64_t value) {
      constexpr std::uint32_t kInt64 = 9;
      all.message(10, WireWriter().text(1, name).number(kInt64, static_cast<std::uint64_t>(value)));
    }
    void add_group(const std::string& name) {
      constexpr std::uint32_t kString = 29;
      if (!name.empty()) all.message(10, WireWriter().text(1, "pg_name").text(kString, name));
    }
  };

  // Every node after it depends on this one.
  void blocks(std::uint32_t rank, std::uint64_t id) { ranks_[rank].frontier = {id}; }
  std::int64_t member(std::uint32_t rank, const mpi::Group& group, std::int32_t index) const {
    return std::int64_t{group.member(index)} - job_of(rank).first_rank;
  }
  std::int64_t tag_of(std::uint32_t rank, std::uint32_t context, std::int32_t tag) const {
    constexpr std::int32_t kOwn = 1 << 30;
    const auto job = static_cast<std::uint32_t>(&job_of(rank) - jobs_.data());
    if (context == 2 * job && tag >= 0 && tag < kOwn) return tag;
    const std::uint64_t hash = mix(context - 2 * job, static_cast<std::uint32_t>(tag));
    return kOwn | static_cast<std::int32_t>(hash & (kOwn - 1));
  }
  std::uint64_t add_computation(std::uint32_t rank, Time length) {
    Attributes a;
    a.add("is_cpu_op", 0);
    a.add("kasuri.duration_ps", length.ps);
    return add(rank, "compute", ChakraType::comp, a, length);
  }
  std::uint64_t add(std::uint32_t rank, std::string_view name, ChakraType type, const Attributes& a,
                    Time length = Time{0}) {
    Log& log = ranks_[rank];
    write_node(log, log.nodes, name, type, a, log.frontier, length);
    return log.nodes++;
  }
  static void write_node(Log& log, std::uint64_t id, std::string_view name, ChakraType type, const Attributes& a,
                         const std::vector<std::uint64_t>& after, Time length = Time{0}) {
    WireWriter node, deps;
    for (const std::uint64_t d : after) deps.varint(d);
    node.number(1, id).text(2, name).number(3, static_cast<std::uint64_t>(type));
    if (!after.empty()) node.message(5, deps);
    node.number(7, static_cast<std::uint64_t>(length.ps + 500'000) / 1'000'000);
    log.text += WireWriter(node).splice(a.all).framed();
  }
  std::string group_of(std::uint32_t rank, const mpi::Communicator&);

  std::vector<Log> ranks_;
  std::mutex mutex_;
  std::map<std::pair<std::size_t, std::string>, std::vector<std::uint32_t>> groups_;  // by job and name
};

// Empty for all ranks of the job.
std::string ChakraRecording::group_of(std::uint32_t rank, const mpi::Communicator& comm) {
  const RecordedJob& job = job_of(rank);
  const auto number = static_cast<std::size_t>(&job - jobs_.data());
  if (comm.context == 2 * number) return {};
  const std::string name = fmt::format("g{}-{:08x}", comm.context, comm.group.hash() & 0xffffffff);
  const std::lock_guard lock(mutex_);
  auto& members = groups_[{number, name}];
  if (members.empty()) {
    for (std::int32_t i = 0; i < comm.group.size; ++i) members.push_back(comm.group.member(i) - job.first_rank);
  }
  return name;
}

void ChakraRecording::collective(std::uint32_t rank, const mpi::Communicator& comm, mpi::Collective which,
                                 const mpi::CollectiveCall& call, Handle handle) {
  using enum mpi::Collective;
  const std::int64_t own = call.bytes().n, n = comm.size();
  std::int64_t type = -1, size = own;
  bool rooted = false;
  switch (which) {
    case allreduce: type = 0; break;
    case reduce: type = 1, rooted = true; break;
    case allgather: type = 2; break;
    case gather: type = 3, rooted = true; break;
    case scatter: type = 4, rooted = true, size = own * n; break;
    case bcast: type = 5, rooted = true; break;
    case alltoall: type = 6, size = call.out.bytes(0).n * n; break;
    case reduce_scatter_block: type = 8; break;
    case barrier: type = kBarrier, size = 0; break;
    default: ranks_[rank].refused = name_of(which); return;
  }
  Attributes a;
  a.add("comm_type", type);
  a.add("comm_size", size);
  if (rooted) a.add("root_rank", member(rank, comm.group, call.root));
  a.add_group(group_of(rank, comm));
  const std::uint64_t id =
      add(rank, kChakraCollectives[static_cast<std::size_t>(type)], ChakraType::comm_coll, a);
  if (handle) ranks_[rank].open[handle] = {id, false, {}, 0, {}};
  else blocks(rank, id);
}

std::vector<std::string> ChakraRecording::write(const std::filesystem::path& folder) {
  const auto put = [](const std::filesystem::path& path, std::string_view text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.flush();
    if (!out) throw Error(Exit::limit, ErrorPlace(path.string()), "cannot be written");
  };
  constexpr std::uint32_t kInt64 = 9;
  const std::string head =
      WireWriter().text(1, "0.0.4").message(2, WireWriter().text(1, "kasuri.streams").number(kInt64, 0)).framed();
  std::vector<std::string> names;
  for (std::size_t j = 0; j < jobs_.size(); ++j) {
    const std::string name = file_name(j), within = name + "-chakra";
    std::filesystem::create_directories(folder / within);
    for (std::uint32_t r = 0; r < jobs_[j].ranks; ++r) {
      const Log& log = ranks_[jobs_[j].first_rank + r];
      if (!log.refused.empty()) {
        throw Error(Exit::usage, ErrorPlace("kasuri"),
                    fmt::format("--record chakra: job '{}', rank {} calls {}, which these traces do not know; "
                                "record otf2", jobs_[j].name, r, log.refused));
      }
      put(folder / within / fmt::format("{}.{}.et", name, r), head + log.text);
    }
    nlohmann::ordered_json groups = nlohmann::ordered_json::object();
    for (const auto& [key, members] : groups_) {
      if (key.first == j) groups[key.second] = members;
    }
    if (!groups.empty()) put(folder / within / (name + ".groups.json"), groups.dump() + "\n");
    names.push_back(fmt::format("{}/{}.*.et", within, name));
  }
  return names;
}

const RecordingFormat chakra_recording{"chakra", "Chakra's execution traces, one file for each rank",
                                       [](std::vector<RecordedJob> jobs) -> std::unique_ptr<Recording> {
                                         return std::make_unique<ChakraRecording>(std::move(jobs));
                                       }};

}  // namespace
}  // namespace kasuri::trace
