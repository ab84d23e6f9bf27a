// SPDX-License-Identifier: MIT
// Published fabrics of GPU clusters by name: rail-optimised, dual-plane and dual-ToR trees of two levels
// over servers of 8 GPUs on NVSwitches, with a NIC for each GPU.
//
// Sources: Spectrum-X, HPN and DCN+ as tabulated by the topology templates of SimAI (Wang et al., "SimAI:
// Unifying Architecture Design and Performance Tuning for Large-Scale LLM Training", NSDI 2025); HPN:
// Qian et al., "Alibaba HPN: A Data Center Network for Large Language Model Training", SIGCOMM 2024. Some
// published counts are those of a segment or a plane. Here the number of leaves follows from ports of
// leaves = GPUs × ports per GPU, and each leaf has one link to each spine of its plane. Spines are as
// published in all, except that those of DCN+ with a single ToR reach all leaves, not only the 4 that are
// published.
//
// With fewer GPUs there are fewer segments of leaves under the same spines. The constants below are those
// of SimAI's templates, the same in all. Assumed: 64 GB/s between a GPU and its NIC (PCIe 5.0 x16); one
// NVSwitch that stands for all of a server.

#include <fmt/format.h>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/words.h"
#include "network/topology/hierarchy.h"
#include "network/topology/nvswitch.h"
#include "network/topology/xgft.h"

