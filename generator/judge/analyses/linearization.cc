#include "generator/judge/analyses/linearization.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "generator/bake/laws/file_law.hpp"
#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::string interface_name(const Model& model, std::int32_t interface) {
  if (interface < 0) return "";
  return model.root()
      ->interfaces()
      ->Get(static_cast<std::uint32_t>(interface))
      ->model()
      ->name()
      ->str();
}

template <class Table>
std::vector<NamedChannel> channels(const Table* table) {
  std::vector<NamedChannel> list;
  if (!table) return list;
  for (const auto* entry : *table) list.push_back({entry->name()->str(), entry->unit()->str()});
  return list;
}

NamedChannel state_channel(const Model& model, const LinearState& state,
                           const std::vector<NamedChannel>& inputs) {
  const std::string of = interface_name(model, state.interface);
  NamedChannel named{of.empty() ? "" : of + ".", linear_kind_unit(state.kind)};
  named.name += linear_kind_name(state.kind);
  if (state.kind == LinearKind::kSignal || state.kind == LinearKind::kSlope) {
    const NamedChannel& input = inputs.at(static_cast<std::size_t>(state.number));
    named.name.append(".").append(input.name);
    named.unit = input.unit;
  } else {
    named.name += std::to_string(state.number + 1);
  }
  return named;
}

std::string column_name(const StateSpace& s, std::int32_t column) {
  const auto nx = static_cast<std::int32_t>(s.states.size());
  const auto nu = static_cast<std::int32_t>(s.inputs.size());
  if (column < 0) return "";
  if (column < nx) return s.states[static_cast<std::size_t>(column)].name;
  const std::int32_t k = column - nx;
  return s.inputs[static_cast<std::size_t>(k % nu)].name + (k < nu ? "" : " at the step's end");
}

Finding in_words(const Model& model, const StateSpace& s, const LinearFinding& f) {
  std::string where = interface_name(model, f.of_interface);
  if (where.empty()) where = model.root()->name()->str();
  if (f.contact >= 0) where += ", contact " + std::to_string(f.contact + 1);
  const std::string column = column_name(s, f.column);
  switch (f.kind) {
    case LinearFindingKind::kCorner:
      return {where, "rests at a corner of its law: the derivative is that of the closing side",
              "off that side the model is another one"};
    case LinearFindingKind::kOneSided:
      return {where, column + ": the statuses hold on one side only, whose slope stands here",
              "linearize at another time, where nothing is about to change"};
    case LinearFindingKind::kChanges:
      return {where, column + ": statuses change on both sides, its column is no derivative",
              "linearize at another time, where nothing is about to change"};
    case LinearFindingKind::kKink:
      return {where,
              column + ": the slopes of both sides differ by " + number_text(2 * f.size) +
                  " of the row's largest entry, their mean stands here",
              ""};
    case LinearFindingKind::kVague:
      return {where,
              column + ": no two increments agree, its column is known to " + number_text(f.size) +
                  " of the rows' largest entries only",
              "linearize at another time, or build with a smaller solver.tolerance"};
  }
  return {where, column, ""};
}

bool is_sum(std::uint32_t quantity) {
  return quantity == quantity::dissipated_material || quantity == quantity::dissipated_friction ||
         quantity == quantity::dissipated_impact || quantity == quantity::work_external;
}

// What varies and is no state of this model.
std::vector<std::string> held_things(const Model& model) {
  std::vector<std::string> held;
  const ModelView& view = model.view();
  if (any_interface(view, [](const ModelView& i) {
        return file_law(i).has_statuses && file_law(i).places(i) > 0;
      }))
    held.emplace_back("statuses: which contacts and law points take part, stick, slip or are open");
  for (const FileLaw* law : file_laws())
    if (law->held != nullptr && has_law(view, *law)) held.emplace_back(law->held);
  std::string sums;
  for (std::int32_t k = 0; k < view.dims.outputs; ++k)
    if (is_sum(view.output_rules[k].quantity))
      sums.append(sums.empty() ? "" : ", ")
          .append(model.root()->outputs()->Get(static_cast<std::uint32_t>(k))->name()->str());
  if (!sums.empty()) held.push_back("sums of energies: " + sums + " grow from where they stand");
  return held;
}

}  // namespace

