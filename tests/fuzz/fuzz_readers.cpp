// SPDX-License-Identifier: MIT
// Feeds mutated inputs to readers (docs/fuzzing.md):
//
//   reader_fuzz                                  names them
//   reader_fuzz goal --inputs 1000000 --seed 7   one of them; `all`: each in turn
//   reader_fuzz goal --read FOLDER               reads an input that was kept
//   reader_fuzz goal --seeds                     names the seeds that are refused, and why
//
// Exit code 1 if there is a finding. What a run does is a function of reader, seed and number of
// inputs.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <set>

#include "base/core/text_file.h"
#include "guard.h"
#include "mutator.h"
#include "reader.h"

namespace {

using namespace kasuri::fuzz;
namespace fs = std::filesystem;

struct Arguments {
  std::string reader, read;
  std::uint64_t inputs = 2000, seed = 1;
  unsigned cpu_seconds = 20;
  fs::path findings = "findings";
  bool seeds = false;
};

constexpr std::size_t kMostFindings = 20;

double cpu_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Numbers and names in quotes are left out: findings that differ in them are one.
std::string kind_of(std::string_view what) {
  std::string kind;
  for (const char c : what.substr(0, 400)) {
    if (c == '\n') break;
    if (!std::isdigit(static_cast<unsigned char>(c))) kind += c;
  }
  return kind;
}

class Findings {
 public:
  // Returns whether it is new, which is then told and kept.
  void add(const Finding& f) {
    if (!kinds_.insert(kind_of(f.what)).second) return;
    fmt::print(stderr, "FINDING: {}\n", f.what.substr(0, 2000));
    keep();
  }
  bool many() const { return kinds_.size() >= kMostFindings; }
  std::size_t count() const { return kinds_.size(); }

 private:
  std::set<std::string> kinds_;
};

bool fuzz(const Reader& reader, const Arguments& a) {
  std::vector<Input> seeds = reader.seeds();  // may run Kasuri, which has handlers of its own
  guard(a.findings / fmt::format("{}-{}", reader.name, a.seed), a.cpu_seconds);
  Findings findings;
  std::uint64_t accepted = 0, n = 0;
  const auto judged = [&](const Input& input) {
    reading(&input, n);
    bool good = false;
    try {
      good = judge(reader, input);
    } catch (const Finding& f) {
      findings.add(f);
    }
    reading(nullptr, ++n);
    return good;
  };
  std::size_t good_seeds = 0;
  for (const Input& s : seeds) good_seeds += judged(s);
  const std::size_t count = seeds.size();
  const double begin = cpu_time();
  Mutator mutator(a.seed, std::move(seeds), reader.words);
  for (n = 0; n < a.inputs && !findings.many();) {
    const Input input = mutator.next();
    if (!judged(input)) continue;
    ++accepted;
    mutator.accepted(input);
  }
  const double seconds = cpu_time() - begin;
  fmt::print(
      stderr,
      "{:<16} {} of {} seeds good; {} inputs, {:.1f} % accepted, {:.2f} CPU s, {:.0f} a second; "
      "{} findings\n",
      reader.name, good_seeds, count, n,
      n ? 100.0 * static_cast<double>(accepted) / static_cast<double>(n) : 0, seconds,
      static_cast<double>(n) / std::max(seconds, 1e-3), findings.count());
  return findings.count() == 0;
}

bool read_one(const Reader& reader, const fs::path& folder) {
  const std::vector<Input> seeds = reader.seeds();  // may leave files that inputs refer to
  Input input;
  for (const auto& f : fs::recursive_directory_iterator(folder)) {
    if (f.is_regular_file()) {
      input.push_back({fs::relative(f.path(), folder).string(), kasuri::read_text(f.path())});
    }
  }
  if (input.empty()) throw std::runtime_error("no files in " + folder.string());
  // The first file of an input is the one that its reader opens.
  std::ranges::stable_partition(input, [&](const File& f) {
    return std::ranges::any_of(seeds, [&](const Input& s) { return s.front().name == f.name; });
  });
  try {
    fmt::print(stderr, "{}\n", judge(reader, input) ? "accepted" : "refused");
    return true;
  } catch (const Finding& f) {
    fmt::print(stderr, "FINDING: {}\n", f.what);
    return false;
  }
}

void tell_refused_seeds(const Reader& reader) {
  const std::vector<Input> seeds = reader.seeds();
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    std::string why;
    if (judge(reader, seeds[i], &why)) continue;
    fmt::print(stderr, "seed {}, {}: {}\n", i, seeds[i].front().name, why);
  }
}

bool run(const Reader& reader, const Arguments& a) {
  if (a.seeds) return tell_refused_seeds(reader), true;
  return a.read.empty() ? fuzz(reader, a) : read_one(reader, a.read);
}

// In a process of its own, so that one that dies does not end the others.
bool run_apart(const Reader& reader, const Arguments& a) {
  const pid_t child = fork();
  if (child == 0) {
    const bool good = run(reader, a);
    std::exit(good ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments a;
  CLI::App app{"Feeds mutated inputs to the readers of Kasuri."};
  app.add_option("reader", a.reader, "its name, or all");
  app.add_option("--inputs", a.inputs, "how many");
  app.add_option("--seed", a.seed, "of all mutations");
  app.add_option("--cpu-seconds", a.cpu_seconds, "an input that takes longer is a finding");
  app.add_option("--findings", a.findings, "folder for inputs that are findings");
  app.add_option("--read", a.read, "folder of an input that was kept: read it, once");
  app.add_flag("--seeds", a.seeds, "name the seeds that are refused");
  CLI11_PARSE(app, argc, argv);
  bool good = true, known = false;
  for (const Reader* r : readers()) {
    if (a.reader.empty()) fmt::print("{:<16} {}\n", r->name, r->meaning);
    known |= a.reader == r->name || a.reader == "all";
    if (a.reader == "all") good &= run_apart(*r, a);
    if (a.reader != r->name) continue;
    scratch();
    setenv("TMPDIR", scratch().c_str(), 1);
    good &= run(*r, a);
  }
  if (!known && !a.reader.empty()) fmt::print(stderr, "there is no reader '{}'\n", a.reader);
  return good && (known || a.reader.empty()) ? 0 : 1;
}
