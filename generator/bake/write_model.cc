#include "generator/bake/write_model.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bake/cost.hpp"
#include "generator/bake/seal.hpp"
#include "generator/constants.hpp"
#include "mortise/mortise.hpp"
#include "mortise_generated.h"

namespace mortise::gen {

namespace {

namespace fb = flatbuffers;
using Reals = fb::Offset<fb::Vector<double>>;

class Writer {
 public:
  explicit Writer(const BakedModel& m) : m_(m), s_(m.system), o_(m.options) {
    d_.modes = static_cast<int>(s_.size());
    d_.modes_padded = pad(d_.modes);
    d_.contacts = static_cast<int>(s_.contacts.size());
    d_.rows = 3 * d_.contacts;
    d_.rows_padded = pad(d_.rows);
    d_.inputs = static_cast<int>(s_.inputs.size());
    d_.outputs = static_cast<int>(s_.outputs.size());
    d_.output_rows = static_cast<int>(s_.output_rows.rows());
    b_.ForceDefaults(true);
  }

  AlignedBytes write(const GoldenTrace* golden) {
    // Everything referred to is written before the root table that refers to it.
    const auto name = b_.CreateString(o_.name);
    const auto description = b_.CreateString(o_.description);
    const auto provenance = write_provenance();
    const auto inputs = channels(s_.inputs);
    const auto ranges = input_ranges();
    const auto outputs = channels(s_.outputs);
    const auto rules = output_rules();
    const Reals rows = columns(s_.output_rows.transpose());
    const Reals omega = column(s_.omega), damping = column(m_.damping);
    const Reals q0 = column(s_.initial_q), v0 = column(s_.initial_v);
    const auto stages = b_.CreateVector(std::vector{write_stage()});
    const auto law = d_.contacts > 0 ? write_law().Union() : fb::Offset<void>();
    const ChosenSolver& c = m_.solver;
    const auto solver = schema::CreateSolver(
        b_,
        c.newton ? schema::SolverKind::status_newton : schema::SolverKind::projected_gauss_seidel,
        unsigned_of(c.sweeps), unsigned_of(c.iterations), unsigned_of(c.tail_sweeps), c.tolerance);
    const auto parameters = write_parameters();
    const auto cost = write_cost();
    const auto box = write_training_box();
    const auto certificate = write_certificate();
    const auto scenarios = write_scenarios();
    const auto trace = write_golden(golden);

    schema::ModelBuilder root(b_);
    root.add_schema_version(1);
    root.add_file_size(0);
    root.add_checksum(0);
    root.add_name(name);
    root.add_description(description);
    root.add_provenance(provenance);
    root.add_scalar(schema::Scalar::float64);
    root.add_scheme(schema::Scheme::moreau_jean);
    root.add_step(o_.step);
    root.add_modes(unsigned_of(d_.modes));
    root.add_contacts(unsigned_of(d_.contacts));
    root.add_inputs(inputs);
    root.add_input_ranges(ranges);
    root.add_outputs(outputs);
    root.add_output_rules(rules);
    root.add_output_rows(rows);
    root.add_omega(omega);
    root.add_damping(damping);
    root.add_initial_q(q0);
    root.add_initial_v(v0);
    root.add_stages(stages);
    if (d_.contacts > 0) {
      root.add_law_type(schema::Law::SignoriniCoulomb);
      root.add_law(law);
    }
    root.add_solver(solver);
    root.add_parameters(parameters);
    root.add_law_history_bytes(0);
    root.add_film_history_bytes(0);
    root.add_cost(cost);
    root.add_training_box(box);
    if (!certificate.IsNull()) root.add_certificate(certificate);
    root.add_scenarios(scenarios);
    if (golden) root.add_golden(trace);
    schema::FinishModelBuffer(b_, root.Finish());
    AlignedBytes bytes(b_.GetBufferPointer(), b_.GetSize());
    seal(bytes.data(), bytes.size());
    return bytes;
  }

 private:
  static int pad(int n) { return (n + 7) / 8 * 8; }
  static std::uint32_t unsigned_of(int x) { return static_cast<std::uint32_t>(x); }

