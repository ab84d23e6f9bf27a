// SPDX-License-Identifier: MIT
#include "workload/traces/recording.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/check.h"

namespace kasuri::trace {
namespace {

std::vector<const RecordingFormat*>& recording_registry() {
  static std::vector<const RecordingFormat*> all;
  return all;
}

}  // namespace

std::uint32_t Recording::all_ranks() const {
  return jobs_.empty() ? 0 : jobs_.back().first_rank + jobs_.back().ranks;
}

const RecordedJob& Recording::job_of(std::uint32_t rank) const {
  const auto after = std::ranges::upper_bound(jobs_, rank, {}, &RecordedJob::first_rank);
  check(after != jobs_.begin(), "a recorded rank belongs to a job");
  return *std::prev(after);
}

std::string Recording::file_name(std::size_t job) const {
  std::string name = jobs_[job].name;
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.';
    if (!plain) c = '_';
  }
  if (name.empty() || name[0] == '.') name = "job" + name;
  const auto same = std::ranges::count(jobs_, jobs_[job].name, &RecordedJob::name);
  return same > 1 ? fmt::format("{}-{}", name, job) : name;
}

RecordingFormat::RecordingFormat(std::string_view n, std::string_view m, Make f)
    : name(n), meaning(m), make(f) {
  auto& all = recording_registry();
  all.insert(std::upper_bound(all.begin(), all.end(), this,
                              [](const RecordingFormat* a, const RecordingFormat* b) {
                                return a->name < b->name;
                              }),
             this);
}

std::span<const RecordingFormat* const> recording_formats() { return recording_registry(); }

const RecordingFormat* find_recording_format(std::string_view name) {
  const auto found = std::ranges::find(recording_registry(), name, &RecordingFormat::name);
  return found == recording_registry().end() ? nullptr : *found;
}

}  // namespace kasuri::trace
