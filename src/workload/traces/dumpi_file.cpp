// SPDX-License-Identifier: MIT
#include "workload/traces/dumpi_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/core/errors.h"

namespace kasuri::trace {

using namespace dumpi;

namespace {

constexpr std::size_t kBuffer = 1 << 16;
constexpr std::int64_t kWord = 8;

template <class T>
T big_endian(const std::uint8_t* from) {
  std::uint64_t n = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) n = n << 8 | from[i];
  return static_cast<T>(n);
}

}  // namespace

void DumpiFile::fail(std::int64_t at, std::string_view what) const {
  throw Error(Exit::usage, ErrorPlace(file_->path().string()),
              fmt::format("byte {}: rank {}: {}", at, rank_, what));
}

std::string DumpiFile::place(std::int64_t at) const {
  return fmt::format("{}, byte {}", file_->path().string(), at);
}

DumpiFile::DumpiFile(const std::filesystem::path& path, int rank)
    : file_(std::make_shared<TextFile>(path)), rank_(rank) {
  read_index();
  read_header();
  read_type_sizes();
  read_function_names();
  read_footer();
  seek(body_);
  // The biases of both clocks: what is relative to them is only compared with its like.
  take(8);
}

void DumpiFile::seek(const Record& r) {
  at_ = r.at;
  limit_ = r.end;
  used_ = filled_ = 0;
}

// The next n bytes, without taking them. They are valid until the next call.
const std::uint8_t* DumpiFile::peek(std::size_t n) {
  if (filled_ - used_ >= n) [[likely]]
    return buffer_.data() + used_;
  if (left() < static_cast<std::int64_t>(n)) return nullptr;
  buffer_.resize(kBuffer);
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(used_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(filled_), buffer_.begin());
  filled_ -= used_;
  used_ = 0;
  const std::int64_t from = at_ + static_cast<std::int64_t>(filled_);
  const auto more = static_cast<std::size_t>(
      std::min<std::int64_t>(limit_ - from, static_cast<std::int64_t>(buffer_.size() - filled_)));
  file_->read(from, reinterpret_cast<char*>(buffer_.data() + filled_), more);
  filled_ += more;
  return buffer_.data();
}

const std::uint8_t* DumpiFile::take(std::size_t n) {
  const std::uint8_t* const bytes = peek(n);
  if (!bytes) fail(at_, "the file is truncated: a record ends before its last field");
  used_ += n;
  at_ += static_cast<std::int64_t>(n);
  return bytes;
}

template <class T>
T DumpiFile::integer() {
  return big_endian<T>(take(sizeof(T)));
}

void DumpiFile::skip(std::int64_t n) {
  if (left() < n) take(static_cast<std::size_t>(left()) + 1);
  const auto there = static_cast<std::int64_t>(filled_ - used_);
  at_ += n;
  if (n <= there) {
    used_ += static_cast<std::size_t>(n);
  } else {
    used_ = filled_ = 0;
  }
}

// Of a list, which must fit into what is left.
std::int64_t DumpiFile::length(std::int64_t bytes_of_each) {
  const std::int64_t where = at_;
  const auto n = integer<std::int32_t>();
  if (n < 0 || n > left() / bytes_of_each) {
    fail(where, fmt::format("a list of {} elements, but {} bytes are left of the record", n, left()));
  }
  return n;
}

std::string DumpiFile::string() {
  const auto n = integer<std::uint16_t>();
  const std::uint8_t* const bytes = take(n);
  return {reinterpret_cast<const char*>(bytes), n};
}

