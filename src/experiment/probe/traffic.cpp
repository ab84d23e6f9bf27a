// SPDX-License-Identifier: MIT
// Who sent how much to whom: messages between nodes as a matrix, and as demands for the circuit planner of
// a chip (docs/on-chip.md), which plans for what a program or a trace has sent.
#include <fmt/format.h>

#include <map>

#include "base/config/registry.h"
#include "experiment/probe/probe.h"

namespace kasuri {
namespace {

struct TrafficRow {
  std::uint32_t source, destination;
  std::uint64_t messages;
  Bytes bytes;

  static Columns<TrafficRow> columns() {
    using R = TrafficRow;
    return {key("source", &R::source, "", "node"), key("destination", &R::destination, "", "node"),
            column("messages", &R::messages, "", "also requests and clearances of a rendezvous"),
            column("bytes", &R::bytes, "B", "payload")};
  }
};

class TrafficRecorder final : public Recorder {
 public:
  void arrived(const Message& m, Time) override {
    if (m.source == m.destination) return;  // it stays in the node
    TrafficRow& row = rows_.try_emplace({m.source.v, m.destination.v}, m.source.v, m.destination.v,
                                        0u, Bytes{0}).first->second;
    ++row.messages;
    row.bytes += m.size;
  }
  std::vector<Table> take() override {
    std::vector<TrafficRow> rows;
    for (const auto& [pair, row] : rows_) rows.push_back(row);
    return {TrafficRow::columns().table("traffic", rows)};
  }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, TrafficRow> rows_;
};

class Traffics final : public Probe {
 public:
  static std::string notes() { return describe_columns(TrafficRow::columns().table("traffic")); }

  Traffics(const config::NoParams&, ProbeContext&) {}

  Hooks hooks() const override { return {.arrived = true}; }
  std::unique_ptr<Recorder> record(const RecorderContext&) const override {
    return std::make_unique<TrafficRecorder>();
  }
  Outcome conclude(std::vector<Table> merged, const RunFacts&) const override {
    std::string demands = "source,target,bits\n";
    for (const TrafficRow& r : TrafficRow::columns().rows(merged.front())) {
      if (r.bytes.n == 0) continue;
      demands += fmt::format("{},{},{}\n", r.source, r.destination, 8 * r.bytes.n);
    }
    return {std::move(merged), {{"traffic.csv", std::move(demands)}}};
  }
};

const config::Register<Traffics> traffic{
    "traffic", "bytes that each node sent to each other node, and traffic.csv for the circuit planner"};

}  // namespace
}  // namespace kasuri
