#include "generator/contact/system/condense.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "generator/bodies/condense/choose_condensation.hpp"
#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/condense/modes.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

// Without an interface the modes themselves answer; those beyond the band by a half are left out.
constexpr double kBeyondBand = 1.5;
constexpr double kMassLost = 1e-3;  // share of a rigid-body motion's mass that is worth a warning

// Mass of the free part: the largest kinetic mass of a unit translation along x, y or z.
double translated_mass(const FullModel& model) {
  double mass = 0.0;
  for (int d = 1; d <= 3; ++d) {
    const Vector unit = translation(model, d);
    mass = std::max(mass, unit.dot(model.mass * unit));
  }
  return mass;
}

// Every mode of finite frequency is asked for.
bool covers_all(const CondenseOptions& options) {
  if (options.method == "none" || options.method == "full") return true;
  if (options.method != "modes") return false;
  return options.modes.all && options.modes.count == 0 && options.modes.cutoff_hz == 0.0;
}

// The modes of one substructure and what is to be said about them.
struct PartModes {
  Modes modes;     // all of them, of the substructure's dofs
  Matrix statics;  // (np x s) motions without mass, of unit stiffness
  PartReport report;
  Eigen::Index attachment_modes = 0;
  std::string choice;  // of kAutomatic
  std::vector<std::string> warnings;
};

// What is attached to one substructure.
struct PartLoads {
  Matrix loads;          // (np x a) forces that may get an attachment mode
  SparseMatrix outputs;  // (k x np) rows that are looked at
  Rayleigh damping;
  bool joint = false;
  std::shared_ptr<const SparseSolver> factor;  // of the part's stiffness matrix; may be null
};

// The method that is good enough in the band, and how many modes.
void choose(const StructurePart& part, const PartLoads& attached, CondenseOptions* options,
            PartModes* result) {
  const CondensationChoice choice = choose_condensation(
      part.stiffness, part.mass, part.interface_rows, options->hold_loose, attached.loads,
      attached.outputs,
      {options->band_hz, options->error, attached.damping,
       attached.joint && options->characteristic.empty(), options->attach_inputs});
  options->method = choice.chosen.method;
  options->modes = {choice.chosen.modes, 0.0, false};
  options->attach_inputs = choice.chosen.attach_inputs;
  result->choice = choice.why;
}

// Smallest share of its mass that a rigid-body motion has in the shapes (np x p).
double inertia_kept(const StructurePart& part, const Matrix& shapes, Eigen::Index rigid) {
  const Matrix motions = lowest_modes(part.stiffness, part.mass, {rigid, 0.0, false}).shapes;
  return ((part.mass * motions).transpose() * shapes).rowwise().squaredNorm().minCoeff();
}

