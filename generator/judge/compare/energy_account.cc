#include "generator/judge/compare/energy_account.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/play/play.hpp"
#include "mortise/join.hpp"

namespace mortise::gen {
namespace {

// The first output of a quantity of the whole, -1 if there is none.
int output_of(const ModelView& view, std::uint32_t quantity) {
  for (std::int32_t k = 0; k < view.dims.outputs; ++k)
    if (&law_of_output(view, k) == &view && view.output_rules[k].quantity == quantity) return k;
  return -1;
}

}  // namespace

EnergyAccount::EnergyAccount(const Instance& run) {
  const ModelView& view = run.model().view();
  total_ = output_of(view, quantity::energy_total);
  external_output_ = output_of(view, quantity::work_external);
  losses_ = {output_of(view, quantity::dissipated_material),
             output_of(view, quantity::dissipated_friction)};
  const FileLaw& law = file_law(view);
  if (law.loses_in_impacts) losses_.push_back(output_of(view, quantity::dissipated_impact));
  from_outputs_ = total_ >= 0 && external_output_ >= 0 &&
                  *std::min_element(losses_.begin(), losses_.end()) >= 0;
  // at position level modes follow their exact flow, whose damping no mean velocity tells
  balanced_ = !from_outputs_ && !law.has_memory && !law.keeps_contact(view);
  start_ = peak_ =
      from_outputs_ ? initial_outputs(run)[static_cast<std::size_t>(total_)] : run.energy();
}

void EnergyAccount::before(const Instance& run) {
  if (!balanced_) return;
  const double* v = run.state().v(run.model());
  v_.assign(v, v + run.dims().modes);
}

void EnergyAccount::after(const Instance& run, const double* u) {
  if (!balanced_) return;
  const Model& model = run.model();
  const ModelView& m = model.view();
  const State& state = run.state();
  const std::int32_t n = m.dims.modes, padded = m.dims.modes_padded, nu = m.dims.inputs;
  double work = 0.0, loss = 0.0;
  for (std::int32_t j = 0; j < n; ++j) {
    const double mean = 0.5 * (v_[static_cast<std::size_t>(j)] + state.v(model)[j]);
    double push = m.constant[j];  // times the admittance, as the file has it
    for (std::int32_t k = 0; k < nu; ++k) {
      const bool ramp = m.input_ranges[k].hold == kHoldLinear;
      const double input = ramp ? 0.5 * (u[k] + u[nu + k]) : u[k];
      push += m.from_input[static_cast<std::ptrdiff_t>(k) * padded + j] * input;
    }
    work += mean * push / m.admittance[j];
    loss += m.damping[j] * mean * mean;
    v_[static_cast<std::size_t>(j)] = mean;
  }
  if (state.statistics().last_active > 0) {
    for (std::int32_t r = 0; r < m.dims.rows; ++r) {
      const double force = state.lambda(model)[r];
      if (force == 0.0) continue;
      double velocity = 0.0;
      for (std::int32_t j = 0; j < n; ++j) {
        velocity += state.contact_rows(m)[static_cast<std::ptrdiff_t>(r) * padded + j] *
                    v_[static_cast<std::size_t>(j)];
      }
      loss -= force * velocity;
    }
  }
  external_.add(m.h * work);
  lost_.add(m.h * loss);
}

void EnergyAccount::check(const Instance& run, const double* y) {
  if (!kept()) return;
  if (from_outputs_) {
    work_ = y[external_output_];
    loss_ = 0.0;
    for (const int k : losses_) loss_ += y[k];
  }
  const double held = from_outputs_ ? y[total_] : run.energy();
  peak_ = std::max(peak_, held);
  const double off = std::abs(held - start_ - external() + lost());
  const double turned_over = std::max({peak_, std::abs(external()), lost()});
  drift_ = std::max(drift_, off);
  if (turned_over > 0.0) relative_drift_ = std::max(relative_drift_, off / turned_over);
}

nlohmann::json EnergyAccount::kept_state() const {
  return {{"start", start_}, {"peak", peak_},        {"work", work_},
          {"loss", loss_},   {"drift", drift_},      {"relative_drift", relative_drift_},
          {"lost", lost_},   {"external", external_}};
}

void EnergyAccount::restore(const nlohmann::json& kept) {
  kept.at("start").get_to(start_);
  kept.at("peak").get_to(peak_);
  kept.at("work").get_to(work_);
  kept.at("loss").get_to(loss_);
  kept.at("drift").get_to(drift_);
  kept.at("relative_drift").get_to(relative_drift_);
  kept.at("lost").get_to(lost_);
  kept.at("external").get_to(external_);
}

}  // namespace mortise::gen
