#include "generator/simulate/assemble/attach.hpp"

#include "generator/define/definition/key_place.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/simulate/assemble/locate.hpp"
#include "generator/simulate/assemble/output_numbers.hpp"

namespace mortise::gen {
namespace {

std::string quoted(const char* list, const std::string& name) {
  return std::string(list) + " \"" + name + "\"";
}

// Mean displacement of a place.
SparseRow moving_row(const FullModel& model, const Place& place, const Vector3& direction,
                     const std::string& what) {
  SparseRow row = place_row(model, place, direction, what);
  demand(row.norm() > 0.0, model.source,
         what + " lies along a direction in which its place does not move: it is held there",
         "give a direction that the model leaves free, or another place");
  return row;
}

// Nodal forces of an input or a constant force of size 1 (n).
template <class Spec>
SparseRow pattern(const FullModel& model, const Spec& spec, const std::string& what) {
  return spec.line ? line_row(model, spec.place.set, spec.direction, what)
                   : moving_row(model, spec.place, spec.direction, what);
}

constexpr double kLeastHold = 1e-2;    // of a spring, added as a mass for bodies that are free
constexpr double kSpringShare = 1e-3;  // by which a body may be softer than its spring, of rounding

// r K^-1 r^T [m/N]; free bodies are held by a fraction of the spring. 0 if that does not hold them.
double softness_along(const FullModel& model, const Vector& row, double spring) {
  const double mass = model.mass.diagonal().sum();
  try {
    const auto solver =
        factorize(SparseMatrix(model.stiffness + (kLeastHold * spring / mass) * model.mass),
                  "stiffness, for the springs of [[inputs]]");
    return row.dot(Vector(solver->solve(row)));
  } catch (const SingularMatrix&) {
    return 0.0;
  }
}

// The spring whose far end an input moves belongs to the body: then K = K' + k r^T r with K' >= 0,
// that is, k r K^-1 r^T <= 1. Throws Error if it does not.
void check_spring(const Definition& definition, std::size_t index, const FullModel& model,
                  const SparseRow& row) {
  const double spring = *definition.inputs[index].stiffness;
  const Vector pulled(row);
  const double softness = softness_along(model, pulled, spring);
  if (softness * spring <= 1.0 + kSpringShare) return;
  const std::string key = "inputs." + std::to_string(index) + ".stiffness";
  throw Error(
      place_of_key(definition, key),
      "'" + key + "' is " + number_text(spring) + " N/m, but the model has no such spring " +
          "there: it resists with " + number_text(1.0 / softness, 3) + " N/m or less",
      "add the spring between body and ground to the import, or leave out the stiffness and "
      "give the force");
}

int shared_row(const SparseRow& row, std::vector<SparseRow>* rows) {
  for (std::size_t i = 0; i < rows->size(); ++i) {
    if (SparseRow((*rows)[i] - row).norm() == 0.0) return static_cast<int>(i);
  }
  rows->push_back(row);
  return static_cast<int>(rows->size()) - 1;
}

}  // namespace

Vector constant_forces(const Definition& definition, const FullModel& model) {
  Vector sum = Vector::Zero(model.size());
  for (const ForceSpec& spec : definition.forces) {
    sum += spec.value * pattern(model, spec, quoted("force", spec.name));
  }
  return sum;
}

void attach_inputs(const Definition& definition, FullSystem* system) {
  for (std::size_t i = 0; i < definition.inputs.size(); ++i) {
    const InputSpec& spec = definition.inputs[i];
    const SparseRow row = pattern(system->model, spec, quoted("input", spec.name));
    if (spec.stiffness) check_spring(definition, i, system->model, row);
    system->inputs.push_back(spec);
    system->inputs.back().unit = spec.stiffness ? "m" : spec.line ? "N/m" : "N";
    system->input_forces.push_back(spec.stiffness.value_or(1.0) * row);
  }
}

void attach_film_inputs(const Definition& definition, FullSystem* system) {
  const auto add = [&](const std::string& name, const char* unit, const TrainRange& trained,
                       double margin, double value) {
    const double beyond = margin * (trained.maximum - trained.minimum);
    InputChannel input{name,  unit,        trained.minimum - beyond, trained.maximum + beyond,
                       value, Hold::linear};
    for (const InputChannel& other : system->inputs)
      demand(other.name != name, definition.path,
             quoted("input", name) + " is that of an interface already", "give it another name");
    system->inputs.push_back(input);
    system->input_forces.emplace_back(system->model.size());
    return static_cast<int>(system->inputs.size()) - 1;
  };
  for (std::size_t i = 0; i < system->interfaces.size(); ++i) {
    FullInterface& interface = system->interfaces[i];
    auto* between = interface.as<FilmBetween>();
    if (!between) continue;
    const FilmContactSpec& film = *definition.interfaces.at(i).film.film->film;
    const double margin = film.reduce->margin;
    if (film.film.kind == FilmKind::line)
      between->entrainment = add(interface.name + ".entrainment", "m/s", film.train->entrainment,
                                 margin, film.entrainment);
    between->viscosity =
        add(interface.name + ".viscosity_factor", "-", film.train->viscosity_factor, margin, 1.0);
  }
}

OutputChannel output_channel(const Definition& definition, const OutputSpec& spec,
                             const ContactRange& range) {
  const QuantityRow& row = quantity_row(spec.quantity);
  const bool looks_at_contact =
      row.index == OutputIndex::contact_axis || row.index == OutputIndex::contact;
  if (looks_at_contact)
    check_output_number(definition, spec, "contact", spec.contact, range.count, "contact",
                        "contacts");
  OutputChannel channel{spec.name, row.unit, spec.quantity, 0};
  const int contact = static_cast<int>(range.first) + spec.contact;
  if (row.index == OutputIndex::contact_axis) channel.index = 3 * contact + spec.component;
  if (row.index == OutputIndex::contact) channel.index = contact;
  if (row.index == OutputIndex::mode) channel.index = spec.mode;
  if (row.index == OutputIndex::point) channel.index = spec.point;
  return channel;
}

void attach_outputs(const Definition& definition, FullSystem* system) {
  for (const OutputSpec& spec : definition.outputs) {
    const FullInterface* from = &system->lone();
    int interface = -1;
    for (std::size_t i = 0; i < system->interfaces.size(); ++i) {
      if (system->alone || system->interfaces[i].name != spec.interface) continue;
      interface = static_cast<int>(i);
      from = &system->interfaces[i];
    }
    const auto* bolted = from->as<BoltedZones>();
    ContactRange range{from->name, 0, from->contacts().points.size()};
    if (from->as<SlidingContact>()) range.count = 1;
    if (bolted) range.count = bolted->zones;
    for (const ContactRange& own : from->contacts().stacked)
      if (own.name == spec.interface) range = own;
    OutputChannel channel = output_channel(definition, spec, range);
    channel.interface = interface;
    if (const auto* joint = from->as<Joint>())
      check_output_number(definition, spec, "point", spec.point, joint->points.size(), "law point",
                          "law points along the interface");
    if (!spec.place.empty()) {
      const SparseRow row =
          moving_row(system->model, spec.place, spec.direction, quoted("output", spec.name));
      channel.index = shared_row(row, &system->output_rows);
    }
    system->outputs.push_back(channel);
  }
}

}  // namespace mortise::gen
