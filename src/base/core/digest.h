// SPDX-License-Identifier: MIT
// What a file holds, as a digest that stands for it: two files of one digest have the same bytes.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace kasuri {

// 32 hexadecimal digits (XXH3, 128 bits) of a file's bytes; of a folder, of all files in it by
// name. "missing" if there is no such file, "unreadable" if it cannot be read.
std::string digest_of(const std::filesystem::path&);

// Of the program that runs: another build has another digest. Read once.
const std::string& digest_of_this_program();

// Digests that are read again only if the file was touched.
class FileDigests {
 public:
  const std::string& of(const std::filesystem::path&);
  // Forgets files that were touched since they were read; whether there were any.
  bool forget_touched();

 private:
  // What the file system says of a file, with times in nanoseconds.
  static std::string stamp_of(const std::filesystem::path&);

  struct Known {
    std::string stamp, digest;
  };
  std::map<std::filesystem::path, Known> known_;
};

}  // namespace kasuri
