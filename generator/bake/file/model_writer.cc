#include "generator/bake/file/model_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/unit_text.hpp"
#include "runtime/src/crc32c.hpp"

namespace mortise::gen {

namespace fb = flatbuffers;
using Reals = ModelWriter::Reals;

ModelWriter::ModelWriter(const ModelOptions& options, const Dims& dims)
    : o_(options), d_(dims), own_(std::make_unique<fb::FlatBufferBuilder>(1 << 16)), b_(*own_) {
  b_.ForceDefaults(true);
}

ModelWriter::ModelWriter(const ModelOptions& options, const Dims& dims, ModelWriter* outer)
    : o_(options), d_(dims), b_(outer->b_) {}

Reals ModelWriter::reals(const double* values, std::size_t count) {
  b_.ForceVectorAlignment(count, sizeof(double), 64);
  return b_.CreateVector(values, count);
}

Reals ModelWriter::column(const Vector& v) {
  Vector padded = Vector::Zero(d_.modes_padded);
  if (v.size() > 0) padded.head(d_.modes) = v;
  return reals(padded.data(), static_cast<std::size_t>(padded.size()));
}

Reals ModelWriter::columns(const Matrix& a) {
  Matrix padded = Matrix::Zero(a.cols() > 0 ? pad(static_cast<int>(a.rows())) : 0, a.cols());
  padded.topRows(a.cols() > 0 ? a.rows() : 0) = a.topRows(a.cols() > 0 ? a.rows() : 0);
  return reals(padded.data(), static_cast<std::size_t>(padded.size()));
}

namespace {

// What a reader must know to step a model of this law (law.def) through its scenarios.
std::vector<std::string> required_features(schema::Law law, bool assembly, bool changes) {
  std::vector<std::string> features;
  if (assembly) features.emplace_back("assembly");
#define MORTISE_LAW(room, tag, table, feature) \
  if (!assembly && law == schema::Law::table) features.emplace_back(#feature);
#include "mortise/law.def"
  if (changes) features.emplace_back("parameter_changes");
  return features;
}

template <class List, class Write>
auto mapped(const List& list, const Write& write) {
  std::vector<decltype(write(*list.begin()))> out;
  out.reserve(list.size());
  for (const auto& entry : list) out.push_back(write(entry));
  return out;
}

fb::Optional<double> optional_number(const std::optional<double>& x) {
  return x ? fb::Optional<double>(*x) : fb::nullopt;
}

std::uint64_t steps_until(double t, double h) {
  return static_cast<std::uint64_t>(std::llround(std::max(t, 0.0) / h));
}

}  // namespace

AlignedBytes ModelWriter::finish(const ModelBody& body, const GoldenTrace* golden) {
  schema::FinishModelBuffer(b_, model(body, golden));
  AlignedBytes bytes(b_.GetBufferPointer(), b_.GetSize());
  seal(bytes.data(), bytes.size());
  return bytes;
}

fb::Offset<schema::Model> ModelWriter::model(const ModelBody& body, const GoldenTrace* golden) {
  // Everything referred to is written before the root table that refers to it.
  const auto name = b_.CreateString(o_.name);
  const auto description = b_.CreateString(o_.description);
  const auto origin = provenance();
  const auto inputs = channels(body.inputs, true);
  const auto ranges = b_.CreateVectorOfStructs(mapped(body.input_ranges, [](const InputRange& r) {
    return schema::InputRange(r.minimum, r.maximum, r.default_value, r.hold, r.reserved);
  }));
  const auto outputs = channels(body.outputs, false);
  const auto rules = b_.CreateVectorOfStructs(mapped(body.output_rules, [](const OutputRule& r) {
    return schema::OutputRule(r.quantity, r.index);
  }));
  const Reals rows = columns(body.output_rows.transpose());
  const Reals omega = column(body.omega), damping = column(body.damping);
  const Reals q0 = column(body.initial_q), v0 = column(body.initial_v);
  const Reals pressure = o_.initial_pressure ? plain(*o_.initial_pressure) : Reals();
  const auto stages = b_.CreateVector(body.stages);
  const auto parameters = b_.CreateVector(body.parameters);
  const auto box = training_box();
  const auto certified = certificate();
  const auto scenario_list = b_.CreateVector(
      mapped(o_.scenarios, [&](const ScenarioOptions& s) { return scenario(s, body); }));
  const auto trace = golden_trace(golden);
  const bool changes = std::any_of(o_.scenarios.begin(), o_.scenarios.end(),
                                   [](const ScenarioOptions& s) { return !s.changes.empty(); });
  std::vector<std::string> needed =
      required_features(body.law_type, !body.interfaces.empty(), changes);
  needed.insert(needed.end(), body.features.begin(), body.features.end());
  const auto features = b_.CreateVectorOfStrings(needed);
  fb::Offset<fb::Vector<fb::Offset<schema::Interface>>> interfaces;
  fb::Offset<fb::Vector<fb::Offset<schema::Group>>> groups;
  fb::Offset<fb::Vector<fb::Offset<schema::Coupling>>> couplings;
  fb::Offset<fb::Vector<std::uint32_t>> output_interfaces;
  if (!body.interfaces.empty()) {
    interfaces = b_.CreateVector(body.interfaces);
    groups = b_.CreateVector(body.groups);
    couplings = b_.CreateVector(body.couplings);
    output_interfaces = b_.CreateVector(body.output_interfaces);
  }

  schema::ModelBuilder root(b_);
  root.add_schema_version(kSchemaVersion);
  root.add_file_size(0);
  root.add_checksum(0);
  root.add_name(name);
  root.add_description(description);
  root.add_provenance(origin);
  root.add_scalar(body.scalar);
  root.add_scheme(body.scheme);
  root.add_step(o_.step);
  root.add_modes(static_cast<std::uint32_t>(d_.modes));
  root.add_contacts(static_cast<std::uint32_t>(d_.contacts));
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
  if (body.law_type != schema::Law::NONE) {
    root.add_law_type(body.law_type);
    root.add_law(body.law);
  }
  root.add_solver(body.solver);
  root.add_parameters(parameters);
  root.add_law_history_bytes(body.law_history_bytes);
  root.add_film_history_bytes(body.film_history_bytes);
  root.add_cost(body.cost);
  root.add_training_box(box);
  if (!certified.IsNull()) root.add_certificate(certified);
  root.add_scenarios(scenario_list);
  if (golden != nullptr) root.add_golden(trace);
  root.add_schema_minor(kSchemaMinor);
  root.add_required_features(features);
  if (!body.interfaces.empty()) {
    root.add_interfaces(interfaces);
    root.add_groups(groups);
    root.add_couplings(couplings);
    root.add_output_interfaces(output_interfaces);
  }
  if (o_.initial_pressure) root.add_initial_pressure(pressure);
  return root.Finish();
}

// 1 + entry of the training box named so, 0: none. Parameters of single contacts
// ("contact.friction.2") share the entry of their kind.
std::uint32_t ModelWriter::box_entry(const std::string& name) const {
  const auto find = [&](const std::string& wanted) {
    std::uint32_t k = 0;
    while (k < o_.training_box.size() && o_.training_box[k].name != wanted) ++k;
    return k < o_.training_box.size() ? k + 1 : 0;
  };
  const std::uint32_t own = find(name);
  const std::size_t dot = name.find_last_not_of("0123456789");
  const bool of_contact = dot != std::string::npos && name[dot] == '.' && dot + 1 < name.size();
  return own == 0 && of_contact ? find(name.substr(0, dot)) : own;
}

ModelWriter::Channels ModelWriter::channels(const std::vector<NamedUnit>& list, bool trained) {
  return b_.CreateVector(mapped(list, [&](const NamedUnit& c) {
    const auto unit = b_.CreateString(c.unit), name = b_.CreateString(c.name);
    return schema::CreateChannel(b_, name, unit, trained ? box_entry(c.name) : 0);
  }));
}

fb::Offset<schema::Provenance> ModelWriter::provenance() {
  const ProvenanceOptions& p = o_.provenance;
  const auto settings = mapped(p.settings, [this](const auto& s) {
    const auto value = b_.CreateString(s.second), key = b_.CreateString(s.first);
    return schema::CreateSetting(b_, key, value);
  });
  const auto lines =
      mapped(p.reduction, [this](const std::string& line) { return b_.CreateString(line); });
  const auto generator = b_.CreateString("mortise " MORTISE_VERSION);
  const auto definition = b_.CreateString(p.definition_hash);
  const auto input = b_.CreateString(p.input_hash);
  const auto all = b_.CreateVector(settings);
  return schema::CreateProvenance(b_, generator, definition, input, all, b_.CreateVector(lines));
}

fb::Offset<fb::Vector<fb::Offset<schema::Range>>> ModelWriter::training_box() {
  return b_.CreateVector(mapped(o_.training_box, [this](const RangeOptions& r) {
    return schema::CreateRange(b_, b_.CreateString(r.name), r.minimum, r.maximum);
  }));
}

// Errors: of a scenario or of an interface.
template <class Errors>
ModelWriter::MeasuredErrors ModelWriter::measured_errors(const Errors& e) {
  std::vector<fb::Offset<schema::MeasuredError>> measured;
  for (std::size_t k = 0; k < kMeasures; ++k) {
    const auto m = static_cast<Measure>(k);
    if (!e.total[m]) continue;
    measured.push_back(
        schema::CreateMeasuredError(b_, static_cast<schema::Measure>(m),
                                    optional_number(e.total[m]), optional_number(e.reduction[m]),
                                    optional_number(e.step[m]), optional_number(e.reference[m])));
  }
  return b_.CreateVector(measured);
}

fb::Offset<schema::ScenarioError> ModelWriter::scenario_error(const ScenarioErrors& e) {
  const auto name = b_.CreateString(e.scenario);
  const auto list = measured_errors(e);
  fb::Offset<fb::Vector<fb::Offset<schema::InterfaceError>>> interfaces;
  if (!e.interfaces.empty())
    interfaces = b_.CreateVector(mapped(e.interfaces, [this](const InterfaceErrors& i) {
      const auto own = b_.CreateString(i.interface);
      return schema::CreateInterfaceError(b_, own, measured_errors(i));
    }));
  const auto losses = [](const ContactLosses& l) {
    return schema::ContactLosses(l.friction, l.impact, l.scheme);
  };
  const schema::ContactLosses own = losses(e.losses.value_or(ContactLosses()));
  const schema::ContactLosses full = losses(e.full_losses.value_or(ContactLosses()));
  return schema::CreateScenarioError(b_, name, list, e.touched, optional_number(e.reference_step),
                                     optional_number(e.resolved_until), interfaces,
                                     e.losses ? &own : nullptr, e.full_losses ? &full : nullptr);
}

fb::Offset<schema::Certificate> ModelWriter::certificate() {
  if (!o_.certificate) return {};
  const CertificateOptions& c = *o_.certificate;
  const auto errors =
      mapped(c.errors, [this](const ScenarioErrors& e) { return scenario_error(e); });
  std::vector<fb::Offset<schema::Limit>> limits;
  for (std::size_t k = 0; k < kMeasures; ++k) {
    const auto m = static_cast<Measure>(k);
    if (c.limits[m])
      limits.push_back(schema::CreateLimit(b_, static_cast<schema::Measure>(m), *c.limits[m]));
  }
  const auto reference = b_.CreateString(c.reference);
  const auto error_list = b_.CreateVector(errors);
  const auto limit_list = b_.CreateVector(limits);
  fb::Offset<fb::Vector<fb::Offset<fb::String>>> warnings;
  if (!c.warnings.empty()) warnings = b_.CreateVectorOfStrings(c.warnings);
  return schema::CreateCertificate(b_, reference, error_list, limit_list,
                                   optional_number(c.omega_h), optional_number(c.omega_h_carrying),
                                   warnings, optional_number(c.filter_time));
}

fb::Offset<schema::Source> ModelWriter::source(const SourceOptions& s) {
  // z_0 at t = 0; r_0 takes it to t = h; c turns r by the growth of frequency over one step.
  const double h = o_.step;
  const double turn = kTwoPi * (s.frequency * h + 0.5 * s.rate * h * h);
  const double bend = kTwoPi * s.rate * h * h;
  return schema::CreateSource(b_, static_cast<std::uint32_t>(s.input), s.offset, s.amplitude,
                              std::cos(s.phase), std::sin(s.phase), std::cos(turn), std::sin(turn),
                              std::cos(bend), std::sin(bend), s.frequency, s.rate,
                              steps_until(s.start, h), steps_until(s.end, h));
}

fb::Offset<schema::Ramp> ModelWriter::ramp(const RampOptions& r) {
  const Reals times = reals(r.times.data(), r.times.size());
  const Reals values = reals(r.values.data(), r.values.size());
  return schema::CreateRamp(b_, static_cast<std::uint32_t>(r.input), times, values);
}

// Changes of every parameter that has the number in its interface.
std::vector<schema::ParameterChange> ModelWriter::changes(const ScenarioOptions& s,
                                                          const ModelBody& body) const {
  std::vector<schema::ParameterChange> out;
  for (const LawChange& change : s.changes) {
    for (std::size_t k = 0; k < body.parameters.size(); ++k) {
      const schema::Parameter& p = *fb::GetTemporaryPointer(b_, body.parameters[k]);
      if (p.interface() != change.interface || static_cast<int>(p.kind()) != change.parameter ||
          !change.is_of(p.first_contact()))
        continue;
      const double value = change.of(p.default_value());
      if (value < p.minimum() || value > p.maximum())
        throw Error("scenario " + s.name,
                    fmt::format("makes {} {:g}, which goes from {:g} to {:g}{}", p.name()->c_str(),
                                value, p.minimum(), p.maximum(), behind_number(p.unit()->str())),
                    "choose a value in range");
      out.emplace_back(steps_until(change.at, o_.step), k, value);
    }
  }
  return out;
}

fb::Offset<schema::Scenario> ModelWriter::scenario(const ScenarioOptions& s,
                                                   const ModelBody& body) {
  const auto sources = mapped(s.sources, [this](const SourceOptions& o) { return source(o); });
  const auto ramps = mapped(s.ramps, [this](const RampOptions& o) { return ramp(o); });
  const auto name = b_.CreateString(s.name);
  const Reals q = s.initial_q ? column(*s.initial_q) : Reals();
  const Reals v = s.initial_v ? column(*s.initial_v) : Reals();
  const Reals film = s.initial_film ? plain(*s.initial_film) : Reals();
  const Reals pressure = s.initial_pressure ? plain(*s.initial_pressure) : Reals();
  const auto phases = mapped(s.phases, [this](const PhaseOptions& p) {
    return schema::Phase(steps_until(p.start, o_.step),
                         static_cast<std::uint64_t>(p.operating_case));
  });
  const auto phase_list = b_.CreateVectorOfStructs(phases);
  const auto source_list = b_.CreateVector(sources);
  const auto ramp_list = b_.CreateVector(ramps);
  fb::Offset<fb::Vector<const schema::ParameterChange*>> change_list;
  if (!s.changes.empty()) change_list = b_.CreateVectorOfStructs(changes(s, body));
  return schema::CreateScenario(b_, name, s.duration, q, v, source_list, ramp_list, film,
                                phase_list, pressure, change_list);
}

fb::Offset<schema::Golden> ModelWriter::golden_trace(const GoldenTrace* g) {
  if (g == nullptr) return {};
  const Reals q = column(g->q), v = column(g->v), c = plain(g->clearance), u = plain(g->inputs);
  const auto checkpoints = b_.CreateVector(g->checkpoints);
  return schema::CreateGolden(b_, static_cast<std::uint32_t>(g->steps), q, v, c, u,
                              g->operator_hash, g->hash, static_cast<std::uint32_t>(g->every),
                              checkpoints, g->law_hash);
}

void seal(std::uint8_t* bytes, std::size_t size) {
  const auto* root = flatbuffers::GetRoot<flatbuffers::Table>(bytes);
  const auto field = [&](flatbuffers::voffset_t slot) {
    return static_cast<std::size_t>(root->GetAddressOf(slot) - bytes);
  };
  const std::uint64_t file_size = size;
  std::memcpy(bytes + field(schema::Model::VT_FILE_SIZE), &file_size, sizeof file_size);
  const std::size_t hole = field(schema::Model::VT_CHECKSUM);
  const std::uint32_t crc = crc32c_with_hole(bytes, size, hole);
  std::memcpy(bytes + hole, &crc, sizeof crc);
}

}  // namespace mortise::gen
