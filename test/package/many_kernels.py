"""Generates specs with many different kernels, which vary statements, formats, types and helpers."""
import itertools
import json

# A statement, and the tensors whose formats vary.
STATEMENTS = [
    ("y(i) = A(i,j) * x(j)", "A"),
    ("C(i,k) = A(i,j) * B(j,k)", "A"),
    ("D(i,j) = S(i,j) * X(i,k) * Y(k,j)", "S"),
    ("y(i) = relu(A(i,j) * x(j) + b(i))", "A"),
    ("C(i,j) = A(i,j) + B(i,j)", "AB"),
    ("C(i,j) = A(i,j) * B(i,j)", "AB"),
    ("s = A(i,j) * x(i) * x(j)", "A"),
    ("C(i,j) = A(i,j) - 2 * B(i,j)", "AB"),
    ("m(i) = max(j, A(i,j))", "A"),
    ("C(i,k) = A(i,j) * B(j,k)", "AB"),
]
FORMATS = ["csr", "csc", "dcsr", "coo", "dense,dense"]
VALUES = ["f32", "f64", "i32", "i64"]
INDICES = ["i32", "i64"]
HELPERS = [[], ["validate"], ["validate", "pack", "unpack"]]


def kernels():
    """All kernels, ordered so that consecutive ones have different statements."""
    for helpers, index, value, format_a, format_b in itertools.product(HELPERS, INDICES, VALUES, FORMATS, FORMATS):
        for statement, tensors in STATEMENTS:
            if len(tensors) == 1 and format_b != FORMATS[0]:
                continue
            formats = {}
            for tensor, level_formats in zip(tensors, (format_a, format_b)):
                formats[tensor] = {"format": f"{level_formats}:pos={index}:crd={index}"}
            kernel = {"expr": statement, "tensors": formats}
            if helpers:
                kernel["with"] = helpers
            yield value, kernel


def spec(count):
    """The text of a JSON spec with `count` kernels k0, k1, ..., one per line."""
    lines = []
    for number, (value, kernel) in enumerate(itertools.islice(kernels(), count)):
        tensors = {name: {"value": value} for name in set(filter(str.isupper, kernel["expr"]))}
        for name, setting in kernel["tensors"].items():
            tensors[name] = {**tensors.get(name, {}), **setting}
        lines.append(json.dumps({"name": f"k{number}", **kernel, "tensors": dict(sorted(tensors.items()))}))
    if len(lines) < count:
        raise ValueError(f"there are only {len(lines)} different kernels")
    return '{ "scorch": 1, "kernels": [\n' + ",\n".join(lines) + "\n] }\n"
