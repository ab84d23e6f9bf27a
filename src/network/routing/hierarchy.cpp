// SPDX-License-Identifier: MIT
// Routing in machines of two levels (network/topology/hierarchy.h). Within a server a packet follows the
// routing of the server's network. To another server it goes to a NIC of its own server, from there by the
// routing of the fabric to a NIC of the other, and on to its endpoint.
//
// It arrives over a NIC that serves its destination. It leaves by the NIC of the same number (PXN: NCCL
// 2.12 sends over NVLink to the GPU of the right rail, whose NIC then shares a leaf with the
// destination's), or by one that serves its source. NICs and ports of one endpoint are taken as the
// routing of the fabric selects paths: all packets of a flow take one, by a hash, or, where packets of a
// flow take different paths (spraying, adaptive routing), each packet the next one in turn, as a NIC does
// that gives a packet to the port with the shortest queue. If the leaf at that port also has a port of the
// destination's NIC, it sends packets there, not to another leaf.
//
// Levels have no channels in common, and a packet climbs and descends once. So the machine is free of
// deadlock if both levels are, except that the network of a server would carry packets that leave and
// packets that arrive: where arriving packets cross it (nic_links = "first"), they have virtual channels
// of their own. With too few for both they share them, if the deadlock check allows that.

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/net/routing.h"
#include "network/routing/sprayed_paths.h"
#include "network/topology/hierarchy.h"

namespace kasuri {
namespace {

struct HierarchyRoutingParams {
  std::optional<config::Choice<Routing>> server, fabric;
  std::optional<bool> pxn;

  static config::Fields<HierarchyRoutingParams> fields() {
    using P = HierarchyRoutingParams;
    return {config::field("pxn", &P::pxn,
                          "whether packets leave by the NIC that has the number of the destination's, over "
                          "the server's network; false: by their source's; default: true with wiring = "
                          "\"rails\""),
            config::field("server", &P::server,
                          "routing algorithm within servers; default: the usual one of their topology"),
            config::field("fabric", &P::fabric,
                          "routing algorithm of the fabric; default: the usual one of its topology")};
  }
};

const Hierarchy& hierarchy_of(const Topology& t) {
  if (const auto* h = dynamic_cast<const Hierarchy*>(&t)) return *h;
  throw Error(Exit::usage, fmt::format("routing 'hierarchy' needs a topology 'hierarchy' or 'gpu-pod', "
                                       "not {}", t.describe()));
}

std::unique_ptr<Routing> routing_of(const Topology& t, const std::optional<config::Choice<Routing>>& chosen,
                                    std::string_view level, std::uint32_t vcs,
                                    std::string_view usual = {}) {
  const auto choice = chosen.value_or(config::Choice<Routing>(usual.empty() ? t.usual_routing() : usual));
  RoutingContext context{t, vcs};
  auto made = choice.make(context);
  const auto refuse = [&](std::string_view why) {
    throw Error(Exit::usage, fmt::format("routing 'hierarchy' cannot use '{}' as routing.{}: it {}",
                                         choice.name(), level, why));
  };
  if (made->notifications()) refuse("needs congestion notifications");
  if (made->escape_vcs()) refuse("needs an escape channel at every router");
  if (made->counts_packets()) refuse("counts on buffers for several packets at every router");
  return made;
}

class HierarchyRouting final : public Routing, public SprayedPaths {
 public:
  HierarchyRouting(const HierarchyRoutingParams& p, RoutingContext& c)
      : h_(hierarchy_of(c.topology)),
        endpoints_(h_.server().endpoints()),
        pxn_(p.pxn.value_or(h_.shape().wiring == Wiring::rails)),
        shortage_(shortage(p, c.vcs)),
        classes_(arriving_packets_cross() && shortage_.empty() ? 2 : 1),
        server_vcs_(c.vcs / classes_),
        any_(static_cast<std::uint32_t>((std::uint64_t{1} << c.vcs) - 1)) {
    server_ = routing_of(h_.server(), p.server, "server", server_vcs_);
    fabric_ = routing_of(h_.fabric(), p.fabric, "fabric", c.vcs, c.fabric);
    // Where flows keep to a path in the fabric, as receivers take packets in order only, also in servers.
    if (!p.server && server_->sprays() && !c.fabric.empty() && !fabric_->sprays()) {
      server_ = routing_of(h_.server(), {}, "server", server_vcs_, c.fabric);
    }
    server_selector_.emplace(*server_, 1);
    fabric_selector_.emplace(*fabric_, 2);
    server_sprays_ = server_->sprays();
    fabric_sprays_ = fabric_->sprays();
    server_paths_ = server_->paths();
    fabric_paths_ = fabric_->paths();
    for (std::uint32_t e = 0; e < endpoints_; ++e) router_of_.push_back(h_.server().router_of({e}).v);
    count_paths();
    several_ports_ = lanes_ > 1 || h_.shape().ports > 1;
    ports_in_turn_ = several_ports_ && (fabric_sprays_ || fabric_->adaptive());
  }

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    const Step s = step(input, source, target);
    return s.routing ? shifted(s, s.routing->route(s.input, s.source, s.target)) : s.fixed;
  }
  bool adaptive() const override { return server_->adaptive() || fabric_->adaptive(); }
  Choice choose(const RouteInput& input, RouterId source, RouterId target, Queues& queues) const override {
    const Step s = step(input, source, target);
    if (!s.routing) return {.first = {.route = s.fixed}, .escape = {}};
    LevelQueues own(queues, s.shift);
    Choice c = s.routing->choose(s.input, s.source, s.target, own);
    c.first.route = shifted(s, c.first.route);
    return c;
  }
  Candidates candidates(const RouteInput& input, RouterId source, RouterId target) const override {
    const Step s = step(input, source, target);
    if (!s.routing) return {.firsts = {{.route = s.fixed}}, .escape = {}};
    Candidates all = s.routing->candidates(s.input, s.source, s.target);
    for (Candidate& c : all.firsts) c.route = shifted(s, c.route);
    return all;
  }

