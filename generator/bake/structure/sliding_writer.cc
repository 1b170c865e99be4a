#include <algorithm>
#include <limits>
#include <string>

#include "generator/bake/structure/cost.hpp"
#include "generator/bake/structure/structure_writer.hpp"
#include "generator/contact/sliding/geometry.hpp"
#include "generator/contact/sliding/sliding.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/simulate/sliding/wedging.hpp"
#include "mortise/view/sliding.hpp"

namespace mortise::gen {
namespace {

namespace fb = flatbuffers;
using Reals = ModelWriter::Reals;

// Modes that some row moves, in blocks of eight.
void moving_modes(const Matrix& rows, std::int32_t* begin, std::int32_t* end) {
  for (int j = 0; j < static_cast<int>(rows.cols()); ++j) {
    if (rows.col(j).isZero(0.0)) continue;
    if (*end == 0) *begin = j / 8 * 8;
    *end = ModelWriter::pad(j + 1);
  }
}

// Operators of generalised alpha in the variables of Arnold and Bruels (schema, table Stage).
struct AlphaOperators {
  StepOperators motion;                      // of the auxiliary acceleration
  Vector from_auxiliary, from_acceleration;  // (n)
  double beta = 0.0, gamma = 0.0;
};

// radius: spectral radius at infinite frequency, 0 <= rho <= 1, else Error.
AlphaOperators alpha_operators(const ReducedSystem& system, const Vector& damping, double h,
                               double radius) {
  if (!(radius >= 0.0 && radius <= 1.0)) {
    throw Error("step.spectral_radius", number_text(radius) + " is no spectral radius",
                "give a number from 0 to 1, e.g. 0.9");
  }
  const double alpha_m = (2 * radius - 1) / (radius + 1), alpha_f = radius / (radius + 1);
  AlphaOperators op;
  op.gamma = 0.5 + alpha_f - alpha_m;
  op.beta = 0.25 * (op.gamma + 0.5) * (op.gamma + 0.5);
  const double share = (1 - alpha_f) / (1 - alpha_m);
  const Eigen::ArrayXd d = damping.array(), w2 = system.omega.array().square();
  const Eigen::ArrayXd inverse = (1 + share * h * (op.gamma * d + h * op.beta * w2)).inverse();
  op.motion.from_position = -share * w2 * inverse;
  op.motion.from_velocity = -share * (d + h * w2) * inverse;
  op.from_auxiliary =
      -(share * (h * (1 - op.gamma) * d + h * h * (0.5 - op.beta) * w2) + alpha_m / (1 - alpha_m)) *
      inverse;
  op.from_acceleration = alpha_f / (1 - alpha_m) * inverse;
  op.motion.admittance = share * inverse;
  op.motion.constant = op.motion.admittance.cwiseProduct(system.constant_force);
  op.motion.from_input = op.motion.admittance.asDiagonal() * system.input_forces;
  return op;
}

class SlidingWriter final : public StructureWriter {
 public:
  SlidingWriter(const ReducedSystem& system, const BakeOptions& options)
      : StructureWriter(system, options), sliding_(sliding_of(system)) {
    if (options.alpha_radius) {
      if (unilateral()) {
        throw Error(options.name,
                    "generalised alpha keeps the contact closed, contact.law opens it",
                    "set step.scheme = \"moreau_jean\" or contact.law = \"bilateral\"");
      }
      alpha_ = alpha_operators(system, damping_, options.step, *options.alpha_radius);
    } else {
      motion_ = discretise(system, damping_, options.step);
    }
    largest_friction_ = check_wedging(alpha_ ? alpha_->motion.admittance : motion_.admittance);
  }

  StepCost cost() const override { return count_sliding_cost(dims_, sizes()); }

 private:
  void write_law(ModelWriter* writer, ModelBody* body) const override {
    if (alpha_) body->scheme = schema::Scheme::generalised_alpha;
    body->stages = {alpha_ ? alpha_stage(*alpha_, *writer) : moreau_jean_stage(*writer)};
    body->law_type = schema::Law::SlidingContact;
    body->law = law(*writer).Union();
    for (const SlidingNumber& n : sliding_numbers()) {
      if (n.limits == nullptr) continue;
      NumberLimits limits = n.limits_of(sliding_.law);
      if (n.is("friction")) limits.high = std::min(largest_friction_, limits.high);
      body->parameters.push_back(writer->parameter(n.path(), n, sliding_.law, limits));
    }
    body->solver = schema::CreateSolver(writer->builder(),
                                        schema::SolverKind::projected_gauss_seidel, 1, 0, 0, 0.0);
  }
  std::uint32_t history_bytes() const override {
    return lay_out_sliding(dims_.modes_padded, alpha_.has_value()).bytes;
  }

