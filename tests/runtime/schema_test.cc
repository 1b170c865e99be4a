// The rules of evolution at the top of the schema, kept: what is in the files stays where it is,
// what a reader does not know is passed over or refused by name.
#include <gtest/gtest.h>

#include <flatbuffers/reflection.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <set>

#include "generator/bake/play/instance.hpp"
#include "mortise_generated.h"
#include "tests/robustness/model_bytes.hpp"
#include "tests/robustness/model_edit.hpp"
#include "tests/robustness/opened_model.hpp"
#include "tests/robustness/reseal.hpp"
#include "tests/robustness/seed_models.hpp"

namespace mortise::robustness {
namespace {

Bytes seed(const std::string& name) {
  const gen::AlignedBytes bytes = make_seed_model(name);
  return Bytes(bytes.data(), bytes.data() + bytes.size());
}

ModelEdit edit(const Bytes& file) {
  static const Bytes schema = read_bytes(MORTISE_BFBS);
  return ModelEdit(schema, file);
}

LoadError open(const Bytes& file, LoadFault* fault) {
  static std::deque<ModelBytes> kept;  // a fault may point into the file
  kept.emplace_back(file);
  return OpenedModel().open(kept.back(), fault);
}

void expect_selftest_passes(const Bytes& file) {
  const ModelBytes bytes(file);
  OpenedModel opened;
  LoadFault fault;
  ASSERT_EQ(opened.open(bytes, &fault), LoadError::kOK) << fault.field;
  const Model& model = *opened;
  ModelBytes arena(model.arena_bytes());
  State* state = State::make(model, arena.data(), arena.size(), nullptr);
  ASSERT_NE(state, nullptr);
  EXPECT_TRUE(run_selftest(model, *state).passed);
}

TEST(Features, EveryFileNamesTheLawItNeeds) {
  std::set<std::string> named;
  for (const SeedModel& model : make_seed_models()) {
    const auto* list = schema::GetModel(model.bytes.data())->required_features();
    ASSERT_NE(list, nullptr) << model.name;
    for (const auto* name : *list) named.insert(name->str());
  }
  std::set<std::string> known;
#define MORTISE_FEATURE(name, present) known.insert(#name);
#include "mortise/feature.def"
#undef MORTISE_FEATURE
  EXPECT_EQ(named, known);
}

TEST(Features, AnUnknownOneIsRefusedByName) {
  const Bytes file = seed("several");
  const std::pair<char, const char*> cases[] = {{'S', "Signorini_coulomb"}, {'\n', ""}, {'\0', ""}};
  for (const auto& [first, shown] : cases) {
    LoadFault fault;
    const Bytes bad = edit(file)
                          .set_element("required_features[0]", 0, static_cast<std::uint8_t>(first))
                          .sealed();
    EXPECT_EQ(open(bad, &fault), LoadError::kUNKNOWN_FEATURE);
    EXPECT_STREQ(fault.field, "required_features");
    EXPECT_EQ(fault.index, 0);
    EXPECT_STREQ(fault.name, shown) << "what could not be shown is not given";
  }
}

TEST(Features, ToolsTellTheName) {
  const Bytes bad =
      edit(seed("joint")).set_element("required_features[0]", 0, std::uint8_t{'k'}).sealed();
  try {
    gen::Instance run(gen::AlignedBytes(bad.data(), bad.size()), "model.mrt");
    FAIL() << "the file was accepted";
  } catch (const std::exception& e) {
    EXPECT_NE(std::string(e.what()).find("kompliant_joint"), std::string::npos) << e.what();
  }
}

TEST(Versions, OfANewerMinorAreAccepted) {
  for (const std::uint32_t minor : {kSchemaMinor + 1, 1000u})
    for (const char* name : {"several", "line", "joint", "slider"})
      expect_selftest_passes(edit(seed(name)).set("schema_minor", minor).sealed());
}

// The states of another minor may have other sizes: the reader counts its own.
TEST(Versions, OfAnotherMinorMayHaveStatesOfAnotherSize) {
  const Bytes file = seed("joint");
  const auto larger = [&](std::uint32_t minor) {
    return edit(file)
        .set("schema_minor", minor)
        .set("law_history_bytes", std::uint32_t{1 << 20})
        .set("cost.arena_bytes", std::uint64_t{1 << 21})
        .sealed();
  };
  expect_selftest_passes(larger(kSchemaMinor + 1));
  EXPECT_EQ(open(larger(kSchemaMinor), nullptr), LoadError::kWRONG_ARENA);
}

TEST(Versions, OfAnotherMajorAreRefused) {
  for (const std::uint32_t version : {0u, kSchemaVersion + 1, ~0u}) {
    LoadFault fault;
    EXPECT_EQ(open(edit(seed("bare")).set("schema_version", version).sealed(), &fault),
              LoadError::kUNKNOWN_VERSION);
    EXPECT_STREQ(fault.field, "schema_version");
    EXPECT_EQ(fault.value, version);
  }
}

// The root table with a vtable of its own at the end of the file that has `more` fields behind the
// last one of the schema, each of them reading some bytes of the table.
Bytes with_unknown_fields(const Bytes& file, int more) {
  Bytes out = file;
  const auto read = [&](std::size_t at, auto* x) { std::memcpy(x, out.data() + at, sizeof *x); };
  std::uint32_t root = 0;
  read(0, &root);
  std::int32_t back = 0;
  read(root, &back);
  const auto vtable = static_cast<std::size_t>(static_cast<std::int64_t>(root) - back);
  std::uint16_t length = 0;
  read(vtable, &length);
  Bytes longer(out.begin() + static_cast<std::ptrdiff_t>(vtable),
               out.begin() + static_cast<std::ptrdiff_t>(vtable + length));
  // what the schema has behind the last field of this file stays absent
  constexpr std::size_t kKnown = schema::Model::VT_INITIAL_PRESSURE + 2;
  longer.resize(std::max(longer.size(), kKnown), 0);
  const auto bytes = static_cast<std::uint16_t>(longer.size() + 2 * static_cast<std::size_t>(more));
  std::memcpy(longer.data(), &bytes, sizeof bytes);
  for (int k = 0; k < more; ++k) {
    const std::uint16_t offset = 4;
    longer.insert(longer.end(), {static_cast<std::uint8_t>(offset), 0});
  }
  while (out.size() % 64 != 0) out.push_back(0);
  const auto to = static_cast<std::int32_t>(static_cast<std::int64_t>(root) -
                                            static_cast<std::int64_t>(out.size()));
  std::memcpy(out.data() + root, &to, sizeof to);
  out.insert(out.end(), longer.begin(), longer.end());
  while (out.size() % 64 != 0) out.push_back(0);
  reseal(&out);
  return out;
}

TEST(Versions, UnknownFieldsArePassedOver) {
  for (const char* name : {"several", "line", "joint", "slider"})
    for (const int more : {1, 7}) expect_selftest_passes(with_unknown_fields(seed(name), more));
}

// ---- what is in the files stays where it is -----------------------------------------------------

std::string type_of(const reflection::Schema& schema, const reflection::Type& type) {
  std::string text = reflection::EnumNameBaseType(type.base_type());
  if (type.base_type() == reflection::Vector)
    text += std::string(" of ") + reflection::EnumNameBaseType(type.element());
  if (type.index() < 0) return text;
  const auto index = static_cast<unsigned>(type.index());
  const bool object = type.base_type() == reflection::Obj || type.element() == reflection::Obj;
  return text + " " +
         (object ? schema.objects()->Get(index)->name() : schema.enums()->Get(index)->name())
             ->str();
}

// Every field and value of the schema in a line.
std::set<std::string> lines_of(const reflection::Schema& schema) {
  std::set<std::string> lines;
  for (const reflection::Object* object : *schema.objects()) {
    const std::string name = object->name()->str();
    if (object->is_struct())
      lines.insert("record " + name + ": " + std::to_string(object->fields()->size()) +
                   " fields in " + std::to_string(object->bytesize()) + " byte");
    for (const reflection::Field* field : *object->fields())
      lines.insert("field " + name + "." + field->name()->str() + " at " +
                   std::to_string(field->offset()) + ": " + type_of(schema, *field->type()) +
                   (field->required() ? ", required" : "") + ", default " +
                   std::to_string(field->default_integer()) + " " +
                   std::to_string(field->default_real()));
  }
  for (const reflection::Enum* list : *schema.enums())
    for (const reflection::EnumVal* value : *list->values())
      lines.insert("value " + list->name()->str() + "." + value->name()->str() + " = " +
                   std::to_string(value->value()));
  return lines;
}

// data/schema_1.txt: lines_of the schema as it was released, and what was added since. Append to it
// what is added to the schema; a line that is no longer there is a file that can no longer be read.
TEST(Schema, KeepsEverythingThatIsInTheFiles) {
  const Bytes schema = read_bytes(MORTISE_BFBS);
  std::set<std::string> now = lines_of(*reflection::GetSchema(schema.data()));
  std::ifstream in(std::string(MORTISE_TEST_DATA) + "/schema_1.txt");
  ASSERT_TRUE(in);
  std::string line;
  int kept = 0;
  while (std::getline(in, line)) {
    EXPECT_EQ(now.erase(line), 1u) << "removed or changed: " << line;
    ++kept;
  }
  EXPECT_GT(kept, 360);
  for (const std::string& added : now) ADD_FAILURE() << "append to schema_1.txt: " << added;
}

// The seed models as the generator of schema 1, minor 0 wrote them. A film may be solved in another
// way than then, and joints are where springs let go within a step, as those of `joint` and
// `springs` do; the others still give the same bits.
TEST(Schema, ReadsFilesOfTheFirstRelease) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(MORTISE_TEST_DATA) + "/schema_1_0")) {
    if (entry.path().extension() != ".mrt") continue;
    SCOPED_TRACE(entry.path());
    ++files;
    const Bytes file = read_bytes(entry.path());
    ASSERT_EQ(schema::GetModel(file.data())->schema_minor(), 0u);
    LoadFault fault;
    EXPECT_EQ(open(file, &fault), LoadError::kOK) << fault.field;
    const bool anew = schema::GetModel(file.data())->law_type() == schema::Law::ReynoldsFilm ||
                      entry.path().stem() == "joint" || entry.path().stem() == "springs";
    if (!anew && schema::GetModel(file.data())->golden()) expect_selftest_passes(file);
  }
  EXPECT_EQ(files, 11);
}

}  // namespace
}  // namespace mortise::robustness
