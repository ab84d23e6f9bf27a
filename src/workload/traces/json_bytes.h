// SPDX-License-Identifier: MIT
// JSON files, compressed with gzip or not, for nlohmann's parser: a buffer at a time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <iterator>
#include <vector>

#include "workload/traces/chakra_wire.h"

namespace kasuri::trace {

// The bytes of a file, one at a time, for nlohmann's parser.
class JsonBytes {
 public:
  explicit JsonBytes(const std::filesystem::path& path) : file_(path) {}
  bool at_end() {
    if (at_ < used_) return false;
    used_ = file_.read(buffer_.data(), buffer_.size());
    at_ = 0;
    return used_ == 0;
  }
  char current() const { return buffer_[at_]; }
  void advance() { ++at_; }

 private:
  MessageFile file_;
  std::vector<char> buffer_ = std::vector<char>(1 << 16);
  std::size_t at_ = 0, used_ = 0;
};

class JsonIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;
  JsonIterator() = default;
  explicit JsonIterator(JsonBytes& text) : text_(&text) {}
  char operator*() const { return text_->at_end() ? '\0' : text_->current(); }
  JsonIterator& operator++() {
    text_->advance();
    return *this;
  }
  JsonIterator operator++(int) { return ++*this; }
  bool operator==(const JsonIterator& o) const { return is_end() == o.is_end(); }
  bool operator!=(const JsonIterator& o) const { return !(*this == o); }

 private:
  bool is_end() const { return !text_ || text_->at_end(); }
  JsonBytes* text_ = nullptr;
};

}  // namespace kasuri::trace
