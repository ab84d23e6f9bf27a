// SPDX-License-Identifier: MIT
// The input-queued virtual cut-through router: packet-level, with flit-level timing at packet ends.
//
// A packet of S bytes whose head reaches an input VC at a_h and whose tail at a_t:
//   request    r   = max(a_h, when it became head of its VC queue) + T_RC + T_VA + T_SA
//   grant      g   = the first time >= r at which g + T_ST >= d_t' (the tail departure of the
//                    packet before it on that link), one of its VCs downstream has room for all of
//                    it, its input port is free, and the arbiter picks it
//   head out   d_h = g + T_ST
//   tail out   d_t = max(d_h + S/B, a_t + T_RC + T_VA + T_SA + T_ST), B = min(link, switch)
//   buffer and input port free at d_t - T_ST; credit upstream at d_t - T_ST + T_cable + T_credit.
// A packet becomes head of its VC queue when the one before it is granted, so that its own pipeline
// overlaps with the transmission before it: a saturated link carries packets back to back.
//
// Not modelled: bubbles of a slow source let no other VC pass, credits return per packet, flit
// quantisation. Arrivals are handled at r, not at a_h: nothing in a router can depend on a packet
// before it may request, and this saves one event per hop.
#include <algorithm>
#include <cstring>

#include "config/registry.h"
#include "core/check.h"
#include "router/arbiter.h"
#include "router/layout.h"
#include "router/router.h"

namespace kasuri {
namespace {

template <class Arbiter>
class InputQueued final : public Routers, RouterBlocks {
 public:
  InputQueued(const config::NoParams&, RouterContext& context);

  const OutputPort& output(std::uint32_t r, std::uint32_t port) const override {
    return outputs(block(r))[port];
  }
  Time stalled(std::uint32_t link_class) const override { return stalled_[link_class]; }
  std::vector<BlockedPacket> blocked() const override { return blocked_in(f_); }
  bool at_rest(std::string& why) override { return all_at_rest(f_, why); }

  void take_credit(std::uint32_t router, std::uint32_t port, std::uint16_t vc, std::int32_t bytes,
                   Time at) override {
    std::byte* b = block(router);
    OutputPort& out = outputs(b)[port];
    credits_.post(out, room(b, port), vc, bytes, at, partition_.past());
    if (out.awaited >> vc & 1) {
      out.awaited = 0;
      wake(router, header(b), port, out, at);
    }
  }

 private:
  void connect(std::uint32_t r);
  void connect_across();

  bool arrive(const Event& e);
  bool arbitrate(const Event& e);
  void prefetch_arrival(const Event& e, Partition::Ahead);
  void prefetch_arbitration(const Event& e, Partition::Ahead);

  Time earliest_grant(std::byte* b, std::uint32_t input_vc) const {
    return later(vcs(b)[input_vc].ready, inputs(b)[port_of(input_vc)].free);
  }

  void find_route(const std::byte* b, std::uint32_t input_vc, Packet&) const;
  bool grant(std::byte* b, std::uint32_t r, std::uint32_t port);
  void take(Time now, std::byte* b, std::uint32_t r, std::uint32_t port, std::uint32_t input_vc,
            std::uint32_t vc);
  void wake(std::uint32_t r, const Header&, std::uint32_t port, OutputPort& out, Time when);
  void return_credit(const SenderPort& to, bool to_nic, std::uint16_t vc, std::int32_t bytes,
                     Time at);

