#include "generator/judge/certify/trajectory_errors.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/contact_errors.hpp"
#include "generator/judge/certify/errors.hpp"

namespace mortise::gen {

Trajectory over_steps(const Trajectory& t, int stride) {
  Trajectory thin = t;
  thin.time.clear();
  thin.outputs.clear();
  thin.status.clear();
  thin.contacts.impulse.clear();
  thin.contacts.energy.clear();
  thin.steps = t.steps / stride;
  const auto every = static_cast<std::size_t>(stride);
  for (std::size_t k = 0; k < t.outputs.size(); k += every) {
    thin.time.push_back(t.time[k]);
    thin.outputs.push_back(t.outputs[k]);
    if (t.contacts.kept) {
      thin.contacts.impulse.push_back(t.contacts.impulse[k]);
      thin.contacts.energy.push_back(t.contacts.energy[k]);
    }
    if (k == 0) continue;
    std::vector<double>& y = thin.outputs.back();
    for (std::size_t c = 0; c < y.size(); ++c) {
      if (t.quantities[c] != OutputQuantity::velocity) continue;
      double sum = 0.5 * (t.outputs[k - every][c] + t.outputs[k][c]);
      for (std::size_t j = k - every + 1; j < k; ++j) sum += t.outputs[j][c];
      y[c] = sum / stride;
    }
  }
  return thin;
}

namespace {

// Difference of one output over time.
Difference difference_of(const Trajectory& run, const Trajectory& reference, std::size_t c) {
  Difference d;
  for (std::size_t k = 0; k < reference.outputs.size(); ++k)
    d.add(run.outputs[k][c], reference.outputs[k][c]);
  return d;
}

// Measure that an output belongs to.
std::optional<Measure> measure_of(OutputQuantity quantity) {
  switch (quantity) {
    case OutputQuantity::displacement:
    case OutputQuantity::gap:
      return Measure::displacement;
    case OutputQuantity::velocity:
      return Measure::velocity;
    default:
      return std::nullopt;
  }
}

// A channel that a measure judges, and what its error counts for at least: a share of the largest
// channel of the same measure, as a peak or as a norm.
struct JudgedChannel {
  std::size_t index;
  Measure measure;
  Difference difference;
  double least = 0.0;
  bool rests = false;  // at rounding

  bool mean() const { return measure == Measure::velocity; }
  double size() const { return mean() ? difference.norm() : difference.reference(); }
  std::optional<double> error() const {
    return mean() ? difference.mean(least) : difference.peak(least);
  }
};

double reach_of(const Trajectory& t, std::size_t c) { return t.reach.empty() ? 0.0 : t.reach[c]; }

std::vector<JudgedChannel> judged_channels(const Trajectory& run, const Trajectory& reference) {
  std::vector<JudgedChannel> channels;
  for (std::size_t c = 0; c < reference.names.size(); ++c)
    if (const auto measure = measure_of(reference.quantities[c]))
      channels.push_back({c, *measure, difference_of(run, reference, c)});
  for (const Measure m : {Measure::displacement, Measure::velocity}) {
    double size = 0.0, largest = 0.0;
    for (const JudgedChannel& channel : channels) {
      if (channel.measure != m) continue;
      size = std::max(size, channel.size());
      largest = std::max({largest, channel.difference.reference(), reach_of(run, channel.index),
                          reach_of(reference, channel.index)});
    }
    for (JudgedChannel& channel : channels) {
      if (channel.measure != m) continue;
      const Difference& d = channel.difference;
      channel.least = kMinorChannel * size;
      channel.rests =
          d.reference() < kRoundingShare * largest && d.largest() < kRoundingShare * largest;
    }
  }
  return channels;
}

double size_of_modes(const Trajectory& t, std::size_t k, const Trajectory* less) {
  double squares = 0.0;
  for (std::size_t c = 0; c < t.names.size(); ++c)
    if (t.quantities[c] == OutputQuantity::modal_coordinate)
      squares += std::pow(t.outputs[k][c] - (less ? less->outputs[k][c] : 0.0), 2);
  return std::sqrt(squares);
}

// Modal coordinates are mass-normalised: together they are one displacement in the norm of the
// mass.
std::optional<double> modal_error(const Trajectory& run, const Trajectory& reference) {
  double difference = 0.0, size = 0.0;
  for (std::size_t k = 0; k < reference.outputs.size(); ++k) {
    const double off = size_of_modes(run, k, &reference);
    if (!(off <= difference) && !std::isnan(difference)) difference = off;  // a NaN stays
    size = std::max(size, size_of_modes(reference, k, nullptr));
  }
  return relative_error(difference, size);
}

// Normal and tangential impulses, and what was lost, of several interfaces.
struct TogetherTotals {
  Eigen::Vector2d impulse = Eigen::Vector2d::Zero();
  double dissipated = 0.0, turned_over = 0.0;

