#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/bake/structure/cost.hpp"
#include "generator/bake/structure/structure_writer.hpp"
#include "generator/contact/system/contact_lag.hpp"
#include "generator/contact/unilateral/bore.hpp"
#include "generator/contact/unilateral/contact_point.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "mortise/kernel/contact/local_contact.hpp"

namespace mortise::gen {
namespace {

namespace fb = flatbuffers;
using Reals = ModelWriter::Reals;

constexpr int kFewSweeps = 20;  // Newton pays beyond these
constexpr int kSweepsBeforeNewton = 30;
constexpr int kSweepCapMinimum = 20, kSweepCapMaximum = 500;
constexpr int kAngles = 8;         // at which the coupling in a bore is looked at
constexpr double kRegular = 1e10;  // condition number up to which G^-1 is stored

// G = W (h / A) W^T: velocity of the rows per contact force held over the step.
struct ContactOperators {
  Matrix delassus;                  // (3 nc x 3 nc) [m/s/N]
  std::vector<LocalContact> local;  // (nc)
};

// What sweeps need of the contact whose rows begin at i.
LocalContact local_contact(const Matrix& delassus, const Matrix& rows, Eigen::Index i) {
  const Eigen::Matrix3d g = delassus.block<3, 3>(i, i);
  const Real block[6] = {g(0, 0), g(0, 1), g(0, 2), g(1, 1), g(1, 2), g(2, 2)};
  return make_local_contact(block, rows.row(i).norm());
}

// rows: W (3 nc x n). admittance: h / A (n) [s].
ContactOperators contact_operators(const Matrix& rows, const Vector& admittance) {
  ContactOperators op;
  if (rows.rows() == 0) return op;
  op.delassus = rows * admittance.asDiagonal() * rows.transpose();
  op.delassus = (0.5 * (op.delassus + op.delassus.transpose())).eval();
  for (Eigen::Index i = 0; i < rows.rows(); i += 3)
    op.local.push_back(local_contact(op.delassus, rows, i));
  return op;
}

// phi+ = keep phi + gain f of a residual compliance, so that with lag 0 phi is the force at the
// end.
struct ResidualStep {
  double keep = 0.0, gain = 0.0;
  Matrix rows;        // of C (3 nc x 3 nc) [m/N]
  double rate = 0.0;  // 2 / h [1/s]
};

ResidualStep residual_of(const ReducedSystem& system, const BakeOptions& options) {
  const ReducedInterface& interface = system.lone();
  ResidualStep step;
  if (interface.contacts().law.level == ContactLevel::velocity) return step;
  const Eigen::Index nr = interface.contacts().rows.rows();
  const auto soft = [&](Eigen::Index row) {
    return interface.residual && interface.residual->row_compliance(row, row) > 0.0;
  };
  for (Eigen::Index row = 0; row < nr; row += 3)
    demand(soft(row), options.name,
           "contact " + interface.contacts().points[static_cast<std::size_t>(row / 3)].name +
               " has no compliance beside the modes, which contact.level = \"position\" needs",
           "set condense.method to \"massless_boundary\", or contact.level to \"velocity\"");
  const double h = options.step, lag = contact_lag(interface, system.omega, h, options.name).lag;
  step.keep = (2 * lag - h) / (2 * lag + h);
  step.gain = 2 * h / (2 * lag + h);
  step.rows = interface.residual->row_compliance.leftCols(nr);
  step.rate = 2 / h;
  return step;
}

// Contacts at position level: 2/h (W b W^T + gain C), b the displacement of a mode per force.
// contact_rows: W (3 nc x n). displacement: b (n) [s2].
ContactOperators position_operators(const Matrix& rows, const Vector& displacement,
                                    const ResidualStep& residual) {
  ContactOperators op = contact_operators(rows, residual.rate * displacement);
  op.delassus +=
      residual.rate * residual.gain * Matrix(0.5 * (residual.rows + residual.rows.transpose()));
  op.local.clear();
  for (Eigen::Index i = 0; i < rows.rows(); i += 3)
    op.local.push_back(local_contact(op.delassus, rows, i));
  return op;
}

// Spectral radius of -(D + L)^-1 U for the 3 x 3 block splitting, by power iteration (the
// dominant eigenvalue of Gauss-Seidel on a symmetric matrix is real and positive).
double block_contraction(const Matrix& g) {
  const Eigen::Index n = g.rows();
  if (n <= 3) return 0;
  Vector x = Vector::LinSpaced(n, 1.0, 2.0);
  double rho = 0;
  for (int iteration = 0; iteration < 300; ++iteration) {
    Vector y = x;
    for (Eigen::Index i = 0; i < n; i += 3) {
      Eigen::Vector3d r = Eigen::Vector3d::Zero();
      for (Eigen::Index j = 0; j < n; j += 3)
        if (j != i) r -= g.block<3, 3>(i, j) * y.segment<3>(j);
      y.segment<3>(i) = minimum_norm(g.block<3, 3>(i, i), r);
    }
    const double size = y.norm();
    if (!(size > 1e-300)) return 0;
    rho = size / x.norm();
    x = y / size;
  }
  return rho;
}

// Sweeps that reach `tolerance` by a contraction, and the cap that lets them miss it by far.
double needed_sweeps(double contraction, double tolerance) {
  return std::ceil(std::log(tolerance) / std::log(std::clamp(contraction, 1e-6, 1 - 1e-6)));
}
int sweep_cap(double needed) {
  return static_cast<int>(
      std::clamp(3 * needed, double(kSweepCapMinimum), double(kSweepCapMaximum)));
}

// Gauss-Seidel where its contraction reaches the tolerance within a few sweeps or the Delassus
// operator is singular (more rows than motions), status Newton for strong coupling.
ChosenSolver choose_solver(const Matrix& g, const SolverSpec& options) {
  ChosenSolver c;
  c.tolerance = options.tolerance.value_or(kSolverTolerance);
  if (g.rows() == 0) return c;
  const SymmetricEigen eigen(g, kEigenvaluesOnly);
  const double low = eigen.eigenvalues().minCoeff(), high = eigen.eigenvalues().maxCoeff();
  c.condition = low > 0 ? high / low : std::numeric_limits<double>::infinity();
  c.contraction = block_contraction(g);
  const bool regular = c.condition < kRegular;
  const double needed = needed_sweeps(c.contraction, c.tolerance);
  c.newton = options.kind == SolverChoice::newton ||
             (options.kind == SolverChoice::automatic && regular && needed > kFewSweeps);
  if (c.newton) {
    c.sweeps = options.sweeps > 0 ? options.sweeps : kSweepsBeforeNewton;
    c.iterations = options.iterations;
    c.tail_sweeps = options.tail_sweeps;
    if (regular) c.inverse = eigen.eigenvalues().size() > 0 ? Cholesky(g).inverse() : Matrix();
    if (regular) c.inverse = (0.5 * (c.inverse + c.inverse.transpose())).eval();
  } else {
    c.sweeps = options.sweeps > 0 ? options.sweeps : sweep_cap(needed);
  }
  return c;
}

class UnilateralWriter final : public StructureWriter {
 public:
  UnilateralWriter(const ReducedSystem& system, const BakeOptions& options)
      : StructureWriter(system, options),
        interface_(system.lone()),
        flow_(flow(system, damping_, options.step)),
        residual_(residual_of(system, options)),
        contacts_(at_position()
                      ? position_operators(interface_.contacts().rows, by_force(), residual_)
                      : contact_operators(interface_.contacts().rows, flow_.velocity.admittance)),
        solver_(chosen()) {
    if (is_passive()) solver_.solves = 2;
    if (at_position())
      solver_.rest_sweeps =
          sweep_cap(needed_sweeps(block_contraction(residual_.rows), solver_.tolerance));
  }

