import {
  and,
  desc,
  eq,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  isNotNull,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { type Actor, logState } from '../../platform/state-log/state-log.store.ts';
import { certCounter, certificate, certIssuer } from './certificate.tables.ts';
import { type CertKind, certNo, getKindLetter } from './certificate.rules.ts';

export type Certificate = InferSelectModel<typeof certificate>;
export type NewCertificate = InferInsertModel<typeof certificate>;

/** The next number of an issuer, year and kind. Locked until the transaction ends, so that a
 * rollback leaves no gap. */
export async function nextNumber(
  tx: Db,
  code: string,
  year: number,
  kind: CertKind,
): Promise<string> {
  const letter = getKindLetter(kind);
  const [row] = await tx
    .insert(certCounter)
    .values({ code, year, letter, serial: 1 })
    .onConflictDoUpdate({
      target: [certCounter.code, certCounter.year, certCounter.letter],
      set: { serial: sql`${certCounter.serial} + 1` },
    })
    .returning();
  if (!row) throw new Error('no certificate number was assigned');
  return certNo(year, code, letter, row.serial);
}

export type Issuer = InferSelectModel<typeof certIssuer>;

/** The issuer of a site. Without one the site issues no certificates. */
export async function findIssuer(db: Db, siteId: string): Promise<Issuer | undefined> {
  const [row] = await db.select().from(certIssuer).where(eq(certIssuer.site_id, siteId));
  return row;
}

export async function storeIssuers(
  db: Db,
  rows: readonly InferInsertModel<typeof certIssuer>[],
): Promise<void> {
  for (const row of rows)
    await db
      .insert(certIssuer)
      .values(row)
      .onConflictDoUpdate({ target: certIssuer.site_id, set: row });
}

/** The latest edition of a person's certificate of a kind for one source. */
export async function findByHolder(
  db: Db,
  userId: string,
  kind: CertKind,
  sourceId: string,
): Promise<Certificate | undefined> {
  const [row] = await db
    .select()
    .from(certificate)
    .where(
      and(
        eq(certificate.user_id, userId),
        eq(certificate.kind, kind),
        eq(certificate.source_id, sourceId),
      ),
    )
    .orderBy(desc(certificate.edition))
    .limit(1);
  return row;
}

export async function insertCertificate(
  tx: Db,
  row: NewCertificate,
  actor: Actor,
): Promise<Certificate> {
  const [created] = await tx.insert(certificate).values(row).returning();
  if (!created) throw new Error('a certificate was not inserted');
  await logState(tx, {
    entity: 'certificate',
    entity_id: created.cert_no,
    from: '',
    to: created.cert_status,
    ...actor,
    reason: created.reason,
    at: created.created_at,
  });
  return created;
}

export async function findCertificate(
  db: Db,
  certNumber: string,
): Promise<Certificate | undefined> {
  const [row] = await db.select().from(certificate).where(eq(certificate.cert_no, certNumber));
  return row;
}

/** The certificate, locked until the transaction ends. */
export async function lockCertificate(
  tx: Db,
  certNumber: string,
): Promise<Certificate | undefined> {
  const [row] = await tx
    .select()
    .from(certificate)
    .where(eq(certificate.cert_no, certNumber))
    .for('update');
  return row;
}

/** All certificates of a person on a site, newest first. */
export const readCertificates = (db: Db, userId: string, year?: number): Promise<Certificate[]> =>
  db
    .select()
    .from(certificate)
    .where(
      and(
        eq(certificate.user_id, userId),
        year === undefined ? undefined : eq(certificate.year, year),
      ),
    )
    .orderBy(desc(certificate.year), desc(certificate.created_at), desc(certificate.cert_no));

/** Enrolments with a valid certificate. */
export async function issuedFor(db: Db, learningIds: readonly string[]): Promise<Set<string>> {
  if (learningIds.length === 0) return new Set();
  const rows = await db
    .select({ source_id: certificate.source_id })
    .from(certificate)
    .where(
      and(
        inArray(certificate.source_id, [...learningIds]),
        eq(certificate.kind, 'course_credit'),
        eq(certificate.cert_status, 'issued'),
      ),
    );
  return new Set(rows.map(({ source_id }) => source_id));
}

/** Revoked or replaced certificates of a site. */
export const readInvalidCertificates = (
  db: Db,
  siteId: string,
): Promise<Pick<Certificate, 'sha256' | 'reason'>[]> =>
  db
    .select({ sha256: certificate.sha256, reason: certificate.reason })
    .from(certificate)
    .where(
      and(
        eq(certificate.site_id, siteId),
        inArray(certificate.cert_status, ['revoked', 'replaced']),
        isNotNull(certificate.issued_at),
      ),
    )
    .orderBy(certificate.sha256);

export async function updateCertificate(
  tx: Db,
  certNumber: string,
  set: Partial<NewCertificate>,
): Promise<void> {
  await tx.update(certificate).set(set).where(eq(certificate.cert_no, certNumber));
}

export async function countDownload(db: Db, certNumber: string): Promise<void> {
  await db
    .update(certificate)
    .set({ download_count: sql`${certificate.download_count} + 1` })
    .where(eq(certificate.cert_no, certNumber));
}
