// SPDX-License-Identifier: MIT
// Part of output_queued.h: packets in the queues of outputs, how they go onto links, and when an output
// looks again.
#pragma once

#include "network/router/output_queued.h"

namespace kasuri {

// The queues of an output, for policies: indices are virtual channels.
template <class P, Inputs K>
class OutputQueued<P, K>::LinkSite {
 public:
  LinkSite(OutputQueued& routers, std::byte* b, std::uint32_t r, std::uint32_t port)
      : s_(routers), b_(b), r_(r), port_(port), o_(s_.out_.at(r, port)) {}

  const SetWord* set() const { return &o_.occupied; }
  std::uint32_t words() const { return 1; }
  std::uint16_t& turn() const { return o_.turn; }
  const Packet& packet(std::uint32_t vc) const {
    return s_.packets_[s_.out_.head(r_, port_, vc, s_.packets_)];
  }
  RouterId router() const { return header(b_).id; }
  std::uint32_t local_router() const { return r_; }
  std::uint32_t port() const { return port_; }
  std::uint32_t input_port(std::uint32_t vc) const { return s_.port_of(packet(vc).vc_mask); }
  std::uint32_t vc(std::uint32_t vc) const { return vc; }
  std::uint64_t sent() const { return s_.use(r_, port_).packets; }

