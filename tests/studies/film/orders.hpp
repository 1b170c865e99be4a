// Observed orders of convergence of a film simulation in time and in space.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {

struct OrderPoint {
  std::string scheme;  // "sdirk2", ...
  double step = 0.0;   // [s]; of a spatial study the fixed step
  int points = 0;      // film nodes
  double error_p_central = 0.0, error_h_central = 0.0, error_h_min = 0.0;  // see OrderStudy
  // Against the row before of the same scheme.
  double order_p_central = 0.0, order_h_central = 0.0, order_h_min = 0.0;
  bool first = true;  // of its scheme: it has no orders
};

// What is compared, over which scale, and where its error and its order stand.
struct OrderQuantity {
  const char *name, *scale_name, *title;
  double FilmSample::*value;
  double FilmScales::*scale;
  double OrderPoint::*error;
  double OrderPoint::*order;
};
inline constexpr OrderQuantity kOrderQuantities[] = {
    {"p_central", "p_Hertz", "central pressure / Hertz pressure", &FilmSample::p_central,
     &FilmScales::pressure, &OrderPoint::error_p_central, &OrderPoint::order_p_central},
    {"h_central", "b^2/R", "central gap / (b\xC2\xB2/R)", &FilmSample::h_central, &FilmScales::film,
     &OrderPoint::error_h_central, &OrderPoint::order_h_central},
    {"h_min", "b^2/R", "minimum gap / (b\xC2\xB2/R)", &FilmSample::h_min, &FilmScales::film,
     &OrderPoint::error_h_min, &OrderPoint::order_h_min}};

// Errors are the largest over the trace against the reference, dimensionless: pressures by p_H,
// gaps by b^2/R.
struct OrderStudy {
  std::vector<OrderPoint> time, space;
  double reference_step = 0.0;  // of the time study [s]
  int reference_points = 0;     // of the spatial study
};

struct OrderOptions {
  std::vector<FilmScheme> schemes = {FilmScheme::sdirk2, FilmScheme::bdf2,
                                     FilmScheme::backward_euler};
  std::vector<double> steps;    // [s], descending; empty: size * {4, 2, 1, 1/2} of step.size
  double reference_step = 0.0;  // [s]; 0: smallest step / 5
  std::vector<int> points;      // ascending, the last one is the reference; empty: no spatial study
};

// Each run is compared at its own times; between the samples of the reference by cubics that do not
// reach over a corner of the load. Throws Error if a run stops.
OrderStudy study_orders(const FilmContactSpec& definition, const OrderOptions& options,
                        const Progress& progress);

}  // namespace mortise::gen
