// SPDX-License-Identifier: MIT
// kasuri run --watch: the page of a run while it goes, on this host alone.
#pragma once

#include <filesystem>
#include <memory>

#include "experiment/plan/plan.h"
#include "experiment/run/simulation.h"

namespace kasuri::cli {

class Watch {
 public:
  // Says on stderr where the page is.
  Watch(const std::string& name, const Plan&);
  ~Watch();

  void show(const Progress&);
  // How busy each link was since the last time.
  void look(Time now, const LinkTable&);
  // The page of the results takes the place of this one. Waits, for some seconds, until open pages have
  // it.
  void finish(const std::filesystem::path& run);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kasuri::cli
