#include "check.hpp"

#include "laws.hpp"
#include "quantities.hpp"

namespace mortise {

namespace {

class ModelCheck {
 public:
  ModelCheck(const schema::Model& m, ModelView* view, const FieldCheck& is)
      : m_(m), v_(*view), is_(is) {}

  bool run() {
    // what lists them and asks for no assembly is stepped as a model without interface
    v_.law = kHasAssemblies && count_of(m_.interfaces()) > 0
                 ? kAssembly
                 : law_of(static_cast<std::uint32_t>(m_.law_type())).tag;
    return sizes() && solver() && law().check_sizes(m_, is_, &v_) && memory() && channels() &&
           modal() && law().check_stages(m_, is_, &v_) && law().check_numbers(m_, is_, &v_) &&
           parameters() && check_records(m_, is_, v_);
  }

 private:
  bool sizes() {
    if (!is_.known(static_cast<unsigned>(m_.scalar()), 1, "scalar")) return false;
    if (!law().float32 && m_.scalar() != schema::Scalar::float64)
      return is_.fail(LoadError::kWRONG_SCALAR, "scalar");
    if (m_.scheme() > schema::Scheme::MAX || !(law().schemes & bit_of(m_.scheme())))
      return is_.fail(LoadError::kUNKNOWN_VALUE, "scheme", -1, static_cast<int>(m_.scheme()));
    if (!is_.in_range(m_.step(), 1e-12, 1e3, "step")) return false;
    if (law().needs_modes && m_.modes() < 1) return is_.fail(LoadError::kOUT_OF_RANGE, "modes");
    if (!is_.supported(m_.modes(), kMaxModes, "modes") ||
        !is_.supported(m_.contacts(), kMaxContacts, "contacts") ||
        !is_.supported(count_of(m_.inputs()), kMaxChannels, "inputs") ||
        !is_.supported(count_of(m_.outputs()), kMaxChannels, "outputs") ||
        !is_.supported(count_of(m_.parameters()), kMaxParameters, "parameters") ||
        !is_.supported(count_of(m_.training_box()), kMaxParameters, "training_box") ||
        !is_.supported(count_of(m_.scenarios()), kMaxScenarios, "scenarios"))
      return false;
    Dims& d = v_.dims;
    d.modes = as_int(m_.modes());
    d.modes_padded = padded(d.modes);
    d.contacts = as_int(m_.contacts());
    d.rows = 3 * d.contacts;
    d.rows_padded = padded(d.rows);
    d.inputs = as_int(count_of(m_.inputs()));
    d.outputs = as_int(count_of(m_.outputs()));
    const std::uint32_t rows = count_of(m_.output_rows());
    if (d.modes > 0 ? rows % static_cast<std::uint32_t>(d.modes_padded) != 0 : rows != 0)
      return is_.fail(LoadError::kWRONG_LENGTH, "output_rows", -1, rows);
    d.output_rows = d.modes > 0 ? as_int(rows) / d.modes_padded : 0;
    v_.h = m_.step();
    v_.half_h = v_.h / 2;
    v_.root = &m_;
    return true;
  }

  // Entry of the training box that an input or a parameter names.
  bool in_box(std::uint32_t range, std::uint32_t k) const {
    return is_.at_most(range, count_of(m_.training_box()), "range", k);
  }

  bool channels() {
    const Dims& d = v_.dims;
    if (!is_.length(m_.input_ranges(), nu(), "input_ranges") ||
        !is_.aligned(m_.input_ranges(), 8, "input_ranges") ||
        !is_.length(m_.output_rules(), count_of(m_.outputs()), "output_rules") || !of_interfaces())
      return false;
    for (std::uint32_t k = 0; k < nu(); ++k) {
      const schema::InputRange& r = *m_.input_ranges()->Get(k);
      if (!is_.in_range(r.minimum(), -1e300, 1e300, "input_ranges.minimum", k) ||
          !is_.in_range(r.maximum(), r.minimum(), 1e300, "input_ranges.maximum", k) ||
          !is_.in_range(r.default_value(), r.minimum(), r.maximum(), "input_ranges.default_value",
                        k) ||
          !is_.known(r.hold(), law().last_hold, "input_ranges.hold", k) ||
          !is_.known(r.reserved(), 0, "input_ranges.reserved", k) ||
          !in_box(m_.inputs()->Get(k)->range(), k))
        return false;
      v_.linear_hold = v_.linear_hold || r.hold() != kHoldZeroOrder;
    }
    for (int k = 0; k < d.outputs; ++k) {
      const schema::OutputRule& r = *m_.output_rules()->Get(static_cast<unsigned>(k));
      const std::int32_t indices = indices_of(r.quantity(), static_cast<unsigned>(k));
      if (indices < 0)
        return is_.fail(LoadError::kUNKNOWN_VALUE, "output_rules.quantity", k, r.quantity());
      if (r.index() >= static_cast<std::uint32_t>(indices))
        return is_.fail(LoadError::kBAD_INDEX, "output_rules.index", k, r.index());
    }
    if (nu() > 0) v_.input_ranges = reinterpret_cast<const InputRange*>(m_.input_ranges()->Data());
    if (d.outputs > 0)
      v_.output_rules = reinterpret_cast<const OutputRule*>(m_.output_rules()->Data());
    while (v_.leading_modal_outputs < d.outputs) {
      const OutputRule& rule = v_.output_rules[v_.leading_modal_outputs];
      if (rule.quantity != quantity::modal_coordinate ||
          rule.index != static_cast<std::uint32_t>(v_.leading_modal_outputs))
        break;
      ++v_.leading_modal_outputs;
    }
    return true;
  }

