// SPDX-License-Identifier: MIT
// The nodes that a file names, in its order: numbers, ranges "8-15" and places in the machine, "(1,2,3)" or
// "(1,2,3):1", any number of them in a line; '#' begins a comment.
#include <fmt/format.h>

#include <map>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/placement/placement.h"
#include "network/topology/line_file.h"
#include "network/topology/named.h"

namespace kasuri {
namespace {

struct FileParams {
  std::filesystem::path file;

  static config::Fields<FileParams> fields() {
    using P = FileParams;
    return {config::field("file", &P::file,
                          "text file with node numbers, ranges such as 8-15, and coordinates such as "
                          "(1,2,3), in the order in which ranks fill the nodes")
                .required()};
  }
};

class ByFile final : public Placement {
 public:
  ByFile(const FileParams& p, PlacementContext& c) : p_(p), c_(c) {}

  std::vector<NodeId> choose() const override {
    LineFile file(p_.file);
    const std::uint32_t nodes = c_.topology.endpoints() / c_.nics_per_node;
    std::map<std::uint32_t, std::size_t> line_of;
    std::vector<NodeId> all;
    Named named(c_.topology);
    std::size_t last = 0;
    file.read([&](std::size_t line, std::span<const LineFile::Word> words) {
      last = line;
      for (const LineFile::Word& w : words) {
        const std::size_t dash = w.text.find('-');
        auto from = parse_index(std::string_view(w.text).substr(0, dash));
        auto to = dash == w.text.npos ? from : parse_index(std::string_view(w.text).substr(dash + 1));
        if (w.text[0] == '(') {
          std::string why;
          const auto node = named.node(w.text, c_.nics_per_node, why);
          if (!node) {
            file.error(line, w.column, why);
            continue;
          }
          from = to = node->v;
        }
        if (!from || !to || *from > *to) {
          file.error(line, w.column,
                     fmt::format("expected a node as in 8 or (1,2,3), or a range as in 8-15, not '{}'",
                                 w.text));
        } else if (*to >= nodes) {
          file.error(line, w.column, fmt::format("node {} does not exist; nodes are 0 to {}", *to,
                                                 nodes - 1));
        } else {
          for (std::uint32_t n = *from; n <= *to; ++n) {
            const auto [first, is_new] = line_of.try_emplace(n, line);
            const std::string why = c_.why_not({n});
            if (!is_new) {
              file.error(line, w.column,
                         fmt::format("node {} is already in line {}", n, first->second));
            } else if (!why.empty()) {
              file.error(line, w.column, fmt::format("node {}: {}", n, why));
            }
            all.push_back({n});
          }
        }
      }
    });
    if (all.size() < c_.count) {
      file.error(last + 1, 1, fmt::format("the job needs {} nodes, but the file has {}", c_.count,
                                          all.size()));
    }
    file.finish();
    all.resize(c_.count);
    return all;
  }

 private:
  FileParams p_;
  const PlacementContext& c_;
};

const config::Register<ByFile, FileParams> by_file{"file", "nodes listed in a file"};

}  // namespace
}  // namespace kasuri
