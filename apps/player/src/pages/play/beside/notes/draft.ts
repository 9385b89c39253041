/** A note that is being written. */
export interface NoteDraft {
  text: string;
  is_public: 'Y' | 'N';
  section_id: string;
  second: number;
  /** The same over every try to save it. */
  request_id: string;
}

const keyOf = (learningId: string) => `note/${learningId}`;

/** The draft stays with the tab: it survives a reload, and nobody else at this device finds it
 * later. */
export function readDraft(learningId: string): NoteDraft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(learningId)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(learningId: string, draft: NoteDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(learningId), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(learningId));
  } catch {
    // Storage that is full or closed takes nothing from the page itself.
  }
}
