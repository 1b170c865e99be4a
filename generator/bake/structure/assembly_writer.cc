// Assemblies: every interface is written as a model of its own on the modes of the bodies that it
// joins, then groups of interfaces and how they push each other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "generator/bake/file/kernel_flops.hpp"
#include "generator/bake/film/bake_film.hpp"
#include "generator/bake/structure/assembly_modes.hpp"
#include "generator/bake/structure/bolted_writer.hpp"
#include "generator/bake/structure/coupling.hpp"
#include "generator/bake/structure/structure_writer.hpp"
#include "generator/ground/text/error.hpp"
#include "mortise/kernel/caps.hpp"

namespace mortise::gen {
namespace {

namespace fb = flatbuffers;

// Held by the writer before its base, which refers to the system.
struct AssemblyParts {
  AssemblyModes modes;
  std::vector<ReducedSystem> systems;  // of the interfaces
  std::vector<int> substeps;           // of the group of each within a step
  std::vector<BakeOptions> options;
  std::vector<std::unique_ptr<SystemWriter>> writers;
};

class AssemblyWriter final : private AssemblyParts, public StructureWriter {
 public:
  AssemblyWriter(const ReducedSystem& system, const BakeOptions& options)
      : AssemblyParts{assembly_modes(system, options.step), {}, {}, {}, {}},
        StructureWriter(modes.system, options) {
    AssemblyParts::substeps.assign(system_.interfaces.size(), 1);
    for (const std::vector<int>& group : modes.groups)
      for (const int i : group) AssemblyParts::substeps[std::size_t(i)] = substeps_of(group);
    for (std::size_t i = 0; i < system_.interfaces.size(); ++i) {
      AssemblyParts::systems.push_back(part(i));
      AssemblyParts::options.push_back(part_options(i));
    }
    for (std::size_t i = 0; i < systems.size(); ++i) writers.push_back(writer_of(i));
    for (const ReducedInterface& i : system_.interfaces)
      unknowns_.push_back(gen::unknowns_of(i.law));
    for (const std::vector<int>& group : modes.groups) {
      check_films(group);
      check_sliding(group);
      check_bolted(group);
    }
    couplings_ = find_couplings(modes, damping_, options.step);
    for (const InterfaceCoupling& c : couplings_)
      if (!has_films(group_of(c.to)) && !is_sliding(c.to) && !is_sliding(c.from))
        written_.push_back(&c);
  }

  void write(ModelWriter* writer, ModelBody* body) const override {
    StructureWriter::write(writer, body);
    for (std::size_t k = 0; k < system_.outputs.size(); ++k)
      if (moves_of_bolted(system_.outputs[k]))
        body->output_rules[k] = {static_cast<std::uint32_t>(system_.outputs[k].quantity),
                                 row_of_bolted(system_.outputs[k])};
    for (const OutputChannel& c : system_.outputs)
      body->output_interfaces.push_back(static_cast<std::uint32_t>(c.interface + 1));
  }

  // Scenarios bring their starts in the order of the modes that were given.
  void settle(const AlignedBytes& draft, ModelOptions* options) const override {
    for (ScenarioOptions& scenario : options->scenarios) {
      for (std::optional<Vector>* start : {&scenario.initial_q, &scenario.initial_v})
        if (*start) *start = modes.in_order(**start);
      modes.to_file(scenario.initial_q ? &*scenario.initial_q : nullptr,
                    scenario.initial_v ? &*scenario.initial_v : nullptr);
    }
    StructureWriter::settle(draft, options);
  }

