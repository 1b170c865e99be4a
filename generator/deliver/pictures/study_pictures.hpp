// Pictures of studies, as SVG. path: of the file; each throws Error if its data are not finite, and
// as write_svg() (figure.hpp).
#pragma once

#include <string>
#include <vector>

#include "generator/contact/film/film_run.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/deliver/pictures/figure.hpp"
#include "generator/judge/analyses/stability.hpp"
#include "generator/judge/compare/advice.hpp"

namespace mortise::gen {

// Runs that belong together.
struct TraceGroup {
  std::string title;
  std::vector<std::string> labels;   // one per run, for the legend
  std::vector<const FilmRun*> runs;  // at least one
};

// Central pressure and central gap of the runs over time, in two panels. Throws Error if a run has
// no samples, and if the numbers of labels and runs differ.
void write_trace_comparison(const TraceGroup& group, const std::string& path);

// Traces in one row of panels per group, with the same time axis and units; the first run of a
// group, what the others are compared with, is a wide line beneath them. groups: at least one.
void write_trace_groups(const std::vector<TraceGroup>& groups, const std::string& path);

// Certified error over the worst step of all candidates of an advice, those that none beats, the
// one that is recommended and the limits asked for. Throws Error if no candidate has both.
void write_advice_picture(const std::vector<AdvisedCandidate>& candidates,
                          const Recommendation& recommended, const AdviceLimits& limits,
                          const std::string& path);

// Above: unstable points of the map over position and friction, one colour per frequency band.
// Below: worst growth over position at the largest friction. Positions in mm.
void write_stability_picture(const StabilityMap& map, const std::string& path);

// An assembly as it stands in space.
struct AssemblyDrawing {
  struct Part {
    std::string name;
    std::vector<Vector3> places;  // of its nodes [m]
  };
  std::vector<Part> bodies, interfaces;
};

// model: imported by the definition.
AssemblyDrawing drawing_of(const Definition& definition, const FullModel& model);

// Nodes of the bodies and of what touches what, seen along the direction in which they extend
// least, in equal scales. where: names it in errors. Throws Error if no body has coordinates.
Figure assembly_figure(const AssemblyDrawing& drawing, const std::string& where);
void write_assembly_picture(const AssemblyDrawing& drawing, const std::string& path);

}  // namespace mortise::gen
