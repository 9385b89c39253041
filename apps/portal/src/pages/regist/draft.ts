import { readTab, writeTab } from '@cme/shell';
import { emptyRegist, type RegistValues } from './regist.rules.ts';

/** Typed again after a reload: secrets, the number of the document, and consents. */
const neverKept = ['sms_code', 'password', 'confirm', 'id_no', 'agree', 'agree_identity'] as const;
type Kept = Omit<RegistValues, (typeof neverKept)[number]>;

/**
 * Input of an unfinished registration. It survives a reload and going back to it, for ten minutes;
 * who opens the page anew, maybe the next person at the same computer, gets an empty form. Every
 * site has its own origin and so its own draft.
 */
export function readDraft(entry: string): Partial<Kept> {
  const { entry: storedEntry, values } = (readTab('regist') ?? {}) as {
    entry?: string;
    values?: Record<string, unknown>;
  };
  if (!values || storedEntry !== entry) return {};
  const kept = Object.entries(omitSecrets(emptyRegist))
    .filter(([field, empty]) => isLike(values[field], empty))
    .map(([field]) => [field, values[field]]);
  return Object.fromEntries(kept) as Partial<Kept>;
}

export const writeDraft = (entry: string, values: RegistValues | undefined): void =>
  writeTab('regist', values && { entry, values: omitSecrets(values) });

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
