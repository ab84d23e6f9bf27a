// SPDX-License-Identifier: MIT
// The text form of GOAL schedules (Hoefler, Siebert, Lumsdaine, ICPP 2009; LogGOPSim's textual
// schedules): statements one after another.
//
//   num_ranks 2
//   rank 0 {
//     l1: calc 100                         // ns
//     l2: send 8b to 1 tag 0 cpu 0 nic 0
//     l2 requires l1                       // starts when l1 has ended; irequires: has started
//   }
//
// A comment `// kasuri: calc unit 1 ps` before the first rank says that calc counts picoseconds.
#pragma once

#include <cstdint>
#include <string_view>

#include "workload/traces/goal_labels.h"
#include "workload/traces/lines.h"

namespace kasuri::trace {

struct GoalStatement {
  enum class Kind : std::uint8_t { end, num_ranks, rank, close, send, receive, calc, requires_, irequires };
  Kind kind = Kind::end;
  GoalLabel label;            // of an operation, empty if it has none; the left side of a dependence
  GoalLabel required;         // the right side
  std::uint64_t number = 0;   // of ranks; rank; bytes; time
  std::int32_t peer = 0;      // −1: any
  std::int32_t tag = 0;       // −1: any
  std::uint32_t cpu = 0;
};

class GoalStatements {
 public:
  GoalStatements(std::shared_ptr<const TextFile> file, Extent extent, std::size_t buffer, int rank)
      : lines_(std::move(file), extent, buffer), rank_(rank) {}

  // The next one, valid until the next call. Throws Error.
  const GoalStatement& next();
  // Of the last one.
  std::int64_t line() const { return lines_.number(); }
  std::size_t column() const { return column_; }
  // What follows it in the file, if the line is at its end.
  bool at_line_end();
  std::int64_t end() const { return lines_.end(); }
  bool counts_picoseconds() const { return picoseconds_; }
  void set_rank(int rank) { rank_ = rank; }
  [[noreturn]] void fail(std::string_view what) const { fail(what, column_); }

 private:
  enum class Sort : std::uint8_t { end, word, number, sign };
  struct Token {
    Sort sort = Sort::end;
    std::string_view text;
    std::int64_t number = 0;
  };
  [[noreturn]] void fail(std::string_view what, std::size_t column) const;
  bool quick();
  bool skip_to_token();
  bool skip_comment();
  Token token();
  Token expect_word(std::string_view);
  std::int64_t expect_number(std::string_view what, std::int64_t least, std::int64_t most);
  GoalStatement operation(std::string_view word);
  GoalStatement message(GoalStatement::Kind);

  Lines lines_;
  int rank_;
  GoalStatement s_;
  std::string_view line_;
  std::size_t at_ = 0, column_ = 1;
  bool picoseconds_ = false;
};

}  // namespace kasuri::trace