  // Outputs and parameters name an interface only where there are some.
  bool of_interfaces() {
    if (!kHasAssemblies) return true;
    const std::uint32_t interfaces = count_of(m_.interfaces()),
                        named = count_of(m_.output_interfaces());
    if (!is_.length(m_.output_interfaces(), interfaces > 0 ? count_of(m_.outputs()) : 0,
                    "output_interfaces"))
      return false;
    for (std::uint32_t k = 0; k < named; ++k)
      if (m_.output_interfaces()->Get(k) > interfaces)
        return is_.fail(LoadError::kBAD_INDEX, "output_interfaces", k,
                        m_.output_interfaces()->Get(k));
    for (std::uint32_t k = 0; k < count_of(m_.parameters()); ++k) {
      const std::uint32_t of = m_.parameters()->Get(k)->interface();
      if (of >= (interfaces > 0 ? interfaces : 1))
        return is_.fail(LoadError::kBAD_INDEX, "parameters.interface", k, of);
    }
    return true;
  }

  // How many values the index of output k may have; -1: there is no such output.
  std::int32_t indices_of(std::uint32_t quantity, std::uint32_t k) const {
    if (kHasAssemblies && count_of(m_.output_interfaces()) > 0) {
      const std::uint32_t interface = m_.output_interfaces()->Get(k);
      if (interface > 0) return law().interface_output_indices(v_, interface - 1, quantity);
    }
    if (quantity == quantity::modal_coordinate) return v_.dims.modes;
    if (quantity == quantity::displacement || quantity == quantity::velocity)
      return v_.dims.output_rows;
    return output_indices(v_, quantity);
  }

  bool modal() {
    if (!per_mode(m_.omega(), "omega", 0) || !per_mode(m_.damping(), "damping", 0) ||
        !per_mode(m_.initial_q(), "initial_q") || !per_mode(m_.initial_v(), "initial_v"))
      return false;
    if (!is_.array(m_.output_rows(), n(), np(), static_cast<unsigned>(v_.dims.output_rows),
                   "output_rows", -kMaxRow, kMaxRow))
      return false;
    v_.omega = m_.omega()->data();
    v_.damping = m_.damping()->data();
    v_.initial_q = m_.initial_q()->data();
    v_.initial_v = m_.initial_v()->data();
    v_.output_rows = m_.output_rows() ? m_.output_rows()->data() : nullptr;
    return true;
  }

  bool solver() {
    const schema::Solver& s = *m_.solver();
    if (!is_.known(static_cast<unsigned>(s.kind()), 1, "solver.kind") ||
        !is_.at_most(s.sweep_cap(), kMaxIterations, "solver.sweep_cap") ||
        !is_.at_most(s.newton_cap(), kMaxIterations, "solver.newton_cap") ||
        !is_.at_most(s.tail_sweeps(), kMaxIterations, "solver.tail_sweeps") ||
        !is_.in_range(s.tolerance(), 0, 1, "solver.tolerance"))
      return false;
    v_.newton = s.kind() == schema::SolverKind::status_newton;
    if (s.sweep_cap() < 1) return is_.fail(LoadError::kOUT_OF_RANGE, "solver.sweep_cap");
    if (v_.newton && s.newton_cap() < 1)
      return is_.fail(LoadError::kOUT_OF_RANGE, "solver.newton_cap");
    v_.sweep_cap = as_int(s.sweep_cap());
    v_.newton_cap = as_int(s.newton_cap());
    v_.tail_sweeps = as_int(s.tail_sweeps());
    v_.tolerance = s.tolerance();
    return true;
  }

  bool parameters() {
    for (std::uint32_t k = 0; k < count_of(m_.parameters()); ++k) {
      const schema::Parameter& p = *m_.parameters()->Get(k);
      if (!in_box(p.range(), k) || !law().check_parameter(p, k, is_, v_)) return false;
    }
    return true;
  }