  Fabric& f_;
  Partition& partition_;
  Pool<Packet>& packets_;
  Credits& credits_;
  EventKind arbitrate_;
  Time pipeline_;
  WayChooser ways_;
  const LinkClass* links_;
  std::vector<Time> stalled_;  // per link class
  struct Sender {
    std::uint16_t part;
    std::uint16_t port;
    std::uint32_t router;
  };
  std::vector<Sender> senders_across_;  // whose channels cross a cut to here
};

template <class A>
InputQueued<A>::InputQueued(const config::NoParams&, RouterContext& context)
    : RouterBlocks(context.fabric.topology, context.fabric.vcs, context.fabric.router_count()),
      f_(context.fabric),
      partition_(f_.partition),
      packets_(f_.packets),
      credits_(f_.credits),
      pipeline_(f_.request + f_.traversal),
      ways_(f_.routing, f_.seed),
      links_(f_.link_classes.data()),
      stalled_(f_.link_classes.size()) {
  f_.at_router =
      partition_.add_handler<&InputQueued::arrive, &InputQueued::prefetch_arrival>(this);
  arbitrate_ =
      partition_.add_handler<&InputQueued::arbitrate, &InputQueued::prefetch_arbitration>(this);
  f_.routers = this;
  constexpr std::size_t kCache = 1 << 20;  // what is left for routers in a core's
  partition_.set_large(bytes() > kCache);
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) connect(r);
  if (f_.decomposition.parts() > 1) connect_across();
}

// The router's outputs, and the inputs they lead to in this part.
template <class A>
void InputQueued<A>::connect(std::uint32_t r) {
  const Topology& t = f_.topology;
  const Decomposition& d = f_.decomposition;
  const RouterId id = f_.router(r);
  std::byte* b = block(r);
  Header& h = header(b);
  h.id = id;
  h.first_endpoint = t.first_endpoint(id).v;
  h.degree = static_cast<std::uint16_t>(t.degree(id));
  h.ports = static_cast<std::uint16_t>(h.degree + t.endpoints_at(id));
  h.first_local_endpoint = h.ports > h.degree ? d.local(EndpointId{h.first_endpoint}) : 0;
  for (std::uint32_t p = 0; p < h.ports; ++p) {
    OutputPort& out = outputs(b)[p];
    out = {};
    out.turn = static_cast<std::uint16_t>(layout_.words * 64 - 1);  // the first input comes first
    for (std::uint32_t v = 0; v < f_.vcs; ++v) {
      vcs(b)[p << layout_.vc_bits | v] = {kNone, kNone, {0}};
      room(b, p)[v] = p < h.degree ? buffer_behind(f_, id, p) : v == 0 ? f_.receive_buffer : 0;
    }
    out.peer_part = f_.part;
    if (p >= h.degree) {
      out.peer = h.first_local_endpoint + (p - h.degree);
      out.link_class = f_.terminal_class();
      inputs(b)[p].upstream = {out.peer, 0, out.link_class, false};
      continue;
    }
    const PortRef peer = t.neighbour(id, p);
    out.peer = d.local(peer.router);
    out.peer_port = peer.port;
    out.peer_part = d.owner(peer.router);
    out.link_class = static_cast<std::uint8_t>(t.link_class(id, p));
    const auto port = static_cast<std::uint16_t>(p);
    if (out.peer_part == f_.part) {
      inputs(block(out.peer))[peer.port].upstream = {r, port, out.link_class, false};
    }
  }
}

// The senders of the channels that come from other parts. Channels need not come in pairs, so all
// routers are asked where theirs lead.
template <class A>
void InputQueued<A>::connect_across() {
  const Topology& t = f_.topology;
  const Decomposition& d = f_.decomposition;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    const std::uint16_t owner = d.owner(RouterId{r});
    if (owner == f_.part) continue;
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      const PortRef peer = t.neighbour({r}, p);
      if (d.owner(peer.router) != f_.part) continue;
      inputs(block(d.local(peer.router)))[peer.port].upstream = {
          static_cast<std::uint32_t>(senders_across_.size()), static_cast<std::uint16_t>(p),
          static_cast<std::uint8_t>(t.link_class({r}, p)), true};
      senders_across_.push_back({owner, static_cast<std::uint16_t>(p), d.local(RouterId{r})});
    }
  }
}

