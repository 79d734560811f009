// What is asked about positions, openings and studies.
import type {
  BookAnswer, BookRequest, Explored, ExploreRequest, GameFacts, JudgeAnswer, JudgeRequest, KeptStudy, MoveJudgement, MoveValues, NewStudy,
  OpeningsAnswer, OpeningsRequest, PositionRef, SetUpAnswer, SetUpRequest, StudyText, TablesAnswer, TablesRequest,
} from "../../../../wire/types";
import { ask } from "../../net/api";
import type { Place } from "../../net/place";

type Asked = Pick<Place, "ask">;

/** The text of a position that was set up by hand, and what is wrong with it. */
export const setUp = (place: Asked, wanted: SetUpRequest) => ask<SetUpAnswer, SetUpRequest>(place, "/position", wanted);
/** What tables of endings know of a position there. */
export const lookUp = (place: Asked, of: PositionRef) => ask<TablesAnswer, TablesRequest>(place, "/tables", of);
/** What the opening book knows of a position there. */
export const openBook = (place: Asked, of: PositionRef) => ask<BookAnswer, BookRequest>(place, "/book", of);
/** What was played in a position, in public games. */
export const explorePublic = (place: Asked, wanted: ExploreRequest) => ask<Explored, ExploreRequest>(place, "/explore", wanted);
/** What is wrong with moves, by the values before and after them. */
export const judgeMoves = async (place: Asked, moves: MoveValues[]): Promise<MoveJudgement[]> =>
  (await ask<JudgeAnswer, JudgeRequest>(place, "/judge", { moves })).moves;
/** How the games of a text began. */
export const openingsIn = (place: Asked, wanted: OpeningsRequest) => ask<OpeningsAnswer, OpeningsRequest>(place, "/openings", wanted);
/** Keep a study on the server; tells the path of its page, and until when it is kept. */
export const keepStudy = (place: Asked, text: string) => ask<KeptStudy, NewStudy>(place, "/studies", { text });
/** The text of a study that is kept there. */
export const keptStudy = async (place: Asked, study: string): Promise<string> => (await ask<StudyText>(place, `/studies/${encodeURIComponent(study)}`)).text;
export const gameFacts = (place: Asked, game: string) => ask<GameFacts>(place, `/games/${game}`);
