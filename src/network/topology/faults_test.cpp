// SPDX-License-Identifier: MIT
// [faults]: what is named, what is drawn, and what is refused.
#include "network/topology/faults.h"

#include <gmock/gmock.h>

#include "base/core/rng.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace faults_test {

using ::testing::HasSubstr;

FaultPlan plan_of(const std::string& toml, const Topology& t, std::uint64_t seed = 1) {
  auto document = config::Document::parse(toml, "config.toml");
  const auto params = config::read<FaultParams>(document.root().section("faults"));
  document.finish();
  FaultPlan plan = resolve_faults(params, t, seed, document.root().section("faults"));
  document.finish();
  return plan;
}

std::string refusal(const std::string& toml, const Topology& t) {
  try {
    plan_of(toml, t);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

TEST(Faults, NamesMeanBothDirectionsAndAllParallelLinks) {
  const auto t = topology_from("type = 'mesh'\nextents = [3, 2]\nwidths = [2, 1]");
  const FaultPlan one = plan_of("[[faults.failures]]\nlinks = ['(0,0):0']", *t);
  EXPECT_EQ(one.failures->epoch(0).channels, 2u);
  const FaultPlan both = plan_of("[[faults.failures]]\nlinks = ['(0,0) (1,0)']", *t);
  EXPECT_EQ(both.failures->epoch(0).channels, 4u);
  const FaultPlan numbers = plan_of("[[faults.failures]]\nlinks = ['0 1', '(1,0) (0,0)']", *t);
  EXPECT_EQ(numbers.failures->epoch(0).channels, 4u);
  const FaultPlan router = plan_of("[[faults.failures]]\nrouters = ['(1,0)']\nat = '3 us'", *t);
  ASSERT_EQ(router.failures->epochs(), 2u);
  EXPECT_EQ(router.failures->epoch(0).channels, 0u);
  EXPECT_EQ(router.failures->epoch(1).channels, 2u * (2 + 2 + 1));
  EXPECT_EQ(router.failures->epoch(1).routers, 1u);
}

TEST(Faults, DrawsSoManyAndTheSameAgain) {
  const auto t = topology_from("type = 'torus'\nextents = [4, 4]");
  const std::string toml =
      "[[faults.failures]]\nlinks = ['0:0']\nrandom_links = 3\nrandom_link_share = 0.25\n"
      "[[faults.failures]]\nrandom_routers = 2\nat = '1 us'\n";
  const FaultPlan a = plan_of(toml, *t), b = plan_of(toml, *t), c = plan_of(toml, *t, 2);
  EXPECT_EQ(a.failures->epoch(0).channels, 2u * (1 + 3 + 8));
  EXPECT_EQ(a.failures->epoch(1).routers, 2u);
  int same = 0, other = 0;
  for (std::uint32_t r = 0; r < t->routers(); ++r) {
    for (std::uint32_t p = 0; p < t->degree({r}); ++p) {
      same += a.failures->down({r}, p) == b.failures->down({r}, p);
      other += a.failures->down({r}, p) != c.failures->down({r}, p);
    }
  }
  EXPECT_EQ(same, 64);
  EXPECT_GT(other, 0);
}

TEST(Faults, OneWayMeansOneDirection) {
  const auto t = topology_from("type = 'mesh'\nextents = [3, 2]\nwidths = [2, 1]");
  const auto channels = [&](const std::string& lines) {
    return plan_of("[[faults.failures]]\none_way = true\n" + lines, *t).failures->epoch(0).channels;
  };
  EXPECT_EQ(channels("links = ['(0,0):0']"), 1u);
  EXPECT_EQ(channels("links = ['(0,0) (1,0)']"), 2u);
  EXPECT_EQ(channels("links = ['(0,0) (1,0)', '(1,0) (0,0)']"), 4u);
  EXPECT_EQ(channels("random_links = 5"), 5u);
  EXPECT_EQ(channels("links = ['(0,0):0']\nrandom_links = 21"), 22u);  // all but none
  const FaultPlan slow = plan_of("[[faults.degraded]]\none_way = true\nlinks = ['0 1']\nrate_factor = 0.5",
                                 *t);
  EXPECT_EQ(slow.degraded_channels, 2u);
  EXPECT_EQ(slow.degraded.exceptions[0].output.router.v, 0u);
}

TEST(Faults, EndAndBeginAgain) {
  const auto t = topology_from("type = 'torus'\nextents = [4, 4]");
  const FaultPlan p = plan_of(
      "[[faults.failures]]\nat = '1 us'\nuntil = '2 us'\nlinks = ['0 1']\nnics = [3]\n"
      "[[faults.failures]]\nat = '3 us'\nuntil = '4 us'\nlinks = ['0 1']\nrandom_nics = 2\n", *t);
  ASSERT_EQ(p.failures->epochs(), 5u);
  std::vector<std::uint64_t> channels;
  std::vector<std::uint32_t> nics;
  for (std::uint32_t e = 0; e < 5; ++e) {
    channels.push_back(p.failures->epoch(e).channels);
    nics.push_back(p.failures->epoch(e).nics);
  }
  EXPECT_EQ(channels, (std::vector<std::uint64_t>{0, 2, 0, 2, 0}));
  EXPECT_EQ(nics, (std::vector<std::uint32_t>{0, 1, 0, 2, 0}));
}

TEST(Faults, LaterEntriesOfDegradedLinksChangeWhatTheySet) {
  const auto t = topology_from("type = 'mesh'\nextents = [3, 2]");
  const FaultPlan p = plan_of(
      "[[faults.degraded]]\nbit_error_rate = 1e-9\n"
      "[[faults.degraded]]\nlinks = ['0 1']\nrate_factor = 0.5\n"
      "[[faults.degraded]]\nclasses = ['x']\nreplay_time = '2 us'\n",
      *t);
  EXPECT_EQ(p.degraded.by_class[0], (LinkFault{1, 1e-9, Time{2'000'000}}));
  EXPECT_EQ(p.degraded.by_class[1], (LinkFault{1, 1e-9, Time{500'000}}));
  EXPECT_EQ(p.degraded.by_class[2], (LinkFault{1, 1e-9, Time{500'000}}));  // terminal
  ASSERT_EQ(p.degraded.exceptions.size(), 2u);
  EXPECT_EQ(p.degraded.exceptions[0].fault, (LinkFault{0.5, 1e-9, Time{2'000'000}}));
  EXPECT_EQ(p.degraded_channels, 14u + 12u);
  EXPECT_FALSE(plan_of("[faults]\n", *t).degraded.any());
}

// A number is an endpoint's port, a name a NIC of a server, with its links to both levels.
TEST(Faults, NicsOfServersHaveNames) {
  const auto t = topology_from(
      "type = 'hierarchy'\nnics = 4\nwiring = 'packed'\nservers = 2\n"
      "server = { type = 'nvswitch', gpus = 4, switches = 2, gpu_rate = '400 GB/s' }\n"
      "fabric = { type = 'xgft', children = [4, 2], parents = [2] }");
  const FaultPlan port = plan_of("[[faults.failures]]\nnics = [3]", *t);
  EXPECT_EQ(port.failures->epoch(0).nics, 1u);
  EXPECT_EQ(port.failures->epoch(0).routers, 0u);
  EXPECT_FALSE(port.failures->connected(0, EndpointId{2}, EndpointId{3}));
  for (const char* name : {"nics = ['server0/nic3']", "routers = ['server0/nic3']"}) {
    const FaultPlan nic = plan_of(std::string("[[faults.failures]]\n") + name, *t);
    EXPECT_EQ(nic.failures->epoch(0).nics, 0u) << name;
    EXPECT_EQ(nic.failures->epoch(0).routers, 1u) << name;
    EXPECT_TRUE(nic.failures->connected(0, EndpointId{2}, EndpointId{3})) << name;
  }
  EXPECT_EQ(plan_of("[[faults.failures]]\nnics = [3, '5', 'server1/nic0']", *t).failures->epoch(0).nics,
            2u);
  EXPECT_THAT(refusal("[[faults.failures]]\nnics = ['server2/nic0']", *t),
              HasSubstr("names, server0/nic0 to server1/nic3"));
  EXPECT_THAT(refusal("[[faults.failures]]\nnics = ['server0/0']", *t), HasSubstr("no NIC 'server0/0'"));
}

TEST(Faults, MistakesAreNamedWithTheirPlace) {
  const auto t = topology_from("type = 'mesh'\nextents = [3, 2]");
  const auto failing = [&](const std::string& lines) {
    return refusal("[[faults.failures]]\n" + lines, *t);
  };
  EXPECT_THAT(failing("links = ['(0,0) (2,0)']"),
              ::testing::AllOf(HasSubstr("config.toml:2:"), HasSubstr("joined to (0,1), (1,0)")));
  EXPECT_THAT(failing("links = ['(0,0) (9,9)']"), HasSubstr("no router '(9,9)'"));
  EXPECT_THAT(failing("links = ['(0,0):7']"), HasSubstr("ports 0 to 1"));
  EXPECT_THAT(failing("links = ['(0,0)']"), HasSubstr("two routers with a space between"));
  EXPECT_THAT(failing("routers = ['nobody']"), HasSubstr("numbered 0 to 5"));
  EXPECT_THAT(failing("random_links = 8"), HasSubstr("there are only 7"));
  EXPECT_THAT(failing("random_routers = 7"), HasSubstr("there are only 6"));
  EXPECT_THAT(failing("random_link_share = 1.5"), HasSubstr("1.5"));
  EXPECT_THAT(failing("nics = [2, 6]"),
              ::testing::AllOf(HasSubstr("config.toml:2:"), HasSubstr("numbered 0 to 5")));
  EXPECT_THAT(failing("nics = ['server0/nic0']"), HasSubstr("no NIC 'server0/nic0'"));
  EXPECT_THAT(failing("nics = [-1]"), HasSubstr("no NIC '-1'; they are numbered 0 to 5"));
  EXPECT_THAT(failing("random_nics = 7"), HasSubstr("there are only 6"));
  EXPECT_THAT(failing("at = '2 us'\nuntil = '2 us'\nlinks = ['0 1']"),
              ::testing::AllOf(HasSubstr("config.toml:3:"), HasSubstr("must be later than 'at'")));
  EXPECT_THAT(failing("links = ['(0,0) (2,0)']\none_way = true"),
              HasSubstr("no link connects these routers"));
  EXPECT_THAT(refusal("[[faults.degraded]]\nclasses = ['y', 'z']\nrate_factor = 0.5", *t),
              HasSubstr("unknown link class 'z'"));
  EXPECT_THAT(refusal("[[faults.degraded]]\nlinks = ['0 1']", *t),
              HasSubstr("these links have no changes"));
  std::string many;
  for (int i = 1; i < 17; ++i) {
    many += "[[faults.failures]]\nlinks = ['0 1']\nat = '" + std::to_string(i) + " us'\n";
  }
  EXPECT_THAT(refusal(many, *t), HasSubstr("16 different times"));
}

// Names of links of any text are taken or refused with their place.
TEST(Faults, AnyNameIsTakenOrRefused) {
  const auto t = topology_from("type = 'mesh'\nextents = [3, 2]");
  constexpr std::string_view kLetters = "0123456789(),: -xx:5";
  std::uint64_t drawn = 0;
  const auto draw = [&](std::uint64_t n) { return below(random_at(3, 0, 0, drawn++)[0], n); };
  int taken = 0, refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string name;
    for (std::uint64_t n = draw(12); n > 0; --n) name += kLetters[draw(kLetters.size())];
    const bool link = draw(2);
    const std::string why =
        refusal("[[faults.failures]]\n" + std::string(link ? "links" : "routers") + " = ['" + name + "']",
                *t);
    taken += why.empty();
    refused += !why.empty();
    if (!why.empty()) {
      EXPECT_THAT(why, ::testing::StartsWith("config.toml:2:")) << name;
    }
  }
  EXPECT_GT(taken, 20);
  EXPECT_GT(refused, 10'000);
}

}  // namespace faults_test
}  // namespace kasuri
