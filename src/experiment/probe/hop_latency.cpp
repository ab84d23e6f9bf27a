// SPDX-License-Identifier: MIT
// Where the time of a hop goes, by class of the link that a packet leaves by. From the arrival of its head
// in an input buffer to the departure of its tail:
//   VC wait        other packets are before it in its virtual channel
//   pipeline       routing, VC allocation, switch allocation, switch traversal
//   credit wait    no virtual channel of the link has free buffer space for it downstream
//   switch wait    other packets are forwarded: its output, its input port or the output's buffer is busy
//   wake wait      the link sleeps or wakes up
//   serialisation  from its head to its tail on the link
// Between the request and the grant a packet may miss several of these at a time. The condition that is
// met last owns all of that wait.
#include <algorithm>
#include <vector>

#include "base/config/registry.h"
#include "experiment/probe/probe.h"

namespace kasuri {
namespace {

constexpr const char* kTable = "hop_latency";

// Sums over the packets that left by a class of links.
struct HopSums {
  std::uint32_t link_class = 0;
  std::uint64_t hops = 0;
  Time vc_wait{0}, pipeline{0}, credit_wait{0}, switch_wait{0}, wake_wait{0}, serialisation{0};

  static Columns<HopSums> columns() {
    using R = HopSums;
    return {key("class", &R::link_class, "", ""),
            column("hops", &R::hops, "", ""),
            column("vc_wait", &R::vc_wait, "ps", ""),
            column("pipeline", &R::pipeline, "ps", ""),
            column("credit_wait", &R::credit_wait, "ps", ""),
            column("switch_wait", &R::switch_wait, "ps", ""),
            column("wake_wait", &R::wake_wait, "ps", ""),
            column("serialisation", &R::serialisation, "ps", "")};
  }
};

// Means.
struct HopRow {
  std::string link_class;
  std::uint64_t hops;
  double vc_wait, pipeline, credit_wait, switch_wait, wake_wait, serialisation;

  static Columns<HopRow> columns() {
    using R = HopRow;
    return {
        key("class", &R::link_class, "", "link class; terminal: links to NICs"),
        column("hops", &R::hops, "", "packets sent over these links"),
        column("vc_wait", &R::vc_wait, "ps", "mean time behind other packets of the same virtual channel"),
        column("pipeline", &R::pipeline, "ps", "routing, allocation and switch traversal"),
        column("credit_wait", &R::credit_wait, "ps", "mean time waiting for credits"),
        column("switch_wait", &R::switch_wait, "ps",
               "mean time waiting while other packets used the output, the input port or the output's "
               "buffer"),
        column("wake_wait", &R::wake_wait, "ps", "mean time waiting for a sleeping link"),
        column("serialisation", &R::serialisation, "ps", "mean time from head to tail on the link")};
  }
};

class HopRecorder final : public Recorder {
 public:
  explicit HopRecorder(const RecorderContext& c) : f_(*c.fabric), sums_(f_.link_classes.size()) {
    for (std::uint32_t i = 0; i < sums_.size(); ++i) sums_[i].link_class = i;
    for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
      const RouterId id = f_.router(r);
      first_.push_back(static_cast<std::uint32_t>(classes_.size()));
      for (std::uint32_t port = 0; port < f_.topology.degree(id); ++port) {
        classes_.push_back(static_cast<std::uint8_t>(f_.topology.link_class(id, port)));
      }
      classes_.insert(classes_.end(), f_.topology.endpoints_at(id), f_.terminal_class());
    }
  }

  void entered(std::uint32_t, std::uint32_t, std::uint32_t packet, Time head) override {
    if (packet >= here_.size()) here_.resize(std::max<std::size_t>(packet + 1, 2 * here_.size()));
    here_[packet] = {.entered = head};
  }
  void held(std::uint32_t packet, Hold why, Time now) override {
    here_[packet].held = now;
    here_[packet].why = why;
  }
  void granted(const Grant& g) override {
    const Visit& v = here_[g.packet];
    HopSums& s = sums_[classes_[first_[g.router] + g.port]];
    ++s.hops;
    s.vc_wait += g.requested - f_.request - v.entered;
    s.pipeline += f_.request + f_.traversal;
    const bool owned = v.held >= later(g.possible, g.requested);
    wait(s, owned ? v.why : Hold::input) += g.granted - g.requested;
    s.switch_wait += g.head - f_.traversal - g.granted;
    s.serialisation += g.tail - g.head;
  }
  std::vector<Table> take() override { return {HopSums::columns().table(kTable, sums_)}; }

  static std::uint64_t bytes_per_output() { return sizeof(classes_[0]); }

 private:
  struct Visit {
    Time entered{0};
    Time held{-1};  // an output last looked at it in vain
    Hold why{};
  };

  static Time& wait(HopSums& s, Hold why) {
    switch (why) {
      case Hold::credit:
        return s.credit_wait;
      case Hold::asleep:
        return s.wake_wait;
      case Hold::input:
        break;
    }
    return s.switch_wait;
  }

  Fabric& f_;
  std::vector<HopSums> sums_;          // by class of links
  std::vector<std::uint32_t> first_;   // output of each router
  std::vector<std::uint8_t> classes_;  // of each output
  std::vector<Visit> here_;            // of each packet, in the router where it is
};

class HopLatency final : public ProbeBy<HopRecorder> {
 public:
  static std::string notes() { return describe_columns(HopRow::columns().table(kTable)); }

  HopLatency(const config::NoParams&, ProbeContext& c)
      : memory_((channel_count(c.topology) + c.topology.endpoints()) * HopRecorder::bytes_per_output() +
                sizeof(std::uint32_t) * c.topology.routers()) {
    c.require_routers();
  }

  Hooks hooks() const override { return {.entered = true, .held = true, .granted = true}; }
  Outcome conclude(std::vector<Table> merged, const RunFacts& run) const override {
    std::vector<HopRow> rows;
    for (const HopSums& s : HopSums::columns().rows(merged.front())) {
      if (s.hops == 0) continue;
      const auto mean = [&](Time sum) { return static_cast<double>(sum.ps) / static_cast<double>(s.hops); };
      rows.push_back({run.link_classes[s.link_class], s.hops, mean(s.vc_wait), mean(s.pipeline),
                      mean(s.credit_wait), mean(s.switch_wait), mean(s.wake_wait), mean(s.serialisation)});
    }
    Table t = HopRow::columns().table(kTable, rows);
    t.brief = true;
    return {{std::move(t)}, {}};
  }
  std::uint64_t memory_bytes() const override { return memory_; }

 private:
  std::uint64_t memory_;
};

const config::Register<HopLatency> hop_latency{
    "hop-latency",
    "time per hop and link class: waiting for the VC, for credits, for the switch and for link wake-up; "
    "pipeline; serialisation"};

}  // namespace
}  // namespace kasuri
