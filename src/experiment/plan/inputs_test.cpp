// SPDX-License-Identifier: MIT
// What differs between the inputs of two runs, in words; and that they come back from JSON.
#include "experiment/plan/inputs.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace inputs_test {

Inputs some() {
  Inputs i;
  i.version = "1.0";
  i.build = "a";
  i.compilers = {{"/x/a.c", "gcc"}};
  i.texts = {{"/x/a.c", "text"}};
  i.files = {{"/x/a.c", "1"}, {"/x/a.h", "2"}};
  i.variables = {{"B", "1"}};
  return i;
}

TEST(RunInputs, AreNotKnownIfWhatWasKeptIsDamaged) {
  for (const char* text :
       {"[]", "{\"version\": 1}", "{\"version\": \"1.0\", \"files\": {\"/x/a.c\": 2}}"}) {
    EXPECT_EQ(difference(Inputs::from(nlohmann::ordered_json::parse(text)), some()),
              "their inputs are not known")
        << text;
  }
}

TEST(RunInputs, DifferInWords) {
  const Inputs then = some();
  EXPECT_EQ(difference(then, then), "");
  Inputs now = then;
  now.build = "b";
  EXPECT_EQ(difference(then, now), "Kasuri was built again");
  now.version = "1.1";
  now.files["/x/a.h"] = "3";
  EXPECT_EQ(difference(then, now), "Kasuri was 1.0 then and is 1.1 now; a.h has changed");
  now = then;
  for (int i = 0; i < 6; ++i) now.files["/y/" + std::to_string(i) + ".h"] = "0";
  EXPECT_EQ(difference(then, now), "0.h, 1.h, 2.h and 3 more are read now");
  EXPECT_EQ(difference(now, then), "0.h, 1.h, 2.h and 3 more are no longer read");
  now = then;
  now.variables = {{"A", "1"}};
  Inputs later = now;
  later.variables["A"] = "2";
  EXPECT_EQ(difference(now, later), "the environment variable A has changed");
  now = then;
  now.texts["/x/a.c"] = "other";
  now.compilers["/x/a.c"] = "clang";
  EXPECT_EQ(difference(then, now),
            "a.c has another text after the preprocessor; "
            "the compiler or its flags have changed");
}

TEST(RunInputs, ComeBackFromJson) {
  const Inputs then = some();
  EXPECT_EQ(difference(then, Inputs::from(then.json())), "");
  EXPECT_EQ(Inputs::from(then.json()).json(), then.json());
  EXPECT_EQ(Inputs::from(nullptr).version, "");
}

}  // namespace inputs_test
}  // namespace kasuri
