// SPDX-License-Identifier: MIT
// A configured machine in memory.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiment/run/domain.h"
#include "experiment/run/exchange.h"
#include "network/net/decomposition.h"
#include "network/net/delivery.h"

namespace kasuri {

class ThreadTeam;
class Topology;
struct PatternTally;

class Machine {
 public:
  // Cut into `threads` parts a process, or fewer if the machine does not allow so many; the parts of
  // a process share `cores` threads, for 0 as many as it has cores. Loads the programs; `include_dir`
  // holds mgen.h. The configuration must outlive the machine. `cluster`: the processes of this run,
  // null for one.
  Machine(const Config&, Plan&&, const std::filesystem::path& include_dir, unsigned threads = 1,
          Cluster* cluster = nullptr, unsigned cores = 0);
  ~Machine();

  const Topology& topology() const;
  const Plan& plan() const { return *plan_; }
  const Decomposition& decomposition() const { return *decomposition_; }
  // For people: how the machine is cut, and why not into more parts. Empty for one part.
  const std::string& cut_description() const { return cut_description_; }

  // The parts of this process.
  std::span<const std::unique_ptr<Domain>> domains() const { return domains_; }
  Domain& domain(std::size_t i) { return *domains_[i]; }
  // Null if the router belongs to another process.
  Domain* owner(RouterId r) const {
    const std::size_t i = std::size_t{decomposition_->owner(r)} - first_part_;
    return i < domains_.size() ? domains_[i].get() : nullptr;
  }
  Windows& windows() { return *windows_; }
  Cluster* cluster() const { return cluster_; }
  const std::vector<Job>& jobs() const { return jobs_; }

  void start();

  MemoryUse memory() const;
  // See Domain::release_memory.
  void release_memory();

  // Sums over the parts of this process.
  DeliveryStatistics delivered() const;
  DeliveryStatistics delivered(std::size_t job) const;
  mpi::JobResult result(std::size_t job) const;
  PatternTally tally(std::size_t job) const;
  // Packets, messages, ranks and sends that are under way or still to come; all processes' together
  // are 0 when everything has been done.
  std::int64_t unfinished() const;
  // When the last event was that counts.
  Time last_event() const;

 private:
  void load_programs(const Config&, const std::filesystem::path& include_dir);
  void check_private_globals() const;
  void cut(const Config&, unsigned threads);
  // Throws Error if there are several processes.
  void stay_whole(unsigned processes, const std::string& why);
  std::vector<unsigned> peers() const;
  void on_all(const std::function<void(unsigned part)>&);

  std::unique_ptr<Plan> plan_;
  Cluster* cluster_;
  std::string cut_description_;
  std::optional<Decomposition> decomposition_;
  Lookahead links_, cut_;  // of all links, and of those that cross
  std::vector<Job> jobs_;
  std::unique_ptr<ThreadTeam> team_;  // goes after the domains: fibers and memory are its threads'
  std::size_t first_part_ = 0;
  std::vector<std::unique_ptr<Domain>> domains_;
  std::optional<ClusterExchange> exchange_;
  std::optional<Windows> windows_;
};

}  // namespace kasuri
