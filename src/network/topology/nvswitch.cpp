// SPDX-License-Identifier: MIT
// GPUs on NVSwitches, as in a DGX server or an NVL72 rack: each GPU has links to every switch, and
// switches have no links to each other (NVIDIA, "NVSwitch and DGX-2", Hot Chips 30, 2018). A GPU is a
// router with one endpoint, so that traffic can pass through it to its NIC (PXN). The graph is a tree of
// two levels with one endpoint under each leaf, XGFT(2; 1,n; 1,s): routings of trees serve it.
#include "network/topology/nvswitch.h"

#include <fmt/format.h>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/words.h"

namespace kasuri {

using namespace literals;

config::Fields<NvSwitchParams> NvSwitchParams::fields() {
  using P = NvSwitchParams;
  return {config::field("gpus", &P::gpus, "GPUs, each a router with one endpoint")
              .range(1, Xgft::kMaxRadix),
          config::field("switches", &P::switches, "switches, each with links to all GPUs")
              .range(1, Xgft::kMaxRadix),
          config::field("links", &P::links, "parallel links between a GPU and a switch")
              .range(1, Xgft::kMaxRadix),
          config::field("gpu_rate", &P::gpu_rate,
                        "rate of all links of a GPU together, per direction; default: each link has the "
                        "rate of its link class"),
          config::field("latency", &P::latency, "latency of a link; default: as the link class has it")
              .at_least(0_ps),
          config::field("nvls", &P::nvls,
                        "whether the switches copy and combine messages of collectives (NVLink SHARP)")};
}

void NvSwitchParams::validate(const NvSwitchParams& p, config::Section& section) {
  if (const std::string why = Xgft::complaint(p.shape()); !why.empty()) {
    section.error(&NvSwitchParams::gpus, "these are too many links: " + why);
  }
}

LinkFacts NvSwitch::link_facts(std::uint32_t) const {
  LinkFacts facts{{}, p_.latency};
  if (p_.gpu_rate) {
    const std::int64_t links = std::int64_t{p_.switches} * p_.links;
    facts.rate = BytesPerSecond{std::max<std::int64_t>(1, p_.gpu_rate->n / links)};
  }
  return facts;
}

std::string NvSwitch::describe() const {
  return fmt::format("nvswitch, {} on {} NVSwitch{}{}", counted(p_.gpus, "GPU"), p_.switches,
                     p_.switches == 1 ? "" : "es",
                     p_.links > 1 ? fmt::format(" by {} links each", p_.links) : "");
}

namespace {

const config::Register<NvSwitch, NvSwitchParams> nvswitch{
    "nvswitch", "GPUs that all have links to the same switches: the NVLink domain of a server or rack"};

}  // namespace
}  // namespace kasuri
