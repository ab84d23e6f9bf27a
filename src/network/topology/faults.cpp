// SPDX-License-Identifier: MIT
#include "network/topology/faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/config/name_or_number.h"
#include "base/config/registry.h"
#include "base/core/rng.h"
#include "network/topology/line_file.h"
#include "network/topology/named.h"

namespace kasuri {
namespace {

const config::Describe<FaultParams> fault_section{
    "faults", "failures of links, routers and NICs; links that are slow or make errors"};

const config::Describe<std::vector<FailureParams>> failures{
    "faults.failures", "links, routers and NICs that fail"};
const config::Describe<std::vector<DegradedParams>> degraded{
    "faults.degraded", "links that are slow or make errors"};

// The streams of random numbers of the n-th entry.
constexpr std::uint32_t kLinks = 0x46000000, kRouters = 0x47000000, kDegraded = 0x48000000,
                        kNics = 0x49000000;

// A link: one channel, or two in opposite directions.
using Channels = std::vector<PortRef>;

template <class P>
std::vector<config::FieldOf<P>> selection_fields() {
  return {config::field("links", static_cast<std::vector<std::string> P::*>(&P::links),
                        "links, by their two routers, \"(0,0) (1,0)\", or by a router and its port, "
                        "\"(0,0):3\""),
          config::field("random_links", static_cast<std::uint32_t P::*>(&P::random_links),
                        "number of further links, drawn at random"),
          config::field("random_link_share", static_cast<double P::*>(&P::random_link_share),
                        "share of all links, drawn at random in addition")
              .range(0, 1),
          config::field("one_way", static_cast<bool P::*>(&P::one_way),
                        "only one direction of each link: from the first router to the second, or out of "
                        "the port; of random links, a random direction")};
}

template <class P>
config::Fields<P> with_selection(std::initializer_list<config::FieldOf<P>> own) {
  config::Fields<P> all;
  for (const auto& f : selection_fields<P>()) all.push_back(f);
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

class Machine {
 public:
  explicit Machine(const Topology& t) : topology_(t), named_(t) {}

  // Those of the list and of the draw, which leaves out what has a channel in `taken`; all are added to it.
  std::vector<Channels> select(const LinkSelection& s, std::uint64_t seed, std::uint32_t stream,
                               std::set<PortRef>& taken, config::Section& where) {
    std::vector<Channels> all;
    const auto take = [&](Channels link) {
      taken.insert(link.begin(), link.end());
      all.push_back(std::move(link));
    };
    for (const std::string& name : s.links) {
      for (const Channels& link : find_links(name, s.one_way, where)) take(link);
    }
    if (s.random_links == 0 && s.random_link_share == 0) return all;
    std::vector<Channels> others;
    std::uint64_t count = 0;
    for (std::uint32_t r = 0; r < topology_.routers(); ++r) {
      for (std::uint32_t p = 0; p < topology_.degree({r}); ++p) {
        const PortRef output{{r}, static_cast<std::uint16_t>(p)};
        Channels link = s.one_way ? Channels{output} : link_of(output);
        if (link[0] != output) continue;
        ++count;
        const auto known = [&](const PortRef& c) { return taken.contains(c); };
        if (std::ranges::none_of(link, known)) others.push_back(std::move(link));
      }
    }
    const auto share =
        static_cast<std::uint64_t>(std::llround(s.random_link_share * static_cast<double>(count)));
    for (const std::size_t i : draw(others.size(), s.random_links + share, seed, stream, where,
                                    s.random_links ? "random_links" : "random_link_share", "links")) {
      take(others[i]);
    }
    return all;
  }

  Named& named() { return named_; }

  // `n` different ones of 0 … size - 1.
  std::vector<std::size_t> draw(std::size_t size, std::uint64_t n, std::uint64_t seed,
                                std::uint32_t stream, config::Section& where, std::string_view key,
                                std::string_view what) {
    if (n > size) {
      where.error(key, fmt::format("cannot draw {} {}: there are only {}", n, what, size));
      return {};
    }
    std::vector<std::size_t> order(size);
    for (std::size_t i = 0; i < size; ++i) order[i] = i;
    for (std::size_t i = 0; i < n; ++i) {
      std::swap(order[i], order[i + below(random_at(seed, 0, stream, i)[0], size - i)]);
    }
    order.resize(n);
    return order;
  }

 private:
  // With its opposite direction, if there is one; the lower of both comes first.
  Channels link_of(PortRef output) const {
    const PortRef there = topology_.neighbour(output.router, output.port);
    if (there.port >= topology_.degree(there.router) ||
        topology_.neighbour(there.router, there.port) != output) {
      return {output};
    }
    return {std::min(output, there), std::max(output, there)};
  }

  std::vector<Channels> find_links(const std::string& name, bool one_way, config::Section& where) {
    const auto bad = [&](std::string why) {
      where.error("links", fmt::format("link '{}': {}", name, why));
      return std::vector<Channels>{};
    };
    const std::size_t colon = name.rfind(':');
    for (std::size_t blank = name.find(' '); blank != name.npos; blank = name.find(' ', blank + 1)) {
      const auto a = named_.router(name.substr(0, blank)), b = named_.router(name.substr(blank + 1));
      if (!a || !b) continue;
      std::set<Channels> found;
      for (const auto& [from, to] : {std::pair(*a, *b), {*b, *a}}) {
        for (std::uint16_t p = 0; p < topology_.degree(from); ++p) {
          if (topology_.neighbour(from, p).router != to) continue;
          found.insert(one_way ? Channels{PortRef{from, p}} : link_of({from, p}));
        }
        if (one_way) break;
      }
      if (found.empty()) {
        std::set<std::string> near;
        for (std::uint16_t p = 0; p < topology_.degree(*a); ++p) {
          near.insert(topology_.name(topology_.neighbour(*a, p).router));
        }
        return bad(fmt::format("no link {} these routers; {} is joined to {}",
                               one_way ? "connects" : "joins", topology_.name(*a),
                               fmt::join(near, ", ")));
      }
      return {found.begin(), found.end()};
    }
    if (colon != name.npos) {
      const auto r = named_.router(name.substr(0, colon));
      if (!r) return bad(named_.no_router(name.substr(0, colon)));
      const auto port = parse_index(name.substr(colon + 1));
      if (!port || *port >= topology_.degree(*r)) {
        return bad(fmt::format("router {} has ports 0 to {} to other routers", topology_.name(*r),
                               topology_.degree(*r) - 1));
      }
      const PortRef output{*r, static_cast<std::uint16_t>(*port)};
      return {one_way ? Channels{output} : link_of(output)};
    }
    const std::size_t blank = name.find(' ');
    if (blank == name.npos) {
      return bad("a link is written as two routers with a space between them, or as ROUTER:PORT");
    }
    return bad(named_.no_router(named_.router(name.substr(0, blank)) ? name.substr(blank + 1)
                                                            : name.substr(0, blank)));
  }

  const Topology& topology_;
  Named named_;
};

// In a hierarchy, the NIC of a server: a router between the levels, "server0/nic3".
std::optional<RouterId> nic_of_server(const Topology& t, Named& named, const std::string& name) {
  if (!t.servers().network || name.find("/nic") == name.npos) return std::nullopt;
  return named.router(name);
}

std::string no_nic(const Topology& t, const std::string& name) {
  std::string text = fmt::format("there is no NIC '{}'; they are numbered 0 to {}, router by router", name,
                                 t.endpoints() - 1);
  if (const Servers s = t.servers(); s.network) {
    text += fmt::format(", and are the ports of endpoints; NICs of servers have names, server0/nic0 to "
                        "server{}/nic{}", s.count - 1, s.nics - 1);
  }
  return text;
}

std::unique_ptr<const Failures> find_failures(const FaultParams& p, const Topology& t, Machine& machine,
                                              std::uint64_t seed, config::Section& faults) {
  if (p.failures.empty()) return nullptr;
  auto all = std::make_unique<Failures>(t);
  std::set<PortRef> links;
  std::set<std::uint32_t> routers, nics;
  std::vector<config::Section> entries = faults.sections("failures");
  for (std::uint32_t i = 0; i < p.failures.size(); ++i) {
    const FailureParams& f = p.failures[i];
    config::Section& entry = entries[i];
    const Time until = f.until.value_or(kNever);
    for (const Channels& link : machine.select(f, seed, kLinks + i, links, entry)) {
      for (const PortRef& c : link) all->fail(c, f.at, until);
    }
    // `n` more of `size` that are not in `known`.
    const auto more = [&](std::uint64_t n, std::uint32_t size, std::set<std::uint32_t>& known,
                          std::uint32_t stream, std::string_view key, std::string_view what, auto fail) {
      if (n == 0) return;
      std::vector<std::uint32_t> others;
      for (std::uint32_t k = 0; k < size; ++k) {
        if (!known.contains(k)) others.push_back(k);
      }
      for (const std::size_t k : machine.draw(others.size(), n, seed, stream, entry, key, what)) {
        known.insert(others[k]);
        fail(others[k]);
      }
    };
    for (const std::string& name : f.routers) {
      const auto r = machine.named().router(name);
      if (!r) {
        entry.error("routers", machine.named().no_router(name));
        continue;
      }
      routers.insert(r->v);
      all->fail(*r, f.at, until);
    }
    const auto share = static_cast<std::uint64_t>(
        std::llround(f.random_router_share * static_cast<double>(t.routers())));
    more(f.random_routers + share, t.routers(), routers, kRouters + i,
         f.random_routers ? "random_routers" : "random_router_share", "routers",
         [&](std::uint32_t r) { all->fail(RouterId{r}, f.at, until); });
    for (const std::string& nic : f.nics) {
      if (const auto number = parse_index(nic); number && *number < t.endpoints()) {
        nics.insert(*number);
        all->fail(EndpointId{*number}, f.at, until);
      } else if (const auto named = nic_of_server(t, machine.named(), nic)) {
        routers.insert(named->v);
        all->fail(*named, f.at, until);
      } else {
        entry.error("nics", no_nic(t, nic));
      }
    }
    more(f.random_nics, t.endpoints(), nics, kNics + i, "random_nics", "NICs",
         [&](std::uint32_t nic) { all->fail(EndpointId{nic}, f.at, until); });
    if (all->times().size() > Failures::kMostEpochs) {
      entry.error("at", fmt::format("failures and repairs can have at most {} different times, including "
                                    "the start", std::uint32_t{Failures::kMostEpochs}));
      return nullptr;
    }
  }
  all->settle(p.reroute_time);
  return all;
}

void set(LinkFault& f, const DegradedParams& p) {
  if (p.rate_factor) f.rate_factor = *p.rate_factor;
  if (p.bit_error_rate) f.bit_error_rate = *p.bit_error_rate;
  if (p.replay_time) f.replay_time = *p.replay_time;
}

void find_degraded(const FaultParams& p, const Topology& t, Machine& machine, std::uint64_t seed,
                   config::Section& faults, FaultPlan& plan) {
  const std::vector<std::string> classes = t.link_classes();
  const LinkFault none{.rate_factor = 1, .bit_error_rate = 0, .replay_time = Time{500'000}};
  std::vector<LinkFault> by_class(classes.size() + 1, none);
  std::map<PortRef, LinkFault> exceptions;
  std::vector<config::Section> entries = faults.sections("degraded");
  for (std::uint32_t i = 0; i < p.degraded.size(); ++i) {
    const DegradedParams& d = p.degraded[i];
    const bool some = !d.links.empty() || d.random_links || d.random_link_share > 0;
    std::vector<bool> meant(by_class.size(), d.classes.empty() && !some);
    for (const std::string& name : d.classes) {
      const auto known = std::ranges::find(classes, name);
      if (known == classes.end() && name != "terminal") {
        std::vector<std::string> all = classes;
        all.push_back("terminal");
        entries[i].error("classes", fmt::format("unknown link class '{}'{}; {} has: {}", name,
                                                config::did_you_mean(name, all), t.describe(),
                                                config::join(all)));
        continue;
      }
      meant[static_cast<std::size_t>(known - classes.begin())] = true;  // or the last
    }
    for (std::size_t c = 0; c < meant.size(); ++c) {
      if (meant[c]) set(by_class[c], d);
    }
    for (auto& [output, fault] : exceptions) {
      if (meant[t.link_class(output.router, output.port)]) set(fault, d);
    }
    std::set<PortRef> taken;
    for (const Channels& link : machine.select(d, seed, kDegraded + i, taken, entries[i])) {
      for (const PortRef& c : link) {
        set(exceptions.try_emplace(c, by_class[t.link_class(c.router, c.port)]).first->second, d);
      }
    }
  }
  const auto differs = [](const LinkFault& f) { return f.rate_factor != 1 || f.bit_error_rate > 0; };
  for (const LinkFault& f : by_class) plan.degraded.by_class.push_back(differs(f) ? f : LinkFault{});
  for (const auto& [output, fault] : exceptions) plan.degraded.exceptions.push_back({output, fault});
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint16_t port = 0; port < t.degree({r}); ++port) {
      const auto own = exceptions.find({{r}, port});
      plan.degraded_channels +=
          differs(own != exceptions.end() ? own->second : by_class[t.link_class({r}, port)]);
    }
    if (differs(by_class.back())) plan.degraded_channels += 2 * std::uint64_t{t.endpoints_at({r})};
  }
}

}  // namespace

config::Fields<FailureParams> FailureParams::fields() {
  using P = FailureParams;
  return with_selection<P>(
      {config::field("at", &P::at, "simulated time of the failure; 0: from the start")
           .at_least(Time{0}),
       config::field("until", &P::until, "simulated time of the repair; default: never")
           .at_least(Time{1}),
       config::or_number(config::field("routers", &P::routers,
                                       "routers by name or number, with all their links and NICs")),
       config::field("random_routers", &P::random_routers, "number of further routers, drawn at random"),
       config::field("random_router_share", &P::random_router_share,
                     "share of all routers, drawn at random in addition")
           .range(0, 1),
       config::or_number(config::field(
           "nics", &P::nics,
           "NICs, numbered from 0 router by router; in a hierarchy these are the ports of endpoints "
           "(GPUs), and \"server0/nic3\" is NIC 3 of server 0")),
       config::field("random_nics", &P::random_nics, "number of further NICs, drawn at random")});
}

void FailureParams::validate(const FailureParams& p, config::Section& section) {
  if (p.until && *p.until <= p.at) {
    section.error(&FailureParams::until,
                  fmt::format("a failure at {} cannot end at {}; 'until' must be later than 'at'",
                              to_string(p.at), to_string(*p.until)));
  }
}

config::Fields<DegradedParams> DegradedParams::fields() {
  using P = DegradedParams;
  using namespace literals;
  return with_selection<P>(
      {config::field("classes", &P::classes,
                     "link classes, \"terminal\" for links to and from NICs; default: all links, unless "
                     "links are named or drawn"),
       config::field("rate_factor", &P::rate_factor, "rate, as a share of the normal rate")
           .range(0.001, 1),
       config::field("bit_error_rate", &P::bit_error_rate, "probability that a bit arrives wrong")
           .range(0, 1e-4),
       config::field("replay_time", &P::replay_time,
                     "time from a transmission with an error until the link repeats it; default: 500 ns")
           .range(0_ps, 1_ms)});
}

void DegradedParams::validate(const DegradedParams& p, config::Section& section) {
  if (!p.rate_factor && !p.bit_error_rate && !p.replay_time) {
    section.error("", "these links have no changes: set rate_factor or bit_error_rate");
  }
}

config::Fields<FaultParams> FaultParams::fields() {
  using P = FaultParams;
  using namespace literals;
  return {
      config::field("failures", &P::failures, "links, routers and NICs that fail"),
      config::field("degraded", &P::degraded, "links that are slow or make errors"),
      config::field("reroute_time", &P::reroute_time,
                    "time from a failure or repair during the run until NICs send packets over the new "
                    "paths")
          .range(0_ps, 1000_ms),
      config::field("retry_time", &P::retry_time,
                    "time from the arrival of a message with damaged packets until the receiver's NIC "
                    "requests them again")
          .range(0_ps, 1000_ms),
      config::field("unreachable", &P::unreachable,
                    "a job whose nodes cannot all reach each other from the start: refuse it; or run it, "
                    "let messages without a path wait for a repair, and drop and count them if no repair "
                    "follows"),
      config::field("seed", &P::seed,
                    "seed of the random failures and links of this section; default: run.seed")
          .range(0, INT64_MAX),
  };
}

FaultPlan resolve_faults(const FaultParams& p, const Topology& t, std::uint64_t run_seed,
                         config::Section faults) {
  const std::uint64_t seed = p.seed.value_or(run_seed);
  Machine machine(t);
  FaultPlan plan;
  plan.failures = find_failures(p, t, machine, seed, faults);
  find_degraded(p, t, machine, seed, faults, plan);
  return plan;
}

std::vector<Need> needs_of(const FaultPlan& f) {
  std::vector<Need> all{{&Capabilities::failures, "faults", "", "links do not fail", "leave out [faults]"}};
  if (f.failures && f.failures->epochs() > 1) {
    all.push_back({&Capabilities::failures_in_run, "faults", "failures",
                   "nothing fails or comes back during a run", "leave out 'at' and 'until'"});
  }
  const auto makes_errors = [](const LinkFault& x) { return x.bit_error_rate > 0; };
  if (std::ranges::any_of(f.degraded.by_class, makes_errors) ||
      std::ranges::any_of(f.degraded.exceptions, makes_errors, &LinkFaultTable::Exception::fault)) {
    all.push_back({&Capabilities::link_errors, "faults", "degraded", "links make no errors",
                   "leave out 'bit_error_rate'"});
  }
  return all;
}

}  // namespace kasuri
