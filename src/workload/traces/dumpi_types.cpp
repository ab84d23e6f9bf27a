// SPDX-License-Identifier: MIT
#include "workload/traces/dumpi_types.h"

#include <algorithm>

namespace kasuri::trace {

using namespace dumpi;

namespace {
constexpr std::int64_t kMost = std::int64_t{1} << 40;  // bytes of a datatype that is believed
}

std::optional<std::int64_t> DumpiTypes::size(std::int64_t type) const {
  const auto t = static_cast<std::size_t>(type);
  if (t < own_.size() && own_[t].size) return own_[t].size;
  if (t < record_.size() && record_[t] > 0) return record_[t];
  if (t < kTypeSizes.size() && kTypeSizes[t] >= 0) return kTypeSizes[t];
  return std::nullopt;
}

void DumpiTypes::define(std::int64_t type, Size size, bool fresh) {
  const auto t = static_cast<std::size_t>(type);
  if (t < kFirstUserType) return;
  if (t >= own_.size()) own_.resize(t + 1);
  Own& own = own_[t];
  const bool recorded = t < record_.size() && record_[t] > 0;
  if (!fresh || own.made || !recorded) own.size = size;
  if (fresh) own.made = true;
}

DumpiTypes::Size DumpiTypes::times(Size size, std::int64_t n) const {
  if (!size || n < 0 || (n > 0 && *size > kMost / n)) return std::nullopt;
  return *size * n;
}

// Of blocks of these lengths: all of one type, or each of its own.
DumpiTypes::Size DumpiTypes::sum_of(const std::vector<std::int32_t>& lengths,
                                    const std::vector<std::int32_t>& types) const {
  std::int64_t all = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (types.size() != 1 && i >= types.size()) return std::nullopt;
    const Size part = times(size(types.size() == 1 ? types[0] : types[i]), lengths[i]);
    if (!part || (all += *part) > kMost) return std::nullopt;
  }
  return all;
}

void DumpiTypes::take(const DumpiCall& c) {
  const auto& n = c.number;
  const auto type = [](std::int64_t t) {
    return std::vector<std::int32_t>{static_cast<std::int32_t>(t)};
  };
  switch (c.function) {
    case kTypeContiguous: return define(n[2], times(size(n[1]), n[0]));
    case kTypeVector:
    case kTypeHvector:
    case kTypeCreateHvector: return define(n[4], times(times(size(n[3]), n[0]), n[1]));
    case kTypeIndexed:
    case kTypeHindexed:
    case kTypeCreateHindexed: return define(n[2], sum_of(c.list[0], type(n[1])));
    case kTypeStruct: return define(n[1], sum_of(c.list[0], c.list[1]));
    case kTypeCreateStruct: return define(n[1], sum_of(c.list[0], c.list[2]));
    case kTypeCreateIndexedBlock: return define(n[3], times(times(size(n[2]), n[0]), n[1]));
    case kTypeCreateResized: return define(n[3], size(n[0]));
    case kTypeDup: return define(n[1], size(n[0]));
    case kTypeMatchSize: return define(n[2], n[1] >= 0 ? Size(n[1]) : std::nullopt);
    case kTypeSize: return define(n[0], n[1] >= 0 ? Size(n[1]) : std::nullopt, false);
    case kTypeCreateSubarray: {
      Size all = size(n[2]);
      for (const std::int32_t extent : c.list[1]) all = times(all, extent);
      return define(n[3], all);
    }
    default: return;
  }
}

}  // namespace kasuri::trace
