// SPDX-License-Identifier: MIT
#include "experiment/report/holdups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiment/report/congestion.h"

namespace kasuri {
namespace {

constexpr double kWorthNoting = 0.05;

double quotient(double a, double b) { return b > 0 ? a / b : 0; }
double ps(Time t) { return static_cast<double>(t.ps); }

Time mean(Time sum, std::uint64_t n) {
  return n ? Time{sum.ps / static_cast<std::int64_t>(n)} : Time{0};
}

// For how long packets waited for links to wake up.
struct Wakes {
  Time to_routers{0};  // links between routers
  Time outputs{0};     // these, and those to NICs
  Time injections{0};
  Time most{0};        // of one link

  explicit Wakes(const Results& r) {
    if (!r.power) return;
    auto row = r.power->counted.outputs.begin();
    for (const LinkRow l : r.links) {
      const Time t = row++->stall;
      outputs += t;
      if (!l.ejection) to_routers += t;
      most = later(most, t);
    }
    for (const LinkPowerRow& nic : r.power->counted.injections) {
      injections += nic.stall;
      most = later(most, nic.stall);
    }
  }
  Time all() const { return outputs + injections; }
};

std::string wakes_text(const Holdups& h, const Results& r) {
  return fmt::format("packets waited {} each (mean) for links to wake up, {:.0f} % of their latency; at "
                     "the worst link, for {:.0f} % of the run.",
                     to_string(mean(Wakes(r).all(), r.delivered.packets)), 100 * h.waking,
                     100 * h.waking_most);
}

std::string windows_text(const Holdups& h) {
  return fmt::format("NICs had messages that windows or rates (nic.window, nic.send_control) held back "
                     "for {:.0f} % of the time (mean), "
                     "{:.0f} % at most.",
                     100 * h.shut, 100 * h.shut_most);
}

void add_windows(Holdups& h, const Results& r) {
  Time sum{0}, most{0};
  std::int64_t senders = 0;
  for (const NicRow& n : r.nics) {
    senders += n.use.sent > Bytes{0};
    sum += n.use.windows_shut;
    most = later(most, n.use.windows_shut);
  }
  h.shut = quotient(ps(sum), ps(r.time * senders));
  h.shut_most = quotient(ps(most), ps(r.time));
}

void add_ranks(Holdups& h, const Results& r) {
  Time computing{0}, noise{0}, time{0};
  for (const RankRow& row : r.ranks) {
    const Time end = row.spent.finish >= Time{0} ? row.spent.finish : r.time;
    time += later(end - r.jobs[row.job].start, Time{0});
    computing += row.spent.computing;
    noise += row.spent.noise;
  }
  h.computing = quotient(ps(computing), ps(time));
  h.noise = quotient(ps(noise), ps(computing));
}

std::string credits_text(const Holdups& h) {
  return fmt::format(
      "{}. The busiest was busy for {:.0f} % of the time, and for {:.0f} % it waited for credits.",
      h.throttled->describe(), 100 * h.throttled_busy, 100 * h.no_credits);
}

// A link that carries the share a of its rate is without credits for (1/a - 1) of the time that it is
// busy, if packets want it all the time and nobody waits behind it. What else it waited is congestion.
void add_credits(Holdups& h, const Results& r, double wakes_of_injections) {
  const double run = ps(r.time);
  Time congestion = r.link_stall();
  const auto consider = [&](const CreditLimit& l, double busy, double waited) {
    if (busy + waited <= h.throttled_busy + h.no_credits) return;
    h.throttled = &l, h.throttled_busy = busy, h.no_credits = waited;
  };
  for (const CreditLimit& l : r.network.credit_limits) {
    const double beside = 1 / std::max(l.share, 1e-9) - 1;
    if (l.from_nics) {
      for (const NicRow& n : r.nics) {
        const double busy = ps(n.use.send_busy) / run,
                     waited = ps(n.use.no_credit) / run - wakes_of_injections;
        consider(l, busy, std::min(waited, busy * beside));
      }
      continue;
    }
    double busy = 0, most = 0;
    for (const LinkRow row : r.links) {
      if (row.link_class() != l.link_class) continue;
      busy += ps(row.busy()) / run;
      most = std::max(most, ps(row.busy()) / run);
    }
    // Stalls are counted by class: of each link the same share of its time.
    const double stalled = ps(r.link_stall(l.link_class)) / run;
    const double waited = std::min(stalled, busy * beside);
    if (busy > 0) consider(l, most, std::min(1 - most, most * waited / busy));
    if (l.link_class + 1 < r.link_classes.size()) congestion -= Time{std::llround(waited * run)};
  }
  h.congested = quotient(ps(congestion), run * static_cast<double>(r.link_count()));
}

}  // namespace

Holdups Holdups::of(const Results& r) {
  Holdups h;
  const DeliveryStatistics& d = r.delivered;
  const Wakes wakes(r);
  h.waking = quotient(ps(wakes.all()), ps(d.latency + wakes.injections));
  h.waking_most = quotient(ps(wakes.most), ps(r.time));
  const double link_time = ps(r.time) * static_cast<double>(r.link_count());
  add_credits(h, r, ps(wakes.most) / ps(r.time));
  h.congested = std::max(0.0, h.congested - quotient(ps(wakes.to_routers), link_time));
  if (r.faults) {
    Time busy{0};
    for (const LinkRow l : r.links) busy += l.busy();
    for (const NicRow& n : r.nics) busy += n.use.send_busy;
    h.repeating = quotient(ps(r.faults->all_errors().repeating), ps(busy));
  }
  h.recovering = quotient(ps(d.recovering), ps(d.message_latency));
  h.without_way = quotient(ps(d.without_way), ps(d.message_latency));
  add_windows(h, r);
  add_ranks(h, r);
  return h;
}

std::string Holdups::limit(const Results& r) const {
  if (wakes_limit()) return "Wake-ups of sleeping links limited the run: " + wakes_text(*this, r);
  if (windows_limit()) return "Send controls limited the run: " + windows_text(*this);
  if (credits_limit()) return "Credits limited the run: " + credits_text(*this);
  return "";
}

std::string Holdups::notes(const Results& r) const {
  const DeliveryStatistics& d = r.delivered;
  std::string s;
  const auto note = [&s](double share, const std::string& text) {
    if (share >= kWorthNoting) s += " " + text;
  };
  if (!wakes_limit()) note(waking, "Links slept: " + wakes_text(*this, r));
  if (!windows_limit()) note(shut, "Send controls were closed: " + windows_text(*this));
  if (!credits_limit()) note(no_credits, "Credits: " + (throttled ? credits_text(*this) : ""));
  note(repeating, fmt::format("Links were busy with repeated transmissions (errors) for {:.0f} % of their "
                              "busy time.", 100 * repeating));
  note(recovering,
       fmt::format("{} messages waited {} each (mean) for the repetition of data that failing links had "
                   "damaged.",
                   d.repeated_messages, to_string(mean(d.recovering, d.repeated_messages))));
  note(without_way, fmt::format("Messages without a path waited {} in all for repairs.",
                                to_string(d.without_way)));
  note(noise, fmt::format("Noise took {:.0f} % of the ranks' computing time.", 100 * noise));
  return s + congestion(r);
}

std::string Holdups::pace() const {
  if (computing < 0.5) return "latency, dependences or the offered load";
  return fmt::format("computation ({:.0f} % of the ranks' time)", 100 * computing);
}

}  // namespace kasuri
