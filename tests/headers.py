"""Headers with every type of value in every place, for tests of whoever reads them."""
import json

from eckstein.base.errors import EcksteinError
from eckstein.base.sentence import Sentence

VALUES = [None, True, 5, -1, 1.5, 1 << 70, "", "x", "\ud800", [], [None], ["x"], [[5]], [-1],
          [1 << 63], {}, {"x": None}, {"repetition": []}, {"x": {"y": 5}}]


def retyped(value):
    """A value, with one place in it after the other as everything else."""
    yield from VALUES
    if isinstance(value, dict):
        for name in value:
            others = {key: one for key, one in value.items() if key != name}
            yield others
            for other in retyped(value[name]):
                yield {**others, name: other}
    elif isinstance(value, list) and value:
        for other in retyped(value[0]):
            yield [other, *value[1:]]


def in_json(value):
    return json.dumps(value, separators=(",", ":")).encode()


def is_read_or_refused(reading):
    """Whether it is read; else a sentence must say what is wrong."""
    try:
        reading()
    except (EcksteinError, ValueError) as error:
        assert isinstance(error, EcksteinError) or isinstance(error.args[0], Sentence)
        assert str(error)
        return False
    return True


def all_refused_but_some(path, header, laid_out, reading):
    """Write the file with every header, and read it."""
    path.write_bytes(laid_out(header))
    assert is_read_or_refused(reading)
    results = []
    for other in retyped(header):
        path.write_bytes(laid_out(other))
        results.append(is_read_or_refused(reading))
    assert not all(results)