StateSpace linearize(const Instance& instance, const Vector& u, const std::string& where) {
  const Model& model = instance.model();
  const State& state = instance.state();
  const Eigen::Index nx = linear_states(model, state), nu = model.dims().inputs,
                     ny = model.dims().outputs;
  StateSpace s;
  s.step = model.step_size();
  s.time = state.time(model);
  s.inputs = channels(model.root()->inputs());
  s.outputs = channels(model.root()->outputs());
  for (std::int32_t k = 0; k < nx; ++k) {
    LinearState each;
    linear_state(model, state, k, &each);
    s.states.push_back(state_channel(model, each, s.inputs));
  }
  s.u_now = u.head(nu);
  s.u_end = u.size() > nu ? u.tail(nu) : s.u_now;
  RowMajor a(nx, nx), b(nx, nu), b_end(nx, nu), c(ny, nx), d(ny, nu), d_end(ny, nu);
  s.x_now.resize(nx);
  s.x_next.resize(nx);
  s.y_next.resize(ny);
  s.column_error.resize(nx + 2 * nu);
  s.output_error.resize(ny);
  std::vector<LinearFinding> findings(static_cast<std::size_t>(2 * (nx + 2 * nu) + 64));
  LinearSpace space;
  space.a = a.data();
  space.b = b.data();
  space.b_end = b_end.data();
  space.c = c.data();
  space.d = d.data();
  space.d_end = d_end.data();
  space.x = s.x_now.data();
  space.x_next = s.x_next.data();
  space.y_next = s.y_next.data();
  space.column_error = s.column_error.data();
  space.output_error = s.output_error.data();
  space.findings = findings.data();
  space.capacity = static_cast<std::int32_t>(findings.size());
  AlignedBytes scratch(linear_scratch_bytes(model, state));
  LinearReport report;
  const Status status =
      linearize(model, state, u.data(), space, &report, scratch.data(), scratch.size());
  if (status & (status::kROLLED_BACK | status::kBAD_CALL))
    throw Error(where, "the step at t = " + number_text(s.time) + " s finds no solution",
                "linearize at another time");
  s.a = a;
  s.b = b;
  s.b_end = b_end;
  s.c = c;
  s.d = d;
  s.d_end = d_end;
  s.error = report.error;
  s.settled = report.settled;
  s.steps = report.steps;
  findings.resize(static_cast<std::size_t>(std::min(report.findings, space.capacity)));
  for (const LinearFinding& f : findings) s.findings.push_back(in_words(model, s, f));
  s.held = held_things(model);
  return s;
}

std::vector<DiscreteMode> discrete_modes(const StateSpace& space) {
  constexpr double kForgotten = 1e-4;
  std::vector<DiscreteMode> modes;
  if (space.a.size() == 0) return modes;
  // balanced: accelerations and displacements stand side by side
  const Eigen::VectorXcd values = general_eigen(space.a, false).values;
  for (const std::complex<double> z : values) {
    if (std::abs(z) < kForgotten || z.imag() < 0) continue;
    DiscreteMode mode;
    mode.magnitude = std::abs(z);
    mode.angle = std::arg(z);
    if (z.imag() > 0) {
      const std::complex<double> s = std::log(z) / space.step;
      mode.frequency_hz = std::abs(s) / (2 * kPi);
      mode.damping_ratio = -s.real() / std::abs(s);
    }
    modes.push_back(mode);
  }
  std::stable_sort(modes.begin(), modes.end(), [](const DiscreteMode& x, const DiscreteMode& y) {
    return x.magnitude > y.magnitude;
  });
  return modes;
}

double spectral_radius(const std::vector<DiscreteMode>& modes) {
  return modes.empty() ? 0.0 : modes.front().magnitude;
}

}  // namespace mortise::gen
