// SPDX-License-Identifier: MIT
// A router's times have 32 bits and are written anew when its era ends (layout.h). Nobody must see that:
// the same traffic at another time, or with all times and sizes a million times as large, so that eras end
// in between and times lie further ahead than 32 bits reach, takes the same course.
#include <gmock/gmock.h>

#include <string>
#include <tuple>
#include <vector>

#include "base/core/rng.h"
#include "network/router/layout.h"
#include "network/router/test_rig.h"

namespace kasuri {
namespace era_test {

using Shape = RouterRig::Shape;
using Sent = RouterRig::Sent;

constexpr std::int64_t kEra = std::int64_t{1} << ShortTime::kEraBits;

class Random {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}
  std::int64_t operator()(std::int64_t n) {
    return static_cast<std::int64_t>(below(random_at(seed_, 0, 0, counter_++)[0],
                                           static_cast<std::uint32_t>(n)));
  }

 private:
  std::uint64_t seed_, counter_ = 0;
};

struct Course {
  std::vector<Sent> sent;
  std::vector<std::int64_t> free;  // since when outputs are, in the end
  std::int64_t stalled;
};

// What scenario `seed` does when it begins at `start` and everything is `scale` times as large, told as if
// neither were so.
Course course(std::uint64_t seed, const std::string& architecture, const std::string& arbiter,
              std::int64_t start, std::int64_t scale) {
  Random random(seed);
  const auto time = [&](std::int64_t n) { return Time{n * scale}; };
  const auto bytes = [&](std::int64_t n) { return static_cast<std::int32_t>(n * scale); };
  Shape s{.inputs = 4, .outputs = 3, .vcs = 2};
  s.buffer = bytes(20 + random(40));
  s.request = time(1 + random(15));
  s.traversal = time(1 + random(40));
  s.cable = time(random(10));
  s.credit = time(random(10));
  s.arbiter = config::Choice<Arbiter>(arbiter);
  s.architecture = architecture;
  s.output_buffer = bytes(20 + random(40));
  s.output_pool = architecture == "input-queued" ? 0 : bytes(random(20));
  RouterRig rig(s);
  const std::int64_t longest = random(2) ? 60 : 6000;  // of a wait, of which some are
  rig.return_credits(time(random(longest)));
  std::vector<std::int64_t> arrived(s.inputs);
  for (int i = 0; i < 60; ++i) {
    const auto input = static_cast<std::uint32_t>(random(s.inputs));
    const std::int64_t head = arrived[input] + random(random(8) ? 60 : longest);
    const std::int64_t size = 1 + random(20);
    arrived[input] = head + size + (random(8) ? 0 : random(longest));
    rig.inject(input, static_cast<std::uint32_t>(random(2)), static_cast<std::uint32_t>(random(3)),
               static_cast<std::uint32_t>(bytes(size)), Time{start} + time(head),
               Time{start} + time(arrived[input]));
  }
  rig.run();
  std::string why;
  EXPECT_TRUE(rig.routers->at_rest(why)) << why << ", seed " << seed;
  Course c{rig.sent, {}, rig.routers->stalled(0).ps};
  const auto told = [&](Time t) {
    EXPECT_EQ((t.ps - start) % scale, 0) << "seed " << seed;
    return (t.ps - start) / scale;
  };
  for (Sent& x : c.sent) {
    x.grant = Time{told(x.grant)}, x.head_out = Time{told(x.head_out)}, x.tail_out = Time{told(x.tail_out)};
  }
  for (std::uint32_t port = 0; port < s.outputs; ++port) {
    const OutputUse use = rig.routers->output({0}, port);
    c.free.push_back(use.packets ? told(use.free) : 0);
  }
  EXPECT_EQ(c.stalled % scale, 0);
  c.stalled /= scale;
  return c;
}

class Eras : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(Eras, AreNotSeen) {
  const auto [architecture, arbiter] = GetParam();
  bool stalled = false;
  for (std::uint64_t seed = 1; seed <= 150 && !HasFailure(); ++seed) {
    Random random(seed + 1'000'000);
    const Course usual = course(seed, architecture, arbiter, 0, 1);
    stalled |= usual.stalled > 0;
    EXPECT_EQ(usual.sent.size(), 60u);
    for (const std::int64_t scale : {1, 1 << 16, 1 << 21}) {
      for (const std::int64_t start :
           {std::int64_t{0}, kEra - random(2000), 7 * kEra - random(2000 * scale)}) {
        const Course other = course(seed, architecture, arbiter, std::max<std::int64_t>(start, 0), scale);
        ASSERT_EQ(other.sent, usual.sent) << "seed " << seed << ", " << scale << " from " << start;
        EXPECT_EQ(other.free, usual.free) << "seed " << seed << ", " << scale << " from " << start;
        EXPECT_EQ(other.stalled, usual.stalled) << "seed " << seed << ", " << scale << " from " << start;
      }
    }
  }
  EXPECT_TRUE(stalled);
}

INSTANTIATE_TEST_SUITE_P(Router, Eras,
                         testing::Combine(testing::Values("input-queued", "output-queued", "cioq"),
                                          testing::Values("round-robin", "age")));

}  // namespace era_test
}  // namespace kasuri
