// SPDX-License-Identifier: MIT
// A study for `kasuri compare`: candidates, workloads, and what all runs share, as a TOML file; and the
// machines that it comes to.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/config/document.h"
#include "experiment/plan/config.h"
#include "network/topology/floor_plan.h"

namespace kasuri::cli {

// [[candidates]]: a family, sized to the study's endpoints or ports, or a topology as it is.
struct CandidateParams {
  std::string name;
  std::string family;
  std::optional<config::Choice<Topology>> topology;
  std::optional<config::Choice<Routing>> routing;
  std::optional<std::uint32_t> vcs;
  std::optional<std::uint64_t> endpoints;

  static config::Fields<CandidateParams> fields();
  static void validate(const CandidateParams&, config::Section&);
};

// [[workloads]]
struct WorkloadParams {
  std::string name;
  std::vector<JobParams> jobs;

  static config::Fields<WorkloadParams> fields();
};

// [tolerance]: what is asked of a machine with failures.
struct ToleranceParams {
  double links = 0.05, routers = 0.02;
  std::uint32_t samples = 3;

  static config::Fields<ToleranceParams> fields();
};

// [prices], in any currency. What has no price is free.
struct PriceParams {
  std::string currency = "EUR";
  double router = 0, router_port = 0, nic = 0;
  double backplane = 0, copper = 0, optical = 0;  // a cable with its connectors or transceivers
  double copper_metre = 0, optical_metre = 0;

  static config::Fields<PriceParams> fields();
};

// The keys of a study beside those of a configuration.
struct StudyKeys {
  std::optional<std::uint64_t> endpoints, ports;
  std::uint32_t radix = 64;
  bool interference = true;
  std::vector<CandidateParams> candidates;
  std::vector<WorkloadParams> workloads;
  ToleranceParams tolerance;
  std::optional<PriceParams> prices;

  static config::Fields<StudyKeys> fields();
  static void validate(const StudyKeys&, config::Section&);
};

struct StudyParams : StudyKeys {
  LayoutParams layout;
  Config shared;  // of which topology, routing and jobs are not read

  static StudyParams read(config::Document&);
};

// A candidate that has been sized and built.
struct Candidate {
  std::string name;
  config::Choice<Topology> choice;
  std::unique_ptr<Topology> topology;
  std::optional<config::Choice<Routing>> routing;
  std::optional<std::uint32_t> vcs;
};

// All of them; mistakes become diagnostics of the document.
std::vector<Candidate> size_candidates(const StudyParams&, config::Document&);

// The configuration of a run.
Config configuration(const StudyParams&, const Candidate&, const WorkloadParams&);

}  // namespace kasuri::cli
