// SPDX-License-Identifier: MIT
// What ranks, messages and links do in a window of time, as timeline.json in the Trace Event Format, which
// ui.perfetto.dev and chrome://tracing open: a track for each rank with its calls and an arrow for each
// message, a track for each link with its packets.
#include "base/config/registry.h"
#include "experiment/probe/probe.h"
#include "experiment/probe/trace_events.h"
#include "experiment/probe/window.h"
#include "mpi/ranks/world.h"

namespace kasuri {
namespace {

struct TimelineParams {
  Time from{0};
  Time until{0};
  bool ranks = true;
  bool messages = true;
  bool links = true;

  static config::Fields<TimelineParams> fields() {
    using P = TimelineParams;
    return {
        config::field("from", &P::from, "begin of the interval").at_least(Time{0}),
        config::field("until", &P::until,
                      "end of the interval").at_least(Time{1}).or_unlimited().required(),
        config::field("ranks", &P::ranks, "record calls, collectives and computation of ranks"),
        config::field("messages", &P::messages, "record messages from the send to their arrival"),
        config::field("links", &P::links, "record packets on links between routers and to NICs"),
    };
  }
  static void validate(const TimelineParams& p, config::Section& section) {
    check_window({p.from, p.until}, section);
  }
};

class TimelineRecorder final : public Recorder {
 public:
  TimelineRecorder(const TimelineParams& p, const RecorderContext& c)
      : machine_(c.machine), fabric_(c.fabric), world_(c.world), params_(p), window_{p.from, p.until} {
    std::uint32_t link = 0;
    for (std::uint32_t r = 0; p.links && r < machine_.topology.routers(); ++r) {
      first_.push_back(link);
      link += machine_.topology.degree({r}) + machine_.topology.endpoints_at({r});
    }
  }

  void granted(const Grant& g) override {
    if (!params_.links || !window_.meets(g.head, g.tail)) return;
    const Packet& p = fabric_->packets[g.packet];
    const std::uint32_t link = first_[machine_.router(g.router).v] + g.port;
    links_.push_back({link, g.head, g.tail, p.bytes, p.source.v, p.destination.v});
  }
  void arrived(const Message& m, Time posted) override {
    const Time now = machine_.partition.now();
    if (!params_.messages || !window_.meets(posted, now) || m.traffic == Traffic::control) return;
    mpi::Messages::Ends ends;
    if (m.traffic != Traffic::pattern) ends = world_.messages().ends_of(m);
    messages_.push_back({posted, m.source.v, m.destination.v, now, static_cast<std::int32_t>(ends.from),
                         static_cast<std::int32_t>(ends.to), m.size, m.traffic});
  }
  void spent(std::uint32_t rank, mpi::Activity what, Time from, Time to, const char* call) override {
    add(rank, static_cast<std::int32_t>(what), from, to, call ? call : "");
  }
  void in_collective(std::uint32_t rank, std::size_t code, Time from, Time to) override {
    add(rank, RankSpan::kCollective, from, to, mpi::collective_name(code));
  }

  std::vector<Table> take() override {
    std::vector<Table> all{RankSpan::columns().table("ranks", spans_),
                           MessageSpan::columns().table("messages", messages_),
                           LinkSpan::columns().table("links", links_)};
    for (Table& t : all) t.combined = false;
    return all;
  }

 private:
  void add(std::uint32_t rank, std::int32_t what, Time from, Time to, std::string call) {
    if (!params_.ranks || !window_.meets(from, to) || from == to) return;
    spans_.push_back({rank, from, -what, to, std::move(call)});
  }

  MachinePart& machine_;
  Fabric* fabric_;
  mpi::World& world_;
  TimelineParams params_;
  Window window_;
  std::vector<std::uint32_t> first_;  // number of each router's first output
  std::vector<RankSpan> spans_;
  std::vector<MessageSpan> messages_;
  std::vector<LinkSpan> links_;
};

class Timeline final : public Probe {
 public:
  Timeline(const TimelineParams& p, ProbeContext&) : params_(p) {}

  Hooks hooks() const override {
    return {.granted = params_.links, .arrived = params_.messages, .ranks = params_.ranks};
  }
  std::unique_ptr<Recorder> record(const RecorderContext& c) const override {
    return std::make_unique<TimelineRecorder>(params_, c);
  }
  Outcome conclude(std::vector<Table> merged, const RunFacts& run) const override {
    return {{},
            {{"timeline.json",
              trace_events(RankSpan::columns().rows(merged[0]), MessageSpan::columns().rows(merged[1]),
                           LinkSpan::columns().rows(merged[2]), run)}}};
  }

 private:
  TimelineParams params_;
};

const config::Register<Timeline, TimelineParams> timeline{
    "timeline", "activity of ranks, messages and links in an interval of time, as timeline.json"};

}  // namespace
}  // namespace kasuri
