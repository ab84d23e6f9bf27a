// SPDX-License-Identifier: MIT
// The buffers that a group of lanes shares with the groups beside it: who owns them since when,
// waiting for that, giving them away, and access to what is in them.
#if defined(KASURI_EMU_LANE_BUFFERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KASURI_EMU_LANE_BUFFERS_INL
#undef KASURI_EMU_LANE_BUFFERS_INL
#else
#define KASURI_EMU_LANE_BUFFERS_INL
#endif

#include "studies/lanes/lane_turn-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

template <class Core>
std::uint64_t Turn<Core>::owned(std::uint32_t w) const {
  if (w < 2) return g->owner[w];
  std::uint64_t mine = 0;
  for (const Piece& p : pieces_[w - 2])
    mine |= p.to_senders(~lanes.groups[lanes.group(rank_ + 1, p.group)].owner[p.port]) & p.from;
  return mine;
}

template <class Core>
const std::int64_t* Turn<Core>::changed(std::uint32_t w) {
  if (w < 2) return g->changed[w].data();
  for (const Piece& p : pieces_[w - 2]) {
    const auto& theirs = lanes.groups[lanes.group(rank_ + 1, p.group)].changed[p.port];
    if (p.kind == Piece::spread && map_is_wide()) {
      const typename Clocks::D d;
      for (std::size_t i = 0; i < kLanes / 2; i += Clocks::kPart) {
        hn::Vec<typename Clocks::D> even, odd;
        hn::LoadInterleaved2(d, theirs.data() + 2 * i, even, odd);
        hn::StoreU(p.offset ? odd : even, d, times_ + p.first + i);
      }
    } else if (p.kind == Piece::spread) {
      const auto n = static_cast<std::uint32_t>(std::popcount(p.from));
      for (std::uint32_t i = 0; i < n; ++i) times_[p.first + i] = theirs[2 * i + p.offset];
    } else {
      for (std::uint64_t l = p.from; l; l &= l - 1) {
        const auto s = static_cast<std::size_t>(std::countr_zero(l));
        times_[s] = theirs[p.lane[s]];
      }
    }
  }
  return times_;
}

template <class Core>
bool Turn<Core>::take_hold(std::uint32_t w, std::uint64_t which) {
  flush();
  which &= ~g->holds[w];
  const std::int64_t* since = changed(w);
  const std::uint64_t late = Clocks::which([&](std::size_t k) {
    const typename Clocks::D d;
    return hn::Gt(hn::LoadU(d, since + k * Clocks::kPart),
                  hn::Load(d, g->clock.data() + k * Clocks::kPart));
  });
  if (which & (~owned(w) | late)) {
    fail("a buffer is accessed by an element that does not own it");
    return false;
  }
  g->holds[w] |= which;
  return true;
}

template <class Core>
std::uint64_t Turn<Core>::poll(const Op& op, std::uint32_t w, std::uint64_t which) {
  flush();
  const std::uint64_t missing = which & ~g->holds[w];
  const std::uint64_t mine = missing & owned(w);
  const std::int64_t* since = changed(w);
  const typename Clocks::D d;
  const std::uint64_t late = mine & Clocks::which([&](std::size_t k) {
    return hn::Gt(hn::LoadU(d, since + k * Clocks::kPart),
                  hn::Load(d, g->clock.data() + k * Clocks::kPart));
  });
  const std::uint64_t waiting = missing & ~mine;
  g->holds[w] |= mine;
  if (!(late | waiting)) return which;
  const CodeLine& line = *op.line;
  const std::uint32_t not_mine = w < 2 ? 0 : 1;
  if (in_slot || !(line.waits_while >> not_mine & 1)) {
    fail("an ownership bit is read, but not by a loop that waits for it");
    return 0;
  }
  const std::uint8_t label = lanes.chip.phase_at(line.head);
  if (label && label != phase) {
    fail("a loop that waits is entered behind its label");
    return 0;
  }
  if (late) skip_polls(late, since, line.pass);
  if (waiting) {
    g->waits[w] |= waiting;
    g->runnable &= ~waiting;
    leave(waiting, lane_key(depth, address_of(op), phase));
    active &= ~waiting;
  }
  return which & ~waiting;
}

