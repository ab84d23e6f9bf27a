// SPDX-License-Identifier: MIT
// What a call of MPI sends, against the signatures of all its functions.
#include "workload/traces/mpi_calls.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace kasuri::trace {
namespace mpi_calls_test {

struct Function {
  std::string name, parameters;
  bool collective;
};

// Of mpi/api/mpi_functions.txt; a line that begins with spaces goes on.
std::vector<Function> all_functions() {
  std::ifstream in("src/mpi/api/mpi_functions.txt");
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == ' ') lines.back() += line;
    else lines.push_back(line);
  }
  std::vector<Function> all;
  const std::regex row(R"(\S+ +(?:\w+ +)?(\w+)\(([^)]*\)?[^)]*)\)(.*))");
  for (const std::string& line : lines) {
    std::smatch m;
    if (!std::regex_match(line, m, row)) ADD_FAILURE() << line;
    else all.push_back({m[1], m[2], m[3].str().find("collective") != std::string::npos});
  }
  return all;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

// By its parameters: who gives data and says to whom, who makes a communicator or window of its members;
// and, by names, what one-sided communication and files wait for.
MpiCall expected(const Function& f) {
  static const std::set<std::string> waits{"Wait", "Waitall", "Waitany", "Waitsome"};
  static const std::set<std::string> synchronises{
      "Win_fence", "Win_post", "Win_start", "Win_complete", "Win_wait", "Win_lock", "Win_unlock",
      "Win_lock_all", "Win_unlock_all", "Win_flush", "Win_flush_all", "Win_free", "File_open", "File_close",
      "File_set_size", "File_set_view", "File_sync"};
  const std::string& p = f.parameters;
  if (f.collective) return f.name == "Barrier" ? MpiCall::unsized : MpiCall::sized;
  if (waits.contains(f.name)) return MpiCall::wait;
  if (synchronises.contains(f.name)) return MpiCall::unsized;
  if (f.name.ends_with("_init")) return MpiCall::other;
  if (f.name == "Start" || f.name == "Startall") return MpiCall::message;
  const bool data = has(p, "Datatype");
  if (data && (has(p, "rank dest") || has(p, "rank source"))) return MpiCall::message;
  if (data && (has(p, "Message *") || has(p, "rank target"))) return MpiCall::sized;
  if (has(p, "File fh") && (has(f.name, "read") || has(f.name, "write"))) return MpiCall::sized;
  const bool makes = has(p, "Comm *newcomm") || has(p, "Comm *cart") || has(p, "Comm *graph") ||
                     (has(p, "Win *win") && has(p, "Comm comm"));
  return makes ? MpiCall::unsized : MpiCall::other;
}

TEST(MpiCalls, AllFunctionsOfMpiAreKnown) {
  const std::vector<Function> all = all_functions();
  EXPECT_GT(all.size(), 400u);
  for (const Function& f : all) {
    EXPECT_EQ(kind_of_call("MPI_" + f.name), expected(f)) << f.name << "(" << f.parameters << ")";
    EXPECT_EQ(kind_of_call("MPI_" + f.name + "_c"), expected(f)) << f.name;
    if (!f.collective) continue;
    std::string other = "MPI_I" + f.name;
    other[5] = static_cast<char>(std::tolower(other[5]));
    EXPECT_EQ(kind_of_call(other), expected(f)) << other;
    EXPECT_EQ(kind_of_call("MPI_" + f.name + "_init"), MpiCall::other);
  }
}

}  // namespace mpi_calls_test
}  // namespace kasuri::trace
