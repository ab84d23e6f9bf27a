// SPDX-License-Identifier: MIT
#include "network/power/model.h"

#include <algorithm>
#include <bit>

#include "base/core/check.h"

namespace kasuri {
namespace {

// Where the order of a signal ahead of a packet has the packet's virtual channel: above the port.
constexpr std::uint32_t kVcOfSignal = 18;

bool any_policy(const PowerSettings& s, bool (LinkPolicy::*is)() const) {
  return std::ranges::any_of(s.classes, [&](const ClassPower& c) {
    PolicyContext context{c.threshold, c.modes, s.params.abortable, 0};
    return ((*c.policy.make(context)).*is)();
  });
}

}  // namespace

bool PowerModel::needs_signals(const PowerSettings& s) {
  return s.params.directions == Directions::joint || any_policy(s, &LinkPolicy::heeds_hints);
}

bool PowerModel::scales_rate(const PowerSettings& s) { return any_policy(s, &LinkPolicy::scales_rate); }

std::vector<Need> PowerModel::needs(const PowerSettings& s) {
  std::vector<Need> all{{&Capabilities::sleeping_links, "power", "", "links do not sleep",
                         "leave out [power]"}};
  if (s.params.directions == Directions::joint) {
    all.push_back({&Capabilities::joint_directions, "power", "directions",
                   "the directions of a link sleep independently", "set directions = \"independent\""});
  }
  if (any_policy(s, &LinkPolicy::heeds_hints)) {
    all.push_back({&Capabilities::wake_signals, "power", "policy",
                   "no policy wakes links ahead of messages", "choose another"});
  }
  if (scales_rate(s)) {
    all.push_back({&Capabilities::link_rates, "power", "policy", "no policy changes the rates of links",
                   "choose another"});
  }
  return all;
}

bool PowerModel::by_link(const PowerSettings& s) {
  // What a router draws depends on its incoming links too, or on which of its links sleeps.
  return s.params.transient == Transient::links || s.watts.output_share < 1 || !s.params.classes.empty() ||
         s.by_output || (s.by_class && s.sleeps());
}

PowerModel::PowerModel(const PowerSettings& s, MachinePart& part)
    : topology_(part.topology), f_(part) {
  traits_.by_link = by_link(s);
  traits_.has_chunks = s.params.transient != Transient::none;
  traits_.abortable = s.params.abortable;
  traits_.joint = s.params.directions == Directions::joint;
  chunk_ = s.params.chunk;
  traits_.counts_bits = s.counts_bits;
  traits_.counts_terminal = s.terminal_ports;
  traits_.counts_injections = s.terminal_ports && s.watts.output_share < 1;
  terminal_ = f_.terminal_class();
  const std::uint32_t routers = f_.router_count();
  nics_.reserve(f_.endpoint_count());
  for (std::uint32_t i = 0; i < routers; ++i) {
    const RouterId r = f_.router(i);
    const std::uint32_t first = topology_.first_endpoint(r).v, nics = topology_.endpoints_at(r);
    stride_ = std::max(stride_, topology_.degree(r) + nics);
    for (std::uint32_t k = 0; k < nics; ++k) nics_.push_back({first + k});
  }
  // Joint directions: one part tells another of its links by their numbers there.
  for (std::uint32_t r = 0; traits_.joint && r < topology_.routers(); ++r) {
    stride_ = std::max(stride_, topology_.degree({r}) + topology_.endpoints_at({r}));
  }
  first_nic_ = stride_ * routers;
  const auto links = first_nic_ + static_cast<std::uint32_t>(nics_.size());
  const std::uint32_t cells = traits_.by_link ? links : routers;
  if (traits_.has_chunks) {
    traits_.counts_bytes = traits_.by_link || traits_.counts_bits;
    for (ChunkedTime& mode : asleep_) mode = {s.params.chunk, cells};
    busy_ = {s.params.chunk, cells};
    bytes_ = {s.params.chunk, cells};
  }
  add_links(add_classes(s, links));
  check(!(traits_.joint || heeds_hints_) || !f_.partition.windowed(), "signals come sooner than packets");
  calls_.signal = f_.partition.add_handler<&PowerModel::signalled>(this);
  prepare_calls();
}

// The policies of the link classes. Returns which classes sleep.
std::vector<bool> PowerModel::add_classes(const PowerSettings& s, std::uint32_t links) {
  std::vector<bool> sleeps;
  for (const ClassPower& c : s.classes) {
    PolicyContext context{c.threshold, c.modes, s.params.abortable, links};
    policies_.push_back(c.policy.make(context));
    sleeps.push_back(c.policy.name() != "always-on");
    scales_rate_ |= policies_.back()->scales_rate();
    const auto plan = policies_.back()->always();
    usual_.push_back({plan, c.modes,
                      policies_.back()->asked_always() ? Time{-kEndless.ps}
                                                       : plan.value_or(SleepPlan{Time{0}}).light});
    traits_.ahead |= policies_.back()->wakes_ahead();
    heeds_hints_ |= policies_.back()->heeds_hints();
    traits_.gathers |= policies_.back()->gathers();
  }
  check(policies_.size() == terminal_ + 1u, "each link class has a policy");
  if (!s.terminal_ports) sleeps[terminal_] = false;

  const bool signals = traits_.joint || heeds_hints_;
  wants_uses_ = signals || traits_.counts_bytes;
  for (std::size_t c = 0; c < sleeps.size(); ++c) {
    if (!sleeps[c]) usual_[c].negligible = kEndless;
    negligible_.push_back(signals ? Time{-kEndless.ps} : usual_[c].negligible);
  }
  links_.grow(links);
  return sleeps;
}

void PowerModel::add_links(const std::vector<bool>& sleeps) {
  links_of_routers_ = reinterpret_cast<const std::byte*>(&links_[0]);
  links_each_ = stride_;
  bytes_each_ = sizeof(Link);
  const auto set = [&](std::uint32_t link, std::uint32_t cell, std::uint8_t link_class) {
    Link& l = links_[link];
    l = {};
    l.cell = traits_.by_link ? link : cell;
    l.link_class = link_class;
    l.sleeps = sleeps[link_class];
  };
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    const RouterId id = f_.router(r);
    const std::uint32_t degree = topology_.degree(id);
    for (std::uint32_t p = 0; p < degree + topology_.endpoints_at(id); ++p) {
      set(r * stride_ + p, r,
          p < degree ? static_cast<std::uint8_t>(topology_.link_class(id, p)) : terminal_);
    }
  }
  for (std::uint32_t e = 0; e < nics_.size(); ++e) set(first_nic_ + e, 0, terminal_);
}

