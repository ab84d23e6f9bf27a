// SPDX-License-Identifier: MIT
// NICs whose connections are controlled by what this file registers: each answer of a send control, its
// timers, and what receive controls send back. S bytes take S ps on the links here.
#include "network/nic/connections.h"

#include <gmock/gmock.h>

#include "network/nic/test_rig.h"

namespace kasuri {
namespace connections_test {

using testing::ElementsAre;
using Shape = NicRig::Shape;

int asked = 0;
std::vector<Acknowledgement> acknowledged;

struct Counted : SendControl {
  Time may_send(const SendState& s, Bytes next, Time now) final {
    ++asked;
    return when(s, next, now);
  }
  void acknowledged(const SendState&, const Acknowledgement& a, Time) override {
    connections_test::acknowledged.push_back(a);
  }
  virtual Time when(const SendState&, Bytes next, Time now) = 0;
};

// A packet, then its acknowledgement, then the next.
struct OneByOne final : Counted {
  OneByOne(const config::NoParams&, SendControlContext&) {}
  Time when(const SendState& s, Bytes, Time now) override { return s.in_flight == Bytes{0} ? now : kNever; }
  bool wants_answer(const SendState&, Bytes) const override { return true; }
};
struct OneByOneOfAMessage final : Counted {
  OneByOneOfAMessage(const config::NoParams&, SendControlContext&) {}
  Scope scope() const override { return Scope::message; }
  Time when(const SendState& s, Bytes, Time now) override { return s.in_flight == Bytes{0} ? now : kNever; }
  bool wants_answer(const SendState&, Bytes) const override { return true; }
};

// A packet every 500 ps; asks for nothing.
struct Paced final : Counted {
  Paced(const config::NoParams&, SendControlContext&) {}
  Time when(const SendState&, Bytes, Time now) override { return later(now, next); }
  void sent(const SendState&, Bytes, Time now) override { next = now + Time{500}; }
  Time next{0};
};

// A packet for each tick of its timer, which stops when nothing is left.
struct Ticking final : Counted {
  Ticking(const config::NoParams&, SendControlContext&) {}
  Time when(const SendState&, Bytes, Time now) override {
    if (next == kNever) next = now + Time{300};
    return may > 0 ? now : kNever;
  }
  void sent(const SendState& s, Bytes, Time) override {
    --may;
    if (s.backlog == Bytes{0}) next = kNever;
  }
  Time timer() const override { return next; }
  void tick(const SendState&, Time now) override {
    ++may;
    next = now + Time{300};
  }
  Time next = kNever;
  int may = 0;
};

// All but the first 100 bytes need a grant.
struct Granted final : Counted {
  Granted(const config::NoParams&, SendControlContext&) {}
  Time when(const SendState&, Bytes next, Time now) override {
    return gone + next <= allowed ? now : kNever;
  }
  void sent(const SendState&, Bytes n, Time) override { gone += n; }
  void granted(Bytes total, Time) override { allowed = std::max(allowed, total); }
  Bytes demand(const SendState& s) const override { return gone + s.backlog; }
  Bytes gone{0}, allowed{100};
};
struct Granting final : ReceiveControl {
  Granting(const config::NoParams&, ReceiveControlContext& c) : packet(c.packet) {}
  void arrived(const Arrival& a, Answers& answers, Time now) override {
    connection = a.connection;
    demand = a.demand;
    if (granted == Bytes{0}) {
      granted = a.bytes;
      answers.wake(now + Time{1000});
    }
  }
  void tick(Answers& answers, Time now) override {
    if (granted >= demand) return;
    granted += packet;
    answers.grant(connection, granted);
    answers.wake(now + Time{1000});
  }
  Bytes packet, demand{0}, granted{0};
  std::uint32_t connection = 0;
};

const config::Register<OneByOne> one_by_one{"test-one-by-one", "for tests"};
const config::Register<OneByOneOfAMessage> of_a_message{"test-of-a-message", "for tests"};
const config::Register<Paced> paced{"test-paced", "for tests"};
const config::Register<Ticking> ticking{"test-ticking", "for tests"};
const config::Register<Granted> granted{"test-granted", "for tests"};
const config::Register<Granting> granting{"test-granting", "for tests"};

Shape with(std::string_view send_control, std::string_view receive_control = "coalesced") {
  asked = 0;
  acknowledged.clear();
  Shape s{.fabric = Time{50}};
  s.params.packet = {100};
  s.params.smallest_packet = {1};
  s.params.send_control = config::Choice<SendControl>(send_control);
  s.params.receive_control = config::Choice<ReceiveControl>(receive_control);
  return s;
}

// When packets of a NIC left, and where they went.
std::vector<std::pair<std::int64_t, std::uint32_t>> sent_by(const NicRig& rig, std::uint32_t nic) {
  std::vector<std::pair<std::int64_t, std::uint32_t>> all;
  for (const NicRig::Injected& i : rig.injected) {
    if (i.nic == nic) all.emplace_back(i.head.ps, i.to);
  }
  return all;
}
using Sent = std::pair<std::int64_t, std::uint32_t>;

void expect_rest(NicRig& rig) {
  EXPECT_EQ(rig.nics.in_flight(), 0u);
  EXPECT_TRUE(rig.partition.idle());
}

// There: 100 ps, the cable and the fabric; back the same with 1 ps.
TEST(Connections, WaitForFeedback) {
  NicRig rig(with("test-one-by-one"));
  rig.send(Time{0}, 0, 1, 250);
  rig.send(Time{0}, 0, 1, 100);
  rig.send(Time{0}, 0, 2, 100);  // passes both
  rig.run();
  EXPECT_THAT(sent_by(rig, 0),
              ElementsAre(Sent{0, 1}, Sent{100, 2}, Sent{215, 1}, Sent{430, 1}, Sent{595, 1}));
  ASSERT_EQ(acknowledged.size(), 5u);
  EXPECT_EQ(acknowledged[0].round_trip, Time{215});
  EXPECT_EQ(acknowledged[3].round_trip, Time{165});
  EXPECT_EQ(acknowledged[3].bytes, Bytes{50});
  expect_rest(rig);
}

TEST(Connections, MayBeOfMessages) {
  NicRig rig(with("test-of-a-message"));
  rig.send(Time{0}, 0, 1, 200);
  rig.send(Time{0}, 0, 1, 200);
  rig.run();
  EXPECT_THAT(sent_by(rig, 0), ElementsAre(Sent{0, 1}, Sent{100, 1}, Sent{215, 1}, Sent{315, 1}));
  EXPECT_EQ(acknowledged.size(), 2u);  // nobody waits for an answer to a last packet
  expect_rest(rig);
}

TEST(Connections, WaitForATime) {
  NicRig rig(with("test-paced"));
  rig.send(Time{0}, 0, 1, 250);
  rig.send(Time{0}, 0, 1, 50);
  rig.send(Time{0}, 0, 3, 100);
  rig.run();
  EXPECT_THAT(sent_by(rig, 0),
              ElementsAre(Sent{0, 1}, Sent{100, 3}, Sent{500, 1}, Sent{1000, 1}, Sent{1500, 1}));
  EXPECT_EQ(rig.nics.use(0).windows_shut, Time{300 + 400 + 450});
  expect_rest(rig);
}

// A packet of each in turn, as far as the connection lets them.
TEST(Connections, TakeTurns) {
  Shape s = with("test-paced");
  s.params.scheduler = SendOrder::round_robin;
  NicRig rig(s);
  for (const std::int64_t bytes : {300, 200, 100}) rig.send(Time{0}, 0, 1, bytes);
  rig.run();
  std::vector<std::uint64_t> order;
  for (const auto& [message, at] : rig.arrived) order.push_back(message);
  EXPECT_THAT(order, ElementsAre(2u, 0u, 1u));  // the first was alone when it began
  EXPECT_EQ(rig.arrived[2].second, Time{2500 + 157});
}

// Thousands that wait are not asked again for each packet.
TEST(Connections, AskOneMessageForEachPermission) {
  for (const char* const control : {"test-paced", "test-one-by-one"}) {
    for (const SendOrder order : {SendOrder::first_come, SendOrder::round_robin}) {
      Shape s = with(control);
      s.params.scheduler = order;
      s.buffer = 1 << 20;
      NicRig rig(s);
      for (int i = 0; i < 2000; ++i) rig.send(Time{i}, 0, 1, 150);
      rig.run();
      EXPECT_EQ(rig.arrived.size(), 2000u);
      EXPECT_LT(asked, 4 * 4000) << control;
      expect_rest(rig);
    }
  }
}

TEST(Connections, Tick) {
  NicRig rig(with("test-ticking"));
  rig.send(Time{50}, 0, 1, 250);
  rig.run();
  EXPECT_THAT(sent_by(rig, 0), ElementsAre(Sent{350, 1}, Sent{650, 1}, Sent{950, 1}));
  expect_rest(rig);
}

TEST(Connections, TakeGrants) {
  NicRig rig(with("test-granted", "test-granting"));
  rig.send(Time{0}, 0, 1, 150);
  rig.send(Time{0}, 0, 1, 100);
  rig.run();
  // The first packet is there at 157; grants, every 1000 ps, are back 58 ps later.
  EXPECT_THAT(sent_by(rig, 0), ElementsAre(Sent{0, 1}, Sent{1215, 1}, Sent{2215, 1}));
  expect_rest(rig);
}

// The first packet of a connection, then each 200 bytes, and the last one that was handed over.
TEST(Connections, AnswerNowAndThen) {
  Shape s = with("test-paced");
  auto document = config::Document::parse("[a]\ntype = 'coalesced'\nbytes = '200 B'\n", "test.toml");
  s.params.receive_control = config::read<config::Choice<ReceiveControl>>(document.root().section("a"));
  NicRig rig(s);
  rig.send(Time{0}, 0, 1, 750);
  rig.run();
  std::vector<std::int64_t> bytes;
  for (const Acknowledgement& a : acknowledged) bytes.push_back(a.bytes.n);
  EXPECT_THAT(bytes, ElementsAre(100, 200, 200, 200, 50));
}

TEST(Connections, AreNotForControlMessages) {
  NicRig rig(with("test-paced"));
  for (int i = 0; i < 3; ++i) {
    rig.send(Time{0}, 0, 1, 100, false, Message::kAnyNic, Message::kFromNic | Message::kForNic);
  }
  rig.run();
  EXPECT_THAT(sent_by(rig, 0), ElementsAre(Sent{0, 1}, Sent{100, 1}, Sent{200, 1}));
  EXPECT_EQ(asked, 0);
}

}  // namespace connections_test
}  // namespace kasuri
