import { levels, series } from '@cme/contract/base';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { missingGlyphs } from '../../../platform/printing/fonts.ts';
import { formatDay } from '../../../platform/http/format-time.ts';
import type { FactField } from '../../../content/catalogue/scope.rules.ts';
import { findScoped } from '../../../content/catalogue/scope.store.ts';
import { insertMessages } from '../../../person/message/message.store.ts';
import { readSites } from '../../../platform/sites/site.store.ts';
import { canonical, hashSha256 } from '../canonical.ts';
import {
  type Certificate,
  findByHolder,
  insertCertificate,
  findIssuer,
  nextNumber,
  updateCertificate,
} from '../certificate.store.ts';
import { type Actor, system } from '../../../platform/state-log/state-log.store.ts';
import { readCurrentVersion } from '../template.store.ts';
import { type CertKind, kindNames, type Snapshot } from '../certificate.rules.ts';

export interface CertificateToIssue {
  site_id: string;
  user_id: string;
  kind: CertKind;
  source_id: string;
  year: number;
  /** The subject, as shown in lists. */
  title: string;
  /** The sentence below the name. */
  statement: string;
  rows: { name: string; value: string }[];
  hours: number;
  credits: number;
  credit_type: string;
  /** The certificate that this one replaces. */
  replaces?: Certificate | undefined;
  /** Issue again although one exists. */
  again?: boolean;
  /** Reason for waiting; without one it is issued at once. */
  review?: string;
}

const findOptionName = (options: readonly { code: string; name: string }[], code: string) =>
  options.find((option) => option.code === code)?.name ?? '';

/** The data that is frozen at issue, and the characters that the fonts lack. */
async function freeze(
  tx: Db,
  request: Omit<CertificateToIssue, 'source_id' | 'replaces'> & { replaces: string },
  number: string | undefined,
  now: Date,
) {
  const {
    site_id,
    user_id,
    kind,
    year,
    title,
    statement,
    rows,
    hours,
    credits,
    credit_type,
    replaces,
  } = request;
  const person = await findScoped(tx, user_id);
  const site = (await readSites(tx)).find((site) => site.site_id === site_id);
  const issuer = await findIssuer(tx, site_id);
  if (!person || !site || !issuer)
    throw new Error('a certificate needs its holder, its site and its issuer');
  const isVerified = (field: FactField) => person.verified.includes(field);
  const cert_no = number ?? (await nextNumber(tx, issuer.code, year, kind));
  const snapshot: Snapshot = {
    template: `${kind}@${await readCurrentVersion(tx, site_id, now)}`,
    cert_no,
    kind,
    year,
    site_id,
    site_name: site.site_name,
    issuer: issuer.name,
    issuer_code: issuer.code,
    issued_on: formatDay(now),
    title: titles[kind],
    subject: title,
    real_name: person.real_name,
    id_type: person.id_type,
    id_hash: person.id_hash,
    unit_name: person.unit_name,
    // A certificate states nothing that nobody has verified.
    series_name: isVerified('series_code') ? findOptionName(series, person.series_code) : '',
    level_name: isVerified('level') ? findOptionName(levels, person.level) : '',
    statement,
    rows,
    hours,
    credits,
    credit_type,
    replaces,
  };
  const text = canonical(snapshot);
  const missing = await missingGlyphs(
    [
      person.real_name,
      person.unit_name,
      issuer.name,
      title,
      statement,
      ...rows.map(({ value }) => value),
    ].join(''),
  );
  return {
    missing,
    frozen: {
      cert_no,
      id_sealed: person.id_sealed,
      snapshot: text,
      sha256: hashSha256(text).toString('hex'),
    },
  };
}

/** Issues a certificate once: a repeated call returns the existing one, whatever its state. Its
 * data is frozen here. The callers have found the site's issuer (`require-issuer.ts`). One with unprintable characters waits for review. Requires a transaction
 * that has locked the enrolment or the learner's ledger, so that concurrent calls are
 * serialised. */
export async function issue(
  tx: Db,
  request: CertificateToIssue,
  now: Date,
  actor: Actor = system,
): Promise<Certificate> {
  const {
    site_id,
    user_id,
    kind,
    source_id,
    year,
    title,
    hours,
    credits,
    credit_type,
    replaces,
    again,
    review,
  } = request;
  const existing = await findByHolder(tx, user_id, kind, source_id);
  if (existing && !replaces && !again) return existing;
  const { missing, frozen } = await freeze(
    tx,
    { ...request, replaces: replaces?.cert_no ?? '' },
    undefined,
    now,
  );
  const wait = missing.length > 0 ? unprintable(missing) : review;
  const created = await insertCertificate(
    tx,
    {
      ...frozen,
      site_id,
      user_id,
      kind,
      source_id,
      edition: (existing?.edition ?? 0) + 1,
      year,
      title,
      hours,
      credits,
      credit_type,
      created_at: now,
      replaces: replaces?.cert_no ?? '',
      ...(wait === undefined
        ? { cert_status: 'issued', issued_at: now }
        : { cert_status: 'pending', reason: wait }),
    },
    actor,
  );
  if (created.cert_status === 'issued') await notifyIssued(tx, created, now);
  return created;
}

/** Issues a pending certificate with the current data. Returns the characters that prevent it;
 * empty if it was issued. */
export async function release(tx: Db, row: Certificate, now: Date): Promise<string[]> {
  const { statement, rows } = JSON.parse(row.snapshot) as Snapshot;
  const { missing, frozen } = await freeze(tx, { ...row, statement, rows }, row.cert_no, now);
  if (missing.length > 0) return missing;
  await updateCertificate(tx, row.cert_no, {
    ...frozen,
    cert_status: 'issued',
    issued_at: now,
    reason: '',
  });
  await notifyIssued(tx, row, now);
  return [];
}

const unprintable = (missing: readonly string[]) =>
  `“${missing.join('')}”字需人工制证，中心核对后发放`;

const notifyIssued = (tx: Db, { site_id, user_id, kind, title, cert_no }: Certificate, now: Date) =>
  insertMessages(tx, [
    {
      id: ulid(now.getTime()),
      site_id,
      user_id,
      kind: 'certificate',
      title: '证书已发放',
      text: `您的${kindNames[kind]}《${title}》已发放，证书编号${cert_no}。`,
      link_type: 'certificate',
      link_id: cert_no,
      created_at: now,
    },
  ]);

const titles: Record<CertKind, string> = {
  course_credit: '继续医学教育学分证书',
  class: '结业证书',
  public_need: '公需科目学习合格证书',
  annual: '专业技术人员继续教育年度合格证书',
};
