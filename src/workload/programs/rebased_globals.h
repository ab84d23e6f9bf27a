// SPDX-License-Identifier: MIT
// The data of an MPI program whose code finds them through the gs base (rebase.h): one block for each
// rank, a copy of everything that the loader has laid out behind the program's text, with its pointers
// moved. A change of rank writes the gs base of the thread.
//
// The program is loaded once, without running its constructors: each rank runs them itself, on its own
// stack, before main(). So objects of C++ belong to ranks, and the memory that they allocate, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "workload/programs/private_globals.h"

struct link_map;

namespace kasuri {

class RebasedGlobals final : public RankGlobals {
 public:
  // Of an object that was loaded with its constructors disabled; `handle` is dlopen's.
  explicit RebasedGlobals(void* handle, const ProgramTime& = {});
  ~RebasedGlobals() override;

  void enter(std::uint32_t rank) override;
  std::byte* find(std::uint32_t, void* data) override { return static_cast<std::byte*>(data); }
  void* own_address(std::uint32_t rank, void* address) override;
  void reset(std::uint32_t rank) override;
  std::size_t bytes() const override { return stride_; }
  Time computed(std::uint32_t rank) override;
  void end_call(std::uint32_t rank) override;
  void count(std::uint32_t rank, bool on) override;

 private:
  struct Part {
    std::size_t offset, bytes;  // of the image: what is not zero from the start
  };
  struct Chunk {
    std::byte* start;
    std::size_t bytes;
  };

  void note_pointer(std::uint64_t at);
  void find_pointers(const link_map*);
  void describe_data(void* handle) const;
  void find_counters(void* handle);
  std::byte* new_block();
  void fill(std::byte* block) const;

  std::byte* image_ = nullptr;  // as the loader has made it
  std::size_t span_ = 0, stride_ = 0;
  std::size_t table_ = 0;            // where the GOT begins
  std::vector<Part> parts_;
  std::vector<std::size_t> pointers_;  // places of pointers into the image
  std::vector<Chunk> chunks_;
  std::size_t next_ = 0;             // free in the last chunk
  std::vector<std::byte*> blocks_;   // by rank
  std::vector<std::size_t> counters_;  // places of the words that count
  ComputeMode mode_;
  double ps_per_unit_ = 0;           // of the counter, or of nanoseconds measured
  std::int64_t since_ns_ = 0;        // measured: when the rank that runs has returned from its last call
  std::vector<bool> silent_;         // ranks whose time is not counted now
};

// Of the bytes of a shared object: the loader will not run its constructors and destructors. Returns the
// list of the constructors, at an address in the object.
struct Constructors {
  std::uint64_t address = 0, bytes = 0;
};
Constructors disable_constructors(std::string& object, const std::filesystem::path& name);

}  // namespace kasuri
