/** A note that is being written. */
export interface NoteDraft {
  text: string;
  is_public: 'Y' | 'N';
  section_id: string;
  second: number;
  /** The same across retries. */
  request_id: string;
}

const toKey = (learningId: string) => `note/${learningId}`;

/**
 * The draft is kept in session storage: it survives a reload, and is not left on shared devices.
 */
export function readDraft(learningId: string): NoteDraft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(toKey(learningId)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(learningId: string, draft: NoteDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(toKey(learningId), JSON.stringify(draft));
    else sessionStorage.removeItem(toKey(learningId));
  } catch {
    // If storage is full or unavailable, the page works without it.
  }
}
