// SPDX-License-Identifier: MIT
// A structure drawn as text, layer by layer from the bottom, with a blank line between layers:
//   S  a packet switch with a server     P  a packet switch without
//   C  a circuit switch                  .  nothing
// Spaces between sites are ignored; a line that starts with # is a comment. A line
//   link x,y,z x,y,z mm
// adds a link to those of the wiring, and a line
//   server x,y,z
// a server to a packet switch that has none; x counts columns from the left, y rows from the top,
// both from 0. Servers are numbered row by row as seen from above, as those of other structures; of
// several in a column, the one in the lowest layer comes first.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <tuple>

#include "studies/chip/sites.h"
#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri::chip {
namespace {

constexpr std::size_t kMostSites = 1 << 20;
constexpr double kMostMm = 1000;

class StructureReader {
 public:
  StructureReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Structure read(const LayoutParams& p) {
    std::istringstream in{std::string(text_)};
    for (std::string line; std::getline(in, line);) {
      ++line_;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      take(line);
    }
    if (rows_.empty()) refuse(0, "the file draws no switch");
    return build(p);
  }

 private:
  struct Row {
    std::uint32_t line, y, z;
    std::string sites;
    std::vector<std::size_t> columns;  // of the file
  };
  struct Extra {
    std::uint32_t line;
    Place a, b;
    double mm;
  };

  struct Attached {
    std::uint32_t line;
    Place at;
  };

  [[noreturn]] void refuse(std::size_t column, std::string_view why) const {
    throw Error(Exit::usage, ErrorPlace(name_, line_, column + 1), std::string(why));
  }

