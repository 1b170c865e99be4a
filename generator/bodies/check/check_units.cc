#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "generator/bodies/check/check_parts.hpp"
#include "generator/bodies/import/raw_export.hpp"

namespace mortise::gen {
namespace {

// What solid bodies are made of: rubber to diamond, foam to tungsten, with room for added masses.
struct Plausible {
  double slowest, fastest;    // [m/s]
  double lightest, heaviest;  // mass over bounding box [kg/m3]
  double smallest, largest;   // [m]
};
constexpr Plausible kThinkable{30.0, 2.5e4, 0.1, 3e4, 1e-6, 1e3};
constexpr Plausible kUsual{800.0, 1.2e4, 10.0, 2.5e4, 1e-3, 50.0};

constexpr const char* kSystems[] = {"SI",         "mm,t,s,N",        "mm,kg,ms,kN",  "mm,g,ms,N",
                                    "um,kg,s,uN", "in,slinch,s,lbf", "ft,slug,s,lbf"};

struct Matter {
  double speed, density, size;  // in SI of some unit system
  bool is(const Plausible& p) const {
    return speed >= p.slowest && speed <= p.fastest &&
           (density == 0.0 || (density >= p.lightest && density <= p.heaviest)) &&
           size >= p.smallest && size <= p.largest;
  }
};

// The displacement u_d = x_d strains the whole body alike. Its energy, pair by pair so that what is
// missing at supports stays out, over the mass is c^2, whatever the mesh: (lambda + 2 mu) / rho of
// a solid, E / rho of a rod along the axis.
std::optional<double> wave_speed(const CheckedModel& checked, const ImportReport& facts) {
  const FullModel& model = checked.model;
  Vector3 energy = Vector3::Zero();
  for (Eigen::Index j = 0; j < model.size(); ++j) {
    const Dof& own = model.dofs[static_cast<std::size_t>(j)];
    if (!own.is_translation()) continue;
    const int d = own.direction - 1;
    const double place = model.nodes.at(own.node)[d];
    for (SparseMatrix::InnerIterator it(model.stiffness, j); it; ++it) {
      const Dof& other = model.dofs[static_cast<std::size_t>(it.row())];
      if (other.direction != own.direction) continue;
      const double stretch = model.nodes.at(other.node)[d] - place;
      energy[d] -= 0.5 * it.value() * stretch * stretch;
    }
  }
  double fastest = 0.0;
  for (int d = 0; d < 3; ++d)
    if (facts.total_mass[d] > 0.0) fastest = std::max(fastest, energy[d] / facts.total_mass[d]);
  return fastest > 0.0 ? std::optional(std::sqrt(fastest)) : std::nullopt;
}

// Whether a coupling of translations is that of springs along one direction: a matrix of rank one.
bool is_of_one_direction(const Eigen::Matrix3d& coupling) {
  constexpr double kNone = 1e-9;
  const double square = coupling.squaredNorm();
  return (coupling.transpose() * coupling).squaredNorm() > (1.0 - kNone) * square * square;
}

// Whether all that joins nodes are such springs, between masses of their own: there is no material
// that sound could travel in. The first node of a meshed body tells.
bool is_springs_and_masses(const CheckedModel& checked) {
  const FullModel& model = checked.model;
  std::vector<std::vector<Eigen::Index>> dofs_of(checked.labels.size());
  for (std::size_t i = 0; i < checked.node_of.size(); ++i)
    dofs_of[static_cast<std::size_t>(checked.node_of[i])].push_back(static_cast<Eigen::Index>(i));
  for (const std::vector<Eigen::Index>& dofs : dofs_of) {
    std::map<std::int64_t, Eigen::Matrix3d> couplings;  // with other nodes
    for (const Eigen::Index j : dofs) {
      const Dof& own = model.dofs[static_cast<std::size_t>(j)];
      if (!own.is_translation()) return false;
      for (SparseMatrix::InnerIterator m(model.mass, j); m; ++m)
        if (model.dofs[static_cast<std::size_t>(m.row())].node != own.node) return false;
      for (SparseMatrix::InnerIterator k(model.stiffness, j); k; ++k) {
        const Dof& other = model.dofs[static_cast<std::size_t>(k.row())];
        if (other.node == own.node) continue;
        if (!other.is_translation()) return false;
        const auto at = couplings.try_emplace(other.node, Eigen::Matrix3d::Zero()).first;
        at->second(own.direction - 1, other.direction - 1) = k.value();
      }
    }
    for (const auto& [node, coupling] : couplings)
      if (!is_of_one_direction(coupling)) return false;
  }
  return true;
}

Matter in_units(const Matter& declared, const UnitSystem& from, const UnitSystem& to) {
  const double length = to.length / from.length, time = to.time / from.time,
               mass = to.mass / from.mass;
  return {declared.speed * length / time, declared.density * mass / (length * length * length),
          declared.size * length};
}

std::string words(const Matter& m) {
  return fmt::format("{:.3g} m/s in a body of {:.3g} m", m.speed, m.size) +
         (m.density > 0.0 ? fmt::format(" that fills its bounding box with {:.3g} kg/m3", m.density)
                          : "");
}

}  // namespace

void check_units(const CheckedModel& checked, const CheckRequest& request, CheckReport* report) {
  const ImportReport& facts = report->facts;
  if (!checked.coordinates || !facts.box_max || checked.generalised) return;
  if (request.exported && is_springs_and_masses(checked)) {
    report->not_tested.emplace_back("units by the speed of sound: springs and masses have none");
    return;
  }
  report->wave_speed = wave_speed(checked, facts);
  if (!request.exported || !report->wave_speed) return;
  const Vector3 box = *facts.box_max - *facts.box_min;
  const double volume = box.prod();
  const Matter matter{*report->wave_speed,
                      volume > 0.0 ? facts.total_mass.maxCoeff() / volume : 0.0, box.norm()};
  if (matter.is(kThinkable)) return;
  const UnitSystem declared = parse_units(request.units);
  std::string fitting;
  for (const char* name : kSystems) {
    const Matter other = in_units(matter, declared, parse_units(name));
    if (other.is(kUsual))
      fitting += (fitting.empty() ? "\"" : "; \"") + std::string(name) + "\": " + words(other);
  }
  add_finding(
      report, Severity::error, "units",
      fmt::format("with the declared units \"{}\" sound would travel at {}, which is no known "
                  "material",
                  request.units, words(matter)),
      fitting.empty() ? "check import.units and the material data"
                      : "set import.units to what the model was built in; these would be "
                        "plausible: " +
                            fitting);
}

}  // namespace mortise::gen
