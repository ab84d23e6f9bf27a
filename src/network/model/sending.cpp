// SPDX-License-Identifier: MIT
#include "network/model/sending.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/words.h"
#include "network/model/link_classes.h"
#include "network/model/network_model.h"

namespace kasuri {

std::uint32_t links_at_once(const NetworkSettings& c, const Topology& t) {
  const RouterId r = t.router_of(EndpointId{0});
  if (!t.sends_at_once(r)) return 0;
  if (t.is_of_gpus()) return t.degree(r);  // what is for a slow NIC holds up what is for NVLinks
  const std::vector<LinkClass> links = link_classes(c, t);
  BytesPerSecond fastest{1};
  for (std::uint32_t port = 0; port < t.degree(r); ++port) {
    fastest = std::max(fastest, links[t.link_class(r, port)].rate);
  }
  const auto needed = static_cast<std::uint32_t>(endpoint_rate(c, t).n / fastest.n);
  return needed < 2 ? 0 : needed;
}

// Packets in one virtual channel leave in order: the first waits for its link while others are free. With
// links drawn at random and one virtual channel, 4 links carry about half of their rate.
static std::string of_queues(const NetworkSettings& c, const Topology& t) {
  if (c.router.architecture == "output-queued" || !c.model().can(c).waits_for_buffers) return {};
  const std::uint32_t needed = links_at_once(c, t);
  if (needed == 0) return {};
  return fmt::format("an endpoint sends its packets in order, {} by {}: while the first waits for its "
                     "link, others may be free, so that less than {} leave it; router.architecture = "
                     "\"output-queued\", the default here, uses all its links",
                     counted(c.router.vcs, "queue"), counted(needed, "link"),
                     to_string(endpoint_rate(c, t)));
}

// With links to other endpoints, each message takes one of them.
static std::string of_messages(const NetworkSettings& c, const Topology& t) {
  if (c.nic.scheduler == SendOrder::round_robin || !c.model().can(c).routers) return {};
  const RouterId r = t.router_of(EndpointId{0});
  if (!t.sends_at_once(r)) return {};
  std::uint32_t direct = 0;
  for (std::uint32_t port = 0; port < t.degree(r); ++port) {
    direct += t.endpoints_at(t.neighbour(r, port).router) > 0;
  }
  if (direct < 2) return {};
  return fmt::format("an endpoint sends one message after the other, by one of its {}; nic.scheduler = "
                     "\"round-robin\", the default here, has those to several others leave at the same "
                     "time",
                     counted(direct, "link"));
}

std::string describe_sending(const NetworkSettings& c, const Topology& t) {
  const std::string queues = of_queues(c, t), messages = of_messages(c, t);
  return queues + (queues.empty() || messages.empty() ? "" : ". Also, ") + messages;
}

}  // namespace kasuri