  std::uint32_t paths() const override { return paths_; }
  Spread spread() const override { return Spread::by_routing; }
  bool sprays() const override { return server_sprays_ || fabric_sprays_ || ports_in_turn_; }
  std::uint32_t path_of(EndpointId source, EndpointId destination, std::uint32_t sequence,
                        std::uint64_t seed) const override {
    return number(source, destination, sequence, seed, std::nullopt);
  }
  void sprayed_paths(EndpointId source, EndpointId destination, std::uint32_t most, std::uint32_t draw,
                     std::uint64_t seed, std::vector<std::uint32_t>& out) const override;

  std::optional<std::uint32_t> hop_limit() const override {
    const auto server = server_->hop_limit(), fabric = fabric_->hop_limit();
    if (!server || !fabric) return std::nullopt;
    return 2 * *server + *fabric + 4;
  }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    if (!shortage_.empty()) return DeadlockArgument{false, shortage_};
    const auto server = server_->deadlock_argument(), fabric = fabric_->deadlock_argument();
    if (!server || !fabric) return std::nullopt;
    if (!server->deadlock_free) return server;
    if (!fabric->deadlock_free) return fabric;
    return DeadlockArgument{true, fmt::format("packets climb and descend once; in servers {}; in the "
                                              "fabric {}", server->why, fabric->why)};
  }
  std::string describe() const override {
    return fmt::format("{}; in servers {}; in the fabric {}",
                       pxn_ ? "out by the NIC of the destination's rail (PXN)" : "out by the source's NIC",
                       server_->describe(), fabric_->describe());
  }

 private:
  using Level = Hierarchy::Level;
  using Place = Hierarchy::Place;

  // The queues of one class of virtual channels.
  class LevelQueues final : public Queues {
   public:
    LevelQueues(Queues& all, std::uint32_t shift) : all_(all), shift_(shift) {}
    std::int64_t at(std::uint32_t port, std::uint32_t vc_mask) override {
      return all_.at(port, vc_mask << shift_);
    }
    std::int64_t reported(RouterId r, std::uint32_t port) override { return all_.reported(r, port); }

   private:
    Queues& all_;
    std::uint32_t shift_;
  };

  // A path number, decoded.
  struct DecodedPath {
    std::uint32_t server, fabric;        // path numbers of the two routings
    std::uint32_t out, out_port;         // NIC of the source's server
    std::uint32_t in, in_port;           // NIC of the target's server
  };
  // What one of the two routings, or none, decides at a router.
  struct Step {
    const Routing* routing = nullptr;
    RouteInput input{};
    RouterId source{}, target{};
    std::uint32_t shift = 0;  // of virtual channels
    Route fixed{0, 0};
  };

