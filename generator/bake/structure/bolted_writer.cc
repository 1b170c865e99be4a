#include "generator/bake/structure/bolted_writer.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bake/file/system_writer.hpp"
#include "generator/bake/structure/cost.hpp"
#include "generator/contact/law/law_number.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/integrate/modal_flow.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "mortise/view/bolted.hpp"

namespace mortise::gen {
namespace {

namespace fb = flatbuffers;
using Reals = ModelWriter::Reals;

constexpr double kMaxFriction = 10.0;  // that a parameter may be set to, unless the file has more

void demand_of_model(bool good, const BoltedBakeOptions& o, const std::string& what,
                     const std::string& remedy) {
  if (!good) throw Error(o.name.empty() ? "bake" : o.name, what, remedy);
}

bool fits(const Matrix& a, Eigen::Index rows, Eigen::Index columns) {
  return a.rows() == rows && (rows == 0 || a.cols() == columns);
}

bool fit(const BoltedRows& r, Eigen::Index rows, Eigen::Index modes, Eigen::Index contact,
         Eigen::Index inputs) {
  return r.constant.size() == rows && fits(r.modes, rows, modes) &&
         fits(r.contact, rows, contact) && (inputs == 0 || fits(r.inputs, rows, inputs));
}

void check(const ReducedBolted& b, const BoltedBakeOptions& o) {
  const std::string fix = "this is a defect of the reduction";
  const Eigen::Index n = b.omega.size(), r = 3 * static_cast<Eigen::Index>(b.clusters.size());
  const auto nu = static_cast<Eigen::Index>(o.inputs.size());
  const auto zones = static_cast<Eigen::Index>(b.zones.size());
  demand_of_model(n > 0 && b.zeta.size() == n, o, "the reduced model has no modes, or no damping",
                  fix);
  demand_of_model(r > 0, o, "the reduced model has no clusters", fix);
  demand_of_model(zones > 0 && b.friction.size() == zones, o,
                  "zones and their friction differ in number", fix);
  bool behind = false;
  for (const TractionCluster& c : b.clusters) {
    demand_of_model(c.zone >= 0 && c.zone < zones, o, "a cluster names a zone that is none", fix);
    demand_of_model(!(behind && c.base), o, "clusters of the base stand behind others", fix);
    behind = !c.base;
  }
  demand_of_model(b.constant.size() == r && fits(b.from_modes, r, n) && fits(b.pivot, r, r), o,
                  "the rows of the clusters do not fit", fix);
  demand_of_model(nu == 0 || (fits(b.from_inputs, r, nu) && fits(b.input_force, n, nu)), o,
                  "the reduced model has another number of inputs than the definition", fix);
  demand_of_model(
      fit(b.motions, b.motions.constant.size(), n, r, nu) && fit(b.resultants, 3 * zones, n, r, nu),
      o, "rows of displacements or resultants do not fit", fix);
  demand_of_model((b.trained_modes.size() == 0 || b.trained_modes.size() == n) &&
                      (b.trained_contact.size() == 0 || b.trained_contact.size() == r),
                  o, "ranges of training do not fit", fix);
  for (const Vector* start : {&o.initial_q, &o.initial_v})
    demand_of_model(start->size() == 0 || start->size() == n, o,
                    "the start has another number of modes", fix);
  for (Eigen::Index k = 0; k < r; ++k)
    demand_of_model(b.pivot(k, k) > 0, o,
                    "cluster " + std::to_string(k / 3) + " has no stiffness of its own", fix);
  demand_of_model(o.step > 1e-12 && o.step < 1e3, o,
                  "step.size = " + number_text(o.step) + " s is outside of (1e-12, 1e3)",
                  "give step.size in seconds");
  demand_of_model(o.substeps >= 1 && o.substeps <= 64, o,
                  "step.substeps = " + std::to_string(o.substeps), "give 1 to 64");
  demand_of_model(o.solver.sweeps >= 1 && o.solver.updates >= 0 && o.solver.tolerance >= 0 &&
                      o.solver.tolerance < 1,
                  o, "the caps or the tolerance of the contact solve",
                  "give one sweep at least and a tolerance from 0 to 1");
}

// What becomes of q and v over h, a column each of q by q, q by v, v by q, v by v.
Matrix flow_of(const Vector& omega, const Vector& zeta, double h) {
  const ModalFlow flow(omega, zeta.cwiseProduct(omega), h);
  Matrix columns(omega.size(), 4);
  columns << flow.q_by_q(), flow.q_by_velocity(), flow.velocity_by_q(), flow.velocity_by_velocity();
  return columns;
}

// Largest eigenvalue of the tangential block of every cluster.
Vector tangential_stiffness(const Matrix& pivot) {
  Vector most(pivot.rows() / 3);
  for (Eigen::Index c = 0; c < most.size(); ++c) {
    const Matrix block = pivot.block(3 * c + 1, 3 * c + 1, 2, 2);
    const Matrix symmetric = 0.5 * (block + block.transpose());
    most[c] = SymmetricEigen(symmetric).eigenvalues()[1];
  }
  return most;
}

Vector inverse_of(const Vector& limits) {
  Vector out = Vector::Zero(limits.size());
  for (Eigen::Index k = 0; k < limits.size(); ++k)
    if (limits[k] > 0.0) out[k] = 1.0 / limits[k];
  return out;
}

Vector watched(const Vector& trained, Eigen::Index size) {
  return trained.size() == 0 ? Vector::Zero(size) : inverse_of(trained);
}

struct ZoneFriction {
  double friction = 0.0;
};
const LawNumber<ZoneFriction>& zone_friction() {
  static const auto number = law_number<ZoneFriction, &ZoneFriction::friction>(
      "contact", "friction", "-", kNotNegative, nullptr, within<0, 10>, "Coulomb coefficient",
      static_cast<int>(schema::ParameterKind::friction));
  return number;
}

class BoltedWriter final : public SystemWriter {
 public:
  // kick: of an assembly, else empty.
  BoltedWriter(ReducedBolted bolted, BoltedBakeOptions options, Vector kick = {},
               bool energies = false)
      : b_(std::move(bolted)), o_(std::move(options)), kick_(std::move(kick)) {
    const auto inputs = static_cast<int>(o_.inputs.size());
    dims_.modes = static_cast<int>(b_.omega.size());
    dims_.modes_padded = ModelWriter::pad(dims_.modes);
    dims_.inputs = inputs;
    dims_.outputs = static_cast<int>(o_.outputs.size());
    dims_.output_rows = static_cast<int>(b_.motions.constant.size());
    BoltedView& v = view_;
    v.clusters = static_cast<int>(b_.clusters.size());
    v.base = static_cast<int>(std::count_if(b_.clusters.begin(), b_.clusters.end(),
                                            [](const TractionCluster& c) { return c.base; }));
    v.rows = 3 * v.clusters;
    v.rows_padded = ModelWriter::pad(v.rows);
    v.zones = static_cast<int>(b_.zones.size());
    v.substeps = o_.substeps;
    v.update_cap = o_.solver.updates > 0 ? o_.solver.updates : kBoltedVisits * v.clusters;
    v.energies = energies;
    for (const OutputChannel& out : o_.outputs) v.energies = v.energies || is_energy(out.quantity);
    force_scale_ = 0.0;
    for (int c = 0; c < v.base; ++c) force_scale_ = std::max(force_scale_, b_.constant[3 * c]);
    if (!(force_scale_ > 0.0)) {
      throw Error(o_.name, "no cluster is pressed by the preload",
                  "give preload.force, or look at `mortise analyze preload`");
    }
  }

