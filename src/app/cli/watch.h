// SPDX-License-Identifier: MIT
// kasuri run --watch: the page of a run while it goes, on this host alone.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include "experiment/run/run_options.h"

namespace kasuri {
struct Plan;
}  // namespace kasuri

namespace kasuri::cli {

class Watch {
 public:
  virtual ~Watch() = default;
  virtual void show(const Progress&) = 0;
  // How busy each link was since the last time.
  virtual void look(Time now, const LinkTable&) = 0;
  // The page of the results takes the place of this one. Waits, for some seconds, until open pages have
  // it.
  virtual void finish(const std::filesystem::path& run) = 0;
};

// Says on stderr where the page is. Null in a program without pages (src/FIRST).
inline std::unique_ptr<Watch> (*start_watch)(const std::string& name, const Plan&) = nullptr;

}  // namespace kasuri::cli
