#include "generator/bake/write_model.hpp"

#include <algorithm>

#include "generator/bake/cost.hpp"
#include "generator/bake/model_writer.hpp"
#include "generator/bake/write_joint.hpp"
#include "generator/bake/write_sliding.hpp"

namespace mortise::gen {

namespace {

namespace fb = flatbuffers;
using Reals = ModelWriter::Reals;

Dims dims_of(const ReducedSystem& s) {
  Dims d;
  d.modes = static_cast<int>(s.size());
  d.modes_padded = ModelWriter::pad(d.modes);
  d.contacts = static_cast<int>(s.contacts.size());
  d.rows = 3 * d.contacts;
  d.rows_padded = ModelWriter::pad(d.rows);
  d.inputs = static_cast<int>(s.inputs.size());
  d.outputs = static_cast<int>(s.outputs.size());
  d.output_rows = static_cast<int>(s.output_rows.rows());
  return d;
}

std::uint32_t unsigned_of(int x) { return static_cast<std::uint32_t>(x); }

// The part of a structure's file that no other file has.
class Writer {
 public:
  explicit Writer(const BakedModel& m)
      : m_(m), s_(m.system), o_(m.options), d_(dims_of(m.system)), w_(m.options, d_) {}

  AlignedBytes write(const GoldenTrace* golden) {
    ModelBody body;
    for (const InputChannel& c : s_.inputs) {
      body.inputs.push_back({c.name, c.unit});
      body.input_ranges.push_back({std::max(c.minimum, -1e300), std::min(c.maximum, 1e300),
                                   c.default_value,
                                   c.hold == Hold::linear ? kHoldLinear : kHoldZeroOrder, 0u});
    }
    for (const OutputChannel& c : s_.outputs) {
      body.outputs.push_back({c.name, c.unit});
      body.output_rules.push_back({static_cast<std::uint32_t>(c.quantity), unsigned_of(c.index)});
    }
    body.output_rows = s_.output_rows;
    body.omega = s_.omega;
    body.damping = m_.damping;
    body.initial_q = s_.initial_q;
    body.initial_v = s_.initial_v;
    if (m_.joint) {
      write_joint(s_, o_, *m_.joint, &w_, &body);
      body.cost = write_cost(body.law_history_bytes);
      return w_.finish(body, golden);
    }
    if (s_.sliding) {
      write_sliding(s_, o_, m_.damping, &w_, &body);
      body.cost = write_cost(body.law_history_bytes);
      return w_.finish(body, golden);
    }
    body.stages = {write_stage()};
    if (d_.contacts > 0) {
      body.law_type = schema::Law::SignoriniCoulomb;
      body.law = write_law().Union();
    }
    const ChosenSolver& c = m_.solver;
    body.solver = schema::CreateSolver(
        w_.builder(),
        c.newton ? schema::SolverKind::status_newton : schema::SolverKind::projected_gauss_seidel,
        unsigned_of(c.sweeps), unsigned_of(c.iterations), unsigned_of(c.tail_sweeps), c.tolerance);
    body.parameters = write_parameters();
    body.cost = write_cost(0);
    return w_.finish(body, golden);
  }

 private:
  fb::Offset<schema::Stage> write_stage() {
    const StepOperators& op = m_.operators;
    const Reals from_v = w_.column(op.from_velocity), from_q = w_.column(op.from_position);
    const Reals constant = w_.column(op.constant), input = w_.columns(op.from_input);
    const Reals admittance = w_.column(op.admittance), delassus = w_.columns(op.delassus);
    Reals inverse;
    if (m_.solver.inverse.size() > 0) inverse = w_.columns(m_.solver.inverse);
    const Reals local = w_.reals(reinterpret_cast<const double*>(op.local_contacts.data()),
                                 16 * op.local_contacts.size());
    return schema::CreateStage(w_.builder(), from_v, from_q, constant, input, admittance, delassus,
                               inverse, local);
  }

