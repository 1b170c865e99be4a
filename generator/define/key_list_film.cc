#include "generator/define/key_list_film.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kImpact = "film.kind=point|dry";
constexpr KeyRange kFraction = {0.0, 1.0, false};

Keys film_general_keys() {
  return {
      {"name", T::text, "", kAny, "", kRequired, "", "name of the model"},
      {"description", T::text, "", kAny, "", "\"\"", "", "one sentence"},
      {"duration", T::number, "s", kPositive, "", kRequired, "", "simulated time"},
      {"film.kind", T::choice, "", kAny, "line|point|dry", kRequired, "",
       "line: plane strain under a prescribed load; point: axisymmetric impact; dry: plane impact "
       "without lubricant"},
      {"film.cavitation", T::choice, "", kAny, "penalty|mass_conserving", "penalty", kLubricated,
       "what happens where the pressure would become negative"},
      {"film.penalty", T::number, "-", kPositive, "", kNone, "",
       "dimensionless penalty factor on negative pressure (default 1e6), of a dry impact on "
       "squared penetration (default 1e10)"},
      {"lubricant.viscosity", T::number, "Pa s", kPositive, "", kRequired, kLubricated,
       "at ambient pressure"},
      {"lubricant.pressure_coefficient", T::number, "1/Pa", kNotNegative, "", kNone, kLubricated,
       "growth of the logarithm of the viscosity with pressure; required unless viscosity_law = "
       "constant"},
      {"lubricant.viscosity_law", T::choice, "", kAny, "constant|barus|roelands", "roelands",
       kLubricated, "viscosity over pressure"},
      {"lubricant.density_law", T::choice, "", kAny, "incompressible|dowson_higginson",
       "dowson_higginson", kLubricated, "density over pressure"},
      {"grid.points",
       T::integer,
       "",
       {8.0, 1e5},
       "",
       kNone,
       kLubricated,
       "film nodes, both ends included; required unless grid.ratio is given, which then holds"},
      {"grid.extent", T::interval, "b", kAny, "", kRequired, kLubricated,
       "[start, end] of the film in Hertz half-widths b; point contacts start at 0 and may give "
       "the end alone. A dry impact is computed on the contact nodes"},
      {"grid.frame", T::choice, "", kAny, "fixed|load_scaled", "fixed", kLine,
       "load_scaled: the grid widens with the square root of the load"},
      {"grid.refine", T::numbers, "", kAny, "", "[]", kLine,
       "where nodes stand closer, three numbers each: at [b], factor, width [b]; their density is "
       "1 + sum of factor/(1 + ((x - at)/width)^2). Empty: equidistant"},
      {"grid.ratio", T::number, "-", kPositive, "", kNone, kLubricated,
       "of condensed bodies: film spacing over the smallest spacing of contact nodes"},
  };
}

Keys motion_keys() {
  return {
      {"load.reference", T::number, "N/m", kPositive, "", kRequired, kLine,
       "load per metre that makes the problem dimensionless"},
      {"load.base", T::number, "-", kPositive, "", kRequired, kLine,
       "load before the rise, as a fraction of the reference"},
      {"load.step", T::number, "-", kAny, "", "0", kLine, "added by the rise, taken by the fall"},
      {"load.rise", T::numbers, "s", kNotNegative, "", "[]", kLine,
       "[start, end] of the linear rise; empty: never"},
      {"load.fall", T::numbers, "s", kNotNegative, "", "[]", kLine,
       "[start, end] of the linear fall, after the rise; empty: never"},
      {"speed.entrainment", T::number, "m/s", kNotNegative, "", kRequired, kLine,
       "mean velocity of the surfaces"},
      {"speed.reference", T::number, "m/s", kPositive, "", kNone, kLine,
       "velocity that makes time dimensionless; default: the entrainment"},
      {"impact.velocity", T::number, "m/s", kPositive, "", kRequired, kImpact,
       "approach at the start"},
      {"impact.height", T::number, "m", kNotNegative, "", kNone, kImpact,
       "smallest gap at the start; > 0 with a film, default 0 without"},
      {"impact.acceleration", T::number, "m/s2", kAny, "", "9.81", kImpact,
       "of the upper body towards the lower one"},
      {"impact.mass", T::number, "kg", kPositive, "", kNone, kPoint,
       "of the upper body; required with structure.kind = half_space, condensed bodies bring "
       "their own and use this for the scales only"},
  };
}

