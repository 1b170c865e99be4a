// `mortise analyze qsma`, and what `analyze preload` says of bolted contacts.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "generator/deliver/pictures/bolted_pictures.hpp"
#include "generator/deliver/pictures/picture_folder.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/simulate/bolted/bolted_case.hpp"
#include "generator/simulate/run/trajectory.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/qsma_reduced.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "generator/tool/cli/variant.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kModes = 16;

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct Tightened {
  Tightened(const Definition& definition, std::optional<ContactSolver> solver,
            const std::string& cache)
      : bolted(with_warnings(
            [&](auto* warnings) { return bolted_case(definition, warnings, {}, cache); })),
        contact(bolted.contact(solver)),
        preloaded(with_bar("preload", [&](const Progress& progress) {
          return tighten(bolted.structure, bolted.preload, &contact, progress);
        })) {}

  std::vector<bool> closed() const {
    std::vector<bool> is;
    for (const PointStatus status : preloaded.state.status)
      is.push_back(status != PointStatus::OPEN);
    return is;
  }

  BoltedCase bolted;
  CoulombNewton contact;
  Preloaded preloaded;
};

struct QsmaArguments : DefinitionArguments {
  int mode = 1;
  std::string like;  // in place of the number
  std::vector<double> levels;
  int steps = 4;
  std::vector<std::string> variants;
  std::string pictures;              // folder; empty: none
  bool reduced = false;              // DEF is a model file
  std::vector<std::string> outputs;  // of it
  std::string against;               // model file
  std::string solver;                // empty: the definition's
  std::string cache;                 // folder; empty: none
};

// Amplitudes of the linear structure's answer at the sensor [m].
const std::vector<double>& usual_levels() {
  static const std::vector<double> levels{
      1e-5,   2e-5, 3e-5,   5e-5,   7.5e-5, 1e-4,   1.5e-4, 2e-4, 2.5e-4, 3e-4, 3.5e-4, 4e-4,
      4.5e-4, 5e-4, 5.4e-4, 5.8e-4, 6.1e-4, 6.4e-4, 6.7e-4, 7e-4, 7.5e-4, 8e-4, 9e-4,   1e-3};
  return levels;
}

ModeShape shape_named(const std::string& name) {
  const auto& names = enum_names<ModeShape>;
  return static_cast<ModeShape>(std::find(names.begin(), names.end(), name) - names.begin());
}

// Frequency of the tied mode that is most like this shape [Hz].
double tied_hz(const BoltedStructure& s, const Vector& shape) {
  Eigen::Index most = 0;
  (s.mass * shape).tail(s.tied_omega.size()).cwiseAbs().maxCoeff(&most);
  return s.tied_omega[most] / kTwoPi;
}

// A mode of a structure over its amplitude.
struct QsmaCase {
  std::string label;
  Definition definition;
  Eigen::Index mode = 0;
  double linear_hz = 0.0, tied = 0.0, seconds = 0.0;
  std::vector<BackbonePoint> points;
  std::optional<BackboneBeside> beside;
};

// The definition itself, without a label, and its variants; all are read before any is solved.
std::vector<QsmaCase> read_cases(const QsmaArguments& a) {
  std::vector<QsmaCase> cases(1);
  cases[0].definition = read_and_log(a.definition, a.overrides, Takes::structures);
  for (const std::string& text : a.variants) {
    const Variant variant = parse_variant(text);
    std::vector<std::string> overrides = a.overrides;
    overrides.insert(overrides.end(), variant.overrides.begin(), variant.overrides.end());
    const std::string& path = variant.definition.empty() ? a.definition : variant.definition;
    cases.emplace_back();
    cases.back().label = variant.label;
    cases.back().definition = read_and_log(path, overrides, Takes::structures);
  }
  return cases;
}

std::string shape_text(const QsmaArguments& a, Eigen::Index mode) {
  return a.like.empty() ? fmt::format("mode {}", mode + 1) : a.like;
}

std::vector<double> rising_levels(const QsmaArguments& a) {
  std::vector<double> levels = a.levels.empty() ? usual_levels() : a.levels;
  std::sort(levels.begin(), levels.end());
  if (!(levels.front() > 0.0)) throw UsageError("--levels takes positive amplitudes in m");
  return levels;
}

