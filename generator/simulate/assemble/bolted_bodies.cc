// Bodies of an assembly that are bolted structures become the modes of what their bolts have
// preloaded.
#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/attach.hpp"
#include "generator/simulate/bolted/bonded_body.hpp"

namespace mortise::gen {
namespace {

// Dofs of a body and how many modes take their place.
struct Replaced {
  Eigen::Index first = 0, size = 0, modes = 0;

  Eigen::Index end() const { return first + size; }
  bool has(Eigen::Index dof) const { return dof >= first && dof < end(); }
  Eigen::Index moved(Eigen::Index dof) const { return dof < end() ? dof : dof - size + modes; }
};

// Dofs of all parts of a body; its parts become one.
Replaced parts_of(const std::string& body, FullSystem* system) {
  const std::vector<Substructure> parts = substructures_of(system->model);
  std::vector<Substructure> kept;
  std::vector<Rayleigh> damping;
  Replaced found;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Substructure& part = parts[k];
    const bool own = parts.size() == 1 || part.name == body || part.name.rfind(body + ".", 0) == 0;
    if (own && found.size > 0) {
      found.size += part.size;
      kept.back().size += part.size;
      continue;
    }
    if (own) found = {part.first, part.size, 0};
    kept.push_back(part);
    if (own) kept.back().name = body;
    if (system->damping.size() == parts.size())
      damping.push_back(own ? Rayleigh{} : system->damping[k]);
  }
  system->model.substructures = kept;
  if (!damping.empty()) system->damping = damping;
  return found;
}

// Every row that looks at the body, as it lies among all attached rows.
SparseMatrix rows_on(const Replaced& body, FullSystem* system) {
  Entries entries;
  int row = 0;
  each_attached_row(system, [&](const SparseRow& values) {
    for (SparseRow::InnerIterator w(values); w; ++w)
      if (body.has(w.index()))
        entries.emplace_back(row, static_cast<int>(w.index() - body.first), w.value());
    ++row;
  });
  return sparse_matrix(row, body.size, entries);
}

bool lies_within(const SparseRow& row, const Replaced& body) {
  for (SparseRow::InnerIterator w(row); w; ++w)
    if (!body.has(w.index())) return false;
  return row.nonZeros() > 0;
}

SparseMatrix replaced(const SparseMatrix& matrix, const Replaced& body, const Vector& diagonal) {
  Entries entries;
  for (Eigen::Index k = 0; k < matrix.outerSize(); ++k)
    for (SparseMatrix::InnerIterator w(matrix, k); w; ++w)
      if (!body.has(w.row()) && !body.has(w.col()))
        entries.emplace_back(static_cast<int>(body.moved(w.row())),
                             static_cast<int>(body.moved(w.col())), w.value());
  for (Eigen::Index k = 0; k < body.modes; ++k) {
    const int at = static_cast<int>(body.first + k);
    entries.emplace_back(at, at, diagonal[k]);
  }
  const Eigen::Index n = body.moved(matrix.rows());
  return sparse_matrix(n, n, entries);
}

// Replaces the dofs of a vector over them (n; empty: none) that is zero on the body.
void replace(const Replaced& body, const std::string& what, const std::string& remedy, Vector* x) {
  if (x->size() == 0) return;
  demand(x->segment(body.first, body.size).isZero(0.0), what, "acts on its bolted structure",
         remedy);
  Vector out = Vector::Zero(body.moved(x->size()));
  out.head(body.first) = x->head(body.first);
  out.tail(x->size() - body.end()) = x->tail(x->size() - body.end());
  *x = out;
}

void replace(const Replaced& body, const Vector& by_modes, SparseRow* row) {
  SparseRow out(body.moved(row->size()));
  for (SparseRow::InnerIterator w(*row); w; ++w)
    if (w.index() < body.first) out.insert(w.index()) = w.value();
  for (Eigen::Index k = 0; k < by_modes.size(); ++k)
    if (by_modes[k] != 0.0) out.insert(body.first + k) = by_modes[k];
  for (SparseRow::InnerIterator w(*row); w; ++w)
    if (w.index() >= body.end()) out.insert(body.moved(w.index())) = w.value();
  *row = out;
}

void replace(const Replaced& body, const StickModes& modes, const Vector& damping,
             FullSystem* system) {
  FullModel& model = system->model;
  const auto before = static_cast<std::size_t>(model.size());
  model.mass = replaced(model.mass, body, Vector::Ones(body.modes));
  model.stiffness = replaced(model.stiffness, body, modes.omega.cwiseAbs2());
  if (system->modal_damping.size() == 0)
    system->modal_damping = Vector::Zero(static_cast<Eigen::Index>(before));
  system->modal_damping.segment(body.first, body.size).setZero();
  replace(body, "damping", "", &system->modal_damping);
  system->modal_damping.segment(body.first, body.modes) = damping;
  const auto first = model.dofs.begin() + body.first;
  std::vector<Dof> generalised;
  for (int k = 0; k < static_cast<int>(body.modes); ++k) generalised.push_back({first->node, -k});
  const auto at = model.dofs.erase(first, first + body.size);
  model.dofs.insert(at, generalised.begin(), generalised.end());
  for (Substructure& part : model.substructures) {
    if (part.first == body.first) part.size = body.modes;
    part.first = body.moved(part.first);
  }
  for (FullInterface& i : system->interfaces)
    if (auto* bolted = i.as<BoltedZones>()) bolted->first_mode = body.moved(bolted->first_mode);
}

void bond(const Definition& definition, std::size_t number, AssembledSystem* assembled,
          std::vector<std::string>* warnings) {
  FullSystem& system = assembled->system;
  const BoltedInterfaceSpec& spec = definition.interfaces[number].bolted;
  const Definition& structure = *spec.structure;
  const std::string what = "interface \"" + definition.interfaces[number].name + "\"";
  Replaced body = parts_of(spec.body, &system);
  const SparseMatrix asked = rows_on(body, &system);
  auto part = std::make_shared<BondedBody>();
  part->bolted = bolted_case(structure, warnings, [&](const FullModel& alone) {
    demand(alone.size() == body.size, what,
           fmt::format("its structure has {} dofs, body \"{}\" {}", alone.size(), spec.body,
                       body.size),
           "leave its nodes free of ties");
    return asked;
  });
  const Matrix& rows = part->bolted.more_rows;
  CoulombNewton contact = part->bolted.contact();
  const Preloaded preloaded = tighten(part->bolted.structure, part->bolted.preload, &contact, {});
  // inputs and outputs come last
  const auto inputs = static_cast<Eigen::Index>(system.input_forces.size());
  const auto outputs = static_cast<Eigen::Index>(system.output_rows.size());
  BoltedSystemOptions options;
  options.modes = std::min<Eigen::Index>(structure.contact.bolted.reduce.modes,
                                         part->bolted.structure.mass.rows());
  options.damping = structure.damping.ratio.value_or(0.0);
  options.friction = part->bolted.friction;
  options.loads = rows.middleRows(rows.rows() - outputs - inputs, inputs).transpose();
  options.motions = rows.bottomRows(outputs);
  part->system = bolted_system(part->bolted.structure, preloaded, options);
  const StickModes& modes = part->system.modes;
  body.modes = modes.count();

  for (OutputChannel& c : system.outputs) {
    const bool moves =
        c.quantity == OutputQuantity::displacement || c.quantity == OutputQuantity::velocity;
    if (c.interface < 0 && moves &&
        lies_within(system.output_rows[static_cast<std::size_t>(c.index)], body))
      c.interface = static_cast<int>(number);
  }
  const Matrix by_modes = rows * modes.shapes;
  Eigen::Index row = 0;
  each_attached_row(&system, [&](SparseRow& values) {
    const bool drives = row >= rows.rows() - outputs - inputs && row < rows.rows() - outputs;
    // what inputs do to the modes is a kick of the bolted contacts
    replace(body, drives ? Vector(Vector::Zero(body.modes)) : Vector(by_modes.row(row)), &values);
    ++row;
  });
  const std::string held =
      "bolted structures take no constant forces or weight: give [[inputs]] a "
      "default instead";
  replace(body, definition.path, held, &system.constant_force);
  const std::string still = "bolted structures start preloaded, at rest";
  replace(body, definition.path, still, &system.initial_displacement);
  replace(body, definition.path, still, &system.initial_velocity);
  for (InitialState& state : assembled->scenario_states) {
    replace(body, definition.path, still, &state.displacement);
    replace(body, definition.path, still, &state.velocity);
  }
  replace(body, modes, 2.0 * part->system.zeta.cwiseProduct(modes.omega), &system);
  BoltedZones& bolted = system.interfaces[number].make<BoltedZones>();
  bolted.first_mode = body.first;
  bolted.modes = body.modes;
  bolted.body = std::move(part);
}

}  // namespace

void bond_bolted(const Definition& definition, AssembledSystem* assembled,
                 std::vector<std::string>* warnings) {
  for (std::size_t i = 0; i < definition.interfaces.size(); ++i)
    if (definition.interfaces[i].bolted.structure) bond(definition, i, assembled, warnings);
}

}  // namespace mortise::gen
