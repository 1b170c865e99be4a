// What compares variants that lost with those that `mortise` has: the figures of its pages.
#include "generator/ground/files/temporaries.hpp"
#include "tests/studies/cli/studies.hpp"

// What is thrown while the options are declared, or an error is reported, may end the program.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  using namespace mortise::gen;
  CLI::App app{"mortise_studies: what variants of mortise's methods cost and miss",
               "mortise_studies"};
  remove_temporaries_when_stopped();
  app.require_subcommand(1);
  Command command, *chosen = &command;
#define MORTISE_ADD(name) add_##name(&app, chosen);
  MORTISE_STUDIES(MORTISE_ADD)
  return run_chosen(&app, command, argc, argv);
}
