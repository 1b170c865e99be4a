#include "generator/simulate/assemble/attach.hpp"

#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/locate.hpp"

namespace mortise::gen {
namespace {

std::string quoted(const char* list, const std::string& name) {
  return std::string(list) + " \"" + name + "\"";
}

void check_point(const Definition& definition, const OutputSpec& spec, std::size_t points) {
  if (static_cast<std::size_t>(spec.point) < points) return;
  throw Error(definition.path,
              quoted("output", spec.name) + " names law point " + std::to_string(spec.point) +
                  ", the joint has " + std::to_string(points),
              "count law points from 0, along the interface");
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
  for (const InputSpec& spec : definition.inputs) {
    const std::string what = quoted("input", spec.name);
    system->inputs.push_back(spec);
    system->inputs.back().unit = spec.stiffness ? "m" : spec.line ? "N/m" : "N";
    system->input_forces.push_back(spec.stiffness.value_or(1.0) *
                                   pattern(system->model, spec, what));
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
    if (!interface.film) continue;
    const FilmContactSpec& film = *definition.interfaces.at(i).film.film->film;
    const double margin = film.reduce->margin;
    if (film.film.kind == FilmKind::line)
      interface.film->entrainment = add(interface.name + ".entrainment", "m/s",
                                        film.train->entrainment, margin, film.entrainment);
    interface.film->viscosity =
        add(interface.name + ".viscosity_factor", "-", film.train->viscosity_factor, margin, 1.0);
  }
}

OutputChannel output_channel(const Definition& definition, const OutputSpec& spec,
                             std::size_t contacts) {
  const QuantityRow& row = quantity_row(spec.quantity);
  const bool looks_at_contact =
      row.index == OutputIndex::contact_axis || row.index == OutputIndex::contact;
  if (looks_at_contact && static_cast<std::size_t>(spec.contact) >= contacts) {
    throw Error(definition.path,
                quoted("output", spec.name) + " names contact " + std::to_string(spec.contact) +
                    ", the model has " + std::to_string(contacts),
                "count contacts from 0");
  }
  OutputChannel channel{spec.name, row.unit, spec.quantity, 0};
  if (row.index == OutputIndex::contact_axis) channel.index = 3 * spec.contact + spec.component;
  if (row.index == OutputIndex::contact) channel.index = spec.contact;
  if (row.index == OutputIndex::mode) channel.index = spec.mode;
  if (row.index == OutputIndex::point) channel.index = spec.point;
  return channel;
}

void attach_outputs(const Definition& definition, FullSystem* system) {
  for (const OutputSpec& spec : definition.outputs) {
    std::size_t contacts = system->sliding ? 1 : system->contacts.size();
    const std::optional<Joint>* joint = &system->joint;
    int interface = -1;
    for (std::size_t i = 0; i < system->interfaces.size(); ++i) {
      if (spec.interface.empty() || system->interfaces[i].name != spec.interface) continue;
      interface = static_cast<int>(i);
      contacts = system->interfaces[i].sliding
                     ? 1
                     : system->interfaces[i].contacts.size() + system->interfaces[i].zones;
      joint = &system->interfaces[i].joint;
    }
    OutputChannel channel = output_channel(definition, spec, contacts);
    channel.interface = interface;
    if (*joint) check_point(definition, spec, (*joint)->points.size());
    if (!spec.place.empty()) {
      const SparseRow row =
          moving_row(system->model, spec.place, spec.direction, quoted("output", spec.name));
      channel.index = shared_row(row, &system->output_rows);
    }
    system->outputs.push_back(channel);
  }
}

}  // namespace mortise::gen
