// SPDX-License-Identifier: MIT
#include "workload/traces/time_independent_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kasuri::trace {
namespace {

using mpi::Collective;
using K = mpi::Operation::Kind;

// MPI_DOUBLE, MPI_INT, … by SimGrid's numbers, in bytes.
constexpr int kActionTypeSizes[] = {8,  4, 1, 2, 8, 4, 1, 8,  1,  1,  2, 4, 8, 8, 16, 4,  1, 1, 2, 4,
                                    8,  1, 2, 4, 8, 8, 16, 32, 8, 8,  8, 16, 16, 8, 8, 8, 16, 16, 4, 4,
                                    8, 16, 8, 16, 16, 4, 2, 4, 8, 16, 32, 1, 8, 16, 32, 0, 0, 1, 8, 8};
constexpr std::int32_t kNoType = -1;  // MPI_DATATYPE_NULL, of who gives nothing

// SimGrid's numbers for wildcards. Its tracer writes MPI_UNDEFINED for a rank that is not known.
constexpr std::int64_t kSimGridAnySource = -555, kSimGridAnyTag = -444, kSimGridUndefined = -333,
                       kSimGridProcNull = -666;

Bytes sum(const std::vector<int>& all) {
  Bytes s{0};
  for (const int n : all) s += Bytes{n};
  return s;
}

}  // namespace

Actions::Parse Actions::parser_of(std::string_view name, std::string_view& kept) {
  struct Row {
    std::string_view name;
    Parse parse;
  };
  static constexpr Row rows[] = {
      {"compute", &Actions::compute},       {"isend", &Actions::send},
      {"irecv", &Actions::receive},         {"wait", &Actions::wait},
      {"waitall", &Actions::wait_all},      {"send", &Actions::send},
      {"recv", &Actions::receive},          {"allreduce", &Actions::allreduce},
      {"sendRecv", &Actions::exchange},     {"Ssend", &Actions::send},
      {"ISsend", &Actions::send},           {"bsend", &Actions::send},
      {"ibsend", &Actions::send},
      {"barrier", &Actions::barrier},       {"bcast", &Actions::bcast},
      {"reduce", &Actions::reduce},         {"alltoall", &Actions::alltoall},
      {"alltoallv", &Actions::alltoallv},   {"gather", &Actions::gather},
      {"gatherv", &Actions::gatherv},       {"scatter", &Actions::gather},
      {"scatterv", &Actions::scatterv},     {"allgather", &Actions::alltoall},
      {"allgatherv", &Actions::allgatherv}, {"reducescatter", &Actions::reduce_scatter},
      {"scan", &Actions::scan},             {"exscan", &Actions::scan},
      {"test", &Actions::test},             {"sleep", &Actions::sleep},
      {"init", &Actions::init},             {"finalize", &Actions::finalize},
      {"comm_size", &Actions::nothing},     {"comm_split", &Actions::nothing},
      {"comm_dup", &Actions::nothing},      {"location", &Actions::nothing},
      // older names
      {"Isend", &Actions::send},            {"Irecv", &Actions::receive},
      {"waitAll", &Actions::wait_all},      {"allToAll", &Actions::alltoall},
      {"allToAllV", &Actions::alltoallv},   {"allReduce", &Actions::allreduce},
      {"allGather", &Actions::alltoall},    {"allGatherV", &Actions::allgatherv},
      {"gatherV", &Actions::gatherv},       {"scatterV", &Actions::scatterv},
      {"reduceScatter", &Actions::reduce_scatter}};
  for (const Row& row : rows) {
    if (row.name != name) continue;
    kept = row.name;
    return row.parse;
  }
  return nullptr;
}

