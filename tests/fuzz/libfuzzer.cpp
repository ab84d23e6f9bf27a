// SPDX-License-Identifier: MIT
// The same readers as targets of libFuzzer (clang): KASURI_READER names the reader; the input is
// the first file of its inputs, beside the others of the first seed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "reader.h"

using namespace kasuri::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Reader* const reader = [] {
    const char* const name = std::getenv("KASURI_READER");
    for (const Reader* r : readers()) {
      if (name && r->name == name) return r;
    }
    std::fprintf(stderr, "KASURI_READER must name a reader:\n");
    for (const Reader* r : readers()) std::fprintf(stderr, "  %s\n", std::string(r->name).c_str());
    std::exit(2);
  }();
  static const Input first = reader->seeds().at(0);
  Input input = first;
  input.front().bytes.assign(reinterpret_cast<const char*>(data), size);
  try {
    judge(*reader, input);
  } catch (const Finding& f) {
    std::fprintf(stderr, "FINDING: %s\n", f.what.c_str());
    std::abort();
  }
  return 0;
}
