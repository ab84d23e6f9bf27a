// SPDX-License-Identifier: MIT
#include "experiment/plan/memory_estimate.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/core/host_memory.h"
#include "base/engine/address_space.h"
#include "experiment/probe/probe.h"
#include "mpi/ranks/objects.h"
#include "mpi/ranks/stream_run.h"
#include "mpi/ranks/world.h"
#include "network/model/network_model.h"
#include "network/net/link_faults.h"
#include "network/power/model.h"
#include "network/router/layout.h"
#include "workload/programs/elf.h"
#include "workload/motifs/motif.h"
#include "workload/traces/trace.h"

namespace kasuri {
namespace {

constexpr std::uint64_t kToCome = 2 << 20;  // code and libraries that are not used before the run
constexpr std::uint64_t kPerTraceRank = 2 << 10;
constexpr std::uint64_t kPerMessage = 128;

constexpr std::uint64_t kPage = 4096;
// Of a rank that is known by its number: its place, node and stack in several lists.
constexpr std::uint64_t kPerRank = sizeof(mpi::RankState) + sizeof(mpi::Coroutine) + 64;
// Of a rank of a program: counters of a peer in both directions, and of the stack the one page that all
// touch and the second one that some do: as measured, of programs that print nothing.
constexpr std::uint64_t kPerProgramRank = kPerRank + 2 * 64 + kPage + kPage / 8;
// mpi.h's main() begins some frames deeper; measured, too. Its objects: a communicator of its own, lists.
constexpr std::uint64_t kMoreOfMpi = kPage * 15 / 100 + sizeof(mpi::RankObjects);
// A non-blocking collective: of its stack one page.
constexpr std::uint64_t kPerHelper = sizeof(mpi::Helper) + sizeof(mpi::Coroutine) + 64 + kPage;
// A rank of a motif whose messages do not pass routers: its stream, one message on its way and a request.
constexpr std::uint64_t kPerStream = kPerRank + sizeof(mpi::StreamRun) + 128 + kPerMessage + 64;
// A rank in a collective of NCCL: more of its stack, connections, the messages of pieces; measured.
constexpr std::uint64_t kPerNcclRank = 13 << 10;

// What a program calls that its ranks keep something for, measured with 100,000 of them.
constexpr std::pair<std::string_view, std::uint64_t> kKept[] = {
    {"Cart_create", 1600}, {"Dist_graph_create", 4400}, {"File_open", 4000},
    {"Win_create", 5000},  {"Win_allocate", 5000}};

// Whether a program names a call, in its source or in its table of symbols.
bool names(std::string_view file, std::string_view call) {
  return std::ranges::any_of(std::array{"MPI_", "MGEN_", "mpi_"}, [&](std::string_view prefix) {
    return file.find(std::string(prefix) + std::string(call)) != file.npos;
  });
}

std::uint64_t bytes_of_calls(std::string_view file) {
  constexpr std::string_view kNonblocking[] = {
      "Ibarrier", "Ibcast", "Ireduce", "Iallreduce", "Igather", "Iscatter", "Iallgather", "Ialltoall",
      "Iscan", "Iexscan", "Ineighbor", "ibarrier", "ibcast", "ireduce", "iallreduce", "igather",
      "iscatter", "iallgather", "ialltoall", "iscan", "iexscan", "ineighbor"};
  const auto named = [&](std::string_view call) { return names(file, call); };
  std::uint64_t bytes = std::ranges::any_of(kNonblocking, named) ? kPerHelper : 0;
  for (const auto& [call, kept] : kKept) bytes += named(call) ? kept : 0;
  return bytes;
}

// Of the loaded segments of an MPI program, all from the first writable one on, of which each rank has a
// copy (workload/programs/rebased_globals.h); 0 for sources and other programs.
std::uint64_t span_of_globals(std::string_view object) {
  Elf64_Ehdr header;
  if (object.size() < sizeof header || !object.starts_with(ELFMAG)) return 0;
  std::memcpy(&header, object.data(), sizeof header);
  std::uint64_t begin = UINT64_MAX, end = 0;
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    const std::uint64_t at = header.e_phoff + i * sizeof segment;
    if (at > object.size() || object.size() - at < sizeof segment) return 0;
    std::memcpy(&segment, object.data() + at, sizeof segment);
    if (segment.p_type != PT_LOAD) continue;
    if (segment.p_flags & PF_W) begin = std::min<std::uint64_t>(begin, segment.p_vaddr / kPage * kPage);
    end = std::max<std::uint64_t>(end, segment.p_vaddr + segment.p_memsz);
  }
  return begin < end ? (end - begin + kPage - 1) / kPage * kPage : 0;
}

// Of a file; what is none is refused when it is loaded.
std::string contents(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return {};
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::uint64_t program_rank_bytes(const std::filesystem::path& program) {
  const std::string text = contents(behind_script(program));
  const std::uint64_t globals = globals_in_estimate(program);
  return kPerProgramRank + (globals ? kMoreOfMpi + globals : 0) + bytes_of_calls(text);
}

// What the first rank does at the beginning says whether ranks borrow stacks for collectives.
struct StacksOfMotif {
  bool blocking = false, beside = false;
  bool all_pairs = false;  // exchange messages
};
StacksOfMotif stacks_of(const Motif& motif) {
  constexpr int kLooks = 256;
  StacksOfMotif found;
  const std::unique_ptr<mpi::OpStream> stream = motif.stream(0);
  mpi::Operation op;
  for (int k = 0; k < kLooks && stream->next(Time{0}, op); ++k) {
    found.blocking |= op.kind == mpi::Operation::Kind::collective;
    found.beside |= op.kind == mpi::Operation::Kind::icollective;
    found.all_pairs |= (found.blocking || found.beside) && op.collective == mpi::Collective::alltoall;
  }
  return found;
}

std::uint64_t job_bytes(const Config& c, const Plan& plan, std::size_t i) {
  const JobParams& job = c.jobs[i];
  const std::uint64_t ranks = plan.placement[i].size();
  if (job.program) return ranks * program_rank_bytes(*job.program);
  if (job.pattern) return ranks * (64 + kPerMessage);
  if (plan.jobs[i].motif) {
    const StacksOfMotif stacks = stacks_of(*plan.jobs[i].motif);
    const std::uint64_t partners = stacks.all_pairs ? ranks - 1 : 0;
    const std::uint64_t own = plan.can.bypasses_links ? kPerStream : kPerTraceRank + kPerMessage;
    const config::Choice<mpi::Library>& library = job.collectives ? *job.collectives : c.mpi.library;
    const bool by_nccl = library ? library.name() == "nccl" : plan.topology->is_of_gpus();
    const bool nccl = by_nccl && (stacks.blocking || stacks.beside);
    return ranks * (own + plan.model->bytes_of_pairs(c, partners) +
                    (nccl ? kPerNcclRank : 0) + (stacks.blocking ? kPage : 0) +
                    (stacks.beside ? kPerHelper : 0));
  }
  const bool on_stacks = plan.jobs[i].trace && plan.jobs[i].trace->summary().collectives > 0;
  return ranks * (kPerTraceRank + kPerMessage + (on_stacks ? kPage : 0));
}

// Of power's tables: while they are counted, put together, and as columns to be written.
std::uint64_t power_chunk_bytes(const Plan& plan) {
  constexpr std::uint64_t kValue = sizeof(std::int64_t);
  const PowerSettings& s = *plan.power;
  if (s.params.transient == Transient::none) return 0;
  const Topology& t = *plan.topology;
  const std::uint64_t outputs = channel_count(t) + t.endpoints();
  const bool by_link = PowerModel::by_link(s);
  const std::uint64_t counted = by_link ? 3 * (outputs + t.endpoints()) : t.routers();
  const std::uint64_t written = 4ull * t.routers() + (by_link ? 6 * outputs : 0);
  return kValue * (2 * counted + written);
}

std::uint64_t chunks_within(Time limit, Time chunk) {
  return limit == kNever ? 1 : static_cast<std::uint64_t>((limit.ps + chunk.ps - 1) / chunk.ps);
}

}  // namespace

std::uint64_t estimate_memory(const Config& c, const Plan& plan) {
  const Topology& t = *plan.topology;
  const bool programs = std::ranges::all_of(c.jobs, [](const JobParams& j) { return !!j.program; });
  std::uint64_t bytes = present_memory() + kToCome + plan.model->memory_bytes(c, plan, programs);
  if (plan.power) {
    const std::uint64_t links = channel_count(t) + 2ull * t.endpoints();
    bytes += links * PowerModel::bytes_per_link(c.jobs.size() > 1);
    bytes += power_chunk_bytes(plan) * chunks_within(c.run.time_limit, plan.power->params.chunk);
  }
  if (plan.faults.degraded.any() || (plan.faults.failures && plan.faults.failures->epochs() > 1)) {
    bytes += (channel_count(t) + 2ull * t.endpoints()) * LinkFaults::bytes_per_link(plan.faults.degraded);
  }
  for (const auto& probe : plan.probes) bytes += probe->memory_bytes();
  for (std::size_t i = 0; i < c.jobs.size(); ++i) bytes += job_bytes(c, plan, i);
  return bytes;
}

std::uint64_t globals_in_estimate(const std::filesystem::path& program) {
  return span_of_globals(contents(behind_script(program)));
}

std::uint64_t least_address_space(const Config& c, const Plan& plan) {
  std::uint64_t ranks = 0;
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    if (!c.jobs[i].pattern) ranks += plan.placement[i].size();
  }
  const std::uint64_t present = present_memory();
  return plan.memory_bytes - std::min(plan.memory_bytes, present) + least_stacks(ranks);
}

