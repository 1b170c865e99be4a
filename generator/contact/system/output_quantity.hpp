// Output quantities, one row each: definitions, full-order runs, model files and reports use it. A
// new one is a row here, and a line where a system evaluates it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

namespace mortise::gen {

// Numbered as in the schema, which says what each means.
enum class OutputQuantity {
  displacement,
  velocity,
  modal_coordinate,
  contact_force,
  gap,
  film_force,
  central_pressure,
  central_gap,
  minimum_gap,
  approach_velocity,
  film_residual,
  input_distance,
  film_basis,
  acceleration,
  energy_total,
  energy_kinetic,
  energy_strain,
  dissipated_material,
  dissipated_friction,
  dissipated_impact,
  work_external,
  normal_traction,
  friction_traction,
  slipping_share,
  sliding_velocity,
  contact_position
};

// Systems that have a quantity, as bits: unilateral contacts or none, joints, sliding contacts,
// films.
inline constexpr unsigned kOfUnilateral = 1, kOfJoint = 2, kOfSliding = 4, kOfFilm = 8;
inline constexpr unsigned kOfStructure = kOfUnilateral | kOfJoint | kOfSliding;

// What the index of an output counts: rows of the output functionals, modes, 3 * contact + axis (0
// normal, 1 and 2 tangents; of a sliding contact 0 is normal, 1 friction), contacts, law points,
// inputs.
enum class OutputIndex { none, row, mode, contact_axis, contact, point, input };

struct QuantityRow {
  OutputQuantity quantity;
  const char* name;  // in definitions and reports
  const char* unit;  // film_force: N/m under a prescribed load
  unsigned systems;
  OutputIndex index;
};

inline constexpr QuantityRow kOutputQuantities[] = {
    {OutputQuantity::displacement, "displacement", "m", kOfStructure, OutputIndex::row},
    {OutputQuantity::velocity, "velocity", "m/s", kOfStructure, OutputIndex::row},
    {OutputQuantity::modal_coordinate, "modal", "kg^0.5 m", kOfStructure, OutputIndex::mode},
    {OutputQuantity::contact_force, "contact_force", "N", kOfUnilateral | kOfSliding,
     OutputIndex::contact_axis},
    {OutputQuantity::gap, "gap", "m", kOfUnilateral | kOfSliding, OutputIndex::contact},
    {OutputQuantity::film_force, "film_force", "N", kOfFilm, OutputIndex::none},
    {OutputQuantity::central_pressure, "central_pressure", "Pa", kOfFilm, OutputIndex::none},
    {OutputQuantity::central_gap, "central_gap", "m", kOfFilm, OutputIndex::none},
    {OutputQuantity::minimum_gap, "minimum_gap", "m", kOfFilm, OutputIndex::none},
    {OutputQuantity::approach_velocity, "approach_velocity", "m/s", kOfFilm, OutputIndex::row},
    {OutputQuantity::film_residual, "film_residual", "1", kOfFilm, OutputIndex::none},
    {OutputQuantity::input_distance, "input_distance", "1", kOfFilm, OutputIndex::input},
    {OutputQuantity::film_basis, "film_basis", "1", kOfFilm, OutputIndex::none},
    {OutputQuantity::acceleration, "acceleration", "m/s2", kOfStructure, OutputIndex::row},
    {OutputQuantity::energy_total, "energy_total", "J", kOfJoint, OutputIndex::none},
    {OutputQuantity::energy_kinetic, "energy_kinetic", "J", kOfJoint, OutputIndex::none},
    {OutputQuantity::energy_strain, "energy_strain", "J", kOfJoint, OutputIndex::none},
    {OutputQuantity::dissipated_material, "dissipated_material", "J", kOfJoint, OutputIndex::none},
    {OutputQuantity::dissipated_friction, "dissipated_friction", "J", kOfJoint, OutputIndex::none},
    {OutputQuantity::dissipated_impact, "dissipated_impact", "J", kOfJoint, OutputIndex::none},
    {OutputQuantity::work_external, "work_external", "J", kOfJoint, OutputIndex::none},
    {OutputQuantity::normal_traction, "normal_traction", "N/m", kOfJoint, OutputIndex::point},
    {OutputQuantity::friction_traction, "friction_traction", "N/m", kOfJoint, OutputIndex::point},
    {OutputQuantity::slipping_share, "slipping_share", "1", kOfJoint, OutputIndex::none},
    {OutputQuantity::sliding_velocity, "sliding_velocity", "m/s", kOfSliding, OutputIndex::none},
    {OutputQuantity::contact_position, "contact_position", "m", kOfSliding, OutputIndex::none},
};

constexpr bool quantities_in_order() {
  for (std::size_t i = 0; i < std::size(kOutputQuantities); ++i)
    if (kOutputQuantities[i].quantity != static_cast<OutputQuantity>(i)) return false;
  return true;
}
static_assert(quantities_in_order());

constexpr const QuantityRow& quantity_row(OutputQuantity quantity) {
  return kOutputQuantities[static_cast<std::size_t>(quantity)];
}

// name: of a quantity.
inline const QuantityRow& quantity_row(const std::string& name) {
  return *std::find_if(std::begin(kOutputQuantities), std::end(kOutputQuantities),
                       [&](const QuantityRow& row) { return row.name == name; });
}

// Names of the quantities of structures: "displacement|velocity|...".
inline const char* structure_quantities() {
  static const std::string all = [] {
    std::string text;
    for (const QuantityRow& row : kOutputQuantities)
      if ((row.systems & kOfStructure) != 0)
        text += (text.empty() ? "" : "|") + std::string(row.name);
    return text;
  }();
  return all.c_str();
}

// Energies and losses of the whole system since the start.
inline bool is_energy(OutputQuantity quantity) {
  return quantity_row(quantity).unit == std::string("J");
}

}  // namespace mortise::gen
