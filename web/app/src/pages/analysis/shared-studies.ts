// Studies on the server that several people write: asked for, written, and heard of.
import type { BegunStudy, EarlierVersions, NewSharedStudy, SharedStudy, StudyContent, StudyNews, StudyQuery, WriteStudy, WrittenStudy } from "../../../../wire/types";
import { ask } from "../../net/api";
import { serverPlace } from "../../net/place";

const PATH = "/shared-studies";
const at = (study: string) => `${PATH}/${encodeURIComponent(study)}`;

export function beginStudy(content: StudyContent): Promise<BegunStudy> {
  return ask<BegunStudy, NewSharedStudy>(serverPlace, PATH, { content });
}

/** A study as it is now, or was; or what has changed in it since a version. */
export function readStudy(study: string, { version, since }: StudyQuery = {}): Promise<SharedStudy> {
  return ask<SharedStudy>(serverPlace, at(study) + (version ? `?version=${version}` : since ? `?since=${since}` : ""));
}

export function writeStudy(study: string, wanted: WriteStudy): Promise<WrittenStudy> {
  return ask<WrittenStudy, WriteStudy>(serverPlace, at(study), wanted);
}

export async function earlierVersions(study: string): Promise<EarlierVersions["versions"]> {
  return (await ask<EarlierVersions>(serverPlace, `${at(study)}/earlier`)).versions;
}

/** Hear of new versions, and of who has the study open; gives what ends that. The browser connects again by itself. */
export function hearOfStudy(study: string, hear: (news: StudyNews) => void): () => void {
  const source = new EventSource(`/api/v1${at(study)}/stream?form=sse`);
  source.onmessage = ({ data }) => hear(JSON.parse(data as string) as StudyNews);
  return () => source.close();
}
