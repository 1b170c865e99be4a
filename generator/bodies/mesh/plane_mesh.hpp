// Meshes of quadrilaterals in the x-y plane and their assembly. Of a body of revolution x is the
// radius and y the axis.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"
#include "generator/bodies/model/material.hpp"

namespace mortise::gen {

struct PlaneElement;  // plane_element.hpp

enum class PlaneState { stress, strain, axisymmetric };

// Nodes of a set that are held in some directions: 1 (x), 2 (y).
struct SetSupport {
  std::string set;
  std::vector<int> directions;
};

struct PlaneMesh {
  PlaneState state = PlaneState::axisymmetric;
  std::string source;                            // what it is, for messages
  const PlaneElement* element = nullptr;         // of all elements; nullptr: 8-node quadrilaterals
  double width = 1.0;                            // out of the plane [m]; not of axisymmetric ones
  bool congruent = false;                        // all elements are copies of the first one
  Eigen::Vector2d origin{0.0, 0.0};              // of the nodes' coordinates [m]
  std::vector<Eigen::Vector2d> nodes;            // label i + 1 [m]
  std::vector<std::array<int, 8>> elements;      // corners counter-clockwise, then the mid-side
                                                 // nodes of sides 12, 23, 34, 41 if there are any
  std::map<std::string, std::vector<int>> sets;  // node indices; "contact": along the surface by
                                                 // ascending x, corner and mid-side in turn;
                                                 // "fixed": nodes held in both directions
  std::vector<SetSupport> supports;              // beside "fixed"
};

// What one unit of area counts for: the circumference 2 pi x [m], or the width.
double plane_depth(const PlaneMesh& mesh, double x);

// Stiffness and consistent mass of one body: the whole circumference, or the width. Dofs: direction
// 1 = x, 2 = y of every node that is not held; nodes on the axis of revolution have no direction 1.
// Throws Error for a folded element, naming it, a broken mesh and bad material data.
FullModel assemble_plane(const PlaneMesh& mesh, const Material& material);

struct NamedPlaneMesh {
  std::string name;  // of the substructure, unique
  PlaneMesh mesh;    // its sets must have names that no other body uses
  Material material;
};

// Several bodies, one substructure each; labels, dofs and entries body by body.
// source: of the model, for messages.
FullModel assemble_plane(const std::string& source, const std::vector<NamedPlaneMesh>& bodies);

}  // namespace mortise::gen
