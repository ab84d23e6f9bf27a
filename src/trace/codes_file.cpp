// SPDX-License-Identifier: MIT
#include "trace/codes_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/text_file.h"
#include "trace/lines.h"

namespace kasuri::trace {
namespace {

class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : file_(file), text_(read_text(file)) {}

  CodesGroup all() {
    CodesGroup root;
    read(root, 0);
    return root;
  }

 private:
  static constexpr int kDeepest = 16;

  [[noreturn]] void fail(std::string_view what) const {
    const std::size_t start = text_.rfind('\n', at_ ? at_ - 1 : 0);
    const std::size_t column = at_ - (start == text_.npos ? 0 : start + 1) + 1;
    fail_at(file_, line_, column, -1, what);
  }
  char peek() {
    for (;; ++at_) {
      if (at_ == text_.size()) return '\0';
      const char c = text_[at_];
      if (c == '#') {
        while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
      } else if (c == '\n') {
        ++line_;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        return c;
      }
    }
  }
  void expect(char c) {
    if (peek() != c) fail(fmt::format("expected '{}'", c));
    ++at_;
  }
  std::string name() {
    const char first = peek();
    const std::size_t from = at_;
    const auto is_part = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '@' || c == '.';
    };
    if (!is_part(first)) fail("expected a name");
    std::string word;
    while (at_ < text_.size() && is_part(text_[at_])) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_++])));
    }
    if (word.empty()) at_ = from;
    return word;
  }
  std::string quoted() {
    expect('"');
    const std::size_t end = text_.find_first_of("\"\n", at_);
    if (end == text_.npos || text_[end] != '"') fail("this value has no end");
    std::string value = text_.substr(at_, end - at_);
    at_ = end + 1;
    return value;
  }
  void read(CodesGroup& group, int depth) {
    for (;;) {
      const char c = peek();
      if (c == '\0') {
        if (depth > 0) fail("expected '}' before the end of the file");
        return;
      }
      if (c == '}' && depth > 0) {
        ++at_;
        if (peek() == ';') ++at_;
        return;
      }
      const std::string key = name();
      if (peek() == '{') {
        ++at_;
        if (depth == kDeepest) fail("groups within groups go no deeper");
        read(group.groups[key], depth + 1);
        continue;
      }
      expect('=');
      CodesValue& value = group.values[key];
      value = {{}, line_};
      if (peek() == '(') {
        ++at_;
        for (;;) {
          value.items.push_back(quoted());
          if (peek() != ',') break;
          ++at_;
        }
        expect(')');
      } else {
        value.items.push_back(quoted());
      }
      expect(';');
    }
  }

  std::filesystem::path file_;
  std::string text_;
  std::size_t at_ = 0;
  std::int64_t line_ = 1;
};

// The network of a file: its groups, and what it says of the models in them.
class Network {
 public:
  explicit Network(const std::filesystem::path& file) : file_(file), root_(read_codes(file)) {
    const auto lp = root_.groups.find("lpgroups"), params = root_.groups.find("params");
    if (lp == root_.groups.end() || lp->second.groups.empty()) fail("the file has no LPGROUPS");
    if (params == root_.groups.end()) fail("the file has no PARAMS");
    group_ = &lp->second.groups.begin()->second;
    params_ = &params->second;
  }

  CodesMachine machine();

 private:
  [[noreturn]] void fail(std::string_view what, std::int64_t line = 1) const {
    fail_at(file_, line, 1, -1, what);
  }
  template <class T>
  T number(const CodesGroup& from, const std::string& key, T otherwise, T least, T most) const {
    const auto found = from.values.find(key);
    if (found == from.values.end()) return otherwise;
    const auto n = number_in<T>(found->second.items[0]);
    if (!n || !(*n >= least) || !(*n <= most)) {
      fail(fmt::format("{} must be a number from {} to {}, not \"{}\"", key, least, most,
                       found->second.items[0]), found->second.line);
    }
    return *n;
  }
  std::uint32_t count(const std::string& key, std::uint32_t otherwise) const {
    return number<std::uint32_t>(*group_, key, otherwise, 1, 1u << 26);
  }
  std::uint32_t parameter(const std::string& key, std::uint32_t otherwise) const {
    return number<std::uint32_t>(*params_, key, otherwise, 0, 1u << 30);
  }
  double real(const std::string& key, double otherwise) const {
    return number<double>(*params_, key, otherwise, 0, 1e9);
  }
  std::string text(const std::string& key) const {
    const auto found = params_->values.find(key);
    return found == params_->values.end() ? "" : found->second.items[0];
  }
  bool has(const std::string& key) const { return params_->values.contains(key); }