// The index: the magic number and offsets, the last of them at the end of the file. Older versions have
// fewer: offsets of sizes, names and labels of counters were put in front one after another.
void DumpiFile::read_index() {
  const std::int64_t size = file_->size();
  constexpr std::int64_t kFewest = 5 * kWord, kMost = 8 * kWord;
  if (size < kWord || (seek({0, size}), integer<std::uint64_t>() != kMagic)) {
    fail(0, "not a DUMPI trace: it does not begin with ff aa dd 'DUMPI'");
  }
  std::int64_t begin = 0;
  for (std::int64_t n = kMost; n >= kFewest && begin == 0; n -= kWord) {
    if (size - n < kWord) continue;
    seek({size - n, size});
    if (integer<std::uint64_t>() == kMagic) begin = size - n;
  }
  if (begin == 0) {
    fail(size,
         "the file is truncated: it does not end with an index of its records (the program did not reach "
         "MPI_Finalize, or the copy is incomplete)");
  }
  constexpr std::array<std::string_view, 7> kNames = {
      "sizes of datatypes", "names of functions", "names of counters", "header", "calls", "footer",
      "keys and values"};
  std::array<std::int64_t, 7> offset{};
  const auto known = static_cast<std::size_t>((size - begin) / kWord - 1);
  for (std::size_t i = offset.size() - known; i < offset.size(); ++i) {
    const std::int64_t where = at_;
    const auto to = integer<std::uint64_t>();
    if (to != 0 && (to < kWord || to >= static_cast<std::uint64_t>(begin))) {
      fail(where,
           fmt::format("the index points to byte {} for its {}, but the records are from byte {} to {}",
                       to, kNames[i], kWord, begin));
    }
    offset[i] = static_cast<std::int64_t>(to);
  }
  // A record ends where the next one begins.
  const auto record = [&](std::size_t i) -> Record {
    std::int64_t end = begin;
    for (const std::int64_t o : offset) {
      if (o > offset[i]) end = std::min(end, o);
    }
    return {offset[i], end};
  };
  sizes_ = record(0), names_ = record(1), header_ = record(3), body_ = record(4), footer_ = record(5);
  if (body_.at == 0) fail(begin, "the index has no offset of the calls");
}

void DumpiFile::read_header() {
  if (header_.at == 0) return;  // of version 0.0.0
  seek(header_);
  version_ = {integer<std::uint8_t>(), integer<std::uint8_t>(), integer<std::uint8_t>()};
}

void DumpiFile::read_type_sizes() {
  if (sizes_.at == 0) return;
  seek(sizes_);
  const std::int64_t n = length(4);
  type_sizes_.resize(static_cast<std::size_t>(n));
  for (std::int32_t& bytes : type_sizes_) bytes = integer<std::int32_t>();
}

void DumpiFile::read_function_names() {
  if (names_.at == 0) return;
  seek(names_);
  for (std::int64_t n = length(10); n > 0; --n) {
    const auto address = integer<std::uint64_t>();
    function_names_[address] = string();
  }
}

// How often each function was called, and how often it was called but not traced.
void DumpiFile::read_footer() {
  if (footer_.at == 0) return;
  seek(footer_);
  if (integer<std::uint64_t>() != kFooterMagic)
    fail(footer_.at, "the footer does not begin with f007fee7");
  constexpr std::int64_t kEach = kFunctions + 1;
  if (left() < 2 * 4 * kEach) return;  // of a version with fewer functions
  skip(4 * kEach);
  for (std::uint16_t f = 0; f < kFunctions; ++f) {
    if (const auto n = integer<std::uint32_t>(); n > 0) untraced_.emplace_back(function(f)->name, n);
  }
}

std::string_view DumpiFile::function_name(std::uint64_t address) const {
  const auto found = function_names_.find(address);
  return found == function_names_.end() || found->second == "<none>" ? ""
                                                                     : std::string_view(found->second);
}

bool DumpiFile::next(DumpiCall& c) {
  if (at_end_ || left() == 0) return false;
  c.at = at_;
  c.function = integer<std::uint16_t>();
  if (c.function == kEndOfStream) {
    at_end_ = true;
    return false;
  }
  const FunctionRow* const row = function(c.function);
  if (!row) {
    fail(c.at, fmt::format("there is no function {}: a call has 0 to {}", c.function, kFunctions - 1));
  }
  const auto mask = integer<std::uint8_t>();
  if (constexpr std::uint8_t kAll = kStatuses | kCpuTime | kWallTime | kThread | kCounters;
      mask & ~kAll) {
    fail(c.at, fmt::format("the mask {:#04x} of {} has bits of no meaning", mask, row->name));
  }
  c.thread = mask & kThread ? integer<std::uint16_t>() : std::uint16_t{0};
  times(c, mask);
  if (mask & kCounters) skip(std::int64_t{integer<std::uint8_t>()} * 16);
  c.numbers = c.lists = 0;
  c.number.fill(0);
  c.statuses.clear();
  arguments(c, row->arguments, mask);
  return true;
}

