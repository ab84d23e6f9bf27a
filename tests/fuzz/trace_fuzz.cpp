// SPDX-License-Identifier: MIT
// Fuzz target of the readers of traces in text form. Whatever the text, opening it ends in a trace or in
// one Error that names the file; and the streams of a trace that was opened come to an end, or in an
// Error of their own.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/text_file.h"
#include "trace/trace.h"

namespace {

using namespace kasuri;

void require(bool condition, const char* what, const std::string& shown) {
  if (condition) return;
  std::fprintf(stderr, "%s:\n%s\n", what, shown.c_str());
  std::abort();
}

void go_through(const trace::Trace& t) {
  for (int rank = 0; rank < std::min(t.ranks(), 64); ++rank) {
    const auto stream = t.stream(rank);
    mpi::Operation op;
    for (int n = 0; n < 100'000; ++n) {
      op = {};
      if (!stream->next(Time{0}, op)) break;
      if (op.kind == mpi::Operation::Kind::wait_any) stream->ended(op.requests[0]);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("kasuri-fuzz-" + std::to_string(getpid()));
  for (const char* name : {"trace.goal", "trace.txt"}) {
    const std::filesystem::path file = folder / name;
    write_text(file, text);
    try {
      go_through(*trace::open(file));
    } catch (const Error& e) {
      const std::string what = e.what();
      require(e.code() == Exit::usage && what.find(": error: ") != what.npos &&
                  what.find(name) != what.npos,
              "an error must name its file", what);
    }
  }
  std::filesystem::remove_all(folder);
  return 0;
}
