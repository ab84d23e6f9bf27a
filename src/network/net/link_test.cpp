// SPDX-License-Identifier: MIT
// The sending side of a channel: credits count from their own time on, not a picosecond earlier,
// and the VC with most room is chosen.
#include "network/net/link.h"

#include <gmock/gmock.h>

#include <array>

#include "base/core/rng.h"
#include "network/net/test_print.h"

namespace kasuri {
namespace link_test {

TEST(Credits, CountFromTheirTimeOn) {
  Credits credits;
  CreditQueue out;
  std::array<std::int32_t, 2> room{10, 20};
  credits.post(out, room.data(), {1, 100}, Time{50}, Time{0});
  credits.settle(out, room.data(), Time{49});
  EXPECT_EQ(room[1], 20);
  credits.settle(out, room.data(), Time{50});
  EXPECT_EQ(room[1], 120);
  EXPECT_EQ(room[0], 10);
}

TEST(Credits, AreSettledOnce) {
  Credits credits;
  CreditQueue out;
  std::array<std::int32_t, 1> room{0};
  credits.settle(out, room.data(), kNever);
  EXPECT_EQ(room[0], 0);
  for (const int at : {10, 20, 20}) credits.post(out, room.data(), {0, 5}, Time{at}, Time{0});
  for (int i = 0; i < 3; ++i) credits.settle(out, room.data(), kNever);
  EXPECT_EQ(room[0], 15);
}

TEST(Credits, TellWhenTheNextOneOfSomeVcsComes) {
  Credits credits;
  CreditQueue out;
  std::array<std::int32_t, 4> room{};
  for (const auto& [vc, at] : {std::pair{0, 10}, {2, 20}, {1, 30}}) {
    credits.post(out, room.data(), {static_cast<std::uint32_t>(vc), 1}, Time{at}, Time{0});
  }
  EXPECT_EQ(credits.next(out, 0b111), Time{10});
  EXPECT_EQ(credits.next(out, 0b110), Time{20});
  EXPECT_EQ(credits.next(out, 0b010), Time{30});
  EXPECT_EQ(credits.next(out, 0b1000), kNever);
  EXPECT_EQ(credits.next(out, 0), kNever);
}

TEST(Credits, ThatHaveArrivedAreSettledWhenTheNextOneIsPosted) {
  Credits credits;
  CreditQueue out;
  std::array<std::int32_t, 1> room{0};
  credits.post(out, room.data(), {0, 7}, Time{10}, Time{5});
  credits.post(out, room.data(), {0, 7}, Time{20}, Time{9});
  EXPECT_EQ(room[0], 0);
  credits.post(out, room.data(), {0, 7}, Time{30}, Time{10});
  EXPECT_EQ(room[0], 7);
  EXPECT_EQ(credits.next(out, 1), Time{20});
}

TEST(Credits, OfManyPortsDoNotMix) {
  Credits credits;
  constexpr std::uint32_t kPorts = 7;
  std::array<CreditQueue, kPorts> out;
  std::array<std::array<std::int32_t, 3>, kPorts> room{}, expected{};
  std::array<std::int64_t, kPorts> last{};
  std::int64_t now = 0;
  for (std::uint32_t i = 0; i < 5'000; ++i) {
    const auto bits = random_at(1, 0, 0, i);
    const std::uint32_t port = bits[0] % kPorts;
    const std::uint32_t vc = bits[0] / kPorts % 3;
    last[port] = std::max(last[port], now) + static_cast<std::int64_t>(bits[1] % 10);
    credits.post(out[port], room[port].data(), {vc, static_cast<std::int32_t>(i)}, Time{last[port]},
                 Time{now});
    expected[port][vc] += static_cast<std::int32_t>(i);
    if (i % 5 == 0) credits.settle(out[i % kPorts], room[i % kPorts].data(), Time{++now});
  }
  for (std::uint32_t port = 0; port < kPorts; ++port) {
    credits.settle(out[port], room[port].data(), kNever);
    EXPECT_EQ(room[port], expected[port]);
  }
}

TEST(RoomiestVc, IsTheOneWithMostRoomAmongThoseAllowedIfThatIsEnough) {
  const std::array<std::int32_t, 5> room{100, 300, 200, 300, 50};
  EXPECT_EQ(roomiest_vc(room.data(), 0b11111, 300), 1);  // of equals the lowest
  EXPECT_EQ(roomiest_vc(room.data(), 0b11101, 300), 3);
  EXPECT_EQ(roomiest_vc(room.data(), 0b10101, 200), 2);
  EXPECT_EQ(roomiest_vc(room.data(), 0b10001, 100), 0);
  EXPECT_EQ(roomiest_vc(room.data(), 0b10001, 101), -1);
  EXPECT_EQ(roomiest_vc(room.data(), 0b01010, 300), 1);
  EXPECT_EQ(roomiest_vc(room.data(), 0b11000, 300), 3);
  EXPECT_EQ(roomiest_vc(room.data(), 0b00100, 200), 2);
  EXPECT_EQ(roomiest_vc(room.data(), 0b00100, 201), -1);
  EXPECT_EQ(roomiest_vc(room.data(), 0, 1), -1);
  EXPECT_EQ(roomiest_vc(room.data(), 0b11111, 301), -1);
}

}  // namespace link_test
}  // namespace kasuri
