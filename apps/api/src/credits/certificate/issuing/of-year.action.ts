import type { Db } from '../../../platform/database/database.ts';
import { readYear } from '../../credits/credits.store.ts';
import { ruleFor } from '../../credits/credit-rule.store.ts';
import { evaluate, type Evaluation } from '../../credits/year.rules.ts';
import type { Certificate } from '../certificate.store.ts';
import { findByHolder, findIssuer } from '../certificate.store.ts';
import { issue } from './issue.action.ts';
import { revokeYear } from './revoke.action.ts';

export interface Holder {
  site_id: string;
  user_id: string;
}

/** Reason of a revocation because a correction left the year short; such a certificate can be
 * earned again. */
export const noLongerMet = '年度学时学分更正后不再达标';

export async function evaluateYear(
  db: Db,
  { site_id, user_id }: Holder,
  year: number,
): Promise<Evaluation> {
  return evaluate(await readYear(db, user_id, year), await ruleFor(db, site_id, user_id, year));
}

const isMet = ({ needs }: Evaluation, key: string) =>
  needs.some((need) => need.key === key && need.missing === 0);
const mayRepeat = (row: Certificate | undefined) =>
  row?.cert_status === 'revoked' && row.reason === noLongerMet;

/** Issues the annual certificate. The caller has locked the learner's ledger and checked the
 * conditions. */
export async function issueAnnual(
  tx: Db,
  holder: Holder,
  year: number,
  evaluation: Evaluation,
  now: Date,
): Promise<Certificate> {
  const before = await findByHolder(tx, holder.user_id, 'annual', String(year));
  const { got, public_hours, pro_hours } = evaluation;
  return issue(
    tx,
    {
      ...holder,
      kind: 'annual',
      source_id: String(year),
      year,
      title: `${year}年度合格证书`,
      ...got,
      credit_type: '',
      again: mayRepeat(before),
      statement: `于${year}年度参加专业技术人员继续教育，完成公需科目${public_hours}学时、专业科目${pro_hours}学时，共${got.hours}学时，获得${got.credits}学分，达到本年度继续教育要求，考核合格。`,
      rows: [
        { name: '年度', value: `${year}年` },
        { name: '公需科目', value: `${public_hours}学时` },
        { name: '专业科目', value: `${pro_hours}学时` },
        { name: '总学时', value: `${got.hours}学时` },
        { name: '学分', value: `${got.credits}分` },
        { name: '结论', value: '合格' },
      ],
    },
    now,
  );
}

/** Issues the certificate of a year's public subjects as soon as their hours are granted. Requires
 * the lock on the learner's ledger. */
export async function issueWhenPublicMet(
  tx: Db,
  holder: Holder,
  year: number,
  now: Date,
): Promise<Certificate | undefined> {
  const evaluation = await evaluateYear(tx, holder, year);
  if (!isMet(evaluation, 'public') || !(await findIssuer(tx, holder.site_id))) return undefined;
  const rows = (await readYear(tx, holder.user_id, year)).filter(
    (row) => row.subject_kind === 'public' && row.status === 'granted',
  );
  const credits = Math.round(rows.reduce((sum, row) => sum + row.credits, 0) * 100) / 100;
  const topics = [
    ...new Set(
      rows
        .filter(({ source_type }) => source_type !== 'reversal')
        .map(({ title }) => `《${title}》`),
    ),
  ];
  const before = await findByHolder(tx, holder.user_id, 'public_need', String(year));
  return issue(
    tx,
    {
      ...holder,
      kind: 'public_need',
      source_id: String(year),
      year,
      title: `${year}年度公需科目合格证`,
      hours: evaluation.public_hours,
      credits,
      credit_type: '',
      again: mayRepeat(before),
      statement: `于${year}年度参加专业技术人员继续教育公需科目学习，完成${topics.slice(0, 4).join('')}${topics.length > 4 ? `等${topics.length}门课程` : ''}，共${evaluation.public_hours}学时，考核合格。`,
      rows: [
        { name: '年度', value: `${year}年` },
        { name: '公需科目', value: `${evaluation.public_hours}学时` },
        { name: '结论', value: '合格' },
      ],
    },
    now,
  );
}

/** After a correction of the ledger: revokes annual certificates that are no longer covered. */
export async function revokeUnmet(tx: Db, holder: Holder, year: number, now: Date): Promise<void> {
  const evaluation = await evaluateYear(tx, holder, year);
  if (evaluation.year_status !== 'met')
    await revokeYear(tx, { userId: holder.user_id, year, kinds: ['annual'] }, noLongerMet, now);
  if (!isMet(evaluation, 'public'))
    await revokeYear(
      tx,
      { userId: holder.user_id, year, kinds: ['public_need'] },
      noLongerMet,
      now,
    );
}
