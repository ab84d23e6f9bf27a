// SPDX-License-Identifier: MIT
#include "network/model/credits.h"

#include <fmt/format.h>

#include "network/model/credit_loop.h"
#include "network/model/link_classes.h"
#include "network/model/network_model.h"

namespace kasuri {
namespace {

constexpr double kWhole = 0.995;  // of the rate: what is lost else is worth a word

// Which classes of links there are any of.
std::vector<bool> classes_in_use(const Topology& t) {
  std::vector<bool> used(t.link_classes().size());
  std::size_t missing = used.size();
  for (std::uint32_t r = 0; r < t.routers() && missing > 0; ++r) {
    for (std::uint32_t port = 0; port < t.degree({r}); ++port) {
      const std::uint32_t c = t.link_class({r}, port);
      missing -= !used[c];
      used[c] = true;
    }
  }
  return used;
}

}  // namespace

std::vector<CreditLimit> credit_limits(const NetworkSettings& s, const Topology& t) {
  std::vector<CreditLimit> all;
  const std::vector<LinkClass> classes = link_classes(s, t);
  const std::vector<std::string> names = t.link_classes();
  const auto add = [&](std::string links, std::size_t link_class, bool from_nics, Bytes buffer,
                       const CreditLoop& loop, std::string key) {
    const LinkClass& link = classes[link_class];
    all.push_back({std::move(links), static_cast<std::uint32_t>(link_class), from_nics, link.rate, buffer,
                   loop.needed(), loop.share(buffer), std::move(key), loop.share(loop.needed())});
  };
  const std::vector<bool> used = classes_in_use(t);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!used[i]) continue;
    const auto own = s.link.classes.find(names[i]);
    const bool has_own = own != s.link.classes.end() && own->second.buffer;
    add(names[i] + " links", i, false, Bytes{classes[i].buffer},
        loop_to_router(s, classes[i], true),
        has_own ? fmt::format("link.{}.buffer", names[i]) : "router.buffer");
  }
  const LinkClass& terminal = classes.back();
  add("links from NICs to routers", names.size(), true, Bytes{terminal.buffer},
      loop_to_router(s, terminal, false), "router.buffer");
  add("links from routers to NICs", names.size(), false, receive_buffer(s, terminal),
      loop_to_nic(s, terminal),
      "nic.receive_buffer");
  return all;
}

std::vector<CreditLimit> throttled(const NetworkSettings& s, const Topology& t) {
  const NetworkModel& model = s.model();
  if (!model.can(s).waits_for_buffers) return {};
  std::vector<CreditLimit> all = credit_limits(s, t);
  std::erase_if(all, [](const CreditLimit& l) { return l.share >= kWhole; });
  return all;
}

}  // namespace kasuri