// Without interface rows: free modes.
PartModes condense_part(const StructurePart& part, CondenseOptions options,
                        const PartLoads& attached) {
  const bool interface = part.interface_rows.rows() > 0;
  PartModes result;
  if (options.method == kAutomatic) {
    if (interface)
      choose(part, attached, &options, &result);
    else
      options = {{0, kBeyondBand * options.band_hz, false}, false, "modes"};
  }
  const Matrix& loads = attached.loads;
  if (!interface && condensation_method(options.method).interface) {
    options.method = "modes";
    options.characteristic = {};
  }
  if (options.given.cols() > 0)
    options.given = Matrix(options.given.middleRows(part.place.first, part.place.size));
  CondensedComponent c = condense_component(part.stiffness, part.mass, part.interface_rows, options,
                                            loads, attached.factor);
  PartReport& report = result.report;
  report.name = part.place.name;
  report.interface_dofs = c.interface_rows.rows();
  report.interface = c.interface;
  report.modes = c.normal.omega.size();
  if (report.modes > 0) {
    report.lowest_hz = c.normal.frequencies_hz()[0];
    report.highest_hz = c.normal.frequencies_hz().tail(1)[0];
  }
  result.attachment_modes = c.attachment_modes.cols();
  const auto warn = [&result](std::string sentence) {
    result.warnings.push_back(std::move(sentence));
  };
  if (c.normal.splits_multiple)
    warn(
        fmt::format("The last {}mode shares its frequency with the next one, which is left out; "
                    "ask for one mode more or less.",
                    condensation_method(options.method).modes));
  const bool follows = condensation_method(options.method).massless;
  const Eigen::Index massless =
      (interface ? c.modes.shapes.rows() : part.place.size) - c.modes.omega.size();
  if (massless > 0 && !follows && (interface || covers_all(options)))
    warn(fmt::format("{} {} carry no mass and follow statically.", massless,
                     interface ? "interface motion(s)" : "direction(s)"));
  if (c.modes.rigid_body_modes != c.rigid_body_modes)
    warn(fmt::format("The full model has {} rigid-body modes, the condensed one {}.",
                     c.rigid_body_modes, c.modes.rigid_body_modes));
  if (follows && c.rigid_body_modes > 0) {
    const double share = inertia_kept(part, c.shapes(), c.rigid_body_modes);
    if (share < 1.0 - kMassLost)
      warn(
          fmt::format("The massless interface leaves {:.3g} % of the mass out of its rigid-body "
                      "motions; more modes leave less.",
                      100.0 * (1.0 - share)));
  }
  if (c.interface.motions > c.interface.kept)
    warn(
        fmt::format("Of {} interface motions {} are kept, the next one at {:.6g} Hz: frequencies "
                    "up to {:.6g} Hz change by up to {:.3g} %, the answer to interface loads by "
                    "{:.3g} %.",
                    c.interface.motions, c.interface.kept, c.interface.next_hz, c.interface.band_hz,
                    100.0 * c.interface.frequency_error, 100.0 * c.interface.compliance_error));
  Matrix shapes = c.shapes();
  result.modes = std::move(c.modes);
  result.modes.shapes = std::move(shapes);
  result.statics = std::move(c.statics);
  return result;
}

// Runs `find` on each substructure; an Error says on which.
std::vector<PartModes> for_each(const std::vector<StructurePart>& parts,
                                const std::function<PartModes(const StructurePart&)>& find) {
  std::vector<PartModes> result;
  for (const StructurePart& part : parts) {
    try {
      result.push_back(find(part));
    } catch (const Error& error) {
      if (parts.size() == 1) throw;
      throw Error("substructure " + part.place.name, error.what(), "");
    }
    if (parts.size() > 1)
      for (std::string& warning : result.back().warnings) warning.insert(0, part.place.name + ": ");
  }
  return result;
}

void add_to(const PartModes& part, CondensationReport* report) {
  report->interface_dofs += part.report.interface_dofs;
  report->attachment_modes += part.attachment_modes;
  report->rigid_body_modes += part.modes.rigid_body_modes;
  report->residual = std::max(report->residual, part.modes.residual);
  if (part.modes.omega.size() > 0)
    report->highest_hz = std::max(report->highest_hz, part.modes.frequencies_hz().maxCoeff());
  report->parts.push_back(part.report);
  if (!part.choice.empty())
    report->choices.push_back((part.report.name.empty() ? "" : part.report.name + ": ") +
                              part.choice);
  report->warnings.insert(report->warnings.end(), part.warnings.begin(), part.warnings.end());
  if (part.report.interface_dofs == 0 || part.report.modes == 0) return;
  double& lowest = report->fixed_interface_lowest_hz;
  lowest = report->fixed_interface_modes == 0 ? part.report.lowest_hz
                                              : std::min(lowest, part.report.lowest_hz);
  report->fixed_interface_modes += part.report.modes;
  report->fixed_interface_highest_hz =
      std::max(report->fixed_interface_highest_hz, part.report.highest_hz);
}

