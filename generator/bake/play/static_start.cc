#include "generator/bake/play/static_start.hpp"

#include <algorithm>

#include "generator/ground/text/error.hpp"
#include "generator/simulate/sliding/equilibrium.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

using Kind = schema::ParameterKind;

// Friction and what joints have beside their normal springs leave a pressed start as it is.
constexpr Kind kPressing[] = {Kind::clearance,
                              Kind::joint_stiffness,
                              Kind::joint_gap,
                              Kind::joint_separation_stiffness,
                              Kind::joint_separation_gap,
                              Kind::sliding_friction,
                              Kind::sliding_speed};

Matrix columns_of(const Real* values, Eigen::Index padded, Eigen::Index n, Eigen::Index count) {
  return Eigen::Map<const Matrix>(values, padded, count).topRows(n);
}

// What a static state needs to know of a sliding model.
ReducedSystem sliding_system(const ModelView& m, const SlidingSettings& now) {
  const SlidingView& from = m.sliding;
  const Eigen::Index np = m.dims.modes_padded, n = m.dims.modes, nu = m.dims.inputs;
  const auto column = [&](const Real* values) -> Vector { return columns_of(values, np, n, 1); };
  ReducedSystem s;
  s.omega = column(m.omega);
  if (from.alpha) {
    s.constant_force = column(from.constant_force);
    s.input_forces = columns_of(from.input_force, np, n, nu);
  } else {  // h f / A over h / A
    const Vector given = column(m.admittance).cwiseInverse();
    s.constant_force = column(m.constant).cwiseProduct(given);
    s.input_forces = given.asDiagonal() * columns_of(m.from_input, np, n, nu);
  }
  for (Eigen::Index k = 0; k < nu; ++k)
    s.inputs.emplace_back().default_value = m.input_ranges[k].default_value;
  ReducedSliding& own = s.sliding.emplace();
  own.slave_rows = columns_of(from.slave_rows, np, n, 2).transpose();
  own.target_rows = columns_of(from.target_rows, np, n, 2 * from.nodes).transpose();
  own.geometry.target_positions = Eigen::Map<const Matrix>(from.positions, 2, from.nodes);
  own.geometry.slave_height = from.slave_height;
  own.geometry.start = from.start;
  own.law.kind = from.unilateral ? SlidingKind::unilateral : SlidingKind::bilateral;
  own.law.friction = now.friction;
  own.law.velocity = now.velocity;
  return s;
}

void slide_anew(Instance* instance) {
  const Model& model = instance->model();
  const ModelView& m = model.view();
  State& state = instance->state();
  const auto& now = *reinterpret_cast<const SlidingSettings*>(
      state.at<unsigned char>(m.layout.law_history) + m.sliding_layout.settings);
  const ReducedSystem system = sliding_system(m, now);
  const Vector q = sliding_start(system, {*system.sliding, system.size()});
  std::copy(q.begin(), q.end(), state.q(model));
  state.restart_sliding(model);
}

}  // namespace

void follow_parameters(const std::vector<std::string>& set, bool press, Instance* instance) {
  const Model& model = instance->model();
  if (set.empty()) return;
  if (model.view().is_sliding()) return slide_anew(instance);
  if (!press) return;
  for (const std::string& name : set) {
    const auto id = static_cast<std::uint32_t>(find_parameter(model, name.c_str()));
    const Kind kind = model.root()->parameters()->Get(id)->kind();
    if (std::count(std::begin(kPressing), std::end(kPressing), kind) > 0)
      throw Error("--set " + name, "the model starts pressed, as the value in the file has it",
                  "build a model with the other value: `mortise build DEF.toml --set KEY=VALUE`");
  }
}

}  // namespace mortise::gen
