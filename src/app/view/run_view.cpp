// SPDX-License-Identifier: MIT
// A run: what its tables say of links, routers and nodes, over time where they do.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/core/units.h"
#include "shell/page/quantity.h"
#include "app/view/tables.h"
#include "app/view/views.h"

namespace kasuri::view {
namespace {

constexpr std::uint8_t kNobody = 255, kSeveral = 254;

// The chunks of a table, as an axis of the page.
TimeAxis add_chunks(Pack& p, const Hdf5Reader& f, const char* table, const char* axis) {
  TimeAxis a;
  if (!f.has(table, "begin")) return a;
  for (const std::int64_t t : f.column(table, "begin")) a.begin.push_back(static_cast<double>(t));
  for (const std::int64_t t : f.column(table, "end")) a.end.push_back(static_cast<double>(t));
  add_axis(p, axis, a.begin, a.end);
  return a;
}

void add_job_places(Pack& p, const RunSource& run, std::size_t nodes) {
  std::vector<std::string> names;
  for (const auto& j : run.summary.at("jobs")) names.push_back(j.at("name").get<std::string>());
  if (names.size() >= kSeveral) return;
  std::vector<std::uint8_t> job(nodes, kNobody);
  const auto set = [&](std::size_t node, std::size_t j) {
    if (node >= nodes) return;
    job[node] = job[node] == kNobody || job[node] == j ? static_cast<std::uint8_t>(j) : kSeveral;
  };
  if (run.plan && run.plan->nodes != nodes) {
    job.clear();  // nodes with several NICs
  } else if (run.plan && run.plan->placement.size() == names.size()) {
    for (std::size_t j = 0; j < names.size(); ++j) {
      for (const NodeId node : run.plan->placement[j]) set(node.v, j);
    }
  } else if (run.tables.has("ranks", "job")) {
    const auto j = run.tables.rows_of("ranks", "job", names.size());
    const auto node = run.tables.column("ranks", "node");
    for (std::size_t i = 0; i < j.size(); ++i)
      set(static_cast<std::size_t>(node[i]), static_cast<std::size_t>(j[i]));
  } else if (names.size() == 1) {
    std::ranges::fill(job, 0);
  } else {
    job.clear();
  }
  add_jobs(p, names, job);
}

// A name, and a value of the summary as text.
void add_facts(Pack& p, const Json& s) {
  const auto time = [&](const char* name, const char* key) {
    if (s.contains(key)) add_fact(p, name, to_string(Time{s[key].get<std::int64_t>()}));
  };
  const auto share = [&](const char* name, const char* key) {
    if (s.contains(key)) add_fact(p, name, fmt::format("{:.1f} %", 100 * s[key].get<double>()));
  };
  time("simulated time", "time_ps");
  add_fact(p, "ended", s.at("end_reason").get<std::string>());
  if (s.contains("packets"))
    add_fact(p, "packets", fmt::format("{}", s.at("packets").get<std::uint64_t>()));
  share("links busy", "link_busy_ratio");
  share("links stalled", "link_stall_ratio");
  time("mean packet latency", "mean_packet_latency_ps");
  time("longest packet latency", "max_packet_latency_ps");
  for (const auto& j : s.at("jobs")) {
    add_fact(p, "job " + j.at("name").get<std::string>(),
             fmt::format("{} ranks, {}", j.at("ranks").get<std::int64_t>(),
                         to_string(Time{j.at("time_ps").get<std::int64_t>()})));
  }
  if (s.contains("power")) {
    const auto& w = s.at("power");
    if (w.contains("energy_j"))
      add_fact(p, "energy of the network", fmt::format("{:.4g} J", w.at("energy_j").get<double>()));
    if (w.contains("mean_w"))
      add_fact(p, "mean power", fmt::format("{:.4g} W", w.at("mean_w").get<double>()));
    if (w.contains("lpi_ratio"))
      add_fact(p, "links asleep", fmt::format("{:.1f} %", 100 * w.at("lpi_ratio").get<double>()));
  }
  add_fact(p, "result hash", s.at("result_hash").get<std::string>());
}

// The answer in one sentence, and all of it as the run printed it.
void add_answer(Pack& p, const RunSource& run) {
  constexpr std::string_view kTitle = "\nbottleneck\n  ";
  const std::size_t at = run.text.find(kTitle);
  if (at != run.text.npos) {
    const std::size_t begin = at + kTitle.size();
    p.header["bottleneck"] = run.text.substr(begin, run.text.find('\n', begin) - begin);
  }
  if (!run.text.empty()) p.header["summary"] = run.text;
  if (run.repeated) {
    add_fact(p, "over time", "from a repetition with --statistics, which gave the same result");
  }
}

// The lines that explain a deadlock, and the cycle of packets if the run has kept it.
void add_deadlock(Pack& p, const RunSource& run) {
  if (run.summary.contains("report")) p.header["report"] = run.summary.at("report");
  const Hdf5Reader& f = run.tables;
  if (!f.has("wait_cycle", "from")) return;
  const auto from = f.column("wait_cycle", "from"), to = f.column("wait_cycle", "to"),
             vc = f.column("wait_cycle", "vc"), queued = f.column("wait_cycle", "queued"),
             since = f.column("wait_cycle", "since");
  for (std::size_t i = 0; i < from.size(); ++i) {
    p.header["cycle"].push_back(
        {{"from", from[i]}, {"to", to[i]}, {"vc", vc[i]}, {"queued", queued[i]}, {"since", since[i]}});
  }
}

class RunView {
 public:
  RunView(const RunSource& run, const ViewOptions& options)
      : run_(run),
        f_(run.tables),
        n_(Network::of(run.tables)),
        time_(std::max(1.0, run.summary.at("time_ps").get<double>())),
        most_links_(options.most_links) {}