  bool memory() {
    LayoutOptions options;
    options.newton = v_.newton;
    law().lay_out(v_, &options);
    if (!lay_out_state(v_.dims, options, &v_.layout))
      return is_.fail(LoadError::kTOO_LARGE, "contacts", -1, m_.contacts());
    if (m_.schema_minor() != kSchemaMinor) return true;  // the states of another runtime
    if (m_.law_history_bytes() != options.law_history_bytes)
      return is_.fail(LoadError::kWRONG_ARENA, "law_history_bytes", -1, m_.law_history_bytes());
    if (m_.film_history_bytes() != options.film_history_bytes)
      return is_.fail(LoadError::kWRONG_ARENA, "film_history_bytes", -1, m_.film_history_bytes());
    if (m_.cost()->arena_bytes() != v_.layout.bytes)
      return is_.fail(LoadError::kWRONG_ARENA, "cost.arena_bytes", -1,
                      static_cast<Real>(m_.cost()->arena_bytes()));
    return true;
  }

  bool per_mode(const flatbuffers::Vector<double>* v, const char* field, Real low = -1e300,
                Real high = 1e300) {
    return is_.array(v, n(), np(), 1, field, low, high);
  }

  // Not a member: the compiler sees through the call where there is one law alone.
  const Law& law() const { return law_of(v_); }
  std::uint64_t n() const { return static_cast<std::uint64_t>(v_.dims.modes); }
  std::uint64_t np() const { return static_cast<std::uint64_t>(v_.dims.modes_padded); }
  std::uint32_t nu() const { return static_cast<std::uint32_t>(v_.dims.inputs); }

  const schema::Model& m_;
  ModelView& v_;
  const FieldCheck is_;
};

}  // namespace

bool check_model(const schema::Model& root, AssemblyView* view, LoadFault* fault) noexcept {
  return ModelCheck(root, view, FieldCheck(fault)).run();
}

bool check_interface(const schema::Model& root, const FieldCheck& is, ModelView* view) noexcept {
  if (!is.length(root.interfaces(), 0, "interfaces.model.interfaces") ||
      !is.length(root.outputs(), 0, "interfaces.model.outputs") ||
      !is.length(root.parameters(), 0, "interfaces.model.parameters") ||
      !is.length(root.scenarios(), 0, "interfaces.model.scenarios"))
    return false;
  return ModelCheck(root, view, is).run();
}

bool check_stage(const schema::Model& root, const FieldCheck& is, Real most, ModelView* view,
                 Real least_admittance) noexcept {
  if (!is.length(root.stages(), 1, "stages")) return false;
  const schema::Stage& s = *root.stages()->Get(0);
  const Dims& d = view->dims;
  const auto n = static_cast<std::uint64_t>(d.modes),
             np = static_cast<std::uint64_t>(d.modes_padded);
  const auto nr = static_cast<std::uint64_t>(d.rows),
             nrp = static_cast<std::uint64_t>(d.rows_padded);
  const auto nc = static_cast<std::uint64_t>(d.contacts), nu = static_cast<std::uint64_t>(d.inputs);
  if (!is.array(s.velocity_from_velocity(), n, np, 1, "stages.velocity_from_velocity", -most,
                most) ||
      !is.array(s.velocity_from_position(), n, np, 1, "stages.velocity_from_position") ||
      !is.array(s.velocity_constant(), n, np, 1, "stages.velocity_constant") ||
      !is.array(s.admittance(), n, np, 1, "stages.admittance", least_admittance) ||
      !is.array(s.velocity_from_input(), n, np, nu, "stages.velocity_from_input"))
    return false;
  if (!is.array(s.delassus(), nr, nrp, nr, "stages.delassus") ||
      !is.array(s.local_contacts(), 16, 16, nc, "stages.local_contacts"))
    return false;
  for (std::uint64_t j = 0; j < nr; ++j) {
    const Real diagonal = s.delassus()->data()[j * nrp + j];
    if (!is.in_range(diagonal, 0, 1e300, "stages.delassus", static_cast<std::int64_t>(j * nrp + j)))
      return false;
  }
  const bool inverse = count_of(s.delassus_inverse()) > 0;
  if (inverse && !is.array(s.delassus_inverse(), nr, nrp, nr, "stages.delassus_inverse"))
    return false;
  view->from_velocity = s.velocity_from_velocity()->data();
  view->from_position = s.velocity_from_position()->data();
  view->constant = s.velocity_constant()->data();
  view->admittance = s.admittance()->data();
  view->from_input = nu > 0 ? s.velocity_from_input()->data() : nullptr;
  view->delassus = nc > 0 ? s.delassus()->data() : nullptr;
  view->local_contacts = nc > 0 ? s.local_contacts()->data() : nullptr;
  if (inverse) view->delassus_inverse = s.delassus_inverse()->data();
  return true;
}

bool check_parameter_range(const schema::Parameter& p, std::uint32_t k, Real low, Real high,
                           const FieldCheck& is) noexcept {
  return is.in_range(p.minimum(), low, high, "parameters.minimum", k) &&
         is.in_range(p.maximum(), p.minimum(), high, "parameters.maximum", k) &&
         is.in_range(p.default_value(), p.minimum(), p.maximum(), "parameters.default_value", k);
}

}  // namespace mortise
