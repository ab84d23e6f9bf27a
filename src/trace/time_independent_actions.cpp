// SPDX-License-Identifier: MIT
#include "trace/time_independent_actions.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace kasuri::trace {
namespace {

using mpi::Collective;
using K = mpi::Operation::Kind;

// MPI_DOUBLE, MPI_INT, … by SimGrid's numbers, in bytes.
constexpr int kActionTypeSizes[] = {8, 4, 1, 2, 8, 4, 1, 8, 1, 1, 2, 4, 8, 8, 16, 4, 1, 1, 2, 4, 8,
                                    1, 2, 4, 8, 8, 16, 32, 8, 8, 8, 16, 16, 8, 8, 8, 16, 16, 4, 4, 8, 16};

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
  const std::int32_t type = integer("a datatype's number", 0, kTypes + 63);
  return type < kTypes ? kActionTypeSizes[type] : default_type_;
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
  a.op.kind = a.name[0] == 's' ? K::send : K::isend;
  a.op.peer = rank_number();
  a.op.tag = integer("a tag", 0, INT32_MAX);
  const double n = amount("a size");
  a.op.bytes = bytes(n, type_size());
}

void Actions::receive(Action& a) {
  a.op.kind = a.name[0] == 'r' ? K::receive : K::ireceive;
  a.op.peer = integer("a rank", -1, ranks_ - 1);
  a.op.tag = integer("a tag", -1, INT32_MAX);
  const double n = amount("a size");
  a.op.bytes = bytes(n, type_size());
}

void Actions::wait(Action& a) {
  a.op.kind = K::wait;
  a.from = integer("a rank", -1, ranks_ - 1);
  a.to = rank_number();
  a.op.tag = integer("a tag", -1, INT32_MAX);
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
  if (!parse) {
    fail(name.empty() ? "the trace is truncated: an action is missing"
                      : fmt::format("unknown action '{}'", name));
  }
  (this->*parse)(a);
  return true;
}

}  // namespace kasuri::trace
