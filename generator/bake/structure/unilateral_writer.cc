#include <algorithm>

#include "generator/bake/structure/choose_solver.hpp"
#include "generator/bake/structure/cost.hpp"
#include "generator/bake/structure/structure_writer.hpp"
#include "generator/contact/unilateral/law_numbers.hpp"

namespace mortise::gen {
namespace {

namespace fb = flatbuffers;
using Reals = ModelWriter::Reals;

class UnilateralWriter final : public StructureWriter {
 public:
  UnilateralWriter(const ReducedSystem& system, const BakeOptions& options)
      : StructureWriter(system, options),
        operators_(discretise(system, damping_, options.step)),
        solver_(choose_solver(operators_, options.solver)) {}

  StepCost cost() const override { return count_cost(dims_, solver_); }
  LayoutOptions layout(std::uint32_t real_bytes) const override {
    LayoutOptions options = StructureWriter::layout(real_bytes);
    options.newton = solver_.newton;
    return options;
  }

 private:
  void write_law(ModelWriter* writer, ModelBody* body) const override {
    body->stages = {stage(*writer)};
    if (dims_.contacts > 0) {
      body->law_type = schema::Law::SignoriniCoulomb;
      body->law = law(*writer).Union();
    }
    const auto count = [](int x) { return static_cast<std::uint32_t>(x); };
    body->solver = schema::CreateSolver(writer->builder(),
                                        solver_.newton ? schema::SolverKind::status_newton
                                                       : schema::SolverKind::projected_gauss_seidel,
                                        count(solver_.sweeps), count(solver_.iterations),
                                        count(solver_.tail_sweeps), solver_.tolerance);
    body->parameters = parameters(*writer);
  }

  fb::Offset<schema::Stage> stage(ModelWriter& w) const {
    const MotionArrays m = write_motion(operators_, &w);
    const Reals delassus = w.columns(operators_.delassus);
    Reals inverse;
    if (solver_.inverse.size() > 0) inverse = w.columns(solver_.inverse);
    const Reals local = w.reals(reinterpret_cast<const double*>(operators_.local_contacts.data()),
                                16 * operators_.local_contacts.size());
    return schema::CreateStage(w.builder(), m.from_velocity, m.from_position, m.constant,
                               m.from_input, m.admittance, delassus, inverse, local);
  }

  fb::Offset<schema::SignoriniCoulomb> law(ModelWriter& w) const {
    const Reals rows = w.columns(system_.contact_rows.transpose());
    std::vector<Reals> numbers;
    for (const ContactNumber& number : contact_numbers()) {
      Vector values(dims_.contacts);
      for (Eigen::Index i = 0; i < values.size(); ++i)
        values[i] = number.get(system_.contacts[static_cast<std::size_t>(i)]);
      numbers.push_back(w.plain(values));
    }
    const LawSpec& law = options_.law;
    return schema::CreateSignoriniCoulomb(
        w.builder(), rows, numbers[0], numbers[1], numbers[2], numbers[3],
        law.friction_velocity == FrictionVelocity::mean ? schema::FrictionVelocity::mean
                                                        : schema::FrictionVelocity::end,
        law.restitution_rule == RestitutionRule::energy_safe ? schema::RestitutionRule::energy_safe
                                                             : schema::RestitutionRule::newton,
        law.activation == Activation::free_end_gap ? schema::Activation::free_end_gap
                                                   : schema::Activation::start_velocity,
        law.activation_threshold, law.activation_hysteresis, law.restitution_threshold);
  }

  // Contacts with equal values share a parameter named as in the definition; others get one each.
  // In the order of the schema's ParameterKind.
  std::vector<fb::Offset<schema::Parameter>> parameters(ModelWriter& w) const {
    std::vector<ContactNumber> numbers(contact_numbers().begin(), contact_numbers().end());
    std::sort(numbers.begin(), numbers.end(), [](const ContactNumber& a, const ContactNumber& b) {
      return a.parameter < b.parameter;
    });
    std::vector<fb::Offset<schema::Parameter>> out;
    for (const ContactNumber& number : numbers) {
      const auto kind = static_cast<schema::ParameterKind>(number.parameter);
      // Mean-velocity friction has no tangential restitution to change.
      if (kind == schema::ParameterKind::restitution_tangential &&
          options_.law.friction_velocity == FrictionVelocity::mean)
        continue;
      const auto& list = system_.contacts;
      const bool shared = std::all_of(list.begin(), list.end(), [&](const ContactParameters& c) {
        return number.get(c) == number.get(list.front());
      });
      for (std::size_t i = 0; i < (shared ? std::min<std::size_t>(1, list.size()) : list.size());
           ++i) {
        const std::string name = number.path() + (shared ? "" : "." + std::to_string(i));
        out.push_back(w.parameter(name, number, list[i], number.limits_of(list[i]),
                                  static_cast<unsigned>(i),
                                  shared ? static_cast<unsigned>(dims_.contacts) : 1u));
      }
    }
    return out;
  }

  StepOperators operators_;
  ChosenSolver solver_;
};

}  // namespace

std::unique_ptr<SystemWriter> unilateral_writer(const ReducedSystem& system,
                                                const BakeOptions& options) {
  return std::make_unique<UnilateralWriter>(system, options);
}

}  // namespace mortise::gen
