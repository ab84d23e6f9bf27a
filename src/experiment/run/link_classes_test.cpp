// SPDX-License-Identifier: MIT
// [link.CLASS]: rate, latency and buffers of one class of links, and what is refused.
#include <gmock/gmock.h>

#include <fstream>

#include "base/config/writer.h"
#include "base/core/test_path.h"
#include "network/model/link_classes.h"
#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace link_classes_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Two layers of one router each, with what [link.vertical] or other sections say.
std::string column(const std::string& sections) {
  return "[topology]\ntype = 'stack'\nextents = [2, 1]\nlayers = 2\n" + sections +
         "[[jobs]]\npattern = { type = 'script' }\n";
}

// From hand-over to arrival of a message of 2,000 bytes on an idle machine.
Time latency(const std::string& toml, std::uint32_t from, std::uint32_t to) {
  Script::script = {{.at = Time{0}, .from = from, .to = to, .size = Bytes{2000}}};
  TestMachine m(toml);
  m.run();
  m.expect_at_rest();
  return Script::script[0].arrived;
}

TEST(LinkClasses, HaveRatesAndLatenciesOfTheirOwn) {
  // Defaults: 5 GB/s and 600 ps everywhere, 140 ns of pipeline in each of two routers.
  const Time plain = latency(column(""), 0, 2);
  EXPECT_EQ(plain, (Time{400'000 + 3 * 600 + 2 * 140'000}));
  // 2,000 bytes at 2 GB/s take 1 µs; the cable is 1.4 ns longer.
  const std::string slow = column("[link.vertical]\nrate = '2 GB/s'\ncable_latency = '2 ns'\n");
  EXPECT_EQ(latency(slow, 0, 2), plain + Time{600'000 + 1'400});
  EXPECT_EQ(latency(slow, 0, 1), plain);  // along x
  // What is not said of the class is as for all.
  const std::string all =
      column("[link]\ncable_latency = '3 ns'\n[link.vertical]\nrate = '2 GB/s'\n");
  EXPECT_EQ(latency(all, 0, 2), plain + Time{600'000 + 3 * 2'400});
}