  // Whoever is alone takes its own solver; a group its sweeps, each with a look at what is left,
  // then Newton and the path with as much as three sweeps around every linear solve, then the tail.
  StepCost cost() const override {
    StepCost all = unilateral_writer(bare(), options_)->cost();
    std::vector<StepCost> own;
    for (const std::unique_ptr<SystemWriter>& w : writers) {
      const bool bolted = is_bolted(static_cast<int>(own.size()));
      const auto times = static_cast<std::uint64_t>(substeps[own.size()]);
      own.push_back(w->cost());
      if (bolted) {  // kicks of what is held over the step, the energy of its modes
        const double n = w->dims().modes_padded;
        const auto kicks = static_cast<std::uint64_t>(2 * flops::bolted_kick(n, dims_.inputs) +
                                                      10 * n + 2 * flops::lane_sum() + 16);
        own.back().flops_free += kicks;
        own.back().flops_worst += kicks;
      }
      all.flops_free += times * own.back().flops_free;
      all.flops_worst += times * own.back().flops_worst;
      all.bytes_free += own.back().bytes_free;
      all.bytes_worst += own.back().bytes_worst;
    }
    for (const std::vector<int>& group : modes.groups) {
      const int times = substeps[static_cast<std::size_t>(group.front())];
      double pass = 0;
      std::uint64_t most = 0;
      for (const int i : group) {
        const StepCost& c = own[static_cast<std::size_t>(i)];
        if (is_bolted(i)) {  // no part of the solve
          all.iterations_worst += c.iterations_worst;
          continue;
        }
        const auto iterations = std::max<std::uint64_t>(1, c.iterations_worst);
        pass += 2.0 * static_cast<double>(c.flops_worst) / static_cast<double>(iterations);
        most = std::max(most, c.iterations_worst);
      }
      if (group.size() > 1) {
        for (const InterfaceCoupling& c : couplings_)
          if (std::find(group.begin(), group.end(), c.to) != group.end())
            pass += 2.0 * static_cast<double>(c.pushed.size());
        // a row of another interface makes two numbers each way
        all.flops_worst += static_cast<std::uint64_t>(static_cast<double>(moving_numbers(group)) /
                                                      4 * flops::moving_row(dims_.modes_padded));
        const double k = unknowns_of(group),
                     newton = (kGroupAttempts + kGroupPivots) * newton_cap();
        const double tail = newton > 0 ? options_.solver.tail_sweeps : 0;
        const double passes =
            sweep_cap() + tail + 3 * newton + kNewtonSweeps * (newton / kNewtonExchanges + 1) + 4;
        const double linear = newton * (2.0 / 3.0 * k * k * k + 24 * k * k + 200 * k);
        double solves = is_passive(group) ? 2 : 1;
        if (has_films(group)) {
          const FilmGroupCost film = film_group_cost(group);
          solves = times * film.passes;
          all.flops_worst += static_cast<std::uint64_t>(solves * film.pass);
          all.flops_free += static_cast<std::uint64_t>(2 * times * film.pass);
        }
        all.flops_worst += static_cast<std::uint64_t>(solves * (passes * pass + linear));
        const auto iterations = static_cast<std::uint64_t>(sweep_cap() + newton + tail);
        most = std::max(static_cast<std::uint64_t>(times) * most,
                        static_cast<std::uint64_t>(solves) * (iterations + 2));
      } else {
        most *= static_cast<std::uint64_t>(times);
      }
      all.iterations_worst += most;
    }
    for (const InterfaceCoupling& c : couplings_)
      all.bytes_worst += 8 * static_cast<std::uint64_t>(c.pushed.size());
    return all;
  }