// The wall clock, or, where there is none, the CPU's.
void DumpiFile::times(DumpiCall& c, std::uint8_t mask) {
  c.has_times = mask & (kCpuTime | kWallTime);
  if ((mask & kCpuTime) && (mask & kWallTime)) skip(12);
  if (!c.has_times) return;
  for (Time* t : {&c.start, &c.stop}) {
    const auto seconds = integer<std::uint16_t>();
    const std::int64_t where = at_;
    const auto ns = integer<std::uint32_t>();
    if (ns >= 1'000'000'000) fail(where, fmt::format("{} nanoseconds: there are less in a second", ns));
    *t = {seconds * 1'000'000'000'000 + ns * std::int64_t{1000}};
  }
}

void DumpiFile::put(DumpiCall& c, std::int64_t n) { c.number[c.numbers++] = n; }

std::vector<std::int32_t>& DumpiFile::new_list(DumpiCall& c) {
  if (c.lists == c.list.size()) c.list.emplace_back();
  std::vector<std::int32_t>& list = c.list[c.lists++];
  list.clear();
  return list;
}

void DumpiFile::arguments(DumpiCall& c, std::string_view all, std::uint8_t mask) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == '{') {
      const auto a = static_cast<std::size_t>(all[i + 1] - '0'),
                 b = static_cast<std::size_t>(all[i + 2] - '0');
      if (c.number[a] == c.number[b])
        i += 2;
      else
        i = all.find('}', i);
    } else if (all[i] != '}') {
      argument(c, all[i], mask);
    }
  }
}

void DumpiFile::argument(DumpiCall& c, char kind, std::uint8_t mask) {
  switch (kind) {
    case 'i': return put(c, integer<std::int32_t>());
    case 'h': return put(c, integer<std::uint16_t>());
    case 'b': return put(c, integer<std::uint8_t>());
    case 'q': return put(c, integer<std::int64_t>());
    case 's':
      if (mask & kStatuses) statuses(c);
      return;
    case 'A':
    case 'H': {
      const std::int64_t n = length(kind == 'A' ? 4 : 2);
      std::vector<std::int32_t>& list = new_list(c);
      list.resize(static_cast<std::size_t>(n));
      for (std::int32_t& e : list) e = kind == 'A' ? integer<std::int32_t>() : integer<std::uint16_t>();
      return;
    }
    case 'L': {  // the lists behind one another
      std::vector<std::int32_t>& list = new_list(c);
      for (std::int64_t n = length(4); n > 0; --n) {
        for (std::int64_t k = length(4); k > 0; --k) list.push_back(integer<std::int32_t>());
      }
      return;
    }
    case 'S': return skip(length(1));
    case 'T': return skip_lists(1);
    case 'U': return skip_lists(2);
    case 'M': return skip_arguments_of_program(false);
    case 'N': return skip_arguments_of_program(version_ < kInitOnce);
    case 'x': return version_ < kStructOffsets ? skip(4) : skip(4 * length(4));
    case 'y': return version_ < kCartCoords ? skip(4) : skip(4 * length(4));
    case 'v':  // first the root alone wrote it; from when on all others do no version tells
      if (c.number[0] != c.number[4]) {
        const bool without = call_follows(0, mask);
        if (without && (left() == 2 || !call_follows(2, mask))) return;
      }
      return put(c, integer<std::uint16_t>());
    default: return;
  }
}

void DumpiFile::statuses(DumpiCall& c) {
  const bool has_tag = version_ >= kStatusTags;
  for (std::int64_t n = length(has_tag ? 14 : 10); n > 0; --n) {
    DumpiStatus& s = c.statuses.emplace_back();
    s.bytes = integer<std::int32_t>();
    s.source = integer<std::int32_t>();
    s.cancelled = integer<std::uint8_t>() != 0;
    integer<std::uint8_t>();  // the error
    if (has_tag) s.tag = integer<std::int32_t>();
  }
}

void DumpiFile::skip_lists(int depth) {
  for (std::int64_t n = length(4); n > 0; --n) {
    if (depth > 1)
      skip_lists(depth - 1);
    else
      skip(length(1));
  }
}

void DumpiFile::skip_arguments_of_program(bool twice) {
  const std::int64_t n = length(4);
  if (twice) skip(4);
  for (std::int64_t i = 0; i < n; ++i) skip(length(1));
}

// Whether a call like this one, or the end, may begin so many bytes from here.
bool DumpiFile::call_follows(std::size_t offset, std::uint8_t mask) {
  const std::uint8_t* const end = peek(offset + 2);
  if (!end) return left() == static_cast<std::int64_t>(offset);
  const auto number = big_endian<std::uint16_t>(end + offset);
  if (number == kEndOfStream) return true;
  const std::size_t thread = mask & kThread ? 2 : 0, times = mask & (kCpuTime | kWallTime) ? 6 : 0;
  const std::uint8_t* const head = peek(offset + 3 + thread + times);
  if (!head || !function(number) || head[offset + 2] != mask) return false;
  return times == 0 || big_endian<std::uint32_t>(head + offset + 3 + thread + 2) < 1'000'000'000;
}

}  // namespace kasuri::trace