// What SimGrid's tracer writes, and no replay can do, for it is not told enough; else it is unknown.
void Actions::refuse(std::string_view name) const {
  constexpr std::string_view kWhole[][2] = {
      {"waitAny", "the trace does not say which request was complete"},
      {"waitany", "the trace does not say which request was complete"},
      {"testany", "the trace does not say which requests were complete"},
      {"testall", "the trace does not say which requests were complete"},
      {"testsome", "the trace does not say which requests were complete"},
      {"Start", "the trace does not say whether a persistent request sends or receives"},
      {"Startall", "the trace does not say which persistent requests are started"},
      {"isendRecv", "the trace does not say which wait is for it"},
      {"migrate", "processes do not move here"}};
  constexpr std::string_view kCollectives[] = {"barrier", "bcast", "reduce", "allreduce", "alltoall",
                                               "alltoallv", "alltoallw", "gather", "gatherv", "scatter",
                                               "scatterv", "allgather", "allgatherv", "reducescatter",
                                               "scan", "exscan"};
  constexpr std::string_view kOneSided[] = {"Put", "Get", "Rput", "Rget", "Accumulate", "Raccumulate",
                                            "Fetch_and_op", "Get_accumulate", "Rget_accumulate",
                                            "Compare_and_swap"};
  if (name.empty()) fail("the trace is truncated: an action is missing");
  for (const auto& [known, why] : kWhole) {
    if (name == known) fail(fmt::format("action '{}' cannot be replayed: {}", name, why));
  }
  if (name[0] == 'i' && std::ranges::find(kCollectives, name.substr(1)) != std::end(kCollectives)) {
    fail(fmt::format("action '{}' cannot be replayed: the trace does not say which wait is for it", name));
  }
  if (name.starts_with("Win_") || std::ranges::find(kOneSided, name) != std::end(kOneSided)) {
    fail(fmt::format("action '{}' cannot be replayed: one-sided communication is not read", name));
  }
  if (name == "IO") fail("action 'IO' cannot be replayed: files are not read");
  fail(fmt::format("unknown action '{}'", name));
}

double Actions::amount(std::string_view what) {
  const std::string_view word = words_.next();
  const auto value = number_in<double>(word);
  if (!value || !std::isfinite(*value) || *value < 0) {
    fail(fmt::format("expected {}, a number of at least 0", what));
  }
  return *value;
}

std::int32_t Actions::integer(std::string_view what, std::int32_t least, std::int32_t most) {
  const auto value = number_in<std::int64_t>(words_.next());
  if (!value || *value < least || *value > most) {
    fail(fmt::format("expected {}, an integer from {} to {}", what, least, most));
  }
  return static_cast<std::int32_t>(*value);
}

std::int64_t Actions::type_size() {
  if (!more()) return default_type_;
  constexpr auto kTypes = static_cast<std::int32_t>(std::size(kActionTypeSizes));
  const std::int32_t type = integer("the number of a predefined datatype of SimGrid", kNoType, kTypes - 1);
  return type == kNoType ? 0 : kActionTypeSizes[type];
}

// Of a receive, or of a wait for one.
std::int32_t Actions::source() {
  const std::string_view word = words_.next();
  const auto value = number_in<std::int64_t>(word);
  if (value && (*value == kSimGridAnySource || *value == kSimGridUndefined || *value == -1)) {
    return mpi::kAnySource;
  }
  if (value && *value == kSimGridProcNull) return mpi::kProcNull;
  if (!value || *value < 0 || *value >= ranks_) {
    fail(fmt::format("expected a rank, an integer from 0 to {}, or {} for any", ranks_ - 1,
                     kSimGridAnySource));
  }
  return static_cast<std::int32_t>(*value);
}

std::int32_t Actions::tag_or_any() {
  const auto value = number_in<std::int64_t>(words_.next());
  if (value && (*value == kSimGridAnyTag || *value == -1)) return mpi::kAnyTag;
  if (!value || *value < 0 || *value > INT32_MAX) {
    fail(fmt::format("expected a tag, an integer from 0 to {}, or {} for any", INT32_MAX, kSimGridAnyTag));
  }
  return static_cast<std::int32_t>(*value);
}

// Of a receive; less than 0: of any size.
Bytes Actions::room() {
  constexpr Bytes kAnySize{std::int64_t{1} << 39};
  const auto n = number_in<double>(words_.next());
  if (!n || !std::isfinite(*n)) fail("expected a size, a number");
  const std::int64_t element = type_size();
  return *n < 0 ? kAnySize : bytes(*n, element);
}

