import { certificateApply, certificateEligibility } from '@cme/contract/credits';
import type { FastifyInstance } from 'fastify';
import { requireConsent } from '../../../person/identity/consent/consent.store.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { answer } from '../../../platform/http/answer.ts';
import { formatDay } from '../../../platform/http/format-time.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { findByHolder } from '../certificate.store.ts';
import { toCertificateRow } from '../certificate.view.ts';
import { findOwnCertificate } from '../own-certificate.ts';
import { applyForCredits } from './apply.action.ts';
import { applyForYear, readEligibility } from './eligibility.action.ts';

export function registerCertificateApplications(app: FastifyInstance, context: AppContext): void {
  const thisYear = () => Number(formatDay(context.now()).slice(0, 4));
  answer(app, context, certificateEligibility, ({ body, person, db }) =>
    readEligibility(db, person, body.year ?? thisYear()),
  );
  answer(app, context, certificateApply, async ({ body, person, db }) => {
    await requireConsent(db, person.user_id, 'identity');
    const { learning_id, year } = body;
    if (learning_id !== undefined) {
      const { cert_no } = await applyForCredits(db, person.user_id, learning_id, context.now());
      return toCertificateRow(
        (await findByHolder(db, person.user_id, 'course_credit', learning_id)) ??
          (await findOwnCertificate(db, person.user_id, cert_no)),
      );
    }
    if (year === undefined) throw new RefusalError(400, '请选择要申请的年度或课程', 'bad_request');
    return toCertificateRow(await applyForYear(db, person, year, context.now()));
  });
}
