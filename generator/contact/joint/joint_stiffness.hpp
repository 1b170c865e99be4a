// The springs of a joint while every law point is closed: what stuck or bonded modes are made of.
#pragma once

#include "generator/contact/joint/laws.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

// K = sum over law points of length * stiffness * row^T row (n x n) [N/m], row the opening (and, if
// stuck, the slip) of the point as a functional of the displacement.
// law: also without friction E_f counts.
// state: open gives zero, bonded the normal springs k_I, stuck the tangential springs E_f as well.
// Throws Error for stuck bristles (lugre), whose stiffness depends on the pressure, for a stuck
// joint without E_f, and for closed impact units of an exponent other than 1.
inline SparseMatrix joint_stiffness(const Joint& joint, const JointLaw& law, JointState state,
                                    Eigen::Index n) {
  SparseMatrix k(n, n);
  if (state == JointState::open) return k;
  const bool stuck = state == JointState::stuck;
  demand(
      law.normal.exponent == 1.0, "joint",
      "the stiffness of a bonded joint depends on its load where contact.impact_exponent is not 1",
      "count modes of the open joint (damping.interface = \"open\")");
  if (stuck && friction_law(law.tangential.kind).bristles)
    throw Error("joint", "the stiffness of stuck LuGre bristles depends on the pressure",
                "count modes of the bonded joint (damping.interface = \"bonded\")");
  if (stuck && !(law.tangential.friction_modulus > 0.0))
    throw Error("joint", "nothing sticks: the joint has no tangential stiffness",
                "give contact.friction_modulus, or count modes of the bonded joint");
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&entries](const SparseRow& row, double stiffness) {
    for (SparseRow::InnerIterator i(row); i; ++i)
      for (SparseRow::InnerIterator j(row); j; ++j)
        entries.emplace_back(static_cast<int>(i.index()), static_cast<int>(j.index()),
                             stiffness * i.value() * j.value());
  };
  for (const JointPoint& p : joint.points) {
    const JointNode& a = joint.nodes[static_cast<std::size_t>(p.node[0])];
    const JointNode& b = joint.nodes[static_cast<std::size_t>(p.node[1])];
    const JointLaw own = law_at(law, p);
    add(p.share[0] * a.normal + p.share[1] * b.normal, p.length * own.normal.stiffness);
    if (stuck)
      add(p.share[0] * a.tangent + p.share[1] * b.tangent,
          p.length * own.tangential.friction_modulus);
  }
  k.setFromTriplets(entries.begin(), entries.end());
  return k;
}

}  // namespace mortise::gen
