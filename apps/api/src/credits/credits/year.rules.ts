import { round } from './credits.rules.ts';
import type { CreditRecord, CreditRule } from './credits.store.ts';

export type CreditEntry = Pick<
  CreditRecord,
  'id' | 'kind' | 'subject_kind' | 'hours' | 'credits' | 'credit_type' | 'status'
>;
export type YearRule = Pick<
  CreditRule,
  'need_hours' | 'need_public' | 'need_pro' | 'need_credits' | 'kind_caps' | 'type_needs'
>;

export interface Requirement {
  key: string;
  name: string;
  unit: '学时' | '学分';
  need: number;
  got: number;
  pending: number;
  missing: number;
}

const sum = (rows: readonly CreditEntry[], field: 'hours' | 'credits') =>
  round(rows.reduce((total, row) => total + row[field], 0));
/** A reversed row appears twice in the ledger, once with each sign. */
const isGranted = ({ status }: CreditEntry) => status === 'granted' || status === 'reversed';

/** Evaluates a year's ledger against its rule. Hours and credits are added up separately; caps
 * apply to credits only. */
export function evaluate(rows: readonly CreditEntry[], rule: YearRule | undefined) {
  const granted = rows.filter(isGranted);
  const waiting = rows.filter(({ status }) => status === 'pending');
  const kinds = [...new Set(rows.map(({ kind }) => kind))].map((kind) =>
    kindSum(kind, granted, waiting, rule),
  );
  const got = {
    hours: sum(granted, 'hours'),
    credits: round(kinds.reduce((total, kind) => total + kind.credits, 0)),
  };
  const pending = {
    hours: sum(waiting, 'hours'),
    credits: round(kinds.reduce((total, kind) => total + kind.pending_credits, 0)),
  };
  const capped = {
    hours: 0,
    credits: round(kinds.reduce((total, kind) => total + kind.capped_credits, 0)),
  };
  const sumWaiting = (subject: string, from: readonly CreditEntry[]) =>
    sum(
      from.filter(({ subject_kind }) => subject_kind === subject),
      'hours',
    );
  const public_hours = sumWaiting('public', granted);
  const pro_hours = sumWaiting('pro', granted);
  const required = rule ?? {
    need_hours: 0,
    need_public: 0,
    need_pro: 0,
    need_credits: 0,
    type_needs: [],
  };
  const needs: Requirement[] = [
    toNeed(
      { key: 'hours', name: '总学时', unit: '学时' },
      { need: required.need_hours, got: got.hours, pending: pending.hours },
    ),
    toNeed(
      { key: 'public', name: '公需科目', unit: '学时' },
      { need: required.need_public, got: public_hours, pending: sumWaiting('public', waiting) },
    ),
    toNeed(
      { key: 'pro', name: '专业科目', unit: '学时' },
      { need: required.need_pro, got: pro_hours, pending: sumWaiting('pro', waiting) },
    ),
    toNeed(
      { key: 'credits', name: '学分', unit: '学分' },
      { need: required.need_credits, got: got.credits, pending: pending.credits },
    ),
    ...required.type_needs.map((typeNeed) => {
      const ofType = (from: readonly CreditEntry[]) =>
        sum(
          from.filter(({ credit_type }) => credit_type === typeNeed.credit_type),
          'credits',
        );
      return toNeed(
        { key: `type_${typeNeed.credit_type}`, name: typeNeed.name, unit: '学分' },
        { need: typeNeed.need, got: ofType(granted), pending: ofType(waiting) },
      );
    }),
  ].filter((item) => item.need > 0);
  return {
    got,
    pending,
    capped,
    public_hours,
    pro_hours,
    needs,
    kinds,
    year_status: getYearStatus(needs),
  };
}

export type Evaluation = ReturnType<typeof evaluate>;

function kindSum(
  kind: string,
  granted: readonly CreditEntry[],
  waiting: readonly CreditEntry[],
  rule: YearRule | undefined,
) {
  const grantedOfKind = granted.filter((row) => row.kind === kind);
  const total = sum(grantedOfKind, 'credits');
  const max_credits = rule?.kind_caps.find((cap) => cap.kind === kind)?.max_credits;
  const credits = max_credits === undefined ? total : Math.min(total, max_credits);
  const soon = sum(
    waiting.filter((row) => row.kind === kind),
    'credits',
  );
  const pending_credits =
    max_credits === undefined ? soon : Math.min(soon, round(max_credits - credits));
  return {
    kind,
    hours: sum(grantedOfKind, 'hours'),
    credits,
    max_credits,
    capped_credits: round(total - credits),
    pending_credits,
  };
}

const toNeed = (
  what: Pick<Requirement, 'key' | 'name' | 'unit'>,
  figures: Pick<Requirement, 'need' | 'got' | 'pending'>,
): Requirement => ({
  ...what,
  ...figures,
  missing: Math.max(0, round(figures.need - figures.got)),
});

/** A year without requirements is not met: it gets no certificate. */
function getYearStatus(needs: readonly Requirement[]): 'unmet' | 'met_with_pending' | 'met' {
  if (needs.length === 0) return 'unmet';
  if (needs.every(({ missing }) => missing === 0)) return 'met';
  return needs.every(({ missing, pending }) => pending >= missing) ? 'met_with_pending' : 'unmet';
}

/** The amount of each row above its kind's cap, rows in order of their grant. */
export function cappedRows(
  rows: readonly CreditEntry[],
  rule: YearRule | undefined,
): Map<string, { over: number; max: number }> {
  const capped = new Map<string, { over: number; max: number }>();
  for (const { kind, max_credits } of rule?.kind_caps ?? []) {
    let total = 0;
    for (const row of rows.filter((row) => row.kind === kind && row.status === 'granted')) {
      total += row.credits;
      const over = round(Math.min(row.credits, total - max_credits));
      if (over > 0) capped.set(row.id, { over, max: max_credits });
    }
  }
  return capped;
}
