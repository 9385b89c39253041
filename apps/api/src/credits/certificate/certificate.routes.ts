import { certificateDetail, certificateList, certificateVerify } from '@cme/contract/credits';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { round } from '../credits/credits.rules.ts';
import { readGrantedIn, yearsOf } from '../credits/credits.store.ts';
import { sitesOf } from '../../platform/sites/site.cache.ts';
import { detailOf, rowOf } from './certificate.view.ts';
import { certificatesOf } from './certificate.store.ts';
import { findOwnCertificate } from './own-certificate.ts';
import { verify } from './verify.action.ts';

export function registerCertificate(app: FastifyInstance, context: AppContext): void {
  answer(app, context, certificateList, async ({ body, person, db }) => ({
    years: await readYearsWith(db, person.user_id),
    list: (await certificatesOf(db, person.user_id, body.year)).map(rowOf),
  }));
  answer(app, context, certificateDetail, async ({ body, person, db }) =>
    detailOf(
      context,
      db,
      await sitesOf(context),
      await findOwnCertificate(db, person.user_id, body.cert_no),
    ),
  );
  answer(
    app,
    context,
    certificateVerify,
    (ask) => verify(context, ask.db, ask.site, ask.body, ask),
    { anySite: true },
  );
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
