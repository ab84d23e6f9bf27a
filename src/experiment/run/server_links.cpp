// SPDX-License-Identifier: MIT
#include "experiment/run/server_links.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr std::uint32_t kMostGpus = 256;

// The endpoints in the order in which a walk passes their routers that goes on as far as it can, first to
// other endpoints.
class Walk {
 public:
  explicit Walk(const Topology& t) : t_(t), passed_(t.routers()) {}

  std::vector<std::uint16_t> order() {
    go(t_.router_of({0}));
    return order_.size() == t_.endpoints() ? order_ : std::vector<std::uint16_t>{};
  }

 private:
  void go(RouterId r) {
    passed_[r.v] = true;
    for (std::uint32_t i = 0; i < t_.endpoints_at(r); ++i) {
      order_.push_back(static_cast<std::uint16_t>(t_.first_endpoint(r).v + i));
    }
    for (const bool to_endpoints : {true, false}) {
      for (std::uint32_t port = 0; port < t_.degree(r); ++port) {
        const RouterId next = t_.neighbour(r, port).router;
        if (!passed_[next.v] && (t_.endpoints_at(next) > 0) == to_endpoints) go(next);
      }
    }
  }

  const Topology& t_;
  std::vector<bool> passed_;
  std::vector<std::uint16_t> order_;
};

// Whether each router is an endpoint's.
bool is_direct(const Topology& t) {
  if (t.routers() != t.endpoints()) return false;
  for (RouterId r{0}; r.v < t.routers(); ++r.v) {
    if (t.endpoints_at(r) != 1) return false;
  }
  return true;
}

// Links of the slowest rate.
std::vector<std::uint8_t> links_of(const Topology& t, std::span<const LinkClass> classes) {
  const std::size_t n = t.endpoints();
  std::vector<std::uint8_t> links(n * n);
  const auto rate_of = [&](RouterId r, std::uint32_t port) { return classes[t.link_class(r, port)].rate; };
  BytesPerSecond slowest = kUnlimited;
  for (RouterId r{0}; r.v < t.routers(); ++r.v) {
    for (std::uint32_t port = 0; port < t.degree(r); ++port) slowest = std::min(slowest, rate_of(r, port));
  }
  for (RouterId r{0}; r.v < t.routers(); ++r.v) {
    for (std::uint32_t port = 0; port < t.degree(r); ++port) {
      const std::size_t from = t.first_endpoint(r).v;
      const std::size_t to = t.first_endpoint(t.neighbour(r, port).router).v;
      std::uint8_t& count = links[from * n + to];
      const std::int64_t more = (rate_of(r, port).n + slowest.n / 2) / slowest.n;
      count = static_cast<std::uint8_t>(std::min<std::int64_t>(UINT8_MAX, count + more));
    }
  }
  return links;
}

}  // namespace

std::shared_ptr<const mpi::ServerLinks> links_within(const Topology& server,
                                                     std::span<const LinkClass> classes) {
  if (server.endpoints() > kMostGpus || server.multicast()) return nullptr;
  mpi::ServerLinks all{.gpus = server.endpoints(), .links = {}, .walk = Walk(server).order()};
  if (is_direct(server)) all.links = links_of(server, classes);
  else if (std::ranges::is_sorted(all.walk)) return nullptr;
  return std::make_shared<const mpi::ServerLinks>(std::move(all));
}

Time nearest_within(const Topology& server, std::span<const LinkClass> classes, Time router) {
  const RouterId first = server.router_of({0});
  if (server.endpoints_at(first) > 1) return router;
  std::vector<Time> reached(server.routers(), Time{INT64_MAX});
  reached[first.v] = router;
  std::vector<RouterId> next{first};
  while (!next.empty()) {  // nearest first
    const auto at = std::ranges::min_element(next, {}, [&](RouterId r) { return reached[r.v]; });
    const RouterId here = *at;
    next.erase(at);
    if (here != first && server.endpoints_at(here) > 0) return reached[here.v];
    for (std::uint32_t port = 0; port < server.degree(here); ++port) {
      const RouterId to = server.neighbour(here, port).router;
      const Time then = reached[here.v] + classes[server.link_class(here, port)].cable + router;
      if (then >= reached[to.v]) continue;
      if (reached[to.v] == Time{INT64_MAX}) next.push_back(to);
      reached[to.v] = then;
    }
  }
  return router;
}

}  // namespace kasuri
