import {
  certificateApply,
  certificateDetail,
  certificateDownload,
  certificateEligibility,
  certificateList,
  certificateVerify,
} from '@cme/contract/credits';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { requireConsent } from '../../person/identity/consent/consent.store.ts';
import { applyForCredits } from './issuing/apply.action.ts';
import { round } from '../credits/credits.rules.ts';
import { readGrantedIn, yearsOf } from '../credits/credits.store.ts';
import { sitesOf } from '../../platform/sites/site.cache.ts';
import { detailOf, rowOf } from './certificate.view.ts';
import { registerBadges } from './badge/badge.routes.ts';
import {
  type Certificate,
  certificatesOf,
  findCertificate,
  findByHolder,
} from './certificate.store.ts';
import { applyForYear, eligibilityOf } from './issuing/eligibility.action.ts';
import { fileOf, registerFiles } from './print/files.routes.ts';
import { verify } from './verify.action.ts';

export function registerCertificate(app: FastifyInstance, context: AppContext): void {
  const thisYear = () => Number(formatDay(context.now()).slice(0, 4));
  answer(app, context, certificateList, async ({ body, person, db }) => ({
    years: await readYearsWith(db, person.user_id),
    list: (await certificatesOf(db, person.user_id, body.year)).map(rowOf),
  }));
  answer(app, context, certificateEligibility, ({ body, person, db }) =>
    eligibilityOf(db, person, body.year ?? thisYear()),
  );
  answer(app, context, certificateApply, async ({ body, person, db }) => {
    await requireConsent(db, person.user_id, 'identity');
    const { learning_id, year } = body;
    if (learning_id !== undefined) {
      const { cert_no } = await applyForCredits(db, person.user_id, learning_id, context.now());
      return rowOf(
        (await findByHolder(db, person.user_id, 'course_credit', learning_id)) ??
          (await findOwnCertificate(db, person.user_id, cert_no)),
      );
    }
    if (year === undefined) throw new Refusal(400, '请选择要申请的年度或课程', 'bad_request');
    return rowOf(await applyForYear(db, person, year, context.now()));
  });
  answer(app, context, certificateDetail, async ({ body, person, db }) =>
    detailOf(
      context,
      db,
      await sitesOf(context),
      await findOwnCertificate(db, person.user_id, body.cert_no),
    ),
  );
  answer(app, context, certificateDownload, async ({ body, person, db }) => {
    const row = await findOwnCertificate(db, person.user_id, body.cert_no);
    if (row.cert_status !== 'issued')
      throw new Refusal(400, '证书不在有效状态，不能下载', 'cert_unmet');
    return fileOf(context, row, body.format);
  });
  answer(
    app,
    context,
    certificateVerify,
    (ask) => verify(context, ask.db, ask.site, ask.body, ask),
    { anySite: true },
  );
  registerFiles(app, context);
  registerBadges(app, context);
}

async function findOwnCertificate(db: Db, userId: string, certNo: string): Promise<Certificate> {
  const row = await findCertificate(db, certNo);
  if (!row || row.user_id !== userId) throw new Refusal(404, '没有找到这张证书', 'cert_not_found');
  return row;
}

/** All years with a certificate or a grant, newest first, with the granted amounts. */
async function readYearsWith(db: Db, userId: string) {
  const certificates = await certificatesOf(db, userId);
  const years = [
    ...new Set([...certificates.map(({ year }) => year), ...(await yearsOf(db, userId))]),
  ].toSorted((a, b) => b - a);
  const rows = [];
  for (const year of years) {
    const { hours, credits } = await readGrantedIn(db, userId, year);
    rows.push({
      year,
      hours: round(hours),
      credits: round(credits),
      count: certificates.filter((row) => row.year === year).length,
    });
  }
  return rows;
}