 private:
  std::unique_ptr<SystemWriter> writer_of(std::size_t i) const {
    const BakeOptions& own = AssemblyParts::options[i];
    if (system_.interfaces[i].as<BoltedPlace>()) return bolted_writer_of(i);
    if (!is_film(i)) return lone_writer(systems[i], own);
    const FilmPlace& place = *system_.interfaces[i].as<FilmPlace>();
    const ModeSpan span = modes.span[i];
    FilmPlace cut;
    cut.gaps = place.gaps.middleCols(span.begin, span.size());
    cut.forces = place.forces.middleRows(span.begin, span.size());
    cut.clearance = place.clearance;
    cut.opening = place.opening.segment(span.begin, span.size());
    return film_part_writer(options_.films[static_cast<std::size_t>(place.film)], cut, systems[i],
                            own.name, own.step);
  }
  const AssemblyBolted& bolted(std::size_t i) const {
    return options_
        .bolted[static_cast<std::size_t>(system_.interfaces[i].as<BoltedPlace>()->bolted)];
  }
  // Its rows on the modes of the file: displacements, then the speeds of the same motions.
  std::unique_ptr<SystemWriter> bolted_writer_of(std::size_t i) const {
    const ModeSpan span = modes.span[i];
    const auto own = Eigen::seqN(span.begin, span.size());
    const Vector scale = modes.scale(own);
    const Matrix turned = system_.interfaces[i].as<BoltedPlace>()->modes(Eigen::all, own),
                 moved = turned * scale.asDiagonal();
    ReducedBolted r = bolted(i).reduced;
    r.omega = system_.omega(own);
    r.zeta = (r.omega.array() > 0.0)
                 .select(0.5 * damping_(own).array() / r.omega.array().max(1e-300), 0.0);
    r.from_modes = r.from_modes * moved;
    r.resultants.modes = r.resultants.modes * moved;
    if (!system_.inputs.empty()) r.input_force = turned.transpose() * r.input_force;
    if (r.trained_modes.size() > 0)
      r.trained_modes =
          (turned.cwiseAbs().transpose() * r.trained_modes).cwiseQuotient(scale).eval();
    BoltedRows& out = r.motions;
    const Eigen::Index rows = out.constant.size();
    Matrix both(2 * rows, span.size());
    both << out.modes * moved, out.modes * turned;
    out.modes = both;
    for (Matrix* beside : {&out.contact, &out.inputs}) {
      const Eigen::Index columns = beside->cols();
      beside->conservativeResize(2 * rows, columns);
      beside->bottomRows(rows).setZero();
    }
    out.constant.conservativeResize(2 * rows);
    out.constant.tail(rows).setZero();
    BoltedBakeOptions o;
    static_cast<ModelOptions&>(o) = AssemblyParts::options[i];
    o.solver = bolted(i).solver;
    o.trust_limit = bolted(i).trust_limit;
    o.inputs = system_.inputs;
    o.initial_q = system_.initial_q(own);
    o.initial_v = system_.initial_v(own);
    const bool energies =
        std::any_of(system_.outputs.begin(), system_.outputs.end(),
                    [](const OutputChannel& out) { return is_energy(out.quantity); });
    return bolted_part_writer(std::move(r), std::move(o), scale.cwiseInverse(), energies);
  }
  bool is_bolted(int i) const {
    return system_.interfaces[static_cast<std::size_t>(i)].as<BoltedPlace>() != nullptr;
  }
  bool moves_of_bolted(const OutputChannel& c) const {
    return c.interface >= 0 && is_bolted(c.interface) &&
           (c.quantity == OutputQuantity::displacement || c.quantity == OutputQuantity::velocity);
  }
  std::uint32_t row_of_bolted(const OutputChannel& c) const {
    const auto rows = static_cast<std::uint32_t>(
        bolted(static_cast<std::size_t>(c.interface)).reduced.motions.constant.size());
    return static_cast<std::uint32_t>(c.index) +
           (c.quantity == OutputQuantity::velocity ? rows : 0u);
  }
  bool is_film(std::size_t i) const { return system_.interfaces[i].as<FilmPlace>() != nullptr; }
  bool is_sliding(int i) const {
    return system_.interfaces[static_cast<std::size_t>(i)].as<ReducedSliding>() != nullptr;
  }
  bool at_position(int i) const {
    return system_.interfaces[static_cast<std::size_t>(i)].contacts().law.level ==
           ContactLevel::position;
  }
  bool is_joint(std::size_t i) const { return system_.interfaces[i].as<ReducedJoint>() != nullptr; }
  const std::vector<int>& group_of(int interface) const {
    for (const std::vector<int>& group : modes.groups)
      if (std::find(group.begin(), group.end(), interface) != group.end()) return group;
    return modes.groups.front();
  }
  bool is_passive(const std::vector<int>& group) const {
    return std::any_of(group.begin(), group.end(), [&](int i) {
      const auto k = static_cast<std::size_t>(i);
      return !systems[k].lone().contacts().points.empty() && !at_position(i) &&
             system_.interfaces[k].contacts().law.friction_velocity == FrictionVelocity::passive;
    });
  }
  bool has_films(const std::vector<int>& group) const {
    return std::any_of(group.begin(), group.end(),
                       [&](int i) { return is_film(static_cast<std::size_t>(i)); });
  }
  // Equal parts of a step that a group takes: those of its films, one otherwise.
  int substeps_of(const std::vector<int>& group) const {
    int common = 0;
    std::string first;
    for (const int i : group) {
      const ReducedInterface& interface = system_.interfaces[static_cast<std::size_t>(i)];
      const auto* place = interface.as<FilmPlace>();
      if (!place) continue;
      const AssemblyFilm& film = options_.films[static_cast<std::size_t>(place->film)];
      for (const ReducedBasis& b : film.film.bases) {
        demand(common == 0 || common == b.substeps, interface.name,
               fmt::format("its film takes {} substeps of a step, {} {}", b.substeps, common,
                           first == interface.name ? "in another phase" : "that of " + first),
               "give all films of bodies that touch the same reduce.substeps, one number each");
        common = b.substeps;
        first = interface.name;
      }
    }
    return std::max(common, 1);
  }
  // Films see of each other how far they open.
  void check_films(const std::vector<int>& group) const {
    std::vector<std::size_t> films;
    for (const int i : group)
      if (is_film(static_cast<std::size_t>(i))) films.push_back(static_cast<std::size_t>(i));
    if (films.size() < 2) return;
    for (const std::size_t i : films) {
      const ReducedInterface& film = system_.interfaces[i];
      const Matrix& gaps = film.as<FilmPlace>()->gaps;
      const std::size_t other = i == films[0] ? films[1] : films[0];
      demand((gaps.rowwise() - gaps.row(0)).isZero(0.0), film.name,
             "does not open alike everywhere, and shares bodies with the film '" +
                 system_.interfaces[other].name + "'",
             "let each of its sides move as a whole, or hold the body between them to the ground");
    }
  }

