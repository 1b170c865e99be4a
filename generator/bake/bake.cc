#include "generator/bake/bake.hpp"

#include "generator/bake/instance.hpp"
#include "generator/bake/write_model.hpp"
#include "generator/error.hpp"
#include "generator/number_text.hpp"

namespace mortise::gen {

namespace {

void demand(bool good, const BakeOptions& o, const std::string& what, const std::string& remedy) {
  if (!good) throw Error(o.name.empty() ? "bake" : o.name, what, remedy);
}

void check_sizes(const ReducedSystem& s, const BakeOptions& o) {
  const Eigen::Index n = s.size(), nr = 3 * static_cast<Eigen::Index>(s.contacts.size());
  const auto nu = static_cast<Eigen::Index>(s.inputs.size());
  const std::string fix = "this is a defect of the condensation stage";
  demand(n > 0, o, "the condensed system has no coordinates", "ask for at least one mode");
  demand(s.damping.size() == n && s.initial_q.size() == n && s.initial_v.size() == n &&
             s.constant_force.size() == n,
         o, "modal vectors differ in length", fix);
  demand(s.contact_rows.rows() == nr && (nr == 0 || s.contact_rows.cols() == n), o,
         "contact_rows is not (3 nc x n)", fix);
  demand(!s.joint || (s.joint->rows.cols() == n && nr == 0 && !s.sliding), o,
         "joint rows are not (nr x n), or the structure has contacts as well", fix);
  demand(s.input_forces.cols() == nu && (nu == 0 || s.input_forces.rows() == n), o,
         "input_forces is not (n x nu)", fix);
  demand(s.output_rows.rows() == 0 || s.output_rows.cols() == n, o, "output_rows is not (no x n)",
         fix);
  demand(o.step > 1e-12 && o.step < 1e3, o,
         "step.size = " + number_text(o.step) + " s is outside of (1e-12, 1e3)",
         "give step.size in seconds");
}

}  // namespace

AlignedBytes bake(const ReducedSystem& system, const BakeOptions& options) {
  check_sizes(system, options);
  BakedModel model{
      system,
      options,
      stepped_damping(system.omega, system.damping, options.step, options.damp_fast_modes),
      {},
      {}};
  if (system.joint) {
    model.joint = joint_operators(system, options);
  } else if (!system.sliding) {
    model.operators = discretise(system, model.damping, options.step);
    model.solver = choose_solver(model.operators, options.solver);
  }
  AlignedBytes bytes = write_model(model, nullptr);
  if (options.golden_steps > 0) {
    GoldenTrace golden = start_golden(system, options.golden_steps);
    record_golden(bytes, &golden);
    bytes = write_model(model, &golden);
  }
  Instance check(bytes, options.name);
  if (options.golden_steps > 0 && !run_selftest(check.model(), check.state()).passed)
    throw Error(options.name, "the golden trace does not repeat itself",
                "report this; the machine or the build is not deterministic");
  return bytes;
}

}  // namespace mortise::gen
