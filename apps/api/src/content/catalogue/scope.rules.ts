import { RefusalError } from '../../platform/http/refusal.ts';

/** The scope of an item: people who match every list. An absent or empty list means no
 * restriction. */
export interface Scope {
  levels?: string[];
  series?: string[];
  /** GB/T 2260 codes: a province includes its cities and counties. */
  areas?: string[];
  /** Unit ids: each includes the units below it. */
  units?: string[];
}

/** The attributes of a person that a scope uses. */
export interface Scoped {
  level: string;
  series_code: string;
  area_id: string;
  /** The person's unit and all its ancestors, own first; empty while they have only applied. */
  unit_ids: readonly string[];
  /** The fields that somebody has verified: the unit, if somebody has decided about the membership. */
  verified: readonly ScopeField[];
}

const fields = {
  levels: 'level',
  series: 'series_code',
  areas: 'area_id',
  units: 'unit_id',
} as const;
type ScopeList = keyof typeof fields;
export type ScopeField = (typeof fields)[ScopeList];
/** Fields that the person enters. */
export type FactField = Exclude<ScopeField, 'unit_id'>;

/** `missing`: the profile lacks this field. `unverified`: the person says that they fit, and nobody
 * has verified these fields. */
export type Verdict =
  | { state: 'in' }
  | { state: 'out' }
  | { state: 'missing'; field: ScopeField }
  | { state: 'unverified'; fields: ScopeField[] };

/** The significant part of an area code: `330000` is all of 33. */
const trimAreaCode = (code: string) => code.replace(/(00){1,2}$/, '');

const fits: Record<ScopeList, (allowed: string, person: Scoped) => boolean> = {
  levels: (allowed, { level }) => allowed === level,
  series: (allowed, { series_code }) => allowed === series_code,
  areas: (allowed, { area_id }) => area_id.startsWith(trimAreaCode(allowed)),
  units: (allowed, { unit_ids }) => unit_ids.includes(allowed),
};

const isTold: Record<ScopeList, (person: Scoped) => boolean> = {
  levels: ({ level }) => level !== '',
  series: ({ series_code }) => series_code !== '',
  areas: ({ area_id }) => area_id !== '',
  units: ({ unit_ids }) => unit_ids.length > 0,
};

/** Whether an item is open to this person. A definite mismatch takes precedence over missing
 * fields. */
export function judgeScope(scope: Scope, person: Scoped): Verdict {
  const lists = (Object.keys(fields) as ScopeList[]).filter((list) => scope[list]?.length);
  const misfit = lists.some(
    (list) => isTold[list](person) && !scope[list]?.some((allowed) => fits[list](allowed, person)),
  );
  if (misfit) return { state: 'out' };
  const unknown = lists.find((list) => !isTold[list](person));
  if (unknown) return { state: 'missing', field: fields[unknown] };
  const unverified = lists
    .map((list) => fields[list])
    .filter((field) => !person.verified.includes(field));
  return unverified.length > 0 ? { state: 'unverified', fields: unverified } : { state: 'in' };
}

/** Whether a person fits by what they have entered, verified or not. */
export const fitsScope = (scope: Scope, person: Scoped): boolean =>
  ['in', 'unverified'].includes(judgeScope(scope, person).state);

/** Specificity of a matching scope: of two, the more specific applies. A unit is more specific than
 * an area, that than a level, that than a series; own unit and county more than their
 * ancestors. */
export function narrowness({ units = [], areas = [], levels, series }: Scope, person: Scoped) {
  const steps = units.map((id) => person.unit_ids.indexOf(id)).filter((step) => step >= 0);
  const digits = areas
    .filter((code) => fits.areas(code, person))
    .map((code) => trimAreaCode(code).length);
  return (
    (steps.length > 0 ? 1_000_000 * (1000 - Math.min(...steps)) : 0) +
    10_000 * Math.max(0, ...digits) +
    (levels?.length ? 100 : 0) +
    (series?.length ? 1 : 0)
  );
}

export const fieldNames: Record<ScopeField, string> = {
  level: '专业级别',
  series_code: '专业系列',
  area_id: '所在地区',
  unit_id: '工作单位',
};

export const notInScope = '您不在本次培训范围内';
export const toComplete = (field: ScopeField) => `请先在账号设置中完善“${fieldNames[field]}”`;

/** 专业级别、专业系列 */
export const formatScopeFields = (list: readonly ScopeField[]) =>
  list.map((field) => `“${fieldNames[field]}”`).join('、');

/** What a person does to get facts verified: the unit decides about its membership. */
export const wayToVerify = (list: readonly ScopeField[]) => {
  const proofs = list.some((field) => field !== 'unit_id') ? ['的“职称与岗位”提交证明'] : [];
  const unit = list.includes('unit_id') ? ['向该单位提交加入申请'] : [];
  return `请在账号设置${[...proofs, ...unit].join('，并')}`;
};

export const unverifiedRefusal = (list: readonly ScopeField[]) =>
  new RefusalError(
    400,
    `您填报的${formatScopeFields(list)}尚未核实，${wayToVerify(list)}，核实后再办理`,
    'fact_unverified',
    { field: list[0] ?? '' },
  );

/** The reason why an item is not open to this person; empty if it is. */
export function scopeRefusal(scope: Scope, person: Scoped): RefusalError | undefined {
  const verdict = judgeScope(scope, person);
  if (verdict.state === 'in') return undefined;
  if (verdict.state === 'out') return new RefusalError(400, notInScope, 'not_in_scope');
  if (verdict.state === 'unverified') return unverifiedRefusal(verdict.fields);
  const { field } = verdict;
  return new RefusalError(400, toComplete(field), 'profile_incomplete', { field });
}
