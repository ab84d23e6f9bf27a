// SPDX-License-Identifier: MIT
#include "studies/chip/output_file.h"

#include <cerrno>
#include <cstring>

#include "base/core/errors.h"

namespace kasuri::chip {

OutputFile::OutputFile(const std::filesystem::path& file) : file_(file) {
  std::error_code ignored;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), ignored);
  out_.open(file, std::ios::binary);
  if (!out_) refuse();
}

void OutputFile::write(std::string_view text) {
  out_ << text;
  if (!out_) refuse();
}

void OutputFile::close() {
  out_ << std::flush;
  if (!out_) refuse();
  out_.close();
}

void OutputFile::refuse() const {
  throw Error(Exit::limit, ErrorPlace(file_.string()),
              fmt::format("cannot be written: {}", std::strerror(errno)));
}

}  // namespace kasuri::chip
