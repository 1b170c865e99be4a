#include "generator/sliding/frf.hpp"

#include <cmath>
#include <string>

#include "generator/constants.hpp"
#include "generator/error.hpp"
#include "generator/number_text.hpp"

namespace mortise::gen {
namespace {

void check(const ReducedSystem& system, const FrfRequest& request) {
  if (!system.sliding)
    throw Error("analyze frf", "the definition has no sliding contact",
                "give contact.kind = \"sliding\"");
  if (request.force.size() != system.size() || request.response.size() != system.size())
    throw Error("analyze frf", "force or response do not have the size of the system",
                "pass one number per mode");
  for (const double f : request.frequencies_hz)
    if (!(f > 0) || !std::isfinite(f))
      throw Error("analyze frf", "a frequency of " + number_text(f) + " Hz",
                  "give positive frequencies in Hz");
}

std::complex<double> scale(ResponseKind kind, double w) {
  switch (kind) {
    case ResponseKind::displacement:
      return 1.0;
    case ResponseKind::velocity:
      return {0.0, w};
    case ResponseKind::acceleration:
      return -w * w;
  }
  return 1.0;
}

}  // namespace

Eigen::MatrixXcd sliding_frf(const ReducedSystem& system, const FrfRequest& request) {
  check(system, request);
  const SlidingGeometryModel geometry(*system.sliding, system.size());
  const auto frequencies = static_cast<Eigen::Index>(request.frequencies_hz.size());
  Eigen::MatrixXcd table(frequencies, static_cast<Eigen::Index>(request.positions.size()));
  for (Eigen::Index p = 0; p < table.cols(); ++p) {
    const FrozenRows rows =
        frozen_rows(system, geometry, request.positions[static_cast<std::size_t>(p)],
                    system.sliding->law.friction, request.deformed);
    const Eigen::ArrayXd direct = request.response.cwiseProduct(request.force),
                         output = request.response.cwiseProduct(rows.force),
                         input = rows.gap.cwiseProduct(request.force),
                         contact = rows.gap.cwiseProduct(rows.force);
    for (Eigen::Index k = 0; k < frequencies; ++k) {
      const double w = kTwoPi * request.frequencies_hz[static_cast<std::size_t>(k)];
      const Eigen::ArrayXcd h = 1.0 / (system.omega.array().square() - w * w +
                                       std::complex<double>(0, w) * system.damping.array());
      table(k, p) =
          scale(request.kind, w) *
          ((h * direct).sum() - (h * output).sum() * (h * input).sum() / (h * contact).sum());
    }
  }
  if (!table.allFinite())
    throw Error("analyze frf", "a response is infinite: a mode without damping is hit",
                "give damping or shift the frequencies");
  return table;
}

}  // namespace mortise::gen
