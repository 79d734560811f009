"""A cluster of machines that are all this process, and do tasks one by one."""
from types import SimpleNamespace

from eckstein.lab import cluster


class LostError(Exception):
    """As Ray raises it where a task failed."""

    cause = None


class Task:
    """What is to be done, and what a cluster knows it by.

    Attributes:
        needs: what Ray was told of cores and memory.
    """

    def __init__(self, work, words, needs):
        self.work, self.words, self.needs = work, words, needs


class Ray:
    """What is used of Ray.

    Attributes:
        machines: the resources of each, which may change meanwhile.
        lost: how often the next tasks fail, with what is raised then.
        spoil: what becomes of a result.
        order: which of the waiting tasks is done next.
        tasks: all that were handed out; cancelled: those that were not wanted any more.
        is_down: whether it has been left.
    """

    def __init__(self):
        self.exceptions = SimpleNamespace(RayError=LostError)
        self.machines = [{"CPU": 4.0, "memory": 1 << 40}]
        self.lost, self.spoil, self.order = [], lambda found: found, 0
        self.tasks, self.cancelled, self.is_down = [], [], False

    def init(self, **_):
        pass

    def shutdown(self):
        self.is_down = True

    def nodes(self):
        gone = {"CPU": 99.0, "memory": 1 << 50}
        return [{"Alive": True, "Resources": each} for each in self.machines] + [
            {"Alive": False, "Resources": gone}]

    def put(self, value):
        return value

    def remote(self, **_):
        return lambda work: SimpleNamespace(options=lambda **needs: SimpleNamespace(
            remote=lambda *words: self._begin(Task(work, words, needs))))

    def _begin(self, task):
        self.tasks.append(task)
        return task

    def wait(self, tasks, timeout):
        done = tasks[self.order]
        return [done], [task for task in tasks if task is not done]

    def get(self, task):
        if self.lost:
            raise self.lost.pop()
        what, found, machine = task.work(*task.words)
        return what, self.spoil(found) if what == "done" else found, machine

    def cancel(self, task, force):
        self.cancelled.append(task)


def connect(monkeypatch):
    """A cluster in this process, which `spread` finds whatever its address."""
    one = Ray()
    monkeypatch.setattr(cluster, "_connected", lambda address: one)
    return one
