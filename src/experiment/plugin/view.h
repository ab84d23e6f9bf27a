// SPDX-License-Identifier: MIT
// The machine as components of others see it.
#pragma once

#include <kasuri/kasuri.h>
#include "network/net/topology.h"

namespace kasuri::plugin {

class View final : public v1::Machine {
 public:
  View(const Topology& t, std::uint32_t nics_per_node, std::uint32_t vcs)
      : t_(t), nics_(nics_per_node), vcs_(vcs) {}

  std::uint32_t routers() const override { return t_.routers(); }
  std::uint32_t degree(std::uint32_t r) const override { return t_.degree({checked(r)}); }
  v1::Port neighbour(std::uint32_t r, std::uint32_t port) const override {
    if (port >= degree(r)) throw std::out_of_range("it asks for a port that does not exist");
    const PortRef to = t_.neighbour({r}, port);
    return {to.router.v, to.port};
  }
  std::uint32_t endpoints() const override { return t_.endpoints(); }
  std::uint32_t router_of(std::uint32_t e) const override {
    if (e >= t_.endpoints()) throw std::out_of_range("it asks for an endpoint that does not exist");
    return t_.router_of({e}).v;
  }
  std::vector<std::uint32_t> coordinates(std::uint32_t r) const override {
    return t_.coordinates({checked(r)});
  }
  std::string name(std::uint32_t r) const override { return t_.name({checked(r)}); }
  std::uint32_t nics_per_node() const override { return nics_; }
  std::uint32_t vcs() const override { return vcs_; }

 private:
  std::uint32_t checked(std::uint32_t r) const {
    if (r >= t_.routers()) throw std::out_of_range("it asks for a router that does not exist");
    return r;
  }

  const Topology& t_;
  std::uint32_t nics_, vcs_;
};

}  // namespace kasuri::plugin