template <class Core>
void Turn<Core>::skip_polls(std::uint64_t late, const std::int64_t* since, std::int64_t pass) {
  const typename Clocks::D d;
  const hn::Rebind<double, typename Clocks::D> df;
  const auto length = hn::Set(df, static_cast<double>(pass));
  auto sum = hn::Zero(d);
  for (std::size_t k = 0; k < Clocks::kParts; ++k) {
    std::int64_t* clock = g->clock.data() + k * Clocks::kPart;
    const auto now = hn::Load(d, clock);
    const auto lacking = hn::Sub(hn::LoadU(d, since + k * Clocks::kPart), now);
    const auto rounded = hn::Add(lacking, hn::Set(d, pass - 1));
    const auto passes =
        hn::IfThenElseZero(Clocks::mask(late, k),
                           hn::ConvertTo(d, hn::Div(hn::ConvertTo(df, rounded), length)));
    const auto skipped = hn::ConvertTo(d, hn::Mul(hn::ConvertTo(df, passes), length));
    hn::Store(hn::Add(now, skipped), d, clock);
    sum = hn::Add(sum, passes);
  }
  const std::int64_t passes = hn::GetLane(hn::SumOfLanes(d, sum));
  const std::int64_t n = std::popcount(late);
  totals.phases[rank_][phase] += n * pass;
  totals.poll += (passes - n) * pass;
}

template <class Core>
bool Turn<Core>::own(const Op& op, std::uint32_t w, const Cell* row, std::uint64_t which) {
  constexpr unsigned kShift = 8 * (kCell - Core::kSyncBytes);
  const typename Rows::D d;
  const std::uint64_t ones = Rows::which([&](std::size_t k) {
    return hn::Eq(hn::ShiftRight<kShift>(hn::Load(d, row + k * Rows::kPart)), hn::Set(d, Cell{1}));
  });
  const std::uint64_t zeros = Rows::which([&](std::size_t k) {
    return hn::Eq(hn::ShiftRight<kShift>(hn::Load(d, row + k * Rows::kPart)), hn::Zero(d));
  });
  if (which & ~(ones | zeros)) {
    fail("an ownership word is neither 0 nor 1");
    return false;
  }
  const std::uint64_t given = which & (w < 2 ? zeros : ones);
  if (!given) return true;
  flush();
  g->holds[w] &= ~given;
  if (w < 2) free_input(w, given, op.clocks);
  else give_output(w - 2, given, op.clocks);
  return true;
}

template <class Core>
void Turn<Core>::free_input(std::uint32_t port, std::uint64_t given, std::int64_t clocks) {
  for (std::size_t k = 0; k < Clocks::kParts; ++k) {
    const typename Clocks::D d;
    const auto now = hn::Load(d, g->clock.data() + k * Clocks::kPart);
    hn::BlendedStore(hn::Add(now, hn::Set(d, clocks)), Clocks::mask(given, k), d,
                     g->changed[port].data() + k * Clocks::kPart);
  }
  g->owner[port] &= ~given;
  if (rank_ == 0) {
    refill(port, given);
    return;
  }
  if (lanes.is_released(rank_ - 1)) return;
  for (const Feeder& f : lanes.links.feeders(rank_, number_, port)) {
    const std::uint64_t sender = lanes.group(rank_ - 1, f.group);
    if (lanes.groups[sender].waits[2 + f.output] & f.senders) make_ready(sender);
  }
}

template <class Core>
void Turn<Core>::give_output(std::uint32_t output, std::uint64_t given, std::int64_t clocks) {
  for (const Piece& p : pieces_[output]) {
    const std::uint64_t from = given & p.from;
    if (!from) continue;
    const std::uint64_t receiver = lanes.group(rank_ + 1, p.group);
    LaneGroup<Core>& theirs = lanes.groups[receiver];
    if (p.kind == Piece::spread) {
      auto* to = theirs.changed[p.port].data() + p.offset;
      const std::int64_t* clock = g->clock.data() + p.first;
      const bool all = from == p.from && map_is_wide();
      for (std::size_t i = 0; all && i < kLanes / 2; i += Clocks::kPart) {
        const typename Clocks::D d;
        hn::Vec<typename Clocks::D> even, odd;
        std::int64_t* both = to - p.offset + 2 * i;
        hn::LoadInterleaved2(d, both, even, odd);
        (p.offset ? odd : even) = hn::Add(hn::LoadU(d, clock + i), hn::Set(d, clocks));
        hn::StoreInterleaved2(even, odd, d, both);
      }
      for (std::uint64_t l = all ? 0 : from >> p.first; l; l &= l - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(l));
        to[2 * i] = clock[i] + clocks;
      }
    } else {
      for (std::uint64_t l = from; l; l &= l - 1) {
        const auto s = static_cast<std::size_t>(std::countr_zero(l));
        theirs.changed[p.port][p.lane[s]] = g->clock[s] + clocks;
      }
    }
    const std::uint64_t to = p.to_receivers(from);
    if (rank_ + 1 == lanes.chip.shape().ranks) {
      drain(receiver, p, to);
      continue;
    }
    theirs.owner[p.port] |= to;
    if (theirs.waits[p.port] & to) make_ready(receiver);
  }
  if (context_.given) context_.given->add(std::popcount(given));
}

