from bench.trials import kills


def test_a_batch_killed_3_times_resumes_to_identical_output():
    kills.trial(3, seed=11, documents=40)
