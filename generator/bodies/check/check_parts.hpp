// What check_model() is made of. Each part adds its facts and findings to the report.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/check/check_model.hpp"

namespace mortise::gen {

// What several parts need.
struct CheckedModel {
  explicit CheckedModel(const FullModel& model);

  const FullModel& model;
  std::vector<std::int64_t> labels;  // (nodes with dofs) ascending; generalised ones have their own
  std::vector<Eigen::Index> node_of;  // (n) index into labels
  Matrix translations;                // (n x 3) unit motions
  Matrix translation_forces;          // K of these (n x 3)
  std::vector<bool> near_support;     // (n) K resists a translation there: a neighbour is held
  bool generalised = false;           // any dof is
  bool coordinates = false;           // of every node with a place are known
};

void add_finding(CheckReport* report, Severity severity, const char* trap, std::string what,
                 std::string remedy);

// "12, 13, 14 and 7 more"
std::string list_text(const std::vector<std::int64_t>& labels);

// Names of node sets with all their nodes among `labels` (ascending).
std::vector<std::string> sets_within(const FullModel& model,
                                     const std::vector<std::int64_t>& labels);

// Total mass: the expected one, the 1x/3x trap, powers of ten, mass that depends on direction.
void check_mass(const CheckedModel& checked, const CheckRequest& request, CheckReport* report);

// Supports, rigid motions, order of the dofs, coordinates of another model.
void check_rigid_motions(const CheckedModel& checked, const CheckRequest& request,
                         CheckReport* report);

// Speed of sound and density: the declared units, or those that would do.
void check_units(const CheckedModel& checked, const CheckRequest& request, CheckReport* report);

// Nodes whose dofs run along local axes.
void check_axes(const CheckedModel& checked, const CheckRequest& request, CheckReport* report);

// Parts, mass and stiffness of different meshes, generalised coordinates that are not declared.
void check_connections(const CheckedModel& checked, const CheckRequest& request,
                       CheckReport* report);

// Symmetry, definiteness of K and M, mass that vanishes.
void check_definiteness(const CheckedModel& checked, const CheckRequest& request,
                        CheckReport* report);

}  // namespace mortise::gen
