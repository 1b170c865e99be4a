// The parts of the semantic verification that have a file of their own. Each returns false after
// filling the fault.
#pragma once

#include "field_check.hpp"

namespace mortise {

template <class T>
std::uint32_t count_of(const flatbuffers::Vector<T>* v) {
  return v ? v->size() : 0;
}

// A film's sizes, choices and offsets; fills what the view has of films. Needs dims.
bool check_film_sizes(const schema::Model& root, const FieldCheck& is, ModelView* view) noexcept;

// A film's numbers, inputs and channels. Needs its sizes and checked channels.
bool check_film_numbers(const schema::Model& root, const FieldCheck& is,
                        const ModelView& view) noexcept;

// A joint's sizes and laws, then its operators; fill what the view has of joints. Need dims, the
// operators checked channels too.
bool check_joint_sizes(const schema::Model& root, const FieldCheck& is, ModelView* view) noexcept;
bool check_joint_operators(const schema::Model& root, const FieldCheck& is,
                           ModelView* view) noexcept;
bool check_joint_parameter(const schema::Parameter& parameter, std::uint32_t index,
                           const FieldCheck& is) noexcept;

// A sliding contact's sizes, then its rows, operators and numbers.
bool check_sliding_sizes(const schema::Model& root, const FieldCheck& is, ModelView* view) noexcept;
bool check_sliding_numbers(const schema::Model& root, const FieldCheck& is,
                           ModelView* view) noexcept;

// What belongs to a model besides its step: training box, certificate, scenarios, golden trace.
bool check_records(const schema::Model& root, const FieldCheck& is, const ModelView& view) noexcept;

}  // namespace mortise
