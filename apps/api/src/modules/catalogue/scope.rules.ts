import { Refusal } from '../../http/refusal.ts';

/** For whom something is: who fits every list. An absent or empty list admits everybody. */
export interface Scope {
  levels?: string[];
  series?: string[];
  /** Codes of GB/T 2260: a province's includes its cities and counties. */
  areas?: string[];
  /** Ids of units. */
  units?: string[];
}

/** What a scope judges by. */
export interface Scoped {
  level: string;
  series_code: string;
  area_id: string;
  /** The unit that they are in; none while they only ask one. */
  unit_id?: string | null;
}

const fields = {
  levels: 'level',
  series: 'series_code',
  areas: 'area_id',
  units: 'unit_id',
} as const;
type ScopeList = keyof typeof fields;
export type ScopeField = (typeof fields)[ScopeList];

/** `missing`: the person's profile does not say; which field it is. */
export type Verdict = { state: 'in' } | { state: 'out' } | { state: 'missing'; field: ScopeField };

/** The part of an area's code that counts: `330000` is all of 33. */
const prefixOf = (code: string) => code.replace(/(00){1,2}$/, '');

const fits: Record<ScopeList, (allowed: string, own: string) => boolean> = {
  levels: (allowed, own) => allowed === own,
  series: (allowed, own) => allowed === own,
  areas: (allowed, own) => own.startsWith(prefixOf(allowed)),
  units: (allowed, own) => allowed === own,
};

/** Whether something is for this person. What they certainly do not fit decides before what they
 * have not told. */
export function judgeScope(scope: Scope, person: Scoped): Verdict {
  const lists = (Object.keys(fields) as ScopeList[]).filter((list) => scope[list]?.length);
  const own = (list: ScopeList) => person[fields[list]] ?? '';
  const misfit = lists.some(
    (list) => own(list) !== '' && !scope[list]?.some((allowed) => fits[list](allowed, own(list))),
  );
  if (misfit) return { state: 'out' };
  const unknown = lists.find((list) => own(list) === '');
  return unknown ? { state: 'missing', field: fields[unknown] } : { state: 'in' };
}

export const isInScope = (scope: Scope, person: Scoped): boolean =>
  judgeScope(scope, person).state === 'in';

/** How narrow a scope is: of two that fit, the narrower one is meant. A unit says more than an
 * area, that more than a level, that more than a series. */
export const narrowness = ({ units, areas, levels, series }: Scope): number =>
  (units?.length ? 1_000_000 : 0) +
  (areas?.length ? 10_000 * Math.min(...areas.map((code) => prefixOf(code).length)) : 0) +
  (levels?.length ? 100 : 0) +
  (series?.length ? 1 : 0);

export const fieldNames: Record<ScopeField, string> = {
  level: '专业级别',
  series_code: '专业系列',
  area_id: '所在地区',
  unit_id: '工作单位',
};

export const notInScope = '您不在本次培训范围内';
export const toComplete = (field: ScopeField) => `请先在账号设置中完善“${fieldNames[field]}”`;

/** Why something is not for this person; nothing when it is. */
export function scopeRefusal(scope: Scope, person: Scoped): Refusal | undefined {
  const verdict = judgeScope(scope, person);
  if (verdict.state === 'in') return undefined;
  if (verdict.state === 'out') return new Refusal(400, notInScope, 'not_in_scope');
  const { field } = verdict;
  return new Refusal(400, toComplete(field), 'profile_incomplete', { field });
}