  // CODES counts GiB/s, ns and bytes.
  static std::string rate(double gib) {
    return fmt::format("\"{} B/s\"", static_cast<std::int64_t>(std::llround(gib * 1073741824.0)));
  }
  std::string buffer(const std::string& key, std::uint32_t otherwise) const {
    const std::uint32_t wanted = parameter(key, otherwise);
    if (wanted >= packet_) return fmt::format("\"{} B\"", wanted);
    return fmt::format("\"{} B\"  # the file's {} B hold no packet", packet_, wanted);
  }

  void torus(CodesMachine&);
  void fat_tree(CodesMachine&);
  void dragonfly(CodesMachine&);
  void nodes(CodesMachine&, double cn_bandwidth);

  std::filesystem::path file_;
  CodesGroup root_;
  const CodesGroup* group_;
  const CodesGroup* params_;
  std::uint32_t packet_ = 512;
};

void Network::torus(CodesMachine& m) {
  const auto n = parameter("n_dims", 4);
  const std::string lengths = text("dim_length");
  std::vector<std::uint32_t> extents;
  std::string word;
  for (const char c : lengths + ",") {
    if (c != ',') {
      if (c != ' ') word += c;
      continue;
    }
    const auto extent = number_in<std::uint32_t>(word);
    if (!extent || *extent == 0) fail(fmt::format("dim_length is no list of extents: \"{}\"", lengths));
    extents.push_back(*extent);
    word.clear();
  }
  if (extents.size() != n) {
    fail(fmt::format("n_dims is {}, but dim_length has {} extents", n, extents.size()));
  }
  m.nodes = count("modelnet_torus", 1);
  m.toml += fmt::format("[topology]\ntype = \"torus\"\nextents = [{}]\nendpoints_per_router = {}\n\n",
                        fmt::join(extents, ", "), m.nodes);
  const double link = real("link_bandwidth", 2.0);
  m.toml += fmt::format("[link]\nrate = {}\n\n[router]\nbuffer = {}\nvcs = {}\n", rate(link),
                        buffer("buffer_size", 2048), std::max(2u, parameter("num_vc", 1)));
  nodes(m, real("cn_bandwidth", link));
}

void Network::fat_tree(CodesMachine& m) {
  const std::uint32_t levels = parameter("num_levels", 3), radix = parameter("switch_radix", 0);
  const std::uint32_t leaves = parameter("switch_count", m.routers), taper = parameter("tapering", 1);
  m.nodes = count("modelnet_fattree", radix / 2);
  if (radix < 2 || leaves == 0) fail("a fat-tree needs switch_radix and switch_count");
  if (parameter("num_rails", 1) > 1) fail("fat-trees of several rails are not known here");
  if (taper > 1 && levels != 2) fail("tapered fat-trees are known with two levels only");
  if (levels == 3) {
    if (leaves % (radix / 2) != 0) {
      fail(fmt::format("switch_count {} is no multiple of radix / 2 = {}", leaves, radix / 2));
    }
    m.toml += fmt::format("[topology]\ntype = \"pruned-tree\"\nradix = {}\npods = {}\n\n", radix,
                          leaves / (radix / 2));
  } else if (levels == 2) {
    const std::uint32_t up = std::max(1u, m.nodes / std::max(1u, taper));
    m.toml += fmt::format("[topology]\ntype = \"xgft\"\nchildren = [{}, {}]\nparents = [{}]\n\n", m.nodes,
                          leaves, up);
  } else {
    fail(fmt::format("fat-trees have 2 or 3 levels here, not {}", levels));
  }
  const double link = real("link_bandwidth", 5.0);
  m.toml += fmt::format("[link]\nrate = {}\n\n[router]\nbuffer = {}\n", rate(link),
                        buffer("vc_size", 8192));
  nodes(m, real("cn_bandwidth", link));
}

