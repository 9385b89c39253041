export type Encoding = 'br' | 'gzip' | 'identity';

/** Encodings that the client accepts, best first; `identity` is always last. */
export function encodingFor(header: string | string[] | undefined): Encoding[] {
  const taken = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/));
  const takes = (name: string) =>
    taken.some(([key, weight]) => key === name && Number(weight ?? 1) > 0);
  return [...(['br', 'gzip'] as const).filter(takes), 'identity'];
}
