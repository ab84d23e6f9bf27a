// SPDX-License-Identifier: MIT
#include "experiment/run/link_table.h"

#include <utility>

namespace kasuri {

std::uint32_t LinkRow::to() const {
  const Topology& t = *table->topology_;
  return ejection ? t.first_endpoint({from}).v + (port - t.degree({from}))
                  : t.neighbour({from}, port).router.v;
}

std::uint32_t LinkRow::link_class() const {
  return ejection ? static_cast<std::uint32_t>(table->rates_.size() - 1)
                  : table->topology_->link_class({from}, port);
}

BytesPerSecond LinkRow::rate() const { return table->rates_[link_class()]; }

LinkTable::LinkTable(std::shared_ptr<const Topology> topology, const std::vector<LinkClass>& classes)
    : topology_(std::move(topology)),
      low_(channel_count(*topology_) + topology_->endpoints()),
      high_(low_.size()) {
  for (const LinkClass& c : classes) rates_.push_back(c.flow.rate());
}

void LinkTable::add(std::uint64_t link, const Load& load) {
  Load sum = (*this)[link];
  sum.packets += load.packets;
  sum.bytes += load.bytes;
  const auto bytes = static_cast<std::uint64_t>(sum.bytes.n);
  low_[link] = {static_cast<std::uint32_t>(sum.packets), static_cast<std::uint32_t>(bytes)};
  const Words high{static_cast<std::uint32_t>(sum.packets >> 32), static_cast<std::uint32_t>(bytes >> 32)};
  if (high.packets || high.bytes) high_[link] = high;
  if (load.slower == Time{0}) return;
  slower_.grow(size());
  slower_[link] += load.slower;
}

LinkTable::Iterator::Iterator(const LinkTable& table, std::uint32_t router)
    : table_(&table), router_(router) {
  open();
}

// Goes on to the next router that has a link, and asks it for its ports.
void LinkTable::Iterator::open() {
  const std::uint32_t routers = table_->topology_ ? table_->topology_->routers() : 0;
  for (; router_ < routers; ++router_) {
    degree_ = table_->topology_->degree({router_});
    ports_ = degree_ + table_->topology_->endpoints_at({router_});
    if (ports_ > 0) return;
  }
}

LinkTable::Iterator& LinkTable::Iterator::operator++() {
  ++link_;
  if (++port_ == ports_) {
    port_ = 0;
    ++router_;
    open();
  }
  return *this;
}

LinkRow LinkTable::Iterator::operator*() const {
  const Load load = (*table_)[link_];
  return {router_, port_, port_ >= degree_, load.packets, load.bytes, load.slower, table_};
}

// Only the links that carried something.
void LinkTable::pack(ArchiveWriter& archive) const {
  std::uint64_t used = 0;
  for (std::uint64_t i = 0; i < size(); ++i) used += (*this)[i].packets > 0;
  archive(used);
  for (std::uint64_t i = 0; i < size(); ++i) {
    if (const Load l = (*this)[i]; l.packets > 0) archive(i), archive(l);
  }
}

void LinkTable::add(ArchiveReader& archive) {
  std::uint64_t used = 0;
  archive(used);
  for (; used > 0; --used) {
    std::uint64_t link = 0;
    Load load{};
    archive(link), archive(load);
    check(link < size(), "processes of one run have the same machine");
    add(link, load);
  }
}

}  // namespace kasuri
