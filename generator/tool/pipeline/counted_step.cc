#include "generator/tool/pipeline/counted_step.hpp"

#include <algorithm>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/structure/cost.hpp"
#include "mortise_generated.h"

namespace mortise::gen {

std::uint64_t counted_flops(const Model& model, std::uint64_t iterations) {
  const schema::Cost& cost = *model.root()->cost();
  const std::uint64_t free = cost.flops_free(), worst = cost.flops_worst(),
                      cap = cost.iterations_worst();
  const ModelView& view = model.view();
  const StepWork work = file_law(view).work;
  if (work == StepWork::fixed || iterations >= cap || cap < 2) return worst;
  // fixed work, one sweep and what a capped solve adds: the share of it that is counted is too much
  if (work == StepWork::even)
    return free + (worst - free) * (std::max<std::uint64_t>(iterations, 1) - 1) / (cap - 1);
  if (iterations == 0) return free;
  const schema::Solver& solver = *model.root()->solver();
  ChosenSolver taken;
  taken.newton = solver.kind() == schema::SolverKind::status_newton;
  taken.sweeps = static_cast<int>(iterations);
  if (taken.newton) {
    const int solves = view.passive_friction ? 2 : 1;
    taken.sweeps = std::min(taken.sweeps, solves * static_cast<int>(solver.sweep_cap()));
    taken.iterations =
        std::min(static_cast<int>(iterations), solves * static_cast<int>(solver.newton_cap()));
  }
  return std::min(worst, count_cost(model.dims(), taken).flops_worst);
}

}  // namespace mortise::gen