// Order of all substructures side by side: first mode of each, and which of the modes are motions
// without mass.
struct Order {
  std::vector<Eigen::Index> groups, statics;
};

// Orients the modes of every substructure and puts them side by side, its motions without mass
// behind them.
Modes joined(const FullSystem& system, const std::vector<StructurePart>& parts,
             std::vector<PartModes>* found, Order* order) {
  const SparseMatrix guide = attached_rows(system);
  Eigen::Index count = 0;
  for (const PartModes& part : *found) count += part.modes.omega.size() + part.statics.cols();
  Modes all;
  all.omega.resize(count);
  all.shapes = Matrix::Zero(system.model.size(), count);
  Eigen::Index first = 0;
  for (std::size_t b = 0; b < parts.size(); ++b) {
    Modes& modes = (*found)[b].modes;
    const Substructure& place = parts[b].place;
    orient_modes(&modes.omega, &modes.shapes, guide.middleCols(place.first, place.size));
    order->groups.push_back(first);
    all.omega.segment(first, modes.omega.size()) = modes.omega;
    all.shapes.block(place.first, first, place.size, modes.omega.size()) = modes.shapes;
    first += modes.omega.size();
    const Matrix& statics = (*found)[b].statics;
    all.omega.segment(first, statics.cols()).setOnes();
    all.shapes.block(place.first, first, place.size, statics.cols()) = statics;
    for (Eigen::Index i = 0; i < statics.cols(); ++i) order->statics.push_back(first++);
  }
  return all;
}

Condensation finish(const FullSystem& system, const std::vector<StructurePart>& parts,
                    std::vector<PartModes> found, const ReducedForm& form) {
  Condensation result;
  CondensationReport& report = result.report;
  report.full_dofs = system.model.size();
  report.mass = translated_mass(system.model);
  for (const PartModes& part : found) add_to(part, &report);
  Order order;
  const Modes modes = joined(system, parts, &found, &order);
  Truncation truncation =
      truncate(project(system, modes, order.groups, form.friction_rows), form.coordinates,
               damping_of_substructures(system), order.statics);
  result.system = std::move(truncation.system);
  result.shapes = modes.shapes(Eigen::all, truncation.kept);
  report.static_motions = static_cast<Eigen::Index>(order.statics.size());
  report.left_out_modes = modes.omega.size() - report.static_motions - result.system.size();
  if (report.static_motions > 0) {
    const Eigen::Index n = system.model.size();
    const ModalFit fit = modal_fit(system.model, result);
    result.system.initial_q = fit.displacement * or_zero(system.initial_displacement, n);
    result.system.initial_v = fit.velocity * or_zero(system.initial_velocity, n);
  }
  return result;
}

}  // namespace

ModalFit modal_fit(const FullModel& model, const Condensation& condensation) {
  const Matrix& shapes = condensation.shapes;
  ModalFit fit;
  fit.velocity = (model.mass * shapes).transpose();
  fit.displacement = fit.velocity;
  if (condensation.report.static_motions == 0) return fit;
  fit.velocity = Cholesky(product(fit.velocity, shapes)).solve(Matrix(fit.velocity));
  fit.displacement = (model.stiffness * shapes).transpose();
  for (Eigen::Index i = 0; i < shapes.cols(); ++i) {
    const double omega = condensation.system.omega[i];
    if (omega > 0.0)
      fit.displacement.row(i) /= omega * omega;
    else
      fit.displacement.row(i) = fit.velocity.row(i);
  }
  return fit;
}