  Pack pack() {
    p_.header["kind"] = "run";
    p_.header["title"] = run_.name;
    p_.header["time_ps"] = time_;
    p_.header["complete"] = run_.summary.value("complete", true);
    add_facts(p_, run_.summary);
    add_answer(p_, run_);
    add_network(p_, n_, place(n_));
    add_job_places(p_, run_, n_.node_router.size());
    if (run_.plan) add_paths(p_, *run_.plan);
    chunks_ = add_chunks(p_, f_, "chunks", "chunks");
    power_chunks_ = add_chunks(p_, f_, "power_chunks", "power");
    read_totals();
    rows_ = choose_rows(busy_, n_.link_class, n_.from, n_.routers, most_links_);
    p_.header["own_links"] = rows_.own;
    p_.add("link-row", rows_.row);
    add_links();
    add_waits();
    add_power();
    add_routers();
    add_nodes();
    add_ranks(p_, run_, chunks_.begin.size());
    add_deadlock(p_, run_);
    return std::move(p_);
  }

 private:
  // Of a table with all links, also those to NICs: the values of links between routers.
  std::vector<double> of_links(const std::vector<std::int64_t>& column) const {
    std::vector<double> v(n_.row.size());
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<double>(column[n_.row[i]]);
    return v;
  }

  void read_totals() {
    busy_ = of_links(f_.column("links", "busy"));
    bytes_ = of_links(f_.column("links", "bytes"));
  }

  // Rows of `table` by chunk and link, as samples of links between routers.
  Samples link_samples(const char* table, const std::vector<std::int64_t>& values,
                       const std::function<double(double, double)>& per_chunk, const TimeAxis& axis) {
    if (number_of_row_.empty()) {
      number_of_row_.assign(f_.column("links", "from").size(), -1);
      for (std::size_t i = 0; i < n_.row.size(); ++i)
        number_of_row_[n_.row[i]] = static_cast<std::int64_t>(i);
    }
    const auto chunk = f_.rows_of(table, "chunk", axis.begin.size());
    const auto link = f_.rows_of(table, "link", number_of_row_.size());
    Samples s;
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      const std::int64_t number = number_of_row_[static_cast<std::size_t>(link[i])];
      if (number < 0 || values[i] == 0) continue;
      const auto c = static_cast<std::size_t>(chunk[i]);
      s.chunk.push_back(chunk[i]);
      s.item.push_back(number);
      s.value.push_back(per_chunk(static_cast<double>(values[i]), axis.end[c] - axis.begin[c]));
    }
    return s;
  }

