/** A key of mobile and identity numbers. Without its own secret it is derived from `APP_SECRET`. */
export interface NumberKey {
  /** Prefix of every value encrypted with it. */
  id: string;
  secret?: Buffer;
}

/** The first encrypts, all decrypt. */
export type NumberKeys = readonly [NumberKey, ...NumberKey[]];

const form = /^([1-9]\d{0,3})(?::([\w-]{32,}))?$/;

/** Parses `2:secret,1`; undefined if invalid. Only key 1, the initial one, needs no secret. */
export function parseNumberKeys(text: string): NumberKeys | undefined {
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
