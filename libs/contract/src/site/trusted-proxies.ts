import { compile } from '@fastify/proxy-addr';

/** Written in full; what `compile` takes besides (`uniquelocal`, `127.1`) is more than was meant. */
const address = /^(loopback|(\d+\.){3}\d+(\/\d+)?|[\da-f.]*:[\da-f:.]*(\/\d+)?)$/i;

/** `TRUSTED_PROXIES` of the edge and the API: addresses and networks with commas between them.
 * Undefined when one of them is neither. */
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