  void check_sliding(const std::vector<int>& group) const {
    if (!has_films(group)) return;
    for (const int i : group)
      demand(!is_sliding(i), system_.interfaces[static_cast<std::size_t>(i)].name,
             "is a sliding contact beside a film: a film's step makes how interfaces push each "
             "other for rows that stay where they are",
             "hold the body between them to the ground, or describe the film by a joint");
  }

  void check_bolted(const std::vector<int>& group) const {
    for (const int i : group)
      demand(!is_bolted(i) || !has_films(group),
             system_.interfaces[static_cast<std::size_t>(i)].name,
             "are bolted contacts beside a film: a film's step moves its bodies otherwise",
             "hold the body between them to the ground, or describe the film by a joint");
  }

  int sweep_cap() const { return sweep_cap_of(options_.solver); }
  int newton_cap() const {
    return options_.solver.kind == SolverChoice::gauss_seidel ? 0 : options_.solver.iterations;
  }
  // Unknowns of the group's solve.
  int unknowns_of(const std::vector<int>& group) const {
    Eigen::Index sum = 0;
    for (const int i : group) sum += unknowns_[static_cast<std::size_t>(i)].step_unknowns;
    return static_cast<int>(sum);
  }
  double tolerance() const { return options_.solver.tolerance.value_or(kSolverTolerance); }

  // The passes of both attempts at a step, and what one of them costs besides the solves of the
  // films and of the others: how the motion follows every row, and what rows see of that. Films
  // that see each other answer once more in every stage.
  struct FilmGroupCost {
    double passes = 0, pass = 0;
  };
  FilmGroupCost film_group_cost(const std::vector<int>& group) const {
    const FilmGroupSizes sizes = film_group_sizes(group);
    FilmGroupCost cost;
    const double rows = static_cast<double>(sizes.rows), np = dims_.modes_padded,
                 films = static_cast<double>(sizes.films);
    double stages = 0, alone = 0, first = 0, repeated = 0;
    for (const int i : group) {
      const auto k = static_cast<std::size_t>(i);
      if (!is_film(k)) continue;
      const auto& film =
          options_.films[static_cast<std::size_t>(system_.interfaces[k].as<FilmPlace>()->film)];
      const double n = static_cast<double>(modes.span[k].size()), lanes = 16;
      double stage = 0;
      for (const ReducedBasis& b : film.film.bases) {
        const double r = static_cast<double>(b.pressure.cols()) + lanes,
                     m = static_cast<double>(b.rows.size()) + lanes;
        stage = std::max(stage, m * (8 * n + 8) + m * (2 * n + 4 * r + 20) + 2 * m * r +
                                    3 * r * (r + 16) + 2 * n * (r + 16));
        alone = std::max(alone, double(b.iterations + b.repeat_iterations));
        first = std::max(first, double(b.iterations));
        repeated = std::max(repeated, double(b.repeat_iterations));
      }
      stages += stage;
    }
    cost.passes = films > 1 ? first + repeated : alone;
    cost.pass = 2 * rows * (stages + 24 * np) + rows * (rows * (2 * np + 15) + 12 * np + 100) +
                2 * 40 * np + 200 * static_cast<double>(sizes.contacts + sizes.points);
    if (films > 1)
      cost.pass += 2 * (3 * stages + films * films * (films * films + 8 * np) +
                        rows * films * (8 * np + 4 * films));
    return cost;
  }

