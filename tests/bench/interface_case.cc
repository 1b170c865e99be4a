#include "tests/bench/interface_case.hpp"

#include <stdexcept>

#include "generator/bake/structure/bake.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::bench {

namespace {

constexpr int kNewtonCap = 20;

class RuntimeCompetitor : public Competitor {
 public:
  explicit RuntimeCompetitor(const InterfaceCase& c)
      : case_(c), run_(*c.runtime), values_(c.runtime->model().input_values()) {}
  void reset() override {
    ScenarioPlayer player;
    (void)player.start(run_.model(), case_.scenario, &run_.state());
  }
  void step(int k, double* y) override {
    (void)mortise::step(run_.model(), run_.state(), case_.inputs.data() + k * values_, y);
  }
  const double* q() const override { return run_.state().q(run_.model()); }
  const double* v() const override { return run_.state().v(run_.model()); }
  int iterations() const override {
    return static_cast<int>(run_.state().statistics().last_iterations);
  }
  int active() const override { return static_cast<int>(run_.state().statistics().last_active); }

 private:
  const InterfaceCase& case_;
  gen::Instance& run_;
  int values_;
};

class JointCompetitor : public Competitor {
 public:
  JointCompetitor(const InterfaceCase& c, const EigenJointProblem& p, NewtonStyle style)
      : case_(c), inputs_(p.inputs), eigen_(p, style) {}
  void reset() override { eigen_.reset(); }
  void step(int k, double* y) override { eigen_.step(case_.means.data() + k * inputs_, y); }
  const double* q() const override { return eigen_.q(); }
  const double* v() const override { return eigen_.v(); }
  int iterations() const override { return eigen_.iterations(); }
  int active() const override { return eigen_.closed(); }

 private:
  const InterfaceCase& case_;
  int inputs_;
  EigenJoint eigen_;
};

class SlidingCompetitor : public Competitor {
 public:
  SlidingCompetitor(const InterfaceCase& c, const EigenSlidingProblem& p, RowStyle style)
      : case_(c), inputs_(p.inputs), eigen_(p, style) {}
  void reset() override { eigen_.reset(); }
  void step(int k, double* y) override { eigen_.step(case_.means.data() + k * inputs_, y); }
  const double* q() const override { return eigen_.q(); }
  const double* v() const override { return eigen_.v(); }
  int iterations() const override { return 1; }
  int active() const override { return 1; }

 private:
  const InterfaceCase& case_;
  int inputs_;
  EigenSliding eigen_;
};

EigenJointLaw law_of(const gen::JointLaw& law) {
  if (law.normal.damping != 0.0) throw std::runtime_error("the yardstick knows no impact damper");
  const gen::TangentialLaw& t = law.tangential;
  if (t.kind != gen::TangentialKind::none && t.kind != gen::TangentialKind::oden_pires)
    throw std::runtime_error("the yardstick knows Oden-Pires friction only");
  return {law.normal.stiffness,
          law.normal.gap,
          law.normal.separation_stiffness,
          law.normal.separation_gap,
          t.kind == gen::TangentialKind::oden_pires,
          t.friction,
          t.friction_modulus};
}

}  // namespace

InterfaceCase::InterfaceCase(const InterfaceScenario& s) {
  const std::string name = s.model;
  input = gen::prepare_bake(
      gen::read_definition(std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml",
                           s.overrides),
      {});
  runtime =
      std::make_unique<gen::Instance>(gen::bake(input.system, input.options), input.options.name);
  scenario = find_scenario(runtime->model(), s.scenario);
  if (scenario < 0) throw std::runtime_error(name + " has no scenario " + s.scenario);
  output_count = s.outputs ? runtime->dims().outputs : 0;
  play(s.steps);
  competitors.push_back(std::make_unique<RuntimeCompetitor>(*this));
  names.emplace_back("mortise");
  if (input.system.lone().as<gen::ReducedJoint>()) add_joint(s.scenario);
  if (input.system.lone().as<gen::ReducedSliding>()) add_sliding();
}

// Inputs of every step, and the state that the scenario starts from.
void InterfaceCase::play(int steps) {
  const Model& model = runtime->model();
  ScenarioPlayer player;
  if (!player.start(model, scenario, &runtime->state()))
    throw std::runtime_error("the scenario does not start");
  const auto n = static_cast<std::size_t>(input.system.size());
  const double *q = runtime->state().q(model), *v = runtime->state().v(model);
  q0.assign(q, q + n);
  v0.assign(v, v + n);
  const int nu = model.dims().inputs, values = model.input_values();
  inputs.resize(static_cast<std::size_t>(values) * static_cast<std::size_t>(steps));
  for (int k = 0; k < steps; ++k) {
    double* u = inputs.data() + k * values;
    player.next(model, u);
    for (int i = 0; i < nu; ++i) {
      const bool linear =
          input.system.inputs[static_cast<std::size_t>(i)].hold == gen::Hold::linear;
      means.push_back(linear ? 0.5 * (u[i] + u[nu + i]) : u[i]);
    }
  }
}

