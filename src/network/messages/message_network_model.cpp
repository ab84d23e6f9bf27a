// SPDX-License-Identifier: MIT
// fidelity = "message": whole messages by the model of [network] (message_model.h).
#include <fmt/format.h>

#include "network/messages/message_network.h"
#include "network/model/link_classes.h"
#include "network/model/network_model.h"

namespace kasuri {
namespace {

using MessageModelChoice = config::Choice<MessageModel>;
constexpr const char* kMeaning =
    "model of whole messages without routers; default: packets are simulated in routers";
const config::Describe<MessageModelChoice> network_section{"network", kMeaning};

MessageModelChoice chosen(const NetworkSettings& s) {
  const auto* const found = s.models.find<MessageModelChoice>("network");
  return found ? *found : MessageModelChoice("loggp");
}

std::unique_ptr<MessageModel> make_model(const NetworkSettings& s, const Topology& t) {
  MessageModelContext context{t, endpoint_rate(s, t)};
  return chosen(s).make(context);
}

class MessagePart final : public NetworkPart {
 public:
  explicit MessagePart(const PartContext& c)
      : machine_(c.machine()),
        model_(make_model(c.settings, *c.plan.topology)),
        messages_(*model_, c.settings.nic, machine_, c.jobs),
        crossings_(messages_.boxes(), messages_, c.part),
        serial_(model_->serial() && c.settings.nic.per_node == 1) {
    const Time window = c.links.window(UINT32_MAX);
    if (window >= kShortestSweep) c.partition.set_window(window, machine_.router_count());
  }

  MachinePart& machine() override { return machine_; }
  Transport& transport() override { return messages_; }
  bool keeps_order() const override { return serial_; }
  Crossings* crossings() override { return &crossings_; }
  Latencies& latencies() override { return messages_.latencies(); }
  const std::vector<DeliveryStatistics>& delivered_by_job() const override {
    return messages_.delivered_by_job();
  }
  PowerShare collect_power(Time) override { fail("whole messages draw no power"); }
  std::uint32_t in_flight() const override { return messages_.in_flight(); }
  NetworkMemory memory() const override {
    return {.nodes = messages_.nodes(),
            .nics = messages_.node_bytes(),
            .messages = messages_.message_bytes()};
  }
  void release_memory() override { messages_.release_memory(); }

 private:
  MachinePart machine_;
  std::unique_ptr<MessageModel> model_;
  MessageNetwork messages_;
  BoxCrossings<MessageBox, MessageNetwork> crossings_;
  bool serial_;
};

class MessageNetworkModel final : public NetworkModel {
 public:
  MessageNetworkModel() : NetworkModel(Fidelity::message, "network", true, true) {}

  std::optional<config::Field> field() const override {
    return model_section<MessageModelChoice>("network", kMeaning);
  }
  Capabilities can(const NetworkSettings&) const override {
    return {.failures = true,
            .failures_in_run = true,
            .link_errors = true,
            .steady_state = true,
            .leaps = true,
            .bypasses_links = true};
  }
  std::string where(const NetworkSettings& s) const override {
    return fmt::format("with network '{}'", chosen(s).name());
  }
  std::string instead(const NetworkSettings& s) const override {
    return s.models.has("network") ? "leave out [network]" : "set fidelity = \"packet\"";
  }
  std::string no_deadlock(const NetworkSettings& s) const override {
    return fmt::format("network '{}' carries messages as wholes, past the routers", chosen(s).name());
  }

  bool reads(std::string_view section, std::string_view key) const override {
    if (section == "nic") {
      return key == "per_node" || key == "link_rate" || key == "intra_node_rate" ||
             key == "intra_node_latency";
    }
    return section == "link" || section == "link.CLASS" ? key == "rate" : false;
  }

  void check_plan(const NetworkSettings& s, const NetworkPlan& plan, config::Section root) const override {
    try {
      make_model(s, *plan.topology);
    } catch (const Error& e) {
      if (e.has_place() || e.code() != Exit::usage) throw;
      root.section("network").error("", e.what());
    }
  }
  void resolve(NetworkSettings& s, const NetworkPlan&) const override {
    s.models.set("network", chosen(s));
  }

  std::uint64_t memory_bytes(const NetworkSettings& s, const NetworkPlan& plan, bool) const override {
    return plan.topology->endpoints() * bytes_per_nic(s);
  }
  std::uint64_t bytes_per_nic(const NetworkSettings&) const override {
    return MessageNetwork::bytes_per_nic();
  }

  Lookahead lookahead(const NetworkSettings& s, const NetworkPlan& plan,
                      const std::vector<bool>&) const override {
    return Lookahead::constant(make_model(s, *plan.topology)->least_latency());
  }
  std::string_view first_to_cross() const override { return "a message"; }
  std::unique_ptr<NetworkPart> build(const PartContext& c) const override {
    return std::make_unique<MessagePart>(c);
  }
};

const MessageNetworkModel message_network_model;

}  // namespace
}  // namespace kasuri
