// SPDX-License-Identifier: MIT
// What a file of sst-dumpi holds: its functions by number, the arguments that each of them leaves on
// the stream, and the numbers of predefined handles (documentation of sst-dumpi, "The DUMPI trace file
// format"; the order of its functions and arguments). All integers are big-endian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kasuri::trace::dumpi {

inline constexpr std::uint64_t kMagic = 0xffaadd44554d5049;  // 0xff 0xaa 0xdd D U M P I
inline constexpr std::uint64_t kFooterMagic = 0xf007fee7;

// Functions that the reader or the writer knows by name. Others are known by their arguments only.
enum Function : std::uint16_t {
  kSend = 0,
  kRecv = 1,
  kBsend = 3,
  kSsend = 4,
  kRsend = 5,
  kIsend = 8,
  kIbsend,
  kIssend,
  kIrsend,
  kIrecv = 12,
  kWait,
  kTest,
  kRequestFree,
  kWaitany,
  kTestany,
  kWaitall,
  kTestall,
  kWaitsome,
  kTestsome,
  kIprobe = 22,
  kProbe,
  kCancel,
  kTestCancelled,
  kSendInit = 26,
  kBsendInit,
  kSsendInit,
  kRsendInit,
  kRecvInit,
  kStart,
  kStartall,
  kSendrecv = 33,
  kSendrecvReplace,
  kTypeContiguous = 35,
  kTypeVector,
  kTypeHvector,
  kTypeIndexed,
  kTypeHindexed,
  kTypeStruct,
  kTypeSize = 43,
  kTypeFree = 47,
  kBarrier = 52,
  kBcast,
  kGather,
  kGatherv,
  kScatter,
  kScatterv,
  kAllgather,
  kAllgatherv,
  kAlltoall,
  kAlltoallv,
  kReduce,
  kAllreduce = 65,
  kReduceScatter,
  kScan,
  kCommGroup = 72,
  kGroupUnion,
  kGroupIntersection,
  kGroupDifference,
  kGroupIncl,
  kGroupExcl,
  kGroupRangeIncl,
  kGroupRangeExcl,
  kGroupFree,
  kCommSize = 81,
  kCommRank,
  kCommDup = 84,
  kCommCreate,
  kCommSplit,
  kCommFree,
  kCommRemoteGroup = 90,
  kIntercommCreate,
  kIntercommMerge,
  kCartCreate = 99,
  kGraphCreate = 101,
  kCartGet = 105,
  kCartSub = 111,
  kInit = 124,
  kFinalize = 125,
  kInitThread = 171,
  kCommDisconnect = 132,
  kAlltoallw = 155,
  kExscan = 156,
  kTypeDup = 178,
  kTypeMatchSize = 186,
  kRequestGetStatus = 216,
  kTypeCreateHindexed = 218,
  kTypeCreateHvector,
  kTypeCreateIndexedBlock,
  kTypeCreateResized,
  kTypeCreateStruct,
  kTypeCreateSubarray,
  kFunctions = 290,  // how many there are
  kFunctionEnter = 291,
  kFunctionExit = 292,
  kEndOfStream = 293
};

struct FunctionRow {
  std::string_view name;
  // Its arguments in the order of the stream:
  //   i h b q  an integer of 32, 16, 8 or 64 bits
  //   A H S    a list of 32-bit or 16-bit integers, or of bytes, after its length
  //   L T U    a list of A, a list of S, a list of T
  //   s        statuses, if the mask has them
  //   {xy …}   only if the integers number x and y, from 0, are the same (on the root)
  //   M N      the arguments of Init_thread and Init
  //   v x y    of Gatherv, Type_struct, Cart_get: what older versions wrote otherwise
  std::string_view arguments;
  // What replay leaves out, although it moves data or synchronises ranks.
  bool left_out = false;
};

// By number; also of kFunctionEnter and kFunctionExit. Null: there is no such function.
const FunctionRow* function(std::uint16_t number);

// Bits of the mask of a call.
inline constexpr std::uint8_t kStatuses = 0x03, kCpuTime = 0x04, kWallTime = 0x08, kThread = 0x40,
                              kCounters = 0x80;

inline constexpr std::int32_t kAny = -1;  // source or tag
inline constexpr std::uint16_t kCommNull = 1, kCommWorld = 2, kCommSelf = 3, kFirstUserComm = 4;
inline constexpr std::uint16_t kGroupNull = 1, kGroupEmpty = 2, kFirstUserGroup = 3;
inline constexpr std::int32_t kRequestNull = 1, kFirstUserRequest = 2;
inline constexpr std::uint16_t kByte = 5, kInt = 9, kDouble = 14, kFirstUserType = 28;
inline constexpr std::uint8_t kSum = 3;

// Bytes of predefined datatypes where the trace has no record of sizes: those of 64-bit Linux. −1: no
// type.
inline constexpr std::array<std::int8_t, kFirstUserType> kTypeSizes = {
    -1, -1, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8, 4, 8, 16, 8, 8, 8, 1, 0, 0, 8, 12, 12, 6, 8, 20};

struct Version {
  std::uint8_t major = 0, minor = 0, patch = 0;
  friend auto operator<=>(const Version&, const Version&) = default;
};
// From these versions on …
inline constexpr Version kInitOnce{0, 6, 2};    // … Init has its number of arguments once, not twice
inline constexpr Version kStatusTags{0, 6, 3};  // … statuses have tags
inline constexpr Version kWideRequests{0, 6, 7};   // … requests are not cut to 8 bits
inline constexpr Version kCartCoords{0, 6, 8};     // … Cart_get has all coordinates
inline constexpr Version kStructOffsets{0, 6, 9};  // … Type_struct has all offsets

}  // namespace kasuri::trace::dumpi
