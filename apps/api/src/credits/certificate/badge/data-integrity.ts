import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import { fromMultibase, toMultibase } from './base58.ts';
import { canonical, type Json, hashSha256 } from '../canonical.ts';

export interface Document {
  readonly '@context': readonly string[];
  readonly [key: string]: Json | undefined;
}

export interface Proof {
  readonly type: string;
  readonly cryptosuite: string;
  readonly created: string;
  readonly verificationMethod: string;
  readonly proofPurpose: string;
  readonly '@context'?: readonly string[];
  readonly proofValue?: string;
  readonly [key: string]: Json | undefined;
}

export type Signed = Document & { readonly proof: Proof };

const curve = { kty: 'OKP', crv: 'Ed25519' };
/** The Multikey prefix of Ed25519. */
const multikeyHead = Buffer.from([0xed, 0x01]);

export interface SigningKey {
  privateKey: KeyObject;
  publicKeyMultibase: string;
}

/** The key pair derived from 32 secret bytes. */
export function deriveSigningKey(seed: Uint8Array): SigningKey {
  // Node derives the public part `x` itself and only requires its presence.
  const privateKey = createPrivateKey({
    key: { ...curve, d: Buffer.from(seed).toString('base64url'), x: '' },
    format: 'jwk',
  });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const bytes = Buffer.from(x, 'base64url');
  return { privateKey, publicKeyMultibase: toMultibase(Buffer.concat([multikeyHead, bytes])) };
}

/** The signed data of `eddsa-jcs-2022`: the hash of the proof options, then that of the
 * document. */
export function hashData(document: Document, options: Omit<Proof, 'proofValue'>): Buffer {
  return Buffer.concat([hashSha256(canonical(options)), hashSha256(canonical(document))]);
}

/** Adds a Data Integrity proof of the suite eddsa-jcs-2022. */
export function signed(
  document: Document,
  { privateKey }: Pick<SigningKey, 'privateKey'>,
  about: { created: string; verificationMethod: string },
): Signed {
  const options = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    ...about,
    proofPurpose: 'assertionMethod',
    '@context': document['@context'],
  };
  return {
    ...document,
    proof: {
      ...options,
      proofValue: toMultibase(signBytes(null, hashData(document, options), privateKey)),
    },
  };
}

const isRecord = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a document has a valid assertion proof with this key. `key` is a Multikey, `method` its
 * id. */
export function isIntact(credential: unknown, key: string, method: string): boolean {
  try {
    if (!isRecord(credential) || !isRecord(credential['proof'])) return false;
    const { proof, ...document } = credential as unknown as Signed;
    const { proofValue, ...options } = proof;
    const { type, cryptosuite, proofPurpose, verificationMethod, created } = options;
    if (
      type !== 'DataIntegrityProof' ||
      cryptosuite !== 'eddsa-jcs-2022' ||
      proofPurpose !== 'assertionMethod' ||
      verificationMethod !== method
    )
      return false;
    if (
      Number.isNaN(Date.parse(created)) ||
      !isSameContext(document['@context'], options['@context'])
    )
      return false;
    const bytes = fromMultibase(proofValue ?? '');
    const multikey = fromMultibase(key);
    if (
      bytes?.length !== 64 ||
      multikey?.length !== 34 ||
      !multikey.subarray(0, 2).equals(multikeyHead)
    )
      return false;
    const publicKey = createPublicKey({
      key: { ...curve, x: multikey.subarray(2).toString('base64url') },
      format: 'jwk',
    });
    return verifyBytes(null, hashData(document, options), publicKey, bytes);
  } catch {
    return false;
  }
}

/** A proof's own context, if present, must be the document's. */
const isSameContext = (document: Json | undefined, proof: readonly string[] | undefined) =>
  proof === undefined || canonical(document ?? null) === canonical(proof);
