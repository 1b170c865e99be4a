// Which contacts take part in a step, and the part of the Delassus matrix that is theirs.
#pragma once

#include "mortise/kernel/contact/local_contact.hpp"
#include "mortise/kernel/step_frame.hpp"

namespace mortise::MORTISE_ISA {

// The contact quantities of the running step, gathered over the active contacts.
struct ActiveSet {
  int count = 0;  // active contacts
  const std::int32_t* contact = nullptr;
  int ld = 0;          // padded length of the gathered arrays
  bool whole = false;  // the problem spans every contact, in file order
};

template <class Sizes>
class ActiveContacts : protected StepFrame<Sizes> {
 protected:
  using Frame = StepFrame<Sizes>;
  using Frame::at;
  using Frame::d_;
  using Frame::indices;
  using Frame::m_;
  using Frame::memories;
  using Frame::s_;

  ActiveContacts(const ModelView& m, State& s) : Frame(m, s) {}

  // Contacts whose predicted gap does not exceed the threshold; hysteresis keeps active ones. A gap
  // g changes by at most |row| times the modal path, so a contact found open is not looked at
  // again until the path since then could have closed it: the same decisions, fewer rows read.
  ActiveSet activate() {
    const int nc = d_.contacts();
    Real* slack = at(m_.layout.slack);
    std::int32_t* active = indices(m_.layout.active);
    ActiveSet set;
    set.contact = active;
    std::int32_t batch[kRowBatch];
    int waiting = 0;
    for (int i = 0; i < nc; ++i) {
      slack[i] -= path_;
      if (slack[i] > 0) continue;
      batch[waiting++] = i;
      if (waiting == kRowBatch) {
        look_at<kRowBatch>(batch, &set, active);
        waiting = 0;
      }
    }
    // The rest in padded batches of four: their dot products run side by side.
    while (waiting % kRestBatch != 0) batch[waiting] = batch[waiting - 1], ++waiting;
    for (int k = 0; k < waiting; k += kRestBatch) look_at<kRestBatch>(batch + k, &set, active);
    set.whole = m_.newton && m_.delassus_inverse && 4 * set.count >= 3 * nc;
    std::int32_t* identity = indices(m_.layout.identity);
    for (int i = 0; set.whole && i < nc; ++i) identity[i] = i;
    set.ld = set.whole ? d_.rows_padded() : (3 * set.count + kPadding - 1) & ~(kPadding - 1);
    return set;
  }

  // Predicts the gaps of some contacts and sorts them into active ones and slack.
  template <int Rows>
  void look_at(const std::int32_t* contacts, ActiveSet* set, std::int32_t* active) {
    const int n = d_.modes();
    const Real* rows[Rows];
    Real w[Rows];
    for (int k = 0; k < Rows; ++k)
      rows[k] = m_.contact_rows + static_cast<std::ptrdiff_t>(3 * contacts[k]) * n;
    dot_scattered<Rows>(rows, at(m_.layout.probe), n, w);
    const Real* clearance = at(m_.layout.clearance);
    const ContactMemory* memory = memories(m_.layout.contact_memory);
    const auto* local = reinterpret_cast<const LocalContact*>(m_.local_contacts);
    Real* slack = at(m_.layout.slack);
    for (int k = 0; k < Rows; ++k) {
      const int i = contacts[k];
      if (k > 0 && i == contacts[k - 1]) break;  // padding
      const Real gap = clearance[i] + w[k];
      const Real kept = m_.activation_threshold + m_.activation_hysteresis;
      if (gap <= (memory[i].active ? kept : m_.activation_threshold)) {
        active[set->count++] = i;
        slack[i] = 0;
      } else {
        slack[i] = (gap - kept) * (1 - kPathMargin) * local[i].inverse_reach;
      }
    }
  }

  // The Delassus block of the active contacts, gathered again only when the set has changed.
  const Real* gathered(const ActiveSet& set) {
    if (set.count == d_.contacts()) return m_.delassus;
    std::int32_t* cached = indices(m_.layout.cached);
    Real* block = at(m_.layout.block);
    bool same = s_.cached_contacts_ == set.count;
    for (int i = 0; same && i < set.count; ++i) same = cached[i] == set.contact[i];
    if (same) return block;
    s_.cached_contacts_ = set.count;
    for (int j = 0; j < set.count; ++j) {
      cached[j] = set.contact[j];
      for (int axis = 0; axis < 3; ++axis) {
        const Real* column =
            m_.delassus + static_cast<std::ptrdiff_t>(3 * set.contact[j] + axis) * d_.rows_padded();
        Real* out = block + static_cast<std::ptrdiff_t>(3 * j + axis) * set.ld;
        for (int i = 0; i < set.count; ++i) {
          const Real* from = column + 3 * set.contact[i];
          out[3 * i] = from[0];
          out[3 * i + 1] = from[1];
          out[3 * i + 2] = from[2];
        }
        for (int i = 3 * set.count; i < set.ld; ++i) out[i] = 0;
      }
    }
    return block;
  }

  static constexpr int kRestBatch = kRowBatch < 4 ? kRowBatch : 4;
  static constexpr Real kPathMargin = 1e-9;  // covers the rounding of gaps and paths

  Real path_ = 0;  // modal path of the probe since the last step [kg^0.5 m]
};

}  // namespace mortise::MORTISE_ISA