// Hash of what decides at the points.
std::string contact_hash(const BoltedCase& bolted, std::optional<ContactSolver> solver) {
  ContentHash hash;
  hash.add(&bolted.friction, sizeof(bolted.friction))
      .add(enum_names<ContactSolver>[static_cast<std::size_t>(solver.value_or(bolted.solver))]);
  for (const bool likely : bolted.likely) hash.add(likely ? "1" : "0");
  return hash.hex();
}

void solve_case(const QsmaArguments& a, QsmaCase* one, std::vector<std::string>* pictures) {
  const Definition& definition = one->definition;
  const Stopwatch watch;
  const auto& solvers = enum_names<ContactSolver>;
  const auto named = std::find(solvers.begin(), solvers.end(), a.solver);
  std::optional<ContactSolver> solver;
  if (named != solvers.end()) solver = static_cast<ContactSolver>(named - solvers.begin());
  Tightened t(definition, solver, a.cache);
  const BondedModes modes = bonded_modes(t.bolted.structure, t.closed(), kModes);
  if (a.mode > modes.omega.size())
    throw UsageError(fmt::format("--mode {}: there are {}", a.mode, modes.omega.size()));
  const Eigen::Index mode =
      a.like.empty() ? a.mode - 1 : find_mode(t.bolted, modes.shapes, shape_named(a.like));
  demand(mode >= 0, definition.path, "no mode is like " + a.like,
         fmt::format("choose one of the lowest {} by --mode", kModes));
  ModalTask task;
  task.omega = modes.omega[mode];
  task.shape = modes.shapes.col(mode);
  task.steps = a.steps;
  const double sensed = (t.bolted.structure.sensor * task.shape).norm();  // per modal coordinate
  if (!(sensed > 0.0)) throw UsageError(fmt::format("mode {} does not move the sensor", a.mode));
  for (const double level : rising_levels(a))
    task.loads.push_back(task.omega * task.omega * level / sensed);
  one->mode = mode;
  one->linear_hz = task.omega / kTwoPi;
  one->tied = tied_hz(t.bolted.structure, task.shape);
  one->points = with_bar("modal loads", [&](const Progress& progress) {
    return modal_backbone(t.bolted.structure, t.preloaded, task, &t.contact, progress,
                          {a.cache, contact_hash(t.bolted, solver)});
  });
  one->seconds = watch.seconds();
  const bool itself = one->label.empty();
  if (itself && !a.against.empty())
    one->beside = backbone_beside(a.against, {&definition, mode, one->linear_hz,
                                              t.preloaded.resultant, a.steps, one->points});
  if (!a.pictures.empty() && itself)
    *pictures = write_backbone_pictures(
        t.bolted.structure,
        {definition.name + ", " + shape_text(a, mode), one->linear_hz, one->tied, one->points},
        a.pictures);
  if (!a.pictures.empty() && one->beside)
    pictures->push_back(
        write_reduced_picture({{"all points", one->points}, {"reduced", one->beside->points}},
                              definition.name + ", " + shape_text(a, mode), a.pictures));
}

nlohmann::json case_json(const Fields<BackbonePoint>& fields, const QsmaCase& one) {
  return {{"mode", one.mode + 1},
          {"linear_hz", one.linear_hz},
          {"tied_hz", one.tied},
          {"points", rows_json(fields, one.points)},
          {"seconds", one.seconds}};
}

int run_reduced_qsma(const QsmaArguments& a) {
  if (!a.overrides.empty() || !a.variants.empty())
    throw UsageError("--set and --variant change a definition; --reduced reads a finished file");
  if (!a.like.empty()) throw UsageError("--like: a model file does not know shapes, give --mode");
  if (!a.against.empty()) throw UsageError("--against stands beside a definition, not --reduced");
  ReducedQsma asked;
  asked.model = a.definition;
  asked.mode = a.mode - 1;
  asked.outputs = a.outputs;
  asked.levels = rising_levels(a);
  asked.steps = a.steps;
  asked.pictures = a.pictures;
  asked.json = a.json;
  return report_reduced_backbone(asked);
}

