// SPDX-License-Identifier: MIT
// The words of a line of assembler.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kasuri::emu {

bool is_blank(char);
std::string upper(std::string_view);
std::string_view trim(std::string_view);
// The parts between commas that stand outside quotes and parentheses.
std::vector<std::string_view> split_operands(std::string_view);

}  // namespace kasuri::emu
