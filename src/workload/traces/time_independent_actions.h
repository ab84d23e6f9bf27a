// SPDX-License-Identifier: MIT
// The actions of one rank in a time-independent trace, line by line.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "mpi/ranks/op_stream.h"
#include "workload/traces/lines.h"

namespace kasuri::trace {

// What a line says.
struct Action {
  mpi::Operation op;
  std::string_view name;
  bool done = false;      // nothing to replay: init, finalize, …
  bool is_test = false;   // of a request, like `wait`
  bool exchanges = false;         // a sendRecv: it sends `op`, and receives from `from` up to `received`
  std::int32_t from = 0, to = 0;  // of a wait or test
  Bytes received{0};
  double flops = -1;
  Bytes given{0};         // to a collective
  bool finalises = false;
};

class Actions {
 public:
  Actions(std::shared_ptr<const TextFile> file, Extent extent, std::size_t buffer, int rank,
          int ranks)
      : lines_(std::move(file), extent, buffer), rank_(rank), ranks_(ranks) {}

  // The next action; false at the end. Its spans are valid until the next call. Throws Error.
  bool next(Action&);
  std::int64_t line() const { return lines_.number(); }
  [[noreturn]] void fail(std::string_view what) const {
    fail_at(lines_.file().path(), lines_.number(), words_.column(), rank_, what);
  }

 private:
  using Parse = void (Actions::*)(Action&);
  static Parse parser_of(std::string_view name, std::string_view& kept);
  [[noreturn]] void refuse(std::string_view name) const;

  double amount(std::string_view what);
  std::int32_t integer(std::string_view what, std::int32_t least, std::int32_t most);
  std::int32_t rank_number() { return integer("a rank", 0, ranks_ - 1); }
  std::int32_t source();
  std::int32_t tag_or_any();
  Bytes room();
  bool more() { return !words_.at_end(); }
  std::int64_t type_size();
  Bytes bytes(double elements, std::int64_t element);
  void list(std::vector<double>&);
  void to_bytes(const std::vector<double>&, std::int64_t element, std::vector<int>&);

  void nothing(Action&);
  void init(Action&);
  void finalize(Action&);
  void compute(Action&);
  void sleep(Action&);
  void send(Action&);
  void receive(Action&);
  void exchange(Action&);
  void wait(Action&);
  void wait_all(Action&);
  void test(Action&);
  void barrier(Action&);
  void bcast(Action&);
  void reduce(Action&);
  void allreduce(Action&);
  void alltoall(Action&);
  void alltoallv(Action&);
  void gather(Action&);
  void gatherv(Action&);
  void allgatherv(Action&);
  void scatterv(Action&);
  void reduce_scatter(Action&);
  void scan(Action&);

  Lines lines_;
  int rank_, ranks_;
  Words words_{""};
  std::int64_t default_type_ = 1;
  std::vector<double> out_counts_, in_counts_;
  std::vector<int> out_, in_;
};

}  // namespace kasuri::trace