  void add_links() {
    Quantity busy{.id = "busy", .name = "busy", .unit = "%", .of = "links", .most = 100};
    Quantity bytes{.id = "bytes", .name = "throughput", .unit = "B/s", .of = "links"};
    for (const double v : busy_) busy.total.push_back(100 * v / time_);
    for (const double v : bytes_) bytes.total.push_back(v / time_ * 1e12);
    if (f_.has("links_by_chunk", "busy")) {
      busy.axis = bytes.axis = "chunks";
      busy.samples =
          link_samples("links_by_chunk", f_.column("links_by_chunk", "busy"), percent_of_chunk, chunks_);
      bytes.samples =
          link_samples("links_by_chunk", f_.column("links_by_chunk", "bytes"), per_second, chunks_);
      add_class_series("links busy", "%", "chunks", busy.samples, chunks_.begin.size());
    } else if (chunks_.begin.empty()) {
      add_missing(p_, "links over time", "kasuri run " + run_.folder + "/config.toml --statistics");
    } else {
      add_missing(p_, "links over time: this run kept routers alone", "statistics.split = \"links\"");
    }
    put(busy, chunks_);
    put(bytes, chunks_);
  }

  // Stalls and queues need a probe of their own.
  void add_waits() {
    if (!f_.has("link_waits", "link")) {
      add_missing(p_, "stalled links and queues over time", "statistics.link-waits = true");
      return;
    }
    const TimeAxis axis = add_chunks(p_, f_, "link_wait_chunks", "waits");
    Quantity stalled{.id = "stalled",
                     .name = "stalled",
                     .unit = "%",
                     .of = "links",
                     .axis = "waits",
                     .most = 100,
                     .about = "free and requested, but without free buffer space downstream or input"};
    Quantity queue{.id = "queue",
                   .name = "queue",
                   .unit = "packets",
                   .of = "links",
                   .axis = "waits",
                   .about = "mean number of packets that wait for this output"};
    stalled.samples =
        link_samples("link_waits", f_.column("link_waits", "stalled"), percent_of_chunk, axis);
    queue.samples = link_samples("link_waits", f_.column("link_waits", "waiting"), per_length, axis);
    for (Quantity* q : {&stalled, &queue}) {
      q->total.assign(n_.from.size(), 0);
      for (std::size_t i = 0; i < q->samples.value.size(); ++i) {
        const auto c = static_cast<std::size_t>(q->samples.chunk[i]);
        q->total[static_cast<std::size_t>(q->samples.item[i])] +=
            q->samples.value[i] * (axis.end[c] - axis.begin[c]) / time_;
      }
    }
    add_class_series("links stalled", "%", "waits", stalled.samples, axis.begin.size());
    put(stalled, axis);
    put(queue, axis);
  }

  void add_power() {
    if (!f_.has("power_links", "asleep")) {
      add_missing(p_, "watts and sleeping links", "kasuri run --power, or a section [power]");
      return;
    }
    Quantity asleep{.id = "asleep", .name = "asleep", .unit = "%", .of = "links", .most = 100};
    for (const double v : of_links(f_.column("power_links", "asleep")))
      asleep.total.push_back(100 * v / time_);
    Quantity watts{.id = "watts", .name = "power", .unit = "W", .of = "links", .about = "of both ends"};
    if (power_chunks_.begin.empty()) {
      add_missing(p_, "watts and sleeping links over time", "power.chunk = \"10 us\", for example");
    } else if (!f_.has("power_links_by_chunk", "link")) {
      add_missing(p_, "watts and sleep of single links over time", "power.transient = \"links\"");
    } else {
      asleep.axis = watts.axis = "power";
      asleep.samples = link_samples("power_links_by_chunk", f_.column("power_links_by_chunk", "asleep"),
                                    percent_of_chunk, power_chunks_);
      add_class_series("links asleep", "%", "power", asleep.samples, power_chunks_.begin.size());
      add_watts(watts);
    }
    put(asleep, power_chunks_);
    if (!watts.axis.empty()) put(watts, power_chunks_);
    if (!power_chunks_.begin.empty()) {
      add_series(p_, "power", "all", "W", "power", f_.numbers("power_chunks", "power"));
    }
  }

