// SPDX-License-Identifier: MIT
// Serving on machines: queues against their formulas, keys and values against rates, and one hash.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "experiment/run/test_run.h"

namespace kasuri {
namespace serving_run_test {

// A model so small that its times are those of few parameters: 4 layers, h = 1024.
constexpr std::string_view kMachine = R"(
fidelity = "flow"
[topology]
type = "switch"
endpoints = 16
[link]
rate = "50 GB/s"
[[jobs]]
motif = {{ type = 'serving', layers = 4, hidden = 1024, heads = 8, ffn = 4096, kv_heads = 8, {} }}
)";

struct Served {
  Results results;
  const Table& requests() const { return *results.table("serving_requests"); }
  const Table& instances() const { return *results.table("serving_instances"); }
  double sum(const Table& t, std::string_view column) const {
    double all = 0;
    for (const std::int64_t n : t.column(column)) all += static_cast<double>(n);
    return all;
  }
  // Seconds between two columns, on average.
  double mean(std::string_view from, std::string_view to) const {
    return (sum(requests(), to) - sum(requests(), from)) * 1e-12 / static_cast<double>(requests().rows());
  }
};

Served serve(const std::string& motif, unsigned threads = 1) {
  Served r{simulate_test(TestConfig(fmt::format(kMachine, motif)), threads)};
  EXPECT_EQ(r.results.exit, Exit::done) << motif;
  return r;
}

// A prompt alone in each batch: M/D/1. Requests wait for ρ D / (2 (1 − ρ)); the device is busy for ρ.
TEST(ServingRun, PrefillWaitsAsMD1) {
  const std::string prompts =
      "instances = 1, prompt = 2048, output = 1, chunk = 2048, sequences = 1, rate = ";
  const double alone = serve(prompts + "0.01, requests = 100").mean("arrival", "first");
  for (const double load : {0.3, 0.7}) {
    const Served r = serve(prompts + fmt::format("{}, requests = 40000", load / alone));
    const double wait = r.mean("arrival", "first") - alone;
    EXPECT_NEAR(wait, load * alone / (2 * (1 - load)), 0.05 * wait) << load;
    const Table& t = r.instances();
    const double busy = r.sum(t, "computing") / (r.sum(t, "end") - r.sum(t, "begin"));
    EXPECT_NEAR(busy, load, 0.02 * load);
    // Little's law: who arrives at random finds rate × latency requests.
    const auto arrivals = r.requests().column("arrival"), ends = r.requests().column("end");
    double found = 0;
    for (std::size_t i = 0, gone = 0; i < arrivals.size(); ++i) {
      while (ends[gone] <= arrivals[i]) ++gone;
      found += static_cast<double>(i - gone) / static_cast<double>(arrivals.size());
    }
    const double expected = load / alone * (wait + alone);
    EXPECT_NEAR(found, expected, 0.04 * expected) << load;
  }
}

// At a fixed batch of b, tokens come at b / step.
TEST(ServingRun, BatchesHaveTheirThroughput) {
  const Served r = serve("instances = 1, prompt = 16, output = 1000, chunk = 64, sequences = 32, "
                         "requests = 320, "
                      "rate = 1e9");
  const Table& t = r.instances();
  const double seconds = (r.sum(t, "end") - r.sum(t, "begin")) * 1e-12;
  // All come at once, 32 at a time are served: each is in the system for its round and those before.
  const double round = seconds / 10;
  EXPECT_NEAR(r.mean("arrival", "end"), 5.5 * round, 0.02 * 5.5 * round);
  EXPECT_NEAR(r.mean("first", "end"), round, 0.03 * round);
}

// A token at batch 1 takes what its parameters, keys and values need, and the collectives of the table.
TEST(ServingRun, ATokenTakesItsParametersAndCollectives) {
  for (const int tp : {1, 4}) {
    const std::string motif = fmt::format("instances = 1, tp = {}, prompt = 16, requests = 1, "
                                          "rate = 1.0", tp);
    const Served r = serve(motif + ", output = 2");
    const double parameters = 4 * (4 * 1024.0 * 1024 + 3 * 1024.0 * 4096);
    const double moved = 4 * 16 * 1024, kv = 4 * 17 * 2048;
    const double bytes = 2 * (parameters + moved + kv) / tp;
    const Table& t = r.instances();
    // The table has 12 sizes, and two batches took their time: one of 16 tokens, one of 1.
    EXPECT_EQ(t.column("measured")[0], tp > 1 ? 12 : 0);
    EXPECT_EQ(t.column("reused")[0], tp > 1 ? 2 * 2 * 4 : 0);
    const double tensor = r.sum(t, "tensor") * 1e-12;
    const Served longer = serve(motif + ", output = 3");
    const double once = longer.sum(longer.instances(), "tensor") * 1e-12 - tensor;  // of one more token
    if (tp > 1) EXPECT_GT(once, 8e-7);
    EXPECT_NEAR(r.mean("first", "end"), bytes / (3.35e12 * 0.8) + once, 1e-9);
    EXPECT_NEAR(r.mean("arrival", "end"), (r.sum(t, "computing") + r.sum(t, "tensor")) * 1e-12, 2e-6);
  }
}

// Keys and values alone on their links: bytes by rate, whole or as what is left after the last layer.
TEST(ServingRun, KeysAndValuesTakeTheirBytes) {
  for (const int tp : {1, 4}) {
    const std::string motif = fmt::format("prefill = 1, decode = 1, tp = {}, prompt = 8192, output = 2, "
                                          "chunk = 8192, requests = 3, rate = 1.0", tp);
    const Served whole = serve(motif);
    const double bytes = 8192.0 * 4 * 2048 * 2;
    EXPECT_EQ(whole.requests().column("moved")[1], bytes);
    const double seconds = bytes / tp / 50e9;
    EXPECT_NEAR(whole.mean("first", "ready"), seconds, 0.01 * seconds + 5e-6);
    // Computing a layer takes less than sending it: the first leaves after a quarter of the time.
    const Served layers = serve(motif + ", kv_transfer = 'by-layer'");
    const double computing = layers.mean("arrival", "first");
    const double left = std::max(seconds - 0.75 * computing, seconds / 4);
    EXPECT_NEAR(layers.mean("first", "ready"), left, 0.03 * left + 1e-5);
    EXPECT_NEAR(whole.mean("arrival", "first"), computing, 1e-5);
  }
}

// Requests in a prefix cache compute less, and move as much.
TEST(ServingRun, CachedTokensAreNotComputed) {
  const std::string motif = "prefill = 1, decode = 1, prompt = 4096, output = 2, requests = 2, rate = 1.0";
  const Served r = serve(motif), cached = serve(motif + ", cached = 0.75");
  EXPECT_EQ(cached.requests().column("cached")[0], 3072);
  EXPECT_LT(cached.mean("arrival", "first"), 0.35 * r.mean("arrival", "first"));
  EXPECT_EQ(cached.requests().column("moved")[0], r.requests().column("moved")[0]);
}

// Everything at once has one hash.
TEST(ServingRun, ThreadsDoNotMatter) {
  for (const char* motif :
       {"prefill = 2, decode = 1, tp = 2, pp = 2, decode_tp = 1, decode_pp = 3, decode_ep = 2, "
        "experts = 4, "
        "kv_transfer = 'by-layer', cached = 0.3, arrivals = 'bursts', burst = 3",
        "instances = 2, tp = 2, ep = 2, pp = 2, experts = 8, expert_skew = 0.5"}) {
    const std::string all = std::string(motif) + ", prompt = 200, output = 9, chunk = 64, sequences = 8, "
                                                 "requests = 25, rate = 20000.0";
    const Served one = serve(all, 1);
    EXPECT_EQ(one.requests().rows(), 25u);
    for (const std::int64_t end : one.requests().column("end")) EXPECT_GT(end, 0);
    for (const unsigned threads : {2u, 3u}) {
      EXPECT_EQ(serve(all, threads).results.delivered.hash, one.results.delivered.hash);
    }
  }
}

std::string mistakes(const std::string& motif) {
  try {
    TestConfig(fmt::format(kMachine, motif));
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(ServingRun, BadSettingsHaveACure) {
  using testing::HasSubstr;
  const std::string work = "prompt = 100, output = 10, requests = 5, rate = 1.0, ";
  EXPECT_THAT(mistakes(work + "instances = 1, tp = 3"),
              HasSubstr("must divide heads: 8 is not a multiple of 3"));
  EXPECT_THAT(mistakes(work + "prefill = 1"), HasSubstr("prefill and decode go together"));
  EXPECT_THAT(mistakes(work + "instances = 1, decode = 2"), HasSubstr("set either instances"));
  EXPECT_THAT(mistakes(work + "instances = 1, ep = 2"), HasSubstr("only a model with 'experts'"));
  EXPECT_THAT(mistakes(work + "instances = 5, tp = 4"), HasSubstr("20"));
  EXPECT_THAT(mistakes(work + "instances = 1, memory = '100 MB'"), HasSubstr("raise tp, pp or memory"));
  EXPECT_THAT(mistakes(work + "instances = 1, memory = '150 MB'"),
              HasSubstr("more than a replica has memory for"));
  EXPECT_THAT(mistakes("instances = 1"), HasSubstr("needed without a trace"));
}

}  // namespace serving_run_test
}  // namespace kasuri
