// SPDX-License-Identifier: MIT
// Conservation laws on random small machines under random traffic: every message arrives once, no
// packet is lost or doubled, credits return, no link is faster than its rate, no message faster
// than light, and what links carried is what was delivered over its distance.
#include <gmock/gmock.h>

#include <map>

#include "experiment/run/test_random.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace conservation_test {

// What the script must come to.
struct Expected {
  std::uint64_t messages = 0, packets = 0, hops = 0, within_nodes = 0;
  std::int64_t bytes = 0, transfer = 0, bytes_within_nodes = 0;

  Expected(const TestFabric& f, const std::vector<Script::Message>& script) {
    for (const Script::Message& m : script) {
      if (m.from == m.to) {
        ++within_nodes;
        bytes_within_nodes += m.size.n;
        continue;
      }
      const std::int64_t distance = f.hops(m.from, m.to);
      ++messages;
      for (const std::int64_t bytes_of_packet : f.packets(m.size.n)) {
        ++packets;
        hops += static_cast<std::uint64_t>(distance);
        bytes += bytes_of_packet;
        transfer += bytes_of_packet * distance;
      }
    }
  }
};

// The bytes that the links carried, and each of them within its rate.
void expect_links(TestFabric& f, Machine& m, const Expected& x) {
  const Topology& t = m.topology();
  const std::int64_t run = m.domain(0).partition().last_counted().ps;
  std::uint64_t packets = 0, ejected = 0;
  std::int64_t bytes = 0, ejected_bytes = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    const std::uint32_t degree = t.degree({r});
    for (std::uint32_t port = 0; port < degree + t.endpoints_at({r}); ++port) {
      const OutputUse out = m.domain(0).network().routers()->output(r, port);
      (port < degree ? packets : ejected) += out.packets;
      (port < degree ? bytes : ejected_bytes) += out.bytes.n;
      EXPECT_LE(port < degree ? f.link_time(out.bytes.n) : f.ejection_time(out.bytes.n), run)
          << "router " << r << " port " << port;
    }
  }
  EXPECT_EQ(packets, x.hops);
  EXPECT_EQ(bytes, x.transfer);
  EXPECT_EQ(ejected, x.packets);
  EXPECT_EQ(ejected_bytes, x.bytes);
  std::int64_t injected = 0;
  for (std::uint32_t e = 0; e < t.endpoints(); ++e) {
    const NicUse use = m.domain(0).network().nic_use(e);
    injected += use.sent.n;
    EXPECT_LE(use.send_busy.ps, run);
    EXPECT_LE(use.receive_busy.ps, run);
  }
  EXPECT_EQ(injected, x.bytes);
}

// No message is faster than on an idle machine.
void expect_no_miracles(const TestFabric& f) {
  for (const Script::Message& m : Script::script) {
    ASSERT_EQ(m.arrivals, 1) << m.from << " to " << m.to << ", " << m.size.n << " B";
    if (m.from == m.to) continue;
    const std::vector<std::int64_t> packets = f.packets(m.size.n);
    std::int64_t on_wire = 0;
    for (const std::int64_t p : packets) on_wire += p;
    const std::uint32_t hops = f.hops(m.from, m.to);
    const std::int64_t least =
        std::max(f.zero_load_latency(hops, packets.front()),
                 f.zero_load_latency(hops, 0) + f.injection_time(on_wire));
    EXPECT_GE((m.arrived - m.at).ps, least) << m.from << " to " << m.to;
  }
}

TEST(Conservation, HoldsOnRandomMachinesUnderRandomTraffic) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    TestFabric f = random_fabric(random);
    write_script(f, random);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, f.toml()));
    TestMachine m(f.toml());
    m.run();
    ASSERT_EQ(m.machine.unfinished(), 0) << "packets are stuck";
    m.expect_at_rest();
    const Expected x(f, Script::script);
    const DeliveryStatistics& d = m.machine.delivered();
    EXPECT_EQ(d.messages, x.messages);
    EXPECT_EQ(d.packets, x.packets);
    EXPECT_EQ(d.bytes, Bytes{x.bytes});
    EXPECT_EQ(d.hops, x.hops);
    EXPECT_EQ(d.transfer, Bytes{x.transfer});
    EXPECT_EQ(d.intra_node_messages, x.within_nodes);
    EXPECT_EQ(d.intra_node_bytes, Bytes{x.bytes_within_nodes});
    expect_links(f, m.machine, x);
    expect_no_miracles(f);
    if (HasFailure()) return;
  }
}

// The same traffic gives the same result; a message more gives another.
TEST(Conservation, TheSameMachineDoesTheSame) {
  const auto hash = [](std::uint64_t seed, bool more) {
    Random random(seed);
    const TestFabric f = random_fabric(random);
    write_script(f, random);
    if (more) Script::script.push_back({Time{5}, 0, f.nodes() - 1, {1}});
    TestMachine m(f.toml());
    m.run();
    return std::pair(m.machine.delivered().hash, m.machine.domain(0).partition().events());
  };
  for (std::uint64_t seed : {2, 5, 11}) {
    EXPECT_EQ(hash(seed, false), hash(seed, false));
    EXPECT_NE(hash(seed, false).first, hash(seed, true).first);
  }
}

// Everyone sends to one node: its ejection link is the bottleneck and never idle from the first
// packet on, so the last one is there after all bytes and the pipeline of the nearest sender.
TEST(Conservation, AHotSpotDrainsAtTheRateOfItsLink) {
  for (const char* type : {"mesh", "torus"}) {
    const TestFabric f{.type = type, .extents = {4, 4}};
    Script::script.clear();
    for (int round = 0; round < 20; ++round) {
      for (std::uint32_t from = 1; from < f.nodes(); ++from) {
        Script::script.push_back({Time{1}, from, 0, {2048}});
      }
    }
    TestMachine m(f.toml());
    m.run();
    m.expect_at_rest();
    const auto packets = static_cast<std::int64_t>(Script::script.size());
    const std::int64_t first = f.zero_load_latency(1, f.packet);
    EXPECT_EQ(m.machine.delivered().last.ps - 1,
              first + (packets - 1) * f.ejection_time(f.packet));
  }
}

}  // namespace conservation_test
}  // namespace kasuri
