import { del, get, set } from 'idb-keyval';

/** An answer that may not be stored on the server yet. */
export interface StoredAnswer {
  qid: string;
  answer: string[];
  marked: boolean;
  version: number;
}

const toKey = (scoreId: string) => `exam/${scoreId}`;

/**
 * Answers are kept on the device until the server has stored them: in IndexedDB, or in session
 * storage where it is unavailable (private windows of some browsers), which survives a reload.
 */
export async function readOutbox(scoreId: string): Promise<StoredAnswer[]> {
  try {
    return (await get<StoredAnswer[]>(toKey(scoreId))) ?? [];
  } catch {
    return JSON.parse(sessionStorage.getItem(toKey(scoreId)) ?? '[]') as StoredAnswer[];
  }
}

export async function writeOutbox(scoreId: string, answers: StoredAnswer[]): Promise<void> {
  try {
    await (answers.length > 0 ? set(toKey(scoreId), answers) : del(toKey(scoreId)));
  } catch {
    sessionStorage.setItem(toKey(scoreId), JSON.stringify(answers));
  }
}