  // The path of a packet. The n-th of several that are to be spread evenly takes the n-th path in the
  // server, counted on from the one drawn.
  std::uint32_t number(EndpointId source, EndpointId destination, std::uint32_t sequence,
                       std::uint64_t seed, std::optional<std::uint32_t> nth) const;
  // Among how many pairs of ports a packet between two endpoints of servers has the choice.
  std::uint32_t port_pairs(EndpointId from, EndpointId to) const {
    const std::uint32_t out = pxn_ ? 1 : h_.nics_of(from.v);
    return h_.shape().ports * h_.ports_per_plane() * h_.nics_of(to.v) * out;
  }

  bool fits_server(const HierarchyRoutingParams& p, std::uint32_t vcs) const {
    try {
      const auto argument = routing_of(h_.server(), p.server, "server", vcs)->deadlock_argument();
      return !argument || argument->deadlock_free;
    } catch (const Error&) {
      return false;
    }
  }
  // Each class of virtual channels must suffice: why they do not, else "".
  std::string shortage(const HierarchyRoutingParams& p, std::uint32_t vcs) const {
    if (!arriving_packets_cross() || (vcs >= 2 && fits_server(p, vcs / 2))) return "";
    std::uint32_t enough = vcs / 2 + 1;
    while (2 * enough <= kMaxVcs && !fits_server(p, enough)) ++enough;
    if (2 * enough > kMaxVcs) return "";  // what refuses it says why
    return fmt::format("routing 'hierarchy' halves the virtual channels where NICs have links to one "
                       "router of their server (nic_links = \"first\"), for packets that leave and "
                       "packets that arrive; here routing.server needs {}, so router.vcs must be at least "
                       "{}, not {}",
                       enough, 2 * enough, vcs);
  }

  bool arriving_packets_cross() const {
    for (std::uint32_t r = 0; r < h_.server().routers(); ++r) {
      for (const std::uint32_t nic : h_.serving(r)) {
        if (!h_.is_direct(nic, r)) return true;
      }
    }
    return false;
  }

  void count_paths() {
    for (std::uint32_t r = 0; r < h_.server().routers(); ++r) {
      lanes_ = std::max(lanes_, static_cast<std::uint32_t>(h_.serving(r).size()));
    }
    const std::uint64_t levels = std::uint64_t{server_->paths()} * fabric_->paths();
    const std::uint64_t in = std::uint64_t{lanes_} * h_.ports_per_plane();
    const std::uint64_t out = std::uint64_t{pxn_ ? 1 : lanes_} * h_.shape().ports;
    if (levels > UINT32_MAX || in * out > UINT32_MAX || levels * in * out > UINT32_MAX) {
      throw Error(Exit::usage,
                  fmt::format("routing 'hierarchy' can number 2^32 paths; {} paths in a server, {} in the "
                              "fabric and {} pairs of NIC ports are more: choose routings with fewer",
                              server_->paths(), fabric_->paths(), in * out));
    }
    paths_ = static_cast<std::uint32_t>(levels * in * out);
  }

  // Packets for different ports of a NIC wait for it in different virtual channels, as far as there are
  // enough: none stands behind one for a port that is busy.
  std::uint32_t vcs_of_port(std::uint32_t port) const {
    const auto vcs = static_cast<std::uint32_t>(std::popcount(any_));
    const std::uint32_t parts = std::min(h_.shape().ports, vcs);
    if (parts == 1) return any_;
    std::uint32_t mask = 0;
    for (std::uint32_t vc = port % parts; vc < vcs; vc += parts) mask |= 1u << vc;
    return mask;
  }

  std::uint32_t encode(const DecodedPath& w, std::uint32_t out_lane, std::uint32_t in_lane) const {
    std::uint32_t path = pxn_ ? 0 : out_lane;
    path = path * h_.shape().ports + w.out_port;
    path = path * lanes_ + in_lane;
    path = path * h_.ports_per_plane() + w.in_port / h_.shape().planes;
    return (path * fabric_paths_ + w.fabric) * server_paths_ + w.server;
  }

