import { certificateApply, certificateDownload } from '@cme/contract/credits';
import { beforeAll, expect, it } from 'vitest';
import { otherVerifier } from '../../../../test/badges/verifier.ts';
import { newCourse, newLearner } from '../../../../test/learner.ts';
import { studied } from '../../../../test/study.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { revokeCertificate } from '../issuing/revoke.action.ts';
import { fromMultibase, toMultibase } from './base58.ts';
import { badgeKey } from './badge.ts';
import {
  type Document,
  isIntact,
  deriveSigningKey,
  type Signed,
  signed,
} from './data-integrity.ts';

interface Subject {
  licenseNumber: string;
  creditsEarned: number;
  identifier: Record<string, unknown>[];
  achievement: Record<string, unknown>;
  result: { value: string }[];
  [key: string]: unknown;
}
type Badge = Signed & {
  id: string;
  name: string;
  issuer: { id: string; name: string };
  validFrom: string;
  credentialSubject: Subject;
  credentialStatus: { id: string; type: string };
};

const api = await startApiForFile();
let badge: Badge;
/** By another issuer, for another course. */
let other: Badge;
let findRefusal: ReturnType<typeof otherVerifier>;

const read = async (path: string): Promise<unknown> => (await fetch(api.url + path)).json();

async function issued(title: string): Promise<Badge> {
  const learner = await newLearner(api);
  const course = await newCourse(api, { title, hours: 6, credits: 2 });
  const learning_id = await studied(api, learner, course);
  const { cert_no } = await api.send(certificateApply, { learning_id }, learner);
  const { url } = await api.send(certificateDownload, { cert_no, format: 'json' }, learner);
  return (await read(url)) as Badge;
}

beforeAll(async () => {
  badge = await issued('压疮护理');
  other = await issued('急诊分诊');
  findRefusal = otherVerifier(read, new URL(badge.issuer.id).origin);
});

const verdict = (file: unknown) =>
  findRefusal(typeof file === 'string' ? file : JSON.stringify(file), api.clock.now());

/** By our verifier, with the issuer's published key. */
async function isOurs(file: unknown): Promise<boolean> {
  const issuer = (await read(new URL(badge.issuer.id).pathname)) as {
    verificationMethod: { id: string; publicKeyMultibase: string }[];
  };
  const [key] = issuer.verificationMethod;
  return isIntact(file, key!.publicKeyMultibase, key!.id);
}

it('is accepted by a third-party verifier in any serialisation', async () => {
  expect(await verdict(badge)).toBeUndefined();
  expect(await verdict(other)).toBeUndefined();
  expect(await verdict(`\uFEFF${JSON.stringify(badge, null, 2)}`.slice(1))).toBeUndefined();
  expect(await verdict(Object.fromEntries(Object.entries(badge).toReversed()))).toBeUndefined();
  expect(await isOurs(badge)).toBe(true);
});

const subject = (more: Partial<Subject>) => ({
  ...badge,
  credentialSubject: { ...badge.credentialSubject, ...more },
});
const named = (more: object) =>
  subject({ identifier: [{ ...badge.credentialSubject.identifier[0], ...more }] });
const realName = () => String(badge.credentialSubject.identifier[0]?.['identityHash']);
const proof = (more: object) => ({ ...badge, proof: { ...badge.proof, ...more } });
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(badge).filter(([name]) => !names.includes(name)));
const figure = (position: number, value: string) =>
  subject({
    result: badge.credentialSubject.result.map((item, index) =>
      index === position ? { ...item, value } : item,
    ),
  });
const text = () => JSON.stringify(badge);
const signature = () => fromMultibase(badge.proof.proofValue ?? '')!;
function flipped(index: number): string {
  const bytes = Buffer.from(signature());
  bytes[index]! ^= 1;
  return toMultibase(bytes);
}
/** Signed again with the issuer's own key, so that only the change makes the file invalid. */
const resigned = (more: object, about: object = {}) => {
  const { proof: old, ...document } = badge;
  return signed({ ...document, ...more } as Document, badgeKey(api.context.settings), {
    created: old.created,
    verificationMethod: old.verificationMethod,
    ...about,
  });
};
const forger = deriveSigningKey(Buffer.alloc(32, 7));
const forged = (document: object, about: { created: string; verificationMethod: string }) =>
  signed(document as Document, forger, about);