// The packet in event `e` may request: it joins its VC queue.
template <class A>
bool InputQueued<A>::arrive(const Event& e) {
  std::byte* b = block(e.target);
  const std::uint32_t input_vc = e.b;
  InputVc& vc = vcs(b)[input_vc];
  Packet& p = packets_[e.a];
  p.next = kNone;
  if (vc.first != kNone) {
    packets_[vc.last].next = e.a;
    vc.last = e.a;
    return true;
  }
  vc.first = vc.last = e.a;
  vc.ready = later(vc.ready, e.time);
  if (p.vc_mask == 0) find_route(b, input_vc, p);
  OutputPort& out = outputs(b)[p.route];
  const Time when = later(earliest_grant(b, input_vc), out.free - f_.traversal);
  const bool now = when <= e.time && partition_.last_of_instant();
  if (now && no_requests(b, p.route)) {
    if (f_.power && !f_.power->overlooked(out.link_class, e.time - out.free)) {
      const Time up = f_.power->wanted({e.target}, p.route, out.free, e.time);
      if (up > e.time) {  // as a grant that finds the link asleep
        add_request(b, p.route, input_vc);
        out.awaited = 0;
        out.wake = kNever;
        wake(e.target, header(b), p.route, out, up);
        return true;
      }
    }
    // The only one that wants this output, and nothing else happens at this instant: what follows
    // is a grant of all others, without their bookkeeping.
    credits_.settle(out, room(b, p.route), e.time);
    const int out_vc = roomiest_vc(room(b, p.route), p.vc_mask, p.bytes);
    if (out_vc >= 0) {
      out.turn = static_cast<std::uint16_t>(input_vc);
      take(e.time, b, e.target, p.route, input_vc, static_cast<std::uint32_t>(out_vc));
      return true;
    }
  }
  add_request(b, p.route, input_vc);
  if (now) {
    out.wake = kNever;
    grant(b, e.target, p.route);
  } else {
    wake(e.target, header(b), p.route, out, when);
  }
  return true;
}

// Where the packet at the head of an input VC goes next.
template <class A>
void InputQueued<A>::find_route(const std::byte* b, std::uint32_t input_vc, Packet& p) const {
  const Header& h = header(b);
  if (p.target == h.id) {
    p.route = static_cast<std::uint16_t>(h.degree + (p.destination.v - h.first_endpoint));
    p.vc_mask = 1;
    return;
  }
  const std::uint32_t port = port_of(input_vc);
  const RouteInput input{
      h.id,
      port < h.degree ? static_cast<std::uint16_t>(port) : RouteInput::kInjected,
      vc_of(input_vc), ways_.way(p.source, p.destination, p.sequence)};
  const Route route = f_.routing.route(input, p.origin, p.target);
  p.route = route.port;
  p.vc_mask = route.vc_mask;
}

// Has the output look at its requests at `when`, unless it will do so earlier anyway.
template <class A>
void InputQueued<A>::wake(std::uint32_t r, const Header& h, std::uint32_t port, OutputPort& out,
                          Time when) {
  when = later(later(when, partition_.now()), out.free - f_.traversal);
  if (when >= out.wake) return;
  out.wake = when;
  partition_.post(
      {when, order_key(Phase::arbitration, f_.sender_of(h.id), port), r, port, 0, arbitrate_});
}

template <class A>
bool InputQueued<A>::arbitrate(const Event& e) {
  std::byte* b = block(e.target);
  OutputPort& out = outputs(b)[e.a];
  if (out.wake != e.time) return false;  // superseded by an earlier wake-up
  out.wake = kNever;
  return grant(b, e.target, e.a);
}