  Dims dims() const override { return dims_; }

  void write(ModelWriter* writer, ModelBody* body) const override {
    body->scheme = schema::Scheme::split;
    for (const InputChannel& c : o_.inputs) {
      body->inputs.push_back({c.name, c.unit});
      body->input_ranges.push_back({std::max(c.minimum, -1e300), std::min(c.maximum, 1e300),
                                    c.default_value,
                                    c.hold == Hold::linear ? kHoldLinear : kHoldZeroOrder, 0u});
    }
    add_outputs(o_.outputs, body);
    body->output_rows = dims_.output_rows > 0 ? b_.motions.modes : Matrix::Zero(0, dims_.modes);
    body->omega = b_.omega;
    body->damping = 2.0 * b_.zeta.cwiseProduct(b_.omega);
    body->initial_q = start(o_.initial_q);
    body->initial_v = start(o_.initial_v);
    body->law_history_bytes = layout(sizeof(double)).law_history_bytes;
    body->law_type = schema::Law::BoltedContact;
    body->law = law(*writer).Union();
    parameters(*writer, body);
    body->solver = schema::CreateSolver(
        writer->builder(), schema::SolverKind::projected_gauss_seidel,
        static_cast<std::uint32_t>(o_.solver.sweeps), 0, 0, o_.solver.tolerance);
  }

