// SPDX-License-Identifier: MIT
// Buffers and credits (network/model/credits.h): what a link carries is the formula's share of its rate,
// and default buffers carry all of it, whatever the rate, the cable and the kind of router.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include "experiment/run/test_run.h"
#include "network/model/credits.h"

namespace kasuri {
namespace credits_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::int64_t kMessage = 4 << 20;

// A message from one end of three routers in a line to the other.
std::string line(const std::string& settings) {
  return "[topology]\ntype = 'mesh'\nextents = [3]\n" + settings +
         "[[jobs]]\npattern = { type = 'script' }\n";
}

std::string link(int gbit, int metres) {
  return fmt::format("[link]\nrate = '{} Gb/s'\ncable_latency = '{} ns'\n", gbit, 5 * metres);
}

// The rate of the message without the time of its first packet, as a share of the link's.
double share_of(const std::string& toml) {
  Script::script = {{.at = Time{0}, .from = 0, .to = 2, .size = Bytes{kMessage}}};
  TestMachine m(toml);
  m.run();
  m.expect_at_rest();
  const Time whole = Script::script[0].arrived;
  Script::script = {{.at = Time{0}, .from = 0, .to = 2, .size = Bytes{kMessage / 2}}};
  TestMachine half(toml);
  half.run();
  const Time between = whole - Script::script[0].arrived;
  return static_cast<double>(kMessage / 2) / between.seconds() /
         static_cast<double>(m.config.config.link.rate.n);
}

double least_share(const std::string& toml) {
  const TestConfig c(toml);
  double least = 1;
  for (const CreditLimit& l : credit_limits(c.config, *c.plan.topology)) least = std::min(least, l.share);
  return least;
}

TEST(Credits, OfDefaultBuffersAreEnoughForEveryRateCableAndRouter) {
  for (const std::string router : {"input-queued", "output-queued", "cioq", "flit-input-queued"}) {
    for (const int gbit : {100, 400, 800}) {
      for (const int metres : {5, 30, 100}) {
        const std::string settings = link(gbit, metres) + "[router]\nvcs = 1\narchitecture = '" + router +
                                     "'\n" + (router == "flit-input-queued" ? "arbiter = 'islip'\n" : "");
        const std::string toml = line(settings);
        SCOPED_TRACE(fmt::format("{} {} Gb/s {} m", router, gbit, metres));
        // Flit-level routers allocate a virtual channel between packets, and switch in steps.
        const std::string ample = line(settings + "buffer = '1 GiB'\n[nic]\nreceive_buffer = '1 GiB'\n");
        EXPECT_GT(share_of(toml), 0.995 * (router == "flit-input-queued" ? share_of(ample) : 1));
        const TestConfig c(toml);
        EXPECT_THAT(throttled(c.config, *c.plan.topology), IsEmpty());
      }
    }
  }
}

TEST(Credits, ThrottleLinksAsTheFormulaSays) {
  for (const std::string buffers :
       {"[router]\nvcs = 1\nbuffer = '8 KiB'\n", "[router]\nvcs = 1\nbuffer = '20 KiB'\n",
        "[router]\nvcs = 1\n[link.x]\nbuffer = '6 KiB'\n",
        "[router]\nvcs = 1\n[nic]\nreceive_buffer = '8 KiB'\n",
        "[router]\nvcs = 1\nbuffer = '16 KiB'\n[nic]\npacket = '4 KiB'\n"
        "receive_buffer = '8 KiB'\ndma_write_rate = '200 GB/s'\n"}) {
    for (const int gbit : {100, 400}) {
      for (const int metres : {5, 100}) {
        const std::string toml = line(link(gbit, metres) + buffers);
        SCOPED_TRACE(buffers + fmt::format("{} Gb/s {} m", gbit, metres));
        EXPECT_NEAR(share_of(toml), least_share(toml), 0.003);
      }
    }
  }
}

// One packet less than what is needed throttles; what is needed does not.
TEST(Credits, NeedExactlySoMuch) {
  const std::string at = link(400, 30);
  const TestConfig c(line(at));
  const Bytes needed = credit_limits(c.config, *c.plan.topology)[0].needed;
  const auto with = [&](Bytes buffer) {
    return line(at + fmt::format("[router]\nvcs = 1\nbuffer = '{} B'\n", buffer.n));
  };
  EXPECT_GT(share_of(with(needed)), 0.9999);
  const double less = share_of(with(needed - Bytes{2048}));
  EXPECT_LT(less, 0.99);
  EXPECT_NEAR(less, least_share(with(needed - Bytes{2048})), 1e-3);
}

// 8 KiB stays where it suffices.
TEST(Credits, OfUsualMachinesFitEightKibibytes) {
  const TestConfig c(line(""));
  for (const CreditLimit& l : credit_limits(c.config, *c.plan.topology)) {
    EXPECT_EQ(l.buffer, l.key == "nic.receive_buffer" ? Bytes{16384} : Bytes{8192}) << l.links;
  }
}

TEST(Credits, NameTheKeysOfBuffersThatAreTooSmall) {
  const TestConfig c(line(link(800, 100) + "[router]\nbuffer = '64 KiB'\n[link.x]\nbuffer = '32 KiB'\n"
                                           "[nic]\nreceive_buffer = '48 KiB'\n"));
  std::vector<std::string> keys;
  for (const CreditLimit& l : throttled(c.config, *c.plan.topology)) keys.push_back(l.key);
  EXPECT_THAT(keys, ElementsAre("link.x.buffer", "router.buffer", "nic.receive_buffer"));
}

// NICs in a ring that send both ways carry the rate of their links also while acknowledgements come: those
// take space in the receive buffer, too. With what data alone need, an eighth of these had none.
TEST(Credits, OfReceiveBuffersHaveSpaceForAcknowledgements) {
  const auto time = [](std::string_view nic) {
    Script::script.clear();
    for (std::uint32_t i = 0; i < 8; ++i) {
      Script::script.push_back({Time{0}, i, (i + 1) % 8, Bytes{kMessage}});
      Script::script.push_back({Time{0}, i, (i + 7) % 8, Bytes{kMessage}});
    }
    return simulate_toml(fmt::format("[topology]\ntype = 'switch'\nendpoints = 8\n"
                                     "[link]\nrate = '100 Gb/s'\ncable_latency = '500 ns'\n"
                                     "[nic]\ncable_latency = '500 ns'\nscheduler = 'round-robin'\n{}\n"
                                     "[[jobs]]\npattern = 'script'\n", nic))
        .time.seconds();
  };
  const double without = time("");
  EXPECT_LT(time("send_control = 'endpoint'"), 1.01 * without);
  EXPECT_GT(time("send_control = 'endpoint'\nreceive_buffer = '16 KiB'"), 1.08 * without);
}

// No level but packets waits for credits.
TEST(Credits, AreOfPacketsAlone) {
  const TestConfig c("fidelity = 'flow'\n" + line(link(800, 100) + "[router]\nbuffer = '8 KiB'\n"));
  EXPECT_THAT(throttled(c.config, *c.plan.topology), IsEmpty());
}

}  // namespace credits_test
}  // namespace kasuri