 private:
  OutputQueued& s_;
  std::byte* b_;
  std::uint32_t r_, port_;
  OutputQueues::Output& o_;
};

// The link takes a packet of the queues if it can. Returns whether it took one that had to wait.
template <class P, Inputs K>
bool OutputQueued<P, K>::depart(Time now, std::byte* b, std::uint32_t r, std::uint32_t port, Time& retry) {
  OutputQueues::Output& o = out_.at(r, port);
  if (!o.occupied) return false;
  RouterPort& out = ports(b)[port];
  out.awaited = 0;
  if (const Time next = next_departure(b, r, port); next > now) {
    retry = earlier(retry, next);
    return false;
  }
  const Time idle = f_.power ? link_free(b, r, port) : Time{0};
  const bool asks = f_.power && !f_.power->negligible(out.link_class, now - idle);
  if (asks) {
    if (const Time up = f_.power->wanted({r}, port, idle, now); up > now) {
      if (f_.observer) hold_all(r, port, o.occupied, Hold::asleep, now);
      retry = earlier(retry, up);
      return false;
    }
  }
  const Header& h = header(b);
  const bool link = port < h.degree;
  const std::int32_t* const downstream = room(b, port);
  std::uint32_t starved = 0;
  bool had_waited = false;
  LinkSite site(*this, b, r, port);
  const bool taken = link_policy_.pick(site, [&](std::uint32_t vc) {
    const Packet& p = site.packet(vc);
    const std::uint32_t behind = link ? vc : 0;
    if (downstream[behind] < place(h, port, p)) {
      starved |= 1u << behind;
      if (f_.observer) hold_all(r, port, 1u << vc, Hold::credit, now);
      return false;
    }
    had_waited = p.request < now;
    stalled_[out.link_class] += now - later(p.request, link_free(b, r, port) - f_.traversal);
    send(now, b, r, port, vc);
    return true;
  });
  if (taken) {
    if (o.occupied) retry = earlier(retry, next_departure(b, r, port));
    return had_waited;
  }
  if (f_.power && !asks) f_.power->wanted({r}, port, idle, now);
  const Time credit = credits_.next(credits(b, r, port), starved);
  retry = earlier(retry, credit);
  if (credit == kNever) out.awaited = starved;
  return false;
}

// The first packets of these queues stay for this reason.
template <class P, Inputs K>
void OutputQueued<P, K>::hold_all(std::uint32_t r, std::uint32_t port, SetWord queues, Hold why, Time now) {
  for (; queues; queues &= queues - 1) {
    const auto vc = static_cast<std::uint32_t>(std::countr_zero(queues));
    f_.observer->held(out_.head(r, port, vc, packets_), why, now);
  }
}

// The first packet of a queue goes onto the link.
template <class P, Inputs K>
void OutputQueued<P, K>::send(Time now, std::byte* b, std::uint32_t r, std::uint32_t port,
                              std::uint32_t vc) {
  const Header& h = header(b);
  RouterPort& out = ports(b)[port];
  const std::uint32_t packet = out_.head(r, port, vc, packets_);
  Packet& p = packets_[packet];
  const LinkClass& link = f_.link_classes[out.link_class];
  const std::int32_t taken = place(h, port, p);
  const Time possible = link_free(b, r, port) - f_.traversal;
  out_.leave(r, port, vc, taken, packets_);
  room(b, port)[port < h.degree ? vc : 0] -= taken;
  if (notifications_) notifications_->changed(r, now + Time{1});

  Time serialisation = link.flow(Bytes{p.bytes}), slower{0};
  if (f_.power && f_.power->scales_rate()) {
    slower = f_.power->slowed(RouterId{r}, port, serialisation) - serialisation;
    serialisation += slower;
  }
  const Time head_out = now + f_.traversal;
  const Time tail_out = later(head_out + serialisation, p.tail);
  set_time(start(h), r, port, out, RouterPort::kFree, tail_out);
  count(r, port, out, p.bytes);
  if (f_.power && f_.power->wants_uses()) f_.power->used({r}, port, head_out, tail_out, Bytes{p.bytes});
  if (slower > Time{0} && f_.slow) f_.slow->sent(r, port, head_out, tail_out, slower);
  if (f_.split) f_.split->sent(r, port, port >= h.degree, head_out, tail_out, p.bytes);
  if (f_.jobs) f_.jobs->crossed(r, port, packet, now, Bytes{p.bytes});
  if (f_.observer) {
    f_.observer->granted(
        {r, port, packet, p.request, possible, now, head_out, tail_out, p.tail - f_.traversal});
  }

  const Time head_in = head_out + link.cable, tail_in = tail_out + link.cable;
  p.vc_mask = 0;
  if (port >= h.degree) {
    p.tail = head_in;  // see Packet::tail
    partition_.post({tail_in, order_key(Phase::node, f_.sender_of(h.id), port), out.peer, packet, 0,
                     f_.at_nic});
    return;
  }
  p.tail = tail_in;
  ++p.hops;
  Event arrival{head_in + f_.request, order_key(Phase::arrival, f_.sender_of(h.id), port), out.peer, packet,
                std::uint32_t{out.peer_port} << layout_.vc_bits | vc, f_.at_router};
  if (!out.across) return partition_.post(arrival);
  const Across& to = across(out.peer);
  arrival.target = to.router;
  f_.send_across(to.part, arrival, packet);
}

// ---- Looking at an output ----

template <class P, Inputs K>
bool OutputQueued<P, K>::arbitrate(const Event& e) {
  std::byte* b = block(e.target);
  reach(b, e.target, e.time);
  RouterPort& out = ports(b)[e.a];
  // Superseded by an earlier wake-up?
  if (out.at[RouterPort::kWake] != shorten(start(header(b)), e.time)) return false;
  out.at[RouterPort::kWake] = ShortTime::kNever;
  return serve(e.time, b, e.target, e.a);
}

// All that the output can do now. Returns whether a packet went on that had to wait.
template <class P, Inputs K>
bool OutputQueued<P, K>::serve(Time now, std::byte* b, std::uint32_t r, std::uint32_t port) {
  if constexpr (kJoint) {
    return serve_jointly(now, b, r, port);
  } else {
    settle(now, b, r, port);
    Time retry = kNever;
    if constexpr (K == Inputs::open) {
      const bool moved = admit(now, b, r, port, retry);
      return finish(now, b, r, port, moved, out_.at(r, port).waiting > 0, retry);
    } else {
      if (no_requests(b, port)) return finish(now, b, r, port, false, false, kNever);
      if (const Time next = next_move(r, port); next > now) {
        return finish(now, b, r, port, false, false, next);
      }
      InputSite site(*this, now, b, r, port);
      policy_.pick(site, [&](std::uint32_t input_vc) {
        const int vc = site.possible_vc(input_vc);
        if (vc >= 0) site.grant(input_vc, vc);
        return vc >= 0;
      });
      return finish(now, b, r, port, site.had_waited(), site.starved(), site.retry());
    }
  }
}

// Of this output and all others of the router that would look at their requests now.
template <class P, Inputs K>
bool OutputQueued<P, K>::serve_jointly(Time now, std::byte* b, std::uint32_t r, std::uint32_t port) {
  sites_.clear();
  joint_.clear();
  for (std::uint32_t o = 0; o < header(b).ports; ++o) {
    RouterPort& out = ports(b)[o];
    if (o != port && out.at[RouterPort::kWake] != shorten(start(header(b)), now)) continue;
    out.at[RouterPort::kWake] = ShortTime::kNever;
    settle(now, b, r, o);
    joint_.push_back(o);
    if (!no_requests(b, o) && next_move(r, o) <= now) sites_.emplace_back(*this, now, b, r, o);
  }
  if constexpr (kJoint) policy_.allocate(sites_, now);
  bool had_waited = false;
  std::size_t site = 0;
  for (const std::uint32_t o : joint_) {
    if (site < sites_.size() && sites_[site].port() == o) {
      const InputSite& s = sites_[site++];
      had_waited |= finish(now, b, r, o, s.had_waited(), s.starved(), s.retry());
    } else {
      had_waited |= finish(now, b, r, o, false, false, no_requests(b, o) ? kNever : next_move(r, o));
    }
  }
  return had_waited;
}

// The link's turn, and when to look again: at `retry`, or when the link has given space to those who are
// `starved` of it.
template <class P, Inputs K>
bool OutputQueued<P, K>::finish(Time now, std::byte* b, std::uint32_t r, std::uint32_t port,
                                bool had_waited, bool starved, Time retry) {
  had_waited |= depart(now, b, r, port, retry);
  if (starved && out_.at(r, port).leaving) retry = earlier(retry, next_departure(b, r, port));
  if (retry != kNever) wake(b, r, port, retry);
  return had_waited;
}

// Has the output look again at `when`, unless it will do so earlier anyway.
template <class P, Inputs K>
void OutputQueued<P, K>::wake(std::byte* b, std::uint32_t r, std::uint32_t port, Time when) {
  const Header& h = header(b);
  RouterPort& out = ports(b)[port];
  const Time era = start(h);
  when = later(when, partition_.now());
  if (when >= time(era, r, port, out, RouterPort::kWake)) return;
  set_time(era, r, port, out, RouterPort::kWake, when);
  partition_.post(
      {when, order_key(Phase::arbitration, f_.sender_of(h.id), port), r, port, 0, arbitrate_});
}

template <class P, Inputs K>
void OutputQueued<P, K>::return_credit(SenderPort to, bool to_nic, std::uint16_t vc, std::int32_t bytes,
                                       Time at) {
  if (to_nic) {
    f_.nics->take_credit(to.component, to.port, vc, bytes, at);
  } else if (!to.across) {
    take_credit(to.component, to.port, vc, bytes, at);
  } else {
    const Across& s = across(to.component);
    f_.channels.to(s.part, at).credits.push_back({s.router, s.port, vc, bytes, at});
  }
}

template <class P, Inputs K>
void OutputQueued<P, K>::prefetch_arrival(const Event& e, Partition::Ahead stage) {
  std::byte* b = block(e.target);
  if (stage == Partition::Ahead::far) {
    fetch_ahead(&packets_[e.a]);
    fetch_ahead(b);
    prefetch(b, port_of(e.b));
    return;
  }
  if (stage != Partition::Ahead::near || selection_) return;  // that depends on what happens until then
  Packet& p = packets_[e.a];
  if (p.vc_mask == 0) find_route(b, e.b, p);
  prefetch(b, p.route);
  out_.prefetch(e.target, p.route);
  fetch_ahead(room(b, p.route));
}

}  // namespace kasuri
