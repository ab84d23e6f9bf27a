// SPDX-License-Identifier: MIT
// Markers and disciplines of queues: probabilities by counting, verdicts by hand.
#include <gmock/gmock.h>

#include "base/config/document.h"
#include "base/core/errors.h"
#include "base/core/hash.h"
#include "network/control/marker.h"
#include "network/control/queue_discipline.h"

namespace kasuri {
namespace marker_test {

struct Draws final : Chance {
  double draw() override { return static_cast<double>(mix(7, ++drawn) >> 11) * 0x1p-53; }
  std::uint64_t drawn = 0;
};

template <class Kind>
config::Choice<Kind> choice(std::string_view text) {
  auto document = config::Document::parse("[ethernet]\nkind = " + std::string(text) + "\n", "test.toml");
  auto read = config::read<config::Choice<Kind>>(document.root().section("ethernet").section("kind"));
  document.finish();
  return read;
}

std::unique_ptr<Marker> marker(std::string_view text, double share = 1) {
  MarkerContext context{{20'000}, {80'000}, share};
  return choice<Marker>(text).make(context);
}

double marked(const Marker& m, std::int64_t queue) {
  Draws draws;
  int n = 0;
  for (int i = 0; i < 10'000; ++i) n += m.marks(Bytes{queue}, draws);
  return n / 10'000.0;
}

TEST(Marker, RisesLinearly) {
  const auto m = marker("{ type = 'linear' }");
  EXPECT_EQ(m->when(), MarkAt::departure);
  EXPECT_EQ(marked(*m, 20'000), 0);
  EXPECT_NEAR(marked(*m, 35'000), 0.25, 0.015);
  EXPECT_NEAR(marked(*m, 65'000), 0.75, 0.015);
  EXPECT_EQ(marked(*m, 80'001), 1);
  // A quarter of the rate has a quarter of the thresholds.
  EXPECT_NEAR(marked(*marker("{ type = 'linear' }", 0.25), 35'000 / 4), 0.25, 0.015);
  const auto red = marker("{ type = 'linear', low = '10 kB', high = '30 kB', most = 0.2, at = 'arrival' }");
  EXPECT_EQ(red->when(), MarkAt::arrival);
  EXPECT_NEAR(marked(*red, 20'000), 0.1, 0.01);
  EXPECT_EQ(marked(*red, 30'001), 1);
}

TEST(Marker, StepsAtAThreshold) {
  const auto m = marker("{ type = 'step', above = '50 kB' }");
  EXPECT_EQ(m->when(), MarkAt::arrival);
  EXPECT_EQ(marked(*m, 50'000), 0);
  EXPECT_EQ(marked(*m, 50'001), 1);
  EXPECT_EQ(marked(*marker("{ type = 'step' }"), 20'001), 1);
  EXPECT_EQ(marked(*marker("{ type = 'none' }"), 1'000'000), 0);
}

TEST(Marker, RefusesThresholdsInTheWrongOrderAtBoth) {
  try {
    marker("{ type = 'linear', low = '30 kB', high = '10 kB' }");
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("is above 'high' (10 kB)"));
    EXPECT_THAT(e.what(), testing::HasSubstr("is below 'low' (30 kB)"));
  }
}

std::unique_ptr<QueueDiscipline> discipline(std::string_view text) {
  QueueDisciplineContext context{{40'000}};
  return choice<QueueDiscipline>(text).make(context);
}

TEST(QueueDiscipline, RefusesWhatFindsNoRoom) {
  using Verdict = QueueDiscipline::Verdict;
  Draws draws;
  const auto arrives = [&](const QueueDiscipline& d, std::int64_t queued, bool waits) {
    return d.arrive(Bytes{queued}, Bytes{4150}, waits, draws);
  };
  const auto drop = discipline("{ type = 'drop' }");
  EXPECT_FALSE(drop->trims());
  EXPECT_EQ(arrives(*drop, 35'850, true), Verdict::queue);
  EXPECT_EQ(arrives(*drop, 35'851, false), Verdict::refuse);
  EXPECT_EQ(draws.drawn, 0u);
  int last = 0;
  for (int i = 0; i < 1000; ++i) last += arrives(*drop, 35'851, true) == Verdict::refuse_last;
  EXPECT_NEAR(last, 500, 50);
  const auto trim = discipline("{ type = 'trim', victim = 'arriving' }");
  EXPECT_TRUE(trim->trims());
  EXPECT_EQ(arrives(*trim, 40'000, true), Verdict::refuse);
  EXPECT_EQ(arrives(*discipline("{ type = 'trim', victim = 'last' }"), 40'000, true), Verdict::refuse_last);
}

TEST(QueueDiscipline, LimitsControlPackets) {
  const auto usual = discipline("{ type = 'trim' }");
  EXPECT_TRUE(usual->keeps_control(Bytes{79'936}, Bytes{64}));
  EXPECT_FALSE(usual->keeps_control(Bytes{79'937}, Bytes{64}));
  EXPECT_TRUE(usual->control_first(1000));
  const auto fair = discipline("{ type = 'trim', control_queue = 0.5, control_turns = 10 }");
  EXPECT_FALSE(fair->keeps_control(Bytes{19'937}, Bytes{64}));
  EXPECT_TRUE(fair->control_first(9));
  EXPECT_FALSE(fair->control_first(10));
}

}  // namespace marker_test
}  // namespace kasuri