// Grants the output to one of its requests if that is possible now, and sets the wake-up for what
// is left. Returns whether a packet was granted that had to wait for something.
template <class A>
bool InputQueued<A>::grant(std::byte* b, std::uint32_t r, std::uint32_t port) {
  const Time now = partition_.now();
  OutputPort& out = outputs(b)[port];
  std::int32_t* const downstream = room(b, port);
  out.awaited = 0;
  credits_.settle(out, downstream, now);

  Time retry = kNever;
  const bool asks = f_.power && !f_.power->overlooked(out.link_class, now - out.free);
  Time link_up = asks ? kNever : now;  // kNever: not asked yet
  bool any_ready = false;
  std::uint32_t starved = 0;
  bool had_waited = false;
  const bool granted =
      A::pick(requests(b, port), layout_.words, out.turn, [&](std::uint32_t input_vc) {
        const InputVc& vc = vcs(b)[input_vc];
        if (vc.ready > now) {
          retry = earlier(retry, vc.ready);
          return false;
        }
        any_ready = true;
        if (link_up == kNever) link_up = f_.power->wanted({r}, port, out.free, now);
        const Time possible = later(inputs(b)[port_of(input_vc)].free, link_up);
        if (possible > now) {
          retry = earlier(retry, possible);
          return false;
        }
        const Packet& p = packets_[vc.first];
        const int out_vc = roomiest_vc(downstream, p.vc_mask, p.bytes);
        if (out_vc < 0) {
          starved |= p.vc_mask;
          return false;
        }
        had_waited = vc.ready < now;
        stalled_[out.link_class] += now - later(vc.ready, out.free - f_.traversal);
        drop_request(b, port, input_vc);
        take(now, b, r, port, input_vc, static_cast<std::uint32_t>(out_vc));
        return true;
      });
  if (granted) {
    if (!no_requests(b, port)) wake(r, header(b), port, out, out.free - f_.traversal);
    return had_waited;
  }
  if (f_.power && !asks && any_ready) f_.power->wanted({r}, port, out.free, now);
  if (starved) {
    const Time credit = credits_.next(out, starved);
    retry = earlier(retry, credit);
    if (credit == kNever) out.awaited = starved;
  }
  if (retry != kNever) wake(r, header(b), port, out, retry);
  return false;
}

// Moves the packet at the head of `input_vc` to VC `vc` of the link behind `port`.
template <class A>
void InputQueued<A>::take(Time now, std::byte* b, std::uint32_t r, std::uint32_t port,
                          std::uint32_t input_vc, std::uint32_t vc) {
  const Header& h = header(b);
  OutputPort& out = outputs(b)[port];
  InputVc& from = vcs(b)[input_vc];
  InputPort& input = inputs(b)[port_of(input_vc)];
  const std::uint32_t packet = from.first;
  Packet& p = packets_[packet];
  const LinkClass& link = links_[out.link_class];

  Time serialisation = link.flow(Bytes{p.bytes});
  if (f_.power && f_.power->scales_rate()) {
    serialisation = f_.power->slowed(RouterId{r}, port, serialisation);
  }
  const Time head_out = now + f_.traversal;
  const Time tail_out = later(head_out + serialisation, p.tail + pipeline_);
  out.free = tail_out;
  out.packets += 1;
  out.bytes += Bytes{p.bytes};
  const auto bytes = static_cast<std::int32_t>(p.bytes);
  room(b, port)[vc] -= bytes;
  input.free = tail_out - f_.traversal;
  from.first = p.next;
  from.ready = now + f_.request;
  if (f_.power && f_.power->wants_uses()) {
    f_.power->used({r}, port, head_out, tail_out, Bytes{p.bytes});
  }

  const Time head_in = head_out + link.cable;
  const Time tail_in = tail_out + link.cable;
  if (port < h.degree) {
    p.tail = tail_in;
    p.vc_mask = 0;
    ++p.hops;
    const Event arrival{head_in + f_.request, order_key(Phase::arrival, f_.sender_of(h.id), port),
                        out.peer, packet, std::uint32_t{out.peer_port} << layout_.vc_bits | vc,
                        f_.at_router};
    if (out.peer_part == f_.part) {
      partition_.post(arrival);
    } else {
      f_.send_across(out.peer_part, arrival, packet);
    }
  } else {
    p.tail = head_in;  // see Packet::tail
    partition_.post({tail_in, order_key(Phase::node, f_.sender_of(h.id), port), out.peer, packet, 0,
                     f_.at_nic});
  }
  if (from.first != kNone) {
    Packet& next = packets_[from.first];
    if (next.vc_mask == 0) find_route(b, input_vc, next);
    add_request(b, next.route, input_vc);
    wake(r, h, next.route, outputs(b)[next.route], earliest_grant(b, input_vc));
  }
  const SenderPort sender = input.upstream;
  const LinkClass& back = links_[sender.link_class];
  return_credit(sender, port_of(input_vc) >= h.degree, vc_of(input_vc), bytes,
                input.free + back.cable + back.credit);
}

