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

#include "workload/private_globals.h"

namespace kasuri {

class RebasedGlobals final : public RankGlobals {
 public:
  // Of an object that was loaded with its constructors disabled; `handle` is dlopen's.
  explicit RebasedGlobals(void* handle);
  ~RebasedGlobals() override;

  void enter(std::uint32_t rank) override;
  std::byte* find(std::uint32_t, void* data) override { return static_cast<std::byte*>(data); }
  void reset(std::uint32_t rank) override;
  std::size_t bytes() const override { return stride_; }

 private:
  struct Part {
    std::size_t offset, bytes;  // of the image: what is not zero from the start
  };
  struct Chunk {
    std::byte* start;
    std::size_t bytes;
  };

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
};

// Of the bytes of a shared object: the loader will not run its constructors and destructors. Returns the
// list of the constructors, at an address in the object.
struct Constructors {
  std::uint64_t address = 0, bytes = 0;
};
Constructors disable_constructors(std::string& object, const std::filesystem::path& name);

}  // namespace kasuri
