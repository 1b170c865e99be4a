// A state is bytes of the caller: size, alignment, save, restore, fork, foreign states, bad inputs.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "generator/bake/file/model_writer.hpp"
#include "generator/bake/play/instance.hpp"
#include "mortise_generated.h"
#include "tests/robustness/model_bytes.hpp"
#include "tests/robustness/seed_models.hpp"
#include "tests/runtime/state_bytes.hpp"

namespace mortise {
namespace {

using robustness::make_seed_model;
using robustness::ModelBytes;

std::vector<double> input_at(const Model& m, int k) {
  std::vector<double> u;
  for (int j = 0; j < m.input_values(); ++j) u.push_back(0.3 * ((k + 2 * j) % 7) - 1);
  return u;
}

TEST(State, NeedsItsExactSizeAndAlignment) {
  const gen::Instance run(make_seed_model("several"), "several");
  const Model& m = run.model();
  const std::size_t size = m.arena_bytes();
  ModelBytes block(size + 8);
  Status st = 0;
  EXPECT_EQ(State::make(m, nullptr, size, &st), nullptr);
  EXPECT_EQ(st, status::kBAD_CALL);
  EXPECT_EQ(State::make(m, block.data(), size - 1, &st), nullptr);
  EXPECT_EQ(st, status::kBAD_CALL);
  EXPECT_EQ(State::make(m, static_cast<char*>(block.data()) + 8, size, &st), nullptr);
  EXPECT_EQ(st, status::kBAD_CALL);
  EXPECT_EQ(State::make(Model(), block.data(), size, &st), nullptr);
  EXPECT_EQ(st, status::kBAD_CALL);
  EXPECT_NE(State::make(m, block.data(), size, &st), nullptr);
  EXPECT_EQ(st, status::kOk);
}

TEST(State, BelongsToItsModelOnly) {
  const gen::Instance several(make_seed_model("several"), "several");
  const gen::Instance rigid(make_seed_model("rigid"), "rigid");
  EXPECT_TRUE(several.state().belongs_to(several.model()));
  EXPECT_FALSE(several.state().belongs_to(rigid.model()));
  ModelBytes blank(several.model().arena_bytes());
  std::memset(blank.data(), 0, blank.size());
  EXPECT_FALSE(static_cast<State*>(blank.data())->belongs_to(several.model()));
}

// Every call that takes model and state refuses those that do not belong together.
TEST(State, OfAnotherModelIsRefusedByEveryCall) {
  for (const char* name : {"single", "line", "joint", "slider", "alpha"}) {
    SCOPED_TRACE(name);
    gen::Instance run(make_seed_model(name), name);
    gen::AlignedBytes bytes = make_seed_model(name);  // the same sizes, another file
    auto* root = flatbuffers::GetMutableRoot<flatbuffers::Table>(bytes.data());
    *root->GetAddressOf(schema::Model::VT_STEP) ^= 1;
    gen::seal(bytes.data(), bytes.size());
    gen::Instance other(bytes, name);
    const Model& m = run.model();
    ASSERT_EQ(m.arena_bytes(), other.model().arena_bytes());
    const auto before = bytes_of(other);
    std::vector<Real> u(static_cast<std::size_t>(m.input_values())),
        y(static_cast<std::size_t>(m.dims().outputs));
    EXPECT_EQ(step(m, other.state(), u.data(), y.data()), status::kBAD_CALL);
    EXPECT_EQ(step(Model(), other.state(), u.data(), y.data()), status::kBAD_CALL);
    EXPECT_EQ(set_parameter(m, other.state(), 0, m.dims().contacts > 0 ? 0.1 : 0.2),
              status::kBAD_CALL);
    EXPECT_EQ(set_operating_case(m, other.state(), 0), status::kBAD_CALL);
    EXPECT_EQ(other.state().set_clearance(m, 0, 0.0), status::kBAD_CALL);
    EXPECT_EQ(film_profile(m, other.state(), nullptr, nullptr), 0);
    other.state().reset(m);
    other.state().restart_joint(m, nullptr);
    other.state().restart_sliding(m);
    other.state().restart_bolted(m);
    other.state().restart_film(m, nullptr);
    ScenarioPlayer player;
    if (m.root()->scenarios()->size() > 0) {
      EXPECT_FALSE(player.start(m, 0, &other.state()));
    }
    EXPECT_FALSE(run_selftest(m, other.state()).passed);
    EXPECT_EQ(bytes_of(other), before);
  }
}

// What a step uses as an index is never taken on trust, whatever bytes were copied into the arena.
TEST(State, DamagedIndicesAreRefused) {
  constexpr std::int32_t kLow = std::numeric_limits<std::int32_t>::min(),
                         kHigh = std::numeric_limits<std::int32_t>::max();
  for (const robustness::SeedModel& seed : robustness::make_seed_models()) {
    SCOPED_TRACE(seed.name);
    gen::Instance run(seed.bytes, seed.name);
    const Model& m = run.model();
    const ModelView& v = m.view();
    for (int k = 0; k < 40; ++k) (void)run.step(input_at(m, k).data(), nullptr);
    State& s = run.state();
    ASSERT_TRUE(s.belongs_to(m));
    const auto refuses = [&](auto* field, std::int32_t hostile) {
      using T = std::remove_pointer_t<decltype(field)>;
      const T kept = *field;
      *field = static_cast<T>(hostile);
      const auto before = bytes_of(run);
      EXPECT_EQ(run.step(input_at(m, 0).data(), nullptr), status::kBAD_CALL) << hostile;
      EXPECT_EQ(bytes_of(run), before);
      *field = kept;
    };
    for (const std::int32_t x : {kLow, -3, 2, kHigh}) refuses(&s.current_, x);
    if (v.is_assembly()) {
      const auto& a = static_cast<const AssemblyView&>(v);
      for (std::int32_t k = 0; k < a.interfaces; ++k) {
        State& part = *reinterpret_cast<State*>(s.at<unsigned char>(v.layout.law_history) +
                                                a.interface[k].places.state);
        const ModelView& own = a.interface[k];
        for (const std::int32_t x : {kLow, -3, kHigh}) refuses(&part.current_, x);
        refuses(&part.current_, static_cast<std::int32_t>(1 - s.current_));
        for (const std::int32_t x : {kLow, -1, own.dims.contacts + 1, kHigh})
          if (own.is_unilateral()) refuses(&part.committed_contacts_, x);
        for (const std::int32_t x : {kLow, -1, own.joint.cases, kHigh})
          if (own.is_joint()) refuses(&part.joint_case_, x);
      }
    } else if (v.is_joint()) {
      for (const std::int32_t x : {kLow, -1, v.joint.cases, kHigh}) refuses(&s.joint_case_, x);
      const auto refuses_choices = [&](std::uint32_t law_at, std::int32_t k) {
        auto* law =
            reinterpret_cast<JointParameters*>(s.at<unsigned char>(v.layout.law_history) + law_at) +
            k;
        for (const std::int32_t x : {-1, 17, kHigh}) {
          refuses(&law->tangential, x);
          refuses(&law->elements, x);
          refuses(&law->damper, x);
        }
      };
      refuses_choices(v.joint_layout.parameters, 0);
      for (std::int32_t k = 0; v.joint.varies && k < v.joint.points; ++k)
        refuses_choices(v.joint_layout.laws, k);
    } else if (v.is_sliding()) {
      auto* memory = reinterpret_cast<SlidingMemory*>(s.at<unsigned char>(v.layout.law_history) +
                                                      v.sliding_layout.memory[s.current_]);
      for (const std::int32_t x : {kLow, -1, v.sliding.nodes - 1, kHigh})
        refuses(&memory->segment, x);
    } else if (v.is_film()) {
      const std::int32_t bases = v.film.count + (v.film.edge != nullptr ? 1 : 0);
      for (const std::int32_t x : {kLow, -2, bases, kHigh}) refuses(&s.film_.basis, x);
      auto* made = reinterpret_cast<FilmFactorKind*>(s.at<unsigned char>(v.layout.film_history) +
                                                     v.film_layout.factor_kind);
      for (const std::int32_t x : {kLow, -1, 2 * v.film.count + 1, kHigh}) refuses(&made->kind, x);
    } else if (!v.is_bolted()) {  // whose clusters remember none
      for (const std::int32_t x : {kLow, -1, v.dims.contacts + 1, kHigh})
        refuses(&s.committed_contacts_, x);
      for (std::int32_t i = 0; i < s.committed_contacts_; ++i)
        for (const std::int32_t x : {kLow, -1, v.dims.contacts, kHigh})
          refuses(s.at<std::int32_t>(v.layout.previous) + i, x);
    }
    EXPECT_NE(run.step(input_at(m, 0).data(), nullptr) & status::kBAD_CALL, status::kBAD_CALL);
    s.current_ = 77;
    s.reset(m);
    EXPECT_TRUE(s.belongs_to(m)) << "a reset repairs what belongs to the model";
  }
}

TEST(State, ClearancesAreCheckedBeforeTheyAreSet) {
  gen::Instance run(make_seed_model("several"), "several");
  const Model& m = run.model();
  const auto before = bytes_of(run);
  constexpr Real kNoNumber = std::numeric_limits<Real>::quiet_NaN(),
                 kEndless = std::numeric_limits<Real>::infinity();
  for (const std::int32_t contact : {-1, m.dims().contacts, 1 << 30, -(1 << 30)})
    EXPECT_EQ(run.state().set_clearance(m, contact, 0.0), status::kBAD_CALL) << contact;
  for (const Real bad : {kNoNumber, kEndless, -kEndless, Real(1.1e6), Real(-1.1e6)})
    EXPECT_EQ(run.state().set_clearance(m, 0, bad), status::kBAD_CALL) << bad;
  EXPECT_EQ(bytes_of(run), before);
  EXPECT_EQ(run.state().set_clearance(m, 3, -1e6), status::kOk);
  EXPECT_EQ(run.state().clearance(m)[3], -1e6);
}

// Forks at a state in the middle of contact continue with the same bits, wherever they lie.
TEST(State, ForksByCopyingItsBytes) {
  for (const char* name : {"free", "single", "several", "rigid"}) {
    gen::Instance run(make_seed_model(name), name);
    const Model& m = run.model();
    for (int k = 0; k < 300; ++k) (void)run.step(input_at(m, k).data(), nullptr);
    ModelBytes fork(m.arena_bytes());
    std::memcpy(fork.data(), &run.state(), m.arena_bytes());
    auto* copy = static_cast<State*>(fork.data());
    for (int k = 300; k < 900; ++k) {
      const std::vector<double> u = input_at(m, k);
      EXPECT_EQ(run.step(u.data(), nullptr), step(m, *copy, u.data(), nullptr));
    }
    EXPECT_EQ(std::memcmp(fork.data(), &run.state(), m.arena_bytes()), 0) << name;
  }
}

TEST(State, ResetGivesTheFirstTrajectoryAgain) {
  gen::Instance run(make_seed_model("several"), "several");
  const Model& m = run.model();
  std::vector<double> first, second;
  for (std::vector<double>* out : {&first, &second}) {
    run.state().reset(m);
    EXPECT_EQ(run.state().steps(), 0u);
    for (int k = 0; k < 200; ++k) {
      (void)run.step(input_at(m, k).data(), nullptr);
      out->insert(out->end(), run.state().q(m), run.state().q(m) + m.dims().modes);
    }
  }
  EXPECT_EQ(first, second);
}

// Time advances with every step and is never accumulated.
TEST(State, CountsTimeInSteps) {
  gen::Instance run(make_seed_model("free"), "free");
  const Model& m = run.model();
  for (int k = 0; k < 1000; ++k) (void)run.step(input_at(m, k).data(), nullptr);
  EXPECT_EQ(run.state().steps(), 1000u);
  EXPECT_EQ(run.state().time(m), 1000 * m.step_size());
}

TEST(Inputs, AreHeldAtTheLastGoodValue) {
  gen::Instance good(make_seed_model("free"), "free"), bad(make_seed_model("free"), "free");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const double last[4] = {2.0, 3.0, 2.0, 3.0};
  (void)good.step(last, nullptr);
  (void)bad.step(last, nullptr);
  for (const double wrong : {nan, infinity, -infinity, 100.5, -1e300}) {
    const double u[4] = {wrong, wrong, wrong, wrong};
    EXPECT_EQ(good.step(last, nullptr), status::kOk);
    EXPECT_EQ(bad.step(u, nullptr), status::kHELD);
  }
  EXPECT_EQ(bad.state().statistics().held, 5u);
  for (int i = 0; i < good.dims().modes; ++i)
    EXPECT_EQ(good.state().q(good.model())[i], bad.state().q(bad.model())[i]);
}

TEST(Inputs, StartFromTheDefault) {
  gen::Instance a(make_seed_model("free"), "free"), b(make_seed_model("free"), "free");
  const double defaults[4] = {1.0, 1.0, 1.0, 1.0};
  const double nothing[4] = {1e9, 1e9, 1e9, 1e9};
  EXPECT_EQ(a.step(defaults, nullptr), status::kOk);
  EXPECT_EQ(b.step(nothing, nullptr), status::kHELD);
  for (int i = 0; i < a.dims().modes; ++i)
    EXPECT_EQ(a.state().v(a.model())[i], b.state().v(b.model())[i]);
}

// A result that is not finite is not committed: state and outputs stay, time goes on.
TEST(Results, AreRolledBackWhenTheyAreNotFinite) {
  gen::Instance run(make_seed_model("several"), "several");
  const Model& m = run.model();
  const std::vector<double> u = input_at(m, 0);
  std::vector<double> first(static_cast<std::size_t>(m.dims().outputs)), second = first;
  (void)run.step(u.data(), nullptr);
  run.state().v(m)[3] = 1.7e308;  // finite; twice as much is not
  const std::vector<double> q(run.state().q(m), run.state().q(m) + m.dims().modes);
  EXPECT_NE(run.step(u.data(), first.data()) & status::kROLLED_BACK, 0u);
  EXPECT_NE(run.step(u.data(), second.data()) & status::kROLLED_BACK, 0u);
  EXPECT_EQ(first, second);
  EXPECT_EQ(std::vector<double>(run.state().q(m), run.state().q(m) + m.dims().modes), q);
  EXPECT_EQ(run.state().v(m)[3], 1.7e308);
  EXPECT_EQ(run.state().steps(), 3u);
  EXPECT_EQ(run.state().statistics().rolled_back, 2u);
  run.state().v(m)[3] = 0;
  EXPECT_EQ(run.step(u.data(), nullptr) & status::kROLLED_BACK, 0u);
}

TEST(InstructionSets, AreChosenByName) {
  gen::Instance run(make_seed_model("single"), "single");
  Model m = run.model();
  EXPECT_TRUE(m.select_instruction_set("baseline"));
  EXPECT_STREQ(m.instruction_set(), "baseline");
  EXPECT_FALSE(m.select_instruction_set("quantum"));
  EXPECT_FALSE(m.select_instruction_set(nullptr));
  EXPECT_STREQ(m.instruction_set(), "baseline");
}

}  // namespace
}  // namespace mortise
