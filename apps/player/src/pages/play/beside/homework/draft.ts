import type { FileRef } from '@cme/contract';

/** What was typed and not sent yet, made from that revision. */
export interface HomeworkDraft {
  revision: number;
  text: string;
  files: FileRef[];
}

const keyOf = (learningId: string, homeworkId: string) => `homework/${learningId}/${homeworkId}`;

/** The draft stays with the tab: it survives a reload, and nobody else at this device finds it
 * later. */
export function readDraft(learningId: string, homeworkId: string): HomeworkDraft | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(learningId, homeworkId));
    return JSON.parse(kept ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(
  learningId: string,
  homeworkId: string,
  draft: HomeworkDraft | undefined,
): void {
  try {
    const key = keyOf(learningId, homeworkId);
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage that is full or closed takes nothing from the page itself.
  }
}
