// SPDX-License-Identifier: MIT
// What limits a run is named: links at the rate that they have, wake-ups, windows, repairs,
// computation, noise. Shares of it are closed forms.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "experiment/report/bottleneck.h"
#include "experiment/report/holdups.h"
#include "experiment/report/summary.h"
#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace bottleneck_test {

using ::testing::HasSubstr;
using ::testing::Not;

std::string words(const TestConfig& c, const Results& r) { return bottleneck(r, *c.plan.topology); }
std::string words(const std::string& toml) { return words(TestConfig(toml), simulate_toml(toml)); }

TestFabric line(std::uint32_t nodes) {
  TestFabric f;
  f.type = "mesh";
  f.extents = {nodes};
  return f;
}

// A stream over a link at a fifth of its rate: that is busy all the time, and with it the busy time
// of chunks.
TEST(Bottleneck, ASlowLinkIsBusyForAsLongAsItIsHeld) {
  TestFabric f = line(4);
  constexpr std::int64_t kPackets = 400;
  Script::script = {{.at = Time{0}, .from = 0, .to = 3, .size = Bytes{kPackets * f.packet}}};
  const std::string toml = f.toml() + "[[faults.degraded]]\nlinks = ['1 2']\nrate_factor = 0.2\n"
                                      "[statistics]\nsplit = 'links'\n";
  const Results r = simulate_toml(toml);
  const std::string text = words(TestConfig(toml), r);
  EXPECT_THAT(text, HasSubstr("The x links limited the run: the busiest, (1) to (2), was busy"));
  EXPECT_THAT(text, HasSubstr("(80 % of that because it is slowed down or repeats packets)"));
  Time busy{0}, others{0};
  std::size_t row = 0, slow = 0;
  for (const LinkRow l : r.links) {
    if (l.from == 1 && !l.ejection && l.to() == 2) {
      busy = l.busy();
      slow = row;
    } else {
      others = later(others, l.busy());
    }
    ++row;
  }
  EXPECT_EQ(busy.ps, kPackets * 5 * f.link_time(f.packet));
  EXPECT_EQ(others.ps, kPackets * f.link_time(f.packet));
  EXPECT_GT(busy.ps, r.time.ps * 95 / 100);
  // Chunks add up to it, and each of them is as full as it is long.
  const Table &links = *r.table("links_by_chunk"), &chunks = *r.table("chunks");
  const std::int64_t length = chunks.column("end").front();
  Time sum{0};
  for (std::size_t i = 0; i < links.rows(); ++i) {
    if (links.column("link")[i] != static_cast<std::int64_t>(slow)) continue;
    const std::int64_t span = links.column("busy")[i], c = links.column("chunk")[i];
    sum += Time{span};
    if (c == 0 || c + 2 >= std::ssize(chunks.column("end"))) continue;
    EXPECT_NEAR(static_cast<double>(span), static_cast<double>(length), 5000) << c;
  }
  EXPECT_EQ(sum, busy);
}

// The same for the link of a NIC, for links that repeat packets, and for those that save power by a
// lower rate.
TEST(Bottleneck, TerminalLinksErrorsAndLowerRatesCount) {
  TestFabric f = line(2);
  const std::int64_t packets = 500;
  const auto of = [&](const std::string& more) {
    Script::script = {{.at = Time{0}, .from = 0, .to = 1, .size = Bytes{packets * f.packet}}};
    return simulate_toml(f.toml() + more);
  };
  const Results terminal = of("[[faults.degraded]]\nclasses = ['terminal']\nrate_factor = 0.25\n");
  EXPECT_EQ(terminal.nics[0].use.send_busy.ps, packets * 4 * f.link_time(f.packet));
  for (const LinkRow l : terminal.links) {
    if (l.packets) EXPECT_EQ(l.busy().ps, packets * f.link_time(f.packet) * (l.ejection ? 4 : 1));
  }
  const Results errors =
      of("[[faults.degraded]]\nlinks = ['0 1']\nbit_error_rate = 3e-5\nreplay_time = '1 us'\n");
  const LinkErrors e = errors.faults->all_errors();
  ASSERT_GT(e.errors, 100u);
  EXPECT_EQ(errors.link_busy(), Time{packets * f.link_time(f.packet)} + e.repeating);
  const TestConfig two(f.toml());
  EXPECT_THAT(words(two, errors), HasSubstr("limited the run"));
  EXPECT_THAT(words(two, errors), HasSubstr("repeated transmissions (errors)"));
  // Nothing to do at first, so links fall to a quarter of their rate; then all to do at once.
  Script::script = {{.at = Time{100'000'000}, .from = 0, .to = 1, .size = Bytes{packets * f.packet}}};
  const Results slow = simulate_toml(
      f.toml() + "[power]\npolicy = { type = 'rate-scaling', window = '5 us', high = 1.0, low = 0.999 }\n");
  EXPECT_GT(slow.link_busy().ps, packets * 3 * f.link_time(f.packet));
  EXPECT_LE(slow.link_busy().ps, packets * 4 * f.link_time(f.packet));
}

