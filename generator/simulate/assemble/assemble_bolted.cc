#include "generator/simulate/assemble/assemble_bolted.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/attach.hpp"
#include "generator/simulate/assemble/output_numbers.hpp"
#include "generator/simulate/bolted/bolted_zones.hpp"

namespace mortise::gen {
namespace {

// Inputs, then motions that outputs ask for.
SparseMatrix rows_of_channels(const FullSystem& channels) {
  Entries entries;
  int row = 0;
  for (const std::vector<SparseRow>* rows : {&channels.input_forces, &channels.output_rows})
    for (const SparseRow& values : *rows) {
      for (SparseRow::InnerIterator w(values); w; ++w)
        entries.emplace_back(row, static_cast<int>(w.index()), w.value());
      ++row;
    }
  return sparse_matrix(row, channels.model.size(), entries);
}

bool held(const std::vector<InputChannel>& inputs) {
  return std::any_of(inputs.begin(), inputs.end(),
                     [](const InputChannel& i) { return i.hold == Hold::zero_order; });
}

// A full-order run whose outputs are those of the definition.
class DefinedBolted : public SteppedSystem {
 public:
  DefinedBolted(const BoltedModel& model, const BoltedRun& run, const Vector& start,
                const Vector& inputs)
      : model_(model),
        run_(run),
        held_(held(model.inputs)),
        order_(model.system, {run.step / run.substeps, run.scheme, !held_}),
        inputs_(inputs),
        impulse_(Vector::Zero(3 * zone_count())) {
    order_.set_inputs(inputs);
    order_.start_from(start);
  }

  // inputs: at the end of the step.
  std::optional<StepReport> step(const Vector& inputs) override {
    for (int k = 1; k <= run_.substeps; ++k) {
      const double share = double(k) / run_.substeps;
      if (!order_.step(held_ ? inputs_ : Vector(inputs_ + share * (inputs - inputs_))))
        return std::nullopt;
      impulse_ +=
          run_.step / run_.substeps * order_.outputs().segment(first_resultant(), 3 * zone_count());
    }
    inputs_ = inputs;
    ++steps_;
    if (run_.watch) run_.watch(order_.contact());
    StepReport report;
    report.touching = true;
    return report;
  }
  std::string failure() const override { return order_.failure(); }
  double time() const override { return static_cast<double>(steps_) * run_.step; }
  EnergyBooks books() const override { return order_.books(); }
  Vector contact_impulse() const override { return impulse_; }

  Vector outputs() const override {
    const Vector all = order_.outputs();
    Vector y(static_cast<Eigen::Index>(model_.outputs.size()));
    for (std::size_t k = 0; k < model_.outputs.size(); ++k)
      y[static_cast<Eigen::Index>(k)] = output(model_.outputs[k], all);
    return y;
  }

 private:
  Eigen::Index zone_count() const {
    return static_cast<Eigen::Index>(model_.bolted->structure.zones.size());
  }
  Eigen::Index first_resultant() const { return 2 * model_.system.by_shapes.rows(); }

  double slipping_share(const Vector& all) const {
    const Eigen::Index first = first_resultant() + 3 * zone_count();
    const auto share = all.segment(first, zone_count());
    const auto closed = all.segment(first + zone_count(), zone_count());
    const double sum = closed.sum();
    return sum > 0.0 ? share.dot(closed) / sum : 0.0;
  }

  double output(const OutputChannel& channel, const Vector& all) const {
    const double kinetic = 0.5 * order_.velocity().squaredNorm();
    switch (channel.quantity) {
      case OutputQuantity::displacement:
        return all[channel.index];
      case OutputQuantity::velocity:
        return all[model_.system.by_shapes.rows() + channel.index];
      case OutputQuantity::modal_coordinate:
        return order_.eta()[channel.index];
      case OutputQuantity::contact_force:
        return all[first_resultant() + channel.index];
      case OutputQuantity::slipping_share:
        return slipping_share(all);
      case OutputQuantity::dissipated_friction:
        return order_.dissipated();
      case OutputQuantity::energy_total:
        return order_.books().stored;
      case OutputQuantity::energy_kinetic:
        return kinetic;
      case OutputQuantity::energy_strain:
        return order_.books().stored - kinetic;
      default:
        return 0.0;  // of the reduced model alone
    }
  }