TEST(LinkClasses, TakeWhatAGraphSaysOfThem) {
  const std::string file = test_path("rates.net");
  std::ofstream(file) << "link a b rate=2GB/s\nlink b c latency=2ns\n";
  const std::string graph = "[topology]\ntype = 'graph'\nfile = '" + file + "'\n";
  const std::string jobs = "[[jobs]]\npattern = { type = 'script' }\n";
  const Time plain{400'000 + 3 * 600 + 2 * 140'000};
  EXPECT_EQ(latency(graph + jobs, 0, 1), plain + Time{600'000});
  EXPECT_EQ(latency(graph + jobs, 1, 2), plain + Time{1'400});
  // The configuration comes first.
  EXPECT_EQ(latency(graph + "[link.'2 GB/s']\nrate = '5 GB/s'\n" + jobs, 0, 1), plain);
  std::filesystem::remove(file);
}

// Through a channel with room for one packet at a time each has to wait for the credit of the one
// before it.
TEST(LinkClasses, HaveBuffersOfTheirOwn) {
  const auto finish = [](const std::string& buffer) {
    Script::script.clear();
    for (int i = 0; i < 20; ++i) {
      Script::script.push_back({.at = Time{0}, .from = 0, .to = 2, .size = Bytes{2048}});
    }
    TestMachine m(column("[router]\nvcs = 1\n" + buffer));
    m.run();
    m.expect_at_rest();
    return Script::script.back().arrived;
  };
  const Time roomy = finish("[link.vertical]\nbuffer = '64 KiB'\n");
  const Time tight = finish("[link.vertical]\nbuffer = '2 KiB'\n");
  EXPECT_EQ(finish(""), roomy);  // 8 KiB are enough for a short cable
  EXPECT_GT(tight, roomy + Time{19 * 100'000});
  EXPECT_EQ(finish("[link.x]\nbuffer = '2 KiB'\n"), roomy);
}

std::string refusal(const std::string& toml) {
  try {
    TestConfig c(toml);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

TEST(LinkClasses, AreThoseOfTheTopology) {
  EXPECT_THAT(refusal(column("[link.vertcal]\nrate = '2 GB/s'\n")),
              AllOf(HasSubstr("test.toml:5:"), HasSubstr("unknown link class 'vertcal'"),
                    HasSubstr("did you mean 'vertical'"), HasSubstr("has: x, y, vertical")));
  EXPECT_THAT(refusal(column("[link.terminal]\nrate = '2 GB/s'\n")), HasSubstr("nic.link_rate"));
  EXPECT_THAT(refusal(column("[link.x]\nraet = '2 GB/s'\n")), HasSubstr("did you mean 'rate'"));
  EXPECT_THAT(refusal(column("[link.x]\nrate = 5\n")), HasSubstr("has no unit"));
  EXPECT_THAT(refusal(column("[link.x]\nbuffer = '1 KiB'\n")),
              AllOf(HasSubstr("test.toml:6:"), HasSubstr("at least 2.048 kB (nic.packet)")));
  EXPECT_THAT(refusal(column("[link]\nglobal = 5\n")), HasSubstr("unknown key 'global'"));
}

BytesPerSecond endpoint_rate_of(const std::string& toml) {
  const TestConfig c(toml + "[[jobs]]\npattern = { type = 'script' }\n");
  return link_classes(c.config, *c.plan.topology).back().rate;
}

constexpr BytesPerSecond operator""_GBs(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1'000'000'000};
}

// A GPU of a template sends at the rate of all its NVLinks, 360 GB/s, unless nic.link_rate says otherwise.
TEST(LinkClasses, EndpointsOfServersHaveTheRateOfTheirNvlinks) {
  const std::string pod = "[topology]\ntype = 'gpu-pod'\ngpus = 16\n";
  EXPECT_EQ(endpoint_rate_of(pod), 360_GBs);
  EXPECT_EQ(endpoint_rate_of(pod + "[nic]\nlink_rate = '7 GB/s'\n"), 7_GBs);
  const std::string own = "[topology]\ntype = 'hierarchy'\nfabric = { type = 'switch', endpoints = 4 }\n"
                          "server = { type = 'nvswitch', gpus = 2, switches = 4";
  EXPECT_EQ(endpoint_rate_of(own + ", gpu_rate = '448 GB/s' }\n"), 448_GBs);
  EXPECT_EQ(endpoint_rate_of(own + " }\n[link]\nrate = '3 GB/s'\n"), 12_GBs);
  const std::string links = "[link.server-nvlink]\nrate = '9 GB/s'\n";
  EXPECT_EQ(endpoint_rate_of(own + ", gpu_rate = '448 GB/s' }\n" + links), 36_GBs);
  const std::string alone = "[topology]\ntype = 'nvswitch'\ngpus = 4\ngpu_rate = '448 GB/s'\n";
  EXPECT_EQ(endpoint_rate_of(alone), 448_GBs);
  const std::string bare = "[topology]\ntype = 'nvswitch'\nlinks = 2\n[link]\nrate = '3 GB/s'\n";
  EXPECT_EQ(endpoint_rate_of(bare), 24_GBs);
}

// Servers of any other network: all links of a GPU in its server together, or all those to NICs, for each
// endpoint of the router; never less than link.rate. Of GPUs with unequal numbers of links, the most.
TEST(LinkClasses, EndpointsOfServersSendOverAllLinksOfTheirRouters) {
  const auto rate = [](const std::string& server, const std::string& more = "") {
    return endpoint_rate_of(
        "[topology]\ntype = 'hierarchy'\nfabric = { type = 'switch', endpoints = 40 }\n" + more +
        "server = { " + server + " }\n[link]\nrate = '50 GB/s'\n[link.nic]\nrate = '63 GB/s'\n");
  };
  EXPECT_EQ(rate("type = 'full-mesh', routers = 4"), 150_GBs);
  EXPECT_EQ(rate("type = 'full-mesh', routers = 8"), 350_GBs);
  EXPECT_EQ(rate("type = 'full-mesh', routers = 4, endpoints_per_router = 2"), 75_GBs);
  EXPECT_EQ(rate("type = 'torus', extents = [4, 4]"), 200_GBs);
  EXPECT_EQ(rate("type = 'mesh', extents = [3, 2]"), 150_GBs);  // in the middle
  EXPECT_EQ(rate("type = 'hypercube', dimensions = 3"), 150_GBs);
  EXPECT_EQ(rate("type = 'switch', endpoints = 8", "nics = 8\n"), 63_GBs);
  EXPECT_EQ(rate("type = 'switch', endpoints = 8"), 50_GBs);
  EXPECT_EQ(rate("type = 'full-mesh', routers = 2", "nics = 4\n"), 126_GBs);
}

TEST(LinkClasses, AreWrittenBack) {
  const TestConfig c(column("[link.vertical]\nrate = '2 GB/s'\n[link.x]\nbuffer = '4 KiB'\n"));
  const std::string text = config::Writer().top(c.config).text();
  EXPECT_THAT(text, AllOf(HasSubstr("[link.vertical]\nrate = \"2 GB/s\"\n"),
                          HasSubstr("[link.x]\n"), HasSubstr("buffer = \"4 KiB\"\n")));
  EXPECT_EQ(config::Writer().top(TestConfig(text).config).text(), text);
}

TEST(UsualRouting, IsTheTopologysOwn) {
  const auto routing = [](const std::string& topology) {
    return TestConfig("[topology]\n" + topology + "\n[[jobs]]\npattern = { type = 'script' }\n")
        .plan.routing->describe();
  };
  EXPECT_EQ(routing("type = 'torus'\nextents = [4]"), "dimension order, 2 dateline classes");
  EXPECT_EQ(routing("type = 'fat-tree'\nradix = 4"),
            "up and down, parents by destination (D-mod-K)");
  EXPECT_EQ(routing("type = 'full-mesh'\nrouters = 4"), "shortest paths, 1 layer");
}

TEST(UsualRouting, RefusalsHaveTheirPlace) {
  EXPECT_THAT(
      refusal("[topology]\ntype = 'fat-tree'\nradix = 4\n[routing]\ntype = 'dimension-order'\n"
              "[[jobs]]\npattern = { type = 'script' }\n"),
      HasSubstr("test.toml:5:8: error: routing 'dimension-order' needs a mesh"));
}

}  // namespace link_classes_test
}  // namespace kasuri
