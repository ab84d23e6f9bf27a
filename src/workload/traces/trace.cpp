// SPDX-License-Identifier: MIT
#include "workload/traces/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "base/config/diagnostics.h"
#include "base/config/file_limits.h"
#include "workload/traces/chakra_files.h"

namespace kasuri::trace {
namespace {

std::vector<const Format*>& registry() {
  static std::vector<const Format*> all;
  return all;
}

std::string head_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string head(4096, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head;
}

void judge_file(const std::filesystem::path& file) {
  if (config::is_within_limits(file)) return;
  throw Error(Exit::usage, ErrorPlace(file.string()),
              "this file of a trace is outside of the folders that may be read here");
}

// What a trace names is judged as what a configuration names is: before it is opened. No format has links
// to folders in its folders.
void judge(const std::filesystem::path& file) {
  namespace fs = std::filesystem;
  judge_file(file);
  std::error_code failure;
  if (!config::files_are_limited() || !fs::is_directory(file, failure)) return;
  for (fs::recursive_directory_iterator at(file, failure), end; !failure && at != end;
       at.increment(failure)) {
    judge_file(at->path());
  }
}

// Rules for regions that the trace does not have are mistakes.
void check_regions(const std::filesystem::path& path, const Summary& s, const ReplayParams& params) {
  std::vector<std::string> known;
  for (const auto& [name, use] : s.regions) known.push_back(name);
  for (const auto& [name, rule] : params.regions.by_name) {
    if (s.regions.contains(name)) continue;
    throw Error(Exit::usage, ErrorPlace(path.string()),
                fmt::format("jobs.replay.regions.\"{}\": the trace has no such region{}; {}",
                            name, config::did_you_mean(name, known),
                            known.empty() ? "it names none"
                                          : fmt::format("it has {}", fmt::join(known, ", "))));
  }
}

}  // namespace

Format::Format(std::string_view n, std::string_view m, Recognises r, Open o, OtherFiles f)
    : name(n), meaning(m), recognises(r), open(o), other_files(f) {
  auto& all = registry();
  all.insert(std::upper_bound(all.begin(), all.end(), this,
                              [](const Format* a, const Format* b) { return a->name < b->name; }),
             this);
}

std::span<const Format* const> formats() { return registry(); }

std::unique_ptr<Trace> open(const std::filesystem::path& named, const ReplayParams& params) {
  const std::filesystem::path path = first_of(named);
  std::error_code failure;
  if (config::files_are_limited()) files_of(named);
  if (!std::filesystem::exists(path, failure)) {
    throw Error(Exit::usage, ErrorPlace(path.string()), "no such trace");
  }
  if (!std::filesystem::is_regular_file(path, failure) && !std::filesystem::is_directory(path, failure)) {
    throw Error(Exit::usage, ErrorPlace(path.string()),
                "not a regular file: a trace must be a file in which Kasuri can seek");
  }
  const std::string head = std::filesystem::is_directory(path, failure) ? "" : head_of(path);
  for (const Format* f : formats()) {
    if (!f->recognises(path, head)) continue;
    std::unique_ptr<Trace> trace = f->open(path, params);
    check_regions(path, trace->summary(), params);
    return trace;
  }
  std::string known;
  for (const Format* f : formats()) known += fmt::format("\n  {}: {}", f->name, f->meaning);
  throw Error(Exit::usage, ErrorPlace(path.string()),
              fmt::format("not a trace of a known format; formats:{}", known));
}

std::vector<std::filesystem::path> files_of(const std::filesystem::path& named) {
  const std::filesystem::path path = first_of(named);
  std::vector<std::filesystem::path> all{path};
  std::error_code failure;
  judge(path);
  if (!std::filesystem::is_regular_file(path, failure)) return all;
  const std::string head = head_of(path);
  for (const Format* f : formats()) {
    if (!f->recognises(path, head)) continue;
    if (!f->other_files) break;
    const auto others = f->other_files(path);
    for (const auto& other : others) judge(other);
    all.insert(all.end(), others.begin(), others.end());
    break;
  }
  return all;
}

std::string describe(const Summary& s) {
  const auto in_words = [](Bytes b) { return to_string(b); };
  std::string text = fmt::format(
      "format        {}\nranks         {}\nevents        {}\nsends         {}, {}\nreceives      {}\n"
      "collectives   {} calls by ranks{}\ncomputation   {} of all ranks together\n",
      s.format, s.ranks, s.events, s.sends, in_words(s.bytes), s.receives, s.collectives,
      s.collective_bytes.n ? fmt::format(", {} given", in_words(s.collective_bytes)) : "",
      s.computing == kNever ? std::string("more than 106 days") : to_string(s.computing));
  if (s.communicators > 1) text += fmt::format("communicators {}\n", s.communicators);
  const auto table = [&](std::string_view title, const std::map<std::string, std::uint64_t>& rows) {
    if (rows.empty()) return;
    text += fmt::format("{}\n", title);
    for (const auto& [name, n] : rows) text += fmt::format("  {:<32} {}\n", name, n);
  };
  table("calls", s.calls);
  if (!s.regions.empty()) {
    text += "regions of the program\n";
    for (const auto& [name, use] : s.regions) {
      text += fmt::format("  {:<32} {} times, {}\n", name, use.times, to_string(use.computing));
    }
  }
  table("left out by replay", s.ignored);
  for (const std::string& note : s.notes) text += fmt::format("note: {}\n", note);
  return text;
}

std::vector<std::string> departures(const Summary& s) {
  constexpr std::size_t kMost = 8;  // names on a line
  std::vector<std::string> lines;
  std::string names;
  std::size_t n = 0;
  for (const auto& [name, times] : s.ignored) {
    if (n++ < kMost) names += fmt::format("{}{} × {}", names.empty() ? "" : ", ", times, name);
  }
  if (n > kMost) names += fmt::format(" and {} more (kasuri trace check)", n - kMost);
  if (n > 0) lines.push_back("replay leaves out " + names);
  for (const std::string& note : s.notes) {
    if (!note.starts_with(kVersionNote)) lines.push_back(note);
  }
  return lines;
}

}  // namespace kasuri::trace
