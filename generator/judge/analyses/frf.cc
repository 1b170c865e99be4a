#include "generator/judge/analyses/frf.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

void check(const ReducedSystem& system, const FrfRequest& request) {
  if (request.force.size() != system.size() || request.response.size() != system.size())
    throw Error("analyze frf", "force or response do not have the size of the system",
                "pass one number per mode");
  for (const double f : request.frequencies_hz)
    if (!(f > 0) || !std::isfinite(f))
      throw Error("analyze frf", "a frequency of " + number_text(f) + " Hz",
                  "give positive frequencies in Hz");
}

constexpr OutputQuantity kMotions[] = {OutputQuantity::acceleration, OutputQuantity::velocity,
                                       OutputQuantity::displacement};

// Factor that makes a displacement the motion asked for.
std::complex<double> scale(OutputQuantity motion, double w) {
  if (motion == OutputQuantity::acceleration) return -w * w;
  return motion == OutputQuantity::velocity ? std::complex<double>(0.0, w) : 1.0;
}

template <class Channel>
std::size_t channel_index(const std::vector<Channel>& channels, const std::string& name,
                          const std::string& option) {
  std::vector<std::string> names;
  names.reserve(channels.size());
  for (const Channel& c : channels) names.push_back(c.name);
  if (names.empty()) throw Error(option, "the definition has none", "add one to the definition");
  for (std::size_t i = 0; i < names.size(); ++i)
    if (name.empty() || names[i] == name) return i;
  throw Error(option + " " + name, "is not in the definition",
              "the nearest is '" + nearest(name, names) + "'");
}

// Output by name, else the first acceleration, else the first motion.
std::size_t motion(const ReducedSystem& system, const std::string& name) {
  if (!name.empty()) return channel_index(system.outputs, name, "--output");
  for (const OutputQuantity wanted : kMotions)
    for (std::size_t i = 0; i < system.outputs.size(); ++i)
      if (system.outputs[i].quantity == wanted) return i;
  throw Error("analyze frf", "no output is a displacement, velocity or acceleration",
              "add one to [[outputs]]");
}

}  // namespace

FrfRequest frf_request(const ReducedSystem& system, const std::string& input,
                       const std::string& output) {
  const std::size_t in = channel_index(system.inputs, input, "--input");
  const OutputChannel& out = system.outputs[motion(system, output)];
  if (std::count(std::begin(kMotions), std::end(kMotions), out.quantity) == 0)
    throw Error("--output " + out.name, "is not a displacement, velocity or acceleration",
                "name another output");
  FrfRequest request;
  request.force = system.input_forces.col(static_cast<Eigen::Index>(in));
  request.response = system.output_rows.row(out.index).transpose();
  request.kind = out.quantity;
  request.input = system.inputs[in].name;
  request.output = out.name;
  const std::string& per = system.inputs[in].unit;
  const bool quotient = per.find('/') != std::string::npos;
  request.unit = out.unit + "/" + (quotient ? "(" + per + ")" : per);
  return request;
}

Eigen::MatrixXcd sliding_frf(const ReducedSystem& system, const FrfRequest& request) {
  const SlidingGeometryModel geometry(sliding_of(system), system.size());
  check(system, request);
  const auto frequencies = static_cast<Eigen::Index>(request.frequencies_hz.size());
  Eigen::MatrixXcd table(frequencies, static_cast<Eigen::Index>(request.positions.size()));
  for (Eigen::Index p = 0; p < table.cols(); ++p) {
    const FrozenRows rows =
        frozen_rows(system, geometry, request.positions[static_cast<std::size_t>(p)],
                    sliding_of(system).law.friction, request.deformed);
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
