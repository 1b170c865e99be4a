// One reader per section of a film definition; read_film_definition() calls them in turn. Each
// throws Error for missing keys and for keys that contradict each other. They read from `d` what
// was read before: film and structure first.
#pragma once

#include "generator/define/film_definition.hpp"
#include "generator/define/read_sections.hpp"

namespace mortise::gen {

FilmSpec read_film(const KeyReader& reader);
StructureKind read_structure(const KeyReader& reader, FilmKind kind);
LubricantSpec read_lubricant(const KeyReader& reader);
FilmGridSpec read_film_grid(const KeyReader& reader, const FilmDefinition& d);
LoadSpec read_load(const KeyReader& reader);
ImpactSpec read_impact(const KeyReader& reader, const FilmDefinition& d);
FilmStepSpec read_film_step(const KeyReader& reader);

// The following read all of `d` but each other's members.
ReduceSpec read_reduce(const KeyReader& reader, const FilmDefinition& d);
TrainSpec read_train(const KeyReader& reader, const FilmDefinition& d);
std::vector<FilmScenarioSpec> read_film_scenarios(const KeyReader& reader, const FilmDefinition& d);
FilmVerifySpec read_film_verify(const KeyReader& reader);

// True if the file or an override opens this table.
bool is_given(const KeyReader& reader, const std::string& table);

// body: "bodies.lower" or "bodies.upper".
BodySpec read_body(const KeyReader& reader, const std::string& body, const FilmDefinition& d);

}  // namespace mortise::gen