  // Watts are not integers, and links of a class add up to a part of the power over time.
  void add_watts(Quantity& watts) {
    const std::size_t chunks = power_chunks_.begin.size();
    const auto power = f_.numbers("power_links_by_chunk", "power");
    const auto chunk = f_.rows_of("power_links_by_chunk", "chunk", chunks);
    const auto link = f_.rows_of("power_links_by_chunk", "link", number_of_row_.size());
    std::vector<std::vector<double>> parts(n_.classes.size() + 1, std::vector<double>(chunks, 0));
    watts.total.assign(n_.from.size(), 0);
    for (std::size_t i = 0; i < power.size(); ++i) {
      const std::int64_t number = number_of_row_[static_cast<std::size_t>(link[i])];
      const auto c = static_cast<std::size_t>(chunk[i]);
      if (number < 0) {
        parts.back()[c] += power[i];
        continue;
      }
      const auto k = static_cast<std::size_t>(number);
      watts.samples.chunk.push_back(chunk[i]);
      watts.samples.item.push_back(number);
      watts.samples.value.push_back(power[i]);
      watts.total[k] += power[i] * (power_chunks_.end[c] - power_chunks_.begin[c]) / time_;
      parts[n_.link_class[k]][c] += power[i];
    }
    std::vector<double> rest = f_.numbers("power_chunks", "power");
    for (std::size_t k = 0; k < parts.size(); ++k) {
      for (std::size_t c = 0; c < chunks; ++c) rest[c] -= parts[k][c];
      add_series(p_, "power", k < n_.classes.size() ? "links " + n_.classes[k] : "links to NICs", "W",
                 "power", parts[k]);
    }
    for (double& w : rest) w = std::max(0.0, w);
    add_series(p_, "power", "routers, static", "W", "power", rest);
  }

  void add_routers() {
    if (f_.has("routers_by_chunk", "router")) {
      Quantity q{.id = "bytes",
                 .name = "throughput",
                 .unit = "B/s",
                 .of = "routers",
                 .axis = "chunks",
                 .about = "bytes sent to routers and nodes"};
      q.total.assign(n_.routers, 0);
      const auto chunk = f_.rows_of("routers_by_chunk", "chunk", chunks_.begin.size());
      q.samples.chunk = chunk;
      q.samples.item = f_.rows_of("routers_by_chunk", "router", n_.routers);
      const auto a = f_.column("routers_by_chunk", "to_routers"),
                 b = f_.column("routers_by_chunk", "to_nics");
      for (std::size_t i = 0; i < a.size(); ++i) {
        const auto c = static_cast<std::size_t>(chunk[i]);
        const auto bytes = static_cast<double>(a[i] + b[i]);
        q.samples.value.push_back(per_second(bytes, chunks_.end[c] - chunks_.begin[c]));
        q.total[static_cast<std::size_t>(q.samples.item[i])] += bytes / time_ * 1e12;
      }
      add_quantity(p_, q, n_.routers, chunks_.begin.size(), nullptr);
    }
    if (!f_.has("power_of_routers", "energy")) return;
    Quantity q{
        .id = "watts", .name = "power", .unit = "W", .of = "routers", .about = "with ports and links"};
    for (const double j : f_.numbers("power_of_routers", "energy"))
      q.total.push_back(j / (time_ * 1e-12));
    q.total.resize(n_.routers, 0);
    if (f_.has("power_routers", "power") && !power_chunks_.begin.empty()) {
      q.axis = "power";
      q.samples = {f_.rows_of("power_routers", "chunk", power_chunks_.begin.size()),
                   f_.rows_of("power_routers", "router", n_.routers),
                   f_.numbers("power_routers", "power")};
    }
    add_quantity(p_, q, n_.routers, power_chunks_.begin.size(), nullptr);
  }

