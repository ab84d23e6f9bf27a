// SPDX-License-Identifier: MIT
// Compiled for the instruction set of the building machine alone, or, with KASURI_OTHER_HOSTS or a given
// KASURI_ARCH, for each from the build's own on; then the best that the host has is taken when it runs.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS HWY_SSSE3  // beside SSE4 not worth its compile time
#endif
#define HWY_DISABLE_PCLMUL_AES          // not used, so not asked of the host
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "studies/lanes/lane_8080.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "studies/lanes/lane_8080_core-inl.h"
#include "studies/lanes/lane_run-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

LaneResult run_8080(LaneChip<Core8080>& lanes, const EmulatorContext& c, const LaneOrders& o) {
  return run_groups(lanes, c, o);
}

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kasuri::emu {

HWY_EXPORT(run_8080);

LaneResult run_lanes(LaneChip<Core8080>& lanes, const EmulatorContext& c, const LaneOrders& o) {
  return HWY_DYNAMIC_DISPATCH(run_8080)(lanes, c, o);
}

std::int64_t lane_targets() { return HWY_TARGETS; }

}  // namespace kasuri::emu
#endif