  Reals reals(const double* p, std::size_t count) {
    b_.ForceVectorAlignment(count, sizeof(double), 64);
    return b_.CreateVector(p, count);
  }
  // (n) as one padded column; a zero-size vector means zeros.
  Reals column(const Vector& v) {
    Vector padded = Vector::Zero(d_.modes_padded);
    if (v.size() > 0) padded.head(d_.modes) = v;
    return reals(padded.data(), static_cast<std::size_t>(padded.size()));
  }
  // Columns of length k padded to a multiple of 8.
  Reals columns(const Matrix& a) {
    Matrix padded = Matrix::Zero(a.cols() > 0 ? pad(static_cast<int>(a.rows())) : 0, a.cols());
    padded.topRows(a.cols() > 0 ? a.rows() : 0) = a.topRows(a.cols() > 0 ? a.rows() : 0);
    return reals(padded.data(), static_cast<std::size_t>(padded.size()));
  }
  Reals plain(const Vector& v) { return reals(v.data(), static_cast<std::size_t>(v.size())); }

  template <class Channels>
  fb::Offset<fb::Vector<fb::Offset<schema::Channel>>> channels(const Channels& list) {
    std::vector<fb::Offset<schema::Channel>> out;
    out.reserve(list.size());
    for (const auto& c : list)
      out.push_back(schema::CreateChannel(b_, b_.CreateString(c.name), b_.CreateString(c.unit)));
    return b_.CreateVector(out);
  }

  fb::Offset<fb::Vector<const schema::InputRange*>> input_ranges() {
    std::vector<schema::InputRange> out;
    for (const InputChannel& c : s_.inputs)
      out.emplace_back(std::max(c.minimum, -1e300), std::min(c.maximum, 1e300), c.default_value,
                       c.hold == Hold::linear ? kHoldLinear : kHoldZeroOrder, 0u);
    return b_.CreateVectorOfStructs(out);
  }

  fb::Offset<fb::Vector<const schema::OutputRule*>> output_rules() {
    std::vector<schema::OutputRule> out;
    for (const OutputChannel& c : s_.outputs)
      out.emplace_back(static_cast<std::uint32_t>(c.quantity), unsigned_of(c.index));
    return b_.CreateVectorOfStructs(out);
  }

  fb::Offset<schema::Provenance> write_provenance() {
    const ProvenanceOptions& p = o_.provenance;
    std::vector<fb::Offset<schema::Setting>> settings;
    for (const auto& [key, value] : p.settings)
      settings.push_back(schema::CreateSetting(b_, b_.CreateString(key), b_.CreateString(value)));
    std::vector<fb::Offset<fb::String>> lines;
    for (const std::string& line : p.reduction) lines.push_back(b_.CreateString(line));
    const auto generator = b_.CreateString("mortise " MORTISE_VERSION);
    const auto definition = b_.CreateString(p.definition_hash);
    const auto input = b_.CreateString(p.input_hash);
    const auto all = b_.CreateVector(settings);
    return schema::CreateProvenance(b_, generator, definition, input, all, b_.CreateVector(lines));
  }

  fb::Offset<schema::Stage> write_stage() {
    const StepOperators& op = m_.operators;
    const Reals from_v = column(op.from_velocity), from_q = column(op.from_position);
    const Reals constant = column(op.constant), input = columns(op.from_input);
    const Reals admittance = column(op.admittance), delassus = columns(op.delassus);
    Reals inverse;
    if (m_.solver.inverse.size() > 0) inverse = columns(m_.solver.inverse);
    const Reals local = reals(reinterpret_cast<const double*>(op.local_contacts.data()),
                              16 * op.local_contacts.size());
    return schema::CreateStage(b_, from_v, from_q, constant, input, admittance, delassus, inverse,
                               local);
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
    const Reals rows = columns(s_.contact_rows.transpose());
    const Reals c = plain(clearance), f = plain(friction), n = plain(normal), t = plain(tangential);
    const LawSpec& law = o_.law;
    return schema::CreateSignoriniCoulomb(
        b_, rows, c, f, n, t,
        law.friction_velocity == FrictionVelocity::mean ? schema::FrictionVelocity::mean
                                                        : schema::FrictionVelocity::end,
        law.restitution_rule == RestitutionRule::energy_safe ? schema::RestitutionRule::energy_safe
                                                             : schema::RestitutionRule::newton,
        law.activation == Activation::free_end_gap ? schema::Activation::free_end_gap
                                                   : schema::Activation::start_velocity,
        law.activation_threshold, law.activation_hysteresis, law.restitution_threshold);
  }

