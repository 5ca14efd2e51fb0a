"""Hitting costs as the service, live agents and JSON lines take them.

Every cost may be confined: `box=(low, high)` with None for no limit, `ball=(center, radius)`,
`half_space=(normal, most)`, `simplex=total`.
"""

from numbers import Real


def quadratic(v, alpha=None, Q=None, **within):
    """alpha |x - v|^2, or 1/2 (x - v)' Q (x - v)."""
    if (alpha is None) == (Q is None):
        raise ValueError("a quadratic cost needs alpha or Q, and not both")
    shape = {"alpha": alpha} if Q is None else {"Q": Q}
    return _confined({"type": "quadratic", **shape, "v": _vector(v)}, within)


def absolute(v, weight, mu, **within):
    """weight |x - v|_1 + mu/2 |x - v|^2."""
    return _confined({"type": "abs", "weight": weight, "v": _vector(v), "mu": mu}, within)


def band(low, high, weight, mu, **within):
    """weight/2 dist(x, [low, high])^2 + mu/2 |x - (low + high)/2|^2."""
    return _confined({"type": "band", "low": _vector(low), "high": _vector(high), "weight": weight, "mu": mu}, within)


def huber(v, weight, threshold, mu, **within):
    """weight Huber(x - v) + mu/2 |x - v|^2, straight beyond the threshold."""
    return _confined({"type": "huber", "weight": weight, "threshold": threshold, "v": _vector(v), "mu": mu}, within)


def total(*parts, **within):
    """The sum of other costs."""
    return _confined({"type": "sum", "parts": list(parts)}, within)


def _vector(number_or_numbers):
    return [number_or_numbers] if isinstance(number_or_numbers, Real) else list(number_or_numbers)


def _confined(cost, within):
    for word, limits in within.items():
        if limits is None:
            continue
        if word == "box":
            cost["box"] = {"low": _vector_or_open(limits[0]), "high": _vector_or_open(limits[1])}
        elif word == "ball":
            cost["ball"] = {"center": _vector(limits[0]), "radius": limits[1]}
        elif word == "half_space":
            cost["half-space"] = {"normal": _vector(limits[0]), "most": limits[1]}
        elif word == "simplex":
            cost["simplex"] = {"total": limits}
        else:
            raise TypeError(f"{word} is not known here: box, ball, half_space and simplex are")
    return cost


def _vector_or_open(limit):
    return [None] if limit is None else _vector(limit)
