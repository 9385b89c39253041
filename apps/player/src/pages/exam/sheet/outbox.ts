import { del, get, set } from 'idb-keyval';

/** An answer that may not be stored on the server yet. */
export interface StoredAnswer {
  qid: string;
  answer: string[];
  marked: boolean;
  version: number;
}

const keyOf = (scoreId: string) => `exam/${scoreId}`;

/**
 * Answers are kept on the device until the server has stored them: in IndexedDB, or in session
 * storage where it is unavailable (private windows of some browsers), which survives a reload.
 */
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