Bytes Actions::bytes(double elements, std::int64_t element) {
  const double all = std::floor(elements) * static_cast<double>(element);
  if (all >= static_cast<double>(std::int64_t{1} << 40)) fail("this message is larger than 1 TiB");
  return {static_cast<std::int64_t>(all)};
}

void Actions::list(std::vector<double>& all) {
  all.clear();
  for (int i = 0; i < ranks_; ++i) all.push_back(amount("the size of a block"));
}

void Actions::to_bytes(const std::vector<double>& counts, std::int64_t element,
                       std::vector<int>& all) {
  all.clear();
  for (const double c : counts) {
    const Bytes b = bytes(c, element);
    if (b.n > std::numeric_limits<int>::max()) fail("this block is larger than 2 GiB");
    all.push_back(static_cast<int>(b.n));
  }
}

void Actions::nothing(Action& a) { a.done = true; }

void Actions::init(Action& a) {
  default_type_ = more() ? 8 : 1;
  a.done = true;
}

void Actions::finalize(Action& a) {
  a.done = true;
  a.finalises = true;
}

void Actions::compute(Action& a) {
  a.op.kind = K::compute;
  a.flops = amount("a number of operations");
}

void Actions::sleep(Action& a) {
  a.op.kind = K::compute;
  const double seconds = amount("a number of seconds");
  if (seconds > 1e6) fail("this sleep is too long to simulate");
  a.op.time = {static_cast<std::int64_t>(seconds * 1e12 + 0.5)};
}

void Actions::send(Action& a) {
  const bool blocks = a.name[0] == 's' || a.name[0] == 'S' || a.name[0] == 'b';
  a.op.kind = blocks ? K::send : K::isend;
  if (a.name == "Ssend" || a.name == "ISsend") a.op.mode = mpi::SendMode::synchronous;
  a.op.peer = rank_number();
  a.op.tag = integer("a tag", 0, INT32_MAX);
  const double n = amount("a size");
  a.op.bytes = bytes(n, type_size());
}

void Actions::receive(Action& a) {
  a.op.kind = a.name[0] == 'r' ? K::receive : K::ireceive;
  a.op.peer = source();
  a.op.tag = tag_or_any();
  a.op.bytes = room();
  a.done = a.op.peer == mpi::kProcNull;
}

// As SimGrid replays it: its trace has no tags, and types behind all else.
void Actions::exchange(Action& a) {
  a.op.kind = K::isend;
  a.exchanges = true;
  const double out = amount("the size sent");
  a.op.peer = rank_number();
  const double in = amount("the size received");
  a.from = source();
  const std::int64_t type = type_size();
  a.op.bytes = bytes(out, type);
  a.received = bytes(in, more() ? type_size() : type);
}

void Actions::wait(Action& a) {
  a.op.kind = K::wait;
  a.from = source();
  a.to = rank_number();
  a.op.tag = tag_or_any();
  a.done = a.from == mpi::kProcNull;
}

void Actions::test(Action& a) {
  wait(a);
  a.is_test = true;
}

void Actions::wait_all(Action& a) { a.op.kind = K::wait_all; }

void Actions::barrier(Action& a) {
  a.op.kind = K::collective;
  a.op.collective = Collective::barrier;
}

void Actions::bcast(Action& a) {
  barrier(a);
  a.op.collective = Collective::bcast;
  const double n = amount("a size");
  if (more()) a.op.root = rank_number();
  a.op.bytes = bytes(n, type_size());
  a.given = a.op.root == rank_ ? a.op.bytes : Bytes{0};
}

void Actions::reduce(Action& a) {
  barrier(a);
  a.op.collective = Collective::reduce;
  const double n = amount("a size");
  a.flops = amount("a number of operations");
  if (more()) a.op.root = rank_number();
  a.op.bytes = a.given = bytes(n, type_size());
}

