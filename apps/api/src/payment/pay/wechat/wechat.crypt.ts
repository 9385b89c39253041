import { constants, createDecipheriv, createSign, createVerify } from 'node:crypto';

/** RSA-SHA256 (PKCS#1 v1.5) over the lines, each terminated by a line feed: the signature scheme of
 * WeChat Pay v3. */
export const signLines = (lines: readonly string[], privateKey: string): string =>
  createSign('RSA-SHA256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .sign(privateKey, 'base64');

/** Only canonical base64: other encodings of the same bytes are rejected. */
export const isBase64 = (text: string): boolean =>
  text !== '' && Buffer.from(text, 'base64').toString('base64') === text;

/** Verifies the gateway's signature of these bytes. */
export function verifyBytes(
  timestamp: string,
  nonce: string,
  body: Buffer,
  signature: string,
  publicKey: string,
): boolean {
  if (!isBase64(signature)) return false;
  const verifier = createVerify('RSA-SHA256')
    .update(`${timestamp}\n${nonce}\n`)
    .update(body)
    .update('\n');
  return verifier.verify(
    { key: publicKey, padding: constants.RSA_PKCS1_PADDING },
    signature,
    'base64',
  );
}

/** Value of the Authorization header of a request. */
export function authorization(
  request: { method: string; path: string; body: string; timestamp: string; nonce: string },
  merchant: { mchid: string; serial: string; privateKey: string },
): string {
  const { method, path, body, timestamp, nonce } = request;
  const signature = signLines([method, path, timestamp, nonce, body], merchant.privateKey);
  return `WECHATPAY2-SHA256-RSA2048 mchid="${merchant.mchid}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${merchant.serial}"`;
}

export interface Encrypted {
  ciphertext: string;
  nonce: string;
  associated_data: string;
}

const tagLength = 16;

/** AES-256-GCM; throws if key, nonce, associated data or any byte is wrong. */
export function decrypt(
  { ciphertext, nonce, associated_data }: Encrypted,
  apiV3Key: string,
): string {
  const key = Buffer.from(apiV3Key, 'utf8');
  if (key.length !== 32) throw new Error('the key must have 32 bytes');
  const bytes = Buffer.from(ciphertext, 'base64');
  if (bytes.length < tagLength || Buffer.byteLength(nonce) !== 12) throw new Error('too short');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'utf8'), {
    authTagLength: tagLength,
  });
  decipher.setAuthTag(bytes.subarray(-tagLength));
  decipher.setAAD(Buffer.from(associated_data, 'utf8'));
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()]).toString(
    'utf8',
  );
}