void PowerModel::prepare_calls() {
  calls_.ahead = f_.partition.add_handler<&PowerModel::called_ahead>(this);
  if (!heeds_hints_) return;
  calls_.peers.resize(first_nic_);
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    const RouterId id = f_.router(r);
    for (std::uint32_t p = 0; p < topology_.degree(id); ++p) {
      calls_.peers[r * stride_ + p] = topology_.neighbour(id, p);
    }
  }
}

void PowerModel::count_jobs(JobUse::Jobs jobs) {
  const auto kinds = static_cast<std::uint32_t>(policies_.size()) + 1;
  const JobUse::Links links{stride_, first_nic_, first_nic_ + static_cast<std::uint32_t>(nics_.size())};
  const std::optional<Time> chunk = traits_.has_chunks ? std::optional(chunk_) : std::nullopt;
  jobs_.emplace(std::move(jobs), kinds, chunk, traits_.counts_bits, links);
  if (!jobs_->several()) return;
  f_.jobs = &*jobs_;
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    const RouterId id = f_.router(r);
    for (std::uint32_t p = 0; p < topology_.degree(id) + topology_.endpoints_at(id); ++p) {
      const std::uint32_t link = r * stride_ + p;
      jobs_->describe(link, kind(link), counts(link));
    }
  }
  for (std::uint32_t e = first_nic_; e < links.all; ++e) jobs_->describe(e, kind(e), counts(e));
}

