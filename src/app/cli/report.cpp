// SPDX-License-Identifier: MIT
// kasuri report RUN: the tables that a person wants of a run, and pictures beside it: which links and
// ranks are at the ends of the distribution, and how far they are from its middle.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "shell/verbs/command.h"
#include "app/cli/report_plots.h"
#include "app/cli/run_files.h"
#include "base/core/text_file.h"
#include "base/core/units.h"
#include "experiment/report/nsim_report.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::string run, out, format = "words";
  std::size_t top = 10;
  bool csv = false, no_plots = false, html = false, tables = false;
};

// Cells in columns; the first one is flush left, the others flush right.
class Table {
 public:
  explicit Table(std::vector<std::string> head) : lines_{std::move(head)} {}
  void row(std::vector<std::string> cells) { lines_.push_back(std::move(cells)); }
  bool empty() const { return lines_.size() == 1; }
  std::string text() const {
    std::string s;
    for (const auto& line : lines_) {
      s += "  ";
      for (std::size_t i = 0; i < line.size(); ++i) {
        std::size_t width = 0;
        for (const auto& other : lines_) width = std::max(width, letters(other[i]));
        const std::string space(width - letters(line[i]), ' ');
        s += i == 0 ? line[i] + space : "  " + space + line[i];
      }
      s.erase(s.find_last_not_of(' ') + 1);
      s += '\n';
    }
    return s;
  }

 private:
  static std::size_t letters(const std::string& s) {  // of UTF-8
    return static_cast<std::size_t>(std::ranges::count_if(s, [](char c) { return (c & 0xc0) != 0x80; }));
  }
  std::vector<std::vector<std::string>> lines_;
};

using Column = std::vector<std::int64_t>;

std::string time_text(std::int64_t ps) { return to_string(Time{ps}); }
std::string share_text(double part, double whole) {
  return fmt::format("{:.1f}", whole > 0 ? 100 * part / whole : 0);
}

