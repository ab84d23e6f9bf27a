// SPDX-License-Identifier: MIT
// Remarks on what the user wrote, for higher floors.
#pragma once

#include <string>
#include <string_view>

#include "base/config/document.h"

namespace kasuri::config {

// A remark at a key of the section, which is there.
void note(Section&, std::string_view key, std::string message);

}  // namespace kasuri::config
