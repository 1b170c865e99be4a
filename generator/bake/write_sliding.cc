#include "generator/bake/write_sliding.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "generator/error.hpp"
#include "generator/number_text.hpp"
#include "generator/sliding/wedging.hpp"
#include "mortise/view/sliding.hpp"

namespace mortise::gen {
namespace {

namespace fb = flatbuffers;
using Reals = ModelWriter::Reals;

constexpr std::uint32_t kNeighbours = 2;  // segments the slave may pass in one step
constexpr double kFastest = 1e4;          // range of the sliding velocity [m/s]
constexpr double kMostFriction = 10.0;    // range of the friction, if the path bears it [-]

struct Range {
  std::uint32_t begin = 0, end = 0;
};

// Modes that some row moves, in blocks of eight.
Range moving_modes(const Matrix& rows) {
  Range r;
  bool found = false;
  for (Eigen::Index j = 0; j < rows.cols(); ++j) {
    if (rows.col(j).isZero(0.0)) continue;
    if (!found) r.begin = static_cast<std::uint32_t>(j / 8 * 8);
    r.end = static_cast<std::uint32_t>(ModelWriter::pad(static_cast<int>(j) + 1));
    found = true;
  }
  return r;
}

class SlidingWriter {
 public:
  SlidingWriter(const ReducedSystem& system, ModelWriter* writer)
      : s_(system), sliding_(*system.sliding), w_(*writer) {}

  // Largest friction that the path bears; refuses a bilateral contact whose own is larger.
  double check_wedging(const std::string& name, const Vector& admittance) const {
    if (sliding_.law.kind == SlidingKind::unilateral)
      return std::numeric_limits<double>::infinity();  // it sticks instead
    const FrictionLimit limit = friction_limit(s_, admittance, kWedgeShare);
    const double friction = sliding_.law.friction;
    if (friction <= limit.friction) return limit.friction;
    throw Error(name,
                "contact.friction = " + number_text(friction) + " wedges the sliding contact at " +
                    number_text(limit.position) + " m: no bounded force keeps the bodies apart " +
                    "there (Painleve)",
                "give contact.friction up to " + number_text(limit.friction) +
                    ", or hold the slave less obliquely");
  }

  fb::Offset<schema::Stage> moreau_jean(const StepOperators& op) {
    const Reals from_v = w_.column(op.from_velocity), from_q = w_.column(op.from_position);
    const Reals constant = w_.column(op.constant), input = w_.columns(op.from_input);
    const Reals admittance = w_.column(op.admittance);
    return schema::CreateStage(w_.builder(), from_v, from_q, constant, input, admittance);
  }

  fb::Offset<schema::Stage> alpha(const AlphaOperators& op) {
    const StepOperators& m = op.motion;
    const Reals from_v = w_.column(m.from_velocity), from_q = w_.column(m.from_position);
    const Reals constant = w_.column(m.constant), input = w_.columns(m.from_input);
    const Reals admittance = w_.column(m.admittance);
    const Reals auxiliary = w_.column(op.from_auxiliary);
    const Reals acceleration = w_.column(op.from_acceleration);
    const Reals forces = w_.columns(s_.input_forces), load = w_.column(s_.constant_force);
    schema::StageBuilder b(w_.builder());
    b.add_velocity_from_velocity(from_v);
    b.add_velocity_from_position(from_q);
    b.add_velocity_constant(constant);
    b.add_velocity_from_input(input);
    b.add_admittance(admittance);
    b.add_auxiliary_from_auxiliary(auxiliary);
    b.add_auxiliary_from_acceleration(acceleration);
    b.add_input_force(forces);
    b.add_constant_force(load);
    b.add_beta(op.beta);
    b.add_gamma(op.gamma);
    return b.Finish();
  }

  fb::Offset<schema::SlidingContact> law() {
    const Reals slave = w_.columns(sliding_.slave_rows.transpose());
    const Reals target = w_.columns(sliding_.target_rows.transpose());
    const Matrix& chain = sliding_.geometry.target_positions;
    const Reals positions = w_.reals(chain.data(), static_cast<std::size_t>(chain.size()));
    const Range slave_range = moving_modes(sliding_.slave_rows);
    const Range target_range = moving_modes(sliding_.target_rows);
    const SlidingLaw& law = sliding_.law;
    return schema::CreateSlidingContact(
        w_.builder(), slave, target, positions, sliding_.geometry.slave_height,
        sliding_.geometry.start, law.velocity, law.friction, law.feedback,
        law.kind == SlidingKind::unilateral, kNeighbours, slave_range.begin, slave_range.end,
        target_range.begin, target_range.end);
  }

  // largest: friction that the path bears
  std::vector<fb::Offset<schema::Parameter>> parameters(double largest) {
    const SlidingLaw& law = sliding_.law;
    const double fastest = std::max(kFastest, std::abs(law.velocity));
    const double most = std::min(largest, std::max(kMostFriction, law.friction));
    return {w_.parameter("contact.friction", "1", schema::ParameterKind::sliding_friction, 0, 1,
                         0.0, most, law.friction),
            w_.parameter("sliding.velocity", "m/s", schema::ParameterKind::sliding_speed, 0, 1,
                         -fastest, fastest, law.velocity)};
  }

 private:
  const ReducedSystem& s_;
  const ReducedSliding& sliding_;
  ModelWriter& w_;
};

}  // namespace

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

SlidingView sliding_sizes(const ReducedSystem& system, bool alpha) {
  const Range slave = moving_modes(system.sliding->slave_rows);
  const Range target = moving_modes(system.sliding->target_rows);
  SlidingView v;
  v.neighbours = static_cast<std::int32_t>(kNeighbours);
  v.slave_begin = static_cast<std::int32_t>(slave.begin);
  v.slave_end = static_cast<std::int32_t>(slave.end);
  v.target_begin = static_cast<std::int32_t>(target.begin);
  v.target_end = static_cast<std::int32_t>(target.end);
  v.unilateral = system.sliding->law.kind == SlidingKind::unilateral;
  v.alpha = alpha;
  return v;
}

void write_sliding(const ReducedSystem& system, const BakeOptions& options, const Vector& damping,
                   ModelWriter* writer, ModelBody* body) {
  SlidingWriter sliding(system, writer);
  const bool alpha = options.alpha_radius.has_value();
  if (alpha && system.sliding->law.kind == SlidingKind::unilateral) {
    throw Error(options.name, "generalised alpha keeps the contact closed, contact.law opens it",
                "set step.scheme = \"moreau_jean\" or contact.law = \"bilateral\"");
  }
  double largest = 0.0;
  if (alpha) {
    const AlphaOperators op = alpha_operators(system, damping, options.step, *options.alpha_radius);
    largest = sliding.check_wedging(options.name, op.motion.admittance);
    body->scheme = schema::Scheme::generalised_alpha;
    body->stages = {sliding.alpha(op)};
  } else {
    const StepOperators op = discretise(system, damping, options.step);
    largest = sliding.check_wedging(options.name, op.admittance);
    body->stages = {sliding.moreau_jean(op)};
  }
  body->law_type = schema::Law::SlidingContact;
  body->law = sliding.law().Union();
  body->parameters = sliding.parameters(largest);
  body->solver = schema::CreateSolver(writer->builder(), schema::SolverKind::projected_gauss_seidel,
                                      1, 0, 0, 0.0);
  body->law_history_bytes =
      lay_out_sliding(ModelWriter::pad(static_cast<int>(system.size())), alpha).bytes;
}

}  // namespace mortise::gen
