// SPDX-License-Identifier: MIT
// The door for other simulators, against a pattern that sends the same messages at the same times.
#include <gtest/gtest.h>
#include <kasuri/network.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace kasuri::v1 {
namespace network_test {

const std::string kTorus = "topology = { type = 'torus', extents = [4, 4] }\n";
const std::string kPower = "power = { preset = 'nsimpower-table1', policy = 'idle-timer' }\n";
constexpr std::int64_t kMicrosecond = 1'000'000;

// A message of all nodes to their neighbours at each multiple of `slot`, the time that it takes on a link.
std::string slots(const std::string& machine) {
  return machine +
         "[[jobs]]\n[jobs.pattern]\ntype = 'neighbour'\ngrid = [4, 4]\nmessage = '2048 B'\n"
         "process = 'bernoulli'\nload = 1\nduration = '4 us'\n";
}

struct Ended {
  Outcome outcome;
  std::int64_t last;  // when the last message was delivered
  int sent;
};

Ended by_hand(const std::string& machine, std::int64_t slot, bool from_callbacks) {
  Ended e{{}, 0, 0};
  Network n(Simulation::from_text(machine));
  const auto send = [&] {
    for (std::uint32_t r = 0; r < 16; ++r) {
      n.send(r, (r / 4 + 1) % 4 * 4 + (r + 1) % 4, 2048, 0, [&] { ++e.sent; }, [&] { e.last = n.now(); });
    }
  };
  for (std::int64_t t = 0; t < 4 * kMicrosecond; t += slot) {
    if (from_callbacks) {
      n.schedule(t, send);
    } else {
      n.advance(t);
      send();
    }
  }
  n.run();
  e.outcome = n.finish();
  return e;
}

TEST(Network, DeliversAsAPatternDoes) {
  const struct {
    std::string machine;
    std::int64_t slot;
  } all[] = {{kTorus, 409'600},
             {kTorus + kPower, 409'600},
             {"fidelity = 'flow'\n" + kTorus, 409'600},
             {kTorus + "ethernet = {}\n", 422'400}};  // with a header of 64 bytes
  for (const auto& [machine, slot] : all) {
    const Outcome expected = Simulation::from_text(slots(machine)).run();
    for (const bool from_callbacks : {true, false}) {
      const Ended e = by_hand(machine, slot, from_callbacks);
      EXPECT_EQ(e.outcome.result_hash, expected.result_hash) << machine;
      EXPECT_TRUE(e.outcome.complete);
      EXPECT_LE(e.last, e.outcome.time_ps);  // where it is less: of acknowledgements
      EXPECT_GT(e.last, 4 * kMicrosecond);
      EXPECT_EQ(e.sent, 160);
      const auto energy = [](const Outcome& o) {
        return nlohmann::json::parse(o.summary_json).value("/power/energy_j"_json_pointer, 0.0);
      };
      EXPECT_EQ(energy(e.outcome), energy(expected)) << machine;
    }
  }
}

// 2,048 bytes at 5 GB/s leave a node in 409.6 ns: of two of its messages the second waits so long.
TEST(Network, ToldOfEachMessageInTime) {
  Network n(Simulation::from_text(kTorus), {.out = "", .waiting = 4096});
  std::vector<std::int64_t> sent, delivered;
  std::string order;
  const auto send = [&] {
    n.send(0, 1, 2048, 0, [&] { sent.push_back(n.now()); }, [&] { delivered.push_back(n.now()); });
  };
  EXPECT_EQ(n.next_event(), kNever);
  n.advance(kMicrosecond);
  send();
  send();
  EXPECT_EQ(n.next_event(), kMicrosecond);
  EXPECT_FALSE(n.can_send(0, 1));
  EXPECT_TRUE(n.can_send(1, 1 << 20));
  EXPECT_THROW(send(), Failure);
  n.schedule(9 * kMicrosecond, [&] { order += 'a'; });
  n.schedule(9 * kMicrosecond, [&] {
    order += 'b';
    EXPECT_THROW(n.advance(10 * kMicrosecond), Failure);
    n.schedule(n.now(), [&] { order += 'c'; });
  });
  n.advance(5 * kMicrosecond);
  ASSERT_EQ(sent.size(), 2u);
  ASSERT_EQ(delivered.size(), 2u);
  EXPECT_EQ(sent[1] - sent[0], 409'600);
  EXPECT_EQ(delivered[1] - delivered[0], 409'600);
  EXPECT_LE(sent[0], delivered[0]);
  EXPECT_TRUE(n.can_send(0, 1));
  EXPECT_EQ(n.now(), 5 * kMicrosecond);
  EXPECT_EQ(n.next_event(), 9 * kMicrosecond);
  n.advance(n.next_event());
  EXPECT_EQ(order, "abc");
  EXPECT_EQ(n.next_event(), kNever);
  EXPECT_TRUE(n.finish().complete);
}

TEST(Network, EndsBeforeAllHasArrived) {
  const std::string out = testing::TempDir() + "network-run";
  Network n(Simulation::from_text(kTorus + kPower + "router = { classes = 2, vcs = 4 }\n"),
            {.out = out, .waiting = 0});
  n.send(0, 5, 1 << 20, 1);
  n.advance(3 * kMicrosecond);
  const Outcome o = n.finish();
  EXPECT_FALSE(o.complete);
  EXPECT_EQ(o.time_ps, 3 * kMicrosecond);
  const auto summary = nlohmann::json::parse(std::ifstream(out + "/summary.json"));
  EXPECT_EQ(summary["jobs"][1]["messages"], 1);
  EXPECT_GT(summary["power"]["energy_j"], 0);
  EXPECT_THROW(n.send(0, 1, 1), Failure);
  std::filesystem::remove_all(out);
}

TEST(Network, RefusesWhatItCannotDo) {
  EXPECT_THROW(Network(Simulation::from_text(slots(kTorus))), Failure);
  EXPECT_THROW(Network(Simulation::from_text(kTorus + "measure = {}\n")), Failure);
  Network n(Simulation::from_text(kTorus));
  n.advance(5);
  for (const auto& wrong : std::vector<std::function<void()>>{
           [&] { n.send(16, 0, 1); }, [&] { n.send(0, 16, 1); }, [&] { n.send(0, 1, -1); },
           [&] { n.send(0, 1, 1, 1); }, [&] { n.schedule(4, [] {}); }, [&] { n.advance(4); },
           [&] { n.advance(kNever); }}) {
    EXPECT_THROW(wrong(), Failure);
  }
}

TEST(Network, CFace) {
  const std::string file = testing::TempDir() + "network.toml";
  std::ofstream(file) << kTorus;
  EXPECT_EQ(kasuri_network_open("/none.toml", nullptr, nullptr, 0), nullptr);
  EXPECT_STREQ(kasuri_network_error(), "/none.toml: error: cannot be read");
  const char* settings[] = {"topology.extents=[2, 3]", nullptr};
  kasuri_network* n = kasuri_network_open(file.c_str(), settings, nullptr, 0);
  ASSERT_NE(n, nullptr) << kasuri_network_error();
  EXPECT_EQ(kasuri_network_nodes(n), 6u);
  int calls = 0;
  const auto count = [](void* p) { ++*static_cast<int*>(p); };
  EXPECT_TRUE(kasuri_network_send(n, 0, 1, 100, 0, count, count, &calls));
  EXPECT_FALSE(kasuri_network_send(n, 0, 6, 100, 0, count, count, &calls));
  EXPECT_STREQ(kasuri_network_error(), "no node 6: nodes are 0 to 5");
  EXPECT_TRUE(kasuri_network_schedule(n, 7, count, &calls));
  EXPECT_TRUE(kasuri_network_advance(n, 7));
  EXPECT_TRUE(kasuri_network_run(n));
  EXPECT_EQ(calls, 3);
  EXPECT_NE(std::string(kasuri_network_finish(n)).find("result_hash"), std::string::npos);
  kasuri_network_close(n);
  std::filesystem::remove(file);
}

}  // namespace network_test
}  // namespace kasuri::v1
