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
  write(toKey(surveyId), draft);
  if (!draft) write(toVersionKey(surveyId), undefined);
}

const toVersionKey = (surveyId: string) => `${toKey(surveyId)}/version`;

/**
 * The version of the stored answers that a draft started from. It is kept beside the draft, whose
 * format older releases read.
 */
export function readDraftVersion(surveyId: string): number | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(toVersionKey(surveyId)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export const writeDraftVersion = (surveyId: string, version: number | undefined): void =>
  write(toVersionKey(surveyId), version);

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // If storage is full or unavailable, the page works without it.
  }
}
