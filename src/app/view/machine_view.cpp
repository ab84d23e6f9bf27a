// SPDX-License-Identifier: MIT
// The machine itself: the view of a configuration without a run.
#include <fmt/format.h>

#include <algorithm>

#include "app/view/views.h"
#include "experiment/plan/plan.h"

namespace kasuri::view {
namespace {

constexpr std::uint8_t kNoJob = 255, kSeveralJobs = 254;

}  // namespace

Network network_of(const Topology& t) {
  Network n;
  n.title = t.describe();
  n.type = n.title.substr(0, n.title.find_first_of(" ,:"));
  n.routers = t.routers();
  n.classes = t.link_classes();
  std::uint32_t row = 0;
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    const auto x = t.coordinates({r});
    n.dimensions = std::max(n.dimensions, static_cast<std::uint32_t>(x.size()));
  }
  n.coordinates.assign(std::size_t{n.routers} * n.dimensions, 0);
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    std::ranges::copy(t.coordinates({r}), n.coordinates.begin() + std::ptrdiff_t{r} * n.dimensions);
    for (std::uint32_t port = 0; port < t.degree({r}); ++port, ++row) {
      n.from.push_back(r);
      n.to.push_back(t.neighbour({r}, port).router.v);
      n.link_class.push_back(static_cast<std::uint8_t>(t.link_class({r}, port)));
      n.row.push_back(row);
    }
    row += t.endpoints_at({r});
  }
  for (std::uint32_t e = 0; e < t.endpoints(); ++e) n.node_router.push_back(t.router_of({e}).v);
  return n;
}

void add_jobs(Pack& p, const std::vector<std::string>& names,
              const std::vector<std::uint8_t>& job_of_node) {
  p.header["jobs"] = names;
  if (!job_of_node.empty()) p.add("node-job", job_of_node);
}

Pack machine_view(const std::string& name, const Plan& plan) {
  const Topology& t = *plan.topology;
  Pack p;
  p.header["kind"] = "machine";
  p.header["title"] = name;
  const Network n = network_of(t);
  add_network(p, n, place(n));
  std::vector<std::uint8_t> job(plan.nodes, kNoJob);
  std::vector<std::string> names;
  for (std::size_t j = 0; j < plan.placement.size(); ++j) {
    names.push_back(fmt::format("job {}", j));
    for (const NodeId node : plan.placement[j]) {
      job[node.v] =
          job[node.v] == kNoJob || job[node.v] == j ? static_cast<std::uint8_t>(j) : kSeveralJobs;
    }
  }
  if (plan.nodes == n.node_router.size() && names.size() < kSeveralJobs) add_jobs(p, names, job);
  add_fact(p, "machine", t.describe());
  add_fact(p, "routers", fmt::format("{}", t.routers()));
  add_fact(p, "links", fmt::format("{}, each in one direction", n.from.size()));
  add_fact(p, "nodes", fmt::format("{}", t.endpoints()));
  if (plan.routing) {
    if (plan.deadlock) add_fact(p, "deadlock check", plan.deadlock->describe(t));
    add_paths(p, plan);
  }
  if (plan.deadlock && !plan.deadlock->cycle.empty()) {
    for (const auto& c : plan.deadlock->cycle) {
      const PortRef to = t.neighbour(c.output.router, c.output.port);
      p.header["cycle"].push_back({{"from", c.output.router.v}, {"to", to.router.v}, {"vc", c.vc}});
    }
  }
  add_missing(p, "links, routers and ranks over time", "run it: kasuri run CONFIG --statistics");
  return p;
}

}  // namespace kasuri::view