std::string describe_power_tables(const Plan& plan, std::uint64_t at_least) {
  const std::uint64_t bytes = plan.power ? power_chunk_bytes(plan) : 0;
  if (bytes < at_least) return {};
  return fmt::format("power by chunks of {} for each {}: {} of memory a chunk",
                     to_string(plan.power->params.chunk),
                     PowerModel::by_link(*plan.power) ? "link" : "router",
                     to_string(Bytes{static_cast<std::int64_t>(bytes)}));
}

std::uint64_t least_memory(const Config& c, const Plan& plan) {
  const Topology& t = *plan.topology;
  constexpr std::uint64_t kRoutingTable = sizeof(std::uint64_t);
  const std::uint64_t endpoints = t.endpoints();
  std::uint64_t bytes = t.routers() * (sizeof(RouterPort) + kRoutingTable) +
                        endpoints * (sizeof(RouterPort) + c.model().bytes_per_nic(c));
  for (std::size_t i = 0; i < c.jobs.size(); ++i) {
    const JobParams& job = c.jobs[i];
    const std::uint64_t nodes = endpoints / static_cast<std::uint64_t>(c.nic.per_node);
    const std::uint64_t ranks = plan.jobs[i].ranks ? *plan.jobs[i].ranks : nodes * job.ranks_per_node;
    bytes += ranks * (job.program ? kPerProgramRank : sizeof(NodeId));
  }
  return bytes;
}

}  // namespace kasuri
