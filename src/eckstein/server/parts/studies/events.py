"""What happens to shared studies."""
from __future__ import annotations

from ...hub.events import ClusterEvent, Topic


def study_topic(study: str) -> Topic:
    """A shared study."""
    return Topic("study", study)


class StudyWritten(ClusterEvent, frozen=True):
    """A shared study has a new version.

    Attributes:
        study: its id.
        number: that of the version.
    """

    study: str
    number: int
