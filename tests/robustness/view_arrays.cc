#include "tests/robustness/view_arrays.hpp"

namespace mortise::robustness {

namespace {

class ViewArrays {
 public:
  explicit ViewArrays(ModelView* view) : m_(*view) {}

  std::vector<ViewArray> list() {
    channels();
    structure();
    if (m_.position.ports > 0) positions();
    if (m_.is_joint()) joint();
    if (m_.is_sliding()) sliding();
    if (m_.is_bolted()) bolted();
    if (m_.is_film()) film();
    if (AssemblyView* assembly = assembly_of(&m_)) interfaces(assembly);
    return std::move(all_);
  }

 private:
  template <class T>
  void add(const std::string& name, const T*& slot, std::int64_t used, std::int64_t ld,
           std::int64_t columns, bool operators) {
    if (!slot || ld * columns == 0) return;
    all_.push_back({name, static_cast<void*>(&slot), used, ld, columns, sizeof(T), operators});
  }
  void matrix(const std::string& name, const Real*& slot, std::int64_t used, std::int64_t ld,
              std::int64_t columns) {
    add(name, slot, used, ld, columns, true);
  }
  template <class T>
  void records(const std::string& name, const T*& slot, std::int64_t count) {
    add(name, slot, count, count, 1, false);
  }

  void channels() {
    records("input_ranges", m_.input_ranges, m_.dims.inputs);
    records("output_rules", m_.output_rules, m_.dims.outputs);
  }

  void structure() {
    const Dims& d = m_.dims;
    const std::int64_t n = d.modes, np = d.modes_padded, nr = d.rows, nrp = d.rows_padded;
    matrix("velocity_from_velocity", m_.from_velocity, n, np, 1);
    matrix("velocity_from_position", m_.from_position, n, np, 1);
    matrix("velocity_constant", m_.constant, n, np, 1);
    matrix("velocity_from_input", m_.from_input, n, np, d.inputs);
    matrix("admittance", m_.admittance, n, np, 1);
    matrix("delassus", m_.delassus, nr, nrp, nr);
    matrix("delassus_inverse", m_.delassus_inverse, nr, nrp, nr);
    matrix("local_contacts", m_.local_contacts, 16, 16, d.contacts);
    matrix("contact_rows", m_.contact_rows, n, np, nr);
    matrix("bore_rows", m_.bore_rows, n, np, nr);
    matrix("output_rows", m_.output_rows, n, np, d.output_rows);
    matrix("initial_q", m_.initial_q, n, np, 1);
    matrix("initial_v", m_.initial_v, n, np, 1);
    // others step with the operators made of them alone
    const bool stepped = m_.is_joint() || m_.is_sliding();
    add("omega", m_.omega, n, np, 1, stepped || m_.is_bolted());
    add("damping", m_.damping, n, np, 1, stepped);
  }

  void interfaces(AssemblyView* a) {
    records("output_interfaces", a->output_interface, m_.dims.outputs);
    for (std::int32_t g = 0; g < a->groups; ++g)
      records("group " + std::to_string(g), a->group[g].interface, a->group[g].count);
    for (std::int32_t to = 0; to < a->interfaces; ++to) {
      for (ViewArray each : ViewArrays(&a->interface[to]).list()) {
        each.name = "interface " + std::to_string(to) + " " + each.name;
        all_.push_back(each);
      }
      for (std::int32_t from = 0; from < a->interfaces; ++from)
        matrix("coupling " + std::to_string(to) + " " + std::to_string(from),
               a->coupling.entry(to, from), a->interface[to].shape.rows,
               a->interface[to].shape.padded, a->interface[from].shape.rows);
    }
  }

  void residual(ResidualView* view, std::int64_t rows) {
    const std::int64_t no = m_.dims.output_rows, nop = (no + 7) / 8 * 8;
    matrix("port_compliance", view->port_compliance, view->ports, view->ports_padded, view->ports);
    matrix("output_compliance", view->output_compliance, no, nop, view->ports);
    matrix("row_offset", view->row_offset, rows, view->ports_padded, 1);
    matrix("output_offset", view->output_offset, no, nop, 1);
  }

  void positions() {
    PositionView& p = m_.position;
    const std::int64_t n = m_.dims.modes, np = m_.dims.modes_padded;
    matrix("position_from_velocity", p.from_velocity, n, np, 1);
    matrix("position_from_position", p.from_position, n, np, 1);
    matrix("position_constant", p.constant, n, np, 1);
    matrix("position_from_input", p.from_input, n, np, m_.dims.inputs);
    matrix("position_admittance", p.admittance, n, np, 1);
    residual(&p, m_.dims.rows);
  }

