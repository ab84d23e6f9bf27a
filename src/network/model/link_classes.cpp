// SPDX-License-Identifier: MIT
#include "network/model/link_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "network/model/credit_loop.h"

namespace kasuri {

namespace {

LinkClassParams settings_of(const NetworkSettings& c, const std::string& link_class) {
  const auto found = c.link.classes.find(link_class);
  return found == c.link.classes.end() ? LinkClassParams{} : found->second;
}

std::vector<BytesPerSecond> rates_of(const NetworkSettings& c, const Topology& t) {
  std::vector<BytesPerSecond> all;
  for (const std::string& name : t.link_classes()) {
    const LinkFacts facts = t.link_facts(static_cast<std::uint32_t>(all.size()));
    all.push_back(settings_of(c, name).rate.value_or(facts.rate.value_or(c.link.rate)));
  }
  return all;
}

// What the links of an endpoint's router carry together, for each of its endpoints: those of the server's
// network, or those to NICs, whichever is more. All servers are equal, and the routers of the first come
// first.
BytesPerSecond rate_within(const Topology& server, const NetworkSettings& c, const Topology& t) {
  const std::vector<BytesPerSecond> rates = rates_of(c, t);
  BytesPerSecond most = c.link.rate;
  for (RouterId r{0}; r.v < server.routers(); ++r.v) {
    const std::uint32_t sharing = server.endpoints_at(r);
    if (sharing == 0) continue;
    std::int64_t links = 0, to_nics = 0;
    for (std::uint32_t port = 0; port < t.degree(r); ++port) {
      (port < server.degree(r) ? links : to_nics) += rates[t.link_class(r, port)].n;
    }
    most = std::max(most, BytesPerSecond{std::max(links, to_nics) / sharing});
  }
  return most;
}

}  // namespace

BytesPerSecond endpoint_rate(const NetworkSettings& c, const Topology& t) {
  if (c.nic.link_rate) return *c.nic.link_rate;
  if (const Topology* const server = t.servers().network) return rate_within(*server, c, t);
  if (const auto rate = t.endpoint_rate()) return *rate;
  return t.is_of_gpus() ? rate_within(t, c, t) : c.link.rate;
}

std::vector<LinkClass> link_classes(const NetworkSettings& c, const Topology& t) {
  const auto link = [&](BytesPerSecond rate, Time cable, Time credit, const LinkClassParams& own,
                        bool from_router) {
    LinkClass l{rate, Serialisation(std::min(rate, c.router.switch_rate)), cable, credit};
    l.buffer = static_cast<std::int32_t>(input_buffer(c, own.buffer, l, from_router).n);
    l.output_buffer = static_cast<std::int32_t>(own.output_buffer.value_or(Bytes{0}).n);
    return l;
  };
  std::vector<LinkClass> all;
  const std::vector<std::string> names = t.link_classes();
  const std::vector<BytesPerSecond> rates = rates_of(c, t);
  // With [layout] latency, that of a cable of the mean length.
  std::vector<CableSum> cables;
  if (c.layout && c.layout->latency) cables = cable_sums(FloorPlan(*c.layout, t), t);
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    const LinkFacts facts = t.link_facts(i);
    const LinkClassParams own = settings_of(c, names[i]);
    Time cable = facts.cable_latency.value_or(c.link.cable_latency);
    if (!cables.empty()) {
      cable = Time{std::llround(cables[i].mean() * c.layout->latency_per_metre * 1000)};
    }
    all.push_back(link(rates[i], own.cable_latency.value_or(cable),
                       own.credit_time.value_or(c.link.credit_time), own, true));
  }
  all.push_back(link(endpoint_rate(c, t),
                     c.nic.cable_latency.value_or(c.link.cable_latency), c.link.credit_time, {}, false));
  return all;
}

Bytes least_input_buffer(const NetworkSettings& c) {
  return c.router.moves_flits() ? std::min(c.router.flit, c.nic.packet) : c.nic.packet;
}

std::string too_small_a_buffer(const NetworkSettings& c, Bytes size) {
  const bool flits = c.router.moves_flits();
  return fmt::format("{}: at least {} ({}), not {}",
                     flits ? "flit-input-queued routers need space for a flit"
                           : "virtual cut-through needs space for a whole packet",
                     to_string(least_input_buffer(c)), flits ? "router.flit" : "nic.packet",
                     to_string(size));
}

void check_link_classes(const NetworkSettings& c, const Topology& t, config::Document& document) {
  config::Section link = document.root().section("link");
  const std::vector<std::string> known = t.link_classes();
  for (const auto& [name, params] : c.link.classes) {
    if (name == "terminal") {
      link.error(name, "links between routers and NICs are set by nic.link_rate and "
                       "nic.cable_latency");
    } else if (std::ranges::find(known, name) == known.end()) {
      link.error(name, fmt::format("unknown link class '{}'{}; {} has: {}", name,
                                   config::did_you_mean(name, known), t.describe(),
                                   config::join(known)));
    } else if (params.buffer && *params.buffer < least_input_buffer(c)) {
      link.section(name).error("buffer", too_small_a_buffer(c, *params.buffer));
    }
    if (!params.output_buffer) continue;
    if (!c.router.queues_at_outputs()) {
      link.section(name).error(
          "output_buffer", fmt::format("{} routers have no output queues per virtual channel: remove this "
                                       "key, or set router.architecture",
                                       c.router.architecture));
    } else if (*params.output_buffer < c.nic.packet) {
      link.section(name).error(
          "output_buffer", fmt::format("an output holds whole packets: at least {} (nic.packet), not {}",
                                       to_string(c.nic.packet), to_string(*params.output_buffer)));
    }
  }
}

}  // namespace kasuri
