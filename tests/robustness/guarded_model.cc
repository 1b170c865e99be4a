#include "tests/robustness/guarded_model.hpp"

#include "runtime/src/assembly/places.hpp"
#include "runtime/src/film/arrays.hpp"
#include "runtime/src/state_layout.hpp"
#include "tests/robustness/view_arrays.hpp"

namespace mortise::robustness {

namespace {

// The zones of a region that begins at `at` of a larger one.
void add_zones(const std::vector<RedZone>& from, std::uint64_t at, std::vector<RedZone>* to) {
  for (const RedZone& z : from) to->push_back({at + z.begin, at + z.end});
}

// The zones of a law's memory: those of the region, and those of both copies of what it remembers.
template <class Layout>
std::vector<RedZone> with_copies(const Layout& l, const std::vector<RedZone>& copy,
                                 std::vector<RedZone> region) {
  for (const std::uint32_t at : l.memory) add_zones(copy, at, &region);
  return region;
}

}  // namespace

GuardedModel::GuardedModel(const Model& model) : model_(model) {
  auto* view = const_cast<ModelView*>(&model_.view());
  if (AssemblyView* assembly = assembly_of(view)) copy_interfaces(assembly);
  for (const ViewArray& a : view_arrays(view)) a.point_to(copy(a.data(), a.bytes()));
  if (view->is_film()) move_numbers(view);
  lay_out_states(view, &state_zones_);
}

GuardedModel::~GuardedModel() {
  for (const Block& b : blocks_) allow(b.bytes->data(), b.zones);
}

void GuardedModel::copy_interfaces(AssemblyView* view) {
  const std::size_t bytes = assembly::bytes_of_interfaces(view->interfaces);
  blocks_.push_back({std::make_unique<ModelBytes>(bytes), {}});
  void* to = blocks_.back().bytes->data();
  std::memcpy(to, static_cast<const void*>(&view->interface[0]), bytes);
  assembly::point_to_interfaces(to, view->interfaces, view);
}

// What two pointers share, as the first stage and the model do, they go on sharing.
const void* GuardedModel::copy(const void* from, std::size_t bytes) {
  const auto known = copies_.find(from);
  if (known != copies_.end()) return known->second;
  blocks_.push_back({std::make_unique<ModelBytes>(bytes), {}});
  void* to = blocks_.back().bytes->data();
  std::memcpy(to, from, bytes);
  copies_[from] = to;
  return to;
}

// `numbers` with every array in a place of its own; the offsets of the bases, copies already,
// follow.
void GuardedModel::move_numbers(ModelView* view) {
  Block block;
  GuardedCarver carver(&block.zones);
  struct Move {
    const unsigned char* from;
    std::uint32_t to;
    std::uint64_t bytes;
  };
  std::vector<Move> moves;
  const std::int32_t scalar = view->film.scalar;
  for (std::int32_t k = 0; k < view->film.count; ++k) {
    each_film_array(*view, k, [&](const FilmArray& a) {
      const std::uint64_t bytes = a.bytes(scalar);
      const std::uint32_t to = carver.take(bytes, 1);
      moves.push_back({view->film.numbers + *a.at, to, bytes});
      *const_cast<std::uint32_t*>(a.at) = to;
      return true;
    });
  }
  block.bytes = std::make_unique<ModelBytes>(carver.bytes());
  auto* numbers = static_cast<unsigned char*>(block.bytes->data());
  for (const Move& m : moves) std::memcpy(numbers + m.to, m.from, m.bytes);
  forbid(numbers, block.zones);
  view->film.numbers = numbers;
  blocks_.push_back(std::move(block));
}

void GuardedModel::lay_out_states(ModelView* view, std::vector<RedZone>* zones) {
  LayoutOptions options;
  options.newton = view->newton;
  options.film = view->is_film();
  options.passive_friction = view->is_unilateral() && view->passive_friction;
  options.contact_books = view->is_unilateral() && view->contact_books;
  std::vector<RedZone> law, copies, region;
  if (view->is_film()) {
    view->film_layout = lay_out_film(view->film, view->dims.modes_padded, GuardedCarver(&copies),
                                     GuardedCarver(&region));
    options.film_history_bytes = view->film_layout.bytes;
    law = with_copies(view->film_layout, copies, region);
  }
  if (view->is_joint()) {
    view->joint_layout = lay_out_joint(view->joint, GuardedCarver(&copies), GuardedCarver(&region));
    options.law_history_bytes = view->joint_layout.bytes;
    law = with_copies(view->joint_layout, copies, region);
  }
  if (view->is_sliding()) {
    view->sliding_layout =
        lay_out_sliding(view->dims.modes_padded, view->sliding.alpha, GuardedCarver(&region));
    options.law_history_bytes = view->sliding_layout.bytes;
    law = region;
  }
  if (view->bore_rows != nullptr) {
    view->bore_layout =
        lay_out_bores(view->dims.modes_padded, view->dims.contacts, GuardedCarver(&region));
    options.law_history_bytes = view->bore_layout.bytes;
    law = region;
  }
  if (view->position.ports > 0) {
    view->position_layout =
        lay_out_positions(view->dims.modes_padded, view->dims.contacts, view->position,
                          GuardedCarver(&copies), GuardedCarver(&region));
    options.law_history_bytes = view->position_layout.bytes;
    law = with_copies(view->position_layout, copies, region);
  }
  if (view->is_bolted()) {
    view->bolted_layout = lay_out_bolted(view->bolted, view->dims.modes_padded, view->dims.inputs,
                                         GuardedCarver(&copies), GuardedCarver(&region));
    options.law_history_bytes = view->bolted_layout.bytes;
    law = with_copies(view->bolted_layout, copies, region);
  }
  AssemblyView* assembly = assembly_of(view);
  if (assembly) options.law_history_bytes = lay_out_parts(assembly, &law);
  GuardedCarver carver(zones, sizeof(State));
  view->layout = take_state_arrays(view->dims, options, carver);
  view->layout.bytes = static_cast<std::uint32_t>(carver.bytes());
  add_zones(law, view->is_film() ? view->layout.film_history : view->layout.law_history, zones);
  if (assembly) assembly::share_state(assembly);
}

// Returns the bytes of what the interfaces of an assembly keep.
std::uint32_t GuardedModel::lay_out_parts(AssemblyView* view, std::vector<RedZone>* law) {
  InterfaceSizes sizes[kMaxInterfaces];
  InterfacePlaces places[kMaxInterfaces];
  std::vector<RedZone> zones[kMaxInterfaces];
  for (std::int32_t k = 0; k < view->interfaces; ++k) {
    lay_out_states(&view->interface[k], zones + k);
    sizes[k] = assembly::sizes_of(view->interface[k]);
  }
  view->parts =
      lay_out_assembly(sizes, view->interfaces, places, view->dims.modes_padded, view->dims.inputs,
                       view->unknowns, view->moving, view->film_groups, GuardedCarver(law));
  for (std::int32_t k = 0; k < view->interfaces; ++k) view->interface[k].places = places[k];
  for (std::int32_t k = 0; k < view->interfaces; ++k)
    add_zones(zones[k], view->interface[k].places.state, law);
  return view->parts.bytes;
}

}  // namespace mortise::robustness
