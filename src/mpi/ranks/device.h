// SPDX-License-Identifier: MIT
// The accelerator of a rank, as a roofline (Williams, Waterman & Patterson, CACM 52(4), 2009): computation
// takes as long as its operations at the peak rate or its memory traffic at the bandwidth of the memory,
// whichever is longer, each divided by the share of it that real kernels reach.
//
// Peak rates are those of matrix products with 16-bit floating-point numbers without sparsity. The shares
// are assumptions: no source gives them for all devices.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/config/fields.h"
#include "base/core/units.h"

namespace kasuri::mpi {

struct DeviceParams {
  std::string gpu = "h100";
  std::optional<double> peak_flops;
  std::optional<BytesPerSecond> memory_bandwidth;
  double efficiency = 0.6;
  double memory_efficiency = 0.8;

  static config::Fields<DeviceParams> fields();
  // Adds its settings to those of a section.
  template <class P>
  static void add_fields(config::Fields<P>& fields);
};

// Of a type's links to its neighbours, in one direction.
BytesPerSecond scale_up_rate_of(std::string_view gpu);

class Device {
 public:
  explicit Device(const DeviceParams&);

  Time time(double operations, double bytes) const;
  double peak_flops() const { return peak_; }
  double memory_rate() const { return bandwidth_ * memory_efficiency_; }  // bytes in a second, as reached
  double multiprocessors() const { return multiprocessors_; }
  Bytes memory() const { return memory_; }
  // Of its links to its neighbours, in one direction.
  BytesPerSecond scale_up_rate() const { return scale_up_; }

 private:
  double peak_, bandwidth_, multiprocessors_;
  double efficiency_, memory_efficiency_;
  BytesPerSecond scale_up_;
  Bytes memory_;
};

template <class P>
void DeviceParams::add_fields(config::Fields<P>& fields) {
  using D = DeviceParams;
  fields.push_back(config::field("gpu", static_cast<std::string P::*>(&D::gpu),
                                 "type of the accelerators: peak rate, memory and link to its neighbours")
                       .one_of({"a100", "b200", "b300", "h100", "mi300x", "mi355x", "rubin", "v100"}));
  fields.push_back(config::field("peak_flops", static_cast<std::optional<double> P::*>(&D::peak_flops),
                                 "operations per second at most; default: by type")
                       .range(1e6, 1e20)
                       .unit("flop/s"));
  fields.push_back(config::field("memory_bandwidth",
                                 static_cast<std::optional<BytesPerSecond> P::*>(&D::memory_bandwidth),
                                 "bandwidth of the device's memory; default: by type"));
  fields.push_back(config::field("efficiency", static_cast<double P::*>(&D::efficiency),
                                 "share of the peak rate that computation reaches (assumed)")
                       .range(1e-6, 1));
  fields.push_back(config::field("memory_efficiency", static_cast<double P::*>(&D::memory_efficiency),
                                 "share of the memory's bandwidth that it reaches (assumed)")
                       .range(1e-6, 1));
}

}  // namespace kasuri::mpi