  void add_nodes() {
    const std::size_t nodes = n_.node_router.size();
    for (const bool sent : {true, false}) {
      Quantity q{.id = sent ? "sent" : "received",
                 .name = sent ? "sent" : "received",
                 .unit = "B/s",
                 .of = "nodes"};
      if (sent) {
        for (const std::int64_t v : f_.column("nics", "sent"))
          q.total.push_back(static_cast<double>(v) / time_ * 1e12);
      }
      if (f_.has("nics_by_chunk", "nic")) {
        q.axis = "chunks";
        q.samples.chunk = f_.rows_of("nics_by_chunk", "chunk", chunks_.begin.size());
        q.samples.item = f_.rows_of("nics_by_chunk", "nic", nodes);
        for (const std::int64_t v : f_.column("nics_by_chunk", q.id)) {
          const auto c = static_cast<std::size_t>(q.samples.chunk[q.samples.value.size()]);
          q.samples.value.push_back(
              per_second(static_cast<double>(v), chunks_.end[c] - chunks_.begin[c]));
        }
      }
      if (!q.total.empty() || !q.axis.empty()) add_quantity(p_, q, nodes, chunks_.begin.size(), nullptr);
    }
    if (!f_.has("ranks", "node")) return;
    const auto node = f_.column("ranks", "node");
    for (const char* what : {"computing", "waiting"}) {
      Quantity q{.id = what,
                 .name = what,
                 .unit = "%",
                 .of = "nodes",
                 .total = std::vector<double>(nodes, 0),
                 .most = 100,
                 .about = "mean over the node's ranks"};
      std::vector<double> ranks(nodes, 0);
      const auto spent = f_.column("ranks", what);
      for (std::size_t i = 0; i < node.size(); ++i) {
        const auto at = static_cast<std::size_t>(node[i]);
        if (at >= nodes) continue;
        q.total[at] += 100 * static_cast<double>(spent[i]) / time_;
        ++ranks[at];
      }
      for (std::size_t i = 0; i < nodes; ++i) q.total[i] /= std::max(1.0, ranks[i]);
      add_quantity(p_, q, nodes, 0, nullptr);
    }
  }

  // Means over the links of each class.
  void add_class_series(const std::string& group, const std::string& unit, const std::string& axis,
                        const Samples& s, std::size_t chunks) {
    std::vector<std::vector<double>> sum(n_.classes.size(), std::vector<double>(chunks, 0));
    std::vector<double> links(n_.classes.size(), 0);
    for (const std::uint8_t c : n_.link_class) ++links[c];
    for (std::size_t i = 0; i < s.value.size(); ++i) {
      sum[n_.link_class[static_cast<std::size_t>(s.item[i])]][static_cast<std::size_t>(s.chunk[i])] +=
          s.value[i];
    }
    for (std::size_t c = 0; c < sum.size(); ++c) {
      if (links[c] == 0) continue;
      for (double& v : sum[c]) v /= links[c];
      add_series(p_, group, n_.classes[c], unit, axis, sum[c]);
    }
  }

  void put(const Quantity& q, const TimeAxis& axis) {
    add_quantity(p_, q, n_.from.size(), axis.begin.size(), &rows_);
  }

  const RunSource& run_;
  const Hdf5Reader& f_;
  Network n_;
  double time_;
  std::uint32_t most_links_;
  Pack p_;
  TimeAxis chunks_, power_chunks_;
  std::vector<double> busy_, bytes_;
  LinkRows rows_;
  std::vector<std::int64_t> number_of_row_;  // of the table of links: its number between routers, or -1
};

}  // namespace

Pack run_view(const RunSource& run, const ViewOptions& options) {
  ViewOptions o = options;
  o.most_links = std::max(1000u, o.most_links);
  for (;;) {
    Pack p = RunView(run, o).pack();
    if (p.size() <= o.most_bytes || o.most_links <= 1000) return p;
    std::size_t by_time = 1;
    for (const char* q : {"busy", "bytes", "stalled", "queue", "asleep", "watts"}) {
      by_time += p.size_of(fmt::format("links-{}-time", q));
    }
    const std::size_t rest = p.size() - by_time;
    const double share = rest < o.most_bytes ? 0.95 * static_cast<double>(o.most_bytes - rest) /
                                                   static_cast<double>(by_time)
                                             : 0;
    o.most_links = std::max(
        1000u,
        static_cast<std::uint32_t>(std::min(o.most_links, p.header["own_links"].get<std::uint32_t>()) *
                                   std::min(0.9, share)));
  }
}

}  // namespace kasuri::view
