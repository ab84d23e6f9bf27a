// SPDX-License-Identifier: MIT
// The nodes of one rank of a Chakra trace in short form, in an unnamed file in TMPDIR (packed.h), and
// their replay. A node begins when all that it depends on have ended; computation has one queue of the
// device and one of the CPU, communication one. Receives are posted as soon as they may and hold no
// queue.
#pragma once

#include <memory>
#include <vector>

#include "mpi/ranks/task_stream.h"
#include "workload/traces/packed.h"

namespace kasuri::trace {

struct ChakraRank {
  Extent extent{};
  std::uint64_t tasks = 0;
  std::uint64_t roots = 0;  // from here on every task depends on an earlier one,
  std::uint64_t reach = 0;  // the nearest of them at most so many tasks before it
  bool buffered = true;     // sends do not wait for their receive
};

enum class ChakraQueue : std::uint8_t { device, communication, cpu, none };

class ChakraWriter {
 public:
  explicit ChakraWriter(const std::filesystem::path& trace) : packed_(trace) {}

  void begin_rank();
  // `after`: tasks of this rank, counted from 0.
  void put(const mpi::Operation&, ChakraQueue, const std::vector<std::uint32_t>& after);
  ChakraRank end_rank();
  std::shared_ptr<const TextFile> file() { return packed_.file(); }

 private:
  PackedFile packed_;
  ChakraRank rank_;
};

class ChakraStream final : public mpi::TaskStream {
 public:
  ChakraStream(std::shared_ptr<const TextFile> file, const ChakraRank&, std::size_t buffer);
  double share_done() const override;

 private:
  bool read() override;
  bool must_read() const override;

  const ChakraRank& facts_;
  PackedNumbers numbers_;
  std::vector<std::uint64_t> after_;
};

}  // namespace kasuri::trace
