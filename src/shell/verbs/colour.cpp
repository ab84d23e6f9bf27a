// SPDX-License-Identifier: MIT
#include "shell/verbs/colour.h"

#include <unistd.h>

#include <cstdlib>

namespace kasuri::cli {
namespace {

constexpr std::string_view kPlain = "\033[0m", kBold = "\033[1m", kRed = "\033[1;31m", kYellow = "\033[33m";

std::string painted(std::string_view text, std::string_view colour) {
  return std::string(colour) + std::string(text) + std::string(kPlain);
}

// The first of these words in a line is what kind of message it is.
std::string coloured_line(std::string_view line) {
  for (const auto& [word, colour] : {std::pair(std::string_view("error:"), kRed),
                                     {std::string_view("note:"), kYellow},
                                     {std::string_view("warning:"), kYellow}}) {
    const std::size_t at = line.find(word);
    if (at == line.npos) continue;
    return std::string(line.substr(0, at)) + painted(word, colour) +
           std::string(line.substr(at + word.size()));
  }
  return std::string(line);
}

template <class F>
std::string by_line(std::string_view text, F f) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out += f(text.substr(0, end));
    if (end == text.npos) break;
    out += '\n';
    text.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace

bool has_colour(std::FILE* to) {
  const char *none = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
  return isatty(fileno(to)) && !(none && *none) && terminal && std::string_view(terminal) != "dumb";
}

std::string coloured_message(std::string_view text, std::FILE* to) {
  return has_colour(to) ? by_line(text, &coloured_line) : std::string(text);
}

std::string coloured_summary(std::string_view text, std::FILE* to) {
  if (!has_colour(to)) return std::string(text);
  return by_line(text, [](std::string_view line) {
    const bool heading = !line.empty() && line.find_first_of(" :") == line.npos;
    return heading ? painted(line, kBold) : std::string(line);
  });
}

}  // namespace kasuri::cli
