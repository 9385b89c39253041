import { readTab, writeTab } from '@cme/shell';
import { withinASecond } from '@cme/ui/device';
import { del, get, set } from 'idb-keyval';

/** An answer that may not be stored on the server yet. */
export interface StoredAnswer {
  qid: string;
  answer: string[];
  marked: boolean;
  version: number;
}

const toKey = (scoreId: string) => `exam/${scoreId}`;

/** Once IndexedDB has failed or has not answered in time, this page does without it. */
let isDatabaseUsed = true;

async function tryDatabase<T>(work: () => Promise<T>): Promise<T | undefined> {
  if (!isDatabaseUsed) return undefined;
  try {
    return await withinASecond(work());
  } catch {
    isDatabaseUsed = false;
    return undefined;
  }
}

/**
 * Answers are kept on the device until the server has stored them: in IndexedDB, and where that is
 * unavailable (private windows of some browsers) or does not answer, in the tab, which survives a
 * reload. The clock of an exam runs, so neither may be waited for.
 */
export async function readOutbox(scoreId: string): Promise<StoredAnswer[]> {
  const inDatabase = await tryDatabase(() => get<StoredAnswer[]>(toKey(scoreId)));
  const newest = new Map<string, StoredAnswer>();
  for (const answer of [...(inDatabase ?? []), ...readInTab(scoreId)])
    if (answer.version >= (newest.get(answer.qid)?.version ?? 0)) newest.set(answer.qid, answer);
  return [...newest.values()];
}

const readInTab = (scoreId: string) => (readTab('exam', scoreId) ?? []) as StoredAnswer[];

export async function writeOutbox(scoreId: string, answers: StoredAnswer[]): Promise<void> {
  await tryDatabase(() =>
    answers.length > 0 ? set(toKey(scoreId), answers) : del(toKey(scoreId)),
  );
  writeTab('exam', isDatabaseUsed || answers.length === 0 ? undefined : answers, scoreId);
}
