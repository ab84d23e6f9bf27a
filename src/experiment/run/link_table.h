// SPDX-License-Identifier: MIT
// What the links of the whole machine carried, router by router and port by port. Machines have
// millions of links: only what cannot be told from the topology is kept, 8 bytes a link and as many more
// where a number needs more than 32 bits.
#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <vector>

#include "base/core/archive.h"
#include "base/core/pool.h"
#include "base/core/units.h"
#include "network/net/link.h"
#include "network/net/topology.h"

namespace kasuri {

class LinkTable;

// One directed router-to-router link, or the ejection link to an endpoint.
struct LinkRow {
  std::uint32_t from;
  std::uint32_t port;
  bool ejection;
  std::uint64_t packets;
  Bytes bytes;
  Time slower;  // than bytes over rate, see network/net/slow_links.h
  const LinkTable* table;

  std::uint32_t to() const;  // router, or endpoint for an ejection link
  std::uint32_t link_class() const;
  BytesPerSecond rate() const;
  // For how long the link was held by them.
  Time busy() const { return bytes / rate() + slower; }
};

class LinkTable {
 public:
  using Load = LinkLoad;

  LinkTable() = default;
  // `classes`: the topology's, then the terminal links'.
  LinkTable(std::shared_ptr<const Topology>, const std::vector<LinkClass>& classes);

  std::uint64_t size() const { return low_.size(); }
  Load operator[](std::uint64_t link) const {
    const Words &low = low_[link], &high = high_[link];
    return {std::uint64_t{high.packets} << 32 | low.packets,
            {static_cast<std::int64_t>(std::uint64_t{high.bytes} << 32 | low.bytes)},
            slower_.size() ? slower_[link] : Time{0}};
  }
  void add(std::uint64_t link, const Load&);

  class Iterator {
   public:
    using value_type = LinkRow;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(const LinkTable&, std::uint32_t router);
    LinkRow operator*() const;
    Iterator& operator++();
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& o) const { return router_ == o.router_ && port_ == o.port_; }

   private:
    void open();
    const LinkTable* table_ = nullptr;
    std::uint64_t link_ = 0;
    std::uint32_t router_ = 0, port_ = 0;
    std::uint32_t degree_ = 0, ports_ = 0;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, topology_ ? topology_->routers() : 0}; }

  // Adds what another process has counted of the same machine.
  void pack(ArchiveWriter&) const;
  void add(ArchiveReader&);

 private:
  friend LinkRow;
  std::shared_ptr<const Topology> topology_;
  std::vector<BytesPerSecond> rates_;  // per class
  struct Words {
    std::uint32_t packets, bytes;
  };
  LazyArray<Words> low_, high_;
  LazyArray<Time> slower_;  // empty if no link was
};

}  // namespace kasuri
