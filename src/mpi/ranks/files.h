// SPDX-License-Identifier: MIT
// Operations of ranks on files (MPI 4.1, chapter 14): from the rank to the file system, which is at the
// node of the first rank of all, and back.
//
// A control message (mpi.control_size) brings an operation there and another one its outcome, so the
// file system executes them in the order of their simulated arrival, whatever thread or process a rank
// belongs to.
// Data travel beside the simulated network: mpi/storage/file_system.h says how long they take.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/core/pool.h"
#include "mpi/ranks/call.h"
#include "network/net/transport.h"
#include "mpi/storage/file_system.h"

namespace kasuri::mpi {

// Where data of an access are in the rank's memory.
struct FileMemory {
  void* buffer = nullptr;
  std::int64_t count = 0;
  const Layout* layout = nullptr;  // null: without holes
  bool has_data = false;
  std::uint32_t file = 0;          // the rank's number of it, for the status
  // Of a read: makes what is to be in memory of the bytes that came. Null: these are.
  std::function<void(const std::byte* data, std::int64_t bytes, std::vector<std::byte>& to)> convert;
};

class Files final : public TransportClient {
 public:
  Files(World&, Partition&, Transport&, const storage::IoParams&, std::uint32_t nics_per_node);
  ~Files() override;
  void start(const std::uint32_t* places);  // of ranks

  // The request has an error and the bytes that were moved when it is done.
  Handle begin(Call&, const storage::FileOperation&, const FileMemory& = {});
  // Waits; the request ends.
  storage::FileOutcome execute(Call&, const storage::FileOperation&, const FileMemory& = {});

  void on_sent(const Message&) override {}
  void on_arrived(const Message&) override;

 private:
  enum class Kind : std::uint32_t { request, outcome };
  // What a request's payload begins with; extents, path and data follow.
  struct Head {
    storage::FileAction action;
    storage::OpenMode mode;
    bool has_data;
    storage::FileKey file;
    std::int64_t value, extents, path, data;
  };
  // Under way, at its rank.
  struct Pending {
    std::uint32_t request;
    storage::FileOutcome outcome;
    std::byte* data;  // that came
    FileMemory* memory;
  };

  std::byte* payload_of(Call&, const storage::FileOperation&, const FileMemory&);
  void send(NodeId from, NodeId to, std::uint16_t job, std::byte* payload,
            std::array<std::uint64_t, 4> words);
  void execute(const Message&);
  void receive(const Message&);
  bool on_complete(const Event&);
  void finish(std::uint32_t operation);
  void deliver(std::uint32_t rank, const Pending&, std::int64_t& bytes);

  World& world_;
  Partition& partition_;
  Transport& transport_;
  storage::FileSystem system_;  // used where it is at home
  std::uint32_t nics_;
  std::uint8_t client_;
  EventKind complete_;
  Pool<Pending> pending_;
};

// MPI's class of what went wrong.
int error_class(storage::FileError);

}  // namespace kasuri::mpi
