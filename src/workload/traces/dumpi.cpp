// SPDX-License-Identifier: MIT
// DUMPI traces (sst-dumpi, the tracer of SST): PREFIX.meta with the number of ranks, and a binary file
// PREFIX-NNNN.bin for each of them. One rank's file at a time is open. Where ranks make communicators,
// which each numbers for itself, all files are read twice: first for what they say of these.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <utility>

#include "base/core/errors.h"
#include "workload/traces/dumpi_rank.h"

namespace kasuri::trace {
namespace {

namespace fs = std::filesystem;

// What the .meta file says, and where the ranks' files are.
class DumpiFiles {
 public:
  explicit DumpiFiles(const fs::path& meta);
  std::uint32_t ranks() const { return ranks_; }
  fs::path rank(std::uint32_t r) const {
    return fmt::format("{}-{:0{}}.bin", prefix_.string(), r, width_);
  }

 private:
  void read(const fs::path& meta);
  void find(const fs::path& meta);
  [[noreturn]] static void fail(const fs::path& meta, std::int64_t line, std::string_view what) {
    fail_at(meta, line, 1, -1, what);
  }

  std::uint32_t ranks_ = 0;
  std::int64_t ranks_line_ = 1, prefix_line_ = 1;
  std::string said_prefix_;
  fs::path prefix_;
  int width_ = 4;
};

DumpiFiles::DumpiFiles(const fs::path& meta) {
  read(meta);
  find(meta);
}

void DumpiFiles::read(const fs::path& meta) {
  const auto file = std::make_shared<TextFile>(meta);
  Lines lines(file, {0, file->size(), 1}, kScanBuffer);
  bool has_ranks = false;
  for (std::string_view line; lines.next(line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    const std::size_t equals = line.find('=');
    const std::string_view key = line.substr(0, equals);
    const std::string_view value = equals == line.npos ? "" : line.substr(equals + 1);
    if (key == "numprocs") {
      const auto n = number_in<std::uint32_t>(value);
      if (!n || *n < 1 || *n > 1u << 28) {
        fail(meta, lines.number(),
             fmt::format("numprocs={}: expected the number of ranks, 1 to 268435456", value));
      }
      ranks_ = *n;
      ranks_line_ = lines.number();
      has_ranks = true;
    } else if (key == "fileprefix") {
      if (value.find('\0') != value.npos)
        fail(meta, lines.number(), "fileprefix has a zero byte: not a file name");
      said_prefix_ = value;
      prefix_line_ = lines.number();
    }
  }
  if (!has_ranks)
    fail(meta, lines.number(), "the file has no line numprocs=, which gives the number of ranks");
}

// The prefix counts from the folder of the .meta file. If traces were moved or renamed, it is the name
// of that.
void DumpiFiles::find(const fs::path& meta) {
  const fs::path folder = meta.parent_path();
  std::vector<fs::path> prefixes;
  if (!said_prefix_.empty()) {
    prefixes.push_back(folder / said_prefix_);
    prefixes.push_back(folder / fs::path(said_prefix_).filename());
  }
  prefixes.push_back(folder / meta.stem());
  std::error_code failure;
  for (const fs::path& prefix : prefixes) {
    prefix_ = prefix;
    for (const int width : {4, 5, 6, 7, 8, 9, 1, 2, 3}) {
      width_ = width;
      if (!fs::exists(rank(0), failure)) continue;
      if (fs::exists(rank(ranks_), failure)) {
        fail(meta, ranks_line_,
             fmt::format("numprocs={}, but there is {}, a file of rank {}", ranks_,
                         rank(ranks_).string(), ranks_));
      }
      return;
    }
  }
  prefix_ = prefixes.front(), width_ = 4;
  fail(meta, prefix_line_, fmt::format("there is no file of rank 0, {}", rank(0).string()));
}

class DumpiTrace final : public Trace {
 public:
  DumpiTrace(const fs::path& meta, const ReplayParams& params)
      : meta_(meta), params_(params), files_(meta) {
    // Numbers are believed when the files are there.
    std::error_code failure;
    for (std::uint32_t r = 0; r < files_.ranks(); ++r) {
      if (!fs::exists(files_.rank(r), failure)) {
        throw Error(Exit::usage, ErrorPlace(meta.string()),
                    fmt::format("numprocs={}, but there is no file of rank {}, {}",
                                files_.ranks(), r, files_.rank(r).string()));
      }
    }
    comms_ = std::make_unique<DumpiCommunicators>(files_.ranks());
    balance_.resize(files_.ranks());
    if (!read()) {
      collect();
      read();
    }
    if (receives_from_nobody()) read();
    finish();
  }

  std::unique_ptr<mpi::OpStream> stream(int rank) const override {
    return std::make_unique<Stream>(file_, stored_[static_cast<std::size_t>(rank)],
                                    stored_buffer_size(stored_.size()));
  }

 private:
  class Stream final : public mpi::OpStream {
   public:
    Stream(std::shared_ptr<const TextFile> file, const StoredRank& rank, std::size_t buffer)
        : operations_(std::move(file), rank, 1, buffer) {}
    bool next(Time, mpi::Operation& op) override { return operations_.next(op); }
    double share_done() const override { return operations_.share_done(); }

   private:
    StoredOperations operations_;
  };
  using Mode = DumpiRank::Mode;

  void go_through(std::uint32_t r, Mode mode, Tally& tally, StoredFile* to) {
    DumpiTraceState state{params_, summary_, tally, *comms_, collected_, std::move(balance_)};
    try {
      DumpiFile file(files_.rank(r), static_cast<int>(r));
      DumpiRank(file, static_cast<int>(r), state, mode).read_all(to);
    } catch (...) {
      balance_ = std::move(state.balance);
      throw;
    }
    balance_ = std::move(state.balance);
  }

  void collect() {
    Tally tally(summary_);
    for (std::uint32_t r = 0; r < files_.ranks(); ++r) go_through(r, Mode::collect, tally, nullptr);
    comms_->resolve([&](std::uint32_t rank, std::int64_t at, std::string_view what) {
      throw Error(Exit::usage, ErrorPlace(files_.rank(rank).string()),
                  fmt::format("byte {}: rank {}: {}", at, rank, what));
    });
    communicators_ = std::make_shared<const Communicators>(comms_->all());
    collected_ = true;
  }

  // False: what ranks say of communicators must be collected first.
  bool read() try {
    summary_ = {};
    summary_.format = "dumpi";
    summary_.ranks = static_cast<int>(files_.ranks());
    summary_.communicators = 1 + communicators_->size();
    for (auto& b : balance_) b.missing = b.unclear = 0;
    stored_.clear();
    Tally tally(summary_);
    StoredFile stored(meta_);
    for (std::uint32_t r = 0; r < files_.ranks(); ++r) {
      tally.begin_rank(static_cast<int>(r));
      stored.begin_rank();
      go_through(r, Mode::store, tally, &stored);
      stored_.push_back(stored.end_rank());
    }
    file_ = stored.file();
    tally.begin_rank(-1);
    if (const std::string why = tally.collectives_disagree(*communicators_); !why.empty()) {
      throw Error(Exit::usage, ErrorPlace(meta_.string()), std::string(why));
    }
    if (!tally.messages_match()) {
      for (std::uint32_t r = 0; r < files_.ranks(); ++r)
        go_through(r, Mode::look_again, tally, nullptr);
      tally.refuse_mismatch();
    }
    return true;
  } catch (const DumpiMustCollect&) {
    return false;
  }

  // Receives without a status from −1, of ranks that have got all messages that are sent to them.
  bool receives_from_nobody() {
    bool found = false;
    for (auto& b : balance_) {
      if (b.unclear == 0 || b.missing > 0) continue;
      found = b.from_none = true;
    }
    return found;
  }

  void finish() {
    std::uint64_t unclear = 0;
    for (std::size_t r = 0; r < balance_.size(); ++r) {
      const auto& b = balance_[r];
      if (b.unclear > b.missing && !b.from_none)
        unclear += static_cast<std::uint64_t>(b.unclear - b.missing);
    }
    if (unclear > 0) {
      summary_.notes.push_back(
          fmt::format("{} receives have source -1 and no status: they are replayed as from any "
                      "rank, but some may be from none (MPI_PROC_NULL)",
                      unclear));
    }
    if (const std::uint64_t n = comms_->contradictions()) {
      summary_.notes.push_back(
          fmt::format("in {} communicators MPI_Comm_rank returns other ranks than their creation "
                      "implies", n));
    }
    comms_.reset();
    balance_ = {};
  }

  fs::path meta_;
  ReplayParams params_;
  DumpiFiles files_;
  std::unique_ptr<DumpiCommunicators> comms_;
  bool collected_ = false;
  std::vector<DumpiTraceState::Balance> balance_;
  std::shared_ptr<const TextFile> file_;
  std::vector<StoredRank> stored_;
};

bool is_rank_file(std::string_view head) {
  return head.starts_with(
      std::string_view("\xff\xaa\xdd"
                       "DUMPI",
                       8));
}

bool is_dumpi(const fs::path& path, std::string_view head) {
  if (is_rank_file(head)) return true;
  return path.extension() == ".meta" && head.find('\0') == head.npos &&
         (head.starts_with("numprocs=") || head.find("\nnumprocs=") != head.npos ||
          head.find("fileprefix=") != head.npos || head.starts_with("hostname="));
}

std::unique_ptr<Trace> open_dumpi(const fs::path& path, const ReplayParams& params) {
  if (path.extension() != ".meta") {
    throw Error(Exit::usage, ErrorPlace(path.string()),
                "this is the DUMPI file of one rank: give the .meta file of the trace, which names all");
  }
  return std::make_unique<DumpiTrace>(path, params);
}

std::vector<fs::path> files_of_ranks(const fs::path& meta) {
  const DumpiFiles files(meta);
  std::vector<fs::path> all;
  std::error_code failure;
  for (std::uint32_t r = 0; r < files.ranks() && fs::exists(files.rank(r), failure); ++r) {
    all.push_back(files.rank(r));
  }
  return all;
}

const Format dumpi_format{"dumpi", "DUMPI traces (sst-dumpi), by their file PREFIX.meta", is_dumpi,
                    open_dumpi, files_of_ranks};

}  // namespace
}  // namespace kasuri::trace
