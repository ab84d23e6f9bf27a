// SPDX-License-Identifier: MIT
// Collectives on blocks of any size in OTF2 archives. Each rank's event has only what that rank sent and
// received in all; together the events of all members of the communicator say more. When the archive is
// opened, these sums go to an unnamed file in TMPDIR, 16 bytes for each call; a rank that replays reads
// those of all members.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "mpi/ranks/collective.h"

namespace kasuri::trace {

class Otf2Sums {
 public:
  struct Sum {
    std::uint64_t sent = 0, received = 0;  // bytes
  };
  using Sums = std::shared_ptr<const std::vector<Sum>>;

  explicit Otf2Sums(std::string archive) : archive_(std::move(archive)) {}
  ~Otf2Sums();
  Otf2Sums(const Otf2Sums&) = delete;
  Otf2Sums& operator=(const Otf2Sums&) = delete;

  // Makes the file, for who puts into it in another process and takes over what that knows of it.
  void make_file();
  template <class Archive>
  void transfer(Archive& a) {
    a(end_);
    std::size_t n = parts_.size();
    a(n);
    if constexpr (Archive::kReads) {
      for (; n > 0; --n) {
        std::uint32_t comm = 0;
        a(comm), a(parts_[comm]);
      }
    } else {
      for (auto& [comm, all] : parts_) a(comm), a(all);
    }
  }

  // Of the k-th such collective on the communicator, what this one of its `members` moved.
  void put(std::uint32_t comm, std::uint64_t k, std::uint32_t members, std::uint32_t member, Sum);
  // The sums of all members. From any thread, when all have been put.
  Sums of(std::uint32_t comm, std::uint64_t k, std::uint32_t members) const;

 private:
  std::int64_t place(std::uint32_t comm, std::uint64_t k, std::uint32_t members) const;
  [[noreturn]] void fail(const char* what) const;

  std::string archive_;
  int file_ = -1;
  std::int64_t end_ = 0;
  // Where in the file are, of each communicator, the calls 0 …, as many in each part as fit kPart.
  static constexpr std::uint64_t kPart = 1 << 16;  // sums
  std::unordered_map<std::uint32_t, std::vector<std::int64_t>> parts_;
  // What was asked for last: members ask for the same, one soon after the other.
  struct Read {
    std::uint32_t comm = 0;
    std::uint64_t k = 0;
    Sums sums;
  };
  mutable std::mutex lock_;
  mutable std::vector<Read> recent_ = std::vector<Read>(8);
  mutable std::size_t next_ = 0;
};

// Whether `which` needs the sums of all: its blocks may differ, and no rank knows all it needs by itself.
bool needs_sums(mpi::Collective which);

// The sizes of blocks of a collective that needs_sums(), as member `me` must know them (mpi::Operation).
// With MPI_IN_PLACE, where a rank moves nothing to itself, Score-P counts one block less. Of an alltoallv
// only the sums of rows and columns are known: each member's bytes are dealt to the others in proportion
// to what these received, so that what each sends is exact, and what each gets to a byte per member.
struct Otf2Blocks {
  std::vector<int> out, in;
  std::int64_t own = 0;  // bytes
};
// Throws std::out_of_range for blocks of 2 GiB or more.
Otf2Blocks blocks_of(mpi::Collective, const std::vector<Otf2Sums::Sum>&, std::size_t root, std::size_t me);

}  // namespace kasuri::trace
