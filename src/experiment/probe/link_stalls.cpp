// SPDX-License-Identifier: MIT
// For how long links were free and requested, but did not take the packet: no free buffer space downstream,
// its input port busy, the link asleep. Routers keep these sums in every run (Routers::stalled).
#include "base/config/registry.h"
#include "experiment/probe/probe.h"

namespace kasuri {
namespace {

struct StallRow {
  std::uint32_t link_class;
  Time stalled;

  static Columns<StallRow> columns() {
    using R = StallRow;
    return {key("class", &R::link_class, "index into link_classes", ""),
            column("stalled", &R::stalled, "ps", "sum over the links of the class")};
  }
};

class StallRecorder final : public Recorder {
 public:
  explicit StallRecorder(const RecorderContext& c)
      : routers_(c.routers), classes_(static_cast<std::uint32_t>(c.machine.link_classes.size())) {}

  std::vector<Table> take() override {
    std::vector<StallRow> rows;
    for (std::uint32_t c = 0; c < classes_; ++c) rows.push_back({c, stalled(c)});
    return {StallRow::columns().table("link_stalls", rows)};
  }

 private:
  Time stalled(std::uint32_t link_class) const {
    return routers_ ? routers_->stalled(link_class) : Time{0};
  }

  Routers* routers_;  // null where no packets pass routers
  std::uint32_t classes_;
};

class LinkStalls final : public ProbeBy<StallRecorder> {
 public:
  static std::string notes() { return describe_columns(StallRow::columns().table("link_stalls")); }

  LinkStalls(const config::NoParams&, ProbeContext&) {}

  Hooks hooks() const override { return {}; }
};

const config::Register<LinkStalls> link_stalls{
    "link-stalls", "for how long links were free and requested, but sent nothing, by class; in every run"};

}  // namespace
}  // namespace kasuri
