// SPDX-License-Identifier: MIT
#include "app/cli/estimate.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/cli/configured.h"
#include "base/config/plugins.h"
#include "base/engine/interrupt.h"
#include "experiment/run/simulation.h"
#include "network/topology/distances.h"

namespace kasuri::cli {
namespace {

constexpr double kTrial = 0.5;      // s of CPU time of a run at its own level
constexpr double kFastTrial = 0.8;  // s at the levels below
constexpr double kBusy = 4;         // times as much passes on a host that does other things, too
constexpr double kBeforeStart = 6;     // s for what comes before the first event
constexpr double kLonger = 4;       // where nothing has arrived
constexpr std::uint64_t kMostMemory = 1'000'000'000;  // bytes of a machine that is tried
constexpr double kEnough = 0.002;   // of the run: below it, a trial has seen the beginning only

// The first moments of a run.
struct Trial {
  bool is_known = false, ended = false;
  double cpu = 0, simulated = 0, share = -1;  // cpu: seconds
  double bytes = 0, messages = 0, hops = 0;  // delivered
  double sent_bytes = 0, sent = 0;
};

// Without what this level does not have.
void set_level(Config& c, Fidelity level) {
  c.run.deadlock_check = false;
  if (c.level() == level) return;
  c.fidelity = level;
  c.models = {};
  if (level == Fidelity::message) c.power.reset();
}

Trial try_here(const ConfigArguments& arguments, Fidelity level, double seconds) {
  Configured c = read_configuration(arguments, [&](Config& config) { set_level(config, level); });
  Trial t;
  InterruptGuard guard;
  RunOptions options;
  double began = -1;
  options.progress = [&](const Progress& p) {
    const double now = static_cast<double>(clock()) / CLOCKS_PER_SEC;
    if (began < 0) began = now - p.wall_s;  // at the latest
    if (now - began < seconds && p.wall_s < kBusy * seconds) return;
    t.share = p.share;
    raise(SIGTERM);
  };
  const Results r = simulate(c.config, std::move(c.plan), options);
  t.is_known = r.whole() || r.end == End::time_limit || r.end == End::interrupted;
  t.ended = r.end != End::interrupted;
  t.cpu = r.host.cpu_s;
  t.simulated = r.time.seconds();
  t.bytes = static_cast<double>(r.delivered.bytes.n);
  t.messages = static_cast<double>(r.delivered.messages);
  t.hops = static_cast<double>(r.packet_hops());
  for (const JobRow& j : r.jobs) {
    t.sent_bytes += static_cast<double>(j.bytes.n);
    t.sent += static_cast<double>(j.messages);
  }
  return t;
}

// In a child that says nothing, writes nothing, and goes if it takes too long.
Trial tried(ConfigArguments arguments, Fidelity level, double seconds) {
  arguments.progress = StepLine::kSilent;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  std::fflush(nullptr);
  const pid_t parent = getpid(), child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, fd);
    Trial t;
    try {
      t = try_here(arguments, level, seconds);
    } catch (...) {
    }
    _exit(write(ends[1], &t, sizeof t) == sizeof t ? 0 : 1);
  }
  close(ends[1]);
  Trial t;
  pollfd ready{ends[0], POLLIN, 0};
  const int wait = static_cast<int>(1000 * (kBusy * seconds + kBeforeStart));
  if (child < 0 || poll(&ready, 1, wait) <= 0 || read(ends[0], &t, sizeof t) != sizeof t) t = {};
  close(ends[0]);
  if (child > 0) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  return t;
}

// How much of the run a trial has done: by what it has delivered of all that is sent, if that is known.
double part_of(const Trial& t, const Trial& all) {
  if (t.ended) return 1;
  const double whole = all.ended ? 1 : all.share;
  if (all.is_known && whole > 0 && all.bytes > 0) return t.bytes / (all.bytes / whole);
  return t.share;
}

// Steps of the limit are few for a run that settles soon, all for one that does not.
void bound_measured(Estimate& e, const Config& c, const Trial& t) {
  constexpr double kFewest = 10;  // intervals
  if (t.simulated <= 0) {
    e.unknown = "too little of it happens in the time of a trial";
    return;
  }
  const double interval = c.measure->interval.seconds() * t.cpu / t.simulated;
  e.low = kFewest * interval;
  e.high = std::max(kFewest, static_cast<double>(c.measure->most)) * interval;
  e.hops = e.likely() * t.hops / t.cpu;
}

// Nothing has arrived: by what is sent, and the usual pace of large machines.
void say_by_distance(Estimate& e, const Configured& c, const Trial& all) {
  constexpr double kUsualPace = 1.5e6;
  const double whole = all.ended ? 1 : all.share;
  if (!all.is_known || whole <= 0 || all.sent <= 0) {
    e.unknown = "too little of it happens in the time of a trial";
    return;
  }
  const double packets =
      std::max(all.sent, all.sent_bytes / static_cast<double>(c.config.nic.packet.n)) / whole;
  e.hops = packets * (1 + summarize_distances(*c.plan.topology).mean);  // the first is the NIC's
  e.low = e.high = e.hops / kUsualPace;
}

