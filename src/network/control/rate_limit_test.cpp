// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "base/config/document.h"
#include "base/core/errors.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace rate_limit_test {

// One byte takes a nanosecond.
std::unique_ptr<SendControl> limit(const std::string& more = "") {
  auto document =
      config::Document::parse("[nic.send_control]\ntype = 'rate-limit'\nrate = '1 GB/s'\n" + more,
                              "test.toml");
  const auto choice =
      config::read<config::Choice<SendControl>>(document.root().section("nic").section("send_control"));
  document.finish();
  SendControlContext context{.rate = {100'000'000'000}, .packet = {1000}, .header = {0}};
  return choice.make(context);
}

// Sends as soon as it may; returns when.
Time send(SendControl& c, std::int64_t bytes, Time now) {
  const SendState state;
  const Time at = c.may_send(state, {bytes}, now);
  EXPECT_GE(at, now);
  EXPECT_EQ(c.may_send(state, {bytes}, at), at);
  c.sent(state, {bytes}, at);
  return at;
}

TEST(RateLimit, SpacesPackets) {
  const auto c = limit();
  EXPECT_EQ(send(*c, 1000, Time{0}), Time{0});
  EXPECT_EQ(send(*c, 1000, Time{0}), Time{1'000'000});
  EXPECT_EQ(send(*c, 1000, Time{1'500'000}), Time{2'000'000});
  EXPECT_EQ(send(*c, 1000, Time{7'000'000}), Time{7'000'000});  // a pause saves no more than a packet
  EXPECT_EQ(send(*c, 1000, Time{7'000'000}), Time{8'000'000});
}

// Tokens for a small packet are there sooner.
TEST(RateLimit, CountsBytes) {
  const auto c = limit();
  EXPECT_EQ(send(*c, 1000, Time{0}), Time{0});
  EXPECT_EQ(send(*c, 100, Time{0}), Time{100'000});
  EXPECT_EQ(send(*c, 1000, Time{100'000}), Time{1'100'000});
  EXPECT_EQ(send(*c, 400, Time{1'500'000}), Time{1'500'000});
  EXPECT_EQ(send(*c, 1000, Time{1'500'000}), Time{2'500'000});
}

TEST(RateLimit, LetsBurstsPass) {
  const auto c = limit("burst = '2500 B'\n");
  EXPECT_EQ(send(*c, 1000, Time{50}), Time{50});
  EXPECT_EQ(send(*c, 1000, Time{50}), Time{50});
  EXPECT_EQ(send(*c, 1000, Time{50}), Time{500'050});
  EXPECT_EQ(send(*c, 1000, Time{500'050}), Time{1'500'050});
}

TEST(RateLimit, NeedsARateAndAPacket) {
  try {
    limit("burst = '999 B'\n");
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("'burst' must hold a whole packet, at least 1 kB"));
  }
  auto document = config::Document::parse("[a]\ntype = 'rate-limit'\n", "test.toml");
  config::read<config::Choice<SendControl>>(document.root().section("a"));
  EXPECT_THROW(document.finish(), Error);
}

}  // namespace rate_limit_test
}  // namespace kasuri
