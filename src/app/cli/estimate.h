// SPDX-License-Identifier: MIT
// How long a run will take on this host, before it does: the first moments of it at packet level, at flow
// level and with whole messages, each in a process of its own that leaves nothing behind. Programs are not
// tried: they are code that may do anything.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace kasuri::cli {

struct ConfigArguments;

// In seconds of a core of this host that does nothing else, at the level of the configuration.
struct Estimate {
  double hops = 0;  // packet-hops
  double low = 0, high = 0;
  std::optional<double> flow;  // at flow level, of a run of packets
  std::string level;  // its name
  double pace = 0;             // packet-hops a second, measured
  bool tried_to_end = false;   // the whole run took less than was to be tried
  std::string unknown;         // why it is not known

  double likely() const;
};

Estimate estimate_run(const ConfigArguments&);

// "about 50 minutes at packet level (25 minutes to 2 hours), 6,000 million packet-hops at 2.1 million a
// second; flow level about 10 s".
std::string to_string(const Estimate&);
// "less than a second", "about 50 minutes".
std::string host_time(double seconds);

// The same of a verb's own configuration, by `kasuri check` in a process of its own, which is one line or
// nothing; for a run that goes on meanwhile.
class EstimateLine {
 public:
  EstimateLine() = default;
  explicit EstimateLine(const ConfigArguments&);
  ~EstimateLine();
  EstimateLine(const EstimateLine&) = delete;
  EstimateLine& operator=(const EstimateLine&) = delete;

  // Once, when it is known.
  std::string take(bool wait = false);

 private:
  pid_t child_ = 0;
  int pipe_ = -1;
  std::string text_;
};

}  // namespace kasuri::cli