void Network::dragonfly(CodesMachine& m) {
  const std::uint32_t a = parameter("num_routers", 4), p = count("modelnet_dragonfly", a / 2);
  if (a < 2 || m.routers % a != 0) {
    fail(fmt::format("{} repetitions are no multiple of num_routers = {}", m.routers, a));
  }
  m.nodes = p;
  const std::uint32_t h = std::max(1u, a / 2);
  m.toml += fmt::format("[topology]\ntype = \"dragonfly\"\nrouters_per_group = {}\nglobal_links = {}\n"
                        "endpoints_per_router = {}\ngroups = {}\n\n", a, h, p, m.routers / a);
  m.toml += fmt::format("[link]\nrate = {}\n\n[link.local]\nbuffer = {}\n\n[link.global]\nrate = {}\n"
                        "buffer = {}\n\n[router]\nbuffer = {}\nvcs = {}\n",
                        rate(real("local_bandwidth", 5.25)), buffer("local_vc_size", 1024),
                        rate(real("global_bandwidth", 4.7)), buffer("global_vc_size", 2048),
                        buffer("cn_vc_size", 1024), std::max(3u, parameter("num_vcs", 3)));
  nodes(m, real("cn_bandwidth", 5.25));
}

// What is left of [router], then [nic] and [mpi].
void Network::nodes(CodesMachine& m, double cn_bandwidth) {
  const double delay = std::max(0.002, real("router_delay", 50));
  m.toml += fmt::format("routing_time = \"1 ps\"\nvc_allocation_time = \"0 s\"\n"
                        "switch_allocation_time = \"0 s\"\nswitch_traversal_time = \"{} ps\"\n\n",
                        std::llround(delay * 1000) - 1);
  m.toml += fmt::format("[nic]\npacket = \"{} B\"\nlink_rate = {}\nsend_overhead = \"{} ns\"\n", packet_,
                        rate(cn_bandwidth), real("nic_delay", real("nic_seq_delay", 10)));
  m.toml += fmt::format("receive_buffer = \"{} B\"\n", std::max<std::uint32_t>(16384, 2 * packet_));
  if (has("intra_bandwidth")) {
    m.toml += fmt::format("intra_node_rate = {}\n", rate(real("intra_bandwidth", 10)));
  }
  m.toml += fmt::format("\n[mpi]\neager_limit = \"{} B\"\nsend_overhead = \"{} ns\"\n",
                        parameter("eager_limit", 8192), real("soft_delay", 100));
  const double copy = real("copy_per_byte", 0);
  if (copy > 0) m.toml += fmt::format("eager_copy_rate = \"{} B/s\"\n", std::llround(1e9 / copy));
  m.toml += "\n";
}

CodesMachine Network::machine() {
  CodesMachine m;
  m.routers = count("repetitions", 1);
  packet_ = std::clamp(parameter("packet_size", 512), 32u, 8u << 20);
  m.toml = fmt::format("# Made by `kasuri import` from {}.\n", file_.filename().string());
  if (const std::string routing = text("routing");
      !routing.empty() && routing != "static" && routing != "minimal") {
    m.toml += fmt::format("# The file's routing is \"{}\"; this is the topology's usual one.\n", routing);
  }
  const auto has_model = [&](const char* name) { return group_->values.contains(name); };
  if (has_model("modelnet_torus")) torus(m);
  else if (has_model("modelnet_fattree")) fat_tree(m);
  else if (has_model("modelnet_dragonfly")) dragonfly(m);
  else fail("the network is no torus, fat-tree or dragonfly (modelnet_torus, modelnet_fattree, "
            "modelnet_dragonfly)");
  m.servers = count("server", count("nw-lp", m.nodes));
  return m;
}

}  // namespace

CodesGroup read_codes(const std::filesystem::path& file) { return Reader(file).all(); }

CodesMachine import_codes(const std::filesystem::path& file) { return Network(file).machine(); }

}  // namespace kasuri::trace
