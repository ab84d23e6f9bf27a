// SPDX-License-Identifier: MIT
// A copy of a program's writable data for each rank, exchanged when another rank's code runs: the
// first and simplest of the mechanisms that let programs with globals run (SimGrid's SMPI remaps
// pages for the same end). A change of rank costs two copies of the segment.
//
// What is copied: the writable load segments of the shared object without the part that is read-only
// after relocation, and its thread-local block. Every rank begins with what the object held when it
// was loaded, after its constructors have run; memory that those have allocated is shared. Libraries
// that the program is linked with are shared too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "mpi/ranks/job.h"
#include "workload/programs/target_core.h"

namespace kasuri {

class RankGlobals : public mpi::PrivateGlobals {
 public:
  virtual std::size_t bytes() const = 0;  // of each rank's copy
};

class PrivateDataSegment final : public RankGlobals {
 public:
  // Of a loaded shared object; `handle` is dlopen's. One for each object and thread.
  explicit PrivateDataSegment(void* handle);

  void enter(std::uint32_t rank) override {
    if (rank != current_) exchange(rank);
  }
  std::byte* find(std::uint32_t rank, void* address) override;
  void reset(std::uint32_t rank) override;

  std::size_t bytes() const override { return bytes_; }

 private:
  struct Range {
    std::byte* start;
    std::size_t bytes;
    std::size_t offset;  // in a copy
  };
  using Copy = std::unique_ptr<std::byte[]>;

  void add(std::byte* start, std::size_t bytes);
  void exchange(std::uint32_t rank);
  void save(std::byte* copy) const;
  void load(const std::byte* copy) const;

  std::vector<Range> ranges_;
  std::size_t bytes_ = 0;
  Copy initial_;
  std::vector<Copy> copies_;  // by rank; null: it has not run yet
  std::uint32_t current_ = UINT32_MAX;
};

}  // namespace kasuri
