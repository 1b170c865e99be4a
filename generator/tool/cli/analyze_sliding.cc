// `mortise analyze eig`, `frf` and `stability`: a sliding contact frozen at positions of its path.
#include <algorithm>
#include <cmath>

#include "generator/define/definition/key_place.hpp"
#include "generator/deliver/pictures/study_pictures.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/judge/analyses/frf.hpp"
#include "generator/judge/analyses/stability.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/result_table.hpp"

namespace mortise::gen {
namespace {

struct PathArguments : DefinitionArguments {
  std::vector<double> positions, frictions;  // [m]; first, last, number
  int count = 0;                             // of positions
  SlidingEigenOptions eigen{false, false, 20000.0};
  bool full = false;
};

// Condensed as the definition says, or all modes of every body.
ReducedSystem sliding_system(const PathArguments& a) {
  const Definition definition = read_and_log(a.definition, a.overrides, Takes::structures);
  if (definition.interfaces.size() > 1)
    throw Error(definition.path,
                "has several interfaces: contacts are frozen where one slide is the only one",
                "take the sliding pair as a definition of its own");
  const ContactSpec& contact = contact_of(definition, 0);
  if (contact.kind != ContactKind::sliding)
    throw Error(definition.path, "has no sliding contact: contact.kind is not sliding",
                "take a definition with contact.kind = \"sliding\"");
  const SlidingLaw& law = contact.sliding.law;
  const std::string velocity =
      definition.interfaces.empty() ? "sliding.velocity" : "interfaces.0.velocity";
  if (law.velocity == 0.0 && (law.friction > 0.0 || !a.frictions.empty()))
    throw Error(place_of_key(definition, velocity),
                velocity + " is 0: nothing says which way friction acts",
                "give the velocity in m/s, its sign counts");
  auto assembled = with_warnings([&](auto* warnings) { return assemble(definition, warnings); });
  assembled.system.alone = true;
  const Condensation condensed = a.full ? condense_modal(assembled.system, {0, 0.0, true})
                                        : condense_as_defined(definition, assembled);
  for (const std::string& warning : condensed.report.warnings) log_warning(warning);
  return condensed.system;
}

// Positions listed, else `count` evenly over the whole target, without its ends [m].
std::vector<double> path_positions(const PathArguments& a, const ReducedSystem& system) {
  if (!a.positions.empty()) return a.positions;
  if (a.count < 1) throw UsageError("give --positions s1,s2,... in m or a count >= 1");
  const Matrix& chain = sliding_of(system).geometry.target_positions;
  const double first = chain(0, 0), length = chain(0, chain.cols() - 1) - first;
  std::vector<double> positions;
  for (int k = 1; k <= a.count; ++k) positions.push_back(first + length * k / (a.count + 1));
  return positions;
}

// Frictions in the number asked for, first and last included.
std::vector<double> path_frictions(const PathArguments& a) {
  const double first = a.frictions[0], last = a.frictions[1], count = a.frictions[2];
  if (!(count >= 1) || count != std::floor(count) || count > 1e6) {
    throw UsageError("--friction-range takes first, last and a whole number of values >= 1");
  }
  const int n = static_cast<int>(count);
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k)
    values.push_back(n == 1 ? first : first + (last - first) * k / (n - 1));
  return values;
}

CLI::Option* add_positions(CLI::App* command, PathArguments* a) {
  return add_option(command, "--positions", &a->positions,
                    "of the sliding node [m], e.g. 0.0485,0.051");
}

void add_state(CLI::App* command, PathArguments* a) {
  command->add_flag("--deformed", a->eigen.deformed, "linearised about the static sliding state");
  command->add_flag("--full", a->full, "all modes of both bodies instead of the condensed ones");
}

// defaults: "; default ..."
void add_modes_and_frictions(CLI::App* command, PathArguments* a, const std::string& count_default,
                             const std::string& friction_default) {
  add_option(command, "--count", &a->count, "or so many, evenly over the target" + count_default,
             CLI::PositiveNumber);
  add_option(command, "--friction-range", &a->frictions,
             "first, last and number of frictions" + friction_default)
      ->expected(3);
  add_option(command, "--maximum-frequency", &a->eigen.maximum_hz,
             "modes above do not count [Hz]; default 20000, 0: all count", CLI::NonNegativeNumber);
}

struct EigRow {
  double friction, position;
  ComplexMode mode;
};

int run_eig(const PathArguments& a) {
  if (a.eigen.turning_force && !a.eigen.deformed)
    throw UsageError("--turning-force needs --deformed");
  const ReducedSystem system = sliding_system(a);
  const std::vector<double> positions = path_positions(a, system);
  const bool own_friction = a.frictions.empty();
  const auto points = with_bar("eigenvalues", [&](const Progress& progress) {
    return sliding_eigenvalues(system, positions,
                               own_friction ? std::vector<double>() : path_frictions(a), a.eigen,
                               progress);
  });
  const Fields<EigRow> place = {
      {own_friction ? "" : "friction", of(&EigRow::friction), quantity_head("friction", "-"),
       "%.4g"},
      {"position_m", of(&EigRow::position), quantity_head("position", "m"), "%.8g"}};
  const Fields<EigRow> value = {
      {"frequency_hz", of(&EigRow::mode, &ComplexMode::frequency_hz),
       quantity_head("frequency", "Hz"), "%.8g"},
      {"growth_1_s", of(&EigRow::mode, &ComplexMode::growth), quantity_head("growth", "1/s"),
       "%.6g"},
      {"rounding_1_s", of(&EigRow::mode, &ComplexMode::rounding), quantity_head("rounding", "1/s"),
       "%.2g"},
      {"", [](const EigRow& r) { return r.mode.unstable() ? "unstable" : ""; }, word_head("")}};
  Fields<EigRow> all = place;
  all.insert(all.end(), value.begin(), value.end());

  std::vector<EigRow> rows, unstable;
  nlohmann::json list = nlohmann::json::array();
  for (const SlidingEigenPoint& p : points) {
    std::vector<EigRow> here;
    here.reserve(p.modes.size());
    for (const ComplexMode& mode : p.modes) here.push_back({p.friction, p.position, mode});
    list.push_back(row_json(place, {p.friction, p.position, {}}));
    list.back()["eigenvalues"] = rows_json(value, here);
    rows.insert(rows.end(), here.begin(), here.end());
  }
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(unstable),
               [](const EigRow& r) { return r.mode.unstable(); });
  return print_result(a.json, {{"points", list}, {"unstable", rows_json(all, unstable)}},
                      rows_text(all, rows));
}

