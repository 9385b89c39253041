import { createHash } from 'node:crypto';
import { keyFor } from '../../../platform/settings/keys.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import type { Snapshot } from '../certificate.rules.ts';
import { type Document, deriveSigningKey, type Signed, signed } from './data-integrity.ts';

const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
];

/** The signing key of credentials, derived from the installation's secret like every other key. */
export const badgeKey = (settings: Pick<Settings, 'secret'>) =>
  deriveSigningKey(keyFor(settings, 'certificate/badge'));

/** Permanent URLs of an issuer: on the main domain, which outlives customer domains. */
export function issuerAddresses(origin: string, siteId: string) {
  const issuer = `${origin}/qm/badges/issuer/${encodeURIComponent(siteId)}`;
  return {
    issuer,
    method: `${issuer}#key-1`,
    revocations: `${origin}/qm/badges/revocations/${encodeURIComponent(siteId)}`,
  };
}

type Addresses = ReturnType<typeof issuerAddresses>;

/** An opaque id that reveals nothing about its subject. */
function toUuid(...words: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** The credential's id, derived from the frozen certificate's hash, so that a list of ids reveals
 * no number. */
export const credentialId = (sha256: string) => toUuid('credential', sha256);

const toIssuerProfile = ({ issuer }: Addresses, name: string) => ({
  id: issuer,
  type: ['Profile'],
  name,
});

/** A certificate as a signed Open Badges 3.0 credential, without the holder's identity number. */
export function signCredential(
  settings: Pick<Settings, 'secret'>,
  snapshot: Snapshot,
  sha256: string,
  addresses: Addresses,
  verifyUrl: string,
): Signed {
  const { title, subject, issuer, issued_on, cert_no } = snapshot;
  const nowText = new Date(`${issued_on}T00:00:00+08:00`).toISOString().replace('.000', '');
  const document: Document = {
    '@context': contexts,
    id: credentialId(sha256),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: `${title}：${subject}`,
    issuer: toIssuerProfile(addresses, issuer),
    validFrom: nowText,
    credentialSubject: toAchievementSubject(snapshot, addresses),
    evidence: [
      {
        id: verifyUrl,
        type: ['Evidence'],
        name: '在线验证',
        narrative: `证书编号${cert_no}，数据摘要SHA-256 ${sha256}`,
      },
    ],
    credentialStatus: { id: addresses.revocations, type: '1EdTechRevocationList' },
  };
  return signed(document, badgeKey(settings), {
    created: nowText,
    verificationMethod: addresses.method,
  });
}

/** The achievement with its hours and credits as results. */
function toAchievementSubject(snapshot: Snapshot, addresses: Addresses) {
  const { kind, site_id, year, subject, issuer, cert_no, real_name } = snapshot;
  const { statement, hours, credits, rows } = snapshot;
  const achievement = toUuid('achievement', site_id, kind, String(year), subject);
  const figures = [
    ['学时', String(hours)],
    ['学分', String(credits)],
  ] as const;
  const resultId = (name: string) => toUuid('result', achievement, name);
  return {
    type: ['AchievementSubject'],
    identifier: [
      {
        type: 'IdentityObject',
        identityHash: real_name,
        identityType: 'name',
        hashed: false,
        salt: 'not-used',
      },
    ],
    licenseNumber: cert_no,
    creditsEarned: credits,
    achievement: {
      id: achievement,
      type: ['Achievement'],
      achievementType: 'Certificate',
      name: subject,
      description: statement,
      inLanguage: 'zh-CN',
      creator: toIssuerProfile(addresses, issuer),
      criteria: { narrative: rows.map(({ name, value }) => `${name}：${value}`).join('；') },
      resultDescription: figures.map(([name]) => ({
        id: resultId(name),
        type: ['ResultDescription'],
        name,
        resultType: 'Result',
      })),
    },
    result: figures.map(([name, value]) => ({
      type: ['Result'],
      resultDescription: resultId(name),
      value,
    })),
  };
}

/** The issuer document at the issuer's URL: name and public key. */
export function issuerDocument(
  settings: Pick<Settings, 'secret'>,
  addresses: Addresses,
  name: string,
  url: string,
) {
  const { publicKeyMultibase } = badgeKey(settings);
  return {
    '@context': ['https://www.w3.org/ns/cid/v1', ...contexts.slice(1)],
    ...toIssuerProfile(addresses, name),
    url,
    verificationMethod: [
      { id: addresses.method, type: 'Multikey', controller: addresses.issuer, publicKeyMultibase },
    ],
    assertionMethod: [addresses.method],
  };
}

/** Revoked credentials of an issuer. */
export function revocationList(
  addresses: Addresses,
  gone: readonly { sha256: string; reason: string }[],
) {
  return {
    id: addresses.revocations,
    issuer: addresses.issuer,
    revokedCredential: gone.map(({ sha256, reason }) => ({
      id: credentialId(sha256),
      revoked: true,
      revocationReason: reason,
    })),
  };
}
