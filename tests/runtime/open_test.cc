// Every check of Model::open refuses the file that is damaged in its field, and names it.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "tests/robustness/directed.hpp"
#include "tests/robustness/model_bytes.hpp"
#include "tests/robustness/opened_model.hpp"
#include "tests/robustness/seed_models.hpp"
#include "tests/robustness/tally.hpp"

namespace mortise::robustness {
namespace {

const std::vector<Directed>& all_directed() {
  static const std::vector<Directed> all = [] {
    std::map<std::string, Bytes> seeds;
    for (const SeedModel& seed : make_seed_models())
      seeds[seed.name] = Bytes(seed.bytes.data(), seed.bytes.data() + seed.bytes.size());
    return directed_mutations(read_bytes(MORTISE_BFBS), seeds);
  }();
  return all;
}

TEST(Open, AcceptsEverySeedModel) {
  for (const SeedModel& seed : make_seed_models()) {
    OpenedModel model;
    LoadFault fault;
    EXPECT_EQ(model.open(seed.bytes.data(), seed.bytes.size(), &fault), LoadError::kOK)
        << seed.name << ": " << fault.field;
    EXPECT_EQ(fault.code, LoadError::kOK);
    EXPECT_NE(model->step_function(), nullptr);
  }
}

TEST(Open, RefusesEveryDirectedMutationByField) {
  for (const Directed& d : all_directed()) {
    LoadFault fault;
    const LoadError error = open_directed(d, &fault);
    EXPECT_EQ(error, fault.code);
    EXPECT_STREQ(fault.field, d.field.c_str()) << load_error_name(error);
    EXPECT_STREQ(load_error_name(error), load_error_name(d.code)) << d.field;
    EXPECT_STRNE(load_error_text(error), "");
  }
}

TEST(Open, CanGiveEveryLoadError) {
  std::set<LoadError> seen;
  for (const Directed& d : all_directed()) seen.insert(d.code);
  seen.insert(LoadError::kMODEL_TOO_SMALL);  // NeedsMemoryForInterfacesAlone
#define MORTISE_LOAD_ERROR(name, text) \
  EXPECT_TRUE(LoadError::k##name == LoadError::kOK || seen.count(LoadError::k##name)) << #name;
#include "mortise/load_error.def"
#undef MORTISE_LOAD_ERROR
}

// String literals of a line of C++ that are paths of fields: lower case, underscores, dots.
std::vector<std::string> field_literals(const std::string& line) {
  std::vector<std::string> out;
  for (std::size_t open = line.find('"'); open != std::string::npos;) {
    const std::size_t close = line.find('"', open + 1);
    if (close == std::string::npos) break;
    const std::string text = line.substr(open + 1, close - open - 1);
    if (!text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.") == text.npos)
      out.push_back(text);
    open = line.find('"', close + 1);
  }
  return out;
}

// A check without a directed mutation is a check that nobody has seen refuse. Fields are the
// string literals of the checking code.
TEST(Open, HasADirectedMutationForEveryFieldItChecks) {
  std::set<std::string> covered;
  for (const Directed& d : all_directed()) covered.insert(d.field);
  covered.insert("memory");  // NeedsMemoryForInterfacesAlone
  // The sizes of the whole file go with them, no change of fields of a seed gets so far; the first
  // is refused in Assembly.BoresAreOfModelsOfTheirOwn, the second has been seen by nobody.
  covered.insert({"interfaces.model.law.bore_rows", "interfaces.model.law.constants.loaded"});
  int fields = 0;
  const std::string source = MORTISE_RUNTIME_SOURCE;
  for (const std::string& name :
       {source + "/open.cc", source + "/check.cc", source + "/check_records.cc",
        source + "/unilateral/check.cc", source + "/film/check.cc",
        source + "/film/check_numbers.cc", source + "/joint/check.cc",
        source + "/joint/friction_laws.hpp", source + "/sliding/check.cc",
        source + "/assembly/check.cc", source + "/bolted/check.cc",
        std::string(MORTISE_BINARY_DIR "/runtime/generated/mortise_records.h")}) {
    std::ifstream in(name);
    ASSERT_TRUE(in) << name;
    std::string line;
    while (std::getline(in, line)) {
      if (line.find("#include") != std::string::npos) continue;
      for (const std::string& field : field_literals(line)) {
        EXPECT_EQ(covered.count(field), 1u) << field << " in " << name;
        ++fields;
      }
    }
  }
  EXPECT_GT(fields, 250);
}

// An assembly says how much; a model of one interface needs none.
TEST(Open, NeedsMemoryForInterfacesAlone) {
  static_assert(sizeof(Model) <= 4096, "beside a small stack");
  for (const SeedModel& seed : make_seed_models()) {
    const void* bytes = seed.bytes.data();
    const std::size_t size = seed.bytes.size(), needed = Model::interface_bytes(bytes, size);
    Model model;
    LoadFault fault;
    if (schema::GetModel(bytes)->interfaces() == nullptr) {
      EXPECT_EQ(needed, 0u) << seed.name;
      continue;
    }
    const ModelBytes memory(needed);
    EXPECT_EQ(Model::open(bytes, size, &model, &fault, memory.data(), needed - 1),
              LoadError::kMODEL_TOO_SMALL);
    EXPECT_STREQ(fault.field, "memory");
    EXPECT_EQ(fault.value, static_cast<Real>(needed));
    EXPECT_EQ(Model::open(bytes, size, &model, nullptr), LoadError::kMODEL_TOO_SMALL);
    EXPECT_EQ(Model::open(bytes, size, &model, &fault, memory.data(), needed), LoadError::kOK);
  }
}

TEST(Open, LeavesTheModelAloneWhenItRefuses) {
  const gen::AlignedBytes good = make_seed_model("single");
  Bytes bad(good.data(), good.data() + good.size());
  bad[bad.size() / 2] ^= 1;
  const ModelBytes copy(bad);
  Model model;
  ASSERT_EQ(Model::open(good.data(), good.size(), &model, nullptr), LoadError::kOK);
  EXPECT_EQ(Model::open(copy.data(), copy.size(), &model, nullptr), LoadError::kBAD_CHECKSUM);
  EXPECT_EQ(model.dims().modes, 8);
  EXPECT_NE(model.step_function(), nullptr);
}

TEST(Open, RefusesEveryTruncation) {
  const gen::AlignedBytes good = make_seed_model("free");
  for (std::size_t size = 0; size < good.size(); ++size) {
    const ModelBytes cut(Bytes(good.data(), good.data() + size));
    Model model;
    LoadFault fault;
    ASSERT_NE(Model::open(cut.data(), cut.size(), &model, &fault), LoadError::kOK) << size;
    ASSERT_STRNE(fault.field, "");
  }
}

TEST(Open, RefusesEverySingleFlippedBit) {
  const gen::AlignedBytes good = make_seed_model("bare");
  ModelBytes copy(Bytes(good.data(), good.data() + good.size()));
  auto* bytes = static_cast<unsigned char*>(copy.data());
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    Model model;
    ASSERT_NE(Model::open(bytes, copy.size(), &model, nullptr), LoadError::kOK) << bit;
    bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
  }
}

// The refusal tells where: the entry of the array and the number found there.
TEST(Open, TellsEntryAndValue) {
  for (const Directed& d : all_directed()) {
    if (d.field != "law.restitution" || d.code != LoadError::kOUT_OF_RANGE) continue;
    LoadFault fault;
    open_directed(d, &fault);
    EXPECT_EQ(fault.index, 0);
    EXPECT_TRUE(fault.value == -0.1 || fault.value == 1.1) << fault.value;
  }
}

}  // namespace
}  // namespace mortise::robustness
