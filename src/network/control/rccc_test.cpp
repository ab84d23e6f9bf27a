// SPDX-License-Identifier: MIT
// RCCC's credits, by hand: round trip 8 us at 400 Gb/s, so 400,000 B, and 600,000 B of credit.
#include <gmock/gmock.h>

#include <vector>

#include "base/config/document.h"
#include "network/control/receive_control.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace rccc_test {

constexpr std::int64_t kPacket = 4150;
constexpr BytesPerSecond kRate{50'000'000'000};

template <class Kind>
config::Choice<Kind> choice(std::string_view key, std::string_view text) {
  auto document = config::Document::parse(std::string("[nic]\n") + std::string(key) + " = " +
                                              std::string(text) + "\n",
                                          "test.toml");
  auto read = config::read<config::Choice<Kind>>(document.root().section("nic").section(std::string(key)));
  document.finish();
  return read;
}

std::unique_ptr<SendControl> sender(std::string_view text = "{ type = 'rccc' }") {
  SendControlContext context{.rate = kRate,
                             .packet = {kPacket},
                             .header = {64},
                             .round_trip = {8'000'000},
                             .trims = true};
  return choice<SendControl>("send_control", text).make(context);
}

bool may_send(SendControl& c) { return c.may_send({}, {kPacket}, Time{0}) == Time{0}; }

// 144 packets and the beginning of one more; the target then is a packet beyond nothing.
TEST(Rccc, BeginsWithCreditOfItsOwn) {
  const auto c = sender();
  int sent = 0;
  for (; may_send(*c); ++sent) c->sent({.backlog = {10'000'000}}, {kPacket}, Time{0});
  EXPECT_EQ(sent, 145);
  // 600,000 B less the credit that is left, -1750 B: 601,750 B in units of 256 B.
  EXPECT_EQ(c->demand({}), Bytes{2351 * 256});
  EXPECT_TRUE(c->wants_answer({}, {kPacket}));
}

TEST(Rccc, LosesTheRestOfItByTheFirstAnswer) {
  const auto c = sender();
  c->sent({.backlog = {10'000'000}}, {kPacket}, Time{0});
  EXPECT_EQ(c->demand({}), Bytes{17 * 256});  // a packet: 600,000 - 595,850
  c->acknowledged({.in_flight = {1}}, {.bytes = {kPacket}, .marked = false, .round_trip = {}, .hops = {}},
                  Time{1});
  EXPECT_FALSE(may_send(*c));
  c->granted({16'384}, Time{2});
  int sent = 0;
  for (; may_send(*c); ++sent) c->sent({.backlog = {10'000'000}}, {kPacket}, Time{2});
  EXPECT_EQ(sent, 4);
  EXPECT_EQ(c->demand({}), Bytes{(16'384 + 600'000 + 4 * kPacket - 16'384 + 255) / 256 * 256});
  c->granted({16'384}, Time{3});  // an old one
  EXPECT_FALSE(may_send(*c));
}

// What is left to send bounds the target, and the other connections of a host share it.
TEST(Rccc, AsksForWhatItHas) {
  const auto c = sender();
  c->refused({}, {.bytes = {kPacket}, .round_trip = {}, .at_last_hop = true}, Time{1});
  c->granted({16'384}, Time{2});
  c->sent({.backlog = {50'000}}, {kPacket}, Time{2});
  EXPECT_EQ(c->demand({}), Bytes{(16'384 + 50'000 - (16'384 - kPacket) + 255) / 256 * 256});
  c->sent({.backlog = {50'000}, .others = 2}, {kPacket}, Time{2});
  EXPECT_EQ(c->demand({}), Bytes{(16'384 + (50'000 - (16'384 - 2 * kPacket)) / 2 + 255) / 256 * 256});
}

// After everything is acknowledged, one packet of a new message may go, to ask.
TEST(Rccc, AsksAnewAfterAPause) {
  const auto c = sender();
  c->sent({.in_flight = {kPacket}}, {kPacket}, Time{0});
  c->acknowledged({}, {.bytes = {kPacket}, .marked = false, .round_trip = {}, .hops = {}}, Time{1});
  EXPECT_TRUE(may_send(*c));
  c->sent({.backlog = {50'000}}, {kPacket}, Time{2});
  EXPECT_FALSE(may_send(*c));
  EXPECT_GE(c->demand({}), Bytes{50'000 + kPacket});
}

// With nscc: the smaller one decides, and what was trimmed at the last link leaves nscc's window.
TEST(Rccc, AllowsWhatBothAllow) {
  const auto c = sender("{ type = 'rccc', with = { type = 'nscc', window = '100 kB' } }");
  EXPECT_EQ(c->window(), Bytes{100'000});
  EXPECT_EQ(c->may_send({.in_flight = {96'000}}, {kPacket}, Time{0}), kNever);
  EXPECT_EQ(c->may_send({.in_flight = {95'000}}, {kPacket}, Time{0}), Time{0});
  c->refused({}, {.bytes = {kPacket}, .round_trip = {}, .at_last_hop = true}, Time{1});
  EXPECT_EQ(c->window(), Bytes{100'000});
  c->refused({}, {.bytes = {kPacket}, .round_trip = {}, .at_last_hop = false}, Time{1});
  EXPECT_EQ(c->window(), Bytes{100'000 - kPacket});
}

struct Nic : Answers {
  void acknowledge(const Arrival&) override { ++acknowledgements; }
  void grant(std::uint32_t connection, Bytes total) override { grants.push_back({connection, total.n}); }
  void wake(Time t) override { woken = t; }
  bool expecting() const override { return waits; }

  int acknowledgements = 0;
  std::vector<std::pair<std::uint32_t, std::int64_t>> grants;
  Time woken{0};
  bool waits = true;
};

std::unique_ptr<ReceiveControl> receiver(double oversubscription = 1) {
  ReceiveControlContext context{.rate = kRate,
                                .packet = {kPacket},
                                .seed = 7,
                                .round_trip = {8'000'000},
                                .bandwidth_delay = {400'000},
                                .oversubscription = oversubscription};
  return choice<ReceiveControl>("receive_control", "{ type = 'receiver-credits' }").make(context);
}

Arrival packet(std::uint32_t connection, std::int64_t demand, bool marked = false) {
  return {.connection = connection, .bytes = {kPacket}, .unanswered = {kPacket}, .marked = marked,
          .asks = false, .first = false, .again = false, .closes_gap = false, .cut = false,
          .demand = {demand}};
}

// In turn, at 99 % of the link's rate, up to the targets; what is left goes to those that asked before.
TEST(ReceiverCredits, GrantInTurn) {
  const auto c = receiver();
  Nic nic;
  c->arrived(packet(0, 40'000), nic, Time{0});
  c->arrived(packet(1, 20'000), nic, Time{0});
  for (int i = 0; i < 4; ++i) c->tick(nic, nic.woken);
  EXPECT_THAT(nic.grants, testing::ElementsAre(std::pair(0, 16'384), std::pair(0, 32'768),
                                               std::pair(1, 16'384), std::pair(0, 40'000),
                                               std::pair(1, 20'000)));
  const double bytes = 40'000 + 20'000;
  EXPECT_NEAR(static_cast<double>(nic.woken.ps), bytes / (0.99 * 0.05), 5);
  c->tick(nic, nic.woken);  // unasked
  EXPECT_EQ(nic.grants.back(), std::pair(0u, std::int64_t{56'384}));
  // Until they are 1.5 bandwidth-delay products ahead.
  for (int i = 0; i < 200; ++i) c->tick(nic, nic.woken);
  EXPECT_EQ(nic.grants.size(), 5u + 2 * 37);
  EXPECT_EQ(nic.grants.back(), std::pair(1u, std::int64_t{20'000 + 37 * 16'384}));
}

TEST(ReceiverCredits, GrantNothingUnaskedWhenNothingIsToCome) {
  const auto c = receiver();
  Nic nic;
  nic.waits = false;
  c->arrived(packet(0, 10'000), nic, Time{0});
  for (int i = 0; i < 5; ++i) c->tick(nic, nic.woken);
  EXPECT_EQ(nic.grants.size(), 1u);
}

// Behind 4:1 links, 22.5 % of the rate are the least that marks leave, and all of it comes back.
TEST(ReceiverCredits, SlowDownByMarksOnOversubscribedWays) {
  const auto c = receiver(4);
  Nic nic;
  const auto turn = [&](bool marked) {
    const Time before = nic.woken;
    c->arrived(packet(0, 1'000'000'000, marked), nic, before);
    c->tick(nic, before);
    return static_cast<double>((nic.woken - before).ps);
  };
  const double full = 16'384 / (0.99 * 0.05);
  EXPECT_NEAR(turn(true), full, 2);
  for (int i = 0; i < 200; ++i) turn(true);
  EXPECT_NEAR(turn(true), full / 0.225, 5);
  for (int i = 0; i < 400; ++i) turn(false);
  EXPECT_NEAR(turn(false), full, 2);
  const auto calm = receiver();
  nic = {};
  for (int i = 0; i < 100; ++i) {
    calm->arrived(packet(0, 1'000'000'000, true), nic, nic.woken);
    calm->tick(nic, nic.woken);
  }
  EXPECT_NEAR(static_cast<double>(nic.woken.ps), 101 * full, 2 * 101);
}

}  // namespace rccc_test
}  // namespace kasuri
