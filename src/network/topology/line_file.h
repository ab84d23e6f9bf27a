// SPDX-License-Identifier: MIT
// Text files of lines of words, and everything that is wrong with one, with places.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri {

class LineFile {
 public:
  // A word may have parts in double quotes, which are dropped: rate="10 GB/s".
  struct Word {
    std::string text;
    std::size_t column;
  };

  explicit LineFile(std::filesystem::path file) : file_(std::move(file)) {}

  // Each line that has words, without what follows a '#'. Lines and columns count from 1.
  void read(const std::function<void(std::size_t line, std::span<const Word>)>&);

  void error(std::size_t line, std::size_t column, std::string_view message);
  void error(std::string_view message);  // of the file as a whole
  // "file:3", for messages that another place gives.
  std::string place(std::size_t line) const;
  // Throws Error(Exit::usage) with all errors, if there are any.
  void finish() const;

 private:
  static constexpr std::size_t kShown = 20;

  void add(const std::string& text);

  std::filesystem::path file_;
  std::string errors_;
  std::size_t count_ = 0;
};

// A number without sign, or nothing.
std::optional<std::uint32_t> parse_index(std::string_view);

}  // namespace kasuri
