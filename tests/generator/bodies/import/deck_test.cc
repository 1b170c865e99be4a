#include "generator/bodies/import/deck.hpp"

#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

using Labels = std::vector<std::int64_t>;

Deck deck_of(const TemporaryFolder& folder, const std::string& text) {
  folder.write("d.inp", text);
  return read_deck(folder.file("d.inp"));
}

constexpr char kNodes[] = "*NODE\n1,0,0,0\n2,1,0,0\n3,2,0,0\n4,3,0,0\n";

TEST(Deck, ReadsNodesAndSetsInAllTheirForms) {
  const TemporaryFolder folder;
  const Deck deck = deck_of(folder,
                            "*HEADING\n1, this is no node\n** a comment\n"
                            "*Node , nset = all\n  7, 1.5e0, -2., 3.D-1\n 8 , 4.\n9,,5.,\n"
                            "*ELEMENT, TYPE=C3D8,\n ELSET=E\n1, 7, 8\n"
                            "*NSET, NSET=One\n8,\n**\n7, 8\n"
                            "*NSET,\n NSET=two, GENERATE\n7, 9, 2\n8\n"
                            "*NSET, NSET=three\nONE, 9\n"
                            "*NSET, NSET=one\n9\n"
                            "*RIGID BODY, NSET=ONE, REF NODE=7, ROT NODE=8\n"
                            "*NODE PRINT, NSET=ALL\nU\n*NODE FILE\nU\n");
  ASSERT_EQ(deck.nodes.size(), 3u);
  EXPECT_EQ(deck.nodes.at(7), Vector3(1.5, -2.0, 0.3));
  EXPECT_EQ(deck.nodes.at(8), Vector3(4.0, 0.0, 0.0));
  EXPECT_EQ(deck.nodes.at(9), Vector3(0.0, 5.0, 0.0));
  EXPECT_EQ(deck.sets.at("ALL"), (Labels{7, 8, 9}));
  EXPECT_EQ(deck.sets.at("ONE"), (Labels{7, 8, 9}));
  EXPECT_EQ(deck.sets.at("TWO"), (Labels{7, 8, 9}));
  EXPECT_EQ(deck.sets.at("THREE"), (Labels{7, 8, 9}));
  EXPECT_EQ(deck.sets.size(), 4u);
  ASSERT_EQ(deck.constraints.rigid_bodies.size(), 1u);
  EXPECT_EQ(deck.constraints.rigid_bodies[0].rotation, 8);
  EXPECT_EQ(deck.constraints.rigid_bodies[0].nodes, (Labels{7, 8, 9}));
}

TEST(Deck, GivesFacesOfLinearElementsWhereTheyAreAskedFor) {
  const TemporaryFolder folder;
  folder.write("d.inp",
               "*NODE\n1,0,0,0\n*ELEMENT, TYPE=C3D4\n1, 11, 12,\n 13, 14\n"
               "*Element, type=s4r, elset=shell\n2, 21,22,23,24\n3, 22,25,26,23,\n"
               "*ELEMENT, TYPE=C3D20R\n4, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,\n16,17,18,19,20\n"
               "*ELEMENT, TYPE=C3D8I\n5, 31,32,33,34,35,\n36,37,38\n");
  EXPECT_TRUE(read_deck(folder.file("d.inp")).faces.empty());
  const Deck deck = read_deck(folder.file("d.inp"), DeckElementsRead::faces);
  ASSERT_EQ(deck.faces.size(), 4u + 2u + 6u);
  EXPECT_EQ(deck.faces[0], (Labels{11, 12, 13}));
  EXPECT_EQ(deck.faces[4], (Labels{21, 22, 23, 24}));
  EXPECT_EQ(deck.faces[5], (Labels{22, 25, 26, 23}));
  EXPECT_EQ(deck.faces[7], (Labels{35, 36, 37, 38}));
  EXPECT_EQ(deck.incompatible_elements, 1);
  folder.write("d.inp", "*ELEMENT, TYPE=S4\n1, 2, x, 3, 4\n");
  EXPECT_THROW((void)read_deck(folder.file("d.inp"), DeckElementsRead::faces), Error);
}

TEST(Deck, IncludesOtherFilesRelativeToItself) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("mesh"));
  folder.write("mesh/Nodes.inp", std::string(kNodes) + "*INCLUDE, INPUT=sets.inp\n");
  folder.write("mesh/sets.inp", "*NSET, NSET=END\n4\n");
  const Deck deck = deck_of(folder, "*INCLUDE, INPUT=mesh/Nodes.inp\n3\n");
  EXPECT_EQ(deck.nodes.size(), 4u);
  EXPECT_EQ(deck.sets.at("END"), (Labels{3, 4})) << "the card in hand goes on behind the include";
}

