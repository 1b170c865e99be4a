// The lie detector: what a model says about itself, held against what a body of solid matter can
// be.
//
// Every trap has a name, and every finding a remedy. Cost and memory are linear in the size of the
// matrices; what would take a factorisation is done on request and up to a size, and what was not
// tested is said.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "generator/bodies/import/import_spec.hpp"
#include "generator/bodies/model/full_model.hpp"
#include "generator/bodies/model/inspect.hpp"
#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

// error: the model is not what it should be. warning: it hardly is. notice: good to know.
enum class Severity { error, warning, notice };
template <>
inline constexpr std::array enum_names<Severity> = {"error", "warning", "notice"};

struct CheckFinding {
  Severity severity = Severity::notice;
  std::string trap;  // name: "mass", "units", "dof_order", ...
  std::string what, remedy;
};

struct CheckRequest {
  std::optional<double> expected_mass;  // [kg] of the whole body
  std::string units;  // declared unit system of an export; empty: built here, in SI
  bool exported = false;
  bool averages = false;  // interface nodes took the place of dofs: rows are no longer local
  // Signs of eigenvalues: 150 products with K and with M each, and one factorisation, the inertia
  // of K - tau M, up to a number of dofs.
  bool eigenvalues = false;
  Eigen::Index largest_factorised = 150000;
};

struct CheckReport {
  ImportReport facts;
  Eigen::Index rigid_motions = 0;  // of the six, those without energy, if coordinates are known
  bool rigid_motions_known = false;
  Eigen::Index held_nodes = 0;         // without any dof
  Eigen::Index held_directions = 0;    // at nodes that have others
  std::vector<std::string> held_sets;  // whose nodes are all held
  Eigen::Index parts = 0;              // that neither mass nor stiffness connects
  std::optional<double> wave_speed;    // sqrt of stiffness over density, from K, M and places [m/s]
  std::vector<CheckFinding> findings;  // errors first
  std::vector<std::string> not_tested;

  bool has_errors() const;
};

CheckRequest check_request(const ImportSpec& import);

// Never throws for what is wrong with the model.
CheckReport check_model(const FullModel& model, const CheckRequest& request);

// "what; remedy" of a finding, for logs.
std::string finding_text(const CheckFinding& finding);

}  // namespace mortise::gen