int run_qsma(const QsmaArguments& a) {
  if (a.reduced) return run_reduced_qsma(a);
  if (!a.outputs.empty()) throw UsageError("--outputs is of --reduced; a definition has a sensor");
  std::vector<QsmaCase> cases = read_cases(a);
  if (!a.pictures.empty()) try_pictures(a.pictures, backbone_picture_names());
  std::vector<std::string> pictures;
  for (QsmaCase& one : cases) solve_case(a, &one, &pictures);
  if (!a.pictures.empty() && cases.size() > 1) {
    std::vector<BoltedBackbone> backbones;
    for (const QsmaCase& one : cases)
      backbones.push_back(
          {one.label.empty() ? "as defined" : one.label, one.linear_hz, one.tied, one.points});
    pictures.push_back(write_variant_picture(
        backbones, cases[0].definition.name + ", " + shape_text(a, cases[0].mode), a.pictures));
  }
  using Point = BackbonePoint;
  const Fields<Point> fields = {
      {"amplitude_m", of(&Point::amplitude), quantity_head("amplitude", "m"), "%.4g"},
      {"frequency_hz", of(&Point::frequency_hz), quantity_head("frequency", "Hz"), "%.7g"},
      {"damping", of(&Point::damping), quantity_head("damping", "-"), "%.4g"},
      {"damping_masing", of(&Point::masing_damping), quantity_head("Masing", "-"), "%.4g"},
      {"slip_points", of(&Point::slip_points), count_head("slip")},
      {"closed_points", of(&Point::closed_points), count_head("closed")},
      {"max_slip_m", of(&Point::max_slip), quantity_head("largest slip", "m"), "%.3g"}};
  nlohmann::json result = case_json(fields, cases[0]);
  result["pictures"] = pictures;
  if (cases[0].beside) result["reduced"] = beside_json(*cases[0].beside);
  std::string text;
  for (const QsmaCase& one : cases) {
    if (!one.label.empty()) {
      result["variants"].push_back(case_json(fields, one));
      result["variants"].back()["label"] = one.label;
      text += one.label + "\n";
    }
    text += rows_text(fields, one.points);
    if (one.beside) text += beside_text(*one.beside, one.points);
  }
  return print_result(a.json, result, text);
}

// How far the bodies of a zone have come together, as a mean over its pairs of nodes.
double approach(const BoltedStructure& s, const Preloaded& preloaded, std::size_t zone) {
  Eigen::Index first = 0;
  for (std::size_t z = 0; z < zone; ++z)
    first += 3 * static_cast<Eigen::Index>(s.zones[z].pairs.size());
  const auto pairs = static_cast<Eigen::Index>(s.zones[zone].pairs.size());
  return -preloaded.boundary(Eigen::seqN(first, pairs, 3)).mean();
}

}  // namespace

