// SPDX-License-Identifier: MIT
// What NCCL found in a server (NCCL_TOPO_DUMP_FILE) or is told of it (NCCL_TOPO_FILE), RCCL's too: CPUs,
// PCIe switches, GPUs with their NVLinks or xGMI links, NICs. GPUs whose NVLinks lead to switches become
// an `nvswitch`, those with links to each other a graph; links that do not reach all are joined over
// PCIe.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "app/imports/xml.h"

namespace kasuri::imports {
namespace {

struct Gpu {
  const Element* element;
  std::string bus, name;
  std::uint64_t rank;
  std::map<std::string, std::uint64_t> links;  // by the bus number of the other end
};

class Server {
 public:
  Server(const Source& s, const Element& root) : source_(s) {
    walk(root, "", "");
    std::ranges::stable_sort(gpus_, {}, &Gpu::rank);
    if (gpus_.empty()) s.fail(root.at, "there is no <gpu>");
  }

  Imported made() {
    std::string server;
    const bool switched = std::ranges::all_of(gpus_, [&](const Gpu& g) { return to_switches(g) > 0; });
    if (switched) {
      std::map<std::string, std::uint64_t> switches;
      for (const Gpu& g : gpus_) {
        for (const auto& [target, count] : g.links) {
          if (!gpu_at(target)) switches[target] += count;
        }
        if (to_switches(g) != to_switches(gpus_[0])) {
          warn(g.element->at, fmt::format("{} has {} links, {} has {}: all get as many as the first",
                                          g.name, to_switches(g), gpus_[0].name, to_switches(gpus_[0])));
        }
      }
      const bool hidden = switches.size() == 1 && gpus_.size() > 2;
      server = fmt::format(
          "type = \"nvswitch\"\ngpus = {}\nswitches = {}{}\ngpu_rate = \"{:g} GB/s\"  # {} links of {:g} "
          "GB/s\n",
          gpus_.size(), hidden ? 4 : switches.size(), hidden ? "  # assumed: the file hides them" : "",
          double(to_switches(gpus_[0])) * link_rate(), to_switches(gpus_[0]), link_rate());
    } else {
      out_.files.push_back({"server.net", graph()});
      server = "type = \"graph\"\nfile = \"server.net\"\n";
    }
    const std::uint64_t nics = usable_nics();
    out_.toml += fmt::format(
        "# A server as NCCL sees it. Not in the file: how many servers there are, the fabric, latencies.\n"
        "# Assumed: two servers at one switch; put your own in their place (docs/gpu.md).\n"
        "[topology]\ntype = \"hierarchy\"\nservers = 2\nnics = {}\n\n[topology.server]\n{}\n"
        "[topology.fabric]\ntype = \"switch\"\nendpoints = {}\n\n[link]\nrate = \"{:g} "
        "Gb/s\"{}\n\n[mpi]\nlibrary = \"nccl\"\n\n",
        nics, server, 2 * nics, nic_speed_ > 0 ? nic_speed_ : 100,
        nic_speed_ > 0 ? "  # of a NIC" : "  # assumed");
    out_.toml += fmt::format(
        "[[jobs]]\nranks = {}\nmotif = {{ type = \"collective\", operation = \"allreduce\", size = "
        "\"64 MiB\", element = 4, steps = 1 }}\n",
        2 * gpus_.size());
    out_.has_jobs = true;
    return std::move(out_);
  }

