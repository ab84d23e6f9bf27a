// SPDX-License-Identifier: MIT
// Networks of packets, and what all models have in common.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "workload/traces/codes_import.h"
#include "workload/traces/codes_keys.h"

namespace kasuri::trace {
namespace codes {

// The one group with a network that is known here. Several networks with nodes are several machines, joined
// by what is on both.
void Network::choose_group(const CodesGroup& lp) {
  std::vector<std::string> others;
  CodesPlace other;
  const auto has_nodes = [](const CodesGroup& group) {
    return std::ranges::any_of(group.values, [](const auto& value) {
      return value.first != "repetitions" && !value.first.starts_with("modelnet_");
    });
  };
  for (const auto& [name, group] : lp.groups) {
    for (const auto& [key, value] : group.values) {
      if (!key.starts_with("modelnet_")) continue;
      const auto known = std::ranges::find(models(), std::string_view(key).substr(9), &Model::name);
      if (known == models().end()) {
        if (key.ends_with("_router")) continue;
        others.push_back(key);
        other = value.at;
      } else if (!group_) {
        group_ = &group;
        model_ = &*known;
        group.used = true;
      } else if (&group == group_ || has_nodes(group)) {
        others.push_back(key);
        other = value.at;
      } else {
        warn(value.at, fmt::format("{}: a second network, which is not imported", key));
      }
    }
  }
  if (group_ && !others.empty()) {
    fail(fmt::format("{}: a second network with nodes, in addition to {}. A configuration has one: import "
                     "a file with one of them", others.back(), model_->name), other);
  }
  if (group_) return;
  fail(fmt::format(
           "the network is not a torus, fat-tree, dragonfly, simplenet, simplep2p or loggp{}",
           others.empty() ? ": no group has a modelnet_… of these"
                          : fmt::format(", but {}; fabrics of other kinds can be given as a graph "
                                        "(topology.type = \"graph\")",
                                        fmt::join(others, ", "))),
       lp.groups.begin()->second.at);
}

// `chunk`: of a file that does not say.
void Network::find_packet(std::uint32_t chunk) {
  const std::uint32_t packet = parameter("packet_size", 512, 1, 1u << 31);
  chunk = parameter("chunk_size", chunk, 1, 1u << 31);
  packet_ = std::min({packet, chunk, 8u << 20});
  if (packet <= packet_) return;
  warn(
      place(params_->values.contains("chunk_size") ? "chunk_size" : "packet_size"),
      fmt::format("packets of {} B travel in chunks of {} B{}, which are the packets here", packet,
                  packet_, params_->values.contains("chunk_size") ? "" : ", the default of CODES"));
}

void Network::torus() {
  find_packet(128);
  const auto n = parameter("n_dims", 4, 1, 8);
  const std::string lengths = text("dim_length");
  std::vector<std::uint32_t> extents;
  std::uint64_t routers = 1;
  std::string word;
  for (const char c : lengths + ",") {
    if (c != ',') {
      if (c != ' ') word += c;
      continue;
    }
    const auto extent = number_in<std::uint32_t>(word);
    if (!extent || *extent == 0 || *extent > 1u << 26) {
      fail(fmt::format("dim_length is not a list of extents: \"{}\"", lengths), place("dim_length"));
    }
    extents.push_back(*extent);
    routers = std::min<std::uint64_t>(routers * *extent, 1ull << 32);
    word.clear();
  }
  if (extents.size() != n) {
    fail(fmt::format("n_dims is {}, but dim_length has {} extents", n, extents.size()),
         place("dim_length"));
  }
  if (routers != machine_.routers) {
    fail(fmt::format("repetitions is {}, but dim_length makes {} routers", machine_.routers,
                     routers),
         place(*group_, "repetitions"));
  }
  machine_.nodes = count("modelnet_torus", 1);
  machine_.toml +=
      fmt::format("[topology]\ntype = \"torus\"\nextents = [{}]\nendpoints_per_router = {}\n\n",
                  fmt::join(extents, ", "), machine_.nodes);
  const std::string wanted = text("routing");
  const bool adaptive = wanted.starts_with("adaptive");
  if (!adaptive && !wanted.empty() && wanted != "static" && wanted != "minimal") {
    warn(place("routing"),
         fmt::format("routing \"{}\" of a torus is not known: dimension-order instead", wanted));
  }
  const char* const type = adaptive ? "minimal-adaptive" : "dimension-order";
  routing(type);
  machine_.toml += fmt::format("[link]\nrate = {}\n", rate("link_bandwidth", 2));
  machine_.toml += fmt::format(
      "cable_latency = \"0 s\"\n\n[router]\nbuffer = {}\nvcs = {}\n", buffer("buffer_size", 2048),
      vcs("num_vc", parameter("num_vc", 1, 1, 32), adaptive ? 3 : 2, type));
  const std::string link =
      params_->values.contains("cn_bandwidth") ? "cn_bandwidth" : "link_bandwidth";
  // A node of CODES's torus is its router: what has arrived needs no buffer of a NIC.
  nodes(rate(link, 2), fmt::format("\"{} B\"", std::max<std::uint32_t>(16384, 2 * packet_)));
}

void Network::fat_tree() {
  find_packet(512);
  const std::uint32_t levels = parameter("num_levels", 3, 1, 12);
  const std::uint32_t radix = parameter("switch_radix", 0, 2, 4096);
  const std::uint32_t leaves = parameter("switch_count", machine_.routers, 1, 1u << 26);
  const std::uint32_t taper = parameter("tapering", 1, 1, 4096);
  if (radix < 2) fail("a fat-tree needs switch_radix", params_->at);
  machine_.nodes = count("modelnet_fattree", radix / 2);
  if (parameter("num_rails", 1, 1, 64) > 1) {
    fail("fat-trees of several rails are not known here; num_rails must be 1", place("num_rails"));
  }
  if (taper > 1 && levels != 2) {
    fail("tapered fat-trees are known with two levels only; num_levels must be 2 or tapering 1",
         place("tapering"));
  }
  if (leaves != machine_.routers) {
    fail(fmt::format("switch_count is {}, but repetitions, the number of leaf switches, is {}",
                     leaves, machine_.routers),
         place("switch_count"));
  }
  find(*group_, "fattree_switch");
  std::uint32_t up = radix / 2;
  if (levels == 3) {
    if (leaves % (radix / 2) != 0) {
      fail(fmt::format("switch_count {} is no multiple of radix / 2 = {}", leaves, radix / 2),
           place("switch_count"));
    }
    if (machine_.nodes != radix / 2) {
      fail(fmt::format("modelnet_fattree is {}, but leaf switches have radix / 2 = {} nodes",
                       machine_.nodes, radix / 2),
           place(*group_, "modelnet_fattree"));
    }
    machine_.toml += fmt::format("[topology]\ntype = \"pruned-tree\"\nradix = {}\npods = {}\n\n",
                                 radix, leaves / (radix / 2));
    if (find(*params_, "ft_type") && leaves < radix * (radix / 2)) {
      warn(place("ft_type"),
           "links of fewer pods than the radix are bundled as in TraceR, for any ft_type");
    }
  } else if (levels == 2) {
    find(*params_, "ft_type");
    up = std::max(1u, machine_.nodes / taper);
    machine_.toml +=
        fmt::format("[topology]\ntype = \"xgft\"\nchildren = [{}, {}]\nparents = [{}]\n\n",
                    machine_.nodes, leaves, up);
    warn(place("num_levels"),
         fmt::format("a leaf switch has one link to each of {} switches, not two "
                     "to each of half as many",
                     up));
  } else {
    fail(fmt::format("fat-trees have 2 or 3 levels here, not {}", levels), place("num_levels"));
  }
  const std::string wanted = text("routing");
  if (wanted == "static") {
    routing("d-mod-k");
    const char* const tables =
        params_->values.contains("routing_folder") ? "routing_folder" : "routing";
    find(*params_, "routing_folder");
    warn(place(tables), "the tables of static routing are not read: d-mod-k instead");
  } else {
    // CODES compares all links up, and does so if it is not told.
    if (!wanted.empty() && wanted != "adaptive") {
      warn(place("routing"),
           fmt::format("routing \"{}\" of a fat-tree is not known: adaptive, as CODES "
                       "does then",
                       wanted));
    }
    routing("adaptive-up-down", fmt::format("candidates = {}\n", up));
  }
  const std::uint32_t usual = 8 * parameter("packet_size", 512, 1, 1u << 26);
  machine_.toml += fmt::format("[link]\nrate = {}\n", rate("link_bandwidth", 5));
  const std::string between = buffer("vc_size", usual);
  machine_.toml += "cable_latency = \"0 s\"\n\n";
  for (std::uint32_t level = 1; level < levels; ++level) {
    machine_.toml += fmt::format("[link.level{}]\nbuffer = {}\n\n", level, between);
  }
  const std::string nodes_buffer = buffer("cn_vc_size", usual);
  machine_.toml += fmt::format("[router]\nbuffer = {}\nvcs = 1\n", nodes_buffer);
  nodes(rate("cn_bandwidth", 5), nodes_buffer);
}

void Network::dragonfly() {
  find_packet(512);
  const std::uint32_t a = parameter("num_routers", 4, 2, 2048),
                      p = count("modelnet_dragonfly", a / 2);
  if (machine_.routers % a != 0) {
    fail(fmt::format("{} repetitions are no multiple of num_routers = {}", machine_.routers, a),
         place(*group_, "repetitions"));
  }
  if (count("modelnet_dragonfly_router", 1) != 1) {
    fail("a repetition has one router here; modelnet_dragonfly_router must be 1",
         place(*group_, "modelnet_dragonfly_router"));
  }
  machine_.nodes = p;
  machine_.toml += fmt::format(
      "[topology]\ntype = \"dragonfly\"\nrouters_per_group = {}\nglobal_links = {}\n"
      "endpoints_per_router = {}\ngroups = {}\n\n",
      a, a / 2, p, machine_.routers / a);
  warn(place("num_routers"),
       "which router of a group has which global link is chosen by "
       "topology.arrangement (\"absolute\"), not as in CODES");
  struct Row {
    std::string_view codes, ours;
    std::uint32_t vcs;
  };
  static constexpr Row rows[] = {{"", "dragonfly-minimal", 2}, {"minimal", "dragonfly-minimal", 2},
                                 {"nonminimal", "valiant", 4}, {"non-minimal", "valiant", 4},
                                 {"adaptive", "ugal-l", 3},    {"prog-adaptive", "progressive", 4}};
  const std::string wanted = text("routing");
  const Row* row = std::ranges::find(rows, wanted, &Row::codes);
  if (row == std::end(rows)) {
    row = rows;
    warn(place("routing"),
         fmt::format("routing \"{}\" of a dragonfly is not known: minimal, as CODES does "
                     "then",
                     wanted));
  }
  routing(row->ours);
  machine_.toml += fmt::format("[link]\ncable_latency = \"0 s\"\n\n[link.local]\nrate = {}\n",
                               rate("local_bandwidth", 5.25));
  machine_.toml += fmt::format("buffer = {}\n\n[link.global]\nrate = {}\n",
                               buffer("local_vc_size", 1024), rate("global_bandwidth", 4.7));
  const std::string between = buffer("global_vc_size", 2048), nodes_buffer = buffer("cn_vc_size", 1024);
  machine_.toml += fmt::format("buffer = {}\n\n[router]\nbuffer = {}\nvcs = {}\n", between, nodes_buffer,
                               vcs("num_vcs", parameter("num_vcs", 3, 1, 32), row->vcs, row->ours));
  nodes(rate("cn_bandwidth", 5.25), nodes_buffer);
}

// What is left of [router], then [nic] and [mpi]. A router sends to a node as long as cn_vc_size holds it:
// one channel, whatever num_vcs is.
void Network::nodes(const std::string& cn_rate, const std::string& receive_buffer) {
  const std::int64_t delay = ps(real("router_delay", 50, 0, 1e6));
  machine_.toml += fmt::format(
      "routing_time = \"{} ps\"\nvc_allocation_time = \"0 s\"\n"
      "switch_allocation_time = \"0 s\"\nswitch_traversal_time = \"{} ps\"\n\n",
      delay > 1 ? 1 : 0, std::max<std::int64_t>(1, delay - 1));
  if (delay < 1) warn(place("router_delay"), "a router takes 1 ps at least");
  machine_.toml += fmt::format(
      "[nic]\npacket = \"{} B\"\nsmallest_packet = \"1 B\"\nlink_rate = {}\n"
      "cable_latency = \"0 s\"\n",
      packet_, cn_rate);
  const bool has_delay = params_->values.contains("nic_delay");
  const double nic = real(has_delay ? "nic_delay" : "nic_seq_delay", 10, 0, 1e9);
  machine_.toml += fmt::format("send_overhead = {}\nreceive_buffer = {}\n", time_of(nic), receive_buffer);
  libraries();
}

// Of [nic] what copies do, and [mpi].
void Network::libraries() {
  const std::string scheduler = text("modelnet_scheduler");
  if (scheduler == "round-robin") {
    machine_.toml += "scheduler = \"round-robin\"\n";
  } else if (!scheduler.empty() && scheduler != "fcfs") {
    warn(place("modelnet_scheduler"),
         fmt::format("scheduler \"{}\" is not known: first-come (fcfs) instead", scheduler));
  }
  if (params_->values.contains("intra_bandwidth")) {
    const double n = real("intra_bandwidth", 10, 1e-6, 9e4);
    machine_.toml += fmt::format("intra_node_rate = {}  # {} GiB/s\n", rate_of(n * kGiB), n);
  }
  machine_.toml += fmt::format("\n[mpi]\neager_limit = \"{} B\"\nsend_overhead = {}\n",
                               std::llround(real("eager_limit", 8192, 0, kMostBuffer)),
                               time_of(real("soft_delay", 100, 0, 1e9)));
  const double copy = real("copy_per_byte", 0, 0, 1e6);
  if (copy > 0) {
    machine_.toml += fmt::format("eager_copy_rate = \"{} B/s\"\n",
                                 std::min(std::llround(1e9 / copy), 100'000'000'000'000ll));
  }
  machine_.toml += "\n";
}

void Network::check_used(const CodesGroup& group, const std::string& of) {
  for (const auto& [key, value] : group.values) {
    if (value.used) continue;
    const UnusedKey* const known = std::ranges::find(kUnusedKeys, key, &UnusedKey::key);
    warn(value.at,
         known != std::end(kUnusedKeys)
             ? fmt::format("{} is not imported: {}", key, known->why)
             : fmt::format("{} of {} is not known for this network, and not imported", key, of));
  }
  for (const auto& [name, inner] : group.groups) {
    if (inner.used)
      check_used(inner, name);
    else
      warn(inner.at, fmt::format("group {} is not imported", name));
  }
}

CodesMachine Network::machine() {
  machine_.routers = count("repetitions", 1);
  machine_.toml = fmt::format("# Made by `kasuri import` from {}.\n", file_.filename().string());
  (this->*model_->import)();
  const std::uint32_t lps = count("nw-lp", machine_.nodes);
  machine_.servers = count("server", lps);
  constexpr std::uint32_t kMostPlaces = 1u << 24;
  if (machine_.places() > kMostPlaces) {
    fail(fmt::format("{} repetitions of {} servers are more places than the {} there can be",
                     machine_.routers, machine_.servers, kMostPlaces),
         group_->at);
  }
  if (const CodesValue* const order = find(*params_, "modelnet_order")) {
    for (const std::string& name : order->items) {
      if (!name.starts_with(model_->name)) {
        warn(order->at, fmt::format("modelnet_order: network {} is not imported", name));
      }
    }
  }
  check_used(codes_.root, "the file");
  // In the order of the file.
  const auto place_of = [this](const std::string& line) {
    std::int64_t row = 0, column = 0;
    std::sscanf(line.c_str() + file_.string().size(), ":%ld:%ld", &row, &column);
    return std::pair(row, column);
  };
  std::ranges::stable_sort(machine_.warnings, {}, place_of);
  return std::move(machine_);
}

}  // namespace codes

CodesMachine import_codes(const std::filesystem::path& file) {
  return codes::Network(file).machine();
}

}  // namespace kasuri::trace
