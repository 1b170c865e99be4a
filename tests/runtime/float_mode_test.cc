// Arithmetic other than the one models are made for is told, when a model is opened and by every
// step, and nothing else changes.
#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>

#include "generator/bake/play/instance.hpp"
#include "tests/robustness/seed_models.hpp"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace mortise {
namespace {

// The control register with some bits set, as long as the object lives.
class FloatMode {
 public:
  explicit FloatMode(std::uint64_t bits) : before_(read()) { write(before_ | bits); }
  ~FloatMode() { write(before_); }
  FloatMode(const FloatMode&) = delete;
  FloatMode& operator=(const FloatMode&) = delete;

#if defined(__SSE2__)
  static constexpr std::uint64_t kFlush = 0x8000, kDenormalsAreZero = 0x40,
                                 kRounding[] = {0x2000, 0x4000, 0x6000};

 private:
  static std::uint64_t read() { return _mm_getcsr(); }
  static void write(std::uint64_t x) { _mm_setcsr(static_cast<unsigned>(x)); }
#elif defined(__aarch64__)
  static constexpr std::uint64_t kFlush = 1u << 24, kDenormalsAreZero = 1u << 24,
                                 kRounding[] = {1u << 22, 2u << 22, 3u << 22};

 private:
  static std::uint64_t read() {
    std::uint64_t x;
    __asm__ volatile("mrs %0, fpcr" : "=r"(x));
    return x;
  }
  static void write(std::uint64_t x) { __asm__ volatile("msr fpcr, %0" : : "r"(x)); }
#else
#error "no control register of floating point arithmetic is known here"
#endif
  std::uint64_t before_;
};

class FloatModeOfStep : public ::testing::TestWithParam<const char*> {};

TEST_P(FloatModeOfStep, IsToldByEveryStepOfEveryInstructionSet) {
  const gen::AlignedBytes bytes = robustness::make_seed_model(GetParam());
  for (const char* set : {"baseline", "avx2", "avx512"}) {
    gen::Instance run(bytes, GetParam());
    Model m = run.model();
    if (!m.select_instruction_set(set)) continue;
    std::vector<Real> u(static_cast<std::size_t>(m.input_values()) + 1, 1.0);
    const auto status_with = [&](std::uint64_t bits) {
      const FloatMode mode(bits);
      return step(m, run.state(), u.data(), nullptr) & status::kFLOAT_MODE;
    };
    EXPECT_EQ(status_with(0), 0u) << set;
    for (const std::uint64_t rounding : FloatMode::kRounding)
      EXPECT_EQ(status_with(rounding), status::kFLOAT_MODE) << set << " " << rounding;
#if !defined(MORTISE_FAST)
    EXPECT_EQ(status_with(FloatMode::kFlush), status::kFLOAT_MODE) << set;
    EXPECT_EQ(status_with(FloatMode::kDenormalsAreZero), status::kFLOAT_MODE) << set;
#endif
    EXPECT_EQ(status_with(0), 0u) << set;
    EXPECT_EQ(run.state().statistics().last_status & status::kFLOAT_MODE, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, FloatModeOfStep,
                         ::testing::Values("free", "several", "line", "point", "joint", "slider",
                                           "alpha"),
                         [](const auto& info) { return std::string(info.param); });

TEST(FloatModeOfOpen, RefusesTheModel) {
  const gen::AlignedBytes bytes = robustness::make_seed_model("bare");
  const auto open_with = [&](std::uint64_t bits, LoadFault* fault) {
    Model model;
    const FloatMode mode(bits);
    return Model::open(bytes.data(), bytes.size(), &model, fault);
  };
  LoadFault fault;
  for (const std::uint64_t rounding : FloatMode::kRounding) {
    EXPECT_EQ(open_with(rounding, &fault), LoadError::kFLOAT_MODE);
    EXPECT_STREQ(fault.field, "float_mode");
  }
#if !defined(MORTISE_FAST)
  EXPECT_EQ(open_with(FloatMode::kFlush, nullptr), LoadError::kFLOAT_MODE);
  EXPECT_EQ(open_with(FloatMode::kDenormalsAreZero, nullptr), LoadError::kFLOAT_MODE);
#endif
  EXPECT_EQ(open_with(0, nullptr), LoadError::kOK);
}

}  // namespace
}  // namespace mortise