int report_bolted_preload(const Definition& definition, const std::string& pictures,
                          const std::string& cache, bool json) {
  if (!pictures.empty()) try_pictures(pictures, preload_picture_names());
  const Stopwatch watch;
  const Tightened t(definition, std::nullopt, cache);
  const BoltedStructure& s = t.bolted.structure;
  int closed = 0;
  double area = 0.0, pressure = 0.0;
  Eigen::Index point = 0;
  for (const ContactZone& zone : s.zones)
    for (Eigen::Index p = 0; p < zone.points(); ++p, ++point) {
      if (t.preloaded.state.status[static_cast<std::size_t>(point)] == PointStatus::OPEN) continue;
      ++closed;
      area += zone.cell_area();
      pressure = std::max(pressure, t.preloaded.state.force[3 * point] / zone.cell_area());
    }
  const BondedModes modes = bonded_modes(s, t.closed(), kModes);
  const Vector hz = modes.omega / kTwoPi, tied = s.tied_omega / kTwoPi;
  const auto list = [](const Vector& v) { return std::vector<double>(v.begin(), v.end()); };
  nlohmann::json zones = nlohmann::json::array();
  std::string text =
      fmt::format("{} of {} points closed, {:.4g} mm2, largest pressure {:.5g} MPa\n", closed,
                  s.point_count(), 1e6 * area, 1e-6 * pressure);
  for (std::size_t z = 0; z < s.zones.size(); ++z) {
    const auto at = static_cast<Eigen::Index>(z);
    zones.push_back({{"name", s.zones[z].name},
                     {"resultant_n", t.preloaded.resultant[at]},
                     {"pretension_n", t.preloaded.pretension[at]},
                     {"approach_m", approach(s, t.preloaded, z)},
                     {"points", s.zones[z].points()}});
    text += fmt::format("{}: {:.6g} N, pretension {:.6g} N\n", s.zones[z].name,
                        t.preloaded.resultant[at], t.preloaded.pretension[at]);
  }
  const double seconds = watch.seconds();
  std::vector<std::string> written;
  if (!pictures.empty()) {
    const bool beam = definition.import.kind == "bolted_beam";
    written = write_preload_pictures(s, t.preloaded.state,
                                     beam ? &definition.import.bolted_beam.shape : nullptr,
                                     definition.name, pictures);
  }
  text += "mode  linear Hz   tied Hz\n";
  for (Eigen::Index m = 0; m < hz.size(); ++m)
    text += fmt::format("{:4}  {:9.3f} {:9.3f}\n", m + 1, hz[m], m < tied.size() ? tied[m] : NAN);
  return print_result(json,
                      {{"closed_points", closed},
                       {"total_points", s.point_count()},
                       {"max_pressure_pa", pressure},
                       {"contact_area_m2", area},
                       {"resultant_n", t.preloaded.resultant.maxCoeff()},
                       {"zones", zones},
                       {"linear_hz", list(hz)},
                       {"tied_hz", list(tied)},
                       {"pictures", written},
                       {"seconds", seconds}},
                      text);
}

void add_analyze_qsma(CLI::App* analyze, Command* chosen) {
  add_analysis<QsmaArguments>(
      analyze, chosen, "qsma",
      "frequency and damping of a mode of a bolted structure over its amplitude, quasi-static",
      "definition (TOML) with contact.kind = \"bolted\"; with --reduced the model file (*.mrt)",
      run_qsma, [](CLI::App* command, QsmaArguments* a) {
        command->add_flag("--reduced", a->reduced, "of the reduced model, from its file alone");
        add_option(command, "--outputs", &a->outputs,
                   "of a model file: displacements whose norm is the amplitude; default the one "
                   "that the mode moves most");
        add_option(command, "--against", &a->against,
                   "model file built from the definition: both beside each other, and how far "
                   "apart they are");
        add_option(command, "--mode", &a->mode, "of the preloaded structure, 1 is the lowest",
                   in_range(1, static_cast<int>(kModes)));
        add_option(command, "--like", &a->like,
                   "or the lowest mode of this shape: " + std::string(choices_of<ModeShape>()),
                   one_of({"in-phase-bending", "out-of-phase-bending", "torsion"}));
        add_option(command, "--levels", &a->levels,
                   "amplitudes that the sensor would have without slip [m], e.g. 1e-5,1e-4; "
                   "default 24 up to 1 mm");
        add_variants(
            command, &a->variants,
            "beside it the same with other keys, or of another definition, in one picture; "
            "repeatable");
        add_cache(command, &a->cache,
                  std::string(kKeepsStructure) +
                      ", and levels as they finish: a run that was killed goes on with the next, "
                      "one with more levels takes those that it reaches on the same way");
        add_picture_folder(command, &a->pictures,
                           "folder for pictures of the backbone and of who sticks and slips");
        add_option(
            command, "--steps", &a->steps,
            "of every half of a closed loop; default 4, 0: no loops, damping is four times the "
            "work of friction on the way to a level",
            CLI::NonNegativeNumber);
        add_option(command, "--solver", &a->solver,
                   "of contact and friction, to compare: " +
                       std::string(choices_of<ContactSolver>()) + "; default contact.solver",
                   one_of(std::vector<std::string>(enum_names<ContactSolver>.begin(),
                                                   enum_names<ContactSolver>.end())));
      });
}

}  // namespace mortise::gen
