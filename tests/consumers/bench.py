"""The bench of bench.c from Python: the shared library alone, no compiler.
    bench.py LIBRARY MODEL.mrt SCENARIO OUTPUT
"""
import ctypes
import mmap
import sys

REAL, INT, TEXT = ctypes.c_double, ctypes.c_int32, ctypes.c_char_p


def aligned(size):
    """Memory at an address that is a multiple of 64 (of a page)."""
    return mmap.mmap(-1, max(size, 1))


def address(block):
    return ctypes.addressof(ctypes.c_char.from_buffer(block))


def load(path):
    library = ctypes.CDLL(path)
    for name, result in {
            "mortise_model_bytes": ctypes.c_size_t, "mortise_state_bytes": ctypes.c_size_t,
            "mortise_player_bytes": ctypes.c_size_t, "mortise_state_make": ctypes.c_void_p,
            "mortise_time": REAL, "mortise_output_name": TEXT, "mortise_input_name": TEXT,
            "mortise_training_distance": REAL}.items():
        getattr(library, name).restype = result
    return library


def main():
    path, model_path, scenario, output = sys.argv[1:]
    lib = load(path)
    with open(model_path, "rb") as file:
        read = file.read()
    size = ctypes.c_size_t
    bytes_ = aligned(len(read))
    bytes_[:len(read)] = read
    model_block = aligned(lib.mortise_model_bytes(ctypes.c_void_p(address(bytes_)),
                                                  size(len(read))))
    model = ctypes.c_void_p(address(model_block))
    error = lib.mortise_model_open(ctypes.c_void_p(address(bytes_)), size(len(read)), model,
                                   size(len(model_block)), None, size(0))
    assert error == 0, error
    arena = aligned(lib.mortise_state_bytes(model))
    state = ctypes.c_void_p(lib.mortise_state_make(model, ctypes.c_void_p(address(arena)),
                                                   size(len(arena))))
    assert state
    golden = ctypes.c_uint64()
    assert lib.mortise_selftest(model, state, ctypes.byref(golden)) == 1
    player_block = aligned(lib.mortise_player_bytes())
    player = ctypes.c_void_p(address(player_block))
    index = lib.mortise_scenario_find(model, scenario.encode())
    assert lib.mortise_player_start(model, state, INT(index), player,
                                    size(len(player_block))) == 0
    u = (REAL * max(lib.mortise_input_values(model), 1))()
    y = (REAL * max(lib.mortise_outputs(model), 1))()
    events = 0
    for _ in range(500):
        assert lib.mortise_player_next(model, state, player, u) == 0
        assert lib.mortise_step(model, state, u, y) & lib.mortise_stop_mask(model) == 0
        events += lib.mortise_contact_events(model, state, None, INT(0), size(32))
    assert events > 0
    assert lib.mortise_training_distance(model, state, None, None) >= 0
    with open(output, "w", encoding="utf-8") as out:
        out.write(f"golden {golden.value:016x}\nt {lib.mortise_time(model, state):.17g}\n")
        out.write(f"events {events}\n")
        for k in range(lib.mortise_outputs(model)):
            out.write(f"{lib.mortise_output_name(model, INT(k)).decode()} {y[k]:.17g}\n")


main()
