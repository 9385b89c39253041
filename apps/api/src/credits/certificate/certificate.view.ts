import { genderOf, maskIdNumber } from '@cme/contract/base';
import type { CertificateDetail, CertificateRow, CertificateText } from '@cme/contract/credits';
import qrcode from 'qrcode';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { deriveKeys, unseal } from '../../person/identity/secret.rules.ts';
import { readStates } from '../../platform/state-log/state-log.store.ts';
import { toOrigin, isOver } from '../../platform/sites/site.rules.ts';
import type { Site } from '../../platform/sites/site.store.ts';
import {
  certStatusNames,
  kindNames,
  type Snapshot,
  toCertificateText,
} from './certificate.rules.ts';
import type { Certificate } from './certificate.store.ts';
import { verifyToken } from './token.rules.ts';

export function toCertificateRow(row: Certificate): CertificateRow {
  const {
    cert_no,
    kind,
    year,
    title,
    cert_status,
    reason,
    hours,
    credits,
    credit_type,
    issued_at,
    replaced_by,
    replaces,
  } = row;
  return {
    cert_no,
    kind,
    kind_name: kindNames[kind],
    year,
    title,
    cert_status,
    cert_status_name: certStatusNames[cert_status],
    reason,
    hours,
    credits,
    credit_type,
    issued_at: issued_at ? formatTime(issued_at) : '',
    replaced_by,
    replaces,
  };
}

export const parseSnapshot = ({ snapshot }: Certificate) => JSON.parse(snapshot) as Snapshot;

/** The holder's number at issue. Never leaves the server unmasked. */
export const unsealHolderNumber = (
  { settings }: Pick<AppContext, 'settings'>,
  row: Pick<Certificate, 'id_sealed' | 'user_id'>,
) => unseal(deriveKeys(settings).personal, row.id_sealed, `id_no/${row.user_id}`);

/** The frozen text with the holder's number masked. */
export function printedText(
  context: Pick<AppContext, 'settings'>,
  row: Certificate,
): CertificateText {
  const snapshot = parseSnapshot(row);
  const id = unsealHolderNumber(context, row);
  const gender = snapshot.id_type === 'ID' ? { M: '男', F: '女' }[genderOf(id)] : '';
  return toCertificateText(snapshot, { id_no: maskIdNumber(id), gender });
}

export async function readCertificateHistory(db: Db, row: Certificate) {
  const states = await readStates(db, 'certificate', row.cert_no);
  return states.map(({ to, at, reason }) => ({
    status: to,
    status_name: certStatusNames[to as Certificate['cert_status']] ?? to,
    at: formatTime(at),
    reason,
  }));
}

/** The public verification URL of this certificate: on the issuing site, or on the main site if
 * that is no longer served. */
export function verifyAddress(
  { settings, now }: Pick<AppContext, 'settings' | 'now'>,
  sites: readonly Site[],
  row: Pick<Certificate, 'cert_no' | 'site_id'>,
): string {
  const ownSite = sites.find(
    (site) => site.site_id === row.site_id && site.isEffectiveSite === 'Y' && !isOver(site, now()),
  );
  const site = ownSite ?? sites.find(({ is_main }) => is_main);
  return `${toOrigin(site?.domain ?? settings.mainDomain, settings.port)}/certificate/verify?token=${verifyToken(settings, row.cert_no)}`;
}

export async function readCertificateDetail(
  context: AppContext,
  db: Db,
  sites: readonly Site[],
  row: Certificate,
): Promise<CertificateDetail> {
  const verify_url = verifyAddress(context, sites, row);
  return {
    ...toCertificateRow(row),
    text: printedText(context, row),
    sha256: row.sha256,
    verify_url,
    history: await readCertificateHistory(db, row),
    download_count: row.download_count,
    qr_svg: await qrcode.toString(verify_url, {
      type: 'svg',
      margin: 0,
      errorCorrectionLevel: 'M',
    }),
  };
}
