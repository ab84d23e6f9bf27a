// SPDX-License-Identifier: MIT
// iSLIP (McKeown, IEEE/ACM Trans. Networking 7(2), 1999) among requests that are all known: each
// output offers itself to the next requesting input in its turn, each input accepts the next output
// in its turn; what is left does so again, for a number of rounds. Turns move on only for matches
// of the first round.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kasuri {

class IslipMatching {
 public:
  // Indices of inputs and of outputs are less than `size`. A turn is the last one served: the index
  // after it comes first.
  explicit IslipMatching(std::uint32_t size)
      : size_(size), of_input_(size, kNone), of_output_(size, kNone), matched_(size) {}

  struct Request {
    std::uint32_t input, output;
    std::uint32_t label;  // of the caller's
  };
  void request(Request r) { requests_.push_back(r); }
  std::span<Request> requests() { return requests_; }

  // Calls take(request) for each match and forgets the requests; whether there was a match.
  template <class Take>
  bool match(std::uint32_t rounds, std::uint16_t* input_turns, std::uint16_t* output_turns,
             Take take) {
    bool any = false;
    for (std::uint32_t round = 0; round < rounds && offer(output_turns); ++round) {
      accept(input_turns);
      any = true;
      for (const std::uint32_t input : inputs_) {
        const Request r = requests_[of_input_[input]];
        of_input_[input] = kNone;
        matched_[r.input] |= kInput;
        matched_[r.output] |= kOutput;
        if (round == 0) {
          input_turns[r.input] = static_cast<std::uint16_t>(r.output);
          output_turns[r.output] = static_cast<std::uint16_t>(r.input);
        }
        take(r);
      }
    }
    for (const Request& r : requests_) matched_[r.input] = matched_[r.output] = 0;
    requests_.clear();
    return any;
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::uint8_t kInput = 1, kOutput = 2;

  // How far `i` is behind the one that was served last.
  std::uint32_t distance(std::uint32_t i, std::uint32_t last) const {
    return i > last ? i - last - 1 : i + size_ - last - 1;
  }

  // Each output that is not matched chooses one of its requests; whether there was any.
  bool offer(const std::uint16_t* turns) {
    offered_.clear();
    for (std::uint32_t i = 0; i < requests_.size(); ++i) {
      const Request& r = requests_[i];
      if (matched_[r.input] & kInput || matched_[r.output] & kOutput) continue;
      std::uint32_t& best = of_output_[r.output];
      if (best == kNone) {
        offered_.push_back(r.output);
        best = i;
      } else if (distance(r.input, turns[r.output]) <
                 distance(requests_[best].input, turns[r.output])) {
        best = i;
      }
    }
    return !offered_.empty();
  }

  // Each input chooses one of its offers.
  void accept(const std::uint16_t* turns) {
    inputs_.clear();
    for (const std::uint32_t output : offered_) {
      const std::uint32_t i = of_output_[output];
      of_output_[output] = kNone;
      const std::uint32_t input = requests_[i].input;
      std::uint32_t& best = of_input_[input];
      if (best == kNone) {
        inputs_.push_back(input);
        best = i;
      } else if (distance(output, turns[input]) < distance(requests_[best].output, turns[input])) {
        best = i;
      }
    }
  }

  std::uint32_t size_;
  std::vector<std::uint32_t> of_input_, of_output_;  // the request chosen
  std::vector<std::uint8_t> matched_;
  std::vector<Request> requests_;
  std::vector<std::uint32_t> offered_, inputs_;  // of this round
};

}  // namespace kasuri
