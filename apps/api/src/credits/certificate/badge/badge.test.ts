import { certificateApply, certificateDownload } from '@cme/contract/credits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/test-api.ts';
import { newCourse, newLearner } from '../../../../test/learner.ts';
import { studied } from '../../../../test/study.ts';
import { fromMultibase, toMultibase } from './base58.ts';
import { credentialId } from './badge.ts';
import { canonical } from '../canonical.ts';
import {
  type Document,
  hashData,
  isIntact,
  deriveSigningKey,
  type Signed,
  signed,
} from './data-integrity.ts';
import { revokeCertificate } from '../issuing/revoke.action.ts';

describe('canonical JSON', () => {
  it.each([
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    [
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 },
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    ],
    [
      [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0],
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    ],
    ['\u20ac$\u000f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
    [{ a: undefined, b: {} }, '{"b":{}}'],
  ])('of %j', (value, text) => expect(canonical(value)).toBe(text));

  it.each([[Number.NaN], [Infinity], ['\ud800']])('is rejected for %j', (value) =>
    expect(() => canonical(value)).toThrow(),
  );
});

/** Published with the suite: www.w3.org/TR/vc-di-eddsa, “Representation: eddsa-jcs-2022”. */
const published = {
  publicKey: 'z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2',
  secretKey: 'z3u2en7t5LR2WtQH5PfFqMqwVHBeXouLzo6haApm8XHqvjxq',
  document: {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://www.w3.org/ns/credentials/examples/v2',
    ],
    id: 'urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33',
    type: ['VerifiableCredential', 'AlumniCredential'],
    name: 'Alumni Credential',
    description: 'A minimum viable example of an Alumni Credential.',
    issuer: 'https://vc.example/issuers/5678',
    validFrom: '2023-01-01T00:00:00Z',
    credentialSubject: { id: 'did:example:abcdefgh', alumniOf: 'The School of Examples' },
  } satisfies Document,
  created: '2023-02-24T23:36:38Z',
  canonical:
    '{"@context":["https://www.w3.org/ns/credentials/v2","https://www.w3.org/ns/credentials/examples/v2"],"credentialSubject":{"alumniOf":"The School of Examples","id":"did:example:abcdefgh"},"description":"A minimum viable example of an Alumni Credential.","id":"urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33","issuer":"https://vc.example/issuers/5678","name":"Alumni Credential","type":["VerifiableCredential","AlumniCredential"],"validFrom":"2023-01-01T00:00:00Z"}',
  hashes:
    '66ab154f5c2890a140cb8388a22a160454f80575f6eae09e5a097cabe539a1db59b7cb6251b8991add1ce0bc83107e3db9dbbab5bd2c28f687db1a03abc92f19',
  signature:
    '407cd12654b33d718ecbb99179a1506daaa849450bf3fc523cce3e1c96f8b80351da3f253d725c6f00b07c9e5448d50b3ef78012b9ab54255116d069c6dd2808',
  proofValue:
    'z2HnFSSPPBzR36zdDgK8PbEHeXbR56YF24jwMpt3R1eHXQzJDMWS93FCzpvJpwTWd3GAVFuUfjoJdcnTMuVor51aX',
};
const method = `did:key:${published.publicKey}#${published.publicKey}`;

