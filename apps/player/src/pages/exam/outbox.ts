import { del, get, set } from 'idb-keyval';

/** What was answered here and is not known to be stored yet. */
export interface Kept {
  qid: string;
  answer: string[];
  marked: boolean;
  version: number;
}

const keyOf = (scoreId: string) => `exam/${scoreId}`;

/** Keeps answers on this device until the server has them. Where the browser's database is closed
 * (private windows of some browsers) the tab's own storage holds them, which a reload survives. */
export async function readOutbox(scoreId: string): Promise<Kept[]> {
  try {
    return (await get<Kept[]>(keyOf(scoreId))) ?? [];
  } catch {
    return JSON.parse(sessionStorage.getItem(keyOf(scoreId)) ?? '[]') as Kept[];
  }
}

export async function writeOutbox(scoreId: string, kept: Kept[]): Promise<void> {
  try {
    await (kept.length > 0 ? set(keyOf(scoreId), kept) : del(keyOf(scoreId)));
  } catch {
    sessionStorage.setItem(keyOf(scoreId), JSON.stringify(kept));
  }
}
