// Drives models with inputs that look for their slowest step and compares it with the bounds that
// their files state.
//   mortise_adversary [--steps N] [--seed S] [--same-bits] MODEL.mrt...
// --same-bits steps a twin with the step of this machine too and compares every bit.
// Exit status: 0 every step within its bounds, 1 a bound exceeded or missing or bits that differ,
// 2 a model refused, 3 bad arguments.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "adversary.hpp"
#include "loaded_model.hpp"
#include "mortise_generated.h"
#include "tests/bounds/counting_step.hpp"

namespace {

using mortise::Real;

struct Arguments {
  long steps = 1000000;
  std::uint64_t seed = 1;
  bool same_bits = false;
  std::vector<const char*> models;
};

bool read_arguments(int argc, char** argv, Arguments* out) {
  for (int k = 1; k < argc; ++k) {
    const bool last = k + 1 == argc;
    if (std::strcmp(argv[k], "--steps") == 0 && !last) {
      out->steps = std::strtol(argv[++k], nullptr, 10);
    } else if (std::strcmp(argv[k], "--seed") == 0 && !last) {
      out->seed = std::strtoull(argv[++k], nullptr, 10);
    } else if (std::strcmp(argv[k], "--same-bits") == 0) {
      out->same_bits = true;
    } else if (argv[k][0] == '-') {
      return false;
    } else {
      out->models.push_back(argv[k]);
    }
  }
  return out->steps > 0 && !out->models.empty();
}

// One model under attack.
class Run {
 public:
  Run(mortise::targets::LoadedModel* loaded, const Arguments& a)
      : model_(loaded->model()),
        state_(loaded->state()),
        arguments_(a),
        twin_(a.same_bits ? model_.arena_bytes() / sizeof(Block) + 1 : 0) {}

  void steps() {
    state_.reset(model_);
    mortise::ScenarioPlayer player;
    mortise::targets::Adversary adversary(model_, &state_, &player, arguments_.seed);
    std::vector<Real> u(static_cast<std::size_t>(model_.input_values()) + 1);
    std::vector<Real> y(static_cast<std::size_t>(model_.dims().outputs) + 1), z = y;
    for (long k = 0; k < arguments_.steps; ++k) {
      adversary.next(u.data());
      if (arguments_.same_bits) std::memcpy(twin(), &state_, model_.arena_bytes());
      std::uint64_t flops = 0;
      const mortise::Status st =
          mortise::bounds::counting_step(model_, state_, u.data(), y.data(), &flops);
      const mortise::Statistics& s = state_.statistics();
      most_flops_ = std::max(most_flops_, flops);
      most_iterations_ = std::max(most_iterations_, s.last_iterations);
      sum_flops_ += static_cast<double>(flops);
      in_contact_ += s.last_active > 0 ? 1 : 0;
      capped_ += (st & mortise::status::kCAPPED) ? 1 : 0;
      lost_ += (st & mortise::status::kROLLED_BACK) ? 1 : 0;
      if (!arguments_.same_bits) continue;
      const mortise::Status other = mortise::step(model_, *twin(), u.data(), z.data());
      if (first_difference_ < 0 &&
          mortise::hash_step(mortise::kFnvStart, model_, state_, y.data(), st) !=
              mortise::hash_step(mortise::kFnvStart, model_, *twin(), z.data(), other))
        first_difference_ = k + 1;
    }
  }

  // Prints the model's row of the table; true if it kept its bounds.
  bool report(const std::string& name) const {
    const mortise::schema::Cost& cost = *model_.root()->cost();
    const double n = static_cast<double>(arguments_.steps);
    std::printf("%-24s %10" PRIu64 " %8u %14" PRIu64 " %12" PRIu64
                " %6.1f%% %10.0f %7.2f%% %7.2f%% %7.2f%%\n",
                name.c_str(), cost.iterations_worst(), most_iterations_, cost.flops_worst(),
                most_flops_,
                100.0 * static_cast<double>(most_flops_) / static_cast<double>(cost.flops_worst()),
                sum_flops_ / n, 100 * in_contact_ / n, 100 * capped_ / n, 100 * lost_ / n);
    bool good = true;
    const auto fail = [&](const char* what) {
      std::printf("%s: %s\n", name.c_str(), what);
      good = false;
    };
    if (most_iterations_ > cost.iterations_worst()) fail("a step exceeded its bound of iterations");
    if (most_flops_ > cost.flops_worst()) fail("a step exceeded its bound of flops");
    if (first_difference_ >= 0) fail("the counting step and the machine's gave different bits");
    std::fflush(stdout);
    return good;
  }

 private:
  struct alignas(64) Block {
    unsigned char bytes[64];
  };
  mortise::State* twin() { return reinterpret_cast<mortise::State*>(twin_.data()); }

  mortise::Model& model_;
  mortise::State& state_;
  const Arguments& arguments_;
  std::vector<Block> twin_;
  std::uint64_t most_flops_ = 0;
  std::uint32_t most_iterations_ = 0;
  double sum_flops_ = 0, in_contact_ = 0, capped_ = 0, lost_ = 0;
  long first_difference_ = -1;
};

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  if (!read_arguments(argc, argv, &arguments)) {
    std::fprintf(stderr, "usage: %s [--steps N] [--seed S] [--same-bits] MODEL.mrt...\n", argv[0]);
    return 3;
  }
  std::printf("%ld steps each, seed %" PRIu64 "\n", arguments.steps, arguments.seed);
  std::printf("%-24s %19s %34s %10s %8s %8s %8s\n", "", "iterations", "flops", "mean", "in", "",
              "rolled");
  std::printf("%-24s %10s %8s %14s %12s %7s %10s %8s %8s %8s\n", "model", "stated", "met", "stated",
              "met", "share", "flops", "contact", "capped", "back");
  int status = 0;
  for (const char* path : arguments.models) {
    mortise::targets::LoadedModel loaded;
    loaded.quiet();
    if (loaded.load(path) == 1) return 2;
    Run run(&loaded, arguments);
    run.steps();
    if (!run.report(mortise::targets::model_name(path))) status = 1;
  }
  return status;
}
