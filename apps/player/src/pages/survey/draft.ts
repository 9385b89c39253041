/** Answers by question, as they are being filled in. */
export type Draft = Readonly<Record<string, readonly string[]>>;

const keyOf = (surveyId: string) => `survey/${surveyId}`;

/** The draft stays with the tab: it survives a reload, and nobody else at this device finds it
 * later. */
export function readDraft(surveyId: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(surveyId)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(surveyId: string, draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(surveyId), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(surveyId));
  } catch {
    // Storage that is full or closed takes nothing from the page itself.
  }
}
