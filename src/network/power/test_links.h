// SPDX-License-Identifier: MIT
// For tests: the power model of a star of links alone. Links are wanted and used when the test says
// so; what the model counted comes back as tables. With `owner`, the model is of `part` of two.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "network/net/test_print.h"
#include "network/net/test_star.h"
#include "network/power/energy.h"
#include "network/power/model.h"

namespace kasuri {

struct TestLinks {
  // T_lt, T_ls, T_lw in ps and the policy's name; the rest as NsimPower's Table 1.
  struct Shape {
    std::string policy = "idle-timer";
    std::int64_t t_lt = 100, t_ls = 50, t_lw = 20;
    std::int64_t deep_t_ls = 50, deep_t_lw = 20;
    std::int64_t chunk = 1000;
    PowerParams params{};
    std::uint32_t leaves = 2, endpoints = 1;
  };
  static constexpr Time kTraversal{7}, kCable{3};

  explicit TestLinks(Shape s, std::vector<std::uint16_t> owner = {}, std::uint16_t part = 0)
      : topology(s.leaves, s.endpoints),
        routing(2),
        decomposition(owner.empty() ? Decomposition(topology)
                                    : Decomposition(topology, std::move(owner), 2)),
        machine{.partition = partition,
                .topology = topology,
                .routing = routing,
                .decomposition = decomposition,
                .part = part,
                .request = Time{5},
                .traversal = kTraversal,
                .link_classes = {2, LinkClass{kUnlimited, Serialisation(kUnlimited), kCable, Time{0}}}} {
    PowerParams& p = s.params;
    if (p.preset == kByLink) p.preset = "nsimpower-table1";
    if (!p.policy) p.policy.emplace(s.policy);
    p.t_lt = Time{s.t_lt};
    p.t_ls = Time{s.t_ls};
    p.t_lw = Time{s.t_lw};
    p.deep_t_ls = Time{s.deep_t_ls};
    p.deep_t_lw = Time{s.deep_t_lw};
    p.chunk = Time{s.chunk};
    settings = PowerSettings::resolve(p, topology, nullptr, machine.link_classes);
    model.emplace(settings, machine);
  }

  // A packet wants the first link of router 0 at `want` and is sent as soon as that is up, for
  // `length`. Returns how long it had to wait.
  Time send(Time want, Time length, std::uint32_t port = 0) {
    partition.run_until(want + Time{1});
    const Time up = wanted(RouterId{0}, port, want);
    used(RouterId{0}, port, up, up + length, Bytes{length.ps});
    return up - want;
  }

  // As routers and NICs call the model, which know when they were used last.
  Time wanted(RouterId r, std::uint32_t port, Time now) {
    return model->wanted(r, port, tails[{r.v, port}], now);
  }
  void used(RouterId r, std::uint32_t port, Time head, Time tail, Bytes size) {
    tails[{r.v, port}] = tail;
    if (model->wants_uses()) model->used(r, port, head, tail, size);
  }
  Time wanted(EndpointId e, Time now) { return model->wanted(e, nic_tails[e.v], now); }
  void used(EndpointId e, Time head, Time tail, const Packet& p) {
    nic_tails[e.v] = tail;
    if (model->wants_uses()) model->used(e, head, tail, p);
  }
  PowerShare collect(Time end) {
    return model->collect(end, {[this](RouterId r, std::uint32_t port) {
                                  return tails[{r.v, port}];
                                },
                                [this](EndpointId e) { return nic_tails[e.v]; }});
  }

  const PowerResults& finish(Time end) {
    partition.run_until(end);
    results.emplace(topology, PowerModel::by_link(settings), settings.params.chunk,
                    collect(end));
    return *results;
  }
  EnergyReport energy() const { return assess(settings, *results, topology); }

  Partition partition;
  TestStar topology;
  TestStarRouting routing;
  Decomposition decomposition;
  MachinePart machine;
  PowerSettings settings;
  std::optional<PowerModel> model;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Time> tails;  // of outputs
  std::map<std::uint32_t, Time> nic_tails;
  std::optional<PowerResults> results;
};

}  // namespace kasuri
