// SPDX-License-Identifier: MIT
// What jobs do to each other: each runs alone, where it has its nodes, and all run together.
#pragma once

#include <functional>
#include <string>
#include <vector>
#include "experiment/run/results.h"

namespace kasuri {

struct Config;
struct Plan;
struct RunOptions;

struct Interference {
  // Of router-to-router links: those that a job uses when it is alone, and of these the ones that
  // another job uses when that one is alone.
  struct Links {
    std::uint64_t used = 0, shared = 0;
    Bytes bytes{0}, shared_bytes{0};  // moved over them, alone
  };
  struct Pair {
    std::size_t a, b;
    std::uint64_t links;  // that both use
  };

  Results together;
  std::vector<Results> alone;  // per job
  std::vector<Links> links;    // per job
  std::vector<Pair> pairs;     // of jobs that share links

  double slowdown(std::size_t job) const;
  // The first that did not end well; the exit code of the whole.
  const Results* failed() const;
};

// `begin` is told what runs next.
Interference interfere(const Config&, const Plan&, const RunOptions&,
                       const std::function<void(const std::string&)>& begin);

}  // namespace kasuri
