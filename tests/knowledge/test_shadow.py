from hypothesis import given
from hypothesis import strategies as st

from sfumato.knowledge.shadow import shadow


@given(st.text())
def test_the_shadow_is_ascii_and_maps_back_into_the_text(text):
    twin = shadow(text)
    assert len(twin.data) <= len(text)
    for index in range(len(twin.data)):
        start, end = twin.span(index, index + 1)
        assert 0 <= start < end <= len(text)


def test_disguises_fall_away():
    assert shadow("ＤＮＩ １２3\u200b4\u00ad5").data == b"DNI 12345"
    assert shadow("Pе\u0301rez").data == b"Perez"
    assert shadow("١٢٣–٤").data == b"123-4"


def test_vanished_signs_inside_a_span_are_covered():
    twin = shadow("a1\u200b2b")
    assert twin.span(1, 3) == (1, 4)


def test_offsets_of_the_text_lead_to_the_kept_sign():
    twin = shadow("a\u200b\u200bb")
    assert twin.at(0) == 0
    assert twin.at(1) == 1
    assert twin.at(3) == 1


@given(st.characters(codec="utf-8"))
def test_every_sign_becomes_one_plain_sign_or_none(sign):
    assert len(shadow(sign).data) <= 1


def test_look_alikes_of_other_scripts_become_the_letters_they_pass_for():
    assert shadow("ᏢᎪᏟᏆᎬNΤе ꓟⲀꓡⲁցа ϳսаո").data == b"PACIENTe MALaga juan"


def test_signs_that_nobody_sees_disappear():
    assert shadow("6\u31641\u115f2\U000e01003\ufff04\ufe0f5").data == b"612345"


def test_letters_with_strokes_and_small_capitals_become_plain_by_their_names():
    assert shadow("Đuƒƙ ꜱᴍᴀʟʟ 🅝🅗🅒 🇩🇳🇮").data == b"Dufk small NHC DNI"
