// SPDX-License-Identifier: MIT
#include "workload/traces/tracer_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "base/core/text_file.h"
#include "workload/traces/codes_file.h"
#include "workload/traces/lines.h"

namespace kasuri::trace {
namespace {

namespace fs = std::filesystem;

// As TOML writes it.
std::string toml_text(std::string_view text) {
  std::string all = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 32 || c == 127) all += fmt::format("\\u{:04x}", c);
    else if (c == '"' || c == '\\') all += {'\\', c};
    else all += c;
  }
  return all + "\"";
}

struct Job {
  fs::path trace;
  std::string map;
  std::uint32_t ranks = 0, iterations = 1;
  std::int64_t line = 0;
  std::vector<std::uint32_t> places;  // of each rank: its global rank
  std::string messages, regions;
};

class Importer {
 public:
  Importer(const fs::path& file, const CodesMachine& machine)
      : file_(file), machine_(machine), text_(read_text(file)) {}

  TracerImport import(const fs::path& folder) {
    read();
    place();
    return write(folder);
  }

 private:
  [[noreturn]] void fail(std::string_view what) const { fail_at(file_, line_, words_.column(), -1, what); }
  bool next_line() {
    while (at_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      words_ = Words(std::string_view(text_).substr(at_, end - at_));
      at_ = end + 1;
      ++line_;
      if (!words_.at_end()) return true;
    }
    return false;
  }
  std::string word(std::string_view what) {
    const std::string_view w = words_.next();
    if (w.empty()) fail(fmt::format("expected {}", what));
    return std::string(w);
  }
  template <class T>
  T number(std::string_view what, T least, T most) {
    const auto n = number_in<T>(words_.next());
    if (!n || !(*n >= least) || !(*n <= most)) {
      fail(fmt::format("expected {}, a number from {} to {}", what, least, most));
    }
    return *n;
  }
  Job& job() {
    return jobs_[number<std::size_t>("the number of a job", 0, jobs_.size() - 1)];
  }

  // What a line says behind all that is known.
  void end_of_line() {
    const std::string_view rest = words_.next();
    if (rest.empty() || warnings_.size() == 1000) return;
    warnings_.push_back(codes_warning(file_, {line_, words_.column()},
                                      fmt::format("'{}' and what follows is not read", rest)));
  }
  void read();
  void refuse_bigsim(const fs::path& trace) const;
  void substitution();
  void place();
  std::vector<std::int32_t> integers(const std::string& name) const;
  TracerImport write(const fs::path& folder) const;

  fs::path file_;
  const CodesMachine& machine_;
  std::string text_;
  std::size_t at_ = 0;
  std::int64_t line_ = 0;
  Words words_{""};
  std::string global_map_, computations_;
  std::vector<Job> jobs_;
  std::vector<std::string> warnings_;
};

// Of TraceR's two formats, OTF2 is named by a file; BigSim by its folder, which has the file bgTrace.
void Importer::refuse_bigsim(const fs::path& trace) const {
  std::error_code failure;
  const bool is_named = trace.filename().string().starts_with("bgTrace");
  const bool is_folder = fs::is_directory(trace, failure) ||
                         (!trace.has_extension() && !fs::exists(trace, failure));
  if (!is_named && !is_folder) return;
  fail(fmt::format("{} is no file of a trace that can be read. Folders of BigSim (bgTrace, bgTrace0, …) "
                   "hold objects of Charm++ in no documented form: trace the program with Score-P (OTF2)",
                   trace.filename().string()));
}

void Importer::read() {
  if (const std::size_t zero = text_.find('\0'); zero != text_.npos) {
    line_ = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
    fail("a zero byte: not a text file");
  }
  if (!next_line()) fail("the file is empty");
  global_map_ = word("the file of the global map, or NA");
  if (!next_line()) fail("expected the number of jobs");
  const auto n = number<std::uint32_t>("the number of jobs", 1, 64);
  for (std::uint32_t i = 0; i < n; ++i) {
    if (!next_line()) fail(fmt::format("expected {} jobs, there are {}", n, i));
    Job& j = jobs_.emplace_back();
    j.trace = file_.parent_path() / word("the file of a trace");
    refuse_bigsim(j.trace);
    j.map = word("the file of a job map, or NA");
    j.ranks = number<std::uint32_t>("the number of ranks", 1, 1u << 24);
    j.iterations = words_.at_end() ? 1 : number<std::uint32_t>("the number of iterations", 1, 1u << 30);
    j.line = line_;
    end_of_line();
  }
  while (next_line()) {
    substitution();
    end_of_line();
  }
}

void Importer::substitution() {
  constexpr std::int64_t kLargest = std::int64_t{1} << 39;
  const auto ps = [](double seconds) { return static_cast<std::int64_t>(std::llround(seconds * 1e12)); };
  const std::string kind = word("M, S, T or E");
  if (kind == "M" || kind == "S") {
    Job& j = job();
    const auto of = number<std::int64_t>("a size", 0, kLargest);
    const auto size = number<std::int64_t>("the new size", 0, kLargest);
    j.messages += fmt::format("[[jobs.replay.messages]]\n{} = \"{} B\"\nsize = \"{} B\"\n",
                              kind == "M" ? "larger_than" : "of", of, size);
  } else if (kind == "T") {
    const auto limit = number<double>("a time in seconds", 0, 1e6);
    const auto time = number<double>("the new time in seconds", 0, 1e6);
    computations_ += fmt::format("[[jobs.replay.computations]]\nlonger_than = \"{} ps\"\n"
                                 "time = \"{} ps\"\n", ps(limit), ps(time));
  } else if (kind == "E") {
    Job& j = job();
    std::string region = word("the name of a region");
    const auto time = number<double>("its time in seconds", 0, 1e6);
    const std::string header = fmt::format("[jobs.replay.regions.{}]\n", toml_text(region));
    if (j.regions.find(header) != j.regions.npos) {
      fail(fmt::format("the time of region '{}' is given twice for this job", region));
    }
    j.regions += header + fmt::format("time = \"{} ps\"\n", ps(time));
  } else {
    fail(fmt::format("expected a substitution M, S, T or E, not '{}'", kind));
  }
}

