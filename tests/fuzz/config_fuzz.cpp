// SPDX-License-Identifier: MIT
// Fuzz target of the configuration reader. Whatever the text, reading it ends in values or in one
// Error whose lines carry a position; and values that were read survive being written and read
// again. Lines "#set key=value" of the input are also given as `--set` overrides.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "config/toy_machine.h"
#include "core/errors.h"

namespace {

using namespace kasuri;
using namespace kasuri::config;

void require(bool condition, const char* what, const std::string& shown) {
  if (condition) return;
  std::fprintf(stderr, "%s:\n%s\n", what, shown.c_str());
  std::abort();
}

std::vector<std::string> overrides(std::string_view text) {
  constexpr std::string_view kMark = "#set ";
  std::vector<std::string> all;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = text.substr(from, end - from);
    if (line.starts_with(kMark)) all.emplace_back(line.substr(kMark.size()));
    from = end + 1;
  }
  return all;
}

// file:line:col: error: or --set #n:col: error:
bool has_position(std::string_view line) {
  return line.find(": error: ") != line.npos &&
         (line.starts_with("fuzz.toml:") || line.starts_with("--set #"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    Document document = Document::parse(text, "fuzz.toml", "/", overrides(text));
    const toy::Machine machine = toy::read_machine(document);
    document.finish();

    const std::string once = toy::resolved(machine);
    Document again = Document::parse(once, "resolved.toml", "/");
    const toy::Machine same = toy::read_machine(again);
    require(!again.has_errors(), "a resolved configuration must be legal", once);
    require(toy::resolved(same) == once, "a resolved configuration must read back", once);
  } catch (const Error& e) {
    const std::string all = e.what();
    require(e.code() == Exit::usage && has_position(all.substr(0, all.find('\n'))),
            "an error must have a position", all);
  }
  return 0;
}
