// SPDX-License-Identifier: MIT
#include "experiment/measured/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "base/core/errors.h"
#include "experiment/measured/algorithm_names.h"
#include "experiment/measured/least_squares.h"
#include "experiment/measured/pool.h"
#include "experiment/measured/question.h"

namespace kasuri::measured {
namespace {

constexpr double kPicosecondsPerMicrosecond = 1e6;
constexpr double kAlike = 0.95;        // correlation beyond which two constants cannot be told apart
constexpr double kMatters = 1.1;       // what the sum of squares grows by if a constant stays as it was
constexpr double kUndetermined = 1.1;  // standard error of a logarithm: a factor of three

Question question_of(const CalibrationTask& t, const Measurement& m) {
  return {.machine = t.machine,
          .overrides = t.overrides,
          .nodes = m.nodes,
          .ranks_per_node = m.ranks_per_node,
          .collective = m.collective,
          .algorithm = m.algorithm,
          .bytes = m.bytes,
          .packets = t.packets,
          .mode = t.mode,
          .is_of_nccl = is_of_nccl(m.library)};
}

class Calibrator {
 public:
  explicit Calibrator(const CalibrationTask& t) : t_(t) {
    config::Document document = config::Document::parse_over(t.machine, "", "(no job)", ".", t.overrides);
    config_ = config::read<Config>(document.root());
    for (const std::string& key : t.keys) {
      active_.push_back(constants_.size());
      constants_.push_back(&constant(key));
      const double now = constants_.back()->get(config_);
      before_.push_back(now);
      start_.push_back(std::log(std::clamp(now > 0 ? now : constants_.back()->start,
                                           constants_.back()->least, constants_.back()->most)));
    }
  }

  const Config& config() const { return config_; }
  Calibration run() {
    Calibration c;
    c.points.reserve(t_.points.size());
    for (const Measurement& m : t_.points) c.points.push_back({.point = m});
    c.constants.resize(constants_.size());
    if (!constants_.empty()) fit(c);
    compare(c);
    return c;
  }

 private:
  std::vector<std::string> settings(const Vector& x) const {
    std::vector<std::string> all = after_;
    for (std::size_t a = 0; a < x.size(); ++a) {
      const Constant& k = *constants_[active_[a]];
      all.push_back(fmt::format("{}={}", k.key, k.text(std::exp(x[a]))));
    }
    return all;
  }

  std::vector<Outcome> simulate_all(const std::vector<std::size_t>& which, const std::vector<Vector>& at) {
    std::vector<Question> questions;
    for (const Vector& x : at) {
      const std::vector<std::string> set = settings(x);
      for (const std::size_t i : which) {
        questions.push_back(question_of(t_, t_.points[i]));
        questions.back().overrides.insert(questions.back().overrides.end(), set.begin(), set.end());
      }
    }
    return ask_all(questions, t_.processes);
  }

  // Points that the fit may use, that are not too large, and that can be simulated.
  std::vector<std::size_t> usable(Calibration& c) {
    std::vector<std::size_t> wanted, all;
    for (std::size_t i = 0; i < t_.points.size(); ++i) {
      const Question q = question_of(t_, t_.points[i]);
      if ((!t_.fits || t_.fits(t_.points[i])) && most_packets(q, config_.nic.packet) <= t_.most_fitted) {
        wanted.push_back(i);
      }
    }
    const std::vector<Outcome> first = simulate_all(wanted, {start_});
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      Compared& p = c.points[wanted[k]];
      p.error = first[k].error;
      if (p.error.empty()) all.push_back(wanted[k]);
    }
    return all;
  }

