// Opening a file: the envelope (address, identifier, checksum, size, structure). What the fields
// mean to each other is checked in check.cc. Nothing before `step` trusts a byte.
#include "absent_laws.hpp"

#include <cfloat>
#include <cstring>
#include <limits>
#include <new>

#if !defined(MORTISE_NO_ASSEMBLY)
#include "assembly/places.hpp"
#endif
#include "check.hpp"
#include "crc32c.hpp"
#include "instruction_sets.hpp"
#include "laws.hpp"
#include "mortise/kernel/float_mode.hpp"

namespace mortise {

namespace {

// What a file holds and a step computes is IEEE double precision, little endian, read in place.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "model files are little endian and read in place");
#if defined(__FLOAT_WORD_ORDER__)
static_assert(__FLOAT_WORD_ORDER__ == __ORDER_LITTLE_ENDIAN__, "so are the words of a double");
#endif
static_assert(std::numeric_limits<Real>::is_iec559 && std::numeric_limits<Real>::digits == 53 &&
                  sizeof(Real) == 8 && std::numeric_limits<float>::is_iec559 &&
                  std::numeric_limits<float>::digits == 24 && sizeof(float) == 4,
              "numbers must be those of IEEE 754");
static_assert(FLT_EVAL_METHOD == 0, "every operation must be rounded to its type (no x87)");

constexpr std::size_t kHeaderBytes = 16;
constexpr int kMaxFeatureName = 64;

template <class T>
T read_at(const unsigned char* p) {
  T value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

LoadError refuse(LoadFault* fault, LoadError code, const char* field, Real value = 0) {
  if (fault) *fault = LoadFault{code, field, -1, value, ""};
  return code;
}

// Position of the checksum inside of the root table, found by hand because the structure is not
// verified yet; 0 if the table does not have it.
std::size_t find_checksum(const unsigned char* bytes, std::size_t size) {
  const std::uint64_t root = read_at<std::uint32_t>(bytes);
  if (root + 4 > size) return 0;
  const std::int64_t vtable = static_cast<std::int64_t>(root) - read_at<std::int32_t>(bytes + root);
  if (vtable < 4 || vtable + 4 > static_cast<std::int64_t>(size)) return 0;
  const auto v = static_cast<std::size_t>(vtable);
  const std::size_t length = read_at<std::uint16_t>(bytes + v);
  const std::size_t slot = schema::Model::VT_CHECKSUM;
  if (slot + 2 > length || v + slot + 2 > size) return 0;
  const std::size_t offset = read_at<std::uint16_t>(bytes + v + slot);
  if (offset < 4 || root + offset + 4 > size) return 0;
  return static_cast<std::size_t>(root) + offset;
}

bool has_feature(const char* name) {
#define MORTISE_FEATURE(feature, present) \
  if (std::strcmp(name, #feature) == 0) return present;
#include "mortise/feature.def"
#undef MORTISE_FEATURE
  return false;
}

// A name that may be shown: letters, digits, dots, dashes and underscores, not too many.
bool is_name(const char* name) {
  int length = 0;
  for (; name[length] != 0 && length <= kMaxFeatureName; ++length) {
    const char c = name[length];
    const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '.' || c == '-' || c == '_';
    if (!good) return false;
  }
  return length > 0 && length <= kMaxFeatureName;
}

LoadError check_features(const schema::Model& root, LoadFault* fault) {
  const auto* list = root.required_features();
  for (std::uint32_t k = 0; list && k < list->size(); ++k) {
    const char* name = list->Get(k)->c_str();
    if (has_feature(name)) continue;
    if (fault)
      *fault = LoadFault{LoadError::kUNKNOWN_FEATURE, "required_features", std::int64_t{k}, 0,
                         is_name(name) ? name : ""};
    return LoadError::kUNKNOWN_FEATURE;
  }
  return LoadError::kOK;
}

LoadError check_envelope(const void* data, std::size_t size, LoadFault* fault) {
  if (!data) return refuse(fault, LoadError::kNULL_BUFFER, "file");
  const auto* bytes = static_cast<const unsigned char*>(data);
  if (reinterpret_cast<std::uintptr_t>(bytes) % 64 != 0)
    return refuse(fault, LoadError::kMISALIGNED, "file");
  if (size < kHeaderBytes || size >= FLATBUFFERS_MAX_BUFFER_SIZE)
    return refuse(fault, size < kHeaderBytes ? LoadError::kTOO_SHORT : LoadError::kTOO_LARGE,
                  "file", static_cast<Real>(size));
  if (std::memcmp(bytes + 4, schema::ModelIdentifier(), 4) != 0)
    return refuse(fault, LoadError::kNOT_A_MODEL, "file_identifier");
  const std::size_t hole = find_checksum(bytes, size);
  if (hole == 0) return refuse(fault, LoadError::kBAD_CHECKSUM, "checksum");
  if (read_at<std::uint32_t>(bytes + hole) != crc32c_with_hole(bytes, size, hole))
    return refuse(fault, LoadError::kBAD_CHECKSUM, "checksum");
  flatbuffers::Verifier verifier(bytes, size, 16, 100000);
  if (!schema::VerifyModelBuffer(verifier)) return refuse(fault, LoadError::kBAD_STRUCTURE, "file");
  const schema::Model* root = schema::GetModel(bytes);
  if (root->file_size() != size)
    return refuse(fault, LoadError::kBAD_SIZE, "file_size", static_cast<Real>(root->file_size()));
  if (root->schema_version() != kSchemaVersion)
    return refuse(fault, LoadError::kUNKNOWN_VERSION, "schema_version", root->schema_version());
  return check_features(*root, fault);
}

struct InstructionSet {
  const char* name;
  bool available;
};

// Calls visit(set, step of the model in it) for the instruction sets of this machine, the best
// last.
template <class Visit>
void each_instruction_set(const ModelView& m, Visit visit) {
#define MORTISE_SET(unused, set, available) {#set, available},
  const InstructionSet sets[] = {MORTISE_INSTRUCTION_SETS(MORTISE_SET, )};
#undef MORTISE_SET
  const StepFunction* step = law_of(m).steps;
  for (const InstructionSet& set : sets) {
    if (set.available) visit(set.name, *step);
    ++step;
  }
}

// 0 of what is no assembly, or of too many interfaces to be accepted.
std::size_t bytes_of_interfaces([[maybe_unused]] const schema::Model& root) {
#if defined(MORTISE_NO_ASSEMBLY)
  return 0;
#else
  const std::uint32_t count = mortise::count_of(root.interfaces());
  return count <= kMaxInterfaces ? assembly::bytes_of_interfaces(as_int(count)) : 0;
#endif
}

}  // namespace

std::size_t Model::interface_bytes(const void* bytes, std::size_t size) noexcept {
  return check_envelope(bytes, size, nullptr) == LoadError::kOK
             ? bytes_of_interfaces(*schema::GetModel(bytes))
             : 0;
}

LoadError Model::open(const void* bytes, std::size_t size, Model* model, LoadFault* fault,
                      void* memory, std::size_t memory_size) noexcept {
  if (fault) *fault = LoadFault{};
  if (!model) return refuse(fault, LoadError::kNULL_BUFFER, "model");
  if (float_mode_differs()) return refuse(fault, LoadError::kFLOAT_MODE, "float_mode");
  const LoadError envelope = check_envelope(bytes, size, fault);
  if (envelope != LoadError::kOK) return envelope;
  const schema::Model& root = *schema::GetModel(bytes);
  const std::size_t needed = bytes_of_interfaces(root);
  if (needed > 0 && (!memory || memory_size < needed))
    return refuse(fault, LoadError::kMODEL_TOO_SMALL, "memory", static_cast<Real>(needed));
  new (model) Model;  // in place: a small stack has no room for another one
#if !defined(MORTISE_NO_ASSEMBLY)
  if (needed > 0)
    assembly::lay_interfaces(memory, as_int(count_of(root.interfaces())), &model->view_);
#endif
  LoadFault why;
  if (!check_model(root, &model->view_, &why)) {
    if (fault) *fault = why;
    return why.code;
  }
  model->view_.fingerprint = root.checksum();
  each_instruction_set(model->view_, [&](const char* set, StepFunction step) {
    model->step_ = step;
    model->instruction_set_ = set;
  });
  return LoadError::kOK;
}

bool Model::select_instruction_set(const char* name) noexcept {
  bool found = false;
  each_instruction_set(view_, [&](const char* set, StepFunction step) {
    if (!name || std::strcmp(set, name) != 0) return;
    step_ = step;
    instruction_set_ = set;
    found = true;
  });
  return found;
}

}  // namespace mortise