void Actions::allreduce(Action& a) {
  barrier(a);
  a.op.collective = Collective::allreduce;
  const double n = amount("a size");
  a.flops = amount("a number of operations");
  a.op.bytes = a.given = bytes(n, type_size());
}

void Actions::scan(Action& a) {
  allreduce(a);
  a.op.collective = a.name == "scan" ? Collective::scan : Collective::exscan;
}

void Actions::alltoall(Action& a) {
  barrier(a);
  const bool all = a.name == "alltoall" || a.name == "allToAll";
  a.op.collective = all ? Collective::alltoall : Collective::allgather;
  const double n = amount("the size sent");
  amount("the size received");
  a.op.bytes = bytes(n, type_size());
  a.given = a.op.bytes * (all ? ranks_ : 1);
}

void Actions::alltoallv(Action& a) {
  barrier(a);
  a.op.collective = Collective::alltoallv;
  amount("the size of the send buffer");
  list(out_counts_);
  amount("the size of the receive buffer");
  list(in_counts_);
  const std::int64_t out = type_size();
  to_bytes(out_counts_, out, out_);
  to_bytes(in_counts_, more() ? type_size() : out, in_);
  a.op.out = out_;
  a.op.in = in_;
  a.given = sum(out_);
}

void Actions::gather(Action& a) {
  barrier(a);
  const bool gathers = a.name == "gather";
  a.op.collective = gathers ? Collective::gather : Collective::scatter;
  const double out = amount("the size sent");
  const double in = amount("the size received");
  if (more()) a.op.root = rank_number();
  const std::int64_t out_type = type_size();
  const std::int64_t in_type = more() ? type_size() : out_type;
  a.op.bytes = gathers ? bytes(out, out_type) : bytes(in, in_type);
  a.given = gathers ? a.op.bytes : a.op.root == rank_ ? a.op.bytes * ranks_ : Bytes{0};
}

void Actions::gatherv(Action& a) {
  barrier(a);
  a.op.collective = Collective::gatherv;
  const double out = amount("the size sent");
  list(in_counts_);
  if (more()) a.op.root = rank_number();
  const std::int64_t out_type = type_size();
  a.op.bytes = a.given = bytes(out, out_type);
  to_bytes(in_counts_, more() ? type_size() : out_type, in_);
  if (a.op.root == rank_) a.op.in = in_;
}

void Actions::allgatherv(Action& a) {
  barrier(a);
  a.op.collective = Collective::allgatherv;
  const double out = amount("the size sent");
  list(in_counts_);
  const std::int64_t type = type_size();
  a.op.bytes = a.given = bytes(out, type);
  to_bytes(in_counts_, type, in_);
  a.op.in = in_;
}

void Actions::scatterv(Action& a) {
  barrier(a);
  a.op.collective = Collective::scatterv;
  list(out_counts_);
  const double in = amount("the size received");
  if (more()) a.op.root = rank_number();
  const std::int64_t out_type = type_size();
  to_bytes(out_counts_, out_type, out_);
  a.op.bytes = bytes(in, more() ? type_size() : out_type);
  if (a.op.root == rank_) a.op.out = out_, a.given = sum(out_);
}

void Actions::reduce_scatter(Action& a) {
  barrier(a);
  a.op.collective = Collective::reduce_scatter;
  list(in_counts_);
  a.flops = amount("a number of operations");
  to_bytes(in_counts_, type_size(), in_);
  a.op.in = in_;
  a.given = sum(in_);
}

bool Actions::next(Action& a) {
  std::string_view line;
  do {
    if (!lines_.next(line)) return false;
    line = line.substr(0, line.find('#'));
    words_ = Words(line);
  } while (words_.at_end());
  a = {};
  if (const auto rank = number_in<std::int64_t>(words_.next()); !rank || *rank != rank_) {
    fail(fmt::format("expected an action of rank {}: a line begins with its rank", rank_));
  }
  const std::string_view name = words_.next();
  const Parse parse = parser_of(name, a.name);
  if (!parse) refuse(name);
  (this->*parse)(a);
  return true;
}

}  // namespace kasuri::trace