 private:
  void warn(Place at, std::string_view what) { out_.warnings.push_back(source_.warning(at, what)); }
  // `above`: the CPU or switch that this is below, `bus`: of the nearest <pci>.
  void walk(const Element& e, const std::string& above, const std::string& bus) {
    std::string at = above, here = bus;
    if (e.name == "cpu") {
      at = fmt::format("cpu {}", e.get("numaid", "0"));
      if (!cpus_.empty()) tree_.link(cpus_.back(), at, gigabits(kPcie4x16));
      cpus_.push_back(at);
    } else if (e.name == "pci") {
      here = e.get("busid");
      if (e.get("class").starts_with("0x0604")) {
        tree_.link(above, at = "pci " + here, pci_rate(e));
        switches_.push_back(at);
      }
      pci_ = &e;
    } else if (e.name == "gpu") {
      add_gpu(e, above, bus);
    } else if (e.name == "net") {
      const std::string name = e.get("name") + "/" + e.get("port", "0");
      if (!nics_.contains(name)) {
        nics_[name] = real_of(source_, e.at, "speed", e.get("speed", "0")) / 1000;
      }
    }
    for (const Element& child : e.children) walk(child, at, here);
  }
  void add_gpu(const Element& e, const std::string& above, const std::string& bus) {
    Gpu g{&e, bus, "", 0, {}};
    g.rank = number_of(source_, e.at, "rank", e.get("rank", e.get("dev", "0")), 0, 1u << 20);
    g.name = fmt::format("gpu {}", g.rank);
    for (const Element& l : e.children) {
      if (l.name != "nvlink" && l.name != "xgmi") continue;
      xgmi_ |= l.name == "xgmi";
      g.links[l.get("target")] += number_of(source_, l.at, "count", l.get("count", "1"), 1, 1024);
    }
    if (std::ranges::find(gpus_, g.rank, &Gpu::rank) != gpus_.end()) {
      source_.fail(e.at, fmt::format("two GPUs have rank {}", g.rank));
    }
    tree_.link(above.empty() ? "cpu 0" : above, g.name, pci_ ? pci_rate(*pci_) : gigabits(kPcie4x16));
    if (above.empty() && cpus_.empty()) cpus_.push_back("cpu 0");
    gpus_.push_back(std::move(g));
  }
  static constexpr double kPcie4x16 = 256;  // where the file says nothing
  // "32.0 GT/s PCIe" times lanes, without the 128b/130b code.
  std::string pci_rate(const Element& pci) const {
    const std::string speed = pci.get("link_speed"), width = pci.get("link_width", "0");
    const double transfers = std::atof(speed.c_str()), lanes = std::atof(width.c_str());
    return gigabits((transfers > 0 && lanes > 0 ? transfers * lanes : kPcie4x16) * 128 / 130);
  }
  const Gpu* gpu_at(const std::string& bus) const {
    const auto found = std::ranges::find(gpus_, bus, &Gpu::bus);
    return found == gpus_.end() ? nullptr : &*found;
  }
  std::uint64_t to_switches(const Gpu& g) const {
    std::uint64_t n = 0;
    for (const auto& [target, count] : g.links) n += gpu_at(target) ? 0 : count;
    return n;
  }
  // GB/s of a link in one direction, by compute capability (data sheets); xGMI: of an MI300X.
  double link_rate() {
    if (xgmi_) return 64;
    const auto sm =
        number_of(source_, gpus_[0].element->at, "sm", gpus_[0].element->get("sm", "90"), 1, 9999);
    return sm >= 100 ? 50 : sm == 86 ? 14.0625 : sm >= 70 ? 25 : 20;
  }
  std::string graph() {
    GraphText gpus, links;
    for (const Gpu& g : gpus_) gpus.router(g.name, 1);
    std::vector<std::size_t> group(gpus_.size());  // of those that links join
    std::iota(group.begin(), group.end(), std::size_t{0});
    for (std::size_t i = 0; i < gpus_.size(); ++i) {
      for (const auto& [target, count] : gpus_[i].links) {
        const Gpu* const other = gpu_at(target);
        if (!other) {
          warn(gpus_[i].element->at,
               fmt::format("{} has links to {}, which is no GPU of this file", gpus_[i].name, target));
          continue;
        }
        const auto j = static_cast<std::size_t>(other - gpus_.data());
        if (j == i) source_.fail(gpus_[i].element->at, "a GPU with a link to itself");
        if (i < j || !other->links.contains(gpus_[i].bus)) {
          links.link(gpus_[i].name, other->name, gigabits(double(count) * link_rate() * 8));
        }
        const std::size_t old = group[j], now = group[i];
        std::ranges::replace(group, old, now);
      }
    }
    if (std::ranges::all_of(group, [&](std::size_t g) { return g == group[0]; }) && gpus_.size() > 1) {
      return gpus.text() + links.text();
    }
    for (const std::string& name : cpus_) gpus.router(name, 0);
    for (const std::string& name : switches_) gpus.router(name, 0);
    return gpus.text() + links.text() + tree_.text();
  }
  // NICs of the usual speed, as many as GPUs can share evenly.
  std::uint64_t usable_nics() {
    std::map<double, std::uint64_t> speeds;
    for (const auto& [name, speed] : nics_) ++speeds[speed];
    if (speeds.empty()) {
      warn({}, "there is no <net>: one NIC of 100 Gb/s is assumed");
      return 1;
    }
    const auto [speed, count] =
        *std::ranges::max_element(speeds, {}, [](const auto& s) { return s.first * double(s.second); });
    nic_speed_ = speed;
    if (count < nics_.size())
      warn({}, fmt::format("{} of {} NICs have {:g} Gb/s; the others are left out", count, nics_.size(),
                           speed));
    std::uint64_t n = count;
    while (gpus_.size() % n && n % gpus_.size()) --n;
    if (n < count)
      warn({},
           fmt::format("{} NICs are not shared evenly by {} GPUs: {} are used", count, gpus_.size(), n));
    return n;
  }

  const Source& source_;
  std::vector<Gpu> gpus_;
  std::vector<std::string> cpus_, switches_;
  std::map<std::string, double> nics_;  // Gb/s, by name and port
  GraphText tree_;                      // of PCIe
  const Element* pci_ = nullptr;
  double nic_speed_ = 0;
  bool xgmi_ = false;
  Imported out_;
};

const Importer nccl{"nccl-topology", "a server as NCCL or RCCL sees it in XML (NCCL_TOPO_DUMP_FILE)",
                    [](const Source& s) { return s.contains("<system") && s.contains("<gpu"); },
                    [](const Source& s) {
                      const Element root = read_xml(s);
                      return Server(s, root).made();
                    }};

}  // namespace
}  // namespace kasuri::imports
