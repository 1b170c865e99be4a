// What the bake stage needs besides the condensed structure or the reduced film. Every choice ends
// up in the file.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generator/bake/file/certificate.hpp"
#include "generator/contact/bolted/reduced_bolted.hpp"
#include "generator/contact/system/reduced_system.hpp"
#include "generator/contact/unilateral/law.hpp"
#include "generator/define/definition/film_contact.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "generator/simulate/run/signals.hpp"

namespace mortise::gen {

// From a time of a scenario on, the structure runs in this operating case.
struct PhaseOptions {
  double start = 0.0;  // [s]
  int operating_case = 0;
};

struct ScenarioOptions {
  std::string name;
  double duration = 0.0;  // [s]
  std::vector<SourceOptions> sources;
  std::optional<Vector> initial_q;   // (n); the system's own if absent
  std::optional<Vector> initial_v;   // (n)
  std::vector<RampOptions> ramps{};  // added to the sources
  // Films under a prescribed load: b and H0 of the first basis; the steady film of the scenario's
  // first inputs if absent.
  std::optional<Vector> initial_film{};
  // Joints: normal forces of the law points (points) [N] of a pressed start; of assemblies those of
  // all their joints, in the order of the interfaces.
  std::optional<Vector> initial_pressure{};
  std::vector<PhaseOptions> phases{};  // joints; empty: case 0 throughout
  std::vector<LawChange> changes{};    // assemblies, by time
};

struct RangeOptions {
  std::string name;
  double minimum = 0.0, maximum = 0.0;
};

struct ProvenanceOptions {
  std::string definition_hash;  // hexadecimal FNV-1a 64
  std::string input_hash;
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<std::string> reduction;  // findings of the condensation, one line each
};

// What every model file needs.
struct ModelOptions {
  std::string name;
  std::string description;
  double step = 0.0;                         // h [s] > 0
  std::optional<Vector> initial_pressure{};  // of the system's own start, as of a scenario's
  std::vector<ScenarioOptions> scenarios;
  ProvenanceOptions provenance;
  std::optional<CertificateOptions> certificate;
  std::vector<RangeOptions> training_box;
  int golden_steps = 200;  // length of the self-test; 0: none
};

struct CaseOptions {
  std::string name;
  JointLaw law;
  Vector damping;    // (n) [1/s]
  double lag = 0.0;  // of the residual compliance [s]
};

struct AssemblyFilm {
  ReducedFilm film;
  FilmScalar scalar = FilmScalar::float64;
  // If the film is transported: distance from the contact to where half-spaces rest [m], and steady
  // films beyond its training, the stiffest first.
  double rest_distance = 0.0;
  std::vector<SteadyBearing> steady = {};
};

// Bounds of a step's solve of bolted contacts (projected Gauss-Seidel in pivot form). A step whose
// sweeps meet one of them ends passively and says CAPPED.
struct BoltedSolver {
  int updates = 0;          // of clusters, of one substep; 0: kBoltedVisits per cluster
  int sweeps = 100;         // over all clusters, of one substep
  double tolerance = 1e-4;  // a cluster is left as it is while its natural map asks for less than
                            // this share of the largest preload force of a cluster [-]
};
inline constexpr int kBoltedVisits = 30;

// Its motions are outputs of the interface: displacement and velocity, index = row of them,
// velocity that of the modes alone.
struct AssemblyBolted {
  ReducedBolted reduced;
  BoltedSolver solver;
  double trust_limit = 1.0;  // UNTRUSTED above this ratio of what training has seen [-]; 0: never
};

// Structures.
struct BakeOptions : ModelOptions {
  // Bilateral sliding contacts: generalised alpha with this spectral radius instead of Moreau-Jean.
  std::optional<double> alpha_radius;
  double damp_fast_modes = 0.0;  // damping ratio given to modes with omega h > 4; 0: left alone
  SolverSpec solver;
  bool contact_books = false;  // outputs of an assembly ask for those of this interface
  bool in_assembly = false;    // one of its interfaces
  // Joints: the cases a scenario may run in, each with its stepped damping; empty: one case, with
  // the law and damping of the system.
  std::vector<CaseOptions> cases;
  // Assemblies: those that their interfaces name (FilmPlace). Of the modes of a film's problem
  // nothing is read: they are the assembly's, and so is the step; substeps of a film are those of
  // its whole group.
  std::vector<AssemblyFilm> films;
  // Likewise (BoltedPlace). Frequencies and damping are those of the system; their step is the
  // assembly's, and so are the inputs.
  std::vector<AssemblyBolted> bolted;
};

// Films. The step and the training box are those of the reduced film.
struct FilmBakeOptions : ModelOptions {
  FilmScalar scalar = FilmScalar::float64;  // arithmetic of the film and type of its numbers
  FilmHold hold = FilmHold::cubic;  // of load and entrainment; the other inputs: linear at most
};

}  // namespace mortise::gen
