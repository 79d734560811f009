"""Buckets of tokens, with a clock that a test moves."""
from eckstein.server.limits import KEPT_BUCKETS, Bucket, Buckets


def test_a_bucket_empties_and_fills():
    now = [0.0]
    bucket = Bucket(2.0, 3.0, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == 0.5
    now[0] = 0.5
    assert bucket.take() and not bucket.take()


def test_a_bucket_does_not_overflow():
    now = [0.0]
    bucket = Bucket(2.0, 3.0, lambda: now[0])
    now[0] = 1000.0
    assert bucket.take(3.0) and not bucket.take(0.1)


def test_clients_do_not_share_buckets_and_are_forgotten():
    buckets = Buckets(0.001, 1.0)
    assert buckets.of("a").take() and not buckets.of("a").take() and buckets.of("b").take()
    for number in range(KEPT_BUCKETS):
        buckets.of(str(number))
    assert buckets.of("a").take()
