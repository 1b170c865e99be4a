// Read by the one source.
#pragma once

int answer();
int other_answer();
