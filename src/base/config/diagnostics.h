// SPDX-License-Identifier: MIT
// Errors of a configuration, collected so that all of them are shown in one go.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri::config {

// Where something stands. Source 0 is the file, kBase the file that it builds on; source n is the n-th
// `--set`, which has no lines.
struct Position {
  static constexpr std::uint32_t kBase = UINT32_MAX;

  std::uint32_t source = 0;
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  bool is_override() const { return source != 0 && source != kBase; }

  friend auto operator<=>(const Position&, const Position&) = default;
};

class Diagnostics {
 public:
  // `base`: the file that it builds on, if there is one.
  explicit Diagnostics(std::string file, std::string base = "")
      : file_(std::move(file)), base_(std::move(base)) {}

  void error(Position, std::string message);
  // Something that does not stand in the file: reported after everything that does, since a
  // mistyped key explains a missing one.
  void missing(Position, std::string message);
  // A remark, which is no mistake.
  void note(Position, std::string message);

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }

  // One line each, `file:line:col: error: message`, in the order of the file; at most kShown lines.
  // What comes from the user is kept on its line and at a length that a person reads.
  std::string text() const;
  std::string notes() const;

  static constexpr std::size_t kShown = 100;
  static constexpr std::size_t kMaxLength = 2000;

 private:
  struct Entry {
    bool missing;
    Position where;
    std::string message;
  };
  std::string file_, base_;
  std::string placed(Position, std::string_view kind, std::string_view message) const;

  std::vector<Entry> entries_, notes_;
};

// The candidate that `word` was probably meant to be, or "" (few edits, see the .cpp).
std::string_view nearest(std::string_view word, std::span<const std::string> candidates);

// "; did you mean 'extents'?" or, with no candidate near, `otherwise`.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates,
                         std::string_view otherwise = "");

// "a, b, c".
std::string join(std::span<const std::string> words);

}  // namespace kasuri::config
