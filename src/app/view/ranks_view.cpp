// SPDX-License-Identifier: MIT
// What ranks did: by chunks of time the activity that took most of it, and within a recorded interval
// (timeline.json, in the Trace Event Format) every call and message.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/view/views.h"
#include "base/config/json_text.h"

namespace kasuri::view {
namespace {

constexpr std::size_t kMostSpans = 400'000, kMostMessages = 100'000;
constexpr std::size_t kMostTimeline = std::size_t{200} << 20;
// As the page numbers them; 0: nothing yet, or no more.
constexpr std::array<const char*, 6> kActivities{"computing", "sending", "receiving",
                                                 "waiting",   "polling", "collective"};

using RankNumbers = std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t>;

void add_chunks_of_ranks(Pack& p, const Hdf5Reader& f, std::size_t ranks, std::size_t chunks) {
  const auto chunk = f.rows_of("ranks_by_chunk", "chunk", chunks),
             rank = f.rows_of("ranks_by_chunk", "rank", ranks);
  std::vector<std::vector<std::int64_t>> parts;
  for (std::size_t a = 0; a < 5; ++a) parts.push_back(f.column("ranks_by_chunk", kActivities[a]));
  const auto inside = f.column("ranks_by_chunk", "collectives");
  std::vector<std::uint8_t> most(ranks * chunks, 0);
  std::vector<std::vector<double>> sums(6, std::vector<double>(chunks, 0));
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    std::size_t best = 0;
    std::int64_t sum = 0;
    const auto c = static_cast<std::size_t>(chunk[i]);
    for (std::size_t a = 0; a < 5; ++a) {
      if (parts[a][i] > parts[best][i]) best = a;
      sum += parts[a][i];
      sums[a][c] += static_cast<double>(parts[a][i]);
    }
    sums[5][c] += static_cast<double>(inside[i]);
    if (best == 3 && inside[i] * 2 > sum) best = 5;
    most[c * ranks + static_cast<std::size_t>(rank[i])] = static_cast<std::uint8_t>(sum ? best + 1 : 0);
  }
  p.add("rank-activity", most, ranks);
  const Json axis = p.header["axes"]["chunks"];  // a copy: new entries of the header move the others
  for (std::size_t a = 0; a < 6; ++a) {
    for (std::size_t c = 0; c < chunks; ++c) {
      const double length = axis["end"][c].get<double>() - axis["begin"][c].get<double>();
      sums[a][c] *= 100 / std::max(1.0, length) / static_cast<double>(std::max<std::size_t>(1, ranks));
    }
    add_series(p, "ranks", a == 5 ? "in collectives" : kActivities[a], "%", "chunks", sums[a]);
  }
}

struct Spans {
  std::vector<std::uint32_t> rank, from, to;
  std::vector<std::uint8_t> activity;
  std::vector<std::uint16_t> name;
  std::vector<std::uint32_t> message_from, message_to, message_sent, message_arrived;
  std::map<std::string, std::uint16_t> names;
};

std::optional<std::uint8_t> activity_of(const std::string& category) {
  const auto at = std::ranges::find(kActivities, category);
  if (at == kActivities.end()) return std::nullopt;
  return static_cast<std::uint8_t>(at - kActivities.begin() + 1);
}

// Times in 2^-32 of the recorded interval.
void add_timeline(Pack& p, const std::string& text, const RankNumbers& numbers) {
  const auto json = config::sorted_json_from(text);
  if (!json.is_object() || !json.contains("traceEvents")) return;
  double begin = 1e300, end = -1;
  for (const auto& e : json.at("traceEvents")) {
    if (e.at("ph") != "X" || !activity_of(e.at("cat").get<std::string>())) continue;
    begin = std::min(begin, e.at("ts").get<double>());
    end = std::max(end, e.at("ts").get<double>() + e.at("dur").get<double>());
  }
  if (end <= begin) return;
  const auto stamp = [&](double us) {
    return static_cast<std::uint32_t>(std::clamp((us - begin) / (end - begin), 0.0, 1.0) * 4294967295.0);
  };
  Spans s;
  std::size_t spans = 0, messages = 0;
  std::map<std::int64_t, std::pair<std::uint32_t, double>> open;
  for (const auto& e : json.at("traceEvents")) {
    const std::string phase = e.at("ph").get<std::string>();
    if (phase == "M") continue;
    const auto job = e.at("pid").get<std::int64_t>();  // counted from 1
    if (job < 1) continue;
    const auto number = numbers.find({job - 1, e.at("tid").get<std::int64_t>()});
    if (number == numbers.end()) continue;
    const double at = e.at("ts").get<double>();
    if (phase == "s") open[e.at("id").get<std::int64_t>()] = {number->second, at};
    if (phase == "f") {
      const auto sent = open.find(e.at("id").get<std::int64_t>());
      if (sent == open.end() || ++messages > kMostMessages) continue;
      s.message_from.push_back(sent->second.first);
      s.message_to.push_back(number->second);
      s.message_sent.push_back(stamp(sent->second.second));
      s.message_arrived.push_back(stamp(at));
    }
    if (phase != "X") continue;
    const auto activity = activity_of(e.at("cat").get<std::string>());
    if (!activity || ++spans > kMostSpans) continue;
    s.rank.push_back(number->second);
    s.from.push_back(stamp(at));
    s.to.push_back(stamp(at + e.at("dur").get<double>()));
    s.activity.push_back(*activity);
    const auto next = static_cast<std::uint16_t>(std::min<std::size_t>(s.names.size(), UINT16_MAX));
    s.name.push_back(s.names.emplace(e.at("name").get<std::string>(), next).first->second);
  }
  p.add("span-rank", s.rank);
  p.add("span-from", s.from);
  p.add("span-to", s.to);
  p.add("span-activity", s.activity);
  p.add("span-name", s.name);
  p.add("message-from", s.message_from);
  p.add("message-to", s.message_to);
  p.add("message-sent", s.message_sent);
  p.add("message-arrived", s.message_arrived);
  std::vector<std::string> names(s.names.size());
  for (const auto& [name, i] : s.names) names[i] = name;
  p.header["timeline"] = {{"begin", begin * 1e6},
                          {"end", end * 1e6},
                          {"names", names},
                          {"spans_left_out", spans - s.rank.size()},
                          {"messages_left_out", messages - s.message_from.size()}};
}

}  // namespace

