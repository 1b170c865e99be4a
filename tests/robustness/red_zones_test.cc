// The red zones lie where they should, a model with them steps as one without, and who reads into
// one is reported.
#include <gtest/gtest.h>
#include <sanitizer/asan_interface.h>

#include <cstddef>
#include <fstream>
#include <functional>
#include <iterator>

#include "mortise/mortise.hpp"
#include "runtime/src/film/arrays.hpp"
#include "tests/robustness/guarded_model.hpp"
#include "tests/robustness/opened_model.hpp"
#include "tests/robustness/seed_names.hpp"
#include "tests/robustness/view_arrays.hpp"

namespace mortise::robustness {
namespace {

Bytes seed_bytes(const std::string& name) {
  std::ifstream in(std::string(SEED_MODELS) + "/" + name + ".mrt", std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(in), {});
}

class RedZones : public ::testing::TestWithParam<const char*> {
 protected:
  RedZones() : file_(seed_bytes(GetParam())) {
    EXPECT_EQ(opened_.open(file_, nullptr), LoadError::kOK);
  }

  const ModelBytes file_;
  OpenedModel opened_;
  Model& plain_ = *opened_;
};

bool forbidden(const void* at) { return __asan_address_is_poisoned(at) != 0; }

TEST_P(RedZones, LieBehindEveryArrayOfTheFile) {
  GuardedModel guarded(plain_);
  auto& view = const_cast<ModelView&>(guarded.model().view());
  const std::vector<ViewArray> arrays = view_arrays(&view);
  EXPECT_GE(arrays.size(), view.is_film() ? 4u : 7u);
  for (const ViewArray& a : arrays) {
    EXPECT_FALSE(forbidden(a.data() + a.bytes() - 1)) << a.name;
    EXPECT_TRUE(forbidden(a.data() + a.bytes())) << a.name;
    EXPECT_TRUE(forbidden(a.data() - 1)) << a.name;
  }
  for (std::int32_t k = 0; view.is_film() && k < view.film.count; ++k) {
    each_film_array(view, k, [&](const FilmArray& a) {
      const unsigned char* end = view.film.numbers + *a.at + a.bytes(view.film.scalar);
      EXPECT_TRUE(forbidden(end)) << a.field;
      EXPECT_TRUE(a.bytes(view.film.scalar) == 0 || !forbidden(end - 1)) << a.field;
      return true;
    });
  }
}

TEST_P(RedZones, LieBehindEveryArrayOfAState) {
  GuardedModel guarded(plain_);
  const GuardedArena arena(guarded.model().arena_bytes(), guarded.state_zones());
  EXPECT_GT(guarded.state_zones().size(), 35u);
  const auto* bytes = static_cast<const unsigned char*>(arena.data());
  for (const RedZone& z : guarded.state_zones()) {
    EXPECT_GE(z.end, z.begin + kRedZone);
    EXPECT_TRUE(forbidden(bytes + z.begin) && forbidden(bytes + z.end - 1)) << z.begin;
  }
  EXPECT_FALSE(forbidden(bytes + sizeof(State) - 1));
}

// Outputs of some steps under changing inputs.
std::vector<Real> outputs(const Model& model, const std::vector<RedZone>& zones) {
  const GuardedArena arena(model.arena_bytes(), zones);
  State* state = State::make(model, arena.data(), arena.size(), nullptr);
  std::vector<Real> all, u(static_cast<std::size_t>(model.input_values()));
  std::vector<Real> y(static_cast<std::size_t>(model.dims().outputs));
  const auto nu = static_cast<std::size_t>(model.dims().inputs);
  for (int k = 0; k < 40; ++k) {
    for (std::size_t j = 0; j < u.size(); ++j) {
      const InputRange& r = model.view().input_ranges[j % nu];
      const auto next = k + static_cast<int>(j / nu);
      u[j] = r.default_value + 0.01 * (next % 10) * (r.maximum - r.default_value);
    }
    (void)step(model, *state, u.data(), y.data());
    all.insert(all.end(), y.begin(), y.end());
    all.push_back(static_cast<Real>(state->statistics().last_status));
  }
  return all;
}

// Something on the stack below the caller that nobody may use although nobody is there.
__attribute__((no_sanitize_address, noinline)) bool marked_below() {
  constexpr std::ptrdiff_t kDeep = 32768;
  char* here = static_cast<char*>(__builtin_frame_address(0));
  return __asan_region_is_poisoned(here - kDeep, kDeep) != nullptr;
}

// Whatever keeps its variables there next would be reported in place of the step that left it.
// Nothing is called in between, since that would clean up behind the step, and the step hands out
// nothing, for the same reason.
TEST_P(RedZones, StayOnNoStack) {
  for (const char* set : {"baseline", "avx2", "avx512"}) {
    Model model = plain_;
    if (!model.select_instruction_set(set)) continue;
    const std::vector<RedZone> none;
    const GuardedArena arena(model.arena_bytes(), none);
    State* state = State::make(model, arena.data(), arena.size(), nullptr);
    const std::vector<Real> u(static_cast<std::size_t>(model.input_values()));
    const StepFunction step = model.step_function();
    const bool before = marked_below();
    const Status st = step(model.view(), *state, u.data(), nullptr);
    const bool after = marked_below();
    EXPECT_FALSE(before || after) << set << ' ' << st;
  }
}

TEST_P(RedZones, ChangeNoBit) {
  for (const char* set : {"baseline", "avx2", "avx512"}) {
    GuardedModel guarded(plain_);
    if (!guarded.model().select_instruction_set(set)) continue;
    plain_.select_instruction_set("baseline");
    EXPECT_EQ(outputs(guarded.model(), guarded.state_zones()), outputs(plain_, {})) << set;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RedZones, ::testing::ValuesIn(kSeedNames),
                         [](const auto& info) { return std::string(info.param); });

// A planted fault: a view that promises more than is there.
struct Plant {
  const char *seed, *what;
  void (*grow)(ModelView*);
};

class PlantedOverread : public ::testing::TestWithParam<Plant> {};

TEST_P(PlantedOverread, IsReported) {
  ::testing::FLAGS_gtest_death_test_style = "fast";
  const ModelBytes file(seed_bytes(GetParam().seed));
  OpenedModel plain;
  ASSERT_EQ(plain.open(file, nullptr), LoadError::kOK);
  for (const char* set : {"baseline", "avx2", "avx512"}) {
    GuardedModel guarded(*plain);
    if (!guarded.model().select_instruction_set(set)) continue;
    const auto grow_and_step = [&guarded] {
      GetParam().grow(const_cast<ModelView*>(&guarded.model().view()));
      return outputs(guarded.model(), guarded.state_zones()).size();
    };
    EXPECT_DEATH((void)grow_and_step(), "AddressSanitizer") << set;
  }
}

void grow_modes(ModelView* v) { v->dims.modes_padded += 8; }
void grow_rows(ModelView* v) { v->dims.rows_padded += 8; }
void grow_contacts(ModelView* v) { v->dims.contacts += 1; }
void grow_outputs(ModelView* v) { v->dims.outputs += 1; }
void grow_points(ModelView* v) { v->joint.points += 1; }
void grow_target(ModelView* v) { v->sliding.target_end += 8; }
void grow_film_rows(ModelView* v) { const_cast<FilmBasis*>(v->film.bases)[0].rows += 16; }
void grow_film_modes(ModelView* v) { const_cast<FilmBasis*>(v->film.bases)[0].modes += 16; }
void shrink_trial(ModelView* v) { v->layout.input_mean = v->layout.free_velocity - 8; }

INSTANTIATE_TEST_SUITE_P(
    Faults, PlantedOverread,
    ::testing::Values(Plant{"free", "modes", grow_modes}, Plant{"several", "rows", grow_rows},
                      Plant{"several", "contacts", grow_contacts},
                      Plant{"free", "outputs", grow_outputs}, Plant{"joint", "points", grow_points},
                      Plant{"slider", "target", grow_target}, Plant{"line", "rows", grow_film_rows},
                      Plant{"point", "modes", grow_film_modes},
                      Plant{"single", "arena", shrink_trial}),
    [](const auto& info) { return std::string(info.param.seed) + "_" + info.param.what; });

}  // namespace
}  // namespace mortise::robustness