  StepCost cost() const override { return count_bolted_cost(dims_, view_, o_.solver.sweeps); }

  LayoutOptions layout(std::uint32_t real_bytes) const override {
    LayoutOptions options;
    options.law_history_bytes = lay_out_bolted(view_, dims_.modes_padded, dims_.inputs).bytes;
    options.real_bytes = real_bytes;
    return options;
  }

  void settle(const AlignedBytes&, ModelOptions*) const override {}

  // Coordinates and velocities that take forces of the base well beyond their preload.
  GoldenTrace start(const AlignedBytes&, int steps) const override {
    GoldenTrace t;
    t.steps = steps;
    t.every = std::max(1, steps / 8);
    t.q = Vector::Zero(dims_.modes);
    double share = 0.0;
    for (Eigen::Index i = 0; i < t.q.size(); ++i) {  // a sequence without a pattern in (-1, 1)
      share += 0.6180339887498949;
      share -= std::floor(share);
      t.q[i] = (2.0 * share - 1.0) / static_cast<double>(1 + i);
    }
    const double most = (b_.from_modes.topRows(3 * view_.base) * t.q).cwiseAbs().maxCoeff();
    if (most > 0.0) t.q *= force_scale_ / most;
    t.v = -b_.omega.cwiseProduct(t.q);
    t.clearance = Vector::Zero(0);
    const auto nu = static_cast<Eigen::Index>(o_.inputs.size());
    t.inputs = Vector::Zero(2 * nu);
    for (Eigen::Index k = 0; k < 2 * nu; ++k) {
      const InputChannel& in = o_.inputs[static_cast<std::size_t>(k % nu)];
      t.inputs[k] = std::clamp(0.5 + 0.125 * static_cast<double>(k), in.minimum, in.maximum);
    }
    return t;
  }

 private:
  Vector start(const Vector& given) const {
    return given.size() > 0 ? given : Vector::Zero(dims_.modes);
  }

  void parameters(ModelWriter& w, ModelBody* body) const {
    const auto add = [&](const std::string& name, unsigned first, unsigned zones) {
      const ZoneFriction law{b_.friction[static_cast<Eigen::Index>(first)]};
      body->parameters.push_back(
          w.parameter(name, zone_friction(), law, {0.0, kMaxFriction}, first, zones));
    };
    const auto zones = static_cast<unsigned>(b_.zones.size());
    add("contact.friction", 0, zones);
    const std::string of = kick_.size() > 0 ? "contact." : "";  // of an assembly: interface.zone
    for (unsigned z = 0; zones > 1 && z < zones; ++z) add(of + b_.zones[z] + ".friction", z, 1);
  }

  Reals rows_of_inputs(ModelWriter& w, const Matrix& rows) const {
    const Matrix inputs = o_.inputs.empty() ? Matrix() : Matrix(rows.transpose());
    return w.reals(inputs.data(), static_cast<std::size_t>(inputs.size()));
  }

