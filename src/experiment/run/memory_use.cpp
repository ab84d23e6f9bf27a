// SPDX-License-Identifier: MIT
#include "experiment/run/memory_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace kasuri {

MemoryUse& MemoryUse::operator+=(const MemoryUse& o) {
  nodes += o.nodes, routers += o.routers, nics += o.nics, packets += o.packets, messages += o.messages;
  events += o.events, patterns += o.patterns, tables += o.tables, all += o.all;
  return *this;
}

std::string describe(const MemoryUse& m) {
  std::string s;
  const auto line = [&](std::string_view what, std::uint64_t bytes) {
    s += fmt::format("{:<9} {:.1f} B a node\n", what,
                     static_cast<double>(bytes) / static_cast<double>(std::max<std::uint64_t>(m.nodes, 1)));
  };
  line("memory", m.all);
  line("routers", m.routers);
  line("NICs", m.nics);
  line("packets", m.packets);
  line("messages", m.messages);
  line("events", m.events);
  line("patterns", m.patterns);
  line("tables", m.tables);
  const std::uint64_t known =
      m.routers + m.nics + m.packets + m.messages + m.events + m.patterns + m.tables;
  line("others", m.all - std::min(m.all, known));
  return s;
}

}  // namespace kasuri