std::vector<std::int32_t> Importer::integers(const std::string& name) const {
  const std::string bytes = read_text(file_.parent_path() / name);
  if (bytes.size() % sizeof(std::int32_t) != 0) {
    throw Error(Exit::usage, ErrorPlace((file_.parent_path() / name).string()),
                fmt::format("{} bytes are no whole number of 32-bit integers", bytes.size()));
  }
  std::vector<std::int32_t> all(bytes.size() / sizeof(std::int32_t));
  if (!all.empty()) std::memcpy(all.data(), bytes.data(), bytes.size());
  return all;
}

void Importer::place() {
  constexpr std::uint32_t kNowhere = UINT32_MAX;
  const auto wrong = [&](const std::string& map, std::size_t entry, const std::string& what) {
    throw Error(Exit::usage, ErrorPlace((file_.parent_path() / map).string()),
                fmt::format("entry {}: {}", entry, what));
  };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> taken(machine_.places(), {kNowhere, 0});
  const auto take = [&](const std::string& map, std::size_t entry, std::int64_t global, std::uint32_t j,
                        std::uint32_t rank) {
    if (global < 0 || global >= static_cast<std::int64_t>(taken.size())) {
      wrong(map, entry, fmt::format("global rank {} does not exist; the network has places 0 to {}", global,
                                    taken.size() - 1));
    }
    auto& place = taken[static_cast<std::size_t>(global)];
    if (place.first != kNowhere) {
      wrong(map, entry, fmt::format("global rank {} is taken by rank {} of job {}", global, place.second,
                                    place.first));
    }
    place = {j, rank};
    jobs_[j].places[rank] = static_cast<std::uint32_t>(global);
  };
  std::uint64_t next = 0;
  for (std::uint32_t j = 0; j < jobs_.size(); ++j) {
    Job& job = jobs_[j];
    line_ = job.line;
    words_ = Words("");
    if (job.ranks > taken.size() || (next + job.ranks > taken.size() && job.map == "NA")) {
      fail(fmt::format("the jobs have more ranks than the {} places of the network", taken.size()));
    }
    job.places.assign(job.ranks, kNowhere);
    if (job.map == "NA") {
      for (std::uint32_t r = 0; r < job.ranks; ++r) {
        take(job.map, r, static_cast<std::int64_t>(next + r), j, r);
      }
    } else {
      const std::vector<std::int32_t> map = integers(job.map);
      if (map.size() < job.ranks) {
        wrong(job.map, map.size(), fmt::format("the map ends, but the job has {} ranks", job.ranks));
      }
      for (std::uint32_t r = 0; r < job.ranks; ++r) take(job.map, r, map[r], j, r);
    }
    next += job.ranks;
  }
  if (global_map_ == "NA") return;
  // It says the same the other way round.
  const std::vector<std::int32_t> global = integers(global_map_);
  if (global.size() % 3 != 0) wrong(global_map_, global.size() / 3, "the map ends within a triple");
  for (std::size_t i = 0; i + 2 < global.size(); i += 3) {
    const std::int64_t place = global[i], rank = global[i + 1], j = global[i + 2];
    if (j < 0 || j >= static_cast<std::int64_t>(jobs_.size())) {
      wrong(global_map_, i / 3, fmt::format("job {} does not exist", j));
    }
    const Job& job = jobs_[static_cast<std::size_t>(j)];
    if (rank < 0 || rank >= job.ranks || job.places[static_cast<std::size_t>(rank)] != place) {
      wrong(global_map_, i / 3,
            fmt::format("rank {} of job {} is global rank {} here, but not in the job's own map", rank, j,
                        place));
    }
  }
}

TracerImport Importer::write(const fs::path& folder) const {
  TracerImport out{machine_.toml, {}, warnings_};
  for (std::size_t j = 0; j < jobs_.size(); ++j) {
    const Job& job = jobs_[j];
    const std::string map = fmt::format("job{}.map", j);
    std::string text = fmt::format("# rank node, from {}\n", file_.filename().string());
    for (std::uint32_t r = 0; r < job.ranks; ++r) {
      text += fmt::format("{} {}\n", r, machine_.node_of(job.places[r]));
    }
    out.files.push_back({map, std::move(text)});
    out.toml += fmt::format("[[jobs]]\nname = \"job{}\"\ntrace = {}\nranks = {}\n"
                            "mapping_file = \"{}\"\nranks_per_node = {}\nshare_nodes = true\n", j,
                            toml_text(fs::proximate(job.trace, folder).string()), job.ranks, map,
                            (machine_.servers + machine_.nodes - 1) / machine_.nodes);
    if (job.iterations > 1) out.toml += fmt::format("iterations = {}\n", job.iterations);
    out.toml += job.messages + computations_ + job.regions + "\n";
  }
  return out;
}

}  // namespace

TracerImport import_tracer(const fs::path& jobs, const CodesMachine& machine, const fs::path& folder) {
  return Importer(jobs, machine).import(folder);
}

}  // namespace kasuri::trace
