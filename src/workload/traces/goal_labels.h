// SPDX-License-Identifier: MIT
// Which operation a label of a GOAL schedule names. Generators number labels: l1, l2, l3, …; such
// need no memory. Others are kept until they are forgotten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/core/hash.h"

namespace kasuri::trace {

// A label, and the number it ends with.
struct GoalLabel {
  static constexpr std::ptrdiff_t kMostDigits = 18;  // which always fit

  GoalLabel() = default;
  explicit GoalLabel(std::string_view label) : text(label), prefix(label.size()) {
    std::size_t at = label.size();
    while (at > 0 && label[at - 1] >= '0' && label[at - 1] <= '9') --at;
    std::uint64_t n = 0;
    for (std::size_t i = at; i < label.size(); ++i) n = 10 * n + static_cast<unsigned>(label[i] - '0');
    end_number(label.data() + at, n);
  }
  // For who has read the text: its digits begin at `digits`.
  GoalLabel(std::string_view label, const char* digits, std::uint64_t n)
      : text(label), prefix(label.size()) {
    end_number(digits, n);
  }
  bool empty() const { return text.empty(); }
  bool is_numbered() const { return prefix < text.size(); }

  std::string_view text;
  std::size_t prefix = 0;  // what stands before the number; all of the text if it has none
  std::uint64_t number = 0;

 private:
  void end_number(const char* digits, std::uint64_t n) {
    const std::ptrdiff_t many = text.data() + text.size() - digits;
    if (many < 1 || many > kMostDigits || (*digits == '0' && many > 1)) return;
    prefix -= static_cast<std::size_t>(many);
    number = n;
  }
};

class GoalLabels {
 public:
  static constexpr std::uint64_t kNone = UINT64_MAX;

  // `index` counts the rank's operations. Returns whether the label is new.
  bool define(const GoalLabel& label, std::uint64_t index) {
    const std::uint64_t n = label.number;
    if (!numbered_ && label.is_numbered()) {
      numbered_ = true;
      prefix_ = label.text.substr(0, label.prefix);
      first_ = n;
      first_index_ = index;
      last_ = n;
      return true;
    }
    const bool is_next = numbered_ && n == last_ + 1 && has_prefix(label) &&
                         index - first_index_ == n - first_;
    if (is_next) {
      last_ = n;
      return true;
    }
    if (find(label) != kNone) return false;
    others_.emplace(hash_of(label.text), index);
    return true;
  }
  std::uint64_t find(const GoalLabel& label) const {
    const std::uint64_t n = label.number;
    if (numbered_ && n >= first_ && n <= last_ && has_prefix(label)) return first_index_ + (n - first_);
    if (others_.empty()) return kNone;
    const auto found = others_.find(hash_of(label.text));
    return found == others_.end() ? kNone : found->second;
  }
  bool has_others() const { return !others_.empty(); }

 private:
  bool has_prefix(const GoalLabel& label) const {
    if (!label.is_numbered() || label.prefix != prefix_.size()) return false;
    return label.prefix == 1 ? label.text[0] == prefix_[0] : label.text.starts_with(prefix_);
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
