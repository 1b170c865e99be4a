// One reader per section of a film definition; read_film_contact() calls them in turn. Each throws
// Error for missing keys and for keys that contradict each other. They read from `d` what was read
// before: film and structure first.
#pragma once

#include "generator/define/definition/read_sections.hpp"

namespace mortise::gen {

// All of them, into definition->film, the scenarios and the notices; name and path stand already.
void read_film_contact(const KeyReader& reader, Definition* definition, SectionErrors* errors);

FilmSpec read_film(const KeyReader& reader);
StructureKind read_structure(const KeyReader& reader, FilmKind kind);
LubricantSpec read_lubricant(const KeyReader& reader);
FilmGridSpec read_film_grid(const KeyReader& reader, const FilmContactSpec& d);
LoadSpec read_load(const KeyReader& reader);
ImpactSpec read_impact(const KeyReader& reader, const FilmContactSpec& d);
FilmStepSpec read_film_step(const KeyReader& reader);

// The following read all of `d` but each other's members.
ReduceSpec read_reduce(const KeyReader& reader, const FilmContactSpec& d);
TrainSpec read_train(const KeyReader& reader, const FilmContactSpec& d);
std::vector<ScenarioSpec> read_film_scenarios(const KeyReader& reader, const FilmContactSpec& d);

// True if the file or an override opens this table.
bool is_given(const KeyReader& reader, const std::string& table);

// body: "bodies.lower" or "bodies.upper".
BodySpec read_body(const KeyReader& reader, const std::string& body, const FilmContactSpec& d);

}  // namespace mortise::gen
