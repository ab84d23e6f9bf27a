// SPDX-License-Identifier: MIT
#include "network/net/link.h"

#include <fmt/format.h>

namespace kasuri {

config::Fields<LinkParams> LinkParams::fields() {
  using P = LinkParams;
  using namespace literals;
  return {
      config::field("rate", &P::rate, "rate per direction").range({1000}, 100'000_GBps),
      config::field("cable_latency", &P::cable_latency, "latency of the cable").range(0_ps, 1_ms),
      config::field("credit_time", &P::credit_time,
                    "T_credit: time from the release of a buffer until the sender can use the credit, in "
                    "addition to the cable")
          .range(0_ps, 1_ms),
      config::field("CLASS", &P::classes,
                    "other values for one link class, as in [link.global]"),
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
                    "input buffer of each virtual channel at the end of these links, instead of "
                    "router.buffer")
          .range(1_B, Bytes{1 << 30}),
      config::field("output_buffer", &P::output_buffer,
                    "output buffer of each virtual channel of these links, instead of router.output_buffer "
                    "(output-queued and cioq routers)")
          .range(1_B, Bytes{1 << 30}),
  };
}

std::string CreditLimit::describe() const {
  const bool kib = needed.n % 1024 == 0;
  const std::string does =
      needed_share < 0.995 ? fmt::format(", the largest, is good for {:.0f} %", 100 * needed_share)
                           : " would do";
  return fmt::format("{} carry at most {:.0f} % of {} in one virtual channel: its {} are full before the "
                     "first credit is back; {} = \"{} {}\"{}",
                     links, 100 * share, to_string(rate), to_string(buffer), key,
                     kib ? needed.n / 1024 : needed.n, kib ? "KiB" : "B", does);
}

void Credits::append(std::uint32_t& more, Credit c, Time at) {
  const std::uint32_t i = pool_.allocate();
  pool_[i] = {at, c, more == kNone ? i : pool_[more].next};
  if (more != kNone) pool_[more].next = i;
  more = i;
}

Credits::Coming Credits::take_next(std::uint32_t& more) {
  Record& last = pool_[more];
  const std::uint32_t i = last.next;
  const Coming first{pool_[i].at, pool_[i].credit};
  if (i == more) {
    more = kNone;
  } else {
    last.next = pool_[i].next;
  }
  pool_.free(i);
  return first;
}

Time Credits::next_in_list(std::uint32_t more, std::uint32_t vcs) const {
  if (more == kNone) return kNever;
  std::uint32_t i = more;
  do {
    i = pool_[i].next;
    if (vcs >> pool_[i].credit.vc() & 1) return pool_[i].at;
  } while (i != more);
  return kNever;
}

}  // namespace kasuri
