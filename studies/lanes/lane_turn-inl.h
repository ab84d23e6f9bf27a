// SPDX-License-Identifier: MIT
// The turn of one group of lanes: it runs until all of its elements wait or have stopped. Lanes
// with the same address, depth of calls and phase execute together; the others wait for their turn
// among these, the deepest call and lowest address first, so that ways which part meet again.
//
// Compiled for each instruction set of the host (lane_8080.cpp, lane_sh2.cpp).
#if defined(KASURI_EMU_LANE_TURN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KASURI_EMU_LANE_TURN_INL
#undef KASURI_EMU_LANE_TURN_INL
#else
#define KASURI_EMU_LANE_TURN_INL
#endif

#include <fmt/format.h>

#include <bit>
#include <string>

#include "studies/lanes/lane_group.h"
#include "studies/lanes/lanes-inl.h"
#include "studies/lanes/translated_places.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

template <class Core>
class Turn;

template <class Core>
struct Instruction {
  // Executes it in the active lanes. True: goes on with the next one, and the turn counts the
  // clocks. False: the turn's address says where to, or lanes have parted, waited, or failed.
  bool (*run)(Turn<Core>&, const Instruction&) = nullptr;
  std::uint32_t operand = 0;
  std::uint8_t clocks = 0;
  std::uint8_t length = 0;  // in units of addresses
  bool leader = false;
  bool entry = false;         // of translated code
  std::uint8_t phase = 0;
  std::uint32_t changes = 0;  // bits of registers, as translated code numbers them
  bool (*labelled)(Turn<Core>&, const Instruction&) = nullptr;  // what follows a label
  const CodeLine* line = nullptr;
  bool (*followed)(Turn<Core>&, const Instruction&) = nullptr;  // of the chosen element's group
};

// By address: for all groups, and for that of the chosen element, which is followed.
template <class Core>
struct LanePrograms {
  std::vector<Instruction<Core>> plain, chosen;
};

template <class Core>
class Turn {
 public:
  using Cell = typename LaneRows<Core>::Cell;
  using Op = Instruction<Core>;
  static constexpr std::uint32_t kCell = sizeof(Cell);

  // `places` are those of Translated; null: nothing is translated.
  Turn(LaneChip<Core>& c, const LanePrograms<Core>& programs, const EmulatorContext& context,
       const TranslatedPlaces* places = nullptr)
      : lanes(c),
        plain_program_(programs.plain.data()),
        chosen_program_(programs.chosen.data()),
        context_(context) {
    totals.phases.resize(c.chip.shape().ranks);
    if (!places) return;
    translated_ = places->run;
    frame_.read_at = places->read_at.data();
    frame_.write_at = places->write_at.data();
  }

  // Returns false if something is not proven; `unproven` says what.
  bool run(std::uint32_t rank, std::uint32_t group_number) {
    rank_ = rank;
    number_ = group_number;
    id = lanes.group(rank, group_number);
    g = &lanes.groups[id];
    for (std::uint32_t b = 0; b < 2; ++b) pieces_[b] = lanes.links.pieces(rank, group_number, b);
    for (std::uint32_t w = 0; w < kWindows; ++w) {
      if (!g->waits[w]) continue;
      const std::uint64_t woken = g->waits[w] & owned(w);
      g->waits[w] &= ~woken;
      g->runnable |= woken;
    }
    transfers_ = 0;
    watched_ = false;
    translate_until_ = kPatience;
    watch_until_ = 0;
    next_look_ = 0;
    turn_is_over_ = false;
    program_ = is_chosen() ? chosen_program_ : plain_program_;
    if (translated_) begin_translated();
    const std::size_t known = found.size();
    while (found.size() == known && !stopping && !turn_is_over_ && select()) run_selected();
    // To go on when that is decoded, from a checkpoint, or when the others have had their turns.
    if (found.size() != known || stopping || turn_is_over_) make_ready(id);
    others_first_ = turn_is_over_;
    return unproven.empty();
  }

  // For instructions.

