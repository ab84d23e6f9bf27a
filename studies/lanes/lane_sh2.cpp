// SPDX-License-Identifier: MIT
// Compiled for the instruction set of the building machine alone, or, with KASURI_OTHER_HOSTS or a given
// KASURI_ARCH, for each from the build's own on; then the best that the host has is taken when it runs.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS HWY_SSSE3  // beside SSE4 not worth its compile time
#endif
#define HWY_DISABLE_PCLMUL_AES          // not used, so not asked of the host
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "studies/lanes/lane_sh2.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "studies/lanes/lane_sh2_alu-inl.h"  // make_op comes before its use

#include "studies/lanes/lane_run-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

LaneResult run_sh2(LaneChip<CoreSh2>& lanes, const EmulatorContext& c, const LaneOrders& o) {
  return run_groups(lanes, c, o);
}

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kasuri::emu {

HWY_EXPORT(run_sh2);

LaneResult run_lanes(LaneChip<CoreSh2>& lanes, const EmulatorContext& c, const LaneOrders& o) {
  return HWY_DYNAMIC_DISPATCH(run_sh2)(lanes, c, o);
}

}  // namespace kasuri::emu
#endif
