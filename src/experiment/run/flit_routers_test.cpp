// SPDX-License-Identifier: MIT
// Machines of flit-input-queued routers, and router.preset: closed forms of BookSim 2's timing,
// what is refused, what a preset leaves to other keys.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "experiment/run/test_run.h"

namespace kasuri {
namespace flit_routers_test {

using testing::HasSubstr;

constexpr const char* kBooksim =
    "[link]\nrate = '16 GB/s'\ncable_latency = '1 ns'\ncredit_time = '1 ns'\n"
    "[nic]\npacket = '256 B'\nsmallest_packet = '16 B'\nloopback = 'router'\n"
    "[router]\nvcs = 4\nbuffer = '256 B'\npreset = 'booksim2-iq'\n";

// In cycles: four for each router, one for the link to the first router and one for the flit on the
// last link; each flit more takes one.
TEST(FlitRouters, HaveTheLatencyOfBookSimWithoutLoad) {
  for (const std::int64_t flits : {1, 2, 16}) {
    Script::script.clear();
    for (std::uint32_t to = 0; to < 64; ++to) {
      Script::script.push_back({Time{1'000'000} * to, 9, to, Bytes{16} * flits});
    }
    TestMachine m(std::string("[topology]\ntype = 'mesh'\nextents = [8, 8]\n") + kBooksim +
                  "[[jobs]]\npattern = 'script'\n");
    m.run();
    for (const auto& x : Script::script) {
      const int dx = static_cast<int>(x.to % 8) - 1, dy = static_cast<int>(x.to / 8) - 1;
      const std::int64_t routers = std::abs(dx) + std::abs(dy) + 1;
      EXPECT_EQ(x.arrived - x.at, Time{1000 * (4 * routers + 2 + flits - 1)}) << x.to;
    }
    m.expect_at_rest();
  }
}

std::string refused(const std::string& toml) {
  try {
    TestConfig planned(toml);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

std::string machine(const std::string& router, const std::string& more = "") {
  return "[topology]\ntype = 'torus'\nextents = [4, 4]\n[router]\n" + router + "\n" + more +
         "\n[[jobs]]\npattern = 'uniform'\n";
}

TEST(FlitRouters, RefuseWhatTheyDoNotModel) {
  const std::string flits = "architecture = 'flit-input-queued'\narbiter = 'islip'\n";
  EXPECT_EQ(refused(machine(flits)), "");
  EXPECT_THAT(refused(machine("architecture = 'flit-input-queued'")),
              HasSubstr("set arbiter = \"islip\""));
  EXPECT_THAT(refused(machine(flits, "[power]")), HasSubstr("links do not sleep"));
  EXPECT_THAT(refused(machine(flits, "[faults]")), HasSubstr("links do not fail"));
  EXPECT_THAT(refused(machine(flits, "[routing]\ntype = 'bubble'")),
              HasSubstr("buffers for whole packets"));
  const std::string escapes = "vcs = 3\n[routing]\ntype = 'minimal-adaptive'";
  EXPECT_THAT(refused(machine(flits + escapes)), HasSubstr("set wait_for_tail_credit = true"));
  EXPECT_EQ(refused(machine(flits + "wait_for_tail_credit = true\n" + escapes)), "");
}

// Flits of packets from all nodes come to one NIC by all virtual channels, in turn.
struct ManyToOne {
  std::int64_t packet, flit;
  int vcs, classes;
  Bytes least;
  std::string more = "";

  std::string toml(Bytes receive_buffer) const {
    return fmt::format(
        "[topology]\ntype = 'switch'\nendpoints = 24\n[router]\narchitecture = 'flit-input-queued'\n"
        "arbiter = 'islip'\nvcs = {}\nclasses = {}\nflit = '{} B'\n{}\n[nic]\npacket = '{} B'\n"
        "smallest_packet = '1 B'\nreceive_buffer = '{} B'\n[[jobs]]\npattern = 'script'\n",
        vcs, classes, flit, more, packet, receive_buffer.n);
  }
};

TEST(FlitRouters, RefuseReceiveBuffersInWhichPacketsWaitForEachOther) {
  for (const ManyToOne& m : {ManyToOne{64, 16, 4, 1, Bytes{16 + 4 * 48}},
                             ManyToOne{70, 16, 4, 1, Bytes{6 + 4 * 64}},
                             ManyToOne{64, 16, 4, 1, Bytes{16 + 4 * 48}, "speedup = 2"},
                             ManyToOne{64, 16, 4, 1, Bytes{16 + 4 * 48}, "ejection_vcs = 'arrival'"},
                             ManyToOne{300, 100, 1, 2, Bytes{100 + 2 * 200}, "wait_for_tail_credit = true"},
                             ManyToOne{300, 100, 1, 1, Bytes{300}}, ManyToOne{64, 64, 8, 1, Bytes{64}}}) {
    const std::string name = fmt::format("{} {} {} {} {}", m.packet, m.flit, m.vcs, m.classes, m.more);
    Script::script.clear();
    for (std::uint32_t from = 1; from < 24; ++from)
      Script::script.push_back({Time{1000}, from, 0, Bytes{20 * m.packet}});
    TestMachine enough(m.toml(m.least));
    enough.run();
    enough.expect_at_rest();
    EXPECT_EQ(enough.machine.unfinished(), 0) << name;
    const Bytes less = m.least - Bytes{1};
    if (less.n < m.packet) continue;
    EXPECT_THAT(refused(m.toml(less)), HasSubstr("test.toml:14:18: error: ")) << name;
    EXPECT_THAT(refused(m.toml(less)), HasSubstr(fmt::format("at least {} B", m.least.n))) << name;
    EXPECT_EQ(simulate_toml(m.toml(less) + "[run]\ndeadlock_check = false\n").end, End::deadlock) << name;
  }
}

TEST(RouterPreset, SetsDefaultsThatOtherKeysReplace) {
  const TestConfig plain(machine("preset = 'booksim2-iq'"));
  EXPECT_EQ(plain.config.router.architecture, "flit-input-queued");
  EXPECT_EQ(plain.config.router.routing_time, Time{0});
  EXPECT_EQ(plain.config.router.switch_traversal_time, Time{1000});
  for (const char* keys :
       {"preset = 'booksim2-iq'\nswitch_traversal_time = '3 ns'\nflit = '32 B'",
        "flit = '32 B'\nswitch_traversal_time = '3 ns'\npreset = 'booksim2-iq'"}) {
    const TestConfig c(machine(keys));
    EXPECT_EQ(c.config.router.switch_traversal_time, Time{3000});
    EXPECT_EQ(c.config.router.flit, Bytes{32});
    EXPECT_EQ(c.config.router.vc_allocation_time, Time{1000});
  }
  EXPECT_THAT(refused(machine("preset = 'booksim'")), HasSubstr("\"booksim2-iq\""));
}

}  // namespace flit_routers_test
}  // namespace kasuri
