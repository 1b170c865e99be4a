// Decks of parts and instances: places, numbers, names.
#include "generator/bodies/import/deck_instances.hpp"

#include "generator/bodies/import/deck.hpp"
#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

constexpr char kAssembly[] =
    "*Heading\n*Part, name=Bar\n*Node\n 1, 0., 0., 0.\n 2, 1., 0., 0.\n 3, 2., 0., 0.\n"
    "*Nset, nset=Tip\n 3,\n*Nset, nset=All, generate\n 1, 3, 1\n*End Part\n"
    "*Assembly, name=Assembly\n"
    "*Instance, name=Bar-1, part=Bar\n*End Instance\n"
    "*Instance, name=Bar-2, part=Bar\n 10., 0., 0.\n 10., 0., 0., 10., 0., 1., 90.\n"
    "*End Instance\n"
    "*Nset, nset=Roots, instance=Bar-1\n 1,\n*Nset, nset=Roots, instance=Bar-2\n 1,\n"
    "*Nset, nset=Ends\n Bar-1.Tip, Bar-2.3\n*End Assembly\n";

Deck deck_of_parts(const TemporaryFolder& folder, const std::string& cards = "") {
  folder.write("d.inp", kAssembly + cards);
  return read_deck(folder.file("d.inp"));
}

std::vector<Dof> all_of(const std::vector<std::int64_t>& nodes) {
  std::vector<Dof> dofs;
  for (const std::int64_t node : nodes)
    for (int d = 1; d <= 3; ++d) dofs.push_back({node, d});
  return dofs;
}

TEST(DeckInstances, AreShiftedThenTurned) {
  const TemporaryFolder folder;
  const Deck deck = deck_of_parts(folder);
  ASSERT_EQ(deck.instances.size(), 2u);
  EXPECT_EQ(deck.nodes.at(scoped_label(3, 1)), Vector3(2.0, 0.0, 0.0));
  EXPECT_LT((deck.nodes.at(scoped_label(3, 2)) - Vector3(10.0, 2.0, 0.0)).norm(), 1e-14);
}

TEST(DeckInstances, NumberTheirNodesOneAfterTheOther) {
  const TemporaryFolder folder;
  Deck deck = deck_of_parts(
      folder,
      "*Boundary\nRoots, 1, 3\nBar-2.Tip, 2\n*Equation\n2\nBar-1.3, 1, 1.\nBar-2.2, 1, -1.\n");
  std::vector<std::string> warnings;
  renumber(numbers_of_instances(deck, all_of({1, 2, 3, 4, 5, 6}), "", &warnings), &deck);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("BAR-2 from 4"), std::string::npos) << warnings[0];
  using Labels = std::vector<std::int64_t>;
  EXPECT_EQ(deck.sets.at("ROOTS"), (Labels{1, 4}));
  EXPECT_EQ(deck.sets.at("ENDS"), (Labels{3, 6}));
  EXPECT_EQ(deck.sets.at("BAR-2.ALL"), (Labels{4, 5, 6}));
  EXPECT_EQ(deck.sets.count("TIP"), 0u);  // of both
  EXPECT_LT((deck.nodes.at(6) - Vector3(10.0, 2.0, 0.0)).norm(), 1e-14);
  ASSERT_EQ(deck.constraints.held.size(), 7u);
  EXPECT_EQ(deck.constraints.held.back().dof, (Dof{6, 2}));
  EXPECT_EQ(deck.constraints.equations.at(0).terms,
            (std::vector<std::pair<Dof, double>>{{{3, 1}, 1.0}, {{5, 1}, -1.0}}));
}