namespace kasuri {
namespace {

enum class PodTemplate : std::uint8_t { spectrum_x, hpn, hpn_dual_plane, dcn_dual_tor, dcn_single_tor };
constexpr auto names_of(PodTemplate) {
  return name_table("spectrum-x", "hpn", "hpn-dual-plane", "dcn-dual-tor", "dcn-single-tor");
}

constexpr std::uint32_t kGpusPerServer = 8;
constexpr BytesPerSecond kNvlinks{360'000'000'000};   // of a GPU: 2,880 Gb/s
constexpr Time kNvlinkLatency{25'000};
constexpr Time kNicLatency{500'000};
constexpr BytesPerSecond kLeafToSpine{50'000'000'000};  // 400 Gb/s
constexpr BytesPerSecond kPcie{64'000'000'000};         // assumed

// A column of the published table.
struct Published {
  const char* name;
  std::uint32_t gpus;
  Wiring wiring;
  std::uint32_t ports;            // of each NIC
  std::uint32_t planes;
  std::uint32_t ports_down;       // of each leaf
  std::uint32_t spines;           // in all planes
  BytesPerSecond uplink;          // from a NIC's port to its leaf
};

Published published(PodTemplate t) {
  constexpr BytesPerSecond k400{50'000'000'000}, k200{25'000'000'000};
  switch (t) {
    case PodTemplate::spectrum_x: return {"Spectrum-X", 4096, Wiring::rails, 1, 1, 64, 64, k400};
    case PodTemplate::hpn: return {"HPN", 15'360, Wiring::rails, 2, 1, 128, 120, k200};
    case PodTemplate::hpn_dual_plane:
      return {"HPN, dual plane", 15'360, Wiring::rails, 2, 2, 128, 120, k200};
    case PodTemplate::dcn_dual_tor: return {"DCN+, dual ToR", 512, Wiring::packed, 2, 1, 128, 8, k200};
    case PodTemplate::dcn_single_tor: return {"DCN+, single ToR", 512, Wiring::packed, 1, 1, 64, 4, k400};
  }
  return {};
}

struct GpuPodParams {
  PodTemplate pod_template = PodTemplate::spectrum_x;
  std::optional<std::uint32_t> gpus, ports_down, spines;
  std::uint32_t nvswitches = 1;

  static config::Fields<GpuPodParams> fields() {
    using P = GpuPodParams;
    return {config::field("template", &P::pod_template, "which published fabric"),
            config::field("gpus", &P::gpus, "GPUs, a multiple of 8; default: as in the template")
                .range(kGpusPerServer, 1u << 20),
            config::field("ports_down", &P::ports_down,
                          "ports of a leaf to NICs; default: as in the template")
                .range(1, Xgft::kMaxRadix),
            config::field("spines", &P::spines,
                          "spines of all planes together; default: as in the template")
                .range(1, Xgft::kMaxRadix),
            config::field("nvswitches", &P::nvswitches,
                          "NVSwitches of a server, which share the 360 GB/s of each GPU").range(1, 64)};
  }

  Published resolved() const {
    Published all = published(pod_template);
    all.gpus = gpus.value_or(all.gpus);
    all.ports_down = ports_down.value_or(all.ports_down);
    all.spines = spines.value_or(all.spines);
    return all;
  }

  static void validate(const GpuPodParams& p, config::Section& section);
};

// Leaves of one plane: whole segments, in which the ports of all leaves go to NICs.
std::uint32_t leaves_of(const Published& p) {
  const std::uint64_t ports = p.ports / p.planes;  // of a NIC on a plane
  const std::uint64_t servers = p.gpus / kGpusPerServer;
  const std::uint64_t segment = p.wiring == Wiring::rails ? kGpusPerServer * ports : ports;  // leaves
  const std::uint64_t units = p.wiring == Wiring::rails ? servers : p.gpus;
  return static_cast<std::uint32_t>((units + p.ports_down - 1) / p.ports_down * segment);
}

Xgft::Shape tree_of(const Published& p) {
  return {{p.ports_down, leaves_of(p)}, {1, p.spines / p.planes}, {1, 1}};
}

void GpuPodParams::validate(const GpuPodParams& p, config::Section& section) {
  const Published all = p.resolved();
  if (all.gpus % kGpusPerServer) {
    const std::uint32_t next = (all.gpus / kGpusPerServer + 1) * kGpusPerServer;
    section.error(p.gpus ? "gpus" : "template", fmt::format("{} GPUs do not fill servers of {}; use {}",
                                                            all.gpus, kGpusPerServer, next));
  } else if (all.spines % all.planes) {
    section.error("spines", fmt::format("{} cannot be spread evenly over {} planes",
                                        counted(all.spines, "spine"), all.planes));
  } else if (const std::string why = Xgft::complaint(tree_of(all)); !why.empty()) {
    section.error(p.gpus ? "gpus" : "template", "this pod is too large: " + why);
  }
}

class PodFabric final : public Xgft {
 public:
  explicit PodFabric(const Published& p) : Xgft("tree", tree_of(p)) {}
  LinkFacts link_facts(std::uint32_t) const override { return {kLeafToSpine, {}}; }
};

std::unique_ptr<Topology> server_network(const GpuPodParams& p, TopologyContext& c) {
  return std::make_unique<NvSwitch>(NvSwitchParams{.gpus = kGpusPerServer,
                                                   .switches = p.nvswitches,
                                                   .gpu_rate = kNvlinks,
                                                   .latency = kNvlinkLatency},
                                    c);
}

std::string describe_templates() {
  std::string text = "| template | GPUs | NIC ports | leaves | ports down | spines | wiring |\n"
                     "|---|---|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < names_of(PodTemplate{}).size(); ++i) {
    const auto t = static_cast<PodTemplate>(i);
    const Published p = published(t);
    text += fmt::format("| `{}` | {} | {} × {} | {} | {} | {} | {}{} |\n", name_of(t), p.gpus, p.ports,
                        to_string(p.uplink), leaves_of(p) * p.planes, p.ports_down, p.spines,
                        p.wiring == Wiring::rails ? "rails" : "packed",
                        p.planes > 1 ? fmt::format(", {} planes", p.planes) : "");
  }
  return text;
}

class GpuPod final : public Hierarchy {
 public:
  static std::string notes() { return describe_templates(); }
  GpuPod(const GpuPodParams& p, TopologyContext& c)
      : Hierarchy(server_network(p, c), std::make_unique<PodFabric>(p.resolved()),
                  {.nics = kGpusPerServer,
                   .ports = p.resolved().ports,
                   .planes = p.resolved().planes,
                   .wiring = p.resolved().wiring,
                   .servers = p.resolved().gpus / kGpusPerServer}),
        p_(p.resolved()) {}

  LinkFacts link_facts(std::uint32_t c) const override {
    if (c == nic_class()) return {kPcie, kNicLatency};
    if (c == uplink_class()) return {p_.uplink, {}};
    return Hierarchy::link_facts(c);
  }
  std::string_view caveat() const override { return "Ethernet fabric: lossless, no congestion control"; }
  std::string describe() const override {
    return fmt::format("gpu-pod {}: {}, {} on {} leaves and {} of {}", p_.name, counted(p_.gpus, "GPU"),
                       p_.wiring == Wiring::rails ? "rail-optimised" : "packed",
                       std::uint64_t{leaves_of(p_)} * p_.planes,
                       counted(p_.spines, "spine"),
                       p_.planes > 1 ? fmt::format("{} planes", p_.planes) : "one plane");
  }

 private:
  Published p_;
};

const config::Register<GpuPod, GpuPodParams> gpu_pod{
    "gpu-pod", "published fabrics of GPU clusters: rail-optimised, dual-plane and dual-ToR trees"};

}  // namespace
}  // namespace kasuri