// lower and upper take the same keys.
Keys body_keys(const std::string& body) {
  const std::string b = body + ".", shape = b + "shape=";
  const std::string meshed = shape + "sphere|plate|valve|t_profile";
  const std::string stemmed = shape + "valve|t_profile", imported = shape + "import";
  const std::string normal_modes = b + "condense=craig_bampton|craig_chang";
  return {
      {b + "E", T::number, "Pa", kPositive, "", kNone, "",
       "Young's modulus; required unless rigid"},
      {b + "nu",
       T::number,
       "-",
       {-1.0, 0.5, false},
       "",
       kNone,
       "",
       "Poisson's ratio; required unless rigid"},
      {b + "density", T::number, "kg/m3", kPositive, "", kNone, "",
       "density; required for the mesh of a condensed body"},
      {b + "shape", T::choice, "", kAny, "sphere|plate|valve|t_profile|import|rigid", kNone, "",
       "of a condensed body, required; the lower body of a dry impact is rigid by default. A "
       "half_space does not use it"},
      {b + "radius", T::number, "m", kPositive, "", kNone, meshed,
       "of the sphere, of the tip of valve and t_profile, outer one of the plate"},
      {b + "thickness", T::number, "m", kPositive, "", kNone, shape + "plate", "of the plate"},
      {b + "stem_radius", T::number, "m", kPositive, "", kNone, stemmed,
       "of the stem (t_profile: half width)"},
      {b + "stem_length", T::number, "m", kPositive, "", kNone, stemmed,
       "from the rim of the tip to the bar"},
      {b + "bar_radius", T::number, "m", kPositive, "", kNone, stemmed,
       "of the bar across the stem (t_profile: half width)"},
      {b + "bar_thickness", T::number, "m", kPositive, "", kNone, stemmed, "of the bar"},
      {b + "contact_radius", T::number, "m", kPositive, "", kNone, meshed,
       "(half) width of the region with contact nodes"},
      {b + "contact_elements", T::integer, "", kCount, "", kNone, meshed,
       "quadratic elements along it, on each side if plane"},
      {b + "file", T::text, "", kAny, "", kNone, imported,
       "matrices of the export (job name or one of its files)"},
      {b + "deck", T::text, "", kAny, "", kNone, imported,
       "input deck with coordinates and sets; default: next to the matrices"},
      {b + "units", T::text, "", kAny, "", kNone, imported,
       "\"SI\" or length,mass,time,force of the export, e.g. \"mm,t,s,N\""},
      {b + "contact_set", T::text, "", kAny, "", kNone, imported,
       "node set along the contact: corner and mid-side nodes in turn"},
      {b + "condense", T::choice, "", kAny, "craig_bampton|craig_chang|full", "craig_bampton", "",
       "component mode synthesis; full keeps every mode"},
      {b + "cutoff_hz", T::number, "Hz", kPositive, "", kNone, "",
       "normal modes up to this frequency; required for a condensed body, unused by `full`"},
      {b + "static_modes", T::choice, "", kAny, "dynamic|feedthrough|damped", "feedthrough", "",
       "modes above the dynamic ones: dynamic too, static answer only, or damped"},
      {b + "dynamic_modes",
       T::integer,
       "",
       {0.0, 1e6},
       "",
       kNone,
       b + "static_modes=feedthrough|damped",
       "number of dynamic modes; default: those of the reduced body below cutoff_hz"},
      {b + "static_damping", T::number, "-", kNotNegative, "", "0.5", b + "static_modes=damped",
       "damping ratio of the others"},
      {b + "extra_masters.*.near", T::vector3, "m", kAny, "", kRequired, normal_modes,
       "the node nearest to this point is a master too"},
  };
}

Keys structure_kind_keys() {
  return {
      {"structure.kind", T::choice, "", kAny, "half_space|condensed", "half_space", "",
       "elastic half-space (with a point mass), or condensed finite-element bodies"},
      {"bodies.radius", T::number, "m", kPositive, "", kRequired, "",
       "reduced radius of curvature R of the pair"},
  };
}

Keys integration_keys() {
  return {
      {"step.size", T::number, "s", kPositive, "", kRequired, "",
       "time step, the first one if it is controlled"},
      {"step.scheme", T::choice, "", kAny, "sdirk2|sdirk4|backward_euler|bdf2", "sdirk2", "",
       "time integration"},
      {"step.control", T::choice, "", kAny, "fixed|standard|threshold", "fixed", "",
       "standard keeps the embedded error near the tolerance; threshold changes the step by "
       "constant factors"},
      {"step.relative_tolerance", T::number, "-", kPositive, "", "1e-4", "",
       "of the local error of pressure and gap, of controlled steps"},
      {"step.pressure_tolerance", T::number, "Pa", kPositive, "", "1e6", "",
       "absolute part, pressure"},
      {"step.gap_tolerance", T::number, "m", kPositive, "", "1e-10", "", "absolute part, gap"},
      {"step.smallest", T::number, "s", kPositive, "", kNone, "",
       "a run ends where a smaller step would be needed; default: step.size / 1e6, of fixed steps, "
       "which are halved where they fail, step.size / 1e3"},
      {"step.largest", T::number, "s", kPositive, "", kNone, "", "default: no limit"},
      {"step.shrink", T::number, "-", kFraction, "", "0.25", "",
       "smallest factor from one step to the next"},
      {"step.grow",
       T::number,
       "-",
       {1.0, kInf, false},
       "",
       "2",
       "",
       "largest factor from one step to the next"},
      {"step.safety", T::number, "-", kFraction, "", "0.6", "", "on the step the error suggests"},
      {"step.land_on_kinks", T::boolean, "", kAny, "", "true", kLine,
       "steps end at the corners of the load history"},
      {"step.monitor_tolerance", T::number, "-", kNotNegative, "", "0", kLine,
       "largest error of a step in the prescribed load, as a fraction of the reference; 0: not "
       "watched"},
      {"output.interval", T::number, "s", kNotNegative, "", "0", "",
       "between recorded times; 0: every step"},
      {"output.profiles", T::numbers, "s", kNotNegative, "", "[]", "",
       "times at which pressure and gap are recorded along the contact"},
  };
}

}  // namespace

const KeyList& film_keys() {
  static const KeyList list(
      "Keys of a film contact: a definition with a [film] table. [reduce] makes a reduced model of "
      "it.",
      joined_keys({film_general_keys(), motion_keys(), structure_kind_keys(),
                   body_keys("bodies.lower"), body_keys("bodies.upper"), integration_keys(),
                   film_reduction_keys()}));
  return list;
}

}  // namespace mortise::gen
