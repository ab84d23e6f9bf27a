// SPDX-License-Identifier: MIT
#include "experiment/plan/collectives.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/config/notes.h"
#include "network/model/link_classes.h"

namespace kasuri {
namespace {

constexpr std::string_view kNvls = "nccl-nvls";

// Reports NVLS, or multimem, where it is set by `key` of a section.
class NvlsCheck {
 public:
  NvlsCheck(const Config& c, const Topology& t) : p_(c.mpi.nccl), topology_(t) {}

  void operator()(config::Section section, std::string_view key, std::string_view algorithm = kNvls) const {
    if (algorithm != kNvls && algorithm != "multimem") return;
    if (!topology_.servers().multicast) {
      section.error(key, fmt::format("NVLS needs servers whose switches copy and combine data, as topology "
                                     "'nvswitch' with nvls = true; {} has none: choose rings or trees",
                                     topology_.describe()));
    } else if (algorithm != kNvls) {
      return;
    } else if (p_.protocol == mpi::NcclProtocol::ll || p_.protocol == mpi::NcclProtocol::ll128) {
      section.error(key, fmt::format("NVLS has protocol 'simple' alone, but mpi.nccl.protocol is '{}': "
                                     "remove it, or choose rings or trees",
                                     name_of(p_.protocol)));
    }
  }

 private:
  const mpi::NcclParams& p_;
  const Topology& topology_;
};

void check_nvls(const Config& c, const Topology& t, config::Section mpi) {
  const NvlsCheck check(c, t);
  if (c.mpi.nccl.algorithm == mpi::NcclAlgorithm::nvls) check(mpi.section("nccl"), "algorithm");
  check(mpi.section("algorithms"), "allreduce", c.mpi.algorithms.allreduce.name());
  if (c.mpi.rules.allreduce.empty()) return;
  auto rules = mpi.section("rules").sections("allreduce");
  for (std::size_t i = 0; i < rules.size() && i < c.mpi.rules.allreduce.size(); ++i) {
    check(rules[i], "algorithm", c.mpi.rules.allreduce[i].algorithm.name());
  }
}

// A job's own library comes before [mpi.algorithms], which then may serve nobody.
void check_libraries(const Config& c, config::Section root) {
  config::Section chosen = root.section("mpi").section("algorithms");
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < mpi::kCollectives; ++i) {
    const std::string key(mpi::name_of(static_cast<mpi::Collective>(i)));
    if (chosen.has(key)) keys.push_back(key);
  }
  const auto has_own = [](const JobParams& j) { return j.collectives.has_value(); };
  if (keys.empty() || std::ranges::none_of(c.jobs, has_own)) return;
  const bool serves_nobody =
      std::ranges::all_of(c.jobs, [&](const JobParams& j) { return j.pattern || has_own(j); });
  const std::string of_jobs = "a job's 'collectives' come before [mpi.algorithms]";
  for (const std::string& key : keys) {
    if (serves_nobody) {
      chosen.error(key, fmt::format("no job uses this: {}; remove it, or use [[mpi.rules.{}]], which come "
                                    "first", of_jobs, key));
    } else {
      config::note(chosen, key, fmt::format("some jobs do not use this: {}", of_jobs));
    }
  }
  auto sections = root.sections("jobs");
  for (std::size_t i = 0; i < c.jobs.size() && i < sections.size(); ++i) {
    if (!has_own(c.jobs[i])) continue;
    const std::string why = fmt::format("this job does not use [mpi.algorithms]: {}", config::join(keys));
    if (serves_nobody) sections[i].error("collectives", why);
    else config::note(sections[i], "collectives", why);
  }
}

// Of a NIC and of a GPU within its server. Other topologies do not tell the two apart.
void set_rates(mpi::NcclParams& p, const Config& c, const Topology& t) {
  if (!t.servers().network && !t.is_of_gpus()) return;
  const BytesPerSecond nic = rate_of_nic(c, t);
  if (nic < kUnlimited && !p.network_rate) p.network_rate = nic;
  const BytesPerSecond within = endpoint_rate(c, t);
  if (!p.nvlink_rate && within < kUnlimited) p.nvlink_rate = within;
}

}  // namespace

BytesPerSecond rate_of_nic(const Config& c, const Topology& t) {
  const std::vector<std::string> names = t.link_classes();
  const auto uplink = static_cast<std::uint32_t>(std::ranges::find(names, "uplink") - names.begin());
  if (uplink == names.size()) return kUnlimited;
  std::int64_t ports = 0;
  for (RouterId r{0}; r.v < t.routers() && ports == 0; ++r.v) {
    for (std::uint32_t port = 0; port < t.degree(r); ++port) ports += t.link_class(r, port) == uplink;
  }
  return ports > 0 ? BytesPerSecond{ports * link_classes(c, t)[uplink].rate.n} : kUnlimited;
}

std::uint32_t gpus_per_server(const Config& c, const Topology& t) {
  if (c.mpi.nccl.gpus_per_server > 0) return c.mpi.nccl.gpus_per_server;
  const bool is_chosen = c.mpi.library && c.mpi.library.name() == "nccl";
  return is_chosen || t.is_of_gpus() ? t.servers().endpoints : 1;
}

void complete_collectives(Config& c, const Topology& t) {
  const bool is_of_gpus = t.is_of_gpus() || gpus_per_server(c, t) > 1;
  if (!c.mpi.library) c.mpi.library = config::Choice<mpi::Library>(is_of_gpus ? "nccl" : "open-mpi-4.1");
  if (is_of_gpus) set_rates(c.mpi.nccl, c, t);
}

void check_collectives(const Config& c, const Topology& t, config::Section root) {
  check_nvls(c, t, root.section("mpi"));
  check_libraries(c, root);
}

}  // namespace kasuri
