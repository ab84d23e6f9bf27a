// SPDX-License-Identifier: MIT
// Reading with a limit and writing with the reason why not.
#include "base/core/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/core/errors.h"

namespace kasuri {

namespace fs = std::filesystem;

std::string read_text(const fs::path& file) {
  constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30;
  const auto refuse = [&](std::string_view why) {
    throw Error(Exit::usage, ErrorPlace(file.string()), fmt::format("cannot be read: {}", why));
  };
  std::error_code failure;
  if (!fs::exists(file, failure)) refuse("no such file");
  if (!fs::is_regular_file(file, failure)) refuse("not a file");
  const std::uintmax_t size = fs::file_size(file, failure);
  if (failure) refuse(failure.message());
  if (size > kMostBytes) refuse("larger than 1 GiB");
  std::string text(size, '\0');
  std::ifstream in(file, std::ios::binary);
  if (!in.read(text.data(), static_cast<std::streamsize>(size))) refuse(std::strerror(errno));
  return text;
}

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return rest_of(in);
}

std::string rest_of(std::istream& in, std::size_t most) {
  std::string text;
  std::size_t have = 0;
  while (in && have < most) {
    text.resize(have + std::min(most - have, std::max<std::size_t>(have, 1 << 14)));
    in.read(text.data() + have, static_cast<std::streamsize>(text.size() - have));
    have += static_cast<std::size_t>(in.gcount());
  }
  text.resize(have);
  return text;
}

[[noreturn]] static void refuse_to_write(const fs::path& file) {
  throw Error(Exit::limit, ErrorPlace(file.string()),
              fmt::format("cannot be written: {}", std::strerror(errno)));
}

void write_text(const fs::path& file, std::string_view text) {
  std::error_code ignored;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), ignored);
  std::ofstream out(file, std::ios::binary);
  out << text << std::flush;
  if (!out) refuse_to_write(file);
}

void check_writable(const fs::path& file) {
  std::error_code ignored;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), ignored);
  const bool is_new = !fs::exists(file, ignored);
  if (!std::ofstream(file, std::ios::app)) refuse_to_write(file);
  if (is_new) fs::remove(file, ignored);
}

void begin_file(const fs::path& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
  const int made = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (made < 0) refuse_to_write(file);
  close(made);
}

}  // namespace kasuri
