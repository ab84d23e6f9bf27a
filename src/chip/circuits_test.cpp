// SPDX-License-Identifier: MIT
// placeholder
#include <gtest/gtest.h>
TEST(Chip, Builds) {}