bool PowerModel::in_gap(const Link& l, Time now) const {
  return l.state == State::open || (l.state == State::held && now > later(l.up, l.idle));
}

Time PowerModel::wanted_after_gap(std::uint32_t link, Link& l, Time now) {
  if (in_gap(l, now)) {
    const bool slept = end_gap(link, l, now);
    if (traits_.joint && slept) signal_wake(link, now);
    stall(link, l, later(l.up, now) - now);
  } else if (l.state != State::wanted) {
    stall(link, l, later(l.up, now) - now);
  } else if (now < l.up) {
    const Span spared = policies_[l.link_class]->wanted_again(link, now);
    book(link, l, 0, spared, -1);
    stall(link, l, Time{0} - spared.length());
    l.up -= spared.length();
  }
  l.state = State::wanted;
  return later(l.up, now);
}

// The gap ends at `now`; with `end` the run does. Returns whether the link slept, or was about to.
bool PowerModel::end_gap(std::uint32_t link, Link& l, Time now, Time end,
                         std::array<Span, kSleepModes>* asleep) {
  const Time idle = l.state == State::held ? later(l.up, l.idle) : l.idle;
  const Usual& usual = usual_[l.link_class];
  const Rest rest = usual.plan ? rest_in(*usual.plan, usual.modes, traits_.abortable, idle, now)
                               : policies_[l.link_class]->rest(link, idle, now);
  for (std::size_t m = 0; m < kSleepModes; ++m) {
    const Span slept{rest.modes[m].from, earlier(rest.modes[m].to, end)};
    book(link, l, m, slept, 1);
    if (asleep && slept.to > slept.from) (*asleep)[m] = slept;
  }
  if (rest.transitions > 0 && (end == kEndless || rest.modes[0].from < end)) {
    l.transitions += rest.transitions;
    if (jobs_ && counts(link)) jobs_->slept(link, kind(link), rest.transitions, now);
  }
  l.up = rest.up;
  return rest.transitions > 0;
}

void PowerModel::book(std::uint32_t link, Link& l, std::size_t mode, Span s, int sign) {
  if (s.to <= s.from) return;
  l.asleep[mode] += s.length() * sign;
  // What the injection links do is no router's own.
  const bool has_row = traits_.by_link || link < first_nic_;
  if (traits_.has_chunks && has_row) asleep_[mode].add_later(l.cell, s, sign);
  if (jobs_ && counts(link)) jobs_->asleep(link, kind(link), mode, s, sign);
}

void PowerModel::stall(std::uint32_t link, Link& l, Time t) {
  if (t == Time{0}) return;
  l.stall += t;
  if (jobs_ && counts(link)) jobs_->stalled(link, kind(link), t);
}

void PowerModel::used(EndpointId nic, Time head, Time tail, const Packet& p) {
  used(first_nic_ + nic.v, head, tail, Bytes{p.bytes});
  if (!traits_.ahead) return;
  call_from(p.origin, p.source, p.destination, head, 1u << 17);
}

void PowerModel::expected(EndpointId nic, EndpointId source, EndpointId destination, Time now) {
  call(first_nic_ + nic.v, now);
  call_from(topology_.router_of(source), source, destination, now, 1u << 30 | destination.v);
}

// To a router that a channel leads to from one here; the target is a number of its part.
void PowerModel::send(RouterId to, const Event& e) {
  const std::uint16_t part = f_.decomposition.owner(to);
  if (part == f_.part) {
    f_.partition.post(e);
  } else {
    f_.signals->signal(part, e);
  }
}

// A signal that begins its way at a NIC where a packet's head would.
void PowerModel::call_from(RouterId origin, EndpointId source, EndpointId destination, Time at,
                           std::uint32_t sequence) {
  f_.partition.post({at + f_.link_classes[f_.terminal_class()].cable,
                     order_key(Phase::arrival, {topology_.routers() + source.v}, sequence),
                     f_.decomposition.local(origin), origin.v, destination.v, calls_.ahead});
}

