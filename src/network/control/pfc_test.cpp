// SPDX-License-Identifier: MIT
// Pauses over a shared buffer, by hand: two inputs at 100 Gb/s with 1 us of cable, so 37,500 B of headroom
// each, and half of the free shared buffer (shift 1).
#include <gmock/gmock.h>

#include "base/config/document.h"
#include "base/core/errors.h"
#include "network/control/flow_control.h"

namespace kasuri {
namespace pfc_test {

using namespace literals;

std::unique_ptr<FlowControl> flow_control(const std::string& keys) {
  auto document = config::Document::parse("[ethernet]\nflow_control = { " + keys + " }\n", "test.toml");
  const auto choice = config::read<config::Choice<FlowControl>>(
      document.root().section("ethernet").section("flow_control"));
  document.finish();
  const FlowControlContext::Input input{{12'500'000'000}, 1_us};
  FlowControlContext context{{12'500'000'000}, 1, {input, input}};
  return choice.make(context);
}

// Shared: 113,192 - 2 * (37,500 + 4,096) = 30,000 B. With 14 packets, an input has 9,904 B beyond its
// reserve and may have (30,000 - 9,904)/2 = 10,048 B. The next one goes to its headroom.
TEST(Pfc, PausesAtAShareOfWhatIsFree) {
  const auto f = flow_control("type = 'pfc', buffer = '113192 B', shift = 1");
  int packets = 0;
  while (!f->pause(0)) {
    ASSERT_TRUE(f->admits(0, 1000_B));
    ++packets;
  }
  EXPECT_EQ(packets, 15);
  EXPECT_FALSE(f->pause(1));
  int more = 0;
  while (f->admits(0, 1000_B)) ++more;
  EXPECT_EQ(more, 36);
  // Headroom empties first; 3 KiB below the threshold, the input resumes.
  for (int i = 0; i < 37; ++i) {
    EXPECT_FALSE(f->resume(0));
    f->leaves(0, 1000_B);
  }
  EXPECT_FALSE(f->resume(0));
  int left = 0;
  for (; !f->resume(0); ++left) f->leaves(0, 1000_B);
  EXPECT_EQ(left, 2);  // 7,904 + 3,072 <= (30,000 - 7,904)/2
  for (int i = left; i < 14; ++i) f->leaves(0, 1000_B);
  EXPECT_FALSE(f->pause(0));
}

TEST(Pfc, RefusesABufferWithoutRoomBesideHeadroom) {
  EXPECT_THAT([] { flow_control("type = 'pfc', buffer = '83 kB'"); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("83.19 kB: raise it above that")));
}

TEST(PfcFixed, PausesAndResumesAtItsThresholds) {
  const auto f = flow_control("type = 'pfc-fixed', pause = '4 kB', resume = '3 kB'");
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(f->admits(0, 1000_B));
  EXPECT_FALSE(f->pause(0));
  EXPECT_TRUE(f->admits(0, 1000_B));
  EXPECT_TRUE(f->pause(0));
  f->leaves(0, 1000_B), f->leaves(0, 1000_B);
  EXPECT_FALSE(f->resume(0));
  f->leaves(0, 1000_B);
  EXPECT_TRUE(f->resume(0));
}

}  // namespace pfc_test
}  // namespace kasuri
