// The append-only lists: numbers without gap or repetition, a text for everything.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>
#include <string>

#include "mortise/mortise.h"
#include "mortise/types.hpp"

namespace mortise {
namespace {

TEST(StatusList, HasOneBitPerNameAndATextForEach) {
  std::set<int> bits;
  std::set<std::string> names, texts;
  const std::set<std::string> actors = {"user", "model", "bench"};
#define MORTISE_STATUS(name, bit, severity, who, text)                    \
  EXPECT_TRUE(bits.insert(bit).second) << #name;                          \
  EXPECT_TRUE(names.insert(#name).second) << #name;                       \
  EXPECT_TRUE(texts.insert(text).second) << #name;                        \
  EXPECT_EQ(actors.count(who), 1u) << #name;                              \
  EXPECT_EQ(status::k##name, 1u << bit);                                  \
  EXPECT_EQ((severity_mask(Severity::kNOTICE) >> bit) & 1u, 1u) << #name; \
  EXPECT_EQ((severity_mask(Severity::kSTOP) & status::k##name) != 0,      \
            Severity::k##severity == Severity::kSTOP)                     \
      << #name;                                                           \
  EXPECT_STREQ(status_name(bit), #name);                                  \
  EXPECT_STREQ(status_text(bit), text);                                   \
  EXPECT_STREQ(mortise_status_text(bit), text);
#include "mortise/status.def"
#undef MORTISE_STATUS
  ASSERT_FALSE(bits.empty());
  EXPECT_EQ(*bits.begin(), 0);
  EXPECT_LT(*bits.rbegin(), 31);
  EXPECT_STREQ(status_text(31), "");
  EXPECT_STREQ(status_name(-1), "");
  EXPECT_STREQ(mortise_status_text(99), "");
}

// Values are part of the C interface and of files in the field: they never change.
TEST(StatusList, KeepsItsValues) {
  EXPECT_EQ(status::kHELD, 1u);
  EXPECT_EQ(status::kROLLED_BACK, 2u);
  EXPECT_EQ(status::kCAPPED, 4u);
  EXPECT_EQ(status::kLIMITED, 8u);
  EXPECT_EQ(status::kFALLBACK, 16u);
  EXPECT_EQ(status::kOUTSIDE_TRAINING, 32u);
  EXPECT_EQ(status::kBAD_CALL, 64u);
  EXPECT_EQ(status::kRATE_LIMITED, 128u);
  EXPECT_EQ(status::kREPEATED, 256u);
  EXPECT_EQ(status::kUNTRUSTED, 512u);
}

TEST(LoadErrorList, HasATextForEachAndKeepsItsValues) {
  std::set<std::string> texts;
  int next = 0;
#define MORTISE_LOAD_ERROR(name, text)                                   \
  EXPECT_EQ(static_cast<int>(LoadError::k##name), next++);               \
  EXPECT_TRUE(texts.insert(load_error_text(LoadError::k##name)).second); \
  EXPECT_STREQ(load_error_text(LoadError::k##name), text);
#include "mortise/load_error.def"
#undef MORTISE_LOAD_ERROR
  EXPECT_EQ(static_cast<int>(LoadError::kOK), 0);
  EXPECT_EQ(static_cast<int>(LoadError::kBAD_CHECKSUM), 5);
  EXPECT_EQ(static_cast<int>(LoadError::kWRONG_ARENA), 18);
  EXPECT_STREQ(load_error_text(static_cast<LoadError>(9999)), "");
}

}  // namespace
}  // namespace mortise
