/**
 * Who shares limits with a client: its IPv4 address, or the /64 network of its IPv6 address, since
 * one connection has all addresses of that. Anything else is returned as it is.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  if (!groups) return address;
  const [high = 0, low = 0] = groups.slice(6);
  if (groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The eight groups of an IPv6 address; undefined for anything else. */
function groupsOf(address: string): number[] | undefined {
  // An embedded IPv4 address is the last two groups; a zone follows the address.
  const plain = address
    .replace(/%.*/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) =>
      [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)]
        .map((group) => group.toString(16))
        .join(':'),
    );
  if (!/^[\da-f:]+$/i.test(plain) || !plain.includes(':')) return undefined;
  const [front = '', back] = plain.split('::');
  const read = (text = '') =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const left = read(front);
  const right = read(back);
  const missing = back === undefined ? 0 : Math.max(1, 8 - left.length - right.length);
  const groups = [...left, ...Array<number>(missing).fill(0), ...right];
  return groups.length === 8 && groups.every((group) => group <= 0xffff) ? groups : undefined;
}
