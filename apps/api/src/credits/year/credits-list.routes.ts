import { creditsApply, creditsList, type CreditRow, creditsSummary } from '@cme/contract/credits';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { readCertificates } from '../certificate/certificate.store.ts';
import { applyForCredits } from '../certificate/issuing/apply.action.ts';
import { requireConsent } from '../../person/identity/consent/consent.store.ts';
import { sourceNames, statusNames } from '../credits/credits.rules.ts';
import { type CreditRecord, pageOfRecords, readYear } from '../credits/credits.store.ts';
import { ruleFor } from '../credits/credit-rule.store.ts';
import { readCreditsSummary } from './credits-summary.view.ts';
import { cappedRows } from '../credits/year.rules.ts';

export function registerMyCredits(app: FastifyInstance, context: AppContext): void {
  answer(app, context, creditsSummary, ({ body, site, person, db }) =>
    readCreditsSummary(db, site.site_id, person.user_id, body.year, context.now()),
  );
  answer(app, context, creditsList, async ({ body, site, person, db }) => {
    const { year, page, page_size } = body;
    const { list, total } = await pageOfRecords(db, person.user_id, year, page, page_size);
    return {
      list: await readCreditRows(db, site.site_id, person.user_id, list),
      total,
      page,
      page_size,
    };
  });
  answer(app, context, creditsApply, async ({ body, site, person, db }) => {
    await requireConsent(db, person.user_id, 'identity');
    const record = await applyForCredits(db, person.user_id, body.learning_id, context.now());
    const [row] = await readCreditRows(db, site.site_id, person.user_id, [record]);
    if (!row) throw new Error('the view of a ledger row is missing');
    return row;
  });
}

/** Ledger rows for a page, with the amounts that do not count. */
async function readCreditRows(
  db: Db,
  siteId: string,
  userId: string,
  records: readonly CreditRecord[],
): Promise<CreditRow[]> {
  const capped = new Map<string, { over: number; max: number }>();
  for (const year of new Set(records.map((record) => record.year))) {
    const rule = await ruleFor(db, siteId, userId, year);
    for (const [id, cap] of cappedRows((await readYear(db, userId, year)).toReversed(), rule))
      capped.set(id, cap);
  }
  const replacements = new Map(
    (await readCertificates(db, userId))
      .filter(({ replaced_by }) => replaced_by !== '')
      .map(({ cert_no, replaced_by }) => [cert_no, replaced_by]),
  );
  return records.map((record) => ({
    ...toCreditRow(record, capped.get(record.id)),
    cert_no: getReplacement(replacements, record.cert_no),
  }));
}

/** The ledger contains the number at the grant; the page shows the valid one. */
const getReplacement = (replacements: ReadonlyMap<string, string>, certNo: string): string => {
  const replacement = replacements.get(certNo);
  return replacement === undefined ? certNo : getReplacement(replacements, replacement);
};

function toCreditRow(
  record: CreditRecord,
  cap: { over: number; max: number } | undefined,
): CreditRow {
  const {
    id,
    year,
    title,
    subject_kind,
    source_type,
    hours,
    credits,
    credit_type,
    project_no,
    status,
    granted_at,
    cert_no,
    reason,
  } = record;
  const note = cap ? `本类学分每年最多计${cap.max}分，其中${cap.over}分不计入` : reason;
  return {
    id,
    year,
    title,
    subject_kind,
    source_type,
    source_name: sourceNames[source_type] ?? '',
    hours,
    credits,
    credit_type,
    project_no,
    status,
    status_name: statusNames[status] ?? '',
    granted_at: granted_at ? formatTime(granted_at) : '',
    cert_no,
    note,
    ...(source_type === 'exchange' ? { declare_no: record.source_id } : {}),
  };
}