TEST(Deck, IncludedDataLinesBelongToTheCardInHand) {
  const TemporaryFolder folder;
  folder.write("nodes.txt", "1, 0., 0., 0.\n2, 1., 0., 0.\n");
  folder.write("more.txt", "3, 2., 0., 0.\n");
  folder.write("labels.txt", "1, 2\n");
  folder.write("ranges.txt", "1, 3, 2\n");
  folder.write("elements.txt", "1, 1, 2, 3\n");
  folder.write("terms.txt", "1, 1, 1., 2, 1, -1.\n");
  folder.write("d.inp",
               "*NODE, NSET=ALL\n*INCLUDE, INPUT=nodes.txt\n4, 3., 0., 0.\n"
               "*NODE, INPUT=more.txt\n*NSET, NSET=A\n*INCLUDE, INPUT=\"labels.txt\"\n4\n"
               "*NSET, NSET=G, GENERATE\n*INCLUDE, INPUT=ranges.txt\n"
               "*ELEMENT, TYPE=S3\n*INCLUDE, INPUT=elements.txt\n2, 2, 3, 4\n"
               "*EQUATION\n2\n*INCLUDE, INPUT=terms.txt\n*BOUNDARY\n4, 2\n");
  const Deck deck = read_deck(folder.file("d.inp"), DeckElementsRead::faces);
  EXPECT_EQ(deck.nodes.size(), 4u);
  EXPECT_EQ(deck.sets.at("ALL"), (Labels{1, 2, 4}));
  EXPECT_EQ(deck.sets.at("A"), (Labels{1, 2, 4}));
  EXPECT_EQ(deck.sets.at("G"), (Labels{1, 3}));
  EXPECT_EQ(deck.faces.size(), 2u);
  ASSERT_EQ(deck.constraints.equations.size(), 1u);
  EXPECT_EQ(deck.constraints.equations[0].terms.size(), 2u);
  ASSERT_EQ(deck.constraints.held.size(), 1u);
  EXPECT_EQ(deck.constraints.held[0].dof, (Dof{4, 2}));
}

TEST(Deck, IncludesInAnotherFolderMayBeNamedFromTheDeck) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("mesh"));
  folder.write("mesh/all.inp", "*INCLUDE, INPUT=mesh/nodes.inp\n");
  folder.write("mesh/nodes.inp", kNodes);
  EXPECT_EQ(deck_of(folder, "*INCLUDE, INPUT=mesh/all.inp\n").nodes.size(), 4u);
}

TEST(Deck, DamageIsToldWithItsLine) {
  const TemporaryFolder folder;
  const struct {
    std::string tail;  // after five lines of nodes
    std::vector<std::string> told;
  } cases[] = {
      {"*NSET, NSET=A\n1, 77\n", {":7", "A", "node 77"}},
      {"*NSET, NSET=A\nB\n", {":7", "A", "B", "no earlier set"}},
      {"*NSET, NSET=A, GENERATE\n1, 9, 1\n", {":7", "node 5"}},
      {"*NSET, NSET=A, GENERATE\n3, 1\n", {":7", "before"}},
      {"*NSET, NSET=A, GENERATE\n1, 4, 0\n", {":7", "GENERATE"}},
      {"*NSET, NSET=A, GENERATE\n1, 9223372036854775807\n", {":7", "GENERATE"}},
      {"*NSET, NSET=A, GENERATE\n1, 2, 1, 1\n", {":7", "GENERATE"}},
      {"*NSET\n1\n", {":6", "NSET="}},
      {"*NODE\nfive, 0, 0, 0\n", {":7", "five", "label"}},
      {"*NODE\n0, 0, 0, 0\n", {":7", "label"}},
      {"*NODE\n5, 0, zero, 0\n", {":7", "zero", "node 5"}},
      {"*NODE\n5, 0, nan, 0\n", {":7", "nan", "node 5"}},
      {"*NODE\n5, 0, 0, 0, 0\n", {":7", "node 5"}},
      {"*NODE\n4, 3, 0, 1\n", {":7", "node 4", "twice"}},
      {"*NODE, SYSTEM=C\n5, 0, 0, 0\n", {":6", "SYSTEM"}},
      {"*INSTANCE, NAME=I, PART=P\n", {":6", "*PART"}},
      {"*RIGID BODY, NSET=A, ROT NODE=x\n", {":6", "ROT NODE"}},
      {"*INCLUDE\n", {":6", "INPUT"}},
      {"*INCLUDE, INPUT=nowhere.inp\n", {"nowhere.inp", "no such file"}},
      {"*INCLUDE, INPUT=d.inp\n", {"d.inp", "include"}},
  };
  for (const auto& one : cases) {
    const std::string message = message_of([&] { deck_of(folder, kNodes + one.tail); });
    for (const std::string& told : one.told)
      EXPECT_NE(message.find(told), std::string::npos) << one.tail << told << " in " << message;
  }
  EXPECT_NO_THROW(deck_of(folder, std::string(kNodes) + "*NODE\n4, 3, 0, 0\n"))
      << "same place twice";
}

}  // namespace
}  // namespace mortise::gen
