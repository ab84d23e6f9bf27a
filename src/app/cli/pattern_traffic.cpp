// SPDX-License-Identifier: MIT
#include "app/cli/pattern_traffic.h"

#include <fmt/format.h>

#include <memory>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/errors.h"
#include "workload/patterns/open_loop.h"

namespace kasuri::cli {
namespace {

// A pattern that sends nothing: it only says where it would.
class StillPattern {
 public:
  StillPattern(const std::string& toml, const Topology& t) {
    auto document = config::Document::parse(toml, "pattern");
    const auto choice = config::read<config::Choice<Pattern>>(document.root());
    document.finish();
    for (std::uint32_t e = 0; e < t.endpoints(); ++e) nodes_.push_back({e});
    PatternContext context{.partition = partition_, .transport = nowhere_, .nodes = nodes_, .here = {},
                           .places = {}, .first_sender = 0, .job = 0, .seed = 0,
                           .injection_rate = BytesPerSecond{1'000'000'000}, .topology = &t};
    pattern_ = choice.make(context);
    open_loop_ = dynamic_cast<const OpenLoop*>(pattern_.get());
  }
  void demand(std::uint32_t from, const DemandSink& to) const { open_loop_->demand(from, to); }

 private:
  struct Nowhere final : Transport {
    std::uint8_t add_client(TransportClient&) override { return 0; }
    void send(const Message&) override {}
    Bytes on_wire(Bytes payload) const override { return payload + Bytes{1}; }
  };
  Partition partition_;
  Nowhere nowhere_;
  std::vector<NodeId> nodes_;
  std::unique_ptr<Pattern> pattern_;
  const OpenLoop* open_loop_ = nullptr;
};

// Endpoints of a group, if all groups have equally many and consecutive ones, and there are several.
std::uint32_t group_size(const Topology& t) {
  const auto group = [&](std::uint32_t e) { return t.group(t.router_of({e})); };
  const std::uint32_t n = t.endpoints();
  std::uint32_t size = 0;
  while (size < n && group(size) == group(0)) ++size;
  if (size == n || n % size) return 0;
  for (std::uint32_t e = 0; e < n; ++e) {
    if (group(e) != group(e / size * size)) return 0;
    if (e >= size && e % size == 0 && group(e) == group(e - 1)) return 0;
  }
  return size;
}

}  // namespace

std::vector<TrafficDemand> pattern_traffic(const Topology& t) {
  std::vector<TrafficDemand> all{TrafficDemand::uniform()};
  const auto add = [&](const std::string& name, const std::string& more) {
    try {
      auto pattern = std::make_shared<const StillPattern>(fmt::format("type = '{}'\n{}", name, more), t);
      all.push_back({name, [pattern](std::uint32_t from, const DemandSink& to) {
        pattern->demand(from, to);
      }});
    } catch (const Error& e) {
      if (e.code() != Exit::usage) throw;  // it does not fit: a transpose of 72 ranks
    }
  };
  for (const char* name : {"neighbour", "tornado", "bit-complement", "transpose"}) add(name, "");
  if (const std::uint32_t group = group_size(t)) add("next-group", fmt::format("group = {}", group));
  return all;
}

}  // namespace kasuri::cli
