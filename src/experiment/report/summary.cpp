// SPDX-License-Identifier: MIT
#include "experiment/report/summary.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/core/words.h"
#include "experiment/report/bottleneck.h"
#include "experiment/report/fault_report.h"
#include "experiment/report/accuracy_report.h"
#include "experiment/report/fidelity_report.h"
#include "experiment/report/power_report.h"
#include "experiment/report/probe_summary.h"
#include "experiment/report/statistics_report.h"
#include "experiment/report/stragglers.h"

namespace kasuri {
namespace {

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

std::int64_t mean_ps(Time sum, std::uint64_t n) {
  return n ? sum.ps / static_cast<std::int64_t>(n) : 0;
}

// Sums that do not fit are at the largest value, and the mean is larger than this.
std::string mean_text(Time sum, std::uint64_t n) {
  return (sum == kNever ? "more than " : "") + to_string(Time{mean_ps(sum, n)});
}

// Mean rate over a span of simulated time.
std::string rate(Bytes b, Time t) {
  if (t.ps <= 0) return "0 B/s";
  const auto per_second = static_cast<double>(b.n) / t.seconds();
  return to_string(BytesPerSecond{static_cast<std::int64_t>(per_second)});
}

nlohmann::ordered_json job_json(const JobRow& j) {
  const DeliveryStatistics& d = j.delivered;
  nlohmann::ordered_json all{{"name", j.name},
          {"kind", j.kind},
          {"ranks", j.ranks},
          {"nodes", j.nodes},
          {"start_ps", j.start.ps},
          {"iterations", j.iterations},
          {"finished", j.finished},
          {"exit_code", j.exit_code},
          {"time_ps", j.time.ps},
          {"messages", j.messages},
          {"message_bytes", j.bytes.n},
          {"computing_ps", j.spent.computing.ps},
          {"noise_ps", j.spent.noise.ps},
          {"sending_ps", j.spent.sending.ps},
          {"receiving_ps", j.spent.receiving.ps},
          {"waiting_ps", j.spent.waiting.ps},
          {"polling_ps", j.spent.polling.ps},
          {"collectives_ps", j.spent.collectives.ps},
          {"waiting_in_collectives_ps", j.spent.waiting_in_collectives.ps},
          {"unmatched_messages", j.unmatched},
          {"completion_calls", j.spent.completions},
          {"receives_without_data", j.spent.without_data},
          {"random_draws", j.draws},
          {"packets", d.packets},
          {"packet_bytes", d.bytes.n},
          {"packet_hops", d.hops + d.packets},
          {"mean_packet_latency_ps", mean_ps(d.latency, d.packets)},
          {"max_packet_latency_ps", d.latency_max.ps},
          {"mean_packet_queueing_ps", mean_ps(d.queueing, d.packets)},
          {"fabric_messages", d.messages},
          {"intra_node_messages", d.intra_node_messages},
          {"mean_message_latency_ps", mean_ps(d.message_latency, d.messages)},
          {"max_message_latency_ps", d.message_latency_max.ps},
          {"result_hash", fmt::format("{:016x}", d.hash)}};
  if (j.compute == "counted" || j.compute == "measured") all["compute"] = j.compute;
  return all;
}

// What tells jobs apart that run beside each other.
std::string beside_others_text(const JobRow& j) {
  const DeliveryStatistics& d = j.delivered;
  return fmt::format("  {:<20} {}{}, packets take {} (mean), messages {}, {} at most\n", "",
                     grouped(j.nodes, "node"),
                     j.start > Time{0} ? ", from " + to_string(j.start) + " on" : "",
                     mean_text(d.latency, d.packets),
                     mean_text(d.message_latency, d.messages),
                     to_string(d.message_latency_max));
}

// A program may have counted on data that did not come.
std::string without_data_text(const JobRow& j) {
  const std::uint64_t n = j.spent.without_data;
  if (n == 0) return "";
  if (!j.payload) {
    return fmt::format("  {:<20} payload = false: {} had a buffer that stayed as it was\n", "",
                       grouped(n, "receive"));
  }
  return fmt::format("  {:<20} {} had a buffer, but no data came for all or part of it: sent from NULL\n",
                     "", grouped(n, "receive"));
}

// Communication that a program begins early is hidden behind nothing.
std::string without_time_text(const JobRow& j) {
  const bool is_program = j.kind == "program" && j.compute == "declared";
  if (!is_program || j.spent.completions == 0 || j.spent.computing > Time{0}) return "";
  return fmt::format("  {:<20} its code takes no time: non-blocking calls overlap with nothing\n", "");
}

std::string job_text(const JobRow& j) {
  std::string text = fmt::format("  {:<20} {}, {}, {} of payload in {}", j.name + ":",
                                 grouped(j.ranks, "rank"), grouped(j.messages, "message"),
                                 to_string(j.bytes), to_string(j.time));
  if (!j.finished) text += ", not finished";
  if (j.exit_code) text += fmt::format(", exit code {}", j.exit_code);
  if (j.unmatched) text += fmt::format(", {} never received", grouped(j.unmatched, "message"));
  text += "\n";
  if (j.compute == "measured") {
    text += fmt::format("  {:<20} computation was measured here: the run is not reproducible\n", "");
  } else if (j.compute == "counted") {
    text += fmt::format("  {:<20} computation was counted: {} for each rank on average\n", "",
                        to_string(Time{j.spent.computing.ps / std::max<std::int64_t>(1, j.ranks)}));
  }
  return text + without_time_text(j) + without_data_text(j);
}

// What is known of a job that trains besides its steps.
void add_to_training(const Results& r, std::size_t job, nlohmann::ordered_json& training) {
  nlohmann::ordered_json links = nlohmann::ordered_json::object();
  for (std::size_t c = 0; c < r.link_classes.size(); ++c) {
    if (const auto busy = r.link_busy_ratio(c)) links[r.link_classes[c]] = *busy;
  }
  training["link_busy_ratio"] = links;
  if (r.power) {
    training["energy_per_step_j"] =
        r.power->by_job.jobs[job].to_solution_j() / static_cast<double>(training["steps"].size());
  }
}

std::string step_energy_text(const Results& r) {
  std::string text;
  for (const Outcome& o : r.probes) {
    for (const JobView& v : o.of_jobs) {
      const double joules = r.power->by_job.jobs[v.job].to_solution_j();
      if (v.name == "training") {
        text += fmt::format("  {:<20} {}\n", "step of " + r.jobs[v.job].name,
                            quantity(joules / static_cast<double>(v.rows.front().second.rows()), "J"));
      } else if (v.name == "serving") {
        text += fmt::format("  {:<20} {}\n", "token of " + r.jobs[v.job].name,
                            quantity(joules / static_cast<double>(v.facts.column("output_tokens")[0]),
                                     "J"));
      }
    }
  }
  return text;
}

nlohmann::ordered_json or_null(const std::optional<Time>& t) {
  return t ? nlohmann::ordered_json(t->ps) : nlohmann::ordered_json();
}
nlohmann::ordered_json or_null(const std::optional<double>& x) {
  return x ? nlohmann::ordered_json(*x) : nlohmann::ordered_json();
}

nlohmann::ordered_json measured_json(const Measured& m) {
  return {{"state", to_string(m.state)},
          {"interval_ps", m.interval.ps},
          {"intervals", m.intervals},
          {"warm_up_intervals", m.warm_up},
          {"pattern_ended", m.pattern_ended},
          {"latency_ps", or_null(m.latency)},
          {"latency_ci95_ps", or_null(m.latency_half_width)},
          {"offered", or_null(m.offered)},
          {"accepted", or_null(m.accepted)},
          {"accepted_ci95", or_null(m.accepted_half_width)}};
}

nlohmann::ordered_json load_json(const Measured& m) {
  nlohmann::ordered_json saturated;
  if (m.offered && m.accepted_half_width) saturated = m.saturated();
  return {{"offered", or_null(m.offered)},
          {"accepted", or_null(m.accepted)},
          {"latency_ps", or_null(m.latency)},
          {"latency_ci95_ps", or_null(m.latency_half_width)},
          {"saturated", std::move(saturated)},
          {"from_ps", m.from.ps},
          {"until_ps", m.until.ps}};
}

std::string with_interval(const Measured& m) {
  if (!m.latency) return "no value";
  if (!m.latency_half_width) {
    return fmt::format("{} (no interval: its intervals are few or correlated)", to_string(*m.latency));
  }
  return fmt::format("{} ± {}", to_string(*m.latency), to_string(*m.latency_half_width));
}

constexpr std::string_view kSaturated = "  saturated            the queue grows: less is accepted than is "
                                        "offered, so there is no steady latency\n";

// Of a run without [measure].
std::string load_text(const Measured& m) {
  if (!m.offered || !m.accepted) return "";
  std::string s = fmt::format("  load                 {:.4f} of the NICs' rate offered, {:.4f} accepted",
                              *m.offered, *m.accepted);
  if (m.latency) s += fmt::format("; {} from creation to memory", to_string(*m.latency));
  s += fmt::format(" ({} to {})\n", to_string(m.from), to_string(m.until));
  return m.saturated() ? s + std::string(kSaturated) : s;
}

std::string measured_text(const Measured& m) {
  std::string s = fmt::format("steady state\n  {} after {} intervals of {}, the first {} left out\n",
                              to_string(m.state), grouped(m.intervals), to_string(m.interval),
                              grouped(m.warm_up));
  if (m.pattern_ended) s += "  measured             until the pattern ended\n";
  if (!m.offered || !m.accepted) return s + "  no interval of the pattern's time was measured\n";
  s += fmt::format("  offered              {:.4f} of the NICs' link rate\n", *m.offered);
  s += fmt::format("  accepted             {:.4f}", *m.accepted);
  s += m.accepted_half_width ? fmt::format(" ± {:.4f}\n", *m.accepted_half_width) : "\n";
  if (m.saturated()) return s + std::string(kSaturated);
  return s + fmt::format("  latency              {}, from creation to memory\n", with_interval(m));
}

std::string heap_text(const HostFigures& h) {
  if (h.program_heap_bytes == 0) return "";
  return fmt::format(", programs allocated {}",
                     to_string(Bytes{static_cast<std::int64_t>(h.program_heap_bytes)}));
}

nlohmann::ordered_json memory_json(const HostFigures& h) {
  return {{"estimated_bytes", h.estimated_bytes}, {"program_heap_bytes", h.program_heap_bytes}};
}

}  // namespace

nlohmann::ordered_json credit_limit_json(const CreditLimit& l) {
  return {{"links", l.links},
          {"rate_bytes_per_s", l.rate.n},
          {"attainable_ratio", l.share},
          {"buffer_bytes", l.buffer.n},
          {"needed_bytes", l.needed.n},
          {"needed_ratio", l.needed_share},
          {"key", l.key}};
}

nlohmann::ordered_json summary_json(const Results& r) {
  const DeliveryStatistics& d = r.delivered;
  nlohmann::ordered_json jobs = nlohmann::ordered_json::array();
  for (std::size_t j = 0; j < r.jobs.size(); ++j) {
    jobs.push_back(job_json(r.jobs[j]));
    if (const auto s = straggler_of(r, j)) jobs.back()["straggler"] = straggler_json(*s);
    jobs.back()["collectives"] = collectives_json(r, j);
    if (r.table("latency_summary")) jobs.back()["latency"] = job_latency_json(r, j);
    add_job_views(r.probes, j, jobs.back());
    if (r.power) jobs.back()["power"] = job_power_json(*r.power, r.power->by_job.jobs[j]);
    if (jobs.back().contains("training")) add_to_training(r, j, jobs.back()["training"]);
    if (jobs.back().contains("serving") && r.power) {
      auto& serving = jobs.back()["serving"];
      serving["energy_per_token_j"] =
          r.power->by_job.jobs[j].to_solution_j() / serving["output_tokens"].get<double>();
    }
  }
  nlohmann::ordered_json json{
      {"time_ps", r.time.ps},
      {"end_reason", to_string(r.end)},
      {"complete", r.whole()},
      {"exit_code", static_cast<int>(r.exit)},
      {"packets", d.packets},
      {"packet_bytes", d.bytes.n},
      {"packet_hops", r.packet_hops()},
      {"transfer_bytes", d.transfer.n},
      {"messages", d.messages},
      {"intra_node_messages", d.intra_node_messages},
      {"intra_node_bytes", d.intra_node_bytes.n},
      {"undelivered_packets", r.network.undelivered},
      {"links", r.link_count()},
      {"link_busy_ps", r.link_busy().ps},
      {"link_busy_ratio", r.link_busy_ratio()},
      {"mean_link_bytes_per_s", r.mean_link_bandwidth()},
      {"link_efficiency", r.link_efficiency()},
      {"link_stall_ps", r.link_stall().ps},
      {"link_stall_ratio", r.link_stall_ratio()},
      {"mean_packet_latency_ps", mean_ps(d.latency, d.packets)},
      {"max_packet_latency_ps", d.latency_max.ps},
      {"mean_packet_queueing_ps", mean_ps(d.queueing, d.packets)},
      {"jobs", jobs},
      {"events", r.events},
      {"seed", r.seed},
      {"result_hash", fmt::format("{:016x}", d.hash)},
      {"report", r.report}};
  if (!r.caveat.empty()) json["caveat"] = r.caveat;
  for (const CreditLimit& l : r.network.credit_limits)
    json["credit_limits"].push_back(credit_limit_json(l));
  for (const auto& [key, value] : r.network.counts) json["network"][std::string(key)] = value;
  if (r.table("latency_summary")) json["latency"] = latency_json(r);
  if (r.faults) json["faults"] = faults_json(*r.faults, d);
  if (r.power) json["power"] = power_json(*r.power);
  if (r.fidelity) json["fidelity"] = fidelity_json(*r.fidelity);
  if (r.network.accuracy) json["accuracy"] = accuracy_json(*r.network.accuracy);
  if (r.measured) json["load"] = load_json(*r.measured);
  if (r.measured && r.measured->stops) json["steady_state"] = measured_json(*r.measured);
  if (const auto probes = probes_json(r.probes); !probes.empty()) json["probes"] = probes;
  const auto hops = static_cast<double>(r.packet_hops());
  json["host"] = {{"wall_s", r.host.wall_s},
                  {"cpu_s", r.host.cpu_s},
                  {"setup_cpu_s", r.host.setup_cpu_s},
                  {"packet_hops_per_cpu_s", ratio(hops, r.host.cpu_s)},
                  {"queue_events", r.host.queue_events},
                  {"threads", r.host.windows.events.size()},
                  {"windows", r.host.windows.windows},
                  {"windows_on_one_thread", r.host.windows.on_one_thread},
                  {"events_per_window", ratio(static_cast<double>(r.host.queue_events),
                                              static_cast<double>(r.host.windows.windows))},
                  {"barrier_share", r.host.windows.barrier_share()},
                  {"imbalance", r.host.windows.imbalance()},
                  {"peak_rss_bytes", r.host.peak_rss_bytes},
                  {"memory", memory_json(r.host)}};
  return json;
}

std::string summary_text(const Results& r, const Topology& t) {
  const DeliveryStatistics& d = r.delivered;
  std::string s;
  if (r.whole()) {
    s += fmt::format("The run took {} of simulated time.\n", to_string(r.time));
  } else {
    s += fmt::format("The run ended early at {} of simulated time: {}.\n", to_string(r.time),
                     to_string(r.end));
  }
  s += "jobs\n";
  for (std::size_t i = 0; i < r.jobs.size(); ++i) {
    const JobRow& j = r.jobs[i];
    s += job_text(j);
    if (const std::string ran = collectives_text(r, i); !ran.empty()) {
      s += fmt::format("  {:<20} {}\n", "", ran);
    }
    if (const auto slow = straggler_of(r, i)) s += straggler_text(*slow);
    if (r.jobs.size() > 1) s += beside_others_text(j);
  }
  s += "fabric\n";
  if (!r.caveat.empty()) s += fmt::format("  caveat               {}\n", r.caveat);
  for (const CreditLimit& l : r.network.credit_limits)
    s += fmt::format("  credits              {}\n", l.describe());
  s += fmt::format("  delivered            {}, {} on the wire, {} packet-hops\n",
                   grouped(d.packets, "packet"), to_string(d.bytes), grouped(r.packet_hops()));
  s += fmt::format("  throughput           {} in all, {} per NIC\n", rate(d.bytes, r.time),
                   rate({d.bytes.n / static_cast<std::int64_t>(std::max<std::size_t>(
                                         1, r.nics.size()))},
                        r.time));
  s += fmt::format("  packet latency       {} mean, {} at most; {} before it in the NIC's queue\n",
                   mean_text(d.latency, d.packets), to_string(d.latency_max),
                   mean_text(d.queueing, d.packets));
  s += latency_text(r, "packet", "  of the packets       ");
  if (r.measured && !r.measured->stops) s += load_text(*r.measured);
  s += fmt::format("  links                {}, {:.1f} % of the time busy, {:.1f} % stalled\n",
                   grouped(r.link_count()), 100 * r.link_busy_ratio(),
                   100 * r.link_stall_ratio());
  if (!r.network.text.empty()) s += fmt::format("  network              {}\n", r.network.text);
  s += latency_text(r, "completion", "  acknowledged         ");
  if (d.intra_node_messages) {
    s += fmt::format("  within nodes         {}, {}\n", grouped(d.intra_node_messages, "message"),
                     to_string(d.intra_node_bytes));
  }
  if (r.network.undelivered) {
    s += fmt::format("  in transit           {}\n", grouped(r.network.undelivered, "packet"));
  }
  if (r.faults) s += faults_text(*r.faults, d);
  if (r.measured && r.measured->stops) s += measured_text(*r.measured);
  s += probes_text(r.probes);
  if (r.power) s += power_text(*r.power) + step_energy_text(r);
  if (r.fidelity) s += fidelity_text(*r.fidelity);
  if (r.network.accuracy && r.whole()) s += accuracy_text(*r.network.accuracy);
  s += "bottleneck\n  " + bottleneck(r, t) + "\n";
  s += fmt::format("{} {:016x}, {} events{}\n",
                   r.whole() ? "result hash" : "hash of the part that was run", d.hash,
                   grouped(r.events),
                   d.hash == 0 && d.packets == 0 ? "; nothing crossed the fabric, so it says nothing" : "");
  s += fmt::format("host: {:.2f} s, {:.2f} s of CPU, {:.2f} million packet-hops per CPU second, "
                   "{} at most in memory{}\n",
                   r.host.wall_s, r.host.cpu_s,
                   ratio(static_cast<double>(r.packet_hops()), r.host.cpu_s) / 1e6,
                   to_string(Bytes{r.host.peak_rss_bytes}), heap_text(r.host));
  return s;
}

std::string profile_text(const Results& r) {
  const WindowProfile& w = r.host.windows;
  std::string s = fmt::format("profile   {} windows of {:.0f} events, {:.1f} % of the threads' time at "
                              "the barrier, imbalance {:.2f}\n",
                              grouped(w.windows),
                              ratio(static_cast<double>(r.host.queue_events),
                                    static_cast<double>(w.windows)),
                              100 * w.barrier_share(), w.imbalance());
  for (std::size_t i = 0; i < w.events.size(); ++i) {
    s += fmt::format("part {:<4} {} events\n", i, grouped(w.events[i]));
  }
  for (std::size_t i = 0; i < w.busy_s.size(); ++i) {
    s += fmt::format("core {:<4} {:.3f} s of events, {:.3f} s at the barrier\n", i, w.busy_s[i],
                     w.wait_s[i]);
  }
  return s + describe(r.host.memory);
}

}  // namespace kasuri