const changed: [string, () => unknown][] = [
  ['another holder', () => named({ identityHash: '李四' })],
  ['a space behind the name', () => named({ identityHash: `${realName()} ` })],
  ['a full-width space in the name', () => named({ identityHash: `${realName()}\u3000` })],
  ['a character nobody sees in the name', () => named({ identityHash: `${realName()}\u200B` })],
  ['a look-alike in the name', () => named({ identityHash: realName().replace(/^./u, '\u2F00') })],
  ['no holder', () => subject({ identifier: [] })],
  [
    'two holders',
    () =>
      subject({
        identifier: [...badge.credentialSubject.identifier, ...badge.credentialSubject.identifier],
      }),
  ],
  ['the holder said to be hashed', () => named({ hashed: true })],
  ['another course', () => ({ ...badge, name: other.name })],
  ['another achievement', () => subject({ achievement: other.credentialSubject.achievement })],
  ['another day', () => ({ ...badge, validFrom: '2025-06-14T16:00:00Z' })],
  [
    'the same day written another way',
    () => ({ ...badge, validFrom: '2026-06-15T00:00:00+08:00' }),
  ],
  ['no day', () => without('validFrom')],
  ['more hours', () => figure(0, '60')],
  ['more credits as a figure', () => figure(1, '20')],
  ['more credits', () => subject({ creditsEarned: 20 })],
  ['credits as text', () => subject({ creditsEarned: '2' as unknown as number })],
  [
    'the number of another',
    () => subject({ licenseNumber: other.credentialSubject.licenseNumber }),
  ],
  [
    'a number in full-width digits',
    () => subject({ licenseNumber: badge.credentialSubject.licenseNumber.replaceAll('2', '２') }),
  ],
  [
    'a number in small letters',
    () => subject({ licenseNumber: badge.credentialSubject.licenseNumber.toLowerCase() }),
  ],
  ['the id of another', () => ({ ...badge, id: other.id })],
  ['the subject of another', () => ({ ...badge, credentialSubject: other.credentialSubject })],
  ['another evidence', () => ({ ...badge, evidence: other['evidence'] })],
  ['no subject', () => without('credentialSubject')],
  ['no issuer', () => without('issuer')],
  [
    'another name of the issuer',
    () => ({ ...badge, issuer: { ...badge.issuer, name: '国家卫生健康委员会' } }),
  ],
  ['no type', () => ({ ...badge, type: ['VerifiableCredential'] })],
  ['its status left out', () => without('credentialStatus')],
  ['a field more', () => ({ ...badge, note: 'x' })],
  ['an end that is far away', () => ({ ...badge, validUntil: '2099-01-01T00:00:00Z' })],
  ['no context', () => without('@context')],
  ['another context', () => ({ ...badge, '@context': badge['@context'].slice(0, 1) })],
  ['no proof', () => without('proof')],
  ['an empty proof', () => ({ ...badge, proof: {} })],
  ['no proofs', () => ({ ...badge, proof: [] })],
  ['the proof of another', () => ({ ...badge, proof: other.proof })],
  ['no signature', () => proof({ proofValue: undefined })],
  ['the first bit of the signature', () => proof({ proofValue: flipped(0) })],
  ['its last bit', () => proof({ proofValue: flipped(63) })],
  ['a signature cut short', () => proof({ proofValue: badge.proof.proofValue?.slice(0, -1) })],
  ['another suite', () => proof({ cryptosuite: 'eddsa-rdfc-2022' })],
  ['another kind of proof', () => proof({ type: 'Ed25519Signature2020' })],
  ['another purpose', () => proof({ proofPurpose: 'authentication' })],
  ['another date of the proof', () => proof({ created: '2026-06-14T16:00:01Z' })],
  [
    'a key that the issuer has not',
    () => proof({ verificationMethod: `${badge.issuer.id}#key-2` }),
  ],
  ['another context of the proof', () => proof({ '@context': badge['@context'].slice(0, 1) })],
  ['a list instead of the file', () => [badge]],
  [
    'a proof by another key under the issuer’s name',
    () =>
      forged(without('proof'), {
        created: badge.proof.created,
        verificationMethod: badge.proof.verificationMethod,
      }),
  ],
  [
    'a proof by a key of somebody’s own',
    () =>
      forged(without('proof'), {
        created: badge.proof.created,
        verificationMethod: `did:key:${forger.publicKeyMultibase}#${forger.publicKeyMultibase}`,
      }),
  ],
];

