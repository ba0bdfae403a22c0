"""Wilson: the interval of a share that was counted, and how far chance would reach it."""

from __future__ import annotations

from math import comb, sqrt

_Z = 1.959963984540054  # 95 %


def interval(found: int, whole: int) -> tuple[float, float]:
    """The score interval of Wilson (JASA 22, 1927), 95 %."""
    if not whole:
        return 0.0, 1.0
    share, square = found / whole, _Z * _Z
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    spread = sqrt(share * (1 - share) / whole + square / (4 * whole * whole))
    reach = _Z * spread / (1 + square / whole)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def by_chance(right: int, whole: int) -> float:
    """How likely a guesser who tosses a coin is at least as far from half (exact, two-sided)."""
    far = abs(2 * right - whole)
    cases = sum(comb(whole, one) for one in range(whole + 1) if abs(2 * one - whole) >= far)
    return min(1.0, float(cases / 2**whole))