struct FrfArguments : PathArguments {
  std::string input, output;
  std::vector<double> frequencies;
};

std::vector<double> frequencies_of(const std::vector<double>& range) {
  if (range.size() != 3 || !(range[0] > 0) || !(range[1] >= range[0]) || !(range[2] > 0)) {
    throw UsageError("--frequencies takes first, last and increment in Hz, all positive");
  }
  const auto count = static_cast<std::size_t>((range[1] - range[0]) / range[2] * (1 + 1e-12)) + 1;
  std::vector<double> hz(count);
  for (std::size_t k = 0; k < count; ++k) hz[k] = range[0] + range[2] * static_cast<double>(k);
  return hz;
}

int run_frf(const FrfArguments& a) {
  const std::vector<double> hz = frequencies_of(a.frequencies);
  const ReducedSystem system = sliding_system(a);
  FrfRequest request = frf_request(system, a.input, a.output);
  request.positions = path_positions(a, system);
  request.frequencies_hz = hz;
  request.deformed = a.eigen.deformed;
  const Eigen::MatrixXcd responses = sliding_frf(system, request);

  nlohmann::json points = nlohmann::json::array();
  TextTable table({quantity_head("position", "m"), quantity_head("frequency", "Hz"),
                   quantity_head("magnitude", request.unit), quantity_head("phase", "deg")});
  for (Eigen::Index p = 0; p < responses.cols(); ++p) {
    const double position = request.positions[static_cast<std::size_t>(p)];
    const Vector real = responses.col(p).real(), imaginary = responses.col(p).imag();
    points.push_back({{"position_m", position},
                      {"real", std::vector<double>(real.begin(), real.end())},
                      {"imaginary", std::vector<double>(imaginary.begin(), imaginary.end())}});
    for (Eigen::Index k = 0; k < responses.rows(); ++k) {
      table.add_row({cell("%.8g", position), cell("%.8g", hz[static_cast<std::size_t>(k)]),
                     cell("%.4g", std::abs(responses(k, p))),
                     cell("%.2f", std::arg(responses(k, p)) * 57.29577951308232)});
    }
  }
  return print_result(a.json,
                      {{"input", request.input},
                       {"output", request.output},
                       {"unit", request.unit},
                       {"frequencies_hz", hz},
                       {"points", points}},
                      table.text());
}