template <class A>
void InputQueued<A>::return_credit(const SenderPort& to, bool to_nic, std::uint16_t vc,
                                   std::int32_t bytes, Time at) {
  if (to_nic) {
    f_.nics->take_credit(to.component, to.port, vc, bytes, at);
  } else if (!to.across) {
    take_credit(to.component, to.port, vc, bytes, at);
  } else {
    const Sender& s = senders_across_[to.component];
    f_.border.to(s.part, at).credits.push_back({s.router, s.port, vc, bytes, at});
  }
}

template <class A>
void InputQueued<A>::prefetch_arrival(const Event& e, Partition::Ahead stage) {
  std::byte* b = block(e.target);
  if (stage == Partition::Ahead::far) {
    __builtin_prefetch(&packets_[e.a], 1);
    __builtin_prefetch(b, 1);
    __builtin_prefetch(&inputs(b)[port_of(e.b)], 1);
    __builtin_prefetch(&vcs(b)[e.b], 1);
    return;
  }
  // The packet has come into the cache by now: its route is found ahead of time.
  Packet& p = packets_[e.a];
  const bool from_router = port_of(e.b) < header(b).degree;
  const SenderPort sender = inputs(b)[port_of(e.b)].upstream;
  if (stage == Partition::Ahead::near) {
    if (p.vc_mask == 0) find_route(b, e.b, p);
    __builtin_prefetch(&outputs(b)[p.route], 1);
    __builtin_prefetch(requests(b, p.route), 1);
    __builtin_prefetch(room(b, p.route), 1);
    if (!from_router || sender.across) return;
    std::byte* upstream = block(sender.component);
    __builtin_prefetch(&outputs(upstream)[sender.port], 1);
    __builtin_prefetch(room(upstream, sender.port), 1);
  } else {
    credits_.prefetch(outputs(b)[p.route]);
    if (from_router && !sender.across) {
      credits_.prefetch(outputs(block(sender.component))[sender.port]);
    }
  }
}

template <class A>
void InputQueued<A>::prefetch_arbitration(const Event& e, Partition::Ahead stage) {
  std::byte* b = block(e.target);
  if (stage == Partition::Ahead::far) {
    __builtin_prefetch(requests(b, e.a), 1);
    __builtin_prefetch(&outputs(b)[e.a], 1);
    __builtin_prefetch(room(b, e.a), 1);
    return;
  }
  if (stage == Partition::Ahead::next) return;
  const std::uint64_t first = *requests(b, e.a);
  if (!first) return;
  const auto input_vc = static_cast<std::uint32_t>(std::countr_zero(first));
  __builtin_prefetch(&vcs(b)[input_vc], 1);
  __builtin_prefetch(&inputs(b)[port_of(input_vc)], 1);
  credits_.prefetch(outputs(b)[e.a]);
}

const config::Register<InputQueued<RoundRobin>> input_queued{
    "input-queued", "virtual cut-through, buffers at the inputs, round robin over input VCs"};

}  // namespace
}  // namespace kasuri
