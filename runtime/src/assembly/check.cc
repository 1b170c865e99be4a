// Assemblies: their interfaces, groups and couplings.
#if !defined(MORTISE_NO_ASSEMBLY)
#include "check.hpp"

#include "../check.hpp"
#include "../film/limits.hpp"
#include "../laws.hpp"
#include "../quantities.hpp"
#include "../residual_check.hpp"
#include "places.hpp"

namespace mortise::assembly {

namespace {

constexpr Real kMaxOperator = 1e300;

// What the modes of an interface are of the assembly's.
struct Span {
  std::int32_t begin, end;
};

class AssemblyCheck {
 public:
  AssemblyCheck(const schema::Model& root, const FieldCheck& is, ModelView* view)
      : m_(root), v_(static_cast<AssemblyView&>(*view)), is_(is) {}

  bool interfaces() {
    const std::uint32_t count = count_of(m_.interfaces());
    if (!is_.supported(count, kMaxInterfaces, "interfaces")) return false;
    if (m_.law_type() != schema::Law::NONE)
      return is_.fail(LoadError::kUNKNOWN_VALUE, "law_type", -1, static_cast<int>(m_.law_type()));
    if (m_.contacts() != 0)
      return is_.fail(LoadError::kOUT_OF_RANGE, "contacts", -1, m_.contacts());
    for (std::uint32_t k = 0; k < count; ++k)
      if (!interface(*m_.interfaces()->Get(k), k)) return false;
    v_.energies = wants_energy(m_);
    for (std::uint32_t k = 0; k < count; ++k) v_.interface[k].bolted.energies = v_.energies;
    return groups();
  }

  bool stages() {
    if (!check_stage(m_, is_, 1, &v_)) return false;
    v_.output_interface = m_.output_interfaces() ? m_.output_interfaces()->data() : nullptr;
    share_state(&v_);
    return couplings();
  }

 private:
  bool interface(const schema::Interface& in, std::uint32_t k) {
    const schema::Model& own = *in.model();
    InterfaceView& view = v_.interface[k];
    const auto tag = static_cast<std::uint32_t>(own.law_type());
    const Law& law = law_of(tag);
    if (law.tag != tag)
      return is_.fail(LoadError::kUNKNOWN_VALUE, "interfaces.model.law_type", k, as_int(tag));
    if (own.scheme() != law.scheme_in_assembly)
      return is_.fail(LoadError::kUNKNOWN_VALUE, "interfaces.model.scheme", k,
                      static_cast<int>(own.scheme()));
    if (count_of(own.stages()) != law.stages_in_assembly)
      return is_.fail(LoadError::kWRONG_LENGTH, "interfaces.model.stages", k,
                      count_of(own.stages()));
    if (!check_interface(own, is_.of_interface(as_int(k)), &view) ||
        !law.check_in_assembly(view, k, is_))
      return false;
    view.shape = law.shape(view);
    v_.kicked = v_.kicked || view.shape.kicks;
    const bool position = view.position.ports > 0;
    v_.positions = v_.positions || position;
#if !defined(MORTISE_NO_POSITION)
    view.position.output_rows = v_.dims.output_rows;
    if (const auto* contacts = own.law_as_SignoriniCoulomb();
        contacts && !check_residual(*contacts, view.dims.rows, v_.dims.output_rows,
                                    is_.of_interface(as_int(k)), &view.position))
      return false;
#endif
    view.substeps = substeps_of(own);
    if (own.step() != m_.step() / view.substeps)
      return is_.fail(LoadError::kOUT_OF_RANGE, "interfaces.model.step", k, own.step());
    if (view.dims.inputs != v_.dims.inputs)
      return is_.fail(LoadError::kWRONG_LENGTH, "interfaces.model.inputs", k, view.dims.inputs);
    const std::uint64_t end = std::uint64_t{in.first_mode()} + own.modes();
    if (in.first_mode() % 8 != 0 || end > static_cast<std::uint64_t>(v_.dims.modes))
      return is_.fail(LoadError::kBAD_INDEX, "interfaces.first_mode", k, static_cast<Real>(end));
    view.first_mode = as_int(in.first_mode());
    return true;
  }

  // The whole part of the assembly's step that is nearest to an interface's.
  std::int32_t substeps_of(const schema::Model& own) const {
    const Real ratio = m_.step() / own.step();
    return ratio >= Real(1.5) && ratio < kMaxSubsteps + Real(0.5)
               ? static_cast<std::int32_t>(ratio + Real(0.5))
               : 1;
  }

  Span span(std::uint32_t k) const {
    return {v_.interface[k].first_mode,
            v_.interface[k].first_mode + v_.interface[k].dims.modes_padded};
  }