/** The same content and signature in a form that the suite allows verifiers to accept. */
const odd: [string, () => unknown][] = [
  [
    'a context more',
    () => ({
      ...badge,
      '@context': [...badge['@context'], 'https://www.w3.org/ns/credentials/examples/v2'],
    }),
  ],
  ['a signature with a space', () => proof({ proofValue: `${badge.proof.proofValue} ` })],
  [
    'a signature in another alphabet',
    () => proof({ proofValue: `u${signature().toString('base64url')}` }),
  ],
];

const unreadable: [string, () => string][] = [
  ['cut in the middle', () => text().slice(0, text().length / 2)],
  ['without its last character', () => text().slice(0, -1)],
  ['with something behind it', () => `${text()}{}`],
  ['with a line end in the name', () => text().replace(realName(), `${realName()}\n`)],
  ['with the course named twice', () => text().replace(/}$/, ',"name":"急诊分诊"}')],
  [
    'with two subjects',
    () => text().replace(/}$/, `,"credentialSubject":${JSON.stringify(other.credentialSubject)}}`),
  ],
  ['as a text', () => JSON.stringify(text())],
  ['in another encoding', () => Buffer.from(text(), 'utf8').toString('latin1')],
  ['empty', () => ''],
  ['nothing', () => 'null'],
];

/** Correctly signed with the issuer's key, but invalid in another way. */
const misused: [string, () => unknown][] = [
  ['has expired', () => resigned({ validUntil: '2026-06-15T01:00:00Z' })],
  ['is not valid yet', () => resigned({ validFrom: '2027-01-01T00:00:00Z' })],
  [
    'names another issuer',
    () => resigned({ issuer: { ...badge.issuer, id: `${badge.issuer.id}x` } }),
  ],
  [
    'names an issuer elsewhere',
    () => resigned({ issuer: { ...badge.issuer, id: 'https://badges.example/issuer' } }),
  ],
  [
    'names an issuer at a look-alike host',
    () => resigned({ issuer: { ...badge.issuer, id: badge.issuer.id.replace('cme', 'сme') } }),
  ],
  ['begins with another context', () => resigned({ '@context': badge['@context'].toReversed() })],
  ['is no credential', () => resigned({ type: ['OpenBadgeCredential'] })],
  [
    'is signed with a key elsewhere',
    () => resigned({}, { verificationMethod: 'https://badges.example/issuer#key-1' }),
  ],
  [
    'asks elsewhere what was revoked',
    () =>
      resigned({
        credentialStatus: { ...badge.credentialStatus, id: 'https://badges.example/revocations' },
      }),
  ],
  [
    'has a status that nobody knows',
    () => resigned({ credentialStatus: { ...badge.credentialStatus, type: 'AlwaysFine' } }),
  ],
];

it.each(changed)('is rejected with %s', async (_, make) => {
  expect(await verdict(make())).toBeTypeOf('string');
  expect(await isOurs(make())).toBe(false);
});

it.each(odd)('is rejected by our verifier with %s', async (_, make) => {
  expect(await isOurs(make())).toBe(false);
});

it.each(unreadable)('is rejected %s', async (_, make) => {
  expect(await verdict(make())).toBeTypeOf('string');
});

it.each(misused)('is rejected when it %s', async (_, make) => {
  expect(await verdict(make())).toBeTypeOf('string');
});

it('is rejected after its revocation, without affecting others', async () => {
  const { licenseNumber } = other.credentialSubject;
  await api.db.transaction((tx) =>
    revokeCertificate(tx, licenseNumber, '登记有误', api.clock.now()),
  );
  expect(await verdict(other)).toBe('revoked');
  expect(await verdict(badge)).toBeUndefined();
});