  TogetherTotals(const Trajectory& t, const std::vector<std::size_t>& interfaces) {
    for (const std::size_t i : interfaces) {
      const InterfaceTotals& of = t.interfaces.at(i);
      impulse += Eigen::Vector2d(of.normal_impulse, of.tangential_impulse);
      dissipated += of.dissipated;
      turned_over += of.turned_over;
    }
  }
};

bool same_interfaces(const Trajectory& a, const Trajectory& b) {
  return std::equal(
      a.interfaces.begin(), a.interfaces.end(), b.interfaces.begin(), b.interfaces.end(),
      [](const InterfaceTotals& x, const InterfaceTotals& y) { return x.name == y.name; });
}

// Forces and losses of all interfaces.
void take_whole(const Trajectory& run, const Trajectory& reference, const JudgedTogether& together,
                Measured* errors) {
  double difference = 0.0, size = 0.0, lost = 0.0, expected = 0.0, turned_over = 0.0;
  for (const auto& interfaces : together) {
    const TogetherTotals a(run, interfaces), b(reference, interfaces);
    difference += (a.impulse - b.impulse).squaredNorm();
    size += b.impulse.squaredNorm();
    lost += a.dissipated;
    expected += b.dissipated;
    turned_over += b.turned_over;
  }
  (*errors)[Measure::force] = relative_error(std::sqrt(difference), std::sqrt(size));
  if (run.knows_dissipation && reference.knows_dissipation)
    (*errors)[Measure::dissipated_energy] = relative_error(
        std::abs(lost - expected), std::max(std::abs(expected), kMinorLoss * turned_over));
}

}  // namespace

std::vector<Measured> compare_interfaces(const Trajectory& run, const Trajectory& reference,
                                         const JudgedTogether& together) {
  double impulse = 0.0, lost = 0.0, turned_over = 0.0;
  for (const auto& interfaces : together) {
    const TogetherTotals t(reference, interfaces);
    impulse = std::max(impulse, t.impulse.norm());
    lost = std::max(lost, std::abs(t.dissipated));
    turned_over = std::max(turned_over, t.turned_over);
  }
  const double least_impulse = kMinorInterface * impulse;
  const double least_loss = std::max(kMinorInterface * lost, kMinorLoss * turned_over);
  std::vector<Measured> errors;
  for (const auto& interfaces : together) {
    const TogetherTotals a(run, interfaces), b(reference, interfaces);
    Measured& e = errors.emplace_back();
    if (a.impulse.norm() > 0.0 || b.impulse.norm() > 0.0)
      e[Measure::force] =
          relative_error((a.impulse - b.impulse).norm(), std::max(b.impulse.norm(), least_impulse));
    if (run.knows_dissipation && reference.knows_dissipation &&
        (a.dissipated != 0.0 || b.dissipated != 0.0))
      e[Measure::dissipated_energy] = relative_error(std::abs(a.dissipated - b.dissipated),
                                                     std::max(std::abs(b.dissipated), least_loss));
  }
  return errors;
}

Measured compare(const std::string& scenario, const Trajectory& run, const Trajectory& reference,
                 const Judging& judging) {
  const std::string remedy = "build the model again from this definition";
  if (run.names != reference.names)
    throw Error("scenario " + scenario, "reduced and full model have different outputs", remedy);
  if (run.contact_impulse.size() != reference.contact_impulse.size() ||
      !same_interfaces(run, reference) || run.outputs.size() != reference.outputs.size() ||
      run.contacts.kept != reference.contacts.kept)
    throw Error("scenario " + scenario, "reduced and full model differ in contacts or steps",
                remedy);
  Measured errors;
  for (const JudgedChannel& channel : judged_channels(run, reference))
    if (!channel.rests) take_worse(channel.error(), &errors[channel.measure]);
  take_worse(modal_error(run, reference), &errors[Measure::displacement]);
  if (!judging.together.empty()) {
    take_whole(run, reference, judging.together, &errors);
    return errors;
  }
  if (run.contacts.kept) {
    compare_contacts(run, reference, judging.filter_time, &errors);
    return errors;
  }
  errors[Measure::force] = relative_error((run.contact_impulse - reference.contact_impulse).norm(),
                                          reference.contact_impulse.norm());
  if (run.knows_dissipation && reference.knows_dissipation)
    errors[Measure::dissipated_energy] =
        relative_error(std::abs(run.dissipated_in_contact - reference.dissipated_in_contact),
                       std::abs(reference.dissipated_in_contact));
  return errors;
}

std::vector<std::string> at_rounding(const Trajectory& run, const Trajectory& reference) {
  std::vector<std::string> names;
  if (run.names != reference.names || run.outputs.size() != reference.outputs.size()) return names;
  for (const JudgedChannel& channel : judged_channels(run, reference))
    if (channel.rests) names.push_back(reference.names[channel.index]);
  return names;
}

double agree_until(const Trajectory& run, const Trajectory& reference, const Measured& limits) {
  double until = reference.time.back();
  for (const JudgedChannel& channel : judged_channels(run, reference)) {
    const auto& limit = limits[channel.measure];
    if (!limit || channel.rests) continue;
    const std::size_t c = channel.index;
    const bool mean = channel.mean();
    const double allowed = *limit * std::max(channel.size(), channel.least);
    double square = 0.0;
    for (std::size_t k = 0; k < reference.outputs.size() && reference.time[k] <= until; ++k) {
      const double off = run.outputs[k][c] - reference.outputs[k][c];
      square += off * off;
      if (!((mean ? std::sqrt(square) : std::abs(off)) <= allowed))
        until = reference.time[k == 0 ? 0 : k - 1];
    }
  }
  return until;
}

}  // namespace mortise::gen