  bool groups() {
    const std::uint32_t count = count_of(m_.groups());
    if (count < 1 || count > static_cast<std::uint32_t>(v_.interfaces))
      return is_.fail(LoadError::kWRONG_LENGTH, "groups", -1, count);
    v_.groups = as_int(count);
    for (std::uint32_t g = 0; g < count; ++g)
      if (!group(*m_.groups()->Get(g), g)) return false;
    for (std::int32_t k = 0; k < v_.interfaces; ++k)
      if (v_.interface[k].group < 0) return is_.fail(LoadError::kMISSING, "groups.interfaces", k);
    return apart();
  }

  // What all sweeps together leave of an error where they pay.
  static constexpr Real kSweepsLeave = 1e-4;

  bool group(const schema::Group& in, std::uint32_t g) {
    const auto& list = *in.interfaces();
    if (list.size() < 1) return is_.fail(LoadError::kWRONG_LENGTH, "groups.interfaces", g);
    Span all{v_.dims.modes_padded, 0};
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      const std::uint32_t k = list.Get(i);
      if (k >= static_cast<std::uint32_t>(v_.interfaces) || v_.interface[k].group >= 0)
        return is_.fail(LoadError::kBAD_INDEX, "groups.interfaces", g, k);
      v_.interface[k].group = as_int(g);
      const Span own = span(k);
      all.begin = own.begin < all.begin ? own.begin : all.begin;
      all.end = own.end > all.end ? own.end : all.end;
    }
    if (!is_.at_most(in.sweep_cap(), kMaxIterations, "groups.sweep_cap", g) ||
        !is_.at_most(in.newton_cap(), kMaxIterations, "groups.newton_cap", g) ||
        !is_.at_most(in.tail_sweeps(), kMaxIterations, "groups.tail_sweeps", g) ||
        !is_.in_range(in.tolerance(), 0, 1, "groups.tolerance", g) ||
        !is_.in_range(in.coupling(), 0, 1e300, "groups.coupling", g))
      return false;
    GroupView& out = v_.group[g];
    out.interface = list.data();
    out.count = as_int(list.size());
    out.sweep_cap = as_int(in.sweep_cap());
    out.newton_cap = as_int(in.newton_cap());
    out.tail_sweeps = as_int(in.tail_sweeps());
    out.tolerance = in.tolerance();
    Real left = 1;
    for (int k = 0; k < out.sweep_cap && left > kSweepsLeave; ++k) left *= in.coupling();
    out.newton_first = out.newton_cap > 0 && left > kSweepsLeave;
    out.first_mode = all.begin;
    out.modes = all.end - all.begin;
    out.substeps = v_.interface[list.Get(0)].substeps;
    out.step = v_.interface[list.Get(0)].h;
    FilmGroupSizes sizes;
    MovingNumbers moving;
    bool open_as_one = true;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      const InterfaceView& own = v_.interface[list.Get(i)];
      const InterfaceShape& shape = own.shape;
      if (own.substeps != out.substeps)
        return is_.fail(LoadError::kOUT_OF_RANGE, "interfaces.model.step", list.Get(i), own.h);
      const auto rows = static_cast<std::uint64_t>(shape.rows),
                 padded = static_cast<std::uint64_t>(shape.padded);
      out.unknowns += shape.unknowns;
      out.moving = out.moving || shape.moving;
      out.positions = out.positions || own.position.ports > 0;
      moving.include(rows, padded, shape.moving);
      sizes.rows += rows;
      sizes.padded += padded;
      sizes.contacts += static_cast<std::uint64_t>(own.dims.contacts);
      sizes.points += static_cast<std::uint64_t>(own.joint.points);
      if (!own.is_film()) continue;
      ++sizes.films;
      sizes.borne += own.film.on_bodies ? 1 : 0;
      sizes.film += shape.film_bytes;
      open_as_one = open_as_one && own.film.opens_as_one;
    }
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      const std::uint32_t k = list.Get(i);
      if (v_.interface[k].shape.kicks && !kicks_fit(k, list, i, sizes.films > 0)) return false;
    }
    out.films = as_int(sizes.films);
    out.film_bytes = sizes.film;
    if (out.films == 0 && out.substeps > 1)
      return is_.fail(LoadError::kOUT_OF_RANGE, "interfaces.model.step", list.Get(0), out.step);
    // films make their couplings for rows that do not move, and see of each other how far they open
    if (out.films > 0 && out.moving)
      return is_.fail(LoadError::kUNKNOWN_VALUE, "groups.interfaces", g, out.films);
    if (out.films > 1 && !open_as_one)
      return is_.fail(LoadError::kTOO_LARGE, "groups.interfaces", g, out.films);
    if (out.films > 0) v_.film_groups.include(sizes);
    if (moving.pairs > v_.moving) v_.moving = moving.pairs;
    if (out.newton_cap > 0 && out.unknowns > v_.unknowns) v_.unknowns = out.unknowns;
    return true;
  }

  // Films step their bodies otherwise; kicks of one are no others'.
  bool kicks_fit(std::uint32_t k, const flatbuffers::Vector<std::uint32_t>& list,
                 std::uint32_t before, bool films) const {
    if (films)
      return is_.fail(LoadError::kUNKNOWN_VALUE, "interfaces.model.law_type", k,
                      static_cast<int>(v_.interface[k].law));
    for (std::uint32_t i = 0; i < before; ++i) {
      const std::uint32_t other = list.Get(i);
      const Span one = span(k), two = span(other);
      if (v_.interface[other].shape.kicks && one.begin < two.end && two.begin < one.end)
        return is_.fail(LoadError::kBAD_INDEX, "interfaces.first_mode", k,
                        static_cast<Real>(v_.interface[k].first_mode));
    }
    return true;
  }

  // Groups share no mode: each limits the energy of its own.
  bool apart() {
    for (std::int32_t a = 0; a < v_.groups; ++a) {
      for (std::int32_t b = 0; b < a; ++b) {
        const GroupView &one = v_.group[a], &two = v_.group[b];
        if (one.first_mode < two.first_mode + two.modes &&
            two.first_mode < one.first_mode + one.modes)
          return is_.fail(LoadError::kOUT_OF_RANGE, "groups.interfaces", a, b);
      }
    }
    return true;
  }

  bool couplings() {
    for (std::uint32_t k = 0; k < count_of(m_.couplings()); ++k) {
      const schema::Coupling& c = *m_.couplings()->Get(k);
      const auto interfaces = static_cast<std::uint32_t>(v_.interfaces);
      if (c.to() >= interfaces || c.from() >= interfaces ||
          !couple(as_int(c.to()), as_int(c.from())))
        return is_.fail(LoadError::kBAD_INDEX, "couplings.to", k, c.to());
      const InterfaceShape &to = v_.interface[c.to()].shape, &from = v_.interface[c.from()].shape;
      if (!is_.array(c.motion(), static_cast<std::uint64_t>(to.rows),
                     static_cast<std::uint64_t>(to.padded), static_cast<std::uint64_t>(from.rows),
                     "couplings.motion", -kMaxOperator, kMaxOperator))
        return false;
      v_.coupling.entry(c.to(), c.from()) = c.motion()->data();
    }
    return true;
  }

  // May a file have how one moves the other, which it has not had yet?
  bool couple(std::int32_t to, std::int32_t from) const {
    const InterfaceView &a = v_.interface[to], &b = v_.interface[from];
    return to != from && a.group == b.group && !v_.coupling.at(to, from) && !a.shape.moving &&
           !b.shape.moving && !a.shape.kicks && !b.shape.kicks;
  }

  const schema::Model& m_;
  AssemblyView& v_;
  const FieldCheck& is_;
};

}  // namespace

