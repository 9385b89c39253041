import { certificateDetail, certificateList, certificateVerify } from '@cme/contract/credits';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { round } from '../credits/credits.rules.ts';
import { readGrantedIn, readLedgerYears } from '../credits/credits.store.ts';
import { getSites } from '../../platform/sites/site.cache.ts';
import { readCertificateDetail, toCertificateRow } from './certificate.view.ts';
import { readCertificates } from './certificate.store.ts';
import { findOwnCertificate } from './own-certificate.ts';
import { verify } from './verify.action.ts';

export function registerCertificate(app: FastifyInstance, context: AppContext): void {
  answer(app, context, certificateList, async ({ body, person, db }) => ({
    years: await readYearsWith(db, person.user_id),
    list: (await readCertificates(db, person.user_id, body.year)).map(toCertificateRow),
  }));
  answer(app, context, certificateDetail, async ({ body, person, db }) =>
    readCertificateDetail(
      context,
      db,
      await getSites(context),
      await findOwnCertificate(db, person.user_id, body.cert_no),
    ),
  );
  answer(
    app,
    context,
    certificateVerify,
    (callRequest) =>
      verify(context, callRequest.db, callRequest.site, callRequest.body, callRequest),
    { anySite: true },
  );
}

/** All years with a certificate or a grant, newest first, with the granted amounts. */
async function readYearsWith(db: Db, userId: string) {
  const certificates = await readCertificates(db, userId);
  const years = [
    ...new Set([...certificates.map(({ year }) => year), ...(await readLedgerYears(db, userId))]),
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
