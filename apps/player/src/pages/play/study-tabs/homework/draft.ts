import type { FileRef } from '@cme/contract';

/** Unsent input, based on this revision. */
export interface HomeworkDraft {
  revision: number;
  text: string;
  files: FileRef[];
}

type Content = Omit<HomeworkDraft, 'revision'>;

export const isSameContent = (one: Content, other: Content): boolean =>
  one.text === other.text &&
  one.files.map(({ file_id }) => file_id).join() ===
    other.files.map(({ file_id }) => file_id).join();

const toKey = (learningId: string, homeworkId: string) => `homework/${learningId}/${homeworkId}`;

/**
 * The draft is kept in session storage: it survives a reload, and is not left on shared devices.
 */
export function readDraft(learningId: string, homeworkId: string): HomeworkDraft | undefined {
  try {
    const stored = sessionStorage.getItem(toKey(learningId, homeworkId));
    return JSON.parse(stored ?? 'null') ?? undefined;
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
    const key = toKey(learningId, homeworkId);
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // If storage is full or unavailable, the page works without it.
  }
}
