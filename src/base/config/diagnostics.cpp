// SPDX-License-Identifier: MIT
// Sorting and printing of diagnostics; spelling suggestions.
#include "base/config/diagnostics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <tuple>

namespace kasuri::config {

void Diagnostics::error(Position where, std::string message) {
  entries_.push_back({false, where, std::move(message)});
}

void Diagnostics::missing(Position where, std::string message) {
  entries_.push_back({true, where, std::move(message)});
}

void Diagnostics::note(Position where, std::string message) {
  notes_.push_back({false, where, std::move(message)});
}

namespace {

std::string on_one_line(std::string_view message) {
  const bool cut = message.size() > Diagnostics::kMaxLength;
  if (cut) {
    message = message.substr(0, Diagnostics::kMaxLength);
    // Not in the middle of a UTF-8 character.
    while (!message.empty() && (message.back() & 0x80)) message.remove_suffix(1);
  }
  std::string out;
  for (const char c : message) {
    const auto u = static_cast<unsigned char>(c);
    if (u < 0x20 || u == 0x7f) {
      out += c == '\n' ? "\\n" : fmt::format("\\x{:02x}", u);
    } else {
      out += c;
    }
  }
  return cut ? out + " ..." : out;
}

}  // namespace

std::string Diagnostics::placed(Position where, std::string_view kind, std::string_view message) const {
  const std::string place =
      where.is_override()
          ? fmt::format("--set #{}:{}", where.source, where.column)
          : fmt::format("{}:{}:{}", where.source == 0 ? file_ : base_, where.line, where.column);
  return fmt::format("{}: {}: {}", place, kind, on_one_line(message));
}

std::string Diagnostics::notes() const {
  std::string out;
  for (const Entry& e : notes_) out += placed(e.where, "note", e.message) + '\n';
  return out;
}

std::string Diagnostics::text() const {
  std::vector<const Entry*> order;
  for (const Entry& e : entries_) order.push_back(&e);
  std::ranges::stable_sort(order, [](const Entry* a, const Entry* b) {
    return std::tie(a->missing, a->where) < std::tie(b->missing, b->where);
  });
  std::string out;
  for (const Entry* e : std::span(order).first(std::min(order.size(), kShown))) {
    if (!out.empty()) out += '\n';
    out += placed(e->where, "error", e->message);
  }
  if (order.size() > kShown) {
    out += fmt::format("\n{}: {} more errors not shown", file_, order.size() - kShown);
  }
  return out;
}

namespace {

// Edits (insert, delete, replace, swap of neighbours) from a to b: the optimal string alignment
// distance, with three rows of its table.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

}  // namespace

// Near is at most one edit for each three letters of the longer word (at least one, so that "vc"
// finds "vcs"), or a beginning of at least three letters ("bandwidth" finds "bandwidth_up").
std::string_view nearest(std::string_view word, std::span<const std::string> candidates) {
  std::string_view best;
  std::size_t best_edits = SIZE_MAX;
  for (const std::string& c : candidates) {
    const std::size_t longer = std::max(word.size(), c.size());
    const std::size_t shorter = std::min(word.size(), c.size());
    const std::size_t allowed = std::max<std::size_t>(1, longer / 3);
    const bool beginning =
        shorter >= 3 && (c.starts_with(word) || word.starts_with(c)) && longer < 64;
    if (longer - shorter > allowed && !beginning) continue;
    const std::size_t edits = distance(word, c);
    if (edits < longer && (edits <= allowed || beginning) && edits < best_edits) {
      best = c;
      best_edits = edits;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates,
                         std::string_view otherwise) {
  const std::string_view near = nearest(word, candidates);
  return near.empty() ? std::string(otherwise) : fmt::format("; did you mean '{}'?", near);
}

std::string join(std::span<const std::string> words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace kasuri::config
