// SPDX-License-Identifier: MIT
#include "workload/serving/serving_params.h"

#include <fmt/format.h>

#include "base/config/document.h"

namespace kasuri {

using namespace literals;

namespace {

void add_request_fields(config::Fields<ServingParams>& all) {
  using P = ServingParams;
  config::Fields<P> own{
      config::field("arrivals", &P::arrivals,
                    "poisson: each request by itself; bursts: `burst` of them at a time; trace: as in "
                    "`trace`"),
      config::field("requests", &P::requests,
                    "number of requests; with a trace, its first ones; 0: all of the trace")
          .range(0, 1u << 24),
      config::field("rate", &P::rate, "requests that arrive in a second, on average").range(0, 1e9),
      config::field("burst", &P::burst, "requests of a burst").range(1, 1u << 20),
      config::field("prompt", &P::prompt, "tokens of a prompt").range(0, 1u << 24),
      config::field("output", &P::output, "tokens of an answer").range(0, 1u << 24),
      config::field("cached", &P::cached,
                    "share of each prompt whose keys and values are in memory already (prefix cache)")
          .range(0, 1),
      config::field("trace", &P::trace,
                    "file of lines `ARRIVAL, PROMPT, OUTPUT` or also CACHED: seconds, tokens, tokens, "
                    "share"),
      config::field("seed", &P::seed, "seed of the arrivals").range(0, INT64_MAX),
      config::field("slo_ttft", &P::slo_ttft, "objective: time to the first token; 0: no limit")
          .at_least(0_ps),
      config::field("slo_tpot", &P::slo_tpot, "objective: mean time of a further token; 0: no limit")
          .at_least(0_ps)};
  for (auto& field : own) all.push_back(std::move(field));
}

}  // namespace

config::Fields<ServingParams> ServingParams::fields() {
  using P = ServingParams;
  constexpr std::uint32_t kMost = 1u << 16;
  config::Fields<P> all;
  add_model_fields<P>(all);
  config::Fields<P> own{
      config::field("instances", &P::instances, "copies of the model that prefill and decode").range(0,
          kMost),
      config::field("prefill", &P::prefill, "instances that prefill alone, with `decode`").range(0, kMost),
      config::field("decode", &P::decode, "instances that decode alone, with `prefill`").range(0, kMost),
      config::field("tp", &P::tp, "degree of tensor parallelism: consecutive ranks, in one server")
          .range(1, kMost),
      config::field("ep", &P::ep,
                    "replicas of attention in an instance, among which experts are divided (expert "
                    "parallelism)")
          .range(1, kMost),
      config::field("pp", &P::pp, "stages of the pipeline").range(1, kMost),
      config::field("decode_tp", &P::decode_tp, "tp of instances that decode alone; default: tp").range(1,
          kMost),
      config::field("decode_ep", &P::decode_ep, "ep of instances that decode alone; default: ep").range(1,
          kMost),
      config::field("decode_pp", &P::decode_pp, "pp of instances that decode alone; default: pp").range(1,
          kMost),
      config::field("expert_skew", &P::expert_skew, "tokens prefer experts by Zipf's law, as in training")
          .range(0, 10),
      config::field("chunk", &P::chunk, "most tokens in a batch of a replica (chunked prefill)")
          .range(1, 1u << 20),
      config::field("sequences", &P::sequences, "most requests in a batch of a replica")
          .range(1, kMost),
      config::field("memory", &P::memory, "memory of a device; default: by its type").at_least(1_B),
      config::field("memory_share", &P::memory_share,
                    "share of the device's memory for parameters, keys and values (assumed)")
          .range(0.01, 1),
      config::field("block", &P::block, "tokens of a block of memory for keys and values")
          .range(1, kMost),
      config::field("kv_element", &P::kv_element, "bytes of a key or value; default: element").range(1, 8),
      config::field("kv_transfer", &P::kv_transfer,
                    "when keys and values go to where they are decoded: whole: after the prompt; by-layer: "
                    "while it is computed"),
      config::field("kv_group", &P::kv_group, "with kv_transfer = \"by-layer\": layers in one message")
          .range(1, kMost),
      config::field("efficiencies", &P::efficiencies,
                    "file of lines `TOKENS, EFFICIENCY, MEMORY_EFFICIENCY`: shares of the device's rates "
                    "that a batch of this size reaches, between them linearly; default: the two settings")};
  for (auto& field : own) all.push_back(std::move(field));
  add_request_fields(all);
  add_fields<P>(all);
  return all;
}

namespace {

void check_degrees(const ServingParams& p, bool decodes, config::Section& section) {
  const auto name = [&](const char* degree) { return decodes ? std::string("decode_") + degree : degree; };
  const ServingParams::Degrees d = p.degrees(decodes);
  const auto divides = [&](const char* key, std::uint64_t whole, const char* of, std::uint64_t by) {
    if (whole % by == 0) return;
    section.error(name(key), fmt::format("must divide {}: {} is not a multiple of {}", of, whole, by));
  };
  divides("tp", p.heads, "heads", d.tp);
  divides("tp", p.ffn_size(), "the feed-forward size", d.tp);
  if (p.kv() % d.tp != 0 && d.tp % p.kv() != 0) {
    section.error(name("tp"), fmt::format("must divide the {} heads of keys and values, or be a multiple "
                                          "of them, not {}", p.kv(), d.tp));
  }
  if (p.experts > 0) divides("ep", p.experts, "experts", d.ep);
  if (d.pp > p.layers) {
    section.error(name("pp"), fmt::format("{} layers are fewer than {} stages", p.layers, d.pp));
  }
  if (std::uint64_t{d.tp} * d.ep * d.pp > 1u << 16) {
    section.error(name("pp"), fmt::format("tp × ep × pp are {} ranks of an instance; at most {} are "
                                          "possible",
                                          std::uint64_t{d.tp} * d.ep * d.pp, 1u << 16));
  }
}

}  // namespace

void ServingParams::validate(const ServingParams& p, config::Section& section) {
  using P = ServingParams;
  if ((p.instances > 0) == (p.prefill > 0 || p.decode > 0)) {
    section.error(&P::instances, "set either instances, or prefill and decode, to at least 1");
  } else if (p.instances == 0 && (p.prefill == 0 || p.decode == 0)) {
    section.error(p.prefill ? &P::decode : &P::prefill,
                  "prefill and decode go together, each at least 1; for one kind of instance, set "
                  "instances");
  }
  if (p.instances > 0 && (p.decode_tp || p.decode_ep || p.decode_pp)) {
    section.error(p.decode_tp ? "decode_tp" : p.decode_ep ? "decode_ep" : "decode_pp",
                  "there are no instances that decode alone: leave this out, or set prefill and decode");
  }
  if (p.heads > 0 && p.hidden % p.heads != 0) {
    section.error("heads", fmt::format("must divide hidden: {} is not a multiple of {}", p.hidden,
                                       p.heads));
  }
  if (p.kv() > 0 && p.heads % p.kv() != 0) {
    section.error("kv_heads", fmt::format("must divide heads: {} is not a multiple of {}", p.heads,
                                          p.kv()));
  }
  check_degrees(p, false, section);
  if (p.decode_tp || p.decode_ep || p.decode_pp) check_degrees(p, true, section);
  if (p.experts == 0 && (p.ep > 1 || p.decode_ep.value_or(1) > 1)) {
    section.error(p.ep > 1 ? "ep" : "decode_ep", "only a model with 'experts' has expert parallelism");
  }
  if (p.experts == 0 && p.expert_skew > 0) {
    section.error(&P::expert_skew, "the model has no experts: set 'experts'");
  }
  if (p.experts > 0 && p.experts_per_token > p.experts) {
    section.error("experts_per_token", fmt::format("the model has {} experts only", p.experts));
  }
  if (p.sequences > p.chunk) {
    section.error(&P::sequences, fmt::format("each request of a batch has at least one of its {} tokens "
                                             "(chunk): at most {}", p.chunk, p.chunk));
  }
  const bool traced = p.arrivals == Arrivals::trace;
  if (traced != p.trace.has_value()) {
    section.error(&P::trace, traced ? "needed by arrivals = \"trace\""
                                    : "used by arrivals = \"trace\" only: set that, or leave this out");
  }
  if (traced) return;
  const auto needs = [&](auto member, bool given, const char* example) {
    if (!given) section.error(member, fmt::format("needed without a trace, such as {}", example));
  };
  needs(&P::requests, p.requests > 0, "requests = 1000");
  needs(&P::rate, p.rate > 0, "rate = 10.0");
  needs(&P::prompt, p.prompt > 0, "prompt = 1024");
  needs(&P::output, p.output > 0, "output = 256");
}

}  // namespace kasuri
