import {
  DeclareDraft,
  type DeclareField,
  type ExchangeKind,
  findDateFault,
  missingField,
} from '@cme/contract/credits';
import { valueError } from '@cme/ui/forms';
import { declareWords as words } from '../changecredits.words.ts';

export const stepNames = ['kind', 'form', 'files', 'confirm'] as const;
export type StepName = (typeof stepNames)[number];

export const parseStep = (text: string | null): StepName =>
  stepNames.find((stepName) => stepName === text) ?? 'kind';

export const createEmptyDraft = (year: number): DeclareDraft => ({
  year,
  kind_code: '',
  activity_name: '',
  activity_no: '',
  issuer: '',
  level: '',
  role_order: 0,
  start_on: '',
  end_on: '',
  quantity: 0,
  note: '',
  files: [],
});

/**
 * On a change of kind, common fields are kept; files and level are cleared, since they mean
 * something else.
 */
export const setKind = (draft: DeclareDraft, kindCode: string): DeclareDraft =>
  draft.kind_code === kindCode
    ? draft
    : { ...draft, kind_code: kindCode, level: '', role_order: 0, files: [] };

/** Whether the level requires this field, such as the author's position. */
export function hasField(kind: ExchangeKind, draft: DeclareDraft, key: DeclareField): boolean {
  if (key === 'level') return kind.levels.length > 0;
  if (key !== 'role_order') return true;
  return (kind.levels.find(({ code }) => code === draft.level)?.rates.length ?? 0) > 1;
}

export type FieldErrors = Partial<Record<string, string>>;

/** Numbers as they were typed, until they are read. */
export type TypedNumbers = Partial<Record<string, string>>;

/** The number in a typed text, or why there is none. */
export function readTyped(
  key: 'quantity' | 'role_order',
  text: string,
): { value: number; error?: string | undefined } {
  if (text.trim() === '') return { value: 0 };
  const { data, error } = DeclareDraft.shape[key].safeParse(text);
  return { value: data ?? 0, error: error?.issues[0]?.message };
}

const textKeys = ['activity_name', 'activity_no', 'issuer', 'note'] as const;
const numberKeys = ['quantity', 'role_order'] as const;

/** Validation errors of the form by field; the server validates again. */
export function findFieldErrors(
  kind: ExchangeKind,
  draft: DeclareDraft,
  typed: TypedNumbers,
  today: string,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const key of textKeys) {
    const fault = valueError(DeclareDraft.shape[key], draft[key]);
    if (fault) errors[key] = fault;
  }
  for (const key of numberKeys) {
    const { error } = readTyped(key, typed[key] ?? '');
    if (error && hasField(kind, draft, key)) errors[key] = error;
  }
  for (const { key, label, required } of kind.fields) {
    const field = key as DeclareField;
    if (required === 'Y' && hasField(kind, draft, field) && !draft[field])
      errors[key] ??= missingField(key, label);
  }
  const wrongDate = findDateFault(draft, today);
  if (wrongDate) errors[wrongDate.field] ??= wrongDate.message;
  return errors;
}

export const findMissingFile = (kind: ExchangeKind, draft: DeclareDraft): string | undefined => {
  const missingProof = kind.need_files.find(
    ({ key, required }) => required === 'Y' && !draft.files.some(({ need }) => need === key),
  );
  return missingProof && words.missingFile(missingProof.name);
};

/** The step that contains a field rejected by the server. */
export function findStepOfField(field: string): StepName {
  if (field === 'files') return 'files';
  return field === 'kind_code' || field === 'year' ? 'kind' : 'form';
}
