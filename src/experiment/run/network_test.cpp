// SPDX-License-Identifier: MIT
// Networks of whole messages, against the closed forms of LogGP (Alexandrov et al. 1995).
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/core/test_path.h"
#include "base/core/text_file.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace network_test {

constexpr std::string_view kMachine =
    "[topology]\ntype = 'torus'\nextents = [4, 4]\n[mpi]\nsend_overhead = '200 ns'\n"
    "receive_overhead = '100 ns'\n";

// How long it takes to replay a GOAL schedule, in ns.
std::int64_t nanoseconds(std::string_view schedule, std::string_view network) {
  const auto file = test_path("schedule.goal");
  write_text(file, schedule);
  const Results r = simulate_toml(fmt::format(
      "{}[network]\ntype = 'loggp'\nrate = '1 GB/s'\n{}[[jobs]]\ntrace = '{}'\n", kMachine, network,
      file.string()));
  EXPECT_EQ(r.exit, Exit::done);
  return r.time.ps / 1000;
}

constexpr std::string_view kOne = "num_ranks 2\nrank 0 {\nsend 1000b to 1\n}\nrank 1 {\n"
                                  "recv 1000b from 0\n}\n";
constexpr std::string_view kTwo =
    "num_ranks 2\nrank 0 {\nl1: send 1000b to 1\nl2: send 1000b to 1\nl2 irequires l1\n}\nrank 1 {\n"
    "l1: recv 1000b from 0\nl2: recv 1000b from 0\nl2 requires l1\n}\n";

TEST(LogGp, AMessageTakesOverheadsLatencyAndItsBytes) {
  EXPECT_EQ(nanoseconds(kOne, "latency = '5 us'\n"), 200 + 1000 + 5000 + 100);
  EXPECT_EQ(nanoseconds(kOne, "latency = '5 us'\nhop_latency = '70 ns'\n"), 6300 + 70);
}

// The second is handed over at 400 ns, but leaves a gap and its predecessor's bytes after that began.
TEST(LogGp, TheNextMessageWaitsForItsPort) {
  EXPECT_EQ(nanoseconds(kTwo, "latency = '5 us'\ngap = '3 us'\n"),
            200 + 3000 + 1000 + 1000 + 5000 + 100);
  EXPECT_EQ(nanoseconds(kTwo, "latency = '5 us'\ngap = '3 us'\nserial = false\n"),
            400 + 1000 + 5000 + 100);
}

// A gap and the predecessor's bytes at the receiver, too, here three times that of the sender.
TEST(LogGp, TheNextMessageWaitsForTheReceiversPort) {
  EXPECT_EQ(nanoseconds(kTwo, "latency = '5 us'\ngap = '1 us'\nreceive_gap = '3 us'\n"),
            200 + 5000 + 3000 + 1000 + 1000 + 100);
  EXPECT_EQ(nanoseconds(kTwo, "latency = '5 us'\ngap = '3 us'\nreceive_gap = '0 ns'\n"),
            200 + 3000 + 1000 + 1000 + 5000 + 100);
}

// A port takes messages in the order in which their first bytes come: the short one, which is whole before
// the long one is, waits for it.
TEST(LogGp, MessagesAreReceivedInTheOrderOfTheirFirstBytes) {
  constexpr std::string_view kLongAndShort =
      "num_ranks 3\nrank 0 {\nl: recv 9000b from 1\ns: recv 10b from 2\n}\n"
      "rank 1 {\nsend 9000b to 0\n}\nrank 2 {\nc: calc 1000\ns: send 10b to 0\ns requires c\n}\n";
  EXPECT_EQ(nanoseconds(kLongAndShort, "latency = '5 us'\n"), 200 + 5000 + 9000 + 10 + 100 + 90);
}

// Fifteen messages for one node arrive together: the receiver's NIC takes them one by one, or, if it takes
// them all at once, its CPU.
TEST(LogGp, MessagesMeetAtTheReceiver) {
  std::string schedule = "num_ranks 16\n", receives;
  for (int i = 1; i < 16; ++i) {
    schedule += fmt::format("rank {} {{\nsend 1000b to 0\n}}\n", i);
    receives += fmt::format("recv 1000b from {}\n", i);
  }
  schedule += "rank 0 {\n" + receives + "}\n";
  EXPECT_EQ(nanoseconds(schedule, "latency = '5 us'\n"), 200 + 5000 + 15 * 1000 + 100);
  EXPECT_EQ(nanoseconds(schedule, "latency = '5 us'\ngap = '2 us'\n"),
            200 + 5000 + 14 * 3000 + 1000 + 100);
  EXPECT_EQ(nanoseconds(schedule, "latency = '5 us'\nserial = false\n"), 200 + 1000 + 5000 + 15 * 100);
}

TEST(LogGp, RefusesWhatItDoesNotHave) {
  const auto refusal = [](const std::string& toml) -> std::string {
    try {
      TestConfig c(toml);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  const std::string job = "[[jobs]]\npattern = { type = 'uniform' }\n";
  EXPECT_THAT(refusal(std::string(kMachine) + "[network]\ntype = 'loggp'\n[power]\n" + job),
              testing::HasSubstr("links do not sleep with network 'loggp'"));
  EXPECT_THAT(refusal("[topology]\ntype = 'torus'\nextents = [4]\n[network]\ntype = 'loggp'\n"
                      "latency = '0 ns'\n" + job),
              testing::HasSubstr("latency"));
}

}  // namespace network_test
}  // namespace kasuri
