// SPDX-License-Identifier: MIT
#include "workload/traces/dumpi_writer.h"

#include <fmt/format.h>

#include <utility>

namespace kasuri::trace {

using namespace dumpi;

DumpiWriter::DumpiWriter(Version version, std::uint8_t mask) : version_(version), mask_(mask) {
  put(kMagic, 8);
  i(0).i(0);  // the clocks' biases
}

DumpiWriter& DumpiWriter::put(std::uint64_t n, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
    bytes_.push_back(static_cast<char>(n >> shift));
  return *this;
}

DumpiWriter& DumpiWriter::call(std::uint16_t function, std::uint64_t start, std::uint64_t stop,
                               std::uint16_t thread) {
  if (function < kFunctions) ++calls_[function];
  h(function).b(mask_);
  if (mask_ & kThread) h(thread);
  constexpr std::uint64_t kSecond = 1'000'000'000;
  for (const std::uint8_t clock : {kCpuTime, kWallTime}) {
    if (!(mask_ & clock)) continue;
    for (const std::uint64_t t : {start, stop}) put(t / kSecond, 2), put(t % kSecond, 4);
  }
  if (mask_ & kCounters) b(1).q(1).q(2);
  return *this;
}

DumpiWriter& DumpiWriter::list(std::span<const std::int32_t> all, int bytes_of_each) {
  i(static_cast<std::int64_t>(all.size()));
  for (const std::int32_t n : all) put(static_cast<std::uint64_t>(std::int64_t{n}), bytes_of_each);
  return *this;
}

DumpiWriter& DumpiWriter::text(std::string_view text) {
  i(static_cast<std::int64_t>(text.size()));
  bytes_ += text;
  return *this;
}

DumpiWriter& DumpiWriter::statuses(std::span<const Status> all) {
  if (!(mask_ & kStatuses)) return *this;
  i(static_cast<std::int64_t>(all.size()));
  for (const Status& s : all) {
    i(s.bytes).i(s.source).b(s.cancelled).b(0);
    if (version_ >= kStatusTags) i(s.tag);
  }
  return *this;
}

std::string DumpiWriter::take() {
  taken_ += bytes_.size();
  return std::exchange(bytes_, {});
}

// The records in the order in which sst-dumpi writes them: calls, header, footer, keys and values,
// names of counters, sizes, names of functions, index.
std::string DumpiWriter::file(const End& end) const {
  DumpiWriter w = *this;
  const auto here = [&] { return w.taken_ + w.bytes_.size(); };
  const auto string = [&](std::string_view s) {
    w.h(static_cast<std::int64_t>(s.size()));
    w.bytes_ += s;
  };
  w.h(kEndOfStream);
  const std::uint64_t header = here();
  w.b(version_.major).b(version_.minor).b(version_.patch).q(0);
  string("kasuri");
  string("<none>");
  w.i(0).i(0);  // no mesh
  const std::uint64_t footer = here();
  w.q(static_cast<std::int64_t>(kFooterMagic));
  for (const std::uint32_t n : calls_) w.i(n);
  std::vector<std::uint32_t> untraced(calls_.size());
  for (const auto& [function, n] : end.untraced) untraced[function] = n;
  for (const std::uint32_t n : untraced) w.i(n);
  const std::uint64_t keys = here();
  w.i(0);
  const std::uint64_t counters = here();
  w.i(0);
  const std::uint64_t sizes = here();
  w.list(end.type_sizes);
  const std::uint64_t names = here();
  w.i(static_cast<std::int64_t>(end.functions.size()));
  for (const auto& [address, name] : end.functions) {
    w.put(address, 8);
    string(name);
  }
  w.put(kMagic, 8);
  const std::uint64_t offsets[] = {sizes, names, counters, header, 8, footer, keys};
  for (std::size_t k = std::size(offsets) - static_cast<std::size_t>(end.offsets);
       k < std::size(offsets); ++k) {
    w.put(offsets[k], 8);
  }
  return std::move(w.bytes_);
}

std::string DumpiWriter::meta(std::uint32_t ranks, std::string_view prefix, Version version) {
  return fmt::format(
      "hostname=kasuri\nnumprocs={}\nusername=<none>\nstartime=0\nfileprefix={}\nversion={}\n"
      "subversion={}\nsubsubversion={}\n",
      ranks, prefix, version.major, version.minor, version.patch);
}

}  // namespace kasuri::trace