std::string two_digits(double v) {
  const double digit = v >= 10 ? std::pow(10, std::floor(std::log10(v)) - 1) : 1;
  return fmt::format("{:.0f}", std::round(v / digit) * digit);
}

}  // namespace

double Estimate::likely() const { return std::sqrt(low * high); }

Estimate estimate_run(const ConfigArguments& arguments) {
  Estimate e;
  const Configured c = read_configuration(arguments);
  if (std::ranges::any_of(c.config.jobs, [](const JobParams& j) { return j.program.has_value(); })) {
    e.unknown = "what a program does is known when it runs; --fidelity message runs it soonest";
    return e;
  }
  if (c.plan.memory_bytes > std::min(kMostMemory, c.plan.available_bytes / 4)) {
    e.unknown = "the machine is too large to be tried in a few seconds";
    return e;
  }
  const Fidelity level = c.config.level();
  e.level = name_of(level);
  const auto trial = [&](Fidelity at, double seconds) { return tried(arguments, at, seconds); };
  Trial t = trial(level, kTrial);
  if (t.is_known && !t.ended && t.bytes == 0) t = trial(level, kLonger * kTrial);
  e.tried_to_end = t.is_known && t.ended;
  if (!t.is_known) {
    e.unknown = "it could not be tried";
    return e;
  }
  e.pace = t.cpu > 0 ? t.hops / t.cpu : 0;
  if (t.ended) {
    e.hops = t.hops;
    e.low = e.high = t.cpu;
    return e;
  }
  if (c.config.measure) {
    bound_measured(e, c.config, t);
    return e;
  }
  const Trial all = level == Fidelity::message ? t : trial(Fidelity::message, kFastTrial);
  const double part = part_of(t, all);
  Trial flow;
  if (level == Fidelity::packet) flow = trial(Fidelity::flow, kFastTrial);
  if (const double done = part_of(flow, all); flow.is_known && done > 0) e.flow = flow.cpu / done;
  double sure = part >= kEnough && all.ended ? 1.6 : 2.5;
  if (flow.is_known && flow.ended && t.hops > 0) {  // packets go where flows go
    e.hops = flow.hops;
    e.low = e.high = e.hops / e.pace;
  } else if (part > 0) {
    e.hops = t.hops / part;
    e.low = e.high = t.cpu / part;
  } else {
    say_by_distance(e, c, all);
    sure = 3;
  }
  e.low /= sure;
  e.high *= sure;
  return e;
}

std::string host_time(double s) {
  if (s < 1) return "less than a second";
  if (s < 99) return two_digits(s) + " s";
  if (s < 99 * 60) return two_digits(s / 60) + " minutes";
  if (s < 99 * 3600) return two_digits(s / 3600) + " hours";
  return two_digits(s / 86400) + " days";
}

std::string to_string(const Estimate& e) {
  if (!e.unknown.empty()) return "host time is not known before: " + e.unknown;
  const auto count = [](double n) { return n < 1e6 ? fmt::format("{:.3g} thousand", n / 1e3)
                                                   : two_digits(n / 1e6) + " million"; };
  std::string text = fmt::format("{}{} at {} level", e.likely() < 1 ? "" : "about ", host_time(e.likely()),
                                 e.level);
  if (e.high > 1.2 * e.low && e.likely() >= 1) {
    text += fmt::format(" ({} to {})", host_time(e.low), host_time(e.high));
  }
  text += fmt::format(", {} packet-hops", count(e.hops));
  if (e.likely() >= 1 && e.pace > 0) text += fmt::format(" at {:.2g} million a second", e.pace / 1e6);
  if (e.flow) text += fmt::format("; flow level {}{}", *e.flow < 1 ? "" : "about ", host_time(*e.flow));
  return text;
}

EstimateLine::EstimateLine(const ConfigArguments& a) {
  if (!a.text.empty()) return;  // there is no file
  std::vector<std::string> words{"kasuri", "check", a.file, "--estimate"};
  if (!a.machine.empty()) words.insert(words.end(), {"--machine", a.machine});
  if (!a.within.empty()) words.insert(words.end(), {"--within", a.within});
  if (config::plugins_are_left_out()) words.emplace_back("--no-plugins");
  for (const std::string& o : a.overrides) words.insert(words.end(), {"--set", o});
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
  const pid_t parent = getpid();
  child_ = fork();
  if (child_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execv("/proc/self/exe", argv.data());
    _exit(127);
  }
  close(ends[1]);
  pipe_ = ends[0];
}

EstimateLine::~EstimateLine() {
  if (pipe_ >= 0) close(pipe_);
  if (child_ <= 0) return;
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

std::string EstimateLine::take(bool wait) {
  std::array<char, 512> some{};
  pollfd ready{pipe_, POLLIN, 0};
  while (pipe_ >= 0 && poll(&ready, 1, wait ? -1 : 0) > 0) {
    const ssize_t n = read(pipe_, some.data(), some.size());
    if (n > 0) {
      text_.append(some.data(), static_cast<std::size_t>(n));
      continue;
    }
    close(pipe_);
    pipe_ = -1;
    while (text_.ends_with('\n')) text_.pop_back();
    return std::exchange(text_, {});
  }
  return {};
}

}  // namespace kasuri::cli
