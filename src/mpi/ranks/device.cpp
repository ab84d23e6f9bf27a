// SPDX-License-Identifier: MIT
#include "mpi/ranks/device.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/core/check.h"

namespace kasuri::mpi {
namespace {

struct Preset {
  std::string_view name;
  double flops, bytes_per_s, multiprocessors;
  BytesPerSecond scale_up;
  std::int64_t memory_gb;
};

// NVIDIA's data sheets: V100 SXM2 (2018: 125 Tflop/s, 900 GB/s, NVLink 300 GB/s), A100 80GB SXM (2021: 312
// Tflop/s, 2039 GB/s, NVLink 600 GB/s), H100 SXM (2023: 1979 Tflop/s with sparsity, 3.35 TB/s, NVLink
// 900 GB/s), HGX B200 (2024: 36 Pflop/s with sparsity of 8, 8 TB/s of each, NVLink 1.8 TB/s). Without
// sparsity it is half; a link's bandwidth counts both directions. GB300 NVL72 (2025: 360 Pflop/s with
// sparsity of 72, 8 TB/s, NVLink 1.8 TB/s). Vera Rubin NVL144 (GTC 2025: 1,200 Pflop/s with 8-bit numbers
// of 72; assumed: half with 16 bits; 13 TB/s, NVLink 3.6 TB/s). AMD's data sheets: MI300X (2023: 1307.4
// Tflop/s, 5.3 TB/s, seven links of 128 GB/s), MI355X (2025: 2516.6 Tflop/s, 8 TB/s, seven links of 153.6
// GB/s). Multiprocessors (of AMD compute units) and memories are those of the same sheets
// and of architecture papers.
constexpr std::array kPresets{
    Preset{"v100", 125e12, 0.9e12, 80, {150'000'000'000}, 32},
    Preset{"a100", 312e12, 2.039e12, 108, {300'000'000'000}, 80},
    Preset{"h100", 989.5e12, 3.35e12, 132, {450'000'000'000}, 80},
    Preset{"b200", 2250e12, 8e12, 148, {900'000'000'000}, 180},
    Preset{"b300", 2500e12, 8e12, 160, {900'000'000'000}, 288},
    Preset{"rubin", 8333e12, 13e12, 224, {1'800'000'000'000}, 288},
    Preset{"mi300x", 1307.4e12, 5.3e12, 304, {448'000'000'000}, 192},
    Preset{"mi355x", 2516.6e12, 8e12, 256, {537'600'000'000}, 288},
};

const Preset& preset_of(std::string_view gpu) {
  const auto found = std::ranges::find(kPresets, gpu, &Preset::name);
  check(found != kPresets.end(), "the settings allow known devices only");
  return *found;
}

}  // namespace

BytesPerSecond scale_up_rate_of(std::string_view gpu) { return preset_of(gpu).scale_up; }

config::Fields<DeviceParams> DeviceParams::fields() {
  config::Fields<DeviceParams> all;
  add_fields<DeviceParams>(all);
  return all;
}

Device::Device(const DeviceParams& p)
    : efficiency_(p.efficiency), memory_efficiency_(p.memory_efficiency) {
  const Preset& preset = preset_of(p.gpu);
  peak_ = p.peak_flops.value_or(preset.flops);
  bandwidth_ = p.memory_bandwidth ? static_cast<double>(p.memory_bandwidth->n) : preset.bytes_per_s;
  scale_up_ = preset.scale_up;
  multiprocessors_ = preset.multiprocessors;
  memory_ = Bytes{preset.memory_gb * 1'000'000'000};
}

Time Device::time(double operations, double bytes) const {
  const double seconds =
      std::max(operations / (peak_ * efficiency_), bytes / (bandwidth_ * memory_efficiency_));
  return {static_cast<std::int64_t>(std::min(seconds * 1e12, 4e18) + 0.5)};
}

}  // namespace kasuri::mpi
