// One loop for everything that moves: as long as something does, each frame is asked for once.

export interface Running {
  /** Resolves when it has come to its end, or was brought there. */
  done: Promise<void>;
  /** Show the end at once. */
  finish(): void;
}

type Task = { frame: (share: number) => void; start: number; length: number; end: () => void };

const tasks = new Set<Task>();
let asked = false;

function tick(now: number): void {
  asked = false;
  for (const task of [...tasks]) {
    if (task.start < 0) task.start = now;
    const share = Math.min(1, (now - task.start) / task.length);
    task.frame(share);
    if (share >= 1) task.end();
  }
  ask();
}

function ask(): void {
  if (asked || !tasks.size) return;
  asked = true;
  requestAnimationFrame(tick);
}

/** Call `frame` with 0 to 1 over so many milliseconds, the last time with 1. */
export function run(length: number, frame: (share: number) => void): Running {
  if (length <= 0) {
    frame(1);
    return { done: Promise.resolve(), finish: () => undefined };
  }
  let resolve: () => void;
  const done = new Promise<void>((settled) => { resolve = settled; });
  const task: Task = { frame, start: -1, length, end: () => { tasks.delete(task); resolve(); } };
  tasks.add(task);
  frame(0);
  ask();
  return {
    done,
    finish: () => {
      if (!tasks.has(task)) return;
      frame(1);
      task.end();
    },
  };
}