  const BoltedModel& model_;
  BoltedRun run_;
  bool held_;
  BoltedOrder order_;
  Vector inputs_, impulse_;
  long steps_ = 0;
};

}  // namespace

std::vector<std::string> BoltedModel::zones() const {
  std::vector<std::string> names;
  for (const ContactZone& zone : bolted->structure.zones) names.push_back(zone.name);
  return names;
}

BoltedModel assemble_bolted(const Definition& definition, std::vector<std::string>* warnings,
                            const Progress& progress) {
  BoltedModel model;
  FullSystem channels;
  auto bolted =
      std::make_unique<BoltedCase>(bolted_case(definition, warnings, [&](const FullModel& body) {
        channels.model = body;
        channels.make_lone().make<BoltedZones>().zones = zone_names(definition, body).size();
        attach_inputs(definition, &channels);
        attach_outputs(definition, &channels);
        return rows_of_channels(channels);
      }));
  model.inputs = std::move(channels.inputs);
  model.outputs = std::move(channels.outputs);
  demand(!held(model.inputs) ||
             std::all_of(model.inputs.begin(), model.inputs.end(),
                         [](const InputChannel& i) { return i.hold == Hold::zero_order; }),
         definition.path, "some inputs are held over a step, others are linear",
         "give all [[inputs]] of bolted contacts the same hold");
  const BoltedStructure& structure = bolted->structure;
  CoulombNewton contact = bolted->contact();
  const Preloaded preloaded = tighten(structure, bolted->preload, &contact, progress);
  BoltedSystemOptions options;
  const Eigen::Index nu = static_cast<Eigen::Index>(model.inputs.size());
  options.modes =
      std::min<Eigen::Index>(definition.contact.bolted.reduce.modes, structure.mass.rows());
  options.damping = definition.damping.ratio.value_or(0.0);
  options.friction = bolted->friction;
  options.loads = bolted->more_rows.topRows(nu).transpose();
  options.motions = bolted->more_rows.bottomRows(bolted->more_rows.rows() - nu);
  model.system = bolted_system(structure, preloaded, options);
  check_modes(definition, model.system.modes.count());
  model.sensed = (structure.sensor * model.system.modes.shapes).colwise().norm();
  model.bolted = std::move(bolted);
  return model;
}

Vector bolted_start(const Vector& sensed, const InitialSpec& spec) {
  Vector eta = Vector::Zero(sensed.size());
  for (std::size_t k = 0; k < spec.modes.size(); ++k) {
    const Eigen::Index mode = spec.modes[k] - 1;
    demand(mode < eta.size(), "initial.modes",
           fmt::format("names mode {}, the model has {}", mode + 1, eta.size()),
           "raise reduce.modes");
    demand(sensed[mode] > 0.0, "initial.modes",
           fmt::format("mode {} does not move the sensor", mode + 1), "choose another mode");
    eta[mode] = spec.amplitudes[k] / sensed[mode];
  }
  return eta;
}

Trajectory run_bolted(const BoltedModel& model, const BoltedRun& run,
                      const std::function<Vector(double time)>& inputs, const Vector& start,
                      const Progress& progress) {
  DefinedBolted order(model, run, start, inputs(0.0));
  Trajectory heads;
  for (const OutputChannel& channel : model.outputs) {
    heads.names.push_back(channel.name);
    heads.quantities.push_back(channel.quantity);
  }
  RunPlan plan;
  plan.steps = step_count(run.duration, run.step);
  plan.every = run.every;
  return run_steps(
      &order, std::move(heads), plan,
      [&](long k) { return inputs(static_cast<double>(k) * run.step); }, progress);
}

}  // namespace mortise::gen
