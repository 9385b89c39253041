import type { Db } from '../../../platform/database/database.ts';
import { formatDay } from '../../../platform/http/format-time.ts';
import { type Content, readContent } from '../../../content/catalogue/catalogue.store.ts';
import { isBundle } from '../../../content/catalogue/package.rules.ts';
import { findIssuer } from '../certificate.store.ts';
import { type Completed, issueCourse } from './of-course.action.ts';
import { issueWhenPublicMet } from './of-year.action.ts';
import { toCreditKind } from '../../credits/credits.rules.ts';
import {
  addRecord,
  type CreditRecord,
  findGrant,
  findOtherGrant,
  lockLedger,
  reversedAt,
  type Source,
} from '../../credits/credits.store.ts';

/** Grants the credits of a completed enrolment once, with its certificate; undefined if the course
 * has neither hours nor credits. Reversed credits are granted again only after a new completion.
 * The year is that of completion. Requires a transaction that has locked the enrolment. */
export async function grant(
  tx: Db,
  learning: Completed & Source,
  now: Date,
): Promise<CreditRecord | undefined> {
  await lockLedger(tx, learning.user_id);
  const existing = await findGrant(tx, learning);
  const isAgain = existing !== undefined && (await isRedone(tx, existing, learning));
  if (existing && !isAgain) return existing;
  const course = await readContent(tx, learning.content_id);
  if (!course || !givesCredits(course)) return undefined;
  const year = Number(formatDay(learning.completed_at ?? now).slice(0, 4));
  // Joined again within the year: the course counts once.
  const other = await findOtherGrant(tx, learning, year);
  if (other) return other;
  const { site_id, user_id, content_id, cycle } = learning;
  // Without an issuer the learner keeps the credits and applies for the certificate later.
  const issued = (await findIssuer(tx, site_id))
    ? await issueCourse(tx, learning, course, now, isAgain)
    : undefined;
  const {
    subject_kind,
    hours,
    credits,
    credit_type,
    project_level,
    project_no,
    title,
    source_unit,
  } = course;
  const record = await addRecord(tx, {
    site_id,
    user_id,
    year,
    subject_kind,
    kind: toCreditKind(course),
    hours,
    credits,
    credit_type,
    project_level,
    source_type: 'course',
    source_id: content_id,
    cycle,
    edition: (existing?.edition ?? 0) + 1,
    title,
    project_no,
    issuer: source_unit,
    status: 'granted',
    created_at: now,
    granted_at: now,
    cert_no: issued?.cert_no ?? '',
  });
  if (subject_kind === 'public') await issueWhenPublicMet(tx, { site_id, user_id }, year, now);
  return record;
}

/** A package grants the credits of its courses and none of its own. */
export const givesCredits = ({
  content_type,
  hours,
  credits,
}: Pick<Content, 'content_type' | 'hours' | 'credits'>): boolean =>
  !isBundle(content_type) && (hours > 0 || credits > 0);

async function isRedone(tx: Db, row: CreditRecord, { completed_at }: Completed): Promise<boolean> {
  const revoked = row.status === 'reversed' ? await reversedAt(tx, row) : undefined;
  return revoked !== undefined && completed_at !== null && completed_at > revoked;
}
