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
  LinkSite(OutputQueued& routers, RouterAt here, std::uint32_t port)
      : s_(routers), here_(here), port_(port), o_(s_.out_.at(here.index, port)) {}

  const SetWord* set() const { return &o_.occupied; }
  std::uint32_t words() const { return 1; }
  std::uint16_t& turn() const { return o_.turn; }
  const Packet& packet(std::uint32_t vc) const {
    return s_.packets_[s_.out_.head(here_.index, port_, vc, s_.packets_)];
  }
  RouterId router() const { return header(here_).id; }
  std::uint32_t local_router() const { return here_.index; }
  std::uint32_t port() const { return port_; }
  std::uint32_t input_port(std::uint32_t vc) const { return s_.port_of(packet(vc).vc_mask); }
  std::uint32_t vc(std::uint32_t vc) const { return vc; }
  std::uint64_t sent() const { return s_.use(here_.index, port_).packets; }

 private:
  OutputQueued& s_;
  RouterAt here_;
  std::uint32_t port_;
  OutputQueues::Output& o_;
};

// The link takes a packet of the queues if it can. Returns whether it took one that had to wait.
template <class P, Inputs K>
bool OutputQueued<P, K>::depart(Time now, RouterAt here, std::uint32_t port, Time& retry) {
  OutputQueues::Output& o = out_.at(here.index, port);
  if (!o.occupied) return false;
  RouterPort& out = ports(here)[port];
  out.awaited = 0;
  if (const Time next = next_departure(here, port); next > now) {
    retry = earlier(retry, next);
    return false;
  }
  const Time idle = f_.power ? link_free(here, port) : Time{0};
  const bool asks = f_.power && !f_.power->negligible(out.link_class, now - idle);
  if (asks) {
    if (const Time up = f_.power->wanted({here.index}, port, idle, now); up > now) {
      if (f_.observer) hold_all(here, port, o.occupied, Hold::asleep, now);
      retry = earlier(retry, up);
      return false;
    }
  }
  const Header& h = header(here);
  const bool link = port < h.degree;
  const std::int32_t* const downstream = room(here, port);
  std::uint32_t starved = 0;
  bool had_waited = false;
  LinkSite site(*this, here, port);
  const bool taken = link_policy_.pick(site, [&](std::uint32_t vc) {
    const Packet& p = site.packet(vc);
    const std::uint32_t behind = link ? vc : 0;
    if (downstream[behind] < place(h, port, p)) {
      starved |= 1u << behind;
      if (f_.observer) hold_all(here, port, 1u << vc, Hold::credit, now);
      return false;
    }
    had_waited = p.request < now;
    stalled_[out.link_class] += now - later(p.request, link_free(here, port) - f_.traversal);
    send(now, here, port, vc);
    return true;
  });
  if (taken) {
    if (o.occupied) retry = earlier(retry, next_departure(here, port));
    return had_waited;
  }
  if (f_.power && !asks) f_.power->wanted({here.index}, port, idle, now);
  const Time credit = credits_.next(credits(here, port), starved);
  retry = earlier(retry, credit);
  if (credit == kNever) out.awaited = starved;
  return false;
}

// The first packets of these queues stay for this reason.
template <class P, Inputs K>
void OutputQueued<P, K>::hold_all(RouterAt here, std::uint32_t port, SetWord queues, Hold why, Time now) {
  for (; queues; queues &= queues - 1) {
    const auto vc = static_cast<std::uint32_t>(std::countr_zero(queues));
    f_.observer->held(out_.head(here.index, port, vc, packets_), why, now);
  }
}

