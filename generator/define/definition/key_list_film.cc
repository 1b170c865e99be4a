#include "generator/bodies/condense/component.hpp"
#include "generator/contact/film/lubricant_laws.hpp"
#include "generator/define/definition/film_contact.hpp"
#include "generator/define/definition/key_sections.hpp"

namespace mortise::gen {
namespace {

const std::string kBodyMethods = interface_methods("full");
constexpr const char* kImpact = "film.kind=point|dry";
constexpr KeyRange kFraction = {0.0, 1.0, false};

void film_general_keys(KeyRows& k) {
  k.table("", "", Stage::train);
  k.number("duration", &FilmCase::duration, "s", kPositive, kRequired, "simulated time");

  k.table("film", "", Stage::simulate);
  k.choice("kind", &FilmSpec::kind, "line|point|dry", kRequired,
           "line: plane strain under a prescribed load; point: axisymmetric impact; dry: plane "
           "impact without lubricant");
  k.choice("cavitation", &FilmSpec::cavitation, "penalty|mass_conserving", "penalty",
           "what happens where the pressure would become negative")
      .only(kLubricated);
  k.number("penalty", &FilmSpec::penalty, "-", kPositive, kNone,
           "dimensionless penalty factor on negative pressure (default 1e6), of a dry impact on "
           "squared penetration (default 1e10)");
  k.choice("upwind", &FilmSpec::upwind, "second_order|third_order", "second_order",
           "differences of what is entrained; third_order carries the fronts of a changing load "
           "with much less smearing (cavitation by penalty only)")
      .only(kLine);

  k.table("lubricant", kLubricated, Stage::simulate);
  for (const LubricantNumber& n : lubricant_numbers()) {
    const bool required = n.standard == nullptr && laws_with(n).empty();
    k.number(n, required ? kRequired : n.standard);
  }
  k.choice("viscosity_law", &LubricantSpec::viscosity_law, choices_of<ViscosityLaw>(), "roelands",
           "viscosity over pressure");
  k.choice("density_law", &LubricantSpec::density_law, choices_of<DensityLaw>(), "dowson_higginson",
           "density over pressure");

  k.table("grid", kLubricated, Stage::simulate);
  k.integer(
      "points", &FilmGridSpec::points, {8.0, 1e5}, kNone,
      "film nodes, both ends included; required unless grid.ratio is given, which then holds");
  k.interval("extent", {}, "b", kAny, kRequired,
             "[start, end] of the film in Hertz half-widths b; point contacts start at 0 and may "
             "give the end alone. A dry impact is computed on the contact nodes. \"auto\", of line "
             "contacts: so far that the film is flooded at the lowest load and the highest speed "
             "times viscosity of [train], with reduce.margin, and of the scenarios")
      .or_word("auto");
  k.choice("frame", &FilmGridSpec::frame, "fixed|load_scaled", "fixed",
           "load_scaled: the grid widens with the square root of the load")
      .only(kLine);
  k.numbers("refine", {}, "", kAny, "[]",
            "where nodes stand closer, three numbers each: at [b], factor, width [b]; their "
            "density is 1 + sum of factor/(1 + ((x - at)/width)^2). Empty: equidistant")
      .only(kLine);
  k.number("ratio", &FilmGridSpec::ratio, "-", kPositive, kNone,
           "of condensed bodies: film spacing over the smallest spacing of contact nodes");
}

void motion_keys(KeyRows& k) {
  k.table("load", kLine, Stage::simulate);
  k.number("reference", &LoadSpec::reference, "N/m", kPositive, kRequired,
           "load per metre that makes the problem dimensionless");
  k.number("base", &LoadSpec::base, "-", kPositive, kRequired,
           "load before the rise, as a fraction of the reference");
  k.number("step", &LoadSpec::step, "-", kAny, "0", "added by the rise, taken by the fall");
  k.numbers("rise", &LoadSpec::rise, "s", kNotNegative, "[]",
            "[start, end] of the linear rise; empty: never");
  k.numbers("fall", &LoadSpec::fall, "s", kNotNegative, "[]",
            "[start, end] of the linear fall, after the rise; empty: never");
  k.number("mass", &LoadSpec::mass, "kg/m", kNotNegative, "0",
           "of the body that the load presses and the film carries; 0: film and load are in "
           "balance at every moment");
  k.number("rest_distance", &LoadSpec::rest_distance, "m", kPositive, kNone,
           "with a mass, or between bodies of an assembly: from the contact to where the surfaces "
           "rest, which half-spaces in plane strain do not know by themselves; default: "
           "bodies.radius");

  k.table("speed", kLine, Stage::simulate);
  k.number("entrainment", &FilmCase::entrainment, "m/s", kNotNegative, kRequired,
           "mean velocity of the surfaces");
  k.number("reference", &FilmCase::reference_speed, "m/s", kPositive, kNone,
           "velocity that makes time dimensionless; default: the entrainment");

  k.table("impact", kImpact, Stage::simulate);
  k.number("velocity", &ImpactSpec::velocity, "m/s", kPositive, kRequired, "approach at the start");
  k.number("height", &ImpactSpec::height, "m", kNotNegative, kNone,
           "smallest gap at the start; > 0 with a film, default 0 without");
  k.number("acceleration", &ImpactSpec::acceleration, "m/s2", kAny, "9.81",
           "of the upper body towards the lower one");
  k.number("mass", &ImpactSpec::mass, "kg", kPositive, kNone,
           "of the upper body; required with structure.kind = half_space, condensed bodies bring "
           "their own and use this for the scales only")
      .only(kPoint);
}

// lower and upper take the same keys.
void body_keys(const std::string& body, KeyRows& k) {
  const std::string b = body + ".", shape = b + "shape=";
  const std::string meshed = shape + "sphere|plate|valve|t_profile";
  const std::string stemmed = shape + "valve|t_profile", imported = shape + "import";
  const std::string normal_modes = b + "condense=" + interface_methods();
  k.table(body, "", Stage::condense);
  k.number("E", &BodySpec::young, "Pa", kPositive, kNone, "Young's modulus; required unless rigid");
  k.number("nu", &BodySpec::poisson, "-", {-1.0, 0.5, false}, kNone,
           "Poisson's ratio; required unless rigid");
  k.number("density", &BodySpec::density, "kg/m3", kPositive, kNone,
           "density; required for the mesh of a condensed body");
  k.choice("shape", &BodySpec::shape, "sphere|plate|valve|t_profile|import|rigid", kNone,
           "of a condensed body, required; the lower body of a dry impact is rigid by default. A "
           "half_space does not use it");
  k.number("radius", &BodySpec::radius, "m", kPositive, kNone,
           "of the sphere, of the tip of valve and t_profile, outer one of the plate")
      .only(meshed);
  k.number("thickness", &BodySpec::thickness, "m", kPositive, kNone, "of the plate")
      .only(shape + "plate");

  k.table(body, stemmed, Stage::condense);
  k.number("stem_radius", &BodySpec::stem_radius, "m", kPositive, kNone,
           "of the stem (t_profile: half width)");
  k.number("stem_length", &BodySpec::stem_length, "m", kPositive, kNone,
           "from the rim of the tip to the bar");
  k.number("bar_radius", &BodySpec::bar_radius, "m", kPositive, kNone,
           "of the bar across the stem (t_profile: half width)");
  k.number("bar_thickness", &BodySpec::bar_thickness, "m", kPositive, kNone, "of the bar");

  k.table(body, meshed, Stage::condense);
  k.number("contact_radius", &BodySpec::contact_radius, "m", kPositive, kNone,
           "(half) width of the region with contact nodes");
  k.integer("contact_elements", &BodySpec::contact_elements, kCount, kNone,
            "quadratic elements along it, on each side if plane");

  k.table(body, imported, Stage::import);
  k.file("file", {}, kNone, "matrices of the export (job name or one of its files)");
  k.file("deck", {}, kNone,
         "input deck with coordinates, sets and local axes of nodes, of Abaqus, CalculiX, Nastran "
         "or Ansys (CDWRITE); default: next to the matrices");
  k.text("units", {&BodySpec::import, &ImportSpec::units}, kNone,
         "\"SI\" or length,mass,time,force of the export, e.g. \"mm,t,s,N\"");

  k.table(body, "", Stage::condense);
  k.text("contact_set", &BodySpec::contact_set, kNone,
         "node set along the contact: corner and mid-side nodes in turn")
      .only(imported);
  k.choice("condense", &BodySpec::method, kBodyMethods.c_str(), "craig_bampton",
           "component mode synthesis; full keeps every mode");
  k.number("cutoff_hz", &BodySpec::cutoff_hz, "Hz", kPositive, kNone,
           "normal modes up to this frequency; required for a condensed body, unused by `full`");
  k.choice("static_modes", &BodySpec::static_modes, "dynamic|feedthrough|damped", "feedthrough",
           "modes above the dynamic ones: dynamic too, static answer only, or damped");
  k.integer("dynamic_modes", &BodySpec::dynamic_modes, {0.0, 1e6}, kNone,
            "number of dynamic modes; default: those of the reduced body below cutoff_hz")
      .only(b + "static_modes=feedthrough|damped");
  k.number("static_damping", &BodySpec::static_damping, "-", kNotNegative, "0.5",
           "damping ratio of the others")
      .only(b + "static_modes=damped");
  k.vector3("extra_masters.*.near", {}, "m", kRequired,
            "the node nearest to this point is a master too")
      .only(normal_modes);
}

void structure_kind_keys(KeyRows& k) {
  k.table("structure", "", Stage::simulate);
  k.choice("kind", &FilmCase::structure, "half_space|condensed", "half_space",
           "elastic half-space (with a point mass), or condensed finite-element bodies");

  k.table("bodies", "", Stage::simulate);
  k.number("radius", &FilmCase::reduced_radius, "m", kPositive, kRequired,
           "reduced radius of curvature R of the pair");
}

void integration_keys(KeyRows& k) {
  k.table("step", "", Stage::simulate);
  k.number("size", &FilmStepSpec::size, "s", kPositive, kRequired,
           "time step, the first one if it is controlled");
  k.choice("scheme", &FilmStepSpec::scheme, "sdirk2|sdirk4|backward_euler|bdf2", "sdirk2",
           "time integration");
  k.choice("control", &FilmStepSpec::control, "fixed|standard|threshold", "fixed",
           "standard keeps the embedded error near the tolerance; threshold changes the step by "
           "constant factors");
  k.number("relative_tolerance", &FilmStepSpec::relative_tolerance, "-", kPositive, "1e-4",
           "of the local error of pressure and gap, of controlled steps");
  k.number("pressure_tolerance", &FilmStepSpec::pressure_tolerance, "Pa", kPositive, "1e6",
           "absolute part, pressure");
  k.number("gap_tolerance", &FilmStepSpec::gap_tolerance, "m", kPositive, "1e-10",
           "absolute part, gap");
  k.number("smallest", &FilmStepSpec::smallest, "s", kPositive, kNone,
           "a run ends where a smaller step would be needed; default: step.size / 1e6, of fixed "
           "steps, which are halved where they fail, step.size / 1e3");
  k.number("largest", &FilmStepSpec::largest, "s", kPositive, kNone, "default: no limit");
  k.number("shrink", &FilmStepSpec::shrink, "-", kFraction, "0.25",
           "smallest factor from one step to the next");
  k.number("grow", &FilmStepSpec::grow, "-", {1.0, kInf, false}, "2",
           "largest factor from one step to the next");
  k.number("safety", &FilmStepSpec::safety, "-", kFraction, "0.6",
           "on the step the error suggests");
  k.flag("land_on_kinks", &FilmStepSpec::land_on_kinks, "true",
         "steps end at the corners of the load history")
      .only(kLine);
  k.number("monitor_tolerance", &FilmStepSpec::monitor_tolerance, "-", kNotNegative, "0",
           "largest error of a step in the prescribed load, as a fraction of the reference; 0: not "
           "watched")
      .only(kLine);

  k.table("output", "", Stage::none);
  k.number("interval", &FilmOutputSpec::interval, "s", kNotNegative, "0",
           "between recorded times; 0: every step");
  k.numbers("profiles", &FilmOutputSpec::profiles, "s", kNotNegative, "[]",
            "times at which pressure and gap are recorded along the contact");
}

}  // namespace

void film_contact_keys(KeyRows& k) {
  film_general_keys(k);
  motion_keys(k);
  structure_kind_keys(k);
  body_keys("bodies.lower", k);
  body_keys("bodies.upper", k);
  integration_keys(k);
}

}  // namespace mortise::gen
