// SPDX-License-Identifier: MIT
// One rank's file of a DUMPI trace, call by call. The index at the end of the file says where its
// records are; the stream of calls is read through a buffer, so that memory does not grow with its
// length. A list of a call is no longer than what is left of the stream.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/core/units.h"
#include "workload/traces/dumpi_format.h"
#include "workload/traces/lines.h"

namespace kasuri::trace {

struct DumpiStatus {
  std::int32_t bytes = -1, source = dumpi::kAny, tag = dumpi::kAny;
  bool cancelled = false;
};

// A call, or the entering or leaving of a function that was instrumented.
struct DumpiCall {
  std::uint16_t function = 0;
  std::uint16_t thread = 0;
  std::int64_t at = 0;  // where in the file
  bool has_times = false;
  Time start{0}, stop{0};  // seconds modulo 65,536
  // Arguments, by their order among those of their kind.
  std::array<std::int64_t, 12> number{};
  std::size_t numbers = 0;
  std::vector<std::vector<std::int32_t>> list;  // `lists` of them; the others keep their memory
  std::size_t lists = 0;
  std::vector<DumpiStatus> statuses;

  const DumpiStatus* status(std::size_t i = 0) const {
    return i < statuses.size() ? &statuses[i] : nullptr;
  }
};

class DumpiFile {
 public:
  // Throws Error: no such file, no DUMPI trace, an index that is damaged. `rank`: for messages.
  DumpiFile(const std::filesystem::path&, int rank);

  const dumpi::Version& version() const { return version_; }
  // Bytes of datatypes by number, as MPI_Type_size told them; empty: there is no such record.
  const std::vector<std::int32_t>& type_sizes() const { return type_sizes_; }
  // Functions that were called but not traced, as the tracer was configured, and how often.
  const std::vector<std::pair<std::string_view, std::uint64_t>>& untraced() const { return untraced_; }
  // Of an instrumented function; "" if it has none.
  std::string_view function_name(std::uint64_t address) const;

  // The next call; false: there is none. Throws Error.
  bool next(DumpiCall&);
  // A mistake in the last call.
  [[noreturn]] void fail(std::int64_t at, std::string_view what) const;
  std::string place(std::int64_t at) const;

 private:
  struct Record {
    std::int64_t at = 0;  // 0: there is none
    std::int64_t end = 0;
  };

  void read_index();
  void read_header();
  void read_type_sizes();
  void read_function_names();
  void read_footer();
  void seek(const Record&);
  std::int64_t left() const { return limit_ - at_; }
  std::int64_t at() const { return at_; }
  const std::uint8_t* take(std::size_t n);
  const std::uint8_t* peek(std::size_t n);  // null: there is less
  template <class T>
  T integer();
  void skip(std::int64_t n);
  std::int64_t length(std::int64_t bytes_of_each);
  std::string string();
  void times(DumpiCall&, std::uint8_t mask);
  void arguments(DumpiCall&, std::string_view, std::uint8_t mask);
  void argument(DumpiCall&, char, std::uint8_t mask);
  void statuses(DumpiCall&);
  void skip_lists(int depth);
  void skip_arguments_of_program(bool twice);
  bool call_follows(std::size_t offset, std::uint8_t mask);
  std::vector<std::int32_t>& new_list(DumpiCall&);
  void put(DumpiCall&, std::int64_t);

  std::shared_ptr<const TextFile> file_;
  int rank_;
  Record header_, body_, sizes_, names_, footer_;
  dumpi::Version version_;
  std::vector<std::int32_t> type_sizes_;
  std::unordered_map<std::uint64_t, std::string> function_names_;
  std::vector<std::pair<std::string_view, std::uint64_t>> untraced_;
  std::int64_t at_ = 0, limit_ = 0;  // of what is being read
  std::vector<std::uint8_t> buffer_;
  std::size_t used_ = 0, filled_ = 0;
  bool at_end_ = false;
};

}  // namespace kasuri::trace
