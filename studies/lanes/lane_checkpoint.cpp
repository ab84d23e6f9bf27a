// SPDX-License-Identifier: MIT
#include "studies/lanes/lane_checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri::emu {

CheckpointFile::CheckpointFile(const std::filesystem::path& path, bool reads)
    : path_(path), written_(reads ? path : std::filesystem::path(path.string() + ".part")),
      reads_(reads) {
  if (!reads) begin_file(written_);
  file_.reset(std::fopen(written_.c_str(), reads ? "rb" : "wb"));
  if (file_) {
    std::error_code unknown;
    if (reads) size_ = std::filesystem::file_size(path, unknown);
    return;
  }
  throw Error(reads ? Exit::usage : Exit::limit, ErrorPlace(path_.string()),
              fmt::format("cannot be {}: {}", reads ? "read" : "written", std::strerror(errno)));
}

void CheckpointFile::raw(void* bytes, std::size_t n) {
  if (n == 0) return;
  if (reads_) {
    if (std::fread(bytes, 1, n, file_.get()) != n) refuse();
  } else if (std::fwrite(bytes, 1, n, file_.get()) != n) {
    throw Error(Exit::limit, ErrorPlace(path_.string()),
                fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  const auto* from = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < n; i += 8) {
    std::uint64_t word = n;
    std::memcpy(&word, from + i, std::min<std::size_t>(8, n - i));
    sum_ = (sum_ ^ word) * 0x9e3779b97f4a7c15u;
    sum_ ^= sum_ >> 29;
  }
}

void CheckpointFile::same(std::uint64_t v) {
  std::uint64_t read = v;
  value(read);
  require(read == v);
}

void CheckpointFile::text(std::string& s) {
  std::vector<char> bytes(s.begin(), s.end());
  values(bytes);
  s.assign(bytes.begin(), bytes.end());
}

void CheckpointFile::close() {
  same(sum_);
  if (std::fflush(file_.get()) != 0) {
    throw Error(Exit::limit, ErrorPlace(path_.string()),
                fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  file_.reset();
  if (!reads_) std::filesystem::rename(written_, path_);
}

void CheckpointFile::refuse() const {
  throw Error(Exit::usage, ErrorPlace(path_.string()),
              "not a complete checkpoint of this machine and program");
}

}  // namespace kasuri::emu
