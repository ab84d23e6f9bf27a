// SPDX-License-Identifier: MIT
// A file that is written piece by piece; whatever fails is reported with its name and the reason.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace kasuri::chip {

class OutputFile {
 public:
  // Throws Error(Exit::limit) if it cannot be written, as do the others.
  explicit OutputFile(const std::filesystem::path&);

  template <class... A>
  void print(fmt::format_string<A...> text, A&&... arguments) {
    buffer_.clear();
    fmt::format_to(std::back_inserter(buffer_), text, std::forward<A>(arguments)...);
    write(buffer_);
  }
  void write(std::string_view);
  void close();

 private:
  [[noreturn]] void refuse() const;

  std::filesystem::path file_;
  std::ofstream out_;
  std::string buffer_;
};

}  // namespace kasuri::chip