describe('the signature', () => {
  const key = deriveSigningKey(fromMultibase(published.secretKey)!.subarray(2));
  const created = signed(published.document, key, {
    created: published.created,
    verificationMethod: method,
  });

  it('matches each step of the published example', () => {
    expect(key.publicKeyMultibase).toBe(published.publicKey);
    expect(canonical(published.document)).toBe(published.canonical);
    const { proofValue, ...options } = created.proof;
    expect(hashData(published.document, options).toString('hex')).toBe(published.hashes);
    expect(fromMultibase(proofValue!)!.toString('hex')).toBe(published.signature);
    expect(proofValue).toBe(published.proofValue);
    expect(toMultibase(Buffer.from(published.signature, 'hex'))).toBe(published.proofValue);
    expect(isIntact(created, published.publicKey, method)).toBe(true);
  });

  it('does not depend on the order of keys', () => {
    const turned = Object.fromEntries(Object.entries(created).toReversed());
    expect(isIntact(turned, published.publicKey, method)).toBe(true);
  });

  const other = deriveSigningKey(Buffer.alloc(32, 7)).publicKeyMultibase;
  const withProof = (more: object) => ({ ...created, proof: { ...created.proof, ...more } });
  const flipped = (index: number) => {
    const bytes = Buffer.from(published.signature, 'hex');
    bytes[index]! ^= 1;
    return toMultibase(bytes);
  };
  it.each<[string, unknown, string?]>([
    ['another name', { ...created, name: 'Alumni credential' }],
    [
      'another subject',
      {
        ...created,
        credentialSubject: { ...(created.credentialSubject as object), alumniOf: 'x' },
      },
    ],
    ['something added', { ...created, extra: true }],
    [
      'something left out',
      (({ description: _, ...rest }) => rest)(created as Signed & { description: string }),
    ],
    ['a list turned round', { ...created, type: ['AlumniCredential', 'VerifiableCredential'] }],
    ['another date of proof', withProof({ created: '2023-02-24T23:36:39Z' })],
    ['no date of proof', withProof({ created: 'x' })],
    ['another purpose', withProof({ proofPurpose: 'authentication' })],
    ['another suite', withProof({ cryptosuite: 'eddsa-rdfc-2022' })],
    ['another type', withProof({ type: 'Ed25519Signature2020' })],
    ['another method', withProof({ verificationMethod: `did:key:${other}#${other}` })],
    [
      'another context of the proof',
      withProof({ '@context': ['https://www.w3.org/ns/credentials/v2'] }),
    ],
    ['another context', { ...created, '@context': ['https://www.w3.org/ns/credentials/v2'] }],
    ['the first bit of the signature', withProof({ proofValue: flipped(0) })],
    ['its last', withProof({ proofValue: flipped(63) })],
    ['no signature', withProof({ proofValue: undefined })],
    ['a short one', withProof({ proofValue: 'z2' })],
    [
      'one in another alphabet',
      withProof({
        proofValue: `u${Buffer.from(published.signature, 'hex').toString('base64url')}`,
      }),
    ],
    ['no proof', published.document],
    ['a list of proofs', { ...created, proof: [created.proof] }],
    ['something added to the proof', withProof({ domain: 'x' })],
    ['nothing', null],
    ['a text', 'x'],
    ['another key', created, other],
    ['no key', created, 'z6'],
  ])('is rejected with %s', (_, document, key2 = published.publicKey) =>
    expect(isIntact(document, key2, method)).toBe(false),
  );
});

describe('a certificate as a badge', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());
  const read = async (path: string) => (await fetch(api.url + path)).json() as Promise<never>;

  it('is signed with the key at its issuer’s URL, contains no identity number, and is listed there when revoked', async () => {
    const learner = await newLearner(api);
    const learning_id = await studied(
      api,
      learner,
      await newCourse(api, { title: '压疮护理', hours: 6, credits: 2 }),
    );
    const { cert_no } = await api.send(certificateApply, { learning_id }, learner);
    const { url, file_name } = await api.send(
      certificateDownload,
      { cert_no, format: 'json' },
      learner,
    );
    expect(file_name).toBe(`压疮护理-${cert_no}.json`);
    const badge: Signed & { id: string; issuer: { id: string }; credentialStatus: { id: string } } =
      await read(url);
    expect(badge).toMatchObject({
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      validFrom: '2026-06-14T16:00:00Z',
      credentialSubject: {
        creditsEarned: 2,
        licenseNumber: cert_no,
        achievement: { name: '压疮护理' },
      },
    });
    expect(JSON.stringify(badge)).not.toMatch(/11010519491231|110105\*/);
    const issuer: {
      id: string;
      assertionMethod: string[];
      verificationMethod: { id: string; controller: string; publicKeyMultibase: string }[];
    } = await read(new URL(badge.issuer.id).pathname);
    expect(issuer.id).toBe(badge.issuer.id);
    const [key] = issuer.verificationMethod;
    expect([issuer.assertionMethod, key?.controller]).toEqual([
      [badge.proof.verificationMethod],
      issuer.id,
    ]);
    expect(isIntact(badge, key!.publicKeyMultibase, key!.id)).toBe(true);
    expect(isIntact({ ...badge, name: 'x' }, key!.publicKeyMultibase, key!.id)).toBe(false);
    const revocations = async (): Promise<{ revokedCredential: object[] }> =>
      read(new URL(badge.credentialStatus.id).pathname);
    expect((await revocations()).revokedCredential).toEqual([]);
    await api.db.transaction((tx) => revokeCertificate(tx, cert_no, '登记有误', api.clock.now()));
    expect(await revocations()).toMatchObject({
      issuer: issuer.id,
      revokedCredential: [{ id: badge.id, revoked: true, revocationReason: '登记有误' }],
    });
    expect((await fetch(api.url + url)).status).toBe(403);
    expect(badge.id).toBe(credentialId(JSON.stringify(badge).match(/SHA-256 ([0-9a-f]{64})/)![1]!));
  });
});