namespace {

// (n x a) of the inputs, and of the constant force if there is one.
Matrix loads_of(const FullSystem& system) {
  const Eigen::Index n = system.model.size();
  Matrix loads = Matrix(stack_rows(system.input_forces, n)).transpose();
  if (system.constant_force.size() == 0 || system.constant_force.isZero(0.0)) return loads;
  loads.conservativeResize(Eigen::NoChange, loads.cols() + 1);
  loads.rightCols(1) = system.constant_force;
  return loads;
}

std::string method_reported(const CondenseOptions& options) {
  if (covers_all(options)) return "full";
  std::string name = options.method;
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

// The columns, and the rows, that are not zero: what acts on or looks at this substructure.
Matrix moving(const Matrix& loads) {
  std::vector<Eigen::Index> kept;
  for (Eigen::Index j = 0; j < loads.cols(); ++j)
    if (!loads.col(j).isZero(0.0)) kept.push_back(j);
  return loads(Eigen::all, kept);
}
SparseMatrix moving(const SparseMatrix& rows) {
  const Vector size = rows.cwiseAbs() * Vector::Ones(rows.cols());
  std::vector<Eigen::Index> kept;
  for (Eigen::Index i = 0; i < size.size(); ++i)
    if (size[i] > 0.0) kept.push_back(i);
  return select_rows(rows, kept);
}

bool is_massless(const CondenseOptions& options) {
  return options.method != kAutomatic && condensation_method(options.method).massless;
}

// Impulses on a compliance make energy: only interfaces whose forces are finite see one, a joint
// that is alone or contacts at position level, of which the part has rows.
void check_massless(const FullSystem& system, const StructurePart& part,
                    const CondenseOptions& options) {
  demand(!is_massless(options) || system.interfaces.empty() || system.lone().as<Joint>() ||
             part.interface_rows.rows() == 0 || part.leading > 0,
         "condense",
         options.method +
             " gives the interface a compliance without mass, which impulses of a "
             "unilateral or sliding contact cannot act on",
         "take rubin or craig_bampton, or set contact.level, or level of the body's "
         "[[interfaces]], to \"position\"; a joint alone and bodies beside films can do with it");
}

// Rows of what sees the compliance of its interface (k x n), if others stand beside it; none: of
// all rows that is alike.
SparseMatrix rows_without_mass(const FullSystem& system) {
  std::vector<const SparseRow*> rows;
  for (const FullInterface& i : system.interfaces) {
    if (!at_position_level(i)) continue;
    const std::vector<const SparseRow*> own = rows_of(i.law);
    rows.insert(rows.end(), own.begin(), own.end());
  }
  return stack_rows(rows, system.model.size());
}

// The interface again, with as many rows that carry no mass as there can be before the others.
struct OrderedInterface {
  SparseMatrix rows;         // (m x n)
  Eigen::Index leading = 0;  // that carry none
};
OrderedInterface in_order(const FullSystem& system, const SparseMatrix& interface_rows) {
  if (!system.assembly()) {
    const bool all = at_position_level(system);
    return {interface_rows, all ? interface_rows.rows() : 0};
  }
  const SparseMatrix first = rows_without_mass(system);
  if (first.rows() == 0) return {interface_rows, 0};
  const SparseMatrix all = stacked(first, interface_rows);
  const std::vector<Eigen::Index> chosen = independent_rows(all, first.rows());
  return {select_rows(all, chosen),
          std::lower_bound(chosen.begin(), chosen.end(), first.rows()) - chosen.begin()};
}

}  // namespace

bool keeps_interface(const std::string& method) {
  return method == kAutomatic || condensation_method(method).interface;
}

Condensation condense(const FullSystem& system, const SparseMatrix& interface_rows,
                      const std::vector<CondenseOptions>& options, const ReducedForm& form) {
  check_system(system);
  const FullModel& model = system.model;
  const std::size_t count = substructures_of(model).size();
  demand(options.size() == 1 || options.size() == count, "condense",
         fmt::format("{} sets of options for {} substructure(s)", options.size(), count),
         "give one for all, or one each");
  bool any_interface = false, any_automatic = false, any_loads = false;
  for (const CondenseOptions& o : options) {
    any_interface = any_interface || keeps_interface(o.method);
    any_automatic = any_automatic || o.method == kAutomatic;
    any_loads = any_loads || o.attach_inputs || o.method == kAutomatic;
  }
  if (any_interface && (interface_rows.rows() == 0 || model.substructures.size() > 1))
    check_interface(interface_rows, model.size());
  const Matrix loads = any_loads ? loads_of(system) : Matrix(model.size(), 0);
  const SparseMatrix outputs =
      any_automatic ? stack_rows(system.output_rows, model.size()) : SparseMatrix(0, model.size());
  const std::vector<Rayleigh> damping = damping_of_substructures(system);
  const OrderedInterface ordered = any_interface
                                       ? in_order(system, interface_rows)
                                       : OrderedInterface{SparseMatrix(0, model.size()), 0};
  std::vector<StructurePart> parts = cut(model, ordered.rows, ordered.leading);
  const auto options_of = [&](std::size_t part) -> const CondenseOptions& {
    return options.size() == 1 ? options.front() : options[part];
  };
  const auto find = [&](const StructurePart& part) {
    const Eigen::Index first = part.place.first, size = part.place.size;
    const auto number = static_cast<std::size_t>(&part - parts.data());
    CondenseOptions own = options_of(number);
    check_massless(system, part, own);
    if (is_massless(own) && system.assembly())
      own.heavy_masters = part.interface_rows.rows() - part.leading;
    const bool automatic = own.method == kAutomatic;
    Matrix own_loads(size, 0);
    if (automatic)
      own_loads = moving(loads.middleRows(first, size));
    else if (own.attach_inputs)
      own_loads = loads.middleRows(first, size);
    PartModes found = condense_part(
        part, own,
        {std::move(own_loads), moving(SparseMatrix(outputs.middleCols(first, size))),
         damping[number], system.lone().as<Joint>() != nullptr || at_position_level(system),
         parts.size() == 1 ? system.factor : nullptr});
    if (!keeps_interface(own.method) && found.modes.omega.size() == 0)
      throw Error("condense", "no mode is asked for, or none lies below the cut-off frequency",
                  "give a number of modes, a higher cut-off frequency or ask for all");
    return found;
  };
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!keeps_interface(options_of(i).method))
      parts[i].interface_rows = SparseMatrix(0, parts[i].place.size);
  Condensation result = finish(system, parts, for_each(parts, find), form);
  std::string& method = result.report.method;
  for (const CondenseOptions& o : options) {
    const std::string name = o.method == kAutomatic ? kAutomatic : method_reported(o);
    if (method.find(name) == std::string::npos) method += (method.empty() ? "" : ", ") + name;
  }
  if (result.report.static_motions > 0 &&
      std::none_of(result.system.interfaces.begin(), result.system.interfaces.end(),
                   [](const ReducedInterface& i) { return i.residual.has_value(); }))
    result.report.warnings.push_back(
        "Without a joint nothing sees the compliance of the interface beside its modes.");
  return result;
}

Condensation condense_modal(const FullSystem& system, const ModeRequest& request,
                            const ReducedForm& form) {
  return condense(system, SparseMatrix(), {request, false, "modes"}, form);
}

Rayleigh rayleigh_from_ratio(double zeta, double omega_a, double omega_b) {
  const bool valid = zeta >= 0.0 && std::isfinite(zeta) && omega_a > 0.0 && omega_b > 0.0 &&
                     std::isfinite(omega_a + omega_b) && omega_a != omega_b;
  if (!valid)
    throw Error("Rayleigh damping",
                fmt::format("a damping ratio of {} at {} and {} rad/s does not determine it",
                            number_text(zeta), number_text(omega_a), number_text(omega_b)),
                "give a ratio >= 0 and two different frequencies > 0");
  const double sum = omega_a + omega_b;
  return {2.0 * zeta * omega_a * omega_b / sum, 2.0 * zeta / sum};
}

}  // namespace mortise::gen