  std::uint32_t history_bytes() const override {
    std::vector<InterfaceSizes> sizes;
    for (std::size_t i = 0; i < writers.size(); ++i) {
      const std::uint32_t state = arena_of(*writers[i], AssemblyParts::options[i], sizeof(double));
      const ReducedInterface& own = system_.interfaces[i];
      const auto* joint = own.as<ReducedJoint>();
      const std::size_t points = joint ? joint->points.size() : 0;
      const std::size_t forces = 2 * points + (own.contacts().rows.rows() + 7) / 8 * 8;
      sizes.push_back({state, substeps[i] > 1 ? state : 0, is_film(i) ? 1 : std::uint32_t(forces)});
    }
    int unknowns = 0;
    for (const std::vector<int>& group : modes.groups)
      unknowns = std::max(unknowns, unknowns_of(group));
    std::uint64_t most_moving = 0;
    for (const std::vector<int>& group : modes.groups)
      most_moving = std::max(most_moving, moving_numbers(group));
    FilmGroupSizes films;
    for (const std::vector<int>& group : modes.groups)
      if (has_films(group)) films.include(film_group_sizes(group));
    std::vector<InterfacePlaces> places(sizes.size());
    return lay_out_assembly(sizes.data(), static_cast<int>(sizes.size()), places.data(),
                            dims_.modes_padded, dims_.inputs, newton_cap() > 0 ? unknowns : 0,
                            most_moving, films)
        .bytes;
  }
  // Numbers of the couplings that a step makes anew.
  std::uint64_t moving_numbers(const std::vector<int>& group) const {
    MovingNumbers moving;
    for (const int i : group) {
      const std::uint64_t rows = rows_of(static_cast<std::size_t>(i));
      moving.include(rows, (rows + 7) / 8 * 8, is_sliding(i));
    }
    return moving.pairs;
  }
  // Rows that the group's solve knows.
  std::uint64_t rows_of(std::size_t i) const {
    return static_cast<std::uint64_t>(unknowns_[i].step_rows);
  }
  FilmGroupSizes film_group_sizes(const std::vector<int>& group) const {
    FilmGroupSizes sizes;
    for (const int i : group) {
      const auto k = static_cast<std::size_t>(i);
      const ReducedInterface& part = system_.interfaces[k];
      const std::uint64_t rows = rows_of(k);
      sizes.rows += rows;
      sizes.padded += (rows + 7) / 8 * 8;
      sizes.contacts += part.contacts().points.size();
      if (const auto* joint = part.as<ReducedJoint>()) sizes.points += joint->points.size();
      const auto* place = part.as<FilmPlace>();
      if (!place) continue;
      const AssemblyFilm& film = options_.films[static_cast<std::size_t>(place->film)];
      ++sizes.films;
      sizes.borne += film.film.transported() ? 1 : 0;
      sizes.film += film_bytes(film);
    }
    return sizes;
  }
  // Bytes of an array over its rows or unknowns.
  static std::uint64_t film_bytes(const AssemblyFilm& film) {
    std::size_t most = 0;
    const std::size_t lanes = film.scalar == FilmScalar::float32 ? 16 : 8;
    const auto padded = [lanes](Eigen::Index n) {
      return (static_cast<std::size_t>(n) + lanes - 1) / lanes * lanes;
    };
    if (film.film.transported())
      most = padded(film.film.bases[0].pressure.cols() + 1) +
             padded(film.film.transport.samples.size());
    for (const ReducedBasis& b : film.film.bases)
      most = std::max({most, b.rows.size(), static_cast<std::size_t>(b.pressure.cols())});
    return (most * (film.scalar == FilmScalar::float32 ? 4 : 8) + 63) / 64 * 64;
  }

  // The bodies without interfaces.
  ReducedSystem bare() const {
    ReducedSystem s = system_;
    s.interfaces.clear();
    s.outputs.clear();
    return s;
  }

