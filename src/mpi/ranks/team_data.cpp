// SPDX-License-Identifier: MIT
// The data of a collective at one rank: temporaries, bytes that are missing, the arithmetic of reductions.
#include <algorithm>
#include <cstring>

#include "base/core/check.h"
#include "mpi/ranks/caller.h"
#include "mpi/ranks/collective.h"
#include "mpi/ranks/collectives.h"
#include "mpi/ranks/layout.h"
#include "mpi/ranks/packing.h"
#include "network/net/payload.h"

namespace kasuri::mpi {
namespace {

std::uint64_t number_of(const void* at) { return reinterpret_cast<std::uint64_t>(at); }
void* further(void* at, std::uint64_t by) { return reinterpret_cast<void*>(number_of(at) + by); }
bool is_temporary(const void* at) { return number_of(at) >= Team::kTemporaries; }
bool is_result(const void* at) { return !is_temporary(at) || number_of(at) >= Team::kStandIns; }

}  // namespace

// ---- Temporaries ----

Team::Scratch::Scratch(Team& team, Bytes size, bool always)
    : team_(team), size_(static_cast<std::uint64_t>(size.n)) {
  if (team.costs_ && !always && size.n > 0) {
    charged_ = true;
    team.take(Activity::sending, team.fresh_time(size));
  }
  if (always) {
    data_ = memory_ = team_.world_.buffers().allocate(size);
  } else if (team_.moves_) {
    enlist(team_.next_);
    team_.next_ += (size_ + 31) & ~std::uint64_t{15};
  }
}

Team::Scratch::Scratch(Team& team, Bytes size, std::uint64_t address)
    : team_(team), size_(static_cast<std::uint64_t>(size.n)) {
  enlist(address);
}

void Team::Scratch::enlist(std::uint64_t address) {
  data_ = reinterpret_cast<void*>(address);
  below_ = team_.scratches_;
  team_.scratches_ = this;
  listed_ = true;
}

Team::Scratch::~Scratch() {
  if (charged_) team_.leave_temporary(Bytes{static_cast<std::int64_t>(size_)});
  if (listed_) team_.scratches_ = below_;
  if (memory_) team_.world_.buffers().free(memory_);
}

// The first use of memory that a call gets from the system. A temporary as large as temporaries_kept is
// mapped for itself. Smaller ones come from the heap, which keeps its memory unless twice the largest
// is free at its end: glibc's dynamic threshold (mallopt(3), M_TRIM_THRESHOLD and M_MMAP_THRESHOLD), here
// at least 512 KiB, since libraries have freed larger blocks before. A heap that grows by less than two
// large pages has small ones, which take longer to clear (a factor of four, assumed).
Time Team::fresh_time(Bytes size) {
  constexpr Bytes kLeastTrimmed{512 << 10}, kLargePages{4 << 20};
  constexpr std::int64_t kSmallPages = 4;
  const MpiParams& p = world_.params();
  if (size >= p.temporaries_kept) return p.fresh_time(size);
  heap_ += size;
  largest_ = std::max(largest_, size);
  if (heap_ < kLeastTrimmed || heap_ < largest_ * 2) return {0};
  const Bytes fresh = heap_ - touched_;
  touched_ = heap_;
  return p.fresh_time(heap_ < kLargePages ? fresh * kSmallPages : fresh);
}

void Team::leave_temporary(Bytes size) {
  if (size >= world_.params().temporaries_kept) return;
  heap_ = heap_ - size;
  touched_ = std::min(touched_, heap_);
}

// Where it is; null: a temporary without data.
std::byte* Team::memory(const void* at) const {
  if (!is_temporary(at)) return static_cast<std::byte*>(const_cast<void*>(at));
  for (const Scratch* s = scratches_; s; s = s->below_) {
    const std::uint64_t by = number_of(at) - number_of(s->data_);
    if (by < s->size_) return s->memory_ ? s->memory_ + by : nullptr;
  }
  fail("a temporary lasts as long as its data are used");
}

std::byte* Team::writable(void* at) {
  if (!is_temporary(at)) return static_cast<std::byte*>(at);
  for (Scratch* s = scratches_; s; s = s->below_) {
    const std::uint64_t by = number_of(at) - number_of(s->data_);
    if (by >= s->size_) continue;
    if (!s->memory_) {
      s->memory_ = world_.buffers().allocate(Bytes{static_cast<std::int64_t>(s->size_)});
    }
    return s->memory_ + by;
  }
  fail("a temporary lasts as long as its data are used");
}

// ---- What is there and what is not ----

std::vector<Team::Run> Team::runs(const void* from, Bytes size) const {
  std::vector<Run> all;
  if (size.n == 0) return all;
  const std::uint64_t at = number_of(from);
  std::byte* const base = memory(from);
  missing_.for_each_run(at, at + static_cast<std::uint64_t>(size.n),
                        [&](std::uint64_t begin, std::uint64_t end, bool missing) {
    all.push_back({begin - at, end - begin, missing || !base ? nullptr : base + (begin - at)});
  });
  return all;
}

void Team::forget(const void* at, Bytes size) {
  missing_.add(number_of(at), number_of(at) + static_cast<std::uint64_t>(size.n));
}

void Team::leave_out(void* to, std::uint64_t bytes) {
  if (is_result(to)) left_out_ = true;
  missing_.add(number_of(to), number_of(to) + bytes);
}

void Team::store(void* to, const std::byte* from, std::uint64_t bytes) {
  if (!guarded_copy(writable(to), from, bytes)) [[unlikely]] {
    const bool writes = can_read(from, bytes);
    refuse(writes ? to : from, Bytes{static_cast<std::int64_t>(bytes)}, writes);
  }
  if (!missing_.empty()) missing_.remove(number_of(to), number_of(to) + bytes);
}

void Team::refuse(const void* user, Bytes size, bool writes) const {
  world_.mistakes().fail_access(world_.coroutine(coroutine_).rank, user, size, writes);
  fail("the rank runs");
}

void Team::copy(const void* from, void* to, Bytes size) {
  // Without data, buffers may be null, and are alike without being the same.
  if (costs_ && (from != to || !from)) take(Activity::sending, world_.params().copy_time(size));
  if (!moves_ || from == to || size.n == 0 || !to) return;
  const auto bytes = static_cast<std::uint64_t>(size.n);
  const std::byte* const data = from ? memory(from) : nullptr;
  if (!data) return leave_out(to, bytes);
  if (missing_.empty()) [[likely]] return store(to, data, bytes);
  for (const Run& r : runs(from, size)) {
    if (r.memory) store(further(to, r.at), r.memory, r.bytes);
    else leave_out(further(to, r.at), r.bytes);
  }
}

// ---- Messages ----

// A payload of its own for data of which parts are missing.
std::byte* Team::with_gaps(std::span<const Run> all, Bytes size) const {
  const auto gaps = std::ranges::count_if(all, [](const Run& r) { return !r.memory; });
  std::byte* const payload = new_payload(size, static_cast<std::size_t>(gaps));
  PayloadGap* gap = gaps_of(payload).data();
  for (const Run& r : all) {
    if (!r.memory) {
      *gap++ = {static_cast<std::int64_t>(r.at), static_cast<std::int64_t>(r.at + r.bytes)};
    } else if (!guarded_copy(payload + r.at, r.memory, r.bytes)) {
      refuse(r.memory, Bytes{static_cast<std::int64_t>(r.bytes)}, false);
    }
  }
  return payload;
}

void Team::finish_receive(Handle h) {
  const mpi::Requests::Kept kept = world_.requests().take_kept(h);
  if (!kept.payload && (kept.bytes.n == 0 || !kept.to)) return;
  const auto bytes = static_cast<std::uint64_t>(kept.bytes.n);
  if (!kept.payload) return leave_out(kept.to, bytes);
  std::uint64_t at = 0;
  const auto present = [&](std::uint64_t end) {
    if (kept.to && at < end) store(further(kept.to, at), kept.payload + at, end - at);
  };
  for (const PayloadGap& gap : gaps_of(kept.payload)) {
    const auto begin = static_cast<std::uint64_t>(gap.begin), end = static_cast<std::uint64_t>(gap.end);
    present(begin);
    if (kept.to) leave_out(further(kept.to, begin), end - begin);
    at = end;
  }
  present(bytes);
  free_payload(kept.payload);
}

// ---- Reductions ----

// A result whose operands are not all there is missing.
void Team::combine(const CollectiveCall& call, const void* in, void* inout, std::int64_t count) {
  if (costs_) {
    const std::string_view operation = call.user ? "" : name_of(call.op);
    take(Activity::computing,
         world_.params().reduce_time(operation, {count * call.element()}, reduced(call)));
  }
  if (!moves_ || count == 0 || !inout) return;
  const auto element = static_cast<std::uint64_t>(call.element());
  const std::uint64_t bytes = element * static_cast<std::uint64_t>(count);
  const std::byte* const a = in ? memory(in) : nullptr;
  std::byte* const b = memory(inout);
  if (!a || !b) return leave_out(inout, bytes);
  if (missing_.empty()) [[likely]] return combine_present(call, a, b, count);

  Intervals out;  // elements
  for (const void* operand : {in, static_cast<const void*>(inout)}) {
    for (const Run& r : runs(operand, Bytes{static_cast<std::int64_t>(bytes)})) {
      if (!r.memory) out.add(r.at / element, (r.at + r.bytes + element - 1) / element);
    }
  }
  out.for_each_run(0, static_cast<std::uint64_t>(count),
                   [&](std::uint64_t begin, std::uint64_t end, bool missing) {
    const std::uint64_t at = begin * element;
    if (missing) leave_out(further(inout, at), (end - begin) * element);
    else combine_present(call, a + at, b + at, static_cast<std::int64_t>(end - begin));
  });
}

void Team::combine_present(const CollectiveCall& call, const std::byte* in, std::byte* inout,
                           std::int64_t count) {
  if (call.user) return call_user(call, in, inout, count);
  if (!without_fault([&] { mpi::combine(call.op, call.type, in, inout, count); })) [[unlikely]] {
    refuse(in, Bytes{count * call.element()}, false);
  }
}

// The function sees elements as its datatype lays them out, with zeros in the holes.
void Team::call_user(const CollectiveCall& call, const std::byte* in, std::byte* inout,
                     std::int64_t count) {
  for (; count > INT32_MAX; count -= INT32_MAX) {
    call_user(call, in, inout, INT32_MAX);
    in += INT32_MAX * call.element(), inout += INT32_MAX * call.element();
  }
  int n = static_cast<int>(count);
  ::KasuriDatatype* type = call.datatype;
  const auto apply = [&](void* a, void* b) {
    call_program(world_, coroutine_, [&] { call.user->function(a, b, &n, &type); });
  };
  if (!call.layout) return apply(const_cast<std::byte*>(in), inout);

  constexpr std::int64_t kAlignment = 16;
  const Layout& layout = *call.layout;
  const Layout::Span span = layout.true_span(count);
  const std::int64_t begin = span.begin - (span.begin % kAlignment + kAlignment) % kAlignment;
  const std::int64_t bytes = (span.end - begin + kAlignment - 1) / kAlignment * kAlignment;
  std::byte* const space = world_.buffers().allocate(Bytes{2 * bytes});
  std::memset(space, 0, static_cast<std::size_t>(2 * bytes));
  // Where the elements' addresses count from; outside of the space if their data begin far from it.
  const auto origin = [&](std::int64_t at) {
    return reinterpret_cast<void*>(number_of(space) + static_cast<std::uint64_t>(at - begin));
  };
  void* const a = origin(0);
  void* const b = origin(bytes);
  layout.unpack(in, 0, count * layout.size, a);
  layout.unpack(inout, 0, count * layout.size, b);
  apply(a, b);
  layout.pack(b, 0, count * layout.size, inout);
  world_.buffers().free(space);
}

// ---- Calls ----

namespace {

struct Space {
  bool is_needed = false;
  bool is_result = false;  // it is copied at the end
  Bytes bytes{0};
};

// Where algorithms must not work in the program's own buffer: it may get no data in the end, or be NULL
// at a rank that has data to pass on.
Space space_for(const Team& team, Collective which, const CollectiveCall& call) {
  switch (which) {
    case Collective::reduce: return {team.rank() == call.root, true, call.bytes()};
    case Collective::allreduce: return {true, true, call.bytes()};
    case Collective::exscan: return {true, team.rank() > 0, call.bytes()};
    case Collective::bcast: return {!call.receive && team.rank() != call.root, false, call.bytes()};
    case Collective::allgather:
    case Collective::allgatherv: break;
    default: return {};
  }
  if (call.receive) return {};
  Space space{.is_needed = true};
  for (int i = 0; i < team.size(); ++i) {
    space.bytes = std::max(space.bytes, call.in.at(i) + call.in.bytes(i));
  }
  return space;
}

}  // namespace

void Collectives::run(Team& team, Collective which, const CollectiveCall& call) {
  if (!team.moves()) return run_algorithm(team, which, call);
  const Space space = space_for(team, which, call);
  if (!space.is_needed) return run_algorithm(team, which, call);
  const Team::Scratch results(team, space.bytes);
  CollectiveCall own = call;
  own.receive = results.data();
  run_algorithm(team, which, own);
  if (space.is_result) team.copy(results.data(), call.receive, call.bytes());
}

void Collectives::run_call(Team& team, Collective which, const CollectiveCall& call, PackedCall* packing) {
  if (packing) packing->begin(team);
  if (team.comm().between) run_between(team, team.comm(), which, call);
  else run(team, which, call);
  if (packing) packing->finish(team);
  const bool has_none = call.gets && (!team.moves() || team.left_out());
  if (has_none) ++ranks_[world_.coroutine(team.coroutine()).rank].statistics.without_data;
}

}  // namespace kasuri::mpi
