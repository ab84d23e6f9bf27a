// SPDX-License-Identifier: MIT
#include "base/core/digest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cerrno>
#include <ctime>
#include <system_error>
#include <vector>

namespace kasuri {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMissing = "missing";

std::string text_of(XXH128_hash_t h) { return fmt::format("{:016x}{:016x}", h.high64, h.low64); }

std::string digest_of_file(const fs::path& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return errno == ENOENT || errno == ENOTDIR ? kMissing : "unreadable";
  std::vector<char> piece(1 << 18);
  XXH3_state_t hash;
  XXH3_128bits_reset(&hash);
  ssize_t n = 0;
  while ((n = read(fd, piece.data(), piece.size())) > 0 || (n < 0 && errno == EINTR)) {
    if (n > 0) XXH3_128bits_update(&hash, piece.data(), static_cast<std::size_t>(n));
  }
  close(fd);
  return n < 0 ? "unreadable" : text_of(XXH3_128bits_digest(&hash));
}

// What `of` says of each file in it, by name.
std::string digest_of_folder(const fs::path& folder, std::string (*of)(const fs::path&)) {
  std::map<std::string, std::string> inside;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (!at->is_directory(error)) {
      inside[at->path().lexically_relative(folder).string()] = of(at->path());
    }
  }
  std::string all;
  for (const auto& [name, digest] : inside) all += fmt::format("{}\n{}\n", name, digest);
  return text_of(XXH3_128bits(all.data(), all.size()));
}

}  // namespace

std::string digest_of(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error) ? digest_of_folder(path, digest_of_file) : digest_of_file(path);
}

const std::string& digest_of_this_program() {
  static const std::string digest = digest_of("/proc/self/exe");
  return digest;
}

std::string FileDigests::stamp_of(const fs::path& path) {
  struct stat s {};
  if (stat(path.c_str(), &s) != 0) return kMissing;
  // A folder's own times say nothing of its files.
  if (S_ISDIR(s.st_mode)) return "folder " + digest_of_folder(path, stamp_of);
  return fmt::format("{} {} {} {}.{:09} {}.{:09}", s.st_dev, s.st_ino, s.st_size, s.st_mtim.tv_sec,
                     s.st_mtim.tv_nsec, s.st_ctim.tv_sec, s.st_ctim.tv_nsec);
}

const std::string& FileDigests::of(const fs::path& path) {
  Known& known = known_[path];
  std::string stamp = stamp_of(path);
  if (known.stamp == stamp) return known.digest;
  // Before the bytes: what is written while they are read shows in the next stamp.
  known.stamp = std::move(stamp);
  known.digest = digest_of(path);
  return known.digest;
}

bool FileDigests::forget_touched() {
  return std::erase_if(known_, [](const auto& k) { return stamp_of(k.first) != k.second.stamp; }) >
         0;
}

}  // namespace kasuri
