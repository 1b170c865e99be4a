// Unilateral contacts in model files.
#include "generator/bake/laws/file_law.hpp"

namespace mortise::gen {
namespace {

// Forces of the last step (3 nc): normal and two tangential ones of each contact [N].
const Real* contact_forces(const RunningInterface& i) {
  const Real* means = i.means();
  return means != nullptr ? means : i.state.at<Real>(i.view.layout.lambda);
}

// Positions push in the step in which they open, too, when no contact is left closed.
bool forces_are_older(const RunningInterface& i) { return i.idle() && i.view.position.ports == 0; }

void add_contacts(const RunningInterface& i, std::vector<double>* forces) {
  const Real* lambda = contact_forces(i);
  for (std::int32_t c = 0; c < i.view.dims.contacts; ++c)
    forces->push_back(forces_are_older(i) ? 0.0 : lambda[3 * c]);
}

void book_contacts(const RunningInterface& i, double h, ImpulseBook* book) {
  if (forces_are_older(i)) return;
  const Eigen::Map<const Vector> lambda(contact_forces(i), i.view.dims.rows);
  book->rows += h * lambda;
  for (Eigen::Index c = 0; c < lambda.size(); c += 3) {
    book->normal += h * lambda[c];
    book->tangential += h * lambda.segment<2>(c + 1).norm();
  }
}

// Energies of contacts at position level, whose compliance holds  phi . C phi / 2.
std::optional<OwnBooks> position_books(const RunningInterface& i) {
  const PositionView& p = i.view.position;
  if (p.ports == 0) return std::nullopt;
  const PositionLayout& layout = i.view.position_layout;
  const auto& books = *i.memory<PositionBooks>(layout.memory, layout.books);
  const Eigen::Map<const Matrix> ports(p.port_compliance, p.ports_padded, p.ports);
  const Eigen::Map<const Vector> phi(i.memory<double>(layout.memory, layout.residual), p.ports);
  OwnBooks own;
  own.friction = books.friction;
  own.scheme = books.bank + books.stopped;
  own.dissipated = own.friction + books.damped + own.scheme;
  own.stored = 0.5 * phi.dot(ports.topRows(p.ports) * phi);
  return own;
}

}  // namespace

const FileLaw file_laws_of::unilateral = [] {
  FileLaw law;
  law.name = "unilateral";
  law.text = "unilateral contact with friction";
  law.system = "a structure with unilateral contacts";
  law.has_memory = false;
  law.tells_slip = law.rigid = law.fixed_sizes = law.in_every_target = true;
  law.code_bytes = 50500;
  law.places = [](const ModelView& v) { return v.dims.contacts; };
  law.knows_dissipation = [](const ModelView&) { return true; };
  law.add_forces = add_contacts;
  law.booked_rows = [](const RunningInterface& i) { return Eigen::Index{i.view.dims.rows}; };
  law.book = book_contacts;
  law.own_books = position_books;
  law.keeps_contact = [](const ModelView& v) { return v.position.ports > 0; };
  return law;
}();

}  // namespace mortise::gen