  void fit(Calibration& c) {
    const std::vector<std::size_t> used = usable(c);
    if (used.size() < 2 * constants_.size()) {
      std::string why;
      for (const Compared& p : c.points) {
        if (why.empty() && !p.error.empty()) why = "; one that cannot be simulated: " + p.error;
      }
      throw Error(
          Exit::usage,
          fmt::format(
              "kasuri: error: {} measured points cannot determine {} constants: at least {} are needed "
              "that can be simulated; fit fewer (--fit){}",
              used.size(), constants_.size(), 2 * constants_.size(), why));
    }
    for (const std::size_t i : used) c.points[i].fitted = true;
    const auto residuals = [&](const std::vector<Vector>& at) {
      const std::vector<Outcome> outcomes = simulate_all(used, at);
      std::vector<Vector> all(at.size(), Vector(used.size(), 0));
      for (std::size_t p = 0; p < at.size(); ++p) {
        for (std::size_t k = 0; k < used.size(); ++k) {
          const Outcome& o = outcomes[p * used.size() + k];
          if (!o.error.empty()) throw Error(Exit::usage, o.error);
          all[p][k] = std::log(static_cast<double>(o.answer.time.ps) /
                               (t_.points[used[k]].median_us * kPicosecondsPerMicrosecond));
        }
      }
      if (t_.tell) tell_of(all);
      return all;
    };
    // What makes no difference stays as it was, and the others are fitted again. What makes one, but not
    // at its own scale, as an overhead that is next to nothing, keeps its fitted value.
    for (Vector start = start_; !active_.empty();) {
      const Fit found = least_squares(residuals, start, bounds());
      c.evaluations += found.evaluations;
      const auto worst = std::ranges::max_element(found.standard_errors);
      if (*worst < kUndetermined) return keep(c, found);
      const auto place = static_cast<std::size_t>(worst - found.standard_errors.begin());
      const std::size_t k = active_[place];
      for (std::size_t other = 0; other < active_.size(); ++other) {
        if (other != place) note_inseparable(c, found, place, other);
      }
      start = found.x;
      start.erase(start.begin() + static_cast<std::ptrdiff_t>(place));
      active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(place));
      const double as_before = robust_cost(residuals({start})[0], FitOptions().huber);
      const bool matters = as_before > kMatters * robust_cost(found.residuals, FitOptions().huber);
      settle(c, k, matters ? std::exp(found.x[place]) : 0, std::exp(*worst));
    }
  }

  FitOptions bounds() const {
    FitOptions options;
    for (const std::size_t k : active_) {
      options.least.push_back(std::log(constants_[k]->least));
      options.most.push_back(std::log(constants_[k]->most));
    }
    return options;
  }

  void note_inseparable(Calibration& c, const Fit& found, std::size_t a, std::size_t b) const {
    if (std::abs(found.correlation[a][b]) <= kAlike) return;
    c.inseparable.emplace_back(constants_[active_[std::min(a, b)]]->key,
                               constants_[active_[std::max(a, b)]]->key);
  }

  // `value`: in the units of the constant; 0: it stays as it was.
  void settle(Calibration& c, std::size_t k, double value, double error_factor) {
    FittedConstant& f = c.constants[k];
    f.key = constants_[k]->key;
    f.before = before_[k] > 0 ? constants_[k]->text(before_[k]) : "none";
    f.after = value > 0 ? constants_[k]->text(value) : f.before;
    f.error_factor = error_factor;
    f.determined = value > 0;
    if (f.determined) after_.push_back(fmt::format("{}={}", f.key, f.after));
  }

  // Now and then.
  void tell_of(const std::vector<Vector>& residuals) {
    constexpr double kBetween = 30;  // s
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - told_).count() < kBetween) return;
    told_ = now;
    double sum = 0;
    for (const double r : residuals[0]) sum += std::abs(r);
    t_.tell(fmt::format("fitting, mean error {:.1f} % so far",
                        100 * (std::exp(sum / static_cast<double>(residuals[0].size())) - 1)));
  }

  void keep(Calibration& c, const Fit& found) {
    for (std::size_t a = 0; a < active_.size(); ++a) {
      settle(c, active_[a], std::exp(found.x[a]), std::exp(found.standard_errors[a]));
      for (std::size_t b = 0; b < a; ++b) note_inseparable(c, found, a, b);
    }
  }

  // Every point with the new constants.
  void compare(Calibration& c) {
    std::vector<Question> questions;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < t_.points.size(); ++i) {
      if (!c.points[i].error.empty()) continue;
      questions.push_back(question_of(t_, t_.points[i]));
      questions.back().overrides.insert(questions.back().overrides.end(), after_.begin(), after_.end());
      which.push_back(i);
    }
    std::size_t told = 0;
    const std::vector<Outcome> outcomes = ask_all(questions, t_.processes, [&](std::size_t n) {
      if (t_.tell && n >= told + 50)
        t_.tell(fmt::format("{} of {} points compared", told = n, questions.size()));
    });
    for (std::size_t k = 0; k < which.size(); ++k) {
      c.points[which[k]].error = outcomes[k].error;
      c.points[which[k]].simulated_us =
          static_cast<double>(outcomes[k].answer.time.ps) / kPicosecondsPerMicrosecond;
      const auto& [low, high] = outcomes[k].answer.machine;
      c.points[which[k]].range_us = {low / kPicosecondsPerMicrosecond, high / kPicosecondsPerMicrosecond};
      if (!outcomes[k].error.empty()) continue;
      c.points[which[k]].ran = algorithm_of(questions[k]);
      c.points[which[k]].algorithm = algorithm_word(questions[k]);
    }
  }

  const CalibrationTask& t_;
  Config config_;
  std::vector<const Constant*> constants_;
  std::vector<std::size_t> active_;  // of constants_: those that are fitted
  Vector before_, start_;
  std::vector<std::string> after_;
  std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

