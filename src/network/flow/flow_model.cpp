// SPDX-License-Identifier: MIT
// fidelity = "flow": messages share links (flow_network.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "network/flow/expected_error.h"
#include "network/flow/flow_network.h"
#include "network/model/link_classes.h"
#include "network/model/network_model.h"
#include "network/power/model.h"
#include "network/topology/faults.h"

namespace kasuri {
namespace {

constexpr std::array<std::string_view, 2> kFlowCounts{"message_time_ps", "message_time_alone_ps"};
constexpr const char* kMeaning = "with fidelity = \"flow\": how messages share links";
const config::Describe<FlowParams> flow_section{"flow", kMeaning};

// Packets of flows that share a link have gaps, in which short timers let the other links of their path
// sleep. Flows have none: measured with benchmarks/flow-sleep, times are up to 70 % too short.
void check_sleep(const NetworkSettings& s, const NetworkPlan& plan, config::Section power) {
  constexpr std::int64_t kPackets = 10;
  const std::vector<LinkClass> links = link_classes(s, *plan.topology);
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (i + 1 == links.size() && !plan.power->terminal_ports) continue;
    const ClassPower& c = plan.power->classes[i];
    PolicyContext context{c.threshold, c.modes, plan.power->params.abortable, 1};
    const Time gap = c.policy.make(context)->least_gap();
    const Time packets = links[i].flow(s.nic.packet) * kPackets;
    if (gap >= packets) continue;
    power.error("policy", fmt::format("at flow level no link sleeps between the packets of a message, and "
                                      "'{}' may let one sleep after {}; choose a timer of {} packets or "
                                      "more ({} here), or set fidelity = \"packet\"",
                                      c.policy.name(), to_string(gap), kPackets, to_string(packets)));
    return;
  }
}

// In which virtual channels NICs inject, if outputs serve those of all inputs in turn.
std::uint32_t turns(const FlowParams& f, const RouterParams& r) {
  if (!f.turns) return 0;
  const bool in_turn = r.arbiter.name() == "round-robin" || r.arbiter.name() == "random";
  if (r.queues_at_outputs() || !in_turn) return 0;
  return static_cast<std::uint32_t>((std::uint64_t{1} << r.all_vcs()) - 1);
}

class FlowPart final : public NetworkPart {
 public:
  explicit FlowPart(const PartContext& c)
      : machine_(c.machine()),
        flows_(c.settings.models.value_or_default<FlowParams>("flow"), c.settings.nic,
               c.plan.faults.degraded, Bytes{machine_.link_classes.back().buffer},
               turns(c.settings.models.value_or_default<FlowParams>("flow"), c.settings.router),
               machine_, c.jobs) {
    if (!c.plan.power) return;
    power_.emplace(*c.plan.power, machine_);
    machine_.power = &*power_;
  }

  MachinePart& machine() override { return machine_; }
  Transport& transport() override { return flows_; }
  void begin() override { flows_.begin_tracking(); }
  Latencies& latencies() override { return flows_.latencies(); }
  PowerModel* power() override { return power_ ? &*power_ : nullptr; }

  const std::vector<DeliveryStatistics>& delivered_by_job() const override {
    return flows_.delivered_by_job();
  }
  LinkLoad output_load(std::uint32_t router, std::uint32_t port) const override {
    const FlowNetwork::Load l = flows_.load(machine_.router(router), port);
    return {l.packets, l.bytes, Time{0}};
  }
  NicUse nic_use(std::uint32_t nic) const override { return flows_.nic_use(nic); }
  std::vector<NetworkCount> counts() const override {
    const FlowNetwork::UnderWay& u = flows_.under_way();
    return {{static_cast<std::uint64_t>(u.taken.ps)}, {static_cast<std::uint64_t>(u.alone.ps)}};
  }
  PowerShare collect_power(Time end) override {
    const FlowTracks& t = flows_.tracks();
    return power_->collect(end, {[this, &t](RouterId r, std::uint32_t port) {
                                   return t.last_tail(machine_.router(r.v), port);
                                 },
                                 [&t](EndpointId e) { return t.last_tail(e); }});
  }

  std::uint32_t in_flight() const override { return flows_.in_flight(); }
  NetworkMemory memory() const override {
    return {.nodes = flows_.nodes(), .nics = flows_.nic_bytes(), .messages = flows_.memory_bytes()};
  }