void PowerModel::tell_use(std::uint32_t link, Link& l, Time head, Time tail, Bytes size) {
  if (traits_.counts_bytes && (traits_.by_link || link < first_nic_)) bytes_.add_at(l.cell, head, size.n);
  if (traits_.has_chunks && traits_.by_link) busy_.add_later(l.cell, {head, tail});
  if (traits_.joint && l.sleeps) signal_peer(link, head, tail);
}

void PowerModel::carried(std::uint32_t link, Span s, Bytes size) {
  const Link& l = links_[link];
  if (traits_.counts_bytes && (traits_.by_link || link < first_nic_)) bytes_.spread(l.cell, s, size.n);
  if (!traits_.has_chunks || !traits_.by_link) return;
  busy_.spread(l.cell, s, (size / f_.link_classes[l.link_class].flow.rate()).ps);
}

Time PowerModel::slowed(std::uint32_t link, Time full) {
  const Link& l = links_[link];
  return l.sleeps ? policies_[l.link_class]->slowed(link, full) : full;
}

// The signal of a wake-up that begins at `now` goes where a head would that is granted then.
void PowerModel::signal_wake(std::uint32_t link, Time now) {
  const Time head = link < first_nic_ ? now + f_.traversal : now;
  signal_peer(link, head, head);
}

// Tells the other direction of the link that something leaves by this one from `head` to `tail`.
void PowerModel::signal_peer(std::uint32_t link, Time head, Time tail) {
  const Decomposition& d = f_.decomposition;
  std::uint32_t peer = 0, sender = 0, port = 0;
  RouterId at{0};
  if (link >= first_nic_) {
    const EndpointId e = nics_[link - first_nic_];
    at = topology_.router_of(e);
    peer = d.local(at) * stride_ + topology_.degree(at) + (e.v - topology_.first_endpoint(at).v);
    sender = topology_.routers() + e.v;
  } else {
    const RouterId r = f_.router(link / stride_);
    port = link % stride_;
    sender = r.v;
    if (port < topology_.degree(r)) {
      const PortRef to = topology_.neighbour(r, port);
      at = to.router;
      peer = d.local(at) * stride_ + to.port;
    } else {
      at = r;
      peer = first_nic_ +
             d.local(EndpointId{topology_.first_endpoint(r).v + (port - topology_.degree(r))});
    }
  }
  const auto held = static_cast<std::uint64_t>((tail - head).ps);
  send(at, {head + f_.link_classes[links_[link].link_class].cable,
            order_key(Phase::arrival, {sender}, 1u << 16 | port), peer,
            static_cast<std::uint32_t>(held >> 32), static_cast<std::uint32_t>(held), calls_.signal});
}

bool PowerModel::signalled(const Event& e) {
  Link& l = links_[e.target];
  const Time until = e.time + Time{static_cast<std::int64_t>(std::uint64_t{e.a} << 32 | e.b)};
  if (!l.sleeps) return true;
  if (in_gap(l, e.time)) {
    end_gap(e.target, l, e.time);
    l.state = State::held;
  }
  l.idle = later(l.idle, until);
  return true;
}

// What a channel leads to, from a router here or one of another part.
PortRef PowerModel::peer(RouterId r, std::uint32_t port) const {
  if (f_.decomposition.owner(r) != f_.part) return topology_.neighbour(r, port);
  return calls_.peers[f_.decomposition.local(r) * stride_ + port];
}

