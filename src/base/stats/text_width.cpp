// SPDX-License-Identifier: MIT
// Advance widths of Helvetica (Adobe Font Metrics of the base 14 fonts), in thousandths of the size.
// DejaVu Sans, which many systems have instead, is up to 18 % wider.
#include "base/stats/text_width.h"

#include <array>
#include <cstdint>

namespace kasuri {
namespace {

constexpr double kWidest = 1.18;

constexpr std::array<std::uint16_t, 95> kWidths{
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,   // space to /
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,   // 0 to ?
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,  // @ to O
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,   // P to _
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,   // ` to o
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};       // p to ~

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

}  // namespace

double text_width(std::string_view text, double size) {
  double thousandths = 0;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code >= 32 && code < 127) thousandths += kWidths[code - 32u];
    else if (begins_character(c)) thousandths += 600;
  }
  return thousandths * size * kWidest / 1000;
}

std::string fitted(std::string_view text, double size, double width) {
  if (text_width(text, size) <= width) return std::string(text);
  for (std::size_t kept = text.size(); kept-- > 2;) {
    std::size_t head = (kept + 1) / 2, tail = text.size() - kept / 2;
    while (head > 0 && !begins_character(text[head])) --head;
    while (tail < text.size() && !begins_character(text[tail])) ++tail;
    std::string shorter = std::string(text.substr(0, head)) + "…" + std::string(text.substr(tail));
    if (text_width(shorter, size) <= width) return shorter;
  }
  return "…";
}

}  // namespace kasuri