void add_ranks(Pack& p, const RunSource& run, std::size_t chunks) {
  const Hdf5Reader& f = run.tables;
  if (!f.has("ranks", "job")) return;
  const auto job = f.column("ranks", "job"), rank = f.column("ranks", "rank"),
             node = f.column("ranks", "node");
  RankNumbers numbers;
  std::vector<std::uint32_t> jobs, ranks, nodes;
  for (std::size_t i = 0; i < job.size(); ++i) {
    numbers[{job[i], rank[i]}] = static_cast<std::uint32_t>(i);
    jobs.push_back(static_cast<std::uint32_t>(job[i]));
    ranks.push_back(static_cast<std::uint32_t>(rank[i]));
    nodes.push_back(static_cast<std::uint32_t>(node[i]));
  }
  p.add("rank-job", jobs);
  p.add("rank-number", ranks);
  p.add("rank-node", nodes);
  p.header["ranks"] = job.size();
  if (chunks && f.has("ranks_by_chunk", "rank"))
    add_chunks_of_ranks(p, f, job.size(), chunks);
  else if (!job.empty())
    add_missing(p, "ranks over time", "kasuri run " + run.folder + "/config.toml --statistics");
  if (run.timeline.size() > kMostTimeline) {
    add_missing(p, "calls and messages of ranks: timeline.json is larger than 200 MB",
                "a shorter --timeline");
  } else if (!run.timeline.empty()) {
    add_timeline(p, run.timeline, numbers);
  } else if (!job.empty()) {
    add_missing(p, "calls and messages of ranks",
                "kasuri run " + run.folder + "/config.toml --timeline FROM:UNTIL");
  }
}

}  // namespace kasuri::view
