"""The trial of word vectors tells clusters by what stands around people, on texts made for it."""

from __future__ import annotations

import random

from bench.trials.vectors import Corpus, purity


def corpus(*, told: bool) -> Corpus:
    """Patients sleep and eat, doctors order and sign; their names are words of their own."""
    chance = random.Random(1)
    found = Corpus()
    for number in range(400):
        case, is_doctor = number % 10, number % 2
        said = "orders signs prescribes reviews" if is_doctor else "sleeps eats coughs rests"
        name = f"{'d' if is_doctor else 'p'}{'abcdefghij'[case]}x" if told else "name"
        words = ["today", name, chance.choice(said.split()), "again", "here"]
        who = "PROVIDER1" if is_doctor else "PATIENT"
        found.mentions.setdefault((str(case), who), []).append((len(found.notes), 1, 2))
        found.notes.append(words)
    return found


def test_one_word_for_all_has_the_purity_of_the_commonest_role() -> None:
    found = purity(corpus(told=False))
    assert (found.commonest, found.three) == (0.5, 0.5)


def test_words_of_their_own_are_told_by_what_stands_around_them() -> None:
    assert purity(corpus(told=True)).three == 1.0