 private:
  MachinePart machine_;
  FlowNetwork flows_;
  std::optional<PowerModel> power_;
};

class FlowModel final : public NetworkModel {
 public:
  FlowModel() : NetworkModel(Fidelity::flow, "flow", true, false) {}

  std::optional<config::Field> field() const override {
    return model_section<FlowParams>("flow", kMeaning);
  }
  Capabilities can(const NetworkSettings&) const override {
    return {.sleeping_links = true, .failures = true, .estimates = true};
  }
  std::string where(const NetworkSettings&) const override { return "at flow level"; }
  std::span<const std::string_view> counted() const override { return kFlowCounts; }
  std::string describe_counts(std::span<const NetworkCount> n) const override {
    if (n.empty() || n[1].value == 0) return "";
    return fmt::format("messages took {:.2f} times as long as each alone",
                       static_cast<double>(n[0].value) / static_cast<double>(n[1].value));
  }
  std::string instead(const NetworkSettings&) const override { return "set fidelity = \"packet\""; }
  std::string no_deadlock(const NetworkSettings&) const override {
    return "at flow level messages wait for no buffers";
  }

  bool reads(std::string_view section, std::string_view key) const override {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kNotRead{{
        {"router", "architecture"},      {"router", "speedup"},
        {"router", "arbiter"},           {"router", "output_buffer"},
        {"router", "output_pool"},       {"router", "flit"},
        {"router", "hold_switch"},       {"router", "wait_for_tail_credit"},
        {"router", "ejection_vcs"},      {"link", "credit_time"},
        {"link.CLASS", "credit_time"},   {"link.CLASS", "buffer"},
        {"link.CLASS", "output_buffer"}, {"nic", "receive_buffer"},
        {"nic", "reliability"},          {"run", "deadlock_check"},
    }};
    return std::ranges::find(kNotRead, std::pair(section, key)) == kNotRead.end();
  }

  void check_settings(const NetworkSettings& s, config::Section root) const override {
    config::Section nic = root.section("nic");
    const auto refuse = [&](const char* key, const char* what) {
      nic.error(key, fmt::format("{} at flow level; remove this, or set fidelity = \"packet\"", what));
    };
    if (s.nic.window) refuse("window", "messages have no windows");
    if (s.nic.send_control) refuse("send_control", "messages do not wait for send controls");
    if (s.nic.receive_control) refuse("receive_control", "messages are not acknowledged");
    if (s.nic.forwarding == Forwarding::store_and_forward) {
      refuse("forwarding", "messages are not stored in NICs");
    }
    if (s.nic.dma_engines == DmaEngines::shared) {
      refuse("dma_engines", "DMA engines do not wait for each other");
    }
    if (s.nic.memory_rate != kUnlimited) refuse("memory_rate", "memory is not shared");
    const auto flow = s.models.value_or_default<FlowParams>("flow");
    if (flow.turns && turns(flow, s.router) == 0) {
      root.section("flow").error("turns", "links have turns where router.arbiter is 'round-robin' or "
                                          "'random' and queues are at inputs; remove this");
    }
  }
  void check_plan(const NetworkSettings& s, const NetworkPlan& plan, config::Section root) const override {
    if (plan.power) check_sleep(s, plan, root.section("power"));
  }
  std::uint64_t memory_bytes(const NetworkSettings& s, const NetworkPlan& plan, bool) const override {
    const Topology& t = *plan.topology;
    return t.endpoints() * bytes_per_nic(s) +
           (channel_count(t) + 2ull * t.endpoints()) * FlowNetwork::bytes_per_link();
  }
  std::uint64_t bytes_per_nic(const NetworkSettings&) const override {
    return FlowNetwork::bytes_per_nic();
  }

  std::string undivided() const override {
    return "at flow level a message anywhere can change the shares of all others at once";
  }
  Lookahead lookahead(const NetworkSettings&, const NetworkPlan&, const std::vector<bool>&) const override {
    return {};
  }
  std::unique_ptr<NetworkPart> build(const PartContext& c) const override {
    return std::make_unique<FlowPart>(c);
  }
};

const FlowModel flow_model;

}  // namespace
}  // namespace kasuri