  fb::Offset<schema::BoltedContact> law(ModelWriter& w) const {
    const bool driven = !o_.inputs.empty();
    Vector sign = Vector::Ones(view_.rows);
    sign.head(3 * view_.base).setConstant(-1.0);
    std::vector<std::uint32_t> zone_of;
    for (const TractionCluster& c : b_.clusters)
      zone_of.push_back(static_cast<std::uint32_t>(c.zone));
    const auto zones = w.builder().CreateVectorOfStrings(b_.zones);
    const Reals friction = w.plain(b_.friction);
    const auto places = w.builder().CreateVector(zone_of);
    const Reals signs = w.columns(sign), stiffness = w.plain(tangential_stiffness(b_.pivot));
    const Reals constant = w.columns(b_.constant), from_modes = w.columns(b_.from_modes);
    const Reals from_inputs = w.columns(driven ? b_.from_inputs : Matrix());
    const Reals pivot = w.columns(b_.pivot);
    const Reals flow =
        w.columns(flow_of(b_.omega, b_.zeta, o_.step / static_cast<double>(o_.substeps)));
    const Reals forces = w.columns(driven ? b_.input_force : Matrix());
    const Reals kick = kick_.size() > 0 ? w.column(kick_) : Reals();
    const Reals trained_modes = w.columns(watched(b_.trained_modes, dims_.modes));
    const Reals trained_contact = w.columns(watched(b_.trained_contact, b_.constant.size()));
    const Reals output_constant = w.plain(b_.motions.constant);
    const Reals output_contact = w.columns(b_.motions.contact.transpose());
    const Reals output_inputs = rows_of_inputs(w, b_.motions.inputs);
    const Reals resultant_constant = w.plain(b_.resultants.constant);
    const Reals resultant_modes = w.columns(b_.resultants.modes.transpose());
    const Reals resultant_contact = w.columns(b_.resultants.contact.transpose());
    const Reals resultant_inputs = rows_of_inputs(w, b_.resultants.inputs);
    schema::BoltedContactBuilder b(w.builder());
    if (kick_.size() > 0) b.add_kick(kick);
    b.add_resultant_inputs(resultant_inputs);
    b.add_resultant_contact(resultant_contact);
    b.add_resultant_modes(resultant_modes);
    b.add_resultant_constant(resultant_constant);
    b.add_output_inputs(output_inputs);
    b.add_output_contact(output_contact);
    b.add_output_constant(output_constant);
    b.add_trained_contact(trained_contact);
    b.add_trained_modes(trained_modes);
    b.add_input_force(forces);
    b.add_flow(flow);
    b.add_pivot(pivot);
    b.add_from_inputs(from_inputs);
    b.add_from_modes(from_modes);
    b.add_constant(constant);
    b.add_stiffness(stiffness);
    b.add_sign(signs);
    b.add_trust_limit(b_.trained_contact.size() > 0 ? o_.trust_limit : 0.0);
    b.add_force_scale(force_scale_);
    b.add_update_cap(static_cast<std::uint32_t>(view_.update_cap));
    b.add_substeps(static_cast<std::uint32_t>(o_.substeps));
    b.add_zone_of(places);
    b.add_base(static_cast<std::uint32_t>(view_.base));
    b.add_friction(friction);
    b.add_zones(zones);
    return b.Finish();
  }

  ReducedBolted b_;
  BoltedBakeOptions o_;
  Vector kick_;
  Dims dims_;
  BoltedView view_;  // the sizes alone
  double force_scale_ = 0.0;
};

}  // namespace

AlignedBytes bake(const ReducedBolted& bolted, const BoltedBakeOptions& options) {
  check(bolted, options);
  return bake_system(BoltedWriter(bolted, options), options);
}

std::unique_ptr<SystemWriter> bolted_part_writer(ReducedBolted bolted, BoltedBakeOptions options,
                                                 const Vector& kick, bool energies) {
  check(bolted, options);
  return std::make_unique<BoltedWriter>(std::move(bolted), std::move(options), kick, energies);
}

}  // namespace mortise::gen
