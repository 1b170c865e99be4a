#include "generator/contact/unilateral/unilateral_interface.hpp"

#include "generator/ground/numbers/rows.hpp"

namespace mortise::gen {
namespace {

// Contact by contact: of the walls, of the bores.
template <class Contacts>
auto wall_rows(Contacts* contacts) {
  std::vector<decltype(&contacts->front().normal)> rows;
  for (auto& c : *contacts) rows.insert(rows.end(), {&c.normal, &c.tangent1, &c.tangent2});
  return rows;
}
template <class Contacts>
auto turning_rows(Contacts* contacts) {
  std::vector<decltype(&contacts->front().normal)> rows;
  for (auto& c : *contacts)
    if (c.in_bore())
      for (auto& row : c.bore) rows.push_back(&row);
  return rows;
}

}  // namespace

SparseMatrix contact_rows(const std::vector<ContactPoint>& contacts, Eigen::Index n) {
  return stack_rows(wall_rows(&contacts), n);
}

SparseMatrix bore_rows(const std::vector<ContactPoint>& contacts, Eigen::Index n) {
  return stack_rows(turning_rows(&contacts), n);
}

std::vector<SparseRow*> rows_of(UnilateralContacts* contacts) {
  std::vector<SparseRow*> rows = wall_rows(&contacts->points);
  const std::vector<SparseRow*> bores = turning_rows(&contacts->points);
  rows.insert(rows.end(), bores.begin(), bores.end());
  return rows;
}

std::string fault_of(const UnilateralContacts& contacts) {
  return contacts.points.empty() ? "has no contacts" : "";
}

ReducedContacts project(const UnilateralContacts& contacts, const Matrix& shapes, bool) {
  ReducedContacts reduced;
  reduced.rows = contact_rows(contacts.points, shapes.rows()) * shapes;
  reduced.bore_rows = bore_rows(contacts.points, shapes.rows()) * shapes;
  for (const ContactPoint& contact : contacts.points) reduced.points.push_back(contact.parameters);
  reduced.stacked = contacts.stacked;
  reduced.law = contacts.law;
  return reduced;
}

std::vector<Matrix*> rows_of(ReducedContacts* contacts) {
  if (contacts->bore_rows.rows() == 0) return {&contacts->rows};
  return {&contacts->rows, &contacts->bore_rows};
}

bool fits(const ReducedContacts& contacts, Eigen::Index) {
  const auto rows = 3 * static_cast<Eigen::Index>(contacts.points.size());
  return rows > 0 && contacts.rows.rows() == rows &&
         (contacts.bore_rows.rows() == 0 || contacts.bore_rows.rows() == rows);
}

RowUnknowns unknowns_of(const ReducedContacts& contacts) { return rigid_unknowns(contacts.rows); }

}  // namespace mortise::gen
