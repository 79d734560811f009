// A die that follows a path under the pointer: on, or back the way it came, one step after another.
import { run } from "../drawing/clock";
import { common } from "./drag";
import { stepPose } from "../space/motion";
import { eased, resting } from "../space/poses";
import type { Stage } from "../drawing/stage";
import type { Faces, Step } from "../view/view";

const STEP_TIME = 110;

export class Roller {
  private wanted: Step[] = [];
  private done: Step[] = [];
  private following: Promise<void> | null = null;

  constructor(
    private stage: Stage, private origin: string, private faces: Faces | null,
    private instant: boolean, private heard: () => void,
  ) {}

  /** Go where this path leads; resolves when the die lies there. */
  follow(path: Step[]): Promise<void> {
    this.wanted = path;
    this.following ??= this.go().finally(() => { this.following = null; });
    return this.following;
  }

  private async go(): Promise<void> {
    for (;;) {
      const same = common(this.done, this.wanted);
      if (same < this.done.length) {
        const last = this.done.pop()!;
        await this.step(last, true);
      } else if (this.done.length < this.wanted.length) {
        const next = this.wanted[this.done.length]!;
        await this.step(next, false);
        this.done.push(next);
        this.heard();
      } else return;
    }
  }

  private step(step: Step, backward: boolean): Promise<void> {
    const pose = stepPose(step, this.done.at(-1)?.faces ?? this.faces, this.stage.where);
    const ends = resting(this.stage.where(step.target!), step.faces);
    return run(this.instant ? 0 : STEP_TIME, (t) => {
      const share = eased(backward ? 1 - t : t);
      this.stage.pose(this.origin, share >= 1 ? ends : pose(share));
    }).done;
  }
}