  fb::Offset<schema::SignoriniCoulomb> write_law() {
    const std::size_t nc = s_.contacts.size();
    Vector clearance(nc), friction(nc), normal(nc), tangential(nc);
    for (std::size_t i = 0; i < nc; ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      clearance[k] = s_.contacts[i].clearance;
      friction[k] = s_.contacts[i].friction;
      normal[k] = s_.contacts[i].restitution;
      tangential[k] = s_.contacts[i].restitution_tangential;
    }
    const Reals rows = w_.columns(s_.contact_rows.transpose());
    const Reals c = w_.plain(clearance), f = w_.plain(friction), n = w_.plain(normal),
                t = w_.plain(tangential);
    const LawSpec& law = o_.law;
    return schema::CreateSignoriniCoulomb(
        w_.builder(), rows, c, f, n, t,
        law.friction_velocity == FrictionVelocity::mean ? schema::FrictionVelocity::mean
                                                        : schema::FrictionVelocity::end,
        law.restitution_rule == RestitutionRule::energy_safe ? schema::RestitutionRule::energy_safe
                                                             : schema::RestitutionRule::newton,
        law.activation == Activation::free_end_gap ? schema::Activation::free_end_gap
                                                   : schema::Activation::start_velocity,
        law.activation_threshold, law.activation_hysteresis, law.restitution_threshold);
  }

  // Contacts with equal values share a parameter named as in the definition; others get one each.
  std::vector<fb::Offset<schema::Parameter>> write_parameters() {
    std::vector<fb::Offset<schema::Parameter>> out;
    const auto add = [&](const char* name, const char* unit, schema::ParameterKind kind, double low,
                         double high, double ContactParameters::*member) {
      const auto& list = s_.contacts;
      const bool shared = std::all_of(list.begin(), list.end(), [&](const ContactParameters& c) {
        return c.*member == list.front().*member;
      });
      for (std::size_t i = 0; i < (shared ? std::min<std::size_t>(1, list.size()) : list.size());
           ++i) {
        const std::string full = shared ? name : std::string(name) + "." + std::to_string(i);
        out.push_back(w_.parameter(full, unit, kind, static_cast<unsigned>(i),
                                   shared ? unsigned_of(d_.contacts) : 1u, low, high,
                                   list[i].*member));
      }
    };
    using K = schema::ParameterKind;
    using P = ContactParameters;
    add("contact.friction", "1", K::friction, 0, 10, &P::friction);
    add("contact.restitution", "1", K::restitution, 0, 1, &P::restitution);
    // Mean-velocity friction has no tangential restitution to change.
    if (o_.law.friction_velocity == FrictionVelocity::end)
      add("contact.restitution_tangential", "1", K::restitution_tangential, 0, 1,
          &P::restitution_tangential);
    add("contact.clearance", "m", K::clearance, -1, 1, &P::clearance);
    return out;
  }

  fb::Offset<schema::Cost> write_cost(std::uint32_t law_history_bytes) {
    const StepCost c =
        m_.joint
            ? count_joint_cost(d_, joint_sizes(s_, *m_.joint), joint_work(s_, *m_.joint, o_.solver))
        : s_.sliding ? count_sliding_cost(d_, sliding_sizes(s_, o_.alpha_radius.has_value()))
                     : count_cost(d_, m_.solver);
    LayoutOptions options;
    options.law_history_bytes = law_history_bytes;
    options.newton = m_.solver.newton;
    StateLayout layout{};
    lay_out_state(d_, options, &layout);
    options.real_bytes = sizeof(float);
    StateLayout layout_float{};
    lay_out_state(d_, options, &layout_float);
    return schema::CreateCost(w_.builder(), c.flops_free, c.flops_worst, c.bytes_free,
                              c.bytes_worst, layout.bytes, layout_float.bytes, c.iterations_worst);
  }

  const BakedModel& m_;
  const ReducedSystem& s_;
  const BakeOptions& o_;
  Dims d_;
  ModelWriter w_;
};

}  // namespace

AlignedBytes write_model(const BakedModel& model, const GoldenTrace* golden) {
  return Writer(model).write(golden);
}

}  // namespace mortise::gen