  void joint() {
    JointView& j = m_.joint;
    const std::int64_t n = m_.dims.modes, np = m_.dims.modes_padded, nr = j.rows;
    matrix("law.rows", j.row, n, np, nr);
    residual(&j, nr);
    records("law.points", j.point, j.points);
    for (int k = 0; k < kJointNumbers; ++k)
      matrix("law.fields " + std::to_string(k), j.field[k], j.points, j.points, 1);
    for (std::int32_t k = 0; k < j.stages; ++k) {
      JointStage& s = j.stage[k];
      const std::string of = "stage " + std::to_string(k) + " ";
      matrix(of + "from_velocity", s.from_velocity, n, np, 1);
      matrix(of + "from_position", s.from_position, n, np, 1);
      matrix(of + "constant", s.constant, n, np, 1);
      matrix(of + "from_input", s.from_input, n, np, m_.dims.inputs);
      matrix(of + "admittance", s.admittance, n, np, 1);
      matrix(of + "compliance", s.compliance, nr, j.rows_padded, nr);
      matrix(of + "point_compliance", s.point_compliance, 2, 2, j.points);
      matrix(of + "damping", s.damping, n, np, 1);
    }
    for (std::int32_t k = 0; k < j.cases; ++k)  // the numbers come first
      all_.push_back({"case " + std::to_string(k), &j.parameters[k], kJointNumbers,
                      sizeof(JointParameters) / sizeof(Real), 1, sizeof(Real), true});
  }

  void sliding() {
    SlidingView& s = m_.sliding;
    const std::int64_t n = m_.dims.modes, np = m_.dims.modes_padded, nt = s.nodes;
    matrix("slave_rows", s.slave_rows, n, np, 2);
    matrix("target_rows", s.target_rows, n, np, 2 * nt);
    matrix("target_positions", s.positions, 2 * nt, 2 * nt, 1);
    matrix("from_auxiliary", s.from_auxiliary, n, np, 1);
    matrix("from_acceleration", s.from_acceleration, n, np, 1);
    matrix("constant_force", s.constant_force, n, np, 1);
    matrix("input_force", s.input_force, n, np, m_.dims.inputs);
  }

  void bolted() {
    BoltedView& b = m_.bolted;
    const std::int64_t n = m_.dims.modes, np = m_.dims.modes_padded, nu = m_.dims.inputs;
    const std::int64_t r = b.rows, rp = b.rows_padded, no = m_.dims.output_rows, n3 = 3 * b.zones;
    records("law.zone_of", b.zone_of, b.clusters);
    add("law.friction", b.friction, b.zones, b.zones, 1, false);
    add("law.sign", b.sign, r, rp, 1, false);
    add("law.stiffness", b.stiffness, b.clusters, b.clusters, 1, false);
    matrix("law.constant", b.constant, r, rp, 1);
    matrix("law.from_modes", b.from_modes, r, rp, n);
    matrix("law.from_inputs", b.from_inputs, r, rp, nu);
    matrix("law.pivot", b.pivot, r, rp, r);
    matrix("law.flow", b.flow, n, np, 4);
    matrix("law.input_force", b.input_force, n, np, nu);
    matrix("law.kick", b.kick, n, np, 1);
    add("law.trained_modes", b.trained_modes, n, np, 1, false);
    add("law.trained_contact", b.trained_contact, r, rp, 1, false);
    matrix("law.output_constant", b.output_constant, no, no, 1);
    matrix("law.output_contact", b.output_contact, r, rp, no);
    matrix("law.output_inputs", b.output_inputs, nu, nu, no);
    matrix("law.resultant_constant", b.resultant_constant, n3, n3, 1);
    matrix("law.resultant_modes", b.resultant_modes, n, np, n3);
    matrix("law.resultant_contact", b.resultant_contact, r, rp, n3);
    matrix("law.resultant_inputs", b.resultant_inputs, nu, nu, n3);
  }

  void film() {
    FilmView& f = m_.film;
    const std::int64_t loads = f.steady.load_count, speeds = f.steady.speed_count;
    const std::int64_t unknowns = f.bases[0].modes + f.constants->loaded;
    records("law.constants", f.constants, 1);
    records("law.bases", f.bases, f.count);
    records("law.input_roles", f.roles, m_.dims.inputs);
    records("law.steady_loads", f.steady.loads, loads);
    records("law.steady_speeds", f.steady.speeds, speeds);
    records("law.steady_films", f.steady.films, loads * speeds * unknowns);
    if (f.paces != nullptr) {
      records("law.paces", f.paces, f.count);
      const FilmPace& last = f.paces[f.count - 1];
      records("law.lengths", f.lengths, last.first_length + last.lengths);
    }
    if (f.edge != nullptr) records("law.edge", f.edge, 1);
    if (f.on_bodies != nullptr) records("law.on_bodies", f.on_bodies, 1);
    if (f.transport == nullptr) return;
    records("law.transport", f.transport, 1);
    records("law.transport_places", f.transport_places,
            static_cast<std::int64_t>(f.bases[0].rows) * f.constants->stencil);
  }

  ModelView& m_;
  std::vector<ViewArray> all_;
};

}  // namespace

AssemblyView* assembly_of(ModelView* view) {
  return view->is_assembly() ? static_cast<AssemblyView*>(view) : nullptr;
}

std::vector<ViewArray> view_arrays(ModelView* view) { return ViewArrays(view).list(); }

}  // namespace mortise::robustness
