// SPDX-License-Identifier: MIT
// What the library of OTF2 calls for each event of a rank.
#pragma once

#include <exception>
#include <utility>

#include "workload/traces/otf2_rank.h"

namespace kasuri::trace {

// The library's callbacks, which no exception may leave.
struct Otf2Callbacks {
  static constexpr OTF2_CallbackCode kOk = OTF2_CALLBACK_SUCCESS;

  template <class F>
  static OTF2_CallbackCode take(void* user, OTF2_TimeStamp stamp, std::uint64_t event, F&& f) {
    auto& r = *static_cast<Otf2Rank*>(user);
    try {
      r.event_ = event;
      if (!r.look_again_) ++r.summary_.events;
      return f(r, r.time(stamp));
    } catch (...) {
      r.failure_ = std::current_exception();
      return OTF2_CALLBACK_INTERRUPT;
    }
  }
  // An event of MPI.
  template <class F>
  static OTF2_CallbackCode message(void* user, OTF2_TimeStamp stamp, std::uint64_t event, F&& f) {
    return take(user, stamp, event, [&](Otf2Rank& r, Time now) {
      r.mpi_event(now);
      r.call_.told = true;
      f(r);
      r.end_event(now);
      return kOk;
    });
  }

  using List = OTF2_AttributeList;
  using Loc = OTF2_LocationRef;
  using Stamp = OTF2_TimeStamp;
};

}  // namespace kasuri::trace