double cost_of(const Calibration& c) {
  Vector errors;
  for (const Compared& p : c.points) {
    if (p.fitted) errors.push_back(p.log_error());
  }
  return robust_cost(errors, FitOptions().huber);
}

// The eager limit with which the measured latencies up to some 100 KiB are met best, each with constants
// of its own; nothing if that is the one that the machine has.
std::optional<Bytes> eager_limit_of(const CalibrationTask& pairs) {
  constexpr std::int64_t kLeast = 1 << 10, kMost = 64 << 10;
  constexpr double kBetter = 0.8;
  CalibrationTask task = pairs;
  std::erase_if(task.points, [](const Measurement& m) {
    return m.collective != "latency" || m.bytes > 4 * kMost || m.bytes < kLeast / 4;
  });
  task.keys = {"mpi.send_overhead", "mpi.eager_copy_rate", "mpi.rendezvous_overhead", "nic.link_rate"};
  if (task.points.size() < 2 * task.keys.size()) return std::nullopt;
  const double as_it_is = cost_of(Calibrator(task).run());
  double best = as_it_is;
  std::optional<Bytes> found;
  for (const Measurement& m : task.points) {
    if (m.bytes < kLeast || m.bytes > kMost) continue;
    CalibrationTask other = task;
    other.overrides.push_back(fmt::format("mpi.eager_limit={} B", m.bytes));
    const double cost = cost_of(Calibrator(other).run());
    if (cost < best) best = cost, found = Bytes{m.bytes};
  }
  return best < kBetter * as_it_is ? found : std::nullopt;
}

Calibration fit_pairs(CalibrationTask task) {
  const Bytes before = Calibrator(task).config().mpi.eager_limit;
  const std::optional<Bytes> limit = eager_limit_of(task);
  const auto text = [](Bytes b) { return fmt::format("{} B", b.n); };
  if (limit) task.overrides.push_back("mpi.eager_limit=" + text(*limit));
  Calibration c = Calibrator(task).run();
  if (limit && *limit != before) {
    c.constants.push_back({"mpi.eager_limit", text(before), text(*limit), 1, true});
  }
  return c;
}

Calibration in_two_steps(const CalibrationTask& task) {
  CalibrationTask pairs = task, rest = task;
  const auto is_pair = [](const Measurement& m) { return is_point_to_point(m.collective); };
  std::erase_if(pairs.points, [&](const Measurement& m) { return !is_pair(m); });
  std::erase_if(rest.points, is_pair);
  pairs.keys = task.pair_keys;
  pairs.keys.resize(std::min(pairs.keys.size(), pairs.points.size() / 2));
  Calibration c = pairs.keys.empty() ? Calibrator(pairs).run() : fit_pairs(pairs);
  for (const FittedConstant& k : c.constants) {
    if (k.determined) rest.overrides.push_back(fmt::format("{}={}", k.key, k.after));
  }
  if (rest.points.empty()) return c;
  std::erase_if(rest.keys, [&](const std::string& k) {
    return std::ranges::find(task.pair_keys, k) != task.pair_keys.end();
  });
  rest.keys.resize(std::min(rest.keys.size(), rest.points.size() / 2));
  Calibration more = Calibrator(rest).run();
  c.constants.insert(c.constants.end(), more.constants.begin(), more.constants.end());
  c.inseparable.insert(c.inseparable.end(), more.inseparable.begin(), more.inseparable.end());
  c.points.insert(c.points.end(), more.points.begin(), more.points.end());
  c.evaluations += more.evaluations;
  return c;
}

}  // namespace

double Compared::log_error() const { return std::log(simulated_us / point.median_us); }

Calibration calibrate(const CalibrationTask& task) {
  if (task.keys.size() > kMostConstants) {
    throw Error(Exit::usage, fmt::format("kasuri: error: --fit: {} constants, at most {} can be fitted",
                                         task.keys.size(), kMostConstants));
  }
  const bool has_pairs = std::ranges::any_of(
      task.points, [](const Measurement& m) { return is_point_to_point(m.collective); });
  return has_pairs && !task.pair_keys.empty() ? in_two_steps(task) : Calibrator(task).run();
}

}  // namespace kasuri::measured
