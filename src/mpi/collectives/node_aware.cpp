// SPDX-License-Identifier: MIT
// Collectives in two levels, as MPICH and its descendants run them where several ranks share a node: within
// each node to or from its first rank, the leader, and between the leaders (MPIR_Allreduce_intra_smp,
// MPIR_Reduce_intra_smp, MPIR_Bcast_intra_smp and MPIR_Barrier_intra_smp in MPICH's src/mpi/coll). Each
// level has an algorithm of its own. A root that is no leader hands its data to its leader, or gets the
// result from it.
//
// With one rank on each node, or not as many on all, the algorithm between leaders runs among all ranks.
#include <memory>
#include <type_traits>

#include "base/core/errors.h"
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

// The levels as a rank of a team sees them.
class Levels {
 public:
  explicit Levels(Team& team)
      : team_(team),
        order_(team.node_order()),
        per_node_(order_ ? order_->per_server : 1),
        place_(order_ ? order_->place(team.rank()) : 0) {}

  bool flat() const { return per_node_ == 1; }
  bool leads() const { return place_ % per_node_ == 0; }
  int node_of(int rank) const { return order_->place(rank) / per_node_; }
  int leader_of(int rank) const { return order_->rank(node_of(rank) * per_node_); }

  // An algorithm among the ranks of this node, and among the leaders.
  void within(const Algorithm& a, const CollectiveCall& call) const {
    const int here = place_ % per_node_;
    const Team::Part part(team_, *order_, {place_ - here, 1, per_node_}, here);
    a.run(team_, call);
  }
  void between(const Algorithm& a, const CollectiveCall& call) const {
    if (!leads()) return;
    const Team::Part part(team_, *order_, {0, per_node_, team_.size() / per_node_}, place_ / per_node_);
    a.run(team_, call);
  }

 private:
  Team& team_;
  std::shared_ptr<const ServerOrder> order_;
  int per_node_, place_;
};

template <class Within, class Between>
struct LevelParams {
  config::Choice<Within> within{std::is_same_v<Within, Barrier> ? "dissemination" : "binomial"};
  config::Choice<Between> between{std::is_same_v<Between, Allreduce> ? "recursive-doubling"
                                  : std::is_same_v<Between, Barrier> ? "dissemination"
                                                                     : "binomial"};

  static config::Fields<LevelParams> fields() {
    return {config::field("within", &LevelParams::within, "operation within each node"),
            config::field("between", &LevelParams::between, "operation between the first ranks of nodes")};
  }
};

template <class Kind, class Within>
struct TwoLevels : Kind {
  using Params = LevelParams<Within, Kind>;
  TwoLevels(const Params& p, AlgorithmContext& context)
      : Kind({}, context),
        within_(p.within.make(context)),
        between_(p.between.make(context)),
        release_(config::Choice<Bcast>("binomial").make(context)) {
    if (between_->leaves_cpu() || within_->leaves_cpu()) {
      throw Error(Exit::usage, "kasuri: error: algorithm 'node-aware': its levels run on CPUs, not on "
                               "devices");
    }
  }

  void run(Team& team, const CollectiveCall& call) const override {
    const Levels levels(team);
    if (levels.flat()) return between_->run(team, call);
    run(team, levels, call);
  }
  virtual void run(Team&, const Levels&, CollectiveCall) const = 0;

 protected:
  std::unique_ptr<Within> within_;
  std::unique_ptr<Kind> between_;
  std::unique_ptr<Bcast> release_;
};

struct NodeAwareBcast final : TwoLevels<Bcast, Bcast> {
  using TwoLevels::TwoLevels;
  void run(Team& team, const Levels& levels, CollectiveCall call) const override {
    const int leader = levels.leader_of(call.root);
    if (call.root != leader && team.rank() == call.root) team.send(leader, call.receive, call.bytes());
    if (call.root != leader && team.rank() == leader) team.receive(call.root, call.receive, call.bytes());
    call.root = levels.node_of(call.root);
    levels.between(*between_, call);
    call.root = 0;
    levels.within(*within_, call);
  }
};

struct NodeAwareReduce final : TwoLevels<Reduce, Reduce> {
  using TwoLevels::TwoLevels;
  void run(Team& team, const Levels& levels, CollectiveCall call) const override {
    const int root = call.root, leader = levels.leader_of(root);
    void* const result = call.receive;
    const Team::Scratch of_node(team, levels.leads() ? call.bytes() : Bytes{0});
    const Team::Scratch of_all(team, team.rank() == leader && root != leader ? call.bytes() : Bytes{0});
    call.root = 0;
    call.receive = of_node.data();
    levels.within(*within_, call);
    call.root = levels.node_of(root);
    call.send = of_node.data();
    call.receive = root == leader ? result : of_all.data();
    levels.between(*between_, call);
    if (root == leader) return;
    if (team.rank() == leader) team.send(root, of_all.data(), call.bytes());
    if (team.rank() == root) team.receive(leader, result, call.bytes());
  }
};

struct NodeAwareAllreduce final : TwoLevels<Allreduce, Reduce> {
  using TwoLevels::TwoLevels;
  void run(Team&, const Levels& levels, CollectiveCall call) const override {
    call.root = 0;
    levels.within(*within_, call);
    call.send = call.receive;
    levels.between(*between_, call);
    levels.within(*release_, call);
  }
};

struct NodeAwareBarrier final : TwoLevels<Barrier, Barrier> {
  using TwoLevels::TwoLevels;
  void run(Team&, const Levels& levels, CollectiveCall call) const override {
    levels.within(*within_, call);
    levels.between(*between_, call);
    levels.within(*release_, {});
  }
};

constexpr const char* kSummary = "within nodes, and between their first ranks";
const config::Register<NodeAwareBcast, NodeAwareBcast::Params> node_aware_bcast{"node-aware", kSummary};
const config::Register<NodeAwareReduce, NodeAwareReduce::Params> node_aware_reduce{"node-aware", kSummary};
const config::Register<NodeAwareAllreduce, NodeAwareAllreduce::Params> node_aware_allreduce{"node-aware",
                                                                                          kSummary};
const config::Register<NodeAwareBarrier, NodeAwareBarrier::Params> node_aware_barrier{"node-aware",
                                                                                      kSummary};

}  // namespace
}  // namespace kasuri::mpi
