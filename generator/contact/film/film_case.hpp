// Two bodies, lubricated or dry, and one run of theirs: load or impact, time steps, what is
// recorded. SI units; lengths of the film grid are in units of the Hertz half-width b, as is usual
// in the field.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/bodies/condense/condense_body.hpp"
#include "generator/bodies/import/import_spec.hpp"
#include "generator/contact/film/lubricant_laws.hpp"
#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

// line: plane strain under a load, entrainment and squeeze. point: axisymmetric impact.
// dry: plane impact with a penalty law in place of the film.
enum class FilmKind { line, point, dry };
enum class Cavitation { penalty, mass_conserving };
enum class FilmUpwind { second_order, third_order };
enum class FilmFrame { fixed, load_scaled };
enum class StructureKind { half_space, condensed };
enum class BodyShape { sphere, plate, valve, t_profile, import, rigid };
enum class FilmScheme { sdirk2, sdirk4, backward_euler, bdf2 };

template <>
inline constexpr std::array enum_names<FilmScheme> = {"sdirk2", "sdirk4", "backward_euler", "bdf2"};

// standard: Schmidt 2.80 (embedded error, keeps the error near the tolerance);
// threshold: Schmidt 2.79 (constant factors outside a band).
enum class StepControl { fixed, standard, threshold };

struct FilmSpec {
  FilmKind kind = FilmKind::line;
  Cavitation cavitation = Cavitation::penalty;
  double penalty = 1e6;  // gamma, dimensionless (film: Schmidt 2.7; dry: 4.2, default 1e10)
  FilmUpwind upwind = FilmUpwind::second_order;  // of what is entrained
};

// A place where film nodes stand closer: their density, 1 elsewhere, grows by
// factor / (1 + ((X - at)/width)^2).
struct GridRefinement {
  double at = 0.0;      // [b]
  double factor = 0.0;  // > -1: negative values thin the nodes out [-]
  double width = 0.0;   // > 0 [b]
};

// Unused by dry impacts: their grid is the contact nodes of the upper body.
struct FilmGridSpec {
  int points = 0;                      // n, boundary nodes included; ignored with `ratio`
  double start = 0.0, end = 0.0;       // grid.extent [b]
  bool automatic = false;              // it is still to be chosen, at least what start and end span
  FilmFrame frame = FilmFrame::fixed;  // load_scaled: moves with sqrt(load), balanced contacts
  std::vector<GridRefinement> refine;  // line contacts; empty: equidistant
  std::optional<double> ratio;  // grid.ratio: spacing by the smallest structure element (3.26)
};

// w(t) = reference * (base + step * s(t)), s rises 0 -> 1 over `rise`, falls back over `fall`;
// without `rise` it starts at 1 if there is a `fall`, else it stays at 0. With `times` it goes
// through these corners instead and is constant before and behind.
struct LoadSpec {
  double reference = 0.0;             // [N/m]
  double base = 0.0, step = 0.0;      // fractions of the reference
  std::vector<double> rise, fall;     // [start, end] [s]; empty: never
  std::vector<double> times, values;  // ascending [s]; fractions of the reference
  bool smooth = false;                // C1 cubics through the corners instead of straight lines
  // Of the body that the load presses and the film carries [kg/m]; 0: film and load are in balance
  // at every moment.
  double mass = 0.0;
  // With a mass: from the contact to where the surfaces of the half-spaces rest [m]. What they give
  // in grows with its logarithm.
  double rest_distance = 0.0;
};

// Values along straight lines between corners, constant before and behind.
struct Corners {
  std::vector<double> times, values;  // ascending [s]; as many
};

struct ImpactSpec {
  double velocity = 0.0;      // approach [m/s] > 0
  double height = 0.0;        // smallest gap at the start [m]
  double acceleration = 0.0;  // of the upper body towards the lower one [m/s2]
  // Speed of the scales, and with them of the grid [m/s]; 0: `velocity`.
  double reference_velocity = 0.0;
  // Mass of the point-mass model [kg]; condensed bodies bring their own, then it is used for the
  // scales only, and 0 = not given.
  double mass = 0.0;
};

struct BodySpec : BodyCondensation {
  double young = 0.0;    // E [Pa], infinite if rigid
  double poisson = 0.0;  // nu [-]
  double density = 0.0;  // [kg/m3], condensed bodies
  // Condensed bodies; a half-space uses neither the shape nor what follows.
  BodyShape shape = BodyShape::rigid;
  double radius = 0.0;     // sphere and tips of valve and t_profile; plate: outer radius [m]
  double thickness = 0.0;  // plate [m]
  double stem_radius = 0.0, stem_length = 0.0;   // valve (t_profile: half width) [m]
  double bar_radius = 0.0, bar_thickness = 0.0;  // valve (t_profile: half width) [m]
  double contact_radius = 0.0;                   // half width of the region with contact nodes [m]
  int contact_elements = 0;                      // quadratic elements along it (per side if plane)
  ImportSpec import;                             // shape = import: the spine's importer
  std::string contact_set;                       // shape = import: nodes of the contact line
  std::vector<Vector3> extra_masters;            // additional master nodes next to these points [m]
};

struct FilmStepSpec {
  double size = 0.0;  // h, or the first step if adaptive [s]
  FilmScheme scheme = FilmScheme::sdirk2;
  StepControl control = StepControl::fixed;
  double relative_tolerance = 0.0;                 // eps_r [-]
  double pressure_tolerance = 0.0;                 // eps_a [Pa]
  double gap_tolerance = 0.0;                      // eps_a [m]
  double smallest = 0.0, largest = 0.0;            // [s]; 0: see key list, no limit
  bool land_on_kinks = true;                       // steps end at the corners of the load history
  double shrink = 0.25, grow = 2.0, safety = 0.6;  // f_min, f_max, f_safety
  // Largest local integration error of the prescribed load (fraction of the reference) that a step
  // may make (Schmidt 4.1.3); 0 = not monitored.
  double monitor_tolerance = 0.0;
};

struct FilmOutputSpec {
  double interval = 0.0;         // between recorded times [s]; 0: every step
  std::vector<double> profiles;  // times of recorded profiles [s]
};

struct FilmCase {
  std::string path, name;  // of the definition, for messages
  FilmSpec film;
  LubricantSpec lubricant;
  FilmGridSpec grid;
  LoadSpec load;                                    // line
  double entrainment = 0.0, reference_speed = 0.0;  // u_m; of the time unit, default u_m [m/s]
  // Balanced contacts: what moves while they run, in place of the values that stand alone; empty:
  // nothing does. [m/s]; factor on lubricant.viscosity [-]
  Corners entrainment_over_time, viscosity_over_time;
  ImpactSpec impact;  // point, dry
  StructureKind structure = StructureKind::half_space;
  double reduced_radius = 0.0;  // R of the pair [m]
  BodySpec lower, upper;
  FilmStepSpec step;
  double duration = 0.0;  // [s]
  FilmOutputSpec output;

  // A line contact whose load a body's inertia shares with the film.
  bool carried() const { return film.kind == FilmKind::line && load.mass > 0.0; }
  // A line contact whose film bears the load at every moment.
  bool balanced() const { return film.kind == FilmKind::line && !(load.mass > 0.0); }
};

}  // namespace mortise::gen