// One packet at a time, each of which finds its three links asleep.
TEST(Bottleneck, WakeUpsAreNamed) {
  TestFabric f = line(4);
  Script::script.clear();
  for (std::int64_t i = 1; i <= 20; ++i) {
    Script::script.push_back({.at = Time{i * 100'000'000}, .from = 0, .to = 3, .size = Bytes{64}});
  }
  const std::string toml = f.toml() + "[power]\npreset = 'nsimpower-table1'\n"
      "t_lt = '1 us'\nt_ls = '1 us'\nt_lw = '5 us'\n";
  const Results r = simulate_toml(toml);
  const Holdups h = Holdups::of(r);
  const double latency = static_cast<double>(f.zero_load_latency(3, 64)) + 15e6;
  EXPECT_NEAR(h.waking, 15e6 / latency, 1e-6);
  EXPECT_NEAR(h.waking_most, 20 * 5e6 / static_cast<double>(r.time.ps), 1e-6);
  EXPECT_NEAR(h.congested, 0, 1e-9) << "a link that wakes up is not one without room behind it";
  const std::string text = words(TestConfig(toml), r);
  EXPECT_THAT(
      text,
      HasSubstr("Wake-ups of sleeping links limited the run: packets waited 15 us each (mean)"));
  EXPECT_THAT(text, Not(HasSubstr("set the pace")));
  EXPECT_THAT(words(TestConfig(f.toml()), simulate_toml(f.toml())), Not(HasSubstr("sleep")));
}

// A window of one packet: the NIC waits for an acknowledgement behind each.
TEST(Bottleneck, WindowsAreNamed) {
  TestFabric f = line(3);
  std::string toml = f.toml();
  toml.insert(toml.find("[nic]\n") + 6, fmt::format("window = \"{} B\"\n", f.packet));
  Script::script = {{.at = Time{0}, .from = 0, .to = 2, .size = Bytes{50 * f.packet}}};
  const Results r = simulate_toml(toml);
  const Holdups h = Holdups::of(r);
  const std::int64_t round = f.zero_load_latency(2, f.packet) + f.zero_load_latency(2, f.smallest);
  const double shut = 49.0 * static_cast<double>(round - f.injection_time(f.packet));
  EXPECT_NEAR(h.shut_most, shut / static_cast<double>(r.time.ps), 1e-3);
  EXPECT_THAT(words(TestConfig(toml), r),
              HasSubstr("Send controls limited the run: NICs had messages that windows or rates"));
}

TEST(Bottleneck, RepairsAreNamed) {
  const std::string toml =
      "[topology]\ntype = 'torus'\nextents = [4, 4]\n[router]\nvcs = 8\n[routing]\ntype = 'detour'\n"
      "[faults]\nreroute_time = '1 us'\nretry_time = '40 us'\nunreachable = 'drop'\n[[faults.failures]]\n"
      "at = '20 us'\nuntil = '90 us'\nrouters = ['(1,1)', '(2,3)']\n[[faults.failures]]\nat = '10 us'\n"
      "random_links = 8\n[[jobs]]\npattern = { type = 'uniform', load = 0.2, message = '6 KiB', duration = "
      "'40 us' }\n";
  const std::string text = words(toml);
  EXPECT_THAT(text, HasSubstr("for the repetition of data that failing links had damaged"));
  EXPECT_THAT(text, HasSubstr("Messages without a path waited"));
}

// Eight NICs offer 0.9 of 25 GB/s over 600 ns of cable, with buffers for 0.25 of it.
TEST(Bottleneck, NamesCredits) {
  const std::string ring = "[topology]\ntype = 'torus'\nextents = [8]\n"
                           "[link]\nrate = '25 GB/s'\ncable_latency = '600 ns'\n";
  const std::string jobs = "[[jobs]]\npattern = { type = 'neighbour', load = 0.9, duration = '50 us' }\n";
  const std::string small = ring + "[router]\nbuffer = '8 KiB'\n" + jobs;
  const Results r = simulate_toml(small);
  EXPECT_THAT(words(TestConfig(small), r),
              HasSubstr("Credits limited the run: links from NICs to routers"));
  ASSERT_EQ(r.network.credit_limits.size(), 2u);
  EXPECT_NEAR(r.network.credit_limits[1].share, 4 / (1 + 1.212e-6 * 25e9 / 2048), 1e-4);
  EXPECT_EQ(summary_json(r)["credit_limits"].size(), 2u);
  EXPECT_THAT(summary_text(r, *TestConfig(small).plan.topology),
              HasSubstr("router.buffer = \"36 KiB\" would do"));
  // Default buffers do not limit it, nor do too small ones where nobody sends much.
  EXPECT_THAT(words(ring + jobs), Not(HasSubstr("redits")));
  const std::string little =
      ring +
      "[router]\nbuffer = '8 KiB'\n"
      "[[jobs]]\npattern = { type = 'neighbour', load = 0.02, duration = '50 us' }\n";
  EXPECT_THAT(words(little), Not(HasSubstr("redits limited")));
}

// Congestion behind a link is not a lack of credits: all send to one NIC.
TEST(Bottleneck, TellsCongestionFromCredits) {
  const std::string incast =
      "[topology]\ntype = 'mesh'\nextents = [8]\n[link]\nrate = '25 GB/s'\n"
      "cable_latency = '60 ns'\n[router]\nbuffer = '8 KiB'\n"
      "[[jobs]]\nranks = 8\nmotif = { type = 'collective', operation = 'gather', size = '256 KiB', steps "
      "= 1 }\n";
  EXPECT_THAT(words(incast), Not(HasSubstr("Credits limited")));
}

}  // namespace bottleneck_test
}  // namespace kasuri
