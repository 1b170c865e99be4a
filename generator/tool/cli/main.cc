// The command line: one subcommand per file, registered here.
#include <exception>
#include <new>

#include "generator/ground/files/output_place.hpp"
#include "generator/ground/files/temporaries.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/jobs/ranks.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/failure.hpp"

namespace mortise::gen {
namespace {

// Name of the subcommand that was called, as far as the line could be read: "mortise analyze eig".
std::string called(const CLI::App& app) {
  std::string name = app.get_name();
  for (const CLI::App* command = &app; !command->get_subcommands().empty();) {
    command = command->get_subcommands().front();
    name += " " + command->get_name();
  }
  return name;
}

int run(CLI::App* app, const Command& chosen, int argc, const char* const* argv) {
  const bool json = wants_json(argc, argv);
  const auto fail = [&](FailureKind kind, const std::string& what, const std::string& remedy) {
    return report_failure(kind, {{called(*app), what, remedy}}, json);
  };
  const auto misused = [&](const char* what) {
    return fail(FailureKind::usage, what, "see `" + called(*app) + " --help`");
  };
  try {
    app->parse(argc, argv);
    const std::vector<OutputReservation> outputs = try_outputs(*app);
    return chosen ? chosen() : 2;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app->exit(error);  // --help, --version
    return misused(error.what());
  } catch (const UsageError& error) {
    return misused(error.what());
  } catch (const RankIsDone& done) {
    log_line(done.what());
    return 0;
  } catch (const OutputRefused& error) {
    return report_failure(FailureKind::usage, findings_of(error), json);
  } catch (const Error& error) {
    return report_failure(FailureKind::job, findings_of(error), json);
  } catch (const std::bad_alloc&) {
    return fail(FailureKind::job, "memory ran out",
                "take a smaller model, or a machine with more memory");
  } catch (const std::exception& error) {
    return fail(FailureKind::job, error.what(), "");
  }
}

}  // namespace

#define MORTISE_ADD(name) add_##name(parent, chosen);

void add_analyze(CLI::App* app, Command* chosen) {
  CLI::App* parent = app->add_subcommand("analyze", "offline analyses of a definition");
  parent->require_subcommand(1);
  MORTISE_ANALYSES(MORTISE_ADD)
}

}  // namespace mortise::gen

// What is thrown while the options are declared, or an error is reported, may end the program.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  using namespace mortise::gen;
  CLI::App app{"mortise: real-time models of structures with impacts and friction", "mortise"};
  remove_temporaries_when_stopped();
  app.set_version_flag("--version", MORTISE_VERSION);
  app.require_subcommand(1);
  Command command, *chosen = &command;
  CLI::App* parent = &app;
  MORTISE_COMMANDS(MORTISE_ADD)
  return run(&app, command, argc, argv);
}
