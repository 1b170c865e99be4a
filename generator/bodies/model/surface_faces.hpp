// Which nodes of a surface share an element's face, read off the stiffness: matrices come without
// their elements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bodies/model/contact_frame.hpp"
#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// Places of a face in the surface's plane, and how its nodes carry a point of it.
struct SurfaceFace {
  std::vector<std::size_t> corners;    // three or four indices into the surface, around the face
  std::vector<Eigen::Vector2d> place;  // of the corners in the plane [m]
};

// Faces of linear elements: those that the model has (FullModel::faces), else nodes that all see
// each other in K and stand around a convex triangle or quadrilateral without others inside.
// surface: labels of a plane surface. Throws Error naming `where` if there is no face, for
// quadratic elements, naming a midside node, whether the surface holds it or not, and for a body
// that came condensed, whose nodes all see each other, without faces.
std::vector<SurfaceFace> surface_faces(const FullModel& model,
                                       const std::vector<std::int64_t>& surface,
                                       const ContactFrame& frame, const std::string& where);

// A point of a face as its corners carry it: bilinear on quadrilaterals.
struct FacePoint {
  std::vector<std::pair<std::size_t, double>> share;  // index into the surface, weight; sum 1
};

// Finds faces by place.
class FaceFinder {
 public:
  explicit FaceFinder(std::vector<SurfaceFace> faces);

  // The place in the first face that holds the point (edges included); without shares: there is
  // none.
  FacePoint at(const Eigen::Vector2d& point) const;

 private:
  std::vector<SurfaceFace> faces_;
};

}  // namespace mortise::gen
