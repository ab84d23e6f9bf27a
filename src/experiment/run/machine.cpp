// SPDX-License-Identifier: MIT
#include "experiment/run/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/core/check.h"
#include "base/core/host_memory.h"
#include "base/engine/thread_team.h"
#include "network/model/network_model.h"
#include "experiment/plan/memory_estimate.h"
#include "mpi/ranks/world.h"
#include "network/topology/cut.h"
#include "workload/patterns/pattern.h"

namespace kasuri {

Machine::Machine(const Config& c, Plan&& plan, const std::filesystem::path& include_dir,
                 unsigned threads, Cluster* cluster, unsigned cores)
    : plan_(std::make_unique<Plan>(std::move(plan))), cluster_(cluster) {
  load_programs(c, include_dir);
  cut(c, threads);
  const unsigned processes = cluster_ ? cluster_->size() : 1;
  const unsigned parts = decomposition_->parts() / processes;
  first_part_ = cluster_ ? std::size_t{cluster_->rank()} * parts : 0;
  if (cores == 0) cores = available_cores() / (cluster_ ? cluster_->on_this_host() : 1);
  team_ = std::make_unique<ThreadTeam>(std::clamp(cores, 1u, parts));
  domains_.resize(parts);
  on_all([&](unsigned i) {
    domains_[i] = std::make_unique<Domain>(c, *plan_, *decomposition_, links_, cut_,
                                           static_cast<std::uint16_t>(first_part_ + i), jobs_);
  });
  std::vector<mpi::RankTable*> ranks;
  for (const auto& d : domains_) ranks.push_back(&d->world().ranks());
  mpi::RankTable::share_memory(ranks);
  std::vector<Lane*> lanes;
  for (const auto& d : domains_) {
    std::vector<Domain*> others;
    for (const auto& o : domains_) {
      if (o != d) others.push_back(o.get());
    }
    d->meet(std::move(others));
    lanes.push_back(d.get());
  }
  if (cluster_) exchange_.emplace(*cluster_, domains_, peers());
  windows_.emplace(*team_, std::move(lanes), true, exchange_ ? &*exchange_ : nullptr);
}

Machine::~Machine() = default;

const Topology& Machine::topology() const { return *plan_->topology; }

// Of several processes the first one compiles, so that the others find it done.
void Machine::load_programs(const Config& c, const std::filesystem::path& include_dir) {
  if (cluster_ && cluster_->rank() != 0) cluster_->barrier();
  for (const JobParams& p : c.jobs) {
    Job& job = jobs_.emplace_back(Job{&p, job_name(p), std::nullopt});
    if (!p.program) continue;
    const ProgramTimeOf of(p);
    job.program = Program::load(*p.program, include_dir, p.private_globals, of.time);
    if (!job.program->globals()) continue;
    const std::uint64_t each = job.program->globals()->bytes(), known = globals_in_estimate(*p.program);
    plan_->memory_bytes += (each - std::min(each, known)) * plan_->placement[jobs_.size() - 1].size();
  }
  check_private_globals();
  if (cluster_ && cluster_->rank() == 0) cluster_->barrier();
}

// Ranks with globals of their own have a copy each.
void Machine::check_private_globals() const {
  if (plan_->memory_bytes <= plan_->available_bytes) return;
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    if (!jobs_[i].program || !jobs_[i].program->globals()) continue;
    const std::uint64_t each = jobs_[i].program->globals()->bytes(), ranks = plan_->placement[i].size();
    const auto size = [](std::uint64_t n) { return to_string(Bytes{static_cast<std::int64_t>(n)}); };
    throw Error(Exit::limit, ErrorPlace(jobs_[i].params->program->string()),
                fmt::format("its {} of globals for each of {} ranks need {} or more, but {} of "
                            "memory are available",
                            size(each), ranks, size(plan_->memory_bytes), size(plan_->available_bytes)));
  }
}

// On the threads that will run them.
void Machine::on_all(const std::function<void(unsigned)>& task) {
  team_->run([&](unsigned member) {
    for (unsigned i = member; i < domains_.size(); i += team_->members()) task(i);
  });
}

// The other processes whose parts have channels to or from the parts of this one.
std::vector<unsigned> Machine::peers() const {
  const Topology& t = *plan_->topology;
  std::set<unsigned> found;
  if (plan_->can.leaps) {  // any node may send to any
    for (unsigned p = 0; p < cluster_->size(); ++p) {
      if (p != cluster_->rank()) found.insert(p);
    }
    return {found.begin(), found.end()};
  }
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t port = 0; port < t.degree({r}); ++port) {
      const RouterId to = t.neighbour({r}, port).router;
      if ((owner({r}) != nullptr) == (owner(to) != nullptr)) continue;
      const RouterId other = owner({r}) ? to : RouterId{r};
      found.insert(static_cast<unsigned>(decomposition_->owner(other) / domains_.size()));
    }
  }
  return {found.begin(), found.end()};
}

