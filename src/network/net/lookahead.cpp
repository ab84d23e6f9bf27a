// SPDX-License-Identifier: MIT
#include "network/net/lookahead.h"

namespace kasuri {

Lookahead::Lookahead(const std::vector<bool>& crossing, std::vector<LinkClass> all, Time pipeline)
    : all_(std::move(all)) {
  for (std::size_t i = 0; i < crossing.size(); ++i) {
    if (!crossing[i]) continue;
    head_ = earlier(head_, pipeline + all_[i].cable);
    credit_ = earlier(credit_, all_[i].cable + all_[i].credit);
  }
}

Lookahead Lookahead::of_flits(const std::vector<bool>& crossing, const std::vector<LinkClass>& all,
                              Time forward, Time back) {
  Lookahead l;
  for (std::size_t i = 0; i < crossing.size(); ++i) {
    if (crossing[i]) l.head_ = earlier(l.head_, all[i].cable + earlier(forward, back + all[i].credit));
  }
  return l;
}

Lookahead Lookahead::constant(Time t) {
  Lookahead l;
  l.head_ = t;
  return l;
}

Time Lookahead::window(std::uint32_t smallest_packet) const {
  if (smallest_packet == UINT32_MAX || credit_ == kNever) return head_;
  Time passing = kNever;
  for (const LinkClass& l : all_) passing = earlier(passing, l.flow(Bytes{smallest_packet}));
  return earlier(head_, passing + credit_);
}

}  // namespace kasuri
