// SPDX-License-Identifier: MIT
// For tests: traces from text, and what opening them says.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/core/test_path.h"
#include "base/core/text_file.h"
#include "workload/traces/trace.h"

namespace kasuri::trace {

// A file of the test's own, gone at its end.
class TestFile {
 public:
  TestFile(const std::string& name, std::string_view text) : path_(test_path(name)) {
    write_text(path_, text);
  }
  TestFile(const TestFile&) = delete;
  TestFile& operator=(const TestFile&) = delete;
  ~TestFile() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// The message with which the trace is refused, without the folder of the file.
inline std::string refusal(const std::filesystem::path& path, const ReplayParams& params = {}) {
  try {
    open(path, params);
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::usage);
    std::string text = e.what();
    const std::string folder = path.parent_path().string() + "/";
    for (std::size_t at; (at = text.find(folder)) != text.npos;) text.erase(at, folder.size());
    const std::size_t name = text.find(path.filename().string());
    return name == 0 ? text.substr(path.filename().string().size()) : text;
  }
  return "";
}

// A rank's operations, if none of them has to wait: "isend 1 8" for 8 bytes to rank 1.
inline std::vector<std::string> operations(const Trace& trace, int rank) {
  using K = mpi::Operation::Kind;
  std::vector<std::string> all;
  const auto stream = trace.stream(rank);
  for (mpi::Operation op; stream->next(Time{0}, op); op = {}) {
    const auto message = [&](std::string name) {
      return name + " " + std::to_string(op.peer) + " " + std::to_string(op.bytes.n);
    };
    switch (op.kind) {
      case K::compute: all.push_back("compute " + std::to_string(op.time.ps)); break;
      case K::send: all.push_back(message("send")); break;
      case K::receive: all.push_back(message("receive")); break;
      case K::isend: all.push_back(message("isend")); break;
      case K::ireceive: all.push_back(message("ireceive")); break;
      case K::wait: all.push_back("wait " + std::to_string(op.request)); break;
      case K::wait_for: all.push_back("wait for " + std::to_string(op.requests.size())); break;
      case K::wait_all: all.push_back("wait all"); break;
      case K::wait_any:
        all.push_back("wait any " + std::to_string(op.requests.size()));
        stream->ended(op.requests[0]);
        break;
      case K::collective:
        all.push_back(std::string(name_of(op.collective)) + " " + std::to_string(op.bytes.n));
        break;
      default: all.push_back("other"); break;
    }
  }
  return all;
}

}  // namespace kasuri::trace
