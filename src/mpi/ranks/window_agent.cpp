// SPDX-License-Identifier: MIT
// Windows at the target: its NIC moves data, combines elements and keeps the lock, without the CPU; and how
// origins hear of it.
#include <fmt/format.h>

#include <cstring>

#include "base/core/check.h"
#include "base/core/guarded.h"
#include "mpi/ranks/one_sided.h"
#include "mpi/ranks/windows.h"
#include "network/net/payload.h"

namespace kasuri::mpi {
namespace {

// Why an access is refused.
enum Refusal : std::int64_t { kOutside = 1, kNoWindow, kNoMemory };

// A get of as many bytes counts as data that wait, of which a window has at most so many.
constexpr Bytes kLarge{16 << 10};
constexpr Bytes kMostWaiting{16 << 20};

// Elements of a window combined with those of the origin, which may lie anywhere.
void combine_elements(std::uint8_t op, Type type, const std::byte* data, std::byte* memory,
                      std::int64_t bytes) {
  if (op == static_cast<std::uint8_t>(WindowOp::no_op)) return;
  if (op == static_cast<std::uint8_t>(WindowOp::replace)) {
    std::memcpy(memory, data, static_cast<std::size_t>(bytes));
    return;
  }
  combine(static_cast<Op>(op), type, data, memory, bytes / size_of(type));
}

}  // namespace

// The last word: 8 bits of kind, 16 of the number, 40 of bytes.
std::array<std::uint64_t, 4> Windows::pack(const Envelope& e) {
  return {mpi::pair(e.from, e.to), mpi::pair(e.context, e.operation),
          static_cast<std::uint64_t>(e.displacement),
          std::uint64_t{static_cast<std::uint8_t>(e.kind)} << 56 | std::uint64_t{e.number} << 40 |
              static_cast<std::uint64_t>(e.bytes.n)};
}

Windows::Envelope Windows::unpack(const Message& m) {
  const auto& w = m.user;
  return {.from = low(w[0]), .to = high(w[0]), .context = low(w[1]), .operation = high(w[1]),
          .displacement = static_cast<std::int64_t>(w[2]), .kind = static_cast<Kind>(w[3] >> 56),
          .number = static_cast<std::uint16_t>(w[3] >> 40),
          .bytes = {static_cast<std::int64_t>(w[3] & (~std::uint64_t{0} >> 24))}};
}

void Windows::send(const Envelope& e, Bytes size, std::uint8_t ways, Traffic traffic, std::byte* payload,
                   bool wants_sent) {
  const NodeId from = world_.ranks().node_of(e.from), to = world_.ranks().node_of(e.to);
  const std::uint8_t nic = nics_ == 1                          ? 0
                           : p_.nics == NicChoice::in_turn ? Message::kAnyNic
                                                           : static_cast<std::uint8_t>(to.v % nics_);
  transport_.send({.source = from, .destination = to, .size = size, .client = client_,
                   .wants_sent = wants_sent, .nic = nic, .ways = ways, .traffic = traffic,
                   .job = world_.ranks().job_of(e.from).number, .payload = payload, .user = pack(e)});
}

void Windows::send_ordered(Envelope e, Bytes size, std::uint8_t ways, Traffic traffic, std::byte* payload,
                           bool wants_sent) {
  std::uint32_t recent = PairCounters::kNone;
  e.number = static_cast<std::uint16_t>(sent_.at(e.from, 0, e.to, recent)++);
  send(e, size, ways, traffic, payload, wants_sent);
}

void Windows::answer(const Envelope& e, Kind kind, Bytes size, std::uint8_t ways, std::byte* payload,
                     std::int64_t why, bool wants_sent) {
  const Traffic traffic = kind == Kind::data ? Traffic::point_to_point : Traffic::control;
  send({.from = e.to, .to = e.from, .context = e.context, .operation = e.operation, .displacement = why,
        .kind = kind, .bytes = e.bytes}, size, ways, traffic, payload, wants_sent);
}

void Windows::on_arrived(const Message& m) {
  const Envelope e = unpack(m);
  if (e.kind > Kind::complete) return finish(e, m.payload);
  std::uint32_t recent = PairCounters::kNone;
  const auto expected = [&]() -> PairCounters::Count& { return received_.at(e.to, 0, e.from, recent); };
  if (e.number != static_cast<std::uint16_t>(expected())) {
    overtaken_.emplace(Pair{e.from, e.to, e.number}, m);
    return;
  }
  ++expected();
  execute(m);
  while (!overtaken_.empty()) {
    const auto next = overtaken_.find({e.from, e.to, static_cast<std::uint16_t>(expected())});
    if (next == overtaken_.end()) break;
    const Message held = next->second;
    overtaken_.erase(next);
    ++expected();
    execute(held);
  }
}

// A message whose turn has come.
void Windows::execute(const Message& m) {
  const Envelope e = unpack(m);
  Window* const w = find(e.to, e.context);
  if (!w) {
    free_payload(m.payload);
    if (e.kind <= Kind::compare_and_swap) answer(e, Kind::refused, p_.control_size, 0, nullptr, kNoWindow);
    return;
  }
  const int origin = index_of(*w, e.from);
  switch (e.kind) {
    case Kind::lock_shared:
    case Kind::lock_exclusive: return ask(*w, {origin, e.kind == Kind::lock_exclusive});
    case Kind::unlock: return release(*w, origin);
    case Kind::post:
      if (w->unposted.erase(origin) == 0) ++w->posts[origin];
      return look(*w);
    case Kind::complete: ++w->completes; return look(*w);
    default: break;
  }
  if (w->held.empty() && w->answering.n < kMostWaiting.n) return access(e, m.payload, *w);
  w->held.push_back(m);
}

void Windows::answer_held(Window& w) {
  while (!w.held.empty() && w.answering.n < kMostWaiting.n) {
    const Message m = w.held.front();
    w.held.pop_front();
    access(unpack(m), m.payload, w);
  }
}

// ---- The lock ----

void Windows::ask(Window& w, const Window::Asking& asking) {
  w.asking.push_back(asking);
  grant_next(w);
}

void Windows::release(Window& w, int origin) {
  if (w.exclusive == origin) w.exclusive = -1;
  else --w.holders;
  grant_next(w);
}

// In the order in which they came; those that share it go together.
void Windows::grant_next(Window& w) {
  while (!w.asking.empty() && w.exclusive < 0) {
    const Window::Asking next = w.asking.front();
    if (next.exclusive && w.holders > 0) return;
    w.asking.pop_front();
    if (next.exclusive) w.exclusive = next.origin;
    else ++w.holders;
    const auto ways = static_cast<std::uint8_t>(Message::kFromNic | Message::kForNic |
                                                (p_.control_first ? Message::kFirst : 0));
    send({.from = w.rank, .to = rank_of(w, next.origin), .context = w.comm->context, .kind = Kind::grant},
         p_.control_size, ways, Traffic::control, nullptr, false);
  }
}

// ---- Memory ----

// Null: it is outside of the window.
std::byte* Windows::locate(const Window& w, const Envelope& e, Layout::Span span) const {
  if (w.flavour == WindowFlavour::dynamic) {
    const auto address = static_cast<std::uintptr_t>(e.displacement + span.begin);
    auto piece = w.attached.upper_bound(address);
    if (piece == w.attached.begin()) return nullptr;
    --piece;
    // Memory may have been attached in several pieces.
    const std::uintptr_t end = address + static_cast<std::uintptr_t>(span.end - span.begin);
    std::uintptr_t reached = address;
    for (; piece != w.attached.end() && piece->first <= reached && reached < end; ++piece) {
      reached = std::max(reached, piece->first + static_cast<std::uintptr_t>(piece->second));
    }
    if (reached < end) return nullptr;
    return world_.ranks().in_memory_of(w.rank, reinterpret_cast<void*>(address)) - span.begin;
  }
  std::int64_t at = 0;
  if (__builtin_mul_overflow(e.displacement, std::int64_t{w.unit}, &at)) return nullptr;
  if (at < -w.size || at > w.size || at + span.begin < 0 || at + span.end > w.size) return nullptr;
  std::byte* const base = world_.ranks().in_memory_of(w.rank, w.base);
  return base + at;
}

void Windows::access(const Envelope& e, std::byte* payload, Window& w) {
  Head head{};
  const std::byte* data = payload;
  Layout layout;
  if (payload) {
    std::memcpy(&head, payload, sizeof head);
    data += sizeof head;
  }
  const bool has_layout = head.loops != 0 || head.pieces != 0;
  if (has_layout) {
    layout.loops.resize(static_cast<std::size_t>(std::max<std::int64_t>(head.loops, 0)));
    layout.pieces.resize(static_cast<std::size_t>(head.pieces));
    const std::size_t loops = layout.loops.size() * sizeof(Layout::Loop);
    const std::size_t pieces = layout.pieces.size() * sizeof(Layout::Piece);
    if (loops) std::memcpy(layout.loops.data(), data, loops);
    if (pieces) std::memcpy(layout.pieces.data(), data + loops, pieces);
    data += loops + pieces;
    layout.block = head.block, layout.size = head.size;
    layout.lower = head.lower, layout.extent = head.extent;
  }
  const std::uint8_t short_ways = Message::kFromNic | Message::kForNic;
  const Layout::Span span = has_layout ? layout.true_span(head.count) : Layout::Span{0, e.bytes.n};
  std::byte* const memory = e.bytes.n == 0 ? nullptr : locate(w, e, span);
  if (e.bytes.n > 0 && !memory) {
    free_payload(payload);
    return answer(e, Kind::refused, p_.control_size, short_ways, nullptr, kOutside);
  }

  const auto bytes = static_cast<std::size_t>(e.bytes.n);
  const bool fetches = e.kind != Kind::put && e.kind != Kind::accumulate;
  const bool moves = world_.rank(w.rank).payload && memory;
  std::byte* const old = fetches && moves ? new_payload(e.bytes) : nullptr;
  std::vector<std::byte> scratch(moves && has_layout && e.kind == Kind::accumulate ? bytes : 0);
  const bool good = !moves || without_fault([&] {
    std::byte* elements = memory;
    if (has_layout && e.kind != Kind::put) {
      elements = old ? old : scratch.data();
      layout.pack(memory, head.count, elements);
    } else if (old) {
      std::memcpy(old, memory, bytes);
    }
    if (e.kind == Kind::get) return;
    if (e.kind == Kind::compare_and_swap) {
      if (head.has_data && std::memcmp(memory, data + bytes, bytes) == 0) std::memcpy(memory, data, bytes);
      return;
    }
    if (!head.has_data) return;
    if (e.kind == Kind::put) {
      if (has_layout) layout.unpack(data, 0, e.bytes.n, memory);
      else std::memcpy(memory, data, bytes);
      return;
    }
    if (!has_layout) combine_elements(head.op, head.type, data, memory, e.bytes.n);
  });
  bool combined = true;
  // Elements that are not contiguous are combined together, and put back.
  if (good && moves && has_layout && head.has_data &&
      (e.kind == Kind::accumulate || e.kind == Kind::get_accumulate)) {
    std::vector<std::byte> elements(bytes);
    std::memcpy(elements.data(), old ? old : scratch.data(), bytes);
    combine_elements(head.op, head.type, data, elements.data(), e.bytes.n);
    combined = without_fault([&] { layout.unpack(elements.data(), 0, e.bytes.n, memory); });
  }
  free_payload(payload);
  if (!good || !combined) {
    free_payload(old);
    return answer(e, Kind::refused, p_.control_size, short_ways, nullptr, kNoMemory);
  }

  const std::uint8_t first = p_.control_first ? Message::kFirst : 0;
  const std::uint8_t engine = e.kind >= Kind::accumulate ? Message::kEngine : 0;
  if (!fetches) {
    const auto ways = static_cast<std::uint8_t>(Message::kFromNic | Message::kForNic | first | engine);
    return answer(e, Kind::done, p_.control_size, ways, nullptr);
  }
  const auto ways = static_cast<std::uint8_t>(engine ? Message::kFromNic | engine | first : 0);
  const bool waits = e.kind == Kind::get && e.bytes.n >= kLarge.n;
  if (waits) w.answering += e.bytes;
  answer(e, Kind::data, e.bytes, ways, old, 0, waits);
}

// ---- At the origin ----

void Windows::end_here(Operation& o) {
  Window& w = *o.window;
  --w.open[o.target].here;
  --w.all_open.here;
  if (o.request != World::kNone) world_.requests().complete(world_.requests()[o.request]);
  o.request = World::kNone;
}

// The data of a put or accumulate have left: the origin's buffer is free. Or those of a get.
void Windows::on_sent(const Message& m) {
  const Envelope e = unpack(m);
  if (e.kind == Kind::data) {
    Window* const target = find(e.from, e.context);
    if (!target) return;
    target->answering -= e.bytes;
    return answer_held(*target);
  }
  const std::uint32_t i = e.operation;
  Window& w = *operations_[i].window;
  operations_[i].left = true;
  end_here(operations_[i]);
  if (operations_[i].done) end_there(i);
  look(w);
}

// Neither its data nor its acknowledgement is under way any more.
void Windows::end_there(std::uint32_t i) {
  Window& w = *operations_[i].window;
  const auto open = w.open.find(operations_[i].target);
  --w.all_open.there;
  if (--open->second.there == 0 && open->second.here == 0) w.open.erase(open);
  operations_.free(i);
}

void Windows::finish(const Envelope& e, std::byte* payload) {
  if (e.kind == Kind::grant) {
    Window* const w = find(e.to, e.context);
    check(w, "a lock is granted to a window that exists");
    w->locks.at(index_of(*w, e.from)).granted = true;
    return look(*w);
  }
  Operation& o = operations_[e.operation];
  Window& w = *o.window;
  if (e.kind == Kind::refused) return refuse(o, e);
  if (e.kind == Kind::data) {
    std::byte* const to = world_.ranks().in_memory_of(w.rank, o.result);
    const bool has_place = o.layout ? o.layout->has_data(o.result) : o.result != nullptr;
    bool good = true;
    if (payload && has_place) {
      good = o.layout ? without_fault([&] { o.layout->unpack(payload, 0, e.bytes.n, to); })
                      : guarded_copy(to, payload, static_cast<std::size_t>(e.bytes.n));
    } else if (has_place && e.bytes.n > 0) {
      ++world_.rank(w.rank).statistics.without_data;
    }
    free_payload(payload);
    if (!good) world_.mistakes().fail_access(w.rank, o.result, e.bytes, true);
  }
  if (o.waits_for_data) end_here(o);
  o.done = true;
  if (o.left) end_there(e.operation);
  look(w);
}

void Windows::refuse(const Operation& o, const Envelope& e) {
  const Window& w = *o.window;
  world_.coroutine(w.rank).call = o.call;
  const std::string what = fmt::format("{} bytes at displacement {} of the window of rank {}", o.bytes.n,
                                       o.displacement, o.target);
  const std::string why = e.displacement == kOutside    ? "are outside of it"
                          : e.displacement == kNoWindow ? "cannot be reached: the rank has freed it"
                                                        : "cannot be accessed";
  world_.mistakes().record(w.rank, what + " " + why);
}

}  // namespace kasuri::mpi
