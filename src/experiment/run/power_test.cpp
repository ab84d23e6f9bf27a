// SPDX-License-Identifier: MIT
// Power of whole machines against closed forms: TraceRP's equation 1 on periodic traffic in the
// ranges where it holds (with D = (T_wake + T_sleep + T_f) / T_f), the latencies that go with it,
// and NsimPower's figures for the K computer's interconnect.
#include <gmock/gmock.h>

#include <cmath>

#include "base/config/writer.h"
#include "experiment/plan/plan_text.h"
#include "network/power/params.h"
#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace power_test {

using testing::HasSubstr;

// Links with a timer, in ps. T_f, the time for which a packet takes a router's output, is that from
// the grant to its tail, T_ST + S/B; a NIC has no switch to cross.
struct Periodic {
  TestFabric fabric;
  std::int64_t t_lt = 6'000'000, t_ls = 0, t_lw = 170'000;
  std::int64_t bytes = 2048;
  std::string preset = "tracerp-table2-torus";

  explicit Periodic(std::vector<std::uint32_t> extents, std::uint32_t endpoints = 1) {
    fabric.extents = std::move(extents);
    fabric.endpoints_per_router = endpoints;
  }
  std::int64_t t_f() const { return fabric.traversal + fabric.link_time(bytes); }

  // Messages between pairs, each with its own offset, `count` periods of `period`.
  Results run(std::int64_t period, std::int64_t chunk, int count,
              const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) const {
    Script::script.clear();
    for (int i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < pairs.size(); ++k) {
        const std::int64_t offset = static_cast<std::int64_t>(k) * period /
                                    static_cast<std::int64_t>(pairs.size());
        Script::script.push_back(
            {Time{i * period + offset}, pairs[k].first, pairs[k].second, {bytes}});
      }
    }
    return simulate_toml(fabric.toml() + fmt::format(R"([power]
preset = "{}"
policy = "idle-timer"
t_lt = "{} ps"
t_ls = "{} ps"
t_lw = "{} ps"
chunk = "{} ps"
transient = "links"
)", preset, t_lt, t_ls, t_lw, chunk));
  }

  // The share of time that a link is up which takes a packet every `period`.
  double share(std::int64_t period, std::int64_t f) const {
    const double d = static_cast<double>(t_lw + t_ls + t_lt + f) / static_cast<double>(f);
    const double rho = static_cast<double>(f) / static_cast<double>(period);
    return period <= f + t_lt ? 1.0 : std::min(1.0, d * rho);
  }
  double share(std::int64_t period) const { return share(period, t_f()); }
};

// A chunk in the middle, as long as the period: each link does there what it does in every period.
double watts_of_chunk(const Results& r, const TestFabric& f, std::size_t chunk) {
  TestConfig c(f.toml());
  return assess_chunk(r.power->settings, r.power->counted, *c.plan.topology, chunk).total_w;
}

