"""Tests that say which program they need are skipped where it is missing."""

import shutil

import pytest

_NEEDS = {"ocr": ("tesseract",), "render": ("pdftoppm", "soffice")}


def pytest_collection_modifyitems(items):
    for item in items:
        for mark, programs in _NEEDS.items():
            missing = [name for name in programs if shutil.which(name) is None]
            if missing and item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=f"needs {' and '.join(missing)}"))
