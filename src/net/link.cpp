// SPDX-License-Identifier: MIT
#include "net/link.h"

namespace kasuri {

config::Fields<LinkParams> LinkParams::fields() {
  using P = LinkParams;
  using namespace literals;
  return {
      config::field("rate", &P::rate, "rate per direction").range({1000}, 100'000_GBps),
      config::field("cable_latency", &P::cable_latency, "latency of the cable").range(0_ps, 1_ms),
      config::field("credit_time", &P::credit_time,
                    "T_credit: from a buffer's release to the credit's use, on top of the cable")
          .range(0_ps, 1_ms),
      config::field("CLASS", &P::classes,
                    "what is different for the links of one class, as in [link.global]"),
  };
}

config::Fields<LinkClassParams> LinkClassParams::fields() {
  using P = LinkClassParams;
  using namespace literals;
  return {
      config::field("rate", &P::rate, "rate per direction").range({1000}, 100'000_GBps),
      config::field("cable_latency", &P::cable_latency, "latency of the cable").range(0_ps, 1_ms),
      config::field("credit_time", &P::credit_time, "T_credit").range(0_ps, 1_ms),
      config::field("buffer", &P::buffer,
                    "input buffer of each virtual channel behind these links, instead of router.buffer")
          .range(1_B, Bytes{1 << 30}),
  };
}

void Credits::next_into_place(OutputPort& out) {
  Record& last = pool_[out.more_credits];
  const std::uint32_t i = last.next;
  out.credit_at = pool_[i].at;
  out.credit_bytes = pool_[i].bytes;
  out.credit_vc = static_cast<std::uint8_t>(pool_[i].vc);
  if (i == out.more_credits) {
    out.more_credits = kNone;
  } else {
    last.next = pool_[i].next;
  }
  pool_.give_back(i);
}

void Credits::append(OutputPort& out, std::uint16_t vc, std::int32_t bytes, Time at) {
  const std::uint32_t i = pool_.take();
  const std::uint32_t last = out.more_credits;
  pool_[i] = {last == kNone ? i : pool_[last].next, bytes, at, vc};
  if (last != kNone) pool_[last].next = i;
  out.more_credits = i;
}

Time Credits::next_in_list(const OutputPort& out, std::uint32_t vcs) const {
  if (out.more_credits == kNone) return kNever;
  std::uint32_t i = out.more_credits;
  do {
    i = pool_[i].next;
    if (vcs >> pool_[i].vc & 1) return pool_[i].at;
  } while (i != out.more_credits);
  return kNever;
}

}  // namespace kasuri