const std::vector<std::int64_t> kPeriods{3'000'000,  6'400'000,   6'720'000,   8'000'000,
                                         20'000'000, 123'456'789, 5'000'000'000};

bool in_range(const Periodic& p, std::int64_t period) {
  return period <= p.t_f() + p.t_lt || period > p.t_lw + p.t_ls + p.t_lt + p.t_f();
}

TEST(PeriodicTraffic, DrawsWhatEquation1SaysOnTori) {
  for (const std::int64_t t_ls : {0, 448'000}) {
    for (const std::int64_t period : kPeriods) {
      Periodic p({4, 4});
      p.t_ls = t_ls;
      if (!in_range(p, period)) continue;
      const Results r = p.run(period, period, 40, {{0, 5}, {10, 3}});
      const double links = 16 * 4;
      const double used = p.fabric.hops(0, 5) + p.fabric.hops(10, 3);
      // Two bidirectional halves of P_dynamic make a directed link; what nobody uses sleeps.
      const double expected = links * 2.08 + 1.36 * used * p.share(period);
      EXPECT_NEAR(watts_of_chunk(r, p.fabric, 20) / expected, 1, 1e-9) << period;
    }
  }
}

// TraceRP's own verification: two nodes at one switch. All four directions carry the same traffic.
TEST(PeriodicTraffic, DrawsWhatEquation1SaysAtOneSwitch) {
  for (const std::int64_t period : kPeriods) {
    Periodic p({1}, 2);
    p.preset = "tracerp-table2";
    if (!in_range(p, period)) continue;
    const Results r = p.run(period, period, 40, {{0, 1}, {1, 0}});
    const double injection = p.share(period, p.fabric.injection_time(p.bytes));
    const double expected = 2 * 2.08 + 1.36 * (p.share(period) + injection);
    EXPECT_NEAR(watts_of_chunk(r, p.fabric, 20) / expected, 1, 1e-9) << period;
  }
}

// Between the ranges a link sleeps every other time: the packet that woke it up is late, so that the
// gap behind it is too short.
TEST(PeriodicTraffic, SleepsEveryOtherTimeInTheBandBetween) {
  Periodic p({4});
  const std::int64_t period = p.t_f() + p.t_lt + p.t_lw / 2;
  const Results r = p.run(period, 2 * period, 40, {{0, 1}});
  const double share = 1 - static_cast<double>(period - p.t_f() - p.t_lt) /
                               (2 * static_cast<double>(period));
  EXPECT_NEAR(watts_of_chunk(r, p.fabric, 10) / (8 * 2.08 + 1.36 * share), 1, 1e-9);
}

// An interval below the timer changes nothing, one above costs T_w at each hop that sleeps.
TEST(PeriodicTraffic, HasTheLatencyThatGoesWithIt) {
  for (const bool terminal : {false, true}) {
    for (const std::int64_t period : {5'000'000, 6'390'000, 9'000'000, 100'000'000}) {
      Periodic p({5, 3});
      p.preset = terminal ? "tracerp-table2" : "tracerp-table2-torus";
      p.run(period, period, 10, {{0, 7}});
      const std::uint32_t hops = p.fabric.hops(0, 7);
      const std::int64_t sleeping = hops + (terminal ? 2 : 0);
      const std::int64_t wakes = period > p.t_f() + p.t_lt ? sleeping : 0;
      for (std::size_t i = 2; i < Script::script.size(); ++i) {
        const Script::Message& m = Script::script[i];
        EXPECT_EQ((m.arrived - m.at).ps,
                  p.fabric.zero_load_latency(hops, p.bytes) + wakes * p.t_lw)
            << period;
      }
    }
  }
}

// Equation 1 of NsimPower for the ICC: 17.80 W + 6 × 1.02 W on a 3-D torus, 10 links on Tofu.
TEST(NsimPower, DrawsConstantPowerWithoutSleep) {
  TestFabric f;
  f.extents = {4, 4, 4};
  Script::script = {{Time{5}, 3, 17, {100'000}}};
  const Results r = simulate_toml(f.toml() + "[power]\npreset = 'nsimpower-table1'\n"
      "policy = \"always-on\"\n");
  const EnergyReport& e = r.power->energy;
  EXPECT_NEAR(e.mean_w, 64 * 23.92, 1e-9);
  EXPECT_NEAR(e.peak_w, 64 * 23.92, 1e-9);
  EXPECT_NEAR(e.peak_router_w, 23.92, 1e-12);
  EXPECT_EQ(e.saving(), 0);
  EXPECT_EQ(e.links.links, 64u * 6);
  EXPECT_EQ(r.power->counted.chunks.size(), static_cast<std::size_t>(1 + r.time.ps / 50'000'000));
}

TEST(NsimPower, CannotSaveMoreThanItsLinksDraw) {
  for (const auto& [extents, links, ceiling] :
       {std::tuple(std::vector<std::uint32_t>{4, 4, 4}, 6, 0.231),
        std::tuple(std::vector<std::uint32_t>{3, 3, 3, 2, 3, 2}, 10, 0.329)}) {
    TestFabric f;
    f.extents = extents;
    f.vcs = 2;
    Script::script = {{Time{0}, 0, 1, {32}}, {Time{1'000'000'000'000}, 0, 1, {32}}};
    const Results r = simulate_toml(
        f.toml() + "[power]\npreset = 'nsimpower-table1'\nt_lt = '0 us'\ntransient = 'none'\n");
    const double active = 17.80 + links * 1.02;
    EXPECT_NEAR(r.power->energy.always_on_mean_w / f.routers(), active, 1e-9);
    EXPECT_NEAR(r.power->energy.saving(), links * 0.92 / active, 3e-6);
    EXPECT_NEAR(r.power->energy.saving(), ceiling, 5e-4);
  }
}

// All of the machine: hosts idle and busy, NICs, bits; jobs are charged with what their nodes draw.
TEST(Energy, IsThatOfAllThatIsSimulated) {
  TestFabric f;
  f.extents = {4};
  Script::script = {{Time{0}, 0, 1, {2048}}};
  const Results r = simulate_toml(f.toml() + R"([power]
preset = "nsimpower-table1"
policy = "always-on"
router_static = "2 W"
port_active = "0 W"
port_sleep = "0 W"
port_deep = "0 W"
router_per_bit = "1 pJ/b"
link_per_bit = "2 pJ/b"
nic_static = "3 W"
nic_per_bit = "4 pJ/b"
host_idle = "100 W"
)");
  const double time = r.time.seconds(), bits = 2048 * 8;
  const PowerRun& p = *r.power;
  EXPECT_NEAR(p.energy.static_j, 4 * 2 * time, 1e-15);
  EXPECT_NEAR(p.energy.bits_j, 2 * bits * 3e-12, 1e-15);  // two router outputs
  EXPECT_NEAR(p.nics_j, 4 * 3 * time + 2 * bits * 4e-12, 1e-15);
  EXPECT_NEAR(p.hosts_j, 400 * time, 1e-15);
  EXPECT_NEAR(p.to_solution_j(), p.energy.energy_j + p.nics_j + p.hosts_j, 1e-15);
  ASSERT_EQ(p.by_job.jobs.size(), 1u);
  EXPECT_NEAR(p.by_job.jobs[0].to_solution_j(), p.to_solution_j(), 1e-15);
}

// A ring of four routers in racks of their own: two cables to the next rack are copper, two longer ones are
// optical.
TEST(Energy, HasTheCablesOfTheLayout) {
  TestFabric f;
  f.extents = {4};
  const std::string power = "[power]\npolicy = 'always-on'\n";
  const std::string layout =
      "[layout]\nnodes_per_rack = 1\nracks_per_row = 4\nrack_width = 1\nslack = 0\n"
      "copper_reach = 1.5\ncopper_watts = 2\noptical_watts = 5\n";
  for (const char* const transient : {"routers", "none", "links"}) {
    const std::string chunks = fmt::format("transient = '{}'\nchunk = '1 us'\n", transient);
    const auto run = [&](const std::string& more) {
      Script::script = {{Time{0}, 0, 1, {2048}}};
      return simulate_toml(f.toml() + power + chunks + more);
    };
    const Results without = run(""), off = run(layout), on = run(layout + "power = true\n");
    EXPECT_EQ(off.power->energy.energy_j, without.power->energy.energy_j);
    EXPECT_EQ(on.time, off.time);
    const double joules = 2 * 2 * (2 + 5) * on.time.seconds();
    const EnergyReport &e = on.power->energy, &before = off.power->energy;
    EXPECT_EQ(before.cables_j, 0);
    EXPECT_NEAR(e.cables_j, joules, 1e-12 * joules);
    EXPECT_NEAR(e.energy_j, before.energy_j + joules, 1e-12 * e.energy_j);
    EXPECT_NEAR(e.energy_j, e.static_j + e.links_j + e.bits_j + e.cables_j, 1e-12 * e.energy_j);
    const JobEnergies &jobs = on.power->by_job, &jobs_before = off.power->by_job;
    EXPECT_NEAR(jobs.jobs[0].energy_j, jobs_before.jobs[0].energy_j + joules, 1e-12 * e.energy_j);
    EXPECT_NEAR(jobs.nobody.energy_j, jobs_before.nobody.energy_j, 1e-12 * e.energy_j);
    // Folded, the routers are in the racks 0, 2, 3, 1: router 0 has a short cable and a long one.
    EXPECT_NEAR(e.router_j[0], before.router_j[0] + 7 * on.time.seconds(), 1e-12 * e.energy_j);
    if (before.peak_w > 0) EXPECT_NEAR(e.peak_w, before.peak_w + 28, 1e-6);
    EXPECT_NEAR(on.power->settings.cables->copper[0], 8, 1e-12);
    EXPECT_NEAR(on.power->settings.cables->optical[0], 20, 1e-12);
  }
}

TEST(Energy, OfTwoJobsIsTheirNodes) {
  TestFabric f;
  f.extents = {4, 4};
  const Results r = simulate_toml(f.toml(R"([[jobs]]
pattern = { type = "uniform", duration = "10 us" }
ranks = 8
share_nodes = true
[[jobs]]
pattern = { type = "uniform", duration = "10 us" }
ranks = 16
share_nodes = true
)") + "[power]\nhost_idle = \"10 W\"\n");
  const std::vector<JobEnergy>& jobs = r.power->by_job.jobs;
  // The job that ends last pays to the end of the run.
  const bool first_is_last = r.jobs[0].time > r.jobs[1].time;
  const double time[] = {(first_is_last ? r.time : r.jobs[0].time).seconds(),
                         (first_is_last ? r.jobs[1].time : r.time).seconds()};
  EXPECT_NEAR(jobs[1].hosts_j / jobs[0].hosts_j, (8 * 0.5 + 8) * time[1] / (8 * 0.5 * time[0]),
              1e-12);
}

// What is wrong with a [power] section, or "".
std::string mistake(std::string_view power) {
  TestFabric f;
  f.extents = {4};
  try {
    TestConfig c(f.toml("[power]\n" + std::string(power) +
                        "\n[[jobs]]\npattern = { type = \"script\" }\n"));
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

TEST(PowerConfiguration, RefusesWhatCannotBe) {
  EXPECT_THAT(mistake("port_active = '-1 W'"), HasSubstr("'port_active' is \"-1 W\""));
  EXPECT_THAT(mistake("port_sleep = '1.03 W'"), HasSubstr("must not draw more power than an active one"));
  EXPECT_THAT(mistake("port_active = '0.05 W'"), HasSubstr("error: a sleeping link"));
  EXPECT_THAT(mistake("port_active = 1"), HasSubstr("has no unit"));
  EXPECT_THAT(mistake("chunk = '0 us'"), HasSubstr("'chunk' is \"0 s\""));
  EXPECT_THAT(mistake("preset = 'slingshot-200g'\nt_lt = '1 us'"), HasSubstr("set power.policy"));
  EXPECT_EQ(mistake("preset = 'slingshot-200g'\npolicy = 'dual-mode'\nt_lt = '1 us'"), "");
  EXPECT_THAT(mistake("preset = 'nsim-power'"), HasSubstr("one of \"nsimpower-table1\""));
  EXPECT_THAT(mistake("policy = 'sleepy'"), HasSubstr("unknown link_policy"));
  EXPECT_THAT(mistake("classes = [{ link_class = 'z' }]"),
              HasSubstr("unknown link class 'z'"));
  EXPECT_THAT(mistake("classes = [{ link_class = 'z' }]"), HasSubstr("x, terminal"));
  EXPECT_THAT(mistake("classes = [{}]"), HasSubstr("missing key 'link_class'"));
  EXPECT_EQ(mistake("classes = [{ link_class = 'x', policy = 'oracle' }]"), "");
}

// Presets that are about machines, not about sleep, leave links on; and what a preset comes to is said.
TEST(PowerConfiguration, PresetsSayWhetherLinksSleep) {
  TestFabric f;
  f.extents = {4};
  std::vector<std::string> always_on;
  for (const PowerPreset& p : power_presets()) {
    Script::script = {{Time{0}, 0, 1, {32}}, {Time{2'000'000'000}, 0, 1, {32}}};
    const std::string toml = f.toml(
        fmt::format("[power]\npreset = '{}'\n[[jobs]]\npattern = {{ type = \"script\" }}\n", p.name));
    const Results r = simulate_toml(toml);
    const std::string words = describe_power(*TestConfig(toml).plan.power);
    EXPECT_THAT(words, HasSubstr(fmt::format("policy {} (the preset's)", p.policy)));
    EXPECT_THAT(words, HasSubstr(p.terminal_ports ? "NICs count" : "NICs do not count"));
    EXPECT_EQ(r.power->energy.links.transitions > 0, p.policy != "always-on") << p.name;
    if (p.policy == "always-on") always_on.emplace_back(p.name);
  }
  EXPECT_THAT(always_on, testing::ElementsAre("slingshot-200g", "by-link", "copper-400g", "optics-400g",
                                               "optics-800g", "co-packaged-800g", "nvlink-4"));
}

// A class can have a policy of its own.
TEST(PowerConfiguration, AppliesPoliciesToClasses) {
  TestFabric f;
  f.extents = {4, 4};
  Script::script = {{Time{0}, 0, 1, {32}}, {Time{1'000'000'000}, 0, 1, {32}}};
  const Results r = simulate_toml(
      f.toml() + "[power]\npreset = 'nsimpower-table1'\n"
                 "classes = [{ link_class = 'y', policy = 'always-on' }]\n");
  EXPECT_GT(r.power->energy.classes[0].lpi_ratio, 0.5);
  EXPECT_EQ(r.power->energy.classes[1].lpi_ratio, 0);
}

// Sleep must not break flow control: with each policy every message arrives and all credits return.
// A signal goes the way of a packet, which has two halves with virtual channels of their own; it is not
// sent to the half-way router again from each router behind it.
TEST(LinkPolicies, SignalsAheadOfPacketsArriveWithTheRoutingOfEach) {
  for (const char* routing :
       {"type = 'valiant'\n", "type = 'detour'\ninner = 'valiant'\n"
                              "[[faults.failures]]\nlinks = ['(0,0) (1,0)']\nat = '10 us'\n"}) {
    const Results r = simulate_toml(fmt::format(
        "[topology]\ntype = 'torus'\nextents = [4, 4]\n[router]\nvcs = 6\n[routing]\n{}"
        "[power]\npreset = 'nsimpower-table1'\npolicy = 'early-wake'\n"
        "[[jobs]]\npattern = {{ type = 'uniform', load = 0.02, message = '2 KiB', duration = '50 us' }}\n",
        routing));
    EXPECT_EQ(r.end, End::completed) << routing;
  }
}

TEST(LinkPolicies, LoseNothing) {
  for (const config::Component* c : config::components(LinkPolicy::kKind)) {
    for (const char* directions : {"independent", "joint"}) {
      TestFabric f;
      f.extents = {3, 3};
      TestMachine m(f.toml("[[jobs]]\npattern = { type = 'uniform', load = 0.3, duration = '40 us' }\n") +
                    fmt::format("[power]\npolicy = '{}'\ndirections = '{}'\nterminal_ports = true\n"
                                "t_lt = '200 ns'\nt_ls = '100 ns'\nt_lw = '300 ns'\n",
                                c->name, directions));
      m.run();
      SCOPED_TRACE(c->name);
      m.expect_at_rest();
      EXPECT_EQ(m.machine.unfinished(), 0);
      EXPECT_GT(m.machine.delivered().packets, 100u);
    }
  }
}

std::string machine() {
  TestFabric f;
  f.extents = {2, 2};
  return f.toml();
}

// Grids, and servers of GPUs below a fabric: what composes with an empty [power].
constexpr std::string_view kGrid =
    "[topology]\ntype = 'torus'\nextents = [4, 4]\n[link]\nrate = '{0}'\ncable_latency = '{1}'\n"
    "[nic]\nlink_rate = '{0}'\ncable_latency = '5 ns'\n[router]\nbuffer = '64 KiB'\n";
constexpr std::string_view kPod =
    "[topology]\ntype = 'hierarchy'\nnics = 4\nwiring = 'packed'\nservers = 4\n"
    "server = { type = 'nvswitch', gpus = 4, switches = 2, gpu_rate = '400 GB/s' }\n"
    "fabric = { type = 'xgft', children = [4, 4], parents = [2] }\n[router]\nvcs = 6\nbuffer = '64 KiB'\n"
    "[link]\nrate = '50 GB/s'\ncable_latency = '50 ns'\n";
constexpr std::string_view kRing =
    "[[jobs]]\nranks = 16\n"
    "motif = { type = 'collective', operation = 'allreduce', size = '256 KiB', steps = 2 }\n";

std::string grid(std::string_view rate, std::string_view cable) {
  return fmt::format(fmt::runtime(kGrid), rate, cable);
}

// Energy is a measurement: alone it changes no time, at both levels; links of one class that sleep do not
// change what the others draw.
TEST(PowerAlone, ChangesNoTime) {
  for (const std::string& machine :
       {grid("5 GB/s", "600 ps"), grid("50 GB/s", "50 ns"), std::string(kPod)}) {
    for (const std::string level : {"packet", "flow"}) {
      const std::string toml = fmt::format("fidelity = '{}'\n{}{}", level, machine, kRing);
      const Results without = simulate_toml(toml), with = simulate_toml(toml + "[power]\n");
      EXPECT_EQ(with.delivered.hash, without.delivered.hash) << toml;
      EXPECT_EQ(with.time, without.time) << toml;
      const EnergyReport& e = with.power->energy;
      EXPECT_EQ(e.links.transitions, 0u);
      EXPECT_EQ(e.links.asleep_ps, 0);
      EXPECT_GT(e.mean_w, 0);
      if (machine == kPod) continue;
      const Results beside = simulate_toml(
          toml + "[power]\nclasses = [{ link_class = 'x', policy = 'idle-timer', t_lt = '5 us' }]\n");
      EXPECT_GT(beside.power->energy.classes[0].lpi_ratio, 0) << toml;
      EXPECT_EQ(beside.power->energy.classes[1].lpi_ratio, 0) << toml;
      EXPECT_NEAR(beside.power->energy.classes[1].energy_j / beside.power->energy.time_s,
                  e.classes[1].energy_j / e.time_s, 1e-9) << toml;
    }
  }
}

// Per port 10 pJ a bit of the switch, and an end of a cable: 12 W at 400 Gb/s or 15 W at 800 Gb/s where it
// is optical, 0.1 W where it is copper, none within servers. The ports to NICs have copper of 5 ns.
TEST(PowerAlone, FollowsTheRateAndKindOfLinks) {
  const auto watts = [](const std::string& machine) {
    return simulate_toml(machine + std::string(kRing) + "[power]\n").power->energy.mean_w;
  };
  const auto ports = [](double gigabits, double cable, double nics) {
    return 16 * (4 * (0.01 * gigabits + cable) + 0.01 * gigabits + nics);
  };
  EXPECT_NEAR(watts(grid("50 GB/s", "50 ns")), ports(400, 12, 0.1), 1e-6);
  EXPECT_NEAR(watts(grid("25 GB/s", "50 ns")), ports(200, 6, 0.05), 1e-6);
  EXPECT_NEAR(watts(grid("100 GB/s", "50 ns")), ports(800, 15, 0.2), 1e-6);
  EXPECT_NEAR(watts(grid("50 GB/s", "15 ns")), ports(400, 0.1, 0.1), 1e-6);
  const Results pod = simulate_toml(std::string(kPod) + std::string(kRing) + "[power]\n");
  const PowerSettings& s = pod.power->settings;
  EXPECT_EQ(s.preset_text(), "by-link (nvlink-4, optics-400g)");
  EXPECT_EQ(s.classes.back().preset, "nvlink-4");
  const std::string named =
      grid("25 GB/s", "50 ns") + "[power]\npreset = 'optics-400g'\n" + std::string(kRing);
  EXPECT_NEAR(simulate_toml(named).power->energy.mean_w, 16 * 5 * (4 + 12.0), 1e-6);
  EXPECT_THAT(mistake("port_sleep = '2 W'"), HasSubstr("at most \"0.21 W\" (port_active)"));
  EXPECT_THAT(mistake("t_lt = '1 us'"), HasSubstr("or power.preset to values of a study of link sleep"));
}

// It has all keys, also those of sleep where links never sleep.
TEST(PowerPresets, HaveResolvedConfigurationsThatAreLegal) {
  for (const PowerPreset& preset : power_presets()) {
    SCOPED_TRACE(preset.name);
    const TestConfig c(machine() + fmt::format("[power]\npreset = '{}'\n", preset.name));
    const std::string text = config::Writer().top(c.config).text();
    EXPECT_EQ(config::Writer().top(TestConfig(text).config).text(), text);
  }
}

TEST(PowerPresets, RefuseHowLinksSleepWhereTheyNeverDo) {
  for (const char* key :
       {"t_lt = '1 us'", "deep_t_lw = '1 us'", "abortable = true", "directions = 'joint'"}) {
    const std::string text = fmt::format("{}[power]\npreset = 'slingshot-200g'\n{}\n", machine(), key);
    EXPECT_THAT([&] { TestConfig{text}; },
                testing::ThrowsMessage<Error>(HasSubstr("links of preset 'slingshot-200g' never sleep")))
        << key;
    EXPECT_NO_THROW(TestConfig(text + "policy = 'idle-timer'\n")) << key;
  }
}

}  // namespace power_test
}  // namespace kasuri
