"""Patches change their ranges and nothing else."""

from __future__ import annotations

from sfumato.formats.patch import Patch, patched


def test_patches_in_any_order_change_only_their_ranges() -> None:
    assert patched("abcdef", [Patch(4, 5, "X"), Patch(0, 0, "<"), Patch(1, 3, "")]) == "<adXf"


def test_a_patch_inside_a_removed_range_is_dropped() -> None:
    assert patched("abcdef", [Patch(1, 5, ""), Patch(2, 3, "X"), Patch(1, 2, "Y")]) == "af"