  DecodedPath decode(std::uint32_t path, std::uint32_t source, std::uint32_t target) const {
    DecodedPath w{};
    w.server = path % server_paths_;
    path /= server_paths_;
    w.fabric = path % fabric_paths_;
    path /= fabric_paths_;
    if (!several_ports_) {
      w.in = h_.serving(target)[0];
      w.out = pxn_ ? w.in : h_.serving(source)[0];
      return w;
    }
    const std::uint32_t in_lane = path / h_.ports_per_plane() % lanes_;
    const std::uint32_t in_port = path % h_.ports_per_plane();
    path /= h_.ports_per_plane() * lanes_;
    w.out_port = path % h_.shape().ports;
    const std::uint32_t out_lane = path / h_.shape().ports;
    const auto in = h_.serving(target), out = h_.serving(source);
    w.in = in[in_lane % in.size()];
    w.in_port = in_port * h_.shape().planes + w.out_port % h_.shape().planes;
    w.out = pxn_ ? w.in : out[out_lane % out.size()];
    return w;
  }

  Step step(const RouteInput& input, RouterId source, RouterId target) const {
    const Place at = h_.place(input.at), from = h_.place(source), to = h_.place(target);
    if (from.unit == to.unit) {
      return in_server(input, at, input.path % server_paths_, from.local, to.local, 0);
    }
    const DecodedPath w = decode(input.path, from.local, to.local);
    if (at.level == Level::fabric) return in_fabric(input, at, w, from.unit, to.unit);
    if (at.level == Level::nic) {
      const bool leaves = at.unit == from.unit;
      const auto links = static_cast<std::uint32_t>(h_.links_of(at.local).size());
      return to_port(leaves ? links + w.out_port : h_.link_for(w.in, to.local));
    }
    if (at.unit == to.unit) {
      const std::uint32_t first = h_.links_of(w.in)[h_.link_for(w.in, to.local)].router;
      return in_server(input, at, w.server, first, to.local, classes_ - 1);
    }
    const Hierarchy::NicLink exit = h_.links_of(w.out)[h_.link_for(w.out, from.local)];
    if (at.local != exit.router) return in_server(input, at, w.server, from.local, exit.router, 0);
    Step s = to_port(h_.server().degree({at.local}) + exit.index);
    s.fixed.vc_mask = vcs_of_port(w.out_port);
    return s;
  }

  Step in_server(const RouteInput& input, const Place& at, std::uint32_t path, std::uint32_t from,
                 std::uint32_t to, std::uint32_t vc_class) const {
    Step s{.routing = server_.get(), .input = {{at.local}, RouteInput::kInjected, 0, path},
           .source = {from}, .target = {to}, .shift = vc_class * server_vcs_};
    if (input.port < h_.server().degree({at.local})) {
      s.input.port = input.port;
      s.input.vc = static_cast<std::uint16_t>(input.vc - s.shift);
    }
    return s;
  }

  Step in_fabric(const RouteInput& input, const Place& at, const DecodedPath& w, std::uint32_t from,
                 std::uint32_t to) const {
    const EndpointId first = h_.fabric_endpoint({from, w.out, w.out_port});
    const EndpointId last = h_.fabric_endpoint({to, w.in, w.in_port});
    const RouterId leaf = h_.fabric().router_of(last);
    if (at.local == leaf.v) return to_port(h_.port_to(last));
    Step s{.routing = fabric_.get(), .input = {{at.local}, RouteInput::kInjected, 0, w.fabric},
           .source = h_.fabric().router_of(first), .target = leaf};
    if (input.port < h_.fabric().degree({at.local})) {
      s.input.port = input.port;
      s.input.vc = input.vc;
    }
    return s;
  }

  Step to_port(std::uint32_t port) const {
    Step s;
    s.fixed = {static_cast<std::uint16_t>(port), any_};
    return s;
  }
  static Route shifted(const Step& s, Route r) { return {r.port, r.vc_mask << s.shift}; }

  const Hierarchy& h_;
  std::uint32_t endpoints_;   // of a server
  bool pxn_;
  std::string shortage_;      // of virtual channels
  std::uint32_t classes_;     // of virtual channels in servers
  std::uint32_t server_vcs_;  // of a class
  std::uint32_t any_;
  std::unique_ptr<Routing> server_, fabric_;
  std::optional<PathSelector> server_selector_, fabric_selector_;
  std::uint32_t server_paths_ = 1, fabric_paths_ = 1;
  std::vector<std::uint32_t> router_of_;  // of each endpoint of a server
  bool server_sprays_ = false, fabric_sprays_ = false;
  bool several_ports_ = false;  // for NICs or their ports to be selected
  bool ports_in_turn_ = false;  // by the packets of an endpoint
  std::uint32_t lanes_ = 1;  // NICs that serve endpoints of one router, at most
  std::uint32_t paths_ = 1;
};

