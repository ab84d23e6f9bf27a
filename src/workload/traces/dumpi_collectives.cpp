// SPDX-License-Identifier: MIT
// Collectives of a DUMPI trace, and the making of communicators. What is in place (MPI_IN_PLACE) has
// sizes on the receiving side only, so that is where they come from.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "mpi/ranks/communicators.h"
#include "workload/traces/dumpi_rank.h"

namespace kasuri::trace {

using namespace dumpi;
using Kind = mpi::Operation::Kind;
using Which = mpi::Collective;

namespace {

struct DumpiCollectiveRow {
  std::uint16_t function;
  Which which;
  // Among the call's numbers, where are count and datatype of a block, root and communicator. Root:
  // kNoRoot if there is none.
  std::uint8_t count, type, root, comm;
};
constexpr std::uint8_t kNoRoot = 255;
constexpr DumpiCollectiveRow kDumpiCollectives[] = {
    {kBarrier, Which::barrier, 0, 0, kNoRoot, 0},
    {kBcast, Which::bcast, 0, 1, 2, 3},
    {kReduce, Which::reduce, 0, 1, 3, 4},
    {kAllreduce, Which::allreduce, 0, 1, kNoRoot, 3},
    {kScan, Which::scan, 0, 1, kNoRoot, 3},
    {kExscan, Which::exscan, 0, 1, kNoRoot, 3},
    {kGather, Which::gather, 1, 2, 3, 4},
    {kScatter, Which::scatter, 1, 2, 3, 4},
    {kAllgather, Which::allgather, 2, 3, kNoRoot, 4},
    {kAlltoall, Which::alltoall, 2, 3, kNoRoot, 4},
    {kGatherv, Which::gatherv, 2, 3, 4, 5},
    {kScatterv, Which::scatterv, 3, 4, 5, 6},
    {kAllgatherv, Which::allgatherv, 1, 3, kNoRoot, 4},
    {kAlltoallv, Which::alltoallv, 0, 2, kNoRoot, 3},
    {kAlltoallw, Which::alltoallv, 0, 0, kNoRoot, 1},
    {kReduceScatter, Which::reduce_scatter, 0, 1, kNoRoot, 3}};

const DumpiCollectiveRow* dumpi_row_of(std::uint16_t function) {
  const auto found = std::ranges::find(kDumpiCollectives, function, &DumpiCollectiveRow::function);
  return found == std::end(kDumpiCollectives) ? nullptr : found;
}

bool has_blocks(Which w) {
  return w == Which::gatherv || w == Which::scatterv || w == Which::allgatherv ||
         w == Which::alltoallv || w == Which::reduce_scatter;
}

bool reduces(Which w) {
  return w == Which::reduce || w == Which::allreduce || w == Which::scan || w == Which::exscan ||
         w == Which::reduce_scatter;
}

std::int64_t sum_of(const std::vector<int>& all) {
  return std::accumulate(all.begin(), all.end(), std::int64_t{0});
}

// Bytes that a rank of a communicator gives.
template <class Item>
std::int64_t given(const Item& item, bool is_root, std::uint32_t size) {
  switch (item.op.collective) {
    case Which::alltoall: return item.op.bytes.n * size;
    case Which::alltoallv:
    case Which::scatterv: return sum_of(item.out);
    case Which::reduce_scatter: return sum_of(item.in);
    case Which::bcast: return is_root ? item.op.bytes.n : 0;
    case Which::scatter: return is_root ? item.op.bytes.n * size : 0;
    default: return item.op.bytes.n;
  }
}

}  // namespace

std::vector<int> DumpiRank::blocks(const std::vector<std::int32_t>& counts, std::int64_t type) {
  std::vector<int> all;
  for (const std::int32_t n : counts) all.push_back(block_of(n, type));
  return all;
}

std::vector<int> DumpiRank::blocks(const std::vector<std::int32_t>& counts,
                                   const std::vector<std::int32_t>& types) {
  if (counts.size() != types.size()) {
    fail(fmt::format("{} counts, but {} datatypes", counts.size(), types.size()));
  }
  std::vector<int> all;
  for (std::size_t i = 0; i < counts.size(); ++i) all.push_back(block_of(counts[i], types[i]));
  return all;
}

bool DumpiRank::take_collective(const DumpiCall& c) {
  const DumpiCollectiveRow* const row = dumpi_row_of(c.function);
  if (!row) return false;
  if (mode_ != Mode::store) return true;
  const auto& n = c.number;
  const std::uint32_t number = handles_.communicator(n[row->comm]);
  const Place p = number == DumpiHandles::kUnknown ? Place{} : comms_.place(rank_, number);
  if (p.comm == DumpiCommunicators::kSelf) return true;  // with nobody else there is nothing to do
  if (p.comm == DumpiCommunicators::kUnknown) {
    ignore("collectives on communicators with unknown members");
    return true;
  }
  if (comms_.first_group(p.comm) > 0) {
    ignore("collectives on communicators between groups");
    return true;
  }
  const std::uint32_t size = comms_.size(p.comm);
  Item& item = add(Kind::collective);
  mpi::Operation& op = item.op;
  op.collective = row->which;
  op.comm = p.comm;
  bool is_root = false;
  if (row->root != kNoRoot) {
    if (n[row->root] < 0 || n[row->root] >= size) {
      fail(fmt::format("the root {} does not exist in the communicator, which has {}", n[row->root],
                       size));
    }
    op.root = static_cast<std::int32_t>(n[row->root]);
    is_root = static_cast<std::uint32_t>(op.root) == p.index;
  }
  set_sizes(c, row->count, row->type, item, is_root, size, p.index);
  if (reduces(row->which)) {
    // Vectors are cut between elements; of a datatype of another size, between its words.
    const std::int64_t bytes = types_.size(n[row->type]).value_or(1);
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 1)));
    op.element = 1 << std::min(zeros, 4);
  }
  state_.tally.collective(p.comm, row->which, op.root, has_blocks(row->which) ? Bytes{0} : op.bytes);
  state_.summary.collective_bytes += Bytes{given(item, is_root, size)};
  return true;
}