  StepCost cost() const override {
    StepCost cost = at_position() ? count_position_cost(dims_, solver_, residual_.keep > -1)
                                  : count_cost(dims_, solver_, in_bore());
    if (keeps_books()) add_contact_books(dims_, &cost);
    return cost;
  }
  LayoutOptions layout(std::uint32_t real_bytes) const override {
    LayoutOptions options = StructureWriter::layout(real_bytes);
    options.newton = solver_.newton;
    options.passive_friction = is_passive();
    options.contact_books = keeps_books();
    return options;
  }

 private:
  bool at_position() const { return interface_.contacts().law.level == ContactLevel::position; }
  bool keeps_books() const {
    const std::vector<OutputChannel>& outputs = system_.outputs;
    return options_.contact_books ||
           std::any_of(outputs.begin(), outputs.end(),
                       [](const OutputChannel& out) { return is_booked(out.quantity); });
  }
  bool is_passive() const {
    return !at_position() &&
           interface_.contacts().law.friction_velocity == FrictionVelocity::passive;
  }
  // Alone, contacts at position level have modes follow their flow; in an assembly they move as
  // all.
  bool flows() const { return at_position() && !options_.in_assembly; }
  FlowOperators flow(const ReducedSystem& system, const Vector& damping, double step) const {
    return flows() ? exact_flow(system, damping, step)
                   : FlowOperators{discretise(system, damping, step), {}};
  }
  // Displacements of the modes by forces held over the step (n) [s2].
  Vector by_force() const {
    return flows() ? flow_.displacement.admittance
                   : Vector(0.5 * options_.step * flow_.velocity.admittance);
  }
  ResidualView ports() const {
    ResidualView view;
    view.ports = dims_.rows + dims_.inputs;
    view.ports_padded = ModelWriter::pad(view.ports);
    return view;
  }
  bool in_bore() const { return interface_.contacts().bore_rows.rows() > 0; }

