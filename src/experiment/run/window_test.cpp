// SPDX-License-Identifier: MIT
// Windows of connections (network/nic/connections.h) against closed forms.
#include <gmock/gmock.h>

#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace window_test {

std::string with_window(const TestFabric& f, std::int64_t window) {
  std::string text = f.toml();
  const std::string nic = "[nic]\n";
  text.insert(text.find(nic) + nic.size(), fmt::format("window = \"{} B\"\n", window));
  return text;
}

TestFabric line(std::uint32_t nodes) {
  TestFabric f;
  f.type = "mesh";
  f.extents = {nodes};
  return f;
}

// With a window of one packet each waits for the acknowledgement of the one before.
TEST(Window, OfOnePacketGoesToAndFro) {
  for (const std::int64_t dma : {0L, 1'000'000'000L}) {
    TestFabric f = line(3);
    f.dma_write = dma;
    for (const std::uint32_t to : {1u, 2u}) {
      Script::script = {{.at = Time{0}, .from = 0, .to = to, .size = Bytes{5 * f.packet}}};
      simulate_toml(with_window(f, f.packet));
      TestFabric control = f;  // acknowledgements are not written to memory
      control.dma_write = 0;
      EXPECT_EQ(Script::script[0].arrived.ps, 5 * f.zero_load_latency(to, f.packet) +
                                                  4 * control.zero_load_latency(to, f.smallest))
          << to << " " << dma;
    }
  }
}

// A window that holds what is under way anyway changes nothing.
TEST(Window, ThatIsLargeEnoughDoesNotShow) {
  const TestFabric f = line(4);
  for (const std::int64_t size : {100, 5000, 200'000}) {
    Script::script = {{.at = Time{0}, .from = 0, .to = 3, .size = Bytes{size}}};
    simulate_toml(f.toml());
    const Time without = Script::script[0].arrived;
    Script::script = {{.at = Time{0}, .from = 0, .to = 3, .size = Bytes{size}}};
    simulate_toml(with_window(f, 64 << 10));
    EXPECT_EQ(Script::script[0].arrived, without) << size;
  }
}

// Many send to node 0. What one of them then sends to another does not wait for that.
TEST(Window, AMessageToAnotherPassesWhatHasNoRoom) {
  const TestFabric f = line(6);
  const auto script = [] {
    Script::script.clear();
    for (std::uint32_t from = 1; from < 5; ++from) {
      Script::script.push_back({.at = Time{0}, .from = from, .to = 0, .size = Bytes{1'000'000}});
    }
    Script::script.push_back({.at = Time{10'000'000}, .from = 4, .to = 5, .size = Bytes{1000}});
  };
  script();
  simulate_toml(f.toml());
  EXPECT_GT(Script::script[4].arrived.ps, Script::script[3].arrived.ps * 9 / 10);  // behind it
  const Time all = Script::script[0].arrived;
  script();
  simulate_toml(with_window(f, 8192));
  // Behind two packets of the same virtual channel, each of which takes its turn after three others, and
  // one of each NIC and link.
  EXPECT_LT(Script::script[4].arrived.ps,
            10'000'000 + f.zero_load_latency(1, 1000) + (2 * 4 + 2) * f.link_time(f.packet));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(Script::script[i].arrivals, 1);
    // The receiver is as busy as before.
    EXPECT_LT(Script::script[i].arrived.ps, all.ps * 21 / 20 + 4 * 200 * 1'000'000);
  }
}

TEST(Window, IsAtRestInTheEnd) {
  TestMachine m(
      "[topology]\ntype = 'torus'\nextents = [4, 3]\n[nic]\nwindow = '4 KiB'\nper_node = 1\n"
      "[[jobs]]\npattern = { type = 'uniform', load = 1.0, message = '9 KiB', duration = '40 us' }\n");
  m.run();
  m.expect_at_rest();
  EXPECT_EQ(m.machine.unfinished(), 0);
}

TEST(Window, HoldsAPacketAtLeast) {
  try {
    TestConfig planned("[topology]\ntype = 'switch'\nendpoints = 2\n[nic]\nwindow = '1 KiB'\n"
                       "[[jobs]]\npattern = 'uniform'\n");
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("must hold a whole packet"));
  }
}

}  // namespace window_test
}  // namespace kasuri
