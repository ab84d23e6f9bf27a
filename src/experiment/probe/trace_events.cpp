// SPDX-License-Identifier: MIT
#include "experiment/probe/trace_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

namespace kasuri {
namespace {

// Processes of the format: one for each job, then what messages and links are grouped under.
constexpr std::uint32_t kMessages = 1000, kLinks = 1001;

std::string quoted(std::string_view text) { return nlohmann::json(text).dump(); }

std::string stamp(Time t) { return fmt::format("{}.{:06}", t.ps / 1'000'000, t.ps % 1'000'000); }

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  // A name of a process, or of one of its threads.
  void name(const char* what, std::uint32_t pid, std::uint64_t tid, std::string_view text) {
    event(fmt::format("\"ph\":\"M\",\"name\":\"{}\",\"pid\":{},\"tid\":{},\"args\":{{\"name\":{}}}", what,
                      pid, tid, quoted(text)));
    if (std::string_view(what) == "thread_name") {
      event(
          fmt::format("\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":{},\"tid\":{},"
                      "\"args\":{{\"sort_index\":{}}}",
                      pid, tid, tid));
    }
  }
  void slice(std::uint32_t pid, std::uint64_t tid, Time from, Time to, std::string_view category,
             std::string_view text, const std::string& arguments = "") {
    event(
        fmt::format("\"ph\":\"X\",\"pid\":{},\"tid\":{},\"ts\":{},\"dur\":{},\"cat\":\"{}\","
                    "\"name\":{}{}",
                    pid, tid, stamp(from), stamp(to - from), category, quoted(text),
                    arguments.empty() ? "" : ",\"args\":{" + arguments + "}"));
  }
  // One end of an arrow between two slices: 's' or 'f'.
  void arrow(char end, std::uint32_t pid, std::uint64_t tid, Time at, std::uint64_t id) {
    event(
        fmt::format("\"ph\":\"{}\",{}\"pid\":{},\"tid\":{},\"ts\":{},\"id\":{},\"cat\":\"message\","
                    "\"name\":\"message\"",
                    end, end == 'f' ? "\"bp\":\"e\"," : "", pid, tid, stamp(at), id));
  }
  // Something that may overlap with anything else.
  void beside(std::uint32_t pid, Time from, Time to, std::uint64_t id, std::string_view text,
              const std::string& arguments) {
    for (const char end : {'b', 'e'}) {
      event(
          fmt::format("\"ph\":\"{}\",\"pid\":{},\"tid\":0,\"ts\":{},\"id\":{},\"cat\":\"message\","
                      "\"name\":{},\"args\":{{{}}}",
                      end, pid, stamp(end == 'b' ? from : to), id, quoted(text), arguments));
    }
  }

 private:
  void event(std::string_view body) {
    fmt::format_to(std::back_inserter(out_), "{}{{{}}}", first_ ? "" : ",\n", body);
    first_ = false;
  }
  std::string& out_;
  bool first_ = true;
};

void write_ranks(Writer& w, const std::vector<RankSpan>& spans, const std::vector<MessageSpan>& messages,
                 const RunFacts& run) {
  std::set<std::uint32_t> ranks;
  for (const RankSpan& s : spans) ranks.insert(s.rank);
  for (const MessageSpan& m : messages) {
    if (m.from >= 0) ranks.insert(static_cast<std::uint32_t>(m.from));
    if (m.to >= 0) ranks.insert(static_cast<std::uint32_t>(m.to));
  }
  std::set<std::uint32_t> jobs;
  for (const std::uint32_t k : ranks) {
    const RunFacts::Rank row = run.ranks[k];
    if (jobs.insert(row.job).second) w.name("process_name", row.job + 1, 0, "job " + run.jobs[row.job]);
    w.name("thread_name", row.job + 1, row.rank, fmt::format("rank {}", row.rank));
  }
  for (const RankSpan& s : spans) {
    const RunFacts::Rank row = run.ranks[s.rank];
    const auto activity = static_cast<mpi::Activity>(-s.minus_what);
    const bool collective = -s.minus_what == RankSpan::kCollective;
    const std::string_view what = collective ? "collective" : mpi::name_of(activity);
    const std::string& call = s.name;
    const bool plain = call.empty() || activity == mpi::Activity::computing;
    w.slice(row.job + 1, row.rank, s.from, s.to, what,
            collective ? call
            : plain    ? std::string(what)
                       : fmt::format("{}: {}", call, what));
  }
}

// Between ranks as arrows, which need a slice at both ends; of patterns as slices of their own.
void write_messages(Writer& w, const std::vector<MessageSpan>& messages, const RunFacts& run) {
  std::uint64_t id = 0;
  bool named = false;
  for (const MessageSpan& m : messages) {
    ++id;
    const std::string facts = fmt::format("\"bytes\":{},\"class\":\"{}\",\"from_node\":{},\"to_node\":{}",
                                          m.bytes.n, name_of(m.traffic), m.source, m.destination);
    if (m.from >= 0 && m.to >= 0) {
      const RunFacts::Rank from = run.ranks[static_cast<std::size_t>(m.from)];
      const RunFacts::Rank to = run.ranks[static_cast<std::size_t>(m.to)];
      w.slice(from.job + 1, from.rank, m.posted, m.posted, "message",
              fmt::format("{} to rank {}", to_string(m.bytes), to.rank), facts);
      w.arrow('s', from.job + 1, from.rank, m.posted, id);
      w.slice(to.job + 1, to.rank, m.arrived, m.arrived, "message",
              fmt::format("{} from rank {}", to_string(m.bytes), from.rank), facts);
      w.arrow('f', to.job + 1, to.rank, m.arrived, id);
      continue;
    }
    if (!named) w.name("process_name", kMessages, 0, "messages");
    named = true;
    w.beside(kMessages, m.posted, m.arrived, id, fmt::format("node {} to node {}", m.source, m.destination),
             facts);
  }
}

void write_links(Writer& w, const std::vector<LinkSpan>& spans, const Topology& t) {
  if (spans.empty()) return;
  w.name("process_name", kLinks, 0, "links of " + t.describe());
  auto span = spans.begin();
  std::uint32_t first = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    const std::uint32_t degree = t.degree({r}), ports = degree + t.endpoints_at({r});
    for (std::uint32_t port = 0; port < ports && span != spans.end(); ++port) {
      const std::uint32_t link = first + port;
      if (span->link != link) continue;
      const std::string from = position(t, {r});
      w.name("thread_name", kLinks, link,
             port < degree ? fmt::format("{} to {}", from, position(t, t.neighbour({r}, port).router))
                           : fmt::format("{} to NIC {}", from, t.first_endpoint({r}).v + port - degree));
      for (; span != spans.end() && span->link == link; ++span) {
        w.slice(kLinks, link, span->head, span->tail, "packet",
                fmt::format("NIC {} to NIC {}", span->source, span->destination),
                fmt::format("\"bytes\":{}", span->bytes));
      }
    }
    first += ports;
  }
}

}  // namespace

std::string trace_events(const std::vector<RankSpan>& ranks, const std::vector<MessageSpan>& messages,
                         const std::vector<LinkSpan>& links, const RunFacts& run) {
  std::string out = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
  Writer w(out);
  write_ranks(w, ranks, messages, run);
  write_messages(w, messages, run);
  write_links(w, links, run.topology);
  return out + "\n]}\n";
}

}  // namespace kasuri