  void fail(std::string_view why) {
    if (unproven.empty()) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(active | std::uint64_t{1} << 63));
      unproven = fmt::format("{} (processing element {}, in rank {})", why,
                             lanes.element(rank_, number_, lane), rank_);
    }
    g->runnable = active = 0;
  }
  // Code that nobody has been to yet. It is decoded between turns; until then these lanes stand
  // before it.
  bool not_decoded(const Op& op) {
    const std::uint32_t at = address_of(op);
    std::string_view why = lanes.code.why_not(lanes.chip, at);
    if (why.empty() && in_slot) why = "a delay slot is jumped into";
    if (!why.empty()) {
      fail(fmt::format("{} at 0x{:X}", why, at));
      return false;
    }
    flush();
    leave(active, lane_key(depth, at, phase));
    active = 0;
    found.push_back(at);
    return false;
  }
  // An instruction of the chosen element's group (lane_follow-inl.h).
  bool follow(const Op& op);
  std::uint32_t address_of(const Op& op) const {
    return static_cast<std::uint32_t>(&op - program_) * Core::kCodeUnit;
  }
  std::uint32_t next_of(const Op& op) const {
    return address_of(op) + op.length * Core::kCodeUnit;
  }
  void count(std::uint32_t clocks) {
    delta_ += clocks;
    ++executed_;
  }
  void flush() {
    if (!executed_) return;
    add_clocks(active, delta_);
    const int n = std::popcount(active);
    totals.phases[rank_][phase] += std::int64_t{delta_} * n;
    totals.instructions += std::int64_t{executed_} * n;
    if (active != lanes.map.all()) totals.parted += std::int64_t{executed_} * n;
    delta_ = executed_ = 0;
  }
  // Clocks that not all active lanes take.
  void count_apart(std::uint64_t which, std::uint32_t clocks) {
    add_clocks(which, clocks);
    totals.phases[rank_][phase] += std::int64_t{clocks} * std::popcount(which);
  }

  // Active lanes go on at `target` if they are in `taken`, else at `next`; always false.
  bool part(std::uint64_t taken, std::uint32_t target, std::uint32_t next) {
    taken &= active;
    if (taken && target >= Core::kInputs) {
      fail("code runs outside the ROM");
    } else if (taken == active) {
      pc = target;
    } else if (!taken) {
      pc = next;
    } else {
      leave(taken, lane_key(depth, target, phase));
      leave(active & ~taken, lane_key(depth, next, phase));
      flush();
      active = 0;
    }
    return false;
  }
  // Some active lanes go on at `next`, later.
  void set_aside(std::uint64_t which, std::uint32_t next) {
    leave(which, lane_key(depth, next, phase));
    active &= ~which;
    other_key_ = std::min(other_key_, lane_key(depth, next, phase));
  }
  // Each active lane goes on at an address of its own.
  template <class PcOf>
  bool scatter(PcOf pc_of) {
    flush();
    for (std::uint64_t l = active; l; l &= l - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(l));
      const std::uint32_t to = pc_of(lane);
      if (to >= Core::kInputs || to % Core::kCodeUnit) {
        fail("code runs outside the ROM");
        return false;
      }
      g->at[lane] = lane_key(depth, to, phase);
    }
    active = 0;
    return false;
  }
  bool stop() {
    flush();
    g->runnable &= ~active;
    leave(active, lane_key(0, kStoppedAt, 0));
    active = 0;
    return false;
  }
  bool enter_phase(const Op& op) {
    flush();
    phase = op.phase;
    return op.labelled(*this, op);
  }

  // The row that holds a cell of the active lanes of `which`, to be read. Lanes may begin to wait:
  // then they leave `active`. Null: none is left, or something is not proven.
  const Cell* read_row(const Op& op, std::uint32_t address, bool ownership, std::uint64_t which) {
    if (address < Core::kInputs) [[likely]] return lanes.rows.read(id, address / kCell);
    const std::uint32_t offset = address - Core::kInputs;
    if (offset >= 4 * Core::kWindow) return read_on_chip(address);
    const std::uint32_t w = offset / Core::kWindow;
    if (which & ~g->holds[w]) {
      if (ownership) {
        which = poll(op, w, which);
        if (!which) return nullptr;
      } else if (!take_hold(w, which)) {
        return nullptr;
      }
    }
    return window_row(w, offset % Core::kWindow / kCell, which);
  }
  // The same to be written to; end_write makes it so. If the cells will be written `whole`, what
  // they held may be missing.
  Cell* begin_write(std::uint32_t address, bool whole, std::uint64_t which) {
    ++stores_;
    if (address < Core::kInputs) [[likely]] {
      if (address < lanes.chip.code_end() && !may_write_code(address, which)) return nullptr;
      return lanes.rows.write(id, address / kCell);
    }
    const std::uint32_t offset = address - Core::kInputs;
    if (offset >= 4 * Core::kWindow) return const_cast<Cell*>(write_on_chip(address));
    const std::uint32_t w = offset / Core::kWindow;
    if ((which & ~g->holds[w]) && !take_hold(w, which)) return nullptr;
    const std::uint32_t row = offset % Core::kWindow / kCell;
    if (w < 2) return lanes.rows.write(id, (Core::kInputs + w * Core::kWindow) / kCell + row);
    return whole ? scratch_ : const_cast<Cell*>(window_row(w, row, which));
  }
  bool end_write(const Op& op, std::uint32_t address, const Cell* row, std::uint64_t which) {
    const std::uint32_t offset = address - Core::kInputs;
    if (address < Core::kInputs || offset >= 4 * Core::kWindow) [[likely]] return true;
    const std::uint32_t w = offset / Core::kWindow;
    if (w >= 2) write_window(w, offset % Core::kWindow / kCell, which);
    if (offset % Core::kWindow >= Core::kSyncBytes) return true;
    return own(op, w, row, which);
  }

  LaneChip<Core>& lanes;
  LaneGroup<Core>* g = nullptr;
  std::uint64_t id = 0;
  std::uint64_t active = 0;
  std::uint32_t pc = 0;
  std::uint32_t depth = 0;
  std::uint32_t phase = 0;
  bool in_slot = false;
  Totals totals;
  std::string unproven;
  std::vector<std::uint32_t> found;  // addresses of code to be decoded
  bool stopping = false;             // the run is to end where it is

  static constexpr std::uint32_t kStoppedAt = 0xffff;

 private:
  using Rows = Lanes<Cell>;
  using Keys = Lanes<std::uint32_t>;
  using Clocks = Lanes<std::int64_t>;

  void add_clocks(std::uint64_t which, std::uint32_t clocks) {
    std::int64_t* at = g->clock.data();
    for (std::size_t k = 0; k < Clocks::kParts; ++k) {
      const auto m = Clocks::mask(which, k);
      const typename Clocks::D d;
      const auto old = hn::Load(d, at + k * Clocks::kPart);
      hn::Store(hn::Add(old, hn::IfThenElseZero(m, hn::Set(d, std::int64_t{clocks}))), d,
                at + k * Clocks::kPart);
    }
  }
  void leave(std::uint64_t which, std::uint32_t key) {
    Keys::all(key).store(g->at.data(), which);
  }

  // Chooses the lanes that go first; false if none can.
  bool select() {
    if (!g->runnable) return false;
    const std::uint32_t* at = g->at.data();
    const auto least = [&](std::uint64_t among, std::uint32_t flip = 0) {  // ~0: the greatest
      const auto key_of = [&](std::size_t k) {
        const auto key = hn::Load(typename Keys::D(), at + k * Keys::kPart);
        return hn::IfThenElse(Keys::mask(among, k), hn::Xor(key, hn::Set(typename Keys::D(), flip)),
                              hn::Set(typename Keys::D(), ~0u));
      };
      auto v = key_of(0);
      for (std::size_t k = 1; k < Keys::kParts; ++k) v = hn::Min(v, key_of(k));
      return hn::GetLane(hn::MinOfLanes(typename Keys::D(), v)) ^ flip;
    };
    // Lanes in a loop at a low address may have used up the turn before.
    const std::uint32_t key = least(g->runnable, others_first_ && transfers_ < kPatience ? ~0u : 0);
    active = g->runnable & Keys::which([&](std::size_t k) {
               return hn::Eq(hn::Load(typename Keys::D(), at + k * Keys::kPart),
                             hn::Set(typename Keys::D(), key));
             });
    other_key_ = active == g->runnable ? ~0u : least(g->runnable & ~active);
    depth = 255 - (key >> 24);
    pc = key_pc(key);
    phase = key & 0xff;
    return true;
  }

  void run_selected() {
    for (;;) {
      const Op* op = program_ + pc / Core::kCodeUnit;
      if (op->entry && active == ~std::uint64_t{0} && may_translate()) {
        run_translated();
        op = program_ + pc / Core::kCodeUnit;
      }
      frame_.alike_in &= ~op->changes;
      while (op->run(*this, *op)) {
        count(op->clocks);
        op += op->length;
        if ((op->leader && other_key_ != ~0u) || (op->entry && active == ~std::uint64_t{0})) {
          pc = address_of(*op);
          break;
        }
        frame_.alike_in &= ~op->changes;
      }
      if (!active) return;
      ++transfers_;
      if (transfers_ >= kPatience && transfers_ >= translate_until_) {
        watch();
        if (!active) return;
      }
      if (lane_key(depth, pc, phase) >= other_key_) {
        flush();
        leave(active, lane_key(depth, pc, phase));
        active = 0;
        return;
      }
    }
  }

  // Translated code goes on from `pc` as far as it can.
  void begin_translated();
  void run_translated();

  // What translated code does is not watched, so a turn that takes long does without it now and
  // then, ever longer: a loop without end is seen when a pass of it is shorter than that.
  bool may_translate() {
    if (transfers_ < translate_until_) return true;
    if (watch_until_ < translate_until_) {
      watch_until_ = transfers_ + transfers_ / 16;
      watched_ = false;
    }
    if (transfers_ < watch_until_) return false;
    translate_until_ = 2 * transfers_;
    watched_ = false;
    return true;
  }
  // A loop without end that touches nothing returns to a state in which it was before.
  void watch() {
    if (watched_ && pc == watched_pc_ && active == watched_active_ && stores_ == watched_stores_ &&
        std::memcmp(&g->registers, &watched_registers_, sizeof watched_registers_) == 0) {
      fail("a loop has no end");
      return;
    }
    if (transfers_ >= next_look_) {
      next_look_ = transfers_ + kPatience;
      stopping = context_.stop && context_.stop();
      turn_is_over_ = transfers_ >= kTurn;
      if (stopping || turn_is_over_) {
        flush();
        leave(active, lane_key(depth, pc, phase));
        active = 0;
        return;
      }
    }
    if (watched_ && transfers_ < next_watch_) return;
    next_watch_ = 2 * transfers_;
    watched_ = true;
    watched_pc_ = pc;
    watched_active_ = active;
    watched_stores_ = stores_;
    std::memcpy(&watched_registers_, &g->registers, sizeof watched_registers_);
  }

  // Of which windows the lanes are the owners, whatever the time.
  std::uint64_t owned(std::uint32_t w) const;
  // When the ownership of each lane's window last changed.
  const std::int64_t* changed(std::uint32_t w);

  // That these lanes own the window now, as they must to touch what is in it.
  bool take_hold(std::uint32_t w, std::uint64_t which);

  // The ownership bit is read: lanes that own the window go on, at the time at which they see it;
  // the others wait. Returns those that go on.
  std::uint64_t poll(const Op& op, std::uint32_t w, std::uint64_t which);
  // The first pass that fails is work, as for other engines; those after it are polls.
  void skip_polls(std::uint64_t late, const std::int64_t* since, std::int64_t pass);

  // Ownership words hold 0 or 1; those that change hands do so at the end of the instruction.
  bool own(const Op& op, std::uint32_t w, const Cell* row, std::uint64_t which);
  void free_input(std::uint32_t port, std::uint64_t given, std::int64_t clocks);
  void give_output(std::uint32_t output, std::uint64_t given, std::int64_t clocks);
  void make_ready(std::uint64_t group) {
    lanes.ready[group].store(1, std::memory_order_relaxed);
  }

 public:
  // The source fills inputs of rank 0; the sink takes and frees at once.
  void refill(std::uint32_t port, std::uint64_t which);
  void fill_all(std::uint32_t group_number);

 private:
  void drain(std::uint64_t sink, const Piece& p, std::uint64_t which);

  // A cell of a window for all lanes of `which`: an input's stands in this group, an output's in
  // several.
  const Cell* window_row(std::uint32_t w, std::uint32_t row, std::uint64_t which);
  void write_window(std::uint32_t w, std::uint32_t row, std::uint64_t which);
  // Pieces of 32 lanes.
  bool map_is_wide() const { return lanes.map.lanes() == kLanes; }

  using Wide = hwy::MakeWide<Cell>;
  using WideD = hn::CappedTag<Wide, kLanes / 2>;
  using HalfD = hn::Rebind<Cell, WideD>;
  static constexpr bool kPairs = Rows::kPart > 1;  // vectors can hold a cell twice as wide

  static void every_second(const Cell* from, unsigned offset, Cell* to);
  static void to_every_second(const Cell* from, std::uint64_t lanes_to, unsigned offset, Cell* to);

  const Cell* read_on_chip(std::uint32_t address) { return write_on_chip(address); }
  Cell* write_on_chip(std::uint32_t address) {
    if constexpr (Core::kOnChip > 0) {
      constexpr std::uint32_t kAt = 0u - Core::kOnChip;
      if (address >= kAt) return lanes.rows.write(id, (Core::kLocal + (address - kAt)) / kCell);
    }
    fail("an access is outside the map");
    return nullptr;
  }
  // Writes into the ROM's range that do not change instructions are odd, but no more.
  bool may_write_code(std::uint32_t address, std::uint64_t which) {
    if (address < lanes.chip.code_begin()) return true;
    const std::uint32_t first = address / kCell * kCell;
    for (std::uint32_t k = 0; k < kCell; ++k) {
      if (first + k < Core::kInputs && lanes.code.is_code[first + k]) {
        fail("code is written to");
        return false;
      }
    }
    for (std::uint64_t l = which; l; l &= l - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(l));
      totals.note({Oddity::code_write, lanes.element(rank_, number_, lane), pc, address});
    }
    return true;
  }

  bool is_chosen() const {
    return context_.element && lanes.chip.rank_of(*context_.element) == rank_ &&
           lanes.map.group(lanes.chip.pipe_of(*context_.element)) == number_;
  }

  const Op* program_ = nullptr;  // of these two, for the group at hand
  const Op* plain_program_;
  const Op* chosen_program_;
  const EmulatorContext& context_;
  translated::Run translated_ = nullptr;
  translated::Frame frame_{};
  std::uint32_t rank_ = 0;
  std::uint32_t number_ = 0;
  std::span<const Piece> pieces_[2];
  std::uint32_t delta_ = 0;
  std::uint32_t executed_ = 0;
  std::uint32_t other_key_ = ~0u;
  std::uint64_t stores_ = 0;
  alignas(64) Cell scratch_[kLanes + 64 / sizeof(Cell)];
  alignas(64) std::int64_t times_[kLanes];

  static constexpr std::uint64_t kPatience = 1 << 16;
  static constexpr std::uint64_t kTurn = 1 << 20;  // transfers, or a few more
  bool turn_is_over_ = false, others_first_ = false;
  std::uint64_t transfers_ = 0;
  std::uint64_t translate_until_ = kPatience;
  std::uint64_t watch_until_ = 0;
  std::uint64_t next_watch_ = 0;
  std::uint64_t next_look_ = 0;
  bool watched_ = false;
  std::uint32_t watched_pc_ = 0;
  std::uint64_t watched_active_ = 0;
  std::uint64_t watched_stores_ = 0;
  LaneRegisters<Core> watched_registers_;
};

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
