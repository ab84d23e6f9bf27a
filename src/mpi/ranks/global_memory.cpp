// SPDX-License-Identifier: MIT
// The memory of ranks that others can address, and what may go wrong with an address.
#include <fmt/format.h>

#include <cstdlib>
#include <new>

#include "mpi/ranks/call.h"
#include "mpi/ranks/one_sided.h"

namespace kasuri::mpi {

void OneSided::enter(Call& call) {
  refuse_recording(call);
  State& me = state(call.rank());
  if (me.entered) call.fail("called twice");
  if (world_.ranks().size() > kMostRanks) call.fail("global addresses name at most {} ranks", kMostRanks);
  me.entered = true;
  me.regions.assign(1, {nullptr, static_cast<std::uint64_t>(p_.starter_memory.n), true});
}

void OneSided::leave(Call& call) {
  State& me = state(call.rank());
  me.entered = false;
  std::free(me.regions[kStarterTag].address);
  me.regions.clear();
}

void OneSided::require_entered(Call& call) {
  if (!state(call.rank()).entered) call.fail("called before acp_init or after acp_finalize");
}

// Every rank of the job in this part says the same.
void OneSided::renumber(Call& call, std::span<const std::int32_t> wanted) {
  if (numbers_.size() < world_.ranks().jobs().size()) numbers_.resize(world_.ranks().jobs().size());
  Numbers& n = numbers_[job_index(call.rank())];
  if (std::ranges::equal(n.of_place, wanted)) return;
  std::vector<std::uint32_t> place(wanted.size(), kEnded);
  for (std::uint32_t i = 0; i < wanted.size(); ++i) {
    std::uint32_t& taken = place[static_cast<std::size_t>(wanted[i])];
    if (taken != kEnded) call.fail("ranks {} and {} both ask for number {}", taken, i, wanted[i]);
    taken = i;
  }
  n.of_place.assign(wanted.begin(), wanted.end());
  n.place = std::move(place);
}

GlobalAddress OneSided::register_memory(Call& call, void* address, std::uint64_t size,
                                        std::uint32_t colour) {
  call.check_buffer(address, Bytes{static_cast<std::int64_t>(size)});
  if (size == 0 || size > format_.most_bytes()) {
    call.fail("{} bytes; a registration has 1 to {} bytes", size,
              format_.most_bytes());
  }
  if (address) {
    const auto bytes = static_cast<std::int64_t>(size);
    call.check_access(address, 0, bytes, Bytes{bytes}, true);
  }
  std::vector<Region>& all = state(call.rank()).regions;
  std::uint32_t tag = 1;
  while (tag < all.size() && all[tag].valid) ++tag;
  if (tag == kReplayTag) return 0;
  pass_registration(call, Bytes{static_cast<std::int64_t>(size)}, false);
  if (tag == all.size()) all.emplace_back();
  all[tag] = {static_cast<std::byte*>(address), size, true};
  return format_.address({number_of(call.rank()), tag, 0, colour});
}

bool OneSided::unregister_memory(Call& call, GlobalAddress key) {
  const AddressParts a = parts_of(key);
  std::vector<Region>& all = state(call.rank()).regions;
  if (key == 0 || a.rank != number_of(call.rank()) || a.tag == kStarterTag || a.tag >= all.size() ||
      !all[a.tag].valid) {
    call.fail("this rank has registered no memory with this key, or has unregistered it");
  }
  all[a.tag].valid = false;
  return true;
}

GlobalAddress OneSided::query(Call& call, GlobalAddress key, const void* address) {
  const AddressParts a = parts_of(key);
  const std::vector<Region>& all = state(call.rank()).regions;
  if (key == 0 || a.rank != number_of(call.rank()) || a.tag >= all.size() || !all[a.tag].valid) {
    call.fail("this rank has registered no memory with this key");
  }
  const Region& r = all[a.tag];
  const auto offset =
      reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(r.address);
  if (offset >= r.size) {
    call.fail("the address is outside the {} registered bytes", r.size);
  }
  return key + offset;
}

// Null for the address of another rank.
void* OneSided::pointer(Call& call, GlobalAddress address) {
  if (address == 0 || parts_of(address).rank != number_of(call.rank())) return nullptr;
  RdmaOp op;
  op.initiator = call.rank();
  op.source = op.destination = address;
  op.size = Bytes{1};
  check_own_end(call, op, RdmaEnd::source);
  const AddressParts a = parts_of(address);
  if (a.tag == kStarterTag) return starter(call.rank()) + a.offset;
  std::byte* const base = state(call.rank()).regions[a.tag].address;
  return base ? base + a.offset : nullptr;  // NULL was registered
}

RdmaFault OneSided::check(const RdmaOp& op, RdmaEnd end) const {
  if (op.counted) return RdmaFault::none;
  const AddressParts a = parts_of(end == RdmaEnd::source ? op.source : op.destination);
  const State* s = find(rank_of(op, end));
  if (!s || a.tag >= s->regions.size() || !s->regions[a.tag].valid) return RdmaFault::unregistered;
  const std::uint64_t size = s->regions[a.tag].size;
  const auto wanted = static_cast<std::uint64_t>(op.size.n);
  if (a.offset > size || wanted > size - a.offset) return RdmaFault::out_of_range;
  if (op.kind != RdmaOp::Kind::copy && a.offset % wanted) return RdmaFault::misaligned;
  return RdmaFault::none;
}

// A rank's own end is checked at once; the NIC of another checks its own.
void OneSided::check_own_end(Call& call, const RdmaOp& op, RdmaEnd end) {
  const GlobalAddress a = end == RdmaEnd::source ? op.source : op.destination;
  const char* name = end == RdmaEnd::source ? "source" : "destination";
  const auto ranks = static_cast<std::uint32_t>(world_.ranks().job_of(call.rank()).ranks);
  if (a == 0 || parts_of(a).rank >= ranks || parts_of(a).colour >= format_.colours) {
    call.fail("the {} is {}", name, a == 0 ? "ACP_GA_NULL" : "no global address");
  }
  if (rank_of(op, end) != call.rank()) return;
  if (const RdmaFault f = check(op, end); f != RdmaFault::none) {
    call.fail("{}", explain(op, f, end));
  }
}

std::byte* OneSided::locate(const RdmaOp& op, RdmaEnd end) {
  const std::uint32_t rank = rank_of(op, end);
  if (op.counted || !world_.ranks()[rank].payload) return nullptr;
  const AddressParts a = parts_of(end == RdmaEnd::source ? op.source : op.destination);
  if (a.tag == kStarterTag) return starter(rank) + a.offset;
  std::byte* const address = state(rank).regions[a.tag].address;
  return address ? world_.ranks().in_memory_of(rank, address + a.offset) : nullptr;
}

std::byte* OneSided::starter(std::uint32_t rank) {
  Region& r = state(rank).regions[kStarterTag];
  if (!r.address) r.address = static_cast<std::byte*>(std::calloc(1, r.size));
  if (!r.address) throw std::bad_alloc();
  return r.address;
}

std::string OneSided::explain(const RdmaOp& op, RdmaFault fault, RdmaEnd end) const {
  const AddressParts a = parts_of(end == RdmaEnd::source ? op.source : op.destination);
  const std::string what =
      fmt::format("the {}, {} bytes at offset {} of memory {} of rank {},",
                  end == RdmaEnd::source ? "source" : "destination", op.size.n, a.offset, a.tag,
                  index_of(rank_of(op, end)));
  switch (fault) {
    case RdmaFault::unregistered: return what + " is not registered";
    case RdmaFault::out_of_range: return what + " exceeds the registered memory";
    case RdmaFault::misaligned:
      return what + fmt::format(" is not at a multiple of {} bytes", op.size.n);
    case RdmaFault::none: break;
  }
  return what;
}

}  // namespace kasuri::mpi
