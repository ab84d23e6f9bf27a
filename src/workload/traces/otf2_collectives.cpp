// SPDX-License-Identifier: MIT
// Collectives of OTF2 archives. An event tells what the rank sent and received in all, as Score-P counts
// it: of a bcast the root sends the vector to each member, itself included; in an allreduce each rank
// sends its vector to each. What that tells of blocks of any size: otf2_sums.h.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "mpi/ranks/communicators.h"
#include "workload/traces/otf2_names.h"
#include "workload/traces/otf2_rank.h"

namespace kasuri::trace {
namespace {

using Kind = mpi::Operation::Kind;
using Which = mpi::Collective;

struct Otf2CollectiveRow {
  OTF2_CollectiveOp op;
  Which which;
  bool rooted;
};
constexpr Otf2CollectiveRow kOtf2Collectives[] = {
    {OTF2_COLLECTIVE_OP_BARRIER, Which::barrier, false},
    {OTF2_COLLECTIVE_OP_BCAST, Which::bcast, true},
    {OTF2_COLLECTIVE_OP_GATHER, Which::gather, true},
    {OTF2_COLLECTIVE_OP_GATHERV, Which::gatherv, true},
    {OTF2_COLLECTIVE_OP_SCATTER, Which::scatter, true},
    {OTF2_COLLECTIVE_OP_SCATTERV, Which::scatterv, true},
    {OTF2_COLLECTIVE_OP_ALLGATHER, Which::allgather, false},
    {OTF2_COLLECTIVE_OP_ALLGATHERV, Which::allgatherv, false},
    {OTF2_COLLECTIVE_OP_ALLTOALL, Which::alltoall, false},
    {OTF2_COLLECTIVE_OP_ALLTOALLV, Which::alltoallv, false},
    {OTF2_COLLECTIVE_OP_ALLTOALLW, Which::alltoallv, false},
    {OTF2_COLLECTIVE_OP_ALLREDUCE, Which::allreduce, false},
    {OTF2_COLLECTIVE_OP_REDUCE, Which::reduce, true},
    {OTF2_COLLECTIVE_OP_REDUCE_SCATTER, Which::reduce_scatter, false},
    {OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK, Which::reduce_scatter_block, false},
    {OTF2_COLLECTIVE_OP_SCAN, Which::scan, false},
    {OTF2_COLLECTIVE_OP_EXSCAN, Which::exscan, false}};

const Otf2CollectiveRow* otf2_row_of(OTF2_CollectiveOp op) {
  for (const Otf2CollectiveRow& r : kOtf2Collectives) {
    if (r.op == op) return &r;
  }
  return nullptr;
}

// Of a sum over n equal blocks; in place (MPI_IN_PLACE) a rank moves nothing to itself, so Score-P counts
// one block less. A sum that both divide is taken for one of n, unless only the larger block is a whole
// number of words: vectors of numbers are.
std::uint64_t part_of(std::uint64_t sum, std::uint64_t n) {
  constexpr std::uint64_t kWord = 4;
  if (n < 2 || sum % (n - 1) != 0) return sum / n;
  const std::uint64_t in_place = sum / (n - 1);
  const bool is_whole = sum % n == 0 && (sum / n % kWord == 0 || in_place % kWord != 0);
  return is_whole ? sum / n : in_place;
}

// The size of a block (see mpi::Operation) from what the rank sent and received.
std::uint64_t block_of(Which which, bool is_root, std::uint64_t me, std::uint64_t n,
                       std::uint64_t sent, std::uint64_t received) {
  const std::uint64_t others = std::max<std::uint64_t>(1, n - 1);
  switch (which) {
    case Which::barrier: return 0;
    case Which::bcast: return received ? received : is_root ? sent / n : 0;
    case Which::reduce: case Which::gather: return sent || !is_root ? sent : received / others;
    case Which::gatherv: return sent;
    case Which::scatter: return received || !is_root ? received : sent / others;
    case Which::allgather: return part_of(received, n);
    case Which::scan:
      if (sent * (me + 1) == received * (n - me)) return received / (me + 1);
      [[fallthrough]];  // in place it counts as an exscan
    case Which::exscan: return me > 0 ? received / me : sent / others;
    default: return part_of(sent, n);
  }
}

// Whether members may give blocks of other sizes than each other.
bool varies(Which which) {
  return needs_sums(which) || which == Which::gatherv || which == Which::scan || which == Which::exscan;
}

}  // namespace

std::uint32_t otf2::op_of(mpi::Collective which) {
  for (const Otf2CollectiveRow& r : kOtf2Collectives) {
    if (r.which == which) return r.op;
  }
  return OTF2_COLLECTIVE_OP_BARRIER;
}

void Otf2Rank::take_detail(const std::string& name, std::int64_t value) {
  if (!name.starts_with("kasuri.") || take_remote_detail(name, value)) return;
  if (value < INT32_MIN || value > INT32_MAX) fail(fmt::format("{} is out of range", name));
  const auto n = static_cast<std::int32_t>(value);
  if (name == otf2::kOut) details_.out.push_back(n);
  if (name == otf2::kIn) details_.in.push_back(n);
  if (name == otf2::kOut || name == otf2::kIn) details_.sizes_told = true;
  if (name == otf2::kElement) details_.element = n;
  if (name == otf2::kMaking) details_.making = n;
  if (name == otf2::kColour) details_.colour = n;
  if (name == otf2::kKey) details_.key = n;
}

void Otf2Rank::fill(Item& item, const Collective& c, const Details& details) {
  const Otf2CollectiveRow* const row = otf2_row_of(c.op);
  const Otf2Communicator& comm = archive_.communicator(c.comm);
  if (!row || comm.number == Otf2Communicator::kUnknown || comm.first_group > 0) {
    ignore("collectives on communicators between groups");
    item.dropped = true;
    return;
  }
  if (call_.region && call_.region->name.find("eighbor") != std::string::npos) {
    ignore("collectives among unknown neighbours");
    item.dropped = true;
    return;
  }
  if (std::max(c.sent, c.received) >= std::uint64_t{1} << 50) fail("this collective moves more than 1 PiB");
  if (comm.number == Otf2Communicator::kSelf) {
    item.dropped = true;  // with nobody else there is nothing to do
    return;
  }
  const std::uint32_t root = row->rooted ? archive_.member(comm, c.root, rank_) : 0;
  if (row->rooted && root >= comm.size) {
    fail(fmt::format("the root {} does not exist in communicator '{}', which has {}", c.root, comm.name,
                     comm.size));
  }
  const std::uint32_t me = place_in(comm);
  if (me == comm.size) fail(fmt::format("the rank is no member of communicator '{}'", comm.name));
  item.op.collective = row->which;
  item.op.comm = comm.number;
  if (row->rooted) item.op.root = static_cast<std::int32_t>(root);
  item.op.bytes = {static_cast<std::int64_t>(
      block_of(row->which, row->rooted && root == me, me, comm.size, c.sent, c.received))};
  for (const auto& [sizes, told] : {std::pair(&item.out, &details.out), {&item.in, &details.in}}) {
    if (told->empty()) continue;
    if (told->size() != comm.size || std::ranges::any_of(*told, [](int n) { return n < 0; })) {
      fail(fmt::format("{} sizes of blocks do not fit a communicator of {}", told->size(), comm.size));
    }
    *sizes = *told;
  }
  if (row->which == Which::scatterv && !item.out.empty()) item.op.bytes = {item.out[me]};
  if (row->which == Which::allgatherv && !item.in.empty()) item.op.bytes = {item.in[me]};
  item.op.element = details.element;
  item.by_sums = needs_sums(row->which) && !details.sizes_told;
  item.sum = {c.sent, c.received};
  if (!look_again_) summary_.collective_bytes += Bytes{static_cast<std::int64_t>(c.sent)};
}

std::uint32_t Otf2Rank::place_in(const Otf2Communicator& comm) {
  const auto [at, fresh] = places_.try_emplace(comm.number, 0);
  if (fresh) at->second = archive_.place(comm, static_cast<std::uint32_t>(rank_));
  return at->second;
}

// An operation whose turn has come: collectives in the order of the calls, also of those that do not
// block, which are complete in any order.
void Otf2Rank::store(Item& item, StoredFile& to) {
  if (item.mark == Item::Mark::loop_begins) return to.begin_loop();
  if (item.mark == Item::Mark::loop_ends) return to.end_loop();
  mpi::Operation& op = item.op;
  op.requests = item.requests;
  op.out = item.out;
  op.in = item.in;
  if (op.kind == Kind::collective || op.kind == Kind::icollective) {
    tally_.collective(op.comm, op.collective, op.root, varies(op.collective) ? Bytes{0} : op.bytes);
  }
  if (!item.by_sums) return to.put(op);
  const std::uint32_t members =
      op.comm == 0 ? static_cast<std::uint32_t>(archive_.ranks())
                   : static_cast<std::uint32_t>((*archive_.communicators())[op.comm - 1].size());
  const SumsOfMembers sums{by_sums_[op.comm]++, places_.at(op.comm)};
  sums_.put(op.comm, sums.call, members, sums.me, item.sum);
  to.put(op, &sums);
}

void Otf2Rank::add_collective(const Collective& c, const Details& details, Kind kind,
                              std::uint32_t request) {
  if (otf2_row_of(c.op)) {
    Item& item = add(kind);
    item.op.request = request;
    fill(item, c, details);
    return;
  }
  // The making of a communicator or window: what it costs among those that make it. Score-P 8 writes that
  // MPI_Init makes the communicator of all ranks and that MPI_Finalize ends it: nobody sends for that.
  const std::string_view name = call_.region ? std::string_view(call_.region->name) : "";
  if (name.starts_with("MPI_Init") || name == "MPI_Finalize" || name.starts_with("MPI_Session_")) return;
  const Otf2Communicator& comm = archive_.communicator(c.comm);
  if (!look_again_) ++summary_.collectives;
  const bool makes = c.op == OTF2_COLLECTIVE_OP_CREATE_HANDLE ||
                     c.op == OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE ||
                     c.op == OTF2_COLLECTIVE_OP_ALLOCATE;
  if (!makes || comm.number >= Otf2Communicator::kUnknown) return;
  if (details.making >= 0) {
    const auto making = static_cast<std::uint32_t>(details.making) - otf2::kFirstMaking +
                        static_cast<std::uint32_t>(mpi::Making::dup);
    Item& item = add(making == static_cast<std::uint32_t>(mpi::Making::dup)     ? Kind::duplicate
                     : making == static_cast<std::uint32_t>(mpi::Making::split) ? Kind::split
                                                                                : Kind::create);
    item.op.comm = comm.number;
    item.op.colour = details.colour;
    item.op.key = details.key;
    return;
  }
  const bool splits = name.find("split") != name.npos || name.find("Cart_sub") != name.npos;
  Item& item = add(splits ? Kind::split : name.find("dup") != name.npos ? Kind::duplicate : Kind::create);
  item.op.comm = comm.number;
  item.op.key = rank_;
}

void Otf2Rank::complete_collective(const Collective& c, std::uint64_t id) {
  const auto found = requests_.find(id);
  if (found == requests_.end() || !found->second.item) {
    call_.collectives.push_back({c, std::exchange(details_, {})});
    return;
  }
  Item& item = *std::exchange(found->second.item, nullptr);
  item.known = true;
  if (otf2_row_of(c.op)) {
    fill(item, c, std::exchange(details_, {}));
  } else {
    item.dropped = true;
    if (!look_again_) ++summary_.collectives;
  }
  if (item.dropped) {
    free_requests_.push_back(found->second.number);
    requests_.erase(found);
  } else {
    call_.done.push_back(id);
  }
}

}  // namespace kasuri::trace
