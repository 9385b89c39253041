import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { logState, type Actor } from '../../../platform/state-log/state-log.store.ts';
import { certStatusNames, type Snapshot } from '../certificate.rules.ts';
import { type Certificate, lockCertificate, updateCertificate } from '../certificate.store.ts';
import { issue, release } from './issue.action.ts';
import { requireIssuerForStaff } from './require-issuer.ts';

async function lockInStatus(
  tx: Db,
  certNo: string,
  status: Certificate['cert_status'],
): Promise<Certificate> {
  const row = await lockCertificate(tx, certNo);
  if (!row) throw new NotPossibleError(`没有编号为${certNo}的证书`);
  if (row.cert_status !== status)
    throw new NotPossibleError(
      `证书${certNo}当前为“${certStatusNames[row.cert_status]}”，不是“${certStatusNames[status]}”`,
    );
  return row;
}

/** Issues a certificate again with the holder's current name, unit and title; the old one becomes
 * invalid and refers to it. */
export async function replaceCertificate(
  tx: Db,
  certNo: string,
  reason: string,
  now: Date,
  actor: Actor,
): Promise<Certificate> {
  const old = await lockInStatus(tx, certNo, 'issued');
  await requireIssuerForStaff(tx, old.site_id);
  const { statement, rows } = JSON.parse(old.snapshot) as Snapshot;
  const created = await issue(tx, { ...old, statement, rows, replaces: old }, now, actor);
  await updateCertificate(tx, certNo, {
    cert_status: 'replaced',
    reason,
    replaced_by: created.cert_no,
  });
  await logState(tx, {
    entity: 'certificate',
    entity_id: certNo,
    from: 'issued',
    to: 'replaced',
    ...actor,
    reason,
    at: now,
  });
  return created;
}

/** Names the characters and the ways that are left. */
const explainMissing = (missing: readonly string[]): string => {
  const named = missing.map(
    (character) =>
      `“${character}”（U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}）`,
  );
  return (
    `字体缺少${named.join('、')}，不能制证。可请学员提交更正（证件上的通行写法），更正后再发放；` +
    '或用 certificate reject 写明原因，由中心人工制证'
  );
};

/** Approves a pending certificate. */
export async function approveCertificate(
  tx: Db,
  certNo: string,
  now: Date,
  actor: Actor,
): Promise<void> {
  const row = await lockInStatus(tx, certNo, 'pending');
  await requireIssuerForStaff(tx, row.site_id);
  const missing = await release(tx, row, now);
  if (missing.length > 0) throw new NotPossibleError(explainMissing(missing));
  await logState(tx, {
    entity: 'certificate',
    entity_id: certNo,
    from: 'pending',
    to: 'issued',
    ...actor,
    at: now,
  });
}

/** Rejects a pending certificate. */
export async function rejectCertificate(
  tx: Db,
  certNo: string,
  reason: string,
  now: Date,
  actor: Actor,
): Promise<void> {
  await lockInStatus(tx, certNo, 'pending');
  await updateCertificate(tx, certNo, { cert_status: 'rejected', reason });
  await logState(tx, {
    entity: 'certificate',
    entity_id: certNo,
    from: 'pending',
    to: 'rejected',
    ...actor,
    reason,
    at: now,
  });
}
