// Who is here of those whom the account follows, as the server tells it.
import type { ClientMessage, FollowedHere } from "../../../wire/types";
import type { LobbyHeard, Visitor } from "../net/connection";

export class Followed implements Visitor {
  people: FollowedHere[] = $state.raw([]);
  /** How many are followed; 0 as long as nothing was told. */
  of = $state(0);

  again(): ClientMessage[] {
    return [{ t: "followed" }];
  }

  refused(): boolean {
    return false;
  }

  hear(message: LobbyHeard): void {
    if (message.t === "followed") ({ people: this.people, of: this.of } = message);
  }
}
