// The self-test is as sensitive to the numbers of a law as to its operators: any of them changed by
// its last bit, with size and checksum repaired, is refused or fails.
#include <gtest/gtest.h>

#include "tests/robustness/model_bytes.hpp"
#include "tests/robustness/model_edit.hpp"
#include "tests/robustness/opened_model.hpp"
#include "tests/robustness/reseal.hpp"
#include "tests/robustness/seed_models.hpp"

#include "mortise/mortise.hpp"

namespace mortise::robustness {
namespace {

bool begins(const std::string& text, const std::string& with) {
  return text.compare(0, with.size(), with) == 0;
}

bool ends(const std::string& text, const std::string& with) {
  return text.size() >= with.size() &&
         text.compare(text.size() - with.size(), with.size(), with) == 0;
}

// What a step reads; all but names, units and the profile, which is only shown.
bool acts_on_steps(const Site& site) {
  if (site.role != Role::scalar && site.role != Role::elements) return false;
  if (ends(site.path, ".name") || ends(site.path, ".unit") || begins(site.path, "law.profile"))
    return false;
  for (const char* part : {"scheme", "step", "law", "solver.", "input_ranges[", "output_rules[",
                           "parameters[", "omega", "damping"})
    if (begins(site.path, part) && site.path != "law_history_bytes") return true;
  return false;
}

bool passes(const Bytes& file) {
  const ModelBytes bytes(file);
  OpenedModel opened;
  if (opened.open(bytes, nullptr) != LoadError::kOK) return false;
  const Model& model = *opened;
  ModelBytes arena(model.arena_bytes());
  State* state = State::make(model, arena.data(), arena.size(), nullptr);
  return run_selftest(model, *state).passed;
}

class LawNumbers : public ::testing::TestWithParam<const char*> {};

TEST_P(LawNumbers, ChangedByOneBitFailTheSelfTest) {
  const gen::AlignedBytes model = make_seed_model(GetParam());
  Bytes file(model.data(), model.data() + model.size());
  ASSERT_TRUE(passes(file));
  const Bytes schema = read_bytes(MORTISE_BFBS), original = file;
  const FieldMap map(schema, original);
  int numbers = 0;
  for (const Site& site : map.sites()) {
    if (!acts_on_steps(site)) continue;
    // of the operators of a film, which are bytes to the schema, a few
    const std::size_t stride = ends(site.path, "law.numbers") ? 8 * 89 : 1;
    for (std::size_t k = 0; k < site.count; k += stride, ++numbers) {
      std::uint8_t& lowest = file[site.at + k * site.size];
      lowest ^= 1;
      reseal(&file);
      EXPECT_FALSE(passes(file)) << site.path << " entry " << k;
      lowest ^= 1;
    }
  }
  EXPECT_GT(numbers, 20);
}

INSTANTIATE_TEST_SUITE_P(Seeds, LawNumbers,
                         ::testing::Values("free", "single", "several", "rigid", "line", "point",
                                           "joint", "varied", "springs", "slider", "alpha"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace mortise::robustness