void InterfaceCase::add_joint(const std::string& played_name) {
  const gen::ReducedSystem& s = input.system;
  const gen::ReducedJoint& joint = *s.lone().as<gen::ReducedJoint>();
  const gen::ScenarioOptions* played = nullptr;
  for (const gen::ScenarioOptions& o : input.options.scenarios)
    if (o.name == played_name) played = &o;
  if (played == nullptr || played->phases.size() > 1 || played->initial_pressure)
    throw std::runtime_error("the yardstick runs in one operating case from an unloaded joint");
  const auto index =
      static_cast<std::size_t>(played->phases.empty() ? 0 : played->phases[0].operating_case);
  const gen::CaseOptions& run = input.options.cases.at(index);
  std::vector<EigenJointPoint> points;
  points.reserve(joint.points.size());
  for (const gen::JointPoint& p : joint.points)
    points.push_back({{p.node[0], p.node[1]}, {p.share[0], p.share[1]}, p.length});
  std::vector<EigenOutput> outputs;
  outputs.reserve(s.outputs.size());
  for (const gen::OutputChannel& o : s.outputs)
    outputs.push_back({static_cast<int>(o.quantity), o.index});
  const std::vector<double> start(inputs.begin(), inputs.begin() + runtime->dims().inputs);
  EigenJointProblem p{};
  p.modes = static_cast<int>(s.size());
  p.nodes = static_cast<int>(joint.node_names.size());
  p.rows = static_cast<int>(joint.rows.rows());
  p.points = static_cast<int>(points.size());
  p.inputs = runtime->dims().inputs;
  p.outputs = output_count == 0 ? 0 : static_cast<int>(outputs.size());
  p.output_rows = static_cast<int>(s.output_rows.rows());
  p.step = input.options.step;
  p.omega = s.omega.data();
  p.damping = run.damping.data();
  p.input_forces = s.input_forces.data();
  p.constant = s.constant_force.data();
  p.row = joint.rows.data();
  p.point = points.data();
  p.law = law_of(run.law);
  const auto& residual = s.lone().residual;
  p.residual = residual.has_value();
  if (residual) {
    p.lag = run.lag;
    p.row_compliance = residual->row_compliance.data();
    p.input_compliance = residual->input_compliance.data();
    p.row_offset = residual->row_offset.data();
    p.output_compliance = residual->output_compliance.data();
    p.output_offset = residual->output_offset.data();
  }
  p.output_row = s.output_rows.data();
  p.output = outputs.data();
  p.initial_q = q0.data();
  p.initial_v = v0.data();
  p.initial_inputs = start.data();
  p.tolerance = input.options.solver.tolerance.value_or(gen::kSolverTolerance);
  p.newton_cap = kNewtonCap;
  competitors.push_back(std::make_unique<JointCompetitor>(*this, p, NewtonStyle::direct));
  competitors.push_back(std::make_unique<JointCompetitor>(*this, p, NewtonStyle::kept));
  names.insert(names.end(), {"Eigen", "Eigen, kept"});
}

void InterfaceCase::add_sliding() {
  const gen::ReducedSystem& s = input.system;
  const gen::ReducedSliding& sliding = *s.lone().as<gen::ReducedSliding>();
  if (sliding.law.kind != gen::SlidingKind::bilateral || input.options.alpha_radius)
    throw std::runtime_error("the yardstick slides bilaterally, by Moreau-Jean");
  std::vector<EigenSlidingOutput> outputs;
  outputs.reserve(s.outputs.size());
  for (const gen::OutputChannel& o : s.outputs)
    outputs.push_back({static_cast<int>(o.quantity), o.index});
  EigenSlidingProblem p{};
  p.modes = static_cast<int>(s.size());
  p.nodes = static_cast<int>(sliding.geometry.target_positions.cols());
  p.inputs = runtime->dims().inputs;
  p.outputs = output_count == 0 ? 0 : static_cast<int>(outputs.size());
  p.output_rows = static_cast<int>(s.output_rows.rows());
  p.step = input.options.step;
  p.omega = s.omega.data();
  p.damping = s.damping.data();
  p.input_forces = s.input_forces.data();
  p.constant = s.constant_force.data();
  p.slave_rows = sliding.slave_rows.data();
  p.target_rows = sliding.target_rows.data();
  p.positions = sliding.geometry.target_positions.data();
  p.height = sliding.geometry.slave_height;
  p.start = sliding.geometry.start;
  p.velocity = sliding.law.velocity;
  p.friction = sliding.law.friction;
  p.feedback = sliding.law.feedback;
  p.output_row = s.output_rows.data();
  p.output = outputs.data();
  p.initial_q = q0.data();
  p.initial_v = v0.data();
  competitors.push_back(std::make_unique<SlidingCompetitor>(*this, p, RowStyle::direct));
  competitors.push_back(std::make_unique<SlidingCompetitor>(*this, p, RowStyle::local));
  names.insert(names.end(), {"Eigen", "Eigen, local"});
}

}  // namespace mortise::bench
