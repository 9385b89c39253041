/** Answers by question, while being filled in. */
export type Draft = Readonly<Record<string, readonly string[]>>;

const toKey = (surveyId: string) => `survey/${surveyId}`;

/**
 * The draft is kept in session storage: it survives a reload, and is not left on shared devices.
 */
export function readDraft(surveyId: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(toKey(surveyId)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(surveyId: string, draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(toKey(surveyId), JSON.stringify(draft));
    else sessionStorage.removeItem(toKey(surveyId));
  } catch {
    // If storage is full or unavailable, the page works without it.
  }
}
