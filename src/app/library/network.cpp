// SPDX-License-Identifier: MIT
// What kasuri/network.h promises: a job of the pattern `external` for each traffic class, on all nodes, in
// a session that gets on as far as its owner says.
#include <kasuri/network.h>

#include <fmt/format.h>

#include "app/library/prepared.h"
#include "base/config/writer.h"
#include "experiment/plan/planning.h"
#include "experiment/report/run_directory.h"
#include "experiment/run/machine.h"
#include "experiment/run/simulation.h"
#include "workload/patterns/external.h"

namespace kasuri::v1 {
namespace {

constexpr int kUsage = static_cast<int>(Exit::usage);

// Checked before there are jobs, which the settings must not have.
Plan plan_of(const Configured& c, Config& config) {
  std::string jobs;
  {
    config::Document document = load(c);
    if (!document.root().sections("jobs").empty()) {
      throw Error(Exit::usage, ErrorPlace(c.file.empty() ? c.name : c.file),
                  "a network has no jobs: its messages come from send(); leave out [[jobs]]");
    }
    const auto classes = config::read<Config>(document.root()).router.classes;
    for (std::uint32_t i = 0; i < classes; ++i) {
      jobs += fmt::format("{}{{name = \"class {}\", pattern = {{type = \"external\"}}, share_nodes = true, "
                          "traffic_class = {}}}", i ? ", " : "", i, i);
    }
  }
  return prepare(load(c, {"jobs=[" + jobs + "]"}), config);
}

}  // namespace

struct Network::State {
  State(const Configured& c, const NetworkOptions& o) : options(o) {
    Plan plan = plan_of(c, config);
    if (config.measure) {
      throw Error(Exit::usage, ErrorPlace(c.file.empty() ? c.name : c.file),
                  "a network has no constant load; leave out [measure]");
    }
    text = config::Writer().top(config).text();
    if (!o.out.empty()) directory.emplace(o.out);
    topology = plan.topology;
    nodes = plan.nodes;
    session.emplace(config, std::move(plan), RunOptions{});
    // The machine is this thread's, and nobody else's pattern.
    const Domain& domain = session->machine().domain(0);
    for (std::size_t i = 0; i < config.jobs.size(); ++i) {
      classes.push_back(const_cast<External*>(dynamic_cast<const External*>(domain.pattern(i))));
      if (o.waiting > 0) classes.back()->count_waiting();
    }
  }

  Partition& partition() { return session->machine().domain(0).partition(); }
  kasuri::Time limit() const { return config.run.time_limit; }
  // All calls but those from callbacks begin with it.
  void between_events() const {
    if (External::calling()) {
      throw Failure(kUsage, "a callback may only send, schedule and ask for the time");
    }
    if (!session) throw Failure(kUsage, "the network has finished");
  }
  // All before `end`. The machine is in one part: its partition needs no windows.
  void handle_until(kasuri::Time end) {
    const auto pause = or_failure([&] { return partition().run_until(end); });
    if (pause == Partition::Pause::stop) throw Failure(static_cast<int>(Exit::limit), "interrupted");
  }
  std::int64_t waiting(std::uint32_t node) const {
    std::int64_t sum = 0;
    for (const External* c : classes) sum += c->waiting({node});
    return sum;
  }

  NetworkOptions options;
  Config config;
  std::string text;
  std::optional<RunDirectory> directory;
  std::shared_ptr<const kasuri::Topology> topology;
  std::uint32_t nodes = 0;
  std::optional<Session> session;
  std::vector<External*> classes;
  kasuri::Time now{0};  // between events; in callbacks, that of the partition
};

Network::Network(const Simulation& s, const NetworkOptions& o)
    : s_(or_failure([&o, &c = static_cast<const Configured&>(s)] {
        return std::make_unique<State>(c, o);
      })) {}
Network::~Network() = default;
Network::Network(Network&&) noexcept = default;

std::uint32_t Network::nodes() const { return s_->nodes; }
std::uint32_t Network::classes() const { return static_cast<std::uint32_t>(s_->classes.size()); }

std::int64_t Network::now() const { return External::calling() ? s_->partition().now().ps : s_->now.ps; }

void Network::send(std::uint32_t source, std::uint32_t destination, std::int64_t bytes,
                   std::uint32_t traffic_class, Callback on_sent, Callback on_delivered) {
  State& s = *s_;
  if (!External::calling()) s.between_events();
  if (source >= s.nodes || destination >= s.nodes) {
    throw Failure(kUsage, fmt::format("no node {}: nodes are 0 to {}", std::max(source, destination),
                                      s.nodes - 1));
  }
  if (traffic_class >= s.classes.size()) {
    throw Failure(kUsage, fmt::format("no traffic class {}: classes are 0 to {} (router.classes)",
                                      traffic_class, s.classes.size() - 1));
  }
  if (bytes < 0 || bytes > std::int64_t{1} << 40) {
    throw Failure(kUsage, fmt::format("a message of {} bytes: 0 to 1 TiB are possible", bytes));
  }
  if (!can_send(source, bytes)) {
    throw Failure(kUsage, fmt::format("node {} has {} bytes to send: {} more do not fit into {}", source,
                                      s.waiting(source), bytes, s.options.waiting));
  }
  s.classes[traffic_class]->send({{source}, {destination}, {bytes}, std::move(on_sent),
                                  std::move(on_delivered)},
                                 s.now);
}

bool Network::can_send(std::uint32_t source, std::int64_t bytes) const {
  if (source >= s_->nodes) return false;
  if (s_->options.waiting <= 0) return true;
  const std::int64_t before = s_->waiting(source);
  return before == 0 || bytes <= s_->options.waiting - before;
}

void Network::schedule(std::int64_t time, Callback f) {
  if (!External::calling()) s_->between_events();
  if (time < now()) throw Failure(kUsage, fmt::format("{} ps have passed: it is {} ps", time, now()));
  s_->classes[0]->at({time}, std::move(f));
}

std::int64_t Network::next_event() {
  s_->between_events();
  return s_->partition().next_time().ps;
}

void Network::advance(std::int64_t until) {
  State& s = *s_;
  s.between_events();
  if (until == kNever) throw Failure(kUsage, "there is no such time: run() goes on to the end");
  if (until < s.now.ps) {
    throw Failure(kUsage, fmt::format("{} ps have passed: it is {} ps", until, s.now.ps));
  }
  s.handle_until(until < s.limit().ps ? kasuri::Time{until + 1} : s.limit());
  s.now = later(s.now, std::min(kasuri::Time{until}, s.limit()));
}

void Network::run() {
  State& s = *s_;
  s.between_events();
  s.handle_until(s.limit());
  s.now = later(s.now, s.partition().idle() ? s.partition().now() : s.limit());
}

Outcome Network::finish() {
  State& s = *s_;
  s.between_events();
  return or_failure([&] {
    const End end = s.session->machine().unfinished() == 0 ? End::completed
                    : s.partition().idle()                 ? End::deadlock
                                                           : End::time_limit;
    if (end == End::time_limit) s.config.run.time_limit = s.now;
    const Results results = s.session->collect(end);
    Outcome outcome = outcome_of(results, *s.topology);
    if (s.directory) s.directory->publish(results, *s.topology, s.text, outcome.text);
    s.session.reset();
    return outcome;
  });
}

}  // namespace kasuri::v1
