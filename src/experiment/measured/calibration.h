// SPDX-License-Identifier: MIT
// Constants of a machine from measured times: least squares on the logarithm of simulated over measured.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiment/measured/asked.h"
#include "experiment/measured/constants.h"
#include "experiment/measured/measurements.h"

namespace kasuri::measured {

inline constexpr std::size_t kMostConstants = 8;

struct CalibrationTask {
  std::filesystem::path machine;
  std::vector<std::string> overrides;
  std::vector<Measurement> points;               // all of this machine
  std::vector<std::string> keys;                 // constants to fit; none: only compare
  // Constants that are fitted before, with the eager limit, to times between two ranks, if there are any;
  // then to the others those of `keys` that are not among them.
  std::vector<std::string> pair_keys{};
  std::function<bool(const Measurement&)> fits;  // which points the fit may use; others are predicted
  std::uint64_t packets = 1'000'000;             // of a simulation, about, as Question::packets
  std::uint64_t most_fitted = 4'000'000;         // points with more packets are predicted only
  Mode mode = Mode::last_rank;
  unsigned processes = 1;
  std::function<void(const std::string&)> tell;
};

struct Compared {
  Measurement point;
  double simulated_us = 0;
  bool fitted = false;
  std::string error{};  // why it was not simulated
  Chosen ran{};         // the algorithm that was simulated
  std::array<double, 2> range_us{};  // as of Answer::machine
  std::string algorithm{};           // algorithm_word()
  double log_error() const;
};

struct FittedConstant {
  std::string key, before, after;  // "400 ns"; before: "none" if it was not set
  double error_factor = 1;  // true values are within this factor
  bool determined = false;  // else it stays as it was
};

struct Calibration {
  std::vector<FittedConstant> constants;
  std::vector<std::pair<std::string, std::string>> inseparable;  // their effects on the data are alike
  std::vector<Compared> points;
  int evaluations = 0;
};

// Throws Error: more constants than the data can determine, or no point that can be simulated.
Calibration calibrate(const CalibrationTask&);

}  // namespace kasuri::measured