// A packet from router a to endpoint b has been injected and will come by. A signal from a router carries
// in its order by which port and VC it left there: routings that go by either lead it as they lead packets.
bool PowerModel::called_ahead(const Event& e) {
  const RouterId at = f_.router(e.target);
  const EndpointId to{e.b};
  const RouterId target = topology_.router_of(to);
  RouteInput input{at, RouteInput::kInjected, 0};
  const auto sender = static_cast<std::uint32_t>(e.order >> 32) & ((1u << 30) - 1);
  if (sender < topology_.routers()) {
    const auto left = static_cast<std::uint32_t>(e.order);
    input.port = peer(RouterId{sender}, left & 0xffff).port;
    input.vc = static_cast<std::uint16_t>(left >> kVcOfSignal & 31);
  }
  Route route{};
  if (at == target) {
    route.port = static_cast<std::uint16_t>(topology_.degree(at) + (to.v - topology_.first_endpoint(at).v));
  } else {
    route = f_.routing.route(input, RouterId{e.a}, target);
  }
  const std::uint32_t link = e.target * stride_ + route.port;
  call(link, e.time);
  if (at == target) return true;
  const RouterId next = calls_.peers[link].router;
  const auto vc = static_cast<std::uint32_t>(std::countr_zero(route.vc_mask));
  send(next, {e.time + f_.traversal + f_.link_classes[links_[link].link_class].cable,
              order_key(Phase::arrival, f_.sender_of(at), 1u << 17 | vc << kVcOfSignal | route.port),
              f_.decomposition.local(next), e.a, e.b, calls_.ahead});
  return true;
}

// Wakes a link, which then stays up until something has come by.
void PowerModel::call(std::uint32_t link, Time now) {
  Link& l = links_[link];
  if (!l.sleeps || !in_gap(l, now)) return;
  const bool slept = end_gap(link, l, now);
  if (traits_.joint && slept) signal_wake(link, now);
  l.state = State::called;
}

PowerShare PowerModel::collect(Time end, const LastUse& last) {
  PowerShare share;
  share.end = end;
  std::vector<std::uint32_t> counted;  // the indices here of share.cells
  const auto finish = [&](std::uint32_t link, std::uint32_t id, Time tail) {
    Link& l = links_[link];
    LinkPowerRow row;
    note_use(l, tail);
    if (jobs_) jobs_->last_gap(tail > Time{0} || l.transitions > 0);
    if (l.sleeps) {
      if (policies_[l.link_class]->scales_rate() || in_gap(l, end)) {
        end_gap(link, l, kEndless, end, &row.last);
      } else if (l.state == State::wanted) {
        book(link, l, 0, policies_[l.link_class]->cut_off(link, end), -1);
      }
    }
    if (jobs_ && counts(link)) jobs_->end_of(link, kind(link), end);
    share.links.push_back(id);
    row.asleep = l.asleep;
    row.stall = l.stall;
    row.transitions = l.transitions;
    row.tail = tail;
    share.rows.push_back(row);
    if (!traits_.by_link) return;
    counted.push_back(link);
    share.cells.push_back(id);
  };
  const std::vector<std::uint32_t> first = first_outputs(topology_);
  for (std::uint32_t i = 0; i < f_.router_count(); ++i) {
    const std::uint32_t id = f_.router(i).v;
    for (std::uint32_t p = 0; p < first[id + 1] - first[id]; ++p) {
      finish(i * stride_ + p, first[id] + p, last.output({i}, p));
    }
    if (traits_.by_link) continue;
    counted.push_back(i);
    share.cells.push_back(id);
  }
  for (std::uint32_t i = 0; i < nics_.size(); ++i) {
    finish(first_nic_ + i, first.back() + nics_[i].v, last.nic({i}));
  }

  if (jobs_) share.jobs = jobs_->end(end);
  if (!traits_.has_chunks) return share;
  const auto add = [&](ChunkedTime& t, auto column) {
    t.for_each_chunk(end, [&](std::size_t c, const std::vector<std::int64_t>& row) {
      if (share.chunks.size() <= c) share.chunks.resize(c + 1);
      std::vector<std::int64_t>& to = column(share.chunks[c]);
      to.reserve(counted.size());
      for (const std::uint32_t cell : counted) to.push_back(row[cell]);
    });
  };
  for (std::size_t m = 0; m < kSleepModes; ++m) {
    add(asleep_[m], [m](ChunkRow& c) -> auto& { return c.asleep[m]; });
  }
  if (traits_.by_link) add(busy_, [](ChunkRow& c) -> auto& { return c.busy; });
  if (traits_.counts_bytes) add(bytes_, [](ChunkRow& c) -> auto& { return c.bytes; });
  return share;
}

}  // namespace kasuri