  // Interface i and the modes that it reaches.
  ReducedSystem part(std::size_t i) const {
    const ModeSpan span = modes.span[i];
    const auto cut = [&](const Vector& v) { return Vector(v.segment(span.begin, span.size())); };
    const ReducedInterface& from = system_.interfaces[i];
    ReducedSystem s;
    s.omega = cut(system_.omega);
    s.damping = cut(damping_);
    s.constant_force = cut(system_.constant_force);
    s.initial_q = cut(system_.initial_q);
    s.initial_v = cut(system_.initial_v);
    s.inputs = system_.inputs;
    s.input_forces = system_.input_forces.middleRows(span.begin, span.size());
    s.output_rows = Matrix::Zero(0, span.size());
    if (from.as<FilmPlace>() || from.as<BoltedPlace>()) return s;
    s.make_lone() = from;
    for (Matrix* rows : gen::rows_of(&s.make_lone().law))
      *rows = Matrix(rows->middleCols(span.begin, span.size()));
    return s;
  }

  BakeOptions part_options(std::size_t i) const {
    BakeOptions o;
    o.name = system_.interfaces[i].name;
    o.step = options_.step / substeps[i];
    o.solver = options_.solver;
    o.solver.sweeps = 0;
    o.training_box = options_.training_box;
    o.golden_steps = 0;
    o.in_assembly = true;
    o.contact_books =
        std::any_of(system_.outputs.begin(), system_.outputs.end(), [i](const OutputChannel& out) {
          return out.interface == static_cast<int>(i) && is_booked(out.quantity);
        });
    return o;
  }

  void write_law(ModelWriter* writer, ModelBody* body) const override {
    fb::FlatBufferBuilder& b = writer->builder();
    const StepOperators motion = discretise(system_, damping_, options_.step);
    const MotionArrays arrays = write_motion(motion, writer);
    schema::StageBuilder stage(b);
    add_motion(arrays, &stage);
    body->stages = {stage.Finish()};
    body->solver =
        schema::CreateSolver(b, schema::SolverKind::projected_gauss_seidel, 1, 0, 0, tolerance());
    for (std::size_t i = 0; i < writers.size(); ++i) write_interface(i, writer, body);
    for (const std::vector<int>& group : modes.groups)
      body->groups.push_back(this->group(group, &b));
    for (const InterfaceCoupling* c : written_)
      body->couplings.push_back(schema::CreateCoupling(b, static_cast<std::uint32_t>(c->to),
                                                       static_cast<std::uint32_t>(c->from),
                                                       writer->columns(c->pushed)));
  }

  void write_interface(std::size_t i, ModelWriter* outer, ModelBody* body) const {
    const Dims dims = writers[i]->dims();
    const BakeOptions& own = AssemblyParts::options[i];
    ModelWriter writer(own, dims, outer);
    writer.of_interface(static_cast<std::uint32_t>(i), own.name);
    ModelBody part = body_of(*writers[i], own, &writer);
    body->parameters.insert(body->parameters.end(), part.parameters.begin(), part.parameters.end());
    part.parameters.clear();
    for (const std::string& feature : part.features)
      if (std::find(body->features.begin(), body->features.end(), feature) == body->features.end())
        body->features.push_back(feature);
    const auto model = writer.model(part, nullptr);
    body->interfaces.push_back(schema::CreateInterface(
        outer->builder(), model, static_cast<std::uint32_t>(modes.span[i].begin)));
  }

  fb::Offset<schema::Group> group(const std::vector<int>& members, fb::FlatBufferBuilder* b) const {
    std::vector<std::uint32_t> order(members.begin(), members.end());
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return is_joint(x) > is_joint(y); });
    const auto list = b->CreateVector(order);
    const double step = AssemblyParts::options[static_cast<std::size_t>(members.front())].step;
    const std::vector<InterfaceCoupling> couplings =
        step == options_.step ? couplings_ : find_couplings(modes, damping_, step);
    const double kappa = contraction_of(modes, members, couplings, step, damping_);
    return schema::CreateGroup(
        *b, list, static_cast<std::uint32_t>(sweep_cap()), static_cast<std::uint32_t>(newton_cap()),
        static_cast<std::uint32_t>(options_.solver.tail_sweeps), tolerance(), kappa);
  }

  std::vector<RowUnknowns> unknowns_;  // of the interfaces
  std::vector<InterfaceCoupling> couplings_;
  std::vector<const InterfaceCoupling*> written_;  // films make those of their groups in every step
};

}  // namespace

std::unique_ptr<SystemWriter> assembly_writer(const ReducedSystem& system,
                                              const BakeOptions& options) {
  return std::make_unique<AssemblyWriter>(system, options);
}

}  // namespace mortise::gen
