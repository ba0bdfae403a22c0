from bench.trials import kills


def test_a_batch_killed_3_times_resumes_to_identical_output():
    kills.trial(3, seed=11, documents=40)


def test_a_batch_of_surrogates_with_a_seed_resumes_to_identical_output():
    kills.trial(1, seed=12, documents=20, options=(*kills.REPLACING, "--jobs", "2"))
