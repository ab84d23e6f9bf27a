// SPDX-License-Identifier: MIT
#include "network/power/job_use.h"

namespace kasuri {

JobUse::JobUse(Jobs jobs, std::uint32_t kinds, std::optional<Time> chunk, bool counts_bytes,
               const Links& links)
    : LinkJobs(links.stride, links.first_nic, jobs.only ? 0 : links.all, counts_bytes && !jobs.only),
      jobs_(std::move(jobs)),
      kinds_(kinds) {
  const std::uint32_t cells = cell(nobody() + 1, 0);
  const Time length = chunk.value_or(kEndless);
  held_ = {length, cells};
  bytes_ = {length, cells};
  for (ChunkedTime& mode : asleep_) mode = {length, cells};
  transitions_.resize(cells);
  stalls_.resize(cells);
  check(nobody() < kNews && kinds <= UINT8_MAX, "jobs and link classes are few");
  if (!jobs_.only) {
    owners_.assign(links.all, Owner{.job = static_cast<std::uint16_t>(nobody())});
  }
}

void JobUse::book(std::uint32_t job, std::uint32_t kind, std::size_t mode, Span s, int sign) {
  const Time start = job == nobody() ? Time{0} : jobs_.starts[job];
  asleep_[mode].add(cell(nobody(), kind), {s.from, earlier(s.to, start)}, sign);
  asleep_[mode].add(cell(job, kind), {later(s.from, start), s.to}, sign);
}

void JobUse::asleep(std::uint32_t link, std::uint32_t kind, std::size_t mode, Span s, int sign) {
  if (jobs_.only) return book(only(), kind, mode, s, sign);
  const std::uint32_t job = owners_[link].job;
  if (job == nobody()) {
    before_[link].sleeps.push_back({mode, s, sign});
  } else {
    book(job, kind, mode, s, sign);
  }
}

void JobUse::slept(std::uint32_t link, std::uint32_t kind, std::uint32_t transitions, Time now) {
  if (jobs_.only) {
    transitions_[cell(only(), kind)] += transitions;
    return;
  }
  Owner& o = owners_[link];
  expect_news(link);
  o.woken = now;
  if (o.job == nobody()) {
    before_[link].transitions += transitions;
  } else {
    transitions_[cell(o.job, kind)] += transitions;
  }
}

void JobUse::stalled(std::uint32_t link, std::uint32_t kind, Time stall) {
  if (jobs_.only) {
    stalls_[cell(only(), kind)] += stall.ps;
    return;
  }
  Owner& o = owners_[link];
  expect_news(link);
  o.stall += stall;
}

// The first packet over the link is this job's.
void JobUse::claim(std::uint32_t link, std::uint32_t kind, std::uint32_t job) {
  hold(nobody(), kind, {Time{0}, jobs_.starts[job]});
  owners_[link].since = jobs_.starts[job];
  const auto at = before_.find(link);
  if (at == before_.end()) return;
  for (const Before::Sleep& s : at->second.sleeps) book(job, kind, s.mode, s.span, s.sign);
  transitions_[cell(job, kind)] += at->second.transitions;
  before_.erase(at);
}

void JobUse::change(std::uint32_t link, std::uint32_t job, bool news, Time now) {
  Owner& o = owners_[link];
  if (!o.counts) return;
  if (!news) [[likely]] {  // a link in use: the usual case where jobs share links
    hold(o.job, o.kind, {o.since, now});
    o.since = now;
    o.job = static_cast<std::uint16_t>(job);
    return;
  }
  if (o.job == nobody()) {
    claim(link, o.kind, job);
  } else if (o.job != job) {
    const Time at = o.woken != kNever ? o.woken : now;
    hold(o.job, o.kind, {o.since, at});
    o.since = at;
  }
  stalls_[cell(job, o.kind)] += o.stall.ps;
  o.job = static_cast<std::uint16_t>(job);
  o.woken = kNever;
  o.stall = Time{0};
}

void JobUse::end_of(std::uint32_t link, std::uint32_t kind, Time end) {
  std::uint32_t job = nobody();
  Time since{0};
  if (jobs_.only) {
    job = only();
    if (job != nobody()) since = earlier(jobs_.starts[job], end);
    hold(nobody(), kind, {Time{0}, since});
  } else {
    const Owner& o = owners_[link];
    job = o.job;
    since = o.since;
    stalls_[cell(nobody(), kind)] += o.stall.ps;
  }
  hold(job, kind, {since, end});
  if (const auto at = before_.find(link); at != before_.end()) {
    for (const Before::Sleep& s : at->second.sleeps) book(nobody(), kind, s.mode, s.span, s.sign);
    transitions_[cell(nobody(), kind)] += at->second.transitions;
  }
}

JobShare JobUse::end(Time end) {
  JobShare share{.kinds = kinds_, .chunks = 0, .held = {}, .asleep = {}, .bytes = {},
                 .transitions = std::move(transitions_), .stalls = std::move(stalls_)};
  const auto take = [&](ChunkedTime& from, std::vector<std::int64_t>& to) {
    from.for_each_chunk(end, [&](std::size_t, const std::vector<std::int64_t>& row) {
      to.insert(to.end(), row.begin(), row.end());
    });
  };
  take(held_, share.held);
  for (std::size_t m = 0; m < kSleepModes; ++m) take(asleep_[m], share.asleep[m]);
  if (counts_bytes_) take(bytes_, share.bytes);
  share.chunks = share.held.size() / share.transitions.size();
  return share;
}

}  // namespace kasuri