// How much a rank gives and gets.
void DumpiRank::set_sizes(const DumpiCall& c, std::uint8_t count, std::uint8_t type_at, Item& item,
                          bool is_root, std::uint32_t size, std::uint32_t index) {
  const auto& n = c.number;
  mpi::Operation& op = item.op;
  const std::int64_t type = n[type_at];
  const auto own = [&](const std::vector<int>& all) { return all.empty() ? 0 : all[index]; };
  const auto checked = [&](std::vector<int> all) {
    if (!all.empty() && all.size() != size) {
      fail(fmt::format("{} sizes of blocks do not fit a communicator of {}", all.size(), size));
    }
    return all;
  };
  switch (c.function) {
    case kBarrier: break;
    case kGather:
    case kScatter:
      // On the root, what it gets from each, or gives to each.
      op.bytes = {is_root && c.numbers >= 7 ? bytes_of(n[5], n[6]) : bytes_of(n[1], n[2])};
      break;
    case kGatherv:
      if (is_root && c.lists == 2) item.in = checked(blocks(c.list[0], n[6]));
      op.bytes = {item.in.empty() ? bytes_of(n[2], n[3]) : own(item.in)};
      break;
    case kScatterv:
      if (is_root && c.lists == 2) item.out = checked(blocks(c.list[0], n[2]));
      op.bytes = {item.out.empty() ? bytes_of(n[3], n[4]) : own(item.out)};
      break;
    case kAllgatherv:
    case kReduceScatter:
      item.in = checked(blocks(c.list[0], type));
      op.bytes = {own(item.in)};
      break;
    case kAlltoallv:
    case kAlltoallw: {
      const bool w = c.function == kAlltoallw;
      item.in = checked(w ? blocks(c.list[3], c.list[5]) : blocks(c.list[2], n[2]));
      item.out = checked(w ? blocks(c.list[0], c.list[2]) : blocks(c.list[0], n[1]));
      if (item.out.empty()) item.out = item.in;  // in place
      break;
    }
    default: op.bytes = {bytes_of(n[count], type)};
  }
}

bool DumpiRank::take_making(const DumpiCall& c) {
  if (!DumpiHandles::makes_communicator(c.function)) return false;
  if (!state_.collected && mode_ != Mode::collect) throw DumpiMustCollect{};
  const std::size_t parent_at = c.function == kGraphCreate || c.function == kCartSub ? 1 : 0;
  const std::uint32_t number = handles_.communicator(c.number[parent_at]);
  const bool collects = mode_ == Mode::collect;
  handles_.take(c, &comms_, collects ? &comms_.of_rank(rank_) : nullptr);
  if (mode_ != Mode::store) return true;
  const Place p = number == DumpiHandles::kUnknown ? Place{} : comms_.place(rank_, number);
  ++state_.summary.collectives;
  if (p.comm >= DumpiCommunicators::kSelf) return true;
  mpi::Operation& op = add(Kind::create).op;
  op.comm = p.comm;
  if (c.function == kCommDup) op.kind = Kind::duplicate;
  if (c.function == kCommSplit) {
    op.kind = Kind::split;
    op.colour =
        c.number[3] >= kFirstUserComm ? static_cast<std::int32_t>(c.number[1]) : mpi::kUndefinedColour;
    op.key = static_cast<std::int32_t>(c.number[2]);
  }
  if (c.function == kCartSub) {
    op.kind = Kind::split;
    if (const auto part = comms_.part(p.comm, p.index, c.list[0]))
      op.colour = part->colour, op.key = part->key;
  }
  return true;
}

}  // namespace kasuri::trace
