// SPDX-License-Identifier: MIT
// For tests: DUMPI traces, written byte by byte as the format's documentation describes them.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "workload/traces/dumpi_writer.h"
#include "workload/traces/test_trace.h"

namespace kasuri::trace {

// The files of a trace, gone at its end.
class TestTrace {
 public:
  explicit TestTrace(const std::vector<std::string>& ranks, std::string meta = "")
      : folder_(test_path("dumpi")) {
    std::filesystem::create_directories(folder_);
    if (meta.empty()) meta = DumpiWriter::meta(static_cast<std::uint32_t>(ranks.size()), "run");
    write_text(path(), meta);
    for (std::size_t r = 0; r < ranks.size(); ++r) write_text(rank(r), ranks[r]);
  }
  ~TestTrace() { std::filesystem::remove_all(folder_); }
  TestTrace(const TestTrace&) = delete;
  TestTrace& operator=(const TestTrace&) = delete;
  std::filesystem::path path() const { return folder_ / "run.meta"; }
  std::filesystem::path rank(std::size_t r) const { return folder_ / fmt::format("run-{:04}.bin", r); }

 private:
  std::filesystem::path folder_;
};

// One after another, each a microsecond long and a microsecond after the last.
struct Program {
  DumpiWriter w;
  std::uint64_t now = 1000;
  explicit Program(dumpi::Version v = {7, 1, 0}, std::uint8_t mask = DumpiWriter::kUsual)
      : w(v, mask) {}
  DumpiWriter& call(std::uint16_t function) {
    DumpiWriter& to = w.call(function, now, now + 1000);
    now += 2000;
    return to;
  }
  Program& send(std::uint16_t f, int count, int type, int to, int tag, int comm = dumpi::kCommWorld) {
    call(f).i(count).h(type).i(to).i(tag).h(comm);
    return *this;
  }
  Program& receive(int count, int type, int from, int tag, std::vector<DumpiWriter::Status> s = {},
                   int comm = dumpi::kCommWorld) {
    call(dumpi::kRecv).i(count).h(type).i(from).i(tag).h(comm).statuses(s);
    return *this;
  }
  Program& begin(std::uint16_t f, int count, int type, int peer, int tag, int request,
                 int comm = dumpi::kCommWorld) {
    call(f).i(count).h(type).i(peer).i(tag).h(comm).i(request);
    return *this;
  }
  Program& wait(int request, std::vector<DumpiWriter::Status> s = {}) {
    call(dumpi::kWait).i(request).statuses(s);
    return *this;
  }
};

inline std::vector<std::string> of_all(int ranks, const std::function<std::string(int)>& rank) {
  std::vector<std::string> all;
  for (int r = 0; r < ranks; ++r) all.push_back(rank(r));
  return all;
}

}  // namespace kasuri::trace
