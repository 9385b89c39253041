/** A key of mobiles and identity numbers. Without a secret of its own it comes from `APP_SECRET`. */
export interface NumberKey {
  /** Stands in front of every value that it has sealed. */
  id: string;
  secret?: Buffer;
}

/** The first seals what is written, and all of them open what is there. */
export type NumberKeys = readonly [NumberKey, ...NumberKey[]];

const form = /^([1-9]\d{0,3})(?::([\w-]{32,}))?$/;

/** `2:secret,1` as keys; undefined where it cannot be read. Only key 1, the one that every
 * installation begins with, needs no secret. */
export function numberKeysOf(text: string): NumberKeys | undefined {
  const keys = text.split(',').map((part): NumberKey | undefined => {
    const [, id, secret] = form.exec(part.trim()) ?? [];
    if (!id || (id === '1') !== (secret === undefined)) return undefined;
    return secret === undefined ? { id } : { id, secret: Buffer.from(secret, 'utf8') };
  });
  const known = keys.filter((key) => key !== undefined);
  const ids = new Set(known.map(({ id }) => id));
  const [first, ...rest] = known;
  return first && ids.size === keys.length ? [first, ...rest] : undefined;
}
