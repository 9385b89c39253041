import { round } from './credits.rules.ts';
import type { CreditRule } from './credits.store.ts';
import type { WaiverKind } from './credits.tables.ts';

export const waiverNames: Readonly<Record<WaiverKind, string>> = {
  maternity: '产假',
  illness: '病假',
  abroad: '出国（境）',
  aid: '援派',
  other: '其他',
};

/** The rest of a rule after a waiver. */
export function applyWaiver<Rule extends CreditRule>(rule: Rule, percent: number): Rule {
  const left = (need: number) => round((need * (100 - percent)) / 100);
  return {
    ...rule,
    need_hours: left(rule.need_hours),
    need_public: left(rule.need_public),
    need_pro: left(rule.need_pro),
    need_credits: left(rule.need_credits),
    type_needs: rule.type_needs.map((need) => ({ ...need, need: left(need.need) })),
  };
}

const dayMs = 86_400_000;

/** Last day of an annual requirement, and of its grace period, as `YYYY-MM-DD`. */
export function computeDueDays(
  year: number,
  { due_day, grace_days }: Pick<CreditRule, 'due_day' | 'grace_days'>,
): { due_on: string; grace_until: string } {
  const due_on = `${year}-${due_day}`;
  const end = new Date(Date.parse(`${due_on}T00:00:00Z`) + grace_days * dayMs);
  return { due_on, grace_until: end.toISOString().slice(0, 10) };
}

export type DueStatus = 'met' | 'waived' | 'open' | 'grace' | 'over';

const names: Readonly<Record<DueStatus, string>> = {
  met: '已达标',
  waived: '已减免',
  open: '未到期',
  grace: '宽限期内',
  over: '已逾期',
};

/** A person's status relative to a year's last day. `today` is a date in Shanghai. */
export function dueStatus(
  { due_on, grace_until }: { due_on: string; grace_until: string },
  { isMet, isWaived, today }: { isMet: boolean; isWaived: boolean; today: string },
): { due_status: DueStatus; due_status_name: string } {
  const status = (dueStatus: DueStatus) => ({
    due_status: dueStatus,
    due_status_name: names[dueStatus],
  });
  if (isWaived) return status('waived');
  if (isMet) return status('met');
  if (today <= due_on) return status('open');
  return status(today <= grace_until ? 'grace' : 'over');
}
