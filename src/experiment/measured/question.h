// SPDX-License-Identifier: MIT
// How long a collective operation takes on a machine: a question with the words in which measurements are
// published, and its answer by a simulation of the operation alone, all ranks beginning at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiment/measured/asked.h"

namespace kasuri::measured {

// Operations that can be asked for.
const std::vector<std::string>& operations();

// How many packets its simulation may need, at most, if the machine has them of this size.
std::uint64_t most_packets(const Question&, Bytes packet);

// Of a question about an algorithm of NCCL or a machine of servers with GPUs, the same about GPUs: with as
// many ranks per node as a server has GPUs, and with NCCL where neither question nor machine says what
// runs; of a machine NAME.toml that has none, for the machine NAME-gpu.toml beside it. Other questions stay
// as they are. Throws Error: the machine has other servers, or no GPUs.
Question about_gpus(Question);

// The algorithm that a question's operation runs. Throws Error, as ask().
Chosen algorithm_of(const Question&);

// The same as one word, as tables of a machine's errors have it.
std::string algorithm_word(const Question&);

// Of several draws of one question: the middle one's answer, its ranges widened by what the draws differ.
// That is taken as normally distributed in the logarithm: another draw is within `draws` in Range::kShare
// of cases (Student's t).
Answer middle_of(std::vector<Answer> draws);

// What of the question the measured times of the machine's file do not have; none without such times.
std::vector<std::string> caveats(const Question&);

// Throws Error: the question makes no sense, or the machine file is wrong.
Answer ask(const Question&, unsigned threads = 1);

// Whether a rank's buffer has an equal part for each rank.
bool is_divided(const std::string& collective);

// Bytes of the block that a rank gives to or gets from each other, or of the vector. Throws Error if they
// do not divide.
std::int64_t block_bytes(const std::string& collective, std::int64_t bytes, std::uint32_t ranks);

}  // namespace kasuri::measured
