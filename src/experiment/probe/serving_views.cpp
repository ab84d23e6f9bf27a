// SPDX-License-Identifier: MIT
#include "experiment/probe/serving_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/core/words.h"
#include "experiment/probe/probe.h"

namespace kasuri {
namespace {

// The nearest rank's, of a sorted list.
Time percentile(const std::vector<Time>& sorted, double share) {
  if (sorted.empty()) return Time{0};
  const double rank = std::ceil(share * static_cast<double>(sorted.size()));
  return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

struct Spread {
  Time mean{0}, p50{0}, p90{0}, p99{0};

  template <class Value>
  Spread(std::span<const ServedRow> requests, Value value) {
    std::vector<Time> all;
    double sum = 0;
    for (const ServedRow& r : requests) {
      if (value(r) < Time{0}) continue;
      all.push_back(value(r));
      sum += static_cast<double>(all.back().ps);
    }
    if (all.empty()) return;
    std::ranges::sort(all);
    mean = Time{static_cast<std::int64_t>(sum / static_cast<double>(all.size()) + 0.5)};
    p50 = percentile(all, 0.5), p90 = percentile(all, 0.9), p99 = percentile(all, 0.99);
  }
  std::string text() const {
    return fmt::format("{} mean, {} p50, {} p90, {} p99", to_string(mean), to_string(p50), to_string(p90),
                       to_string(p99));
  }
};

struct Served {
  std::span<const ServedRow> requests;
  std::span<const ServingInstanceRow> instances;
  Spread ttft, tpot, latency, handover;
  double seconds = 0, tokens = 0, prompt_tokens = 0;
  std::uint64_t good = 0, batches = 0, measured = 0, reused = 0, merged = 0, ranks = 0;
  Bytes moved{0};
  std::array<double, 3> shares{};  // of all instances' time: computing, tensor, expert

  Served(std::span<const ServedRow> r, std::span<const ServingInstanceRow> all)
      : requests(r),
        instances(all),
        ttft(r, [](const ServedRow& q) { return q.ttft(); }),
        tpot(r, [](const ServedRow& q) { return q.output > 1 ? q.tpot() : Time{-1}; }),
        latency(r, [](const ServedRow& q) { return q.latency(); }),
        handover(r, [](const ServedRow& q) { return q.moved.n > 0 ? q.ready - q.first : Time{-1}; }) {
    Time end{0};
    for (const ServedRow& q : requests) {
      end = later(end, q.end);
      tokens += q.output, prompt_tokens += q.prompt;
      moved += q.moved;
    }
    const auto meets = [](Time is, Time objective) { return objective.ps == 0 || is <= objective; };
    if (instances.empty()) return;
    const ServingInstanceRow& first = instances.front();
    for (const ServedRow& q : requests) {
      good += meets(q.ttft(), first.slo_ttft) && meets(q.tpot(), first.slo_tpot);
    }
    seconds = std::max((end - first.begin).seconds(), 1e-12);
    const double time = seconds * static_cast<double>(instances.size());
    for (const ServingInstanceRow& i : instances) {
      batches += i.batches, measured += i.measured, reused += i.reused;
      merged += i.merged, ranks += i.ranks;
      shares[0] += i.computing.seconds() / time;
      shares[1] += i.tensor.seconds() / time;
      shares[2] += i.expert.seconds() / time;
    }
  }
  double per_second(double n) const { return n / seconds; }
};

Table facts_of(const Served& s) {
  Table t;
  const auto add = [&](std::string name, std::string unit, auto value) {
    TableColumn c;
    c.name = std::move(name), c.unit = std::move(unit), c.values = std::vector{value};
    t.columns.push_back(std::move(c));
  };
  const auto whole = [&](const char* name, auto n) { add(name, "", static_cast<std::int64_t>(n)); };
  const auto spread = [&](const std::string& name, const Spread& x) {
    add(name + ".mean", "ps", x.mean.ps);
    add(name + ".p50", "ps", x.p50.ps);
    add(name + ".p90", "ps", x.p90.ps);
    add(name + ".p99", "ps", x.p99.ps);
  };
  whole("requests", s.requests.size());
  spread("ttft", s.ttft);
  spread("tpot", s.tpot);
  spread("latency", s.latency);
  add("output_tokens_per_s", "", s.per_second(s.tokens));
  add("prompt_tokens_per_s", "", s.per_second(s.prompt_tokens));
  add("requests_per_s", "", s.per_second(static_cast<double>(s.requests.size())));
  add("goodput_per_s", "", s.per_second(static_cast<double>(s.good)));
  whole("good_requests", s.good);
  whole("output_tokens", s.tokens);
  whole("kv_bytes", s.moved.n);
  spread("kv_exposed", s.handover);
  add("computing_ratio", "", s.shares[0]);
  add("exposed_tensor_ratio", "", s.shares[1]);
  add("exposed_expert_ratio", "", s.shares[2]);
  whole("batches", s.batches);
  whole("collectives_simulated", s.measured);
  whole("collectives_reused", s.reused);
  whole("exchanges_merged", s.merged);
  return t;
}

std::string serving_text(const Served& s, const std::string& job) {
  std::string text = fmt::format("serving of {}, {} on {} with {}\n", job,
                                 grouped(s.requests.size(), "request"),
                                 grouped(s.instances.size(), "instance"),
                                 grouped(s.ranks, "rank"));
  const auto line = [&](const char* name, const std::string& what) {
    text += fmt::format("  {:<20} {}\n", name, what);
  };
  line("time to first token", s.ttft.text());
  line("time per token", s.tpot.text());
  line("latency", s.latency.text());
  line("throughput", fmt::format("{:.4g} tokens/s of answers, {:.4g} of prompts, {:.4g} requests/s",
                                 s.per_second(s.tokens), s.per_second(s.prompt_tokens),
                                 s.per_second(static_cast<double>(s.requests.size()))));
  if (!s.instances.empty() && (s.instances[0].slo_ttft.ps > 0 || s.instances[0].slo_tpot.ps > 0)) {
    line("goodput", fmt::format("{:.4g} requests/s meet the objective, {:.1f} % of all",
                                s.per_second(static_cast<double>(s.good)),
                                100.0 * static_cast<double>(s.good) /
                                    static_cast<double>(s.requests.size())));
  }
  if (s.moved.n > 0) line("keys and values", fmt::format("{} moved", to_string(s.moved)));
  if (s.moved.n > 0) line("  exposed", s.handover.text() + " after the first token");
  std::string shares = fmt::format("computing {:.1f} %", 100 * s.shares[0]);
  if (s.shares[1] > 0) shares += fmt::format(", exposed tensor {:.1f} %", 100 * s.shares[1]);
  if (s.shares[2] > 0) shares += fmt::format(", exposed expert {:.1f} %", 100 * s.shares[2]);
  line("first stages", fmt::format("{} of their time; {} in all", shares, grouped(s.batches, "iteration")));
  if (s.reused > 0) {
    line("within servers", fmt::format("{} took the times of {}, simulated before any request; others "
                                       "are interpolated; links carry nothing, draw no energy for them",
                                       grouped(s.reused, "collective"), grouped(s.measured, "size")));
  }
  if (s.merged > 0) {
    line("exchanges", fmt::format("{} of experts are part of another layer's, with their bytes and the "
                                  "latency of one token", grouped(s.merged, "exchange")));
  }
  return text;
}

}  // namespace

std::vector<JobView> serving_views(std::span<const ServedRow> requests,
                                   std::span<const ServingInstanceRow> instances,
                                   const std::vector<std::string>& jobs) {
  std::vector<JobView> views;
  while (!requests.empty()) {
    const std::uint32_t job = requests.front().job;
    const auto of_job = [job](const auto& all) {
      const auto range = std::ranges::equal_range(all, job, {}, [](const auto& row) { return row.job; });
      return std::span(range.begin(), range.end());
    };
    const Served s(of_job(requests), of_job(instances));
    views.push_back({.job = job,
                     .name = "serving",
                     .facts = facts_of(s),
                     .rows = {},
                     .text = serving_text(s, jobs[job])});
    requests = requests.subspan(s.requests.size());
  }
  return views;
}

}  // namespace kasuri
