import { del, get, set } from 'idb-keyval';

/** What was answered here and is not known to be stored yet. */
export interface StoredAnswer {
  qid: string;
  answer: string[];
  marked: boolean;
  version: number;
}

const keyOf = (scoreId: string) => `exam/${scoreId}`;

/** Answers stay on this device until the server has them. Where the browser's database is closed
 * (private windows of some browsers) the tab's own storage holds them, which a reload survives. */
export async function readOutbox(scoreId: string): Promise<StoredAnswer[]> {
  try {
    return (await get<StoredAnswer[]>(keyOf(scoreId))) ?? [];
  } catch {
    return JSON.parse(sessionStorage.getItem(keyOf(scoreId)) ?? '[]') as StoredAnswer[];
  }
}

export async function writeOutbox(scoreId: string, answers: StoredAnswer[]): Promise<void> {
  try {
    await (answers.length > 0 ? set(keyOf(scoreId), answers) : del(keyOf(scoreId)));
  } catch {
    sessionStorage.setItem(keyOf(scoreId), JSON.stringify(answers));
  }
}
