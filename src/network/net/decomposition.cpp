// SPDX-License-Identifier: MIT
#include "network/net/decomposition.h"

#include "base/core/check.h"

namespace kasuri {

Decomposition::Decomposition(const Topology& t, std::vector<std::uint16_t> owner,
                             std::uint32_t parts)
    : parts_(parts),
      routers_(t.routers()),
      endpoints_(t.endpoints()),
      owner_(std::move(owner)),
      members_(parts),
      boundary_(parts),
      endpoints_of_(parts) {
  check(parts_ > 0 && owner_.size() == routers_, "every router belongs to a part");
  if (parts_ == 1) return;
  local_router_.resize(routers_);
  std::vector<bool> in_boundary(routers_);
  std::vector<std::size_t> sizes(parts_);
  bool one_each = endpoints_ == routers_;
  for (std::uint32_t r = 0; r < routers_; ++r) {
    check(owner_[r] < parts_, "parts are numbered from 0");
    ++sizes[owner_[r]];
    one_each = one_each && t.first_endpoint({r}).v == r;
    for (std::uint32_t port = 0; port < t.degree({r}); ++port) {
      const std::uint32_t other = t.neighbour({r}, port).router.v;
      if (owner_[r] != owner_[other]) in_boundary[r] = in_boundary[other] = true;
    }
  }
  if (!one_each) local_endpoint_.resize(endpoints_);
  for (std::uint32_t part = 0; part < parts_; ++part) members_[part].reserve(sizes[part]);
  const auto number = [&](std::uint32_t r) {
    const std::uint16_t part = owner_[r];
    local_router_[r] = static_cast<std::uint32_t>(members_[part].size());
    members_[part].push_back({r});
    const std::uint32_t first = t.first_endpoint({r}).v;
    for (std::uint32_t k = 0; k < t.endpoints_at({r}); ++k) {
      const std::uint32_t local = endpoints_of_[part]++;
      if (!one_each) local_endpoint_[first + k] = local;
    }
  };
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (in_boundary[r]) number(r);
  }
  for (std::uint32_t part = 0; part < parts_; ++part) {
    boundary_[part] = static_cast<std::uint32_t>(members_[part].size());
  }
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (!in_boundary[r]) number(r);
  }
  for (const auto& m : members_) check(!m.empty(), "every part has a router");
}

std::uint64_t Decomposition::memory_bytes() const {
  std::uint64_t bytes = owner_.capacity() * sizeof(std::uint16_t) +
                        (local_router_.capacity() + local_endpoint_.capacity()) * sizeof(std::uint32_t);
  for (const auto& m : members_) bytes += m.capacity() * sizeof(RouterId);
  return bytes;
}

}  // namespace kasuri
