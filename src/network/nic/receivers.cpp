// SPDX-License-Identifier: MIT
#include "network/nic/receivers.h"

#include "base/core/hash.h"

namespace kasuri {

Receivers::Receivers(Transport& nics, Fabric& f, NicTable& table, const NicParams& p,
                     const SendControl& sender, const SendControlContext& c, std::uint8_t client)
    : nics_(nics),
      f_(f),
      table_(table),
      by_message_(sender.scope() == SendControl::Scope::message),
      client_(client),
      send_(f.partition.add_handler<&Receivers::send>(this)),
      tick_(f.partition.add_handler<&Receivers::tick>(this)),
      receivers_(f.endpoint_count()) {
  context_.rate = c.rate;
  if (p.dma_write_rate < c.rate) context_.drain = p.dma_write_rate;
  context_.packet = c.packet;
  context_.window = sender.window().value_or(Bytes{0});
  constexpr std::string_view kOfWindows = "half-window";
  const bool has_window = context_.window > Bytes{0};
  std::string_view usual = sender.receiver();
  if (usual.empty()) usual = has_window ? kOfWindows : "coalesced";
  choice_ = p.receive_control.value_or(config::Choice<ReceiveControl>(usual));
  // The packets of a message are of one size, but for the last: half a window is there before it is full.
  need_asking_ = !(by_message_ && has_window && choice_.name() == kOfWindows);
  table.place_nodes(send_);
  table.place_nodes(tick_);
}

Receivers::Receiver& Receivers::receiver(std::uint32_t nic, EndpointId id) {
  Receiver& r = receivers_[nic];
  if (!r.control) [[unlikely]] {
    r.id = id;
    context_.seed = mix(f_.seed, id.v);
    r.control = choice_.make(context_);
  }
  return r;
}

void Receivers::received(std::uint64_t key, const MessageRecord& m, const Data& d) {
  nic_ = d.nic;
  if (by_message_ && d.last) return disconnect(key, nic_);
  Receiver& r = receiver(d.nic, d.id);
  const auto [at, is_first] = numbers_.try_emplace(key, 0);
  if (is_first) at->second = connect(r, key, m);
  Incoming& in = r.incoming[at->second];
  in.unanswered += d.bytes;
  in.job = m.job();
  injected_ = d.injected;
  answers_at_ = d.in_memory;
  r.control->arrived({.connection = at->second,
                      .bytes = d.bytes,
                      .unanswered = in.unanswered,
                      .marked = false,
                      .asks = d.asks,
                      .first = is_first,
                      .again = false,
                      .closes_gap = false,
                      .cut = false,
                      .demand = d.demand},
                     *this, f_.partition.now());
}

std::uint32_t Receivers::connect(Receiver& r, std::uint64_t key, const MessageRecord& m) {
  const Incoming incoming{key, Bytes{0}, m.source, m.job()};
  if (r.free.empty()) {
    r.incoming.push_back(incoming);
    return static_cast<std::uint32_t>(r.incoming.size() - 1);
  }
  const std::uint32_t number = r.free.back();
  r.free.pop_back();
  r.incoming[number] = incoming;
  return number;
}

void Receivers::disconnect(std::uint64_t key, std::uint32_t nic) {
  const auto found = numbers_.find(key);
  if (found == numbers_.end()) return;
  Receiver& r = receivers_[nic];
  r.control->closed(found->second);
  r.free.push_back(found->second);
  numbers_.erase(found);
}

void Receivers::acknowledge(const Arrival& a) {
  Incoming& in = receivers_[nic_].incoming[a.connection];
  post(in, {in.key, in.unanswered, injected_, Kind::acknowledgement, a.marked, a.senders});
  in.unanswered = Bytes{0};
}

void Receivers::grant(std::uint32_t connection, Bytes total) {
  const Incoming& in = receivers_[nic_].incoming[connection];
  post(in, {in.key, total, Time{0}, Kind::grant});
}

void Receivers::post(const Incoming& to, const Answer& a) {
  const std::uint32_t i = answers_.allocate();
  answers_[i] = {.source = {table_.node_of(receivers_[nic_].id.v)},
                 .destination = to.source,
                 .size = Bytes{0},
                 .client = client_,
                 .nic = static_cast<std::uint8_t>(table_.rail_of(nic_)),
                 .ways = Message::kFromNic | Message::kForNic | Message::kFirst,
                 .traffic = Traffic::control,
                 .job = to.job,
                 .user = {a.connection, static_cast<std::uint64_t>(a.bytes.n),
                          static_cast<std::uint64_t>(a.injected.ps),
                          std::uint64_t{a.senders} << 32 | (a.marked ? 2u : 0u) |
                              static_cast<std::uint64_t>(a.kind)}};
  table_.post(table_.node_of(nic_), answers_at_, i, send_);
}

bool Receivers::send(const Event& e) {
  const Message m = answers_[e.a];
  answers_.free(e.a);
  nics_.send(m);
  return true;
}

void Receivers::wake(Time t) {
  Receiver& r = receivers_[nic_];
  const Time when = later(t, f_.partition.now());
  if (when >= r.wake) return;
  r.wake = when;
  table_.post(table_.node_of(nic_), when, nic_, tick_);
}

bool Receivers::tick(const Event& e) {
  Receiver& r = receivers_[e.a];
  if (r.wake != e.time) return false;
  r.wake = kNever;
  nic_ = e.a;
  answers_at_ = e.time;
  r.control->tick(*this, e.time);
  return true;
}

}  // namespace kasuri
