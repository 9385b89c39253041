import { compile } from '@fastify/proxy-addr';

/**
 * Full notation only: `compile` also accepts forms (`uniquelocal`, `127.1`) that are likely
 * mistakes.
 */
const address = /^(loopback|(\d+\.){3}\d+(\/\d+)?|[\da-f.]*:[\da-f:.]*(\/\d+)?)$/i;

/**
 * Parses `TRUSTED_PROXIES`: addresses and networks, separated by commas. Undefined if one is
 * invalid.
 */
export function proxyList(text: string): string[] | undefined {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (!list.every((part) => address.test(part))) return undefined;
  try {
    if (list.length > 0) compile(list);
    return list;
  } catch {
    return undefined;
  }
}

/** Whether an address belongs to a list that `proxyList` returned. */
export const isInList = (list: readonly string[], address: string): boolean =>
  compile([...list])(address, 0);