  bool unilateral() const { return sliding_.law.kind == SlidingKind::unilateral; }

  // Largest friction that the path bears; refuses a bilateral contact whose own is larger.
  double check_wedging(const Vector& admittance) const {
    if (unilateral()) return std::numeric_limits<double>::infinity();  // it sticks instead
    const FrictionLimit limit = friction_limit(system_, admittance, kWedgeShare);
    const double friction = sliding_.law.friction;
    if (friction <= limit.friction) return limit.friction;
    throw Error(options_.name,
                "contact.friction = " + number_text(friction) + " wedges the sliding contact at " +
                    number_text(limit.position) + " m: no bounded force keeps the bodies apart " +
                    "there (Painleve)",
                "give contact.friction up to " + number_text(limit.friction) +
                    ", or hold the slave less obliquely");
  }

  fb::Offset<schema::Stage> moreau_jean_stage(ModelWriter& w) const {
    const MotionArrays m = write_motion(motion_, &w);
    return schema::CreateStage(w.builder(), m.from_velocity, m.from_position, m.constant,
                               m.from_input, m.admittance);
  }

  fb::Offset<schema::Stage> alpha_stage(const AlphaOperators& op, ModelWriter& w) const {
    const MotionArrays motion = write_motion(op.motion, &w);
    const Reals auxiliary = w.column(op.from_auxiliary);
    const Reals acceleration = w.column(op.from_acceleration);
    const Reals forces = w.columns(system_.input_forces), load = w.column(system_.constant_force);
    schema::StageBuilder b(w.builder());
    add_motion(motion, &b);
    b.add_auxiliary_from_auxiliary(auxiliary);
    b.add_auxiliary_from_acceleration(acceleration);
    b.add_input_force(forces);
    b.add_constant_force(load);
    b.add_beta(op.beta);
    b.add_gamma(op.gamma);
    return b.Finish();
  }

  fb::Offset<schema::SlidingContact> law(ModelWriter& w) const {
    const Reals slave = w.columns(sliding_.slave_rows.transpose());
    const Reals target = w.columns(sliding_.target_rows.transpose());
    const Matrix& chain = sliding_.geometry.target_positions;
    const Reals positions = w.reals(chain.data(), static_cast<std::size_t>(chain.size()));
    const SlidingView v = sizes();
    const SlidingLaw& law = sliding_.law;
    const auto at = [](std::int32_t mode) { return static_cast<std::uint32_t>(mode); };
    schema::SlidingContactBuilder b(w.builder());
    b.add_feedback(law.feedback);
    b.add_friction(law.friction);
    b.add_velocity(law.velocity);
    b.add_start(sliding_.geometry.start);
    b.add_slave_height(sliding_.geometry.slave_height);
    b.add_target_end(at(v.target_end));
    b.add_target_begin(at(v.target_begin));
    b.add_slave_end(at(v.slave_end));
    b.add_slave_begin(at(v.slave_begin));
    b.add_neighbours(static_cast<std::uint32_t>(kNeighbours));
    b.add_target_positions(positions);
    b.add_target_rows(target);
    b.add_slave_rows(slave);
    b.add_unilateral(v.unilateral);
    return b.Finish();
  }

  // A view that has its sizes alone.
  SlidingView sizes() const {
    SlidingView v;
    v.neighbours = kNeighbours;
    moving_modes(sliding_.slave_rows, &v.slave_begin, &v.slave_end);
    moving_modes(sliding_.target_rows, &v.target_begin, &v.target_end);
    v.unilateral = unilateral();
    v.alpha = alpha_.has_value();
    return v;
  }

  const ReducedSliding& sliding_;
  StepOperators motion_;                 // of Moreau-Jean
  std::optional<AlphaOperators> alpha_;  // or of generalised alpha
  double largest_friction_ = 0.0;        // that the path bears
};

}  // namespace

std::unique_ptr<SystemWriter> sliding_writer(const ReducedSystem& system,
                                             const BakeOptions& options) {
  return std::make_unique<SlidingWriter>(system, options);
}

}  // namespace mortise::gen