struct StabilityArguments : PathArguments {
  StabilityArguments() {
    count = 199;
    frictions = {0.0, 0.5, 26.0};
  }
  std::string picture;
};

std::vector<std::vector<double>> rows_of(const Matrix& matrix) {
  std::vector<std::vector<double>> rows;
  for (const auto& row : matrix.rowwise()) rows.emplace_back(row.begin(), row.end());
  return rows;
}

std::string stability_text(const StabilityMap& map) {
  TextTable table({quantity_head("friction", "-"), count_head("unstable"), count_head("positions"),
                   quantity_head("worst growth", "1/s"), quantity_head("rounding", "1/s"),
                   quantity_head("frequency", "Hz"), quantity_head("at", "m")});
  for (Eigen::Index m = 0; m < map.growth.rows(); ++m) {
    Eigen::Index worst = 0, unstable = 0;
    for (Eigen::Index p = 0; p < map.growth.cols(); ++p) {
      if (map.unstable(m, p)) ++unstable;
      if (!(map.growth(m, p) <= map.growth(m, worst))) worst = p;
    }
    table.add_row({cell("%.4g", map.frictions[static_cast<std::size_t>(m)]),
                   std::to_string(unstable), std::to_string(map.growth.cols()),
                   cell("%.6g", map.growth(m, worst)), cell("%.2g", map.rounding(m, worst)),
                   cell("%.8g", map.frequency_hz(m, worst)),
                   cell("%.6g", map.positions[static_cast<std::size_t>(worst)])});
  }
  return table.text();
}

int run_stability(const StabilityArguments& a) {
  StabilityRequest request;
  request.frictions = path_frictions(a);
  const ReducedSystem system = sliding_system(a);
  request.positions = path_positions(a, system);
  request.eigen = a.eigen;
  const StabilityMap map = stability_map(system, request);
  if (!a.picture.empty()) write_stability_picture(map, a.picture);
  return print_result(a.json,  // what is not finite is null
                      {{"frictions", map.frictions},
                       {"positions_m", map.positions},
                       {"worst_growth_1_s", rows_of(map.growth)},
                       {"rounding_1_s", rows_of(map.rounding)},
                       {"frequency_hz", rows_of(map.frequency_hz)},
                       {"critical_friction", critical_friction(map)}},
                      stability_text(map));
}

}  // namespace

void add_analyze_eig(CLI::App* analyze, Command* chosen) {
  add_analysis<PathArguments>(
      analyze, chosen, "eig", "complex eigenvalues of a sliding contact at positions of its path",
      "definition (TOML)", run_eig, [](CLI::App* command, PathArguments* a) {
        add_positions(command, a);
        add_modes_and_frictions(command, a, "", "");
        add_state(command, a);
        command->add_flag("--turning-force", a->eigen.turning_force,
                          "with --deformed: the contact force turns and travels with its segment");
      });
}

void add_analyze_frf(CLI::App* analyze, Command* chosen) {
  add_analysis<FrfArguments>(
      analyze, chosen, "frf", "frequency responses of a sliding contact at positions of its path",
      "definition (TOML)", run_frf, [](CLI::App* command, FrfArguments* a) {
        add_positions(command, a)->required();
        add_option(command, "--frequencies", &a->frequencies, "first, last, increment [Hz]")
            ->expected(3)
            ->required();
        add_option(command, "--input", &a->input, "force; default: the first input");
        add_option(command, "--output", &a->output, "motion; default: the first acceleration");
        add_state(command, a);
      });
}

void add_analyze_stability(CLI::App* analyze, Command* chosen) {
  add_analysis<StabilityArguments>(
      analyze, chosen, "stability",
      "where a sliding contact squeals: map over friction and position", "definition (TOML)",
      run_stability, [](CLI::App* command, StabilityArguments* a) {
        add_positions(command, a);
        add_modes_and_frictions(command, a, "; default 199", "; default 0,0.5,26");
        add_state(command, a);
        add_pictures(command, &a->picture, "SVG of the map");
      });
}

}  // namespace mortise::gen
