import pytest

from sfumato import LABELS, load_policy
from sfumato.core.errors import PolicyError
from sfumato.policy.load import build_policy, shipped_policies


@pytest.mark.parametrize("name", shipped_policies())
def test_every_shipped_policy_loads_and_has_an_operator_for_every_label(name):
    policy = load_policy(name)
    assert policy.description
    assert all(policy.operator(label) for label in LABELS)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"name": "x", "nmae": 1}, "unknown key 'nmae'"),
        ({}, "'name' is missing"),
        ({"name": 3}, "must be str"),
        ({"name": "x", "operators": {"NAME": "mask"}}, "'NAME' is not a label"),
        ({"name": "x", "operators": {"DATE": "shred"}}, "no operator 'shred'"),
        ({"name": "x", "operators": {"DATE": {"name": "truncate"}}}, "'to' is missing"),
        ({"name": "x", "operators": {"DATE": {"name": "truncate", "to": "day"}}}, "one of year"),
        ({"name": "x", "operators": {"DATE": {"name": "mask", "fast": True}}}, "unknown key"),
        ({"name": "x", "operators": {"DATE": {"name": "keep", "because": " "}}}, "because"),
        ({"name": "x", "operators": {"DATE": 4}}, "write"),
        ({"name": "x", "thresholds": {"DATE": "high"}}, "must be float"),
        ({"name": "x", "releases": 1}, "must be bool"),
        ({"name": "x", "images": "blur"}, "one of clean, drop"),
        ({"name": "x", "limits": {"pages": 3}}, "unknown key 'pages'"),
        ({"name": "x", "patterns": [{"name": "w", "label": "OTHER"}]}, "'expression' is missing"),
        ({"name": "x", "dictionaries": [{"file": "none.txt", "label": "OTHER"}]}, "cannot be read"),
    ],
)
def test_a_wrong_policy_is_a_clear_error(table, words):
    with pytest.raises(PolicyError, match=words):
        build_policy(table, where="test.toml")


def test_a_label_that_is_not_named_is_masked():
    policy = build_policy({"name": "x"}, where="test")
    assert repr(policy.operator("PHONE")).startswith("Mask")


def test_the_digest_changes_with_every_choice():
    one = build_policy({"name": "x"}, where="test").digest
    two = build_policy({"name": "x", "operators": {"DATE": "remove"}}, where="test").digest
    assert one != two


def test_an_unknown_policy_name_lists_the_shipped_ones():
    with pytest.raises(PolicyError, match="hipaa-safe-harbor"):
        load_policy("hipaa")