template <class Core>
void Turn<Core>::refill(std::uint32_t port, std::uint64_t which) {
  std::array<std::uint8_t, Core::kWindow> window;
  for (std::uint64_t l = which; l; l &= l - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(l));
    const std::uint32_t pipe = lanes.map.pipe(number_, lane);
    std::uint32_t& wave = lanes.source_wave[2 * pipe + port];
    lanes.read_window(id, port, lane, window.data());
    if (!lanes.chip.ends().fill(wave, pipe, port, window)) continue;
    ++wave;
    std::uint8_t& word = window[kOwnerByte<Core>];
    if ((word & 0xfe) || window[0] & (Core::kSyncBytes == 1 ? 0 : 0xff)) {
      fail("the input sets more of an ownership word than its bit 0");
      return;
    }
    word = 1;
    lanes.write_window(id, port, lane, window.data());
    g->owner[port] |= std::uint64_t{1} << lane;
  }
}

template <class Core>
void Turn<Core>::fill_all(std::uint32_t group_number) {
  rank_ = 0;
  number_ = group_number;
  id = group_number;
  g = &lanes.groups[id];
  for (std::uint32_t port = 0; port < 2; ++port) refill(port, lanes.map.all());
}

template <class Core>
void Turn<Core>::drain(std::uint64_t sink, const Piece& p, std::uint64_t which) {
  std::array<std::uint8_t, Core::kWindow> window;
  for (std::uint64_t l = which; l; l &= l - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(l));
    const std::uint32_t pipe = lanes.map.pipe(p.group, lane);
    lanes.read_window(sink, p.port, lane, window.data());
    lanes.chip.ends().drain(lanes.sink_wave[2 * pipe + p.port]++, pipe, p.port, window);
    window[kOwnerByte<Core>] &= 0xfe;
    lanes.write_window(sink, p.port, lane, window.data());
  }
}

template <class Core>
auto Turn<Core>::window_row(std::uint32_t w, std::uint32_t row, std::uint64_t which) -> const Cell* {
  const std::uint32_t of_input = Core::kInputs / kCell + row;
  constexpr std::uint32_t kRows = Core::kWindow / kCell;
  if (w < 2) return lanes.rows.read(id, of_input + w * kRows);
  for (const Piece& p : pieces_[w - 2]) {
    if (!(which & p.from)) continue;
    const Cell* from =
        lanes.rows.read(lanes.group(rank_ + 1, p.group), of_input + p.port * kRows);
    if (kPairs && p.kind == Piece::spread && map_is_wide()) {
      every_second(from, p.offset, scratch_ + p.first);
    } else {
      for (std::uint64_t l = which & p.from; l; l &= l - 1) {
        const auto s = static_cast<std::size_t>(std::countr_zero(l));
        scratch_[s] = from[p.lane[s]];
      }
    }
  }
  return scratch_;
}

template <class Core>
void Turn<Core>::write_window(std::uint32_t w, std::uint32_t row, std::uint64_t which) {
  const std::uint32_t of_input = Core::kInputs / kCell + row;
  constexpr std::uint32_t kRows = Core::kWindow / kCell;
  for (const Piece& p : pieces_[w - 2]) {
    const std::uint64_t from = which & p.from;
    if (!from) continue;
    Cell* to = lanes.rows.write(lanes.group(rank_ + 1, p.group), of_input + p.port * kRows);
    if (kPairs && p.kind == Piece::spread && map_is_wide()) {
      to_every_second(scratch_ + p.first, p.to_receivers(from), p.offset, to);
    } else {
      for (std::uint64_t l = from; l; l &= l - 1) {
        const auto s = static_cast<std::size_t>(std::countr_zero(l));
        to[p.lane[s]] = scratch_[s];
      }
    }
  }
}

template <class Core>
void Turn<Core>::every_second(const Cell* from, unsigned offset, Cell* to) {
  const WideD dw;
  const HalfD dh;
  constexpr std::size_t kPart = hn::MaxLanes(WideD());
  for (std::size_t k = 0; k < kLanes / 2; k += kPart) {
    auto v = hn::Load(dw, reinterpret_cast<const Wide*>(from) + k);
    if (offset) v = hn::ShiftRight<8 * kCell>(v);
    hn::StoreU(hn::TruncateTo(dh, v), dh, to + k);
  }
}

template <class Core>
void Turn<Core>::to_every_second(const Cell* from, std::uint64_t lanes_to, unsigned offset, Cell* to) {
  const WideD dw;
  const HalfD dh;
  constexpr std::size_t kPart = hn::MaxLanes(WideD());
  static_assert(kPart * 2 == Rows::kPart || !kPairs);
  for (std::size_t k = 0; k < kLanes / 2; k += kPart) {
    auto v = hn::PromoteTo(dw, hn::LoadU(dh, from + k));
    if (offset) v = hn::ShiftLeft<8 * kCell>(v);
    hn::BlendedStore(hn::BitCast(typename Rows::D(), v), Rows::mask(lanes_to, k / kPart),
                     typename Rows::D(), to + 2 * k);
  }
}

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