void HierarchyRouting::sprayed_paths(EndpointId source, EndpointId destination, std::uint32_t most,
                                     std::uint32_t draw, std::uint64_t seed,
                                     std::vector<std::uint32_t>& out) const {
  const bool same = source.v / endpoints_ == destination.v / endpoints_;
  // Between servers a NIC is the slowest link, which is on all paths. All of its ports have equal parts.
  const std::uint32_t turns =
      ports_in_turn_ ? port_pairs({source.v % endpoints_}, {destination.v % endpoints_}) : 1;
  const std::uint32_t drawn = fabric_sprays_ || ports_in_turn_ ? 8 : 4;
  const std::uint32_t between = (drawn + turns - 1) / turns * turns;
  const std::uint32_t spread = !same ? between : server_sprays_ ? server_paths_ : 1;
  constexpr std::uint32_t kNumbers = 32;  // of a flow between servers, at most
  for (std::uint32_t k = 0; k < std::min(spread, most); ++k) {
    out.push_back(number(source, destination, (draw * kNumbers + k) & 0xffffff, seed, k));
  }
}

std::uint32_t HierarchyRouting::number(EndpointId source, EndpointId destination, std::uint32_t sequence,
                                       std::uint64_t seed, std::optional<std::uint32_t> nth) const {
  const std::uint32_t n = endpoints_;
  const std::uint32_t from = source.v / n, to = destination.v / n;
  const EndpointId a{source.v % n}, b{destination.v % n};
  // Packets of several endpoints meet in a NIC: each endpoint draws numbers of its own.
  const std::uint64_t by_packet = sprays() ? mix(seed, source.v) : 0;
  const std::uint64_t by_flow = mix(seed, std::uint64_t{source.v} << 32 | destination.v);
  DecodedPath w{};
  if (nth && server_sprays_) {
    w.server = static_cast<std::uint32_t>((by_flow + *nth) % server_paths_);
  } else {
    w.server = server_selector_->path(a, b, sequence, server_sprays_ ? by_packet : by_flow);
  }
  if (from == to) return w.server;
  const Hierarchy& h = h_;
  const auto out = h.serving(router_of_[a.v]), in = h.serving(router_of_[b.v]);
  std::uint32_t out_lane = 0, in_lane = 0;
  if (several_ports_) {
    std::uint64_t bits = by_flow;
    if (ports_in_turn_) {  // from a random one on, and after some rounds from another one
      constexpr std::uint32_t kRounds = 32;
      const std::uint32_t all = port_pairs(a, b);
      bits = (sequence + mix(by_packet, sequence / (kRounds * all)) % all) % all;
    }
    // In turn, those that are drawn later change with each packet, too.
    const auto draw = [&](std::uint32_t below, std::uint32_t before = 0) {
      const auto k = static_cast<std::uint32_t>((bits + (ports_in_turn_ ? before : 0)) % below);
      bits /= below;
      return k;
    };
    const std::uint32_t planes = h.shape().planes;
    w.out_port = draw(h.shape().ports);
    w.in_port = draw(h.ports_per_plane(), w.out_port / planes) * planes + w.out_port % planes;
    // NICs of the endpoints of a router follow one another.
    const std::uint32_t nic = draw(h.nics_of(b.v), w.out_port);
    in_lane = h.first_nic(b.v) + nic - in[0];
    if (!pxn_) out_lane = h.first_nic(a.v) + draw(h.nics_of(a.v), nic + w.out_port) - out[0];
  }
  w.in = in[in_lane];
  w.out = pxn_ ? w.in : out[out_lane];
  const auto leaf = [&](std::uint32_t server, std::uint32_t nic) {
    return h.fabric().router_of(h.fabric_endpoint({server, nic, w.out_port}));
  };
  if (h.ports_per_plane() > 1 && leaf(from, w.out) == leaf(to, w.in)) w.in_port = w.out_port;
  if (fabric_paths_ > 1) {
    w.fabric = fabric_selector_->path(h.fabric_endpoint({from, w.out, w.out_port}),
                                      h.fabric_endpoint({to, w.in, w.in_port}), sequence,
                                      fabric_sprays_ ? by_packet : by_flow);
  }
  return encode(w, out_lane, in_lane);
}

const config::Register<HierarchyRouting, HierarchyRoutingParams> hierarchy_routing{
    "hierarchy", "servers under a fabric: another routing algorithm for each level, with PXN"};

}  // namespace
}  // namespace kasuri