  // Contacts with equal values share a parameter named as in the definition; others get one each.
  fb::Offset<fb::Vector<fb::Offset<schema::Parameter>>> write_parameters() {
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
        out.push_back(schema::CreateParameter(
            b_, b_.CreateString(full), b_.CreateString(unit), kind, static_cast<unsigned>(i),
            shared ? unsigned_of(d_.contacts) : 1u, std::min(low, list[i].*member),
            std::max(high, list[i].*member), list[i].*member));
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
    return b_.CreateVector(out);
  }

  fb::Offset<schema::Cost> write_cost() {
    const StepCost c = count_cost(d_, m_.solver);
    LayoutOptions options;
    options.newton = m_.solver.newton;
    StateLayout layout{};
    lay_out_state(d_, options, &layout);
    options.real_bytes = sizeof(float);
    StateLayout layout_float{};
    lay_out_state(d_, options, &layout_float);
    return schema::CreateCost(b_, c.flops_free, c.flops_worst, c.bytes_free, c.bytes_worst,
                              layout.bytes, layout_float.bytes);
  }

  fb::Offset<fb::Vector<fb::Offset<schema::Range>>> write_training_box() {
    std::vector<fb::Offset<schema::Range>> out;
    for (const RangeOptions& r : o_.training_box)
      out.push_back(schema::CreateRange(b_, b_.CreateString(r.name), r.minimum, r.maximum));
    return b_.CreateVector(out);
  }

  fb::Offset<schema::Certificate> write_certificate() {
    if (!o_.certificate) return {};
    const CertificateOptions& c = *o_.certificate;
    std::vector<fb::Offset<schema::ScenarioError>> errors;
    for (const ScenarioErrors& e : c.errors)
      errors.push_back(schema::CreateScenarioError(b_, b_.CreateString(e.scenario), e.displacement,
                                                   e.velocity, e.force, e.dissipated_energy));
    const auto reference = b_.CreateString(c.reference);
    const auto list = b_.CreateVector(errors);
    return schema::CreateCertificate(b_, reference, list, c.limit_displacement, c.limit_velocity,
                                     c.limit_force, c.limit_dissipated_energy);
  }

  fb::Offset<schema::Source> write_source(const SourceOptions& s) {
    // z_0 at t = 0; r_0 takes it to t = h; c turns r by the growth of frequency over one step.
    const double h = o_.step;
    const double turn = kTwoPi * (s.frequency * h + 0.5 * s.rate * h * h);
    const double bend = kTwoPi * s.rate * h * h;
    return schema::CreateSource(b_, unsigned_of(s.input), s.offset, s.amplitude, std::cos(s.phase),
                                std::sin(s.phase), std::cos(turn), std::sin(turn), std::cos(bend),
                                std::sin(bend), s.frequency, s.rate);
  }

  fb::Offset<fb::Vector<fb::Offset<schema::Scenario>>> write_scenarios() {
    std::vector<fb::Offset<schema::Scenario>> out;
    for (const ScenarioOptions& s : o_.scenarios) {
      std::vector<fb::Offset<schema::Source>> sources;
      for (const SourceOptions& source : s.sources) sources.push_back(write_source(source));
      const auto name = b_.CreateString(s.name);
      const Reals q = s.initial_q ? column(*s.initial_q) : Reals();
      const Reals v = s.initial_v ? column(*s.initial_v) : Reals();
      const auto list = b_.CreateVector(sources);
      out.push_back(schema::CreateScenario(b_, name, s.duration, q, v, list));
    }
    return b_.CreateVector(out);
  }

  fb::Offset<schema::Golden> write_golden(const GoldenTrace* g) {
    if (!g) return {};
    const Reals q = column(g->q), v = column(g->v), c = plain(g->clearance), u = plain(g->inputs);
    const auto checkpoints = b_.CreateVector(g->checkpoints);
    return schema::CreateGolden(b_, unsigned_of(g->steps), q, v, c, u, g->operator_hash, g->hash,
                                unsigned_of(g->every), checkpoints);
  }

  const BakedModel& m_;
  const ReducedSystem& s_;
  const BakeOptions& o_;
  Dims d_;
  fb::FlatBufferBuilder b_{1 << 16};
};

}  // namespace

AlignedBytes write_model(const BakedModel& model, const GoldenTrace* golden) {
  return Writer(model).write(golden);
}

}  // namespace mortise::gen