// The rows with the greatest values first; of equal ones the first row.
template <class T>
std::vector<std::size_t> order_of(const std::vector<T>& values, std::size_t most) {
  std::vector<std::size_t> rows(values.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::ranges::stable_sort(rows, [&](std::size_t a, std::size_t b) { return values[b] < values[a]; });
  rows.resize(std::min(most, rows.size()));
  return rows;
}

// --- Jobs ---

void print_jobs(const RunFiles& run) {
  Table t({"job", "ranks", "time", "computing %", "sending %", "receiving %", "waiting %", "polling %",
           "in collectives %"});
  for (const auto& j : run.summary.at("jobs")) {
    const double all = j.at("time_ps").get<double>() * j.at("ranks").get<double>();
    std::vector<std::string> cells{j.at("name"), std::to_string(j.at("ranks").get<std::int64_t>()),
                                   time_text(j.at("time_ps"))};
    for (const char* key : {"computing_ps", "sending_ps", "receiving_ps", "waiting_ps", "polling_ps",
                            "collectives_ps"}) {
      cells.push_back(j.at("kind") == "program" ? share_text(j.value(key, 0.0), all) : "");
    }
    t.row(std::move(cells));
  }
  fmt::print("jobs: shares of the ranks' time\n{}", t.text());
}

void print_latencies(const RunFiles& run) {
  Table t({"latency", "count", "mean", "least", "50 %", "90 %", "99 %", "99.9 %", "most"});
  const auto rows = [&](const nlohmann::ordered_json& kinds, const std::string& who) {
    for (const auto& [kind, d] : kinds.items()) {
      if (!d.contains("p50_ps")) continue;
      std::string name = who + kind;
      std::ranges::replace(name, '_', ' ');
      t.row({name, std::to_string(d.at("count").get<std::int64_t>()), time_text(d.at("mean_ps")),
             time_text(d.at("min_ps")), time_text(d.at("p50_ps")), time_text(d.at("p90_ps")),
             time_text(d.at("p99_ps")), time_text(d.at("p999_ps")), time_text(d.at("max_ps"))});
    }
  };
  if (!run.summary.contains("latency")) return;
  rows(run.summary.at("latency"), "");
  for (const auto& j : run.summary.at("jobs")) {
    if (!j.contains("latency") || !j.at("latency").contains("classes")) continue;
    for (const auto& [name, kinds] : j.at("latency").at("classes").items()) {
      rows(kinds, fmt::format("{}, {}: ", j.at("name").get<std::string>(), name));
    }
  }
  fmt::print("latencies: of packets in the fabric, before it (queueing), and of whole messages\n{}",
             t.text());
}

void print_collectives(const RunFiles& run) {
  Table t({"collective", "calls", "messages", "bytes", "in all", "mean", "50 %", "99 %", "most"});
  for (const auto& j : run.summary.at("jobs")) {
    if (!j.contains("collectives")) continue;
    for (const auto& [name, c] : j.at("collectives").items()) {
      t.row({fmt::format("{}, {}", j.at("name").get<std::string>(), name),
             std::to_string(c.at("calls").get<std::int64_t>()),
             std::to_string(c.at("messages").get<std::int64_t>()),
             to_string(Bytes{c.at("bytes").get<std::int64_t>()}), time_text(c.at("time_ps")),
             time_text(c.at("mean_ps")), time_text(c.at("p50_ps")), time_text(c.at("p99_ps")),
             time_text(c.at("max_ps"))});
    }
  }
  if (t.empty()) return;
  fmt::print("collectives: calls by ranks, with the messages that they sent\n{}", t.text());
}

// --- Links ---

void print_links(const RunFiles& run, std::size_t most) {
  const Hdf5Reader& f = run.tables;
  const auto classes = f.texts("link_classes", "name");
  const Column from = f.column("links", "from"), to = f.column("links", "to"),
               kind = f.rows_of("links", "class", classes.size()), ejection = f.column("links", "ejection"),
               packets = f.column("links", "packets"), bytes = f.column("links", "bytes"),
               busy = f.column("links", "busy");
  const double time = run.summary.at("time_ps").get<double>();
  const RouterNames router(f);

  Table imbalance({"class", "links", "never used", "mean busy %", "busiest %", "busiest / mean"});
  for (std::size_t c = 0; c < classes.size(); ++c) {
    std::int64_t n = 0, idle = 0;
    double sum = 0, greatest = 0;
    for (std::size_t i = 0; i < busy.size(); ++i) {
      if (kind[i] != static_cast<std::int64_t>(c)) continue;
      ++n;
      idle += packets[i] == 0;
      sum += static_cast<double>(busy[i]);
      greatest = std::max(greatest, static_cast<double>(busy[i]));
    }
    if (n == 0) continue;
    const double mean = sum / static_cast<double>(n);
    imbalance.row({classes[c], std::to_string(n), std::to_string(idle), share_text(mean, time),
                   share_text(greatest, time), fmt::format("{:.2f}", mean > 0 ? greatest / mean : 0)});
  }
  fmt::print("links: imbalance\n{}", imbalance.text());

  Table top({"link", "class", "busy %", "packets", "bytes"});
  for (const std::size_t i : order_of(busy, most)) {
    const std::string name = ejection[i] ? fmt::format("{} to NIC {}", router(from[i]), to[i])
                                         : fmt::format("{} to {}", router(from[i]), router(to[i]));
    top.row({name, classes[static_cast<std::size_t>(kind[i])],
             share_text(static_cast<double>(busy[i]), time), std::to_string(packets[i]),
             to_string(Bytes{bytes[i]})});
  }
  if (most) fmt::print("links: the busiest\n{}", top.text());
}

// The busiest router inputs that were watched: how long packets stayed in them.
void print_buffers(const RunFiles& run, std::size_t most) {
  const Hdf5Reader& f = run.tables;
  if (!f.has("buffer_use", "router")) return;
  const Column router = f.column("buffer_use", "router"), port = f.column("buffer_use", "port"),
               vc = f.column("buffer_use", "vc"), entered = f.column("buffer_use", "entered"),
               left = f.column("buffer_use", "left"), bytes = f.column("buffer_use", "bytes");
  struct Buffer {
    std::int64_t router, port, vc, packets, bytes, stay, longest;
  };
  std::vector<Buffer> all;
  std::vector<std::int64_t> stays;
  for (std::size_t i = 0; i < router.size(); ++i) {
    if (all.empty() || all.back().router != router[i] || all.back().port != port[i] ||
        all.back().vc != vc[i]) {
      all.push_back({router[i], port[i], vc[i], 0, 0, 0, 0});
    }
    const std::int64_t stay =
        (left[i] < 0 ? run.summary.at("time_ps").get<std::int64_t>() : left[i]) - entered[i];
    Buffer& b = all.back();
    ++b.packets;
    b.bytes += bytes[i];
    b.stay += stay;
    b.longest = std::max(b.longest, stay);
  }
  for (const Buffer& b : all) stays.push_back(b.stay);
  const RouterNames name(f);
  Table t({"input buffer", "packets", "bytes", "mean stay", "longest"});
  for (const std::size_t i : order_of(stays, most)) {
    const Buffer& b = all[i];
    t.row({fmt::format("{} port {} VC {}", name(b.router), b.port, b.vc), std::to_string(b.packets),
           to_string(Bytes{b.bytes}), time_text(b.stay / b.packets), time_text(b.longest)});
  }
  fmt::print("buffers of the recorded routers: the fullest\n{}", t.text());
}

void print_nics(const RunFiles& run, std::size_t most) {
  const Hdf5Reader& f = run.tables;
  const Column at = f.column("nics", "router"), sent = f.column("nics", "sent"),
               sending = f.column("nics", "send_busy"), receiving = f.column("nics", "receive_busy");
  const double time = run.summary.at("time_ps").get<double>();
  Column busier;
  for (std::size_t i = 0; i < at.size(); ++i) {
    busier.push_back(std::max(sending[i], receiving[i]));
  }
  const RouterNames router(f);
  Table t({"NIC", "at router", "sending %", "receiving %", "sent"});
  for (const std::size_t i : order_of(busier, most)) {
    t.row({std::to_string(i), router(at[i]), share_text(static_cast<double>(sending[i]), time),
           share_text(static_cast<double>(receiving[i]), time), to_string(Bytes{sent[i]})});
  }
  if (!t.empty()) fmt::print("NICs: the busiest\n{}", t.text());
}

// --- Ranks ---

// Whom each rank waited for longest: "rank 3 (12.5 us)".
std::vector<std::string> waited_for(const RunFiles& run, const Column& job, const Column& rank) {
  std::vector<std::string> text(job.size());
  if (!run.tables.has("waits", "job")) return text;
  const Column j = run.tables.column("waits", "job"), r = run.tables.column("waits", "rank"),
               peer = run.tables.column("waits", "peer"), time = run.tables.column("waits", "waiting");
  std::size_t row = 0;  // both tables are sorted by job and rank
  for (std::size_t i = 0; i < job.size(); ++i) {
    std::int64_t most = -1;
    for (; row < j.size() && std::pair(j[row], r[row]) <= std::pair(job[i], rank[i]); ++row) {
      if (std::pair(j[row], r[row]) != std::pair(job[i], rank[i]) || time[row] <= most) continue;
      most = time[row];
      text[i] = peer[row] < 0 ? fmt::format("a collective ({})", time_text(most))
                              : fmt::format("{} ({})", peer[row], time_text(most));
    }
  }
  return text;
}

void print_ranks(const RunFiles& run, std::size_t most) {
  const Hdf5Reader& f = run.tables;
  const auto& jobs = run.summary.at("jobs");
  const Column job = f.rows_of("ranks", "job", jobs.size()), rank = f.column("ranks", "rank"),
               node = f.column("ranks", "node"), finish = f.column("ranks", "finish");
  if (job.empty()) return;
  constexpr const char* kParts[] = {"computing", "sending", "receiving", "waiting", "polling"};
  std::vector<Column> parts;
  for (const char* name : kParts) parts.push_back(f.column("ranks", name));

  Table imbalance({"ranks of", "computing: mean", "most", "most / mean", "waiting: mean", "most",
                   "first ends at", "last at"});
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    double n = 0, computing = 0, waiting = 0;
    std::int64_t most_computing = 0, most_waiting = 0, first = INT64_MAX, last = -1;
    for (std::size_t i = 0; i < job.size(); ++i) {
      if (job[i] != static_cast<std::int64_t>(j)) continue;
      ++n;
      computing += static_cast<double>(parts[0][i]);
      waiting += static_cast<double>(parts[3][i]);
      most_computing = std::max(most_computing, parts[0][i]);
      most_waiting = std::max(most_waiting, parts[3][i]);
      if (finish[i] >= 0) first = std::min(first, finish[i]);
      last = std::max(last, finish[i]);
    }
    if (n == 0) continue;
    const auto mean = [&](double sum) { return static_cast<std::int64_t>(sum / n); };
    const double unevenness =
        computing > 0 ? static_cast<double>(most_computing) * n / computing : 0;
    imbalance.row({jobs.at(j).at("name"), time_text(mean(computing)), time_text(most_computing),
                   fmt::format("{:.2f}", unevenness),
                   time_text(mean(waiting)), time_text(most_waiting),
                   last < 0 ? "never" : time_text(first), last < 0 ? "never" : time_text(last)});
  }
  fmt::print("ranks: imbalance\n{}", imbalance.text());

  // Who waited least held the others up; of these the ones that end last.
  std::vector<std::pair<double, std::int64_t>> slowness;
  const double end = run.summary.at("time_ps").get<double>();
  for (std::size_t i = 0; i < job.size(); ++i) {
    const double ends = finish[i] < 0 ? end + 1 : static_cast<double>(finish[i]);
    slowness.emplace_back(ends - static_cast<double>(parts[3][i]), finish[i]);
  }
  const std::vector<std::string> peers = waited_for(run, job, rank);
  const bool knows_peers = std::ranges::any_of(peers, [](const auto& p) { return !p.empty(); });
  std::vector<std::string> head{"rank", "node", "ends at", "computing", "sending", "receiving",
                                "waiting", "polling"};
  if (knows_peers) head.emplace_back("waited most for");
  Table top(head);
  for (const std::size_t i : order_of(slowness, most)) {
    std::vector<std::string> cells{
        fmt::format("{} of {}", rank[i],
                    jobs.at(static_cast<std::size_t>(job[i])).at("name").get<std::string>()),
        std::to_string(node[i]), finish[i] < 0 ? "never" : time_text(finish[i])};
    for (const Column& c : parts) cells.push_back(time_text(c[i]));
    if (knows_peers) cells.push_back(peers[i]);
    top.row(std::move(cells));
  }
  if (most) fmt::print("ranks: the slowest, by the time without waiting\n{}", top.text());
}

