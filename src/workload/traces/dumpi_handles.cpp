// SPDX-License-Identifier: MIT
#include "workload/traces/dumpi_handles.h"

#include <algorithm>

namespace kasuri::trace {

using namespace dumpi;

namespace {

template <class T>
T& at(std::vector<T>& all, std::int64_t i, T unset) {
  const auto n = static_cast<std::size_t>(i);
  if (n >= all.size()) all.resize(n + 1, unset);
  return all[n];
}

// Where a call has the handle of the communicator that it makes, among its numbers.
std::size_t place_of_made(std::uint16_t function) {
  switch (function) {
    case kCommDup: return 1;
    case kCommCreate:
    case kIntercommMerge: return 2;
    case kCommSplit:
    case kCartCreate: return 3;
    case kGraphCreate: return 4;
    case kIntercommCreate: return 5;
    case kCartSub: return 2;
    default: return 0;
  }
}

}  // namespace

DumpiHandles::DumpiHandles() : comms_{kUnknown, kUnknown, 0, 1} {}

bool DumpiHandles::makes_communicator(std::uint16_t function) { return place_of_made(function) > 0; }

std::uint32_t DumpiHandles::make(std::int64_t handle) { return at(comms_, handle, kUnknown) = next_++; }

void DumpiHandles::forget(std::int64_t handle) {
  if (handle >= kFirstUserComm) at(comms_, handle, kUnknown) = kUnknown;
}

bool DumpiHandles::take(const DumpiCall& c, DumpiCommunicators* comms, DumpiObjects* to) {
  const std::size_t place = place_of_made(c.function);
  if (place > 0) {
    DumpiMaking m;
    if (to) collect(c, *comms, *to, m);
    m.member = c.number[place] >= kFirstUserComm;
    if (m.member) {
      m.made = make(c.number[place]);
      if (to) to->told.push_back(kAny);
    }
    if (to && m.parent != kUnknown) to->makings.push_back(m);
    return true;
  }
  switch (c.function) {
    case kCommFree:
    case kCommDisconnect: forget(c.number[0]); break;
    case kCommRank: {
      const std::uint32_t number = communicator(c.number[0]);
      if (to && number != kUnknown) to->told[number] = static_cast<std::int32_t>(c.number[1]);
      break;
    }
    default:
      if (to) take_group(c, *comms, *to);
  }
  return false;
}

void DumpiHandles::collect(const DumpiCall& c, DumpiCommunicators& comms, DumpiObjects& to,
                           DumpiMaking& m) {
  using K = DumpiMaking::Kind;
  const auto& n = c.number;
  const auto integer = [&](std::size_t i) { return static_cast<std::int32_t>(n[i]); };
  m.at = c.at;
  m.parent = communicator(n[0]);
  switch (c.function) {
    case kCommDup: m.kind = K::dup; break;
    case kCommCreate:
      m.kind = K::create;
      m.other = group(n[1], to);
      break;
    case kCommSplit: m.kind = K::split, m.a = integer(1), m.b = integer(2); break;
    case kCartCreate: m.kind = K::cart, m.list = comms.list(c.list[0]); break;
    case kGraphCreate: m.kind = K::graph, m.parent = communicator(n[1]); break;
    case kCartSub:
      m.kind = K::cart_sub, m.parent = communicator(n[1]);
      m.list = comms.list(c.list[0]);
      break;
    case kIntercommCreate:
      m.kind = K::inter, m.a = integer(1), m.b = integer(3), m.tag = integer(4);
      m.other = communicator(n[2]);
      break;
    case kIntercommMerge: m.kind = K::merge, m.a = integer(1) != 0; break;
    default: break;
  }
}

std::uint32_t DumpiHandles::group(std::int64_t handle, DumpiObjects& to) {
  const auto h = static_cast<std::size_t>(handle);
  if (h < groups_.size() && groups_[h] != kUnknown) return groups_[h];
  to.groups.push_back(
      {.kind = handle == kGroupEmpty ? DumpiGroup::Kind::empty : DumpiGroup::Kind::unknown});
  const auto number = static_cast<std::uint32_t>(to.groups.size() - 1);
  if (handle == kGroupEmpty) at(groups_, handle, kUnknown) = number;
  return number;
}

void DumpiHandles::set_group(std::int64_t handle, DumpiObjects& to, DumpiGroup g) {
  if (handle < kFirstUserGroup) return;  // it is empty
  to.groups.push_back(g);
  at(groups_, handle, kUnknown) = static_cast<std::uint32_t>(to.groups.size() - 1);
}

void DumpiHandles::take_group(const DumpiCall& c, DumpiCommunicators& comms, DumpiObjects& to) {
  using K = DumpiGroup::Kind;
  const auto& n = c.number;
  switch (c.function) {
    case kCommGroup:
    case kCommRemoteGroup: {
      const std::uint32_t number = communicator(n[0]);
      const K kind = number == kUnknown ? K::unknown : c.function == kCommGroup ? K::of : K::of_remote;
      return set_group(n[1], to, {.kind = kind, .a = number});
    }
    case kGroupUnion:
    case kGroupIntersection:
    case kGroupDifference: {
      const std::uint32_t a = group(n[0], to), b = group(n[1], to);
      const K kind = c.function == kGroupUnion          ? K::united
                     : c.function == kGroupIntersection ? K::intersection
                                                        : K::difference;
      return set_group(n[2], to, {.kind = kind, .a = a, .b = b});
    }
    case kGroupIncl:
    case kGroupExcl:
    case kGroupRangeIncl:
    case kGroupRangeExcl: {
      constexpr K kKinds[] = {K::incl, K::excl, K::range_incl, K::range_excl};
      const std::uint32_t a = group(n[0], to);
      return set_group(
          n[2], to, {.kind = kKinds[c.function - kGroupIncl], .a = a, .list = comms.list(c.list[0])});
    }
    case kGroupFree:
      if (n[0] >= kFirstUserGroup) at(groups_, n[0], kUnknown) = kUnknown;
      return;
    default: return;
  }
}

}  // namespace kasuri::trace