// The first packet of a queue goes onto the link.
template <class P, Inputs K>
void OutputQueued<P, K>::send(Time now, RouterAt here, std::uint32_t port,
                              std::uint32_t vc) {
  const Header& h = header(here);
  RouterPort& out = ports(here)[port];
  const std::uint32_t packet = out_.head(here.index, port, vc, packets_);
  Packet& p = packets_[packet];
  const LinkClass& link = f_.link_classes[out.link_class];
  const std::int32_t taken = place(h, port, p);
  const Time possible = link_free(here, port) - f_.traversal;
  out_.leave(here.index, port, vc, taken, packets_);
  room(here, port)[port < h.degree ? vc : 0] -= taken;
  if (notifications_) notifications_->changed(here.index, now + Time{1});

  Time serialisation = link.flow(Bytes{p.bytes}), slower{0};
  if (f_.power && f_.power->scales_rate()) {
    slower = f_.power->slowed(RouterId{here.index}, port, serialisation) - serialisation;
    serialisation += slower;
  }
  const Time head_out = now + f_.traversal;
  const Time tail_out = later(head_out + serialisation, p.tail);
  set_time(start(h), here, port, out, RouterPort::kFree, tail_out);
  count(here, port, out, p.bytes);
  if (f_.power && f_.power->wants_uses()) {
    f_.power->used({here.index}, port, head_out, tail_out, Bytes{p.bytes});
  }
  if (slower > Time{0} && f_.slow) f_.slow->sent(here.index, port, head_out, tail_out, slower);
  if (f_.split) f_.split->sent(here.index, port, port >= h.degree, head_out, tail_out, p.bytes);
  if (f_.jobs) f_.jobs->crossed(here.index, port, packet, now, Bytes{p.bytes});
  if (f_.observer) {
    f_.observer->granted(
        {here.index, port, packet, p.request, possible, now, head_out, tail_out, p.tail - f_.traversal});
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
  const RouterAt here = router_at(e.target);
  reach(here, e.time);
  RouterPort& out = ports(here)[e.a];
  // Superseded by an earlier wake-up?
  if (out.at[RouterPort::kWake] != shorten(start(header(here)), e.time)) return false;
  out.at[RouterPort::kWake] = ShortTime::kNever;
  return serve(e.time, here, e.a);
}

// All that the output can do now. Returns whether a packet went on that had to wait.
template <class P, Inputs K>
bool OutputQueued<P, K>::serve(Time now, RouterAt here, std::uint32_t port) {
  if constexpr (kJoint) {
    return serve_jointly(now, here, port);
  } else {
    settle(now, here, port);
    Time retry = kNever;
    if constexpr (K == Inputs::open) {
      const bool moved = admit(now, here, port, retry);
      return finish(now, here, port, moved, out_.at(here.index, port).waiting > 0, retry);
    } else {
      if (no_requests(here, port)) return finish(now, here, port, false, false, kNever);
      if (const Time next = next_move(here, port); next > now) {
        return finish(now, here, port, false, false, next);
      }
      InputSite site(*this, now, here, port);
      policy_.pick(site, [&](std::uint32_t input_vc) {
        const int vc = site.possible_vc(input_vc);
        if (vc >= 0) site.grant(input_vc, vc);
        return vc >= 0;
      });
      return finish(now, here, port, site.had_waited(), site.starved(), site.retry());
    }
  }
}

// Of this output and all others of the router that would look at their requests now.
template <class P, Inputs K>
bool OutputQueued<P, K>::serve_jointly(Time now, RouterAt here, std::uint32_t port) {
  sites_.clear();
  joint_.clear();
  for (std::uint32_t o = 0; o < header(here).ports; ++o) {
    RouterPort& out = ports(here)[o];
    if (o != port && out.at[RouterPort::kWake] != shorten(start(header(here)), now)) continue;
    out.at[RouterPort::kWake] = ShortTime::kNever;
    settle(now, here, o);
    joint_.push_back(o);
    if (!no_requests(here, o) && next_move(here, o) <= now) sites_.emplace_back(*this, now, here, o);
  }
  if constexpr (kJoint) policy_.allocate(sites_, now);
  bool had_waited = false;
  std::size_t site = 0;
  for (const std::uint32_t o : joint_) {
    if (site < sites_.size() && sites_[site].port() == o) {
      const InputSite& s = sites_[site++];
      had_waited |= finish(now, here, o, s.had_waited(), s.starved(), s.retry());
    } else {
      had_waited |= finish(now, here, o, false, false, no_requests(here, o) ? kNever : next_move(here, o));
    }
  }
  return had_waited;
}

// The link's turn, and when to look again: at `retry`, or when the link has given space to those who are
// `starved` of it.
template <class P, Inputs K>
bool OutputQueued<P, K>::finish(Time now, RouterAt here, std::uint32_t port,
                                bool had_waited, bool starved, Time retry) {
  had_waited |= depart(now, here, port, retry);
  if (starved && out_.at(here.index, port).leaving) retry = earlier(retry, next_departure(here, port));
  if (retry != kNever) wake(here, port, retry);
  return had_waited;
}

// Has the output look again at `when`, unless it will do so earlier anyway.
template <class P, Inputs K>
void OutputQueued<P, K>::wake(RouterAt here, std::uint32_t port, Time when) {
  const Header& h = header(here);
  RouterPort& out = ports(here)[port];
  const Time era = start(h);
  when = later(when, partition_.now());
  if (when >= time(era, here, port, out, RouterPort::kWake)) return;
  set_time(era, here, port, out, RouterPort::kWake, when);
  partition_.post(
      {when, order_key(Phase::arbitration, f_.sender_of(h.id), port), here.index, port, 0, arbitrate_});
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
  const RouterAt here = router_at(e.target);
  if (stage == Partition::Ahead::far) {
    fetch_ahead(&packets_[e.a]);
    fetch_ahead(here);
    prefetch(here, port_of(e.b));
    return;
  }
  if (stage != Partition::Ahead::near || selection_) return;  // that depends on what happens until then
  Packet& p = packets_[e.a];
  if (p.vc_mask == 0) find_route(here, e.b, p);
  prefetch(here, p.route);
  out_.prefetch(e.target, p.route);
  fetch_ahead(room(here, p.route));
}

}  // namespace kasuri