// --- Files ---

void write_files(const RunFiles& run, const ReportArguments& a) {
  const fs::path folder = a.out.empty() ? run.path / "report" : fs::path(a.out);
  std::vector<std::string> made, pictures;
  const auto put = [&](const std::string& name, const std::string& text) {
    write_text(folder / name, text);
    made.push_back(name);
    if (name.ends_with(".svg")) pictures.push_back(text);
  };
  if (!a.no_plots) {
    put("links.svg", link_histogram(run));
    if (const auto svg = latency_distribution(run)) put("latency.svg", *svg);
    if (const auto svg = over_time(run)) put("time.svg", *svg);
    if (const auto svg = buffer_history(run)) put("buffers.svg", *svg);
    if (const auto svg = timeline_picture(run)) put("timeline.svg", *svg);
  }
  if (a.html) {
    for (const auto& [name, svg] : view_plots(run)) put(name, svg);
    put("report.html", report_page(run, pictures));
  }
  if (a.csv) {
    for (const std::string& table : run.tables.tables()) put(table + ".csv", run.tables.csv(table));
  }
  if (made.empty()) return;
  fmt::print("in {}:", folder.string());
  for (const std::string& name : made) fmt::print(" {}", name);
  fmt::print("\n");
}

// What results.h5 holds. Texts are read, so that who reads them without a guard, as Python does, knows that
// they can be read.
void print_tables(const Hdf5Reader& file) {
  Table all({"table", "column", "rows", "unit"});
  for (const std::string& table : file.tables()) {
    for (const std::string& column : file.columns(table)) {
      if (file.kind(table, column) == Hdf5Reader::Kind::texts) file.texts(table, column);
      all.row({table, column, std::to_string(file.rows(table, column)), file.unit(table, column)});
    }
  }
  file.attribute("topology");
  fmt::print("{}", all.text());
}