static std::vector<bool> crossing_classes(const Topology& t, const Decomposition& d,
                                          std::size_t classes) {
  std::vector<bool> crosses(classes);
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t port = 0; port < t.degree({r}); ++port) {
      if (d.owner(RouterId{r}) != d.owner(t.neighbour({r}, port).router)) {
        crosses[t.link_class({r}, port)] = true;
      }
    }
  }
  return crosses;
}

void Machine::stay_whole(unsigned processes, const std::string& why) {
  if (processes > 1) {
    throw Error(Exit::usage, "kasuri: error: not supported with several processes: " + why);
  }
  cut_description_ = "1 thread: " + why;
}

// Decides into how many parts the machine is cut, and where.
void Machine::cut(const Config& c, unsigned threads) {
  const Topology& t = *plan_->topology;
  decomposition_.emplace(t);
  const NetworkModel& model = *plan_->model;
  std::vector<bool> between_routers(t.link_classes().size() + 1, t.routers() > 1);
  between_routers.back() = false;  // the terminal links'
  links_ = model.lookahead(c, *plan_, between_routers);
  const unsigned processes = cluster_ ? cluster_->size() : 1;
  if (processes > t.routers()) {
    throw Error(Exit::usage, fmt::format("kasuri: error: {} processes for {} routers of {}; start at most "
                                         "{}",
                                         processes, t.routers(), t.describe(), t.routers()));
  }
  threads = std::clamp(threads, 1u, t.routers() / processes);
  if (threads * processes == 1) return;
  if (const std::string why = model.undivided(); !why.empty()) return stay_whole(processes, why);

  Cut cut = cut_topology(t, threads * processes);
  Decomposition parts(t, std::move(cut.owner), cut.parts);
  const Lookahead lookahead =
      model.lookahead(c, *plan_, crossing_classes(t, parts, between_routers.size()));
  const Time shortest = lookahead.window(static_cast<std::uint32_t>(c.nic.smallest_packet.n));
  const Time longest = lookahead.window(static_cast<std::uint32_t>(c.nic.packet.n));
  if (const Time pays = model.shortest_window(); shortest < pays) {
    return stay_whole(processes,
                      fmt::format("parts could run ahead of each other by {} only, the least time of {}; "
                                  "{} pay",
                                  to_string(shortest), model.first_to_cross(), to_string(pays)));
  }
  cut_description_ = fmt::format(
      "{}{}: {} of {} links are cut, windows of {} to {}",
      processes > 1 ? fmt::format("{} processes of ", processes) : "",
      threads == 1 ? "1 thread" : fmt::format("{} threads", threads), cut.crossing,
      channel_count(t), to_string(shortest), to_string(longest));
  decomposition_ = std::move(parts);
  cut_ = lookahead;
}

void Machine::start() {
  on_all([&](unsigned i) { domains_[i]->start(); });
}

MemoryUse Machine::memory() const {
  MemoryUse m;
  for (const auto& d : domains_) m += d->memory();
  m.tables = decomposition_->memory_bytes();
  for (const auto& ranks : plan_->placement) m.tables += ranks.capacity() * sizeof(NodeId);
  m.all = present_memory();
  return m;
}

void Machine::release_memory() {
  on_all([&](unsigned i) { domains_[i]->release_memory(); });
}

std::int64_t Machine::unfinished() const {
  std::int64_t sum = 0;
  for (const auto& d : domains_) {
    sum += d->world().running() + d->network().in_flight();
    sum += static_cast<std::int64_t>(d->network().packets_in_flight());
  }
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    if (jobs_[i].has_ranks()) continue;
    // What was dropped will not arrive.
    sum += tally(i).pending - static_cast<std::int64_t>(delivered(i).dropped_messages);
  }
  return sum;
}

DeliveryStatistics Machine::delivered() const {
  DeliveryStatistics sum;
  for (const auto& d : domains_) {
    for (const DeliveryStatistics& job : d->network().delivered_by_job()) sum += job;
  }
  return sum;
}

DeliveryStatistics Machine::delivered(std::size_t job) const {
  DeliveryStatistics sum;
  for (const auto& d : domains_) sum += d->network().delivered_by_job()[plan_->job_numbers[job]];
  return sum;
}

mpi::JobResult Machine::result(std::size_t job) const {
  mpi::JobResult sum = domains_[0]->result(job);
  for (const auto& d : std::span(domains_).subspan(1)) sum += d->result(job);
  return sum;
}

PatternTally Machine::tally(std::size_t job) const {
  PatternTally sum;
  for (const auto& d : domains_) sum += d->pattern(job)->tally();
  return sum;
}

Time Machine::last_event() const {
  Time last{0};
  for (const auto& d : domains_) last = later(last, d->partition().last_counted());
  return last;
}

}  // namespace kasuri
