// SPDX-License-Identifier: MIT
// Published values. Where a source gives times but no powers, those of NsimPower's Table 1 stand
// in; its T_lw and T_ls are exchanged against the standard it quotes, so that it exists twice.
//
// A preset also has the policy of what it is about: those from studies of link sleep let links
// sleep; one that is only about what a machine draws does not. What a preset sets is listed in
// docs/power.md.
#include "network/power/params.h"

namespace kasuri {

namespace {

using namespace literals;

// K computer's ICC: 28.0 W = 17.80 W + 10 links × 1.02 W.
constexpr Watts kIcc{.router_static = 17.80, .port_active = 1.02, .port_mode = {0.10, 0.10}};

// A commercial 10GBASE-T switch (Miwa et al. 2014).
constexpr Watts kSwitch{.port_static = 2.08, .port_active = 1.36, .output_share = 0.5};

// Up to 250 W and 64 ports of 200 Gb/s (De Sensi et al., SC20, arXiv:2008.08886, section II; also
// WikiChip, "Rosetta"). That three fifths of it belong to the serialisers of the ports, and that a
// sleeping one would draw a tenth, are our assumptions. Nothing published says that its links sleep, so
// they do not unless power.policy asks for it; then the times are those of 802.3bj.
constexpr Watts kRosetta{.router_static = 100,
                         .port_active = 2.34,
                         .port_mode = {0.70 * 2.34, 0.10 * 2.34},
                         .output_share = 0.5};

// As 802.3bj: fast wake saves little, deep sleep much.
constexpr Watts with_deep_sleep(Watts w) {
  w.port_mode = {0.70 * w.port_active, 0.10 * w.port_active};
  return w;
}

SleepModes light(Time enter, Time leave) { return {{{enter, leave}, {enter, leave}}}; }

// Ports of machines that exist, both directions of one end. A switch chip draws 10 pJ a bit, half of it in
// the SerDes of the port: Broadcom gives Tomahawk 5 as below 1 W per 100 Gb/s; NVIDIA compares NVLink-C2C
// with SerDes of 5.5 pJ a bit (Hot Chips 34). The share of the SerDes is assumed, and as with kRosetta what
// a sleeping port draws. `module` is the end of the cable: it sleeps with its SerDes.
constexpr double kGigabit = 1e9, kCoreJoules = 5e-12, kSerDesJoules = 5e-12;
constexpr Watts port_of(double gigabits, double module) {
  const double bits = gigabits * kGigabit;
  return with_deep_sleep({.port_static = kCoreJoules * bits, .port_active = kSerDesJoules * bits + module});
}
constexpr BytesPerSecond gigabits(std::int64_t n) { return {n * 125'000'000}; }

constexpr SleepModes k802_3bj{{{180_ns, 340_ns}, {900_ns, 5500_ns}}};

}  // namespace

std::vector<PowerPreset> power_presets() {
  return {
      {"nsimpower-table1", "NsimPower, Table 1, as printed", kIcc, 9_us, light(4480_ns, 2880_ns),
       false},
      {"eee-10gbase-t", "IEEE 802.3az 10GBASE-T; watts of NsimPower's Table 1", kIcc, 9_us,
       light(2880_ns, 4480_ns), false},
      {"eee-100base-tx", "IEEE 802.3az 100BASE-TX; watts of NsimPower's Table 1", kIcc, 400_us,
       light(200_us, 30'500_ns), false},
      {"eee-1000base-t", "IEEE 802.3az 1000BASE-T; watts of NsimPower's Table 1", kIcc, 400_us,
       light(182_us, 16'500_ns), false},
      {"eee-10gbase-kr", "IEEE 802.3az 10GBASE-KR; watts of NsimPower's Table 1", kIcc, 20_us,
       light(5_us, 12_us), false},
      {"eee-100g", "IEEE 802.3bj, fast wake and deep sleep; watts of NsimPower's Table 1",
       with_deep_sleep(kIcc), 1_us, k802_3bj, false, "dual-mode"},
      {"tracerp-table2", "TraceRP, Table 2: a 10GBASE-T switch (Miwa et al. 2014)", kSwitch, 600_us,
       light(0_us, 17_us), true},
      {"tracerp-table2-torus", "the same, without the ports to the nodes", kSwitch, 600_us,
       light(0_us, 17_us), false},
      {"slingshot-200g", "De Sensi et al., SC20: 250 W for 64 ports of 200 Gb/s; IEEE 802.3bj",
       kRosetta, 1_us, k802_3bj, true, "always-on"},
      {kByLink, "by rate and kind of each link class: one of those below", port_of(400, 12), 1_us, k802_3bj,
       true, "always-on"},
      {"copper-400g", "passive copper, at most 0.1 W an end (NVIDIA MCP7F80 specification); switch assumed",
       port_of(400, 0.1), 1_us, k802_3bj, true, "always-on", gigabits(400)},
      {"optics-400g", "400GBASE-DR4 and FR4, at most 12 W a module (QSFP-DD data sheets); switch assumed",
       port_of(400, 12), 1_us, k802_3bj, true, "always-on", gigabits(400)},
      {"optics-800g", "800G modules, 15 W (assumed; data sheets: at most 14 to 17 W); switch assumed",
       port_of(800, 15), 1_us, k802_3bj, true, "always-on", gigabits(800)},
      {"co-packaged-800g", "3.5 times less than a pluggable module (Broadcom, 2025); switch assumed",
       port_of(800, 15 / 3.5), 1_us, k802_3bj, true, "always-on", gigabits(800)},
      {"nvlink-4", "100G SerDes at 5 pJ a bit, no module (assumed after Hot Chips 34); switch assumed",
       port_of(200, 0), 1_us, k802_3bj, true, "always-on", gigabits(200)},
  };
}

}  // namespace kasuri
