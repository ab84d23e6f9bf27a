// SPDX-License-Identifier: MIT
#include "mpi/storage/file_system.h"

#include <algorithm>

namespace kasuri::storage {

FileOutcome FileSystem::execute(const FileOperation& o) {
  FileOutcome result;
  if (o.action == FileAction::remove) return {HostFile::remove(o.path)};
  if (o.action == FileAction::open) {
    auto made = std::make_unique<Open>();
    result.error = made->file.open(o.path, o.mode);
    if (result.error == FileError::none) result.error = made->file.size(result.value);
    if (result.error == FileError::none) open_[o.file] = std::move(made);
    return result;
  }
  const auto found = open_.find(o.file);
  if (found == open_.end()) return {FileError::not_open};
  Open& open = *found->second;
  switch (o.action) {
    case FileAction::read: result.error = open.file.read(o.extents, o.data, result.value); break;
    case FileAction::write: result.error = open.file.write(o.extents, o.data, result.value); break;
    case FileAction::size: result.error = open.file.size(result.value); break;
    case FileAction::set_size: result.error = open.file.set_size(o.value); break;
    case FileAction::reserve: result.error = open.file.reserve(o.value); break;
    case FileAction::sync: result.error = open.file.sync(); break;
    case FileAction::add_to_shared:
      result.value = open.shared;
      open.shared += o.value;
      break;
    case FileAction::set_shared: open.shared = o.value; break;
    default: {
      const std::string path = open.file.path();
      result.error = open.file.close();
      open_.erase(found);
      if (o.action == FileAction::close_and_remove) {
        const FileError removed = HostFile::remove(path);
        if (result.error == FileError::none) result.error = removed;
      }
    }
  }
  return result;
}

// Of a rank's accesses, only the latest matters; those that are over are forgotten now and then.
Time FileSystem::complete(std::uint32_t rank, Time now, Bytes bytes) {
  if (bytes.n == 0) return now + p_.latency;
  free_ = later(free_, now) + bytes / p_.rate;
  constexpr std::size_t kMany = 1024;
  if (busy_.size() >= kMany && busy_.size() % kMany == 0 && !busy_.contains(rank)) {
    std::erase_if(busy_, [&](const auto& b) { return b.second <= now; });
  }
  Time& own = busy_[rank];
  own = later(own, now) + bytes / p_.rank_rate;
  return later(free_, own) + p_.latency;
}

}  // namespace kasuri::storage
