// SPDX-License-Identifier: MIT
// Both reliabilities of RoCE: which packets of five they send again.
#include <gmock/gmock.h>

#include "base/config/document.h"
#include "network/control/reliability.h"

namespace kasuri {
namespace go_back_n_test {

using namespace literals;
using testing::ElementsAre;

std::unique_ptr<Reliability> reliability(std::string_view name) {
  ReliabilityContext context{{12'500'000'000}, {100'000}};
  return config::Choice<Reliability>(name).make(context);
}

Outstanding five() {
  Outstanding o;
  for (int i = 0; i < 5; ++i) o.send(1048, Time{i * 1'000'000});
  return o;
}

std::vector<std::uint32_t> waiting(const Outstanding& o) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t n = o.first(); n != o.next(); ++n) {
    if (o[n].state == Outstanding::State::waiting) all.push_back(n);
  }
  return all;
}

TEST(GoBackN, SendsAllAgainFromTheMissingPacketOn) {
  const auto r = reliability("go-back-n");
  EXPECT_FALSE(r->takes_any_order());
  Outstanding o = five();
  r->refused(o, 2);
  EXPECT_THAT(waiting(o), ElementsAre(2, 3, 4));
  EXPECT_EQ(o.in_flight(), Bytes{2 * 1048});
}

// 15 us and six times 100,000 B at 100 Gb/s.
TEST(GoBackN, TimesOutWithTheOldestPacket) {
  const auto r = reliability("go-back-n");
  Outstanding o = five();
  EXPECT_EQ(r->deadline(o), 63_us);
  EXPECT_EQ(r->expired(o, 62_us), Bytes{0});
  EXPECT_EQ(r->expired(o, 63_us), Bytes{5 * 1048});
  EXPECT_EQ(r->deadline(o), kNever);
}

TEST(SelectiveRepeat, SendsOnlyWhatLeftBeforeAPacketThatCame) {
  const auto r = reliability("selective-repeat");
  EXPECT_TRUE(r->takes_any_order());
  Outstanding o = five();
  o.arrived(1);
  o.arrived(3);
  EXPECT_EQ(r->acknowledged(o, 3), Bytes{2 * 1048});
  EXPECT_THAT(waiting(o), ElementsAre(0, 2));
  // Sent again after packet 3, which says nothing about it.
  o.send_again(10_us);
  EXPECT_EQ(r->acknowledged(o, 3), Bytes{0});
  EXPECT_EQ(r->deadline(o), 4_us + 63_us);
}

}  // namespace go_back_n_test
}  // namespace kasuri
