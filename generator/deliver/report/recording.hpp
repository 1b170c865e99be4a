// A scenario of a model file played and watched: what goes in and out, what its contacts carry, the
// profile of its film, what its steps say of themselves.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "generator/bake/play/contact_places.hpp"
#include "generator/bake/play/play.hpp"

namespace mortise::gen {

struct ReportRecording {
  std::string scenario;
  double duration = 0.0;  // [s]
  Trajectory trajectory;  // every step

  // Per step, at its end.
  std::vector<double> time;                 // [s]
  std::vector<std::vector<double>> inputs;  // (nu x steps) as given at its start
  std::vector<double> iterations;           // of the interface
  std::vector<double> distance;             // from the training box [-]
  std::vector<std::vector<double>> normal;  // per interface: sum over its places [N]

  // Per place of all interfaces.
  struct Place {
    std::size_t closed = 0, slips = 0;    // steps in which it is; slips are among the closed
    double largest = 0.0;                 // size of the normal force of a step [N]
    std::array<std::size_t, 4> events{};  // opened, closed, slipped, stuck
  };
  std::vector<Place> places;
  std::optional<StateMap> states;  // of them; none: there are none
  // (places x at most kReportColumns) normal force in equal spans: its largest size, of rigid
  // contacts the mean of the sizes [N].
  Matrix forces;

  // Film at at most kReportColumns instants, on kReportNodes equal distances.
  std::vector<double> profile_time;             // [s]
  double profile_from = 0.0, profile_to = 0.0;  // [m]
  Matrix pressure, gap;  // (kReportNodes x instants) [Pa], [m]; NaN outside of the film
};
inline constexpr long kReportColumns = 240;
inline constexpr Eigen::Index kReportNodes = 120;

// Steps whose status has the bit, per bit; `steps` of them in all.
std::array<std::size_t, 32> status_counts(const ReportRecording& recording);

// scenario: index in the model. Throws Error as play() does.
ReportRecording record_scenario(Instance* instance, int scenario, const Progress& progress);

}  // namespace mortise::gen
