import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { yearStart } from '../../../platform/http/format-time.ts';
import { readCourseFacts } from '../../../content/catalogue/catalogue.store.ts';
import { runInTurn } from '../../../platform/locks/run-in-turn.ts';
import { findUser } from '../../../person/identity/user.store.ts';
import { lockLedger } from '../../credits/credits.store.ts';
import type { Evaluation } from '../../credits/year.rules.ts';
import { completedBetween } from '../../../study/learning/learning.store.ts';
import { type Certificate, readCertificates, findByHolder } from '../certificate.store.ts';
import { explainNoIssuer, requireIssuer } from './require-issuer.ts';
import { evaluateYear, type Holder, issueAnnual, noLongerMet } from './of-year.action.ts';

interface Check {
  name: string;
  met: 'Y' | 'N';
  note: string;
}

/** Conditions of an annual certificate: every requirement by granted rows alone, and a verified
 * identity. */
function checkAnnualConditions({ needs }: Evaluation, verifyStatus: string): Check[] {
  const checks = needs.map(({ name, unit, need, got, missing, pending }): Check => ({
    name,
    met: missing === 0 ? 'Y' : 'N',
    note:
      missing === 0
        ? `需${need}${unit}，已授予${got}${unit}`
        : `需${need}${unit}，已授予${got}${unit}，还差${missing}${unit}${pending > 0 ? `，另有${pending}${unit}待审核` : ''}`,
  }));
  if (needs.length === 0)
    checks.push({ name: '年度要求', met: 'N', note: '本年度的继续教育要求尚未公布' });
  const isVerified = verifyStatus === 'verified';
  return [
    ...checks,
    {
      name: '实名认证',
      met: isVerified ? 'Y' : 'N',
      note: isVerified
        ? '姓名和证件号码已核验'
        : '姓名和证件号码尚未核验，请在账号设置中完成实名认证',
    },
  ];
}

const isCertified = (row: Certificate | undefined) =>
  row !== undefined && !(row.cert_status === 'revoked' && row.reason === noLongerMet);

export async function readEligibility(db: Db, holder: Holder, year: number) {
  const evaluation = await evaluateYear(db, holder, year);
  const lacking = await explainNoIssuer(db, holder.site_id);
  const checks = [
    ...checkAnnualConditions(evaluation, (await findUser(db, holder.user_id))?.verify_status ?? ''),
    ...(lacking ? [{ name: '发证单位', met: 'N' as const, note: lacking }] : []),
  ];
  const existing = await findByHolder(db, holder.user_id, 'annual', String(year));
  const can_apply: 'Y' | 'N' =
    !isCertified(existing) && checks.every(({ met }) => met === 'Y') ? 'Y' : 'N';
  return {
    year,
    annual: { can_apply, cert_no: isCertified(existing) ? (existing?.cert_no ?? '') : '', checks },
    courses: await coursesWithout(db, holder.user_id, year),
  };
}

/** Completed courses of a year without a certificate. */
async function coursesWithout(db: Db, userId: string, year: number) {
  const done = await completedBetween(db, userId, yearStart(year), yearStart(year + 1));
  const certifiedIds = new Set(
    (await readCertificates(db, userId)).map(({ source_id }) => source_id),
  );
  const courseFacts = await readCourseFacts(
    db,
    done.map(({ content_id }) => content_id),
  );
  return done
    .filter(({ learning_id }) => !certifiedIds.has(learning_id))
    .flatMap(({ learning_id, content_id }) => {
      const course = courseFacts.get(content_id);
      return course && course.hours + course.credits > 0
        ? [{ learning_id, title: course.title, hours: course.hours, credits: course.credits }]
        : [];
    });
}

/** Issues the annual certificate if all conditions are met; idempotent. */
export function applyForYear(
  db: Db,
  holder: Holder,
  year: number,
  now: Date,
): Promise<Certificate> {
  return runInTurn(`certificate ${holder.user_id}`, () =>
    db.transaction(async (tx) => {
      await lockLedger(tx, holder.user_id);
      const existing = await findByHolder(tx, holder.user_id, 'annual', String(year));
      if (existing && isCertified(existing)) return existing;
      const evaluation = await evaluateYear(tx, holder, year);
      const unmet = checkAnnualConditions(
        evaluation,
        (await findUser(tx, holder.user_id))?.verify_status ?? '',
      ).filter(({ met }) => met === 'N');
      if (unmet.length > 0) {
        const missing = unmet.map(({ name, note }) => `${name}：${note}`);
        throw new RefusalError(400, `尚不符合申请条件。${missing.join('；')}`, 'cert_unmet', {
          missing,
        });
      }
      await requireIssuer(tx, holder.site_id);
      return issueAnnual(tx, holder, year, evaluation, now);
    }),
  );
}
