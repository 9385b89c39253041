import { emptyRegist, type RegistValues } from './regist.rules.ts';

const key = 'regist';

/** Typed again after a reload: secrets, the number of the document, and consents. */
const neverKept = ['sms_code', 'password', 'confirm', 'id_no', 'agree', 'agree_identity'] as const;
type Kept = Omit<RegistValues, (typeof neverKept)[number]>;

/**
 * Input of an unfinished registration. It is kept in session storage: it survives a reload, and is
 * not left on shared devices. Every site has its own origin and so its own draft.
 */
export function readDraft(): Partial<Kept> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    const kept = Object.entries(omitSecrets(emptyRegist))
      .filter(([field, empty]) => isLike(stored[field], empty))
      .map(([field]) => [field, stored[field]]);
    return Object.fromEntries(kept) as Partial<Kept>;
  } catch {
    return {};
  }
}

export function writeDraft(values: RegistValues | undefined): void {
  try {
    if (values) sessionStorage.setItem(key, JSON.stringify(omitSecrets(values)));
    else sessionStorage.removeItem(key);
  } catch {
    // If storage is full or unavailable, the page works without it.
  }
}

function omitSecrets(values: RegistValues): Kept {
  const kept: Partial<RegistValues> = { ...values };
  for (const field of neverKept) delete kept[field];
  return kept as Kept;
}

/** Whether a stored value has the form's type: another version of the page may have written it. */
const isLike = (value: unknown, empty: unknown): boolean =>
  Array.isArray(empty)
    ? Array.isArray(value) && value.every((part) => typeof part === 'string')
    : typeof value === typeof empty;