  // In a bore that of the strongest coupling, the whole way round.
  ChosenSolver chosen() const {
    ChosenSolver worst = choose_solver(contacts_.delassus, options_.solver);
    if (!in_bore()) return worst;
    Matrix rows(2 * interface_.contacts().rows.rows(), system_.size());
    rows << interface_.contacts().rows, interface_.contacts().bore_rows;
    const Vector all = Vector::Ones(dims_.contacts);
    for (int k = 1; k < kAngles; ++k) {
      const double angle = kTwoPi * k / kAngles;
      const Matrix turned = turning(std::cos(angle) * all, std::sin(angle) * all) * rows;
      const ChosenSolver here = choose_solver(
          contact_operators(turned, flow_.velocity.admittance).delassus, options_.solver);
      if (here.contraction > worst.contraction) worst = here;
    }
    worst.inverse.resize(0, 0);
    return worst;
  }
  std::uint32_t history_bytes() const override {
    if (at_position()) return lay_out_positions(dims_.modes_padded, dims_.contacts, ports()).bytes;
    return in_bore() ? lay_out_bores(dims_.modes_padded, dims_.contacts).bytes : 0;
  }

  void write_law(ModelWriter* writer, ModelBody* body) const override {
    body->stages = {stage(*writer)};
    if (dims_.contacts > 0) {
      body->law_type = schema::Law::SignoriniCoulomb;
      body->law = law(*writer).Union();
      if (in_bore()) body->features.emplace_back("bores");
      if (at_position()) body->features.emplace_back("position_level");
    }
    const auto count = [](int x) { return static_cast<std::uint32_t>(x); };
    body->solver = schema::CreateSolver(writer->builder(),
                                        solver_.newton ? schema::SolverKind::status_newton
                                                       : schema::SolverKind::projected_gauss_seidel,
                                        count(solver_.sweeps), count(solver_.iterations),
                                        count(solver_.tail_sweeps), solver_.tolerance,
                                        count(solver_.rest_sweeps));
    body->parameters = parameters(*writer);
  }

  fb::Offset<schema::Stage> stage(ModelWriter& w) const {
    const MotionArrays m = write_motion(flow_.velocity, &w);
    const Reals delassus = w.columns(contacts_.delassus);
    Reals inverse;
    if (solver_.inverse.size() > 0) inverse = w.columns(solver_.inverse);
    const Reals local = w.reals(reinterpret_cast<const double*>(contacts_.local.data()),
                                16 * contacts_.local.size());
    MotionArrays displacement;
    if (flows()) displacement = write_motion(flow_.displacement, &w);
    schema::StageBuilder b(w.builder());
    if (at_position()) {
      b.add_residual_gain(residual_.gain);
      b.add_residual_keep(residual_.keep);
    }
    if (flows()) {
      b.add_position_from_velocity(displacement.from_velocity);
      b.add_position_from_position(displacement.from_position);
      b.add_position_constant(displacement.constant);
      b.add_position_from_input(displacement.from_input);
      b.add_position_admittance(displacement.admittance);
    }
    b.add_local_contacts(local);
    b.add_delassus_inverse(inverse);
    b.add_delassus(delassus);
    b.add_admittance(m.admittance);
    b.add_velocity_from_input(m.from_input);
    b.add_velocity_constant(m.constant);
    b.add_velocity_from_position(m.from_position);
    b.add_velocity_from_velocity(m.from_velocity);
    return b.Finish();
  }