  void take(const std::string& line) {
    if (line.starts_with('#')) return;
    if (line.starts_with("link")) return take_link(line);
    if (line.starts_with("server")) return take_server(line);
    if (line.find_first_not_of(" \t") == std::string::npos) {
      if (!rows_.empty() && !between_) ++z_, y_ = 0;
      between_ = true;
      return;
    }
    Row row{line_, y_++, z_, "", {}};
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == ' ' || line[i] == '\t') continue;
      if (std::string_view("SPC.").find(line[i]) == std::string_view::npos) {
        refuse(i, fmt::format("'{}' is not a site; a site is S (packet switch with server), P (packet "
                              "switch), C (circuit switch) or . (nothing)", line[i]));
      }
      row.sites += line[i];
      row.columns.push_back(i);
    }
    if (rows_.size() * row.sites.size() > kMostSites) refuse(0, "more than 1048576 sites");
    rows_.push_back(std::move(row));
    between_ = false;
  }

  void take_link(const std::string& line) {
    Extra e{line_, {}, {}, 0};
    int used = 0;
    if (std::sscanf(line.c_str(), "link %u,%u,%u %u,%u,%u %lf %n", &e.a.x, &e.a.y, &e.a.z, &e.b.x,
                    &e.b.y, &e.b.z, &e.mm, &used) != 7 ||
        static_cast<std::size_t>(used) != line.size()) {
      refuse(0, "a link is written as 'link x,y,z x,y,z mm', for example 'link 0,0,0 2,0,1 1.5'");
    }
    if (!(e.mm >= 0 && e.mm <= kMostMm)) refuse(0, "a link is 0 to 1000 mm long");
    links_.push_back(e);
  }

  void take_server(const std::string& line) {
    Attached s{line_, {}};
    int used = 0;
    if (std::sscanf(line.c_str(), "server %u,%u,%u %n", &s.at.x, &s.at.y, &s.at.z, &used) != 3 ||
        static_cast<std::size_t>(used) != line.size()) {
      refuse(0, "a server is written as 'server x,y,z', for example 'server 2,0,1'");
    }
    attached_.push_back(s);
  }

  Structure build(const LayoutParams& p) {
    std::size_t columns = 0;
    std::uint32_t rows = 0;
    for (const Row& r : rows_) {
      columns = std::max(columns, r.sites.size());
      rows = std::max(rows, r.y + 1);
    }
    const std::uint32_t layers = rows_.back().z + 1;
    if (columns * rows * layers > kMostSites) refuse(0, "more than 1048576 sites");
    Sites sites(static_cast<std::uint32_t>(columns), rows, layers);
    for (const Row& r : rows_) {
      for (std::uint32_t x = 0; x < r.sites.size(); ++x) {
        const char c = r.sites[x];
        if (c == '.') continue;
        sites.at({x, r.y, r.z}) = c == 'C' ? SwitchKind::circuit : SwitchKind::packet;
        if (c == 'S') sites.servers.push_back({x, r.y, r.z});
      }
    }
    attach(sites);
    std::ranges::sort(sites.servers, {}, [](const Place& p) { return std::tuple(p.y, p.x, p.z); });
    if (sites.servers.size() < 2) refuse(0, "a structure needs at least two servers (S)");
    return with_extra_links(sites, p);
  }

  Structure with_extra_links(Sites& sites, const LayoutParams& p) {
    std::vector<ExtraLink> extra;
    for (const Extra& e : links_) {
      line_ = e.line;
      for (const Place& at : {e.a, e.b}) {
        const bool inside = at.x < sites.columns && at.y < sites.rows && at.z < sites.layers;
        if (!inside || !sites.at(at)) {
          refuse(0, fmt::format("there is no switch at {},{},{}", at.x, at.y, at.z));
        }
      }
      if (e.a == e.b) refuse(0, "a link joins two different switches");
      extra.push_back({e.a, e.b, e.mm});
    }
    Structure structure = assemble(sites, wiring_of(p), extra);
    refuse_islands(structure, p);
    return structure;
  }

  // An empty chip must have a way between all servers; circuits can only take ways away.
  void refuse_islands(const Structure& s, const LayoutParams& p) {
    std::vector<bool> seen(s.switches());
    std::vector<SwitchId> open{s.home({0})};
    seen[open[0].v] = true;
    while (!open.empty()) {
      const SwitchId at = open.back();
      open.pop_back();
      for (const ChannelId c : s.out(at)) {
        if (seen[s[c].to.v]) continue;
        seen[s[c].to.v] = true;
        open.push_back(s[c].to);
      }
    }
    for (std::uint32_t i = 0; i < s.servers(); ++i) {
      if (seen[s.home({i}).v]) continue;
      const Place at = s[s.home({i})].at;
      for (const Row& r : rows_) {
        if (r.y != at.y || r.z != at.z) continue;
        line_ = r.line;
        refuse(r.columns[at.x], fmt::format("there is no path from server 0 to server {} here (wiring "
                                            "{})", i, name_of(p.wiring)));
      }
    }
  }

  void attach(Sites& sites) {
    for (const Attached& s : attached_) {
      line_ = s.line;
      const auto& [x, y, z] = s.at;
      const bool inside = x < sites.columns && y < sites.rows && z < sites.layers;
      if (!inside || !sites.at(s.at)) {
        refuse(0, fmt::format("this server has no packet switch: there is nothing at {},{},{}", x, y,
                              z));
      }
      if (sites.at(s.at) == SwitchKind::circuit) {
        refuse(0, fmt::format("this server has no packet switch: there is a circuit switch at {},{},{}; a "
                              "packet switch is drawn as P", x, y, z));
      }
      if (std::ranges::find(sites.servers, s.at) != sites.servers.end()) {
        refuse(0, fmt::format("the packet switch at {},{},{} already has a server", x, y, z));
      }
      sites.servers.push_back(s.at);
    }
  }

  std::string_view text_;
  const std::string& name_;
  std::uint32_t line_ = 0, y_ = 0, z_ = 0;
  bool between_ = true;  // no row since the last blank line
  std::vector<Row> rows_;
  std::vector<Extra> links_;
  std::vector<Attached> attached_;
};

}  // namespace

Structure parse_structure(std::string_view text, const std::string& name, const LayoutParams& p) {
  return StructureReader(text, name).read(p);
}

Structure read_structure(const std::filesystem::path& file, const LayoutParams& p) {
  return parse_structure(read_text(file), file.string(), p);
}

}  // namespace kasuri::chip
