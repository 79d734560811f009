"""When a task comes back: days, by FSRS, the Free Spaced Repetition Scheduler."""
from __future__ import annotations

from datetime import UTC, datetime

import fsrs

from ....wire.http_mistakes import LAST, Card, Review

SECOND = 1000               # milliseconds
# Nobody sits before a board for steps of a minute, so whole days only; and all devices agree.
SCHEDULER = fsrs.Scheduler(learning_steps=(), relearning_steps=(), maximum_interval=180,
                           enable_fuzzing=False)


def reviewed(review: Review) -> Card:
    """The card of a task after an attempt at it."""
    before = review.card
    # Without an id, fsrs waits a millisecond for one.
    card = fsrs.Card(1) if before is None else fsrs.Card(
        1, fsrs.State.Review, None, before.stability, before.difficulty, _day(before.due),
        _day(before.reviewed))
    at = max(review.at, before.reviewed if before else 0)
    after, _ = SCHEDULER.review_card(
        card, fsrs.Rating.Good if review.solved else fsrs.Rating.Again, _day(at))
    assert after.stability is not None and after.difficulty is not None
    return Card(min(_milliseconds(after.due), LAST), at, round(after.stability, 4),
                round(after.difficulty, 4))


def _day(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / SECOND, UTC)


def _milliseconds(time: datetime) -> int:
    return round(time.timestamp() * SECOND)
