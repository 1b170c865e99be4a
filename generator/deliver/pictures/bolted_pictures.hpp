// What bolted contacts do, in pictures.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/mesh/bolted_beam.hpp"
#include "generator/contact/bolted/bolted_structure.hpp"
#include "generator/contact/bolted/coulomb_newton.hpp"
#include "generator/deliver/pictures/figure.hpp"
#include "generator/simulate/bolted/modal_load.hpp"

namespace mortise::gen {

// Names of the pictures of a preload and of a backbone, for try_pictures() (picture_folder.hpp).
const std::vector<std::string>& preload_picture_names();
const std::vector<std::string>& backbone_picture_names();

// A beam from its side and from above, in one scale: bolts, contact zones, sensor.
Figure beam_figure(const BoltedBeamShape& shape, const std::string& title);

// Pressure on the boundary elements of every zone, all in one scale; open ones grey, none where the
// zone has none (bores).
// structure: its zones; state: of all of their points. Throws Error where no point is closed.
Figure pressure_figure(const std::vector<ContactZone>& zones, const SurfaceState& state,
                       const std::string& title);

// Which elements of every zone are open, stick or slip, one row of maps per zone and one column
// per entry of `statuses`. heads: of the columns. statuses: each of all points of all zones.
Figure contact_figure(const std::vector<ContactZone>& zones, const std::vector<std::string>& heads,
                      const std::vector<std::vector<PointStatus>>& statuses,
                      const std::string& title);

// A mode's frequency and damping over its amplitude.
struct BoltedBackbone {
  std::string title;
  double linear_hz = 0.0, tied_hz = 0.0;  // of the preloaded and of the tied structure
  std::vector<BackbonePoint> points;      // at least one
};
Figure backbone_figure(const BoltedBackbone& backbone);

// Several in one picture, the frequencies over those of the tied structure.
Figure variant_figure(const std::vector<BoltedBackbone>& backbones, const std::string& title);

// A mode as several models see it.
struct LabelledBackbone {
  std::string label;
  std::vector<BackbonePoint> points;  // at least one
};
Figure reduced_figure(const std::vector<LabelledBackbone>& backbones, const std::string& title);

// Up to four levels of a backbone between the first slip and the last stick, by their share of
// points that slip; evenly chosen ones if nothing slips. Indices, ascending.
std::vector<std::size_t> telling_levels(const std::vector<BackbonePoint>& points);

// pressure.svg and contact.svg; with a shape geometry.svg. Returns the paths written; errors as
// PictureFolder.
std::vector<std::string> write_preload_pictures(const BoltedStructure& structure,
                                                const SurfaceState& state,
                                                const BoltedBeamShape* shape,
                                                const std::string& title,
                                                const std::string& folder);

// backbone.svg and stick_slip.svg.
std::vector<std::string> write_backbone_pictures(const BoltedStructure& structure,
                                                 const BoltedBackbone& backbone,
                                                 const std::string& folder);

// variants.svg; titles of the backbones are their labels. Returns its path.
std::string write_variant_picture(const std::vector<BoltedBackbone>& backbones,
                                  const std::string& title, const std::string& folder);

// kReducedPicture. Returns its path.
inline constexpr const char* kReducedPicture = "reduced.svg";
std::string write_reduced_picture(const std::vector<LabelledBackbone>& backbones,
                                  const std::string& title, const std::string& folder);

}  // namespace mortise::gen