TEST(DeckInstances, HaveTheNumbersThatTheSolverPrints) {
  const TemporaryFolder folder;
  Deck deck = deck_of_parts(folder, "*Assembly\n*Node\n 1, 5., 5., 5.\n*End Assembly\n");
  folder.write("job.dat",
               "  ABAQUS\n\n GLOBAL TO LOCAL NODE AND ELEMENT MAPS\n\n    node\n\n"
               "       NUMBER      NUMBER      INSTANCE NAME\n"
               "  1  1  ASSEMBLY\n  2 1 BAR-1\n  3 2 BAR-1\n  4 3 BAR-1\n  5 3 BAR-2\n"
               "  6 2 BAR-2\n  7 1 BAR-2\n\n    element\n\n  1 1 BAR-1\n");
  std::vector<std::string> warnings;
  renumber(numbers_of_instances(deck, all_of({2, 3, 7}), folder.file("job.dat"), &warnings), &deck);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(deck.nodes.at(1), Vector3(5.0, 5.0, 5.0));
  EXPECT_EQ(deck.nodes.at(4), Vector3(2.0, 0.0, 0.0));
  EXPECT_LT((deck.nodes.at(5) - Vector3(10.0, 2.0, 0.0)).norm(), 1e-14);
  EXPECT_EQ(deck.sets.at("ROOTS"), (std::vector<std::int64_t>{2, 7}));
}

TEST(DeckInstances, WhoseNumbersAreNotKnownAreRefused) {
  const TemporaryFolder folder;
  std::vector<std::string> warnings;
  const auto message = [&](const std::string& cards, const std::vector<Dof>& dofs) {
    const Deck deck = deck_of_parts(folder, cards);
    return message_of([&] { (void)numbers_of_instances(deck, dofs, "", &warnings); });
  };
  const std::string of_assembly =
      message("*Assembly\n*Node\n 1, 5., 5., 5.\n*End Assembly\n", all_of({1, 2, 7}));
  EXPECT_NE(of_assembly.find("d.inp:13"), std::string::npos) << of_assembly;
  EXPECT_NE(of_assembly.find(".dat"), std::string::npos) << of_assembly;
  const std::string others = message("", all_of({1, 2, 99}));
  EXPECT_NE(others.find("*INSTANCE renumbers"), std::string::npos) << others;
}

TEST(DeckInstances, BadCardsAreNamedWithTheirLine) {
  const struct {
    std::string cards, said;
  } cases[] = {
      {"*Instance, name=X, part=None\n", "*INSTANCE"},
      {"*Instance, name=X, part=Bar\n1., 2.\n*End Instance\n", "2 numbers"},
      {"*Instance, name=X, part=Bar\n1., a\n*End Instance\n", "\"a\""},
      {"*Instance, name=X, part=Bar\n0., 0., 0.\n1., 1., 1., 1., 1., 1., 5.\n*End Instance\n",
       "no length"},
      {"*Nset, nset=S, instance=Y\n1\n", "instance Y"},
      {"*Nset, nset=S, instance=Bar-1\n9\n", "node 9"},
      {"*Part, name=Q\n*Node\n1, 0., 0., 0.\n*Boundary\n1, 1\n*End Part\n"
       "*Instance, name=X, part=Q\n0., 0., 0.\n0., 0., 0., 1., 0., 0., 5.\n*End Instance\n",
       "*BOUNDARY"},
  };
  for (const auto& c : cases) {
    const TemporaryFolder folder;
    const std::string message = message_of([&] { (void)deck_of_parts(folder, c.cards); });
    EXPECT_NE(message.find(c.said), std::string::npos) << c.cards << message;
    EXPECT_NE(message.find("d.inp:"), std::string::npos) << message;
  }
}

TEST(DeckInstances, SetsOfOneInstanceAloneHaveTheirPlainName) {
  const TemporaryFolder folder;
  folder.write("d.inp",
               "*PART, NAME=P\n*NODE, NSET=N\n1\n2, 1.\n*END PART\n*ASSEMBLY, NAME=A\n"
               "*INSTANCE, NAME=I, PART=P\n*NSET, NSET=OWN\n2\n*END INSTANCE\n*END ASSEMBLY\n");
  Deck deck = read_deck(folder.file("d.inp"));
  std::vector<std::string> warnings;
  renumber(numbers_of_instances(deck, all_of({1, 2}), "", &warnings), &deck);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(deck.sets.at("I.OWN"), std::vector<std::int64_t>{2});
  EXPECT_EQ(deck.sets.at("OWN"), std::vector<std::int64_t>{2});
  EXPECT_EQ(deck.sets.at("N"), (std::vector<std::int64_t>{1, 2}));
}

}  // namespace
}  // namespace mortise::gen
