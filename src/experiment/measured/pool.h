// SPDX-License-Identifier: MIT
// Many questions at once, in processes of their own: one that fails leaves the others alone.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "experiment/measured/question.h"

namespace kasuri::measured {

struct Outcome {
  Answer answer;
  std::string error;  // "" if it was answered
};

// In the order of the questions, by up to `processes` processes. `tell(n)`: n are done; may be empty.
std::vector<Outcome> ask_all(std::span<const Question>, unsigned processes,
                             const std::function<void(std::size_t)>& tell = {});

}  // namespace kasuri::measured
