// SPDX-License-Identifier: MIT
// What the recording and the reader of OTF2 archives agree on.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>

#include "mpi/ranks/collective.h"

namespace kasuri::trace::otf2 {

// Parameters, each before the collective that it belongs to.
inline constexpr const char* kOut = "kasuri.out";          // bytes for each rank, one after another
inline constexpr const char* kIn = "kasuri.in";            // bytes from each
inline constexpr const char* kElement = "kasuri.element";  // bytes of an element
inline constexpr const char* kMaking = "kasuri.making";    // mpi::Making, from this on
inline constexpr std::uint32_t kFirstMaking = 16;
inline constexpr const char* kColour = "kasuri.colour";
inline constexpr const char* kKey = "kasuri.key";

// Of one-sided communication, each before its event.
inline constexpr const char* kFlags = "kasuri.flags";    // mpi::RemoteStep's
inline constexpr const char* kSource = "kasuri.source";  // of a copy between others: who gives the data
inline constexpr const char* kTarget = "kasuri.target";  // of an atomic operation: who gets the old value
inline constexpr const char* kOrder = "kasuri.order";    // RemoteStep::order, or a request
inline constexpr const char* kRequest = "kasuri.request";  // of what the event has no place for
inline constexpr const char* kPutFrom = "kasuri.put_from";
inline constexpr const char* kPutBytes = "kasuri.put_bytes";
inline constexpr const char* kRegisters = "kasuri.registers";  // bytes of memory

// Windows that are no program's: those of MGEN_acp_copy and of ACP.
inline constexpr const char* kMgenName = "MGEN_acp";
inline constexpr const char* kAcpName = "ACP";

// OTF2's number of a collective.
std::uint32_t op_of(mpi::Collective);

}  // namespace kasuri::trace::otf2