  fb::Offset<schema::SignoriniCoulomb> law(ModelWriter& w) const {
    const Reals rows = w.columns(interface_.contacts().rows.transpose());
    const Reals bores =
        in_bore() ? w.columns(interface_.contacts().bore_rows.transpose()) : Reals();
    std::vector<Reals> numbers;
    for (const ContactNumber& number : contact_numbers()) {
      Vector values(dims_.contacts);
      for (Eigen::Index i = 0; i < values.size(); ++i)
        values[i] = number.get(interface_.contacts().points[static_cast<std::size_t>(i)]);
      numbers.push_back(w.plain(values));
    }
    const LawSpec& law = interface_.contacts().law;
    const ResidualArrays residual = write_residual(interface_.residual, &w);
    schema::SignoriniCoulombBuilder b(w.builder());
    if (keeps_books()) {
      b.add_filter_keep(filter_keep(options_.step, law.filter_time));
      b.add_contact_books(true);
    }
    b.add_restitution_threshold(law.restitution_threshold);
    b.add_activation_hysteresis(law.activation_hysteresis);
    b.add_activation_threshold(law.activation_threshold);
    add_residual(residual, &b);
    b.add_bore_rows(bores);
    b.add_restitution_tangential(numbers[3]);
    b.add_restitution(numbers[2]);
    b.add_friction(numbers[1]);
    b.add_clearance(numbers[0]);
    b.add_contact_rows(rows);
    b.add_level(static_cast<schema::ContactLevel>(law.level));
    b.add_activation(static_cast<schema::Activation>(law.activation));
    b.add_restitution_rule(static_cast<schema::RestitutionRule>(law.restitution_rule));
    b.add_friction_velocity(static_cast<schema::FrictionVelocity>(law.friction_velocity));
    return b.Finish();
  }

  // Contacts of an interface with equal values share a parameter named as in the definition; others
  // get one each. In the order of the schema's ParameterKind.
  std::vector<fb::Offset<schema::Parameter>> parameters(ModelWriter& w) const {
    std::vector<ContactNumber> numbers(contact_numbers().begin(), contact_numbers().end());
    std::sort(numbers.begin(), numbers.end(), [](const ContactNumber& a, const ContactNumber& b) {
      return a.parameter < b.parameter;
    });
    std::vector<fb::Offset<schema::Parameter>> out;
    for (const ContactNumber& number : numbers) {
      const auto kind = static_cast<schema::ParameterKind>(number.parameter);
      // Mean-velocity friction has no tangential restitution to change.
      if (kind == schema::ParameterKind::restitution_tangential &&
          interface_.contacts().law.friction_velocity == FrictionVelocity::mean)
        continue;
      // Restitution of positions is in the operators.
      if (at_position() && (kind == schema::ParameterKind::restitution ||
                            kind == schema::ParameterKind::restitution_tangential))
        continue;
      for (const ContactRange& range : ranges_of(interface_)) {
        w.name_parameters(range.name);
        add_parameters(number, range, &w, &out);
      }
    }
    return out;
  }
  void add_parameters(const ContactNumber& number, const ContactRange& range, ModelWriter* w,
                      std::vector<fb::Offset<schema::Parameter>>* out) const {
    const auto first =
        interface_.contacts().points.begin() + static_cast<std::ptrdiff_t>(range.first);
    const bool shared =
        std::all_of(first, first + static_cast<std::ptrdiff_t>(range.count),
                    [&](const auto& c) { return number.get(c) == number.get(*first); });
    for (std::size_t i = 0; i < (shared ? std::min<std::size_t>(1, range.count) : range.count);
         ++i) {
      const ContactParameters& own = interface_.contacts().points[range.first + i];
      const std::string name = number.path() + (shared ? "" : "." + std::to_string(i));
      out->push_back(w->parameter(name, number, own, number.limits_of(own),
                                  static_cast<unsigned>(range.first + i),
                                  shared ? static_cast<unsigned>(range.count) : 1u));
    }
  }

  const ReducedInterface& interface_;
  FlowOperators flow_;
  ResidualStep residual_;
  ContactOperators contacts_;
  ChosenSolver solver_;
};

}  // namespace

std::unique_ptr<SystemWriter> unilateral_writer(const ReducedSystem& system,
                                                const BakeOptions& options) {
  return std::make_unique<UnilateralWriter>(system, options);
}

}  // namespace mortise::gen
