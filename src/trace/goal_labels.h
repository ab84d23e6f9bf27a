// SPDX-License-Identifier: MIT
// Which operation a label of a GOAL schedule names. Generators number labels: l1, l2, l3, …; such
// need no memory. Others are kept until they are forgotten.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/hash.h"

namespace kasuri::trace {

class GoalLabels {
 public:
  static constexpr std::uint64_t kNone = UINT64_MAX;

  // `index` counts the rank's operations. Returns whether the label is new.
  bool define(std::string_view label, std::uint64_t index) {
    std::uint64_t n = 0;
    const std::size_t prefix = split(label, n);
    if (!numbered_ && prefix < label.size()) {
      numbered_ = true;
      prefix_ = label.substr(0, prefix);
      first_ = n;
      first_index_ = index;
      last_ = n;
      return true;
    }
    const bool is_next = numbered_ && prefix < label.size() && n == last_ + 1 &&
                         label.substr(0, prefix) == prefix_ && index - first_index_ == n - first_;
    if (is_next) {
      last_ = n;
      return true;
    }
    if (find(label) != kNone) return false;
    others_.emplace(hash_of(label), index);
    return true;
  }
  std::uint64_t find(std::string_view label) const {
    std::uint64_t n = 0;
    const std::size_t prefix = split(label, n);
    if (numbered_ && prefix < label.size() && n >= first_ && n <= last_ &&
        label.substr(0, prefix) == prefix_) {
      return first_index_ + (n - first_);
    }
    if (others_.empty()) return kNone;
    const auto found = others_.find(hash_of(label));
    return found == others_.end() ? kNone : found->second;
  }
  bool has_others() const { return !others_.empty(); }

 private:
  // Where the number begins, label.size() if it has none.
  static std::size_t split(std::string_view label, std::uint64_t& n) {
    std::size_t at = label.size();
    while (at > 0 && label[at - 1] >= '0' && label[at - 1] <= '9') --at;
    if (at == label.size() || (label[at] == '0' && at + 1 < label.size())) return label.size();
    const auto end = label.data() + label.size();
    return std::from_chars(label.data() + at, end, n).ec == std::errc{} ? at : label.size();
  }
  static std::uint64_t hash_of(std::string_view label) {
    std::uint64_t h = label.size();
    for (const char c : label) h = mix(h, static_cast<unsigned char>(c));
    return h;
  }

  bool numbered_ = false;
  std::string prefix_;
  std::uint64_t first_ = 0, last_ = 0, first_index_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> others_;
};

}  // namespace kasuri::trace
