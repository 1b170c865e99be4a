// An interface of unilateral contacts, of full-order dofs and seen by the modes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "generator/contact/law/law_answers.hpp"
#include "generator/contact/law/residual_compliance.hpp"
#include "generator/contact/unilateral/contact_point.hpp"
#include "generator/contact/unilateral/law.hpp"

namespace mortise::gen {

// Contacts `first` .. first + count - 1 of an interface: those that one of [[interfaces]] has.
struct ContactRange {
  std::string name;  // of that one; its parameters are name.friction, ...
  std::size_t first = 0, count = 0;
};

struct UnilateralContacts {
  std::vector<ContactPoint> points;
  // Interfaces of the definition whose contacts are solved as those of one; none: it is one.
  std::vector<ContactRange> stacked;
  LawSpec law;
  // At position level on dofs that are modes: what the rows see beside these, with its lag [s].
  std::shared_ptr<const ResidualCompliance> compliance = {};
};

struct ReducedContacts {
  Matrix rows;                            // (3 nc x n) per contact normal, tangent 1, tangent 2
  Matrix bore_rows;                       // (3 nc x n) of contacts in a bore (bore.hpp), else none
  std::vector<ContactParameters> points;  // (nc)
  std::vector<ContactRange> stacked;
  LawSpec law;
};

// Rows of the contacts (3 nc x n), per contact normal, tangent 1, tangent 2.
SparseMatrix contact_rows(const std::vector<ContactPoint>& contacts, Eigen::Index n);
// Rows that turn them in a bore (3 nc x n); without one (0 x n).
SparseMatrix bore_rows(const std::vector<ContactPoint>& contacts, Eigen::Index n);

MORTISE_LAW_ANSWERS(UnilateralContacts, ReducedContacts)

}  // namespace mortise::gen
