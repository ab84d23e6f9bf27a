// SPDX-License-Identifier: MIT
// The Cluster over Open MPI, as a module: see src/base/cluster/cluster.h.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "base/cluster/cluster.h"

namespace {

class OpenMpi final : public kasuri::Cluster {
 public:
  OpenMpi() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 5);
    MPI_Comm_dup(MPI_COMM_WORLD, &world_);
    MPI_Comm_rank(world_, &rank_);
    MPI_Comm_size(world_, &size_);
    MPI_Comm host;
    MPI_Comm_split_type(world_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &on_host_);
    MPI_Comm_free(&host);
  }
  ~OpenMpi() override {
    MPI_Comm_free(&world_);
    MPI_Finalize();
  }

  unsigned rank() const override { return static_cast<unsigned>(rank_); }
  unsigned size() const override { return static_cast<unsigned>(size_); }
  unsigned on_this_host() const override { return static_cast<unsigned>(on_host_); }

  void exchange(std::span<const unsigned> peers, std::span<const kasuri::ByteBuffer> out,
                std::span<kasuri::ByteBuffer> in) override {
    requests_.clear();
    for (std::size_t i = 0; i < peers.size(); ++i) {
      for (std::size_t at = 0; at <= out[i].size(); at += kPiece) {
        MPI_Isend(out[i].data() + at, piece(out[i].size(), at), MPI_BYTE,
                  static_cast<int>(peers[i]), kTag, world_, &requests_.emplace_back());
      }
    }
    // A piece that is full is followed by another one, if only an empty one.
    for (std::size_t i = 0; i < peers.size(); ++i) {
      in[i].clear();
      for (bool more = true; more;) {
        MPI_Message message;
        MPI_Status status;
        wait_until([&](int* found) {
          MPI_Improbe(static_cast<int>(peers[i]), kTag, world_, found, &message, &status);
        });
        int bytes = 0;
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        const std::size_t at = in[i].size();
        in[i].resize(at + static_cast<std::size_t>(bytes));
        MPI_Mrecv(in[i].data() + at, bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE);
        more = static_cast<std::size_t>(bytes) == kPiece;
      }
    }
    wait_until([&](int* all) {
      MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), all, MPI_STATUSES_IGNORE);
    });
  }

  void least(std::span<std::int64_t> values) override { reduce(values, MPI_MIN); }
  void sum(std::span<std::int64_t> values) override { reduce(values, MPI_SUM); }

  std::vector<kasuri::ByteBuffer> gather(const kasuri::ByteBuffer& mine) override {
    std::vector<kasuri::ByteBuffer> all;
    if (rank_ == 0) {
      all.resize(static_cast<std::size_t>(size_));
      all[0] = mine;
      for (int from = 1; from < size_; ++from) receive_all(from, all[static_cast<std::size_t>(from)]);
    } else {
      send_all(mine);
    }
    return all;
  }

  void barrier() override { MPI_Barrier(world_); }

  [[noreturn]] void abort(int code) override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

 private:
  static constexpr int kTag = 1;
  static constexpr std::size_t kPiece = std::size_t{1} << 30;  // MPI counts in int

  // The library would look again and again. After a while the core is better used by the process that is
  // waited for, or by others.
  template <class Test>
  static void wait_until(Test&& test) {
    using std::chrono::steady_clock;
    constexpr auto kActive = std::chrono::microseconds(100), kPause = std::chrono::microseconds(20);
    const auto began = steady_clock::now();
    int done = 0;
    for (test(&done); !done; test(&done)) {
      if (steady_clock::now() - began > kActive) std::this_thread::sleep_for(kPause);
    }
  }
  static int piece(std::size_t bytes, std::size_t at) {
    return static_cast<int>(std::min(kPiece, bytes - at));
  }
  void reduce(std::span<std::int64_t> values, MPI_Op op) {
    MPI_Request sum;
    MPI_Iallreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_INT64_T, op, world_,
                   &sum);
    wait_until([&](int* done) { MPI_Test(&sum, done, MPI_STATUS_IGNORE); });
  }
  void send_all(const kasuri::ByteBuffer& mine) {
    std::uint64_t bytes = mine.size();
    MPI_Send(&bytes, 1, MPI_UINT64_T, 0, kTag, world_);
    for (std::size_t at = 0; at < mine.size(); at += kPiece) {
      MPI_Send(mine.data() + at, piece(mine.size(), at), MPI_BYTE, 0,
               kTag, world_);
    }
  }
  void receive_all(int from, kasuri::ByteBuffer& buffer) {
    std::uint64_t bytes = 0;
    MPI_Recv(&bytes, 1, MPI_UINT64_T, from, kTag, world_, MPI_STATUS_IGNORE);
    buffer.resize(bytes);
    for (std::size_t at = 0; at < buffer.size(); at += kPiece) {
      MPI_Recv(buffer.data() + at, piece(buffer.size(), at), MPI_BYTE,
               from, kTag, world_, MPI_STATUS_IGNORE);
    }
  }

  MPI_Comm world_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1, on_host_ = 1;
  std::vector<MPI_Request> requests_;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) kasuri::Cluster* kasuri_open_cluster() { return new OpenMpi; }