Exit report(const ReportArguments& a) {
  const RunFiles run(a.run);
  if (a.tables) {
    print_tables(run.tables);
    return Exit::done;
  }
  if (a.format == "nsim") {
    fmt::print("{}", nsim_report(run.summary));
    return Exit::done;
  }
  fmt::print("{} on {}: {}, {}\n", run.name(), run.tables.attribute("topology"),
             time_text(run.summary.at("time_ps")),
             is_whole(run.summary)
                 ? end_reason(run.summary)
                 : fmt::format("ended early ({}): results until then",
                               end_reason(run.summary)));
  print_jobs(run);
  print_ranks(run, a.top);
  print_collectives(run);
  print_latencies(run);
  print_links(run, a.top);
  if (a.top) print_nics(run, a.top);
  if (a.top) print_buffers(run, a.top);
  write_files(run, a);
  return Exit::done;
}

const Verb report_verb{
    "report", "print and draw tables of a run: busiest links, slowest ranks, latencies",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<ReportArguments>();
      app.add_option("run", a->run, "run directory")->required()->type_name("DIR");
      app.add_option("--top", a->top, "number of links, NICs and ranks to list")
          ->check(CLI::Range(0, 1000000));
      app.add_option("--format", a->format, "words: tables; nsim: the report of NSIM, without pictures")
          ->check(CLI::IsMember({"words", "nsim"}))
          ->type_name("FORMAT");
      app.add_flag("--html", a->html, "also draw the machine and curves over time, and write all pictures "
                                   "with the summary as one page, report.html");
      app.add_flag("--tables", a->tables, "only list the tables of results.h5, their columns and units");
      app.add_flag("--csv", a->csv, "write each table of results.h5 as CSV");
      app.add_flag("--no-plots", a->no_plots, "draw nothing");
      app.add_option("-o,--out,--output", a->out, "directory for pictures and CSV; default: DIR/report")
          ->type_name("DIR");
      return [a] { return reading_runs([&] { return report(*a); }); };
    }};

}  // namespace
}  // namespace kasuri::cli
