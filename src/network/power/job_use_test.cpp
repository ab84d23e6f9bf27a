// SPDX-License-Identifier: MIT
// Whose a link is: handed over by hand, in the cases that random runs meet by chance.
#include "network/power/job_use.h"

#include <gmock/gmock.h>

namespace kasuri {
namespace job_use_test {

using testing::ElementsAre;

constexpr std::uint32_t kKinds = 3;

// Two jobs, the second from 1000 on; one kind of links is looked at.
struct TwoJobs {
  JobUse use{{{Time{0}, Time{1000}}, {}}, kKinds, Time{1000}, true, {1, 4, 4}};

  TwoJobs() {
    for (std::uint32_t l = 0; l < 4; ++l) use.describe(l, 0, true);
  }

  void sleep(std::uint32_t link, std::int64_t from, std::int64_t to) {
    use.slept(link, 0, 1, Time{to});
    use.asleep(link, 0, 0, {Time{from}, Time{to}}, 1);
    use.stalled(link, 0, Time{7});
  }
  void cross(std::uint32_t link, std::uint32_t job, std::int64_t now, std::int64_t bytes) {
    use.enters(7, static_cast<std::uint16_t>(job));
    use.crossed(link, 0, 7, Time{now}, Bytes{bytes});
  }
  JobShare end(std::int64_t end, std::uint32_t links = 1) {
    for (std::uint32_t l = 0; l < links; ++l) {
      use.last_gap(true);
      use.end_of(l, 0, Time{end});
    }
    return use.end(Time{end});
  }
};

std::vector<std::int64_t> of_jobs(const std::vector<std::int64_t>& cells, std::size_t chunk = 0) {
  std::vector<std::int64_t> all;
  for (std::size_t j = 0; j < 3; ++j) all.push_back(cells[(chunk * 3 + j) * kKinds]);
  return all;
}

TEST(JobUse, WhoWakesALinkHasItFromThenOn) {
  TwoJobs t;
  t.cross(0, 0, 100, 10);
  t.cross(0, 0, 200, 10);
  t.sleep(0, 300, 1600);
  t.cross(0, 1, 1650, 5);
  const JobShare s = t.end(3000);
  ASSERT_EQ(s.chunks, 3u);
  EXPECT_THAT(of_jobs(s.held, 0), ElementsAre(1000, 0, 0));
  EXPECT_THAT(of_jobs(s.held, 1), ElementsAre(600, 400, 0));
  EXPECT_THAT(of_jobs(s.held, 2), ElementsAre(0, 1000, 0));
  EXPECT_THAT(of_jobs(s.asleep[0], 0), ElementsAre(700, 0, 0));
  EXPECT_THAT(of_jobs(s.asleep[0], 1), ElementsAre(600, 0, 0));
  EXPECT_THAT(of_jobs(s.transitions), ElementsAre(1, 0, 0));  // after whose use it slept
  EXPECT_THAT(of_jobs(s.stalls), ElementsAre(0, 7, 0));       // whose packet waited
  EXPECT_THAT(of_jobs(s.bytes, 0), ElementsAre(20, 0, 0));
  EXPECT_THAT(of_jobs(s.bytes, 1), ElementsAre(0, 5, 0));
}

TEST(JobUse, ABusyLinkChangesHandsWithTheGrant) {
  TwoJobs t;
  t.cross(0, 1, 1000, 1);
  t.cross(0, 0, 1200, 1);
  t.cross(0, 1, 1300, 1);
  const JobShare s = t.end(2000);
  EXPECT_THAT(of_jobs(s.held, 1), ElementsAre(100, 900, 0));
}

// Before its first packet it is that packet's job's, but nobody's before the job begins.
TEST(JobUse, TheFirstHasALinkFromItsStart) {
  TwoJobs t;
  t.sleep(0, 150, 1400);
  t.cross(0, 1, 1500, 1);
  const JobShare s = t.end(2000);
  EXPECT_THAT(of_jobs(s.held, 0), ElementsAre(0, 0, 1000));
  EXPECT_THAT(of_jobs(s.held, 1), ElementsAre(0, 1000, 0));
  EXPECT_THAT(of_jobs(s.asleep[0], 0), ElementsAre(0, 0, 850));
  EXPECT_THAT(of_jobs(s.asleep[0], 1), ElementsAre(0, 400, 0));
  EXPECT_THAT(of_jobs(s.transitions), ElementsAre(0, 1, 0));
}

TEST(JobUse, WhatNobodyUsesIsNobodys) {
  TwoJobs t;
  t.cross(0, 0, 0, 1);
  t.sleep(1, 100, 700);  // woken, for a packet that did not come any more
  const JobShare s = t.end(900, 2);
  EXPECT_THAT(of_jobs(s.held), ElementsAre(900, 0, 900));
  EXPECT_THAT(of_jobs(s.asleep[0]), ElementsAre(0, 0, 600));
  EXPECT_THAT(of_jobs(s.transitions), ElementsAre(0, 0, 1));
  EXPECT_THAT(of_jobs(s.stalls), ElementsAre(0, 0, 7));
}

// What is taken back (coalescing) goes where it came from.
TEST(JobUse, SleepThatWasSparedIsTakenBack) {
  TwoJobs t;
  t.sleep(0, 100, 900);
  t.use.asleep(0, 0, 0, {Time{800}, Time{900}}, -1);
  t.cross(0, 0, 850, 1);
  EXPECT_THAT(of_jobs(t.end(1000).asleep[0]), ElementsAre(700, 0, 0));
}

TEST(JobUse, OfAJobAloneNeedsNoPackets) {
  JobUse use({{Time{0}, Time{300}}, 1}, kKinds, std::nullopt, false, {1, 2, 2});
  use.asleep(0, 0, 0, {Time{100}, Time{500}}, 1);
  use.slept(0, 0, 1, Time{500});
  use.last_gap(true);
  use.end_of(0, 0, Time{2000});
  use.last_gap(false);
  use.asleep(1, 0, 0, {Time{100}, Time{2000}}, 1);
  use.end_of(1, 0, Time{2000});
  const JobShare s = use.end(Time{2000});
  EXPECT_EQ(s.chunks, 1u);
  EXPECT_THAT(of_jobs(s.held), ElementsAre(0, 1700, 300 + 2000));
  EXPECT_THAT(of_jobs(s.asleep[0]), ElementsAre(0, 200, 200 + 1900));
  EXPECT_THAT(of_jobs(s.transitions), ElementsAre(0, 1, 0));
}

}  // namespace job_use_test
}  // namespace kasuri