std::int32_t interface_output_indices(const ModelView& assembly, std::uint32_t interface,
                                      std::uint32_t quantity) {
  const ModelView& own = static_cast<const AssemblyView&>(assembly).interface[interface];
  if (own.is_bolted() && (quantity == quantity::displacement || quantity == quantity::velocity))
    return own.dims.output_rows;
  if (!is_energy(quantity)) return output_indices(own, quantity);
  return quantity == quantity::energy_strain || quantity == quantity::dissipated_friction ||
                 quantity == quantity::dissipated_impact
             ? 1
             : -1;
}

bool check_sizes(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  if (!AssemblyCheck(root, is, view).interfaces()) return false;
  AssemblyView& v = static_cast<AssemblyView&>(*view);
  InterfaceSizes sizes[kMaxInterfaces];
  InterfacePlaces places[kMaxInterfaces];
  for (std::int32_t k = 0; k < v.interfaces; ++k) sizes[k] = sizes_of(v.interface[k]);
  v.parts = lay_out_assembly(sizes, v.interfaces, places, v.dims.modes_padded, v.dims.inputs,
                             v.unknowns, v.moving, v.film_groups);
  for (std::int32_t k = 0; k < v.interfaces; ++k) v.interface[k].places = places[k];
  return true;
}

bool check_stages(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  return AssemblyCheck(root, is, view).stages();
}

bool check_parameter(const schema::Parameter& p, std::uint32_t k, const FieldCheck& is,
                     const ModelView& view) {
  const ModelView& own = static_cast<const AssemblyView&>(view).interface[p.interface()];
  return law_of(own).check_parameter(p, k, is, own);
}

}  // namespace mortise::assembly
#endif
