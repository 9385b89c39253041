import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** File of the public key next to a signing key. */
export const publicFileOf = (keyFile: string): string => keyFile.replace(/(\.pem)?$/, '.pub.pem');

/**
 * The key that signs releases. With `isMade` it is generated, readable by its owner only;
 * installations with several machines supply their own.
 */
export function signingKey(keyFile: string, canGenerate: boolean): KeyObject {
  if (canGenerate && !existsSync(keyFile)) generateKey(keyFile);
  const key = createPrivateKey(readFileSync(keyFile, 'utf8'));
  expectEd25519(key, keyFile);
  if (canGenerate && !existsSync(publicFileOf(keyFile)))
    writeFileSync(publicFileOf(keyFile), publicText(key));
  return key;
}

const publicText = (key: KeyObject) =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string;

/** If two processes generate it at once, one wins and both use that key. */
function generateKey(keyFile: string): void {
  mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  const temporary = `${keyFile}.${process.pid}`;
  writeFileSync(temporary, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  try {
    linkSync(temporary, keyFile);
  } catch (error) {
    if (!existsSync(keyFile)) throw error;
  } finally {
    rmSync(temporary);
  }
}

function expectEd25519(key: KeyObject, file: string): void {
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`${file} 不是 Ed25519 密钥，而是 ${String(key.asymmetricKeyType)}`);
}

/** Keys that may have signed a release; missing files are skipped. */
export function publicKeys(files: string[]): KeyObject[] {
  return files.filter(existsSync).map((file) => {
    const key = createPublicKey(readFileSync(file, 'utf8'));
    expectEd25519(key, file);
    return key;
  });
}

export const signatureOf = (bytes: Buffer, key: KeyObject): Buffer =>
  Buffer.from(`${sign(null, bytes, key).toString('base64')}\n`);

export function isSigned(bytes: Buffer, signature: Buffer, keys: KeyObject[]): boolean {
  const raw = Buffer.from(signature.toString('utf8').trim(), 'base64');
  return raw.length === 64 && keys.some((key) => verify(null, bytes, key, raw));
}
