// Keys of assemblies: bodies, each with an import and a condensation of its own, and interfaces.
#include "generator/contact/sliding/sliding.hpp"
#include "generator/contact/unilateral/contact_point.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/define/definition/key_sections.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kBodies = "bodies.*";
constexpr const char* kUnilateral = "interfaces.*.kind=unilateral";
constexpr const char* kCompliant = "interfaces.*.kind=joint";
constexpr const char* kScrewed = "interfaces.*.kind=bolted";
constexpr const char* kOiled = "interfaces.*.kind=film";
constexpr const char* kGapped = "interfaces.*.kind=unilateral|film";
constexpr const char* kDrawn = "interfaces.*.kind=sliding";
constexpr const char* kDirected = "interfaces.*.kind=unilateral|joint|film";

bool begins(const std::string& text, const char* start) { return text.rfind(start, 0) == 0; }

// What a structure alone has of this section, body by body; rows that depend on its contact do not
// concern a body.
void of_each_body(void (*section)(KeyRows&), KeyRows& k) {
  KeyRows alone;
  section(alone);
  for (const Key& row : alone.rows())
    if (!begins(row.only_if, "contact.")) k.nest(kBodies, row);
}

// [law], which an interface may replace.
void own_law_keys(KeyRows& k) {
  KeyRows common;
  law_keys(common);
  for (Key row : common.rows()) {
    if (!begins(row.path, "law.")) continue;
    row.default_value = kNone;
    if (!row.used_if.empty()) row.used_if = "level=velocity|auto";
    k.nest("interfaces.*", std::move(row));
    k.last().only(kUnilateral);
  }
}

}  // namespace

void assembly_keys(KeyRows& k) {
  k.table(kBodies, "", Stage::import);
  k.text("name", &BodyImport::name, kRequired,
         "body of an assembly, in place of [import]; its node sets are \"name.set\", its nodes "
         "\"name.12\". Tables import, condense and damping of it are those of one structure; "
         "condense and damping that are left out are [condense] and [damping]. None of them where "
         "an interface of kind = bolted lies within it: they are those of its definition");
  k.table("bodies.*.placement", "", Stage::import);
  k.vector3("position", &Placement::position, "m", "[0, 0, 0]", "where its origin lies");
  k.vector3("axis", &Placement::axis, "", "[0, 0, 1]",
            "axis through its origin that it turns about");
  k.number("angle", &Placement::angle, "deg", {-360.0, 360.0}, "0", "by how much");
  k.vector3(
      "mirror", &Placement::mirror, "", "[0, 0, 0]",
      "normal of the plane through its origin that it is mirrored at before; zero: it is not");
  of_each_body(import_keys, k);
  of_each_body(condense_keys, k);

  k.table("ties.*", "", Stage::import);
  k.texts("between", {}, kRequired,
          "two node sets \"body.set\" whose nodes stand in the same places: they become one, and "
          "so do their bodies, condensed and damped as the first of them says");
  k.flag("rigid", {}, "false", "true: both sets are one rigid body, wherever their nodes stand");
  k.vector3("normal", {}, "", kNone,
            "meshes that do not match: direction across the joined sides, along which the one with "
            "more nodes is projected on the other");

  k.table("interfaces.*", "", Stage::condense);
  k.text("name", &InterfaceSpec::name, kRequired,
         "interface, in place of [contact]; its parameters are name.friction, ...");
  k.choice("kind", {}, "unilateral|joint|film|sliding|bolted", kRequired,
           "contacts with impacts and Coulomb friction, compliant laws with friction, an oil film, "
           "a node that slides along an edge, surfaces within one body that bolts press together");
  k.texts("between", {}, kRequired,
          "two node sets \"body.set\" (a node: \"body.12\"), or one and \"ground\"; sliding: the "
          "node and the edge, x ascending; bolted: two surfaces of one body, which stand for all "
          "of its zones");
  k.vector3("normal", {}, "", kNone,
            "from the second side to the first, the opening direction; joints along edges find it")
      .only(kDirected);
  k.vector3("tangent", {}, "", kNone,
            "first tangent; default: the coordinate axis most in the plane of contact")
      .only(kDirected);
  const auto& [clearance, friction, restitution, tangential] = contact_numbers();
  for (const auto& [row, member] : {std::pair{&clearance, &ContactSpec::clearance},
                                    {&restitution, &ContactSpec::restitution},
                                    {&tangential, &ContactSpec::restitution_tangential}})
    k.number(*row, member, kNone).only(row == &clearance ? kGapped : kUnilateral).at(Stage::bake);
  k.number(friction, &ContactSpec::friction, kNone).late(kUnilateral);
  k.choice("level", &ContactSpec::level, "velocity|position|auto", "velocity",
           "see contact.level; position: of bodies with condense.method = \"massless_boundary\"")
      .only(kUnilateral);
  k.integer("subdivisions", &JointSpec::subdivisions, kCount, "1",
            "of every segment, with two Gauss points each")
      .only(kCompliant);
  law_value_keys("interfaces.*", kCompliant, false, k);
  k.file(
       "film", {}, kNone,
       "definition of the film, with [reduce] and [train]: a point contact, or a line contact with "
       "load.mass; required with kind = film")
      .only(kOiled);
  k.file("bolted", {}, kNone,
         "definition of the bolted structure that the body is, with [reduce]: its import, contact, "
         "preload, damping, reduce and train; required with kind = bolted")
      .only(kScrewed);
  k.number("width", {&InterfaceSpec::film, &FilmInterfaceSpec::width}, "m", kPositive, kNone,
           "of a line contact across the film, which its forces per metre are taken times")
      .only(kOiled);
  k.vector3("near", {&SlidingSpec::slave, &Place::near}, "m", kNone,
            "the node of the first side that slides is the one nearest to it")
      .only(kDrawn);
  k.choice("law", &SlidingLaw::kind, choices_of<SlidingKind>(), "bilateral",
           "see contact.law of a sliding contact")
      .only(kDrawn);
  k.number("start", &SlidingSpec::start, "m", kAny, kNone, "see sliding.start").only(kDrawn);
  for (const SlidingNumber& n : sliding_numbers())
    if (std::string(n.table) == "sliding")
      k.number(n, n.standard == nullptr ? kRequired : n.standard).only(kDrawn);
  own_law_keys(k);
  field_keys("interfaces.*.fields", kCompliant, k);
}

}  // namespace mortise::gen
